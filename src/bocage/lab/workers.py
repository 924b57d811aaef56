"""Workers that play the games of a batch: on this machine, or on a Ray cluster.

They give back each game as soon as it is finished, in any order. A worker that dies takes with
it only the game it was playing, which another plays again.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.processes import loaded, pool
from bocage.lab.batches import Batch, Finished, SimulationError, seated
from bocage.lab.runs import MissingExtraError

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.lab.batches import Seating

Play = Callable[[Batch, Sequence[int]], Iterator[Finished]]
"""Plays the games of these numbers, and gives each back when it is finished."""

_AHEAD: Final = 4
"""Games that wait for each worker, so that none is idle."""
_DEATHS: Final = 3
"""Workers that may die one after the other without a game being finished in between."""
_RAY_LOT: Final = 4
"""Games of a Ray task at most: enough to be worth the trip, few enough to lose."""


def here(processes: int = 1) -> Play:
    """Play in this process, or in several beside it."""

    def play(batch: Batch, numbers: Sequence[int]) -> Iterator[Finished]:
        if processes == 1:
            player = _Player(batch, batch.load())
            for number in numbers:
                yield player.one(number)
        else:
            yield from _in_a_pool(batch, numbers, processes)

    return play


def on_ray(address: str) -> Play:
    """Play on the Ray cluster at an address (`auto`, `ray://host:10001`, `local`).

    Raises:
        MissingExtraError: Ray is not installed.
    """
    try:
        known: Any = import_module("ray")
    except ImportError:
        words = "a cluster needs Ray: pip install 'bocage[cluster]'"
        raise MissingExtraError(words) from None

    def play(batch: Batch, numbers: Sequence[int]) -> Iterator[Finished]:
        if not known.is_initialized():
            known.init(address=None if address == "local" else address, log_to_driver=False)
        task = known.remote(max_retries=-1)(in_turn)
        given = known.put(batch)
        left = [numbers[i : i + _RAY_LOT] for i in range(0, len(numbers), _RAY_LOT)]
        running: list[Any] = []
        while left or running:
            most = _AHEAD * max(1, int(known.cluster_resources().get("CPU", 1)))
            while left and len(running) < most:
                running.append(task.remote(given.hex(), given, left.pop(0)))
            ready, running = known.wait(running, num_returns=1)
            for each in ready:
                yield from known.get(each)

    return play


class _Player:
    """Plays games of one batch, one after the other; the game is loaded once."""

    def __init__(self, batch: Batch, game: Game[Any]) -> None:
        self.batch: Final = batch
        self._game: Final[Game[Any]] = game.at(batch.scenario) if batch.scenario else game
        self._seating: Final[Seating] = seated(self._game, batch.players, batch.options)

    def one(self, number: int) -> Finished:
        """Play the game of a number."""
        return self.batch.noted(self._game, self._seating, number)


_players: Final[dict[str, _Player]] = {}
"""The players of this process, by the name of the batch. Batches can't be compared: a copy of a
`partial` is not equal to it.
"""


def _begin(batch: Batch) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that began it stops it, in order
    _players[""] = _Player(batch, loaded(batch.load))


def _one(number: int) -> Finished:
    return _players[""].one(number)


def in_turn(name: str, batch: Batch, numbers: Sequence[int]) -> list[Finished]:
    """Play games of a batch in this process: a task of a cluster. The game is loaded once."""
    if name not in _players:
        _players.clear()
        _players[name] = _Player(batch, batch.load())
    return [_players[name].one(number) for number in numbers]


def _in_a_pool(batch: Batch, numbers: Sequence[int], processes: int) -> Iterator[Finished]:
    left, deaths = list(numbers), 0
    while left:
        workers = pool(processes, batch.load, _begin, batch)
        try:
            for finished in _from(workers, left, processes):
                left.remove(finished.row.game)
                deaths = 0
                yield finished
        except BrokenProcessPool:
            deaths += 1
            if deaths == _DEATHS:
                first = ", ".join(str(each) for each in left[:processes])
                words = f"workers die again and again, at one of the games {first}"
                raise SimulationError(f"{words}; is there enough memory?") from None
        finally:
            workers.shutdown(wait=False, cancel_futures=True)


def _from(
    workers: ProcessPoolExecutor, numbers: Sequence[int], processes: int
) -> Iterator[Finished]:
    """Yield games from a pool, with a few waiting for each worker."""
    waiting, running = list(reversed(numbers)), set[Future[Finished]]()
    while waiting or running:
        while waiting and len(running) < processes * _AHEAD:
            running.add(workers.submit(_one, waiting.pop()))
        done, running = wait(running, return_when=FIRST_COMPLETED)
        broken = [each for each in done if isinstance(each.exception(), BrokenProcessPool)]
        yield from (each.result() for each in done if each not in broken)
        if broken:
            broken[0].result()
