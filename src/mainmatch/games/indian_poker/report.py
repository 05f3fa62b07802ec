"""The report on a match of Indian Poker: the chips hand by hand, and the hands that moved them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mainmatch.core.report import DANGER, GOLD, Chart, Moment, Place, Played, Report, Series, turning_points


@dataclass(frozen=True)
class Hand:
    """A finished hand."""

    step: int
    """The decision that ended it."""
    number: int
    how: str
    """`show`, `fold` or `foul`."""
    cards: list[int]
    winner: int | None
    pot: int
    penalty: int
    before: list[int]
    """Chips when it was dealt."""
    after: list[int]


def report(played: Played) -> Report:
    """Chips by hand. Turning points: the largest pot, a fold with the better card, a change of lead, a penalty, a pot carried on."""
    played_hands = hands(played)
    rules = [
        pots(played_hands),
        better_folds(played_hands),
        leads(played_hands),
        penalties(played_hands),
        ties(played_hands),
    ]
    return Report(places(played), turning_points(rules), chart(played, played_hands), {"other": "player"})


def places(played: Played) -> list[Place]:
    """More chips win."""
    winner, stacks = played.outcome["winner"], played.outcome["stacks"]
    if winner is None:
        return [Place(seat, 1, "drawn", score={"chips": stacks[seat]}) for seat in (0, 1)]
    return [
        Place(seat, 1, "won", GOLD, {"chips": stacks[seat]})
        if seat == winner
        else Place(seat, 2, "lost", DANGER, {"chips": stacks[seat]})
        for seat in (0, 1)
    ]


def hands(played: Played) -> list[Hand]:
    """All hands with both cards, and the chips before and after each."""
    found: list[Hand] = []
    chips, bets = [int(played.options["chips"])] * 2, [0, 0]
    before, cards, number = list(chips), [0, 0], 0

    def close(step: int, how: str, winner: int | None, pot: int) -> None:
        found.append(Hand(step, number, how, list(cards), winner, pot, 0, before, list(chips)))

    for step in played.steps:
        for event in step.events:
            match event["type"]:
                case "hand":
                    before, number, bets = list(chips), event["hand"], [event["ante"]] * 2
                    chips = [stack - event["ante"] for stack in chips]
                case "dealt":
                    cards[event["player"]] = event["card"]
                case "raised" | "called":
                    chips[event["player"]] -= event["to"] - bets[event["player"]]
                    bets[event["player"]] = event["to"]
                case "won":
                    chips[event["player"]] += event["pot"]
                    close(step.number, "show", event["player"], event["pot"])
                case "tied":
                    close(step.number, "show", None, event["pot"])
                case "folded" | "fouled":
                    chips[event["winner"]] += event["pot"]
                    how = "fold" if event["type"] == "folded" else "foul"
                    close(step.number, how, event["winner"], event["pot"])
                case "penalty":
                    chips[event["player"]] -= event["chips"]
                    chips[1 - event["player"]] += event["chips"]
                    found[-1] = replace(found[-1], after=list(chips), penalty=event["chips"])
                case "split":
                    chips = [stack + event["pot"] // 2 for stack in chips]
                    found[-1] = replace(found[-1], after=list(chips))
    return found


# ---------------------------------------------------------------- rules
def pots(played: list[Hand]) -> Iterator[Moment]:
    """A pot that was won by the cards: its chips."""
    for hand in played:
        if hand.winner is not None and hand.how == "show":
            cards = {"card": hand.cards[hand.winner], "against": hand.cards[1 - hand.winner]}
            values = {"player": hand.winner, "hand": hand.number, **cards}
            yield Moment(hand.step, "pot", hand.pot, (hand.winner,), values)


def better_folds(played: list[Hand]) -> Iterator[Moment]:
    """Somebody folds the higher card: the pot that it gave away, and the penalty."""
    for hand in played:
        if hand.winner is not None and hand.how == "fold":
            loser = 1 - hand.winner
            if hand.cards[loser] > hand.cards[hand.winner]:
                cards = {"card": hand.cards[loser], "against": hand.cards[hand.winner]}
                values = {"player": loser, "other": hand.winner, "hand": hand.number, **cards}
                yield Moment(hand.step, "better_fold", hand.pot + hand.penalty, (loser, hand.winner), values)


def leads(played: list[Hand]) -> Iterator[Moment]:
    """A hand after which the other has more chips: by so many more."""
    leader: int | None = None
    for hand in played:
        first, second = hand.after
        if first == second or hand.winner is None:
            continue
        now = int(second > first)
        if leader is not None and now != leader:
            values = {"player": now, "other": 1 - now, "hand": hand.number, "chips": hand.after[now]}
            yield Moment(hand.step, "lead", abs(first - second), (now,), values)
        leader = now


def penalties(played: list[Hand]) -> Iterator[Moment]:
    """Folding the highest card: the penalty."""
    for hand in played:
        if hand.penalty and hand.winner is not None:
            loser = 1 - hand.winner
            values = {"player": loser, "hand": hand.number, "card": hand.cards[loser]}
            yield Moment(hand.step, "penalty", hand.penalty, (loser,), values)


def ties(played: list[Hand]) -> Iterator[Moment]:
    """Equal cards: the pot that goes on to the next hand."""
    for hand in played:
        if hand.winner is None:
            yield Moment(hand.step, "tie", hand.pot, (0, 1), {"hand": hand.number, "card": hand.cards[0]})


# ---------------------------------------------------------------- the chart
def chart(played: Played, all_hands: list[Hand]) -> Chart:
    """Chips after each hand; a pot carried on belongs to nobody."""
    start = int(played.options["chips"])
    series = [
        Series(None, seat, [[(0, start), *((hand.number, hand.after[seat]) for hand in all_hands)]]) for seat in (0, 1)
    ]
    x_of: list[int] = []
    done = 0
    for step in played.steps:
        done = max([done, *(hand.number for hand in all_hands if hand.step == step.number)])
        x_of.append(done)
    return Chart(series, x_of)
