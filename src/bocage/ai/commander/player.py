"""A commander in a team's seat, and a Control that accepts the rules' proposals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bocage.ai.commander.attacks import FRESH
from bocage.ai.commander.objectives import Memory
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.sheet import sheet_for
from bocage.ai.commander.task import Task
from bocage.ai.commander.tasks import tasks
from bocage.engine import play
from bocage.engine.actions import Action, number_of, text_of
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.told import Told
from bocage.games.opcom.s05_orders.files import sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, NO, RELEASE, SHEET, YES


class CommanderPlayer:
    """The commanders of a table, one for each headquarters. Each remembers only its own actions."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}

    def at_table(self) -> CommanderPlayer:
        """Return a new commander without a memory."""
        return CommanderPlayer()

    def __call__(self, st: Any, legal: Sequence[Action], rng: Random) -> Action:  # noqa: ARG002
        """Return the action of the seat that decides."""
        seat = _seat_of(st, legal)
        if seat == st.world.control:
            return next((a for a in (ADJUDICATE(), ACCEPT(), RELEASE()) if a in legal), legal[0])
        told: Told = st.told[seat]
        if not any(SHEET.number == each >> 32 & 0xFF for each in legal):
            picture = Picture.of(st.world, seat, st.turn, told)
            return at_once(picture, legal, self._memories.setdefault(seat, Memory()))
        return SHEET.carrying(sheet_text(self.sheet(st.world, seat, st.turn, told)))

    def sheet(self, world: World, team: int, turn: int, told: Told) -> Sheet:
        """Return a team's sheet for a turn, from its reports."""
        picture = Picture.of(world, team, turn, told)
        given = tasks(picture, self._memories.setdefault(team, Memory()))
        return sheet_for(picture, given)


def _seat_of(st: Any, legal: Sequence[Action]) -> int:
    """Return the seat with these actions: several teams write their sheets at the same time."""
    if number_of(legal[0]) != SHEET.number:
        return play.pending(st)[0]
    team = str(sheet_from_text(text_of(legal[0])).get("team", ""))
    return next(i for i, each in enumerate(st.world.teams) if each.seat == team)


def at_once(picture: Picture, legal: Sequence[Action], memory: Memory) -> Action:
    """Continue and attack with fresh troops.

    Halt tired ones. Only units with orders to attack count.
    """
    units = [u.number for g in picture.groups for u in g.units if u.number in memory.striking]
    units = units or [u.number for group in picture.groups for u in group.units]
    fresh = sum(picture.worth.get(number, 0.0) for number in units) >= FRESH * len(units)
    choice = YES() if fresh else NO()
    return choice if choice in legal else legal[0]


def commander(world: World, team: int, turn: int, told: Told) -> list[Task]:
    """Return the tasks of a commander without memory, to inspect its plans."""
    return tasks(Picture.of(world, team, turn, told), Memory())
