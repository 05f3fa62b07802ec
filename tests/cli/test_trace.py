"""`mainmatch trace` and `mainmatch replay`: the format that is checked from outside."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from mainmatch.core.game import Game
from mainmatch.games import all_games
from tests.cli.running import Ran, is_one_sentence, run

GAMES = all_games()
each_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
OPENING: dict[str, Any] = {"players": 2, "options": {}, "state": None, "decisions": []}
SMALL = ("--option", "chips=4")


def altered(game: Game) -> dict[str, object]:
    """Every option at a value that is not its default, where players and each other allow it."""
    found: dict[str, object] = {}
    for option in game.options:
        if option.kind == "bool":
            value: object = not option.default
        elif option.choices:
            value = option.choices[-1]
        else:
            value = max(option.low, min(option.high, int(option.default) + 1))
        try:
            game.check_options(game.default_seats, {**found, option.name: value})
        except Exception:
            continue
        found[option.name] = value
    return found


# ---------------------------------------------------------------- the form
@each_game
def test_a_header_then_states_then_an_outcome(game: Game) -> None:
    """Fields, their order and their types are those of the specification."""
    lines = run("trace", game.id, "--seed", 3).lines
    assert list(lines[0]) == ["game", "players", "options", "seed"]
    assert lines[0]["options"] == {o.name: o.default for o in game.options}
    assert (lines[0]["game"], lines[0]["players"], lines[0]["seed"]) == (game.id, game.default_seats, 3)
    for line in lines[1:-1]:
        assert list(line) == ["state", "actors", "legal", "chosen"]
        assert line["actors"] == sorted(line["actors"]) != []
        assert list(line["legal"]) == list(line["chosen"]) == [str(p) for p in line["actors"]]
        for player, actions in line["legal"].items():
            written = [json.dumps(a, sort_keys=True) for a in actions]
            assert len(written) == len(set(written))
            assert line["chosen"][player] in actions
    assert list(lines[-1]) == ["state", "actors", "legal", "outcome"]
    assert (lines[-1]["actors"], lines[-1]["legal"], lines[-1]["state"]["phase"]) == ([], {}, "over")


@each_game
def test_every_state_has_the_same_fields(game: Game) -> None:
    """A state has exactly the fields of its data section, `extra` aside, in one order."""
    lines = run("trace", game.id, "--seed", 1).lines[1:]
    forms = {tuple(name for name in line["state"] if name != "extra") for line in lines}
    assert len(forms) == 1


@each_game
def test_views_are_of_every_player_and_a_spectator(game: Game) -> None:
    """With --views each line also says what everybody would be shown; nothing else changes."""
    plain, shown = run("trace", game.id).lines, run("trace", game.id, "--views").lines
    viewers = [*map(str, range(game.default_seats)), "spectator"]
    assert all(list(line["views"]) == viewers for line in shown[1:])
    assert plain == [{k: v for k, v in line.items() if k != "views"} for line in shown]


@each_game
def test_the_same_words_give_the_same_bytes(game: Game) -> None:
    """Game, options, seed decide a trace; several matches are those of the seeds that follow one another."""
    one, again = run("trace", game.id, "--seed", 9, "--matches", 2), run("trace", game.id, "--seed", 9, "--matches", 2)
    assert one.out == again.out
    assert one.out == run("trace", game.id, "--seed", 9).out + run("trace", game.id, "--seed", 10).out


@each_game
def test_every_option_and_every_number_of_players(game: Game) -> None:
    """Options are in the header with their values, and matches with them replay."""
    options = altered(game)
    words = [f"--option={name}={str(value).lower()}" for name, value in options.items()]
    ran = run("trace", game.id, "--seed", 5, *words)
    assert (ran.code, ran.err) == (0, "")
    assert {name: ran.lines[0]["options"][name] for name in options} == options
    assert run("replay", "-", stdin=ran.out).code == 0
    for players in {game.seats[0], game.seats[1]}:
        ran = run("trace", game.id, "--players", players, "--seed", 2)
        assert ran.lines[0]["players"] == players
        assert run("replay", "-", stdin=ran.out).code == 0


def test_decisions_do_not_follow_the_deals() -> None:
    """Another seed gives other decisions as well as other deals."""
    firsts = {json.dumps(run("trace", "indian-poker", "--seed", s).lines[1]["chosen"]) for s in range(20)}
    assert len(firsts) > 8


# ---------------------------------------------------------------- from a position
@each_game
def test_null_is_the_start_of_a_fresh_match(game: Game) -> None:
    """A null state is where `trace` with the same seed starts."""
    given = {**OPENING, "players": game.default_seats}
    lines = run("trace", game.id, "--from", "-", "--seed", 4, stdin=json.dumps(given)).lines
    first = run("trace", game.id, "--seed", 4).lines[1]
    assert lines[1] == {k: v for k, v in first.items() if k != "chosen"}


@each_game
def test_a_state_of_a_trace_is_a_position(game: Game) -> None:
    """Every state without pending effects can be given back, without `extra` too, and has the same legal actions."""
    tried = 0
    for line in run("trace", game.id, "--seed", 8).lines[1:-1][:80]:
        state = {name: value for name, value in line["state"].items() if name != "extra"}
        if "pending" in line["state"].get("extra", {}) or state.get("asked") not in (None, "submit", "silence"):
            continue
        given = {"players": game.default_seats, "state": state, "decisions": [line["chosen"]]}
        ran = run("trace", game.id, "--from", "-", stdin=json.dumps(given))
        assert (ran.code, ran.err) == (0, "")
        found = ran.lines[1]
        assert {name: value for name, value in found["state"].items() if name != "extra"} == state
        assert (found["actors"], found["chosen"]) == (line["actors"], line["chosen"])
        assert all(len(found["legal"][p]) == len(line["legal"][p]) for p in line["legal"])
        tried += 1
    assert tried > 0


def test_decisions_are_played_and_the_last_line_has_none() -> None:
    """Each decision is a line with its state before it; then one line with the state reached."""
    given = {**OPENING, "decisions": [{"LEADER": {"type": "raise", "to": 5}}]}
    leader = str(run("trace", "indian-poker", "--from", "-", stdin=json.dumps(OPENING)).lines[1]["actors"][0])
    given["decisions"] = [{leader: {"type": "raise", "to": 5}}]
    lines = run("trace", "indian-poker", "--from", "-", "--views", stdin=json.dumps(given)).lines
    assert [list(line) for line in lines[1:]] == [
        ["state", "actors", "legal", "chosen", "views"],
        ["state", "actors", "legal", "views"],
    ]
    assert lines[2]["state"]["bets"][int(leader)] == 5


REFUSED = [
    pytest.param({"players": 3}, ["2 players"], id="players"),
    pytest.param({"players": "2"}, ["2 players"], id="players of a wrong type"),
    pytest.param({"options": {"chip": 3}}, ["'chip'"], id="unknown option"),
    pytest.param({"options": {"chips": 0}}, ["chips"], id="option out of range"),
    pytest.param({"options": {"fouls": 1}}, ["fouls"], id="option of a wrong type"),
    pytest.param({"options": []}, ["options"], id="options no object"),
    pytest.param({"state": []}, ["state"], id="state no object"),
    pytest.param({"state": {}}, ["state.phase"], id="state without fields"),
    pytest.param({"state": {"phase": "bet", "colour": 1}}, ["state.colour"], id="state with a foreign field"),
    pytest.param({"decisions": {}}, ["decisions"], id="decisions no list"),
    pytest.param({"decisions": [[]]}, ["decisions"], id="decision no object"),
    pytest.param({"decisions": [{}]}, ["decisions[0]", "owes a decision"], id="decision missing"),
    pytest.param({"decisions": [{"5": {"type": "fold"}}]}, ["decisions[0]", "'5'"], id="foreign player"),
    pytest.param({"decisions": [{"A": {"type": "call"}}]}, ["decisions[0].", "IP-4", '{"type":"call"}'], id="IP-4"),
    pytest.param({"decisions": [{"A": {"type": "raise", "to": 1}}]}, ["IP-3"], id="IP-3"),
    pytest.param({"decisions": [{"A": {"type": "raise", "to": 31}}]}, ["IP-5"], id="IP-5"),
    pytest.param({"decisions": [{"A": {"type": "foul"}}]}, ["IP-13"], id="IP-13"),
    pytest.param({"decisions": [{"A": {"type": "raise", "to": True}}]}, ["to must be"], id="True is not 1"),
    pytest.param({"decisions": [{"A": {"type": "raise", "to": 2.0}}]}, ["to must be"], id="2.0 is not 2"),
    pytest.param({"decisions": [{"A": {"type": "raise"}}]}, ["needs the field 'to'"], id="field missing"),
    pytest.param({"decisions": [{"A": {"type": "fold", "to": 2}}]}, ["no field 'to'"], id="foreign field"),
    pytest.param({"decisions": [{"A": {"type": "jump"}}]}, ["no action 'jump'"], id="unknown action"),
    pytest.param({"decisions": [{"A": {}}]}, ["needs a type"], id="no type"),
    pytest.param({"decisions": [{"A": "fold"}]}, ["an object with a type"], id="no object"),
    pytest.param({"decision": []}, ["'decision'"], id="unknown field"),
]


@pytest.mark.parametrize(("change", "words"), REFUSED)
def test_a_faulty_position_is_refused_in_one_line(change: dict[str, Any], words: list[str]) -> None:
    """Exit code 2, nothing on standard output, one line that names the field or the action and the clause."""
    leader = str(run("trace", "indian-poker", "--from", "-", stdin=json.dumps(OPENING)).lines[1]["actors"][0])
    text = json.dumps({**OPENING, **change}).replace('"A":', f'"{leader}":')
    ran = run("trace", "indian-poker", "--from", "-", stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert is_one_sentence(ran)
    assert all(word in ran.err for word in words), ran.err


def test_a_position_needs_a_state() -> None:
    """A forgotten state is not taken for null."""
    ran = run("trace", "indian-poker", "--from", "-", stdin='{"players": 2}')
    assert (ran.code, "state is missing" in ran.err) == (2, True)


def test_a_decision_after_the_end_is_refused() -> None:
    """Nobody decides when the match is over."""
    lines = run("trace", "indian-poker", *SMALL, "--seed", 1).lines
    decisions = [line["chosen"] for line in lines[1:-1]]
    given = {"players": 2, "options": {"chips": 4}, "state": None, "decisions": decisions}
    ran = run("trace", "indian-poker", "--seed", 1, "--from", "-", stdin=json.dumps(given))
    assert ran.lines == lines
    given["decisions"] = [*decisions, {"0": {"type": "fold"}}]
    ran = run("trace", "indian-poker", "--seed", 1, "--from", "-", stdin=json.dumps(given))
    assert (ran.code, ran.out, "the match is over" in ran.err) == (2, "", True)


def test_words_beside_a_position_must_agree_with_it() -> None:
    """--players and --option may repeat what the position says, or name what it leaves open."""
    given = json.dumps({**OPENING, "options": {"chips": 5}})
    assert run("trace", "indian-poker", "--from", "-", "--players", 2, "--option", "chips=5", stdin=given).code == 0
    ran = run("trace", "indian-poker", "--from", "-", "--option", "ante=2", stdin=given)
    assert (ran.lines[0]["options"]["chips"], ran.lines[0]["options"]["ante"]) == (5, 2)
    assert run("trace", "indian-poker", "--from", "-", "--option", "chips=6", stdin=given).code == 2


# ---------------------------------------------------------------- replay
@each_game
def test_a_trace_replays(game: Game) -> None:
    """Several matches in one file, views or not, and legal actions in any order."""
    ran = run("trace", game.id, "--matches", 2)
    again = run("replay", "-", stdin=ran.out)
    assert (again.code, again.err, again.out.startswith("2 matches, ")) == (0, "", True)
    lines = run("trace", game.id, "--seed", 2, "--views").lines
    for line in lines:
        line.get("legal", {}).update({p: a[::-1] for p, a in line.get("legal", {}).items()})
    assert run("replay", "-", stdin="\n".join(map(json.dumps, lines))).code == 0


@each_game
def test_the_first_change_of_a_state_is_found(game: Game) -> None:
    """Exit code 1, naming line and field, whatever field of the state was changed."""
    lines = run("trace", game.id, "--seed", 6).lines
    fields = list(lines[1]["state"])
    for number, names in {1: fields, len(lines) // 2: fields[:1], len(lines) - 1: fields[-2:]}.items():
        for name in names:
            changed = [*lines]
            changed[number] = {**lines[number], "state": {**lines[number]["state"], name: "changed"}}
            ran = run("replay", "-", stdin="\n".join(map(json.dumps, changed)))
            assert ran.code == 1
            assert f"line {number + 1}: state.{name}" in ran.err


def tampered(edit: Callable[[list[Any]], object]) -> Ran:
    """Replay a small trace after a change of its lines."""
    lines = run("trace", "indian-poker", *SMALL, "--seed", 1).lines
    assert len(lines) > 3
    edit(lines)
    return run("replay", "-", stdin="\n".join(map(json.dumps, lines)))


def other_choice(lines: list[Any]) -> None:
    """Another legal action than the one chosen in line 2."""
    player, actions = next(iter(lines[1]["legal"].items()))
    lines[1]["chosen"][player] = next(a for a in actions if a != lines[1]["chosen"][player])


DIFFERENT: list[tuple[str, Callable[[list[Any]], object], str]] = [
    ("another seed", lambda lines: lines[0].update(seed=2), "line 2: state."),
    ("option missing", lambda lines: lines[0]["options"].pop("ante"), "line 1: options.ante is missing"),
    ("foreign field in the header", lambda lines: lines[0].update(table=1), "line 1: table"),
    ("state missing", lambda lines: lines[1].pop("state"), "line 2: state is missing"),
    ("actors", lambda lines: lines[1].update(actors=[0, 1]), "line 2: actors"),
    ("foreign field", lambda lines: lines[1].update(note=1), "line 2: note"),
    ("legal", lambda lines: next(iter(lines[1]["legal"].values())).pop(), "line 2: legal."),
    ("chosen missing", lambda lines: lines[1].pop("chosen"), "line 2: chosen is missing"),
    ("nobody chose", lambda lines: lines[1].update(chosen={}), "line 2: chosen"),
    ("another choice", other_choice, "line 3: "),
    ("end missing", lambda lines: lines.pop(), "state is missing: the trace ends"),
    ("line missing", lambda lines: lines.pop(2), "line 3: "),
    ("outcome", lambda lines: lines[-1]["outcome"].update(hands=99), "outcome.hands is 99"),
    ("chosen at the end", lambda lines: lines[-1].update(chosen={}), "chosen: the match is over"),
    (
        "3.0 is not 3",
        lambda lines: lines[1]["state"].update(stacks=[float(n) for n in lines[1]["state"]["stacks"]]),
        "line 2: state.stacks[0] is 3.0, the replay gives 3",
    ),
]


@pytest.mark.parametrize(("change", "edit", "words"), DIFFERENT, ids=[name for name, _, _ in DIFFERENT])
def test_a_difference_is_named_with_line_and_field(
    change: str, edit: Callable[[list[Any]], object], words: str
) -> None:
    """Exit code 1 and one sentence."""
    ran = tampered(edit)
    assert (ran.code, is_one_sentence(ran)) == (1, True)
    assert words in ran.err, ran.err


UNREADABLE = [
    pytest.param("", "empty", id="empty"),
    pytest.param("{", "line 1, is not JSON", id="no JSON"),
    pytest.param("[]", "header", id="no object"),
    pytest.param('{"state": {}}', "header", id="no header"),
    pytest.param('{"game": "chess"}', "'chess'", id="unknown game"),
    pytest.param('{"game": ["maskmen"]}', "there is no game", id="game of a wrong type"),
    pytest.param('{"game": "maskmen", "players": 4, "options": {}}', "seed", id="no seed"),
    pytest.param('{"game": "maskmen", "players": 9, "options": {}, "seed": 1}', "players", id="players"),
    pytest.param('{"game": "maskmen", "players": 4, "options": {}, "seed": -1}', "seed", id="negative seed"),
    pytest.param('{"game": "maskmen", "players": 4, "options": {"x": 1}, "seed": 1}', "'x'", id="unknown option"),
    pytest.param('{"game": "maskmen", "players": 4, "options": {}, "seed": null, "key": "ab"}', "key", id="short key"),
    pytest.param('{"game": NaN}', "NaN", id="NaN"),
    pytest.param('{"game": "a", "game": "b"}', "twice", id="a field twice"),
    pytest.param("[" * 100_000, "nested too deeply", id="deep"),
    pytest.param("1" * 10_000, "not usable", id="a huge number"),
    pytest.param(b"\xff\xfe", "UTF-8", id="bad UTF-8"),
]


@pytest.mark.parametrize(("text", "words"), UNREADABLE)
def test_what_is_no_trace_ends_with_code_2(text: str | bytes, words: str) -> None:
    """One sentence with what is wrong."""
    ran = run("replay", "-", stdin=text)
    assert (ran.code, ran.out, is_one_sentence(ran)) == (2, "", True)
    assert words in ran.err, ran.err


def test_a_trace_from_a_position_replays_with_it(tmp_path: Any) -> None:
    """With --from the replay starts from the same position."""
    state = run("trace", "indian-poker", "--seed", 1).lines[2]["state"]
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"players": 2, "state": state}))
    ran = run("trace", "indian-poker", "--from", position, "--seed", 3)
    assert run("replay", "-", "--from", position, stdin=ran.out).code == 0
    assert run("replay", "-", stdin=ran.out).code == 1


def test_a_reader_that_goes_away_is_no_fault() -> None:
    """`mainmatch trace … | head -1` says nothing on standard error."""
    command = f"{sys.executable} -m mainmatch trace maskmen --matches 20 | head -c 10"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (len(ran.stdout), ran.stderr) == (10, b"")
