"""The air of a turn on paper, for Control: squadrons, lifts, flak, zones, and how to fight it."""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.air_records import Lift
from bocage.games.opcom.board.position import GONE, Position
from bocage.games.opcom.s02_umpiring.hand import LIFTS
from bocage.games.opcom.s09_combat.fire_missions import area_km
from bocage.games.opcom.s12_air.flak import kind_of
from bocage.games.opcom.words.places import describe
from bocage.maps.records import Area
from bocage.maps.references import reference
from bocage.press.operation.leaves import Block, Heading, Prose, Rows, pages
from bocage.press.papers import PAPERS, Paper
from bocage.press.svg import Drawing

_SIZE: Final = 2.9
_ACROSS: Final = Paper("A4", PAPERS["a4"].height, PAPERS["a4"].width)


def air_list(st: Position) -> list[Drawing]:
    """Return the air for Control, with room for what changes; nothing without an air war."""
    if not st.world.sky:
        return []
    blocks: list[Block] = [Heading("The air of a turn, by hand")]
    blocks += [Prose(words, f"{number}.") for number, words in enumerate(_steps(st), 1)]
    blocks += [Heading("Squadrons and serials", new_page=True), _squadrons(st)]
    if lifts := _lifts(st):
        blocks += [Heading("Lifts"), lifts]
    if flak := _flak(st):
        blocks += [Heading("Flak"), flak]
    if st.world.sky.strips:
        blocks += [Heading("Airstrips"), _strips(st)]
    if st.world.sky.zones:
        blocks += [Heading("Air zones"), _zones(st)]
    note = f"{st.world.data.title}, turn {st.turn}"
    return pages("Air, for Control", note, blocks, _ACROSS)


def _steps(st: Position) -> tuple[str, ...]:
    """The order of events, and what the charts do not say, with the figures in force."""
    air = st.figures.air
    area = f"{area_km(st):g} km"
    return (
        "The air comes before the ground. A shared squadron flies if a die shows the number "
        "in its row or less.",
        "Fighters without orders patrol the zone of their base, if the base is on the map.",
        "Where both sides patrol a zone, their patrols fight first. Escorts are not in this fight. "
        "The larger side rolls; at equal numbers the Axis patrol or the escort does. Round the "
        "odds down.",
        "Losses are a share of the enemy's squadrons, rounded to the nearest whole one.",
        "A patrol that has won, or has met nobody, attacks the raids, reconnaissance and lifts "
        "that cross its zone. Their escort fights it first; without escort it gets through whole.",
        "Fighters that get through put out a serial of transports each, of other aircraft "
        f"{air.bombers.numerator} for {air.bombers.denominator}. Each serial that is put out "
        "costs its troops a step.",
        "Flak fires at every raid, reconnaissance and lift, but not at fighters. For each squadron "
        "or serial roll one die for the best heavy flak in reach and one for the best light flak. "
        f"In reach: {air.overflight} km from the target or from the route of a lift, "
        f"{air.far_flak} km from where it lands.",
        f"Bombs fall after that: roll for each unit within {area} of the target. Suppression "
        f"comes first and rolls only for flak within {area}; flak that is hit is silent this turn.",
        "Lifts land last. A lift that is due flies without an order, unless its team holds it, its "
        "aircraft are used up or the weather forbids it. Weather for a part lets "
        f"{air.part.numerator} in {air.part.denominator} of the serials fly.",
        "For each unit that drops, the first die says whether it loses a status, the second "
        "whether for good. Flak counts if it fires at the zone, fighters if an enemy patrol there "
        f"has met nobody, the enemy if a unit is within {air.on_zone} km.",
        "A map square of the charts measures "
        f"{air.square} km. Supplies that land belong to a headquarters within {air.fetch} km.",
    )


def _squadrons(st: Position) -> Rows:
    sky = st.world.sky
    rows = [
        (
            each.id,
            each.name,
            each.team,
            each.role,
            str(st.squadrons[i]),
            each.flies,
            f"{each.from_turn} to {each.to_turn}",
            str(each.release or ""),
            sky.sites[base].name if (base := sky.base_of[i]) else each.base,
            "",
        )
        for i, each in enumerate(sky.units)
    ]
    head = ("id", "name", "team", "kind", "left", "flies", "turns", "shared", "base", "left now")
    return Rows(head, tuple(rows), (24, 66, 30, 30, 12, 14, 18, 16, 36, 22), size=_SIZE)


def _lifts(st: Position) -> Rows | None:
    """Lifts that still wait; the others are over."""
    sky, waits = st.world.sky, LIFTS["waiting"]
    rows = [
        (
            each.id,
            f"{each.turn} to {each.last_turn}",
            f"{each.serials} of {each.by}",
            f"{each.mode}{', by night' if each.night else ''}",
            _zone(st, each.zone),
            _cargo(st, each),
            "",
        )
        for i, each in enumerate(sky.lifts)
        if st.lifts[i] == waits
    ]
    head = ("lift", "due in turns", "serials", "how", "where", "carries", "flown or given up")
    return Rows(head, tuple(rows), (22, 24, 26, 30, 52, 90, 30), size=_SIZE) if rows else None


def _zone(st: Position, zone: str) -> str:
    site = st.world.sky.sites[zone]
    return f"{site.name} {reference(st.world.pack, *st.world.ways.earth(site.at))}".strip()


def _cargo(st: Position, lift: Lift) -> str:
    names = [st.world.units[st.world.by_id[each]].unit.label for each in lift.units]
    points = [f"{n} {what}" for n, what in ((lift.ammo, "ammo"), (lift.fuel, "fuel")) if n]
    target = f"for {st.world.units[st.world.by_id[lift.to]].unit.label}" if lift.to else ""
    return "; ".join(filter(None, (", ".join(names), f"{', '.join(points)} {target}".strip())))


def _flak(st: Position) -> Rows | None:
    """Flak units, and flak that is not a unit: each kind, and where it stands."""
    world = st.world
    rows: list[tuple[str, ...]] = [
        (
            unit.unit.label,
            unit.unit.side,
            kind_of(st, unit.number),
            f"{describe(world, st.at(unit.number))} "
            f"{reference(world.pack, *world.ways.earth(st.at(unit.number)))}".strip()
            if st.is_here(unit.number)
            else "to come",
            "a unit",
            "",
        )
        for unit in world.units
        if unit.arm == "aa" and st.where[unit.number] != GONE
    ]
    for each in world.sky.flak:
        lifts = f" at {', '.join(each.lifts)}" if each.lifts else ""
        strays = f"fires only{lifts} if the lift rolls {each.strays} or less" if each.strays else ""
        there = reference(world.pack, each.lat, each.lon) or f"{each.lat:.4f} {each.lon:.4f}"
        rows.append((each.name, each.side, each.kind, there, strays or "in position", ""))
    head = ("flak", "side", "kind", "where", "", "silent this turn")
    return Rows(head, tuple(rows), (66, 20, 20, 66, 66, 30), size=_SIZE) if rows else None


def _strips(st: Position) -> Rows:
    sides = {0: "nobody", 1: "allied", 2: "axis"}
    rows = [
        (
            _zone(st, each.area),
            sides[st.strips[i]],
            str(each.capacity),
            str(each.open_turn),
            str(each.afdag_turn or ""),
            "",
        )
        for i, each in enumerate(st.world.sky.strips)
    ]
    head = ("airstrip", "held by", "points a turn", "open from turn", "AFDAG from turn", "now")
    return Rows(head, tuple(rows), (66, 26, 26, 26, 30, 40), size=_SIZE)


def _zones(st: Position) -> Rows:
    """Each zone by its corners in the south-west and the north-east."""
    rows = [(each.name, *_corners(st, each)) for each in st.world.sky.zones]
    head = ("zone", "from the south-west corner", "to the north-east corner")
    return Rows(head, tuple(rows), (50, 60, 60), size=_SIZE)


def _corners(st: Position, zone: Area) -> tuple[str, str]:
    pack = st.world.pack
    points = zone.points or tuple(
        pack.projection.to_earth(*pack.grid.centre(each)) for each in zone.hexes
    )
    south, north = min(lat for lat, _ in points), max(lat for lat, _ in points)
    west, east = min(lon for _, lon in points), max(lon for _, lon in points)
    return _said(st, south, west), _said(st, north, east)


def _said(st: Position, lat: float, lon: float) -> str:
    """A point as the map prints it; one off the map by its degrees."""
    return reference(st.world.pack, lat, lon) or f"{lat:.3f} N {lon:.3f} E"
