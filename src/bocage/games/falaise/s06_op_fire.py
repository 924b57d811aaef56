"""6.2 to 6.4 Opportunity Fire: who may fire at a moving unit, whether they do, and the die.

The owner of the zone decides, stack by stack; one stack fires at a time. The effect of a hit is
decided where the unit was moving: in a move (`s07_march`) or a retreat (`s10_retreats`).

A standing order answers for a seat with an ordinary action that goes into the log; where it says
nothing the seat is asked. Of several stacks the one with the best chance of a hit fires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.ledger import distribution
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import HIT, DieLedger, clip
from bocage.games.falaise.board.ground import BOCAGE, WOODS
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s09_disruption import best_ter, factor
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES, FIRE, PASS, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


EFFECTS: Final = ("no effect", "halt", "disrupted")
STRONG: Final = 3
"""6.2: Combat Factors that help the fire."""


def firing_units(st: Position, side: int, at: int, into: int) -> tuple[int, ...]:
    """Return the units of a stack whose zone of control reaches into a neighbouring hex (6.1)."""
    world, ground = st.world, st.world.ground
    units = st.at(at, side)
    if not units:
        return ()
    d = 1 << ground.grid.direction(at, into)
    if ground.wet[at] & d:
        return ()
    if ground.trun[at] & d:
        return tuple(u for u in units if not world.armor[u])
    return units


def firing_hexes(st: Position, side: int, into: int) -> list[int]:
    """Return the hexes of a side's stacks that may fire into a hex, in the order of the map."""
    stacks = st.stacks(side)
    near = st.world.ground.near[into]
    return sorted(h for h in near if h in stacks and firing_units(st, side, h, into))


class FireOdds(DieLedger):
    """The ledger of one shot: every modifier of the die with its reason (6.2).

    Readings 53 and 59: the terrain is that of the hex entered; a crest fires down its slopes.
    """

    def __init__(
        self,
        st: Position,
        by: Sequence[int],
        at: Sequence[int],
        came: int,
        into: int,
        breaking: bool,
    ) -> None:
        """`by` fires at the units `at`, which have gone from `came` into the hex `into`."""
        super().__init__(st.world.tables.op_fire_drm)
        self.tables: Final = st.world.tables
        self._ground(st, by, came, into, breaking)
        mine, theirs = best_ter(st, by), best_ter(st, at)
        if theirs > mine:
            words = "moving unit has TER {theirs} against {mine}"
            self.modify("mover_better", R("6.2.higher"), words, theirs=theirs, mine=mine)
        elif theirs < mine:
            words = "moving unit has TER {theirs} against {mine}"
            self.modify("mover_worse", R("6.2.lower"), words, theirs=theirs, mine=mine)
        if st.night:
            self.modify("night", R("6.2.night"), "night")
        if breaking:
            self.modify("breaking_contact", R("6.2.breaking"), "breaking contact")
        strength = sum(factor(st, u) for u in by)
        if strength >= STRONG:
            self.modify("strong", R("6.2.strong"), "{cf} Combat Factors firing", cf=strength)

    def _ground(
        self, st: Position, by: Sequence[int], came: int, into: int, breaking: bool
    ) -> None:
        ground = st.world.ground
        if ground.is_town[into]:
            self.modify("town", R("6.2.town"), "{hex:hex} is a town", hex=into)
        elif ground.terrain[into] == WOODS:
            self.modify("woods", R("6.2.woods"), "{hex:hex} is woods", hex=into)
        elif ground.terrain[into] == BOCAGE:
            self.modify("bocage", R("6.2.bocage"), "{hex:hex} is bocage", hex=into)
        at = st.loc[by[0]]
        target = came if breaking else into
        if not ground.grid.are_neighbours(at, target):
            return
        d = ground.grid.direction(at, target)
        side = 1 << d
        crossed = 0
        if came != into and ground.grid.are_neighbours(came, into):
            crossed = 1 << ground.grid.direction(came, into)
        if not breaking and ground.bridge[at] & side:
            self.modify("bridge", R("6.2.bridge"), "fire over a bridge into {hex:hex}", hex=into)
        elif not breaking and ground.ford[at] & side:
            self.modify("ford", R("6.2.ford"), "fire over a ford into {hex:hex}", hex=into)
        elif ground.bridge[came] & crossed:
            words = "the mover has just crossed a bridge into {hex:hex}"
            self.modify("bridge", R("reading 58"), words, hex=into)
        elif ground.ford[came] & crossed:
            words = "the mover has just crossed a ford into {hex:hex}"
            self.modify("ford", R("reading 58"), words, hex=into)
        if ground.crest[at] and ground.slope[at] & side:
            words = "from the crest {at:hex} down its slope"
            self.modify("crest", R("6.2.crest"), words, at=at)

    def resolve(self, die: int) -> int:
        """Return the effect of a die, 1 to 6 (6.2)."""
        return self.tables.op_fire[clip(die + self.drm) - 1]

    def distribution(self) -> dict[str, Fraction]:
        """Return how likely each effect is."""
        return distribution(EFFECTS[self.resolve(die)] for die in range(1, 7))


@frame
class OpFire(Ask):
    """6.2, reading 54: the enemy of a moving stack decides whether to fire, and with which
    stack.
    """

    seat: int
    units: tuple[int, ...]
    """Under way."""
    came: int
    """The hex they came from."""
    into: int
    """The hex they have entered."""
    breaking: bool
    """6.3: whether it is for breaking contact."""
    rule = R("6.2.d")
    takes = numbers(PASS, FIRE)
    phase = "Op-Fire"

    def legal(self, st: Position) -> Sequence[Action]:
        aim = self.came if self.breaking else self.into
        return [PASS.base, *(FIRE(h) for h in firing_hexes(st, self.seat, aim))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == PASS():
            return OK
        h = first(action)
        aim = self.came if self.breaking else self.into
        start = "{hex:hex} can't fire at {units:unit}: "
        about = {"hex": h, "units": self.units}
        if not st.at(h, self.seat):
            return refuse(self.rule, start + "no unit of yours is there", **about)
        if not st.world.grid.are_neighbours(h, aim):
            return refuse(R("6.0.a"), start + "{aim:hex} is not next to it", aim=aim, **about)
        if not firing_units(st, self.seat, h, aim):
            words = start + "its zone of control does not reach {aim:hex}"
            ground = st.world.ground
            over = ground.trun[h] >> ground.grid.direction(h, aim) & 1
            return refuse(R("6.1.d") if over else R("6.1.b"), words, aim=aim, **about)
        return OK

    def odds(self, st: Position, h: int) -> FireOdds:
        """Return the ledger of a shot from a hex."""
        aim = self.came if self.breaking else self.into
        by = firing_units(st, self.seat, h, aim)
        return FireOdds(st, by, self.units, self.came, self.into, self.breaking)

    def apply(self, st: Position, action: Action) -> None:
        if action == PASS():
            st.pop()
            return
        h = first(action)
        st.swap(OpFireRoll(self.seat, h, self.units, self.came, self.into, self.breaking))

    def prompt(self, st: Position) -> Words:
        what = "breaks contact" if self.breaking else "enters your zone of control"
        return Words(
            "{units:unit} {what} at {hex:hex}: fire with a stack, or pass",
            {"units": self.units, "what": what, "hex": self.into},
            "{units:unit} {what} at {hex:hex}: choose a stack that fires, or do not fire",
        )

    def waiting(self, st: Position) -> Words:
        return Words(
            "{side:side} to decide on Op-Fire at {units:unit} in {hex:hex}",
            {"side": self.seat, "units": self.units, "hex": self.into},
        )


@frame
class OpFireRoll(Chance):
    """6.2: the die."""

    by: int
    hex: int
    units: tuple[int, ...]
    came: int
    into: int
    breaking: bool
    rule = R("6.2.table")
    phase = "Op-Fire"

    def question(self, st: Position) -> str:
        return f"{st.turn}.op-fire.{st.world.grid.numbers[self.into]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        aim = self.came if self.breaking else self.into
        by = firing_units(st, self.by, self.hex, aim)
        odds = FireOdds(st, by, self.units, self.came, self.into, self.breaking)
        effect = odds.resolve(die)
        st.pop()
        under_way: Any = st.stack[-1]
        if st.events is not None:
            drm = f"{odds.drm:+d}"
            rule = R("6.3.c") if self.breaking else under_way.fired
            st.events.append(told.Fired(by, self.units, die, drm, EFFECTS[effect], rule))
        under_way.hit(st, effect)

    def waiting(self, st: Position) -> Words:
        return Words("the die for Op-Fire at {hex:hex}", {"hex": self.into})


# Standing orders ---------------------------------------------------------------------------


def _best(st: Position, top: OpFire, least: int) -> int | None:
    """Return the stack of at least so many factors with the most effect; the first of equals."""
    aim = top.came if top.breaking else top.into

    def strength(h: int) -> int:
        return sum(factor(st, u) for u in firing_units(st, top.seat, h, aim))

    def worth(h: int) -> tuple[int, int]:
        odds = top.odds(st, h)
        effects = [odds.resolve(die) for die in range(1, 7)]
        return effects.count(HIT), sum(effects)

    able = [h for h in firing_hexes(st, top.seat, aim) if strength(h) >= least]
    return max(able, key=worth) if able else None


def always(st: Position) -> Action | None:
    """Fire whenever possible."""
    top = st.stack[-1]
    if not isinstance(top, OpFire):
        return None
    h = _best(st, top, 0)
    return PASS() if h is None else FIRE(h)


def strong(st: Position) -> Action | None:
    """Fire with stacks of three factors or more; otherwise pass."""
    top = st.stack[-1]
    if not isinstance(top, OpFire):
        return None
    h = _best(st, top, STRONG)
    return PASS() if h is None else FIRE(h)


def never(st: Position) -> Action | None:
    """Hold all fire."""
    return PASS() if isinstance(st.stack[-1], OpFire) else None


ORDERS: Final[Mapping[str, Callable[[Position], Action | None]]] = {
    "fire": always,
    "fire-3": strong,
    "hold-fire": never,
}
"""By the name under which a seat leaves them."""
