"""Seats played in words: what is said, what is understood, and why not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mainmatch.bridges.text import PHRASES, TextMatch, Voice
from mainmatch.core.chance import rng
from mainmatch.core.errors import IllegalAction, InvalidAction, InvalidInput
from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.core.record import SPECTATOR
from tests.bridges.small import BY_ID, every_game, short

both = pytest.mark.parametrize("lang", ["en", "ko"])


def talk(game_id: str, lang: str = "en", players: int | None = None, **options: Any) -> TextMatch:
    """A match that nobody has decided in yet."""
    return TextMatch(Match(BY_ID[game_id], players, options, 7), lang)


def state_of(match: TextMatch) -> dict[str, Any]:
    """The truth, to see that it has not changed."""
    return match.match.state.dump()


# ---------------------------------------------------------------- whole matches
@both
@every_game
def test_whole_matches_are_played_in_words(game: Game, lang: str) -> None:
    """By number, by label and by JSON in turn; every label names its own action; the end has a result."""
    match = TextMatch(Match(game, None, short(game), 3), lang)
    dice = random.Random(3)
    for number in range(100_000):
        if match.match.is_over:
            break
        seat = dice.choice(match.match.actors)
        legal = match.match.legal(seat)
        prompt = match.prompt(seat)
        assert PHRASES[lang]["sees"] in prompt and PHRASES[lang]["choices"] in prompt
        chosen = dice.randrange(len(legal))
        label = match.voices[seat].words.action(legal[chosen])
        reply = [str(chosen + 1), label, json.dumps(legal[chosen], ensure_ascii=False)][number % 3]
        assert match.play(seat, reply) == legal[chosen], reply
    end = match.observation()
    assert PHRASES[lang]["over"] in end and PHRASES[lang]["score"] in end
    assert match.choices(0) == PHRASES[lang]["wait"]


@every_game
def test_every_label_of_a_choice_is_understood(game: Game) -> None:
    """In both languages, in a sentence too where it says nothing else."""
    for lang in ("en", "ko"):
        match = TextMatch(Match(game, None, short(game), 4), lang)
        dice = random.Random(4)
        for _ in range(25):
            if match.match.is_over:
                break
            seat = match.match.actors[0]
            legal, voice = match.match.legal(seat), match.voices[seat]
            for action in legal[:40]:
                label = voice.words.action(action)
                assert voice.understand(f"  “{label.upper()}”. ", legal) == action
                assert voice.understand(f"...\n{label}", legal) == action
            match.play(seat, str(dice.randrange(len(legal)) + 1))


@every_game
def test_words_tell_a_viewer_nothing_that_it_may_not_know(game: Game) -> None:
    """What a voice says of any world that its seat holds possible is the same."""
    match = Match(game, None, short(game), 5)
    dice = random.Random(5)
    names = [PHRASES["en"]["name"].format(number=p + 1) for p in range(match.players)]
    for number in range(40):
        for viewer in range(SPECTATOR, match.players) if number % 5 == 0 else ():
            voice = Voice(game, "en", names, None if viewer == SPECTATOR else viewer)
            dream = match.state.clone()
            game.redeal(dream, viewer, rng(dice.getrandbits(60)))
            said = [
                voice.observation(game.view(state, viewer), match.events(viewer))
                + voice.choices(game.legal_json(state, viewer))
                for state in (match.state, dream)
            ]
            assert said[0] == said[1]
        if match.is_over:
            break
        seat = dice.choice(match.actors)
        match.play(seat, dice.choice(match.legal(seat)))


def test_events_are_told_once() -> None:
    """A second look tells only what is new."""
    match = talk("maskmen", players=2)
    seat = match.match.actors[0]
    assert "What happened:" in match.observation(seat)
    assert "Nothing has happened since." in match.observation(seat)
    match.play(seat, "1")
    assert match.observation(1 - seat).count("\n- ") > match.observation(seat).count("\n- ") > 0


# ---------------------------------------------------------------- what is said
def test_a_prompt_reads_like_this() -> None:
    """Phase, seat, view, events, choices."""
    assert talk("indian-poker", chips=4, max_hands=1).prompt(0) == PROMPT


PROMPT = """\
Betting · Player 1 to act
You are Player 1, seat 1 of 2.

What you see:
hand: 1
leader: Player 1 (you)
turn: Player 1 (you)
chips left: Player 1 (you) 3; Player 2 3
bet: Player 1 (you) 1; Player 2 1
carried: 0
card: Player 1 (you) ?; Player 2 10
cards left in the deck: 18
cards that I have seen: 10

What happened:
- Hand 1. The leader is you, the ante 1, carried 0.
- The card of Player 2: 10.

Your choices:
1. Fold
2. Raise to 2
3. Raise to 3
4. Raise to 4
Answer with a number from 1 to 4, with the words of a choice, or with its JSON, for example {"type": "raise", "to": 4}."""


def test_many_amounts_are_one_line() -> None:
    """The numbers on it still count."""
    match = talk("indian-poker", chips=2000)
    seat = match.match.actors[0]
    lines = match.choices(seat).splitlines()
    assert lines[1:3] == ["   1. Fold", "2–2000. Raise to 2 … Raise to 2000"]
    assert match.play(seat, "3") == {"type": "raise", "to": 3}


# ---------------------------------------------------------------- what is understood
def at_the_opening() -> tuple[TextMatch, int]:
    """Indian Poker, the leader may fold or raise: 1. Fold, 2. Raise to 2, … 30. Raise to 30."""
    match = talk("indian-poker")
    return match, match.match.actors[0]


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("1", {"type": "fold"}),
        (" 2. ", {"type": "raise", "to": 2}),
        ("#2", {"type": "raise", "to": 2}),
        ("(2)", {"type": "raise", "to": 2}),
        ("Raise to 12", {"type": "raise", "to": 12}),
        ("raise  TO 12!", {"type": "raise", "to": 12}),
        ("I think I should raise to 12.", {"type": "raise", "to": 12}),
        ("They raised 5 times in 7 hands.\nMy choice: 3", {"type": "raise", "to": 3}),
        ("With 5 or 6 chips left I would not.\n\nFold", {"type": "fold"}),
        ('{"type": "raise", "to": 9}', {"type": "raise", "to": 9}),
        ('Here it is: ```json\n{"type": "raise", "to": 9}\n```', {"type": "raise", "to": 9}),
        ('{"action": {"type": "fold"}, "reason": "a low card"}', {"type": "fold"}),
        ('{"choice": 2}', {"type": "raise", "to": 2}),
        ('{"action": "Raise to 4"}', {"type": "raise", "to": 4}),
    ],
)
def test_answers_are_understood(reply: str, action: dict[str, Any]) -> None:
    """A number, words, JSON; alone or in a longer answer that says one thing."""
    match, seat = at_the_opening()
    assert match.play(seat, reply) == action


def test_korean_answers_are_understood() -> None:
    """A number with its counter is a choice, unless it is somebody's name."""
    match = talk("indian-poker", "ko")
    seat = match.match.actors[0]
    legal, voice = match.match.legal(seat), match.voices[seat]
    assert voice.understand("2번", legal) == {"type": "raise", "to": 2}
    assert voice.understand("저는 접기를 고르겠습니다. 접기", legal) == {"type": "fold"}
    match = talk("infiltration", "ko", 5)
    for seat in range(5):
        match.play(seat, "1")
    assert match.play(0, "3번") == {"type": "vote", "for": 2}
    assert match.play(1, "나에게 투표") == {"type": "vote", "for": 1}


def test_one_may_speak_of_oneself_by_name() -> None:
    """“Vote for you” is also “Vote for Ann”."""
    match = TextMatch(Match(BY_ID["middle-race"], 4, {}, 1), "en", ["Ann", "Bob", "Cleo", "Dan"])
    voice, legal = match.voices[0], match.match.legal(0)
    assert (
        voice.understand("Vote for you", legal) == voice.understand("vote for Ann", legal) == {"type": "vote", "for": 0}
    )


# ---------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("reply", "sentence", "clause"),
    [
        ("", "There is no answer. Answer with a number from 1 to 30.", None),
        (" ... ", "There is no answer. Answer with a number from 1 to 30.", None),
        ("31", "There is no choice 31: the choices go from 1 to 30.", None),
        ("0", "There is no choice 0: the choices go from 1 to 30.", None),
        ("Call", "“Call” is not possible now (IP-4): ", "IP-4"),
        ("Raise to 31", "“Raise to 31” is not possible now (IP-5): ", "IP-5"),
        ("raise to 1", "“Raise to 1” is not possible now (IP-3): ", "IP-3"),
        ('{"type": "call"}', "“Call” is not possible now (IP-4): ", "IP-4"),
        ('{"type": "raise"}', "That is no action of this game: action 'raise' needs the field 'to'.", None),
        ('{"type": "check"}', "That is no action of this game: there is no action 'check' in this game; ", None),
        (
            '{"type": "raise", "to": "all"}',
            "That is no action of this game: action 'raise': to must be a whole number",
            None,
        ),
        ("whatever you like", "That names no choice: 'whatever you like'.", None),
        ("Fold, or raise to 3?", "That names more than one choice (Fold, Raise to 3).", None),
        ("3 or 4", "That names more than one choice (Raise to 3, Raise to 4).", None),
        ("{" * 3000, "That names no choice: ", None),
    ],
)
def test_refusals_say_why(reply: str, sentence: str, clause: str | None) -> None:
    """One sentence; where a rule forbids it, its clause; and nothing has happened."""
    match, seat = at_the_opening()
    before = state_of(match)
    with pytest.raises(InvalidInput) as caught:
        match.play(seat, reply)
    assert str(caught.value).startswith(sentence)
    assert getattr(caught.value, "clause", None) == clause
    assert state_of(match) == before


def test_refusals_are_korean_in_korean() -> None:
    """With the clause's own words."""
    match = talk("indian-poker", "ko")
    with pytest.raises(IllegalAction, match=r"지금은 ‘받기’ 선택을 할 수 없습니다\(IP-4\)\. .+"):
        match.play(match.match.actors[0], "받기")
    with pytest.raises(InvalidAction, match="99번 선택은 없습니다"):
        match.play(match.match.actors[0], "99")


def test_whoever_is_not_asked_is_told_so() -> None:
    """And nothing is understood."""
    match, seat = at_the_opening()
    assert match.choices(1 - seat) == "You have nothing to decide now."
    with pytest.raises(IllegalAction, match="You have nothing to decide now"):
        match.play(1 - seat, "1")


def test_a_voice_needs_no_rules_at_hand() -> None:
    """At a table far away nobody knows the clause: the choice is refused without it."""
    match, seat = at_the_opening()
    with pytest.raises(IllegalAction, match=r"“Call” is not possible now\.$") as caught:
        match.voices[seat].understand("call", match.match.legal(seat))
    assert caught.value.clause is None


def test_bad_settings_are_refused() -> None:
    """A language that is not spoken, names that are too few."""
    with pytest.raises(InvalidInput, match="no language 'fr'"):
        talk("maskmen", "fr")
    with pytest.raises(InvalidInput, match="there are 4 seats and 1 names"):
        TextMatch(Match(BY_ID["maskmen"], 4, {}, 1), "en", ["Ann"])
