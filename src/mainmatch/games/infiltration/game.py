"""Infiltration for people: its options, state as JSON, views and outcome."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from mainmatch.core.actions import Action
from mainmatch.core.events import EventJson
from mainmatch.core.game import FAR, Bounds, Game, Option, Reason, Sight, State, Value
from mainmatch.games.infiltration.bot import choose
from mainmatch.games.infiltration.deduction import deduce
from mainmatch.games.infiltration.reading import read
from mainmatch.games.infiltration.reasons import explain

PHASES = ("place", "vote", "move", "patrol", "over")
KINDS = ("A", "B")


class Infiltration(Game):
    """See the rulebook. `score` is a player's final points."""

    id = "infiltration"
    package = "mainmatch.games.infiltration"
    prefix = "IN"
    seats = (3, 8)
    default_seats = 5
    pace_s = 45
    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "show": {},
        "quick": {"rounds": 8},
        "liars": {"declaration": "bluff"},
        "hunters": {"arrest_points": 1, "score_reveal": "individual"},
    }
    options = (
        Option("vote_limit", 20),
        Option("declaration", "truthful", choices=("truthful", "bluff"), field="bluff"),
        Option("patrol", "optional", choices=("optional", "mandatory"), field="must_patrol"),
        Option("arrest_points", 0, trials=(1, 3)),
        Option("score_reveal", "total", choices=("total", "individual"), field="individual"),
        Option("rounds", 15, 1, trials=(8, 20)),
        Option("bonus", "per_piece", choices=("per_piece", "of_sum"), field="of_sum"),
    )
    headline_kinds: ClassVar[dict[str, str]] = {"leader": "player"}

    def legal_capacity(self, state: State) -> int:
        """Nine moves, each with up to three declarations; or sixteen placements."""
        return 27

    def bounds(self, players: int, options: dict[str, Value]) -> Bounds:
        """Placing, votes, then a move each and a patrol a round; two points a round and the arrests, and 2/3 more for two pieces."""
        rounds, ballots = int(options["rounds"]), int(options["vote_limit"]) or FAR
        points = 2 * rounds + 2 * (players - 1) * int(options["arrest_points"])
        return Bounds(
            least=0,
            most=points + 2 * points // 3,
            decisions=min(players + ballots * players + rounds * (players + 1), FAR),
            draws=1,
            outcomes=players,
            few=True,
        )

    # ------------------------------------------------------------ JSON
    def state_json(self, state: State) -> dict[str, Any]:
        """The full truth (data section of the rules); what the ledger needs and the fields do not hold is under `extra`."""
        extra: dict[str, Any] = {"history": self._history(state)}
        if any(state.committed):
            extra["committed"] = self._committed(state)
        if any(state.tally):
            extra["tally"] = state.tally[: state.players]
        return {**self._json(state), "extra": extra}

    def view_json(self, shown: State, viewer: int) -> dict[str, Any]:
        """Own pieces, points and answer; all that was announced, as the `ledger` of the rounds and the `censuses`."""
        return {
            **self._json(shown),
            "tally": shown.tally[: shown.players] if any(shown.tally) else None,
            "committed": self._committed(shown),
            "ledger": self._ledger(shown),
            "censuses": self._censuses(shown),
            "paths": self._paths(shown),
        }

    def _json(self, s: State) -> dict[str, Any]:
        phase = PHASES[s.phase]
        voting, begun = phase == "vote", s.leader >= 0
        finished = self._finished(s) > 0
        seats = range(s.players)
        return {
            "phase": phase,
            "round": s.round,
            "leader": s.leader if begun else None,
            "candidates": [p for p in seats if s.candidates >> p & 1] if voting else None,
            "ballot": s.ballot if voting else None,
            "pieces": [None if z is None else {"A": z[0] or None, "B": z[1] or None} for z in s.zone[: s.players]],
            "arrested": [self._piece(i) for i in s.arrested[: s.arrests]],
            "points": s.points[: s.players],
            "counts": list(s.counts) if s.counts_round >= 0 else None,
            "counts_round": s.counts_round if s.counts_round >= 0 else None,
            "declared": s.declared[: s.players] if phase in ("patrol", "over") else None,
            "last_patrol": {"zone": s.patrolled, "shown": self._pieces(s.shown)} if s.patrolled else None,
            "round_total": s.round_total if finished else None,
            "round_points": s.round_points[: s.players] if finished else None,
        }

    @staticmethod
    def _finished(s: State) -> int:
        """How many rounds are finished."""
        return s.round if PHASES[s.phase] in ("vote", "over") else max(s.round - 1, 0)

    @staticmethod
    def _piece(number: int) -> list[Any]:
        return [number // 2, KINDS[number % 2]]

    def _pieces(self, bits: int) -> list[list[Any]]:
        return [self._piece(i) for i in range(bits.bit_length()) if bits >> i & 1]

    def _committed(self, s: State) -> list[Action | None]:
        first = self.rules.FOR if PHASES[s.phase] == "vote" else 0
        return [self.actions.decode(first + a - 1) if a else None for a in s.committed[: s.players]]

    @staticmethod
    def _digits(number: int, players: int) -> list[int]:
        return [number // 3**p % 3 for p in range(players)]

    # ------------------------------------------------------------ what was announced
    def _history(self, s: State) -> dict[str, Any]:
        """The ledger as `read_state` reads it back, by moment; `paths` is the hidden part."""
        moments = range(self.rules.moment(s) + 1)
        zones = [[[self.rules.zone_in(s.path[p][m], k) for k in (0, 1)] for m in moments] for p in range(s.players)]
        return {
            "first": s.base,
            "held": bool(s.held),
            "declared": [self._digits(s.said[m], s.players) for m in moments],
            "patrols": [s.lamp[m] or None for m in moments],
            "shown": [self._pieces(s.finds[m]) for m in moments],
            "abroad": [None if s.abroad[m] < 0 else s.abroad[m] for m in moments],
            "paths": [] if PHASES[s.phase] == "place" else zones,
        }

    def _ledger(self, s: State) -> list[dict[str, Any]]:
        """The rounds that the ledger holds, the newest last; what was not announced (yet) is null."""
        last = self.rules.moment(s)
        now = s.base + last
        leads_now = s.leader - (1 if PHASES[s.phase] == "move" else 0)
        rounds = []
        for m in range(1 if s.held or s.abroad[0] < 0 else 0, last + 1):
            leader = (leads_now - (now - s.base - m)) % s.players
            shown = self._pieces(s.finds[m])
            taken = [(p, k) for p, k in shown if not self.rules.at_home(KINDS.index(k), s.lamp[m])]
            reward = s.arrest_points * sum(1 for p, _ in taken if p != leader)
            announced = s.abroad[m] >= 0
            each = self._digits(s.each[m], s.players)
            each[leader] += reward
            rounds.append(
                {
                    "round": s.base + m,
                    "leader": leader,
                    "declared": self._digits(s.said[m], s.players) if m else None,
                    "zone": s.lamp[m] or None,
                    "shown": shown,
                    "arrested": [[p, k] for p, k in taken],
                    "total": s.abroad[m] + reward if announced else None,
                    "points": each if announced and s.individual else None,
                }
            )
        return rounds

    def _censuses(self, s: State) -> list[dict[str, Any]]:
        """The counts of the rounds that the ledger holds."""
        every, slots = self.rules.EVERY, self.rules.CENSUSES
        first = -(-s.base // every) * every
        return [
            {"round": n, "counts": list(s.census[n // every % slots])} for n in range(first, s.counts_round + 1, every)
        ]

    def _paths(self, s: State) -> list[list[dict[str, Any]] | None]:
        """Where the viewer's own pieces (at the end: everybody's) were after each round of the ledger."""
        if PHASES[s.phase] == "place":
            return [None] * s.players
        moments = range(self.rules.moment(s) + 1)

        def at(p: int, m: int) -> dict[str, Any]:
            here = {
                kind: self.rules.zone_in(s.path[p][m], k) if s.gone[p][k] >= m else None for k, kind in enumerate(KINDS)
            }
            return {"round": s.base + m, **here}

        return [None if s.path[p] is None else [at(p, m) for m in moments] for p in range(s.players)]

    # ------------------------------------------------------------ the end
    def outcome(self, state: State) -> dict[str, Any]:
        """Points, bonus and final points by player; winners, candidates for elimination, ranks."""
        seats = range(state.players)
        final = [self.score(state, p) for p in seats]
        winners = [p for p in seats if final[p] == max(final)]
        return {
            "points": state.points[: state.players],
            "bonus": [int(self.rules.bonus(state, p)) for p in seats],
            "final": final,
            "winners": winners,
            "candidates": [p for p in seats if final[p] == min(final)] if len(winners) < state.players else [],
            "ranks": [1 + sum(1 for other in final if other > final[p]) for p in seats],
        }

    def read_state(self, state: State, given: dict[str, Any]) -> None:
        """See `Game.read_state`."""
        read(state, given, self)

    # ------------------------------------------------------------ people
    deduces: ClassVar[bool] = True

    def deduce(
        self, players: int, options: dict[str, Value], seat: int, events: Iterable[EventJson]
    ) -> dict[str, Any] | None:
        """Where agents of the others cannot stand after the moves of `round`, as `[player, kind, zones]`; `exact`: nothing is missing."""
        found = deduce(events, players, seat, options)
        if found is None:
            return None
        impossible = [[p, KINDS[k], zones] for (p, k), zones in found.impossible.items()]
        return {"round": found.round, "impossible": impossible, "exact": found.exact}

    def timeout_action(self, state: State, seat: int, lot: Callable[[int], int]) -> int:
        """Both pieces stay (and 0 is declared), no patrol; a lot where there is no such choice."""
        rules = self.rules
        if state.phase == rules.MOVE:
            return rules.BLUFF + 12 if state.bluff else rules.STEPS + 4
        legal = self.legal(state, seat)
        return rules.DARK if rules.DARK in legal else legal[lot(len(legal))]

    def headline(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The round, and what is decided in it."""
        again = view["phase"] == "vote" and view["ballot"] > 1
        return "vote_again" if again else view["phase"], {
            "round": view["round"],
            "leader": view["leader"],
            "ballot": view["ballot"],
        }

    def advise(self, sight: Sight, dice: random.Random) -> Action:
        """See `bot.choose`."""
        return choose(sight, dice)

    def explain(self, sight: Sight, action: Action) -> list[Reason]:
        """See `reasons.explain`."""
        return explain(sight, action)

    reason_kinds: ClassVar[dict[str, str]] = {"zone": "zone", "piece": "piece"}


GAME = Infiltration()
