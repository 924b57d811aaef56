"""The board of an evening: who is present, who writes, who has which card, the clock, the news.

It is a cache of the database, part by part. Only `told` passes any of it to a person; everything
else about the game comes through the feeds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from sqlalchemy import Connection, select

from bocage.server import messages, roles
from bocage.server.people import names_of
from bocage.server.phases import PhaseTimer, phases_told
from bocage.server.schema import CLAIMS, EVENINGS, NEWS, PRESENCE, SHEETS, Record

if TYPE_CHECKING:
    from bocage.server.live import LiveGame
    from bocage.server.seats import Seat

T = TypeVar("T")

Part = Literal["people", "sheets", "claims", "clock", "news"]
PARTS: Final[tuple[Part, ...]] = ("people", "sheets", "claims", "clock", "news")
SILENCE_MS: Final = 3 * 60_000
"""After so long without a word the sheet may be taken from its writer."""
RELEASED: Final = "released"
SECOND: Final = 1000
"""Added to the number of a headquarters: the sheet and the room of its second post."""
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
    people: frozenset[str] = frozenset()
    """Of a second post: who sits there."""
    units: tuple[str, ...] = ()
    """Of a second post: the groupings that it orders."""
    sent: str = ""
    sent_turn: int = 0

    @classmethod
    def of(cls, row: Record) -> Sheet:
        """Return a row of the database."""
        notes = tuple((int(n), str(by), str(text)) for n, by, text in json.loads(row.notes))
        return cls(
            *(row.writer, row.touched, row.turn, row.draft, row.late, row.over, notes),
            frozenset[str](json.loads(row.people)),
            tuple(json.loads(row.units)),
            *(row.sent, row.sent_turn),
        )


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


class Alike:
    """What several people learn alike at one moment: it is worked out once for all of them."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made for a key, or make it now. The key says all that it depends on."""
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found


Listener = Callable[[Alike], None]
"""A socket: it tells its person how the evening stands, with what all learn alike."""


class Board:
    """The state of an evening, as known here."""

    def __init__(self, game: str, now: Callable[[], int]) -> None:
        self.game: Final = game
        self.now: Final = now
        """The time of the stopwatch."""
        self.listeners: Final[set[Listener]] = set()
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
        self.names = names = names_of(connection, set(people))
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

    # Two posts of a headquarters ---------------------------------------------------------

    def second(self, seat: Seat) -> Sheet | None:
        """Return the sheet of a second post, while somebody sits at each of the two."""
        sheet = self.sheets.get(seat.number + SECOND, Sheet())
        there = sheet.people & seat.people
        return sheet if there and there != seat.people else None

    def post_of(self, seat: Seat, person: str | None) -> int:
        """Return the number of the post at which somebody of a headquarters sits."""
        second = self.second(seat)
        return seat.number + (SECOND if second is not None and person in second.people else 0)

    def beside(self, seat: Seat, person: str) -> frozenset[str]:
        """Return everybody at somebody's post, that person included."""
        post = self.post_of(seat, person)
        return frozenset(each for each in seat.people if self.post_of(seat, each) == post)

    def sent_by(self, post: int, turn: int) -> str:
        """Return what a post has sent for a turn; nothing if it has not."""
        sheet = self.sheets.get(post, Sheet())
        return sheet.sent if sheet.sent_turn == turn else ""

    # Telling -----------------------------------------------------------------------------

    def told(self, live: LiveGame, person: str, alike: Alike | None = None) -> messages.Evening:
        """Return all that a person may know of the evening.

        `alike` holds what others learn at the same moment.
        """
        post, once = live.post(person), (alike or Alike()).once
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
            "news": once(("news", post.may("news")), lambda: self.news_for(post)),
            "people": once(_circle(post, person), lambda: self._people(live, person, post)),
            "sheets": {
                seat.name: self._sheet(live, seat, person)
                for seat in live.seats
                if seat.number != live.game.control and person in seat.people
            },
            "posts": once("posts", lambda: self._posts(live)) if post.may("cast") else {},
            "late": once(("late", post), lambda: self._late(live, post)),
            "claims": once(("claims", post), lambda: self._claims(post)),
            "load": once("load", lambda: self._load(live))
            if post.may("claim", live.game.seats)
            else [],
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

    def _sheet(self, live: LiveGame, seat: Seat, person: str) -> messages.SheetHeld:
        post, second = self.post_of(seat, person), self.second(seat)
        sheet, writer = self.sheets.get(post, Sheet()), self.writer(post)
        return {
            "writer": writer or "",
            "name": self.names.get(writer or "", ""),
            "mine": writer == person,
            "silent": self.is_silent(post),
            "turn": sheet.turn,
            "draft": sheet.draft,
            "notes": [
                {"number": number, "by": self.names.get(by, ""), "text": text}
                for number, by, text in sheet.notes
            ],
            "late": bool(self.sheets.get(seat.number, Sheet()).late),
            "post": "whole" if second is None else "second" if post >= SECOND else "first",
            "units": [] if second is None else list(second.units),
            "second": [] if second is None else sorted(second.people & seat.people),
            "sent": "" if second is None else self.sent_by(post, live.turn),
        }

    def _posts(self, live: LiveGame) -> dict[str, messages.DividedPosts]:
        """Return the second posts of the headquarters that are divided."""
        found = ((seat, self.second(seat)) for seat in live.seats)
        return {
            seat.name: {
                "units": list(second.units),
                "people": sorted(second.people & seat.people),
            }
            for seat, second in found
            if second is not None
        }

    def _late(self, live: LiveGame, post: roles.Post) -> list[messages.LateSheet]:
        found: list[messages.LateSheet] = []
        for number, sheet in sorted(self.sheets.items()):
            if number >= SECOND:
                continue  # what a second post hands in late lies with its headquarters'
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
        held: dict[str, list[int]] = {}
        for card, claim in self.claims.items():
            held.setdefault(self.holder(card) or "", []).append(claim.since)
        ruled = Counter(claim.ruled_by for claim in self.claims.values())
        found: list[messages.Workload] = []
        for person in self._sorted:
            post = live.post(person)
            if not post.may("claim"):
                continue
            mine = held.get(person, [])
            found.append(
                {
                    "person": person,
                    "name": self.names[person],
                    "title": roles.TITLES[post.role],
                    "here": self.is_here(person),
                    "cards": len(mine),
                    "oldest": min(mine, default=0),
                    "ruled": ruled[person],
                }
            )
        return found


def _circle(post: roles.Post, person: str) -> Hashable:
    """What decides whom somebody sees: their post, or, where they see nobody else, themselves."""
    return ("people", post, "" if post.role == "team" or post.may("claim") else person)
