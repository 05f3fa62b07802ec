"""A complete client of the protocol (docs/protocol.md) in about a hundred lines: plays matches of any game, at random.

    python examples/bot_client.py http://localhost:8000 --game maskmen       # opens a room; the server's bots fill it
    python examples/bot_client.py http://localhost:8000 --room KXWTRM        # sits down at somebody's table

It needs only Python. Put your own idea into `choose`: it gets what the seat may know, and its legal actions.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import uuid
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

Json = Any
AGAIN = ("restarting", "try_again", "too_fast")
"""Refusals after which the same command, with the same id, is sent again."""


def choose(table: Json, dice: random.Random) -> Json:
    """One of the legal actions of `table["decision"]`. `table["view"]` is what the seat knows."""
    decision = table["decision"]
    choices = [*decision["legal"], *decision["spans"]]
    choice = dice.choice(choices)
    if "field" in choice:  # very many actions that differ in one number come as a span
        return {**choice["action"], choice["field"]: dice.randint(choice["low"], choice["high"])}
    return choice


class Refused(Exception):
    """The server did not do it; `code` says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Client:
    """One visitor: keeps its cookie, asks again while the server is away."""

    def __init__(self, server: str, patience_s: float = 30.0) -> None:
        self.server = server.rstrip("/")
        self.cookie = ""
        self.patience_s = patience_s

    def ask(self, method: str, path: str, body: Json = None) -> Json:
        """One request; its answer as JSON. Raises Refused."""
        request = Request(self.server + path, None if body is None else json.dumps(body).encode(), method=method)
        request.add_header("Content-Type", "application/json")
        request.add_header("Cookie", self.cookie)
        until = time.monotonic() + self.patience_s
        while True:
            try:
                with urlopen(request, timeout=60) as answer:
                    for name, morsel in SimpleCookie(answer.headers.get("Set-Cookie", "")).items():
                        self.cookie = f"{name}={morsel.value}"
                    return json.loads(answer.read())
            except HTTPError as error:
                problem = json.loads(error.read())["error"]
                if problem["code"] not in AGAIN or time.monotonic() > until:
                    raise Refused(problem["code"], problem["text"]) from None
            except (URLError, ConnectionError):
                if time.monotonic() > until:
                    raise
            time.sleep(0.3)

    def command(self, code: str, kind: str, **fields: Json) -> Json:
        """Carry out a command; the snapshot after it. The id makes asking again harmless."""
        body = {"type": kind, "id": uuid.uuid4().hex, **fields}
        return self.ask("POST", f"/api/rooms/{code}/commands", body)["snapshot"]

    def play(self, code: str, dice: random.Random, say: Callable[[Json], object] = bool) -> Json:
        """Decide whenever it is this seat's turn, until the match is over; returns the last snapshot."""
        match, seen, now = 0, 0, self.ask("GET", f"/api/rooms/{code}")
        while True:
            table = now["table"]
            if table is not None:
                if table["match"] != match:
                    match, seen = table["match"], 0
                for item in now["events"]["items"]:
                    if item["n"] > seen:
                        seen = item["n"]
                        say(item)
                if table["over"]:
                    return now
                if table["decision"] is not None:
                    self.decide(code, table, dice)
            path = f"/api/rooms/{code}/events?match={match}&after={seen}&wait=25&version={now['version']}"
            now = self.ask("GET", path)

    def decide(self, code: str, table: Json, dice: random.Random) -> None:
        """Make the open decision, unless somebody was faster (the clock, another tab)."""
        try:
            self.command(code, "decide", decision=table["decision"]["id"], action=choose(table, dice))
        except Refused as refused:
            if refused.code != "decision_closed":
                raise


def main() -> None:
    """Open or join a room, play one match, say what happened."""
    parser = argparse.ArgumentParser(description="A random player over the protocol of mainmatch.")
    parser.add_argument("server", help="for example http://localhost:8000")
    parser.add_argument("--game", default="maskmen", help="the game of a new room")
    parser.add_argument("--players", type=int, help="chairs of a new room")
    parser.add_argument("--room", help="sit down in this room instead")
    parser.add_argument("--name", default="Robin")
    given = parser.parse_args()
    client = Client(given.server)
    if given.room:
        code = client.ask("POST", f"/api/rooms/{given.room}/join", {"name": given.name})["room"]["code"]
    else:
        wanted = {
            "game": given.game,
            "you": {"name": given.name},
            **({"players": given.players} if given.players else {}),
        }
        room = client.ask("POST", "/api/rooms", wanted)["room"]
        code = room["code"]
        print("the room:", room["link"])
        client.command(code, "start")
    last = client.play(code, random.Random(), lambda item: print(json.dumps(item, ensure_ascii=False)))
    print("outcome:", json.dumps(last["table"]["outcome"], ensure_ascii=False))


if __name__ == "__main__":
    main()
