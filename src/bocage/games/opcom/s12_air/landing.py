"""Troops that arrive by air: their places, state and movement (12.3 to 12.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, pi, sin, sqrt
from typing import Final

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import DUE, Position
from bocage.games.opcom.board.sky import Site
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.pieces.flights import Sortie
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s12_air import drops
from bocage.games.opcom.s12_air.drops import FIRST, SECOND, Drop
from bocage.games.opcom.s12_air.flak import is_under_fire
from bocage.games.opcom.s12_air.sorties import FLOWN, called, keep, key, patrols, side_of
from bocage.games.opcom.s14_sea.state import is_cratered

_TURN = pi * (3 - sqrt(5))
"""The angle between units on a spiral, so that none lands on another."""


def site_of_sortie(st: Position, each: Sortie) -> Site:
    """Return the landing site of a lift."""
    sky = st.world.sky
    return sky.sites[each.site] if each.site else sky.site_at(each.where, (each.x, each.y))


def enemies_on(st: Position, side: int, at: Point) -> list[int]:
    """Return effective enemy units on a zone or within 1 km of its middle (reading 9.3)."""
    near = st.figures.air.on_zone
    return [u.number for u in st.enemies(side) if km_between(st.at(u.number), at) <= near]


def conditions(st: Position, each: Sortie) -> Drop:
    """Return the conditions of a lift's drop."""
    side = side_of(st, each)
    at: Point = (each.x, each.y)
    free = [p for p in patrols(st, each.zone, 1 - side, each.night) if not p.met]
    return Drop(
        night=bool(each.night),
        fighters=bool(free),
        flak=is_under_fire(st, each),
        enemy=bool(enemies_on(st, side, at)),
    )


def spot_on(at: Point, radius_km: float, place: int) -> Point:
    """Return the place of a unit by its number in a lift."""
    far = radius_km * 600 * sqrt(place / 12) if place else 0.0
    far = min(far, radius_km * 900)
    return round(at[0] + far * cos(place * _TURN)), round(at[1] + far * sin(place * _TURN))


@frame
class Land(Step):
    """The drop of one unit, with its dice (12.4, 12.5)."""

    number: int
    unit: int
    place: int
    dice: tuple[int, ...] = ()
    rule = R("12.1.b")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the next number."""
        st.swap(Land(self.number, self.unit, self.place, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """Roll up to two dice, a third for the time scattered, and one more for gliders."""
        each = st.sorties[self.number]
        lift = st.world.sky.lifts[each.lift]
        site = site_of_sortie(st, each)
        troops = st.world.units[self.unit]
        name = f"{st.turn}.drop.{troops.id}"
        drop = conditions(st, each)
        lands = lift.mode == "landing"
        dice = list(self.dice)
        wanted = 0 if lands else self._wanted(st, drop, dice, poor=site.poor, mode=lift.mode)
        if len(dice) < wanted:
            st.push(Die(name))
            return
        found: drops.Landing = "intact"
        if not lands:
            found = drops.landing(drop, dice[0], dice[1] if len(dice) > 1 else 6, st.world.tables)
        value = rule_on(
            st,
            name,
            "drop",
            f"{troops.name} comes down at {site.name}",
            found,
            choices=("intact", "scattered", "lost"),
            why=[] if lands else _reasons(st, drop, dice),
            rule=R("12.1.b") if lands else R("12.5.a") if drop.night else R("12.4.a"),
        )
        if value is None:
            return
        crash = bool(site.poor and lift.mode == "glider" and drops.crashes(dice[-1]))
        if site.poor and lift.mode == "glider":
            ruled = rule_on(
                st,
                f"{name}.glider",
                "drop",
                f"the gliders of {troops.name} come down on {site.ground}",
                "lost" if crash else "intact",
                choices=("intact", "lost"),
                why=[f"a die of {dice[-1]} (12.6.b)"],
                rule=R("12.6.b").read(R("reading 9.4")),
            )
            if ruled is None:
                return
            crash = ruled == "lost"
        st.pop()
        turns = drops.turns_scattered(night=drop.night, die=_third(drop, dice))
        self._carry_out(st, each, site, value, turns, crash=crash)

    def _wanted(self, st: Position, drop: Drop, dice: list[int], *, poor: bool, mode: str) -> int:
        wanted = 1
        if dice and drops.loses(drop, dice[0], st.world.tables):
            wanted = 2
            if (
                len(dice) > 1
                and drop.night
                and drops.landing(drop, dice[0], dice[1], st.world.tables) == "scattered"
            ):
                wanted = 3
        return wanted + int(poor and mode == "glider")

    def _carry_out(
        self, st: Position, each: Sortie, site: Site, value: str, turns: int, *, crash: bool
    ) -> None:
        troops = st.world.units[self.unit]
        radius = site.across_km / 2
        st.place(self.unit, spot_on(site.at, radius, self.place))
        st.from_x[self.unit], st.from_y[self.unit] = st.at(self.unit)
        half = st.world.turn(st.turn).half
        share = drops.movement(half, night=bool(each.night), charts=st.world.tables)
        st.pace[self.unit] = round(100 * share)
        st.lose(self.unit, losses(value, crash=crash))
        if value == "scattered":
            st.scattered = (*st.scattered, (self.unit, st.turn + turns))
        for team in sorted({troops.team, each.team}):
            st.note(team, _LANDED[value], self.unit, site.at)


_LANDED: Final[Mapping[str, Code]] = {
    "intact": "landed intact",
    "scattered": "landed scattered",
    "lost": "landed lost",
}


def losses(value: str, *, crash: bool) -> int:
    """Return the steps of the drop, and on top of them that of the gliders (12.6.a)."""
    return int(value != "intact") + int(crash)


def _third(drop: Drop, dice: list[int]) -> int:
    return dice[2] if drop.night and len(dice) > 2 else 1


def _reasons(st: Position, drop: Drop, dice: list[int]) -> list[str]:
    """Return both dice with all their modifiers."""
    rows = list(drops.first_die(drop, dice[0], st.world.tables).under(FIRST))
    if len(dice) > 1 and drops.loses(drop, dice[0], st.world.tables):
        rows += drops.second_die(drop, dice[1], st.world.tables).under(SECOND)
    nouns = {"unit": st.world.unit_names}
    return [f"{r.heading}: {int(r.value):+d} {r.words.say(nouns)} ({r.rule})" for r in rows]


# Airstrips ---------------------------------------------------------------------------------


def strip_points(st: Position, strip: int, side: int) -> int:
    """Return the unit points that can land on a strip in this turn (reading 9.11)."""
    row = st.world.sky.strips[strip]
    if st.strips[strip] != side + 1 or st.turn < row.open_turn or is_cratered(st, row.area):
        return 0
    figures = st.figures.air
    at = st.world.sky.sites[row.area].at
    guns = [km_between(st.at(u.number), at) for u in st.enemies(side) if u.is_gun]
    nearest = min(guns, default=99.0)
    if nearest <= figures.strip_shut:
        return 0
    halved = nearest <= figures.strip_halved
    return int(row.capacity * figures.strip_share) if halved else row.capacity


def points_at(st: Position, lift: int, site: Site) -> int:
    """Return the unit points that a lift can land at a site; 0 without an airstrip."""
    side = st.world.side_of_team(st.world.sky.lift_team[lift])
    return strip_points(st, site.strip, side) if site.strip >= 0 else 0


def who_lands(st: Position, each: Sortie) -> tuple[int, ...]:
    """Return the units of a lift that land this turn; by parachute and glider all do."""
    lift = st.world.sky.lifts[each.lift]
    if lift.mode != "landing":
        return each.units
    left = points_at(st, each.lift, site_of_sortie(st, each))
    found: list[int] = []
    for unit in each.units:
        size = st.world.units[unit].unit.size_points
        if size <= left:
            left -= size
            found.append(unit)
    return tuple(found)


def landings(st: Position, number: int) -> list[Step]:
    """Return the steps of all units that land with a lift; the others wait for the next turn."""
    each = st.sorties[number]
    down = who_lands(st, each)
    if len(down) < len(each.units):
        name = st.world.sky.lifts[each.lift].id
        st.note(each.team, "lift short", name=name, parts=(each.where,))
    keep(st, replace(st.sorties[number], units=down))
    if down:
        _is_seen(st, each)
    return [Land(number, unit, place) for place, unit in enumerate(down)]


def finish(st: Position, number: int) -> None:
    """Mark a lift as flown after its whole load has landed."""
    each = st.sorties[number]
    lift = st.world.sky.lifts[each.lift]
    if all(st.where[st.world.by_id[unit]] != DUE for unit in lift.units):
        st.lifts[each.lift] = FLOWN


def rejoining(st: Position, number: int) -> list[Step]:
    """Return a step for each part of a unit that came with a lift now flown (reading 9.16)."""
    lift = st.world.sky.lifts[st.sorties[number].lift].id
    done = st.lifts[st.world.sky.lift_number[lift]] == FLOWN
    return [Joins(i) for i, part in enumerate(st.world.sky.rejoins) if done and part.lift == lift]


@frame
class Joins(Step):
    """Joins the part of a unit from another lift to it (reading 9.16)."""

    part: int
    rule = R("reading 9.16")

    def run(self, st: Position) -> None:
        """Ask Control, and return the steps, if the unit still exists."""
        part = st.world.sky.rejoins[self.part]
        unit = st.world.by_id[part.unit]
        steps = rejoined(part.steps, st.steps[unit], effective=st.is_effective(unit))
        troops = st.world.units[unit]
        value = rule_on(
            st,
            f"{st.turn}.rejoin.{part.unit}",
            "drop",
            f"the rest of {troops.name} has come with lift {part.lift}",
            "joins" if steps else "lost",
            choices=("joins", "lost"),
            why=["a part of it flew with another lift (reading 9.16)"],
            rule=self.rule,
        )
        if value is None:
            return
        st.pop()
        if value == "joins" and steps:
            st.steps[unit] -= steps
            st.note(troops.team, "rest joined", unit)


def _is_seen(st: Position, each: Sortie) -> None:
    """Note the drop for enemies near enough to see it (reading 10.13)."""
    site = site_of_sortie(st, each)
    reach = st.figures.air.seen_by_night if each.night else st.figures.air.seen
    side = side_of(st, each)
    eyes = {u.team for u in st.enemies(side) if km_between(st.at(u.number), site.at) <= reach}
    for team in sorted(eyes):
        st.note(team, "drop seen", at=site.at, figure=len(each.units))


def rejoined(steps: int, lost: int, *, effective: bool) -> int:
    """Return the steps that a unit gets back (reading 9.16)."""
    return min(steps, lost) if effective else 0


WHITHER: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
_BEARINGS: Final = (0, 60, 120, 180, 240, 300)
_NONE: Final = "as planned"


def scatters(die: int, *, night: bool, charts: Tables) -> bool:
    """Return whether a drop lands elsewhere."""
    figures = charts.figures.air
    return die <= (figures.astray_by_night if night else figures.astray)


def may_scatter(st: Position, number: int) -> bool:
    """Return whether a lift may scatter: by parachute or glider, with that option."""
    mode = st.world.sky.lifts[st.sorties[number].lift].mode
    return st.setting("scatter") == "yes" and mode in ("parachute", "glider")


def off_by(st: Position, at: Point, km: int, whither: int) -> Point:
    """Return the place of a scattered drop, never in water or off the map."""
    turned = _BEARINGS[whither] * pi / 180
    for left in range(km, 0, -1):
        there = round(at[0] + left * 1000 * sin(turned)), round(at[1] + left * 1000 * cos(turned))
        cell = st.world.ways.cell(there)
        if cell is not None and st.world.ways.is_land(cell):
            return there
    return at


@frame
class Scatter(Step):
    """Dice for a lift that lands elsewhere: whether, how far, and in which direction."""

    number: int
    dice: tuple[int, ...] = ()
    rule = R("reading 9.1")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the next number."""
        st.swap(Scatter(self.number, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """One die, and two more if it does."""
        each = st.sorties[self.number]
        name = f"{st.turn}.scatter.{key(st, each)}"
        off = bool(self.dice) and scatters(
            self.dice[0], night=bool(each.night), charts=st.world.tables
        )
        if len(self.dice) < (3 if off else 1):
            st.push(Die(name))
            return
        found = f"{self.dice[1]} km {WHITHER[self.dice[2] - 1]}" if off else _NONE
        value = rule_on(
            st,
            name,
            "drop",
            f"{called(st, each)} comes down {found}",
            found,
            choices=(_NONE, found),
            why=[f"a die of {self.dice[0]} {'by night' if each.night else 'by day'} (reading 9.1)"],
            rule=self.rule,
        )
        if value is None:
            return
        st.pop()
        if value != _NONE:
            site = site_of_sortie(st, each)
            at = off_by(st, site.at, self.dice[1], self.dice[2] - 1)
            zone = st.world.sky.zone_of(at)
            keep(st, replace(st.sorties[self.number], x=at[0], y=at[1], site="", zone=zone))
            whither = WHITHER[self.dice[2] - 1]
            st.note(
                each.team, "lift off", figure=self.dice[1], name=key(st, each), parts=(whither,)
            )
