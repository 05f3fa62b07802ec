"""A room's table of actions: ints inside, JSON outside.

    ACTIONS = actions(
        Family("play", wrestler=words("wrestler", WRESTLERS), count=numbers("count", (1, 2, 3))),
        Family("pass"),
        Family("vote", {"for": players(9)}),
    )
    PASS = ACTIONS.offset("pass")

Action number = offset of its family + its parameters in mixed radix, the last one fastest.
Two families may share one JSON `type`, when their sets of fields differ.
"""

from __future__ import annotations

import functools
from typing import Any

from mainmatch.core.domains import Domain
from mainmatch.core.errors import InvalidAction

Action = dict[str, Any]
"""An action as JSON: an object with a `type`."""


class Family:
    """Actions of one form. `name` is its name in code and catalogues, `type` its JSON type (default: the name)."""

    def __init__(
        self, name: str, parameters: dict[str, Domain] | None = None, *, type: str | None = None, **more: Domain
    ) -> None:
        self.name = name
        self.type = type or name
        self.parameters = {**(parameters or {}), **more}
        self.offset = 0
        self.size = 1
        for domain in self.parameters.values():
            self.size *= len(domain)

    def decode(self, index: int) -> Action:
        """The JSON of the family's action number `index`."""
        values = []
        for domain in reversed(self.parameters.values()):
            index, digit = divmod(index, len(domain))
            value = domain.values[digit]
            values.append(list(value) if isinstance(value, tuple) else value)
        return {"type": self.type, **dict(zip(self.parameters, reversed(values), strict=True))}

    def encode(self, action: Action) -> int:
        """The inverse of `decode`; raises InvalidAction naming the field."""
        index = 0
        for name, domain in self.parameters.items():
            digit = domain.index(action[name])
            if digit is None:
                raise InvalidAction(
                    f"action {self.type!r}: {name} must be {domain.describe()}, not {_short(action[name])}"
                )
            index = index * len(domain) + digit
        return index


class ActionTable:
    """All actions of a game. `size` is their number."""

    def __init__(self, families: tuple[Family, ...]) -> None:
        self.families = families
        offset = 0
        forms: set[tuple[str, frozenset[str]]] = set()
        for family in families:
            form = (family.type, frozenset(family.parameters))
            if form in forms:
                raise ValueError(f"two families of actions have the same type and fields: {family.type}")
            forms.add(form)
            family.offset = offset
            offset += family.size
        self.size = offset
        self._by_name = {f.name: f for f in families}

    def offset(self, name: str) -> int:
        """The first action number of a family."""
        return self._by_name[name].offset

    def family(self, action: int) -> Family:
        """The family of an action number."""
        for family in self.families:
            if family.offset <= action < family.offset + family.size:
                return family
        raise InvalidAction(f"action numbers go from 0 to {self.size - 1}, not {action}")

    def decode(self, action: int) -> Action:
        """The JSON of an action number (a fresh object)."""
        return dict(self._decoded(action))

    @functools.lru_cache(maxsize=65536)  # noqa: B019  (tables live as long as the program)
    def _decoded(self, action: int) -> Action:
        family = self.family(action)
        return family.decode(action - family.offset)

    def encode(self, action: object) -> int:
        """The number of a JSON action. Raises InvalidAction, naming what is wrong, when it is none of this game's."""
        if not isinstance(action, dict):
            raise InvalidAction(f"an action is an object with a type, not {_short(action)}")
        if "type" not in action:
            raise InvalidAction("an action needs a type")
        families = [f for f in self.families if f.type == action["type"]]
        if not families:
            known = ", ".join(dict.fromkeys(f.type for f in self.families))
            raise InvalidAction(f"there is no action {_short(action['type'])} in this game; there are {known}")
        given = set(action) - {"type"}
        for family in families:
            if given == set(family.parameters):
                return family.offset + family.encode(action)
        fields = set().union(*(f.parameters for f in families))
        if given - fields:
            raise InvalidAction(f"action {action['type']!r} has no field {_short(min(map(str, given - fields)))}")
        wanted = min((set(f.parameters) for f in families), key=lambda p: len(p ^ given))
        if wanted - given:
            raise InvalidAction(f"action {action['type']!r} needs the field {min(wanted - given)!r}")
        raise InvalidAction(f"action {action['type']!r} does not take {', '.join(sorted(given))} together")


def actions(*families: Family | str) -> ActionTable:
    """Declare a room's table; a bare string is a family without parameters."""
    return ActionTable(tuple(Family(f) if isinstance(f, str) else f for f in families))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
