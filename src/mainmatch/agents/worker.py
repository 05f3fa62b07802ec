"""Thinking in another process, so that whoever asks never computes and never loads numpy.

The process is started at the first question (`spawn`: it shares nothing) and stays. The module that thinks is loaded there
by its name; it has a function `decide(sight, seed)` that returns a legal action.
"""

from __future__ import annotations

import atexit
import importlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.game import Sight
from mainmatch.games import find

MOST = 2
"""Processes at most; one when the machine has one processor."""

_lock = threading.Lock()
_pool: list[ProcessPoolExecutor] = []


def think(module: str, sight: Sight, seed: int) -> Action:
    """What `module` decides; waits for it. A process that died is replaced once."""
    world = None if sight.world is None else sight.world.dump()
    question = (module, replace(sight, world=None), world, seed)
    pool = _running()
    try:
        return pool.submit(_answer, *question).result()
    except BrokenProcessPool:
        _drop(pool)
        return _running().submit(_answer, *question).result()


def _running() -> ProcessPoolExecutor:
    with _lock:
        if not _pool:
            count = max(1, min(MOST, os.cpu_count() or 1))
            spawn = multiprocessing.get_context("spawn")
            _pool.append(ProcessPoolExecutor(count, mp_context=spawn, initializer=_begin))
        return _pool[0]


def _drop(pool: ProcessPoolExecutor) -> None:
    with _lock:
        if pool in _pool:
            _pool.remove(pool)
            pool.shutdown(wait=False, cancel_futures=True)


@atexit.register
def _stop() -> None:
    for pool in _pool:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """In the process: Ctrl-C is for whoever asked; thinking gives way to serving."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)


def _answer(module: str, sight: Sight, world: dict[str, Any] | None, seed: int) -> Action:
    """In the process: the decision."""
    if world is not None:
        sight = replace(sight, world=find(sight.game).rules.State.load(world))
    action: Action = importlib.import_module(module).decide(sight, seed)
    return action
