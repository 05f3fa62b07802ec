"""Records what one seat hears over a real socket during a whole match, and the match's replay: for the page's tests.

    python -m web.dev.heard            # writes web/src/lib/recorded/*.json, all games
    python -m web.dev.heard maskmen

The same seeds give the same matches; names, codes and keys are new in every recording.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from mainmatch.games import find
from tests.server.live import Live, serving

MATCHES: dict[str, dict[str, Any]] = {
    "middle-race": {"players": 4, "options": {"max_laps": 1}},
    "infiltration": {"players": 3, "options": {"rounds": 2}},
    "loyalists-and-traitors": {"options": {"limit": 100}},
    "indian-poker": {"options": {"max_hands": 4}},
    "maskmen": {"players": 3, "options": {"seasons": 1, "cards": 6}},
}
FOLDER = Path(__file__).resolve().parents[1] / "src" / "lib" / "recorded"


async def record(live: Live, game: str) -> dict[str, Any]:
    """A match that the host plays at random against beginners: frames, the last snapshot, replays."""
    dice = random.Random(game)
    host = await live.host("하윤", game=game, bots="easy", **MATCHES[game])
    async with host.tab() as tab:
        await host.command("start")
        decided = ""
        while not (tab.table and tab.table["over"]):
            decision = tab.table and tab.table["decision"]
            if decision and decision["id"] != decided:
                decided = decision["id"]
                legal = decision["legal"]
                action = dice.choice(legal) if isinstance(legal, list) else decision["by_clock"]["action"]
                await host.command("decide", decision=decided, action=action)
            await tab.read()
        frames = [json.loads(frame) for frame in tab.frames]
        snapshot = await host.look()
    base = f"/api/rooms/{host.code}/matches/1/replay?as="
    replays = {eyes: await host.get(base + eyes) for eyes in ("all", "watch", "0")}
    return {"frames": frames, "snapshot": snapshot, "replays": replays}


async def main(games: list[str]) -> None:
    """Record these, or all."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), games={g: find(g) for g in MATCHES}) as live:
            for game in games or MATCHES:
                recorded = json.dumps(await record(live, game), ensure_ascii=False, separators=(",", ":"))
                (FOLDER / f"{game}.json").write_text(recorded + "\n", encoding="utf-8")
                print(game, len(recorded) // 1024, "kB")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
