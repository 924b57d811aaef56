"""Habits of the air that a scenario gives (reading 8.24): fast aircraft, and lifts that stray."""

from __future__ import annotations

from dataclasses import replace

from bocage.engine.frames import Step, frame
from bocage.games.opcom.air.orders import TRANSPORT
from bocage.games.opcom.air.sorties import called, keep, key, side_of
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import OneDie
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R


def slips_past(die: int, met_on: int) -> bool:
    """Whether aircraft are too fast for the patrols that could meet them."""
    return die > met_on


def goes_astray(die: int, strays: int) -> bool:
    """Whether a lift loses its way."""
    return die <= strays


def met_on(st: Position, number: int) -> int:
    """The highest die on which a sortie can be met: that of the slowest in it."""
    return max((st.world.sky.habits[u].met_on for u in st.sorties[number].squadrons), default=6)


@frame
class Evade(OneDie):
    """Whether fast aircraft are met at all."""

    number: int
    die: int = 0
    rule = R("reading 8.24")

    def named(self, st: Position) -> str:
        """By the line."""
        return f"{st.turn}.evade.{key(st, st.sorties[self.number])}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Above their die nobody meets them."""
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
        """Patrols look after them, or may catch them."""
        keep(st, replace(st.sorties[self.number], slips=int(value == "too fast")))


def strays(st: Position) -> list[Step]:
    """A die for every lift that may lose its way to flak of the enemy's."""
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
    """Whether a lift loses its way."""

    number: int
    flak: int
    die: int = 0
    rule = R("reading 8.24")

    def named(self, st: Position) -> str:
        """By the lift and the flak."""
        lift = key(st, st.sorties[self.number])
        return f"{st.turn}.stray.{lift}.{st.world.sky.flak[self.flak].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Up to the die of the flak it does."""
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
        """It flies over the flak, or not."""
        if value == "astray":
            keep(st, replace(st.sorties[self.number], strayed=self.flak + 1))
