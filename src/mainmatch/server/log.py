"""The log: one JSON object a line on standard error. Codes, counts and kinds; never keys, names, states or actions."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path

import structlog

LOG: structlog.stdlib.BoundLogger = structlog.get_logger("mainmatch")


def set_up() -> None:
    """Send the log, and what libraries warn of, to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def where(error: BaseException) -> list[str]:
    """Where an error came from, without its message and values."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]


class _Json(logging.Formatter):
    """Library messages without their arguments' tracebacks: those could hold what nobody may read."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        line = {"event": record.getMessage(), "level": record.levelname.lower(), "logger": record.name, "error": error}
        return structlog.processors.JSONRenderer(ensure_ascii=False)(None, "", {k: v for k, v in line.items() if v})  # type: ignore[return-value]
