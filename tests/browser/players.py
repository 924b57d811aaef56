"""Players of whole games: each line of a game by the page's own controls, mouse or keyboard."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from bocage.server.messages import BoardVerb
from tests.patience import PATIENCE

_TRIES: Final = 8
_DIGITS: Final = 9

_FIND: Final = """
async ({ line, unit, hex, before, patience }) => {
  const until = performance.now() + patience;
  const one = (css) => document.querySelector(css);
  const place = (found, by) => {
    found.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = found.getBoundingClientRect();
    const key = found.querySelector("kbd")?.textContent ?? "";
    return { by, key, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const where = (counter) => /, ([0-9]{4}|[a-e][1-5])\\b/.exec(counter?.ariaLabel ?? "")?.[1];
  // A point at which a counter, or another of its closed stack, lies on top: not one of an
  // open stack next to it.
  const free = (counter) => {
    const box = counter.getBoundingClientRect();
    for (const [right, down] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
      const [x, y] = [box.x + box.width * right, box.y + box.height * down];
      const top = document.elementFromPoint(x, y)?.closest(".counter");
      const closed = !counter.classList.contains("open") && where(top) === where(counter);
      if (top && (top === counter || closed)) return { x, y };
    }
    return null;
  };
  const numbered = (button) => {
    const all = [...button.closest(".buttons").querySelectorAll("button[data-line]")];
    return all.indexOf(button) + 1;
  };
  for (;;) {
    const lines = Number(one(".table")?.dataset.lines ?? -1);
    if (one(".prompt")?.getAttribute("aria-busy") === "false") {
      if (lines > before && before >= 0) return { by: "done", lines };
      const choices = one("[data-testid=choices]");
      const css = `.prompt button[data-line="${line}"]:enabled`;
      const button = (choices ?? document).querySelector(css);
      if (button) return { ...place(button, "button"), lines, digit: numbered(button), css };
      const held = unit && one(`[data-unit="${unit}"][aria-pressed="true"]`);
      if (unit && !(held && hex)) {
        const css = `.prompt button[data-line="pick ${unit}"]`;
        const chosen = one(css);
        if (chosen) return { ...place(chosen, "button"), lines, digit: numbered(chosen), css };
        const piece = one(`button.piece[data-unit="${unit}"]:enabled`);
        const counter = one(`.counter.movable[data-unit="${unit}"]`);
        const at = where(counter);
        const spot = counter && free(counter);
        if (spot) return { ...spot, by: "unit", lines, at };
        if (piece) return { ...place(piece, "unit"), lines, at };
        // Out of sight: the hex cursor goes there all the same.
        if (counter) return { by: "unit", x: -1, y: -1, lines, at };
      } else if (hex) {
        const target = one(`path.target[data-number="${hex}"]`);
        if (target) {
          const box = target.getBoundingClientRect();
          return { by: "hex", lines, at: hex, x: box.x + box.width / 2, y: box.y + box.height / 2 };
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
"""Find what to press next for a line, as a person looks for it: a button that says it, the
unit it is about, or the hex; `done` when the page shows the result."""


class Player:
    """Plays a seat by doing lines, each with as many presses as it takes."""

    def __init__(self, page: Page, verbs: dict[str, BoardVerb]) -> None:
        self.page = page
        self._verbs = verbs

    def do(self, line: str) -> None:
        """Do a line, and wait until the page shows that it is done."""
        words = line.split()
        names = dict(zip(self._verbs[words[0]]["nouns"], words[1:], strict=True))
        asked: dict[str, Any] = {
            "line": line,
            "unit": names.get("unit", ""),
            "hex": names.get("hex", ""),
            "before": -1,
            "patience": PATIENCE * 1000,
        }
        found = self.page.evaluate(_FIND, asked)
        asked["before"] = found["lines"]
        for _ in range(_TRIES):
            if found["by"] == "done":
                return
            assert found["by"] != "nothing", f"{line}: nothing to press in\n{found['said']}"
            self.press(line, found)
            found = self.page.evaluate(_FIND, asked)
        raise AssertionError(f"{line}: pressed {_TRIES} times without effect, last {found}")

    def press(self, line: str, found: dict[str, Any]) -> None:
        """Press what was found."""
        raise NotImplementedError


class Mouse(Player):
    """Clicks buttons, counters and hexes; with Shift for a step."""

    def press(self, line: str, found: dict[str, Any]) -> None:
        """Click it: a button where it has come to rest, for what is above it may still grow."""
        if found["by"] == "button":
            self.page.locator(found["css"]).first.click()
            return
        step = line.startswith("step ") and found["by"] == "hex"
        if step:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(found["x"], found["y"])
        if step:
            self.page.keyboard.up("Shift")


class Keyboard(Player):
    """Keys on buttons, the hex cursor for the map, the palette for what lies beside it."""

    def press(self, line: str, found: dict[str, Any]) -> None:
        """Press keys for it."""
        keys = self.page.keyboard
        digit = found.get("digit", 0)
        if 0 < digit <= _DIGITS:
            keys.press(found.get("key") or str(digit))
        elif found.get("at"):
            keys.press("/")
            keys.type(found["at"])
            keys.press("Enter")
            keys.press("Shift+Enter" if line.startswith("step ") else "Enter")
        else:
            keys.press(":")
            keys.type(line)
            keys.press("Enter")
