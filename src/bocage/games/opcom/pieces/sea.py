"""The sea as a record: what changes of convoys, beaches, batteries and fleets."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.records import record


@record
@dataclass(frozen=True, slots=True)
class SeaState:
    """Convoys by their number, beaches by theirs, batteries by theirs; false without convoys."""

    die: int = 0
    """Of today's sea, before the south coast is thought of."""
    due: tuple[int, ...] = ()
    """By convoy: the turn in which it comes to its beach."""
    sailed: tuple[int, ...] = ()
    """By convoy: 1 when its passage is over."""
    beaches: tuple[int, ...] = ()
    """By convoy: where it lands."""
    turned_back: int = 0
    magazines: tuple[int, ...] = ()
    landings: tuple[int, ...] = ()
    """By beach: turns in which somebody has landed there."""
    worked: tuple[int, ...] = ()
    blocked: tuple[int, ...] = ()
    fleets: tuple[int, ...] = ()
    """By fleet: 0 in harbour, 1 at sea, 2 on its way, 3 turned back."""
    zones: tuple[str, ...] = ()
    """By fleet: the sea zone in which it is in this turn."""
    ammo: int = 0
    fuel: int = 0
    """What lies at the base overseas."""
    craters: tuple[str, ...] = ()
    """Airfields whose runways were blown up, by the id of their area."""

    def __bool__(self) -> bool:
        """Return whether the scenario has a sea."""
        return bool(self.due)
