"""Chat: players among themselves, observers apart, so that nobody at the table is advised.

At an umpired game a team talks among itself and with Control: what another team says, and whether
it says anything, is none of its business.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from bocage.engine.viewers import Viewer
from bocage.server import messages, store
from bocage.server.clocks import now_ms
from bocage.server.commands import Chat
from bocage.server.committing import Committer
from bocage.server.errors import ForbiddenError
from bocage.server.live import LiveGame
from bocage.server.relay import Relay
from bocage.server.schema import CHAT, PEOPLE, Record
from bocage.server.seats import Seat

PLAYERS, OBSERVERS, TEAM = "players", "observers", "team"
_REMEMBERED = 200
KEPT = 2_000
"""Messages that a room keeps; older ones go, and whoever comes is sent no more than these."""


def room_of(live: LiveGame, person: str, seat: str = "") -> str:
    """Where a person talks: in the players' room, the observers', or that of a team.

    Args:
        live: the game.
        person: who talks.
        seat: the team whose room it is; nothing for one's own. Control names any team, or talks
            to all players.

    Raises:
        ForbiddenError: the person does not sit with that team.
    """
    viewer = live.viewer(person)
    if not viewer.sits:
        return OBSERVERS
    control = live.game.control
    if control is None:
        return PLAYERS
    teams = [each for each in live.seats if each.number != control]
    if not seat:
        own = next((each for each in teams if each.person == person), None)
        return PLAYERS if own is None or control in viewer.seats else f"{TEAM}{own.number}"
    for each in teams:
        if each.name == seat and (control in viewer.seats or each.number in viewer.seats):
            return f"{TEAM}{each.number}"
    raise ForbiddenError("not yours")


def _team(live: LiveGame, room: str) -> Seat | None:
    """The team whose room it is, or None for the others."""
    return next((each for each in live.seats if room == f"{TEAM}{each.number}"), None)


def hears(live: LiveGame, viewer: Viewer, room: str) -> bool:
    """Whether a viewer hears what is said in a room."""
    team = _team(live, room)
    if team is None:
        return viewer.sits == (room == PLAYERS)
    return viewer.sits and not viewer.seats.isdisjoint({team.number, live.game.control})


async def say(
    committer: Committer, relay: Relay, live: LiveGame, person: str, message: Chat
) -> None:
    """Write down what somebody says, then tell it, here and on other workers."""
    room, now = room_of(live, person, message.seat), now_ms()
    team = _team(live, room)

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
            "seat": "" if team is None else team.name,
            "by": _speaker(live, person, team),
        }
        kept = {key: value for key, value in values.items() if key not in ("seat", "by")}
        connection.execute(insert(CHAT).values(game=live.id, person=person, **kept))
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
        live.say(lambda viewer: hears(live, viewer, room), message)


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
    return _line(live, row)


def heard(connection: Connection, live: LiveGame, person: str) -> list[messages.ChatLine]:
    """What a person may read of what was said."""
    viewer = live.viewer(person)
    return [
        _line(live, row)
        for row in store.chat_of(connection, live.id)
        if hears(live, viewer, row.room)
    ]


def _line(live: LiveGame, row: Record) -> messages.ChatLine:
    team = _team(live, row.room)
    return {
        "number": row.number,
        "room": row.room,
        "name": row.name,
        "text": row.text,
        "at": row.at,
        "seat": "" if team is None else team.name,
        "by": _speaker(live, row.person, team),
    }


def _speaker(live: LiveGame, person: str, team: Seat | None) -> str:
    """The seat of whoever says something: that of the room, or the first that they hold."""
    held = [each for each in live.seats if each.person == person]
    return next((each.name for each in held if each == team), held[0].name if held else "")
