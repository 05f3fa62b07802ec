"""The engine: knows no game, no clock, no socket, no screen.

The names that a room, a bot or a study needs; a rules file takes its words from `mainmatch.core.rules`.
"""

from mainmatch.core.actions import Action, ActionTable, Family, actions
from mainmatch.core.chance import Chance, KeyedChance, RecordedChance, Rng, ScriptedChance, rng
from mainmatch.core.domains import NUMBER, NUMBERS, PLAYER, PLAYERS, Domain, Kind, named, numbers, players, words
from mainmatch.core.errors import (
    IllegalAction,
    InvalidAction,
    InvalidFile,
    InvalidInput,
    InvalidOption,
    InvalidPlayers,
    InvalidState,
    MainmatchError,
    NeedChance,
    RangeError,
    RuleError,
)
from mainmatch.core.events import Event, EventJson, EventTable, Told, events
from mainmatch.core.facts import Facts
from mainmatch.core.game import FAR, Bounds, Game, Option, Reason, Sight, Words
from mainmatch.core.match import Match, verify
from mainmatch.core.messages import Sentences, catalogue, ends_in_consonant, with_particle
from mainmatch.core.observe import Section
from mainmatch.core.record import OTHERS, OWNER, PUBLIC, SECRET, SPECTATOR, Audience, Field, Record, conceal, known
from mainmatch.core.rules import load

__all__ = [
    "FAR", "NUMBER", "NUMBERS", "OTHERS", "OWNER", "PLAYER", "PLAYERS", "PUBLIC", "SECRET", "SPECTATOR",
    "Action", "ActionTable", "Audience", "Bounds", "Chance", "Domain", "Event", "EventJson", "EventTable", "Facts", "Family", "Field", "Game",
    "IllegalAction", "InvalidAction", "InvalidFile", "InvalidInput", "InvalidOption", "InvalidPlayers", "InvalidState", "KeyedChance", "Kind",
    "MainmatchError", "Match", "NeedChance", "Option", "RangeError", "Reason", "Record", "RecordedChance", "Rng", "RuleError", "ScriptedChance",
    "Section", "Sentences", "Sight", "Told", "Words", "actions", "catalogue", "conceal", "ends_in_consonant", "events", "known", "load",
    "named", "numbers", "players", "rng", "verify", "with_particle", "words",
]  # fmt: skip
