"""Makes docs/games from the rulebooks and the games' own declarations: `make docs`.

With --check nothing is written; exit code 1 names every page that is not what it would be made to now.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from mainmatch.core.actions import Family
from mainmatch.core.game import Game, Option
from mainmatch.core.rulebook import rulebook
from mainmatch.games import ROOMS, find
from mainmatch.terminal.lists import shown

PAGES = Path(__file__).parent / "games"
SUFFIX = {"en": ".md", "ko": ".ko.md"}
WORDS = {
    "en": {
        "other": "한국어",
        "players": "{low} to {high} players, by default {default}",
        "exactly": "{low} players",
        "programs": "For programs",
        "options": "Options, with their types",
        "actions": "Actions, as JSON",
        "table": "| Option | Type | Default | Takes |",
        "play": "In a terminal: `mainmatch play {id}`. One clause with its function and tests: `mainmatch rules {clause}`.",
    },
    "ko": {
        "other": "English",
        "players": "{low}~{high}명, 기본 {default}명",
        "exactly": "{low}명",
        "programs": "프로그램을 위한 참고",
        "options": "옵션과 형식",
        "actions": "행동의 JSON",
        "table": "| 옵션 | 형식 | 기본값 | 값 |",
        "play": "터미널에서 하려면 `mainmatch play {id}`. 조항 하나와 그 함수, 테스트를 보려면 `mainmatch rules {clause} --lang ko`.",
    },
}


def page(game: Game, lang: str) -> str:
    """The page of one game in one language."""
    words, other = WORDS[lang], "ko" if lang == "en" else "en"
    low, high = game.seats
    seats = words["exactly" if low == high else "players"].format(low=low, high=high, default=game.default_seats)
    title, text = rulebook(game, lang).strip().split("\n", 1)
    source = f"src/{game.package.replace('.', '/')}/rulebook.{lang}.md"
    return "\n".join(
        [
            f"<!-- Made from {source} by docs/generate.py: change that file and run `make docs`. -->",
            f"[{words['other']}]({game.id}{SUFFIX[other]})",
            "",
            title,
            "",
            f"{seats} · {game.words(lang)['minutes']} · `{game.id}`",
            "",
            words["play"].format(id=game.id, clause=f"{game.prefix}-1"),
            "",
            linked(game, text.strip()),
            "",
            f"## {words['programs']}",
            "",
            f"### {words['options']}",
            "",
            words["table"],
            "| --- | --- | --- | --- |",
            *(option_line(option) for option in game.options),
            "",
            f"### {words['actions']}",
            "",
            "```",
            *(action_line(family) for family in game.actions.families),
            "```",
            "",
        ]
    )


def linked(game: Game, text: str) -> str:
    """The rulebook with an anchor at every clause and a link wherever one is named."""
    text = re.sub(rf"(?<![\w*`-]){game.prefix}-(\d+)\b", rf"[{game.prefix}-\1](#{game.prefix.lower()}-\1)", text)
    anchor = rf'<a id="{game.prefix.lower()}-\1"></a>**{game.prefix}-\1**'
    return re.sub(rf"^\*\*{game.prefix}-(\d+)\*\*", anchor, text, flags=re.MULTILINE)


def option_line(option: Option) -> str:
    """One option as a line of the table."""
    if option.kind == "int":
        unlimited = option.limits.endswith("more")
        takes = f"{option.low} …" if unlimited else f"{option.low} … {option.high}"
    else:
        takes = ", ".join(f"`{value}`" for value in (option.choices or ("true", "false")))
    return f"| `{option.name}` | {option.kind} | `{shown(option)}` | {takes} |"


def action_line(family: Family) -> str:
    """The form of a family of actions."""
    fields = [f'"type": "{family.type}"']
    for name, domain in family.parameters.items():
        values = domain.values
        if isinstance(values, range) and len(values) > 2:
            shape = f"{values[0]} … {values[-1]}"
        else:
            shape = " | ".join(
                "null" if v is None else f'"{v}"' if isinstance(v, str) else form(v) for v in values[:12]
            )
            shape += " | …" if len(values) > 12 else ""
        fields.append(f'"{name}": {shape}')
    return "{" + ", ".join(fields) + "}"


def form(value: object) -> str:
    """A number, or a list of numbers."""
    return str(list(value)) if isinstance(value, tuple) else str(value)


def pages() -> dict[Path, str]:
    """All pages by path."""
    games = [find(game_id) for game_id in ROOMS]
    return {PAGES / f"{game.id}{SUFFIX[lang]}": page(game, lang) for game in games for lang in SUFFIX}


def main() -> int:
    """Write the pages, or check them."""
    made = pages()
    stale = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in PAGES.glob("*.md") if path not in made]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"docs/games/{path.name} is not made from today's rulebook: run `make docs`", file=sys.stderr)
        return int(bool(stale))
    PAGES.mkdir(exist_ok=True)
    for path in stale:
        if path in made:
            path.write_text(made[path], encoding="utf-8")
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
