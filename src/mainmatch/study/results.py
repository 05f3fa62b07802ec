"""Where the results of a study go: the pieces while it runs, one file of rows when it is over."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mainmatch.core.errors import InvalidFile, InvalidInput
from mainmatch.study import cluster
from mainmatch.study.matches import COLUMNS, Plan
from mainmatch.study.pieces import Folder, Groups, Interrupted, Stopped, Where, run

KINDS = {"seed": "uint64", "agent": "string", "part": "string", "first": "bool", "beaten": "float64", "best": "bool"}
"""Types in a Parquet file; all others are int64."""


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


def collect(
    plan: Plan,
    seeds: range,
    size: int,
    out: Path,
    columns: list[str],
    resume: bool,
    where: Where,
    progress: Callable[[int], None],
    seen: Callable[[str], None] | None = None,
) -> Groups:
    """Play what the plan makes of these seeds, `size` of them in a piece, and write the rows to `out`, all or nothing.

    Until then the finished pieces are in the folder `out`.pieces. `progress(seeds)` as they are played; `seen(text)`: the
    rows of each piece as CSV, in order. Returns the sums. Raises InvalidInput, Stopped, Interrupted.
    """
    check_out(out, columns)
    if where.cluster is not None:
        cluster.check(where.cluster)
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
    run(folder, where, progress)
    try:
        groups = _write(folder, out, columns, seen)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Stopped(f"{out} cannot be written: {reason[:1].lower()}{reason[1:]}; {folder.kept()}") from None
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; {folder.kept()}") from None
    folder.remove()
    return groups


def _write(folder: Folder, out: Path, columns: list[str], seen: Callable[[str], None] | None) -> Groups:
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
            if seen is not None:
                seen(found[1])
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
