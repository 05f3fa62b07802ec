"""Middle Race for people: its options, state as JSON, views and outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from mainmatch.core.actions import Action
from mainmatch.core.game import FAR, Bounds, Game, Option, Reason, Sight, State, Value
from mainmatch.core.record import SPECTATOR
from mainmatch.games.middle_race.bot import choose
from mainmatch.games.middle_race.reading import ASKED, LETTERS, PHASES, RACE_FIELDS, read
from mainmatch.games.middle_race.reasons import explain


class MiddleRace(Game):
    """See the rulebook. `score` is -1 for the death match, 1 for a garnet, 2 with a black garnet."""

    id = "middle-race"
    package = "mainmatch.games.middle_race"
    prefix = "MR"
    seats = (4, 11)
    default_seats = 11
    pace_s = 40
    dealt: ClassVar[dict[str, Value]] = {"draft": "random"}
    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "show": {},
        "quick": {"draft": "random", "max_laps": 6},
        "free": {"may_decline": True},
    }
    options = (
        Option("draft", "nominate", choices=("nominate", "random")),
        Option("may_decline", False),
        Option("silenced_quick", "x1", choices=("x1", "x2")),
        Option("chain_limit", 400, 1),
        Option("max_laps", 100, 1, trials=(3, 6)),
        Option("vote_limit", 3),
    )
    headline_kinds: ClassVar[dict[str, str]] = {
        "turn": "character",
        "who": "player",
        "pushed": "character",
        "target": "character",
    }

    def legal_capacity(self, state: State) -> int:
        """See `rules.MOST_LEGAL`."""
        return self.rules.MOST_LEGAL

    def bounds(self, players: int, options: dict[str, Value]) -> Bounds:
        """A turn asks for a card and for Jump's renewal; every displacement of its chain (11 at once at most), up to five times."""
        by_vote = options["draft"] == "nominate"
        ballots = (int(options["vote_limit"]) or FAR) if by_vote else 0
        turn = 3 + 5 * (int(options["chain_limit"]) + 11)
        return Bounds(
            least=-1,
            most=2,
            total=players - 2,
            decisions=min(ballots * players + 2 * players + int(options["max_laps"]) * players * turn, 10 * FAR),
            draws=1 if by_vote else players,
            outcomes=11,
            few=True,
            together=by_vote,
        )

    def refused(self, state: State, seat: int) -> list[tuple[Action, str]]:
        """Of the kinds of action that are possible: those that name somebody who plays, or a card of the full set.

        Where a card goes with something else, only cards that are held.
        """
        rules = self.rules
        owner = state.last_designated[rules.DELETE] if state.asked == rules.ASK_KEEP else state.turn
        cards = state.hands[owner]

        def worth(action: Action) -> bool:
            player = action.get("for", action.get("player", 0))
            named = action.get("target", action.get("pushed"))
            possible = cards if "target" in action or "direction" in action else rules.full_set(owner)
            return (
                player < state.players
                and (named is None or state.seat[named] != rules.NOBODY)
                and ("card" not in action or bool(possible >> action["card"] & 1))
            )

        return [(action, clause) for action, clause in super().refused(state, seat) if worth(action)]

    # ------------------------------------------------------------ JSON
    def state_json(self, state: State) -> dict[str, Any]:
        """The full truth (data section of the rules)."""
        full = self._json(state)
        extra = self._extra(state)
        return {**full, "extra": extra} if extra else full

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        """What the viewer may know. A hidden hand is null; besides:

        `hand_sizes` by character; `pending`, the effects still to come after the open question, in order;
        `distance`, how far whoever Mirror designates now will go (ahead positive);
        `keep`, the hand of which Delete's player is choosing the card that stays (only for that player);
        `vote`, the viewer's own sealed vote; `tally` of the last ballot.
        """
        view = self._json(shown)
        racing = shown.phase >= self.rules.RACE
        view["hand_sizes"] = {str(c): self._size(shown, c) for c in self._characters(shown)} if racing else None
        view["pending"] = self._ladder(shown) if racing else None
        view["distance"] = -shown.distance if shown.asked == self.rules.ASK_MIRROR else None
        cutting = shown.asked == self.rules.ASK_KEEP and shown.seat[self.rules.DELETE] == viewer
        view["keep"] = _members(shown.hands[shown.last_designated[self.rules.DELETE]]) if cutting else None
        view["vote"] = shown.committed[viewer] - 1 if viewer != SPECTATOR and shown.committed[viewer] else None
        view["tally"] = list(shown.tally[: shown.players]) if any(shown.tally) else None
        return view

    def _json(self, s: State) -> dict[str, Any]:
        racing = s.phase >= self.rules.RACE
        named = s.draft == self.rules.BY_VOTE and s.phase > self.rules.VOTE
        present = self._characters(s)
        json: dict[str, Any] = {
            "phase": PHASES[s.phase],
            "candidates": _members(s.candidates) if s.phase == self.rules.VOTE else None,
            "ballot": s.ballot or None,
            "pick_order": [p if p >= 0 else None for p in s.pick_order[: s.players]] if named else None,
            "characters": [c or None for c in s.character[: s.players]],
        }
        if not racing:
            return json | dict.fromkeys(RACE_FIELDS)
        return json | {
            "squares": {str(c): s.squares[c] for c in present},
            "hands": {str(c): None if s.hands[c] is None else _members(s.hands[c]) for c in present},
            "last_designated": {str(c): s.last_designated[c] or None for c in present},
            "hidden_hands": _members(s.hidden),
            "asleep": s.asleep or None,
            "quick_ahead": s.quick_ahead,
            "turn": s.turn,
            "lap": s.lap,
            "chain": s.chain,
            "finish_order": s.finish_order[: s.finished],
            "asked": ASKED[s.asked],
        }

    def _characters(self, s: State) -> list[int]:
        return [c for c in range(1, self.rules.CHARACTERS) if s.seat[c] >= 0]

    def _size(self, s: State, c: int) -> int:
        return 1 if s.hands[c] is None else s.hands[c].bit_count()

    def _extra(self, s: State) -> dict[str, Any]:
        """What the data section does not hold, as far as there is something to say."""
        rules = self.rules
        extra: dict[str, Any] = {}
        if any(s.tally):
            extra["tally"] = s.tally[: s.players]
        if any(s.committed):
            extra["votes"] = [v - 1 if v else None for v in s.committed[: s.players]]
        cut = {str(c): _members(s.cut_from[c]) for c in self._characters(s) if s.cut_from[c]}
        if cut:
            extra["cut_from"] = cut
        if s.asked not in (rules.NOTHING, rules.ASK_SILENCE, rules.ASK_CARD, rules.ASK_RENEW):
            extra["letter"] = LETTERS[s.letter]
            extra["stride"] = s.stride
            extra["partner"] = s.partner or None
            extra["newest"] = {
                "step": s.step,
                "moved": s.moved or None,
                "distance": s.distance,
                "by_other": bool(s.by_other),
            }
            extra["pending"] = [
                {"character": s.frame_kind[i], "amount": s.frame_amount[i]} for i in reversed(range(s.depth))
            ]
        return extra

    def _ladder(self, s: State) -> list[dict[str, Any]]:
        """What is still to come after the open question as things stand, next first (MR-23, MR-6).

        Each has a `kind` and the `character` whose power or turn it is; `push` and `union` the `target` that they
        would move, `mirror` and `move` a `distance`, With's `move` its `partner`.
        """
        rules = self.rules
        rungs: list[dict[str, Any]] = []

        def rung(kind: str, character: int, **more: Any) -> None:
            if s.running >> character & 1 and character != s.asleep:
                rungs.append({"kind": kind, "character": character, **more})

        if s.step:
            asked = rules.on_pushs_square(s) if s.asked == rules.ASK_PUSH else 0
            for c in self._standing(s, rules.PUSH, 0) if s.step <= rules.STEP_PUSH else []:
                if c != asked:
                    rung("push", rules.PUSH, target=c)
            if s.step <= rules.STEP_DELETE and s.moved == rules.DELETE and s.by_other:
                rung("delete", rules.DELETE)
            for c in self._standing(s, rules.UNION, 1) if s.step <= rules.STEP_UNION else []:
                rung("union", rules.UNION, target=c)
            if s.step <= rules.STEP_MIRROR and s.moved == rules.MIRROR and s.by_other:
                rung("mirror", rules.MIRROR, distance=-s.distance)
        for i in reversed(range(s.depth)):
            if s.frame_kind[i] == rules.MIRROR:
                rung("mirror", rules.MIRROR, distance=-s.frame_amount[i])
            else:
                for _ in range(s.frame_amount[i]):
                    rung("delete", rules.DELETE)
        if s.letter == rules.LETTER_A:
            rungs.append({"kind": "submit", "character": s.turn})
        elif s.letter == rules.LETTER_C:
            move = {"kind": "move", "character": s.turn, "distance": s.stride}
            rungs.append(move | {"partner": s.partner} if s.partner else move)
        return rungs

    def _standing(self, s: State, character: int, ahead: int) -> list[int]:
        """Who else stands so many squares ahead of a character that is not on Start."""
        if s.squares[character] == self.rules.START:
            return []
        square = s.squares[character] + ahead
        return [c for c in self._characters(s) if c != character and s.running >> c & 1 and s.squares[c] == square]

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        """See `Game.read_state`."""
        read(state, given, self.rules)

    def outcome(self, state: State) -> dict[str, Any]:
        """Ranks, garnets and black garnets by player, and who goes to the death match."""
        seats = range(state.players)
        worth = [self.rules.score(state, p) for p in seats]
        return {
            "ranks": [self.rules.rank(state, p) for p in seats],
            "garnets": [int(w > 0) for w in worth],
            "black_garnets": [int(w > 1) for w in worth],
            "death_match": [p for p in seats if worth[p] < 0],
        }

    def parts(self, state: State) -> list[str]:
        """The characters."""
        names = self.words("en")["terms"]["character"]
        return [names[str(c)].lower() for c in state.character[: state.players]]

    def part_names(self, lang: str) -> dict[str, str]:
        """The characters."""
        names, ids = (self.words(name)["terms"]["character"] for name in (lang, "en"))
        return {ids[number].lower(): name for number, name in names.items()}

    def is_retractable(self, before: State, after: State, action: int, told: set[str]) -> bool:
        """All is public but sealed votes, what Delete sees, and hands that were cut."""
        if self.actions.decode(action)["type"] in ("vote", "delete", "keep"):
            return False
        return not before.hidden and not after.hidden and "cut_seen" not in told

    # ------------------------------------------------------------ people
    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """A lot in the draft; in the race the first of the table: declining, the lowest card or number, ahead, hold."""
        legal = self.legal(state, seat)
        return legal[0] if state.phase == self.rules.RACE else legal[lot(len(legal))]

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Who decides what, in whose turn."""
        phase = view["phase"]
        if phase == "vote":
            return "vote" if view["ballot"] == 1 else "vote_again", {"ballot": view["ballot"]}
        order = view["pick_order"]
        if phase == "nominate":
            return "nominate", {"who": next(p for p in order if p is not None)}
        if phase == "pick":
            return "pick", {"who": next(p for p in order if view["characters"][p] is None)}
        if phase == "over":
            return "over", {}
        asked, values = view["asked"], {"turn": view["turn"], "lap": view["lap"]}
        if asked == "keep":
            values["target"] = view["last_designated"]["4"]
        if asked == "push":
            values["pushed"] = _pushed(view["squares"])
        return asked, values

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """See `bot.choose`."""
        return choose(sight, dice)

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """See `reasons.explain`."""
        return explain(sight, action)

    reason_kinds: ClassVar[dict[str, str]] = {
        "character": "character",
        "target": "character",
        "leader": "character",
        "card": "card",
        "square": "square",
    }


def _pushed(squares: dict[str, int]) -> int:
    """The lowest number on Push's square."""
    return min(int(c) for c, square in squares.items() if square == squares["3"] and c != "3")


def _members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


GAME = MiddleRace()
