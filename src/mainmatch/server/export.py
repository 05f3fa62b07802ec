"""A finished match out of the database, for `mainmatch export` and `mainmatch verify`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from mainmatch.core.errors import InvalidInput
from mainmatch.server.projection import unpack
from mainmatch.server.storage import Store
from mainmatch.server.tables import FRAMES, MATCHES


def finished_match(database: str, name: str) -> dict[str, Any]:
    """The file of a finished match: by its id, or the last one of a room by the room's code. Raises InvalidInput."""
    code, _, digits = name.partition(".")
    if digits and not digits.isdecimal():
        raise InvalidInput(f"{name!r} is no room's code such as KXWTRM, and no match of one such as KXWTRM.2")
    if "://" not in database and not Path(database).expanduser().is_file():
        raise InvalidInput(f"there is no match file {name!r}, and no database {database}: name it with --database")
    try:
        return asyncio.run(_read(Store(database), code.upper(), int(digits) if digits else None))
    except (SQLAlchemyError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise InvalidInput(f"the database {database} cannot be read ({reason})") from error


async def _read(store: Store, code: str, number: int | None) -> dict[str, Any]:
    try:
        matches = await store.rows(MATCHES, room=code, order="number")
        if number is not None:
            matches = [match for match in matches if match["number"] == number]
        if not matches:
            which = "" if number is None else f" {number}"
            raise InvalidInput(f"the database holds no match{which} of room {code}: check the code and --database")
        over = [match for match in matches if match["status"] == "over"]
        if not over:
            raise InvalidInput(f"the match of room {code} is not over: only a finished match can be exported")
        frames = await store.row(FRAMES, match=over[-1]["id"])
        if frames is None:
            raise InvalidInput(f"match {over[-1]['id']} was stopped before its end: it has no record")
        file: dict[str, Any] = unpack(frames["file"])
        return file
    finally:
        await store.engine.dispose()
