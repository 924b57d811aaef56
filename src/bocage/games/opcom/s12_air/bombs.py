"""Bombs on the map: on places, units, flak and bridges behind the enemy's lines (9.16, 12.9)."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.pieces.flights import BROKEN_OFF, Sortie
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s08_bridges import blow, is_hit_from_the_air
from bocage.games.opcom.s09_combat.fire_missions import (
    area_km,
    effect,
    force_of,
    hit,
    may_bomb,
    those_under,
)
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s12_air.orders import BOMB, SUPPRESS
from bocage.games.opcom.s12_air.sorties import HEAVY, called, key, side_of

_ROLLED = ("step", "stop", "none")


def raids(st: Position) -> list[Step]:
    """Return all bombing of this turn; flak is suppressed first."""
    found = [s for s in st.sorties if s.mission in (SUPPRESS, BOMB) and s.state != BROKEN_OFF]
    found.sort(key=lambda s: (s.mission != SUPPRESS, s.number))
    return [Raid(each.number) for each in found]


def strength(st: Position, each: Sortie) -> tuple[int, int]:
    """Return the tactical and heavy squadrons of a sortie that are still flying."""
    left, heavy = each.flying, 0
    bombers = HEAVY if st.setting("medium-bombers") == "heavy" else HEAVY[1:]
    for unit in each.squadrons:
        some = min(left, st.squadrons[unit])
        left -= some
        if st.world.sky.units[unit].role in bombers:
            heavy += some
    return each.flying - heavy, heavy


@frame
class Raid(Step):
    """A raid on one place: the bomb line first, then a die for each unit there (12.9.a)."""

    number: int
    rule = R("12.9.a")

    def run(self, st: Position) -> None:
        """Rule on the bomb line, then push a frame for the units in the square."""
        each = st.sorties[self.number]
        at: Point = (each.x, each.y)
        if not each.flying:
            st.pop()
            return
        friends = [
            km_between(st.at(u.number), at)
            for u in st.here()
            if u.side == side_of(st, each) and st.level(u.number) > 0
        ]
        nearest = min(friends, default=99.0)
        value = rule_on(
            st,
            f"{st.turn}.bombing.{key(st, each)}",
            "bombing",
            f"{called(st, each)} bomb {each.where}; own troops are {nearest:.1f} km away",
            "bomb" if may_bomb(nearest, st.world.tables) else "abort",
            choices=("bomb", "abort"),
            rule=R("12.9.c").read(R("reading 8.3")),
        )
        if value is None:
            return
        st.pop()
        if value == "abort":
            st.note(each.team, "too near to bomb", name=called(st, each), parts=(each.where,))
            return
        for step in reversed(_strikes(st, each)):
            st.push(step)


def _strikes(st: Position, each: Sortie) -> list[Step]:
    at: Point = (each.x, each.y)
    tactical, heavy = strength(st, each)
    force, heavies = force_of(tactical, heavy, st.world.tables)
    quiet = int(each.mission == SUPPRESS)
    code: Code = "flak attacked" if quiet else "bombed"
    st.note(each.team, code, name=called(st, each), parts=(each.where,))
    if not quiet:
        st.fires = (*st.fires, (each.team, *at))
    first = len(st.world.units)
    struck = _flak_near(st, at) if quiet else those_under(st, at)
    found: list[Step] = [Bombed(u, force, int(heavies), *at, each.where, quiet) for u in struck]
    found += [
        Bombed(first + i, force, int(heavies), *at, each.where, quiet)
        for i in range(len(st.world.sky.flak))
        if quiet and km_between(st.world.sky.flak_at(i), at) <= area_km(st)
    ]
    figures = st.figures.bridges
    many = heavy >= figures.heavy_squadrons
    many = many or tactical >= figures.tactical_squadrons
    if many and each.crossing >= 0 and not quiet and not st.bridges[each.crossing] & BLOWN:
        found.append(BombedBridge(each.crossing, tactical, heavy))
    return found


def _flak_near(st: Position, at: Point) -> list[int]:
    """Return the flak in the square.

    On a suppression mission no other units roll (reading 8.16).
    """
    near = area_km(st)
    return [
        u.number
        for u in st.here()
        if u.arm == "aa" and st.level(u.number) > 0 and km_between(st.at(u.number), at) <= near
    ]


@frame
class Bombed(Step):
    """A die for one unit, or for flak on the map, under bombs (9.16.a)."""

    unit: int
    force: int
    heavy: int
    x: int
    y: int
    name: str
    quiet: int
    die: int = 0
    rule = R("9.16.a")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the number that was rolled."""
        st.swap(
            Bombed(self.unit, self.force, self.heavy, self.x, self.y, self.name, self.quiet, die)
        )

    def run(self, st: Position) -> None:
        """Roll, rule, and immobilise or suppress."""
        world = st.world
        is_unit = self.unit < len(world.units)
        fixed = world.sky.flak[self.unit - len(world.units)] if not is_unit else None
        ident = world.units[self.unit].id if fixed is None else fixed.id
        called_ = world.units[self.unit].name if fixed is None else fixed.name
        name = f"{st.turn}.bombs.{ident}"
        if not self.die:
            st.push(Die(name))
            return
        rule = R("12.13.a").read(R("reading 8.16")) if self.quiet else R("12.9.a")
        value = rule_on(
            st,
            f"{name}.{self.x}.{self.y}",
            "bombing",
            f"{called_} under the bombs of {self.force} squadrons on {self.name}",
            effect(self.force, self.die, heavy=bool(self.heavy), charts=st.world.tables),
            choices=_ROLLED,
            why=[f"a die of {self.die} (9.16.table)"],
            rule=rule,
        )
        if value is None:
            return
        st.pop()
        if self.quiet and value != "none":
            st.hushed[self.unit] = 1
        if is_unit:
            hit(st, self.unit, value, (self.x, self.y), bombs=True)


@frame
class BombedBridge(Step):
    """The dice for bombs on a bridge (reading 5.3)."""

    crossing: int
    tactical: int
    heavy: int
    dice: tuple[int, ...] = ()
    rule = R("reading 5.3")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the next number."""
        st.swap(BombedBridge(self.crossing, self.tactical, self.heavy, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """Roll one die for heavy bombers, two for others, and ask Control."""
        bridge = st.world.crossings[self.crossing]
        name = f"{st.turn}.bombs.{bridge.id}"
        if len(self.dice) < 2:
            st.push(Die(name))
            return
        first, second = self.dice
        down = is_hit_from_the_air(self.heavy, self.tactical, first, second, charts=st.world.tables)
        value = rule_on(
            st,
            name,
            "bridge",
            f"{bridge.name} under the bombs of {self.heavy} heavy and {self.tactical} others",
            "blown" if down else "stands",
            choices=("blown", "stands"),
            why=[f"dice of {first} and {second} (reading 5.3)"],
            rule=R("12.9.a").read(R("reading 5.3")),
        )
        if value is None:
            return
        st.pop()
        if value == "blown":
            blow(st, self.crossing)
