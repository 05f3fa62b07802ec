"""Sentences in Korean and English from keys and typed values.

Each room has `messages.ko.json` and `messages.en.json`; the page uses the same files and the same template
language (web/src/lib/messages.ts):

    {to}              the value in words (by its kind: a player's name, a term of the catalogue, a number)
    {player:이/가}     the value with the particle that its last sound takes (after a consonant / after a vowel)
    {to?chip/chips}   the first word when the value is 1, else the second
    {zones}           a list is joined by commas

The viewer's own seat reads 나 (내가) and "you". Particle rules: 국립국어원, 한글 맞춤법; digits and Latin
letters by how Koreans read their last sign.
"""

from __future__ import annotations

import functools
import json
import re
from importlib import resources
from typing import Any

from mainmatch.core.errors import InvalidFile

LANGUAGES = ("ko", "en")
_HOLE = re.compile(r"\{(\w+)(?:([:?])([^/{}]*)/([^/{}]*))?\}")
_DIGIT_ENDS_IN_CONSONANT = {
    "0": True,
    "1": True,
    "2": False,
    "3": True,
    "4": False,
    "5": False,
    "6": True,
    "7": True,
    "8": True,
    "9": False,
}
_LATIN_ENDS_IN_CONSONANT = set("lmnrLMNR")


def ends_in_consonant(text: str) -> bool:
    """Does the last sound of `text`, read in Korean, have a final consonant?"""
    for sign in reversed(text):
        code = ord(sign)
        if 0xAC00 <= code <= 0xD7A3:
            return (code - 0xAC00) % 28 != 0
        if sign in _DIGIT_ENDS_IN_CONSONANT:
            return _DIGIT_ENDS_IN_CONSONANT[sign]
        if sign.isascii() and sign.isalpha():
            return sign in _LATIN_ENDS_IN_CONSONANT
    return False


def _ends_in_rieul(text: str) -> bool:
    last = next((c for c in reversed(text) if c.isalnum()), "")
    return (
        (0xAC00 <= ord(last) <= 0xD7A3 and (ord(last) - 0xAC00) % 28 == 8)
        if last and not last.isascii()
        else last in "178lLrR"
    )


def with_particle(text: str, after_consonant: str, after_vowel: str) -> str:
    """`text` with its particle: 하윤이, 도하가, 3으로, 8로. 나 + 가 is 내가."""
    if text == "나" and after_vowel == "가":
        return "내가"
    if after_vowel in ("로", "로서", "로써") and _ends_in_rieul(text):
        return text + after_vowel
    return text + (after_consonant if ends_in_consonant(text) else after_vowel)


@functools.cache
def catalogue(package: str, lang: str) -> dict[str, Any]:
    """The catalogue of a room (its package) in a language. Raises InvalidFile when it cannot be read."""
    try:
        text = resources.files(package).joinpath(f"messages.{lang}.json").read_text(encoding="utf-8")
        return json.loads(text)
    except (OSError, ModuleNotFoundError, json.JSONDecodeError) as error:
        raise InvalidFile(f"messages.{lang}.json of {package} cannot be read: {error}") from error


class Sentences:
    """Renders one room's templates in one language, for one viewer."""

    def __init__(self, words: dict[str, Any], lang: str, names: list[str], viewer: int | None = None) -> None:
        self.words = words
        self.lang = lang
        self.names = names
        self.viewer = viewer

    def value(self, kind: str, value: Any) -> str:
        """One typed value in words."""
        if isinstance(value, (list, tuple)):
            return ", ".join(self.value(kind, v) for v in value)
        if kind == "player" and isinstance(value, int):
            if value == self.viewer:
                return "나" if self.lang == "ko" else "you"
            return self.names[value]
        terms = self.words.get("terms", {}).get(kind, {})
        key = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        return str(terms.get(key, key))

    def fill(self, template: str, values: dict[str, Any], kinds: dict[str, str]) -> str:
        """A template with its holes filled; the first letter is made a capital."""

        def hole(match: re.Match[str]) -> str:
            name, how, first, second = match.groups()
            value = values[name]
            if how == "?":
                count = len(value) if isinstance(value, (list, tuple)) else value
                return first if count == 1 else second
            text = self.value(kinds.get(name, name), value)
            return with_particle(text, first, second) if how == ":" else text

        text = _HOLE.sub(hole, template)
        return text[:1].upper() + text[1:]
