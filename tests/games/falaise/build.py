"""Positions of The Pocket at Falaise for tests: units by id and printed hex, a phase, given dice.

    board = Board({"G-271-977": "2020", "C-2-4": "2022 reduced"}, phase="move C2", turn=2)
    board.do("select C-2-4", "go 2021")
    assert board.asks == "OpFire"

Everything not named is dead. A phase is a stage of the turn (`bombardment`, `recovery`), or
`move CORPS`, `assault CORPS`, `mech CORPS` or `draw CORPS` for a round of a corps; `still`
is a position to look at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from bocage.engine import play
from bocage.engine.dice import GivenDice
from bocage.engine.events import Event
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.rulings import Ruling
from bocage.engine.table import Table
from bocage.games.falaise.assault import AssaultRound
from bocage.games.falaise.command import Activation, activate
from bocage.games.falaise.communications import has_loc
from bocage.games.falaise.efficiency import ter
from bocage.games.falaise.game import Falaise, load
from bocage.games.falaise.movement import MoveRound
from bocage.games.falaise.odds import Odds
from bocage.games.falaise.position import (
    ACTIVE,
    DEAD,
    DISRUPTED,
    DUE,
    EXITED,
    FINISHED,
    GUF,
    HAND,
    POOL,
    Position,
)
from bocage.games.falaise.rounds import ActionRound, is_eligible
from bocage.games.falaise.sequence import STAGES, GameTurn, Relieve
from bocage.games.falaise.switches import switches_of
from bocage.games.falaise.units import ALLIED, SIDES

OFF_MAP = {POOL: "pool", DUE: "due", GUF: "guf", DEAD: "dead", EXITED: "exited", HAND: "hand"}
_STAGE = {name: number for number, name in enumerate(each.__name__ for each in STAGES)}


@cache
def game() -> Falaise:
    """The game, loaded once."""
    return load()


class Board:
    """A position that is played on."""

    def __init__(
        self,
        units: Mapping[str, str],
        *,
        phase: str = "still",
        turn: int = 2,
        dice: Sequence[str | int] = (),
        points: int = 6,
        options: Mapping[str, str] | None = None,
        **facts: int,
    ) -> None:
        """Lay it out; `facts` are fields of the position (`zone_open=1`)."""
        self.game = game()
        st = Position.empty(self.game.world, switches_of(options or {}))
        for u in range(self.game.world.count):
            st.place(u, DEAD)
            st.steps[u] = 0
        st.turn, st.points, st.ter_80 = turn, points, 2
        for name, value in facts.items():
            setattr(st, name, value)
        for name, where in units.items():
            self._put(st, self.unit(name), where)
        oracle = GivenDice([str(each) for each in dice])
        self._begin(st, phase)
        st.events = heard = list[Event]()
        play.settle(st)
        while st.stack and isinstance(st.stack[-1], Chance):
            self._roll(st, oracle)
        st.events = None
        self.heard = heard
        self.dice = oracle
        header = Table.new(self.game, seed=bytes(32)).header
        self.table: Table[Position] = Table(self.game, header, oracle, resume=((), st))

    def _put(self, st: Position, u: int, where: str) -> None:
        number, *rest = where.split()
        st.steps[u] = st.world.units[u].steps
        off = {name: place for place, name in OFF_MAP.items()}
        st.place(u, off[number] if number in off else self.hex(number))
        for word in rest:
            if word == "reduced":
                st.steps[u] = 1
            elif word == "disrupted":
                st.marks[u] |= DISRUPTED
            elif word == "finished":
                st.marks[u] |= FINISHED
            else:
                raise ValueError(word)

    def _begin(self, st: Position, phase: str) -> None:
        kind, _, name = phase.partition(" ")
        if kind == "still":
            st.stack = (GameTurn(_STAGE["recovery"]), Relieve(ALLIED))
            return
        if not name:
            st.stack = (GameTurn(_STAGE[kind]),)
            return
        corps = self.game.world.corps_names.index(name)
        side = st.world.corps_side[corps]
        st.stack = (GameTurn(_STAGE["recovery"]), Activation())
        if kind == "draw":
            activate(st, corps)
            return
        st.push(Relieve(ALLIED))  # where the round has ended, nothing goes on by itself
        st.activated |= 1 << corps
        for u in st.world.ranges[side]:
            if is_eligible(st, u, corps, counter=False):
                st.marks[u] |= ACTIVE
        st.push(ActionRound(corps, False, 4))
        tops = {"move": MoveRound(side), "assault": AssaultRound(side, mech=False)}
        st.push(tops.get(kind) or AssaultRound(side, mech=True))

    def _roll(self, st: Position, oracle: GivenDice) -> None:
        chance: Any = st.stack[-1]
        outcomes = chance.outcomes(st)
        written = [self.game.grammar.say(action) for action in outcomes]
        i = oracle.answer(chance.question(st), 1, written, chance.weights(st))
        play.apply(st, CHANCE, outcomes[i])

    # Asking ------------------------------------------------------------------------------

    @property
    def st(self) -> Position:
        """The position now."""
        return self.table.state

    @property
    def asks(self) -> str:
        """The name of the frame that asks; nothing when the game is over."""
        return type(self.st.stack[-1]).__name__ if self.st.stack else ""

    @property
    def seat(self) -> str:
        """Whose decision it is."""
        return SIDES[play.pending(self.st)[0]]

    def unit(self, name: str) -> int:
        """The number of a unit."""
        return self.game.world.unit_names.index(name)

    def hex(self, number: str) -> int:
        """The hex of a printed number."""
        return self.game.world.grid.hex(number)

    def at(self, name: str) -> str:
        """Where a unit is: a printed number, or a place off the map."""
        h = self.st.loc[self.unit(name)]
        return self.game.world.grid.numbers[h] if h >= 0 else OFF_MAP[h]

    def steps(self, name: str) -> int:
        """Steps left."""
        return self.st.steps[self.unit(name)]

    def marked(self, name: str, mark: int) -> bool:
        """Whether a unit bears a mark."""
        return bool(self.st.marks[self.unit(name)] & mark)

    def disrupted(self, name: str) -> bool:
        """Whether a unit is disrupted."""
        return self.marked(name, DISRUPTED)

    def ter(self, name: str) -> int:
        """The current TER of a unit."""
        return ter(self.st, self.unit(name))

    def loc(self, name: str) -> bool:
        """Whether a unit has a Line of Communication."""
        return has_loc(self.st, self.unit(name))

    def odds(self, number: str, *force: str, helpers: Sequence[str] = ()) -> Odds:
        """The ledger of an assault."""
        units = [self.unit(each) for each in force]
        by = self.st.side_of(units[0])
        return Odds(self.st, self.hex(number), units, by, [self.unit(each) for each in helpers])

    @property
    def legal(self) -> list[str]:
        """The lines of everything that may be done."""
        seat = play.pending(self.st)[0]
        return [self.game.grammar.say(action) for action in play.legal(self.st, seat)]

    def says(self) -> list[str]:
        """What has happened since the beginning, in words."""
        return [event.words().say(self.game.nouns) for _, event in self.table.events]

    # Doing -------------------------------------------------------------------------------

    def do(self, *lines: str) -> None:
        """Do these, each by whoever is asked; all must be allowed."""
        for line in lines:
            ruling = self.table.do(play.pending(self.st)[0], line)
            assert ruling, f"{line}: {self.table.say(ruling)}"

    def refused(self, line: str) -> str:
        """The rule that is cited first against a line; it must be refused, and not be legal."""
        ruling: Ruling = self.table.check(play.pending(self.st)[0], line)
        assert not ruling, f"{line} is allowed"
        assert line not in self.legal
        return ruling.rules[0]
