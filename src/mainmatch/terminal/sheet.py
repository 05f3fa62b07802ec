"""A view as a table in the terminal: pure functions of the view's JSON, and of no game.

Known shapes have drawings of their own, found by the field that shows them: a track (`squares`), columns of
cells (`columns`), an order of strength (`stronger`), zones (`counts`). Everything else goes into a table with a line
for each seat, or into a line of facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from mainmatch.core.facts import NOT_SHOWN, Facts
from mainmatch.terminal.words import CHROME

FACTS_WIDTH = 78
COUNTRY_A = {1, 2, 5, 6}
"""Zones of country A by IN-1; the others are of country B."""


class Sheet(Facts):
    """A view on its way to the screen, with the words for it."""

    @property
    def chrome(self) -> dict[str, str]:
        """The terminal's own words."""
        return CHROME[self.lang]


Drawing = Callable[[Sheet], tuple[RenderableType, set[str]]]
"""A drawing and the fields that it shows."""


def render(sheet: Sheet) -> list[RenderableType]:
    """The whole view."""
    parts: list[RenderableType] = []
    drawn: set[str] = set(NOT_SHOWN)
    for mark, drawing in DRAWINGS.items():
        if sheet.view.get(mark) is not None:
            part, fields = drawing(sheet)
            parts.append(part)
            drawn |= fields
    if sheet.kind("turn") == "player":
        drawn.add("turn")  # the table of seats marks it
    if sheet.view.get("ballot") is None:
        drawn.add("tally")  # the log has told it
    rest = {k: v for k, v in sheet.view.items() if k not in drawn and v is not False}
    lists = {k: v for k, v in rest.items() if isinstance(v, list) and v and all(isinstance(item, dict) for item in v)}
    by_seat, facts = _sorted_out(sheet, {k: v for k, v in rest.items() if k not in lists or len(v) == len(sheet.names)})
    if by_seat:
        parts.append(seats(sheet, by_seat))
    parts += [records(sheet, v) for k, v in lists.items() if k not in by_seat]
    if facts:
        parts.append(_lines([f"{sheet.field(name)}: {sheet.text(name, value)}" for name, value in facts.items()]))
    return parts


def _sorted_out(sheet: Sheet, view: dict[str, Any]) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """The fields that hold a value for each seat, and the others."""
    by_seat: dict[str, list[Any]] = {}
    facts: dict[str, Any] = {}
    for name, value in view.items():
        if value is None or value in ([], {}):
            continue
        if sheet.is_by_seat(name, value):
            by_seat[name] = value
        else:
            facts[name] = value
    return by_seat, facts


def _lines(facts: list[str]) -> Text:
    """Facts side by side as far as they go."""
    lines: list[str] = []
    for fact in facts:
        if lines and cell_len(lines[-1]) + cell_len(fact) + 3 <= FACTS_WIDTH:
            lines[-1] += "   " + fact
        else:
            lines.append(fact)
    return Text("\n".join(lines))


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in heads:
        table.add_column(Text(head))
    return table


def seats(sheet: Sheet, fields: dict[str, list[Any]]) -> Table:
    """A line for each seat, a column for each field."""
    table = _table("", *(sheet.field(name) for name in fields))
    for p, name in enumerate(sheet.names):
        you = f" ({sheet.chrome['you']})" if p == sheet.seat else ""
        mark = "▸ " if sheet.view.get("turn") == p and sheet.kind("turn") == "player" else "  "
        table.add_row(
            Text(f"{mark}{p + 1} {name}{you}"), *(Text(sheet.text(f, values[p])) for f, values in fields.items())
        )
    return table


def records(sheet: Sheet, items: list[dict[str, Any]]) -> Table:
    """A line for each of several records of one form."""
    names = [name for name in items[0] if any(item.get(name) is not None for item in items)]
    table = _table(*(sheet.field(name) for name in names))
    for item in items:
        table.add_row(*(Text("" if item.get(name) is None else sheet.text(name, item[name])) for name in names))
    return table


# ---------------------------------------------------------------- drawings by shape
def track(sheet: Sheet) -> tuple[RenderableType, set[str]]:
    """A race: the squares in rows with the pieces on them, then a line for each piece."""
    view = sheet.view
    squares: dict[str, int] = view["squares"]
    goal = 31
    rows: list[str] = []
    for start in (0, 11, 22):
        for square in range(start, min(start + 11, goal + 1)):
            here = "·".join(c for c, s in squares.items() if s == square)
            place = sheet.field("goal") if square == goal else str(square)
            cell = f"{place}[{here}]" if here else place
            rows.append(cell + " " * max(1, 7 - cell_len(cell)))
        rows.append("\n")
    table = _table(
        "",
        sheet.field("characters"),
        sheet.chrome["owner"],
        sheet.chrome["square"],
        sheet.field("hands"),
        sheet.field("last_designated"),
    )
    owner = {str(c): p for p, c in enumerate(view.get("characters") or []) if c is not None}
    for c, square in squares.items():
        name = sheet.words.sentences.value("character", int(c))
        asleep = f" ({sheet.field('asleep')})" if view.get("asleep") == int(c) else ""
        mark = "▸ " if view.get("turn") == int(c) else "  "
        hand = (view.get("hands") or {}).get(c)
        unseen = f"{sheet.chrome['unknown']} ×{(view.get('hand_sizes') or {}).get(c, '')}"
        designated = (view.get("last_designated") or {}).get(c)
        table.add_row(
            Text(f"{mark}{c}"),
            Text(name + asleep),
            Text(_owner(sheet, owner.get(c))),
            Text(sheet.field("finished") if square >= goal else str(square)),
            Text(unseen if hand is None else " ".join(map(str, hand)) or "–"),
            Text("" if designated is None else sheet.words.sentences.value("character", designated)),
        )
    drawing = Table.grid()
    drawing.add_row(Text("".join(rows).rstrip("\n")))
    drawing.add_row(table)
    fields = {"squares", "characters", "hands", "hand_sizes", "last_designated", "asleep", "turn", "pick_order"}
    return drawing, fields if "11" in squares else {*fields, "quick_ahead"}


def _owner(sheet: Sheet, seat: int | None) -> str:
    if seat is None:
        return ""
    return f"{sheet.player(seat)} ({sheet.chrome['you']})" if seat == sheet.seat else sheet.player(seat)


def columns(sheet: Sheet) -> tuple[RenderableType, set[str]]:
    """Columns of cells, from the bottom on the left."""
    table = _table("", "")
    for name, cells in sheet.view["columns"].items():
        filled = "  ".join(map(str, cells))
        table.add_row(Text(sheet.words.sentences.value("column", name)), Text(f"{filled or '–'}   ({len(cells)}/15)"))
    table.show_header = False
    return table, {"columns", "filled_by"}


def strength(sheet: Sheet) -> tuple[RenderableType, set[str]]:
    """Wrestlers with the own cards of each, who debuted, and what is known of the order of strength."""
    view = sheet.view
    pairs: list[list[str]] = view["stronger"]
    hand = (view.get("hands") or [])[sheet.seat] if sheet.seat is not None else None
    played: dict[str, int] = view.get("played") or {}
    names = list(hand or played or {name: 0 for pair in pairs for name in pair})
    table = _table("", sheet.chrome["mine"], sheet.field("debuted"), sheet.chrome["beats"], sheet.chrome["loses"])
    for name in names:
        below = [b for a, b in pairs if a == name]
        above = [a for a, b in pairs if b == name]
        table.add_row(
            Text(sheet.text("debuted", name)),
            Text(str(hand[name]) if hand else ""),
            Text("●" if name in view.get("debuted", []) else ""),
            Text(sheet.text("stronger", below) if below else ""),
            Text(sheet.text("stronger", above) if above else ""),
        )
    plays = [
        f"{sheet.player(play['player'])}: {sheet.text('debuted', play['wrestler'])} ×{play['count']}"
        for play in view.get("table") or []
    ]
    drawing = Table.grid()
    drawing.add_row(table)
    if plays:
        drawing.add_row(Text(f"\n{sheet.field('table')}: " + "  →  ".join(plays)))
    return drawing, {"stronger", "debuted", "hands", "table", "played"}


def zones(sheet: Sheet) -> tuple[RenderableType, set[str]]:
    """The zones in a line: every count of pieces that was announced, the latest patrol, and the pieces one knows."""
    view = sheet.view
    line = range(1, len(view["counts"]) + 1)
    table = _table("", *map(str, line))

    def row(name: str, cells: Iterable[str]) -> None:
        table.add_row(Text(name), *map(Text, cells))

    row(sheet.field("countries"), ("A" if z in COUNTRY_A else "B" for z in line))
    for census in view.get("censuses") or [{"round": view["counts_round"], "counts": view["counts"]}]:
        row(f"{sheet.field('counts')} ({sheet.field('round')} {census['round']})", map(str, census["counts"]))
    patrol = view.get("last_patrol")
    if patrol is not None:
        row(sheet.field("last_patrol"), ("✕" if patrol["zone"] == z else "" for z in line))
    for p, pieces in enumerate(view.get("pieces") or []):
        if pieces is not None and any(zone is not None for zone in pieces.values()):
            you = f" ({sheet.chrome['you']})" if p == sheet.seat else ""
            row(sheet.names[p] + you, ("".join(k for k, zone in pieces.items() if zone == z) for z in line))
    return table, {"counts", "counts_round", "censuses", "pieces"}


DRAWINGS: dict[str, Drawing] = {"squares": track, "columns": columns, "stronger": strength, "counts": zones}
"""Drawings by the field that calls for them."""


# ---------------------------------------------------------------- the end
def outcome(sheet: Sheet, result: dict[str, Any]) -> list[RenderableType]:
    """The outcome in words."""
    by_seat, facts = _sorted_out(sheet, {k: v for k, v in result.items() if k != "winner"})
    lines = []
    if "winner" in result:
        winner = result["winner"]
        side = winner if isinstance(winner, str) else None
        shown = sheet.words.sentences.value("side", side) if side is not None else sheet.player(winner)
        lines.append(f"{sheet.field('winner')}: {shown}")
    lines += [f"{sheet.field(name)}: {sheet.text(name, value)}" for name, value in facts.items()]
    parts: list[RenderableType] = [Text("\n".join(lines))] if lines else []
    return [*parts, seats(sheet, by_seat)] if by_seat else parts


def as_text(parts: list[RenderableType], columns: int = 100) -> str:
    """The parts as plain text, for tests and for files."""
    console = Console(width=columns, no_color=True, force_terminal=False, highlight=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return capture.get()
