"""Primers: learnt by doing on the real rules, nothing stored, nothing shown that a live seat would not see."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from mainmatch.core.actions import Action
from mainmatch.core.game import Game
from mainmatch.core.primer import has_primer, primer, primer_words
from mainmatch.games import all_games
from mainmatch.server.primers import Reached, met_with, walk
from mainmatch.server.projection import LiveViews
from tests.conformance.worlds import games
from tests.server.live import Live, serving

GAMES = [game for game in games() if has_primer(game)]
"""Our own and the example from outside."""
OURS = all_games()
LANGUAGES = ("ko", "en")
by_id = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def standing(game: Game) -> list[tuple[int, Reached]]:
    """Every step of a primer with the table that somebody sees there who was shown all before it."""
    return [(number, walk(game, [None] * number, 0)) for number in range(len(primer(game).steps))]


@by_id
def test_a_primer_leads_to_its_end_and_teaches_by_doing(game: Game) -> None:
    """Eight to twenty steps in our own; at least half of them are done, not read."""
    steps = primer(game).steps
    assert 8 <= len(steps) <= 20 or game.id not in OURS
    assert 2 * sum(bool(step.do) for _, step in steps) >= len(steps)
    assert walk(game, [None] * len(steps), 0).step == len(steps)


@by_id
def test_every_wanted_action_leads_on_and_every_other_gets_the_hint(game: Game) -> None:
    """A pattern that matches nothing, a script that one of several right answers breaks, a missing hint: all would show here."""
    for number, reached in standing(game):
        lesson, step = primer(game).steps[number]
        if not step.do:
            continue
        legal = game.legal_json(reached.table.state, lesson.seat)
        wanted = [action for action in legal if step.wants(action)]
        for pattern in step.do:
            assert any(all(a.get(k) == v for k, v in pattern.items()) for a in legal), (lesson.id, step.id, pattern)
        rest = len(lesson.steps) - lesson.steps.index(step) - 1
        for action in wanted:
            walk(game, [*[None] * number, action, *[None] * rest], 0)
        for lang in LANGUAGES:
            words = primer_words(game, lang)["lessons"][lesson.id]["steps"][step.id]
            for action in [a for a in legal if a not in wanted][:200]:
                assert "hint" in words or action["type"] in words.get("hints", {}), (lesson.id, step.id, action)
                assert met_with(game, reached, action, lang) == {
                    "kind": "hint",
                    "text": words.get("hints", {}).get(action["type"], words.get("hint")),
                    "clause": step.clause,
                }


@by_id
def test_every_refusal_that_a_text_points_at_is_real(game: Game) -> None:
    """The rules refuse it, by this clause, and a sentence says why."""
    pointed = 0
    for number, reached in standing(game):
        for action, clause in primer(game).steps[number][1].refused:
            met = met_with(game, reached, action, "ko")
            assert met == {"kind": "refused", "text": game.words("ko")["why"][clause], "clause": clause}
            pointed += 1
    assert pointed, "a primer shows what the rules refuse"


@by_id
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_primers_words_are_complete(game: Game, lang: str) -> None:
    """Every lesson, every step, a name for every player, and clauses that the rulebook has; nothing besides."""
    words = primer_words(game, lang)
    lessons = primer(game).lessons
    assert list(words["lessons"]) == [lesson.id for lesson in lessons]
    assert len(words["names"]) >= max(lesson.players for lesson in lessons)
    rulebook = resources.files(game.package).joinpath(f"rulebook.{lang}.md").read_text("utf-8")
    for lesson in lessons:
        steps = words["lessons"][lesson.id]["steps"]
        assert list(steps) == [step.id for step in lesson.steps]
        types = {family.type for family in game.actions.families}
        for step in lesson.steps:
            assert set(steps[step.id]) <= {"text", "hint", "hints"}
            assert set(steps[step.id].get("hints", {})) <= types
            assert len(steps[step.id]["text"]) <= (190 if lang == "ko" else 360), (lesson.id, step.id)
            clauses = {step.clause} if step.clause else set()
            clauses |= set(re.findall(rf"{game.prefix}-\d+", steps[step.id]["text"]))
            assert all(f"**{clause}**" in rulebook for clause in clauses), clauses


@by_id
def test_a_lesson_shows_what_a_live_seat_would_see(game: Game) -> None:
    """The table is `project`'s view of the seat: nothing of it changes when what the seat cannot know is dealt anew."""
    from mainmatch.core.chance import rng

    for _, reached in standing(game):
        table = reached.table
        seat = table.lesson.seat
        names = primer_words(game, "ko")["names"]
        shown = LiveViews(table).table(seat, names)
        truth = table.state
        for seed in range(3):
            other = truth.clone()
            game.redeal(other, seat, rng(seed))
            table.state = other
            assert LiveViews(table).table(seat, names) == shown
        table.state = truth


# ---------------------------------------------------------------- over HTTP
@pytest.fixture
async def school(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with all games."""
    async with serving(tmp_path, games={game.id: game for game in games()}) as running:
        yield running


def right(game: Game, done: list[Action | None]) -> Action | None:
    """What the next step wants."""
    reached = walk(game, done, 0)
    step = primer(game).steps[len(done)][1]
    return reached.table.shown(step) if step.do else None


@by_id
async def test_a_primer_is_walked_by_asking(school: Live, game: Game) -> None:
    """What was done is sent along; the same question has the same answer, and the end is the end."""
    ann = school.visitor()
    words = await ann.get(f"/api/games/{game.id}/primer/en")
    done: list[Action | None] = []
    while True:
        asked: dict[str, Any] = {"lang": "en", "done": done}
        here = await ann.post(f"/api/games/{game.id}/primer", asked)
        assert await ann.post(f"/api/games/{game.id}/primer", asked) == here
        assert here["step"] == len(done)
        assert not here["accepted"]
        if here["step"] == here["steps"]:
            break
        action = right(game, done)
        assert (words["steps"][len(done)]["kind"] == "do") == (action is not None)
        if action is not None:
            assert action in here["table"]["decision"]["legal"]
            tried = await ann.post(f"/api/games/{game.id}/primer", {**asked, "action": action})
            assert tried["accepted"]
            assert tried["step"] == len(done) + 1
            assert tried["answer"] is None
        done.append(action)
    assert len(done) == len(words["steps"])


async def test_what_cannot_be_understood_is_named(school: Live) -> None:
    """One clear error each; the primer goes on as if nothing had been asked."""
    ann = school.visitor()

    async def refused(game: str, **given: Any) -> str:
        return await ann.refused(f"/api/games/{game}/primer", {"lang": "en", "done": [], **given})

    assert await refused("maskmen", done=[{"type": "pass"}]) == "primer_changed"
    assert await refused("maskmen", done=[None, {"type": "pass"}]) == "primer_changed"
    assert await refused("maskmen", done=[None] * 60) == "primer_changed"
    assert await refused("maskmen", done=[None] * 101) == "malformed"
    assert await refused("maskmen", done=["pass"]) == "malformed"
    assert await refused("maskmen", colour="red") == "malformed"
    assert await refused("maskmen", done=[None], action={"type": "fly"}) == "invalid_action"
    assert await refused("maskmen", done=[None, None], action={"type": "pass"}) == "decision_closed"
    assert await refused("maskmen", lang="fr") == "no_such_page"
    assert await refused("chess") == "no_such_page"
    assert await refused("maskmen", done=[{"type": "x" * 9000}]) == "too_large"


async def test_a_game_without_a_primer_says_so(live: Live) -> None:
    """The games of others need none."""
    ann = live.visitor()
    games = (await ann.get("/api/games"))["games"]
    assert [game["primer"] for game in games] == [False]
    answer = await ann.ask("GET", f"/api/games/{games[0]['id']}/primer/en")
    assert answer.json()["error"]["code"] == "no_such_page"
