"""The decimals of π, four at a time (LT-9)."""

from __future__ import annotations

GROUPS = 1000
"""How many groups are computed. No match takes so many turns: a cell is filled at every turn but for the few whose
digits fit nowhere, and no long run of groups fits nowhere. A given position beyond that starts again at 1415."""


def arctan_inverse(x: int, one: int) -> int:
    """arctan(1/x) in units of 1/one, by its power series."""
    power = total = one // x
    n, sign = 3, -1
    while power:
        power //= x * x
        total += sign * (power // n)
        n, sign = n + 2, -sign
    return total


def decimals(n: int) -> str:
    """The first n decimals of π after the point, by Machin's formula π/4 = 4 arctan(1/5) - arctan(1/239)."""
    guard = 10
    one = 10 ** (n + guard)
    pi = 4 * (4 * arctan_inverse(5, one) - arctan_inverse(239, one))
    return str(pi // 10**guard)[1:]


def groups(n: int) -> list[int]:
    """The first n groups of four decimals, each as a number from 0 to 9999."""
    digits = decimals(4 * n)
    return [int(digits[i : i + 4]) for i in range(0, 4 * n, 4)]
