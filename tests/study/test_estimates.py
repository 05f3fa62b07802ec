"""Intervals against values known from elsewhere."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from mainmatch.study.estimates import Sums, wilson, within


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson(hits: int, of: int, low: float, high: float) -> None:
    """81 of 263 is the example of Newcombe (1998), table I, method 3."""
    found = wilson(hits, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_with_one_value_a_match_the_mean_has_its_usual_interval() -> None:
    """Mean ± 1.96 standard errors."""
    values = [1.0, 2.0, 4.0, 8.0, 16.0] * 6
    sums = Sums()
    for value in values:
        sums.add([value])
    half = 1.959964 * statistics.stdev(values) / math.sqrt(30)
    found = sums.mean()
    assert found.value == pytest.approx(6.2)
    assert (found.low, found.high) == pytest.approx((6.2 - half, 6.2 + half))


def test_values_of_one_match_count_as_one_observation() -> None:
    """Six loyalists who all win together tell no more than one of them."""
    one, six = Sums(), Sums()
    for won in [1.0, 0.0, 0.0, 1.0, 0.0] * 6:
        one.add([won])
        six.add([won] * 6)
    assert (six.mean().low, six.mean().high) == pytest.approx((one.mean().low, one.mean().high))


def test_the_interval_covers_the_truth_in_95_of_100_studies() -> None:
    """Matches with differing numbers of dependent values."""
    dice, covered = random.Random(1), 0
    for _ in range(1000):
        sums = Sums()
        for _ in range(100):
            luck = dice.gauss(0, 1)
            sums.add([3 + luck + dice.gauss(0, 1) for _ in range(dice.randint(1, 5))])
        covered += sums.mean().low <= 3 <= sums.mean().high
    assert 930 <= covered <= 970


def test_sums_add_up_and_survive_json() -> None:
    """Piece by piece is the same as at once."""
    whole, left, right = Sums(), Sums(), Sums()
    for i in range(10):
        values = [float(i), i / 2]
        whole.add(values)
        (left if i < 4 else right).add(values)
    left.merge(Sums.from_json(right.to_json()))
    assert left == whole


def test_few_matches_have_no_interval() -> None:
    """Not one of width nought; nor has a share whose values hang together."""
    sums = Sums()
    for _ in range(29):
        sums.add([1.0, 1.0])
    assert sums.mean().value == sums.share().value == 1
    assert math.isnan(sums.mean().low)
    assert math.isnan(sums.share().low)
    sums.add([1.0, 1.0])
    assert sums.mean().low == 1


def test_a_share_stays_between_0_and_1() -> None:
    """Its interval, too."""
    sums = Sums()
    for i in range(40):
        sums.add([float(i == 0), 0.0])
    assert sums.mean().low < 0
    assert within(sums.mean()).low == sums.share().low == 0
