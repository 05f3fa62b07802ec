"""Three manners of playing, each by a person of its own: by touch, by keyboard alone, by roles and names alone.

Each only does what somebody who plays in that manner can do. What the page shows is read as that person reads it: the
keyboard knows the focus and the digits that stand on choices, the tree knows roles, names and states.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator

from tests.browser.people import Person

MOST_TABS = 150
"""More would be a page that nobody can cross."""
SHEET = "결정"
CONTROL = re.compile(r"- '?(button|radio|checkbox) \"(.*?)\"((?: \[[^\]]*\])*)'?:?")


class Touch(Person):
    """Taps, on a phone."""

    def press_named(self, name: str) -> None:
        """Tap the button of this name."""
        self.page.get_by_role("button", name=name).tap()

    def press_something(self) -> None:
        """Tap a choice."""
        button = self._pick()
        if button is not None:
            button.tap()


class Keys(Person):
    """A keyboard and nothing else."""

    def press_named(self, name: str) -> None:
        """Go to the button of this name and press Enter."""
        self._tab_to(lambda: str(self._focused("innerText")).startswith(name))
        self.page.keyboard.press("Enter")

    def press_something(self) -> None:
        """A digit that stands on a choice, or Tab to a control of the sheet and what presses it."""
        digits = self._digits()
        if digits and self.dice.random() < 0.5:
            self.page.keyboard.press(self.dice.choice(digits))
            return
        self._tab_to(self._is_in_sheet)
        for _ in range(self.dice.randrange(6)):
            self.page.keyboard.press("Tab")
            if not self._is_in_sheet():
                self.page.keyboard.press("Shift+Tab")
                break
        if self._focused("tagName") == "A":
            return  # a clause: it opens the rules and decides nothing
        if self._focused("type") in ("radio", "range"):
            self.page.keyboard.press(self.dice.choice(["ArrowRight", "ArrowLeft"]))
        elif self._focused("type") == "checkbox":
            self.page.keyboard.press("Space")
        else:
            self.page.keyboard.press(self.dice.choice(["Enter", "Space"]))

    def _is_in_sheet(self) -> bool:
        return bool(self.page.evaluate("() => document.activeElement.matches('.mm-sheet *')"))

    def _digits(self) -> list[str]:
        """The digits of the choices that are possible now, the deciding one more often."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('.mm-sheet [data-n]:not([aria-disabled="true"]):not(:disabled)')]
            .flatMap((one) => (one.matches('.mm-btn--decide') ? Array(4).fill(one.dataset.n) : [one.dataset.n]))"""
        )
        return found

    def _focused(self, what: str) -> object:
        return self.page.evaluate("(what) => document.activeElement[what] ?? ''", what)

    def _tab_to(self, is_there: Callable[[], bool]) -> None:
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if is_there():
                return
        raise AssertionError(f"{self.name} does not get there with {MOST_TABS} tabs")


class Tree(Person):
    """What assistive technology offers: roles, names and states; pressing is the control's own action, without a place."""

    def press_named(self, name: str) -> None:
        """Press the button of this name."""
        self.page.get_by_role("button", name=name).dispatch_event("click")

    def press_something(self) -> None:
        """Press a control of the region with the decision; each must be told apart by role and name."""
        sheet = self.page.get_by_role("region", name=SHEET)
        told = sheet.aria_snapshot()
        assert "heading" in told, f"the sheet asks nothing:\n{told}"
        controls = [
            (role, name)
            for role, name, states in CONTROL.findall(told)
            if "disabled" not in states and not re.fullmatch(r"[A-Z]{2}-\d+.*", name)
        ]
        if not controls:
            return
        role, name = self.dice.choice(controls)
        found = self._named(sheet, role, name)
        assert found.count() == 1, f"{found.count()} times {role} {name!r} in\n{told}"
        found.dispatch_event("click")

    def _named(self, sheet: Locator, role: str, name: str) -> Locator:
        return sheet.get_by_role(role, name=name.replace('\\"', '"'), exact=True)  # pyrefly: ignore
