"""The `mainmatch` command. Every fault of the user is one sentence on standard error and exit code 2, never a traceback.

What a command needs is imported when it runs, so that `mainmatch games` does not wait for a server.
"""

from __future__ import annotations

import enum
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from mainmatch.core.errors import InvalidInput, MainmatchError
from mainmatch.terminal import parameters

if TYPE_CHECKING:
    from pathlib import Path

    from mainmatch.core.game import Game, Value
    from mainmatch.study.pieces import Where

Found = TypeVar("Found")
MOST_SEED = 2**64 - 1
DEBUG = "MAINMATCH_DEBUG"
"""Environment variable: when set, an unexpected error shows where it came from."""
BAD_INPUT, FAILED, INTERRUPTED, READER_GONE = 2, 1, 130, 141

parameters.install()
app = typer.Typer(
    name="mainmatch",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Lang(enum.StrEnum):
    """The languages of the games."""

    ko = "ko"
    en = "en"


class _ReaderGone(Exception):
    """Whoever read our output has closed it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(_with_values(words), prog_name="mainmatch", standalone_mode=False)
        _flush()
    except _ReaderGone:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except typer.TyperException as error:
        _complain(_usage(error))
        return BAD_INPUT
    except InvalidInput as error:
        _complain(str(error))
        return BAD_INPUT
    except MainmatchError as error:
        _complain(str(error))
        return FAILED
    except OSError as error:
        _complain(f"the system refuses: {error}")
        return FAILED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FAILED
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        _complain(
            f"this is a fault of mainmatch, please report it: {type(error).__name__}: {error} ({DEBUG}=1 shows where)"
        )
        return FAILED
    return status if isinstance(status, int) else 0


def _with_values(words: list[str]) -> list[str]:
    """`--resume` of `play` and `--ray` of studies may stand alone: they then mean the default file, and this machine."""
    option = "--resume" if words[:1] == ["play"] else "--ray"
    alone = [
        i for i, word in enumerate(words) if word == option and (i + 1 == len(words) or words[i + 1].startswith("-"))
    ]
    return [f"{word}=" if i in alone else word for i, word in enumerate(words)]


def _complain(sentence: str) -> None:
    """One line on standard error."""
    line = " ".join(sentence.split())
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    print(f"mainmatch: {line}", file=sys.stderr)


def _usage(error: typer.TyperException) -> str:
    """A fault in the way a command was written, with where to look."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    message = " ".join(message.split()).rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{message[:1].lower()}{message[1:]}; see `{context.command_path if context else 'mainmatch'} --help`"


def _say(text: str = "") -> None:
    """One line on standard output."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        raise _ReaderGone from None


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise _ReaderGone from None


def _say_lines(lines: Iterable[dict[str, Any]]) -> None:
    from mainmatch.core.trace import encode

    for line in lines:
        _say(encode(line))


# ---------------------------------------------------------------- words of all commands
def _language(lang: Lang | None) -> str:
    """The language asked for, or that of the environment: Korean where it says so, else English."""
    if lang is not None:
        return lang.value
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "ko" if locale.lower().startswith("ko") else "en"


def _options(game: Game, given: list[str] | None) -> dict[str, Value]:
    """Options written NAME=VALUE. Raises InvalidOption."""
    from mainmatch.core.errors import InvalidOption

    options: dict[str, Value] = {}
    for text in given or []:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise InvalidOption(
                f"an option is written NAME=VALUE, not {text!r}; `mainmatch games {game.id}` lists them"
            )
        option = game.option(name)
        if name in options:
            raise InvalidOption(f"option {name} is given twice")
        options[name] = option.parse(value)
    return options


def _seed(seed: int) -> int:
    """A seed within its limits. Raises InvalidInput."""
    if not 0 <= seed <= MOST_SEED:
        raise InvalidInput(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed}")
    return seed


LANG_HELP = "ko or en; the default is the language of your system."
GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's id, as `mainmatch games` lists it.", show_default=False)
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", metavar="N", help="Number of players; the default is the game's own.", show_default=False
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game; may be given several times. `mainmatch games GAME` lists them.",
        show_default=False,
    ),
]
Language = Annotated[Lang | None, typer.Option("--lang", metavar="ko|en", help=LANG_HELP, show_default=False)]


@app.callback(invoke_without_command=True, epilog="Start with `mainmatch games`, then `mainmatch play indian-poker`.")
def mainmatch(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Five games of hidden information, in a browser and in this terminal."""
    if version:
        from mainmatch import __version__

        _say(f"mainmatch {__version__}")
    elif context.invoked_subcommand is None:
        _say(context.get_help())


# ---------------------------------------------------------------- games and rules
@app.command(short_help="List the games and their options.", epilog="Example: mainmatch games maskmen")
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Show this game alone, with its options.", show_default=False)
    ] = None,
    options: Annotated[bool, typer.Option("--options", help="Show every option of every game.")] = False,
    lang: Language = None,
) -> None:
    """The games there are: id, name, players; of one game also its options with type, limits and default."""
    from mainmatch.games import all_games, find
    from mainmatch.terminal.lists import game_list, game_sheet

    if game is None and not options:
        _say(game_list(list(all_games().values()), _language(lang)))
        return
    chosen = [find(game)] if game is not None else list(all_games().values())
    languages = [lang.value] if lang is not None else ["en", "ko"]
    _say("\n\n".join(game_sheet(g, languages) for g in chosen))


@app.command(
    short_help="Show a rulebook, or one clause.",
    epilog="Examples: mainmatch rules maskmen --lang ko, mainmatch rules MR-18",
)
def rules(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME | CLAUSE]", help="A game's id, or the number of a clause such as MR-18.", show_default=False
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """The rulebook of a game; or one clause with its text, the function that implements it and the tests that show it."""
    from mainmatch.core import rulebook
    from mainmatch.games import all_games
    from mainmatch.terminal import places

    language = _language(lang)
    everything = all_games()
    if what is None:
        _say("mainmatch rules GAME shows a rulebook, mainmatch rules CLAUSE one clause:")
        for game in everything.values():
            numbers = list(rulebook.clauses(rulebook.rulebook(game, language)))
            _say(f"  {game.id:<24}{numbers[0]} … {numbers[-1]}   {game.words(language)['name']}")
        return
    if what in everything:
        _say_rulebook(rulebook.rulebook(everything[what], language))
        return
    game, number = rulebook.find_clause(everything.values(), what)
    _say(f"{number} · {game.words(language)['name']}\n")
    _say(rulebook.clauses(rulebook.rulebook(game, language))[number])
    _say("\nImplemented by")
    for place in places.implementing(game, number) or ["  no function is marked with this clause"]:
        _say(f"  {place}")
    _say("\nShown by")
    root = places.checkout()
    if root is None:
        _say("  the tests are not installed here: they are in the source checkout")
        return
    for place in places.showing(root, number) or ["no test names this clause"]:
        _say(f"  {place}")


def _say_rulebook(text: str) -> None:
    """Markdown, set for a screen; as it is for a file or a pipe."""
    if not sys.stdout.isatty():
        _say(text.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(100, Console().width)).print(Markdown(text))


# ---------------------------------------------------------------- traces
@app.command(
    short_help="Write random matches as JSON lines.",
    epilog="Examples: mainmatch trace maskmen --players 4 --seed 7, mainmatch trace indian-poker --from position.json",
)
def trace(
    game: GameId,
    players: Players = None,
    option: Options = None,
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, metavar="S", help="Decides every chance event and every decision.")
    ] = 0,
    matches: Annotated[
        int, typer.Option("--matches", metavar="M", help="So many matches, with the seeds S, S+1, ….")
    ] = 1,
    views: Annotated[
        bool, typer.Option("--views", help="Also write what every player and a spectator would be shown.")
    ] = False,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Start from a given position and play its decisions; - is standard input.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write matches of uniformly random decisions as JSON lines, with the full truth of every state.

    With --from, FILE is one JSON object {"players": N, "options": {…}, "state": {…}, "decisions": [{"PLAYER": ACTION}, …]}:
    the decisions are played from that state (null: a fresh match) and the state that they reach is the last line.
    """
    from mainmatch.core import trace as traces
    from mainmatch.games import find
    from mainmatch.terminal.files import read_json

    room = find(game)
    given = _options(room, option)
    if matches < 1:
        raise InvalidInput(f"--matches takes a whole number, 1 or more, not {matches}")
    seeds = range(_seed(seed), _seed(seed + matches - 1) + 1)
    if from_ is None:
        count = room.check_players(players)
        values = room.check_options(count, given)
        for s in seeds:
            _say_lines(traces.random_match(room, count, values, s, views))
        return
    position = traces.read_given(room, read_json(from_), players, given)
    for s in seeds:
        _say_lines(list(traces.from_position(room, position, s, views)))


@app.command(
    short_help="Play a trace again and compare.",
    epilog="Example: mainmatch trace maskmen --seed 7 > match.jsonl; mainmatch replay match.jsonl",
)
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A trace; - is standard input.", show_default=False)],
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="POSITION",
            help="The position from which the trace was made, if it was.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Play the decisions of a trace again; exit code 1 at the first line that comes out differently, naming line and field."""
    from mainmatch.core import trace as traces
    from mainmatch.games import find
    from mainmatch.terminal.files import read_json, read_json_lines

    start = None if from_ is None else read_json(from_)
    try:
        tally = traces.replay(read_json_lines(file), find, start)
    except traces.Differs as error:
        _complain(str(error))
        return FAILED
    matches = f"{tally.matches} match{'es' if tally.matches > 1 else ''}"
    _say(f"{matches}, {tally.decisions} decisions: the same again")
    return 0


# ---------------------------------------------------------------- playing
@app.command(
    short_help="Play in this terminal.",
    epilog="Example: mainmatch play maskmen --players 4 --humans 0,2 --names Ann,Bea,Carl,Dora --lang en",
)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game's id; not needed with --resume.", show_default=False)
    ] = None,
    players: Players = None,
    humans: Annotated[
        str | None,
        typer.Option(
            "--humans",
            metavar="SEATS",
            help="The seats of people, from 0, for example 0,3; all, or none to watch bots. By default seat 0.",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option("--names", metavar="A,B,…", help="Names by seat, with commas.", show_default=False),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            metavar="NAME,…",
            help="Who plays the bots' seats: easy, normal, strong (needs mainmatch[fast]) or random; one for all, or one for each bot.",
            show_default=False,
        ),
    ] = None,
    lang: Language = None,
    option: Options = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="S",
            help="Makes the match the same every time; by default nobody can foresee it.",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Keep the match in this file, also when it is over. By default it is kept only when you stop before.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="[FILE]",
            help="Go on with a match that was stopped; without FILE the one last stopped in this folder.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play in this terminal, against bots or with several people who pass one keyboard.

    At the prompt a number chooses; ? shows the rules, s the state, w what is not possible and why, l the log.
    Ctrl-C saves the match and says how to go on with it.
    """
    from mainmatch.core.chance import KeyedChance
    from mainmatch.core.match import Match
    from mainmatch.games import find
    from mainmatch.terminal import play as table
    from mainmatch.terminal.files import read_json

    if resume is not None:
        asked = (players, humans, names, agents, option or None, seed)
        if any(given is not None for given in asked):
            raise InvalidInput("with --resume the match goes on as it was: leave out all but --lang and --save")
        path = resume or table.latest(game)
        kept = read_json(path)
        match = Match.load(kept, find)
        if game is not None and match.game.id != game:
            raise InvalidInput(f"{path} is a match of {match.game.id}, not of {game}")
        if match.is_over:
            raise InvalidInput(f"the match in {path} is over; `mainmatch export {path}` writes it as a trace")
        seats = table.Seating.from_json(kept.get("table"), match.players)
        if lang is not None:
            seats.lang = lang.value
        table.start(match, seats, save or path, save_at_end=True, resumed=True)
        return
    if game is None:
        raise InvalidInput("which game? `mainmatch games` lists them, for example: mainmatch play indian-poker")
    room = find(game)
    count = room.check_players(players)
    seats = table.seating(count, humans, names, agents, _language(lang))
    match = Match(room, count, _options(room, option), KeyedChance() if seed is None else _seed(seed))
    table.start(match, seats, save or table.file_name(room), save_at_end=save is not None, resumed=False)


# ---------------------------------------------------------------- studies
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="On the Ray cluster at HOST:PORT (needs mainmatch[ray]); without ADDRESS one of this machine alone.",
        show_default=False,
    ),
]


@app.command(
    short_help="Compute what the states of a match are worth.",
    epilog="Examples: mainmatch solve indian-poker, mainmatch solve indian-poker --option chips=10 --resume",
)
def solve(
    game: GameId,
    option: Options = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the values here; by default into your cache folder, where strong bots find them.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the values that the file holds.")] = False,
    rounds: Annotated[int, typer.Option("--rounds", min=1, metavar="N", help="Rounds of value iteration.")] = 40,
    iterations: Annotated[int, typer.Option("--iterations", min=1, metavar="N", help="CFR+ iterations a round.")] = 25,
    best_response: Annotated[
        bool, typer.Option("--best-response", help="Also search the best answer over all bet sizes; slow.")
    ] = False,
    ray: Ray = None,
) -> None:
    """Solve a game's match: the value of every state, by value iteration around CFR+. For indian-poker.

    The file is written after every round: Ctrl-C loses one, and --resume goes on from there.
    """
    from pathlib import Path

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from mainmatch.games import find
    from mainmatch.study.solve import solve as run

    room = find(game)
    options = room.check_options(room.check_players(None), _options(room, option))
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    bars = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True))
    tasks: dict[str, Any] = {}

    def show(what: str, done: int, of: int) -> None:
        bars.start()  # once there is something to show: a fault of the asker stays one line
        if what not in tasks:
            tasks[what] = bars.add_task(what, total=of)
        bars.update(tasks[what], completed=done)

    file = None if out is None else Path(out)
    try:
        report = run(room, options, file, resume, rounds, iterations, best_response, show, ray)
    finally:
        if bars.live.is_started:
            bars.stop()
    for sentence in report.sentences:
        _say(sentence)


Agents = typer.Option(
    "--agents",
    metavar="NAME,…",
    help="Who plays: easy, normal, strong (needs mainmatch[fast]) or random; one for all seats, or one for each.",
)
FirstSeed = Annotated[int, typer.Option("--seed", metavar="S", help="The matches have the seeds S, S+1, ….")]
Columns = Annotated[
    str | None,
    typer.Option("--columns", metavar="NAME,…", help="These columns only; docs/studies.md.", show_default=False),
]
Processes = Annotated[
    int | None,
    typer.Option("--processes", min=1, metavar="N", help="By default one a processor.", show_default=False),
]


@app.command(
    short_help="Play many matches and count.",
    epilog="Examples: mainmatch simulate maskmen -n 1000000, mainmatch simulate indian-poker -n 400 --agents normal,easy --out ip.parquet",
)
def simulate(
    game: GameId,
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, metavar="N", help="So many matches.")] = 1000,
    agents: Annotated[str, Agents] = "random",
    players: Players = None,
    option: Options = None,
    seed: FirstSeed = 0,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="A .csv, or a .parquet (needs mainmatch[study]); by default simulate-GAME.csv.",
            show_default=False,
        ),
    ] = None,
    columns: Columns = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a simulation that was stopped.")] = False,
    processes: Processes = None,
    ray: Ray = None,
) -> int:
    """Play many matches between agents; one row for each seat goes to a file, means with 95 % intervals to the screen.

    The results do not depend on the number of processes. Ctrl-C keeps what is finished, and --resume goes on from there.
    """
    from mainmatch.games import find
    from mainmatch.study import simulate as study
    from mainmatch.study.matches import Plan

    room = find(game)
    plan = Plan.of(room, players, _options(room, option), _listed(agents) or [])
    place = _place("simulate", room, out, columns, resume, processes, ray)
    report = _studied("matches", matches, lambda show: study.simulate(plan, _seeds(seed, matches), *place, show))
    if report is None:
        return INTERRUPTED
    _say_cells(report.table())
    _say(f"{report.matches} matches of {room.id}, 95 % intervals; their rows are in {report.path}")
    return 0


@app.command(
    short_help="Compare agents on the same deals.",
    epilog="Examples: mainmatch tournament maskmen --agents strong,normal,easy -n 100, mainmatch tournament loyalists-and-traitors --agents normal,easy",
)
def tournament(
    game: GameId,
    agents: Annotated[str, Agents] = "normal,easy,random",
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, metavar="N", help="So many deals.")] = 100,
    players: Players = None,
    option: Options = None,
    seed: FirstSeed = 0,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="A .csv, or a .parquet; by default tournament-GAME.csv.",
            show_default=False,
        ),
    ] = None,
    columns: Columns = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a tournament that was stopped.")] = False,
    processes: Processes = None,
    ray: Ray = None,
) -> int:
    """Every agent plays every seat of every deal once, and its role; ratings overall and by role, with 95 % intervals.

    A deal takes as many matches as there are agents. Needs mainmatch[study]. Ctrl-C keeps what is finished, and --resume
    goes on from there.
    """
    from mainmatch.games import find
    from mainmatch.study import tournament as study

    study.check()
    room = find(game)
    contest = study.Contest.of(room, players, _options(room, option), _listed(agents) or [])
    place = _place("tournament", room, out, columns, resume, processes, ray)
    report = _studied("deals", deals, lambda show: study.tournament(contest, _seeds(seed, deals), *place, show))
    if report is None:
        return INTERRUPTED
    for title, cells in report.tables():
        _say(title)
        _say_cells(cells)
        _say()
    _say(
        f"{report.deals} deals of {room.id}, {report.matches} matches, 95 % intervals; their rows are in {report.path}"
    )
    return 0


@app.command(
    short_help="Report how balanced a game is.",
    epilog="Examples: mainmatch balance middle-race, mainmatch balance indian-poker --option chips=20 --agents strong -n 400 --lang ko",
)
def balance(
    game: GameId,
    matches: Annotated[
        int,
        typer.Option("--matches", "-n", min=1, metavar="N", help="Of the game as it is; a variation gets a quarter."),
    ] = 2000,
    agents: Annotated[
        str, typer.Option("--agents", metavar="NAME", help="Who plays on all seats: easy, normal, strong or random.")
    ] = "normal",
    players: Players = None,
    option: Options = None,
    seed: FirstSeed = 0,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="An .html; a picture with the same name and .png goes beside it. By default balance-GAME.html.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a report that was stopped.")] = False,
    processes: Processes = None,
    lang: Language = None,
) -> int:
    """The chance of each place by character, role, seat, beginner and number of players, and what each option changes.

    A page that stands alone (HTML) and its key picture (PNG), with 95 % intervals. Options that are given stay as they
    are; all others are varied, one at a time. Needs mainmatch[study]. Ctrl-C keeps what is finished, and --resume goes on.
    """
    import shlex
    from pathlib import Path

    from mainmatch.games import find
    from mainmatch.study import balance_page as report

    report.check()
    from mainmatch.study import balance as study
    from mainmatch.study.matches import Plan

    room = find(game)
    if "," in agents:
        raise InvalidInput("a balance report is about one kind of agent on all seats: --agents normal")
    given = _options(room, option)
    plan = Plan.of(room, players, given, [agents])
    path = Path(out or f"balance-{room.id}.html")
    if path.suffix != ".html":
        raise InvalidInput(f"the report is a page: give --out a name that ends in .html, not {path.name}")
    if not path.absolute().parent.is_dir():
        raise InvalidInput(f"{path} cannot be written: its folder does not exist")
    kept = path.with_name(path.name + ".pieces")
    if kept.exists() and not resume:
        raise InvalidInput(f"{kept} holds an unfinished report: --resume goes on with it, another --out begins anew")
    if resume and not kept.exists():
        raise InvalidInput(f"there is nothing to resume: {kept} does not exist")
    words = ["mainmatch", "balance", room.id, "-n", str(matches), "--agents", agents]
    words += ["--players", str(players)] * (players is not None) + [w for o in option or () for w in ("--option", o)]
    words += ["--seed", str(seed)] * (seed != 0) + ["--lang", _language(lang)]
    seeds = _seeds(seed, matches)
    found = _studied(
        "matches",
        study.total(room, plan, seeds, given),
        lambda show: study.balance(room, plan, seeds, given, kept, processes or os.cpu_count() or 1, show),
    )
    if found is None:
        return INTERRUPTED
    made = report.Report(found, _language(lang), shlex.join(words))
    picture = path.with_suffix(".png")
    report.write(made, path, picture)
    study.remove(kept)
    for line in made.findings():
        _say(line)
    _say(f"{path}, {picture}" + ("" if made.picture_lang == made.lang else report.NO_FONT))
    return 0


def _listed(names: str | None) -> list[str] | None:
    """Words with commas between them."""
    return None if names is None else [name.strip() for name in names.split(",")]


def _seeds(first: int, count: int) -> range:
    """So many seeds. Raises InvalidInput."""
    return range(_seed(first), _seed(first + count - 1) + 1)


def _place(
    study: str, game: Game, out: str | None, columns: str | None, resume: bool, processes: int | None, ray: str | None
) -> tuple[Path, list[str], bool, Where]:
    """Where and how the results of a study come to be."""
    from pathlib import Path

    from mainmatch.study.pieces import Where

    path = Path(out or f"{study}-{game.id}.csv")
    return path, _listed(columns) or [], resume, Where(processes or os.cpu_count() or 1, ray)


def _studied(unit: str, total: int, study: Callable[[Callable[[int], None]], Found]) -> Found | None:
    """What a study finds, with its progress on standard error; None when Ctrl-C stopped it, and then that is said."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from mainmatch.study.pieces import Interrupted

    bars = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    task = bars.add_task(unit, total=total)

    def show(done: int) -> None:
        bars.start()  # once there is something to show: a fault of the asker stays one line
        bars.update(task, completed=done)

    try:
        try:
            return study(show)
        finally:
            if bars.live.is_started:
                bars.stop()
    except Interrupted as error:
        _complain(str(error))
        return None


def _say_cells(cells: list[tuple[str, ...]]) -> None:
    """A table: the first column to the left, numbers to the right."""
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    for first, *rest in cells:
        _say("  ".join([first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(rest, widths[1:], strict=True))]).rstrip())


# ---------------------------------------------------------------- serving and its matches
DATABASE = "mainmatch.sqlite3"
CODE = re.compile(r"[A-Za-z0-9]{4,16}(\.\d{1,9})?")
"""A room's code, or one of its matches by number."""
Database = Annotated[
    str,
    typer.Option("--database", metavar="FILE|URL", help="Where matches are kept: a file, or a postgresql:// address."),
]


@app.command(
    short_help="What search thinks of a finished match.",
    epilog="Examples: mainmatch analyse mainmatch-maskmen.json --seat 0 --picture mistakes.svg, mainmatch analyse KXWTRM.2",
)
def analyse(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCHFILE", help="A match file, or a room's code; - is standard input.", show_default=False
        ),
    ],
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="The decisions of this seat alone, from 0.", show_default=False),
    ] = None,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", help="Of the search, for each decision.")
    ] = 20_000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Decides what the search imagines.")] = 0,
    top: Annotated[
        int | None,
        typer.Option(
            "--top", min=1, metavar="N", help="Show the N largest mistakes; by default all.", show_default=False
        ),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option("--picture", metavar="FILE", help="Also draw it: an .svg file.", show_default=False),
    ] = None,
    database: Database = DATABASE,
    lang: Language = None,
) -> None:
    """For each decision of a finished match what search thinks of it, from what that seat knew; largest mistakes first.

    Needs mainmatch[fast]. The same for a seed and a number of iterations.
    """
    from pathlib import Path

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from mainmatch.study import analyse as study
    from mainmatch.study.analyse_text import Report
    from mainmatch.terminal.files import name_of

    study.check()
    path = None if picture is None else Path(picture)
    if path is not None and path.suffix.lower() != ".svg":
        raise InvalidInput(f"the picture is an SVG: give --picture a name that ends in .svg, not {picture}")
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise InvalidInput(f"the picture {picture} cannot be written: its folder does not exist, or it is one itself")
    played, names = study.read(_match_file(match, database), name_of(match))
    bars = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    task = bars.add_task("decisions", total=None)

    def show(done: int, of: int) -> None:
        bars.start()  # once there is something to show: a fault of the asker stays one line
        bars.update(task, completed=done, total=of)

    try:
        report = Report(study.analyse(played, names, seat, iterations, _seed(seed), show), _language(lang))
    finally:
        if bars.live.is_started:
            bars.stop()
    for line in report.lines(top):
        _say(line)
    if path is not None:
        path.write_text(report.picture(), encoding="utf-8")


@app.command(
    short_help="Serve the games to browsers.",
    epilog="Examples: mainmatch serve, mainmatch serve --host 127.0.0.1 --public-url https://play.example.org",
)
def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Listen here; 127.0.0.1: this machine alone.")
    ] = "0.0.0.0",  # noqa: S104
    port: Annotated[int, typer.Option("--port", metavar="N", help="Listen on this port; 0: any that is free.")] = 8000,
    database: Database = DATABASE,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="The address that people use, behind a reverse proxy: https://play.example.org",
            show_default=False,
        ),
    ] = None,
    trusted_proxies: Annotated[
        str,
        typer.Option("--trusted-proxies", metavar="A,B,…", help="Proxies whose word is taken for a client's address."),
    ] = "127.0.0.1,::1",
    lang: Annotated[Lang | None, typer.Option("--lang", metavar="ko|en", help=LANG_HELP, show_default=False)] = None,
) -> None:
    """Serve the games to browsers: prints the link for this machine and the one for friends. Ctrl-C ends it."""
    from mainmatch.server import run

    if not 0 <= port <= 65535:
        raise InvalidInput(f"a port is a number from 0 to 65535, not {port}")
    proxies = [proxy.strip() for proxy in trusted_proxies.split(",") if proxy.strip()]
    run(host, port, database, public_url, proxies, _language(lang))


@app.command(
    short_help="Let a language model take a seat.",
    epilog="Example: mainmatch mcp --server http://localhost:8000, as the command of a client of the Model Context Protocol.",
)
def mcp(
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="The mainmatch server whose tables it may join.")
    ] = "http://localhost:8000",
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="What it is called unless it says so.", show_default=False),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            metavar="FILE",
            help="Keep the key of its seat here, so that a new start goes on.",
            show_default=False,
        ),
    ] = None,
    lang: Annotated[Lang | None, typer.Option("--lang", metavar="ko|en", help=LANG_HELP, show_default=False)] = None,
) -> None:
    """A server of the Model Context Protocol on standard input and output: a model sits down at a live table, looks, decides and talks."""
    if any(importlib.util.find_spec(package) is None for package in ("mcp", "httpx")):
        raise InvalidInput("a seat for a language model needs two packages: pip install mainmatch[mcp]")
    from mainmatch.bridges.mcp import server as seat_of

    seat_of(server, _language(lang), name, keep).run()


@app.command(
    short_help="Check the deals of a finished match.", epilog="Example: mainmatch verify mainmatch-indian-poker.json"
)
def verify(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCHFILE", help="A match file, or a room's code; - is standard input.", show_default=False
        ),
    ],
    database: Database = DATABASE,
) -> int:
    """Check a finished match: that its key belongs to what was shown at the start, and every deal comes from it.

    Exit code 1 when something is wrong with it.
    """
    from mainmatch.core import match as matches
    from mainmatch.games import find

    faults = matches.verify(_match_file(match, database), find)
    for fault in faults:
        _complain(fault)
    if not faults:
        _say("the key belongs to the commitment, and every deal and decision comes out the same")
    return FAILED if faults else 0


@app.command(
    short_help="Write a finished match as a trace.",
    epilog="Examples: mainmatch export mainmatch-maskmen.json, mainmatch export KXWTRM.2 --database games.sqlite3",
)
def export(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCH", help="A match file, a room's code, or one of its matches as CODE.2.", show_default=False
        ),
    ],
    database: Database = DATABASE,
) -> None:
    """Write a finished match as a trace, with the full truth of every state.

    A match that was not seeded has `"seed": null` and its key in the header; `mainmatch replay` reads both.
    """
    from mainmatch.core.match import Match
    from mainmatch.core.trace import of_match
    from mainmatch.games import find

    _say_lines(list(of_match(Match.load(_match_file(match, database), find))))


@app.command(
    short_help="Say how a finished match went.",
    epilog="Examples: mainmatch report mainmatch-maskmen.json --lang ko, mainmatch report KXWTRM.2 --json",
)
def report(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCHFILE",
            help="A match file, or a room's code; - is standard input.",
            show_default=False,
        ),
    ],
    lang: Language = None,
    json: Annotated[bool, typer.Option("--json", help="Write it as one JSON object, with the chart.")] = False,
    database: Database = DATABASE,
) -> None:
    """Everybody's place and reward, and three turning points: what happened, and by which rule it counts.

    A step is the number of decisions taken before, a simultaneous one counted once, as in the match's trace.
    """
    from mainmatch.core.trace import encode
    from mainmatch.terminal.report import read, sheet

    language = _language(lang)
    said = read(_match_file(match, database), language)
    _say(encode(said) if json else sheet(said, language))


def _match_file(name: str, database: str) -> object:
    """A match file by its path, or a finished match of the database by its code. Raises InvalidInput."""
    from pathlib import Path

    from mainmatch.terminal.files import STANDARD_INPUT, read_json

    if name == STANDARD_INPUT or Path(name).exists() or not CODE.fullmatch(name):
        return read_json(name)
    from mainmatch.server.export import finished_match

    return finished_match(database, name)
