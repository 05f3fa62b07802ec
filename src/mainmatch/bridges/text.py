"""Any seat played in words, in Korean or English: for language models, scripts, and whoever reads rather than looks.

A `Voice` speaks for one seat. It is made of names and a language and is given what the seat receives (view, events, legal
actions), never a state, so that it works at a table in this process and at one far away. It says what the seat sees,
numbers the choices, and reads the answer: a number, the words of a choice, or an action as JSON. An answer that it
cannot follow is refused in a sentence that says why, with the clause where a rule forbids it.

    talk = TextMatch(Match(find("maskmen"), 3, chance=7))
    while not talk.match.is_over:
        seat = talk.match.actors[0]
        try:
            talk.play(seat, answer(talk.prompt(seat)))
        except InvalidInput as refusal:
            ...                                     # nothing has happened; tell them why, and ask again
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from mainmatch.core.actions import Action, Family
from mainmatch.core.domains import Domain
from mainmatch.core.errors import IllegalAction, InvalidAction, InvalidInput
from mainmatch.core.events import EventJson
from mainmatch.core.facts import NOT_SHOWN, Facts
from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.core.messages import LANGUAGES
from mainmatch.core.record import SPECTATOR

Why = Callable[[Action], str | None]
"""The clause that forbids an action now, or None."""

ENGLISH = {
    "name": "Player {number}",
    "you": "you",
    "you_are": "You are {name}, seat {number} of {count}.",
    "watching": "You watch; all that is public:",
    "sees": "What you see:",
    "happened": "What happened:",
    "nothing": "Nothing has happened since.",
    "choices": "Your choices:",
    "answer": "Answer with a number from 1 to {count}, with the words of a choice, or with its JSON, for example {example}.",
    "wait": "You have nothing to decide now.",
    "over": "Result:",
    "score": "score",
    "by_seat": "by seat",
    "stronger": "{winner} beats {losers}",
    "empty": "There is no answer. Answer with a number from 1 to {count}.",
    "no_number": "There is no choice {number}: the choices go from 1 to {count}.",
    "several": "That names more than one choice ({labels}). Answer with one number from 1 to {count}.",
    "unknown": "That names no choice: {text!r}. Answer with a number from 1 to {count}, or with the words of one choice.",
    "no_action": "That is no action of this game: {fault}.",
    "illegal": "“{label}” is not possible now.",
    "illegal_why": "“{label}” is not possible now ({clause}): {why}",
}
KOREAN = {
    "name": "{number}번",
    "you": "나",
    "you_are": "나는 {count}명 중 {number}번 자리의 {name}입니다.",
    "watching": "관전합니다. 모두에게 공개된 것:",
    "sees": "보이는 것:",
    "happened": "그동안 일어난 일:",
    "nothing": "그동안 일어난 일이 없습니다.",
    "choices": "할 수 있는 선택:",
    "answer": "1부터 {count}까지의 번호, 선택의 문구, 또는 JSON으로 답하세요. JSON의 예: {example}",
    "wait": "지금은 결정할 것이 없습니다.",
    "over": "결과:",
    "score": "점수",
    "by_seat": "자리 순서",
    "stronger": "{winner} > {losers}",
    "empty": "답이 없습니다. 1부터 {count}까지의 번호로 답하세요.",
    "no_number": "{number}번 선택은 없습니다. 선택은 1부터 {count}까지입니다.",
    "several": "선택이 둘 이상입니다({labels}). 1부터 {count}까지의 번호 하나로 답하세요.",
    "unknown": "어떤 선택인지 알 수 없습니다: {text!r}. 1부터 {count}까지의 번호나 선택 하나의 문구로 답하세요.",
    "no_action": "이 게임에 없는 행동입니다: {fault}.",
    "illegal": "지금은 ‘{label}’ 선택을 할 수 없습니다.",
    "illegal_why": "지금은 ‘{label}’ 선택을 할 수 없습니다({clause}). {why}",
}
PHRASES = {"en": ENGLISH, "ko": KOREAN}
MANY = 40
"""More legal actions of a family with one number than this are one line: from the first to the last."""
_HOLE = re.compile(r"\{(\w+)(?:([:?])([^/{}]*)/([^/{}]*))?\}")
_NUMBER = re.compile(r"[#(\[]?\s*(\d{1,9})\s*[.)\]:]?")
_QUOTES = "\"'`“”‘’«».,!?;: \t\r\n"


class Voice:
    """The words of one seat (None: a spectator) at one table."""

    def __init__(self, game: Game, lang: str, names: list[str], seat: int | None) -> None:
        if lang not in LANGUAGES:
            raise InvalidInput(f"there is no language {lang!r}; there are {' and '.join(LANGUAGES)}")
        self.game = game
        self.names = names
        self.seat = seat
        self.phrases = PHRASES[lang]
        self.words = game.sentences(lang, names, seat)
        self.plainly = game.sentences(lang, names)
        self._patterns: list[tuple[Family, re.Pattern[str], dict[str, str]]] = []

    # ------------------------------------------------------------ what the seat sees
    def observation(self, view: dict[str, Any], events: list[EventJson]) -> str:
        """Phase, who one is, the view field by field, and what happened since the last look."""
        say = self.phrases
        known = [self.plainly.headline(view)]
        if self.seat is None:
            known += ["", say["watching"]]
        else:
            you = say["you_are"].format(name=self.names[self.seat], number=self.seat + 1, count=len(self.names))
            known += [you, "", say["sees"]]
        known += self.table(view)
        if events:
            known += ["", say["happened"], *(f"- {self.words.event(event)}" for event in events)]
        else:
            known += ["", say["nothing"]]
        return "\n".join(known)

    def table(self, view: dict[str, Any]) -> list[str]:
        """The view as lines: one a field, one a record where a field holds several."""
        facts = _Lines(self.words, view, self.names, self.seat)
        return [line for name, value in view.items() if name not in NOT_SHOWN for line in facts.lines(name, value)]

    def result(self, outcome: dict[str, Any], scores: list[int] | None = None) -> str:
        """How the match ended; with the scores where they are known."""
        lines = self.table({**outcome})
        if scores is None:
            return "\n".join([self.phrases["over"], *lines])
        facts = _Lines(self.words, outcome, self.names, self.seat)
        by_seat = "; ".join(f"{facts.who(p)} {score}" for p, score in enumerate(scores))
        return "\n".join([self.phrases["over"], *lines, f"{self.phrases['score']}: {by_seat}"])

    # ------------------------------------------------------------ what it may answer
    def choices(self, legal: list[Action]) -> str:
        """The legal actions, numbered from 1, and how to answer."""
        if not legal:
            return self.phrases["wait"]
        width = len(str(len(legal)))
        lines = [self.phrases["choices"]]
        numbered = enumerate(legal, 1)
        for family, group in groupby(numbered, lambda choice: self._family(choice[1])):
            found = list(group)
            if len(found) > MANY and len(family.parameters) == 1:
                (first, low), (last, high) = found[0], found[-1]
                lines.append(f"{first}–{last}. {self.words.action(low)} … {self.words.action(high)}")
            else:
                lines += [f"{number:>{width}}. {self.words.action(action)}" for number, action in found]
        example = json.dumps(legal[-1], ensure_ascii=False)
        return "\n".join([*lines, self.phrases["answer"].format(count=len(legal), example=example)])

    def _family(self, action: Action) -> Family:
        return self.game.actions.family(self.game.actions.encode(action))

    # ------------------------------------------------------------ what it answers
    def understand(self, reply: str, legal: list[Action], why: Why | None = None) -> Action:
        """The legal action that an answer names. Raises InvalidInput with a sentence; IllegalAction names the clause, if one forbids it.

        Read in this order: JSON anywhere in the answer; a number; the words of a choice; words of a choice or one
        number in a longer answer, where it names exactly one.
        """
        if not legal:
            raise IllegalAction(self.phrases["wait"])
        found = self._json(reply)
        if found is not None:
            return self._structured(found, legal, why)
        plain = reply.strip(_QUOTES)
        if not plain:
            raise InvalidAction(self.phrases["empty"].format(count=len(legal)))
        number = _NUMBER.fullmatch(plain)
        if number:
            return self._numbered(int(number[1]), legal)
        return self._spoken(plain, legal, why)

    @staticmethod
    def _json(reply: str) -> dict[str, Any] | None:
        decoder = json.JSONDecoder()
        at = reply.find("{")
        while at >= 0:
            try:
                found, _ = decoder.raw_decode(reply, at)
            except (json.JSONDecodeError, RecursionError):
                at = reply.find("{", at + 1)
                continue
            return found
        return None

    def _structured(self, found: dict[str, Any], legal: list[Action], why: Why | None) -> Action:
        """An action; or an object whose `action`, `choice` or `number` is one, or names one."""
        if "type" not in found:
            inner = next((found[key] for key in ("action", "choice", "number") if key in found), None)
            if isinstance(inner, dict):
                return self._structured(inner, legal, why)
            if isinstance(inner, (str, int)) and not isinstance(inner, bool):
                return self.understand(str(inner), legal, why)
        try:
            action = self.game.actions.decode(self.game.actions.encode(found))
        except InvalidInput as fault:
            raise InvalidAction(self.phrases["no_action"].format(fault=fault)) from fault
        return self._legal(action, legal, why)

    def _numbered(self, number: int, legal: list[Action]) -> Action:
        if not 1 <= number <= len(legal):
            raise InvalidAction(self.phrases["no_number"].format(number=number, count=len(legal)))
        return legal[number - 1]

    def _legal(self, action: Action, legal: list[Action], why: Why | None) -> Action:
        if action in legal:
            return action
        label = self.words.action(action)
        clause = why(action) if why else None
        if clause is None:
            raise IllegalAction(self.phrases["illegal"].format(label=label))
        reason = self.words.why(clause)
        raise IllegalAction(self.phrases["illegal_why"].format(label=label, clause=clause, why=reason), clause)

    def _spoken(self, plain: str, legal: list[Action], why: Why | None) -> Action:
        said = _normal(plain)
        labels = [self._labels(action) for action in legal]
        for action, names in zip(legal, labels, strict=True):
            if said in names:
                return action
        for action in self._named(said):
            return self._legal(action, legal, why)
        lines = [line for line in plain.splitlines() if line.strip()]
        for text in (_normal(lines[-1]), said):
            named, numbers = self._within(text, labels)
            if len(named) == 1:
                return legal[named.pop()]
            if len(named) > 1:
                shown = ", ".join(self.words.action(legal[i]) for i in sorted(named)[:6])
                raise InvalidAction(self.phrases["several"].format(labels=shown, count=len(legal)))
            if len(numbers) == 1:
                return self._numbered(numbers.pop(), legal)
        short = plain if len(plain) <= 60 else plain[:57] + "…"
        raise InvalidAction(self.phrases["unknown"].format(text=short, count=len(legal)))

    def _labels(self, action: Action) -> set[str]:
        """The words of an action, as this seat says them and as everybody else does."""
        return {_normal(self.words.action(action)), _normal(self.plainly.action(action))}

    @staticmethod
    def _within(text: str, labels: list[set[str]]) -> tuple[set[int], set[int]]:
        """Which choices a text names, by their words or their numbers; and all numbers in it that stand for themselves."""
        found = [(label, i) for i, names in enumerate(labels) for label in names if _holds(text, label)]
        found = [
            (label, i) for label, i in found if not any(label != longer and label in longer for longer, _ in found)
        ]
        for label, _ in found:
            text = text.replace(label, " ")
        numbers = {int(n) for n in re.findall(r"(?<![\w.-])\d{1,9}(?![\d]|\.\d|[a-z])", text)}
        return {i for _, i in found} | {n - 1 for n in numbers if 1 <= n <= len(labels)}, numbers

    def _named(self, said: str) -> Iterator[Action]:
        """Actions of the game, possible now or not, of which these are the words."""
        if not self._patterns:
            self._patterns = [self._pattern(family) for family in self.game.actions.families]
        for family, pattern, holes in self._patterns:
            match = pattern.fullmatch(said)
            if match is None:
                continue
            action: Action = {"type": family.type}
            for name, group in holes.items():
                value = self._value(family.parameters[name], match[group])
                if value is None:
                    break
                action[name] = value[0]
            else:
                if said in self._labels(action):
                    yield action

    def _pattern(self, family: Family) -> tuple[Family, re.Pattern[str], dict[str, str]]:
        """A family's label as a pattern, and the group of each of its values."""
        text, at = "", 0
        holes: dict[str, str] = {}
        template = _normal(self.words.words["actions"][family.name])
        names = {name.casefold(): name for name in family.parameters}
        for hole in _HOLE.finditer(template):
            text += re.escape(template[at : hole.start()])
            at = hole.end()
            name, how, first, second = hole[1], hole[2], hole[3], hole[4]
            if how == "?":
                text += f"(?:{re.escape(first)}|{re.escape(second)})"
                continue
            holes[names.get(name, name)] = f"v{len(holes)}"
            text += f"(?P<v{len(holes) - 1}>.+?)"
            if how == ":":
                text += f"(?:{re.escape(first)}|{re.escape(second)})"
        return family, re.compile(text + re.escape(template[at:])), holes

    def _value(self, domain: Domain, said: str) -> tuple[Any] | None:
        """The value of a domain that these words name, in a tuple (a value may be None)."""
        if isinstance(domain.values, range) and said.isascii() and said.isdigit() and len(said) < 10:
            value = int(said)
            if domain.kind not in self.words.words.get("terms", {}) and domain.kind != "player":
                return (value,) if value in domain.values else None
        if len(domain) > 2000:
            return None
        for value in domain.values:
            shown = list(value) if isinstance(value, tuple) else value
            seats = shown if isinstance(shown, list) else [shown]
            if domain.kind == "player" and any(seat >= len(self.names) for seat in seats):
                continue  # a table of actions goes up to the most players
            if said in {_normal(words.sentences.value(domain.kind, shown)) for words in (self.words, self.plainly)}:
                return (shown,)
        return None


class _Lines(Facts):
    """A view as lines of text."""

    def who(self, seat: int) -> str:
        """A seat's name, marked when it is one's own."""
        return f"{self.names[seat]} ({PHRASES[self.lang]['you']})" if seat == self.seat else self.names[seat]

    def player(self, seat: int | None) -> str:
        """See `who`."""
        return self.common["nobody"] if seat is None else self.who(seat)

    def players(self, seats: Any) -> str:
        """Several of them."""
        return ", ".join(self.common["unknown"] if p is None else self.who(p) for p in seats) or "–"

    def lines(self, name: str, value: Any) -> list[str]:
        """A field of the view: a line, or several; none where there is nothing to say."""
        if value is None or value is False or value in ([], {}):
            return []
        title = self.field(name)
        if (
            isinstance(value, list)
            and all(isinstance(item, dict) for item in value)
            and not self.is_by_seat(name, value)
        ):
            return [f"{title}:", *(f"- {self.within(name, item)}" for item in value)]
        if self.is_by_seat(name, value):
            return [f"{title}: " + "; ".join(f"{self.who(p)} {self.within(name, v)}" for p, v in enumerate(value))]
        return [f"{title}: {self.within(name, value)}"]

    def within(self, name: str, value: Any) -> str:
        """A value of a field, and what it is made of."""
        if isinstance(value, dict):
            kind = self.keys_kind(value)
            given = ((key, item) for key, item in value.items() if item is not None)
            if kind:
                return (
                    "; ".join(f"{self.words.sentences.value(kind, key)} {self.text(name, item)}" for key, item in given)
                    or "–"
                )
            return "; ".join(self.part(key, item) for key, item in given) or "–"
        if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
            return self.pairs(value)
        if self.is_by_seat(name, value):
            return f"{', '.join(self.text(name, item) for item in value)} ({PHRASES[self.lang]['by_seat']})"
        return self.text(name, value)

    def part(self, name: str, value: Any) -> str:
        """A field of a record; its name only where the value does not say it."""
        title, shown = self.field(name), self.within(name, value)
        return shown if shown.startswith(title) else f"{title} {shown}"

    def keys_kind(self, value: dict[str, Any]) -> str | None:
        """The kind of thing that an object's keys name: wrestlers, characters, columns. None: they are fields."""
        terms = self.words.words.get("terms", {})
        return next((kind for kind, words in terms.items() if kind != "word" and set(value) <= set(words)), None)

    def pairs(self, value: list[list[Any]]) -> str:
        """Pieces with their owners; or who beats whom."""
        if not all(len(pair) == 2 for pair in value):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value[0][0], int):
            return ", ".join(self.pair(pair) for pair in value)
        say = PHRASES[self.lang]["stronger"]
        beaten: dict[str, list[str]] = {}
        for winner, loser in value:
            beaten.setdefault(self.text("stronger", winner), []).append(self.text("stronger", loser))
        return "; ".join(say.format(winner=winner, losers=", ".join(losers)) for winner, losers in beaten.items())


def _normal(text: str) -> str:
    """Words alike but for case, spaces, and the signs for times."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text).casefold().replace("×", "x")).strip(_QUOTES)


def _holds(text: str, label: str) -> bool:
    """Is the label in the text, not as a part of longer words or numbers?"""
    return re.search(rf"(?<![\w]){re.escape(label)}(?!\d|[a-z])", text) is not None


class TextMatch:
    """A match of which every seat is played in words."""

    def __init__(self, match: Match, lang: str = "en", names: list[str] | None = None) -> None:
        self.match = match
        phrases = PHRASES.get(lang, ENGLISH)
        self.names = names or [phrases["name"].format(number=p + 1) for p in range(match.players)]
        if len(self.names) != match.players:
            raise InvalidInput(f"there are {match.players} seats and {len(self.names)} names")
        self.voices = {
            seat: Voice(match.game, lang, self.names, None if seat == SPECTATOR else seat)
            for seat in range(SPECTATOR, match.players)
        }
        self.heard = dict.fromkeys(self.voices, 0)
        """How many events each viewer has been told."""

    def observation(self, seat: int = SPECTATOR) -> str:
        """What this viewer sees, and what happened since it last looked; at the end also the result."""
        match, voice = self.match, self.voices[seat]
        events = match.events(seat, self.heard[seat])
        self.heard[seat] = len(match.told)
        text = voice.observation(match.view(seat), events)
        if match.is_over:
            scores = [match.game.score(match.state, p) for p in range(match.players)]
            text += "\n\n" + voice.result(match.game.outcome(match.state), scores)
        return text

    def choices(self, seat: int) -> str:
        """The seat's choices, numbered."""
        return self.voices[seat].choices(self.match.legal(seat))

    def prompt(self, seat: int) -> str:
        """All that somebody needs who decides for this seat."""
        return f"{self.observation(seat)}\n\n{self.choices(seat)}"

    def play(self, seat: int, reply: str) -> Action:
        """Read an answer and carry it out; the action. Raises InvalidInput with the reason: nothing has happened then."""
        game, state = self.match.game, self.match.state

        def why(action: Action) -> str | None:
            return game.refusal(state, seat, game.actions.encode(action))

        action = self.voices[seat].understand(reply, self.match.legal(seat), why)
        self.match.play(seat, action)
        return action
