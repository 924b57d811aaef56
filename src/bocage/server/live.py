"""A game in play: its table, its feeds, and everything that can be done at it.

The table is a cache of the database. A command is checked, done on the table, committed, and only
then sent: to its sender, and to every feed. If it can't be committed, the table is rebuilt from the
database, at once or, if the database is away, before its next use.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from sqlalchemy import Connection

from bocage.ai.search.player import SearchPlayer
from bocage.engine import play
from bocage.engine.crash import Crash
from bocage.engine.game import AnyGame
from bocage.engine.log import mark
from bocage.engine.playout import policy
from bocage.engine.save_format import SaveError, rows_of
from bocage.engine.saves import follow, read
from bocage.engine.table import AnyTable
from bocage.engine.viewers import UMPIRE, Viewer
from bocage.server import deciders, heartbeat, messages, store, wire
from bocage.server.clocks import Clock, now_ms
from bocage.server.commits import Committer
from bocage.server.deciders import Asked
from bocage.server.feeds import Feed, Seen
from bocage.server.past import Turns, turn_of
from bocage.server.presence import Presence
from bocage.server.roles import Post
from bocage.server.seats import Clearance, Seat, post_of, viewer_of
from bocage.server.sent_lines import STRUCK, ToldLines
from bocage.server.stopwatch import Stopwatch
from bocage.server.store import Stored
from bocage.server.threads import LOADS, MOVES

if TYPE_CHECKING:
    from bocage.server.board import Board
    from bocage.server.evening import Evening

T = TypeVar("T")

Writing = Callable[[Connection], None]
"""Something else that is written in the same transaction."""

_FOLLOWED: Final = 20
"""The most lines to play in the main loop; more go to a thread."""
_READ_AGAIN: Final = 64
"""Known lines that are read again with the new ones, to find out where two logs part."""
UNPACKED: Final = 8
"""The lines at the end of a log that stay unpacked, because every action reads them."""
REMEMBERED: Final = 32
"""The command ids that a game remembers; the database has older ones."""

_EPOCHS: Final = itertools.count()

Told = Callable[[Viewer, str, bool], None]
"""Sends to the sockets of one kind of viewer: the viewer, the text, and whether it is an update of
the game.
"""


Ear = Callable[[Callable[[str], bool], str], None]
"""A socket: it takes a text in if its person passes a test."""


class Wanted(TypedDict):
    """A seat's request to the others, and who has agreed, as the database stores it."""

    kind: Literal["takeback", "adjourn", "resume"]
    seat: int
    agreed: list[int]
    line: NotRequired[int]
    """The line of a takeback in the log, counted from 1."""


class Before(NamedTuple):
    """The state after the last change, to compare the next one with."""

    asked: Asked = Asked()
    request: Wanted | None = None
    status: str = "live"
    retired: frozenset[int] = frozenset()


class LiveGame:
    """A game that somebody watches or plays."""

    def __init__(
        self,
        stored: Stored,
        table: AnyTable,
        committer: Committer,
        also: Callable[[LiveGame], Iterable[Writing]],
        stopwatch: Stopwatch,
    ) -> None:
        self.id: Final[str] = stored.row.id
        self.rated: Final = bool(stored.row.rated)
        self.late: Final = int(stored.row.late)
        """The turns by which spectators see the truth late; 0 if they never see it."""
        self.game: Final = table.game
        self.lock: Final = asyncio.Lock()
        self.looking_back: Final = asyncio.Lock()
        """Held while its past is replayed for spectators."""
        self.told_late: Final[set[str]] = set()
        """Spectators who were shown the truth, as far as this process has noted it."""
        self.listeners: Final[set[Told]] = set()
        self.ears: Final[set[Ear]] = set()
        """The sockets, by their person, for chat and the like."""
        self.chat_told: Final[dict[str, set[int]]] = {}
        """The numbers of the last chat messages sent here in each room."""
        self.aheads: Final[dict[Viewer, str]] = {}
        """What pages would ask next, by viewer, as text; valid until the next move."""
        self.evening: Evening | None = None
        """The evening around it, if an umpire has a seat."""
        self.presence: Final = Presence(stopwatch.now)
        """Who is here, if none has."""
        self.spoilt = False
        """Whether the table may hold what the database does not."""
        self.failed_at = -1
        """The version at which a computer player could not continue."""
        self.touch()
        self._committer = committer
        self._stopwatch = stopwatch
        self._also = also
        self._feeds: dict[Viewer, Feed] = {}
        self._players: dict[tuple[int, str], play.Policy] = {}
        self._done: dict[tuple[str, str], None] = {}
        self._take(stored, table)
        self.epoch = next(_EPOCHS)
        """A number that changes whenever lines are removed, because earlier answers are then
        invalid.
        """
        self.turns = Turns()
        """Where its turns began, as far as it is known in this epoch."""
        self._told: Final = ToldLines()
        self._told.add(self._texts(0), self.table.entries)
        self._slim()

    def _take(self, stored: Stored, table: AnyTable) -> None:
        """Adopt the stored game, with the table that its lines lead to."""
        self.name: str = stored.row.name
        self.version: int = stored.row.version
        self.status: messages.Status = stored.row.status
        self.clock = Clock.read(stored.row.clock)
        self.request: Wanted | None = json.loads(stored.row.request)
        self.asked_since: int = stored.row.asked_since
        self.changed: int = stored.row.changed
        was, silently = deciders.read(stored.row.asked, self.game.seats)
        self.silent_since = self.asked_since if silently is None else silently
        """The time since which secret questions have been open."""
        if was.seats == (self.game.control,):
            was = was._replace(silent=True)
        self.seats: tuple[Seat, ...] = stored.seats
        self.observers: frozenset[str] = stored.observers
        self.cleared: Mapping[str, Clearance] = stored.cleared
        self._posts: dict[str, Post] = {}
        """The posts of people, cached because they are needed all the time."""
        self.table: AnyTable = table
        self.before = Before(was, self.request, self.status, self.retired)
        """The state at the last write."""

    # Looking -----------------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        """The board of the evening around it, or None."""
        return None if self.evening is None else self.evening.board

    @property
    def turn(self) -> int:
        """The present turn. In umpired games it is not for the players."""
        return int(getattr(self.table.state, "turn", 0))

    @property
    def sheets_open(self) -> bool:
        """Whether sheets can be sent now."""
        return self.status == "live" and play.is_sealed(self.table.state)

    def player(self, seat: int, name: str) -> play.Policy:
        """Return the computer player in a seat. It keeps its plans while the game is open here."""
        players = self._players
        if (seat, name) not in players:
            players[seat, name] = play.sit_down(policy(self.game, name))
        return players[seat, name]

    def hurry(self) -> None:
        """Make searching players stop looking ahead in this turn."""
        for each in list(self._players.values()):
            if isinstance(each, SearchPlayer):
                each.hurry()

    def stand_up(self) -> None:
        """Make computer players forget their plans, which were for another position."""
        self._players = {}

    def touch(self) -> None:
        """Note that somebody was here just now."""
        self.touched = time.monotonic()

    def viewer(self, person: str | None) -> Viewer:
        """Return a person's viewer in this game."""
        given = self.cleared.get(person or "", Clearance())
        return viewer_of(self.seats, person, self.game, given.names, given.role)

    def post(self, person: str | None) -> Post:
        """Return a person's post in a game with several umpires."""
        found = self._posts.get(person or "")
        if found is None:
            given = self.cleared.get(person or "", Clearance())
            found = self._posts[person or ""] = post_of(self.seats, person, self.game, given)
        return found

    def held_by(self, person: str) -> list[Seat]:
        """Return the seats for which a person acts: those where they sit; of an umpire,
        Control's.
        """
        held = [seat for seat in self.seats if person in seat.people]
        control = self.game.control
        if held or control is None or not self.post(person).may("claim"):
            return held
        return [self.seats[control]]

    def may_look(self, person: str | None) -> bool:
        """Return whether a person has any business here."""
        return person is not None and (
            person in self.observers or any(person in seat.people for seat in self.seats)
        )

    async def was_done(self, person: str, command: str) -> bool:
        """Return whether a command was done before, here or at another worker."""
        if (person, command) in self._done:
            return True
        return await self._committer.read(partial(store.was_done, self.id, person, command))

    def remember(self, person: str, command: str) -> None:
        """Remember that a command was done. The database has it already."""
        self._done[person, command] = None
        while len(self._done) > REMEMBERED:
            del self._done[next(iter(self._done))]

    def remembers(self, person: str, command: str) -> bool:
        """Return whether a command is among those done last."""
        return (person, command) in self._done

    def feed(self, viewer: Viewer) -> Feed:
        """Return the feed for viewers of this kind."""
        feed = self._feeds.get(viewer)
        if feed is None:
            feed = self._feeds[viewer] = Feed(viewer, self.table, self.extra())
        return feed

    def extra(self) -> messages.TableInfo:
        """Return information about the table itself, the same for everybody except the line of a
        request, which is that of the log: each feed converts it for its viewers.
        """
        names = self.game.seats
        header = self.table.header
        request = self.request
        return {
            "name": self.name,
            "status": self.status,
            "seats": {seat.name: seat.told() for seat in self.seats},
            "clock": self.clock.told(names),
            "request": None if request is None else _requested(request, names),
            "dice": {"trust": header.trust.value, "commitment": header.commitment},
        }

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose decision it is. Not for the players: see `Asked.public`."""
        return Asked.at(self.table).seats

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that have not answered yet. Not for the players."""
        return tuple(seat for seat in play.pending(self.table.state) if seat >= 0)

    @property
    def retired(self) -> frozenset[int]:
        """The teams that have retired. Not for the other players."""
        return frozenset(self.table.retired(UMPIRE))

    @property
    def result(self) -> str:
        """The result in words; empty before the end."""
        return wire.result(self.game, self.table.state)

    def now(self) -> Before:
        """Return its current state, to compare the next change with."""
        return Before(Asked.at(self.table), self.request, self.status, self.retired)

    def others(self, seat: int) -> list[int]:
        """Return the seats whose consent a seat needs: those that other people hold; for an umpire,
        none.
        """
        if seat == self.game.control:
            return []
        mine = self.seats[seat].person
        return [s.number for s in self.seats if s.person is not None and s.person != mine]

    # Writing -----------------------------------------------------------------------------

    @asynccontextmanager
    async def held(self) -> AsyncGenerator[None]:
        """Hold the game to look at it: its table is what the database has, and stays so.

        A look that fails leaves the table as it is: the next reader does not pay for it.

        Raises:
            UnavailableError: the table must be rebuilt, or the server stood still, and the
                database does not answer.
        """
        async with self.lock:
            await heartbeat.settle(self._committer, self._stopwatch)
            if self.spoilt:
                await self.reload()
            yield

    @asynccontextmanager
    async def changing(self) -> AsyncGenerator[None]:
        """Hold the game to change it. If that fails, the table is rebuilt before its next use.

        Raises:
            UnavailableError: the table must be rebuilt, and the database does not answer.
        """
        async with self.held():
            try:
                yield
            except BaseException:
                self.spoilt = True  # a failure may have left something half done
                raise

    def is_secret(self, lines: int) -> bool:
        """Return whether nobody may notice the action: a sealed answer, an umpire's action, or a
        takeback of one. The first `lines` lines are unchanged.
        """
        new = self.table.entries[lines:]
        same = not new and lines >= len(self._told)
        ended = self.table.is_over or self.status != self.before.status
        if same or ended or Asked.at(self.table).public != self.before.asked.public:
            return False
        return self._told.hidden_from(lines) and all(e.open or e.silent for e in new)

    async def commit(
        self,
        kept: int | None = None,
        also: Iterable[Writing] = (),
    ) -> None:
        """Write what was done at the table, then send it.

        `kept` is how many lines are as they were. The caller holds the lock.

        Raises:
            StaleError: another worker was first; the table is as that one left it.
        """
        lines = len(self.table.entries) if kept is None else kept
        now, time_now = now_ms(), self._stopwatch.now()
        gone = lines < len(self._told)
        if self.table.is_over and self.status != "over":
            self.status, self.request = "over", None  # in any case, nobody waits any more
        now_asked = Asked.at(self.table)
        if self.is_secret(lines):
            answered = [seat for seat in now_asked.public if seat not in self.pending]
            self.clock = self.clock.answered(answered, time_now)
        else:
            running = () if self.status != "live" else now_asked.public
            if running != self.clock.running or gone or lines < len(self.table.entries):
                # A request alone leaves clocks unchanged: otherwise it would reveal the time left
                # to those who have answered under seal, and restart their clocks.
                turned = self.clock.turned(running, time_now, back=gone)
                answered = [seat for seat in running if seat not in self.pending]
                self.clock = turned.answered(answered, time_now)
            self.changed = now
        if now_asked.public != self.before.asked.public:
            self.asked_since = now
        if now_asked != self.before.asked:
            self.silent_since = now
        texts = self._texts(lines)
        columns = {
            "status": self.status,
            "clock": self.clock.written(),
            "request": json.dumps(self.request),
            "asked": deciders.written(now_asked, self.game.seats, self.silent_since),
            "asked_since": self.asked_since,
            "result": self.result,
            "changed": self.changed,
            "turn": turn_of(self.table),
        }
        version = self.version
        more = [*also, *self._also(self)]

        def work(connection: Connection) -> None:
            store.put_lines(connection, self.id, version, lines, texts, gone=gone, **columns)
            for each in more:
                each(connection)

        self.spoilt = True
        try:
            await self._committer.commit(work)
        except Exception:
            await self.reload(sound=True)
            raise
        self.spoilt = False
        self.before = self.now()
        self.version += 1
        self.touch()
        self.tell(lines if lines < len(self._told) else None)

    def give_time(self, ms: int) -> None:
        """Give every seat whose clock runs more time; without a clock nothing happens."""
        self.clock = self.clock.longer(ms)

    async def apart(self, who: str, work: Callable[..., T], *given: object) -> T:
        """Do something at the table: in a thread if an action may resolve a whole turn.

        The caller holds the game, so nobody else uses the table meanwhile.
        """
        if not is_slow(self.game):
            return work(*given)
        return await MOVES.run(who, work, *given)

    async def reload(self, *, sound: bool = False) -> None:
        """Return to what the database has, and send what is new in it.

        The table goes back to the last line that it shares with the database and plays those after
        it. If it can't, the whole game is read and played again. A table that may be half changed
        can't, unless it is `sound`: then it has lines at its end that the database lacks, and is
        right otherwise.
        """
        follows = sound or not self.spoilt
        stored = await self._stored(max(0, len(self._told) - _READ_AGAIN) if follows else 0)
        self.spoilt = True
        shared = await self._follow(stored) if follows else None
        table = self.table
        if shared is None:
            if stored.since:
                stored = await self._stored(0)
            shared = self._told.shared(stored.lines)
            table = await made_of(stored, self.game, self.id)
        self._take(stored, table)
        self.spoilt = False
        self.tell(shared if shared < len(self._told) else None)

    async def _stored(self, since: int) -> Stored:
        return await self._committer.read(
            lambda connection: store.load(connection, self.id, self.game.seats, since)
        )

    async def _follow(self, stored: Stored) -> int | None:
        """Bring the table to what the database has; return how many lines are as they were told.

        Return None if it can't, because what was read does not show where the two logs part, or
        because the table has other lines before that. The hash chain binds all lines before a
        line, except whether they are struck: only a later takeback changes that.
        """
        table, since = self.table, stored.since
        shared = self._told.shared(stored.lines, since, struck=True)
        last = max(0, shared - 1)
        if (
            (since and shared == since)
            or len(table.entries) < shared
            or self._told.shared(self._texts(last), last) < shared
            or any(entry.kind == "takeback" for entry in table.entries[shared:])
        ):
            return None
        new = stored.lines[shared - since :]
        try:
            if len(new) > _FOLLOWED or is_slow(self.game):
                await MOVES.run(self.id, _follow_from, table, shared, new)
            else:
                _follow_from(table, shared, new)
        except (SaveError, Crash):
            return None
        first = min(
            (row.takes_back_from for row in rows_of(new) if row.is_takeback), default=shared
        )
        return shared if first >= shared else self._told.shared(self._texts(first), first)

    def tell(self, cut: int | None) -> None:
        """Bring every feed up to date and send it to its listeners."""
        if cut is not None:
            self._told.cut(cut)
            self.epoch, self.turns = next(_EPOCHS), Turns()
        known = len(self._told)
        self._told.add(self._texts(known), self.table.entries[known:])
        extra = self.extra()
        shared: Seen = []
        self.aheads.clear()
        for viewer, feed in list(self._feeds.items()):
            text = feed.advance(self.table, extra, known, cut=cut is not None, shared=shared)
            if text is not None:
                self._send(viewer, text, update=True)
        self._slim()

    def _slim(self) -> None:
        """Keep only the part of the log that the next changes need: events are already sent, and
        old lines are rarely read. A request for the story replays the game (`Past.events`).
        """
        self.table.events.clear()
        self.table.log.pack(UNPACKED)

    def say(self, hears: Callable[[str], bool], message: messages.ServerMessage) -> None:
        """Send something outside the game, such as chat, to people who may hear it."""
        text = wire.text(message)
        for hear in tuple(self.ears):
            hear(hears, text)

    def _send(self, viewer: Viewer, text: str, *, update: bool) -> None:
        for told in tuple(self.listeners):
            told(viewer, text, update)

    def _texts(self, kept: int) -> list[str]:
        """Return the lines from one on, as a save has them."""
        log = self.table.log
        return [
            f"{STRUCK if entry.struck else ''}{log.line(entry)} ~{mark(link)}"
            for entry, link in zip(log.entries[kept:], log.links(kept), strict=True)
        ]


def _requested(request: Wanted, seats: Sequence[str]) -> messages.Request:
    """Return a request as people see it: who asks for what, and how many have agreed."""
    told: messages.Request = {
        "kind": request["kind"],
        "seat": seats[request["seat"]],
        "agreed": len(request["agreed"]),
    }
    if "line" in request:
        told["line"] = request["line"]
    return told


def is_slow(game: AnyGame) -> bool:
    """Return whether one action may resolve a whole turn: with an umpire, all orders are done at
    once.
    """
    return game.control is not None


def _follow_from(table: AnyTable, shared: int, lines: Sequence[str]) -> None:
    """Let a table go back to a number of lines and play others from there."""
    table.return_to(shared)
    follow(table, lines)


async def made_of(stored: Stored, game: AnyGame, who: str) -> AnyTable:
    """Return the table that a stored game leads to, played again away from the loop.

    `who` has one replay at a time: a person, or the game itself.
    """
    if len(stored.lines) <= _FOLLOWED and not is_slow(game):
        return read(stored.save, game)
    return await LOADS.run(who, read, stored.save, game)
