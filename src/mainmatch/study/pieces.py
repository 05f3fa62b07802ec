"""A study in pieces: each a range of seeds, a pure function of the plan, written to a folder when it is done.

So any number of processes gives the same results, and whatever stops a study costs only the pieces in play. The folder
holds `plan.json` and `N.piece` files: the SHA-256 of what follows; the sums as JSON; the rows as CSV.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from mainmatch.core.errors import InvalidFile, MainmatchError
from mainmatch.study import cluster
from mainmatch.study.estimates import Sums
from mainmatch.study.matches import Plan, Row

Groups = dict[str, dict[str, Sums]]
"""Sums by group (`seat 1`, `agent normal`, …) and quantity."""
QUANTITIES = ("score", "beaten", "best")


class Stopped(MainmatchError):
    """A study stopped before its end; says what is kept."""


class Interrupted(Stopped):
    """By Ctrl-C."""


@dataclass(frozen=True)
class Piece:
    """Seeds of a study, and what their matches gave once they are played."""

    number: int
    seeds: range


@dataclass(frozen=True)
class Where:
    """Where the pieces are played."""

    processes: int = 1
    """Of this machine; 1: in this one."""
    cluster: str | None = None
    """Instead: the address of a Ray cluster; empty: one of this machine alone."""


# ---------------------------------------------------------------- one piece
def play(plan: Plan, piece: Piece) -> str:
    """Play a piece; returns the content of its file."""
    groups: Groups = {}
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    for match in plan.rows(piece.seeds):
        out.writerows(match)
        _add(groups, match)
    sums = {name: {q: s.to_json() for q, s in group.items()} for name, group in groups.items()}
    head = {"first": piece.seeds.start, "seeds": len(piece.seeds), "sums": sums}
    body = json.dumps(head, separators=(",", ":")) + "\n" + text.getvalue()
    return hashlib.sha256(body.encode()).hexdigest() + "\n" + body


def _add(groups: Groups, match: list[Row]) -> None:
    """A match in the sums of every group that it has a seat of."""
    members: dict[str, list[Row]] = {}
    for row in match:
        members.setdefault(f"seat {row.seat}", []).append(row)
        members.setdefault(f"agent {row.agent}", []).append(row)
        if row.part:
            members.setdefault(f"part {row.part}", []).append(row)
        if row.first:
            members.setdefault("first to decide", []).append(row)
    for name, its in members.items():
        group = groups.setdefault(name, {quantity: Sums() for quantity in QUANTITIES})
        group["score"].add([row.score for row in its])
        group["beaten"].add([row.beaten for row in its])
        group["best"].add([row.best for row in its])


# ---------------------------------------------------------------- the folder
class Folder:
    """Where the finished pieces of a study are kept."""

    def __init__(self, path: Path, plan: Plan, seeds: range, size: int) -> None:
        self.path = path
        self.plan = plan
        self.seeds = seeds
        starts = range(0, len(seeds), size)
        self.pieces = [Piece(i, seeds[start : start + size]) for i, start in enumerate(starts)]
        self._terms = {"study": plan.study, "plan": plan.to_json(), "first": seeds.start, "size": size}

    def begin(self) -> None:
        """Make it. Raises InvalidFile where it cannot be made."""
        try:
            self.path.mkdir(parents=True)
            self._write("plan.json", json.dumps(self._terms) + "\n")
        except OSError as error:
            raise InvalidFile(f"{self.path} cannot be made: {_why(error)}") from None

    def check(self) -> None:
        """Are the pieces in it of this study? More or fewer matches are the same study. Raises InvalidFile."""
        try:
            terms = json.loads((self.path / "plan.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise InvalidFile(f"{self.path} is no folder of a study: its plan.json cannot be read") from None
        if not isinstance(terms, dict) or not isinstance(terms.get("plan"), dict):
            raise InvalidFile(f"{self.path} is no folder of a study: its plan.json holds no plan")
        ours, theirs = _flat(self._terms), _flat(terms)
        for name in [*ours, *theirs]:
            if ours.get(name) != theirs.get(name):
                raise InvalidFile(
                    f"{self.path} holds another study ({name} is {theirs.get(name)}, here {ours.get(name)}):"
                    " ask for the same again, or give another file with --out"
                )

    def read(self, piece: Piece) -> tuple[Groups, str] | None:
        """Sums and rows of a finished piece; None when it is not there, not whole, or shorter than now asked for."""
        try:
            digest, _, body = (self.path / f"{piece.number}.piece").read_text(encoding="utf-8").partition("\n")
        except (OSError, UnicodeDecodeError):
            return None
        if hashlib.sha256(body.encode()).hexdigest() != digest:
            return None
        line, _, text = body.partition("\n")
        head = json.loads(line)
        if (head.get("first"), head.get("seeds")) != (piece.seeds.start, len(piece.seeds)):
            return None
        sums: dict[str, dict[str, list[float]]] = head["sums"]
        return {name: {q: Sums.from_json(n) for q, n in group.items()} for name, group in sums.items()}, text

    def keep(self, piece: Piece, content: str) -> None:
        """Write a finished piece, all or nothing. Raises Stopped."""
        try:
            self._write(f"{piece.number}.piece", content)
        except OSError as error:
            raise Stopped(f"{self.path} cannot be written: {_why(error)}; {self.kept()}") from None

    def finished(self) -> Iterator[tuple[Piece, Groups, str]]:
        """All finished pieces in order."""
        for piece in self.pieces:
            found = self.read(piece)
            if found is not None:
                yield piece, *found

    def kept(self) -> str:
        """What there is, and how to go on, for a sentence."""
        count = sum(len(piece.seeds) for piece, _, _ in self.finished())
        return f"{count} of {len(self.seeds)} {self.plan.unit} are kept in {self.path}: the same command with --resume goes on"

    def remove(self) -> None:
        """The study is over. Only what studies write is removed."""
        for path in [*self.path.glob("*.piece"), *self.path.glob("*.new"), self.path / "plan.json"]:
            path.unlink(missing_ok=True)
        if not any(self.path.iterdir()):
            self.path.rmdir()

    def _write(self, name: str, content: str) -> None:
        new = self.path / f"{name}.new"
        new.write_text(content, encoding="utf-8")
        new.replace(self.path / name)


def _flat(terms: dict[str, Any]) -> dict[str, Any]:
    """Terms by name, with the plan's and its options' among them."""
    found: dict[str, Any] = {}
    for name, value in terms.items():
        if isinstance(value, dict):
            found.update(_flat(value))
        else:
            found[name] = value
    return found


def _why(error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    return reason[:1].lower() + reason[1:]


# ---------------------------------------------------------------- playing
def run(folder: Folder, where: Where, progress: Callable[[int], None]) -> None:
    """Play what is not finished. `progress(seeds)` is called with the seeds played so far. Raises Stopped, Interrupted."""
    there = {piece.number for piece, _, _ in folder.finished()}
    done = sum(len(piece.seeds) for piece in folder.pieces if piece.number in there)
    progress(done)
    missing = [piece for piece in folder.pieces if piece.number not in there]
    try:
        with closing(_spread(folder.plan, missing, where)) as played:
            for piece, content in played:
                folder.keep(piece, content)
                done += len(piece.seeds)
                progress(done)
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; {folder.kept()}") from None
    except BrokenProcessPool:
        raise Stopped(f"a process of the study died; {folder.kept()}") from None
    except cluster.Lost as error:
        raise Stopped(f"the cluster lost a piece ({error}); {folder.kept()}") from None


def _spread(plan: Plan, pieces: list[Piece], where: Where) -> Generator[tuple[Piece, str], None, None]:
    """The pieces as they are finished."""
    if where.cluster is None:
        yield from _played(plan, pieces, min(where.processes, len(pieces)))
    elif pieces:
        with cluster.joined(where.cluster):
            yield from cluster.spread(partial(play, plan), pieces)


def _played(plan: Plan, pieces: list[Piece], processes: int) -> Generator[tuple[Piece, str], None, None]:
    """The pieces as they are finished."""
    if processes <= 1:
        for piece in pieces:
            yield piece, play(plan, piece)
        return
    rest = iter(pieces)
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    running: dict[Future[str], Piece] = {}
    try:
        for piece in rest:
            running[pool.submit(play, plan, piece)] = piece
            if len(running) >= 2 * processes:
                yield from _next(running)
        while running:
            yield from _next(running)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _next(running: dict[Future[str], Piece]) -> Iterator[tuple[Piece, str]]:
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        yield running.pop(future), future.result()


def _begin() -> None:
    """In a process of the pool: Ctrl-C is for the one that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
