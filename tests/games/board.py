"""A position that a test plays on: what is the same for every game with units and hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from bocage.engine import play
from bocage.engine.dice import GivenDice
from bocage.engine.events import Event
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.game import Game
from bocage.engine.rulings import Ruling
from bocage.engine.state import State
from bocage.engine.table import Table

S = TypeVar("S", bound=State)


class PlayedBoard(Generic[S]):
    """A table at which a position lies, with given dice."""

    off_map: ClassVar[Mapping[int, str]] = {}
    """The names of places off the map."""

    def __init__(self, game: Game[S], st: S, dice: Sequence[str | int]) -> None:
        """What the program does by itself is done; `heard` is what was told of it."""
        self.played = game
        self.dice = GivenDice([str(each) for each in dice])
        st.events = heard = list[Event]()
        play.settle(st)
        while st.stack and isinstance(st.stack[-1], Chance):
            self._roll(st)
        st.events = None
        self.heard = heard
        header = Table.new(game, seed=bytes(32)).header
        self.table: Table[S] = Table(game, header, self.dice, resume=((), st))

    def _roll(self, st: Any) -> None:
        chance: Any = st.stack[-1]
        outcomes = chance.outcomes(st)
        written = [self.played.grammar.say(action) for action in outcomes]
        i = self.dice.answer(chance.question(st), 1, written, chance.weights(st))
        play.apply(st, CHANCE, outcomes[i])

    # Asking ------------------------------------------------------------------------------

    @property
    def st(self) -> S:
        """The position now."""
        return self.table.state

    @property
    def asks(self) -> str:
        """The name of the frame that asks; nothing when the game is over."""
        return type(self.st.stack[-1]).__name__ if self.st.stack else ""

    @property
    def seat(self) -> str:
        """Whose decision it is."""
        return self.played.seats[play.pending(self.st)[0]]

    @property
    def _world(self) -> Any:
        return getattr(self.played, "world")  # noqa: B009 - a game of no kind has none

    def unit(self, name: str) -> int:
        """Return the number of a unit."""
        return int(self._world.unit_names.index(name))

    def hex(self, number: str) -> int:
        """Return the hex of a printed number."""
        return int(self._world.grid.hex(number))

    def at(self, name: str) -> str:
        """Where a unit is: a printed number, or a place off the map."""
        st: Any = self.st
        h = st.loc[self.unit(name)]
        return str(self._world.grid.numbers[h]) if h >= 0 else self.off_map[h]

    def steps(self, name: str) -> int:
        """Steps left."""
        st: Any = self.st
        return int(st.steps[self.unit(name)])

    @property
    def legal(self) -> list[str]:
        """The lines of everything that may be done."""
        seat = play.pending(self.st)[0]
        return [self.played.grammar.say(action) for action in play.legal(self.st, seat)]

    def says(self) -> list[str]:
        """What has happened since the beginning, in words."""
        return [event.words().say(self.played.nouns) for _, event in self.table.events]

    def faults(self) -> list[str]:
        """What is impossible about the position."""
        return self.played.faults(self.st)

    def asked(self, line: str) -> Ruling:
        """Return the ruling on a line of the seat that is asked, without playing it."""
        return self.table.check(play.pending(self.st)[0], line)
