"""What follows for a seat, over HTTP: for that seat alone, while a match runs and the host allows it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from mainmatch.games.infiltration.game import GAME
from tests.server.live import Json, Live, Visitor, serving


async def refusal(visitor: Visitor) -> str:
    """The code with which the question is refused."""
    answer = await visitor.ask("GET", f"/api/rooms/{visitor.code}/deduction")
    assert answer.status_code >= 400, answer.text
    return answer.json()["error"]["code"]


async def begun(live: Live, **wanted: Json) -> tuple[Visitor, Visitor]:
    """Two people and a bot, of whom all have placed their agents."""
    ann = await live.host(game="infiltration", players=3, **wanted)
    ben = await live.guest(ann.code, "Ben")
    await ann.command("start")
    async with ann.tab() as a, ben.tab() as b:
        for tab in (a, b):
            await tab.decide()
        await a.until(lambda t: t.table["view"]["phase"] == "vote" and t.table["decision"])
    return ann, ben


async def test_a_seat_learns_what_follows_for_it(tmp_path: Path) -> None:
    """The same as from its events; nobody without a chair learns anything, a display neither."""
    async with serving(tmp_path, games={"infiltration": GAME}) as live:
        ann = await live.host(game="infiltration", players=3)
        assert await refusal(ann) == "not_playing"
        ann, ben = await begun(live)
        watcher = live.visitor()
        watcher.code = ann.code
        assert await refusal(watcher) == "not_seated"
        shown = await ann.ask("GET", f"/api/rooms/{ann.code}/deduction?as=watch")
        assert shown.json()["error"]["code"] == "not_seated"
        for seat, visitor in enumerate((ann, ben)):
            look = await visitor.look()
            events = [item["event"] for item in look["events"]["items"] if "event" in item]
            answer = await visitor.get(f"/api/rooms/{ann.code}/deduction")
            assert answer["match"] == 1
            assert answer["events"] == len(events)
            assert answer["found"] == GAME.deduce(3, look["table"]["options"], seat, events)
            assert answer["found"]["exact"]


async def test_two_who_ask_at_once_get_the_same(tmp_path: Path) -> None:
    """Two tabs of one seat."""
    async with serving(tmp_path, games={"infiltration": GAME}) as live:
        ann, _ = await begun(live)
        one, two = await asyncio.gather(*(ann.get(f"/api/rooms/{ann.code}/deduction") for _ in range(2)))
        assert one == two


async def test_the_host_may_forbid_it_before_a_match_and_not_during_one(tmp_path: Path) -> None:
    """Everybody sees the setting in the room."""
    async with serving(tmp_path, games={"infiltration": GAME}) as live:
        ann, ben = await begun(live, aids={"cross_out": False})
        assert (await ben.look())["room"]["aids"]["cross_out"] is False
        assert await refusal(ann) == "aid_forbidden"
        assert await ann.command_refused("configure", aids={"cross_out": True}) == "already_playing"
        await ann.command("stop")
        await ann.command("configure", aids={"cross_out": True})
        assert await refusal(ann) == "not_playing"


async def test_other_games_have_nothing_to_cross_out(live: Live) -> None:
    """A page that is not there."""
    ann = await live.host(players=2)
    await ann.command("start")
    assert await refusal(ann) == "no_such_page"
