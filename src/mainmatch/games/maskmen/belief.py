"""What the others' plays and passes say about their hands: each judged by the rule of thumb, as if a hand were theirs.

All chance of a season is in its deal, so a world that a seat holds possible says what everybody held at each decision of
the season: what they hold now, and what they have played since.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mainmatch.core.actions import Action
from mainmatch.core.game import Game, Sight, State
from mainmatch.games.maskmen.bot import Table

HEAT = 0.25
"""Choices worth so much less than the best are e times rarer: people and bots do not weigh to a hair."""
MISTAKES = 0.1
"""How often anything else is decided."""
Decision = tuple[int, Action]
Hand = tuple[int, ...]


def decided(events: Sequence[dict[str, Any]]) -> tuple[int, list[Decision]] | None:
    """The season's first host and its decisions so far, by player; None: its beginning was not told."""
    begun = max((i for i, e in enumerate(events) if e["type"] == "season"), default=None)
    if begun is None:
        return None
    found: list[Decision] = []
    for event in events[begun + 1 :]:
        if event["type"] == "passed":
            found.append((event["player"], {"type": "pass"}))
        elif event["type"] in ("opened", "played"):
            play: Action = {"type": "play", "wrestler": event["wrestler"], "count": event["count"]}
            found.append((event["player"], play))
    return events[begun]["host"], found


def likelihood(game: Game, worlds: Sequence[State], seat: int, events: Sequence[dict[str, Any]]) -> list[float] | None:
    """The log-likelihood of what the others decided in this season, for each of these worlds; None: nothing to judge by."""
    past = decided(events)
    if past is None or not worlds:
        return None
    host, decisions = past
    names = game.rules.NAMES
    gone = [[0] * len(names) for _ in range(worlds[0].players)]
    for player, action in decisions:
        if action["type"] == "play":
            gone[player][names.index(action["wrestler"])] += action["count"]
    state = _begun(game, worlds[0], gone, host)
    found = [0.0] * len(worlds)
    for player, action in decisions:
        if player != seat:
            known: dict[Hand, float] = {}
            for i, world in enumerate(worlds):
                hand = tuple(map(int.__add__, world.hands[player], gone[player]))
                if hand not in known:
                    known[hand] = math.log(_chance(game, state, player, hand, action))
                found[i] += known[hand]
        if action["type"] == "play":
            gone[player][names.index(action["wrestler"])] -= action["count"]
        game.rules.apply(state, player, game.actions.encode(action))
    return found


def _begun(game: Game, world: State, gone: list[list[int]], host: int) -> State:
    """The season of a world as it began: everybody holds what they have played since, too."""
    state = world.clone()
    rules = game.rules
    for w in range(len(rules.NAMES)):
        state.played[w] = 0
        state.below[w] = 0
        for p in range(state.players):
            state.hands[p][w] += gone[p][w]
    for p in range(state.players):
        state.left[p] = sum(state.hands[p])
    state.outs = 0
    rules.open_round(state, host)
    return state


def _chance(game: Game, state: State, player: int, hand: Hand, action: Action) -> float:
    """How likely the player would decide so with this hand."""
    held = list(state.hands[player])
    for w, count in enumerate(hand):
        state.hands[player][w] = count
    legal = game.legal_json(state, player)
    table = Table(Sight(game.id, state.players, {}, player, game.view(state, player), legal))
    for w, count in enumerate(held):
        state.hands[player][w] = count
    worth = [table.worth(one) for one in legal]
    top = max(worth)
    weights = [math.exp((w - top) / HEAT) for w in worth]
    return MISTAKES / len(legal) + (1 - MISTAKES) * weights[legal.index(action)] / sum(weights)
