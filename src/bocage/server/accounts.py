"""The accounts that staffs write about their turns: stored beside the lines, readable after the
turn.

A sentence is written in the transaction of the move it is about, with the number of lines at that
time. So it survives a restart, and disappears when those lines are taken back. A turn's account
becomes readable when the turn ends. While the staff's seat knows a secret that the viewer does not,
its account stays closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection, insert, select

from bocage.ai.staff import Note, Notebook, StaffPlayer
from bocage.ai.staff.notebook import Account
from bocage.engine.playout import policies_of
from bocage.server import messages
from bocage.server.schema import NOTES

if TYPE_CHECKING:
    from bocage.engine.play import Policy
    from bocage.engine.viewers import Viewer
    from bocage.server.live import LiveGame, Writing

SHUT: Final = (
    "you can't read this account yet: it mentions things that are still hidden from you. "
    "You can read it when they are revealed, or when the game is over"
)


class Written(NamedTuple):
    """A sentence of a seat's staff, with how many lines there were."""

    line: int
    seat: int
    number: int
    """Its number among the sentences written at the same time."""
    note: Note


def taken(player: Policy, seat: int, line: int) -> list[Written]:
    """Return what a player has written since the last call; most write nothing."""
    if not isinstance(player, StaffPlayer):
        return []
    fresh = player.office(seat).notebook.take()
    return [Written(line, seat, number, note) for number, note in enumerate(fresh)]


def writing(game: str, notes: Sequence[Written]) -> list[Writing]:
    """Return the statements to run in the transaction of the lines."""
    return [partial(_write, game, notes)] if notes else []


def _write(game: str, notes: Sequence[Written], connection: Connection) -> None:
    rows = [
        {
            "game": game,
            "line": each.line,
            "seat": each.seat,
            "number": each.number,
            **each.note._asdict(),
        }
        for each in notes
    ]
    connection.execute(insert(NOTES), rows)


def notes_of(game: str, connection: Connection) -> dict[int, list[Note]]:
    """Return the notes of a game, by seat, in order."""
    wanted = select(NOTES).where(NOTES.c.game == game)
    found: dict[int, list[Note]] = {}
    for row in connection.execute(wanted.order_by(NOTES.c.line, NOTES.c.number)):
        found.setdefault(row.seat, []).append(Note(row.turn, row.kind, row.text))
    return found


def told(live: LiveGame, viewer: Viewer, notes: dict[int, list[Note]]) -> messages.Accounts:
    """Return the accounts that a viewer may read now, the last turn first; and why some are shut.

    The caller holds the game.
    """
    st, known = live.table.state, policies_of(live.game)
    before = None if live.table.is_over else int(getattr(st, "turn", 0))
    found: list[messages.Account] = []
    shut = ""
    for seat in live.seats:
        staff = known.get(seat.player)  # None for a person, and for a seat that the rules play
        if not isinstance(staff, StaffPlayer):
            continue
        office = staff.at_table().office(seat.number)
        if before is not None and not office.is_open_to(st, viewer):
            shut = SHUT
            continue
        read = Notebook(notes.get(seat.number, ())).accounts(before)
        found.extend(_account(seat.name, each) for each in read)
    found.sort(key=lambda each: -each["turn"])
    return {"accounts": found, "shut": shut}


def _account(seat: str, account: Account) -> messages.Account:
    return {"turn": account.turn, "seat": seat, "text": account.text}
