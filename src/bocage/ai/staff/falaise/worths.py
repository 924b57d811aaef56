"""The value of an assault's results for either side, in Victory Points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.ai.staff.falaise.assaults import NOWHERE, exits
from bocage.ai.staff.falaise.relief import relief
from bocage.ai.staff.falaise.routs import Rout
from bocage.games.falaise.board.position import DISRUPTED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s09_disruption import factor
from bocage.games.falaise.s10_results import spares

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.outlook import Outlook
    from bocage.ai.staff.falaise.race import Race
    from bocage.games.falaise.board.position import Position

STEP: Final = 1.0
"""The point for an Allied step, besides its use for the rest of the game (3.3)."""
ALLIED_WEAR: Final = 0.25
"""The value of an Allied step beyond the point."""
FIRST_STEP: Final = 0.45
"""The value of the first of two German steps, as a share of the unit."""
OWN_STEP: Final = 0.15
"""The price of that step for the Germans themselves, who fight with the unit."""
SHAKEN: Final = 0.12
"""The value of disrupting a German, as a share of the unit."""
PUSHED: Final = 0.0
"""The extra value of a German retreat: they lose their place."""
GROUND: Final = 0.6
GROUND_SHARE: Final = 0.06
"""The value of taking a hex: a share of the value of the ways that it bars, with a maximum."""
TOWN: Final = 7.0
"""The value of Argentan: 5 or 10 points if it is held at the end."""


NOTHING: Final[Mapping[int, Any]] = MappingProxyType({})


class Worths(NamedTuple):
    """A staff's values for units and places."""

    outlook: Outlook
    race: Race | None = None
    """For a unit that is about to move, the race without that unit."""
    under_way: Mapping[int, Sequence[float]] = NOTHING
    """The flow through each hex, by the turns until the unit arrives."""
    lines: Mapping[int, float] = NOTHING
    """The weighted points that depend on each hex of the German lines."""
    chase: Sequence[int] = ()
    """Each hex's distance from the nearest German."""

    @property
    def bars(self) -> list[float]:
        """Return, by hex, the value of the ways out that an Allied unit there would bar."""
        return self.outlook.bars

    def unit(self, u: int) -> float:
        """Return the value of a German unit."""
        return self.outlook.worth.get(u, 0.0)

    def step_of(self, st: Position, units: Sequence[int]) -> float:
        """Return the value of the cheapest step that these Germans can lose."""
        return min(self.step(st, u) for u in units if not spares(st, u, units))

    def step(self, st: Position, u: int) -> float:
        """Return the value of the next step of a German unit."""
        whole = self.unit(u)
        return whole if st.steps[u] == 1 else FIRST_STEP * whole

    def price(self, st: Position, u: int) -> float:
        """Return the price of a unit's next step for the Germans themselves.

        A unit that has another step still scores its points if it escapes (3.3).
        """
        return self.unit(u) * (1.0 if st.steps[u] == 1 else OWN_STEP)

    def results(
        self,
        st: Position,
        h: int,
        force: Sequence[int],
        seat: int,
        *,
        mech: bool,
        moves: Mapping[int, int] = NOWHERE,
    ) -> dict[str, float]:
        """Return the value of each result of an assault on a hex for the attacker.

        `moves` has the planned hexes of attackers that have not arrived yet.
        """
        if seat == ALLIED:
            return self._by_allies(st, h, moves, mech=mech)
        return self._by_germans(st, h, force)

    def _by_allies(
        self, st: Position, h: int, moves: Mapping[int, int], *, mech: bool
    ) -> dict[str, float]:
        units = st.at(h, GERMAN)
        total = sum(self.unit(u) for u in units)
        # The hex itself: an Allied unit in it bars all that passes there.
        place = min(GROUND, GROUND_SHARE * self.bars[h])
        if h == st.world.ground.argentan:
            place += TOWN
        retreat = self.retreat(st, h, moves)
        step = self.step_of(st, units)
        cost = STEP + ALLIED_WEAR
        alone = len(units) == 1 and st.steps[units[0]] == 1
        if alone:
            hurt = total
        elif mech and any(st.marks[u] & DISRUPTED for u in units):
            hurt = max(step, sum(self.unit(u) for u in units if st.marks[u] & DISRUPTED))
        else:
            hurt = step + SHAKEN * (total - step)
        cleared = place if alone else 0.0
        return {
            "AL1": -cost,
            "C": 0.0,
            "DR": retreat + place,
            "BL1": step - cost + cleared,
            "DL1": hurt + cleared,
            "DE": total + place,
        }

    def retreat(self, st: Position, h: int, moves: Mapping[int, int] = NOWHERE) -> float:
        """Return the value of a German stack's retreat for the Allies."""
        saved_at, routs = self.outlook.saved_at, self.outlook.routs
        key = (h, st.loc.tobytes(), bytes(st.marks), bytes(st.steps))
        rout = routs.get(key)
        if rout is None:
            low = st.world.tables.disrupted

            def worth(u: int, n: int, shaken: bool) -> float:
                return saved_at(u, n, low if shaken else 0)

            rout = routs[key] = Rout(st, h, worth)
        return PUSHED + sum(saved_at(u, h) - kept for u, kept in rout.kept(moves).items())

    def _by_germans(self, st: Position, h: int, force: Sequence[int]) -> dict[str, float]:
        units = st.at(h, ALLIED)
        world = st.world
        own = min(self.price(st, u) for u in force if not spares(st, u, force))
        steps = sum(st.steps[u] for u in units)
        strength = sum(factor(st, u) for u in units)
        place = relief(self.outlook, h)
        if h == world.ground.argentan:
            place += TOWN
        free, watched = exits(st, h, ALLIED)
        retreat = place if free or watched else place + steps * STEP
        step = STEP + ALLIED_WEAR
        alone = steps == 1
        return {
            "AL1": -own,
            "C": 0.0,
            "DR": retreat + 0.1,
            "BL1": step - own + (place if alone else 0.0),
            "DL1": step + 0.05 * strength + (place if alone else 0.0),
            "DE": steps * step + place,
        }
