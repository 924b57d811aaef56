"""Flak on the map (12.13): who can fire at an operation, the dice, and what they cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from bocage.engine.frames import Step, frame
from bocage.games.opcom.air import flak
from bocage.games.opcom.air.flak import Kind, Target
from bocage.games.opcom.air.orders import COVER, ESCORT, TRANSPORT
from bocage.games.opcom.air.sorties import called, keep, key, lose_squadrons, side_of
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.pieces.flights import BROKEN_OFF, Sortie
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.ways import Point, km_between

KINDS: Final[tuple[Kind, ...]] = ("heavy", "light")


class Battery(NamedTuple):
    """Flak that may fire: a unit, or flak that is none."""

    number: int
    """As `Position.hushed` counts: units first."""
    kind: Kind
    at: Point


class Shot(NamedTuple):
    """A die that every serial rolls."""

    kind: Kind
    target: Target


def batteries(st: Position, side: int) -> list[Battery]:
    """Flak of the enemies of a side that is in action: effective and not suppressed."""
    world = st.world
    found = [
        Battery(u.number, kind_of(st, u.number), st.at(u.number))
        for u in st.enemies(side)
        if u.arm == "aa"
    ]
    first = len(world.units)
    for i, each in enumerate(world.sky.flak):
        if (each.side == "axis") == (side == 0) and not each.strays:
            kind: Kind = "heavy" if each.kind == "heavy" else "light"
            found.append(Battery(first + i, kind, world.sky.flak_at(i)))
    return [b for b in found if flak.may_fire(fighters=False, suppressed=bool(st.hushed[b.number]))]


def kind_of(st: Position, unit: int) -> Kind:
    """Whether flak is heavy or light, by its profile."""
    profile = st.world.units[unit].unit.profile
    return "heavy" if "HFLAK" in profile or "HAA" in profile else "light"


def shots(st: Position, each: Sortie) -> list[Shot]:
    """Reading 8.13: one die for the best heavy and one for the best light flak, of each target.

    A lift is fired at over its route and where it lands; everybody else over his target.
    """
    firing = batteries(st, side_of(st, each))
    found: list[Shot] = []
    if each.mission in (COVER, ESCORT) or (not firing and not each.strayed):
        return found
    site: Point = (each.x, each.y)
    landing = each.mission == TRANSPORT
    if landing:
        found += _landing(firing, site)
    route = _route(st, each) if landing else [site]
    near = {b.number for b in firing if landing and flak.drop_column(km_between(b.at, site))}
    for kind in KINDS:
        if any(
            b.kind == kind
            and b.number not in near
            and any(flak.overflown(km_between(b.at, p)) for p in route)
            for b in firing
        ):
            found.append(Shot(kind, "overflight"))
    return [*found, *_astray(st, each)]


def _astray(st: Position, each: Sortie) -> list[Shot]:
    """Reading 8.24: flak over which a lift has lost its way, if it is not suppressed."""
    if not each.strayed:
        return []
    number = each.strayed - 1
    if st.hushed[len(st.world.units) + number]:
        return []
    return [Shot("heavy" if st.world.sky.flak[number].kind == "heavy" else "light", "overflight")]


def _landing(firing: list[Battery], site: Point) -> list[Shot]:
    found: list[Shot] = []
    for kind in KINDS:
        near = [km_between(b.at, site) for b in firing if b.kind == kind]
        target = flak.drop_column(min(near)) if near else None
        if target is not None:
            found.append(Shot(kind, target))
    return found


def _route(st: Position, each: Sortie) -> list[Point]:
    sky = st.world.sky
    lift = sky.lifts[each.lift]
    points = (*(st.world.ways.xy(*p) for p in lift.route), (each.x, each.y))
    return sky.along(points)


def is_under_fire(st: Position, each: Sortie) -> bool:
    """Whether flak fires at the zone of a lift (12.4.flak)."""
    return bool(_landing(batteries(st, side_of(st, each)), (each.x, each.y)))


def over_targets(st: Position) -> list[Step]:
    """Reading 8.21: flak against everybody who flies over a target and is no lift."""
    return [
        Fire(each.number)
        for each in st.sorties
        if each.mission not in (COVER, ESCORT, TRANSPORT) and each.state != BROKEN_OFF
    ]


@frame
class Fire(Step):
    """12.13.b: one die for each serial or squadron, and for each kind of flak."""

    number: int
    dice: tuple[int, ...] = ()
    rule = R("12.13.b")

    def rolled(self, st: Position, die: int) -> None:
        """The next die lies."""
        st.swap(Fire(self.number, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """Roll for every serial, then rule, then lose."""
        each = st.sorties[self.number]
        fire = shots(st, each)
        name = f"{st.turn}.flak.{key(st, each)}"
        if len(self.dice) < len(fire) * each.flying:
            st.push(Die(name))
            return
        if not self.dice:
            st.pop()
            return
        effects = [
            flak.effect(shot.kind, shot.target, die)
            for shot, die in zip(fire * each.flying, self.dice, strict=True)
        ]
        toll = flak.toll(effects)
        rule = R("12.13.b").read(R("reading 8.13"))
        if each.mission != TRANSPORT:
            rule = R("12.13.b").read(R("reading 8.21"))
        value = rule_on(
            st,
            name,
            "flak",
            f"flak at {called(st, each)}: {toll.steps} losses, {toll.damage} damage,"
            f" {toll.serials()} lost",
            "as rolled",
            choices=("as rolled", "none"),
            why=[
                f"{shot.kind} flak, {shot.target}, die {die}: {done} (12.13.table)"
                for shot, die, done in zip(fire * each.flying, self.dice, effects, strict=True)
            ],
            rule=rule,
        )
        if value is None:
            return
        st.pop()
        if value == "as rolled":
            self._lose(st, each, fire, effects)

    def _lose(self, st: Position, each: Sortie, fire: list[Shot], effects: list[str]) -> None:
        toll = flak.toll(effects)
        for i, effect in enumerate(effects):
            if effect == "loss" and each.mission == TRANSPORT and each.units:
                st.lose(each.units[i // len(fire) % len(each.units)], 1)
        lost = lose_squadrons(st, each.number, toll.serials())
        keep(st, replace(st.sorties[each.number], damage=toll.damage))
        if toll.damage:
            st.note(each.team, "flak", figure=lost, name=called(st, each))
