"""Cases with a map: Joe's Bridge, with the units that the case gives and no others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

from bocage.engine.game import Outcome
from bocage.engine.viewers import Viewer
from bocage.engine.words import Words
from bocage.games.opcom.board.position import BLOWN, DUE, GONE, HERE, SAFE, TESTED, Position
from bocage.games.opcom.board.scenario import FOLDERS
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.judge.debrief import facts_of
from bocage.games.opcom.judge.desk import Desk, DeskGame
from bocage.games.opcom.s02_umpiring.hand import act_by_hand
from bocage.games.opcom.s04_sequence import Turn
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s10_reports.release import first_told
from bocage.games.opcom.s12_air.sorties import FLOWN, WAITING
from bocage.rules.judge import CaseError
from bocage.rules.layouts import one_of, whole
from bocage.rules.shape import Field

GIVEN: Final = (
    Field("scenario", "text", "Another scenario than Joe's Bridge: second-lift, malta."),
    Field("lifts", "texts", "Lifts that have not flown yet; the others have."),
    Field("strips", "texts by name", "Who holds an airstrip: allied, axis or nobody."),
    Field("turn", "whole", "The turn of Joe's Bridge, 1 to 4; default 1."),
    Field("units", "texts by name", "Where units are: 'Schaft fork; -2 prepared', or 'due'."),
    Field("bridges", "texts by name", "Bridges: intact, tested, safe or blown."),
    Field("stocks", "texts by name", "Ammunition and fuel of units: '7 5'."),
    Field("noted", "texts by name", "Facts of the debrief and the turns in which they were true."),
    Field("acts", "texts", "What Control has changed by hand: 'debrief strike A1 because ...'."),
    Field(
        "modes", "texts by name", "How Control rules, by category of cards: auto, hold, by hand."
    ),
)
"""What a case with a map may give; one of them makes it such a case."""

_BRIDGES: Final = {"intact": 0, "tested": TESTED, "safe": TESTED | SAFE, "blown": TESTED | BLOWN}
_HOLDERS: Final = ("nobody", "allied", "axis")
_MODES: Final = ("auto", "hold", "by hand")


class CaseGame(OpCom):
    """The game, which takes a desk for a position as well."""

    _desk: Final = DeskGame()

    def heading(self, st: Position) -> Words:
        return self._desk.heading(st) if isinstance(st, Desk) else super().heading(st)

    def outcome(self, st: Position) -> Outcome | None:
        return self._desk.outcome(st) if isinstance(st, Desk) else super().outcome(st)

    def faults(self, st: Position) -> list[str]:
        return [] if isinstance(st, Desk) else super().faults(st)

    def view(self, st: Position, viewer: Viewer) -> dict[str, Any]:
        return self._desk.view(st, viewer) if isinstance(st, Desk) else super().view(st, viewer)


@cache
def game_at(scenario: str) -> CaseGame:
    """Return the game in another scenario. Our own games are made once.

    Raises:
        CaseError: no scenario has that name.
    """
    return CaseGame(scenario=one_of("scenario", scenario, tuple(FOLDERS)))


def has_a_map(given: Mapping[str, Any]) -> bool:
    """Return whether a case gives a position on the map."""
    return any(field.name in given for field in GIVEN)


def laid_out(game: OpCom, given: Mapping[str, Any]) -> Position:
    """Return the position that a case gives, before its turn has begun.

    Raises:
        CaseError: it cannot be laid out so.
    """
    world = game.world
    options = cast("Mapping[str, str]", given["options"])
    st = Position.new(world, tuple(sorted(options.items())))
    turn = whole("turn", given.get("turn", 1), 1, world.last_turn)
    st.turn = turn - 1
    st.modes = tuple(
        sorted(
            (name, one_of(f"modes {name}", mode, _MODES))
            for name, mode in given.get("modes", {}).items()
        )
    )
    for unit in world.units:
        st.where[unit.number] = GONE
    for name, said in given.get("units", {}).items():
        _place(st, name, said)
    for name, said in given.get("bridges", {}).items():
        bridge = world.bridge_names.index(name)
        st.bridges[bridge] = _BRIDGES[one_of(f"bridges {name}", said, tuple(_BRIDGES))]
    _air(st, given)
    for name, said in given.get("stocks", {}).items():
        _stock(st, world.unit_names.index(name), said)
    st.chronicle = facts_of(given.get("noted", {}))
    for act in given.get("acts", ()):
        act_by_hand(st, act)
    if turn > 1:
        st.told = first_told(st)
    st.push(Turn())
    return st


def _air(st: Position, given: Mapping[str, Any]) -> None:
    """Set the lifts that are still to fly, and the holders of airstrips."""
    sky = st.world.sky
    kept = [one_of("lifts", each, tuple(sky.lift_number)) for each in given.get("lifts", ())]
    for name, number in sky.lift_number.items():
        st.lifts[number] = WAITING if name in kept else FLOWN
    areas = {strip.area: i for i, strip in enumerate(sky.strips)}
    for name, holder in given.get("strips", {}).items():
        at = areas[one_of("strips", name, tuple(areas))]
        st.strips[at] = _HOLDERS.index(one_of(f"strips {name}", holder, _HOLDERS))


def _place(st: Position, name: str, said: str) -> None:
    unit = st.world.unit_names.index(name)
    if said == "due":
        st.where[unit] = DUE
        return
    place, _, rest = said.partition(";")
    found = Finder(st.world, st.world.units[unit].team, {}).place(place)
    if not found.spots:
        raise CaseError(f"units {name}: there is no place '{place}'.{found.hint}")
    st.place(unit, found.spots[0].point)
    st.where[unit] = HERE
    for word in rest.split():
        if word == "prepared":
            st.prepared[unit] = 1
        elif word.startswith("-") and word[1:].isdigit():
            st.steps[unit] = int(word[1:])
        elif word.startswith("stayed=") and word[7:].isdigit():
            st.stayed[unit] = int(word[7:])
        else:
            raise CaseError(f"units {name}: '{word}' is not prepared, stayed=2 or -2")


def _stock(st: Position, unit: int, said: str) -> None:
    ammo, _, fuel = said.partition(" ")
    if not ammo.isdigit() or not fuel.isdigit():
        raise CaseError(f"stocks '{said}': expected ammunition and fuel, such as '7 5'")
    own = st.world.units[unit].ammo
    st.take(unit, own, 9999)
    st.take(unit, FUEL, 9999)
    st.give(unit, own, int(ammo))
    st.give(unit, FUEL, int(fuel))
