"""13.0 Set-up: the Germans in their printed hexes, the Allied Beachhead Markers, and the decisions
before turn 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, frame
from bocage.engine.play import ORDER
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.position import ASIDE, CUP, POOL, Position
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.options import (
    BARREL,
    FREE_GARRISONS,
    HIDDEN_DIRECTIVE,
    MARKERS,
    OPEN_STRATEGY,
    PORT_HEX_CONTROL,
    RESTORED,
    SECTORS,
    SHIFTED_SECTORS,
    WEST_ALONE,
)
from bocage.games.roundup.pieces.units import ALLIED, CUPS, GERMAN, is_restored
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s05_sequence import GameTurn, StrategyDraw
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import SecretDraw
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison, garrisons
from bocage.games.roundup.s15_optional.s15_17_shifted_sectors import ChooseSectors
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import BEACHHEAD

if TYPE_CHECKING:
    from bocage.engine.frames import Frame
    from bocage.games.roundup.board.world import World


LANDING_PLANS: Final[Mapping[str, tuple[str, tuple[str, str, str, str]]]] = {
    "hardelot": ("Hardelot to the Canche", ("2723", "2824", "3024", "3223")),
    "gris-nez": ("Sangatte to Cap Gris-Nez", ("1821", "2023", "1619", "1719")),
    "boulogne": ("Both sides of Boulogne", ("2723", "2824", "2023", "2223")),
    "dunkirk": ("Dunkirk to Calais", ("1516", "1619", "1205", "1308")),
    "malo": ("The Malo dunes", ("1203", "1205", "1102", "1308")),
}
"""Landing plans to begin with: title, and the hexes of the two US and two UK markers."""

FIRST_WAVE: Final = (("US11", "US15"), ("US01", "US16"), ("UK06", "UK26"), ("UK05", "UK23"))
"""A first wave to begin with, a full stack for each Beachhead Marker: the strongest divisions,
each with the best brigade of its nation."""


def first_wave_lines(st: Position) -> list[str]:
    """Return the lines that land the first wave where the Beachhead Markers lie (10.8).

    Units that are not in England, or not in somebody's own counters, are left out.
    """
    names, numbers = st.world.unit_names.written, st.world.grid.numbers
    found: list[str] = []
    for wave, h in zip(FIRST_WAVE, st.beachheads, strict=True):
        units = [name for name in wave if name in names and st.loc[names.index(name)] == POOL]
        if units and h >= 0:
            found.append(f"land {'+'.join(units)} {numbers[h]}")
    return found


_ITALY: Final = CUPS.index("ITALY")


def first_position(world: World, switches: int) -> Position:
    """Return the position before the first decision (13.2, reading 10)."""
    if switches & BARREL:
        world = world.scraped
    elif switches & RESTORED:
        world = world.restored
    st = Position.empty(world, switches)
    for u, unit in enumerate(world.units):
        if u in world.spare:
            st.place(u, ASIDE)
        elif unit.side == "allied":
            st.place(u, POOL)
        elif switches & WEST_ALONE and is_restored(unit) and world.cup[u] == _ITALY:
            st.place(u, ASIDE)
        elif unit.entry.isdigit():
            st.place(u, world.grid.hex(unit.entry))
        else:
            st.place(u, CUP if world.cup[u] is not None else ASIDE)
    if switches & PORT_HEX_CONTROL:
        for port, hexes in enumerate(world.ports):
            st.optional[MARKERS + port] = (1 << len(hexes)) - 1
    return st


@frame
class PlaceBeachhead(Ask):
    """13.4: four markers on clear coastal hexes, one a hex."""

    seat: int
    marker: int
    rule = R("13.4")
    takes = numbers(BEACHHEAD)
    phase = "Set-up"

    def legal(self, st: Position) -> Sequence[Action]:
        taken = set(st.beachheads)
        germans = {st.loc[u] for u in st.world.german}
        return [
            BEACHHEAD(self.marker, h)
            for h in st.world.beaches
            if h not in taken and h not in germans
        ]

    def check(self, st: Position, action: Action) -> Ruling:
        marker, h = first(action), second(action)
        about = {"marker": marker, "hex": h}
        start = "{marker:beachhead} can't be at {hex:hex}: "
        if marker != self.marker:
            if marker < self.marker:
                words = start + "it is at {there:hex} already"
                return refuse(self.rule, words, there=st.beachheads[marker], **about)
            words = start + "{asked:beachhead} comes first. Name both in one line, in any order"
            return refuse(ORDER, words, asked=self.marker, **about)
        if not st.world.beach[h]:
            words = "the hex is not clear" if st.world.coastal[h] else "the hex is not on the coast"
            return refuse(R("13.4.a"), start + words, **about)
        if h in st.beachheads:
            there = list(st.beachheads).index(h)
            return refuse(R("13.4.b"), start + "{other:beachhead} is there", other=there, **about)
        if st.occupants(h):
            enemy = st.occupants(h)
            return refuse(R("reading 4"), start + "it holds {enemy:unit}", enemy=enemy, **about)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        h = second(action)
        st.set_beachhead(self.marker, h)
        if st.events is not None:
            beside = any(each in st.beachheads for each in st.world.near(h))
            rule = R("13.4.c") if beside else R("13.4.a")
            if not st.optional[SECTORS]:  # 15.17 gives one nation three
                rule = rule.read(R("reading 5"))
            if st.in_enemy_zone(h, ALLIED):
                rule = rule.read(R("reading 4"))
            st.events.append(told.BeachheadPlaced(self.marker, h, rule))
        if self.marker + 1 < len(BEACHHEADS):
            st.swap(PlaceBeachhead(ALLIED, self.marker + 1))
        else:
            st.pop()

    def prompt(self, st: Position) -> Words:
        clicked = "Click clear coast to place {marker:beachhead}"
        return Words("Place {marker:beachhead} on clear coast", {"marker": self.marker}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to place their beachheads")


# Before turn 1 -----------------------------------------------------------------------------


def first_frames(st: Position) -> tuple[Frame, ...]:
    """Return the stack of a new game: the German sets up first (13.2), then the Allies (13.4)."""
    found: list[Frame] = [GameTurn(0), PlaceBeachhead(ALLIED, 0)]
    if st.switches & SHIFTED_SECTORS:
        found.append(ChooseSectors(ALLIED))
    if st.switches & FREE_GARRISONS and (units := garrisons(st.world)):
        found.append(PlaceGarrison(GERMAN, units[0]))
    if st.switches & OPEN_STRATEGY:
        found.append(StrategyDraw())
    if st.switches & HIDDEN_DIRECTIVE:
        found.append(SecretDraw())
    return tuple(found)
