"""Fields of a view in words: their names and their values, for every place that shows a view as text.

A game's own word (`terms.word` of its catalogue) goes before these.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mainmatch.core.game import Words

COMMON = {
    "en": {"yes": "yes", "no": "no", "nobody": "nobody", "unknown": "?"},
    "ko": {"yes": "예", "no": "아니요", "nobody": "없음", "unknown": "?"},
}

FIELDS = {
    "en": {
        "aside": "set aside",
        "asleep": "asleep",
        "arrested": "arrested",
        "ballot": "ballot",
        "bets": "bet",
        "black_garnets": "black garnets",
        "bonus": "bonus",
        "broken": "line broken",
        "candidates": "candidates",
        "cards": "card",
        "carried": "carried",
        "chain": "displacements this turn",
        "characters": "character",
        "columns": "columns",
        "comeback": "comeback",
        "countries": "country",
        "counts_round": "counted after round",
        "death_match": "death match",
        "debuted": "debuted",
        "declared": "declared",
        "deck_left": "cards left in the deck",
        "final": "final points",
        "finish_order": "finished",
        "garnets": "garnets",
        "hand": "hand",
        "hand_sizes": "cards in hand",
        "hands": "hand",
        "how": "how",
        "host": "host",
        "jailed": "in jail",
        "king": "king",
        "lap": "lap",
        "last": "last hand",
        "last_designated": "designated last",
        "last_patrol": "last patrol",
        "leader": "leader",
        "nominee": "candidate for elimination",
        "offer": "digits offered",
        "order": "playing order",
        "out": "out",
        "passed": "passed",
        "pick_order": "picking order",
        "points": "points",
        "quick_ahead": "Quick's cards ahead",
        "ranks": "rank",
        "role": "my role",
        "round": "round",
        "round_points": "points of the round",
        "round_total": "total of the round",
        "shown": "shown",
        "total": "total",
        "season": "season",
        "season_wins": "+2 tokens",
        "seen": "cards that I have seen",
        "squares": "square",
        "stacks": "chips left",
        "table": "table",
        "tally": "votes",
        "tokens": "tokens of life",
        "traitors": "traitors",
        "turn": "turn",
        "turns": "turns taken",
        "winner": "winner",
        "winners": "winners",
    },
    "ko": {
        "aside": "따로 둔 카드",
        "asleep": "무력화된 캐릭터",
        "arrested": "검거",
        "ballot": "투표 회차",
        "bets": "건 칩",
        "black_garnets": "블랙가넷",
        "bonus": "보너스",
        "broken": "선이 끊어짐",
        "candidates": "후보",
        "cards": "카드",
        "carried": "이월",
        "chain": "이번 차례의 이동 수",
        "characters": "캐릭터",
        "columns": "열",
        "comeback": "뒤집음",
        "countries": "나라",
        "counts_round": "말 수를 알린 라운드",
        "death_match": "데스매치",
        "debuted": "데뷔",
        "declared": "선언",
        "deck_left": "덱에 남은 장수",
        "final": "최종 점수",
        "finish_order": "들어온 순서",
        "garnets": "가넷",
        "hand": "판",
        "hand_sizes": "손에 든 카드",
        "hands": "패",
        "how": "끝난 방법",
        "host": "선 플레이어",
        "jailed": "감옥",
        "king": "왕",
        "lap": "바퀴",
        "last": "지난 판",
        "last_designated": "마지막 지목",
        "last_patrol": "지난 순찰",
        "leader": "선 플레이어",
        "nominee": "탈락 후보",
        "offer": "받은 숫자",
        "order": "차례 순서",
        "out": "카드를 다 낸 순서",
        "passed": "포기",
        "pick_order": "고르는 순서",
        "points": "점수",
        "quick_ahead": "퀵이 앞으로 쓴 카드",
        "ranks": "순위",
        "role": "내 신분",
        "round": "라운드",
        "round_points": "이번 라운드 점수",
        "round_total": "이번 라운드 점수 합계",
        "shown": "공개된 말",
        "total": "합계",
        "season": "시즌",
        "season_wins": "+2 토큰",
        "seen": "내가 본 카드",
        "squares": "칸",
        "stacks": "남은 칩",
        "table": "나온 카드",
        "tally": "득표",
        "tokens": "생명의 징표",
        "traitors": "역적",
        "turn": "차례",
        "turns": "지나간 차례",
        "winner": "승자",
        "winners": "승자",
    },
}

PLAYER_FIELDS = {"leader", "turn", "host", "king", "nominee", "winner", "player", "vote"}
"""Fields whose number is a seat."""
PLAYER_LISTS = {
    "candidates", "passed", "out", "order", "pick_order", "jailed", "traitors", "tokens", "winners", "death_match", "waiting", "voters",
}  # fmt: skip
"""Fields that are lists of seats."""


@dataclass
class Facts:
    """The words for a view: whose view it is decides who is "you"."""

    words: Words
    view: dict[str, Any]
    names: list[str]
    seat: int | None
    """Whose view it is; None: a spectator's."""

    @property
    def lang(self) -> str:
        """The language."""
        return self.words.sentences.lang

    @property
    def common(self) -> dict[str, str]:
        """Words that every view needs."""
        return COMMON[self.lang]

    def field(self, name: str) -> str:
        """A field's name in words."""
        own = self.words.words.get("terms", {}).get("word", {})
        found = own.get(name) or FIELDS[self.lang].get(name) or own.get(name.removesuffix("s"))
        return str(found or name.replace("_", " "))

    def player(self, seat: int | None) -> str:
        """A seat's name."""
        return self.common["nobody"] if seat is None else self.names[seat]

    def players(self, seats: Iterable[int | None]) -> str:
        """Several seats' names."""
        return ", ".join(self.common["unknown"] if p is None else self.names[p] for p in seats) or "–"

    def pair(self, pair: list[Any]) -> str:
        """A piece with its owner."""
        seat, piece = pair
        return f"{self.player(seat)} {self.words.sentences.value('piece', piece)}"

    def kind(self, name: str) -> str:
        """The kind under which a field's values have words."""
        if name in PLAYER_FIELDS:
            return self.words.game.headline_kinds.get(name, "player")
        singular = {
            "characters": "character",
            "debuted": "wrestler",
            "stronger": "wrestler",
            "asleep": "character",
            "finish_order": "character",
        }
        return singular.get(name, name)

    def text(self, name: str, value: Any) -> str:
        """A field's value in words."""
        if value is None:
            return self.common["unknown"]
        if isinstance(value, bool):
            return self.common["yes" if value else "no"]
        if isinstance(value, list):
            if value and all(isinstance(v, list) for v in value):
                return ", ".join(self.pair(v) for v in value)
            if name in PLAYER_LISTS:
                return self.players(value)
            return ", ".join(self.text(name, v) for v in value) or "–"
        if isinstance(value, dict):
            parts = (f"{self.field(k)} {self.text(k, v)}" for k, v in value.items() if v is not None)
            return ", ".join(parts) or "–"
        kind = self.kind(name)
        if kind == "player" and isinstance(value, int):
            return self.player(value)
        return self.words.sentences.value(kind, value)
