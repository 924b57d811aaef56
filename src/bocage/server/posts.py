"""Posts beside the seats: other umpires, each with a role, and the staff of a headquarters.

Game Control makes a link for a post and gives it to one person. An umpire sees and does what the
role allows (`bocage.server.roles`); staff see what their headquarters sees. Control sees who has
taken which post, and can take it away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final, cast

from sqlalchemy import Connection, insert, select, update

from bocage.engine.game import AnyGame
from bocage.server import messages
from bocage.server.clocks import now_ms
from bocage.server.errors import ForbiddenError, ServerError
from bocage.server.people import DAY, hashed, new_secret
from bocage.server.roles import TITLES, UMPIRES, RoleId, scope_of
from bocage.server.schema import CLAIMS, CLEARANCES, GAMES, OBSERVERS, PEOPLE, SEATS, SHEETS, Record
from bocage.server.seats import Clearance

LASTS: Final = 30 * DAY
TEAM: Final[RoleId] = "team"
SPECTATOR: Final[RoleId] = "spectator"
COMMANDER: Final = "commander"
"""The computer player that takes a headquarters without a player."""
_NOTHING: Final = "[]"
"""The clearance of an umpire from whom it was taken away, as the database stores it."""
_NO_LINK: Final = "this link does not work: it was used, withdrawn, or has expired"


def cleared_of(connection: Connection, game: str) -> dict[str, Clearance]:
    """Return the clearance of each person who has one besides a seat; for a former umpire, an empty
    one.
    """
    taken = select(CLEARANCES.c.person, CLEARANCES.c.cleared, CLEARANCES.c.role).where(
        CLEARANCES.c.game == game, CLEARANCES.c.person.is_not(None)
    )
    found: dict[str, Clearance] = {}
    for row in connection.execute(taken):
        names, had = frozenset[str](json.loads(row.cleared)), found.get(row.person)
        role = cast("RoleId", row.role)
        if had is not None and (not names or not had.names):
            role, names = (role, names) if names else (had.role, had.names)
        elif had is not None:
            role, names = min(role, had.role, key=_strength), names | had.names
        found[row.person] = Clearance(role, names)
    return found


def _strength(role: RoleId) -> int:
    """Return the place of a role: of two posts of one person the first counts."""
    return UMPIRES.index(role) if role in UMPIRES else len(UMPIRES)


def staff_of(connection: Connection, games: Iterable[str]) -> dict[tuple[str, str], frozenset[str]]:
    """Return the staff of each headquarters, without the holder of its seat, by game and seat's
    name.
    """
    taken = select(CLEARANCES.c.game, CLEARANCES.c.person, CLEARANCES.c.cleared).where(
        CLEARANCES.c.game.in_(games),
        CLEARANCES.c.role == TEAM,
        CLEARANCES.c.person.is_not(None),
    )
    found: dict[tuple[str, str], frozenset[str]] = {}
    for row in connection.execute(taken):
        for name in json.loads(row.cleared):
            found[row.game, name] = found.get((row.game, name), frozenset()) | {row.person}
    return found


def check_control(connection: Connection, game: AnyGame, id_: str, person: str) -> None:
    """Check that a person is Game Control of a game: in Control's seat, or beside it.

    Raises:
        ForbiddenError: they are not, or the game has none.
    """
    if game.control is None:
        raise ForbiddenError("this game has no umpire")
    seat = select(SEATS.c.person).where(SEATS.c.game == id_, SEATS.c.seat == game.control)
    if connection.execute(seat).scalar_one_or_none() == person:
        return
    given = cleared_of(connection, id_).get(person)
    if given is None or not given.names or given.role != "control":
        raise ForbiddenError("only the umpire of an umpired game can do this")


def offer(
    connection: Connection,
    game: AnyGame,
    id_: str,
    names: Sequence[str],
    role: RoleId = "observer",
    name: str = "",
) -> str:
    """Return the secret of a new link that gives a post to whichever person takes it.

    `name` is whom it is made for, where somebody is cast.

    Raises:
        ServerError: there is no such post, or nobody can be cleared for that.
    """
    there = _teams(game) if role == TEAM else list(game.clearances)
    if role not in (*UMPIRES, TEAM):
        raise ServerError(f"there is no post '{role}'; there are {', '.join((*UMPIRES, TEAM))}")
    about = scope_of(role, "see") == "own" or role == TEAM
    if about and not names:
        raise ServerError(f"say for which teams: {TITLES[role]} has some of {', '.join(there)}")
    if wrong := [each for each in names if about and each not in there]:
        raise ServerError(f"there is no team or side '{wrong[0]}'; there are {', '.join(there)}")
    kept = sorted(set(names)) if about else [role]
    secret = new_secret()
    values = {
        "game": id_,
        "cleared": json.dumps(kept),
        "role": role,
        "name": name,
        "expires": now_ms() + LASTS,
    }
    connection.execute(insert(CLEARANCES).values(hash=hashed(secret), **values))
    return secret


def _teams(game: AnyGame) -> list[str]:
    return [name for number, name in enumerate(game.seats) if number != game.control]


def take(connection: Connection, game: AnyGame, id_: str, person: str, secret: str) -> bool:
    """Take the post that a link gives; whether that filled an empty seat.

    Raises:
        ForbiddenError: the link is unknown, was used or has expired, or the person may not have
            this post beside what they are already.
    """
    wanted = select(CLEARANCES).where(
        CLEARANCES.c.hash == hashed(secret),
        CLEARANCES.c.game == id_,
        CLEARANCES.c.person.is_(None),
        CLEARANCES.c.expires > now_ms(),
        CLEARANCES.c.cleared != _NOTHING,
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise ForbiddenError(_NO_LINK)
    if row.role == TEAM:
        check_free(connection, id_, person)
    else:
        _check_outsider(connection, id_, person)
    taken = connection.execute(
        update(CLEARANCES)
        .where(CLEARANCES.c.hash == row.hash, CLEARANCES.c.person.is_(None))
        .values(person=person)
    )
    if taken.rowcount != 1:  # at another worker, at the same moment
        raise ForbiddenError(_NO_LINK)
    if row.name:  # a guest goes by the name on the list
        guest = (PEOPLE.c.id == person, PEOPLE.c.account.is_(None))
        connection.execute(update(PEOPLE).where(*guest).values(name=row.name))
    watching = select(OBSERVERS).where(OBSERVERS.c.game == id_, OBSERVERS.c.person == person)
    if connection.execute(watching).first() is None:
        connection.execute(insert(OBSERVERS).values(game=id_, person=person))
    filled = row.role == TEAM and _sit_down(connection, game, id_, person, row)
    _read_anew(connection, id_)
    return filled


def _sit_down(connection: Connection, game: AnyGame, id_: str, person: str, row: Record) -> bool:
    """Take the seat of a headquarters that has no player, or a computer player."""
    numbers = [game.seats.index(name) for name in json.loads(row.cleared)]
    free = (SEATS.c.game == id_, SEATS.c.seat.in_(numbers), SEATS.c.person.is_(None))
    sat = connection.execute(
        update(SEATS).where(*free).values(person=person, player="", link=None, link_expires=0)
    )
    return bool(sat.rowcount)


def _check_outsider(connection: Connection, id_: str, person: str) -> None:
    """Check that a person has no seat in a game.

    Raises:
        ForbiddenError: they sit at the table.
    """
    seated = select(SEATS).where(SEATS.c.game == id_, SEATS.c.person == person)
    given = cleared_of(connection, id_).get(person)
    staff = given is not None and given.role == TEAM and given.names
    if staff or connection.execute(seated).first() is not None:
        raise ForbiddenError("you play in this game, and a player can have no other role in it")


def check_free(connection: Connection, id_: str, person: str) -> None:
    """Check that a person may take a seat: an umpire, or a person who saw the truth, may not.

    Raises:
        ForbiddenError: they are, or were, cleared for something in this game.
    """
    wanted = select(CLEARANCES.c.role).where(
        CLEARANCES.c.game == id_, CLEARANCES.c.person == person, CLEARANCES.c.role != TEAM
    )
    had = connection.execute(wanted).first()
    if had is not None:
        did = "seen the whole map of" if had.role == SPECTATOR else "umpired"
        raise ForbiddenError(f"you have {did} this game, so you know too much to play in it")


def note_spectator(connection: Connection, id_: str, person: str) -> None:
    """Write down that a spectator is shown the truth, late as it is: they may not play any more.

    Raises:
        ForbiddenError: they play in this game.
    """
    _check_outsider(connection, id_, person)
    of_theirs = (CLEARANCES.c.game == id_, CLEARANCES.c.person == person)
    noted = select(CLEARANCES.c.hash).where(*of_theirs, CLEARANCES.c.role != TEAM)
    if connection.execute(noted).first() is None:
        _give(connection, id_, person, (), SPECTATOR)


def drop(connection: Connection, id_: str, person: str) -> bool:
    """Take away a person's clearance; return whether they had one.

    It stays on record that they were an umpire, because they still know what they have read.
    """
    gone = connection.execute(
        update(CLEARANCES)
        .where(
            CLEARANCES.c.game == id_,
            CLEARANCES.c.person == person,
            CLEARANCES.c.cleared != _NOTHING,
        )
        .values(cleared=_NOTHING)
    )
    _read_anew(connection, id_)
    return bool(gone.rowcount)


def hand_over(connection: Connection, id_: str, person: str, to: str, names: Sequence[str]) -> None:
    """Give a liaison's teams to another umpire; the first loses them."""
    drop(connection, id_, person)
    _give(connection, id_, to, names, "liaison")


def _give(
    connection: Connection, id_: str, person: str, names: Iterable[str], role: RoleId
) -> None:
    """Give a person a post without a link."""
    values = {"game": id_, "person": person, "cleared": json.dumps(sorted(names)), "role": role}
    connection.execute(insert(CLEARANCES).values(hash=hashed(new_secret()), expires=0, **values))


def leave(connection: Connection, game: AnyGame, row: Record, person: str) -> bool:
    """Take somebody from every post, in the game of a row; return whether they had one.

    Their sheet and their cards become free. The next of a headquarters' staff takes the seat. If
    there is none, a computer commander takes it until somebody comes; before the game begins, it
    is empty again.

    Raises:
        ForbiddenError: the person is Control, and nobody can take the seat.
    """
    id_ = row.id
    given = cleared_of(connection, id_)
    staff = staff_of(connection, [id_])
    empty = {"person": None, "player": "" if row.status == "open" else COMMANDER}
    seats = select(SEATS.c.seat).where(SEATS.c.game == id_, SEATS.c.person == person)
    held = [int(each.seat) for each in connection.execute(seats)]
    for number in held:
        name: str = game.seats[number]
        if number == game.control:
            others = sorted(
                p for p, c in given.items() if c.role == "control" and c.names and p != person
            )
        else:
            others = sorted(staff.get((id_, name), frozenset()) - {person})
        if not others and number == game.control:
            raise ForbiddenError("cast another Game Control first: the game cannot be without one")
        values = {"person": others[0]} if others else empty
        at = (SEATS.c.game == id_, SEATS.c.seat == number)
        connection.execute(update(SEATS).where(*at).values(**values))
    for table, mine in ((SHEETS, SHEETS.c.writer), (CLAIMS, CLAIMS.c.person)):
        free = update(table).where(table.c.game == id_, mine == person)
        connection.execute(free.values({mine.name: None}))
    return drop(connection, id_, person) or bool(held)


def fill(connection: Connection, game: AnyGame, id_: str, seat: str = "") -> None:
    """Let computer commanders take all headquarters without players, or one of them."""
    numbers = [game.seats.index(name) for name in _teams(game) if seat in ("", name)]
    free = (SEATS.c.game == id_, SEATS.c.seat.in_(numbers), SEATS.c.person.is_(None))
    connection.execute(update(SEATS).where(*free).values(player=COMMANDER))
    _read_anew(connection, id_)


def listed(connection: Connection, id_: str) -> list[messages.GivenClearance]:
    """Return everybody's clearance, and the links that nobody has taken yet."""
    wanted = (
        select(
            *(CLEARANCES.c.person, CLEARANCES.c.cleared, CLEARANCES.c.expires, CLEARANCES.c.role),
            *(CLEARANCES.c.name.label("cast"), PEOPLE.c.name),
        )
        .select_from(CLEARANCES.outerjoin(PEOPLE, CLEARANCES.c.person == PEOPLE.c.id))
        .where(CLEARANCES.c.game == id_, CLEARANCES.c.cleared != _NOTHING)
        .order_by(CLEARANCES.c.expires)
    )
    return [
        {
            "person": row.person,
            "name": row.name,
            "cleared": json.loads(row.cleared),
            "role": row.role,
            "cast": row.cast,
        }
        for row in connection.execute(wanted)
        if row.person is not None or row.expires > now_ms()
    ]


def _read_anew(connection: Connection, id_: str) -> None:
    """Read a game under way again, because somebody's role in it has changed."""
    again = update(GAMES).where(GAMES.c.id == id_, GAMES.c.status != "open")
    connection.execute(again.values(version=GAMES.c.version + 1))
