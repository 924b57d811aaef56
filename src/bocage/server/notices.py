"""Notices: whoever is asked and not there is told, in the page, by mail or by webhook.

A notice is written in the transaction that makes it due, and leaves afterwards: a server
that dies in between sends it when it comes back. Its text is what the seat may know, and
its link holds no secret.
"""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select, update

from bocage.server.clocks import now_ms
from bocage.server.committing import Committer
from bocage.server.errors import ServerError
from bocage.server.schema import NOTICES, PEOPLE

if TYPE_CHECKING:
    from bocage.server.live import LiveGame

TRIES: Final = 5
_EVERY: Final = 2.0
_PATIENCE: Final = 10.0
_CLAIMED_MS: Final = 60_000
"""How long a notice is left to the worker that began to send it."""
_LOG: Final = logging.getLogger("bocage.server")


@dataclass(frozen=True, slots=True)
class Mail:
    """Where mail leaves from."""

    host: str
    port: int = 25
    sender: str = "bocage@localhost"
    user: str = ""
    password: str = ""
    tls: bool = False


class Notices:
    """Who is told what, and how."""

    def __init__(self, address: str, mail: Mail | None = None) -> None:
        self._address = address.rstrip("/")
        self._mail = mail
        self.present: Final[dict[tuple[str, str], int]] = {}
        """How many sockets a person has open on a game, by game and person."""

    def due(self, live: LiveGame, before: tuple[int, ...]) -> list[Callable[[Connection], None]]:
        """What to write with a change: a notice for each person newly asked and not there."""
        now = live.asked if live.status == "live" else ()
        found: list[Callable[[Connection], None]] = []
        for number in now:
            person = live.seats[number].person
            if number in before or person is None or self.present.get((live.id, person)):
                continue
            words = f"{' '.join(live.name.split())}: it is your turn as {live.seats[number].name}"
            found.append(_writing(person, live.id, "asked", words))
        return found

    async def run(self, committer: Committer) -> None:
        """Send what is due, again and again."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self._send_due(committer)
            except ServerError as error:
                _LOG.warning("notices wait: %s", error.sentence)

    async def _send_due(self, committer: Committer) -> None:
        for row in await committer.read(_unsent):
            if not await committer.commit(_claiming(row.id, row.tries)):
                continue  # another worker sends it
            sent = await asyncio.to_thread(self._send, row)
            await committer.commit(_marking(row.id, now_ms() if sent else None))

    def _send(self, row: Any) -> bool:
        link = f"{self._address}/games/{row.game}"
        try:
            if row.email and self._mail is not None:
                self._post(self._mail, row.email, row.text, link)
            if row.webhook:
                _call(row.webhook, {"text": row.text, "link": link, "game": row.game})
        except (OSError, smtplib.SMTPException, ValueError) as error:
            _LOG.warning("a notice did not leave: %s", type(error).__name__)
            return False
        return True

    @staticmethod
    def _post(mail: Mail, to: str, text: str, link: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = mail.sender, to, text
        message.set_content(f"{text}.\n\n{link}\n")
        with smtplib.SMTP(mail.host, mail.port, timeout=_PATIENCE) as server:
            if mail.tls:
                server.starttls()
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)


def _call(address: str, told: dict[str, str]) -> None:
    request = urllib.request.Request(  # noqa: S310 - the scheme is checked when it is set
        address, json.dumps(told).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=_PATIENCE):  # noqa: S310
        pass


def _is_due() -> ColumnElement[bool]:
    """Not sent, and not being sent: whoever began to send it long ago has died over it."""
    long_ago = now_ms() - _CLAIMED_MS
    return or_(NOTICES.c.sent.is_(None), and_(NOTICES.c.sent < 0, NOTICES.c.sent > -long_ago))


def _unsent(connection: Connection) -> list[Any]:
    """Notices that have not left, with where their people want them."""
    due = (
        select(NOTICES, PEOPLE.c.email, PEOPLE.c.webhook)
        .join(PEOPLE, PEOPLE.c.id == NOTICES.c.person)
        .where(_is_due(), NOTICES.c.tries < TRIES)
        .limit(20)
    )
    return list(connection.execute(due))


def _writing(person: str, game: str, kind: str, text: str) -> Callable[[Connection], None]:
    def write(connection: Connection) -> None:
        connection.execute(
            insert(NOTICES).values(
                person=person, game=game, kind=kind, text=text, made=now_ms(), tries=0
            )
        )

    return write


def _claiming(notice: int, tries: int) -> Callable[[Connection], bool]:
    """Count a try; whether it is ours: of two workers one alone counts it up."""

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
