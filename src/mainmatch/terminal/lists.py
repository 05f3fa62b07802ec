"""The games as a list, and one game as a sheet with its options."""

from __future__ import annotations

from mainmatch.core.game import Game, Option

HEADS = {"en": ("id", "name", "players", "time", ""), "ko": ("id", "이름", "인원", "시간", "")}


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    from rich.cells import cell_len

    return cell_len(text)


def game_list(games: list[Game], lang: str) -> str:
    """All games, one a line."""
    rows = [HEADS[lang]]
    for game in games:
        words = game.words(lang)
        rows.append((game.id, words["name"], seats(game), words["minutes"], words["tagline"]))
    wide = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell + " " * (wide[i] - width(cell)) for i, cell in enumerate(row)).rstrip() for row in rows]
    return "\n".join(lines)


def seats(game: Game) -> str:
    """The numbers of players: 2, or 4–11 (11)."""
    low, high = game.seats
    return str(low) if low == high else f"{low}–{high} ({game.default_seats})"


def game_sheet(game: Game, languages: list[str]) -> str:
    """One game: names, summary, players, and every option with its type, limits, default and sentence."""
    lines = [f"{game.id}  ·  " + "  ·  ".join(game.words(lang)["name"] for lang in languages)]
    lines += [f"  {game.words(lang)['summary']}" for lang in languages]
    low, high = game.seats
    lines.append(f"  players: {low}" if low == high else f"  players: {low} to {high}, by default {game.default_seats}")
    for option in game.options:
        lines.append(f"\n  {option.name} = {shown(option)}    {option.kind}: {option.limits}")
        for lang in languages:
            words = game.words(lang)["options"][option.name]
            lines.append(f"      {words['label']}. {words['help']}")
            if "choices" in words:
                lines.append("      " + ", ".join(f"{value}: {sense}" for value, sense in words["choices"].items()))
    return "\n".join(lines)


def shown(option: Option) -> str:
    """The default as one would type it."""
    return str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
