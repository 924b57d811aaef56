"""The counters of The Pocket at Falaise (2.2): combat units, corps, markers, and their faces.

Readings 8, 9 and 12 say how many there are, which brigade the 8th Corps has and how strong
the 80th is; reading 30, that ratings change only when results have been recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from bocage.engine.counters import BlankFace, Counter, Face, MarkerFace, UnitFace
from bocage.games.markers import MARKERS, Marker, marker_counter
from bocage.games.places import data_of
from bocage.tables import DataError, Fault, FieldError, Table, fields, read_records

SIDES: Final = ("allied", "german")
NATIONS: Final = ("us", "uk", "canada", "poland", "france", "heer", "ss", "luftwaffe")
TYPES: Final = (
    *("infantry", "mech-infantry", "armor", "recon", "fallschirmjaeger", "tank-destroyer"),
)
MECHANIZED: Final = frozenset({"mech-infantry", "armor", "recon", "tank-destroyer"})
"""Types that count as Mechanized (2.2; reading 10 of the counters)."""
SIZES: Final = ("brigade", "regiment", "battalion", "company", "kampfgruppe", "task-force")
LARGE: Final = frozenset({"brigade", "regiment"})
"""The sizes of which a hex holds only one (5.3); their size stands on a plate."""


@dataclass(frozen=True, slots=True)
class Efficiency:
    """A printed Tactical Efficiency Rating; two divisions have theirs on a track instead."""

    value: int | None
    """None for the US 80th Division, which rolls for it (11.8)."""
    red: bool = False
    """Whether it rises when the commander is relieved (11.6)."""

    def __str__(self) -> str:
        return "?" if self.value is None else str(self.value)


class Setup(NamedTuple):
    """The place where a unit is set up (3.1): its kind, and the names that specify it.

    front: the front hexes of these sectors. in: an area of the map. around: a hex and those
    next to it. near: with or next to a unit of a corps at the front; beside: only next to a
    unit of a corps. with: stacked with a unit, or with any infantry brigade of its own corps.
    later: it comes later in the game.
    """

    kind: str
    names: tuple[str, ...]


PLACES: Final = {
    "front": ("SECTOR...", re.compile(r"[A-P][1-3]?( [A-P][1-3]?)*")),
    "in": ("AREA", re.compile(r"[a-z0-9-]+")),
    "around": ("HEX", re.compile(r"[0-9]{4}")),
    "near": ("CORPS", re.compile(r"[0-9A-Za-z]+")),
    "beside": ("CORPS", re.compile(r"[0-9A-Za-z]+")),
    "with": ("UNIT, or brigade", re.compile(r"[0-9A-Za-z-]+")),
    "later": ("nothing", re.compile("")),
}
"""The kinds of places to set up, with what follows each."""
BRIGADE: Final = "brigade"
"""`with brigade`: with any infantry brigade of the unit's own corps."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A combat unit with its Combat Factor and Tactical Efficiency Rating."""

    id: str
    side: str
    nation: str
    corps: str
    """Id in `corps.csv`; empty for the two companies that belong to none."""
    division: str
    unit: str
    label: str
    """The unit as short as it must be on the counter."""
    division_label: str
    type: str
    mechanized: bool
    size: str
    steps: int
    cf: int
    cf_reduced: int | None
    ter: Efficiency
    setup: Setup
    notes: str


@dataclass(frozen=True, slots=True)
class Corps:
    """A corps, or the Polish division: its command marker and its guns."""

    id: str
    side: str
    nation: str
    name: str
    top: str
    """First line on the command marker."""
    bottom: str
    """Second line."""
    stripe: str
    """Colour of the stripe in the symbols of its units, `#rrggbb`."""
    artillery: int
    """Range of its artillery marker; 0 where it has none (8.2)."""
    note: str


@dataclass(frozen=True, slots=True)
class Counters:
    """All counters of the game."""

    units: tuple[Unit, ...]
    corps: Mapping[str, Corps]
    markers: tuple[Marker, ...]


def _efficiency(value: str) -> Efficiency:
    if value == "?":
        return Efficiency(None)
    red = value.endswith("r")
    number = value.removesuffix("r")
    if number not in ("1", "2", "3", "4", "5"):
        raise FieldError("expected 1 to 5, 1r to 5r where it is red, or ?")
    return Efficiency(int(number), red)


def _setup(value: str) -> Setup:
    kind, _, rest = value.partition(" ")
    if kind not in PLACES:
        raise FieldError(f"expected a place to set up that begins with {', '.join(PLACES)}")
    follows, shape = PLACES[kind]
    if not shape.fullmatch(rest):
        raise FieldError(f"expected {follows} after {kind}")
    return Setup(kind, tuple(rest.split()))


def _colour(value: str) -> str:
    digits = value[1:]
    if len(value) != 7 or value[0] != "#" or any(d not in "0123456789abcdef" for d in digits):
        raise FieldError("expected a colour as #rrggbb")
    return value


OOB: Final = Table(
    "oob.csv",
    Unit,
    (
        ("id", fields.needed),
        ("side", fields.word(SIDES)),
        ("nation", fields.word(NATIONS)),
        ("corps", fields.text),
        ("division", fields.text),
        ("unit", fields.needed),
        ("label", fields.needed),
        ("division_label", fields.text),
        ("type", fields.word(TYPES)),
        ("mechanized", fields.yes_or_no),
        ("size", fields.word(SIZES)),
        ("steps", fields.integer(1, 2)),
        ("cf", fields.integer(1, 4)),
        ("cf_reduced", fields.maybe(fields.integer(1, 4))),
        ("ter", _efficiency),
        ("setup", _setup),
        ("notes", fields.text),
    ),
    ("id",),
)
CORPS: Final = Table(
    "corps.csv",
    Corps,
    (
        ("id", fields.needed),
        ("side", fields.word(SIDES)),
        ("nation", fields.word(NATIONS)),
        ("name", fields.needed),
        ("top", fields.needed),
        ("bottom", fields.needed),
        ("stripe", _colour),
        ("artillery", fields.integer(0, 20)),
        ("note", fields.text),
    ),
    ("id",),
)


def load(folder: Path | None = None) -> Counters:
    """Return the counters of a folder, or those of the game.

    Raises:
        DataError: something cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    where = data_of("falaise", folder)
    corps: dict[str, Corps] = {c.id: c for _, c in read_records(where, CORPS, faults)}
    units = read_records(where, OOB, faults)
    markers = read_records(where, MARKERS, faults)
    ids = {unit.id for _, unit in units}
    for row, unit in units:
        faults.extend(_checked(row, unit, corps))
        faults.extend(_placed(row, unit, corps, ids))
    if faults:
        raise DataError("falaise", faults)
    return Counters(tuple(u for _, u in units), corps, tuple(m for _, m in markers))


def _checked(row: int, unit: Unit, corps: Mapping[str, Corps]) -> Iterator[Fault]:
    if unit.corps and unit.corps not in corps:
        reason = "expected one of " + ", ".join(sorted(corps))
        yield Fault(OOB.file, row, "corps", unit.corps, reason)
    elif unit.corps and corps[unit.corps].side != unit.side:
        yield Fault(OOB.file, row, "corps", unit.corps, "that corps is on the other side")
    if (unit.steps == 2) != (unit.cf_reduced is not None):
        shown = "" if unit.cf_reduced is None else str(unit.cf_reduced)
        reason = "a unit of two steps has it, a unit of one step does not (2.2)"
        yield Fault(OOB.file, row, "cf_reduced", shown, reason)
    if unit.mechanized != (unit.type in MECHANIZED):
        said = "yes" if unit.mechanized else "no"
        reason = f"{unit.type} is {'' if unit.type in MECHANIZED else 'not '}mechanized (2.2)"
        yield Fault(OOB.file, row, "mechanized", said, reason)


def _placed(row: int, unit: Unit, corps: Mapping[str, Corps], ids: Set[str]) -> Iterator[Fault]:
    """Yield whether the corps or the unit that a unit is set up with exists."""
    kind, names = unit.setup
    known: Set[str] = corps.keys() if kind in ("near", "beside") else {*ids, BRIGADE}
    if kind in ("near", "beside", "with") and names[0] not in known:
        what = "unit" if kind == "with" else "corps"
        yield Fault(OOB.file, row, "setup", " ".join((kind, *names)), f"there is no such {what}")


# Faces -------------------------------------------------------------------------------------


GLYPHS: Final[Mapping[str, str]] = {
    "infantry": "infantry",
    "mech-infantry": "mechanised",
    "armor": "armour",
    "recon": "armoured recce",
    "fallschirmjaeger": "parachute",
    "tank-destroyer": "tank destroyer",
}
"""The symbol of each type; a track says Mechanized (2.2)."""

SIZE_SIGNS: Final[Mapping[str, str]] = {
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
    """Return every unit, corps command, artillery marker and game marker."""
    made = [_unit(unit, data.corps) for unit in data.units]
    made.extend(_command(corps) for corps in data.corps.values())
    made.extend(_guns(corps) for corps in data.corps.values() if corps.artillery)
    made.extend(marker_counter(marker) for marker in data.markers)
    return made


def _unit(unit: Unit, corps: Mapping[str, Corps]) -> Counter:
    front = UnitFace(
        nation=unit.nation,
        glyph=GLYPHS[unit.type],
        size=SIZE_SIGNS[unit.size],
        plate=unit.size in LARGE,
        label=unit.label,
        side_label=unit.division_label,
        corner=unit.corps,
        factors=str(unit.cf),
        strength=unit.cf,
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
    """Return a chit for the cup; its back marks the Movement Points on the records track."""
    front = MarkerFace("text", "", corps.nation, "round", (corps.top, corps.bottom))
    back = MarkerFace("text", "", corps.nation, "round", (corps.top, "MOVE POINTS"))
    return Counter(f"CH-{corps.id}", f"{corps.name}, command", front, back)


def _guns(corps: Corps) -> Counter:
    said = f"RANGE {corps.artillery}"
    front = MarkerFace("barrage", said, corps.nation, "square", (corps.top,))
    back = MarkerFace("barrage", "FIRED", corps.nation, "square", (corps.top,))
    return Counter(f"AR-{corps.id}", f"{corps.name}, artillery", front, back)
