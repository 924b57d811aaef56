"""Lines of The Pocket at Falaise as a person types them, and the actions that they mean.

`move C-2-4 0425` is *select*, *go*; two units of one hex move as a stack; `attack 0421 with all`
is *attack*, *with*..., *fight*. A line ends where the other side is asked or a die is rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.actions import Action, Kind, NotationError, first, second
from bocage.games.falaise import verbs as v
from bocage.games.falaise.advance import Advance
from bocage.games.falaise.assault import Muster
from bocage.games.falaise.marches import MOVE, MoveLines
from bocage.games.falaise.opfire import OpFire
from bocage.games.falaise.retreats import Retreat
from bocage.games.falaise.rounds import ChooseRound, Helpers
from bocage.games.falaise.setup import SetUp, placing
from bocage.games.falaise.tables import RESULTS
from bocage.games.falaise.units import SIDES
from bocage.games.names import Named, Naming, chosen, is_number
from bocage.games.notation import expect

if TYPE_CHECKING:
    from bocage.games.falaise.game import Falaise
    from bocage.games.falaise.position import Position

SETUP: Final = "setup"
ASSAULT: Final = "assault"
PLAYERS: Final = tuple(kind for kind in v.KINDS if kind.number < v.ROLL.number)
"""What a player can do; the others are for chance."""
_QUIET: Final = (
    *(v.END, v.RELIEVE, v.SUBSTITUTE, v.ACCEPT, v.STAY, v.RISK, v.PASS, v.FIGHT, v.KEEP, v.HOLD),
)
_FIRST_OF: Final = (
    *((v.SELECT, MOVE), (v.GO, "go"), (v.STEP, "go"), (v.PLACE, "place"), (v.ATTACK, "attack")),
    *((v.WITH, "with"), (v.RETREAT, "retreat"), (v.ADVANCE, "advance"), (v.FIRE, "fire")),
)
"""What is meant, in this order, by a line that names only a unit or a place."""


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
        """A move where units move, an assault where a round is chosen."""
        found = [MOVE] if v.SELECT in kinds or v.GO in kinds or v.ROUND in kinds else []
        if v.SELECT in kinds or v.GO in kinds:
            found.append(v.EXIT.word)
        if v.ROUND in kinds:
            found.append(ASSAULT)
        return tuple(found)

    def preferred(self, kinds: Sequence[Kind]) -> str:
        """The word for a line that names only a unit or a place."""
        return next((word for kind, word in _FIRST_OF if kind in kinds), "")

    def is_choice(self, typed: str) -> bool:
        """Corps and results."""
        return typed.casefold() in (name.casefold() for name in (*self.corps.written, *RESULTS))

    def is_word(self, typed: str) -> bool:
        """Corps, results, places."""
        return self.is_choice(typed) or self.naming.is_hex(typed)

    # Reading -----------------------------------------------------------------------------

    def cut(self, st: Position, actions: list[Action]) -> list[Action]:
        """The actions of a line up to where somebody is asked in between, or a die is rolled."""
        return self.until_asked(st, actions)[0]

    def corps_named(self, typed: str) -> int:
        """A corps by its id, or by the beginning of it.

        Raises:
            NotationError: there is none such.
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
            raise NotationError("", "nobody sets up now")
        found = list(placing(st, seat, plans[name]))
        if not found:
            raise NotationError("", "all units of that set-up are placed")
        return found

    def _place(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "place UNIT HEX, or only HEX for the unit in hand")
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
                raise NotationError("", "nobody can fire now")
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
        """Units Mechanized first, then in the order of the counters; `all` are all that may."""
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
        """As many as there is room for, into the hex that was taken."""
        trial, found = st.copy(), list[Action]()
        while isinstance(top := trial.stack[-1], Advance):
            able = [a for a in play.legal(trial, seat) if second(a) == top.hex and first(a)
                    not in top.gone and a >> 32 == v.ADVANCE.number]  # fmt: skip
            if not able:
                break
            found.append(able[0])
            play.apply(trial, seat, able[0])
        return found or [v.HOLD()]
