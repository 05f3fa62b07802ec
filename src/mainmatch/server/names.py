"""Names of people and rooms: what is accepted, and when two look the same."""

from __future__ import annotations

import unicodedata

from mainmatch.server.refusals import Refusal

PERSON_SIGNS = 24
ROOM_SIGNS = 40
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТХаеорсухіј0", "ABEZHIKMNOPTYXABEKMHOPCTXaeopcyxijo")
"""Greek and Cyrillic letters that are drawn like Latin ones, and zero."""


def clean_name(name: str, signs: int = PERSON_SIGNS) -> str:
    """The name in its composed form, with single spaces. Raises Refusal `bad_name`."""
    if len(name) > 16 * signs:  # before any work is done on it
        raise Refusal("bad_name", f"A name has at most {signs} signs.")
    composed = unicodedata.normalize("NFC", name)
    for sign in composed:
        if unicodedata.category(sign) in _FORBIDDEN:
            raise Refusal("bad_name", "A name has no control, invisible or direction-changing signs.")
    plain = " ".join(composed.split())
    if _length(plain) > signs or len(plain) > 4 * signs:
        raise Refusal("bad_name", f"A name has at most {signs} signs.")
    if not any(unicodedata.category(sign)[0] in "LN" for sign in plain):
        raise Refusal("bad_name", "A name has at least one letter or number.")
    return plain


def look(name: str) -> str:
    """Equal for names that people could not tell apart."""
    plain = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold().replace("l", "i").replace("1", "i")
    return "".join(s for s in plain if unicodedata.category(s)[0] in "LN")


def _length(text: str) -> int:
    """Signs as people count them: combining marks belong to the sign before."""
    return sum(1 for s in text if unicodedata.category(s)[0] != "M")
