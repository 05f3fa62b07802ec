"""Positions, drawn as few words as they need, a dealer who deals named cards, and what can be asked of a state."""

from __future__ import annotations

from typing import Any

from mainmatch.core.game import State
from mainmatch.games.indian_poker.game import GAME


def finished(how: str, cards: list[int], winner: int | None, pot: int, penalty: int = 0, hand: int = 1) -> dict[str, Any]:  # fmt: skip
    """A finished hand, as in `last` and `since`."""
    return {"hand": hand, "how": how, "cards": cards, "winner": winner, "pot": pot, "penalty": penalty}


def drawn(
    cards: tuple[int, int],
    stacks: tuple[int, int] = (29, 29),
    bets: tuple[int, int] = (1, 1),
    last: dict[str, Any] | None = None,
    deck: tuple[int, int] = (10, 2),
    **fields: Any,
) -> dict[str, Any]:
    """The first hand, or the second after `last`, whose winner leads (else player 0) and has the turn.

    `deck`: ranks and copies of each; `fields` say what is otherwise.
    """
    leader = last["winner"] or 0 if last else 0
    left = [rank for rank in range(1, deck[0] + 1) for _ in range(deck[1])]
    for card in (*cards, *(last["cards"] if last else ())):
        left.remove(card)
    position: dict[str, Any] = {
        "phase": "bet",
        "hand": 1 if last is None else 2,
        "leader": leader,
        "turn": leader,
        "stacks": list(stacks),
        "bets": list(bets),
        "carried": 0,
        "cards": list(cards),
        "deck_left": left,
        "last": last,
        "since": [last] if last and bets[0] == bets[1] else [],
    }
    return position | fields


def read(position: dict[str, Any], *dealt: int, seed: int = 1, **options: Any) -> State:
    """The state of a position; the next cards are the ranks `dealt`, in the order of the deal."""
    state = GAME.blank(2, GAME.check_options(2, options), seed)
    state.told = []
    GAME.read_state(state, position)
    if dealt:
        state.chance = Dealer(state, list(dealt))
    return state


class Dealer:
    """Chance that deals named ranks from the deck of a state."""

    def __init__(self, state: State, ranks: list[int]) -> None:
        self.state = state
        self.ranks = ranks

    def draw(self, counter: int, outcomes: int) -> int:
        """The number of the next named card among those left."""
        rank = self.ranks.pop(0)
        assert self.state.pile[rank - 1], f"no card of rank {rank} is left"
        return sum(self.state.pile[: rank - 1])


def action(text: str) -> dict[str, Any]:
    """`raise 5`, `call`, `fold` or `foul`."""
    kind, _, to = text.partition(" ")
    return {"type": kind, "to": int(to)} if to else {"type": kind}


def decide(state: State, *decisions: str) -> State:
    """Decisions one after the other, each by the player whose turn it is; returns the state."""
    for text in decisions:
        seat = GAME.actors(state)[0]
        GAME.apply(state, seat, GAME.check_action(state, seat, action(text)))
    return state


def may(state: State) -> list[str]:
    """What the player whose turn it is may do."""
    legal = GAME.legal_json(state, GAME.actors(state)[0])
    return [f"raise {a['to']}" if a["type"] == "raise" else a["type"] for a in legal]


def why_not(state: State, text: str) -> str | None:
    """The clause that forbids a decision to the player whose turn it is."""
    return GAME.refusal(state, GAME.actors(state)[0], GAME.actions.encode(action(text)))


def shown(state: State) -> dict[str, Any]:
    """The state as JSON."""
    return GAME.state_json(state)


def told(state: State, viewer: int = -1) -> list[str]:
    """The types of the events that a viewer received."""
    events = [GAME.events.project(t, viewer) for t in state.told]
    return [e["type"] for e in events if e is not None]
