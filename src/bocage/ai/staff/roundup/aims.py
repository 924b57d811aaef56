"""The aims of each side: the victory conditions as ground, guards and goals.

Both levels are compared (14.0). Every Allied level needs all four Beachhead Markers, and every
German level needs the edges free of Allies. So a beachhead is worth more than any port to either
side, and towards the end a unit at the edge is worth an army.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.games.roundup.board.position import LOST
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s08_german_reinforcements import WITH_RUSSIA
from bocage.games.roundup.s08_returns import last_turn
from bocage.hexes.kernels import BLOCKED, NO_LIMIT

if TYPE_CHECKING:
    from bocage.ai.staff.roundup.survey import Survey
    from bocage.games.roundup.board.world import World

FIRST_BEACHHEAD: Final = 45.0
"""The value of the first Beachhead Marker for the Germans: the Allies fail without it."""
NEXT_BEACHHEAD: Final = 20.0
"""The value of another under strategies 3 and 4, with levels that need three (14.2.2)."""
LAST_BEACHHEADS: Final = 12.0
"""The value of another in all other cases: no more units can land there."""
ENOUGH: Final = 3
PORT_HEX: Final = 12.0
EDGE_AT_LAST: Final = 40.0
"""The value of a German attack that frees the edge on the last turn."""
BOLD: Final = 1.6
"""The superiority from which the Allies make for the edge with half of what is spare."""
ASHORE: Final = 7
"""The turn from which units still in England are too late to be worth a risk."""
SLACK: Final = 1
"""The hexes ahead of their line within which the Allies attack freely."""
EXPOSED: Final = 1.5
"""The cost of each further hex, per unit."""
LINKED: Final = 6
"""The turn from which every hex between ports and beachheads has a guard."""
LATE: Final = 8
"""The turn from which the edges count."""


SECOND_BEACH: Final = "second beachhead"
THIRD_BEACH: Final = "third beachhead"
ALL_BEACHES: Final = "all beachheads"
PRESS_ON: Final = "press on"
"""Intents of the Germans: gather before another beachhead than the weakest, or before none, or
attack beachheads to the end instead of watching the edges.
"""
WIDE: Final = "wide"
NARROW: Final = "narrow"
RUN: Final = "for the edge"
STAY: Final = "no runners"
"""Intents of the Allies: a wider or a narrower line, half of the spare units or none for the
edge.
"""
FIGHT_FIRST: Final = "fight first"
MOVE_FIRST: Final = "move first"
"""Intents of both: the order of the phases (9.0)."""
_BEACH: Final = {SECOND_BEACH: 1, THIRD_BEACH: 2}
_WIDTH: Final = {WIDE: 1.5, NARROW: 0.6}


class Guard(NamedTuple):
    """A hex that needs a guard."""

    hex: int
    weight: float
    """The strength of the guard: 0 for any unit, 1 for a division."""
    units: int = 1
    """The number of units in it."""


class Aims:
    """A side's aims in a position."""

    def __init__(self, survey: Survey, intent: str = "") -> None:
        """Assess the aims. `intent` is the intent of the staff, if it has one."""
        self.survey = survey
        self.intent: Final = intent
        st, world = survey.st, survey.world
        self.beaches: Final = [h for h in st.beachheads if h >= 0]
        self.killed: Final = sum(h == LOST for h in st.beachheads)
        self.ports_held: Final = [p for p in range(len(world.ports)) if st.holds_port(p)]
        self.late: Final = st.turn >= LATE and intent != PRESS_ON
        self.last: Final = st.turn >= last_turn(world)
        self.edge: Final = frozenset(world.german_zone)
        self.at_edge: Final = edge_contacts(survey)
        """Allied stacks that contest the edge, by hex."""
        self.is_hard: Final = st.strategy in WITH_RUSSIA or not st.strategy
        """Whether the Russian front sends its divisions, or may do so as far as the side knows."""
        self.is_ashore: Final = survey.side == GERMAN or st.turn >= ASHORE
        """Whether the main forces have landed."""
        self.ratio: Final = self._ratio()
        """Our strength for each enemy factor on the map."""

    def _ratio(self) -> float:
        survey = self.survey
        power = [
            sum(survey.attack[u] + survey.defence[u] for us in stacks.values() for u in us)
            for stacks in (survey.own_stacks, survey.enemy_stacks)
        ]
        return power[0] / max(1, power[1])

    def radius(self) -> float:
        """Return the Allied line's distance from beachheads and ports, from the number of units
        in it.
        """
        survey = self.survey
        stacks, divisions = survey.own_stacks.values(), survey.world.is_division
        width = 1.5 + sum(divisions[u] for us in stacks for u in us) / 5
        return width * _WIDTH.get(self.intent, 1.0)

    def inside(self) -> list[int]:
        """Return each hex's distance from the Allied beachheads and port hexes."""
        ports = self._port_hexes()
        held = [h for h in ports if self.survey.st.control[h]]
        return self.survey.distances([*self.beaches, *held] or ports)

    def exposure(self) -> list[float]:
        """Return the risk of a unit that attacks from each hex far out.

        The Allies are cut off if they run ahead of their line, unless the enemy is beaten.
        """
        size = self.survey.world.size
        if self.survey.side != ALLIED or self.ratio > BOLD or self.killed:
            return [0.0] * size
        slack = self.radius() + SLACK
        return [EXPOSED * max(0.0, each - slack) for each in self.inside()]

    def softest(self) -> int:
        """Return the weakest beachhead, or the next weakest if the intent says so."""
        survey = self.survey
        held = survey.own_stacks if survey.side == ALLIED else survey.enemy_stacks
        ranked = sorted(self.beaches, key=lambda h: sum(survey.defence[u] for u in held.get(h, ())))
        return ranked[min(_BEACH.get(self.intent, 0), len(ranked) - 1)]

    def runners(self, spare: int) -> int:
        """Return the number of spare Allied units that go to the edge this turn."""
        if self.killed:
            return spare
        if self.intent in (RUN, STAY):
            return spare // 2 if self.intent == RUN else 0
        if not self.late:
            return 0
        if self.last:
            return spare if self.ratio > BOLD else max(2, spare // 3)
        return spare // 2 if self.ratio > BOLD else 0

    def ground(self) -> list[float]:
        """Return the value of taking each hex from the enemy in a battle."""
        return self._allied_ground() if self.survey.side == ALLIED else self._german_ground()

    def _allied_ground(self) -> list[float]:
        survey = self.survey
        st, world = survey.st, survey.world
        found = [0.5] * world.size
        near_keys = survey.distances([*self.beaches, *self._port_hexes()])
        for h in range(world.size):
            if near_keys[h] <= 2:
                found[h] += 3.0 - near_keys[h]
        for port, hexes in enumerate(world.ports):
            if not st.holds_port(port):
                for h in hexes:
                    found[h] += PORT_HEX
        if self.late:
            for h in edge_belt(world):
                found[h] += 5.0
        return found

    def _german_ground(self) -> list[float]:
        st, world = self.survey.st, self.survey.world
        found = [0.5] * world.size
        prize = FIRST_BEACHHEAD
        if self.killed:
            prize = NEXT_BEACHHEAD if self.is_hard and self.killed < ENOUGH else LAST_BEACHHEADS
        for h in self.beaches:
            found[h] += prize
            for n in world.near(h):
                found[n] += 3.0
        for hexes in world.ports:
            lost = all(st.control[h] for h in hexes)
            for h in hexes:
                found[h] += PORT_HEX if lost else 4.0
        if self.late:
            for h in self.at_edge:
                found[h] += EDGE_AT_LAST if self.last else 8.0
        return found

    def _port_hexes(self) -> list[int]:
        return [h for hexes in self.survey.world.ports for h in hexes]

    # Who must stand where ----------------------------------------------------------------

    def guards(self, *, links: bool = True) -> list[Guard]:
        """Return the hexes that must keep a guard, the most important first.

        `links` adds the ways between ports and beachheads, which only a thorough staff considers.
        """
        if self.survey.side == ALLIED:
            return self._allied_guards(links=links)
        return self._german_guards()

    def keys(self) -> list[int]:
        """Return the hexes that must not fall."""
        st, world = self.survey.st, self.survey.world
        if self.survey.side == ALLIED:
            if self.killed:
                return []
            return [*self.beaches, *(h for port in self.ports_held for h in world.ports[port])]
        return [h for hexes in world.ports for h in hexes if not st.control[h]]

    def _allied_guards(self, *, links: bool) -> list[Guard]:
        survey = self.survey
        if self.killed:
            return []  # nothing is left to hold, so only the edge counts
        found = [Guard(h, 0.0) for h in self.beaches]
        ports = [h for hexes in survey.world.ports for h in hexes]
        free = [h for h in ports if not survey.st.control[h] and h not in survey.enemy_stacks]
        found += [Guard(h, 0.0) for h in free]
        if links and survey.st.turn >= LINKED:
            posted = {guard.hex for guard in found}
            ways = [h for h in self.chain() if h not in posted and survey.pressure(h)]
            found += [Guard(h, 0.3) for h in ways]
        return found

    def chain(self) -> list[int]:
        """Return the hexes by which beachheads and ports are joined overland (14.1)."""
        survey, world = self.survey, self.survey.world
        wanted = [*self.beaches, *(world.ports[port][0] for port in self.ports_held)]
        if not wanted:
            return []
        joined = {wanted.pop(0)}
        grid, work = world.grid, world.scratch.work
        zone = survey.st.zone(ALLIED)
        field = bytes(flags & BLOCKED for flags in zone)
        while wanted:
            goal, start = min(
                ((a, b) for a in wanted for b in sorted(joined)),
                key=lambda pair: grid.distance(*pair),
            )
            wanted.remove(goal)
            work.path(world.mobility, start, goal, field, NO_LIMIT)
            joined.update(work.path_to(goal))
        return sorted(joined)

    def _german_guards(self) -> list[Guard]:
        survey = self.survey
        st, world = survey.st, survey.world
        # An open beachhead is entered before anything else.
        found = [Guard(h, 0.0) for h in self.beaches if h not in survey.enemy_stacks]
        for hexes in world.ports:
            ours = [h for h in hexes if not st.control[h]]
            manned = [h for h in ours if h in survey.own_stacks]
            ours.sort(key=lambda h: (h not in manned, survey.pressure(h)))
            # A garrison always stays: a unit that walks four hexes is of no use elsewhere.
            wanted = [h for h in ours if survey.pressure(h)][:2] or manned[:1]
            found += [Guard(h, 1.0) for h in wanted]
        return found


def edge_contacts(survey: Survey) -> list[int]:
    """Return the hexes of Allied units on the victory edges, in person or by their zone (14.2)."""
    st, world = survey.st, survey.world
    zone = set(world.german_zone)
    places = {st.loc[u] for u in world.allied if st.loc[u] >= 0}
    return sorted(h for h in places if h in zone or not zone.isdisjoint(world.near(h)))


@cache
def edge_belt(world: World) -> tuple[int, ...]:
    """Return the hexes from which an Allied unit is on the edge, in person or by its zone."""
    edge = frozenset(world.german_zone)
    return tuple(h for h in world.grid if h in edge or not edge.isdisjoint(world.near(h)))
