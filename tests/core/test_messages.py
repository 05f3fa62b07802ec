"""Sentences: particles, names, terms."""

import pytest

from mainmatch.core.messages import Sentences, with_particle


@pytest.mark.parametrize(
    ("text", "pair", "expected"),
    [
        ("하윤", ("이", "가"), "하윤이"),
        ("도하", ("이", "가"), "도하가"),
        ("나", ("이", "가"), "내가"),
        ("나", ("은", "는"), "나는"),
        ("3", ("을", "를"), "3을"),
        ("2", ("을", "를"), "2를"),
        ("10", ("이", "가"), "10이"),
        ("3", ("으로", "로"), "3으로"),
        ("8", ("으로", "로"), "8로"),
        ("서울", ("으로", "로"), "서울로"),
        ("Kim", ("이", "가"), "Kim이"),
        ("Lee", ("이", "가"), "Lee가"),
        ("하윤(봇)", ("이", "가"), "하윤(봇)이"),
    ],
)
def test_particles(text: str, pair: tuple[str, str], expected: str) -> None:
    """By the last sound."""
    assert with_particle(text, *pair) == expected


def test_templates() -> None:
    """Names, terms, lists, words by number, the viewer."""
    words = {"terms": {"colour": {"red": "빨강"}}}
    ko = Sentences(words, "ko", ["하윤", "도하"], viewer=0)
    kinds = {"player": "player", "colour": "colour", "players": "player"}
    assert (
        ko.fill("{player:이/가} {colour:을/를} 냈습니다.", {"player": 1, "colour": "red"}, kinds)
        == "도하가 빨강을 냈습니다."
    )
    assert ko.fill("{player:이/가} 졌습니다.", {"player": 0}, kinds) == "내가 졌습니다."
    en = Sentences({}, "en", ["Ann", "Bob"], viewer=1)
    assert en.fill("{player} lost {n} {n?chip/chips}.", {"player": 1, "n": 1}, kinds) == "You lost 1 chip."
    assert en.fill("{players}: {n} {n?chip/chips}", {"players": [0, 1], "n": 2}, kinds) == "Ann, you: 2 chips"
