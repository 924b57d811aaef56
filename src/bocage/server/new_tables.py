"""New tables: the dice are committed, seats are taken, and the game begins.

Until every seat is taken there is no game, only its draft. The commitment of the dice is published
from the start; each person who takes a seat may add words to them.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select, update

from bocage.engine.dice import SEED_BYTES, Trust
from bocage.engine.game import AnyGame
from bocage.engine.header import Header
from bocage.engine.log import mark
from bocage.engine.playout import policies_of
from bocage.engine.save_format import Saved
from bocage.engine.saves import read
from bocage.engine.table import AnyTable, Table
from bocage.server import bids, deciders, wire
from bocage.server.clocks import Clock, now_ms
from bocage.server.deciders import Asked
from bocage.server.errors import ForbiddenError, ServerError
from bocage.server.past import turn_of
from bocage.server.people import DAY, hashed, new_id, new_secret
from bocage.server.schema import GAMES, LINES, OBSERVERS, SEATS, Record
from bocage.server.store import header_of, measure, row_of

LINK_LASTS: Final = 30 * DAY
ME, OPEN, RULES = "me", "open", "rules"
"""The possible occupants of a seat besides computer players; `rules` if the rulebook plays it."""
_NO_LINK: Final = "this link does not work: it was used or has expired. Ask for another"


def draft(
    connection: Connection,
    game: AnyGame,
    person: str,
    *,
    name: str,
    scenario: str,
    options: Mapping[str, str],
    seats: Mapping[str, str],
    trust: Trust,
    clock: Clock,
    entropy: str = "",
) -> tuple[str, dict[str, str]]:
    """Return a new table; returns its id and the secret of each seat that is open.

    Raises:
        BocageError: there is no such scenario, option, seat or player.
    """
    at = game.at(game.scenario(scenario).id)
    for seat in seats:
        if seat not in at.seats:
            raise ServerError(f"there is no seat '{seat}'; there are {', '.join(at.seats)}")
    header = Header.begin(
        at.id,
        at.scenario(scenario).id,
        at.settings(options),
        at.revision,
        seed=secrets.token_bytes(SEED_BYTES),
        trust=trust,
        edition=at.edition,
    )
    made = _insert(connection, at, person, name, header, clock)
    links: dict[str, str] = {}
    by_rules = printed_seats(at, header.options)
    for number, seat in enumerate(at.seats):
        held = seats.get(seat, OPEN)
        if held == OPEN and number in by_rules:
            held = RULES
        there = (ME, OPEN, *policies_of(at), *([RULES] if number in by_rules else []))
        if held not in there:
            raise ServerError(f"'{held}' cannot sit at {seat}; there are {', '.join(there)}")
        connection.execute(
            insert(SEATS).values(
                game=made,
                seat=number,
                person=person if held == ME else None,
                player=held if held not in (ME, OPEN) else "",
                link_expires=0,
                entropy=entropy.encode() or None if held == ME else None,
            )
        )
        if held == OPEN:
            links[seat] = make_link(connection, made, number)
    connection.execute(insert(OBSERVERS).values(game=made, person=person))
    return made, links


def printed_seats(game: AnyGame, options: Mapping[str, str]) -> set[int]:
    """Return the seats that the rulebook itself plays with these options; they need no player."""
    return {each.seat for each in game.printed.values() if options.get(each.option) == each.choice}


def _insert(
    connection: Connection, game: AnyGame, person: str, name: str, header: Header, clock: Clock
) -> str:
    made, now = new_id(), now_ms()
    connection.execute(
        insert(GAMES).values(
            id=made,
            name=name or game.title,
            game=game.id,
            header="\n".join(header.lines()),
            version=0,
            lines=0,
            status="open",
            asked="[]",
            asked_since=now,
            clock=clock.written(),
            request=json.dumps(None),
            result="",
            created=now,
            laid_by=person,
            changed=now,
        )
    )
    return made


def make_link(connection: Connection, game: str, seat: int) -> str:
    """Return a new secret for an open seat; an earlier secret stops working."""
    secret = new_secret()
    connection.execute(
        update(SEATS)
        .where(SEATS.c.game == game, SEATS.c.seat == seat, SEATS.c.person.is_(None))
        .values(link=hashed(secret), link_expires=now_ms() + LINK_LASTS)
    )
    return secret


def take_seat(connection: Connection, game: str, person: str, secret: str, entropy: str) -> int:
    """Take the seat that a secret opens; returns its number.

    Raises:
        ForbiddenError: the secret opens none, was used, or has run out.
    """
    row = (
        connection.execute(
            select(SEATS).where(SEATS.c.game == game, SEATS.c.link == hashed(secret))
        )
    ).one_or_none()
    if row is None or row.person is not None or row.link_expires < now_ms():
        raise ForbiddenError(_NO_LINK)
    taken = connection.execute(
        update(SEATS)
        .where(SEATS.c.game == game, SEATS.c.seat == row.seat, SEATS.c.person.is_(None))
        .values(person=person, link=None, link_expires=0, entropy=entropy.encode() or None)
    )
    if taken.rowcount != 1:  # at another worker, at the same moment
        raise ForbiddenError(_NO_LINK)
    # A game under way is read again, because the people at the table have changed.
    again = update(GAMES).where(GAMES.c.id == game, GAMES.c.status != "open")
    connection.execute(again.values(version=GAMES.c.version + 1))
    return int(row.seat)


def take_kept_seats(connection: Connection, game: str, person: str, entropy: str) -> bool:
    """Take the seats of a new table that are kept for a person; whether there are any."""
    taken = connection.execute(
        update(SEATS)
        .where(SEATS.c.game == game, SEATS.c.kept_for == person, SEATS.c.person.is_(None))
        .values(person=person, link=None, link_expires=0, entropy=entropy.encode() or None)
    )
    return int(taken.rowcount) > 0


class Full(NamedTuple):
    """A table whose seats are all taken, so that its game can begin."""

    id: str
    header: Header
    save: str
    """The lines of an uploaded game as a save. It is under way already."""


def if_full(connection: Connection, game: AnyGame, id_: str) -> Full | None:
    """Return a drafted game whose seats are all taken, if it has not begun."""
    row = row_of(connection, id_)
    if row.status != "open" or (header := _header(connection, game, row)) is None:
        return None
    lines = [row.text for row in _lines(connection, id_)]
    if lines:
        save = "\n".join([row.header, "", *lines, f"end {len(lines)}"]) + "\n"
        return Full(id_, header, save)
    return Full(id_, header, "")


def _header(connection: Connection, game: AnyGame, row: Record) -> Header | None:
    """Return the header with which a game begins, if every seat is taken; of one under way, its
    own.
    """
    wanted = select(SEATS).where(SEATS.c.game == row.id).order_by(SEATS.c.seat)
    seats = list(connection.execute(wanted))
    if any(not (s.person or s.player) for s in seats) or bids.is_waiting(connection, row.id):
        return None
    head = header_of(row.header)
    if connection.execute(select(LINES.c.number).where(LINES.c.game == row.id)).first():
        return head
    names: Sequence[str] = game.seats
    added = {names[int(s.seat)]: bytes(s.entropy) for s in seats if s.entropy}
    return replace(head, entropy={**head.entropy, **added})


def set_up(game: AnyGame, full: Full) -> AnyTable:
    """Return the table of a game that begins. It takes its time: not for the thread that writes."""
    return read(full.save, game) if full.save else Table(game, full.header)


def begin(connection: Connection, full: Full, table: AnyTable, now: int) -> bool:
    """Begin a game; whether it was for us to do: somebody else may have begun it, or left.

    `now` is the time of the stopwatch: its clocks run from then on.
    """
    row = row_of(connection, full.id, alone=True)
    if row.status != "open" or _header(connection, table.game, row) != full.header:
        return False
    _put(connection, full.id, full.header, table, now, fresh=not full.save)
    return True


def _lines(connection: Connection, game: str) -> list[Record]:
    found = connection.execute(select(LINES).where(LINES.c.game == game).order_by(LINES.c.number))
    return list(found)


def _put(
    connection: Connection, id_: str, header: Header, table: AnyTable, now: int, *, fresh: bool
) -> None:
    log = table.log
    now_asked = Asked.at(table)
    row = row_of(connection, id_)
    date = now_ms()
    status = "over" if table.is_over else "live"
    timed = now_asked.public if status == "live" else ()
    connection.execute(
        update(GAMES)
        .where(GAMES.c.id == id_)
        .values(
            header="\n".join(header.lines()),
            version=row.version + 1,
            lines=len(log.entries),
            status=status,
            result=wire.result(table.game, table.state),
            turn=turn_of(table),
            asked=deciders.written(now_asked, table.game.seats, date),
            asked_since=date,
            clock=Clock.read(row.clock).turned(timed, now).written(),
            changed=date,
        )
    )
    if fresh and log.entries:
        rows = [
            {"game": id_, "number": n, "text": f"{log.line(entry)} ~{mark(link)}"}
            for n, (entry, link) in enumerate(zip(log.entries, log.links(), strict=True))
        ]
        connection.execute(insert(LINES), rows)
    measure(connection, id_)


def check_players(game: AnyGame, players: Mapping[str, str]) -> None:
    """Check that players of the program can take these seats, and leave one.

    Raises:
        ServerError: there is no such seat or player, or no seat is left.
    """
    known = policies_of(game)
    for seat, player in players.items():
        if seat not in game.seats:
            raise ServerError(f"there is no seat '{seat}'; there are {', '.join(game.seats)}")
        if player not in known:
            raise ServerError(f"'{player}' cannot sit at {seat}; there are {', '.join(known)}")
    if len(players) == len(game.seats):
        raise ServerError("you must hold at least one seat")


def lay_down(
    connection: Connection,
    game: AnyGame,
    person: str,
    name: str,
    table: AnyTable,
    players: Mapping[str, str] | None = None,
) -> str:
    """Create a table that is under way already; return its id.

    One person has all its seats except those of `players`, which are computer players.
    """
    made = _insert(connection, game, person, name, table.header, Clock())
    for number, seat in enumerate(game.seats):
        player = (players or {}).get(seat, "")
        who = None if player else person
        connection.execute(
            insert(SEATS).values(game=made, seat=number, person=who, player=player, link_expires=0)
        )
    connection.execute(insert(OBSERVERS).values(game=made, person=person))
    _put(connection, made, table.header, table, 0, fresh=True)  # it has no clock
    return made


def check_trust(table: AnyTable) -> None:
    """Check that a save which calls its dice revealed is of a game that is over.

    Everybody may read the file of such a game, with every hidden line and the dice to come.

    Raises:
        ServerError: the game is not over.
    """
    if table.header.trust is Trust.REVEALED and not table.is_over:
        raise ServerError(
            "this save says 'trust: revealed', but its game is not over: dice are "
            "revealed at the end"
        )


def import_save(
    connection: Connection, game: AnyGame, person: str, saved: Saved, name: str
) -> tuple[str, dict[str, str]]:
    """Return a table from a save: its seats are open, and the links go to the person who uploaded
    it.

    The caller has replayed it: `read` finds its faults, and takes a while.

    Raises:
        ServerError: its dice are not open: its keeper has it still.
    """
    header = saved.header
    if header.seed is None or header.trust is Trust.HELD:
        raise ServerError("this game's dice are held by another server: continue it there")
    if header.fell:
        raise ServerError(
            "this game branched from another one, so this server can't check its first dice"
        )
    made = _insert(connection, game, person, name, header, Clock())
    rows = saved.rows
    if rows:
        texts = [f"{'x ' if r.struck else ''}{r.who} {r.text} ~{r.mark}" for r in rows]
        connection.execute(
            insert(LINES), [{"game": made, "number": n, "text": t} for n, t in enumerate(texts)]
        )
    links: dict[str, str] = {}
    by_rules = printed_seats(game, header.options)
    for number, seat in enumerate(game.seats):
        player = RULES if number in by_rules else ""
        row = insert(SEATS).values(game=made, seat=number, player=player, link_expires=0)
        connection.execute(row)
        if not player:
            links[seat] = make_link(connection, made, number)
    connection.execute(insert(OBSERVERS).values(game=made, person=person))
    measure(connection, made)
    return made, links
