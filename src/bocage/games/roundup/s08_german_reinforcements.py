"""8.5 German reinforcements: a die for each container, units drawn blindly, placed on an edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.position import CUP, DEAD, HAND
from bocage.games.roundup.options import SECRET
from bocage.games.roundup.pieces.units import ALLIED, CUPS, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import Stacks, room, stacking, stacks_of
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import russia_rolled
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import DRAW, ENTER
from bocage.hexes.kernels import BLOCKED, units_at

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

PHASE: Final = "Reinforcement Phase"
WITH_RUSSIA: Final = (3, 4)
"""13.3: the strategies that bring the Russian Front units."""

CUP_NAMES: Final = ("Turn 1", "Turn 2", "Italy", "Russia")
CUP_RULES: Final[tuple[Rule, ...]] = (R("8.5.1.a"), R("8.5.1.b"), R("8.5.2.a"), R("8.5.3.a"))
"""By which sentence each container brings units."""
EDGE_RULES: Final[tuple[Rule, ...]] = (
    R("8.5.1.a").read(R("reading 7")),
    R("8.5.1.b").read(R("reading 7")),
    R("8.5.2.b"),
    R("8.5.3.b"),
)
"""By which sentence its units come by their edge."""


def left_in_cup(st: Position, cup: int) -> list[int]:
    """Return the units still in a container."""
    cups, own = st.world.cup, st.world.german
    return [u for u in units_at(st.loc, own.start, own.stop, CUP) if cups[u] == cup]


def is_open(st: Position, cup: int) -> bool:
    """Return whether a container is rolled for this turn (8.5.1 to 8.5.3, 13.3)."""
    if CUPS[cup] == "2" and st.turn == 1:
        return False
    if CUPS[cup] == "RUSSIA" and st.strategy not in WITH_RUSSIA:
        return False
    return bool(left_in_cup(st, cup))


@frame
class Containers(Step):
    """8.5: rolls for, draws from and places each container in order."""

    next: int
    rule = R("8.5")
    phase = PHASE

    def run(self, st: Position) -> None:
        if self.next == len(CUPS):
            st.pop()
            return
        st.swap(Containers(self.next + 1))
        if CUPS[self.next] == "RUSSIA" and st.optional[SECRET]:
            russia_rolled(st, rolled=is_open(st, self.next))
        if is_open(st, self.next):
            st.push(ContainerRoll(self.next))


@frame
class ContainerRoll(Chance):
    """8.5: a die says how many units are picked."""

    cup: int
    rule = R("8.5")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.cup.{CUPS[self.cup]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        count = min(die, len(left_in_cup(st, self.cup)))
        if st.events is not None:
            name = CUP_NAMES[self.cup]
            rule = R("13.3.c") if CUPS[self.cup] == "RUSSIA" else R("8.5.b")
            rule = R("8.5.c") if count < die else rule
            late = CUPS[self.cup] == "1" and st.turn > 1
            rule = rule.read(R("reading 8")) if late else rule
            st.events.append(told.Reinforced(name, die, count, rule))
        st.swap(Draw(self.cup, count))

    def waiting(self, st: Position) -> Words:
        return Words("the die for the {cup} container", {"cup": CUP_NAMES[self.cup]})


@frame
class Draw(Chance):
    """8.5: a unit is picked blindly."""

    cup: int
    count: int
    rule = R("8.5")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.cup.{CUPS[self.cup]}.draw"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return [DRAW(u) for u in left_in_cup(st, self.cup)]

    def apply(self, st: Position, action: Action) -> None:
        u = first(action)
        st.place(u, HAND)
        if st.events is not None:
            rule = CUP_RULES[self.cup]
            second = CUPS[self.cup] == "2" and st.world.edge[u] == "E"
            st.events.append(told.Drawn(u, rule.read(R("reading 6")) if second else rule))
        st.swap(Draw(self.cup, self.count - 1) if self.count > 1 else Entry(self.cup))

    def waiting(self, st: Position) -> Words:
        return Words("the draw from the {cup} container", {"cup": CUP_NAMES[self.cup]})


@frame
class Entry(Step):
    """8.5: the units picked enter now; those that can't are eliminated."""

    cup: int
    rule = R("8.5")
    phase = PHASE

    def run(self, st: Position) -> None:
        hand = drawn(st)
        if not hand:
            st.pop()
            return
        stacks = stacks_of(st, GERMAN)
        if any(True for u in hand for _ in entry_hexes(st, u, stacks)):
            st.push(PlaceReinforcement(GERMAN, self.cup))
            return
        st.pop()
        for u in hand:
            st.place(u, DEAD)
            st.steps[u] = 0
            if st.events is not None:
                st.events.append(told.Barred(u, R("8.5.g").read(R("reading 45"))))


def drawn(st: Position) -> list[int]:
    """Return the units picked and not yet placed."""
    own = st.world.german
    return units_at(st.loc, own.start, own.stop, HAND)


def entry_hexes(st: Position, u: int, stacks: Stacks) -> Iterator[int]:
    """Yield the hexes of its edge by which a unit may come in now (8.5, 3.5, readings 7 and 43)."""
    world, zone, control = st.world, st.zone(GERMAN), st.control
    heavy = world.is_heavy[u]
    division = world.is_division[u]
    return (
        h
        for h in world.edges[world.edge[u]]
        if not control[h]
        and not zone[h] & BLOCKED
        and not (heavy and world.is_polder[h])
        and (h not in stacks or room(st, stacks[h], GERMAN, 0)[division])
    )


@frame
class PlaceReinforcement(Ask):
    """8.5: the German player places the units picked, on friendly edge hexes."""

    seat: int
    cup: int
    rule = R("8.5.f")
    takes = numbers(ENTER)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        world = st.world
        stacks = stacks_of(st, GERMAN)
        alike: dict[tuple[str, int, int], list[int]] = {}
        found: list[Action] = []
        for u in drawn(st):
            kind = world.edge[u], world.is_division[u], world.is_heavy[u]
            if kind not in alike:
                alike[kind] = list(entry_hexes(st, u, stacks))
            base = ENTER(u)
            found += [base | h for h in alike[kind]]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        u, h = first(action), second(action)
        about = {"unit": u, "hex": h}
        start = "{unit:unit} can't enter at {hex:hex}: "
        if st.loc[u] != HAND:
            words = "it was not picked" if u in st.world.german else "only German units do"
            return refuse(R("8.5.f"), start + words, **about)
        world = st.world
        edge = world.edge[u]
        if h not in world.edges[edge]:
            name = "East" if edge == "E" else "South"
            rule = EDGE_RULES[self.cup]
            return refuse(rule, start + "it enters by the {edge} edge", edge=name, **about)
        if there := st.at(h, ALLIED):
            return refuse(R("3.5.e"), start + "it holds {enemy:unit}", enemy=there, **about)
        if st.control[h]:
            return refuse(R("3.5.e"), start + "the Allies control it", **about)
        if world.is_heavy[u] and world.is_polder[h]:
            return refuse(R("reading 43"), start + "heavy panzers never enter polder", **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        u, h = first(action), second(action)
        arrive(st, u, h)
        if st.events is not None:
            rule = R("8.5.h") if st.in_enemy_zone(h, GERMAN) else EDGE_RULES[self.cup]
            st.events.append(told.Entered(u, h, rule))

    def prompt(self, st: Position) -> Words:
        clicked = "Pick a reinforcement and click where it enters: {hand:unit}"
        return Words("Place reinforcements: {hand:unit}", {"hand": drawn(st)}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to place reinforcements")
