"""Law 5: every clause is cited by a rule and by a test, every option documented, every word present in both languages."""

import importlib
import re
from importlib import resources
from pathlib import Path

import pytest

from mainmatch.core.game import Game
from tests.conformance.worlds import games

TESTS = Path(__file__).parents[1]
ours = [g for g in games() if g.package.startswith("mainmatch.")]
every_game = pytest.mark.parametrize("game", games(), ids=lambda g: g.id)
every_room = pytest.mark.parametrize("game", ours, ids=lambda g: g.id)


def rulebook(game: Game, lang: str) -> str:
    """A room's rulebook."""
    return resources.files(game.package).joinpath(f"rulebook.{lang}.md").read_text(encoding="utf-8")


def clauses(game: Game, lang: str = "en") -> list[str]:
    """The clause numbers of a rulebook, in order."""
    return re.findall(rf"^\*\*({game.prefix}-\d+)\*\* ", rulebook(game, lang), re.MULTILINE)


def keys(value: object, path: str = "") -> set[str]:
    """All paths of a catalogue."""
    if isinstance(value, dict):
        return set().union(*(keys(v, f"{path}.{k}") for k, v in value.items())) if value else {path}
    return {path}


@every_room
def test_every_clause_is_cited_by_a_rule(game: Game) -> None:
    """In a `@clause` mark or a comment of the room."""
    text = "\n".join(p.read_text(encoding="utf-8") for p in Path(str(resources.files(game.package))).glob("*.py"))
    missing = [c for c in clauses(game) if not re.search(rf"{c}(?!\d)", text)]
    assert not missing


@every_room
def test_every_clause_is_cited_by_a_test(game: Game) -> None:
    """By the name of at least one test."""
    names = "\n".join(p.read_text(encoding="utf-8") for p in (TESTS / "games").rglob("*.py"))
    missing = [c for c in clauses(game) if not re.search(rf"def test_{c.lower().replace('-', '')}(?!\d)", names)]
    assert not missing


@every_game
def test_the_rulebooks_have_the_same_clauses(game: Game) -> None:
    """Ascending from 1, in both languages."""
    assert (
        clauses(game, "ko") == clauses(game, "en") == [f"{game.prefix}-{n}" for n in range(1, len(clauses(game)) + 1)]
    )


@every_game
def test_every_option_is_documented(game: Game) -> None:
    """Label and sentence in both languages, a line in both rulebooks, a word for every choice."""
    for lang in ("ko", "en"):
        words = game.words(lang)["options"]
        assert set(words) == {o.name for o in game.options}
        for option in game.options:
            assert words[option.name]["label"] and words[option.name]["help"]
            wanted = set(option.choices) or ({"true", "false"} if option.kind == "bool" else set())
            assert set(words[option.name].get("choices", {})) == wanted
            assert f"`{option.name}`" in rulebook(game, lang)


@every_game
def test_every_word_is_there_in_both_languages(game: Game) -> None:
    """Events, actions, refusals, phases: the same keys, and one for each that the rules declare."""
    ko, en = game.words("ko"), game.words("en")
    assert keys(ko) == keys(en)
    for words in (ko, en):
        assert set(words["events"]) == {e.name for e in game.events.kinds}
        assert set(words["actions"]) == {f.name for f in game.actions.families}


@every_game
def test_the_state_declares_its_options(game: Game) -> None:
    """Options are fields of the state; every field has an audience."""
    fields = game.rules.State.FIELDS
    assert {"seed", "counter", "players"} <= set(fields)
    for option in game.options:
        assert option.holder in fields
        assert fields[option.holder].low <= option.to_field(option.default) <= fields[option.holder].high


@every_game
def test_presets_can_be_played_and_have_names(game: Game) -> None:
    """With any number of players they allow; each says what it changes, in both languages."""
    for lang in ("ko", "en"):
        assert set(game.words(lang).get("presets", {})) == set(game.presets)
        for about in game.words(lang).get("presets", {}).values():
            assert set(about) == {"label", "help"}
    chosen = [game.check_options(game.default_seats, options) for options in game.presets.values()]
    assert all(one != other for i, one in enumerate(chosen) for other in chosen[:i])


PRIVATE = {
    "core.ballot",
    "core.resolution",
    "core.rules",
    "core.record",
    "core.observe",
    "core.chance",
    "core.domains",
    "core.trace",
    "core.primer",
    "core.report",
    "core.rulebook",
}
"""Modules with words of their own (for rules files) or helpers beside the exported names."""


@pytest.mark.parametrize("package", ["core", "agents", "fast"])
def test_every_public_name_is_exported(package: str) -> None:
    """Classes and functions of a package's modules stand in the package's `__all__`, with a docstring."""
    whole = importlib.import_module(f"mainmatch.{package}")
    exported = set(whole.__all__)
    for name in exported:
        assert getattr(whole, name) is not None
    for path in Path(str(whole.__file__)).parent.glob("*.py"):
        module = f"{package}.{path.stem}"
        if path.stem in ("__init__", "template", "bind") or module in PRIVATE:
            continue
        loaded = importlib.import_module(f"mainmatch.{module}")
        for name, value in vars(loaded).items():
            if name.startswith("_") or getattr(value, "__module__", "") != loaded.__name__ or not callable(value):
                continue
            assert name in exported, f"mainmatch.{package} does not export {name}"
            assert value.__doc__, f"{name} has no docstring"
