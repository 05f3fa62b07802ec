"""Observation tensors, generated from the field table: no field is in it that the viewer may not know.

Layout, in declaration order: first one number per seat (1 for the viewer's own, all 0 for a spectator), then
every field that is not SECRET. Public fields give their numbers as they are. A field with another audience
gives, for each row of its first axis, a 1 and its numbers where the viewer may know them, else zeros
throughout. Stacks of frames give zeros above their depth.
"""

from __future__ import annotations

from dataclasses import dataclass

from mainmatch.core.record import OTHERS, OWNER, PUBLIC, SECRET, SPECTATOR, Field, Record, RecordArray


@dataclass(frozen=True)
class Section:
    """Where a field stands in the tensor: `rows` rows of `width` numbers from `offset`; `flagged`: each row starts with its known-flag."""

    name: str
    offset: int
    rows: int
    width: int
    flagged: bool


def layout(state: type[Record], seats: int) -> tuple[list[Section], int]:
    """The sections of a room's tensor and its length."""
    sections = [Section("viewer", 0, 1, seats, False)]
    size = seats
    for name, field in state.FIELDS.items():
        if field.audience is SECRET:
            continue
        numbers = (
            sum(f.size for f in field.record.FIELDS.values()) * field.shape[0]
            if isinstance(field, RecordArray)
            else field.size
        )
        rows = field.shape[0] if field.shape else 1
        flagged = field.audience is not PUBLIC
        width = numbers // rows + (1 if flagged else 0)
        sections.append(Section(name, size, rows, width, flagged))
        size += rows * width
    return sections, size


def source(state: type[Record], seats: int) -> str:
    """The text of `observe(s, viewer, out)` in the rule language, for either backend."""
    lines = [
        "@subroutine",
        "def observe(s, viewer, out):",
        '    """Write what the viewer may know into `out`."""',
        f"    for i in range({seats}):",
        "        out[i] = 1 if i == viewer else 0",
    ]
    sections, _ = layout(state, seats)
    for section in sections[1:]:
        field = state.FIELDS[section.name]
        if isinstance(field, RecordArray):
            lines += _frames(section, field)
        elif section.flagged:
            lines += _flagged(section, field)
        else:
            lines += _public(section, field)
    return "\n".join(lines) + "\n"


def _index(field: Field, start: int = 0) -> tuple[list[str], str, str]:
    """Loop headers over the axes from `start` on, the subscript, and the flat offset inside a row."""
    loops: list[str] = []
    flat = "0"
    for axis in range(start, len(field.shape)):
        loops.append(f"for i{axis} in range({field.shape[axis]}):")
        flat = f"({flat}) * {field.shape[axis]} + i{axis}" if flat != "0" else f"i{axis}"
    subscript = "".join(f"[i{axis}]" for axis in range(len(field.shape)))
    return loops, subscript, flat


def _public(section: Section, field: Field) -> list[str]:
    loops, subscript, flat = _index(field)
    lines = ["    " * (depth + 1) + loop for depth, loop in enumerate(loops)]
    return [*lines, "    " * (len(loops) + 1) + f"out[{section.offset} + {flat}] = s.{section.name}{subscript}"]


def _flagged(section: Section, field: Field) -> list[str]:
    known = {OWNER: "i0 == viewer", OTHERS: f"i0 != viewer and viewer != {SPECTATOR}"}.get(
        field.audience, f"{field.audience.name}(s, i0, viewer)"
    )
    loops, subscript, flat = _index(field, 1)
    target = f"out[{section.offset + 1} + i0 * {section.width} + {flat}]"
    inner = ["    " * (depth + 3) + loop for depth, loop in enumerate(loops)]
    tab = "    " * (len(loops) + 3)
    return [
        f"    for i0 in range({section.rows}):",
        f"        if {known}:",
        f"            out[{section.offset} + i0 * {section.width}] = 1",
        *inner,
        f"{tab}{target} = s.{section.name}{subscript}",
        "        else:",
        f"            for k in range({section.width}):",
        f"                out[{section.offset} + i0 * {section.width} + k] = 0",
    ]


def _frames(section: Section, field: RecordArray) -> list[str]:
    names = list(field.record.FIELDS)
    return [
        f"    for i0 in range({section.rows}):",
        "        if i0 < s.depth:",
        *(
            f"            out[{section.offset} + i0 * {section.width} + {k}] = s.{section.name}[i0].{name}"
            for k, name in enumerate(names)
        ),
        "        else:",
        f"            for k in range({section.width}):",
        f"                out[{section.offset} + i0 * {section.width} + k] = 0",
    ]
