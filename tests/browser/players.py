"""Players of whole games: each line of a game by the page's own controls, mouse or keyboard."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

_TRIES: Final = 8
_PATIENCE_MS: Final = 20_000

_FIND: Final = """
async ({ line, unit, hex, before, patience }) => {
  const until = performance.now() + patience;
  const one = (css) => document.querySelector(css);
  const place = (found, by) => {
    found.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = found.getBoundingClientRect();
    return { by, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  for (;;) {
    const lines = Number(one(".table")?.dataset.lines ?? -1);
    if (one(".prompt")?.getAttribute("aria-busy") === "false") {
      if (lines > before && before >= 0) return { by: "done", lines };
      const button = one(`.prompt button[data-line="${line}"]:enabled`);
      if (button) return { ...place(button, "button"), lines };
      const held = unit && one(`[data-unit="${unit}"][aria-pressed="true"]`);
      if (unit && !(held && hex)) {
        const taken = one(`.prompt button[data-line="pick ${unit}"]`) ??
          one(`button.piece[data-unit="${unit}"]:enabled`);
        if (taken) return { ...place(taken, "piece"), lines };
        const counter = one(`.counter.movable[data-unit="${unit}"]`);
        if (counter) return { ...place(counter, "counter"), lines };
      } else if (hex) {
        const target = one(`path.target[data-number="${hex}"]`);
        if (target) {
          const box = target.getBoundingClientRect();
          return { by: "hex", lines, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }
      }
    }
    if (performance.now() > until) {
      return { by: "nothing", lines, said: one("aside")?.innerText ?? document.body.innerText };
    }
    await new Promise((go) => setTimeout(go, 4));
  }
}
"""


class Mouse:
    """Plays a seat by clicking."""

    def __init__(self, page: Page, verbs: dict[str, list[str]]) -> None:
        self._page = page
        self._verbs = verbs

    def do(self, line: str) -> None:
        """Do a line as a person would: a button, a counter and a hex, one after the other."""
        words = line.split()
        names = dict(zip(self._verbs[words[0]], words[1:], strict=True))
        asked: dict[str, Any] = {
            "line": line,
            "unit": names.get("unit", ""),
            "hex": names.get("hex", ""),
            "before": -1,
            "patience": _PATIENCE_MS,
        }
        found = self._page.evaluate(_FIND, asked)
        asked["before"] = found["lines"]
        for _ in range(_TRIES):
            if found["by"] == "done":
                return
            assert found["by"] != "nothing", f"{line}: nothing to click in\n{found['said']}"
            self._click(found, shifted=words[0] == "step" and found["by"] == "hex")
            found = self._page.evaluate(_FIND, asked)
        raise AssertionError(f"{line}: clicked {_TRIES} times in vain, last at {found}")

    def _click(self, found: dict[str, Any], *, shifted: bool) -> None:
        if shifted:
            self._page.keyboard.down("Shift")
        self._page.mouse.click(found["x"], found["y"])
        if shifted:
            self._page.keyboard.up("Shift")
