"""Computer players at the server's tables: they think in threads and processes of their own.

A player thinks at a table of its own, a branch of the real one, in one of a few threads. Its choice
is then played at the real table, unless somebody has acted there meanwhile: then it thinks again.
While it thinks the game is not held: people may give up, chat or ask for a pause. A player that
takes too long is replaced by random moves for that piece, so no game waits without end. Players
that search think for seconds: they have threads of their own, and their rehearsals run in other
processes (`bocage.ai.search.processes`). While nobody else thinks and the machine has a core to
spare, one of them uses the time of its opponent as well (`Players._ponder`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Final, NamedTuple

from bocage.ai.search.player import SearchPlayer
from bocage.ai.search.processes import Rehearsal, Rehearsers
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.crash import Crash
from bocage.engine.playout import policies_of, uniform
from bocage.engine.processes import is_quiet
from bocage.engine.table import AnyTable
from bocage.server import accounts
from bocage.server.accounts import Written
from bocage.server.errors import ServerError, StaleError
from bocage.server.live import LiveGame
from bocage.server.tasks import end

THREADS: Final = 2
"""Players that think at the same time; the others wait for their turn."""
SEARCHERS: Final = 2
"""The number of threads for players that search, separate so that nobody else waits for them."""
CHUNK: Final = 40
"""Actions that a player makes before they are committed and shown."""
PIECE: Final = 1.0
"""The seconds of thought after which the choice so far is shown, even if it is one action."""
LIMIT: Final = 120.0
"""The seconds that a player may take for one piece; then a random legal move is played."""
_AGAIN: Final = 2.0
"""Seconds before a player tries again when the database is away."""

_LOG: Final = logging.getLogger("bocage.server")


class Chosen(NamedTuple):
    """A player's choice, and its notes about it."""

    actions: list[tuple[int, Action]]
    """Seats and actions in order."""
    notes: list[Written]


class WrongChoiceError(Exception):
    """A computer player chose an illegal action."""


def player_of(live: LiveGame) -> int | None:
    """Return the seat of a player of the program that is waited for, if there is one."""
    if live.status != "live" or live.request is not None or live.failed_at == live.version:
        return None
    return _asked(live, live.table)


def _asked(live: LiveGame, table: AnyTable) -> int | None:
    pending = (seat for seat in play.pending(table.state) if seat >= 0)
    return next((seat for seat in pending if live.seats[seat].player), None)


class Players:
    """The computer players in the games of one worker."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[object, object, None]], asyncio.Task[None]],
        report: Callable[[Crash], object],
    ) -> None:
        self._spawn = spawn
        self._report = report
        self.playing: Final[set[str]] = set()
        """The games in which a computer player thinks or acts."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._stopped = False
        self._threads = ThreadPoolExecutor(THREADS, "bocage-player")
        self._searchers = ThreadPoolExecutor(SEARCHERS, "bocage-searcher")
        self._ponderer = ThreadPoolExecutor(1, "bocage-ponderer")
        self._pondering = False
        """Whether a searching player thinks on its opponent's time; one does at most."""
        self._rehearsal = Rehearsal()

    async def stop(self) -> None:
        """Stop every player. What one has already given to the writer is still written."""
        self._stopped = True
        await end(self._tasks)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._searchers.shutdown(wait=False, cancel_futures=True)
        self._ponderer.shutdown(wait=False, cancel_futures=True)
        self._rehearsal.stop()

    def wake(self, live: LiveGame) -> None:
        """Let a computer player act if it must decide."""
        if self._stopped:
            return
        unknown = live.spoilt or live.lock.locked()  # its table may be in somebody's hands
        unsure = unknown and any(seat.player for seat in live.seats)
        if live.id not in self.playing and (unsure or player_of(live) is not None):
            self.playing.add(live.id)
            self._start(self._play(live))
        elif not unknown:
            self._muse(live)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = self._spawn(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _muse(self, live: LiveGame) -> None:
        """Let a player think on its opponent's time, if nobody else thinks, here or on this
        machine, so that a core is to spare."""
        idle = not self._pondering and not self.playing and not self._rehearsal.failed
        if idle and not self._stopped and _ponders(live) is not None and is_quiet():
            self._pondering = True
            self._start(self._ponder(live))

    async def _ponder(self, live: LiveGame) -> None:
        """Let a searching player think on its opponent's time, position after position."""
        loop = asyncio.get_running_loop()
        try:
            version = -1
            while version != live.version and not self._stopped and not self.playing:
                async with live.held():
                    seat = _ponders(live)
                    if seat is None:
                        return
                    version, trial = live.version, live.table.branch()
                    player = live.player(seat, live.seats[seat].player)
                assert isinstance(player, SearchPlayer)
                _employ(player, live, self._rehearsal)
                may = partial(self._goes_on, live, version)
                chance = Random()  # noqa: S311 - of its own: the game's lot stays secret
                work = partial(player.ponder, trial.state, seat, chance, may)
                await loop.run_in_executor(self._ponderer, work)
        except ServerError:
            pass  # the game cannot be held now, and nobody waits for this
        except Exception:
            _LOG.exception("thinking on the opponent's time failed", extra={"game": live.id})
        finally:
            self._pondering = False

    def _goes_on(self, live: LiveGame, version: int) -> bool:
        """Return whether a player may go on to think about a position on its opponent's time. A
        thread asks."""
        here = live.version == version and live.status == "live" and bool(live.listeners)
        return here and not self._stopped and not self.playing and is_quiet(1)

    async def _play(self, live: LiveGame) -> None:
        """Let a computer player act until a person must decide; show its actions in pieces."""
        try:
            while await self._play_piece(live):
                pass
        except ServerError as error:
            _LOG.warning(
                "a computer player is waiting: %s", error.sentence, extra={"game": live.id}
            )
            await asyncio.sleep(_AGAIN)
        except Exception as error:
            live.failed_at = live.version  # it would fail again, until somebody else acts
            live.stand_up()
            if isinstance(error, Crash):
                self._report(error)
            _LOG.exception("a computer player failed", extra={"game": live.id})
        finally:
            self.playing.discard(live.id)
            self._muse(live)

    async def _play_piece(self, live: LiveGame) -> bool:
        """Think and act once; return whether there was anything to do."""
        async with live.held():
            if player_of(live) is None:
                return False
            version, trial = live.version, live.table.branch()
            threads = self._searchers if _searches(live) else self._threads
        chosen = await self._think(live, trial, threads)
        async with live.changing():
            if live.version != version or live.status != "live" or live.request is not None:
                live.stand_up()  # its plans were for another game than this
                return True
            if not chosen.actions:
                return True
            kept = len(live.table.entries)
            await live.apart(live.id, _act, live, chosen)
            try:
                await live.commit(kept, accounts.writing(live.id, chosen.notes))
            except StaleError:
                live.stand_up()  # another worker has it
        return True

    async def _think(self, live: LiveGame, trial: AnyTable, threads: Executor) -> Chosen:
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(threads, _choose, live, trial, self._rehearsal)
        try:
            async with asyncio.timeout(LIMIT):  # wait_for can lose a cancel, this does not
                return await asyncio.shield(thinking)
        except TimeoutError:
            _LOG.error("a computer player takes too long", extra={"game": live.id})
            live.stand_up()
        async with live.held():
            seat = _asked(live, live.table)
            if seat is None:
                return Chosen([], [])
            rng = _lot(live.table, seat)
            action = uniform(live.table.state, live.table.legal(seat), rng)
            return Chosen([(seat, action)], [])


def _ponders(live: LiveGame) -> int | None:
    """Return the seat of a searching player whose opponents are asked and watch, or None."""
    if live.status != "live" or live.request is not None or not live.listeners:
        return None
    if _asked(live, live.table) is not None or not play.pending(live.table.state):
        return None
    known = policies_of(live.game)
    seats = range(len(live.game.seats))
    return next(
        (seat for seat in seats if isinstance(known.get(live.seats[seat].player), SearchPlayer)),
        None,
    )


def _employ(player: SearchPlayer, live: LiveGame, rehearsal: Rehearsal) -> None:
    """Let the server's processes make a player's rehearsals."""
    player.employ(Rehearsers(rehearsal, live.game.id, live.table.header.scenario))


def _searches(live: LiveGame) -> bool:
    """Return whether the player that is asked searches."""
    seat = _asked(live, live.table)
    name = "" if seat is None else live.seats[seat].player
    return isinstance(policies_of(live.game).get(name), SearchPlayer)


def _act(live: LiveGame, chosen: Chosen) -> None:
    """Play the choice at the real table.

    Raises:
        WrongChoiceError: the rules do not allow it.
    """
    for seat, action in chosen.actions:
        if not live.table.act(seat, action):
            raise WrongChoiceError(live.seats[seat].player)


def _lot(table: AnyTable, seat: int) -> Random:
    """Return a generator made from the seed, which nobody has: otherwise the moves could be
    predicted.
    """
    return Random(f"{table.header.seed!r} {seat} {len(table.entries)}")  # noqa: S311


def _choose(live: LiveGame, trial: AnyTable, rehearsal: Rehearsal) -> Chosen:
    """Return up to so many actions of the seat that is asked, within so many seconds, chosen at a
    separate table.
    """
    chosen = Chosen([], [])
    until = time.monotonic() + PIECE
    while len(chosen.actions) < CHUNK and (seat := _asked(live, trial)) is not None:
        chooses = live.player(seat, live.seats[seat].player)
        if isinstance(chooses, SearchPlayer):
            _employ(chooses, live, rehearsal)
        action = chooses(trial.state, trial.legal(seat), _lot(trial, seat))
        chosen.notes.extend(accounts.taken(chooses, seat, len(trial.entries)))
        if not trial.act(seat, action):
            raise WrongChoiceError(live.seats[seat].player)
        chosen.actions.append((seat, action))
        if time.monotonic() > until:
            break
    return chosen
