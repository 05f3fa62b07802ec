"""Laws 1, 3, 4, 6, 7 and 8 of the design, on every game, player count and option."""

import pytest

from tests.conformance import laws
from tests.conformance.worlds import World, all_worlds, name, plain_worlds

every_world = pytest.mark.parametrize("world", all_worlds(), ids=name)
every_table = pytest.mark.parametrize("world", plain_worlds(), ids=name)


@every_world
def test_law1_and_8_nobody_can_tell_a_redealt_world(world: World) -> None:
    """Views, legal actions, refusals and events are the same in every world that a viewer holds possible."""
    laws.secrecy(world, seed=1, every=7)


@every_table
def test_law1_and_8_at_every_step(world: World) -> None:
    """The same at every step of one match."""
    laws.secrecy(world, seed=2, every=3)


@every_world
def test_law1_sealed_answers_stay_sealed(world: World) -> None:
    """Nobody learns what another has submitted before the last one has."""
    laws.sealed(world, seed=3)


@every_world
def test_law3_legal_and_refusal_agree(world: World) -> None:
    """On every action of the table."""
    laws.agreement(world, seed=4, every=5)


@every_world
def test_law3_a_refused_action_changes_nothing(world: World) -> None:
    """State and events stay."""
    laws.refused_changes_nothing(world, seed=5)


@every_world
def test_law4_replay_equals_play(world: World) -> None:
    """Through the match file."""
    laws.replay(world, seed=6)


@every_world
def test_law4_a_given_position_is_the_position(world: World) -> None:
    """What `state_json` writes, `read_state` reads."""
    laws.given(world, seed=7, every=3)


@every_world
def test_law6_the_order_of_commitments_does_not_matter(world: World) -> None:
    """Simultaneous decisions in any order."""
    laws.any_order(world, seed=8)


@every_world
def test_law7_matches_end_and_nothing_vanishes(world: World) -> None:
    """Chips, cards and pieces add up at every step."""
    laws.ends(world, seed=9)
