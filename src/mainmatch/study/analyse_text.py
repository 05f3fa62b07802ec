"""An analysis in words, in Korean and English: as a table for a screen, and as a picture (SVG) of the whole match."""

from __future__ import annotations

import math
from collections.abc import Iterable
from xml.sax.saxutils import escape

from rich.cells import cell_len, set_cell_size

from mainmatch.core.game import Words
from mainmatch.study.analyse import Analysis, Judged

ENGLISH = {
    "title": "{game}: what search thinks of the decisions",
    "head": "{game}, {players} players, {decisions} decisions in all. Weighed: {weighed} of {whose}, {iterations} iterations each, seed {seed}.",
    "everybody": "everybody",
    "forced": "Not weighed, because there was only one possibility: {count}.",
    "columns": ("#", "player", "decision", "value", "best alternative", "value", "loss", "situation"),
    "more": "… {count} more: --top shows them",
    "none": "Nobody had a choice.",
    "no_mistakes": "No decision is clearly a mistake.",
    "value": "Value: the score that the player could expect at the end of the match, from what the player knew; docs/studies.md.",
    "loss": "Loss: what the decision cost against the best alternative, ± 95 %.",
    "mistake": "A mistake (*): the whole interval is above 0. Of 40 decisions that cost nothing, about one looks like a mistake, too.",
    "doubt": "At this game search plays no better than the rule of thumb: take it as a hint.",
    "totals": ("seat", "player", "decisions", "weighed", "mistakes", "lost by them"),
    "player": "Player {number}",
    "describe": "A row for each player; from left to right the {decisions} decisions of the match, each as a bar as high as what it cost. Filled: clearly a mistake; outlined: perhaps one; a dot: none.",
    "largest": "The largest mistakes",
    "entry": "#{number} {player}: {action}. Best alternative: {better}. Loss {loss}",
    "filled": "mistake, ± 95 %",
    "outlined": "perhaps a mistake",
    "dot": "no loss",
    "axis": "decision",
}
KOREAN = {
    "title": "{game}: 탐색이 본 결정들",
    "head": "{game}, {players}명, 결정 모두 {decisions}번. 따져 본 결정: {whose} {weighed}번, 한 번에 반복 {iterations}회, 시드 {seed}.",
    "everybody": "전원",
    "forced": "고를 것이 하나뿐이라 따지지 않은 결정: {count}번.",
    "columns": ("#", "플레이어", "결정", "가치", "가장 나은 다른 수", "가치", "손실", "상황"),
    "more": "… 그 밖에 {count}개는 --top으로 볼 수 있습니다",
    "none": "고를 것이 있었던 사람이 없습니다.",
    "no_mistakes": "뚜렷한 실수는 없습니다.",
    "value": "가치: 그 플레이어가 알던 것만으로 기대할 수 있던 승부 끝의 점수 (docs/studies.md).",
    "loss": "손실: 가장 나은 다른 수에 견주어 그 결정으로 잃은 점수, ± 95 %.",
    "mistake": "실수(*): 구간 전체가 0보다 큰 결정. 잃은 것이 없는 결정도 40번에 한 번쯤은 실수로 보입니다.",
    "doubt": "이 게임에서는 탐색이 기본 봇보다 낫지 않으니 참고만 하세요.",
    "totals": ("자리", "플레이어", "결정", "따져 봄", "실수", "실수로 잃음"),
    "player": "{number}번",
    "describe": "플레이어마다 한 줄입니다. 왼쪽에서 오른쪽으로 승부의 결정 {decisions}번이 놓이고, 막대의 높이는 그 결정으로 잃은 점수입니다. 채운 막대는 뚜렷한 실수, 빈 막대는 실수일 수도 있는 결정, 점은 잃은 것이 없는 결정입니다.",
    "largest": "가장 큰 실수",
    "entry": "#{number} {player}: {action}. 가장 나은 다른 수: {better}. 손실 {loss}",
    "filled": "실수, ± 95 %",
    "outlined": "실수일 수도 있음",
    "dot": "손실 없음",
    "axis": "결정",
}
WORDS: dict[str, dict[str, str | tuple[str, ...]]] = {"en": {**ENGLISH}, "ko": {**KOREAN}}
WIDEST = 44
"""Columns for a decision in the table; the rest of a longer one is cut."""
LISTED = 10
"""Mistakes with a number in the picture."""


class Report:
    """An analysis in one language (`ko`, `en`)."""

    def __init__(self, analysis: Analysis, lang: str) -> None:
        self.analysis = analysis
        self.lang = lang
        self.names = [name or self.say("player", number=p + 1) for p, name in enumerate(analysis.names)]
        self.words: Words = analysis.game.sentences(lang, self.names)
        self.called = str(analysis.game.words(lang)["name"])

    def say(self, key: str, **values: object) -> str:
        """One of the sentences above."""
        return str(WORDS[self.lang][key]).format(**values)

    def heads(self, key: str) -> list[str]:
        """The heads of a table."""
        return list(WORDS[self.lang][key])

    # ------------------------------------------------------------ table
    def lines(self, top: int | None = None) -> list[str]:
        """For a screen: the decisions, largest mistake first (`top` of them; None: all), then what it says, then by seat."""
        found = self.analysis
        whose = self.say("everybody") if len(found.seats) > 1 else self.names[found.seats[0]]
        lines = [
            self.say(
                "head", game=self.called, players=len(self.names), decisions=found.decisions, weighed=len(found.judged),
                whose=whose, iterations=found.iterations, seed=found.seed,
            )
        ]  # fmt: skip
        if found.forced:
            lines.append(self.say("forced", count=found.forced))
        if not found.judged:
            return [*lines, self.say("none")]
        shown = found.judged[:top]
        lines += ["", *_set([self.heads("columns"), *(self.row(one) for one in shown)], "rllrlrrl")]
        if len(shown) < len(found.judged):
            lines.append(self.say("more", count=len(found.judged) - len(shown)))
        lines.append("")
        if not found.mistakes:
            lines.append(self.say("no_mistakes"))
        lines += [self.say("value"), self.say("loss"), self.say("mistake")]
        if found.is_doubtful:
            lines.append(self.say("doubt"))
        return [*lines, "", *_set([self.heads("totals"), *(self.total(p) for p in found.seats)], "rlrrrr")]

    def row(self, one: Judged) -> list[str]:
        """One decision in cells."""
        star = "*" if one.weighed.is_mistake else ""
        return [
            f"{star}{one.number}",
            self.names[one.seat],
            _cut(self.words.action(one.action)),
            _number(one.weighed.value),
            _cut(self.words.action(one.better)),
            _number(one.weighed.better_value),
            loss(one),
            self.words.headline(one.when),
        ]

    def total(self, seat: int) -> list[str]:
        """One seat in cells."""
        mine = [one for one in self.analysis.judged if one.seat == seat]
        wrong = [one.weighed.loss.value for one in mine if one.weighed.is_mistake]
        counts = [self.analysis.by_seat[seat], len(mine), len(wrong)]
        return [str(seat), self.names[seat], *map(str, counts), f"{sum(wrong):.3f}"]

    # ------------------------------------------------------------ picture
    def picture(self) -> str:
        """The same as SVG that stands alone: light and dark by the reader's system, with a title and a description."""
        found = self.analysis
        listed = found.mistakes[:LISTED]
        most = max([one.weighed.loss.high for one in found.mistakes], default=0.0)
        top = scale(max([most, *(one.weighed.loss.value for one in found.judged)], default=0.0))
        lane, left, width = min(150, max(80, 480 // len(found.seats))), 150, 960
        first = 92
        under = first + lane * len(found.seats)
        step = (width - left - 30) / max(1, found.decisions)
        body: list[str] = []
        for k, seat in enumerate(found.seats):
            base = first + lane * (k + 1) - 12
            body += self.lane(seat, base, lane - 32, top, left, step, width, listed)
        entries = [self.entry(one) for one in listed] or [self.say("no_mistakes")]
        notes = [self.say("loss"), self.say("mistake").replace(" (*)", "").replace("(*)", "")]
        if found.is_doubtful:
            notes.append(self.say("doubt"))
        y = under + 22
        body.append(_text(left, y, self.axis(), "quiet"))
        body.append(_text(24, y + 36, self.say("largest"), "strong"))
        y += 60
        for k, entry in enumerate(entries, 1):
            for j, line in enumerate(wrapped(entry, 108)):
                if not j and listed:
                    body += [f'<circle cx="33" cy="{y - 5}" r="9" class="badge"/>', _text(33, y - 1, str(k), "count")]
                body.append(_text(52 if listed else 24, y, line))
                y += 20
            y += 4
        y += 8
        for note in notes:
            for line in wrapped(note, 118):
                body.append(_text(24, y, line, "quiet"))
                y += 18
        title = self.say("title", game=self.called)
        describe = " ".join(
            [
                self.say("describe", decisions=found.decisions),
                *(f"{k}: {e}." for k, e in enumerate(entries, 1) if listed),
            ]
        )
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 8}" width="{width}" height="{y + 8}" '
                f'role="img" aria-labelledby="title desc" lang="{self.lang}" xml:lang="{self.lang}">',
                f'<title id="title">{_clean(title)}</title>',
                f'<desc id="desc">{_clean(describe)}</desc>',
                f"<style>{STYLE}</style>",
                f'<rect width="{width}" height="{y + 8}" class="ground"/>',
                _text(24, 36, title, "title"),
                *self.legend(24, 66),
                *body,
                "</svg>",
                "",
            ]
        )

    def lane(
        self, seat: int, base: float, high: float, top: float, left: int, step: float, width: int, listed: list[Judged]
    ) -> list[str]:
        """One player's decisions: `base` is loss 0, `base - high` is loss `top`."""
        drawn = [
            f'<line x1="{left}" y1="{base}" x2="{width - 30}" y2="{base}" class="axis"/>',
            f'<line x1="{left}" y1="{base - high}" x2="{width - 30}" y2="{base - high}" class="grid"/>',
            _text(left - 8, base + 4, "0", "mark"),
            _text(left - 8, base - high + 4, f"{top:g}", "mark"),
            _text(24, base - high / 2 + 5, _cut(self.names[seat], 13)),
        ]
        thick = max(1.5, min(10.0, step * 0.7))
        badges: list[tuple[float, float]] = []
        above: list[str] = []
        for one in sorted((one for one in self.analysis.judged if one.seat == seat), key=lambda one: one.number):
            x, cost = left + step * (one.number - 0.5), one.weighed.loss
            if cost.value <= 0:
                drawn.append(f'<circle cx="{x:.1f}" cy="{base}" r="1.6" class="dot"/>')
                continue
            tall = high * cost.value / top
            kind = "bar" if one.weighed.is_mistake else "perhaps"
            drawn.append(
                f'<rect x="{x - thick / 2:.1f}" y="{base - tall:.1f}" width="{thick:.1f}" height="{tall:.1f}" class="{kind}">'
                f"<title>{_clean(self.entry(one))}</title></rect>"
            )
            if one.weighed.is_mistake:
                low, end = base - high * cost.low / top, base - high * cost.high / top
                drawn.append(f'<line x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{end:.1f}" class="reach"/>')
            if one in listed:
                y = base - high * cost.high / top - 10
                while any(abs(x - a) < 19 and abs(y - b) < 19 for a, b in badges):
                    x += 3  # beside the one that stands there already
                x = min(x, width - 20.0)
                badges.append((x, y))
                above.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" class="badge"/>')
                above.append(_text(round(x, 1), round(y + 4, 1), str(listed.index(one) + 1), "count"))
        return drawn + above

    def legend(self, x: float, y: float) -> list[str]:
        """What the marks mean."""
        drawn: list[str] = []
        for kind in ("filled", "outlined", "dot"):
            if kind == "dot":
                drawn.append(f'<circle cx="{x + 5}" cy="{y - 4}" r="1.6" class="dot"/>')
            else:
                style = "bar" if kind == "filled" else "perhaps"
                drawn.append(f'<rect x="{x}" y="{y - 11}" width="10" height="12" class="{style}"/>')
            if kind == "filled":
                drawn.append(f'<line x1="{x + 5}" y1="{y - 15}" x2="{x + 5}" y2="{y - 6}" class="reach"/>')
            drawn.append(_text(x + 17, y, self.say(kind)))
            x += 17 + 8.5 * cell_len(self.say(kind)) + 24
        return drawn

    def axis(self) -> str:
        """What the horizontal axis is."""
        return f"{self.say('axis')} 1 … {self.analysis.decisions} →"

    def entry(self, one: Judged) -> str:
        """One decision as a sentence."""
        return self.say(
            "entry", number=one.number, player=self.names[one.seat], action=self.words.action(one.action),
            better=self.words.action(one.better), loss=loss(one),
        )  # fmt: skip


def loss(one: Judged) -> str:
    """0.291 ± 0.063."""
    cost = one.weighed.loss
    return f"{_number(cost.value)} ± {cost.high - cost.value:.3f}"


def scale(most: float) -> float:
    """The end of an axis for values up to `most`: 1, 1.5, 2, 3, 5 or 7 times a power of ten."""
    if most <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(most))
    return next(round(k * power, 12) for k in (1, 1.5, 2, 3, 5, 7, 10) if k * power >= most * (1 - 1e-12))


def wrapped(text: str, columns: int) -> list[str]:
    """A sentence in lines of at most so many columns (a Hangul syllable takes two); a longer word is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= columns or not lines[-1]:
            lines[-1] = longer if cell_len(longer) <= columns else _cut(longer, columns)
        else:
            lines.append(word)
    return lines


def _number(value: float) -> str:
    """With a true minus; never −0.000."""
    text = f"{value:.3f}"
    return text.replace("-", "−") if float(text) else text.lstrip("-")


def _cut(text: str, columns: int = WIDEST) -> str:
    return text if cell_len(text) <= columns else set_cell_size(text, columns - 1).rstrip() + "…"


def _set(rows: Iterable[list[str]], sides: str) -> list[str]:
    """Rows of cells as lines; `sides`: l or r for each column."""
    cells = list(rows)
    wide = [max(cell_len(row[i]) for row in cells) for i in range(len(sides))]
    lines = []
    for row in cells:
        spaces = [" " * (w - cell_len(cell)) for cell, w in zip(row, wide, strict=True)]
        parts = (
            space + cell if side == "r" else cell + space for cell, space, side in zip(row, spaces, sides, strict=True)
        )
        lines.append("  ".join(parts).rstrip())
    return lines


def _clean(text: str) -> str:
    """Text for XML: what it does not allow is left out."""
    return escape("".join(c for c in text if c.isprintable()))


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}"{named}>{_clean(text)}</text>'


STYLE = (
    ":root{--bg:#0a110e;--line:#2d3c35;--edge:#74887d;--ink:#f3ecdb;--quiet:#98a194;--fault:#f29a98;--on:#0a110e}"
    "@media (prefers-color-scheme:light){:root{--bg:#f6f1e4;--line:#cdc6b1;--edge:#6d7a70;--ink:#15201a;--quiet:#525e55;"
    "--fault:#8d1c30;--on:#fdf4e6}}"
    '.ground{fill:var(--bg)}text{fill:var(--ink);font:14px "Noto Sans KR","Apple SD Gothic Neo","Malgun Gothic",system-ui,sans-serif;'
    "font-variant-numeric:tabular-nums}.title{font-size:20px;font-weight:600}.strong{font-weight:600}.quiet{fill:var(--quiet);font-size:12px}"
    ".mark{fill:var(--quiet);font-size:11px;text-anchor:end}.count{fill:var(--on);font-size:11px;font-weight:600;text-anchor:middle}"
    ".axis{stroke:var(--edge)}.grid{stroke:var(--line);stroke-dasharray:2 4}.dot{fill:var(--quiet)}.bar{fill:var(--fault)}"
    ".perhaps{fill:none;stroke:var(--edge)}.reach{stroke:var(--ink);stroke-width:1.5}.badge{fill:var(--ink)}"
)
"""The tokens of the page (web/src/styles/tokens.css): dark is the original, light where the system says so."""
