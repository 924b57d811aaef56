"""Reading and writing games, line by line; every write is a piece of a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bocage.server.errors import StaleError, UnknownError
from bocage.server.schema import CHAT, COMMANDS, GAMES, LINES, OBSERVERS, PEOPLE, SEATS
from bocage.server.seats import Seat


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as the database has it."""

    row: Any
    """The columns of `games`, by name."""
    lines: tuple[str, ...]
    seats: tuple[Seat, ...]
    observers: frozenset[str]

    @property
    def save(self) -> str:
        """The game as the text of a save."""
        return "\n".join([self.row.header, "", *self.lines, f"end {len(self.lines)}"]) + "\n"


async def load(connection: AsyncConnection, game: str, seats: Sequence[str]) -> Stored:
    """A game with its lines and seats; `seats` are their names.

    Raises:
        UnknownError: there is none such.
    """
    row = await row_of(connection, game)
    texts = await connection.execute(
        select(LINES.c.text).where(LINES.c.game == game).order_by(LINES.c.number)
    )
    watching = await connection.execute(select(OBSERVERS.c.person).where(OBSERVERS.c.game == game))
    return Stored(
        row,
        tuple(texts.scalars()),
        await seats_of(connection, game, seats),
        frozenset(watching.scalars()),
    )


async def row_of(connection: AsyncConnection, game: str) -> Any:
    """The row of a game.

    Raises:
        UnknownError: there is none such.
    """
    row = (await connection.execute(select(GAMES).where(GAMES.c.id == game))).one_or_none()
    if row is None:
        raise UnknownError("there is no such game")
    return row


async def seats_of(
    connection: AsyncConnection, game: str, names: Sequence[str]
) -> tuple[Seat, ...]:
    """The seats of a game, each with its holder."""
    found = await connection.execute(
        select(SEATS.c.seat, SEATS.c.person, SEATS.c.player, PEOPLE.c.name)
        .select_from(SEATS.outerjoin(PEOPLE, SEATS.c.person == PEOPLE.c.id))
        .where(SEATS.c.game == game)
        .order_by(SEATS.c.seat)
    )
    return tuple(
        Seat(row.seat, names[int(row.seat)], row.person, row.name or "", row.player)
        for row in found
    )


async def put_lines(
    connection: AsyncConnection,
    game: str,
    version: int,
    kept: int,
    texts: Sequence[str],
    **columns: Any,
) -> None:
    """Put the lines from `kept` on in place and count up the version.

    Raises:
        StaleError: somebody else has written to this game since that version.
    """
    changed = await connection.execute(
        update(GAMES)
        .where(GAMES.c.id == game, GAMES.c.version == version)
        .values(version=version + 1, lines=kept + len(texts), **columns)
    )
    if changed.rowcount != 1:
        raise StaleError("the game has gone on since; here is how it stands")
    await connection.execute(delete(LINES).where(LINES.c.game == game, LINES.c.number >= kept))
    if texts:
        rows = [{"game": game, "number": kept + i, "text": t} for i, t in enumerate(texts)]
        await connection.execute(insert(LINES), rows)


async def remember_command(
    connection: AsyncConnection, game: str, person: str, command: str, at: int
) -> None:
    """Note that a command was done, so that it is not done twice."""
    await connection.execute(
        insert(COMMANDS).values(game=game, person=person, command=command, at=at)
    )


async def was_done(connection: AsyncConnection, game: str, person: str, command: str) -> bool:
    """Whether a command was done before."""
    found = await connection.execute(
        select(COMMANDS.c.at).where(
            COMMANDS.c.game == game, COMMANDS.c.person == person, COMMANDS.c.command == command
        )
    )
    return found.first() is not None


async def add_chat(connection: AsyncConnection, values: dict[str, Any]) -> None:
    """Write down what somebody said."""
    await connection.execute(insert(CHAT).values(**values))


async def chat_of(connection: AsyncConnection, game: str) -> list[Any]:
    """What was said at a game, in order."""
    found = await connection.execute(
        select(CHAT).where(CHAT.c.game == game).order_by(CHAT.c.number)
    )
    return list(found)
