"""A seat at a live table, over the HTTP interface of a server (docs/protocol.md), told in words. Needs httpx.

`Seat` holds one chair at most. What it says is made of the snapshots that its own key gets, so it can tell a seat's view
and nothing else; the key itself never appears in what it says.
"""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from collections.abc import Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from mainmatch.bridges.live_words import LIVE
from mainmatch.bridges.text import Voice
from mainmatch.core.actions import Action
from mainmatch.core.errors import IllegalAction, InvalidFile, InvalidInput, MainmatchError
from mainmatch.core.game import Game
from mainmatch.games import find

Json = Any
AGAIN = ("restarting", "try_again", "too_fast")
"""Refusals after which the same command, with the same id, is sent again."""
PATIENCE_S = 30.0
"""A server that is away is asked again for so long."""
POLL_S = 20
"""The longest that one request waits for news."""
LONGEST_S = 300
_CODE = re.compile(r"[A-Za-z]{6}")
MOST_TALK = 30
"""What is said at most after a first look; the rest is counted."""


class Refused(MainmatchError):
    """The server did not do it; `code` says why (docs/protocol.md, section 2), `clause` by which rule."""

    def __init__(self, code: str, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.clause = clause


class Away(MainmatchError):
    """The server does not answer."""


class Seat:
    """One chair at one table of a server, or none yet."""

    def __init__(self, server: str, lang: str, kept: Path | None = None) -> None:
        """`server`: its address. `kept`: a file in which the key of the chair is kept, so that a new start goes on.

        Raises InvalidInput, InvalidFile.
        """
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise InvalidInput(f"{server!r} is no address of a server; one looks like http://localhost:8000")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.netloc = parts.netloc
        self.lang = lang
        self.phrases: Mapping[str, str] = LIVE[lang]
        self.code: str | None = None
        self.now: Json = None
        """The last snapshot."""
        self.shown = ""
        """The id of the decision whose choices were told last."""
        self._kept = kept
        self._cookie = ""
        self._items: list[Json] = []
        """Of the match at the table, from its first on."""
        self._heard = (0, 0)
        """Match and number of the last item that came …"""
        self._told = (0, 0)
        """… and of the last that was told."""
        self._talk: list[Json] = []
        """Not told yet."""
        self._talk_heard = 0
        self._missed = 0
        self._http = httpx.AsyncClient(base_url=self.server, timeout=POLL_S + PATIENCE_S, trust_env=False)
        if kept is not None:
            self._read(kept)

    async def close(self) -> None:
        """No more requests."""
        await self._http.aclose()

    # ------------------------------------------------------------ the key
    def _read(self, kept: Path) -> None:
        if not kept.exists():
            return
        try:
            lines = kept.read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidFile(f"{kept} cannot be read: {error}") from None
        if len(lines) != 3 or lines[0] != self.server or not _CODE.fullmatch(lines[1]):
            raise InvalidFile(f"{kept} keeps no seat at {self.server}")
        self.code, self._cookie = lines[1], lines[2]

    def _keep(self) -> None:
        if self._kept is None or self.code is None:
            return
        try:
            self._kept.touch(mode=0o600)
            self._kept.write_text(f"{self.server}\n{self.code}\n{self._cookie}\n", encoding="utf-8")
        except OSError as error:
            raise InvalidFile(f"{self._kept} cannot be written: {error}") from None

    # ------------------------------------------------------------ requests
    async def _ask(self, method: str, path: str, body: Json = None) -> Json:
        """One request; its answer. Asks again while the server is away. Raises Refused, Away."""
        until = time.monotonic() + PATIENCE_S
        pause = 0.1
        while True:
            try:
                headers = {"cookie": self._cookie} if self._cookie else {}
                answer = await self._http.request(method, path, json=body, headers=headers)
            except httpx.HTTPError:
                if time.monotonic() > until:
                    raise Away(self._say("away", server=self.server)) from None
            else:
                for name, morsel in SimpleCookie(answer.headers.get("set-cookie", "")).items():
                    self._cookie = f"{name}={morsel.value}"
                if answer.is_success:
                    return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text
                refused = self._refused(answer)
                if refused.code not in AGAIN or time.monotonic() > until:
                    raise refused
            await asyncio.sleep(pause)
            pause = min(2.0, 2 * pause)

    def _refused(self, answer: httpx.Response) -> Refused:
        try:
            error = answer.json()["error"]
            code, text, clause = str(error["code"]), str(error["text"]), error.get("clause")
        except (ValueError, KeyError, TypeError):
            return Refused("foreign", self._say("foreign", server=self.server))
        known = self.phrases.get(f"refused:{code}")
        return Refused(code, known or text, clause)

    async def _command(self, kind: str, **fields: Json) -> Json:
        """Carry out a command. The id makes asking again harmless."""
        body = {"type": kind, "id": uuid.uuid4().hex, **fields}
        answer = await self._ask("POST", f"/api/rooms/{self._at()}/commands{self._from('?')}", body)
        self._take(answer["snapshot"])
        return answer

    def _at(self) -> str:
        if self.code is None:
            raise InvalidInput(self._say("no_table"))
        return self.code

    def _from(self, mark: str) -> str:
        """Where to go on: what has been heard already."""
        if self.now is None:
            return ""
        match, after = self._heard
        feed = self.now["talk"]["feed"] if self.now["talk"] else 0
        return f"{mark}match={match}&after={after}&feed={feed}&heard={self._talk_heard}"

    async def refresh(self, wait_s: int = 0) -> None:
        """The table as it is now; or as it is when something has changed. Raises Refused, Away."""
        path = f"/api/rooms/{self._at()}/events"
        version = f"&version={self.now['version']}" if self.now is not None and wait_s else ""
        self._take(await self._ask("GET", f"{path}?wait={wait_s}{version}{self._from('&')}"))

    def _take(self, snapshot: Json) -> None:
        """What a snapshot brings: the table as it is, and everything told that was not known yet."""
        before = self.now
        self.now = snapshot
        events = snapshot["events"]
        if events is None:
            self._items.clear()
            self._heard = (0, 0)
        else:
            if events["match"] != self._heard[0] or (before is not None and before["seat"] != snapshot["seat"]):
                self._items.clear()
                self._heard = (events["match"], 0)
            fresh = [item for item in events["items"] if item["n"] > self._heard[1]]
            self._items += fresh
            self._heard = (events["match"], fresh[-1]["n"] if fresh else self._heard[1])
        talk = snapshot["talk"]
        if talk is None:
            return
        if before is None or before["talk"] is None or before["talk"]["feed"] != talk["feed"]:
            self._talk.clear()
            self._talk_heard, self._missed = 0, talk["after"]
        fresh = [item for item in talk["items"] if item["n"] > self._talk_heard]
        self._talk += fresh
        self._talk_heard = fresh[-1]["n"] if fresh else self._talk_heard
        if "state" not in talk and before is not None and before["talk"]:
            talk["state"] = before["talk"]["state"]

    # ------------------------------------------------------------ sitting down and leaving
    async def join(self, table: str, name: str, number: int | None = None) -> None:
        """Sit down: `table` is a room's code or link, or a link that moves or lends a chair; `number`: a chair, from 1.

        Raises InvalidInput, Refused, Away.
        """
        if self.code is not None and self.now is None:
            await self.refresh()
        if self.now is not None and self.now["seat"] is not None:
            raise InvalidInput(self._say("already", code=self.code))
        code, token = self._address(table)
        if token is not None:
            kind = (await self._ask("POST", "/api/move/look", {"token": token}))["kind"]
            given = {"name": name} if kind == "lend" else {}
            found = await self._ask("POST", "/api/move", {"token": token, **given})
            code = str(found["room"])
            self._enter(code)
            await self.refresh()
        else:
            chosen = {} if number is None else {"seat": number - 1}
            snapshot = await self._ask("POST", f"/api/rooms/{code}/join", {"name": name, **chosen})
            self._enter(code)
            self._take(snapshot)
        self._keep()

    def _enter(self, code: str) -> None:
        self.code, self.now, self.shown = code, None, ""
        self._items.clear()
        self._talk.clear()
        self._heard, self._talk_heard, self._missed = (0, 0), 0, 0

    def _address(self, table: str) -> tuple[str, str | None]:
        """The code of a room; or the secret of a link."""
        written = table.strip()
        if _CODE.fullmatch(written):
            return written.upper(), None
        parts = urlsplit(written)
        if parts.scheme in ("http", "https"):
            if parts.netloc != self.netloc:
                raise InvalidInput(self._say("other_server", link=parts.netloc, server=self.server))
            if parts.path.rstrip("/") == "/move" and parts.fragment:
                return "", parts.fragment
            room = re.fullmatch(r"/r/([A-Za-z]{6})(?:/.*)?", parts.path)
            if room:
                return room[1].upper(), None
        raise InvalidInput(self._say("no_link", link=written[:80]))

    async def leave(self) -> None:
        """Give the chair up; in a match a bot plays on. Raises InvalidInput, Refused, Away."""
        await self._command("leave")
        self.code, self.now, self._cookie = None, None, ""
        if self._kept is not None:
            self._kept.unlink(missing_ok=True)

    # ------------------------------------------------------------ words
    def _say(self, key: str, **values: object) -> str:
        return self.phrases[key].format(**values)

    def voice(self) -> Voice | None:
        """The words of this seat at the present match; None: there is none yet. Raises InvalidInput."""
        table = self.now["table"]
        if table is None:
            return None
        game = find(table["game"])
        if game.version != table["version"]:
            raise InvalidInput(self._say("other_rules", game=game.id, theirs=table["version"], ours=game.version))
        return Voice(game, self.lang, table["names"], table["seat"])

    def look(self) -> str:
        """Everything that the seat may know, what happened since the last look, and what it may decide. Raises InvalidInput."""
        room, table = self.now["room"], self.now["table"]
        told = [self._headline(room)]
        if table is None or (room["status"] == "lobby" and not table["over"]):
            told.append(self._people(room))
        voice = self.voice()
        if voice is not None and table is not None:
            told += ["", *self._told_of(voice, table)]
        told += self._talked()
        if voice is not None and table is not None:
            told += self._duty(voice, table)
        elif room["status"] == "lobby":
            told += ["", self._say("lobby")]
        return "\n".join(told)

    def _headline(self, room: Json) -> str:
        game = find(room["game"]).words(self.lang)["name"]
        name = f" · {room['name']}" if room["name"] else ""
        return self._say("headline", game=game, code=room["code"]) + name

    def _people(self, room: Json) -> str:
        lines = [
            self._say("chair", number=chair["seat"] + 1, who=chair["name"] or self._say("empty"))
            + (f" ({self._say('bot')})" if chair["kind"] == "bot" else "")
            + (f" ({self._say('host')})" if chair["host"] else "")
            + (f" ({self._say('you')})" if chair["seat"] == self.now["seat"] else "")
            for chair in room["seats"]
        ]
        return "\n".join(lines)

    def _told_of(self, voice: Voice, table: Json) -> list[str]:
        """The seat's view; events and notes since the last look, in order."""
        match, last = self._told
        if match != table["match"]:
            last = 0
        fresh = [item for item in self._items if item["n"] > last]
        self._told = (table["match"], self._heard[1])
        told = voice.observation(in_order(voice.game, table), []).split("\n")
        nothing = voice.phrases["nothing"]
        told = told[: told.index(nothing)] if nothing in told else told
        lines = [line for item in fresh if (line := self._item(voice, item))]
        return [*told, voice.phrases["happened"], *(f"- {line}" for line in lines)] if lines else [*told, nothing]

    def _item(self, voice: Voice, item: Json) -> str:
        event = item.get("event")
        if event is not None:
            clause = f" ({event['clause']})" if event.get("clause") else ""
            return voice.words.event(event) + clause
        note = item["note"]
        kind = note["type"]
        if kind in ("away", "stopped"):
            kind = f"{kind}:{note['why']}"
        if kind == "reason":
            game = voice.game
            text = " ".join(
                voice.words.sentences.fill(voice.words.words["reasons"][r["key"]], r["values"], game.reason_kinds)
                for r in note["reasons"]
            )
            return f"{voice.names[note['seat']]}: {text}"
        template = self.phrases.get(f"note:{kind}")
        if template is None:
            return ""
        values = {**note, "s": round(note.get("ms", 0) / 1000), "number": note.get("seat", 0) + 1}
        return voice.words.sentences.fill(template, values, {"seat": "player"})

    def _talked(self) -> list[str]:
        """What was said since the last look, in quotation marks; rooms beside the table."""
        fresh = self._talk[-MOST_TALK:]
        missed = self._missed + len(self._talk) - len(fresh)
        self._talk.clear()
        self._missed = 0
        lines = [line for item in fresh if (line := self._word(item))]
        if missed:
            lines.insert(0, self._say("talk:missed", count=missed))
        state = (self.now["talk"] or {}).get("state")
        rooms = [line for room in (state or {}).get("rooms", []) if (line := self._room(room, state))]
        told = ["", self._say("talk:heard"), *lines] if lines else []
        return told + (["", self._say("talk:rooms"), *rooms] if rooms else [])

    def _word(self, item: Json) -> str:
        kind = item["type"]
        if kind == "said":
            if item.get("who") == self._me:
                return ""
            where = self.phrases.get(f"room:{item['room']}", item["room"])
            seat = "" if item["seat"] is None else f"{item['seat'] + 1} "
            return f"- [{where}] {seat}{item['name']}: “{item['text']}”"
        template = self.phrases.get(f"talk:{kind}")
        if template is None:
            return ""
        values = {
            "who": self._talker(item.get("who")),
            "by": self._talker(item.get("by")),
            "room": item.get("room", ""),
        }
        return "- " + template.format(**values)

    @property
    def _me(self) -> int | None:
        state = (self.now["talk"] or {}).get("state") or {}
        return state.get("me")

    def _talker(self, who: int | None) -> str:
        state = (self.now["talk"] or {}).get("state") or {}
        return next((p["name"] for p in state.get("people", []) if p["who"] == who), "?")

    def _room(self, room: Json, state: Json) -> str:
        if room["room"] in ("table", "watchers"):
            return ""
        names = ", ".join(p["name"] for p in state["people"] if p["who"] in room.get("members", []))
        you = self._say(f"talk:you:{room.get('you')}")
        return f"- {room['room']} ({names}): {you}"

    def _duty(self, voice: Voice, table: Json) -> list[str]:
        """What is owed now, how long there is, and what the clock would do; the result at the end."""
        if table["over"]:
            self.shown = ""
            ended = voice.result(table["outcome"]) if table["outcome"] is not None else self._say("stopped")
            return ["", ended, self._say("over")]
        if self.now["room"]["paused"]:
            return ["", self._say("refused:paused")]
        decision = table["decision"]
        if decision is None:
            return ["", self._say("sealed") if table["sealed"] else voice.phrases["wait"]]
        self.shown = decision["id"]
        told = ["", voice.choices(legal_of(voice.game, decision))]
        for refused in decision["refused"]:
            label, why = voice.words.action(refused["action"]), voice.words.why(refused["clause"])
            told.append(self._say("not_possible", label=label, clause=refused["clause"], why=why))
        if decision["due"] is not None:
            left = max(0, round((decision["due"] - self.now["time"]) / 1000))
            by_clock = decision["by_clock"]
            then = self._say("lot") if by_clock["lot"] else voice.words.action(by_clock["action"])
            told.append(self._say("clock", seconds=left, then=then))
        return told

    # ------------------------------------------------------------ deciding, waiting, talking
    async def decide(self, answer: str) -> str:
        """Make the open decision with an answer in words; what was decided, in words.

        Raises InvalidInput (the answer cannot be followed; IllegalAction names the clause), Refused, Away. Nothing has happened then.
        """
        await self.refresh()
        voice, table = self.voice(), self.now["table"]
        if voice is None or table is None or table["over"]:
            raise InvalidInput(self._say("not_playing"))
        decision = table["decision"]
        if decision is None:
            raise InvalidInput(voice.phrases["wait"])
        if decision["id"] != self.shown:
            raise InvalidInput(self._say("new_decision"))
        clauses = {_key(refused["action"]): refused["clause"] for refused in decision["refused"]}
        asked: list[Action] = []

        def why(action: Action) -> str | None:
            asked.append(action)
            return clauses.get(_key(action))

        try:
            action = voice.understand(answer, legal_of(voice.game, decision), why)
        except IllegalAction as refusal:
            if refusal.clause is not None or not asked:
                raise
            action = asked[-1]  # the server knows which clause forbids it, and refuses it
        try:
            await self._command("decide", decision=decision["id"], action=action)
        except Refused as refused:
            if refused.clause is None:
                raise
            label = voice.words.action(action)
            text = voice.phrases["illegal_why"].format(
                label=label, clause=refused.clause, why=voice.words.why(refused.clause)
            )
            raise IllegalAction(text, refused.clause) from None
        return self._say("decided", label=voice.words.action(action))

    async def wait(self, seconds: float) -> None:
        """Returns when there is something to decide, the match has ended, somebody talked, or the time is over."""
        until = time.monotonic() + min(seconds, LONGEST_S)
        await self.refresh()
        while not self._is_news() and (left := until - time.monotonic()) > 0:
            await self.refresh(max(1, min(POLL_S, int(left))))

    def _is_news(self) -> bool:
        table = self.now["table"]
        if any(self._word(item) for item in self._talk):
            return True
        if table is None:
            return False
        if table["over"]:
            return self._told != (table["match"], self._heard[1])
        return table["decision"] is not None and not self.now["room"]["paused"]

    async def say(self, text: str, room: str) -> None:
        """Say something where the seat is: `table`, `watchers` or a side room. Raises InvalidInput, Refused, Away."""
        await self._command("say", room=room, text=text)

    async def side_room(self, do: str, room: str, seats: list[int]) -> None:
        """Open a side room with the people on these chairs (from 1), or invite, turn away, knock, enter, leave.

        Raises InvalidInput, Refused, Away.
        """
        whom = [self._on_chair(number) for number in seats]
        if do == "open":
            await self._command("open_side_room", whom=whom)
        elif do in ("invite", "turn_away"):
            if len(whom) != 1:
                raise InvalidInput(self._say("one_seat"))
            await self._command(do, room=room, whom=whom[0])
        else:
            await self._command("leave_side_room" if do == "leave" else do, room=room)

    def _on_chair(self, number: int) -> int:
        state = (self.now["talk"] or {}).get("state") or {}
        for person in state.get("people", []):
            if person["seat"] == number - 1:
                return int(person["who"])
        raise InvalidInput(self._say("nobody_there", number=number))


def legal_of(game: Game, decision: Json) -> list[Action]:
    """All legal actions of a decision as the protocol gives it, runs written out."""
    legal: list[Action] = list(decision["legal"])
    for span in decision["spans"]:
        legal += [{**span["action"], span["field"]: n} for n in range(span["low"], span["high"] + 1)]
    return [game.actions.decode(game.actions.encode(action)) for action in legal]


def in_order(game: Game, table: Json) -> Json:
    """The view of a table with its fields in the game's own order: JSON on the wire has them by name."""
    return _like(table["view"], game.view(game.start(table["players"], table["options"], chance=0), table["seat"] or 0))


def _like(value: Json, shape: Json) -> Json:
    if isinstance(value, dict) and isinstance(shape, dict):
        names = [*(name for name in shape if name in value), *(name for name in value if name not in shape)]
        return {name: _like(value[name], shape.get(name)) for name in names}
    if isinstance(value, list) and isinstance(shape, list) and shape:
        return [_like(item, shape[min(i, len(shape) - 1)]) for i, item in enumerate(value)]
    return value


def _key(action: Action) -> str:
    return repr(sorted(action.items()))
