"""Chat: players in one room, spectators in another, so that nobody at the table gets advice.

At an umpired game a team talks with Control in one room and among itself in another. Other teams
learn neither what is said there nor whether anything is said. Umpires have a room of their own.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from bocage.server import messages, store
from bocage.server.board import SECOND
from bocage.server.clocks import now_ms
from bocage.server.commands import Chat
from bocage.server.commits import Committer
from bocage.server.errors import ForbiddenError
from bocage.server.live import LiveGame
from bocage.server.relay import Relay
from bocage.server.roles import TITLES
from bocage.server.schema import CHAT, PEOPLE, Record
from bocage.server.seats import Seat

PLAYERS, OBSERVERS, TEAM = "players", "observers", "team"
HQ, UMPIRES, PRESS = "hq", "umpires", "press"
"""Rooms of one headquarters, of the umpires, and of Press and Game Control."""
_REMEMBERED = 200
KEPT = 2_000
"""The messages that a room keeps; older ones are deleted."""


def room_of(live: LiveGame, person: str, seat: str = "", room: str = "") -> str:
    """Return the room where a person talks: the players', the observers', or a team's.

    Args:
        live: the game.
        person: who talks.
        seat: the team whose room it is; empty for your own. Control names any team, or talks
            to all players.
        room: another room of an umpired game: `hq`, `umpires` or `press`.

    Raises:
        ForbiddenError: the person does not sit there.
    """
    viewer, post = live.viewer(person), live.post(person)
    control = live.game.control
    teams = [each for each in live.seats if each.number != control]
    mine = [each for each in teams if person in each.people]
    if room in (UMPIRES, PRESS):
        if not post.may(_RIGHTS[room]):
            raise ForbiddenError(f"this room is for others: you are {TITLES[post.role]}")
        return room
    if room == HQ:
        own = next((each for each in mine if seat in ("", each.name)), None)
        if own is None or control is None:
            raise ForbiddenError("you do not sit at this headquarters")
        assert live.board is not None  # only umpired games have headquarters
        return f"{HQ}{live.board.post_of(own, person)}"
    if not viewer.sits and not post.may(_RIGHTS[TEAM]):
        return OBSERVERS
    if control is None:
        return PLAYERS
    if not seat:
        if control in viewer.seats:
            return PLAYERS
        return f"{TEAM}{mine[0].number}" if mine else OBSERVERS
    for each in teams:
        if each.name == seat and (each in mine or post.may(_RIGHTS[TEAM], (seat,))):
            return f"{TEAM}{each.number}"
    raise ForbiddenError("not yours")


_RIGHTS: Final = {TEAM: "team rooms", UMPIRES: "umpires' room", PRESS: "press room"}
"""The name that the table of roles has for the right to be in a room."""


def _team(live: LiveGame, room: str) -> Seat | None:
    """Return the team whose room it is, or None for the others."""
    names = {f"{kind}{each.number}": each for kind in (TEAM, HQ) for each in live.seats}
    names |= {f"{HQ}{each.number + SECOND}": each for each in live.seats}
    return names.get(room)


def hears(live: LiveGame, person: str, room: str) -> bool:
    """Return whether a person hears what is said in a room."""
    viewer, post = live.viewer(person), live.post(person)
    if room in (UMPIRES, PRESS):
        return post.may(_RIGHTS[room])
    team = _team(live, room)
    if team is None:
        at_table = viewer.sits or post.may(_RIGHTS[TEAM])
        return at_table == (room == PLAYERS) or (room == OBSERVERS and not viewer.sits)
    if room.startswith(HQ):
        at = None if live.board is None else live.board.post_of(team, person)
        return person in team.people and room == f"{HQ}{at}"
    if person in team.people:
        return True
    return room.startswith(TEAM) and post.may(_RIGHTS[TEAM], (team.name,))


async def say(
    committer: Committer, relay: Relay, live: LiveGame, person: str, message: Chat
) -> None:
    """Store a message, then send it to everybody in the room, here and on other workers."""
    room, now = room_of(live, person, message.seat, message.room), now_ms()
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
    """Send a message to everybody in its room, once, however often called."""
    number = int(values["number"])
    known = live.chat_told.setdefault(room, set())
    if number not in known:
        known.add(number)
        if len(known) > _REMEMBERED:
            known.remove(min(known))
        message: messages.ChatMessage = {"type": "chat", **values}
        live.say(lambda person: hears(live, person, room), message)


def relayed(
    connection: Connection, live: LiveGame, room: str, number: int
) -> messages.ChatLine | None:
    """Return a message from another worker, or None if it is deleted."""
    row = (
        connection.execute(
            select(CHAT).where(CHAT.c.game == live.id, CHAT.c.room == room, CHAT.c.number == number)
        )
    ).one_or_none()
    if row is None:
        return None
    return _line(live, row)


def heard(connection: Connection, live: LiveGame, person: str) -> list[messages.ChatLine]:
    """Return the messages that a person may read."""
    heard_by_me: dict[str, bool] = {}
    found: list[messages.ChatLine] = []
    for row in store.chat_of(connection, live.id):
        if row.room not in heard_by_me:
            heard_by_me[row.room] = hears(live, person, row.room)
        if heard_by_me[row.room]:
            found.append(_line(live, row))
    return found


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
    """Return the seat of a speaker: that of the room, or the first that they hold."""
    held = live.held_by(person)
    return next((each.name for each in held if each == team), held[0].name if held else "")
