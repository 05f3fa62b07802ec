"""Chance: seeded, keyed, scripted."""

import hashlib

import pytest

from mainmatch.core.chance import KeyedChance, RecordedChance, ScriptedChance, draw, rng
from mainmatch.core.errors import NeedChance
from mainmatch.games.indian_poker.game import GAME


def test_splitmix64_matches_its_published_outputs() -> None:
    """The first outputs for seed 1234567 (reference implementation by Vigna)."""
    stream = rng(1234567)
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [draw(stream, 1 << 32) for _ in published] == [x >> 32 for x in published]


def test_draws_are_uniform() -> None:
    """Chi-square over six faces stays below its 99.9 % point."""
    stream = rng(7)
    counts = [0] * 6
    for _ in range(60_000):
        counts[draw(stream, 6)] += 1
    assert sum((c - 10_000) ** 2 / 10_000 for c in counts) < 20.5


def test_a_key_gives_its_commitment_and_the_same_draws() -> None:
    """SHA-256 of the key; the same key deals the same."""
    chance = KeyedChance(bytes(range(32)))
    assert chance.commitment == hashlib.sha256(bytes(range(32))).hexdigest()
    assert [chance.draw(i, 52) for i in range(1, 9)] == [KeyedChance(bytes(range(32))).draw(i, 52) for i in range(1, 9)]
    assert KeyedChance().key != KeyedChance().key
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedChance(b"short")


def test_a_script_stops_at_the_first_event_that_is_missing() -> None:
    """A bridge makes chance nodes of it: the number of outcomes is in the exception."""
    script: list[int] = []
    while True:
        try:
            state = GAME.start(chance=ScriptedChance(script))
            break
        except NeedChance as need:
            script.append(need.outcomes - 1)
    assert state.leader == 1
    assert state.cards == [10, 10]
    with pytest.raises(ValueError, match="2 outcomes"):
        GAME.start(chance=ScriptedChance([5]))


def test_recorded_draws_replay_as_a_script() -> None:
    """What a keyed match drew, entered by hand, is the same match."""
    recorded = RecordedChance(KeyedChance(b"k" * 32))
    first = GAME.start(chance=recorded)
    again = GAME.start(chance=ScriptedChance([value for _, (_, value) in sorted(recorded.draws.items())]))
    assert first.cards == again.cards
