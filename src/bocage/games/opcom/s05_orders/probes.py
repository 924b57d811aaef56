"""Probes: what patrols learn of the enemy in front (5.2, reading 2.6)."""

from __future__ import annotations

from typing import Final

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import PROBE, Position
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s06_movement.contact import Near, in_contact, nearest_of
from bocage.games.opcom.s10_reports.names import faced_as


def _found(st: Position, index: int) -> list[int]:
    """Return the enemies that a probing line has in front of it."""
    near = Near.of(st)
    line = st.orders[index]
    seen = {e for u in line.units if st.is_effective(u) for e in in_contact(st, u, near)}
    return sorted(seen)


def probes(st: Position) -> list[int]:
    """Return the lines that probe and have met somebody."""
    return [i for i, x in enumerate(st.orders) if x.action == PROBE and _found(st, i)]


@frame
class Probe(Step):
    """A probe learns location, extent and type; a die decides about the formation."""

    index: int
    die: int = 0
    rule = R("5.2.probe")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the die for a prisoner who talks."""
        st.swap(Probe(self.index, die))

    def run(self, st: Position) -> None:
        """Roll, rule, and report."""
        line = st.orders[self.index]
        seat = st.world.teams[line.team].seat
        name = f"{st.turn}.probe.{seat}.{line.number}"
        if not self.die:
            st.push(Die(name))
            return
        seen = _found(st, self.index)
        recce = any(st.world.units[u].arm == "recce" for u in line.units)
        needed = st.figures.contact.probe
        again = any(who == line.team and name in _formations(st, seen) for who, name, _ in st.faced)
        named = self.die + int(recce) + int(again) >= needed
        value = rule_on(
            st,
            name,
            "probe",
            f"{seat}, line {line.number}: {len(seen)} units found",
            "formation" if named else "type",
            choices=("nothing", "type", "formation"),
            why=[
                f"a die of {self.die}, {needed} or more names the formation (reading 2.6)",
                *(["+1 for reconnaissance (reading 2.6)"] if recce else []),
                *(["+1 for a second turn in front of them (reading 2.6)"] if again else []),
            ],
            rule=R("5.2.probe").read(R("reading 2.6")),
        )
        if value is None:
            return
        st.pop()
        if value != "nothing" and seen:
            _tell(st, line, seen, formation=value == "formation")


_KINDS: Final = {
    "tank": "tanks",
    "recce": "armoured cars",
    "anti-tank": "anti-tank guns",
    "field": "field guns",
    "medium": "medium guns",
    "heavy": "heavy guns",
    "rocket": "rocket projectors",
    "infantry gun": "infantry guns",
    "coast": "coast guns",
    "aa": "anti-aircraft guns",
    "engineer": "engineers",
    "hq": "a headquarters",
    "transport": "supply columns",
    "bridging": "a bridging column",
}


def _formations(st: Position, units: list[int]) -> set[str]:
    return {st.formation(unit) for unit in units}


def _tell(st: Position, line: Line, seen: list[int], *, formation: bool) -> None:
    """Note what the patrols report, at the place of the enemy that is nearest to them."""
    first = nearest_of(st, [u for u in line.units if st.is_effective(u)], seen)
    kinds = tuple(sorted({_KINDS.get(st.world.units[u].arm, "infantry") for u in seen}))
    name = faced_as(st, first) if formation else ""
    st.note(line.team, "probed", at=st.at(first), figure=len(seen), name=name, parts=kinds)
