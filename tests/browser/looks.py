"""What can be seen of a page without taste: axe's rules, nothing cut or running over at 320 px and at 200 %."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

NARROW: ViewportSize = {"width": 320, "height": 640}
DOUBLED: ViewportSize = {"width": 640, "height": 400}
"""A window of 1280×800 at 200 %."""

RUNS_OVER = """() => {
  const over = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) over.push(`the page by ${wide} px`);
  const mayScroll = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
    }
    return false;
  };
  for (const one of document.querySelectorAll("body *:not(svg *)")) {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2 || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (one.closest(".mm-vh, [inert], [aria-hidden=true]")) continue;
    if ((right > innerWidth + 1 || left < -1) && !mayScroll(one)) over.push(`${one.tagName}.${one.className} ${Math.round(left)}–${Math.round(right)}: ${one.textContent.trim().slice(0, 40)}`);
  }
  return over.slice(0, 8);
}"""
"""What lies outside of the window and cannot be scrolled to, in words."""


def complaints_of_axe(page: Page) -> list[str]:
    """Violations of axe's rules, each with its places."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"]}
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{rule['id']}: {rule['help']}: "
        + "; ".join(
            f"{place['target']} {place['any'][0]['message'] if place['any'] else ''}" for place in rule["nodes"][:4]
        )
        for rule in found["violations"]
    ]


def still(page: Page) -> None:
    """Wait until nothing fades or moves any more: a colour on its way is nobody's colour."""
    page.evaluate(
        "() => Promise.all(document.getAnimations()"
        ".filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished.catch(() => {})))"
    )


def look_at(page: Page, where: str) -> list[str]:
    """Everything that is wrong with a page as it is now, each with `where`; the window is as before afterwards."""
    still(page)
    wrong = complaints_of_axe(page)
    own = page.viewport_size
    assert own is not None
    for size in (NARROW, DOUBLED):
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong += [f"at {size['width']} px: {one}" for one in page.evaluate(RUNS_OVER)]
    page.set_viewport_size(own)
    return [f"{where}: {one}" for one in wrong]
