"""The look of each terrain: a tint, and a sign in the middle of its hex.

The fine sheet softens the tints into a picture and draws fields where it knows how. The plain
preset, which needs nothing but bocage, shows tints and signs as they are. Nothing rests on
colour alone; a word we do not know has the tint of open ground and its first letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.lettering import text
from bocage.press.paths import straight
from bocage.press.svg import Element, Value, group, path, rect, scale, use

if TYPE_CHECKING:
    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a terrain."""

    tint: str
    sign: str = ""
    """Path data about the middle of a hex one unit wide."""
    ink: str = ""
    filled: bool = False


_OPEN = Look(tokens.MAP.plain)
_ROUGH = Look("#e2cfa0", "m-.24 .14l.1 -.16l.1 .16m.06 0l.1 -.16l.1 .16", "#7a4f26")
_SAND = Look(
    tokens.MAP.sand,
    "m-.2 0h.02m.16 .06h.02m.14 -.08h.02m-.28 .16h.02m.16 .03h.02",
    "#8a6410",
)
_TUFTS = "m-.2 .02l.05 .1l.05 -.1m.12 .06l.05 .1l.05 -.1m.04 -.12l.05 .1l.05 -.1"
_BUILT = Look(
    tokens.MAP.town_ground,
    "m-.18 -.02h.1v.1h-.1zm.14 .08h.1v.08h-.1zm.12 -.12h.08v.1h-.08z",
    tokens.MAP.town_block,
    filled=True,
)
_WET = Look("#a9cbd9", "m-.22 .06q.05 -.07 .1 0t.1 0t.1 0t.1 0", tokens.MAP.water_casing)

LOOKS: Final[dict[str, Look]] = {
    **dict.fromkeys(("clear", "open", "plain", "fields", "airfield"), _OPEN),
    "bocage": Look(tokens.MAP.bocage, "m-.26 -.04h.2v.2m.06 -.2h.22m-.3 .12h.3v.1", "#6f8048"),
    "woods": Look(
        "#b4c690",
        "m-.2 .14a.075 .075 0 1 1 .13 0zm.16 .06a.085 .085 0 1 1 .15 0z"
        "m.14 -.12a.07 .07 0 1 1 .12 0z",
        "#3f6128",
        filled=True,
    ),
    # Polder is a little stronger than its token: the strips are paler.
    "polder": Look(
        "#c3d8ba",
        "m-.24 -.02h.14m.1 0h.14m.1 0h.04m-.46 .12h.14m.1 0h.14m-.3 .12h.14",
        "#3f7488",
    ),
    **dict.fromkeys(("rough", "hills", "high"), _ROUGH),
    **dict.fromkeys(("sand", "dunes"), _SAND),
    "heath": Look("#e4d3d2", _TUFTS, "#7f5170"),
    "garrigue": Look("#e6d5ae", _TUFTS, "#7d6a3a"),
    "marsh": Look("#d3e0c8", "m-.2 .1h.16m-.08 0v-.1m.14 .18h.16m-.08 0v-.1", "#3f7488"),
    "walled fields": Look("#e8d8a4", "m-.22 0h.18v.12h-.18zm.22 .02h.18v.12h-.18z", "#8a6f3c"),
    **dict.fromkeys(("built-up", "town", "city", "port"), _BUILT),
    "sea": Look(tokens.MAP.sea_shallow, _WET.sign, _WET.ink),
    **dict.fromkeys(("water", "lake"), _WET),
}

_DRAWN: Final = frozenset({"woods", "rough"})
"""Terrains that have a layer of their own on every sheet."""
FIELDED: Final = frozenset({"clear", "bocage", "polder"})
"""Terrains whose fields the fine sheet draws."""


def look(word: str) -> Look | None:
    """Return the look of a terrain; a word that holds a known one (`open woods`) looks like it."""
    if word in LOOKS:
        return LOOKS[word]
    known = [each for each in re.split(r"[^a-z]+", word.lower()) if each in LOOKS]
    return LOOKS[known[-1]] if known else None


def tint(word: str) -> str:
    """Return the tint of a terrain, on the map and in its key."""
    return (look(word) or _OPEN).tint


def ground_under(plan: Plan, h: int) -> str:
    """Return the ground to show under a hex, beneath its trees or houses."""
    pack = plan.pack
    here = pack.hexes[h]
    around = [pack.hexes[n].terrain for n in pack.grid.around(h)]
    if here.terrain == "woods":
        # Trees stand on what lies about them; their own outline is drawn, not tinted.
        near = [t for n in (1, 2) for m in pack.grid.ring(h, n) if (t := pack.hexes[m].terrain)]
        open_ground = [t for t in near if t in FIELDED]
        return max(sorted(set(open_ground)), key=open_ground.count, default="clear")
    if here.settlement and around.count("polder") >= 3:
        return "polder"
    return here.terrain


def tints(plan: Plan, coast: Coast | None) -> list[Element]:
    """Return every hex in its tint, and the sea over those that reach into it."""
    w = plan.window
    found = [rect(w.left, w.top, w.right - w.left, w.foot - w.top, fill=_OPEN.tint)]
    cells: dict[str, list[str]] = {}
    for h in plan.pack.grid:
        hexagon = straight(plan.corners(h), closed=True)
        cells.setdefault(tint(ground_under(plan, h)), []).append(hexagon)
    for colour, data in cells.items():
        # A thin edge of the same tint closes the seams that renderers leave.
        found.append(path("".join(data), fill=colour, stroke=colour, stroke_width=0.6))
    if coast is not None:
        frame = f"M{w.left} {w.top}H{w.right}V{w.foot}H{w.left}Z"
        rings = [straight(ring, closed=True) for ring in (coast.land, coast.far_land) if ring]
        sea = "".join([frame, *rings])
        found.append(path(sea, fill=tokens.MAP.sea_shallow, fill_rule="evenodd"))
    return found


def signs(plan: Plan, *, but: frozenset[str] = frozenset()) -> list[Element]:
    """Return the sign of every hex whose terrain no other layer shows, `but` for some."""
    places: dict[str, list[int]] = {}
    for h, here in enumerate(plan.pack.hexes):
        if here.terrain not in _DRAWN | but and not here.settlement:
            places.setdefault(here.terrain, []).append(h)
    return [each for word, hexes in places.items() for each in _signs(plan, word, hexes)]


def _signs(plan: Plan, word: str, hexes: list[int]) -> Iterator[Element]:
    known = look(word)
    if known is None:
        size = plan.hex * 0.3
        for h in hexes:
            x, y = plan.centres[h]
            at = (x, y + size * 0.7)
            yield text(at, word[:1], tokens.NUMERAL, size, tokens.MAP.ink_number, anchor="middle")
    elif known.sign:
        name = f"{plan.scope}sign-{word.replace(' ', '-')}"
        drawn = path(f"M0 0{known.sign}", id=name, transform=scale(plan.hex))
        paint: dict[str, Value] = (
            {"fill": known.ink, "fill_opacity": 0.7}
            if known.filled
            else {"fill": "none", "stroke": known.ink, "stroke_width": 0.026, "stroke_opacity": 0.7}
        )
        yield group(*(use(drawn, *plan.centres[h]) for h in hexes), **paint)
