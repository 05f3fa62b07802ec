"""The HTTP side of `docs/protocol.md`."""

from __future__ import annotations

import asyncio
import base64
import gzip
import io
from collections.abc import Awaitable, Callable, Mapping
from importlib import resources
from typing import Any, TypeVar

import msgspec
import segno
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import select

from mainmatch.agents import LEVELS, missing
from mainmatch.agents.ratings import ratings
from mainmatch.core import trace
from mainmatch.core.errors import InvalidFile
from mainmatch.core.game import Game
from mainmatch.core.match import Match
from mainmatch.core.messages import LANGUAGES
from mainmatch.core.primer import has_primer
from mainmatch.core.record import SPECTATOR
from mainmatch.server import practise, primers, wire
from mainmatch.server.clock import clocks_of
from mainmatch.server.house import House, hash_of
from mainmatch.server.log import LOG, where
from mainmatch.server.pages import Pages
from mainmatch.server.projection import report_on
from mainmatch.server.refusals import Refusal, restarting
from mainmatch.server.room import Room
from mainmatch.server.visitors import address_of, cookie, house_of, new_key, only_watches, person_of

Asked = Request[Any, Any, State]
JSON = "application/json"
MAX_WAIT_S = 25.0
T = TypeVar("T")


# ---------------------------------------------------------------- reading what is asked
async def read_body(request: Asked, kind: type[T]) -> T:
    """The body as this type. Raises Refusal."""
    body = await _body(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(error) from error


async def _body(request: Asked) -> bytes:
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != JSON:
        raise Refusal("malformed", "The body is JSON, with Content-Type: application/json.")
    return await request.body()


def malformed(error: Exception) -> Refusal:
    """What is wrong with a message, without repeating it."""
    if isinstance(error, msgspec.ValidationError):
        return Refusal("malformed", f"{error}.")
    return Refusal("malformed", "This is no JSON.")


def number(request: Asked, name: str, default: int | None = None) -> int | None:
    """A whole number of the query. Raises Refusal."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Refusal("malformed", f"{name} is a whole number.")
    return int(text)


# ---------------------------------------------------------------- answering
def answer(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """JSON bytes as an answer that nobody keeps."""
    return Response(body, status_code=status, media_type=JSON, headers={"cache-control": "no-store", **(headers or {})})


def snapshot(
    room: Room, person: str | None, request: Asked, status: int = 200, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """The room as this person may see it."""
    return answer(_shown(room, person, request), status, headers)


def _shown(room: Room, person: str | None, request: Asked) -> bytes:
    """The snapshot, going on from where the query says."""
    after, heard = number(request, "after", 0) or 0, number(request, "heard", 0) or 0
    now = room.house.clock.now()
    return room.look(person).snapshot(now, number(request, "match"), after, number(request, "feed"), heard)


def refuse(request: Any, error: Refusal) -> Response[bytes]:
    """A refusal as an answer."""
    del request
    return answer(wire.encode({"error": error.problem}), error.status, _retry(error))


def _retry(error: Refusal) -> dict[str, str]:
    return {} if error.retry_after_s is None else {"retry-after": str(error.retry_after_s)}


def refuse_http(request: Any, error: HTTPException) -> Response[bytes]:
    """What the framework refuses, in our words."""
    if error.status_code == 413:
        return refuse(request, Refusal("too_large", f"A body has at most {wire.MAX_FRAME} bytes."))
    if error.status_code in (404, 405):
        return refuse(request, Refusal("no_such_page", "There is nothing at this address."))
    return refuse(request, Refusal("malformed", "The request cannot be read."))


def fail(request: Any, error: Exception) -> Response[bytes]:
    """A mistake of ours."""
    LOG.error("request_failed", error=type(error).__name__, where=where(error))
    return refuse(request, Refusal("internal", "The server made a mistake; nothing has changed."))


def count_request(request: Asked) -> None:
    """Every request to the API counts."""
    house = house_of(request)
    house.requests.take(address_of(request))
    if house.is_closing:
        raise restarting()


# ---------------------------------------------------------------- games
def describe(game: Game) -> dict[str, Any]:
    """A game for people who choose and for pages that show it."""
    return {
        "id": game.id,
        "version": game.version,
        "prefix": game.prefix,
        "seats": list(game.seats),
        "default_seats": game.default_seats,
        "options": [option.to_json() for option in game.options],
        "clocks": clocks_of(game),
        "actions": [
            {"name": f.name, "type": f.type, "fields": {k: {"kind": d.kind} for k, d in f.parameters.items()}}
            for f in game.actions.families
        ],
        "events": [
            {"type": e.name, "clause": e.clause, "values": {k: v.name for k, v in e.values.items()}}
            for e in game.events.kinds
        ],
        "presets": [{"id": name, "options": dict(options)} for name, options in game.presets.items()],
        "headline_kinds": dict(game.headline_kinds),
        "reason_kinds": dict(game.reason_kinds),
        "primer": has_primer(game),
        "ratings": {level: rating.to_json() for level, rating in ratings(game.id, game.version).items()},
    }


@get("/api/games")
async def games(request: Asked) -> Response[bytes]:
    """All games with their options."""
    house = house_of(request)
    body = {
        "time": house.clock.now(),
        "language": house.settings.lang,
        "languages": list(LANGUAGES),
        "bots": [bot for bot in LEVELS if missing(bot) is None],
        "bots_missing": {bot: why for bot in LEVELS if (why := missing(bot)) is not None},
        "games": [describe(g) for g in house.games.values()],
    }
    return answer(wire.encode(body))


def _game(house: House, game: str, lang: str) -> Game:
    if game not in house.games or lang not in LANGUAGES:
        raise Refusal("no_such_page", "There is no such game or language.")
    return house.games[game]


@get("/api/games/{game:str}/words/{lang:str}")
async def words(request: Asked, game: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """A game's catalogue."""
    try:
        return answer(wire.encode(_game(house_of(request), game, lang).words(lang)))
    except InvalidFile as error:
        raise Refusal("no_such_page", "The game has no catalogue in this language.") from error


@get("/api/games/{game:str}/rulebook/{lang:str}")
async def rulebook(request: Asked, game: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """A game's rulebook."""
    file = resources.files(_game(house_of(request), game, lang).package).joinpath(f"rulebook.{lang}.md")
    if not file.is_file():
        raise Refusal("no_such_page", "The game has no rulebook in this language.")
    return Response(file.read_bytes(), media_type="text/markdown", headers={"cache-control": "no-cache"})


@get("/api/games/{game:str}/primer/{lang:str}")
async def primer_words(request: Asked, game: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """A game's primer: its steps in words."""
    return answer(wire.encode(primers.find_primer(_game(house_of(request), game, lang), lang)))


@post("/api/games/{game:str}/primer", status_code=200)
async def primer_step(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """Where somebody stands in a primer."""
    house = house_of(request)
    given = await read_body(request, primers.Lessons)
    found = _game(house, game, given.lang)
    return answer(await asyncio.to_thread(primers.answer, found, given, house.clock.now()))


# ---------------------------------------------------------------- rooms
@post("/api/rooms")
async def create(request: Asked) -> Response[bytes]:
    """A new room."""
    house = house_of(request)
    given = await read_body(request, wire.CreateRoom)
    house.creations.take(address_of(request))
    person, headers = _known(request)
    room = await house.create(given, person)
    return snapshot(room, person, request, 201, headers)


def _known(request: Asked) -> tuple[str, dict[str, str]]:
    """The visitor, with a cookie for one who has none."""
    person = person_of(request)
    if person is not None:
        return person, {}
    key = new_key()
    return hash_of(key), {"set-cookie": cookie(house_of(request).settings, key)}


@post("/api/rooms/{code:str}/join", status_code=200)
async def join(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """Take a chair with a name."""
    given = await read_body(request, wire.Join)
    room = await house_of(request).find(code)
    person, headers = _known(request)
    await room.seat_person(person, given.name, given.seat)
    return snapshot(room, person, request, headers=headers)


def _eyes(request: Asked) -> str | None:
    """Who looks; nobody where the request says that it only watches."""
    return None if only_watches(request) else person_of(request)


@get("/api/rooms/{code:str}")
async def look(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """The room now."""
    return snapshot(await house_of(request).find(code), _eyes(request), request)


@get("/api/rooms/{code:str}/events")
async def events(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """Long poll."""
    room = await house_of(request).find(code)
    person = _eyes(request)
    if person is not None:
        room.poll(person)
    wait = min(float(number(request, "wait", 0) or 0), MAX_WAIT_S)
    version = request.query_params.get("version")
    if wait and version is not None:
        await room.wait_for_news(person, version, wait)
    return snapshot(room, person, request)


@get("/api/rooms/{code:str}/talk")
async def talk(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """What was said before."""
    room = await house_of(request).find(code)
    heard = room.look(_eyes(request)).talk
    before = number(request, "before")
    return answer(b"null" if heard is None else heard.before(heard.number + 1 if before is None else before))


@get("/api/rooms/{code:str}/matches/{match:int}/talk")
async def match_talk(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """What was said in closed rooms during a match, where the host has allowed to read it afterwards."""
    house = house_of(request)
    return answer(wire.encode(await house.transcripts_of(await house.find(code), match)))


@get("/api/rooms/{code:str}/deduction")
async def deduction(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """What follows for one's seat."""
    room = await house_of(request).find(code)
    found = await room.deduce(_eyes(request))
    return answer(b'{"time":%d,%s' % (room.house.clock.now(), found.removeprefix(b"{")))


@post("/api/rooms/{code:str}/commands", status_code=200)
async def command(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """One command."""
    body = await _body(request)
    try:
        given = wire.decode_command(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(error) from error
    room = await house_of(request).find(code)
    person, headers = _known(request) if isinstance(given, wire.Sit | wire.Introduce) else (person_of(request), {})
    if person is None:
        raise Refusal("not_seated", "This needs a place at the table: join first.")
    refusal: Refusal | None = None
    try:
        await room.carry_out(person, given)
    except Refusal as error:
        refusal = error
    shown = _shown(room, person, request)
    if refusal is not None:
        headers |= _retry(refusal)
        return answer(b'{"error":%s,"snapshot":%s}' % (wire.encode(refusal.problem), shown), refusal.status, headers)
    return answer(b'{"id":%s,"ok":true,"snapshot":%s}' % (wire.encode(given.id), shown), headers=headers)


# ---------------------------------------------------------------- moving to another device
@post("/api/rooms/{code:str}/move")
async def offer_move(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """A link that moves a place to another device."""
    return await _offer(request, code, "You have no place at this table that could move.", House.offer_move)


@post("/api/rooms/{code:str}/lend")
async def offer_loan(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """A link that lends a chair to somebody else."""
    return await _offer(request, code, "Lending needs a chair at the table.", House.offer_loan)


async def _offer(
    request: Asked, code: str, lacking: str, offer: Callable[[House, Room, str], Awaitable[tuple[str, int]]]
) -> Response[bytes]:
    house = house_of(request)
    await read_body(request, wire.Nothing)
    room = await house.find(code)
    person = person_of(request)
    if person is None:
        raise Refusal("not_seated", lacking)
    token, expires = await offer(house, room, person)
    link = f"{house.settings.base}/move#{token}"
    qr = "data:image/svg+xml;base64," + base64.b64encode(qr_svg(link)).decode()
    return answer(wire.encode({"link": link, "qr": qr, "expires": expires, "time": house.clock.now()}), 201)


@post("/api/move/look", status_code=200)
async def look_at_link(request: Asked) -> Response[bytes]:
    """What a link does, before it is used."""
    given = await read_body(request, wire.Claim)
    kind, room, seat = await house_of(request).look_at_link(given.token)
    name = None if seat is None else room.state.seats[seat].name
    shown = {"kind": kind, "room": room.state.code, "game": room.state.game, "seat": seat, "name": name}
    return answer(wire.encode(shown))


@post("/api/move", status_code=200)
async def take_move(request: Asked) -> Response[bytes]:
    """Take a place over, or a chair on loan."""
    given = await read_body(request, wire.Claim)
    person, headers = _known(request)
    room, seat = await house_of(request).take_move(given.token, person, given.name)
    return answer(wire.encode({"room": room.state.code, "seat": seat}), headers=headers)


@get("/api/me")
async def me(request: Asked) -> Response[bytes]:
    """The rooms in which this browser has a place."""
    house, person = house_of(request), person_of(request)
    rooms: list[dict[str, Any]] = [] if person is None else await house.rooms_of(person)
    return answer(wire.encode({"time": house.clock.now(), "rooms": rooms}))


def qr_svg(text: str) -> bytes:
    """A QR code as SVG without styles or scripts."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, svgns=True
    )
    return out.getvalue()


@get("/api/rooms/{code:str}/qr.svg")
async def qr(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """The room's link as a QR code."""
    house = house_of(request)
    room = await house.find(code)
    return Response(
        qr_svg(house.link(room.state.code)), media_type="image/svg+xml", headers={"cache-control": "no-cache"}
    )


# ---------------------------------------------------------------- finished matches
@get("/api/rooms/{code:str}/matches")
async def matches(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """All matches of a room."""
    house = house_of(request)
    return answer(wire.encode(await house.matches_of(await house.find(code))))


@get("/api/rooms/{code:str}/evening")
async def score(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """The running score of a room."""
    house = house_of(request)
    return answer(wire.encode({"time": house.clock.now(), **await house.evening_of(await house.find(code))}))


@get("/api/rooms/{code:str}/matches/{match:int}")
async def match_file(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """A finished match as a file."""
    house = house_of(request)
    room = await house.find(code)
    file = await house.record_of(room, match, "file")
    name = f"{file['game']}-{room.state.code}-{match}.json"
    return answer(msgspec.json.encode(file), headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/api/rooms/{code:str}/matches/{match:int}/frames")
async def match_frames(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """A finished match, state by state."""
    house = house_of(request)
    return answer(msgspec.json.encode(await house.record_of(await house.find(code), match, "frames")))


@get("/api/rooms/{code:str}/matches/{match:int}/report")
async def match_report(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """The report on a finished match, in the language asked for or the room's."""
    house = house_of(request)
    room = await house.find(code)
    record = await house.record_of(room, match, "frames")
    lang = request.query_params.get("lang", room.state.language)
    game = _game(house, record["game"], lang)
    return answer(wire.encode(await asyncio.to_thread(report_on, game, record, lang)))


@get("/api/rooms/{code:str}/matches/{match:int}/past")
async def past(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """The table as the asker had it at an earlier moment."""
    house = house_of(request)
    item = number(request, "item")
    if item is None:
        raise Refusal("malformed", "item is missing: the number of an item of the log.")
    shown = await house.past_of(await house.find(code), match, _eyes(request), item)
    return answer(wire.encode({"table": shown}))


@get("/api/rooms/{code:str}/matches/{match:int}/replay")
async def replay(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """A finished match, step by step, through these eyes."""
    house = house_of(request)
    asked = request.query_params.get("as", "all")
    if asked not in ("all", "watch") and not (asked.isascii() and asked.isdigit() and len(asked) < 3):
        raise Refusal("malformed", "as is all, watch, or the number of a seat from 0.")
    eyes = {"all": None, "watch": SPECTATOR}[asked] if asked in ("all", "watch") else int(asked)
    zipped = await house.replay_of(await house.find(code), match, eyes)
    headers = {"cache-control": "private, max-age=3600", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return answer(zipped, headers={**headers, "content-encoding": "gzip"})
    return answer(await asyncio.to_thread(gzip.decompress, zipped), headers=headers)


@get("/api/rooms/{code:str}/matches/{match:int}/trace")
async def match_trace(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """A finished match as a trace."""
    house = house_of(request)
    room = await house.find(code)
    file = await house.record_of(room, match, "file")
    game = house.games.get(file["game"])
    if game is None or game.version != file["version"]:
        raise Refusal(
            "rules_changed", "This match was played by other rules than this server has now; it makes no trace."
        )
    text = await asyncio.to_thread(_trace, file, house.games)
    name = f"{file['game']}-{room.state.code}-{match}.jsonl"
    headers = {"content-type": "application/jsonl", "content-disposition": f'attachment; filename="{name}"'}
    return answer(text, headers=headers)


def _trace(file: dict[str, Any], games: Mapping[str, Game]) -> bytes:
    return "".join(
        trace.encode(line) + "\n" for line in trace.of_match(Match.load(file, lambda _: games[file["game"]]))
    ).encode()


# ---------------------------------------------------------------- practising
@get("/api/rooms/{code:str}/advice")
async def advice(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """What a beginner would do here, and why."""
    room = await house_of(request).find(code)
    return answer(wire.encode(await asyncio.to_thread(practise.advice, room.state, room.playing, _eyes(request))))


@get("/api/rooms/{code:str}/matches/{match:int}/reasons")
async def match_reasons(request: Asked, code: FromPath[str], match: FromPath[int]) -> Response[bytes]:
    """Why the bots of a finished match did what they did."""
    house = house_of(request)
    room = await house.find(code)
    if not room.state.practise:
        raise Refusal("not_practising", "The reasons of bots are kept where somebody practises.")
    file, frames = await house.record_of(room, match, "file"), await house.record_of(room, match, "frames")
    game = house.games.get(file["game"])
    if game is None or game.version != file["version"]:
        raise Refusal("rules_changed", "The rules have changed since this match: its reasons cannot be given.")
    found = await asyncio.to_thread(practise.whole_reasons, game, file, frames, room.state)
    return answer(wire.encode({"match": match, "names": frames["names"], "reasons": found}))


# ---------------------------------------------------------------- for operators
@get("/healthz")
async def healthz() -> Response[bytes]:
    """The process answers."""
    return answer(b'{"ok":true}')


@get("/readyz")
async def readyz(request: Asked) -> Response[bytes]:
    """The database answers, and the server is not going down."""
    house = house_of(request)
    try:
        async with house.store.engine.connect() as connection:
            await (await connection.execution_options(reads_only=True)).execute(select(1))
    except Exception as error:
        LOG.error("not_ready", error=type(error).__name__)
        return answer(b'{"ok":false}', 503)
    return answer(b'{"ok":false}', 503) if house.is_closing else answer(b'{"ok":true}')


@get("/metrics")
async def metrics() -> Response[bytes]:
    """Sums for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST, headers={"cache-control": "no-store"})


# ---------------------------------------------------------------- the page
@get(["/", "/{path:path}"])
async def page(request: Asked, path: FromPath[str] = "") -> Response[bytes]:
    """The page's files, and the page itself for every other address."""
    if path.startswith("/api/") or path == "/api":
        raise Refusal("no_such_page", "There is nothing at this address.")
    pages: Pages = request.app.state.pages
    found = await pages.find(path)
    headers = {"cache-control": found.cache, "etag": found.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.zipped, media_type=found.media_type, headers={**headers, "content-encoding": "gzip"})
    return Response(found.body, media_type=found.media_type, headers=headers)


API = [
    games,
    words,
    rulebook,
    primer_words,
    primer_step,
    create,
    join,
    look,
    events,
    talk,
    match_talk,
    deduction,
    command,
    offer_move,
    offer_loan,
    look_at_link,
    take_move,
    me,
    qr,
    matches,
    score,
    match_file,
    match_frames,
    match_report,
    past,
    replay,
    match_trace,
    advice,
    match_reasons,
]
OTHERS = [healthz, readyz, metrics, page]
