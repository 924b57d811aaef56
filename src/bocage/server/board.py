"""The board of an evening: who is present, who writes, who has which card, the clock, the news.

It is a cache of the database, part by part. Only `told` passes any of it to a person; everything
else about the game comes through the feeds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from sqlalchemy import Connection, select

from bocage.server import messages, roles
from bocage.server.phases import PhaseTimer, phases_told
from bocage.server.schema import CLAIMS, EVENINGS, NEWS, PEOPLE, PRESENCE, SHEETS, Record

if TYPE_CHECKING:
    from bocage.server.live import LiveGame

Part = Literal["people", "sheets", "claims", "clock", "news"]
PARTS: Final[tuple[Part, ...]] = ("people", "sheets", "claims", "clock", "news")
SILENCE_MS: Final = 3 * 60_000
"""After so long without a word the sheet may be taken from its writer."""
RELEASED: Final = "released"
_SHOWN: Final = 60
"""The most news items sent, the latest first."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A headquarters' sheet while it is written."""

    writer: str | None = None
    touched: int = 0
    turn: int = 0
    draft: str = ""
    late: str = ""
    over: int = 0
    notes: tuple[tuple[int, str, str], ...] = ()
    """Number, author and text of each note."""

    @classmethod
    def of(cls, row: Record) -> Sheet:
        """Return a row of the database."""
        notes = tuple((int(n), str(by), str(text)) for n, by, text in json.loads(row.notes))
        return cls(row.writer, row.touched, row.turn, row.draft, row.late, row.over, notes)


@dataclass(frozen=True, slots=True)
class Claim:
    """A card of this turn: who has claimed it, and who has ruled on it."""

    about: frozenset[str]
    came: int
    person: str | None
    since: int
    note: str
    ruled_by: str | None
    ruled: int

    @classmethod
    def of(cls, row: Record) -> Claim:
        """Return a row of the database."""
        about = frozenset[str](json.loads(row.about))
        return cls(about, row.came, row.person, row.since, row.note, row.ruled_by, row.ruled)


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news."""

    number: int
    person: str
    headline: str
    text: str
    state: str
    turn: int


class Board:
    """The state of an evening, as known here."""

    def __init__(self, game: str, now: Callable[[], int]) -> None:
        self.game: Final = game
        self.now: Final = now
        """The time of the stopwatch."""
        self.listeners: Final[set[Callable[[], None]]] = set()
        """The sockets to notify when something here changes."""
        self.until: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.sheets: dict[int, Sheet] = {}
        self.claims: dict[str, Claim] = {}
        self.timer = PhaseTimer()
        self.news: tuple[News, ...] = ()
        self._here: frozenset[str] = frozenset()
        self._sorted: list[str] = []
        """Everybody by name."""

    def read(self, connection: Connection, turn: int, parts: Iterable[Part] = PARTS) -> None:
        """Read some parts from the database; for cards, those of a turn."""
        here, wanted = self.game, set(parts)
        if "people" in wanted:
            self.until = {
                row.person: row.until
                for row in connection.execute(select(PRESENCE).where(PRESENCE.c.game == here))
            }
        if "sheets" in wanted:
            rows = connection.execute(select(SHEETS).where(SHEETS.c.game == here))
            self.sheets = {row.seat: Sheet.of(row) for row in rows}
        if "claims" in wanted:
            of_now = select(CLAIMS).where(CLAIMS.c.game == here, CLAIMS.c.turn == turn)
            self.claims = {row.card: Claim.of(row) for row in connection.execute(of_now)}
        if "clock" in wanted:
            kept = select(EVENINGS.c.clock).where(EVENINGS.c.game == here)
            text = connection.execute(kept).scalar_one_or_none()
            self.timer = PhaseTimer() if text is None else PhaseTimer.read(text)
        if "news" in wanted:
            rows = connection.execute(
                select(NEWS).where(NEWS.c.game == here).order_by(NEWS.c.number)
            )
            self.news = tuple(
                News(row.number, row.person, row.headline, row.text, row.state, row.turn)
                for row in rows
            )

    def name_people(self, connection: Connection, people: Iterable[str]) -> None:
        """Learn what people are called."""
        wanted = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(list(people)))
        self.names = names = {row.id: row.name for row in connection.execute(wanted)}
        self._sorted = sorted(names, key=lambda one: (names[one], one))

    def is_here(self, person: str | None) -> bool:
        """Return whether somebody is at the table now, or was a moment ago."""
        return person is not None and self.until.get(person, 0) > self.now()

    def has_changed(self) -> bool:
        """Return whether somebody has come or gone since this was asked last."""
        before, self._here = self._here, frozenset(p for p in self.until if self.is_here(p))
        return before != self._here

    def holder(self, card: str) -> str | None:
        """Return who has claimed a card; a claim ends when its umpire leaves."""
        claim = self.claims.get(card)
        return claim.person if claim is not None and self.is_here(claim.person) else None

    def writer(self, seat: int) -> str | None:
        """Return who holds the sheet of a headquarters, while they are present."""
        sheet = self.sheets.get(seat, Sheet())
        return sheet.writer if self.is_here(sheet.writer) else None

    def is_silent(self, seat: int) -> bool:
        """Return whether others may take the sheet: nobody has it, or its writer is away or
        inactive.
        """
        writer = self.writer(seat)
        return writer is None or self.now() - self.sheets[seat].touched > SILENCE_MS

    # Telling -----------------------------------------------------------------------------

    def told(self, live: LiveGame, person: str) -> messages.Evening:
        """Return all that a person may know of the evening."""
        post = live.post(person)
        wide = roles.scope_of(post.role, "see") == "all"
        return {
            "me": person,
            "role": post.role,
            "title": roles.TITLES[post.role],
            "teams": sorted(post.teams) if not wide else [],
            "may": roles.allowed(post.role),
            "clock": self.timer.told(live.game.phases),
            "phases": phases_told(live.game.phases),
            "took": self.timer.took(live.game.phases) if post.may("clock") else [],
            "news": self.news_for(post),
            "people": self._people(live, person, post),
            "sheets": {
                seat.name: self._sheet(seat.number, person)
                for seat in live.seats
                if seat.number != live.game.control and person in seat.people
            },
            "late": self._late(live, post),
            "claims": self._claims(post),
            "load": self._load(live) if post.may("claim", live.game.seats) else [],
        }

    def news_for(self, post: roles.Post) -> list[messages.NewsItem]:
        """Return the news that a post may read: released items, and those it may write."""
        told = [each for each in self.news if each.state == RELEASED or post.may("news")]
        return [
            {
                "number": each.number,
                "headline": each.headline,
                "text": each.text,
                "state": each.state,
                "turn": each.turn,
                "by": self.names.get(each.person, "") if post.may("news") else "",
            }
            for each in reversed(told[-_SHOWN:])
        ]

    def _people(self, live: LiveGame, person: str, post: roles.Post) -> list[messages.PersonHere]:
        """Return the people a post may see: umpires see everybody, or their own teams and each
        other; a team sees itself.
        """
        if post.role in ("team", "spectator"):
            own = [seat for seat in live.seats if person in seat.people]
            mine = {each for seat in own for each in seat.people}
            known = [each for each in self._sorted if each in mine]
        else:
            known = self._sorted
        found: list[messages.PersonHere] = []
        for each in known:
            theirs = live.post(each)
            if theirs.role == "spectator" or not self._knows(post, theirs, each == person):
                continue
            wide = roles.scope_of(theirs.role, "see") == "all"
            found.append(
                {
                    "person": each,
                    "name": self.names[each],
                    "role": theirs.role,
                    "title": roles.TITLES[theirs.role],
                    "teams": [] if wide else sorted(theirs.teams),
                    "here": self.is_here(each),
                }
            )
        return found

    @staticmethod
    def _knows(post: roles.Post, theirs: roles.Post, me: bool) -> bool:
        if me or post.may("claim", theirs.teams if theirs.role == "team" else None):
            return True
        return post.role == theirs.role == "team" and bool(post.teams & theirs.teams)

    def _sheet(self, seat: int, person: str) -> messages.SheetHeld:
        sheet = self.sheets.get(seat, Sheet())
        writer = self.writer(seat)
        return {
            "writer": writer or "",
            "name": self.names.get(writer or "", ""),
            "mine": writer == person,
            "silent": self.is_silent(seat),
            "turn": sheet.turn,
            "draft": sheet.draft,
            "notes": [
                {"number": number, "by": self.names.get(by, ""), "text": text}
                for number, by, text in sheet.notes
            ],
            "late": bool(sheet.late),
        }

    def _late(self, live: LiveGame, post: roles.Post) -> list[messages.LateSheet]:
        found: list[messages.LateSheet] = []
        for number, sheet in sorted(self.sheets.items()):
            name = live.game.seats[number]
            if (sheet.late or sheet.over) and post.may("sheet", (name,)):
                found.append({"seat": name, "sheet": sheet.late, "over": sheet.over})
        return found

    def _claims(self, post: roles.Post) -> dict[str, messages.ClaimedCard]:
        if not post.may("claim"):
            return {}
        all_of_them = roles.scope_of(post.role, "claim") == "all"
        found: dict[str, messages.ClaimedCard] = {}
        for card, claim in self.claims.items():
            if not all_of_them and not post.teams & claim.about:
                continue
            person = self.holder(card)
            found[card] = {
                "came": claim.came,
                "person": person or "",
                "name": self.names.get(person or "", ""),
                "since": claim.since if person else 0,
                "note": claim.note if person else "",
                "ruled": self.names.get(claim.ruled_by or "", ""),
            }
        return found

    def _load(self, live: LiveGame) -> list[messages.Workload]:
        """Return the open work of each umpire."""
        found: list[messages.Workload] = []
        for person, name in sorted(self.names.items(), key=lambda one: (one[1], one[0])):
            post = live.post(person)
            if not post.may("claim"):
                continue
            mine = [c for card, c in self.claims.items() if self.holder(card) == person]
            found.append(
                {
                    "person": person,
                    "name": name,
                    "title": roles.TITLES[post.role],
                    "here": self.is_here(person),
                    "cards": len(mine),
                    "oldest": min((claim.since for claim in mine), default=0),
                    "ruled": sum(claim.ruled_by == person for claim in self.claims.values()),
                }
            )
        return found
