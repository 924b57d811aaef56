"""Positions of Operation Roundup for tests: units by id and printed hex, phase, given dice.

    board = Board({"US01": "3316", "GE20": "3317 reduced"}, phase="allied.combat", dice=["3"])
    board.do("attack 3317 with US01")
    assert board.at("GE20") == "3317"

Everything not named is off the map or at its default: Allied units wait in England, German
ones in their containers, the garrisons are out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

from bocage.engine import play
from bocage.engine.events import Event
from bocage.games.roundup import s05_sequence
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.board.position import CUP, DEAD, HAND, NOBODY, POOL, TRACK, Position
from bocage.games.roundup.board.world import PORTS
from bocage.games.roundup.game import Roundup, load
from bocage.games.roundup.options import switches_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, SIDES
from bocage.games.roundup.s04_supply import KINDS, supply
from bocage.games.roundup.s05_sequence import STAGES, GameTurn
from bocage.games.roundup.s07_air import missions
from bocage.games.roundup.s09_order import Operations
from bocage.games.roundup.s10_movement import MovePhase
from bocage.games.roundup.s11_combat import CombatPhase
from bocage.games.roundup.s11_odds import Odds
from bocage.games.roundup.s13_setup import first_position
from bocage.games.roundup.words.verbs import MOVE_COMBAT, ORDERS
from tests.games.board import PlayedBoard

HARDELOT = ("2723", "2824", "3024", "3223")
"""The beachheads of a board unless it says otherwise: two US, two UK."""

OFF_MAP = {POOL: "pool", CUP: "cup", TRACK: "track", DEAD: "dead", HAND: "hand"}


@cache
def game() -> Roundup:
    """Return the game, loaded once."""
    return load()


class Board(PlayedBoard[Position]):
    """A position that is played on."""

    off_map = OFF_MAP

    def __init__(
        self,
        units: Mapping[str, str] | None = None,
        *,
        phase: str,
        turn: int = 3,
        weather: str = "clear",
        strategy: int = 1,
        order: str = "move-combat",
        superiority: str = "",
        tas: Sequence[str] = (),
        tas_left: int = 0,
        beachheads: Sequence[str] = HARDELOT,
        allied: Iterable[str] = (),
        ports: Mapping[str, str] | None = None,
        aerial: Mapping[str, str] | None = None,
        marks: Mapping[str, int] | None = None,
        dead: Iterable[str] = (),
        options: Mapping[str, str] | None = None,
        dice: Sequence[str] = (),
    ) -> None:
        """Lay it out. `allied` are hexes the Allies control; `ports` are in use, by nation."""
        self.played = self.game = game()
        world = self.game.world
        st = first_position(world, switches_of(options or {}))
        for u in world.german:
            if st.loc[u] >= 0:
                st.place(u, DEAD)
                st.steps[u] = 0
        st.turn, st.weather, st.strategy = turn, WEATHERS.index(weather), strategy
        st.superiority = SIDES.index(superiority) if superiority else NOBODY
        st.set_tas(tuple(self.hex(n) for n in tas))
        st.tas_left = tas_left
        for marker, number in enumerate(beachheads):
            st.set_beachhead(marker, -2 if number == "lost" else self.hex(number))
        for number in allied:
            st.take_control(self.hex(number), ALLIED)
        for name, nation in (ports or {}).items():
            port = PORTS.index(name)
            for h in world.ports[port]:
                st.take_control(h, ALLIED)
            st.set_port(port, ready=True, nation=NATIONS.index(nation) + 1)
        for name in dead:
            self._kill(st, self.unit(name))
        for name, where in (units or {}).items():
            self._put(st, self.unit(name), where)
        for nation, number in (aerial or {}).items():
            st.aerial[NATIONS.index(nation)] = self.hex(number)
        for name, bits in (marks or {}).items():
            st.marks[self.unit(name)] |= bits
        self._begin(st, phase, order)
        super().__init__(self.game, st, dice)

    def _put(self, st: Position, u: int, where: str) -> None:
        number, *rest = where.split()
        st.steps[u] = st.world.units[u].steps
        arrive(st, u, self.hex(number))
        if rest == ["reduced"]:
            st.steps[u] = 1

    def _kill(self, st: Position, u: int) -> None:
        st.place(u, DEAD)
        st.steps[u] = 0

    def _begin(self, st: Position, phase: str, order: str) -> None:
        side, _, name = phase.partition(".")
        stages = [each.__name__ for each in STAGES]
        if phase == "start":
            st.stack = (GameTurn(0),)
        elif name in ("movement", "combat"):
            seat = SIDES.index(side)
            wanted = ORDERS.index(order)
            stage = STAGES.index(
                s05_sequence.allied_order if seat == ALLIED else s05_sequence.german_order
            )
            is_first = (name == "movement") == (wanted == MOVE_COMBAT)
            below = (GameTurn(stage + 1), Operations(seat, wanted, 1 if is_first else 2))
            bombing = missions(st, seat, wanted)
            top = MovePhase(seat) if name == "movement" else CombatPhase(seat, bombing)
            st.stack = (*below, top)
        elif name == "place_tas" and side == "german":
            st.stack = (GameTurn(len(stages) - 1 - stages[::-1].index(name)),)
        else:
            st.stack = (GameTurn(stages.index(name)),)

    def supply(self, name: str) -> str:
        """Return the kind of supply of a unit now."""
        return KINDS[supply(self.st, self.unit(name))]

    def holds(self, number: str) -> str:
        """Who controls a hex."""
        return SIDES[ALLIED if self.st.control[self.hex(number)] else GERMAN]

    def legal_of(self, verb: str, *start: str) -> set[str]:
        """Return the last word of every legal line with this beginning."""
        wanted = [verb, *start]
        return {line.split()[-1] for line in self.legal if line.split()[: len(wanted)] == wanted}

    def odds(self, number: str, *force: str, bomber: int | None = None) -> Odds:
        """Return the ledger of an attack, whether it is made or not."""
        units = sorted(self.unit(name) for name in force)
        by = self.st.side_of(units[0])
        return Odds(self.st, self.hex(number), units, by, bomber)

    @property
    def events(self) -> list[Event]:
        """What happened, from the first decision on."""
        return [each for _, each in self.table.events]

    def told(self, name: str) -> list[Any]:
        """Return the events of a kind, those before the first decision too, each by its case alone.

        Which sentence of the case it carries is what the executable cases are about.
        """
        found = [each for each in (*self.heard, *self.events) if type(each).__name__ == name]
        return [replace(cast("Any", each), rule=each.rule.case) for each in found]

    # Doing -------------------------------------------------------------------------------

    def do(self, *lines: str) -> Board:
        """Play lines for the seat that is asked; all must be allowed and leave no fault."""
        for line in lines:
            ruling = self.table.do(play.pending(self.st)[0], line)
            assert ruling, f"{line}: {self.table.say(ruling)}"
            assert not self.faults(), (line, self.faults())
        return self

    def refused(self, line: str) -> tuple[str, ...]:
        """Return the cases against what a line says; it must be refused and change nothing."""
        before = self.st.key()
        ruling = self.table.do(play.pending(self.st)[0], line)
        assert ruling.refusals, f"{line} was allowed"
        assert self.st.key() == before
        return tuple(str(each.rule.case) for each in ruling.refusals)


def rows(odds: Odds, heading: str) -> dict[str, int]:
    """What a ledger has under a heading, by case."""
    found: dict[str, int] = {}
    for row in odds.under(heading):
        found[row.rule.case] = found.get(row.rule.case, 0) + int(row.value)
    return found


def battle(
    result: str,
    units: Mapping[str, str],
    target: str,
    force: str,
    *more: str,
    phase: str = "allied.combat",
    **settings: Any,
) -> Board:
    """Return a board on which an attack has been fought with that result; `more` are later dice.

    The die is looked up in the ledger of the odds; a result that these odds cannot bring is
    a fault of the test.
    """
    odds = Board(units, phase=phase, **settings).odds(target, *force.split())
    dice = [str(die) for die in range(1, 7) if odds.resolve(die) == result]
    assert dice, f"{odds.odds} has no {result}: {odds.attack} against {odds.defence}"
    board = Board(units, phase=phase, dice=[dice[0], *more], **settings)
    return board.do(f"attack {target} with {force}")
