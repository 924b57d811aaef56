"""Reading and writing games, line by line; every write is a piece of a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bocage.engine.header import Header
from bocage.engine.save_format import parsed
from bocage.server import posts
from bocage.server.errors import StaleError, UnknownError
from bocage.server.schema import (
    CHAT,
    COMMANDS,
    GAMES,
    LINES,
    NOTES,
    OBSERVERS,
    PEOPLE,
    SEATS,
    Record,
)
from bocage.server.seats import Clearance, Seat

# These statements run with every action; compiling them once saves more time than writing takes.
_NEW_LINES: Final = insert(LINES)
_NEW_COMMAND: Final = insert(COMMANDS)


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as the database has it."""

    row: Record
    """The columns of `games`, by name."""
    lines: tuple[str, ...]
    seats: tuple[Seat, ...]
    observers: frozenset[str]
    cleared: Mapping[str, Clearance]
    """The clearances of people besides seats, by person."""
    since: int = 0
    """The number of its first line here; lines before that were not read."""

    @property
    def save(self) -> str:
        """The game as the text of a save. All lines must have been read."""
        assert not self.since
        return "\n".join([self.row.header, "", *self.lines, f"end {len(self.lines)}"]) + "\n"


def load(connection: Connection, game: str, seats: Sequence[str], since: int = 0) -> Stored:
    """Return a game with its seats, whose names are `seats`, and its lines from `since` on.

    Raises:
        UnknownError: there is no such game.
    """
    row = row_of(connection, game)
    texts = connection.execute(
        select(LINES.c.text)
        .where(LINES.c.game == game, LINES.c.number >= since)
        .order_by(LINES.c.number)
    )
    watching = connection.execute(select(OBSERVERS.c.person).where(OBSERVERS.c.game == game))
    return Stored(
        row,
        tuple(texts.scalars()),
        seats_of(connection, game, seats),
        frozenset(watching.scalars()),
        posts.cleared_of(connection, game),
        since,
    )


def row_of(connection: Connection, game: str, *, alone: bool = False) -> Record:
    """Return the row of a game; `alone`: until the end of the transaction no other worker writes
    it.

    Raises:
        UnknownError: there is no such game.
    """
    wanted = select(GAMES).where(GAMES.c.id == game)
    row = connection.execute(wanted.with_for_update() if alone else wanted).one_or_none()
    if row is None:
        raise UnknownError("there is no such game")
    return row


@lru_cache(maxsize=1024)
def header_of(text: str) -> Header:
    """Return the header of a game, by its text in the row: a list of games reads many, again and
    again.
    """
    return parsed(f"{text}\n\nend 0\n").header


def seats_of(connection: Connection, game: str, names: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats of a game, each with its holder."""
    return seats_of_all(connection, {game: names})[game]


def seats_of_all(
    connection: Connection, games: Mapping[str, Sequence[str]]
) -> dict[str, tuple[Seat, ...]]:
    """Return the seats of many games at once; of each game the names of its seats are given."""
    rows = connection.execute(
        select(
            *(SEATS.c.game, SEATS.c.seat, SEATS.c.person, SEATS.c.player, SEATS.c.kept_for),
            PEOPLE.c.name,
        )
        .select_from(SEATS.outerjoin(PEOPLE, SEATS.c.person == PEOPLE.c.id))
        .where(SEATS.c.game.in_(games))
        .order_by(SEATS.c.game, SEATS.c.seat)
    )
    staff = posts.staff_of(connection, games)
    found: dict[str, list[Seat]] = {game: [] for game in games}
    for row in rows:
        name = games[row.game][int(row.seat)]
        more = staff.get((row.game, name), frozenset())
        seat = Seat(row.seat, name, row.person, row.name or "", row.player, row.kept_for, more)
        found[row.game].append(seat)
    return {game: tuple(seats) for game, seats in found.items()}


def put_lines(
    connection: Connection,
    game: str,
    version: int,
    kept: int,
    texts: Sequence[str],
    *,
    gone: bool,
    **columns: object,
) -> None:
    """Put the lines from `kept` on in place and count up the version; `gone` if some were there.

    Raises:
        StaleError: somebody else has written to this game since that version.
    """
    columns |= {"version": version + 1, "lines": kept + len(texts)}
    values = {_new(name): value for name, value in columns.items()}
    more = sum(map(len, texts))
    changed = connection.execute(
        _counted_up(tuple(columns)), {"this": game, "before": version, "more": more, **values}
    )
    if changed.rowcount != 1:
        raise StaleError("the game has changed since; this is its current state")
    if gone:
        connection.execute(delete(LINES).where(LINES.c.game == game, LINES.c.number >= kept))
        connection.execute(delete(NOTES).where(NOTES.c.game == game, NOTES.c.line >= kept))
    if texts:
        rows = [{"game": game, "number": kept + i, "text": t} for i, t in enumerate(texts)]
        connection.execute(_NEW_LINES, rows)
    if gone:
        measure(connection, game)


def measure(connection: Connection, game: str) -> None:
    """Write down how much a game holds, when it was not only added to."""
    lines = select(func.coalesce(func.sum(func.length(LINES.c.text)), 0)).where(
        LINES.c.game == game
    )
    size = func.length(GAMES.c.header) + lines.scalar_subquery()
    connection.execute(update(GAMES).where(GAMES.c.id == game).values(size=size))


def _new(column: str) -> str:
    return f"new_{column}"


@lru_cache(maxsize=8)
def _counted_up(columns: tuple[str, ...]) -> Update:
    """Return the update of these columns of a game, if it is at the version `before`."""
    here = (GAMES.c.id == bindparam("this"), GAMES.c.version == bindparam("before"))
    written: dict[str, ColumnElement[object]] = {name: bindparam(_new(name)) for name in columns}
    return update(GAMES).where(*here).values({**written, "size": GAMES.c.size + bindparam("more")})


def remember_command(connection: Connection, game: str, person: str, command: str, at: int) -> None:
    """Note that a command was done, so that it is not done twice."""
    row = {"game": game, "person": person, "command": command, "at": at}
    connection.execute(_NEW_COMMAND, row)


def was_done(game: str, person: str, command: str, connection: Connection) -> bool:
    """Return whether a command was already done, at any worker."""
    wanted = select(COMMANDS).where(
        COMMANDS.c.game == game, COMMANDS.c.person == person, COMMANDS.c.command == command
    )
    return connection.execute(wanted).first() is not None


def watches(connection: Connection, game: str, person: str) -> bool:
    """Return whether somebody watches a game."""
    wanted = select(OBSERVERS).where(OBSERVERS.c.game == game, OBSERVERS.c.person == person)
    return connection.execute(wanted).first() is not None


def has_business(connection: Connection, game: str, person: str) -> bool:
    """Return whether somebody sits at a game, has a seat kept for them, or watches it.

    Umpires and the staff of a headquarters also count as watching.
    """
    sits = select(SEATS.c.seat).where(
        SEATS.c.game == game,
        or_(SEATS.c.person == person, and_(SEATS.c.kept_for == person, SEATS.c.person.is_(None))),
    )
    return connection.execute(sits).first() is not None or watches(connection, game, person)


def chat_of(connection: Connection, game: str) -> list[Record]:
    """Return the chat of a game, in order."""
    found = connection.execute(select(CHAT).where(CHAT.c.game == game).order_by(CHAT.c.number))
    return list(found)
