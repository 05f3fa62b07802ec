"""What people write to each other: what is accepted as a text."""

from __future__ import annotations

import unicodedata

from mainmatch.server.refusals import Refusal

TEXT_SIGNS = 500
TEXT_LINES = 10
MARKS_IN_A_ROW = 6
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINER = "\u200d"
"""Holds the parts of an emoji together; the one invisible sign that people need."""
_EMOJI = (0x1F000, 0x1FAFF)
"""Signs of this block may be newer than our tables."""


def clean_text(text: str) -> str:
    """The text in its composed form, without spaces around it. Raises Refusal `bad_text`."""
    if len(text) > 4 * TEXT_SIGNS:  # before any work is done on it
        raise Refusal("bad_text", f"A message has at most {TEXT_SIGNS} signs.")
    plain = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    if not plain:
        raise Refusal("bad_text", "A message has at least one sign.")
    if plain.count("\n") >= TEXT_LINES:
        raise Refusal("bad_text", f"A message has at most {TEXT_LINES} lines.")
    signs = marks = 0
    is_seen = False
    for sign in plain:
        category = unicodedata.category(sign)
        if _EMOJI[0] <= ord(sign) <= _EMOJI[1]:
            category = "So"
        if category in _FORBIDDEN and sign not in (_JOINER, "\n"):
            raise Refusal("bad_text", "A message has no control, invisible or direction-changing signs.")
        is_seen = is_seen or category[0] in "LNPS"
        marks = marks + 1 if category[0] == "M" else 0
        signs += category[0] != "M"
        if marks > MARKS_IN_A_ROW:
            raise Refusal("bad_text", f"A sign bears at most {MARKS_IN_A_ROW} marks.")
    if signs > TEXT_SIGNS:
        raise Refusal("bad_text", f"A message has at most {TEXT_SIGNS} signs.")
    if not is_seen:
        raise Refusal("bad_text", "A message has at least one sign that can be seen.")
    return plain
