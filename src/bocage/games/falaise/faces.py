"""The counters of The Pocket at Falaise as faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bocage.engine.counters import BlankFace, Counter, Face, MarkerFace, UnitFace
from bocage.games.falaise.counters import LARGE, SIDES, Corps, Counters, Unit
from bocage.games.markers import marker_counter

GLYPHS: Final[Mapping[str, str]] = {
    "infantry": "infantry",
    "mech-infantry": "mechanised",
    "armor": "armour",
    "recon": "armoured recce",
    "fallschirmjaeger": "parachute",
    "tank-destroyer": "tank destroyer",
}
"""The symbol of each type; a track says Mechanized (2.2)."""

SIZES: Final[Mapping[str, str]] = {
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
    "kampfgruppe": "KG",
    "task-force": "TF",
}


HELD: Final = Counter(
    "HELD",
    "Who holds a place",
    MarkerFace("flag", "ALLIED", "allied"),
    MarkerFace("flag", "GERMAN", "german"),
    0,
)
"""3.4: whose flag flies over a place. The counter sheet has none; the screen needs one."""


def counters(data: Counters) -> list[Counter]:
    """Every unit, corps command, artillery marker and game marker."""
    made = [_unit(unit, data.corps) for unit in data.units]
    made.extend(_command(corps) for corps in data.corps.values())
    made.extend(_guns(corps) for corps in data.corps.values() if corps.artillery)
    made.extend(marker_counter(marker) for marker in data.markers)
    return made


def _unit(unit: Unit, corps: Mapping[str, Corps]) -> Counter:
    front = UnitFace(
        nation=unit.nation,
        glyph=GLYPHS[unit.type],
        size=SIZES[unit.size],
        plate=unit.size in LARGE,
        label=unit.label,
        side_label=unit.division_label,
        corner=unit.corps,
        factors=str(unit.cf),
        disc=str(unit.ter),
        disc_red=unit.ter.red,
        stripe=corps[unit.corps].stripe if unit.corps else "",
        steps=unit.steps,
    )
    back: Face
    if unit.cf_reduced is not None:
        back = replace(front, factors=str(unit.cf_reduced), steps=1, reduced=True)
    else:
        back = BlankFace(unit.nation, (unit.label, "one step"))
    return Counter(unit.id, unit.unit, front, back, seat=SIDES.index(unit.side))


def _command(corps: Corps) -> Counter:
    """A chit for the cup; its back marks the Movement Points on the records track."""
    front = MarkerFace("text", "", corps.nation, "round", (corps.top, corps.bottom))
    back = MarkerFace("text", "", corps.nation, "round", (corps.top, "MOVE POINTS"))
    return Counter(f"CH-{corps.id}", f"{corps.name}, command", front, back)


def _guns(corps: Corps) -> Counter:
    said = f"RANGE {corps.artillery}"
    front = MarkerFace("barrage", said, corps.nation, "square", (corps.top,))
    back = MarkerFace("barrage", "FIRED", corps.nation, "square", (corps.top,))
    return Counter(f"AR-{corps.id}", f"{corps.name}, artillery", front, back)
