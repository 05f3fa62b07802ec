"""The report on a match over HTTP: for everybody, when it is over, and never before."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainmatch.games import find
from tests.server.live import Live, Visitor, serving

GAME = find("indian-poker")


async def play_out(ann: Visitor) -> None:
    """Folding until the chips are gone."""
    while not (table := (await ann.look())["table"])["over"]:
        if table["decision"]:
            await ann.decide({"type": "fold"})


async def test_a_report_is_for_everybody_and_only_of_a_finished_match(tmp_path: Path) -> None:
    """Refused while the match is running; then whole in either language, and by default in the room's."""
    async with serving(tmp_path, games={GAME.id: GAME}) as live:
        ann = await live.host(game=GAME.id, players=2, options={"chips": 3}, language="ko")
        path = f"/api/rooms/{ann.code}/matches/1/report"
        assert (await ann.ask("GET", path)).status_code == 404
        await ann.command("start")
        refused = await ann.ask("GET", path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "already_playing")
        await play_out(ann)
        stranger = live.visitor()
        korean, english = [await stranger.get(f"{path}?lang={lang}") for lang in ("ko", "en")]
        assert korean == await stranger.get(path)
        assert (korean["match"], korean["game"], korean["names"][0]) == (1, GAME.id, "Ann")
        assert {place["reward"] for place in korean["places"]} == {"승리", "탈락"}
        assert {place["reward"] for place in english["places"]} == {"winner", "eliminated"}
        assert [m["step"] for m in korean["moments"]] == [m["step"] for m in english["moments"]] != []
        frames = await stranger.get(f"/api/rooms/{ann.code}/matches/1/frames")
        for series in english["chart"]["series"]:
            assert series["lines"][0][-1][1] == frames["outcome"]["stacks"][series["seat"]]
        assert (await stranger.ask("GET", f"{path}?lang=fr")).status_code == 404


@pytest.mark.parametrize("number", [0, 7])
async def test_there_is_no_report_on_a_match_that_never_was(live: Live, number: int) -> None:
    """Its number is none of the room's."""
    ann = await live.host(players=2)
    answer = await ann.ask("GET", f"/api/rooms/{ann.code}/matches/{number}/report")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_match")
