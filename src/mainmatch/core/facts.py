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
        "arrested": "arrested",
        "aside": "set aside",
        "asleep": "asleep",
        "ballot": "ballot",
        "bets": "bet",
        "black_garnets": "black garnets",
        "bonus": "bonus",
        "broken": "line broken",
        "candidates": "candidates",
        "cards": "card",
        "carried": "carried",
        "censuses": "counts of agents",
        "chain": "displacements this turn",
        "characters": "character",
        "columns": "columns",
        "comeback": "comeback",
        "count": "number",
        "countries": "country",
        "counts_round": "counted after round",
        "death_match": "death match",
        "debuted": "debuted",
        "deck_left": "cards left in the deck",
        "declared": "declared",
        "distance": "distance",
        "filled_by": "filled by",
        "final": "final points",
        "finish_order": "finished",
        "garnets": "garnets",
        "hand": "hand",
        "hand_sizes": "cards in hand",
        "hands": "hand",
        "hidden_hands": "hidden hands",
        "host": "host",
        "how": "how",
        "jailed": "in jail",
        "keep": "hand to be cut",
        "kind": "effect",
        "king": "king",
        "lap": "lap",
        "last": "last hand",
        "last_designated": "designated last",
        "last_patrol": "last patrol",
        "leader": "leader",
        "ledger": "rounds so far",
        "nominee": "candidate for elimination",
        "offer": "digits offered",
        "offer_before": "digits offered before",
        "order": "playing order",
        "out": "out",
        "partner": "partner",
        "passed": "passed",
        "penalty": "penalty",
        "pending": "still to come",
        "pick_order": "picking order",
        "played": "cards played",
        "player": "player",
        "points": "points",
        "pot": "pot",
        "quick_ahead": "Quick's cards ahead",
        "ranks": "rank",
        "role": "my role",
        "round": "round",
        "round_points": "points of the round",
        "round_total": "total of the round",
        "season": "season",
        "season_wins": "+2 tokens",
        "seen": "cards that I have seen",
        "shown": "shown",
        "squares": "square",
        "stacks": "chips left",
        "table": "table",
        "tally": "votes",
        "target": "target",
        "tokens": "tokens of life",
        "total": "total",
        "traitors": "traitors",
        "turn": "turn",
        "turns": "turns taken",
        "vote": "my vote",
        "waiting": "still to decide",
        "winner": "winner",
        "winners": "winners",
    },
    "ko": {
        "arrested": "검거",
        "aside": "따로 둔 카드",
        "asleep": "무력화된 캐릭터",
        "ballot": "투표 회차",
        "bets": "건 칩",
        "black_garnets": "블랙가넷",
        "bonus": "보너스",
        "broken": "선이 끊어짐",
        "candidates": "후보",
        "cards": "카드",
        "carried": "이월",
        "censuses": "말 수 집계",
        "chain": "이번 차례의 이동 수",
        "characters": "캐릭터",
        "columns": "열",
        "comeback": "뒤집음",
        "count": "수",
        "countries": "나라",
        "counts_round": "말 수를 알린 라운드",
        "death_match": "데스매치",
        "debuted": "데뷔",
        "deck_left": "덱에 남은 장수",
        "declared": "선언",
        "distance": "거리",
        "filled_by": "채운 사람",
        "final": "최종 점수",
        "finish_order": "들어온 순서",
        "garnets": "가넷",
        "hand": "판",
        "hand_sizes": "손에 든 카드",
        "hands": "패",
        "hidden_hands": "가려진 손패",
        "host": "선 플레이어",
        "how": "끝난 방법",
        "jailed": "감옥",
        "keep": "지울 손패",
        "kind": "효과",
        "king": "왕",
        "lap": "바퀴",
        "last": "지난 판",
        "last_designated": "마지막 지목",
        "last_patrol": "지난 순찰",
        "leader": "선 플레이어",
        "ledger": "지난 라운드",
        "nominee": "탈락 후보",
        "offer": "받은 숫자",
        "offer_before": "그 앞에 받은 숫자",
        "order": "차례 순서",
        "out": "카드를 다 낸 순서",
        "partner": "동행",
        "passed": "포기",
        "penalty": "벌칙",
        "pending": "남은 효과",
        "pick_order": "고르는 순서",
        "played": "나온 카드 수",
        "player": "플레이어",
        "points": "점수",
        "pot": "판돈",
        "quick_ahead": "퀵이 앞으로 쓴 카드",
        "ranks": "순위",
        "role": "내 신분",
        "round": "라운드",
        "round_points": "이번 라운드 점수",
        "round_total": "이번 라운드 점수 합계",
        "season": "시즌",
        "season_wins": "+2 토큰",
        "seen": "내가 본 카드",
        "shown": "공개된 말",
        "squares": "칸",
        "stacks": "남은 칩",
        "table": "나온 카드",
        "tally": "득표",
        "target": "대상",
        "tokens": "생명의 징표",
        "total": "합계",
        "traitors": "역적",
        "turn": "차례",
        "turns": "지나간 차례",
        "vote": "내 표",
        "waiting": "결정하지 않은 사람",
        "winner": "승자",
        "winners": "승자",
    },
}

PLAYER_FIELDS = {"leader", "turn", "host", "king", "nominee", "winner", "player", "vote"}
"""Fields whose number is a seat."""
PLAYER_LISTS = {
    "candidates", "passed", "out", "order", "pick_order", "jailed", "traitors", "tokens", "winners", "death_match", "waiting", "voters", "filled_by",
}  # fmt: skip
"""Fields that are lists of seats."""
OTHER_LISTS = {"seen", "finish_order", "hidden_hands", "keep", "counts", "debuted"}
"""Fields that are lists of other things, however long: never one value a seat."""
NOT_SHOWN = {"phase", "since", "extra", "asked", "committed", "paths"}
"""The headline and the log say these."""


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

    def is_by_seat(self, name: str, value: Any) -> bool:
        """Does this field of the view hold one value a seat?"""
        return (
            isinstance(value, list)
            and len(value) == len(self.names)
            and name not in PLAYER_LISTS
            and name not in OTHER_LISTS
        )

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
            "hidden_hands": "character",
            "last_designated": "character",
            "squares": "square",
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
