"""Lines that move units in The Pocket at Falaise: marches, stacks, exits, cover."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.engine import play
from bocage.engine.actions import Action, NotationError, first
from bocage.engine.frames import Ask
from bocage.games.falaise import verbs as v
from bocage.games.falaise.marching import Cover, Marching
from bocage.games.falaise.movement import MoveRound, may_move, partner
from bocage.games.falaise.moving import Moving
from bocage.games.falaise.quiet_way import quieter
from bocage.games.falaise.rounds import ChooseRound, Helpers
from bocage.games.notation import Errand, Notation, Part, expect

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

MOVE: Final = "move"
_MOVE: Final = "move UNIT HEX, or move UNIT HEX-HEX-HEX"


class MoveLines(Notation):
    """The lines of movement."""

    def move_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Units to a hex, or hex by hex; two of one hex go as a stack."""
        choosing = bool(st.stack) and isinstance(st.stack[-1], ChooseRound)
        if len(tokens) > 1 and tokens[-1].casefold() == v.EXIT.word and not choosing:
            return self.exit_line(st, seat, tokens[:-1])
        if choosing and not tokens:
            return [v.ROUND(v.MOVE_ROUND)]
        if choosing:
            before = [v.ROUND(v.MOVE_ROUND)]
            _, trial = self.after(st, before)
            if isinstance(trial.stack[-1], Helpers):
                raise NotationError("", "choose the round first by 'move': helpers can be named")
            return [*before, *self.move_line(trial, seat, tokens)]
        named, way = self.units_and_way(tokens)
        top = st.stack[-1] if st.stack else None
        if isinstance(top, Moving) and not named:
            return self._on(st, top, way)
        if named:
            units = self.naming.units(st, seat, named)
        else:
            expect(way, _MOVE)
            units = self._movable(st, seat, way[0])
            way = way[1:] if len(tokens) == 2 else way  # `move 0425 0421`: from, to
        found: list[Action] = []
        for group in _together(st, units):
            found += self._one_move(st, seat, group, way)
        return found

    def _movable(self, st: Position, seat: int, h: int) -> list[int]:
        """Everybody in a hex who may move; if nobody may, everybody, for the rules to say why."""
        there = st.at(h, seat)
        if not there:
            number = st.world.grid.numbers[h]
            raise NotationError(number, f"no unit of yours is in {number}")
        return [u for u in there if may_move(st, u)] or list(there)

    def _one_move(
        self, st: Position, seat: int, units: tuple[int, ...], way: list[int]
    ) -> list[Action]:
        u = units[0]
        start = v.SELECT(u) if len(units) == 1 else v.STACK(u)
        expect(way, _MOVE)
        if self.naming.named[u].side != seat or st.loc[u] < 0:
            return [start, v.GO(way[-1])]  # for the rules to say why not
        return self._along(st, [start], u, way)

    def _on(self, st: Position, top: Moving, way: list[int]) -> list[Action]:
        """Units that are under way go on."""
        expect(way, "go HEX, or go HEX-HEX-HEX")
        return self._along(st, [], top.units[0], way)

    def _along(self, st: Position, before: list[Action], u: int, way: list[int]) -> list[Action]:
        """Units by the way that is named, or by the best to its end."""
        here, near = st.loc[u], st.world.grid.are_neighbours
        steps = way[1:] if way[0] == here else way
        if not steps:
            return [*before, v.STAY()]
        if len(way) > 1 and way[0] != here and (here in way or not near(here, way[0])):
            name, where = self.naming.named[u].id, st.world.grid.numbers[here]
            raise NotationError("", f"{name} is at {where}, so its path begins there")
        if len(steps) == 1 and (len(way) == 1 or not near(here, steps[0])):
            return self._going(st, before, steps[0])
        return self._with_stay(st, u, [*before, *(v.STEP(h) for h in steps)])

    def _going(self, st: Position, before: list[Action], h: int) -> list[Action]:
        """To a hex by the cheapest way, or by the one step that is always free (7.2.1)."""
        _, trial = self.after(st, before)
        top = trial.stack[-1]
        if not isinstance(top, Moving):
            return [*before, v.GO(h)]
        if top.check(trial, v.GO(h)):
            # `go HEX` alone is what the rules make of it; who sets out takes the quietest way.
            if before and (way := quieter(trial, top, h)):
                return self._with_stay(st, top.units[0], [*before, *(v.STEP(n) for n in way)])
            return [*before, v.GO(h)]
        alone = top.check(trial, v.STEP(h))
        return (
            self._with_stay(st, top.units[0], [*before, v.STEP(h)]) if alone else [*before, v.GO(h)]
        )

    def go_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Units that are under way go to a hex, or hex by hex."""
        hexes = self.naming.path(tokens)
        expect(hexes, "go HEX")
        top = st.stack[-1] if st.stack else None
        return self._on(st, top, hexes) if isinstance(top, Moving) else [v.GO(hexes[0])]

    def _with_stay(self, st: Position, u: int, actions: list[Action]) -> list[Action]:
        """The same with *stay* at the end, if the units could still go on.

        Raises:
            NotationError: their points are used up before the end, or hexes of a path that the
                enemy will interrupt are not next to one another.
        """
        done, trial = self.after(st, actions)
        top = trial.stack[-1]
        way = [first(each) for each in done if each >> 32 == v.STEP.number]
        if isinstance(top, MoveRound) and len(way) > 1 and trial.loc[u] == way[-2] != way[-1]:
            names = [st.world.grid.numbers[h] for h in way]
            said = f"the points are used up in {names[-2]}, before {names[-1]}"
            raise NotationError("-".join(names), said)
        goes_on = done == actions and isinstance(top, Moving)
        # Where the enemy is asked on the way they may have points left at its end all the same.
        asked = not isinstance(top, Moving | MoveRound)
        if asked:
            _is_joined(st, u, actions)
        return [*actions, v.STAY()] if goes_on or asked else actions

    def until_asked(self, st: Position, actions: Sequence[Action]) -> tuple[list[Action], Position]:
        """The actions up to where the other side is asked, a die is rolled, or whoever writes
        the line must first say whether a friend covers (6.3); and the position then."""
        done, trial = self.after(st, actions)
        covering = bool(trial.stack) and isinstance(trial.stack[-1], Cover)
        if covering and len(done) > 1 and done[-1] >> 32 not in Cover.takes:
            done.pop()
        return done, trial

    # Lines that are interrupted ---------------------------------------------------------------

    def interrupted(self, st: Position, seat: int, line: str) -> Errand | None:
        """What is left of a line where the enemy may fire at units under way."""
        found = self.whole(st, seat, line)
        done, trial = self.until_asked(st, found)
        marching = [each for each in trial.stack if isinstance(each, Marching)]
        rest = found[len(done) :]
        return Errand(seat, marching[-1].units, tuple(rest)) if rest and marching else None

    def onward(self, st: Position, errand: Errand) -> Part | None:
        """The rest of a path, if its units are still under way."""
        top = st.stack[-1] if st.stack else None
        if isinstance(top, Moving) and top.units == errand.units:
            return self._part(st, errand)
        waits = any(isinstance(each, Marching) and each.units == errand.units for each in st.stack)
        return None if waits else Part((), ())

    def _part(self, st: Position, errand: Errand) -> Part:
        """As much as can be done before another is asked; nobody stays whose points are gone."""
        trial, done = st.copy(), list[Action]()
        for i, action in enumerate(errand.rest):
            top = trial.stack[-1] if trial.stack else None
            if not isinstance(top, Ask) or top.seat != errand.seat:
                return Part(tuple(done), errand.rest[i:])
            if action == v.STAY() and not isinstance(top, Moving):
                continue
            done.append(action)
            if not play.check(trial, self.grammar, errand.seat, action):
                break  # it is for the rules to say why
            play.apply(trial, errand.seat, action)
        return Part(tuple(done), ())

    # Stacks, exits, cover --------------------------------------------------------------------

    def stack_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """A stack sets out, under the name of either unit."""
        expect(tokens, "stack UNIT, or stack HEX")
        u = min(self.naming.units(st, seat, tokens))
        other = partner(st, u) if st.loc[u] >= 0 else None
        return [v.STACK(u if other is None else min(u, other))]

    def exit_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Over the south edge: now, or by the hex of the edge that is named."""
        if not tokens:
            return [v.EXIT()]
        way: list[int] = []
        if len(tokens) > 1 and self.naming.is_hex(tokens[-1]):
            way = [self.naming.hex(tokens.pop())]
        units = _together(st, self.naming.units(st, seat, tokens))
        expect(len(units) == 1, "exit UNIT, or exit UNIT HEX")
        start = v.SELECT(units[0][0]) if len(units[0]) == 1 else v.STACK(units[0][0])
        if not way:
            return [start, v.EXIT()]
        _, trial = self.after(st, [start])
        top = trial.stack[-1]
        steps = top.way(trial, way[0])[0][1:] if isinstance(top, Moving) else []
        if not steps:
            return [start, v.GO(way[0])]  # for the rules to say why it cannot come there
        return [start, *(v.STEP(h) for h in steps), v.EXIT()]

    def cover_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """The friend that could, or the one that is named."""
        top = st.stack[-1] if st.stack else None
        if not tokens and isinstance(top, Cover):
            return [v.COVER(top.friend)]
        return self.units(v.COVER)(st, seat, tokens)


def _is_joined(st: Position, u: int, actions: Sequence[Action]) -> None:
    """Whether each hex of a path is next to the one before; what comes after a shot is looked
    at before it.

    Raises:
        NotationError: one is not.
    """
    way = [st.loc[u], *(first(each) for each in actions if each >> 32 == v.STEP.number)]
    numbers = st.world.grid.numbers
    for here, there in pairwise(way):
        if not st.world.grid.are_neighbours(here, there):
            raise NotationError("", f"{numbers[there]} is not next to {numbers[here]}")


def _together(st: Position, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Units that are named together: two of one hex move as a stack, others one by one."""
    by_hex: dict[int, list[int]] = {}
    for u in units:
        by_hex.setdefault(st.loc[u], []).append(u)
    found: list[tuple[int, ...]] = []
    for h, there in by_hex.items():
        free = [u for u in there if may_move(st, u)]
        if h >= 0 and len(free) == 2 == len(there):
            found.append(tuple(sorted(there)))
        else:
            found += [(u,) for u in there]
    return found
