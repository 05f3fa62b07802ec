"""A match at this terminal: people passing one keyboard, bots in the other chairs.

Lines are read without a history, so that nobody finds the secrets of the one before with an arrow key; between two
people the screen and what scrolled off it are wiped.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from mainmatch.agents import Agent, find_agent, searches
from mainmatch.core import rulebook
from mainmatch.core.chance import KeyedChance, rng
from mainmatch.core.errors import InvalidFile, InvalidInput
from mainmatch.core.game import Game, Words
from mainmatch.core.match import Match
from mainmatch.core.record import SPECTATOR
from mainmatch.terminal.asking import Entry, NoSuchChoice, choose, menu
from mainmatch.terminal.files import write_json
from mainmatch.terminal.sheet import Sheet, outcome, render
from mainmatch.terminal.words import CHROME

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, clear the screen, clear what scrolled off."""
LATEST = 24
"""So many events are shown before a decision; the whole log is one key away."""


class Stop(Exception):
    """The people want to stop here."""


@dataclass
class Seating:
    """Who sits where: names by seat, seats of people, bots' agents by seat, language."""

    names: list[str]
    humans: list[int]
    agents: list[str]
    lang: str

    def to_json(self) -> dict[str, Any]:
        """As it is kept beside the match."""
        return {"names": self.names, "humans": self.humans, "agents": self.agents, "lang": self.lang}

    @classmethod
    def from_json(cls, kept: object, players: int) -> Seating:
        """The inverse of `to_json`. Raises InvalidFile."""
        fault = InvalidFile("this match file does not say who sits where: it was not saved by `mainmatch play`")
        if not isinstance(kept, dict):
            raise fault
        try:
            found = cls(kept["names"], kept["humans"], kept["agents"], kept["lang"])
        except KeyError:
            raise fault from None
        texts = (
            [*found.names, *found.agents]
            if isinstance(found.names, list) and isinstance(found.agents, list)
            else [None]
        )
        if not all(isinstance(t, str) for t in texts) or len(found.names) != players or len(found.agents) != players:
            raise fault
        if not isinstance(found.humans, list) or not all(type(p) is int and 0 <= p < players for p in found.humans):
            raise fault
        if found.lang not in CHROME:
            raise fault
        for p in range(players):
            if p not in found.humans:
                find_agent(found.agents[p])
        return found


def seating(players: int, humans: str | None, names: str | None, agents: str | None, lang: str) -> Seating:
    """Who sits where, as written on the command line. Raises InvalidInput."""
    people = _seats(humans, players)
    called = [CHROME[lang]["player_name"].format(number=p + 1) for p in range(players)]
    if names is not None:
        given = [name.strip() for name in names.split(",")]
        if len(given) > players:
            raise InvalidInput(f"there are {players} seats and {len(given)} names")
        for p, name in enumerate(given):
            if not name.isprintable() or len(name) > 40:
                raise InvalidInput(f"a name has 1 to 40 visible signs, not {name!r}")
            called[p] = name or called[p]
    if len(set(called)) < players:
        raise InvalidInput("two seats have the same name: give everybody another one")
    minds = ["thumb"]
    if agents is not None:
        minds = [name.strip() for name in agents.split(",")]
    bots = [p for p in range(players) if p not in people]
    if len(minds) not in (1, len(bots)):
        raise InvalidInput(f"name one agent for all bots, or {len(bots)}, one for each: not {len(minds)}")
    for mind in minds:
        find_agent(mind)
    by_seat = ["" for _ in range(players)]
    for i, p in enumerate(bots):
        by_seat[p] = minds[i % len(minds)]
    return Seating(called, people, by_seat, lang)


def _seats(text: str | None, players: int) -> list[int]:
    """Seats from 0, as in `0,3`; `none`: bots alone; `all`."""
    if text is None:
        return [0]
    if text.strip() == "none":
        return []
    if text.strip() == "all":
        return list(range(players))
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) < players for part in parts):
        raise InvalidInput(
            f"seats of people are numbers from 0 to {players - 1} with commas, or all, or none; not {text!r}"
        )
    return sorted({int(part) for part in parts})


@dataclass
class Sitting:
    """One sitting at the terminal."""

    match: Match
    seating: Seating
    console: Console
    read_line: Callable[[], str]
    heard: dict[int, int] = field(default_factory=dict)
    """How many events each seat has been told on the screen."""
    looking: int | None = None
    """The seat whose secrets are on the screen."""

    # ------------------------------------------------------------ words
    @property
    def game(self) -> Game:
        """The game."""
        return self.match.game

    @property
    def chrome(self) -> dict[str, str]:
        """The terminal's words in the language of this sitting."""
        return CHROME[self.seating.lang]

    def words(self, viewer: int) -> Words:
        """The game's sentences to a viewer."""
        return self.game.sentences(self.seating.lang, self.seating.names, None if viewer == SPECTATOR else viewer)

    def say(self, text: str = "", style: str = "") -> None:
        """A line; the terminal wraps it, so that a command in it can be copied."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line that somebody types. Raises Stop at the end of input."""
        self.console.print(Text(prompt, style="bold"), end="")
        line = self.read_line()
        if not line:
            self.say()
            raise Stop
        return line.strip()

    def ask_again(self, fault: str, prompt: str) -> str:
        """A line, after what was wrong with the one before."""
        if fault:
            self.say(fault, "red")
        return self.ask(prompt)

    # ------------------------------------------------------------ a match
    def run(self) -> None:
        """Play on to the end. Raises Stop, or KeyboardInterrupt, when people want to stop before it."""
        while not self.match.is_over:
            for seat in self.match.actors:
                if seat in self.seating.humans:
                    self.turn(seat)
                else:
                    self.bot(seat)
        self.end()

    def bot(self, seat: int) -> None:
        """A bot decides, by its sight alone."""
        name = self.seating.agents[seat]
        agent: Agent = find_agent(name)
        source = self.match.source
        dice = (
            random.Random(f"{source}/{seat}/{len(self.match.decisions)}")
            if isinstance(source, int)
            else random.Random()
        )
        if searches(name):
            sight = self.game.sight(self.match.state, seat, self.match.told, rng(dice.getrandbits(64)))
        else:
            sight = self.game.sight(self.match.state, seat)
        self.match.play(seat, agent(sight, dice))
        if not self.seating.humans:
            self.tell(SPECTATOR)

    def turn(self, seat: int) -> None:
        """A person decides."""
        self.hand_over(seat)
        self.tell(seat)
        self.table(seat)
        entries = menu(self.words(seat), self.match.legal(seat))
        self.choices(entries)
        while True:
            typed = self.ask(self.chrome["choose"])
            if not typed or self.command(seat, typed, entries):
                continue
            try:
                action = choose(self.words(seat), entries, typed, self.ask_again)
            except NoSuchChoice as fault:
                self.say(str(fault), "red")
                continue
            if action is None:
                self.choices(entries)
                continue
            self.match.play(seat, action)
            return

    def hand_over(self, seat: int) -> None:
        """Where several share the keyboard: wipe the last one's secrets, wait until the next one sits there."""
        if len(self.seating.humans) < 2 or self.looking == seat:
            return
        name = self.seating.names[seat]
        self.wipe()
        self.looking = None
        self.say(self.chrome["pass_on"].format(name=name), "bold")
        self.ask(self.chrome["press_enter"].format(name=name))
        self.wipe()
        self.looking = seat

    def wipe(self) -> None:
        """Nothing of what was shown can be read any more."""
        if self.console.is_terminal:
            self.console.file.write(WIPE)
            self.console.file.flush()
        else:
            self.console.print("\n" * 50)

    # ------------------------------------------------------------ what is shown
    def tell(self, viewer: int) -> None:
        """The events since this viewer last looked."""
        since = self.heard.get(viewer, 0)
        events = self.match.events(viewer, since)
        self.heard[viewer] = len(self.match.told)
        if not events:
            return
        words = self.words(viewer)
        if len(events) > LATEST:
            self.say("  " + self.chrome["earlier"].format(count=len(events) - LATEST), "dim")
        for event in events[-LATEST:]:
            self.say(f"  {words.event(event)}")

    def log(self, viewer: int) -> None:
        """All events so far."""
        words = self.words(viewer)
        events = self.match.events(viewer)
        for event in events:
            self.say(f"  {words.event(event)}")
        if not events:
            self.say(self.chrome["nothing"])

    def table(self, viewer: int) -> None:
        """Headline and table."""
        view = self.match.view(viewer)
        self.console.rule(Text(self.words(SPECTATOR).headline(view)), align="left", style="dim")
        if viewer != SPECTATOR and len(self.seating.humans) > 1:
            self.say(self.chrome["you_are"].format(name=self.seating.names[viewer]))
        self.show(render(self.sheet(viewer, view)))

    def sheet(self, viewer: int, view: dict[str, Any]) -> Sheet:
        """The view with the words for it."""
        return Sheet(self.words(viewer), view, self.seating.names, None if viewer == SPECTATOR else viewer)

    def show(self, parts: list[Any]) -> None:
        """Parts of a sheet, with air between them."""
        for part in parts:
            self.console.print(part)
            self.say()

    def choices(self, entries: list[Entry]) -> None:
        """The numbered lines."""
        width = len(str(len(entries)))
        for number, entry in enumerate(entries, 1):
            self.say(f"  {number:>{width}}  {entry.label}")

    # ------------------------------------------------------------ commands at the prompt
    def command(self, seat: int, typed: str, entries: list[Entry]) -> bool:
        """Carry out one of the prompt's commands; False when it is none."""
        key, rest = typed[0], typed[1:].strip()
        if key == "?":
            self.rules(rest)
        elif rest:
            return False
        elif key == "s":
            self.table(seat)
            self.choices(entries)
        elif key == "w":
            self.why_not(seat)
        elif key == "l":
            self.log(seat)
        elif key == "h":
            self.say(self.chrome["help"])
            self.choices(entries)
        elif key == "q":
            raise Stop
        else:
            return False
        return True

    def rules(self, written: str) -> None:
        """The rulebook, or one clause of it."""
        text = rulebook.rulebook(self.game, self.seating.lang)
        if not written:
            from rich.markdown import Markdown

            self.console.print(Markdown(text))
            return
        try:
            _, number = rulebook.find_clause([self.game], written)
        except InvalidInput as fault:
            self.say(str(fault), "red")
            return
        self.say(f"{number}  {rulebook.clauses(text)[number]}")

    def why_not(self, seat: int) -> None:
        """What cannot be chosen now, by reason."""
        words = self.words(seat)
        by_clause: dict[str, list[str]] = {}
        for action, clause in self.game.refused(self.match.state, seat):
            by_clause.setdefault(clause, []).append(words.action(action))
        if not by_clause:
            self.say(self.chrome["all_possible"])
        for clause, labels in by_clause.items():
            more = len(labels) - 8
            shown = ", ".join(labels[:8]) + (" " + self.chrome["and_more"].format(count=more) if more > 0 else "")
            self.say(f"  {clause}  {words.why(clause)}")
            self.say(f"      {shown}", "dim")

    # ------------------------------------------------------------ the end
    def end(self) -> None:
        """The last events, the table as everybody may see it, the outcome in words."""
        humans = self.seating.humans
        viewer = humans[0] if len(humans) == 1 else SPECTATOR
        if len(humans) > 1:
            self.wipe()
            self.heard[SPECTATOR] = min(self.heard.get(p, 0) for p in humans)
        self.tell(viewer)
        self.table(viewer)
        self.console.rule(Text(self.chrome["over"]), align="left", style="dim")
        self.show(outcome(self.sheet(viewer, self.match.view(viewer)), self.game.outcome(self.match.state)))

    def save_somewhere(self, path: str) -> str:
        """Save where it was wanted; where that is not possible, in the folder for passing files. Returns the file."""
        try:
            self.save(path)
        except InvalidFile:
            path = str(Path(tempfile.gettempdir()) / f"{Path(path).stem}-{int(time.time())}.json")
            self.save(path)
        return path

    def save(self, path: str) -> None:
        """Write the match with who sits where. Raises InvalidFile."""
        write_json(path, {**self.match.save(with_key=True), "table": self.seating.to_json()})


FILE_NAME = "mainmatch-{}.json"


def file_name(game: Game) -> str:
    """Where a stopped match is kept, in the folder that one plays in: a name that is still free."""
    names = (FILE_NAME.format(game.id if n == 1 else f"{game.id}-{n}") for n in itertools.count(1))
    return next(name for name in names if not Path(name).exists())


def latest(game_id: str | None) -> str:
    """The match (of a game) last stopped in this folder. Raises InvalidFile."""
    kept = sorted(Path().glob(FILE_NAME.format(f"{game_id or ''}*")), key=lambda path: path.stat().st_mtime)
    if not kept:
        of = f" of {game_id}" if game_id else ""
        raise InvalidFile(f"there is no stopped match{of} in this folder: name its file, as in --resume FILE")
    return str(kept[-1])


def standard_console() -> Console:
    """The terminal, or whatever standard output is."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 100)


def start(match: Match, seats: Seating, kept_in: str, save_at_end: bool, resumed: bool) -> None:
    """Play a match at this terminal until it is over or people stop; then it is saved."""
    sitting = Sitting(match, seats, standard_console(), sys.stdin.readline)
    chrome = sitting.chrome
    if resumed:
        sitting.say(chrome["resumed"])
    elif isinstance(match.source, KeyedChance):
        sitting.say(chrome["commitment"].format(commitment=match.source.commitment), "dim")
    try:
        sitting.run()
    except (Stop, KeyboardInterrupt):
        if len(seats.humans) > 1:
            sitting.wipe()
        kept_in = sitting.save_somewhere(kept_in)
        sitting.say()
        sitting.say(chrome["saved"].format(file=kept_in))
        return
    if save_at_end:
        sitting.save(kept_in)
        sitting.say(chrome["kept_seeded" if isinstance(match.source, int) else "kept"].format(file=kept_in))
