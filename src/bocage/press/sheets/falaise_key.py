"""The key of the Falaise sheet: specimens of the ground and what the rules make of it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from bocage.press.furniture import Theme, at, prose
from bocage.press.sheets.key import KeyRow, key, specimen
from bocage.press.svg import Element, group

if TYPE_CHECKING:
    from bocage.maps.pack import Pack


_HEADS: Final = ("MP", "Assault", "Bomb.", "Op-fire")


def terrain_key(theme: Theme, pack: Pack, wide: float, hex_width: float) -> tuple[Element, float]:
    """The key as wide as said, and its height."""
    effects = _effects()

    named = (
        ("Clear", "clear", "clear", ""),
        ("Bocage", "bocage", "bocage", ""),
        ("Woods", "woods", "woods", ""),
        ("Crest", "crest", "crest", "light edge"),
        ("Slope", "slope", "slope", "red arrows"),
        ("Village", "village", "village", ""),
        ("Town", "town", "town", ""),
        ("Argentan", "argentan", "argentan", ""),
        ("River", "river", "river", ""),
        ("Dives, Orne", "major river", "dives or orne", ""),
        ("Bridge", "bridge", "bridge", ""),
        ("Ford", "ford", "ford", ""),
        ("Road", "road", "road", "red: national"),
    )
    rows = [
        KeyRow(name, specimen(pack, word, hex_width), effects[row], note)
        for name, word, row, note in named
    ]
    made, high = key(theme, "Terrain effects", _HEADS, rows, wide)
    note, deep = prose(
        "Dice modifiers; MP is the cost to enter or cross. Armour neither crosses the Trun "
        "bridge nor attacks or has a zone of control over it.",
        *(theme, wide),
        size=9.4,
    )
    return group(made, at(0, high + 11, note)), high + deep + 16


def _effects() -> dict[str, tuple[str, str, str, str]]:
    """Movement cost, assault, bombardment and op-fire of each terrain, from the game's chart."""
    file = files("bocage.games.falaise") / "data" / "charts.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["terrain"]["rows"]
    found: dict[str, tuple[str, str, str, str]] = {}
    for name, points, mechanized, allied, assault, bombardment, op_fire in rows:
        cost = _said(points, plus=False)
        if mechanized != points:
            cost += f"; mech. {str(mechanized).removesuffix(' by road')}"
        if allied != points:
            cost += f"; Allies {allied}"
        found[name] = cost, _said(assault), _said(bombardment), _said(op_fire)
    return found


def _said(value: object, *, plus: bool = True) -> str:
    """A cell of the chart as the key has room for it."""
    if isinstance(value, int):
        if plus and not value:
            return "–"
        return str(value).replace("-", "−")
    words = {"other": "as ground", "extended range": "range +2", "+1 down slope": "+1 down"}
    return words.get(str(value), str(value))
