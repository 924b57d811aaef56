"""Notices: a person who is asked and not present is notified on the page, by mail or by webhook.

People are notified that it is their turn, that another asks for their consent, and that a game of
theirs is over. A notice is written in the transaction that makes it due, and is sent afterwards: a
server that dies in between sends it when it restarts. Its text is what the seat may know; its link
holds no secret and opens on the decision. If the person is present at another worker, that worker
marks the notice as seen before it is sent.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, Connection, and_, func, insert, or_, select, update

from bocage.server import hooks
from bocage.server.clocks import now_ms
from bocage.server.commits import Committer
from bocage.server.deciders import Asked
from bocage.server.errors import ServerError
from bocage.server.schema import NOTICES, PEOPLE, Record

if TYPE_CHECKING:
    from bocage.server.live import LiveGame

TRIES: Final = 5
SENDING_MOST: Final = 16
"""Notices that leave at the same time, each to another person."""
SLOW_MOST: Final = 4
"""The most of these to people who were slow before."""
_QUICK: Final = 3.0
"""Seconds that a notice may take without being slow."""
_REMEMBERED: Final = 500
_EVERY: Final = 2.0
_PATIENCE: Final = 10.0
GRACE_MS: Final = 1_500
"""How long a notice waits if there are other workers: its person may be at one of them."""
_CLAIMED_MS: Final = 60_000
"""How long a notice is reserved for the worker that began to send it."""
_LISTED: Final = 100
_TLS: Final = 465
_STARTTLS: Final = 587
_WANTS: Final = {
    "takeback": "asks to undo",
    "adjourn": "asks to adjourn",
    "resume": "asks to resume",
}
_LOG: Final = logging.getLogger("bocage.server")


@dataclass(frozen=True, slots=True)
class Mail:
    """The server that sends our mail."""

    host: str
    port: int = 25
    sender: str = "bocage@localhost"
    user: str = ""
    password: str = ""

    @property
    def domain(self) -> str:
        """The domain of the sender."""
        return self.sender.rpartition("@")[2].strip("> ") or "localhost"

    def connected(self) -> smtplib.SMTP:
        """Return a connection to it; by the ports of custom it is encrypted, and the server proves
        who it is: 465 from the start, 587 before anything is said.
        """
        if self.port == _TLS:
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self.host, self.port, timeout=_PATIENCE, context=context)
        server = smtplib.SMTP(self.host, self.port, timeout=_PATIENCE)
        if self.port == _STARTTLS:
            try:
                server.starttls(context=ssl.create_default_context())
            except BaseException:
                server.close()
                raise
        return server


@dataclass(frozen=True, slots=True)
class Notice:
    """One message to a person."""

    person: str | None
    game: str
    kind: str
    text: str


class Notices:
    """The notices of a server: who gets them, and how."""

    def __init__(self, address: str, mail: Mail | None = None, *, inside: bool = False) -> None:
        self._address = address.rstrip("/")
        self._mail = mail
        self._inside = inside
        self.shared = False
        """Whether there may be other workers, so that notices wait for them."""
        self._busy: Final[set[str]] = set()
        """The people to whom something is being sent."""
        self._slow: Final[dict[str, None]] = {}
        """The people whose last notice took long, or did not leave."""
        self._threads: Final = ThreadPoolExecutor(SENDING_MOST, "bocage-notices")
        self.present: Final[dict[tuple[str, str], int]] = {}
        """The number of sockets that a person has open on a game here, by game and person."""

    def due(self, live: LiveGame) -> list[Notice]:
        """Return the notices of a change of a game: one for each person concerned and not
        present.
        """
        name = " ".join(live.name.split())
        found: list[Notice] = []
        if live.status == "live":
            for number in Asked.at(live.table).notified:
                if number not in live.before.asked.notified and number not in live.retired:
                    seat = live.seats[number]
                    words = f"{name}: it is your turn as {seat.name}"
                    found.append(Notice(seat.person, live.id, "asked", words))
        request = live.request
        if request is not None and request != live.before.request:
            asker = live.seats[int(request["seat"])]
            words = f"{name}: {asker.holder or asker.name} {_WANTS[request['kind']]}"
            wanted = [n for n in live.others(request["seat"]) if n not in request["agreed"]]
            found += [Notice(live.seats[n].person, live.id, "request", words) for n in wanted]
        control = live.game.control
        if control is not None:
            for number in sorted(live.retired - live.before.retired):
                words = (
                    f"{name}: {live.seats[number].name} has retired; its last orders stay in force"
                )
                found.append(Notice(live.seats[control].person, live.id, "retired", words))
        if live.status == "over" and live.before.status != "over":
            words = f"{name} is over: {live.result}"
            people = dict.fromkeys(seat.person for seat in live.seats)
            found += [Notice(person, live.id, "over", words) for person in people]
        unique = dict.fromkeys(each for each in found if each.person is not None)
        return [each for each in unique if not self.present.get((live.id, each.person or ""))]

    async def run(self, committer: Committer) -> None:
        """Send due notices, repeatedly. A slow receiver delays nobody else."""
        async with asyncio.TaskGroup() as sending:
            while True:
                await asyncio.sleep(_EVERY)
                try:
                    await self._send_due(committer, sending)
                except ServerError as error:
                    _LOG.warning("notices are waiting for the database: %s", error.sentence)

    async def _send_due(self, committer: Committer, sending: asyncio.TaskGroup) -> None:
        """Begin to send due notices: one for each person, and few to slow ones."""
        before = now_ms() - (GRACE_MS if self.shared else 0)
        slow = sum(person in self._slow for person in self._busy)
        passed = {*self._busy, *(self._slow if slow >= SLOW_MOST else ())}
        for row in await committer.read(partial(_unsent, before, passed)):
            if not row.webhook and not (row.email and self._mail):
                await committer.commit(_marking(row.id, now_ms()))  # only the page shows it
                continue
            if len(self._busy) >= SENDING_MOST or (row.person in self._slow and slow >= SLOW_MOST):
                continue
            slow += row.person in self._slow
            if await committer.commit(_claiming(row.id, row.tries)):  # or another worker sends it
                self._busy.add(row.person)
                sending.create_task(self._deliver(committer, row))

    async def _deliver(self, committer: Committer, row: Record) -> None:
        """Send one notice, and note whether it left."""
        began = time.monotonic()
        try:
            loop = asyncio.get_running_loop()
            sent = await loop.run_in_executor(self._threads, self._send, row)
            self._judge(row.person, quick=sent and time.monotonic() - began < _QUICK)
            await committer.commit(_marking(row.id, now_ms() if sent else None))
        except ServerError as error:
            _LOG.warning("a notice may be sent twice: %s", error.sentence)
        except Exception:  # the others are notified all the same
            _LOG.exception("could not send a notice")
        finally:
            self._busy.discard(row.person)

    def _judge(self, person: str, *, quick: bool) -> None:
        """Remember who is slow to take a notice: they share a few places among themselves."""
        self._slow.pop(person, None)
        if not quick:
            self._slow[person] = None
            while len(self._slow) > _REMEMBERED:
                del self._slow[next(iter(self._slow))]

    def _send(self, row: Record) -> bool:
        link = f"{self._address}{link_to(row.game)}"
        try:
            if row.email and self._mail is not None:
                self._post(self._mail, row.email, row.text, link)
            if row.webhook:
                told = {"text": row.text, "link": link, "game": row.game, "kind": row.kind}
                hooks.call(row.webhook, told, inside=self._inside)
        except (OSError, smtplib.SMTPException, ValueError, ServerError) as error:
            _LOG.warning("could not send a notice: %s", type(error).__name__)
            return False
        return True

    @staticmethod
    def _post(mail: Mail, to: str, text: str, link: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = mail.sender, to, text
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=mail.domain)
        message["Auto-Submitted"] = "auto-generated"  # so that absent people are not answered for
        message.set_content(f"{text}.\n\n{link}\n")
        with mail.connected() as server:
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)


def link_to(game: str) -> str:
    """Return the link of a notice: the page of its game, which opens on the decision."""
    return f"/games/{game}#decision"


def _is_due() -> ColumnElement[bool]:
    """Return the condition for a notice to be sent: not sent, and not being sent; a worker that
    began long ago has died.
    """
    long_ago = now_ms() - _CLAIMED_MS
    return or_(NOTICES.c.sent.is_(None), and_(NOTICES.c.sent < 0, NOTICES.c.sent > -long_ago))


def _unsent(before: int, passed: Iterable[str], connection: Connection) -> list[Record]:
    """Return the notices up to then that are not sent, with the addresses of their people.

    They are the oldest of each person, without those who are excluded.
    """
    oldest = (
        select(func.min(NOTICES.c.id))
        .where(
            _is_due(),
            NOTICES.c.tries < TRIES,
            NOTICES.c.seen.is_(None),
            NOTICES.c.made <= before,
            NOTICES.c.person.not_in(list(passed)),
        )
        .group_by(NOTICES.c.person)
    )
    due = (
        select(NOTICES, PEOPLE.c.email, PEOPLE.c.webhook)
        .join(PEOPLE, PEOPLE.c.id == NOTICES.c.person)
        .where(NOTICES.c.id.in_(oldest))
        .order_by(NOTICES.c.id)
        .limit(100)
    )
    return list(connection.execute(due))


def write(connection: Connection, notice: Notice) -> None:
    """Write a notice, to leave when the transaction is committed.

    A person gets no second notice of what they were notified of and have not seen yet.
    """
    same = select(NOTICES.c.id).where(
        NOTICES.c.person == notice.person,
        NOTICES.c.game == notice.game,
        NOTICES.c.kind == notice.kind,
        NOTICES.c.text == notice.text,
        NOTICES.c.seen.is_(None),
    )
    if connection.execute(same).first() is not None:
        return
    connection.execute(
        insert(NOTICES).values(
            person=notice.person,
            game=notice.game,
            kind=notice.kind,
            text=notice.text,
            made=now_ms(),
            tries=0,
        )
    )


def unseen(connection: Connection, person: str) -> list[Record]:
    """Return what a person has not seen yet, the newest first."""
    wanted = (
        select(NOTICES)
        .where(NOTICES.c.person == person, NOTICES.c.seen.is_(None))
        .order_by(NOTICES.c.id.desc())
        .limit(_LISTED)
    )
    return list(connection.execute(wanted))


def see(connection: Connection, person: str, game: str) -> None:
    """Mark the notices of a game as seen by a person who has opened it."""
    _see(connection, NOTICES.c.person == person, NOTICES.c.game == game)


def put_away(connection: Connection, person: str, notice: int) -> bool:
    """Put one notice away; whether it was there."""
    return _see(connection, NOTICES.c.person == person, NOTICES.c.id == notice) == 1


def _see(connection: Connection, *which: ColumnElement[bool]) -> int:
    seen = update(NOTICES).where(*which, NOTICES.c.seen.is_(None)).values(seen=now_ms())
    return int(connection.execute(seen).rowcount)


def _claiming(notice: int, tries: int) -> Callable[[Connection], bool]:
    """Count a try; whether it is ours: of two workers only one counts it."""

    def write(connection: Connection) -> bool:
        counted = connection.execute(
            update(NOTICES)
            .where(NOTICES.c.id == notice, NOTICES.c.tries == tries, _is_due())
            .values(tries=tries + 1, sent=-now_ms())
        )
        return counted.rowcount == 1

    return write


def _marking(notice: int, sent: int | None) -> Callable[[Connection], None]:
    def write(connection: Connection) -> None:
        connection.execute(update(NOTICES).where(NOTICES.c.id == notice).values(sent=sent))

    return write
