"""15.12 II Parachute Corps: the two German airborne divisions drop, or come late by road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import CLEAR_SKY
from bocage.games.roundup.board.position import ASIDE, DEAD, DROPPED
from bocage.games.roundup.options import PARACHUTE_CORPS, PARACHUTED
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, SET_ASIDE
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import stacking, stacks_of
from bocage.games.roundup.s08_german_reinforcements import entry_hexes
from bocage.games.roundup.s08_reinforcements import enemy_near, why_no_drop_zone
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import DROP, END, ENTER, SCATTER
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

PHASE: Final = "Reinforcement Phase"
FIRST_DROP: Final = 2
LAST_DROP: Final = 6
"""15.12: the turns of a drop; later the divisions come by road."""
RANGE: Final = 8
"""15.12: hexes from a beachhead."""
APART: Final = 3
"""15.12: hexes between the two, at most."""
HELPED: Final = (2, 4)
"""15.12: the strategies that add one to the die."""
SCATTERED_BELOW: Final = 2
INTACT_FROM: Final = 4
"""15.12: the die, modified: 1 scattered, 2 and 3 a step lost, 4 and more intact."""


def waiting_aside(st: Position) -> list[int]:
    """Return the airborne divisions that have neither dropped nor entered."""
    world = st.world
    return [u for u in world.german if st.loc[u] == ASIDE and world.units[u].entry == SET_ASIDE]


def may_drop(st: Position) -> bool:
    """15.12: once, on turns 2 to 6, in clear weather without Allied air superiority."""
    if not st.switches & PARACHUTE_CORPS or st.optional[PARACHUTED]:
        return False
    if not FIRST_DROP <= st.turn <= LAST_DROP or not sky_is_open(st):
        return False
    return bool(waiting_aside(st)) and any(target_is_open(st, h, -1) for h in st.world.grid)


def sky_is_open(st: Position) -> bool:
    """15.12: clear weather, and the Allies do not have air superiority; a tie will do."""
    return st.weather == CLEAR_SKY and st.superiority != ALLIED


def ground_is_open(st: Position, h: int) -> bool:
    """15.12: clear and off the coast, with no unit in it and in no Allied zone of control."""
    return bool(st.world.drop[h]) and is_free(st, h)


def is_free(st: Position, h: int) -> bool:
    """Return whether no unit of either side is there, and no Allied zone of control."""
    return not st.zone(GERMAN)[h] & (BLOCKED | ZONE) and not st.at(h, GERMAN)


def is_near(st: Position, h: int) -> bool:
    """15.12: within eight hexes of a beachhead."""
    distance = st.world.grid.distance
    return any(each >= 0 and distance(each, h) <= RANGE for each in st.beachheads)


def is_together(st: Position, h: int, other: int) -> bool:
    """Return whether a hex is within three hexes of the other division's drop; -1 means none has
    dropped.
    """
    return other < 0 or st.world.grid.distance(other, h) <= APART


def target_is_open(st: Position, h: int, other: int) -> bool:
    """Return whether a division may jump over a hex (15.12)."""
    return ground_is_open(st, h) and is_near(st, h) and is_together(st, h, other)


def land_is_over(st: Position) -> None:
    """Let units that dropped move and fight like others, from the German Player Phase on
    (15.12).
    """
    for u in st.world.german:
        st.marks[u] &= ~DROPPED


@frame
class ParachuteDrop(Ask):
    """15.12: the German names a division and the hex over which it jumps, or ends."""

    seat: int
    other: int
    """The place of the other division's drop; -1 if it has not dropped."""
    rule = R("15.12.a")
    takes = numbers(END, DROP)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        hexes = [h for h in st.world.grid if target_is_open(st, h, self.other)]
        return [END(), *(DROP(u, h) for u in waiting_aside(st) for h in hexes)]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u, h = first(action), second(action)
        about = {"unit": u, "hex": h}
        start = "{unit:unit} can't drop at {hex:hex}: "
        if u not in waiting_aside(st):
            return refuse(
                self.rule, start + "it is not one of the airborne divisions set aside", **about
            )
        if not st.world.drop[h]:
            return refuse(R("15.12.b"), start + why_no_drop_zone(st, h), **about)
        if not is_free(st, h):
            if own := st.at(h, GERMAN):
                return refuse(R("15.12.c"), start + "{own:unit} is there", own=own, **about)
            words, more = enemy_near(st, h, GERMAN)
            return refuse(R("15.12.c"), start + words, **more, **about)
        if not is_near(st, h):
            return refuse(R("15.12.d"), start + "no beachhead is within eight hexes", **about)
        if not is_together(st, h, self.other):
            words = start + "the other division dropped at {other:hex}, more than three hexes away"
            return refuse(R("15.12.e"), words, other=self.other, **about)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u, h = first(action), second(action)
        st.optional[PARACHUTED] = st.turn
        if len(waiting_aside(st)) > 1:
            st.swap(ParachuteDrop(self.seat, h))
        else:
            st.pop()
        st.push(DropRoll(u, h))

    def prompt(self, st: Position) -> Words:
        clicked = "Pick a division and click where it drops: {units:unit}, or end"
        return Words("Drop {units:unit}, or end", {"units": waiting_aside(st)}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to drop their airborne divisions")


@frame
class DropRoll(Chance):
    """15.12: how a division comes down."""

    unit: int
    hex: int
    rule = R("15.12.table")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.drop.{st.world.units[self.unit].id}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        face = first(action) + 1
        die = face + (st.strategy in HELPED)
        scattered = die < SCATTERED_BELOW
        hexes = scatter_hexes(st, self.hex) if scattered else [self.hex]
        if st.events is not None:
            how = "intact" if die >= INTACT_FROM else "a step lost"
            how = "a step lost, and scattered" if scattered else how
            rule = R("15.12.f") if die > face else self.rule
            st.events.append(told.Parachuted(self.unit, self.hex, face, how, rule))
        if not hexes:
            st.place(self.unit, DEAD)
            st.steps[self.unit] = 0
            if st.events is not None:
                st.events.append(told.Eliminated(self.unit, self.hex, R("15.12.h")))
        elif scattered:
            st.push(Scatter(ALLIED, self.unit, self.hex))
        else:
            come_down(st, self.unit, self.hex, reduced=die < INTACT_FROM)

    def waiting(self, st: Position) -> Words:
        return Words("the drop of {unit:unit}", {"unit": self.unit})


def come_down(st: Position, u: int, h: int, *, reduced: bool) -> None:
    """A division is on the ground."""
    if reduced:
        st.steps[u] = 1
    arrive(st, u, h)
    st.marks[u] |= DROPPED


def scatter_hexes(st: Position, h: int) -> list[int]:
    """Return the hexes next to the target where a scattered division may come down (15.12)."""
    return [n for n in st.world.near(h) if ground_is_open(st, n)]


@frame
class Scatter(Ask):
    """15.12: the Allied player says where a scattered division comes down."""

    seat: int
    unit: int
    hex: int
    rule = R("15.12.g")
    takes = numbers(SCATTER)
    # It is not a phase of its own: the Allies are asked in the Germans' phase.

    def legal(self, st: Position) -> Sequence[Action]:
        return [SCATTER(self.unit, n) for n in scatter_hexes(st, self.hex)]

    def check(self, st: Position, action: Action) -> Ruling:
        u, h = first(action), second(action)
        if u != self.unit:
            words = "{unit:unit} is not scattered: {asked:unit} is"
            return refuse(self.rule, words, unit=u, asked=self.unit)
        if h not in scatter_hexes(st, self.hex):
            words, more = self._why_not(st, h)
            words = "{unit:unit} can't come down at {hex:hex}: " + words
            return refuse(self.rule, words, unit=u, hex=h, **more)
        return OK

    def _why_not(self, st: Position, h: int) -> tuple[str, dict[str, object]]:
        """Return what keeps a scattered division from a hex, as a template and its fields."""
        if not st.world.grid.are_neighbours(self.hex, h):
            return "it is not next to {target:hex}", {"target": self.hex}
        if not st.world.drop[h]:
            return why_no_drop_zone(st, h), {}
        if own := st.at(h, GERMAN):
            return "{own:unit} is there", {"own": own}
        return enemy_near(st, h, GERMAN)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        u, h = first(action), second(action)
        come_down(st, u, h, reduced=True)
        if st.events is not None:
            st.events.append(told.Scattered(u, h, self.rule))

    def prompt(self, st: Position) -> Words:
        words = "Choose where {unit:unit} comes down, next to {hex:hex}"
        clicked = "Click where {unit:unit} comes down, next to {hex:hex}"
        return Words(words, {"unit": self.unit, "hex": self.hex}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to scatter {unit:unit}", {"unit": self.unit})


# Late, by road ---------------------------------------------------------------------------


def may_march(st: Position) -> bool:
    """Return whether divisions that did not drop may enter by the South edge, from turn 7 on
    (15.12).
    """
    if not st.switches & PARACHUTE_CORPS or st.turn <= LAST_DROP:
        return False
    stacks = stacks_of(st, GERMAN)
    return any(True for u in waiting_aside(st) for _ in entry_hexes(st, u, stacks))


@frame
class ParachutistsEnter(Ask):
    """15.12: they enter as ordinary infantry, or wait."""

    seat: int
    rule = R("15.12.l")
    takes = numbers(END, ENTER)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        stacks = stacks_of(st, GERMAN)
        units = waiting_aside(st)
        return [END(), *(ENTER(u, h) for u in units for h in entry_hexes(st, u, stacks))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u, h = first(action), second(action)
        about = {"unit": u, "hex": h}
        start = "{unit:unit} can't enter at {hex:hex}: "
        if u not in waiting_aside(st):
            return refuse(
                self.rule, start + "it is not one of the airborne divisions set aside", **about
            )
        if h not in st.world.edges["S"]:
            return refuse(self.rule, start + "it enters by the South edge", **about)
        if st.control[h] or st.at(h, ALLIED):
            return refuse(R("3.5.e"), start + "the Allies control it", **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u, h = first(action), second(action)
        arrive(st, u, h)
        if not may_march(st):
            st.pop()
        if st.events is not None:
            st.events.append(told.Entered(u, h, self.rule))

    def prompt(self, st: Position) -> Words:
        words = "Bring in {units:unit} by the South edge, or end"
        clicked = (
            "Pick a division and click where it enters on the South edge: {units:unit}, or end"
        )
        return Words(words, {"units": waiting_aside(st)}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to bring in their airborne divisions")
