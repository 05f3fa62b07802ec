"""The rule language: what a rules file may not say is refused with file, line and reason."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mainmatch.core import rules
from mainmatch.core.errors import RangeError, RuleError

HEAD = '''"""A tiny room."""
from mainmatch.core.record import PUBLIC, SECRET, Record, i8, i64, u64
from mainmatch.core.rules import draw, rule, tell

class State(Record):
    seed = u64(SECRET)
    counter = i64(SECRET)
    small = i8(PUBLIC)
    row = i8(PUBLIC, 3)
    grid = i8(PUBLIC, 2, 3)

'''


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Writes a rules file and loads it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    count = 0

    def load(body: str, backend: str = "python") -> object:
        nonlocal count
        count += 1
        name = f"tiny_room_{tmp_path.name}_{count}".replace("-", "_")
        (tmp_path / f"{name}.py").write_text(HEAD + body, encoding="utf-8")
        return rules.load(name, backend)

    yield load
    for name in [n for n in sys.modules if n.startswith("tiny_room_")]:
        del sys.modules[name]


def a_rule(statement: str) -> str:
    """A rule with this statement."""
    return f'@rule\ndef f(s, a):\n    """Says something."""\n    {statement}\n'


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("x = [1, 2]", "a list"),
        ("x = {1: 2}", "a dict"),
        ("x = (1, 2)", "a tuple"),
        ("x, y = 1, 2", "cannot be stored into"),
        ("x = 'text'", "only ints and bools"),
        ("x = 1.5", "only ints and bools"),
        ("x = a / 2", "use //"),
        ("x = a ** 2", r"\*\*"),
        ("x = a in s.row", "operator in"),
        ("x = lambda y: y", "lambda"),
        ("raise ValueError", "raise"),
        ("try:\n        a = 1\n    finally:\n        a = 2", "try"),
        ("with a:\n        pass", "with"),
        ("del a", "del"),
        ("s.row = 1", "store one number at a time"),
        ("s.grid[0] = 1", "store one number at a time"),
        ("s.smal = 1", "no record here has a field smal"),
        ("x = s.rwo[0]", "no record here has a field rwo"),
        ("x = s.told", "belongs to the engine"),
        ("for x in s.row:\n        pass", "goes over range"),
        ("x = a.bit_length()", "by name"),
        ("x = max(a, key=1)", "without keywords"),
        ("s.row[draw(s, 3)] += 1", "computed twice"),
        ("x = y = 1", "one assignment a line"),
        ("a + 1", "not used"),
        ("assert a", "assert"),
    ],
)
def test_what_the_language_does_not_have(room, statement: str, reason: str) -> None:  # type: ignore[no-untyped-def]
    """Refused at load, with file, line and reason."""
    with pytest.raises(RuleError, match=reason) as refusal:
        room(a_rule(statement))
    assert "tiny_room" in str(refusal.value)


def test_a_rule_needs_its_mark_and_its_sentence(room) -> None:  # type: ignore[no-untyped-def]
    """Every function is a rule with a docstring."""
    with pytest.raises(RuleError, match="not marked @rule"):
        room('def f(s):\n    """Says."""\n    return 1\n')
    with pytest.raises(RuleError, match="no docstring"):
        room("@rule\ndef f(s):\n    return 1\n")
    with pytest.raises(RuleError, match="plain positional"):
        room('@rule\ndef f(s, a=1):\n    """Says."""\n    return 1\n')


def test_stores_are_range_checked(room) -> None:  # type: ignore[no-untyped-def]
    """The python backend refuses what a field cannot hold, in plain and augmented stores."""
    loaded = room(a_rule("s.small = a") + '@rule\ndef g(s, a):\n    """Adds."""\n    s.grid[1][a] += 100\n')
    state = loaded.State()
    loaded.f(state, 127)
    assert state.small == 127
    for value in (128, -129):
        with pytest.raises(RangeError, match="small holds -128 to 127"):
            loaded.f(state, value)
    loaded.g(state, 2)
    with pytest.raises(RangeError, match="grid"):
        loaded.g(state, 2)
    assert state.grid == [[0, 0, 0], [0, 0, 100]]


def test_a_field_needs_an_audience() -> None:
    """A field without one cannot be declared."""
    from mainmatch.core.record import OWNER, Record, i8

    with pytest.raises(TypeError, match="audience"):
        i8(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="first axis"):
        i8(OWNER)
    with pytest.raises(TypeError, match="declared as"):

        class Wrong(Record):
            turn = 3


def test_both_backends_draw_the_same(room) -> None:  # type: ignore[no-untyped-def]
    """`draw` is one function in two backends; its counter advances by one."""
    import numpy as np

    body = '@rule\ndef roll(s, n):\n    """Rolls."""\n    return draw(s, n)\n'
    plain, compiled = room(body), room(body, "numba")
    state = plain.State()
    state.seed = 2**64 - 3
    array = state.to_array()
    for n in (1, 2, 6, 20, 1000, 2**31):
        for _ in range(50):
            assert plain.roll(state, n) == compiled.roll(array[0], n) < n
    assert state.counter == 300 == int(np.asarray(array["counter"])[0])


def test_records_survive_numpy_and_json(room) -> None:  # type: ignore[no-untyped-def]
    """A record equals itself after either."""
    state = room("").State()
    state.seed, state.small, state.grid[1][2] = 2**63 + 5, -7, 3
    again = type(state)
    assert again.load(state.dump()) == state == again.from_array(state.to_array()[0])
    clone = state.clone()
    clone.grid[1][2] = 4
    assert state.grid[1][2] == 3
