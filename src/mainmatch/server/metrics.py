"""What `/metrics` counts: sums over all rooms, nothing of one match."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

DECISIONS_MADE = Counter("mainmatch_decisions", "Decisions made.", ["game", "by"])
MATCHES_STARTED = Counter("mainmatch_matches_started", "Matches begun.", ["game"])
REFUSALS = Counter("mainmatch_refusals", "Refused requests and commands.", ["code"])
SOCKETS = Gauge("mainmatch_sockets", "Open sockets.")
ROOMS_IN_MEMORY = Gauge("mainmatch_rooms_in_memory", "Rooms in memory.")
STORE_SECONDS = Histogram(
    "mainmatch_store_seconds", "Time until a change is on disk.", buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
)
