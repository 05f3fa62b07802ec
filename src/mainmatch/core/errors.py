"""What can go wrong, as sentences for the person who can act.

```
MainmatchError
├── InvalidInput            what somebody gave us cannot be read or is out of range
│   ├── InvalidOption       an option that does not exist, or a value outside its limits
│   ├── InvalidPlayers      a number of players the game does not allow
│   ├── InvalidAction       not an action of this game at all (unknown type, field or value)
│   ├── IllegalAction       an action of the game that a clause forbids now
│   ├── InvalidState        a given position that cannot arise; names the field and the clause
│   └── InvalidFile         a trace, match or catalogue file that cannot be used
├── RuleError               a rules file that leaves the rule language; names file, line and reason
├── RangeError              a rule stored a number that its field cannot hold
└── NeedChance              a scripted chance ran out: somebody outside must supply the next outcome
```
"""


class MainmatchError(Exception):
    """Root of all errors of this package; `str(error)` is one sentence for the user."""


class InvalidInput(MainmatchError):
    """Something given from outside cannot be used; nothing has changed."""


class InvalidOption(InvalidInput):
    """An unknown option, or a value outside its limits."""


class InvalidPlayers(InvalidInput):
    """A number of players that the game does not allow."""


class InvalidAction(InvalidInput):
    """JSON that is no action of this game."""


class IllegalAction(InvalidInput):
    """An action of the game that is not legal now.

    `clause` is the number of the clause that forbids it (e.g. ``"IP-4"``), or None when it is not
    this seat's decision.
    """

    def __init__(self, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.clause = clause


class InvalidState(InvalidInput):
    """A position that cannot arise. `field` names where, `clause` the rule that it breaks."""

    def __init__(self, field: str, reason: str, clause: str | None = None) -> None:
        super().__init__(f"state.{field}: {reason}" + (f" ({clause})" if clause else ""))
        self.field = field
        self.clause = clause


class InvalidFile(InvalidInput):
    """A file that cannot be read as what it should be."""


class RuleError(MainmatchError):
    """A rules file that leaves the rule language."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path = path
        self.line = line


class RangeError(MainmatchError):
    """A rule stored a number that its field cannot hold."""


class NeedChance(MainmatchError):
    """The next chance event is not scripted; `outcomes` is the number of equally likely outcomes."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"a chance event with {outcomes} equally likely outcomes is not scripted yet")
        self.outcomes = outcomes
