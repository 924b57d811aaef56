"""The key of the Falaise sheet: specimens of the ground and what the rules make of it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from bocage.press.furniture import Theme, at, prose
from bocage.press.sheets.key import KeyRow, key
from bocage.press.sheets.specimens import BROW, DOWN, Specimen
from bocage.press.svg import Element, group

if TYPE_CHECKING:
    from bocage.maps.pack import Pack


_HEADS: Final = ("MP", "Assault", "Bomb.", "Op-fire")


def terrain_key(theme: Theme, pack: Pack, wide: float, hex_width: float) -> tuple[Element, float]:
    """The key as wide as said, and its height."""
    effects = _effects()

    def make(name: str, ground: str = "clear") -> Specimen:
        return Specimen(pack, name, ground, hex_width)

    rows = [
        KeyRow("Clear", make("clear"), effects["clear"]),
        KeyRow("Bocage", make("bocage", "bocage"), effects["bocage"]),
        KeyRow(
            "Woods",
            make("woods", "bocage").put(["0303", "0203", "0304", "0403"], terrain="woods"),
            effects["woods"],
        ),
        KeyRow(
            "Crest",
            make("crest").put(["0303"], flag="crest"),
            effects["crest"],
            "light edge",
        ),
        KeyRow(
            "Slope",
            make("slope")
            .put(["0303", "0203"], flag="crest")
            .side("slope", *BROW)
            .at("0303", "0302"),
            effects["slope"],
            "red arrows",
        ),
        KeyRow(
            "Village",
            make("village")
            .put(["0303"], settlement="village")
            .road("departmental", "0304", "0303", "0302"),
            effects["village"],
        ),
        KeyRow(
            "Town",
            make("town")
            .put(["0303"], settlement="town")
            .road("departmental", "0304", "0303", "0302"),
            effects["town"],
        ),
        KeyRow(
            "Argentan",
            make("argentan")
            .put(["0303"], settlement="argentan")
            .road("national", "0304", "0303", "0302"),
            effects["argentan"],
        ),
        KeyRow(
            "River",
            make("river").side("river", *DOWN).at("0303", "0302"),
            effects["river"],
        ),
        KeyRow(
            "Dives, Orne",
            make("major").side("major river", *DOWN).at("0303", "0302"),
            effects["dives or orne"],
        ),
        KeyRow(
            "Bridge",
            make("bridge")
            .side("major river", *DOWN)
            .road("departmental", "0304", "0303", "0302", "0301")
            .crossing("bridge", "0303", "0302")
            .at("0303", "0302"),
            effects["bridge"],
        ),
        KeyRow(
            "Ford",
            make("ford")
            .side("major river", *DOWN)
            .crossing("ford", "0303", "0302")
            .at("0303", "0302"),
            effects["ford"],
        ),
        KeyRow(
            "Road",
            make("road")
            .road("national", "0304", "0303", "0302")
            .road("departmental", "0203", "0303"),
            effects["road"],
            "red: national",
        ),
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
