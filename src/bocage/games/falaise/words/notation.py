"""Lines of The Pocket at Falaise as a person types them, and the actions that they mean.

`move C-2-4 0425` is *select*, *go*; two units of one hex move as a stack; `attack 0421 with all`
is *attack*, *with*..., *fight*. A line ends where the other side is asked or a die is rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.actions import Action, Kind, NotationError, first, second
from bocage.engine.frames import Ask
from bocage.games.falaise.answers.reach import quieter
from bocage.games.falaise.board.charts import RESULTS
from bocage.games.falaise.pieces.units import SIDES
from bocage.games.falaise.s03_setup import SetUp, placing
from bocage.games.falaise.s04_activation import ChooseRound, Helpers
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s07_march import Cover, Marching
from bocage.games.falaise.s07_movement import MoveRound, Moving, may_move, partner
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import Muster
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.words import verbs as v
from bocage.games.names import Named, Naming, chosen, is_number
from bocage.games.notation import Errand, Notation, Part, expect

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.game import Falaise


# Lines that move units ---------------------------------------------------------------------


MOVE: Final = "move"
_MOVE: Final = "move UNIT HEX, or move UNIT HEX-HEX-HEX"


class MoveLines(Notation):
    """The lines of movement."""

    def move_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Return moves of units to a hex, or hex by hex; two in one hex move as a stack."""
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
        """Return the units in a hex that may move; if none may, all of them, for the rules to
        refuse.
        """
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
        """Move the units under way on."""
        expect(way, "go HEX, or go HEX-HEX-HEX")
        return self._along(st, [], top.units[0], way)

    def _along(self, st: Position, before: list[Action], u: int, way: list[int]) -> list[Action]:
        """Move units by the named way, or by the best way to its end."""
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
        """Move to a hex by the cheapest way, or by the one step that is always free (7.2.1)."""
        _, trial = self.after(st, before)
        top = trial.stack[-1]
        if not isinstance(top, Moving):
            return [*before, v.GO(h)]
        if top.check(trial, v.GO(h)):
            # `go HEX` alone is what the rules make of it; a unit that sets out takes the quietest
            # way.
            if before and (way := quieter(trial, top, h)):
                return self._with_stay(st, top.units[0], [*before, *(v.STEP(n) for n in way)])
            return [*before, v.GO(h)]
        alone = top.check(trial, v.STEP(h))
        return (
            self._with_stay(st, top.units[0], [*before, v.STEP(h)]) if alone else [*before, v.GO(h)]
        )

    def go_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Move the units under way to a hex, or hex by hex."""
        hexes = self.naming.path(tokens)
        expect(hexes, "go HEX")
        top = st.stack[-1] if st.stack else None
        return self._on(st, top, hexes) if isinstance(top, Moving) else [v.GO(hexes[0])]

    def _with_stay(self, st: Position, u: int, actions: list[Action]) -> list[Action]:
        """Return the same with *stay* at the end, if the units could still move.

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
        """Return the actions up to a decision of the other side, a die, or the writer's own choice
        whether a friend covers (6.3); and the position then.
        """
        done, trial = self.after(st, actions)
        covering = bool(trial.stack) and isinstance(trial.stack[-1], Cover)
        if covering and len(done) > 1 and done[-1] >> 32 not in Cover.takes:
            done.pop()
        return done, trial

    # Lines that are interrupted ---------------------------------------------------------------

    def interrupted(self, st: Position, seat: int, line: str) -> Errand | None:
        """Return the rest of a line if the enemy may fire at moving units; or None."""
        found = self.whole(st, seat, line)
        done, trial = self.until_asked(st, found)
        marching = [each for each in trial.stack if isinstance(each, Marching)]
        rest = found[len(done) :]
        return Errand(seat, marching[-1].units, tuple(rest)) if rest and marching else None

    def onward(self, st: Position, errand: Errand) -> Part | None:
        """Return the rest of a path, if its units are still under way."""
        top = st.stack[-1] if st.stack else None
        if isinstance(top, Moving) and top.units == errand.units:
            return self._part(st, errand)
        waits = any(isinstance(each, Marching) and each.units == errand.units for each in st.stack)
        return None if waits else Part((), ())

    def _part(self, st: Position, errand: Errand) -> Part:
        """Return as much as can be done before another is asked; units without points do not
        stay.
        """
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
        """Begin a move of a stack, named by either unit."""
        expect(tokens, "stack UNIT, or stack HEX")
        u = min(self.naming.units(st, seat, tokens))
        other = partner(st, u) if st.loc[u] >= 0 else None
        return [v.STACK(u if other is None else min(u, other))]

    def exit_line(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Leave over the south edge: now, or by the named hex of the edge."""
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
        """Return the friend that could, or the one that is named."""
        top = st.stack[-1] if st.stack else None
        if not tokens and isinstance(top, Cover):
            return [v.COVER(top.friend)]
        return self.units(v.COVER)(st, seat, tokens)


def _is_joined(st: Position, u: int, actions: Sequence[Action]) -> None:
    """Check that each hex of a path is next to the one before; the part after a shot is checked
    before it.

    Raises:
        NotationError: one is not.
    """
    way = [st.loc[u], *(first(each) for each in actions if each >> 32 == v.STEP.number)]
    numbers = st.world.grid.numbers
    for here, there in pairwise(way):
        if not st.world.grid.are_neighbours(here, there):
            raise NotationError("", f"{numbers[there]} is not next to {numbers[here]}")


def _together(st: Position, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Return units that are named together: two in one hex move as a stack, others one by one."""
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


# All lines ---------------------------------------------------------------------------------


SETUP: Final = "setup"
ASSAULT: Final = "assault"
PLAYERS: Final = tuple(kind for kind in v.KINDS if kind.number < v.ROLL.number)
"""The actions of players; the others are for chance."""
_QUIET: Final = (
    *(v.END, v.RELIEVE, v.SUBSTITUTE, v.ACCEPT, v.STAY, v.RISK, v.PASS, v.FIGHT, v.KEEP, v.HOLD),
)
_FIRST_OF: Final = (
    *((v.SELECT, MOVE), (v.GO, "go"), (v.STEP, "go"), (v.PLACE, "place"), (v.ATTACK, "attack")),
    *((v.WITH, "with"), (v.RETREAT, "retreat"), (v.ADVANCE, "advance"), (v.FIRE, "fire")),
)
"""The verbs meant, in this order, by a line with only a unit or a place."""


class FalaiseNotation(MoveLines):
    """Turns lines into actions."""

    def __init__(self, game: Falaise) -> None:
        world = game.world
        named = [
            Named(
                unit.id,
                world.unit_names.say(u),
                (unit.label, unit.id.partition("-")[2]),
                SIDES.index(unit.side),
            )
            for u, unit in enumerate(world.units)
        ]
        super().__init__(game.grammar, Naming(world.pack, named), PLAYERS, _QUIET)
        self.game: Final = game
        self.corps: Final = world.corps_names
        counters = (v.TAKE, v.ATTACH)
        self.makers.update(
            {
                **{kind.word: self.units(kind, lambda u: u) for kind in counters},
                **{
                    kind.word: self.units(kind)
                    for kind in (v.PICK, v.SELECT, v.LOSE, v.REMOVE, v.DISRUPT, v.DROP)
                },
                **{kind.word: self._of_corps(kind) for kind in (v.COUNTER, v.FIRST)},
                MOVE: self.move_line,
                SETUP: self._set_up,
                ASSAULT: self._assault,
                "round": self._round,
                "place": self._place,
                "shell": self._shell,
                "strike": self._one_hex(v.STRIKE),
                "help": self._help,
                "stack": self.stack_line,
                "go": self.go_line,
                "step": self.hexes(v.STEP),
                "exit": self.exit_line,
                "cover": self.cover_line,
                "fire": self._fire,
                "attack": self._attack,
                "with": self._with,
                "change": self._change,
                "retreat": self._retreat,
                "advance": self._advance,
            }
        )

    def longer(self, kinds: Sequence[Kind]) -> tuple[str, ...]:
        """Return a move where units move, an assault where a round is chosen."""
        found = [MOVE] if v.SELECT in kinds or v.GO in kinds or v.ROUND in kinds else []
        if v.SELECT in kinds or v.GO in kinds:
            found.append(v.EXIT.word)
        if v.ROUND in kinds:
            found.append(ASSAULT)
        return tuple(found)

    def preferred(self, kinds: Sequence[Kind]) -> str:
        """Return the word for a line that names only a unit or a place."""
        return next((word for kind, word in _FIRST_OF if kind in kinds), "")

    def is_choice(self, typed: str) -> bool:
        """Return whether a word names a corps or a result."""
        return typed.casefold() in (name.casefold() for name in (*self.corps.written, *RESULTS))

    def is_word(self, typed: str) -> bool:
        """Return whether a word names a corps, a result or a place."""
        return self.is_choice(typed) or self.naming.is_hex(typed)

    # Reading -----------------------------------------------------------------------------

    def cut(self, st: Position, actions: list[Action]) -> list[Action]:
        """Return the actions of a line up to where somebody is asked in between, or a die is
        rolled.
        """
        return self.until_asked(st, actions)[0]

    def corps_named(self, typed: str) -> int:
        """Return a corps by its id, or by the beginning of it.

        Raises:
            NotationError: there is none.
        """
        return chosen(typed, self.corps.written, "corps")

    def _is_corps(self, typed: str) -> bool:
        return typed.casefold() in (name.casefold() for name in self.corps.written)

    # Set-up and entries --------------------------------------------------------------------

    def _set_up(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        plans = self.game.setups.get(seat, {})
        expect(len(tokens) == 1, f"setup and one of {', '.join(plans) or 'none'}")
        name = tuple(plans)[chosen(tokens[0], tuple(plans), "set-up")]
        if not st.stack or not isinstance(st.stack[-1], SetUp):
            raise NotationError("", "the set-up is over, or it is not your turn to set up")
        found = list(placing(st, seat, plans[name]))
        if not found:
            raise NotationError("", "all units of that set-up are placed")
        return found

    def _place(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "place UNIT HEX, or only HEX for the unit you picked up")
        h = self.naming.hex(tokens[-1])
        top: Any = st.stack[-1] if st.stack else None
        if len(tokens) > 1:
            units = self.naming.units(st, seat, tokens[:-1])
        else:
            units = sorted({first(a) for a in play.legal(st, seat) if a >> 32 == v.PLACE.number})
            if len(units) > 1:
                raise NotationError("", "expected place UNIT HEX: several units can be placed")
        if not isinstance(top, SetUp):
            return [v.PLACE(u, h) for u in sorted(units)]
        found: list[Action] = []
        for u in units:
            found += [v.PLACE(u, h)] if u == top.unit and not found else [v.PICK(u), v.PLACE(u, h)]
        return found

    def _of_corps(self, kind: Kind) -> Any:
        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            expect(len(tokens) == 1, f"{kind.word} CORPS, such as {kind.word} 2SS")
            return [kind(self.corps_named(tokens[0]))]

        return make

    # Bombardment ---------------------------------------------------------------------------

    def _one_hex(self, kind: Kind) -> Any:
        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            expect(len(tokens) == 1, f"{kind.word} HEX")
            return [kind(self.naming.hex(tokens[0]))]

        return make

    def _shell(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(1 <= len(tokens) <= 2, "shell CORPS HEX")
        if len(tokens) == 2:
            corps, where = tokens if self._is_corps(tokens[0]) else reversed(tokens)
            return [v.SHELL(self.corps_named(corps), self.naming.hex(where))]
        h = self.naming.hex(tokens[0])
        guns = [
            first(a) for a in play.legal(st, seat) if a >> 32 == v.SHELL.number and second(a) == h
        ]
        if len(guns) != 1:
            names = ", ".join(self.corps.written[c] for c in guns) or "none that reaches it"
            raise NotationError("", f"expected shell CORPS HEX; the guns are {names}")
        return [v.SHELL(guns[0], h)]

    # Rounds ----------------------------------------------------------------------------------

    def _round(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "round assault, or round move")
        return [v.ROUND(chosen(tokens[0], v.ROUNDS, "round"))]

    def _assault(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        return self._attack(st, seat, tokens) if tokens else [v.ROUND(v.ASSAULT_ROUND)]

    def _help(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        units = self.one_of(st, seat, v.HELP, tokens)
        expect(units, "help UNIT")
        if st.stack and isinstance(st.stack[-1], Helpers):
            units.sort(key=lambda u: st.world.muster[u])
        return [v.HELP(u) for u in units]

    # Op-Fire -------------------------------------------------------------------------------

    def _fire(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1] if st.stack else None
        if not tokens:
            able = [a for a in play.legal(st, seat) if a >> 32 == v.FIRE.number]
            if not able:
                raise NotationError("", "no unit can fire now")
            expect(len(able) == 1, "fire HEX: several stacks can fire")
            return able
        name = tokens[0]
        if not is_number(name) and self.naming.is_unit(name) and isinstance(top, OpFire):
            return [v.FIRE(max(0, st.loc[self.naming.unit(name, seat)]))]
        return [v.FIRE(self.naming.hex(name))]

    # Assault ---------------------------------------------------------------------------------

    def _attack(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "attack HEX with UNIT..., or with all")
        if st.stack and isinstance(st.stack[-1], ChooseRound):
            before = [v.ROUND(v.ASSAULT_ROUND)]
            done, trial = self.after(st, before)
            return [*done, *self._attack(trial, seat, tokens)]
        h = self.naming.hex(tokens[0])
        top = st.stack[-1] if st.stack else None
        found = [] if isinstance(top, Muster) and top.hex == h else [v.ATTACK(h)]
        rest = tokens[1:]
        return found if not rest else [*found, *self._force(st, seat, found, rest), v.FIGHT()]

    def _with(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "with UNIT...")
        return self._force(st, seat, [], tokens)

    def _force(
        self, st: Position, seat: int, before: list[Action], tokens: list[str]
    ) -> list[Action]:
        """Return units Mechanized first, then in the order of the counters; `all` are all that
        may.
        """
        if [t.casefold() for t in tokens] != ["all"]:
            units = self.naming.units(st, seat, tokens)
            return [v.WITH(u) for u in sorted(units, key=lambda u: st.world.muster[u])]
        _, trial = self.after(st, before)
        found: list[Action] = []
        while True:
            legal = play.legal(trial, seat)
            joining = [a for a in legal if a >> 32 == v.WITH.number]
            if not joining:
                return found
            found.append(min(joining, key=lambda a: st.world.muster[first(a)]))
            play.apply(trial, seat, found[-1])

    def _change(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "change RESULT, such as change DR")
        return [v.CHANGE(chosen(tokens[0], RESULTS, "result"))]

    def _retreat(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1] if st.stack else None
        named = [t for t in tokens if not is_number(t) and self.naming.is_unit(t)]
        way = self.naming.path([token for token in tokens if token not in named])
        expect(way, "retreat UNIT HEX-HEX")
        units = self.naming.units(st, seat, named)
        if not units and isinstance(top, Retreat):
            units = list(top.units)
        expect(len(units) == 1, "retreat UNIT HEX: one unit after the other")
        return [v.RETREAT(units[0], h) for h in way]

    def _advance(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1] if st.stack else None
        taken = top.hex if isinstance(top, Advance) else -1
        if [t.casefold() for t in tokens] == ["all"]:
            return self._all_advance(st, seat)
        h = taken
        if len(tokens) > 1 and is_number(tokens[-1]):
            h = self.naming.hex(tokens.pop())
        units = self.one_of(st, seat, v.ADVANCE, tokens)
        expect(units and h >= 0, "advance UNIT..., or advance UNIT HEX")
        return [v.ADVANCE(u, h) for u in units]

    def _all_advance(self, st: Position, seat: int) -> list[Action]:
        """Advance as many as there is room for, into the vacated hex."""
        trial, found = st.copy(), list[Action]()
        while isinstance(top := trial.stack[-1], Advance):
            able = [a for a in play.legal(trial, seat) if second(a) == top.hex and first(a)
                    not in top.gone and a >> 32 == v.ADVANCE.number]  # fmt: skip
            if not able:
                break
            found.append(able[0])
            play.apply(trial, seat, able[0])
        return found or [v.HOLD()]
