"""The pieces of a study on a Ray cluster. A piece is a pure function of the plan, so the results are those of one machine.

A worker or a node that dies costs only the pieces that it had in hand: Ray plays them again elsewhere. Every node needs
this version of mainmatch. Needs ray.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from mainmatch import __version__
from mainmatch.core.errors import InvalidInput

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 5.0
"""Seconds in which an address has to answer."""
TRIES = 5
"""So often is a piece begun anew when its worker dies."""
AHEAD = 2
"""Pieces handed out for each processor of the cluster."""


class Lost(Exception):
    """A piece could not be played: its workers died again and again, or the cluster went away. Says why."""


def check(address: str) -> None:
    """Can the cluster at `address` be asked (HOST:PORT; empty: one of this machine alone)? Raises InvalidInput."""
    if importlib.util.find_spec("ray") is None:
        raise InvalidInput("--ray needs ray: pip install mainmatch[ray]")
    if address:
        _knock(address)


@contextmanager
def joined(address: str) -> Generator[None]:
    """Connected to the cluster. Raises InvalidInput."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # as it will be; otherwise Ray warns of it
    import ray

    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise InvalidInput(f"the Ray cluster at {address or 'this machine'} cannot be joined: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Does anybody answer there? Raises InvalidInput: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise InvalidInput(f"the address of a Ray cluster is HOST:PORT, for example 10.0.0.5:6379, not {address}")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        why = error.strerror or str(error) or type(error).__name__
        raise InvalidInput(f"nobody answers at {address}: {why[:1].lower()}{why[1:]}") from None


def spread(work: Callable[[T], R], tasks: list[T]) -> Generator[tuple[T, R], None, None]:
    """Each task with what came of it, as they are finished; `work` and its argument travel by pickle. Raises Lost."""
    import ray

    @ray.remote(max_retries=TRIES)
    def there(task: T, version: str) -> R:
        import mainmatch  # the one of that node

        if mainmatch.__version__ != version:
            raise InvalidInput(f"a node of the cluster has mainmatch {mainmatch.__version__}, this one {version}")
        return work(task)

    rest, running = iter(tasks), dict[Any, T]()
    try:
        for task in rest:
            running[there.remote(task, __version__)] = task
            if len(running) >= AHEAD * max(1, ray.cluster_resources().get("CPU", 1)):
                yield from _finished(running)
        while running:
            yield from _finished(running)
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def _finished(running: dict[Any, T]) -> Iterator[tuple[T, Any]]:
    """At least one of them."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    ready, _ = ray.wait(list(running), num_returns=1)
    for reference in ready:
        task = running.pop(reference)
        try:
            yield task, ray.get(reference)
        except RayTaskError as error:
            raise error.as_instanceof_cause() from None
        except RayError as error:
            raise Lost(f"{type(error).__name__}: {error}".splitlines()[0]) from error
