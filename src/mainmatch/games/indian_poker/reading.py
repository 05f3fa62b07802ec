"""A given position of Indian Poker, checked clause by clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mainmatch.core.errors import InvalidState
from mainmatch.core.game import State

FIELDS = ("phase", "hand", "leader", "turn", "stacks", "bets", "carried", "cards", "deck_left", "last", "since")
HANDS = 32
HOW = {"show": 1, "fold": 2, "foul": 3}


def read(s: State, given: dict[str, Any]) -> None:
    """Fill a blank record; raises InvalidState naming the field and the clause."""
    for name in given:
        if name not in FIELDS and name != "extra":
            raise InvalidState(name, "is no field of this state")
    for name in FIELDS:
        if name not in given:
            raise InvalidState(name, "is missing")
    if given["phase"] != "bet":
        raise InvalidState("phase", 'must be "bet": a given position is not over')
    s.hand = _number(given["hand"], "hand", 1, 10**9)
    s.leader = _number(given["leader"], "leader", 0, 1)
    s.turn = _number(given["turn"], "turn", 0, 1)
    s.stacks = _pair(given["stacks"], "stacks", 0, 2 * s.chips)
    s.bets = _pair(given["bets"], "bets", 0, s.chips)
    s.carried = _number(given["carried"], "carried", 0, 2 * s.chips)
    _chips(s)
    _deck(s, given)
    _hands(s, given)
    _unshown(s, given.get("extra"))


def _chips(s: State) -> None:
    if sum(s.stacks) + sum(s.bets) + s.carried != 2 * s.chips:
        raise InvalidState("stacks", f"stacks, bets and carried chips must add up to {2 * s.chips}", "IP-15")
    if 0 in s.stacks and s.bets[0] == s.bets[1]:
        raise InvalidState(
            "stacks", "a player without chips left after the antes does not bet: the cards are shown at once", "IP-5"
        )
    if s.max_hands and s.hand > s.max_hands:
        raise InvalidState("hand", f"the match ends after {s.max_hands} hands", "IP-14")
    if s.carried % 2:
        raise InvalidState("carried", "a carried pot is two equal bets, so it is even", "IP-7")
    ante = min(s.ante, s.stacks[0] + s.bets[0], s.stacks[1] + s.bets[1])
    mine, other = s.bets[s.turn], s.bets[1 - s.turn]
    if min(s.bets) < ante:
        raise InvalidState("bets", f"both have paid the ante of {ante}", "IP-2")
    if mine == other:
        if mine != ante:
            raise InvalidState("bets", "equal bets above the ante would have ended the betting", "IP-3")
        if s.turn != s.leader:
            raise InvalidState("turn", "the leader bets first", "IP-2")
    elif mine > other:
        raise InvalidState("turn", "the player with the higher bet has no turn", "IP-3")
    elif mine == ante and s.turn == s.leader:
        raise InvalidState(
            "turn", "the leader's first decision is to raise or to fold, so the other cannot have raised first", "IP-4"
        )
    if other > s.bets[s.turn] + s.stacks[s.turn]:
        raise InvalidState("bets", "a total cannot be more than either player can reach", "IP-5")


def _deck(s: State, given: dict[str, Any]) -> None:
    s.cards = _pair(given["cards"], "cards", 1, s.ranks)
    left = given["deck_left"]
    if not isinstance(left, list) or any(type(c) is not int or not 1 <= c <= s.ranks for c in left):
        raise InvalidState("deck_left", f"must be a list of ranks from 1 to {s.ranks}", "IP-1")
    if left != sorted(left):
        raise InvalidState("deck_left", "must be sorted")
    counts = Counter(left) + Counter(s.cards)
    for rank, n in counts.items():
        if n > s.copies:
            raise InvalidState("deck_left", f"there are only {s.copies} cards of rank {rank}", "IP-1")
    total = s.ranks * s.copies
    if s.deck_rule == 1 and len(left) != total - 2:
        raise InvalidState("deck_left", "with every_hand all cards but the two dealt are left", "IP-9")
    hands = total // 2
    dealt = 2 * ((s.hand - 1) % hands + 1)
    if s.deck_rule == 0 and len(left) != total - dealt:
        raise InvalidState(
            "deck_left", f"in hand {s.hand} of decks for {hands} hands {total - dealt} cards are left", "IP-9"
        )
    for card in left:
        s.pile[card - 1] += 1
    s.left = len(left)
    for rank in range(s.ranks):
        s.shown[rank] = s.copies - s.pile[rank] - s.cards.count(rank + 1)


def _hands(s: State, given: dict[str, Any]) -> None:
    s.last_winner = -1
    if not isinstance(given["since"], list) or len(given["since"]) > HANDS:
        raise InvalidState("since", f"must be a list of at most {HANDS} finished hands")
    if given["last"] is None:
        if s.hand != 1:
            raise InvalidState("last", f"before hand {s.hand} a hand was finished")
        if given["since"]:
            raise InvalidState("since", "no hand is finished yet")
        if s.carried:
            raise InvalidState("carried", "nothing is carried into the first hand", "IP-7")
        if s.stacks[0] + s.bets[0] != s.chips:
            raise InvalidState("stacks", f"both start with {s.chips} chips", "IP-1")
        return
    hands = [_hand(s, h, f"since[{i}]") for i, h in enumerate(given["since"])]
    last = _hand(s, given["last"], "last")
    if last[0] != s.hand - 1:
        raise InvalidState("last.hand", f"the hand before hand {s.hand} is {s.hand - 1}")
    if hands and hands[-1] != last:
        raise InvalidState("since", "its newest hand must be the last hand")
    for i, hand in enumerate(hands):
        if hand[0] != s.hand - len(hands) + i:
            raise InvalidState(f"since[{i}].hand", "hands follow one another")
    if s.carried and last[3] != -1:
        raise InvalidState("carried", "the last hand was won, so its winner took everything", "IP-7")
    if last[3] == -1 and s.carried != last[4]:
        raise InvalidState("carried", "after equal cards the whole pot is carried", "IP-7")
    if s.bets[0] != s.bets[1] and hands:
        raise InvalidState("since", "after a raise no hand is finished since the last decision", "IP-3")
    if s.bets[0] == s.bets[1] and not hands:
        raise InvalidState("since", "before the first decision of a hand the last hand is in it", "IP-2")
    for i, hand in enumerate(hands[1:], 1):
        if hand[1] != 1:
            raise InvalidState(f"since[{i}].how", "without a decision a hand is shown", "IP-5")
    if last[3] != -1 and s.leader != _next_leader(s, last[1], last[3]):
        raise InvalidState(
            "leader", f"after the last hand player {1 - s.leader} leads", "IP-13" if last[1] == 3 else "IP-10"
        )
    s.last_hand, s.last_how, s.last_cards, s.last_winner, s.last_pot, s.last_penalty = last
    s.since = len(hands)
    for i, (_, how, cards, winner, pot, penalty) in enumerate(hands):
        s.since_how[i], s.since_winner[i], s.since_pot[i], s.since_penalty[i] = how, winner, pot, penalty
        s.since_first[i], s.since_second[i] = cards


def _next_leader(s: State, how: int, winner: int) -> int:
    """Who leads after a hand that was won, as far as that hand alone tells: with `alternate` the given leader."""
    if how == 3 or s.leader_rule == 0:
        return winner
    return 1 - winner if s.leader_rule == 1 else int(s.leader)


def _hand(s: State, hand: Any, where: str) -> tuple[int, int, list[int], int, int, int]:
    if not isinstance(hand, dict) or set(hand) != {"hand", "how", "cards", "winner", "pot", "penalty"}:
        raise InvalidState(where, "must have hand, how, cards, winner, pot and penalty")
    how = HOW.get(hand["how"], 0) if isinstance(hand["how"], str) else 0
    if not how:
        raise InvalidState(f"{where}.how", "must be show, fold or foul")
    cards = _pair(hand["cards"], f"{where}.cards", 1, s.ranks)
    winner = -1 if hand["winner"] is None else _number(hand["winner"], f"{where}.winner", 0, 1)
    right = -1 if cards[0] == cards[1] else int(cards[1] > cards[0])
    if how == 1 and winner != right:
        raise InvalidState(f"{where}.winner", "the higher card takes the pot, equal cards carry it", "IP-6")
    if how != 1 and winner == -1:
        raise InvalidState(f"{where}.winner", "a fold or a foul has a winner", "IP-8")
    penalty = _number(hand["penalty"], f"{where}.penalty", 0, 2 * s.chips)
    due = s.fold_penalty if how == 2 and cards[1 - winner] == s.ranks else 0
    if penalty != due:
        raise InvalidState(f"{where}.penalty", f"is {due}: who folds the highest rank, and only then, pays", "IP-8")
    if how == 3 and not s.fouls:
        raise InvalidState(f"{where}.how", "fouls are not part of this match", "IP-13")
    return (
        _number(hand["hand"], f"{where}.hand", 1, 10**9),
        how,
        cards,
        winner,
        _number(hand["pot"], f"{where}.pot", 0, 2 * s.chips),
        penalty,
    )


def _unshown(s: State, extra: Any) -> None:
    """Which cards of finished hands stayed unseen: from `extra`, or, without it, just those of the last hand."""
    if extra is not None:
        if not isinstance(extra, dict) or set(extra) - {"unshown", "earlier"}:
            raise InvalidState("extra", "may have unshown and earlier")
        _move(s, extra.get("unshown", [[], []]), "extra.unshown")
        if "earlier" in extra:
            earlier = extra["earlier"]
            if not isinstance(earlier, dict) or set(earlier) != {"shown", "unshown"}:
                raise InvalidState("extra.earlier", "must have shown and unshown")
            s.shuffled = 1
            _count(s, earlier["shown"], s.past_shown, "extra.earlier.shown")
            if not isinstance(earlier["unshown"], list) or len(earlier["unshown"]) != 2:
                raise InvalidState("extra.earlier.unshown", "must be two lists of ranks")
            for q in (0, 1):
                _count(s, earlier["unshown"][q], s.past_unshown[q], "extra.earlier.unshown")
        return
    how, winner = (s.since_how[0], s.since_winner[0]) if s.since else (s.last_how, s.last_winner)
    cards = [s.since_first[0], s.since_second[0]] if s.since else s.last_cards
    hidden = [q for q in (0, 1) if how == 3 or (how == 2 and winner == q)]
    if all(s.shown[c - 1] >= n for c, n in Counter(cards[q] for q in (0, 1) if how).items()):
        for q in hidden:
            s.shown[cards[q] - 1] -= 1
            s.unshown[q][cards[q] - 1] += 1
    elif how:
        s.shuffled = 1
        for q in (0, 1):
            if q in hidden:
                s.past_unshown[q][cards[q] - 1] += 1
            else:
                s.past_shown[cards[q] - 1] += 1


def _move(s: State, rows: Any, where: str) -> None:
    if not isinstance(rows, list) or len(rows) != 2:
        raise InvalidState(where, "must be two lists of ranks")
    for q in (0, 1):
        _count(s, rows[q], s.unshown[q], where)
        for rank in range(s.ranks):
            s.shown[rank] -= s.unshown[q][rank]
            if s.shown[rank] < 0:
                raise InvalidState(where, f"more cards of rank {rank + 1} than were dealt", "IP-1")


def _count(s: State, cards: Any, counts: list[int], where: str) -> None:
    if not isinstance(cards, list) or any(type(c) is not int or not 1 <= c <= s.ranks for c in cards):
        raise InvalidState(where, f"must be ranks from 1 to {s.ranks}", "IP-1")
    for card in cards:
        counts[card - 1] += 1
        if counts[card - 1] > s.copies:
            raise InvalidState(where, f"there are only {s.copies} cards of rank {card}", "IP-1")


def _number(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise InvalidState(where, f"must be a whole number from {low} to {high}")
    return value


def _pair(value: Any, where: str, low: int, high: int) -> list[int]:
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidState(where, "must be a list of two")
    return [_number(v, f"{where}[{i}]", low, high) for i, v in enumerate(value)]
