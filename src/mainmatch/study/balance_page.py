"""A balance report as a page that stands alone (HTML with pictures inside), and its key picture (PNG). Needs matplotlib."""

from __future__ import annotations

import html
import importlib.util
import io
import math
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from mainmatch.core.errors import InvalidInput
from mainmatch.core.messages import with_particle
from mainmatch.study.balance import VARIED, Balance, Change, Group
from mainmatch.study.balance_words import WORDS
from mainmatch.study.estimates import Estimate
from mainmatch.study.simulate import percent, points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Panel: TypeAlias = "tuple[str, Callable[[Axes], None]]"
"""Title and drawing of a picture."""
INK, QUIET, LINE, GROUND, PAPER = "#15201a", "#525e55", "#cdc6b1", "#f6f1e4", "#fffcf3"
GARNET, JADE, GOLD = "#921f33", "#1f5f3d", "#c6973a"
HEAT = ("#fffcf3", "#d9e9d9", "#7fb39a", "#1f5f3d", "#0d2b1c")
SWING = ("#921f33", "#fffcf3", "#1f5f3d")
FONTS = ("Noto Sans KR", "Noto Sans CJK KR", "Source Han Sans K", "Apple SD Gothic Neo", "Malgun Gothic", "NanumGothic")
"""Of the picture, when it is in Korean. The page's text is drawn by the reader's own fonts."""


NO_FONT = " (the picture is in English: this machine has no font with Hangul, for example Noto Sans KR)"


def check() -> None:
    """Can reports be made here? Raises InvalidInput."""
    if any(importlib.util.find_spec(package) is None for package in ("matplotlib", "numpy")):
        raise InvalidInput("a balance report needs matplotlib and numpy: pip install mainmatch[study]")


def korean_font() -> str | None:
    """A font of this machine that has Hangul."""
    from matplotlib import font_manager

    there = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in FONTS if name in there), None)


class Report:
    """A balance in one language (`ko`, `en`)."""

    def __init__(self, found: Balance, lang: str, command: str) -> None:
        self.found, self.lang, self.command = found, lang, command
        self.words = WORDS[lang]
        self.catalogue: dict[str, Any] = found.game.words(lang)
        self.parts = found.game.part_names(lang)

    @property
    def picture_lang(self) -> str:
        """English where no font of this machine has Hangul."""
        return self.lang if self.lang == "en" or korean_font() else "en"

    def say(self, key: str, **values: object) -> str:
        """One of the sentences."""
        return self.words[key].format(**values)

    # ------------------------------------------------------------ names
    def factor(self, name: str) -> str:
        """What groups the seats."""
        if name == "part":
            name = next((kind for kind in ("character", "role") if kind in self.catalogue["terms"]), name)
        return self.words[name]

    def columns(self, places: int) -> list[str]:
        """Heads of the chances: results, or so many places."""
        named = list(self.found.game.results(self.lang).values())
        return named or [self.say("place", number=k + 1) for k in range(places)]

    def group(self, factor: str, name: str) -> str:
        """One of its groups."""
        if factor == "part":
            return self.parts.get(name, name)
        return self.say("seat_name", number=int(name) + 1) if factor == "seat" else self.words[f"first:{name}"]

    def option(self, change: Change) -> tuple[str, str]:
        """An option and its value."""
        words = self.catalogue["options"][change.what]
        value = str(change.value).lower() if isinstance(change.value, bool) else str(change.value)
        return words["label"], words.get("choices", {}).get(value, value)

    # ------------------------------------------------------------ words
    def findings(self) -> list[str]:
        """What a designer wants to know first."""
        found, factor = self.found, self.found.factor
        lines: list[str] = []
        for settled in found.settled:
            name, share = self.factor(settled.factor), percent(settled.share)
            if settled.share.low > 0:
                lines.append(self.say("settles", factor=name, share=share))
            else:
                lines.append(self.say("settles_nothing", factor=name, share=share))
        if factor == "part":
            best, worst = found.groups["part"][0], found.groups["part"][-1]
            if best.score.low > worst.score.high:
                lines.append(
                    self.say("best_part", best=self.parts.get(best.name, best.name), best_score=points(best.score),
                             worst=self.parts.get(worst.name, worst.name), worst_score=points(worst.score))
                )  # fmt: skip
            else:
                lines.append(self.say("parts_alike", factor=self.factor(factor)))
        if "first" in found.groups:
            first = next(group for group in found.groups["first"] if group.name == "first")
            how = (
                "begins_well"
                if first.beaten.low > 0.5
                else "begins_badly"
                if first.beaten.high < 0.5
                else "begins_even"
            )
            lines.append(self.say(how, share=percent(first.beaten)))
        return [*lines, *self.options_told()]

    def options_told(self) -> list[str]:
        """What the options change, those beyond doubt."""
        lines: list[str] = []
        for change in self.found.changes:
            told: list[str] = []
            for key, estimate, more, less in (
                ("length", change.length, "longer", "shorter"),
                ("first", change.first, "first_more", "first_less"),
                ("settled", change.settled, "settled_more", "settled_less"),
            ):
                if change.is_clear[key] and estimate is not None:
                    word = more if estimate.value > 0 else less
                    told.append(self.say(word, share=_size(estimate), factor=self.factor(self.found.factor)))
            if told:
                name, value = self.option(change)
                lines.append(self.say("changed", option=name, value=value, changes=", ".join(told)))
        alike = [
            change
            for change in self.found.changes
            if not change.length.value and change.length.high == change.length.low == 0
        ]
        if not lines:
            lines.append(self.say("nothing_changed"))
        if alike:
            names = ", ".join(f"{name} = {value}" for name, value in map(self.option, alike))
            lines.append(self.say("unused", names=names))
        for name, others in sorted(self.found.presence.items()):
            most, least = max(others, key=lambda o: others[o].value), min(others, key=lambda o: others[o].value)
            if others[most].low > 0 and others[least].high < 0:
                best, worst = (self.parts.get(one, one) for one in (most, least))
                if self.lang == "ko":
                    best, worst = with_particle(best, "과", "와"), with_particle(worst, "과", "와")
                lines.append(
                    self.say("gains", name=self.parts.get(name, name), other=best, third=worst,
                             score=f"{others[most].value:+.2f}", worse=_signed(others[least].value))
                )  # fmt: skip
        return lines

    # ------------------------------------------------------------ pictures
    def panels(self) -> list[Panel]:
        """Title and drawing of each picture, the ones that matter most first."""
        factor = self.found.factor
        drawn: list[Panel] = [
            (self.say(f"{self._chances}_by", factor=self.factor(factor)), self.draw_places),
            self._expected(factor),
            (self.say("settled"), self.draw_settled),
        ]
        if len(self.found.crowds) > 1:
            drawn.append((self.say("crowds"), self.draw_crowds))
        else:
            drawn.append((self.say("lengths"), self.draw_lengths))
        if self.found.changes:
            drawn.append((self.say("changes"), self.draw_changes))
        if self.found.presence:
            drawn.append((self.say("presence"), self.draw_presence))
        else:
            others = [self._expected(other) for other in self.found.groups if other != factor]
            drawn += (others or [(self.say("lengths"), self.draw_lengths)])[:1]
        return drawn

    def _expected(self, factor: str) -> Panel:
        return self.say("expected", factor=self.factor(factor)), partial(self.draw_scores, factor=factor)

    def draw_places(self, axes: Axes) -> None:
        """A square for each group and place, with the chance in it."""
        groups = self.found.groups[self.found.factor]
        values = [[100 * place.value for place in group.places] for group in groups]
        _heat(
            axes,
            values,
            [self.group(self.found.factor, g.name) for g in groups],
            HEAT,
            (0, max(60, *map(max, values))),
            "{:.0f}".format,
        )
        heads = self.columns(len(groups[0].places))
        if len(heads) >= 7:
            heads = [str(k + 1) for k in range(len(heads))]
        axes.set_xticks(range(len(heads)), heads)
        axes.set_xlabel(f"{self.say(self._chances)}, %", color=QUIET)

    def draw_scores(self, axes: Axes, factor: str) -> None:
        """A dot with its interval for each group."""
        groups = self.found.groups[factor][::-1]
        overall = sum(group.score.value for group in groups) / len(groups)
        axes.axvline(overall, color=LINE, linewidth=1, zorder=0)
        _dots(axes, [self.group(factor, g.name) for g in groups], [g.score for g in groups])
        axes.set_xlabel(self.say("score"), color=QUIET)

    def draw_settled(self, axes: Axes) -> None:
        """A dot with its interval for each factor."""
        settled = self.found.settled[::-1]
        axes.axvline(0, color=LINE, linewidth=1, zorder=0)
        _dots(axes, [self.factor(one.factor) for one in settled], [_hundredfold(one.share) for one in settled])
        axes.set_xlabel(f"{self.say('settled_axis')}, %", color=QUIET)

    def draw_crowds(self, axes: Axes) -> None:
        """Length by players as bars; what is settled as dots on a scale of its own."""
        crowds = self.found.crowds
        at = [crowd.players for crowd in crowds]
        axes.bar(at, [c.decisions.value for c in crowds], color=LINE, width=0.6)
        for crowd in crowds:
            axes.annotate(
                f"{crowd.decisions.value:.0f}",
                (crowd.players, 0),
                xytext=(0, 3),
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=INK,
                fontsize=8,
            )
        axes.set_xticks(at)
        axes.set_xlabel(self.say("players"), color=QUIET)
        axes.set_ylabel(self.say("crowd_length"), color=QUIET)
        other = axes.twinx()
        for side in other.spines.values():
            side.set_visible(False)
        shown = [100 * crowd.first.value if crowd.first else 100 * crowd.settled.value for crowd in crowds]
        spans = [crowd.first or crowd.settled for crowd in crowds]
        lows = [v - 100 * s.low if not math.isnan(s.low) else 0 for v, s in zip(shown, spans, strict=True)]
        other.errorbar(at, shown, yerr=lows, fmt="o-", color=GARNET, capsize=3, markersize=5)
        begins = any(crowd.first for crowd in crowds)
        label = (
            self.say("crowd_first") if begins else self.say("crowd_settled", factor=self.factor(self._crowd_factor()))
        )
        other.set_ylabel(f"{label}, %", color=GARNET)
        other.tick_params(colors=GARNET)
        if not begins:
            other.axhline(0, color=LINE, linewidth=1)

    def _crowd_factor(self) -> str:
        return "part" if "part" in self.found.groups else "seat"

    @property
    def _chances(self) -> str:
        return "results" if self.found.game.results(self.lang) else "places"

    def draw_changes(self, axes: Axes) -> None:
        """A dot with its interval for each variation: filled beyond doubt, open otherwise."""
        changes = self.found.changes[::-1]
        labels = [" = ".join(self.option(change)) for change in changes]
        axes.axvline(0, color=LINE, linewidth=1, zorder=0)
        _dots(axes, labels, [_hundredfold(c.length) for c in changes], [c.is_clear["length"] for c in changes])
        axes.set_xlabel(f"{self.say('changes_axis')}, %", color=QUIET)

    def draw_presence(self, axes: Axes) -> None:
        """A square for each pair: green where the row gains from the column."""
        names = sorted(self.found.presence, key=lambda name: list(self.parts).index(name) if name in self.parts else 0)
        nothing = Estimate(math.nan, math.nan, math.nan)
        values = [[self.found.presence[a].get(b, nothing).value for b in names] for a in names]
        most = max(abs(v) for row in values for v in row if not math.isnan(v))
        called = [self.parts.get(name, name) for name in names]
        _heat(axes, values, called, SWING, (-most, most), _swing)
        axes.set_xticks(range(len(names)), called, rotation=60, ha="right")
        axes.set_xlabel(self.say("presence_axis"), color=QUIET)

    def draw_lengths(self, axes: Axes) -> None:
        """How often a match is how long."""
        axes.hist(self.found.lengths, bins=30, color=JADE, edgecolor=PAPER, linewidth=0.5)
        axes.axvline(self.found.decisions.value, color=GARNET, linewidth=1.5)
        axes.set_xlabel(self.say("lengths_axis"), color=QUIET)
        axes.set_ylabel(self.say("matches"), color=QUIET)

    def figure(self, panels: Sequence[Panel], columns: int, size: tuple[float, float]) -> Figure:
        """These pictures on one sheet."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=size, facecolor=GROUND, layout="constrained")
        grid = figure.subplots(math.ceil(len(panels) / columns), columns, squeeze=False)
        for axes, (title, draw) in zip(grid.flat, panels, strict=False):
            _dress(axes, title)
            draw(axes)
        for axes in list(grid.flat)[len(panels) :]:
            axes.set_visible(False)
        return figure

    def png(self) -> bytes:
        """The key picture, in `picture_lang`."""
        drawn = self if self.picture_lang == self.lang else Report(self.found, self.picture_lang, self.command)
        with _styled(drawn.lang):
            figure = drawn.figure(drawn.panels(), 2, (15, 5.2 * math.ceil(len(drawn.panels()) / 2)))
            title = drawn.say("title", game=drawn.catalogue["name"])
            figure.suptitle(f"{title}\n", color=INK, fontsize=18, fontweight="bold")
            figure.supxlabel(drawn.told(), color=QUIET, fontsize=9)
            out = io.BytesIO()
            figure.savefig(out, format="png", dpi=100, metadata={"Software": "mainmatch"})
            return out.getvalue()

    def svg(self, panel: Panel) -> str:
        """One picture for the page; its words stay words."""
        with _styled("en"), warnings.catch_warnings():
            figure = self.figure([panel], 1, (9, 5.2))
            out = io.StringIO()
            warnings.filterwarnings("ignore", "Glyph .* missing")  # it only measures the words here
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        text = out.getvalue()
        return text[text.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{html.escape(panel[0])}"', 1)

    # ------------------------------------------------------------ the page
    def told(self) -> str:
        """How many matches, whose, which."""
        found = self.found
        return self.say(
            "told", matches=len(found.seeds), agent=found.plan.agents[0], first=found.seeds.start, last=found.seeds[-1],
            fewer=max(1, len(found.seeds) // VARIED),
        )  # fmt: skip

    def page(self) -> str:
        """The report as HTML."""
        title = html.escape(self.say("title", game=self.catalogue["name"]))
        findings = "".join(f"<li>{html.escape(line)}</li>" for line in self.findings())
        pictures = "".join(f"<figure><h2>{html.escape(p[0])}</h2>{self.svg(p)}</figure>" for p in self.panels())
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{html.escape(self.told())}</p>"
            f"<h2>{html.escape(self.say('findings'))}</h2><ul>{findings}</ul>{pictures}"
            f"<h2>{html.escape(self.say('table'))}</h2>{self.tables()}"
            f"<footer>{html.escape(self.say('command'))}: <code>{html.escape(self.command)}</code></footer></main></body></html>\n"
        )

    def tables(self) -> str:
        """All numbers; those of other numbers of players and other options are folded away."""
        found = self.found
        say = self.say
        drawn = [self.group_table(factor, groups) for factor, groups in found.groups.items()]
        head = [
            say("players"),
            say("matches"),
            say("crowd_length"),
            say("crowd_first"),
            say("crowd_settled", factor=self.factor(self._crowd_factor())),
        ]
        drawn.append(_table(head, [
            [str(c.players), str(c.matches), points(c.decisions), percent(c.first) if c.first else "–", percent(c.settled)] for c in found.crowds
        ]))  # fmt: skip
        if len(found.crowds) > 1:
            drawn += [
                _folded(say("with_players", number=crowd.players), self.group_table(crowd.factor, crowd.groups))
                for crowd in found.crowds
            ]
        names = [name for name in self.parts if any(name in change.parts for change in found.changes)]
        head = [say("option"), say("matches"), say("change_length"), say("change_first"), say("change_settled", factor=self.factor(found.factor)),
                *(self.parts[name] for name in names)]  # fmt: skip
        rows = [
            [" = ".join(self.option(c)), str(c.matches), _bold(c, "length", _change(c.length)), _bold(c, "first", _change(c.first)),
             _bold(c, "settled", _change(c.settled)), *(points(c.parts[n]) if n in c.parts else "–" for n in names)]
            for c in found.changes
        ]  # fmt: skip
        if rows:
            drawn.append(_table(head, rows) + f"<p>{html.escape(say('clear'))}</p>")
            drawn += [
                _folded(" = ".join(self.option(change)), self.group_table(found.factor, change.groups))
                for change in found.changes
            ]
        return "".join(drawn)

    def group_table(self, factor: str, groups: list[Group]) -> str:
        """What each group can expect: score, rivals beaten, each place or result."""
        head = [self.factor(factor), *map(self.say, ("matches", "score", "beaten", "best"))]
        rows = [
            [self.group(factor, g.name), str(g.matches), points(g.score), percent(g.beaten), percent(g.best), *map(percent, g.places)]
            for g in groups
        ]  # fmt: skip
        return _table(head + self.columns(len(groups[0].places)), rows)


def write(report: Report, page: Path, picture: Path) -> None:
    """Both, each all or nothing. Raises OSError."""
    for path, content in ((page, report.page().encode()), (picture, report.png())):
        new = path.with_name(path.name + ".new")
        try:
            new.write_bytes(content)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)


# ---------------------------------------------------------------- drawing
def _styled(lang: str) -> Any:
    """Settings of matplotlib, for a while. The same marks get the same names in every SVG."""
    import matplotlib as mpl

    font = korean_font() if lang == "ko" else None
    family = [font, "DejaVu Sans"] if font else ["DejaVu Sans"]
    return mpl.rc_context(
        {"font.family": family, "svg.fonttype": "none", "svg.hashsalt": "mainmatch", "axes.unicode_minus": True}
    )


def _dress(axes: Axes, title: str) -> None:
    axes.set_title(title, color=INK, fontsize=12, fontweight="bold", loc="left")
    axes.set_facecolor(PAPER)
    for side in axes.spines.values():
        side.set_color(LINE)
    axes.tick_params(colors=QUIET, labelsize=9)


def _heat(
    axes: Axes,
    values: list[list[float]],
    labels: list[str],
    colours: Sequence[str],
    span: tuple[float, float],
    form: Callable[[float], str],
) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    scale = LinearSegmentedColormap.from_list("heat", list(colours))
    axes.imshow(values, cmap=scale, vmin=span[0], vmax=span[1], aspect="auto")
    axes.set_yticks(range(len(labels)), labels)
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if math.isnan(value):
                continue
            r, g, b, _ = scale((value - span[0]) / ((span[1] - span[0]) or 1))
            dark = 0.299 * r + 0.587 * g + 0.114 * b < 0.55
            axes.annotate(form(value), (j, i), ha="center", va="center", fontsize=8, color=PAPER if dark else INK)


def _dots(axes: Axes, labels: list[str], estimates: list[Estimate], filled: list[bool] | None = None) -> None:
    for i, estimate in enumerate(estimates):
        if not math.isnan(estimate.low):
            axes.plot([estimate.low, estimate.high], [i, i], color=JADE, linewidth=2, solid_capstyle="round")
        full = filled is None or filled[i]
        axes.plot([estimate.value], [i], "o", color=JADE, markerfacecolor=JADE if full else PAPER, markersize=7)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(-0.6, len(labels) - 0.4)
    axes.grid(axis="x", color=LINE, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)


def _hundredfold(estimate: Estimate) -> Estimate:
    return Estimate(100 * estimate.value, 100 * estimate.low, 100 * estimate.high)


# ---------------------------------------------------------------- cells
def _signed(value: float, form: str = ".2f") -> str:
    return format(value, f"+{form}").replace("-", "−")


def _swing(value: float) -> str:
    """A gain with its sign; what rounds to nothing has none."""
    return _signed(value, ".1f") if abs(value) >= 0.05 else "0"


def _change(estimate: Estimate | None) -> str:
    if estimate is None:
        return "–"
    if math.isnan(estimate.low):
        return _signed(100 * estimate.value, ".1f") + " %"
    low, high = _signed(100 * estimate.low, ".1f"), _signed(100 * estimate.high, ".1f")
    return f"{_signed(100 * estimate.value, '.1f')} % [{low}, {high}]"


def _size(estimate: Estimate) -> str:
    """How large a change is, whose direction is told in a word."""
    low, high = sorted(abs(v) for v in (estimate.low, estimate.high))
    return f"{abs(estimate.value):.1%} [{low:.1%}, {high:.1%}]"


def _bold(change: Change, key: str, text: str) -> str:
    return f"\0{text}" if change.is_clear[key] else text


def _table(head: list[str], rows: list[list[str]]) -> str:
    """Cells that begin with NUL are bold."""
    heads = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in head)

    def cell(text: str) -> str:
        return f"<td><b>{html.escape(text[1:])}</b></td>" if text.startswith("\0") else f"<td>{html.escape(text)}</td>"

    body = "".join(f'<tr><th scope="row">{html.escape(row[0])}</th>{"".join(map(cell, row[1:]))}</tr>' for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{html.escape(title)}</summary>{content}</details>"


STYLE = (
    ":root{color-scheme:light dark;--bg:#f6f1e4;--ink:#15201a;--quiet:#525e55;--line:#cdc6b1}"
    "@media(prefers-color-scheme:dark){:root{--bg:#0a110e;--ink:#f3ecdb;--quiet:#98a194;--line:#2d3c35}}"
    "body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 'Noto Sans KR',system-ui,sans-serif}"
    "main{max-width:60rem;margin:auto;padding:1.5rem}h1{font-size:1.7rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}"
    "figure{margin:0}svg{width:100%;height:auto;border-radius:8px}svg text{font-family:'Noto Sans KR',system-ui,sans-serif!important}"
    ".wide{overflow-x:auto;margin-bottom:1.5rem}table{border-collapse:collapse;font-size:.85rem;white-space:nowrap;font-variant-numeric:tabular-nums}"
    "th,td{border-bottom:1px solid var(--line);padding:.3rem .7rem;text-align:right}th:first-child{text-align:left}"
    "summary{cursor:pointer;padding:.3rem 0}details+:not(details){margin-top:1.5rem}"
    "footer{margin-top:2rem;color:var(--quiet)}code{word-break:break-all}"
)
