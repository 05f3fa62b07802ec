"""Primers over the wire: what somebody has done so far is played again, and shown as to a seat of a live match.

Nothing is stored: the page keeps what was done, and sends it with every question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from mainmatch.core.actions import Action
from mainmatch.core.chance import Chance, ScriptedChance
from mainmatch.core.errors import IllegalAction, InvalidAction, InvalidFile, InvalidInput
from mainmatch.core.game import Game, State
from mainmatch.core.primer import Lesson, Step, has_primer, primer, primer_words
from mainmatch.server.projection import LiveViews
from mainmatch.server.refusals import Refusal
from mainmatch.server.table import BOT, PERSON, Table
from mainmatch.server.wire import Given, Short, encode

MOST_STEPS = 100
NO_KEY = bytes(32)
"""A lesson's chance is written down: there is nothing to promise."""


class Lessons(Given):
    """Body of `POST /api/games/{game}/primer`."""

    lang: Short
    done: Annotated[list[dict[str, Any] | None], Meta(max_length=MOST_STEPS)]
    """One entry for each step done: the action, or null for a step that was read or shown."""
    action: dict[str, Any] | None = None
    """What the person tries now."""


class LessonTable(Table):
    """A table at which a lesson is played: a given position, chance from a script."""

    def __init__(self, game: Game, lesson: Lesson, number: int, at: int) -> None:
        self.lesson = lesson
        super().__init__("primer", number, game, lesson.players, lesson.options, NO_KEY, at)
        for seat, action in lesson.before:
            self.play(seat, action, BOT, at)

    def source(self) -> Chance:
        """See `Table.source`."""
        return ScriptedChance(self.lesson.draws)

    def deal(self) -> State:
        """See `Table.deal`."""
        lesson = self.lesson
        if lesson.state is None:
            return super().deal()
        state = self.game.blank(lesson.players, lesson.options, self.recorder)
        self.game.read_state(state, lesson.state)
        state.told = []
        return state

    def play(self, seat: int, action: Action, by: str, at: int) -> None:
        """Make a decision at once."""
        self.install(self.prepare(seat, action, by, at), None)

    def shown(self, step: Step) -> Action:
        """What the step wants, for somebody who asks to be shown."""
        seat = self.lesson.seat
        for pattern in step.do:
            for number in self.game.legal(self.state, seat):
                action = self.game.actions.decode(number)
                if all(action.get(k) == v for k, v in pattern.items()):
                    return action
        raise InvalidFile(f"step {step.id} of lesson {self.lesson.id} wants nothing that is possible")

    def do(self, step: Step, done: Action | None, at: int) -> None:
        """A step is done, and what follows happens. Raises InvalidInput."""
        if step.do:
            action = self.shown(step) if done is None else done
            if not step.wants(action):
                raise InvalidInput(f"step {step.id} wants something else")
            self.play(self.lesson.seat, action, PERSON, at)
        elif done is not None:
            raise InvalidInput(f"step {step.id} is only read")
        for seat, action in step.then:
            self.play(seat, action, BOT, at)


@dataclass(frozen=True)
class Reached:
    """Where somebody stands who has done so many steps."""

    table: LessonTable
    step: int
    steps: int


def find_primer(game: Game, lang: str) -> dict[str, Any]:
    """A primer's words and steps, as the page shows them. Raises Refusal `no_such_page`."""
    if not has_primer(game):
        raise Refusal("no_such_page", "This game has no primer.")
    try:
        found, words = primer(game), primer_words(game, lang)
    except InvalidFile as error:
        raise Refusal("no_such_page", "This game has no primer in this language.") from error
    return {
        "title": words["title"],
        "end": words["end"],
        "names": words["names"],
        "steps": [
            {
                "lesson": lesson.id,
                "title": words["lessons"][lesson.id]["title"],
                "text": words["lessons"][lesson.id]["steps"][step.id]["text"],
                "kind": "do" if step.do else "read",
                "clause": step.clause,
            }
            for lesson, step in found.steps
        ],
    }


def walk(game: Game, done: list[Action | None], at: int) -> Reached:
    """Play again what was done. Raises Refusal `primer_changed`."""
    steps = primer(game).steps
    if len(done) > len(steps):
        raise primer_changed()
    table: LessonTable | None = None
    # The lesson of the step that comes next is laid out too; after the last step its table stays.
    for number, (lesson, step) in enumerate(steps[: len(done) + 1]):
        if table is None or table.lesson is not lesson:
            table = LessonTable(game, lesson, 1 + primer(game).lessons.index(lesson), at)
        if number == len(done):
            break
        try:
            table.do(step, done[number], at)
        except InvalidInput as error:
            raise primer_changed() from error
    if table is None:
        raise primer_changed()
    return Reached(table, len(done), len(steps))


def primer_changed() -> Refusal:
    """What was done does not fit."""
    return Refusal("primer_changed", "These steps do not lead through this primer. Begin it again.")


def answer(game: Game, given: Lessons, at: int) -> bytes:
    """Where the person stands now, and what its action met with. Raises Refusal."""
    find_primer(game, given.lang)
    reached = walk(game, given.done, at)
    met = None
    if given.action is not None:
        met = met_with(game, reached, given.action, given.lang)
        if met is None:
            reached = walk(game, [*given.done, given.action], at)
    table = reached.table
    names = primer_words(game, given.lang)["names"]
    views, seat = LiveViews(table), table.lesson.seat
    shown, log = views.table(seat, names), views.log(seat)
    events = b'{"match":%d,"after":0,"items":[%s]}' % (table.number, b",".join(log))
    return b'{"time":%d,"step":%d,"steps":%d,"accepted":%s,"answer":%s,"table":%s,"events":%s}' % (
        at,
        reached.step,
        reached.steps,
        encode(given.action is not None and met is None),
        encode(met),
        shown,
        events,
    )


def met_with(game: Game, reached: Reached, action: Action, lang: str) -> dict[str, Any] | None:
    """Why an action does not do the step; None: it does."""
    if reached.step == reached.steps:
        raise primer_changed()
    lesson, step = primer(game).steps[reached.step]
    words = primer_words(game, lang)["lessons"][lesson.id]["steps"][step.id]
    try:
        game.check_action(reached.table.state, lesson.seat, action)
    except InvalidAction as error:
        raise Refusal("invalid_action", f"{error}.") from error
    except RecursionError as error:
        raise Refusal("invalid_action", "An action is not nested that deeply.") from error
    except IllegalAction as error:
        if error.clause is None:
            raise Refusal("decision_closed", "There is nothing to decide in this step.") from error
        return {"kind": "refused", "text": game.words(lang)["why"].get(error.clause, ""), "clause": error.clause}
    if step.wants(action):
        return None
    text = words.get("hints", {}).get(action["type"], words.get("hint", words["text"]))
    return {"kind": "hint", "text": text, "clause": step.clause}
