"""Flak: the guns that can fire at an operation, the dice, and the losses (12.13, reading 8.24)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from bocage.engine.frames import Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.air_tables import DAMAGE, LOSS, NOTHING
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.pieces.flights import BROKEN_OFF, Sortie
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die, OneDie
from bocage.games.opcom.s12_air.orders import COVER, ESCORT, TRANSPORT
from bocage.games.opcom.s12_air.sorties import called, keep, key, lose_squadrons, side_of

Kind = Literal["heavy", "light"]
Target = Literal["overflight", "drop near", "drop farther off"]
"""What flak fires at: aircraft that pass, or a landing or drop."""


def drop_column(km: float, charts: Tables) -> Target | None:
    """Return the column for a landing or drop at that distance from flak; None out of range."""
    figures = charts.figures.air
    if km <= figures.near_flak:
        return "drop near"
    return "drop farther off" if km <= figures.far_flak else None


def overflown(km: float, charts: Tables) -> bool:
    """Return whether flak at that distance from the route fires at an overflight (reading 8.14)."""
    return km <= charts.figures.air.overflight


def effect(kind: Kind, target: Target, die: int, charts: Tables) -> str:
    """Return loss, damage or none (12.13.table)."""
    row = charts.sky.flak[f"{kind}, {target}"]
    if row.loss is not None and die in row.loss:
        return LOSS
    return DAMAGE if row.damage is not None and die in row.damage else NOTHING


@dataclass(frozen=True, slots=True)
class Toll:
    """The effect of flak on one operation in a turn."""

    steps: int
    """The status that carried units lose, one for each loss."""
    damage: int

    def serials(self, charts: Tables) -> int:
        """Return the lost serials or squadrons (12.13.damage)."""
        return self.damage // charts.figures.air.damage


def toll(effects: list[str]) -> Toll:
    """Return the total: a loss costs a step and counts as damage too (12.13.loss, 12.13.damage)."""
    return Toll(effects.count(LOSS), effects.count(LOSS) + effects.count(DAMAGE))


def may_fire(*, fighters: bool, suppressed: bool) -> Ruling:
    """Return whether flak fires at an overflight."""
    if fighters:
        return refuse(R("12.13.overflight"), "flak does not fire at fighters that fly over")
    if suppressed:
        return refuse(R("12.13.a").read(R("reading 8.16")), "the flak is suppressed")
    return OK


KINDS: Final[tuple[Kind, ...]] = ("heavy", "light")


class Battery(NamedTuple):
    """Flak that may fire: a unit, or a flak position on the map."""

    number: int
    """Its number for `Position.hushed`: units first."""
    kind: Kind
    at: Point


class Shot(NamedTuple):
    """A die that every serial rolls."""

    kind: Kind
    target: Target


def _where(st: Position, shot: Shot) -> str:
    if shot.target == "overflight":
        return shot.target
    air = st.figures.air
    return f"drop within {air.near_flak if shot.target == 'drop near' else air.far_flak} km"


def batteries(st: Position, side: int) -> list[Battery]:
    """Return the enemy flak of a side in action: effective and not suppressed."""
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
    return [b for b in found if may_fire(fighters=False, suppressed=bool(st.hushed[b.number]))]


def kind_of(st: Position, unit: int) -> Kind:
    """Return whether flak is heavy or light, by its profile."""
    profile = st.world.units[unit].unit.profile
    return "heavy" if "HFLAK" in profile or "HAA" in profile else "light"


def shots(st: Position, each: Sortie) -> list[Shot]:
    """Return the shots at a sortie: the best heavy and the best light flak at each target.

    A lift is fired at over its route and where it lands; all others over their targets (reading
    8.13).
    """
    firing = batteries(st, side_of(st, each))
    found: list[Shot] = []
    if each.mission in (COVER, ESCORT) or (not firing and not each.strayed):
        return found
    site: Point = (each.x, each.y)
    landing = each.mission == TRANSPORT
    if landing:
        found += _landing(st, firing, site)
    route = _route(st, each) if landing else [site]
    near = {
        b.number for b in firing if landing and drop_column(km_between(b.at, site), st.world.tables)
    }
    for kind in KINDS:
        if any(
            b.kind == kind
            and b.number not in near
            and any(overflown(km_between(b.at, p), st.world.tables) for p in route)
            for b in firing
        ):
            found.append(Shot(kind, "overflight"))
    return [*found, *_astray(st, each)]


def _astray(st: Position, each: Sortie) -> list[Shot]:
    """Return shots by the flak over which a lift has lost its way, if not suppressed (reading
    8.24).
    """
    if not each.strayed:
        return []
    number = each.strayed - 1
    if st.hushed[len(st.world.units) + number]:
        return []
    return [Shot("heavy" if st.world.sky.flak[number].kind == "heavy" else "light", "overflight")]


def _landing(st: Position, firing: list[Battery], site: Point) -> list[Shot]:
    found: list[Shot] = []
    for kind in KINDS:
        near = [km_between(b.at, site) for b in firing if b.kind == kind]
        target = drop_column(min(near), st.world.tables) if near else None
        if target is not None:
            found.append(Shot(kind, target))
    return found


def _route(st: Position, each: Sortie) -> list[Point]:
    sky = st.world.sky
    lift = sky.lifts[each.lift]
    points = (*(st.world.ways.xy(*p) for p in lift.route), (each.x, each.y))
    return sky.along(points)


def is_under_fire(st: Position, each: Sortie) -> bool:
    """Return whether flak fires at the zone of a lift (12.4.flak)."""
    return bool(_landing(st, batteries(st, side_of(st, each)), (each.x, each.y)))


def over_targets(st: Position) -> list[Step]:
    """Return a step for flak against each sortie over a target other than a lift (reading 8.21)."""
    return [
        Fire(each.number)
        for each in st.sorties
        if each.mission not in (COVER, ESCORT, TRANSPORT) and each.state != BROKEN_OFF
    ]


@frame
class Fire(Step):
    """Dice for flak: one for each serial or squadron, and for each kind of flak (12.13.b)."""

    number: int
    dice: tuple[int, ...] = ()
    rule = R("12.13.b")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the next number."""
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
            effect(shot.kind, shot.target, die, st.world.tables)
            for shot, die in zip(fire * each.flying, self.dice, strict=True)
        ]
        taken = toll(effects)
        rule = R("12.13.b").read(R("reading 8.13"))
        if each.mission != TRANSPORT:
            rule = R("12.13.b").read(R("reading 8.21"))
        value = rule_on(
            st,
            name,
            "flak",
            f"flak at {called(st, each)}: {taken.steps} losses, {taken.damage} damage,"
            f" {taken.serials(st.world.tables)} lost",
            "as rolled",
            choices=("as rolled", "none"),
            why=[
                f"{shot.kind} flak, {_where(st, shot)}, die {die}: {done} (12.13.table)"
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
        taken = toll(effects)
        for i, effect in enumerate(effects):
            if effect == "loss" and each.mission == TRANSPORT and each.units:
                st.lose(each.units[i // len(fire) % len(each.units)], 1)
        lost = lose_squadrons(st, each.number, taken.serials(st.world.tables))
        keep(st, replace(st.sorties[each.number], damage=taken.damage))
        if taken.damage:
            st.note(each.team, "flak", figure=lost, name=called(st, each))


def slips_past(die: int, met_on: int) -> bool:
    """Return whether aircraft are too fast for the patrols that could meet them."""
    return die > met_on


def goes_astray(die: int, strays: int) -> bool:
    """Return whether a lift loses its way."""
    return die <= strays


def met_on(st: Position, number: int) -> int:
    """Return the highest die on which a sortie can be met: that of the slowest in it."""
    return max((st.world.sky.habits[u].met_on for u in st.sorties[number].squadrons), default=6)


@frame
class Evade(OneDie):
    """The die whether patrols can meet fast aircraft."""

    number: int
    die: int = 0
    rule = R("reading 8.24")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the line."""
        return f"{st.turn}.evade.{key(st, st.sorties[self.number])}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling: above their number, they are too fast to meet."""
        most = met_on(st, self.number)
        return rule_on(
            st,
            name,
            "air",
            f"{called(st, st.sorties[self.number])} can be met on {most} or less",
            "too fast" if slips_past(self.die, most) else "can be met",
            choices=("too fast", "can be met"),
            why=[f"a die of {self.die} (reading 8.24)"],
            rule=self.rule,
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Mark the aircraft that patrols can't catch."""
        keep(st, replace(st.sorties[self.number], slips=int(value == "too fast")))


def strays(st: Position) -> list[Step]:
    """Return a die for every lift that may lose its way to flak of the enemy's."""
    found: list[Step] = []
    for each in st.sorties:
        if each.mission != TRANSPORT:
            continue
        name = st.world.sky.lifts[each.lift].id
        for number, flak in enumerate(st.world.sky.flak):
            theirs = (flak.side == "axis") == (side_of(st, each) == 0)
            if flak.strays and theirs and name in flak.lifts:
                found.append(Stray(each.number, number))
    return found


@frame
class Stray(OneDie):
    """The die whether a lift loses its way."""

    number: int
    flak: int
    die: int = 0
    rule = R("reading 8.24")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the lift and the flak."""
        lift = key(st, st.sorties[self.number])
        return f"{st.turn}.stray.{lift}.{st.world.sky.flak[self.flak].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling: it loses its way up to the flak's number."""
        row = st.world.sky.flak[self.flak]
        lost = goes_astray(self.die, row.strays)
        return rule_on(
            st,
            name,
            "flak",
            f"{called(st, st.sorties[self.number])} may lose its way to {row.name}",
            "astray" if lost else "on its way",
            choices=("astray", "on its way"),
            why=[f"a die of {self.die}, astray on {row.strays} or less (reading 8.24)"],
            rule=self.rule,
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Send the lift over the flak if it has lost its way."""
        if value == "astray":
            keep(st, replace(st.sorties[self.number], strayed=self.flak + 1))
