"""The hub: the open games of a worker, their computer players, and the clocks.

A game is loaded when somebody opens it and unloaded when nobody has been there for a while. Nothing
is lost, because it is in the database.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, select

from bocage.ai import load_game
from bocage.engine.crash import Crash, write_dump
from bocage.engine.errors import BocageError
from bocage.engine.game import AnyGame
from bocage.engine.table import AnyTable
from bocage.games import GAMES as GAME_IDS
from bocage.server import (
    chat,
    cleanup,
    garbage,
    heartbeat,
    new_tables,
    notices,
    people,
    ratings,
    store,
    tournaments,
)
from bocage.server.board import PARTS, Board
from bocage.server.cached_answers import Printed
from bocage.server.clocks import Clock
from bocage.server.commands import Command
from bocage.server.commits import Committer, Work
from bocage.server.computer_players import Players
from bocage.server.database import Database
from bocage.server.errors import ServerError, StaleError, UnknownError
from bocage.server.evening import RENEWED, Evening, Keeper
from bocage.server.execution import Reply, perform
from bocage.server.live import Before, LiveGame, made_of
from bocage.server.notices import Notices
from bocage.server.open_sockets import OpenSockets
from bocage.server.past import Shelf
from bocage.server.quota import Quota
from bocage.server.relay import Relay
from bocage.server.scenarios import Workshop
from bocage.server.schema import GAMES
from bocage.server.stopwatch import Stopwatch
from bocage.server.tasks import end
from bocage.server.threads import LOADS, PICTURES, REPLAYS, Turns
from bocage.tables import DataError

IDLE_MS: Final = 10 * 60_000
"""How long an idle game stays in memory."""
OVER_MS: Final = 60_000
"""How long a finished game stays in memory."""
REQUESTS_TOGETHER: Final = 6
"""Requests of one person that are answered at the same time; more wait."""
SWITCH: Final = 0.001
"""The seconds after which a working thread yields to another, so that the main loop stays quick."""
DUMPS_MOST: Final = 50
"""The most dumps that a worker writes; later crashes are only logged."""
_NAMED_MOST: Final = 300
"""The most people at a game whom workers name to each other: a message has room for them."""
_FAREWELL: Final = 5.0
"""The seconds that running commands get when the server stops."""

T = TypeVar("T")

_LOG: Final = logging.getLogger("bocage.server")


class NotBegunError(ServerError):
    """The game has not begun: it waits for players."""

    code, status = "not-begun", 409


class Hub:
    """Everything that a worker has in memory."""

    def __init__(
        self,
        database: Database,
        telling: Notices,
        dumps: Path,
        *,
        sweeps: bool = False,
        stopwatch: Stopwatch | None = None,
        quota: Quota | None = None,
    ) -> None:
        self.database: Final = database
        self.quota: Final = quota or Quota()
        self.committer: Final = Committer(database)
        self.relay: Final = Relay(database, self._heard)
        self.notices: Final = telling
        telling.shared = database.is_postgres
        self.sockets: Final = OpenSockets()
        self.stopwatch: Final = stopwatch or Stopwatch()
        self.live: Final[dict[str, LiveGame]] = {}
        self.shelf: Final = Shelf()
        self.workshop: Final = Workshop()
        self.printed: Final = Printed()
        self._me: Final = people.new_id()
        """The name of this worker among others."""
        self._dumps = dumps
        self._dumped = 0
        self._sweeps = sweeps
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}
        self._games: dict[tuple[str, str], AnyGame] = {}
        self.acting: Final = Turns()
        """The turns of people who act or chat: one at a time each."""
        self._beginning: Final = Turns(10_000)
        self.requests: Final = Turns(together=REQUESTS_TOGETHER)
        """The turns of people who make requests: as many at a time as a browser makes."""
        self._tasks: set[asyncio.Task[object]] = set()
        self.players = Players(self.spawn, self.report)
        self._forever: list[asyncio.Task[object]] = []
        self.begun: Final[asyncio.Condition] = asyncio.Condition()

    async def start(self) -> None:
        """Begin to work."""
        self.committer.start()
        self.relay.start()
        await heartbeat.begin(self.committer, self.stopwatch)
        self._forever = [
            self.spawn(self._watch_clocks()),
            self.spawn(self._watch_people()),
            self.spawn(heartbeat.run(self.committer, self.relay, self.stopwatch)),
            self.spawn(self.notices.run(self.committer)),
            self.spawn(cleanup.run(self.committer)),
        ]
        if self._sweeps:
            sys.setswitchinterval(SWITCH)
            self._forever.append(self.spawn(self._warm_up()))

    async def _warm_up(self) -> None:
        """Load every game before somebody needs it, then collect garbage."""
        for name in GAME_IDS:
            rules = await self.rules(name)
            for scenario in rules.scenarios:
                with suppress(BocageError):  # one of somebody's own that cannot be played
                    await self.rules(name, scenario)
        await garbage.run(self._idle)

    def _idle(self) -> float:
        """Return for how many seconds nobody has written anything."""
        return time.monotonic() - self.committer.wrote

    async def stop(self) -> None:
        """Finish the work under way, then stop."""
        self.workshop.stop()
        await self.players.stop()  # first: two of them would play on for the whole farewell
        await end(self._forever)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_FAREWELL)
        await end(self._tasks)  # work already given to the writer is still written
        with suppress(ServerError):  # the time since the last beat is lost, which harms nobody
            await heartbeat.beat(self.committer, self.relay, self.stopwatch)
        await self.committer.stop()
        await self.relay.stop()
        self.database.close()

    def spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Run something beside the requests; it is kept until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ServerError):
            _LOG.error("a task failed: %s", type(error).__name__, exc_info=error)

    def game(self, name: str, scenario: str = "") -> AnyGame:
        """Return the rules of a game, in a scenario of it.

        Raises:
            UnknownError: there are none of that name.
            OptionError: it has no such scenario.
        """
        if name not in GAME_IDS:
            raise UnknownError(f"there is no game '{name[:40]}'; there are {', '.join(GAME_IDS)}")
        if (name, scenario) not in self._games:
            made = load_game(name) if not scenario else self.game(name)
            try:
                found = made.at(made.scenario(scenario).id) if scenario else made
            except DataError as error:
                raise ServerError(f"this scenario cannot be played: {error}") from None
            self._games[name, scenario] = found
        return self._games[name, scenario]

    def forget_scenario(self, game: str, scenario: str) -> None:
        """Drop a scenario and the list of scenarios from memory: the next request reads them."""
        self._games.pop((game, ""), None)
        self._games.pop((game, scenario), None)
        named = (f"{what} {game} {scenario}" for what in ("survey", "charts"))
        self.printed.forget("rules", *named)

    def tell_scenario(self, connection: Connection, game: str, scenario: str) -> None:
        """Tell the other workers that a scenario has changed."""
        self.relay.tell(connection, f"scenario {game} {scenario}")

    async def rules(self, name: str, scenario: str = "") -> AnyGame:
        """Return the rules of a game, for the loop; rules that are not loaded yet are read in a
        thread.

        Raises:
            UnknownError: there are none of that name.
            OptionError: it has no such scenario.
        """
        if (name, scenario) in self._games or name not in GAME_IDS:
            return self.game(name, scenario)
        return await PICTURES.run(f"{name} {scenario}", self.game, name, scenario)

    async def get(self, id_: str, person: str = "") -> LiveGame:
        """Return a game in play. A person has one game loaded at a time.

        Raises:
            UnknownError: there is no such game.
            NotBegunError: it waits for players.
        """
        found = self.live.get(id_)
        if found is not None:
            found.touch()
            return found
        if not person:
            return await self._loaded(id_)
        async with REPLAYS.of(person):
            return await self._loaded(id_)

    def _full(self, connection: Connection, id_: str) -> tuple[AnyGame, new_tables.Full] | None:
        """Return a game that can begin, with its rules; or None."""
        row = store.row_of(connection, id_)
        if row.status != "open":
            return None
        game = self.game(row.game, store.header_of(row.header).scenario)
        found = new_tables.if_full(connection, game, id_)
        return None if found is None else (game, found)

    async def _loaded(self, id_: str, table: AnyTable | None = None) -> LiveGame:
        """Return a game that was not in memory; the first who comes loads it.

        `table` is what its lines lead to, where somebody has played them already.
        """
        if id_ in self.live:
            return self.live[id_]
        loading = self._loading.get(id_)
        if loading is None:
            loading = self._loading[id_] = self.spawn(self._load(id_, table))
        try:
            return await asyncio.shield(loading)
        finally:
            # An error knows this frame; if the frame knew the error too, they would be a circle
            # that stays in memory until everything is swept.
            del loading

    async def _load(self, id_: str, table: AnyTable | None) -> LiveGame:
        try:
            game, stored = await self.committer.read(lambda look: self._stored(look, id_))
            if table is None or len(table.entries) != len(stored.lines):
                table = await made_of(stored, game, id_)
            found = LiveGame(stored, table, self.committer, self._also, self.stopwatch)
            await self._begin_evening(found)
            self.live[id_] = found
        finally:
            del self._loading[id_]
        self.wake(found)
        return found

    async def _begin_evening(self, live: LiveGame) -> None:
        """Read what people do around an umpired game."""
        if live.game.control is None:
            return
        keeper = Keeper(self.committer, self.relay, self.spawn, self.again, self.tell_other)
        live.evening = Evening(keeper, live, Board(live.id, self.stopwatch.now))
        await live.evening.refresh(PARTS)

    async def again(self, game: str, person: str) -> None:
        """Reload a game in which a person has another post, and let them reconnect."""
        await self.look(game)
        self.part_anew(game, person)

    async def enter(self, id_: str, person: str) -> LiveGame:
        """Return a game in play, for somebody who may enter it.

        Raises:
            UnknownError: there is no such game for this person.
            NotBegunError: it waits for players.
        """
        try:
            live = await self.get(id_, person)
        except NotBegunError:
            if not await self.committer.read(lambda look: store.has_business(look, id_, person)):
                raise UnknownError("there is no such game") from None
            await self.begin(id_, person)  # a server may have died before it did
            if id_ not in self.live:
                raise
            live = self.live[id_]
        if not live.may_look(person):  # they may have come in through another worker
            if not await self.committer.read(lambda look: store.watches(look, id_, person)):
                raise UnknownError("there is no such game")
            live.observers |= {person}
        return live

    def _stored(self, connection: Connection, id_: str) -> tuple[AnyGame, store.Stored]:
        """Return the rules and the rows of a game that has begun."""
        row = store.row_of(connection, id_)
        if row.status == "open":
            raise NotBegunError("the game has not started: it is waiting for players")
        scenario = row.header.partition("\nscenario: ")[2].partition("\n")[0]
        game = self.game(row.game, scenario)
        return game, store.load(connection, id_, game.seats)

    def _also(self, live: LiveGame) -> list[Callable[[Connection], None]]:
        """Return the extra writes of every change of a game: notices, and messages to other
        workers.
        """
        due = self.notices.due(live)
        ends = live.status == "over" and live.before.status != "over"

        def work(connection: Connection) -> None:
            self.relay.tell(connection, live.id)
            if ends:
                self._count(connection, live)
            self.tell(connection, due)

        return [work]

    def tell(self, connection: Connection, told: Iterable[notices.Notice]) -> None:
        """Write notices, and let other workers know whose they are."""
        for each in told:
            notices.write(connection, each)
            self.relay.tell(connection, f"notice {each.game} {each.person}")

    def _count(self, connection: Connection, live: LiveGame) -> None:
        """Count a game that ends for ratings and its tournament."""
        outcome = live.game.outcome(live.table.state)
        if not live.rated or outcome is None:
            return
        first, second = (seat.person for seat in live.seats)
        if first and second:
            ratings.count(connection, live.game.id, (first, second), outcome.winner)
        self.tell_round(
            connection, tournaments.ended(connection, live.game, live.id, outcome.winner)
        )

    def tell_round(self, connection: Connection, laid: tournaments.Laid) -> None:
        """Notify the players of a new round, and the other workers."""
        self.tell(connection, laid.notices)
        for game in laid.games:
            self.relay.tell(connection, game)

    async def lay(self, person: str, work: Work[T], size: int = 0) -> T:
        """Write a person's new table, which holds so many characters.

        Raises:
            TooMuchError: the person may not have another, or none so large.
        """

        def within(connection: Connection) -> T:
            self.quota.check(connection, person, size)
            return work(connection)

        return await self.committer.commit(within)

    # Doing -------------------------------------------------------------------------------

    async def do(self, id_: str, person: str, command: Command) -> Reply:
        """Carry out a command completely, even if its sender disconnects."""
        return await asyncio.shield(self.spawn(self._do(id_, person, command)))

    async def _do(self, id_: str, person: str, command: Command) -> Reply:
        # One at a time for each person: others at the game wait for one command, not for all.
        async with self.acting.of(person):
            return await self._do_now(id_, person, command)

    async def _do_now(self, id_: str, person: str, command: Command) -> Reply:
        live = await self.enter(id_, person)
        try:
            async with live.changing():
                reply = await perform(live, person, command)
        except Crash as crash:
            text = self.report(crash)
            return {"type": "failed", "id": command.id, "code": "crash", "text": text}
        self.wake(live)
        return reply

    def report(self, crash: Crash) -> str:
        """Store what is needed to find the fault, if there is room for it; return what to say."""
        name = "none"
        self._dumped += 1
        try:
            if self._dumped <= DUMPS_MOST:  # the same person can cause the same fault repeatedly
                name = write_dump(crash, self._dumps / "game.bocage").name
        except OSError as error:
            _LOG.warning("could not write the crash report: %s", type(error).__name__)
        _LOG.error("the rules failed", extra={"dump": name, "doing": crash.doing.partition(" ")[0]})
        return (
            f"the rules of {crash.game} failed: this is a bug, and it was recorded. "
            "The game is unchanged"
        )

    def wake(self, live: LiveGame) -> None:
        """Let a player of the program play, if it is asked."""
        self.players.wake(live)

    # Clocks and others -------------------------------------------------------------------

    async def _watch_clocks(self) -> None:
        for count in itertools.count():
            await asyncio.sleep(0.25)
            self._look_round(wakes=count % 8 == 0)

    def _look_round(self, *, wakes: bool) -> None:
        """Handle expired clocks, unload games without visitors, and wake players that wait."""
        now = self.stopwatch.look()
        for live in list(self.live.values()):
            if live.status == "live" and live.clock.flagged(now) is not None:
                if not live.lock.locked():
                    self.spawn(self._flag(live))
            elif self._is_idle(live):
                del self.live[live.id]
            elif live.evening is not None and live.evening.board.has_changed():
                live.evening.tell_soon()
            elif live.evening is None and live.presence.has_changed():
                self.spawn(self._tell_presence(live))
            elif wakes:
                self.wake(live)  # a player that could not act before

    @staticmethod
    def _is_idle(live: LiveGame) -> bool:
        """Return whether a game can be unloaded, because nobody watches and nothing runs."""
        after = OVER_MS if live.status == "over" else IDLE_MS
        away = not live.listeners and 1000 * (time.monotonic() - live.touched) > after
        return away and not live.clock.running and not live.lock.locked()

    async def _flag(self, live: LiveGame) -> None:
        """Handle an expired clock: the seat gives up, or the umpire's game continues without its
        answer.
        """
        async with live.changing():
            seat = live.clock.flagged(self.stopwatch.now())
            if live.status == "live" and seat is not None:
                kept = len(live.table.entries)
                # With an umpire the operation continues: without new orders, earlier ones stand.
                if live.game.control is None or not live.table.run_out():
                    live.table.concede(seat)
                live.request = None
                with suppress(StaleError):  # another worker was first
                    await live.commit(kept)

    async def _watch_people(self) -> None:
        """Record periodically who is present at umpired games; tell other workers of the others."""
        while True:
            await asyncio.sleep(RENEWED)
            for live in list(self.live.values()):
                with suppress(ServerError):  # the database is away: they stay a while
                    if live.evening is None:
                        if live.presence.here:
                            await self._tell_workers(live)
                    elif live.evening.board.listeners:
                        here = {who for game, who in self.notices.present if game == live.id}
                        await live.evening.stay(here)

    async def _tell_presence(self, live: LiveGame) -> None:
        """Let everybody at a game know who is there."""
        others = live.presence.people.difference(*(seat.people for seat in live.seats))
        with suppress(ServerError):  # the database is away: they learn of the next change
            names = await self.committer.read(partial(people.names_of, people=others))
            live.presence.tell(live.seats, names)
            await self._tell_workers(live)

    async def _tell_workers(self, live: LiveGame) -> None:
        """Let the other workers know who is at a game here."""
        if self.database.is_postgres:
            there = sorted(live.presence.here)[:_NAMED_MOST]
            words = " ".join(("here", live.id, self._me, *there))
            await self.committer.commit(partial(self.relay.tell, game=words))

    async def wake_clocks(self) -> None:
        """After a start, reload the games whose clocks run."""
        running = select(GAMES.c.id, GAMES.c.clock).where(GAMES.c.status == "live")
        rows = await self.committer.read(lambda connection: list(connection.execute(running)))
        for row in rows:
            if Clock.read(row.clock).kind != "none":
                try:
                    await self.get(row.id)
                except Exception:  # one game that cannot be read does not stop the others
                    _LOG.exception("a game cannot be read", extra={"game": row.id})

    async def _heard(self, told: str) -> None:
        """Handle another worker's change, if it concerns somebody here."""
        kind, _, rest = told.partition(" ")
        match kind:
            case "chat":
                await self._heard_chat(*rest.split())
            case "evening":
                game, part = rest.split()
                live = self.live.get(game)
                if live is not None and live.evening is not None:
                    await live.evening.refresh([each for each in PARTS if each == part])
            case "here":
                game, worker, *there = rest.split()
                found = self.live.get(game)
                if found is not None and worker != self._me and found.presence.hear(worker, there):
                    await self._tell_workers(found)  # it has not heard who is here
            case "notice":
                game, person = rest.split()
                if (game, person) in self.notices.present:
                    await self.saw(game, person)
            case "beat":
                self.stopwatch.catch_up(int(rest))
            case "gone":
                self.part(rest)
            case "other":
                self.part_anew(*rest.split())
            case "out":
                self.part_session(rest)
            case "scenario":
                self.forget_scenario(*rest.split())
            case _:
                await self.look(told)

    async def _heard_chat(self, game: str, room: str, number: str) -> None:
        live = self.live.get(game)
        if live is not None:
            said = await self.committer.read(
                lambda connection: chat.relayed(connection, live, room, int(number))
            )
            if said is not None:
                chat.tell(live, room, said)

    async def look(self, id_: str) -> None:
        """Load changes that another worker has written. Without an id, check every game."""
        async with self.begun:
            self.begun.notify_all()
        loading = [task for game, task in self._loading.items() if id_ in ("", game)]
        if loading:  # it may have been read before this was written
            await asyncio.wait(loading)
        here = [live for live in self.live.values() if id_ in ("", live.id)]
        for live in here:
            async with live.held():
                row = await self.committer.read(partial(store.row_of, game=live.id))
                changed = row.version != live.version
                if changed:
                    await live.reload()
            if live.evening is not None and (changed or not id_):
                await live.evening.refresh(PARTS)
            self.wake(live)

    async def saw(self, game: str, person: str) -> None:
        """Mark a game's notices as seen by a person."""
        await self.committer.commit(partial(notices.see, person=person, game=game))

    def part(self, person: str) -> None:
        """Close every socket of a removed person here."""
        for socket in self.sockets.of(person):
            socket.close(4401, "you are not signed in: choose a name or sign in first")

    def tell_gone(self, connection: Connection, person: str) -> None:
        """Make every worker close a person's sockets when this transaction is committed."""
        self.relay.tell(connection, f"gone {person}")

    def part_session(self, session: str) -> None:
        """Close every socket here that came with a session: it is signed out."""
        for socket in self.sockets.by(session):
            socket.close(4401, "you are not signed in: choose a name or sign in first")

    def tell_out(self, connection: Connection, session: str) -> None:
        """Make every worker close a session's sockets when this transaction is committed."""
        self.relay.tell(connection, f"out {session}")

    def part_anew(self, game: str, person: str) -> None:
        """Close a person's sockets at a game here, because their role in it has changed."""
        for socket in self.sockets.of(person, game):
            socket.close(4409, "your role in this game has changed: reconnect")

    def tell_other(self, connection: Connection, game: str, person: str) -> None:
        """Let every worker close a person's sockets at a game, when this is committed."""
        self.relay.tell(connection, f"other {game} {person}")

    async def begin(self, id_: str, person: str) -> None:
        """Begin a game if every seat is taken: wake those who wait, notify the first who is asked.

        Its table is made for the person who took the last seat, outside the writing thread.
        """
        async with self._beginning.of(id_):
            full = await self.committer.read(lambda look: self._full(look, id_))
            if full is None:
                return
            game, draft = full
            table = await LOADS.run(person, new_tables.set_up, game, draft)
            now = self.stopwatch.now()

            def work(connection: Connection) -> bool:
                self.relay.tell(connection, id_)
                return new_tables.begin(connection, draft, table, now)

            if not await self.committer.commit(work):
                return
        async with self.begun:
            self.begun.notify_all()
        try:
            live = await self._loaded(id_, table)
        except NotBegunError:  # somebody looked a moment too soon, and we with them
            live = await self._loaded(id_, table)
        live.before = Before()
        due = self.notices.due(live)
        live.before = live.now()
        for each in due:
            await self.committer.commit(partial(notices.write, notice=each))
