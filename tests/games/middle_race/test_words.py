"""Everything that can happen, be asked or be refused has words in both languages, and a short race to read."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from mainmatch.core.match import Match
from tests.games.middle_race.positions import GAME, do, options_by, position_by, race, read

NAMES = [f"P{i}" for i in range(11)]
LONG_AGO = Path(__file__).with_name("playthrough.txt")


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_every_word_is_there(lang: str) -> None:
    """A sentence for each event, a label for each kind of action, a term for each value."""
    words = GAME.words(lang)
    assert set(words["events"]) == {kind.name for kind in GAME.events.kinds}
    assert set(words["actions"]) == {family.name for family in GAME.actions.families}
    for family in GAME.actions.families:
        for kind, values in ((d.kind, d.values) for d in family.parameters.values()):
            if kind not in ("player", "card"):
                assert {"null" if v is None else str(v) for v in values} <= set(words["terms"][kind])


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_every_moment_can_be_said(lang: str) -> None:
    """Headlines, labels, refusals and events along random races."""
    for seed in range(60):
        dice = random.Random(seed)
        state = read(position_by(dice), seed, **options_by(dice))
        words = GAME.sentences(lang, NAMES, 0)
        state.told = []
        for _ in range(40):
            assert "{" not in words.headline(GAME.view(state, 0))
            if GAME.is_over(state):
                break
            seat = GAME.actors(state)[0]
            for action, clause in GAME.refused(state, seat):
                assert words.action(action)
                assert clause in words.words["why"]
            action = dice.choice(GAME.legal(state, seat))
            assert words.action(GAME.actions.decode(action))
            GAME.apply(state, seat, action)
        for viewer in range(-1, state.players):
            for told in state.told:
                event = GAME.events.project(told, viewer)
                if event is not None:
                    assert "{" not in words.event(event)


def test_refused_choices_worth_showing() -> None:
    """Cards of the full set that are gone, characters of the race that cannot be designated; nothing that nobody has."""
    state = read(race({1: 10, 4: 20, 7: 3, 11: 10}, 1, hands={1: [2, 4]}, last={1: 7}))
    found = {json.dumps(action): clause for action, clause in GAME.refused(state, GAME.actors(state)[0])}
    assert found == {
        json.dumps({"type": "submit", "card": 1}): "MR-5",
        json.dumps({"type": "submit", "card": 3}): "MR-5",
        **{
            json.dumps({"type": "gravity", "card": card, "target": c}): clause
            for card in (2, 4)
            for c, clause in ((1, "MR-9"), (7, "MR-9"), (11, "MR-10"))
        },
    }


def test_the_ladder_tells_what_is_to_come() -> None:
    """In order: what Push and Union would move now, Delete and Mirror, then the turn's own."""
    state = do(read(race({1: 10, 4: 9, 6: 10, 8: 20, 11: 4}, 1)), {"type": "gravity", "card": 4, "target": 8})
    do(state, {"type": "mirror", "target": 4})
    view = GAME.view(state, -1)
    assert view["asked"] == "delete"
    assert view["pending"] == [{"kind": "mirror", "character": 8, "distance": 9}]
    state = do(read(race({3: 9, 5: 9, 7: 8, 8: 9}, 5, hands={5: [1]})), {"type": "submit", "card": 1, "target": 8})
    assert GAME.view(state, -1)["pending"] == [{"kind": "move", "character": 5, "distance": 1, "partner": 8}]
    do(state, {"type": "one", "step": 1})
    assert GAME.view(state, -1)["pending"] == [
        {"kind": "push", "character": 3, "target": 7},
        {"kind": "push", "character": 3, "target": 8},
        {"kind": "move", "character": 5, "distance": 1, "partner": 8},
    ]


def test_the_playthrough_reads_as_ever() -> None:
    """Mirror, Push, Delete, Union and Silence for four laps, deciding at random: the whole log, a line an event."""
    match = Match(GAME, 5, {"draft": "random", "max_laps": 4}, 143)
    dice = random.Random(1)
    words = GAME.sentences("en", ["Ann", "Bob", "Cho", "Dan", "Eve"], None)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, dice.choice(match.legal(seat)))
    log = [f"{event['clause']:6}{words.event(event)}" for event in match.events()]
    log.append(json.dumps(GAME.outcome(match.state)))
    assert "\n".join(log) + "\n" == LONG_AGO.read_text(encoding="utf-8")
