"""Drops that come down elsewhere (reading 9.1, a switch): a die for each lift of troops."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from typing import Final

from bocage.engine.frames import Step, frame
from bocage.games.opcom.air.landing import site_of_sortie
from bocage.games.opcom.air.sorties import called, keep, key
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.ways import Point

_BY_DAY, _BY_NIGHT = 1, 3
WHITHER: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
_BEARINGS: Final = (0, 60, 120, 180, 240, 300)
_NONE: Final = "as planned"


def scatters(die: int, *, night: bool) -> bool:
    """Whether a drop comes down elsewhere."""
    return die <= (_BY_NIGHT if night else _BY_DAY)


def may_scatter(st: Position, number: int) -> bool:
    """Whether a lift is asked at all: troops by parachute or glider, where the table plays so."""
    mode = st.world.sky.lifts[st.sorties[number].lift].mode
    return st.setting("scatter") == "yes" and mode in ("parachute", "glider")


def off_by(st: Position, at: Point, km: int, whither: int) -> Point:
    """Where a drop comes down that is so far off; nobody comes down in water or off the map."""
    turned = _BEARINGS[whither] * pi / 180
    for left in range(km, 0, -1):
        there = round(at[0] + left * 1000 * sin(turned)), round(at[1] + left * 1000 * cos(turned))
        cell = st.world.ways.cell(there)
        if cell is not None and st.world.ways.is_land(cell):
            return there
    return at


@frame
class Scatter(Step):
    """Whether a lift comes down elsewhere, how far off, and in which direction."""

    number: int
    dice: tuple[int, ...] = ()
    rule = R("reading 9.1")

    def rolled(self, st: Position, die: int) -> None:
        """The next die lies."""
        st.swap(Scatter(self.number, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """One die, and two more if it does."""
        each = st.sorties[self.number]
        name = f"{st.turn}.scatter.{key(st, each)}"
        off = bool(self.dice) and scatters(self.dice[0], night=bool(each.night))
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
