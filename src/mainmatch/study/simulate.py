"""`mainmatch simulate`: many matches, their facts in a file, and what they say with 95 % intervals."""

from __future__ import annotations

import csv
import importlib.util
import io
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mainmatch.core.errors import InvalidFile, InvalidInput
from mainmatch.study.estimates import Estimate, within
from mainmatch.study.matches import COLUMNS, Plan
from mainmatch.study.pieces import Folder, Groups, Interrupted, Stopped, run

PIECE = {"random": 2000, "strong": 2}
"""Matches of a piece: about a second's or a few seconds' work. Others: USUAL."""
USUAL = 20
KINDS = {"seed": "uint64", "agent": "string", "part": "string", "first": "bool", "beaten": "float64", "best": "bool"}
"""Types in a Parquet file; all others are int64."""


@dataclass(frozen=True)
class Report:
    """What a simulation gave."""

    path: Path
    matches: int
    groups: Groups

    def table(self) -> list[tuple[str, ...]]:
        """Cells, with a head: group, matches, and the estimates. Groups that say nothing of their own are left out."""
        agents = [name for name in self.groups if name.startswith("agent ")]
        shown = [name for name in sorted(self.groups, key=_order) if len(agents) > 1 or name not in agents]
        head = ("", "matches", "points", "rivals beaten", "nobody better")
        return [head, *(self._line(name) for name in shown)]

    def _line(self, name: str) -> tuple[str, ...]:
        sums = self.groups[name]
        mean, beaten, best = sums["score"].mean(), within(sums["beaten"].mean()), sums["best"].share()
        return name, str(sums["score"].matches), _points(mean), _percent(beaten), _percent(best)


def check_out(out: Path, columns: list[str]) -> None:
    """Can results go there? Raises InvalidInput."""
    for name in columns:
        if name not in COLUMNS:
            raise InvalidInput(f"there is no column {name!r}; there are {', '.join(COLUMNS)}")
    if len(set(columns)) < len(columns):
        raise InvalidInput("--columns names a column twice")
    if out.suffix not in (".csv", ".parquet"):
        raise InvalidInput(f"results are written as .csv or .parquet, not as {out.name}")
    if out.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise InvalidInput("Parquet files need pyarrow: pip install mainmatch[study]; a .csv needs nothing more")


def simulate(
    plan: Plan,
    seeds: range,
    out: Path,
    columns: list[str],
    resume: bool,
    processes: int,
    progress: Callable[[int], None],
) -> Report:
    """Play the matches of these seeds and write their facts to `out`, all or nothing.

    Until then the finished pieces are in the folder `out`.pieces. Raises InvalidInput, Stopped, Interrupted.
    """
    check_out(out, columns)
    size = min(PIECE.get(name, USUAL) if plan.at_random or name == "strong" else USUAL for name in plan.agents)
    folder = Folder(out.with_name(out.name + ".pieces"), plan, seeds, size)
    if folder.path.exists():
        folder.check()
        if not resume:
            raise InvalidInput(f"{folder.kept()}; another --out begins anew")
    elif out.exists():
        raise InvalidInput(f"{out} exists already: give another file with --out")
    elif resume:
        raise InvalidInput(f"there is nothing to resume: {folder.path} does not exist")
    else:
        folder.begin()
    run(folder, processes, progress)
    try:
        groups = _write(folder, out, columns)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Stopped(f"{out} cannot be written: {reason[:1].lower()}{reason[1:]}; {folder.kept()}") from None
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; {folder.kept()}") from None
    folder.remove()
    return Report(out, len(seeds), groups)


def _write(folder: Folder, out: Path, columns: list[str]) -> Groups:
    """All rows into one file, piece by piece; returns the sums of all. Raises InvalidFile, OSError."""
    total: Groups = {}

    def texts() -> Iterator[str]:
        for piece in folder.pieces:
            found = folder.read(piece)
            if found is None:
                raise InvalidFile(f"piece {piece.number} was changed meanwhile; {folder.kept()}")
            for name, sums in found[0].items():
                group = total.setdefault(name, {quantity: type(s)() for quantity, s in sums.items()})
                for quantity, s in sums.items():
                    group[quantity].merge(s)
            yield found[1]

    part = out.with_name(out.name + ".part")
    try:
        (_write_parquet if out.suffix == ".parquet" else _write_csv)(texts(), part, columns or list(COLUMNS))
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return total


def _write_csv(texts: Iterator[str], path: Path, columns: list[str]) -> None:
    chosen = [COLUMNS.index(name) for name in columns]
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(columns)
        for text in texts:
            if chosen == list(range(len(COLUMNS))):
                file.write(text)
            else:
                out.writerows([row[i] for i in chosen] for row in csv.reader(io.StringIO(text)))


def _write_parquet(texts: Iterator[str], path: Path, columns: list[str]) -> None:
    import pyarrow as pa
    from pyarrow import csv as reader
    from pyarrow import parquet

    types: dict[str, Any] = {name: pa.type_for_alias(KINDS.get(name, "int64")) for name in COLUMNS}
    schema = pa.schema([(name, types[name]) for name in columns])
    reading = reader.ReadOptions(column_names=list(COLUMNS))
    converting = reader.ConvertOptions(
        column_types=types, include_columns=columns, true_values=["1"], false_values=["0"], strings_can_be_null=False
    )
    with parquet.ParquetWriter(path, schema) as file:
        for text in texts:
            file.write_table(reader.read_csv(io.BytesIO(text.encode()), reading, convert_options=converting))


# ---------------------------------------------------------------- the table
def _order(name: str) -> tuple[int, int, str]:
    """Agents, parts, who decides first, then seats by number."""
    kind, _, rest = name.partition(" ")
    return ("agent", "part", "first", "seat").index(kind), int(rest) if kind == "seat" else 0, rest


def _points(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate.value:.2f}"
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def _percent(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate.value:.1%}"
    return f"{estimate.value:.1%} [{estimate.low:.1%}, {estimate.high:.1%}]"
