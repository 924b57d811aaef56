"""Chat: players among themselves, observers apart, so that nobody at the table is advised."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from bocage.server import messages, store
from bocage.server.clocks import now_ms
from bocage.server.commands import Chat
from bocage.server.committing import Committer
from bocage.server.live import LiveGame
from bocage.server.relay import Relay
from bocage.server.schema import CHAT, PEOPLE, Record

PLAYERS, OBSERVERS = "players", "observers"
_REMEMBERED = 200
KEPT = 2_000
"""Messages that a room keeps; older ones go, and whoever comes is sent no more than these."""


def room_of(live: LiveGame, person: str) -> str:
    """Where a person talks and listens. Players hear nothing of the observers' room."""
    return PLAYERS if live.viewer(person).sits else OBSERVERS


async def say(
    committer: Committer, relay: Relay, live: LiveGame, person: str, message: Chat
) -> None:
    """Write down what somebody says, then tell it, here and on other workers."""
    room, now = room_of(live, person), now_ms()

    def work(connection: Connection) -> messages.ChatLine:
        name = (connection.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == person))).scalar_one()
        last = connection.execute(
            select(func.max(CHAT.c.number)).where(CHAT.c.game == live.id, CHAT.c.room == room)
        )
        number = (last.scalar_one() or 0) + 1
        values: messages.ChatLine = {
            "number": number,
            "room": room,
            "name": name,
            "text": message.text,
            "at": now,
        }
        connection.execute(insert(CHAT).values(game=live.id, person=person, **values))
        old = (CHAT.c.game == live.id, CHAT.c.room == room, CHAT.c.number <= number - KEPT)
        connection.execute(delete(CHAT).where(*old))
        store.remember_command(connection, live.id, person, message.id, now)
        relay.tell(connection, f"chat {live.id} {room} {number}")
        return values

    async with live.lock:
        if live.remembers(person, message.id):
            return
        told: messages.ChatLine | None = None
        while told is None:
            try:
                told = await committer.commit(work)
            except IntegrityError:  # at another worker somebody spoke, or this was said, just now
                if await live.was_done(person, message.id):
                    return
        live.remember(person, message.id)
        tell(live, room, told)


def tell(live: LiveGame, room: str, values: messages.ChatLine) -> None:
    """Tell something that was said to whoever is in that room; once, however often asked."""
    number = int(values["number"])
    known = live.chat_told.setdefault(room, set())
    if number not in known:
        known.add(number)
        if len(known) > _REMEMBERED:
            known.remove(min(known))
        message: messages.ChatMessage = {"type": "chat", **values}
        live.say(lambda viewer: viewer.sits == (room == PLAYERS), message)


def relayed(
    connection: Connection, live: LiveGame, room: str, number: int
) -> messages.ChatLine | None:
    """What was said on another worker, or None if it is gone."""
    row = (
        connection.execute(
            select(CHAT).where(CHAT.c.game == live.id, CHAT.c.room == room, CHAT.c.number == number)
        )
    ).one_or_none()
    if row is None:
        return None
    return _line(row)


def heard(connection: Connection, live: LiveGame, person: str) -> list[messages.ChatLine]:
    """What a person may read of what was said."""
    room = room_of(live, person)
    return [_line(row) for row in store.chat_of(connection, live.id) if row.room == room]


def _line(row: Record) -> messages.ChatLine:
    return {
        "number": row.number,
        "room": row.room,
        "name": row.name,
        "text": row.text,
        "at": row.at,
    }
