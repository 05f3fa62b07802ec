"""Fields declared once: Python object, numpy record, JSON and visibility all come from here.

    class State(Record):
        seed = u64(SECRET)
        counter = i64(SECRET)
        hands = i8(OWNER, PLAYERS, WRESTLERS)     # first axis = seat
        top = i8(PUBLIC)
        stack = Frame.many(PUBLIC, 24)

A field without an audience cannot be written. Shapes are fixed. In the python backend an instance has
plain attributes and nested lists; `State.dtype()` is the aligned numpy record of the numba backend.
The root record of a game has the fields `seed` and `counter`; its Python objects also carry
`told` (the list that `tell` appends to, or None) and `chance` (None: counter-based draws from `seed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mainmatch.core.errors import InvalidState

if TYPE_CHECKING:
    import numpy as np

SPECTATOR = -1
"""The viewer that holds no seat."""


class Audience:
    """Who may know a field (or, for fields with a first axis, one row of it)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


PUBLIC = Audience("PUBLIC")
OWNER = Audience("OWNER")
OTHERS = Audience("OTHERS")
SECRET = Audience("SECRET")


class known(Audience):  # noqa: N801  (reads as a word of the declaration)
    """Audience by a predicate of the room: ``known("role_known")``.

    The rules file defines ``role_known(s, index, viewer) -> bool``; index is the first axis (0 for a
    scalar), viewer a seat or -1 for a spectator.
    """


class Field:
    """One declared field: number type, audience, shape."""

    def __init__(self, code: str, audience: Audience, *shape: int) -> None:
        if not isinstance(audience, Audience):
            raise TypeError(
                f"a field needs its audience first (PUBLIC, OWNER, OTHERS, SECRET or known(...)), not {audience!r}"
            )
        if audience in (OWNER, OTHERS) and not shape:
            raise TypeError(f"{audience} needs a first axis of seats")
        self.code = code
        self.audience = audience
        self.shape = shape
        self.name = ""
        bits = int(code[1]) * 8
        self.low, self.high = (0, 2**bits - 1) if code[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)

    @property
    def size(self) -> int:
        """Numbers held."""
        total = 1
        for n in self.shape:
            total *= n
        return total


class RecordArray(Field):
    """A fixed number of smaller records, for example the frames of a stack."""

    def __init__(self, record: type[Record], audience: Audience, count: int) -> None:
        super().__init__("i1", audience, count)
        self.record = record


def _kind(code: str) -> Callable[..., Any]:
    def declare(audience: Audience, *shape: int) -> Any:
        return Field(code, audience, *shape)

    return declare


i8, i16, i32, i64, u64 = (_kind(code) for code in ("i1", "i2", "i4", "i8", "u8"))
CODES = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u64": "u8"}


def _zeros(field: Field, depth: int = 0) -> str:
    if isinstance(field, RecordArray):
        return f"[R_{field.name}() for _ in range({field.shape[0]})]"
    if depth == len(field.shape):
        return "0"
    if depth == len(field.shape) - 1:
        return f"[0] * {field.shape[depth]}"
    return f"[{_zeros(field, depth + 1)} for _ in range({field.shape[depth]})]"


def _copy(field: Field, source: str, depth: int = 0) -> str:
    if isinstance(field, RecordArray):
        return f"[x.clone() for x in {source}]"
    if depth == len(field.shape):
        return source
    if depth == len(field.shape) - 1:
        return f"{source}[:]"
    return f"[{_copy(field, f'x{depth}', depth + 1)} for x{depth} in {source}]"


class _RecordMeta(type):
    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
        fields = {k: v for k, v in space.items() if isinstance(v, Field)}
        for key, field in fields.items():
            field.name = key
            del space[key]
        loose = [
            k
            for k, v in space.items()
            if not k.startswith("_") and not callable(v) and not isinstance(v, (classmethod, staticmethod, property))
        ]
        if bases and loose:
            raise TypeError(f"{name}.{loose[0]}: a field is declared as i8(AUDIENCE, ...), not as a plain value")
        extra = ("told", "chance") if "counter" in fields else ()
        space["__slots__"] = (*fields, *extra)
        space["FIELDS"] = fields
        cls = super().__new__(mcs, name, bases, space)
        if fields:
            lines = ["def __init__(s):", *(f"    s.{k} = {_zeros(f)}" for k, f in fields.items())]
            lines += [f"    s.{k} = None" for k in extra]
            lines += ["def clone(s):", "    o = new(cls)"]
            lines += [f"    o.{k} = {_copy(f, f's.{k}')}" for k, f in fields.items()]
            if extra:
                lines += ["    o.told = None", "    o.chance = s.chance"]
            lines += ["    return o"]
            space_for_code: dict[str, Any] = {"cls": cls, "new": object.__new__}
            space_for_code |= {f"R_{k}": f.record for k, f in fields.items() if isinstance(f, RecordArray)}
            exec("\n".join(lines), space_for_code)  # generated once a class, from its own declaration
            for made in ("__init__", "clone"):
                setattr(cls, made, space_for_code[made])
        return cls


class Record(metaclass=_RecordMeta):
    """Base of all states. Subclasses declare fields; see the module's docstring."""

    FIELDS: ClassVar[dict[str, Field]]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def clone(self) -> Self:
            """An independent copy; it draws from the same chance and tells nobody."""
            ...

    @classmethod
    def many(cls, audience: Audience, count: int) -> Any:
        """A field of `count` records of this kind."""
        return RecordArray(cls, audience, count)

    def dump(self) -> dict[str, Any]:
        """All fields as JSON: ints and nested lists."""
        return {k: _plain(getattr(self, k)) for k in self.FIELDS}

    @classmethod
    def load(cls, data: dict[str, Any]) -> Self:
        """Inverse of `dump`. Raises InvalidState, naming the field, on a missing, foreign or misfitting one."""
        unknown = set(data) - set(cls.FIELDS)
        if unknown:
            raise InvalidState(min(unknown), "is no field of this record")
        record = cls()
        for name, field in cls.FIELDS.items():
            if name not in data:
                raise InvalidState(name, "is missing")
            setattr(record, name, _fit(field, data[name], 0, name))
        return record

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, k) == getattr(other, k) for k in self.FIELDS)

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={getattr(self, k)!r}' for k in self.FIELDS)})"

    # ------------------------------------------------------------ the numba side
    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The aligned numpy record type with the same fields."""
        import numpy as np

        columns: list[Any] = []
        for name, field in cls.FIELDS.items():
            kind = field.record.dtype() if isinstance(field, RecordArray) else field.code
            columns.append((name, kind, field.shape) if field.shape else (name, kind))
        return np.dtype(columns, align=True)

    def to_array(self) -> np.ndarray[Any, Any]:
        """This record as a numpy array of shape (1,) of `dtype()`."""
        import numpy as np

        array = np.zeros(1, self.dtype())
        self.fill(array[0])
        return array

    def fill(self, row: Any) -> None:
        """Write all fields into one row of a numpy array of `dtype()`."""
        for name, field in self.FIELDS.items():
            value = getattr(self, name)
            if isinstance(field, RecordArray):
                for i, item in enumerate(value):
                    item.fill(row[name][i])
            else:
                row[name] = value

    @classmethod
    def from_array(cls, row: Any) -> Self:
        """The record held by one row of a numpy array of `dtype()`."""
        record = cls()
        for name, field in cls.FIELDS.items():
            if isinstance(field, RecordArray):
                setattr(record, name, [field.record.from_array(row[name][i]) for i in range(field.shape[0])])
            else:
                value = row[name]
                setattr(record, name, value.tolist() if field.shape else int(value))
        return record

    # ------------------------------------------------------------ who may see what
    @classmethod
    def sections(cls) -> Iterator[Field]:
        """The fields in declaration order."""
        yield from cls.FIELDS.values()


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.dump()
    if isinstance(value, list):
        return [_plain(v) for v in value]
    return None if value is None else int(value)


def _fit(field: Field, value: Any, depth: int, where: str) -> Any:
    if depth < len(field.shape):
        if not isinstance(value, list) or len(value) != field.shape[depth]:
            raise InvalidState(where, f"must be a list of {field.shape[depth]}")
        return [_fit(field, v, depth + 1, f"{where}[{i}]") for i, v in enumerate(value)]
    if isinstance(field, RecordArray):
        if not isinstance(value, dict):
            raise InvalidState(where, "must be an object")
        return field.record.load(value)
    if type(value) is not int or not field.low <= value <= field.high:
        raise InvalidState(where, f"must be a whole number from {field.low} to {field.high}")
    return value


Predicate = Callable[[Any, int, int], bool]


def row_is_known(field: Field, state: Record, index: int, viewer: int, predicates: dict[str, Predicate]) -> bool:
    """May `viewer` know row `index` of this field now?"""
    audience = field.audience
    if audience is PUBLIC:
        return True
    if audience is SECRET:
        return False
    if audience is OWNER:
        return index == viewer
    if audience is OTHERS:
        return viewer not in (index, SPECTATOR)
    return predicates[audience.name](state, index, viewer)


def conceal(state: Record, viewer: int, predicates: dict[str, Predicate]) -> Any:
    """A copy of `state` in which everything that `viewer` may not know is None (whole rows as one None).

    Views are made from this copy alone, so that no view can show what the field table does not allow.
    """
    shown = state.clone()
    if "counter" in state.FIELDS:
        shown.chance = None
    for name, field in state.FIELDS.items():
        if field.audience is PUBLIC:
            continue
        if field.audience is SECRET or not field.shape:
            if not row_is_known(field, state, 0, viewer, predicates):
                setattr(shown, name, None)
            continue
        rows = getattr(shown, name)
        for i in range(len(rows)):
            if not row_is_known(field, state, i, viewer, predicates):
                rows[i] = None
    return shown
