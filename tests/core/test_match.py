"""Matches: files, verification, refusals."""

import json
import random

import pytest

from mainmatch.core.chance import KeyedChance
from mainmatch.core.errors import IllegalAction, InvalidFile, InvalidInput, InvalidOption, InvalidPlayers
from mainmatch.core.match import Match, verify
from mainmatch.games import find
from mainmatch.games.indian_poker.game import GAME


def finished(key: bytes = b"k" * 32) -> Match:
    """A keyed match played at random."""
    match, dice = Match(GAME, chance=KeyedChance(key)), random.Random(1)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match


def test_an_unfinished_keyed_match_keeps_its_key() -> None:
    """The file of a running match shows the commitment and no key, no draws."""
    file = Match(GAME, chance=KeyedChance()).save()
    assert "commitment" in file and "key" not in file and "draws" not in file
    with pytest.raises(InvalidFile, match="neither seed nor key"):
        Match.load(file, find)
    kept = Match(GAME, chance=KeyedChance()).save(with_key=True)
    assert Match.load(kept, find).save(with_key=True) == kept


def test_verify_finds_every_manipulation() -> None:
    """Another key, another card, another commitment."""
    file = json.loads(json.dumps(finished().save()))
    assert verify(file, find) == []
    assert verify({**file, "commitment": "0" * 64}, find)
    changed = json.loads(json.dumps(file))
    changed["draws"][1][1] = (changed["draws"][1][1] + 1) % changed["draws"][1][0]
    assert "chance event 2" in verify(changed, find)[0]
    with pytest.raises(InvalidFile, match="hexadecimal"):
        verify({**file, "key": "xyz"}, find)
    with pytest.raises(InvalidFile):
        verify({"format": 1}, find)
    with pytest.raises(InvalidFile, match="decision"):
        verify({**file, "key": "11" * 32}, find)


@pytest.mark.parametrize("damage", [None, [], {}, {"format": 2}, {"format": 1}, {"format": 1, "game": "chess"}])
def test_damaged_files_are_refused(damage: object) -> None:
    """With a sentence, not a traceback."""
    with pytest.raises(InvalidInput) as refusal:
        Match.load(damage, find)
    assert str(refusal.value)


def test_refusals_quote_their_clause() -> None:
    """The clause is in the error, and in the sentence."""
    match = Match(GAME, chance=1)
    seat = match.actors[0]
    with pytest.raises(IllegalAction, match="IP-4") as refusal:
        match.play(seat, {"type": "call"})
    assert refusal.value.clause == "IP-4"
    with pytest.raises(IllegalAction, match="owes no decision"):
        match.play(1 - seat, {"type": "fold"})


def test_players_and_options_are_checked() -> None:
    """Each with what is allowed."""
    with pytest.raises(InvalidPlayers, match="indian-poker is for 2 players"):
        Match(GAME, 3)
    with pytest.raises(InvalidOption, match="no option 'speed'"):
        Match(GAME, options={"speed": 1})
    with pytest.raises(InvalidOption, match="bet or check"):
        Match(GAME, options={"opening": "x"})
    with pytest.raises(InvalidOption, match="0 or more"):
        Match(GAME, options={"max_hands": True})
    assert GAME.option("fouls").parse("yes") is True
    with pytest.raises(InvalidOption, match="true or false"):
        GAME.option("fouls").parse("perhaps")
