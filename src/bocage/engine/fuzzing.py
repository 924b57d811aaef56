"""Fuzzing: many recorded random games that look for failures of the rules.

After each action it looks for impossible positions (`Game.faults`) and compares remembered facts
with freshly computed ones. A failure is written as a dump that opens in the table, and the next
game begins.

It can count which rules decide: those of events, ledger rows and refusals, and those that a
decision rests on, if the game's judge names them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.crash import Crash, write_dump
from bocage.engine.game import OptionError
from bocage.engine.playout import (
    MOST,
    DeadEndError,
    FaultError,
    Played,
    play_at,
    policy,
    table_for,
    uniform,
)
from bocage.engine.processes import loaded, pool
from bocage.engine.save_text import written
from bocage.engine.switches import listening

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.game import Game
    from bocage.engine.play import Policy
    from bocage.engine.rulings import Ruling
    from bocage.engine.state import State
    from bocage.engine.table import Table

_OPENING: Final = 400
"""The most random decisions before the players take over a game that begins in its middle."""
_BATCH: Final = 8
"""The number of games that a process plays before it reports."""
_TRIES: Final = 3
"""The number of actions tried at every decision, right or wrong, if rules are counted."""
_CROSSED: Final = 0.3
"""The share of them that combine two legal actions."""
_UNASKED: Final = 0.3
"""The share of the others that may be of any verb, even one that is not asked for."""


@dataclass(slots=True)
class Statistics:
    """The results of many games."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    chances: int = 0
    seconds: float = 0.0
    """The time spent in play by all processes together."""
    longest: int = 0
    """The number of decisions of the longest game."""
    endless: int = 0
    """The number of games that were given up."""
    dead_ends: int = 0
    crashes: int = 0
    faults: int = 0
    outcomes: dict[str, int] = field(default_factory=dict[str, int])
    """The number of games each seat won, with `draw` for draws."""
    dumps: list[Path] = field(default_factory=list[Path])
    """The dumps of the games that failed, in the order of their seeds."""
    reasons: list[str] = field(default_factory=list[str])
    """The reasons of failure, a sentence each."""
    rules: Counter[str] = field(default_factory=Counter[str])
    """The number of times each rule decided something, if rules are counted."""

    @property
    def failed(self) -> int:
        """The number of games that did not end properly."""
        return self.endless + self.dead_ends + self.crashes + self.faults

    def add(self, other: Statistics) -> None:
        """Add another batch of results."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if each.name == "longest":
                self.longest = max(mine, theirs)
            elif each.name == "outcomes":
                for name, count in theirs.items():
                    self.outcomes[name] = self.outcomes.get(name, 0) + count
            elif each.name == "rules":
                self.rules.update(theirs)
            else:
                setattr(self, each.name, mine + theirs)

    def count(self, game: Game[Any], played: Played) -> None:
        """Count one game that was played to its end."""
        self.decisions += played.decisions
        self.forced += played.forced
        self.chances += played.chances
        self.seconds += played.seconds
        self.longest = max(self.longest, played.decisions)
        winner = played.outcome.winner if played.outcome else None
        name = "draw" if winner is None else game.seats[winner]
        self.outcomes[name] = self.outcomes.get(name, 0) + 1


@dataclass(frozen=True, slots=True)
class Fuzz:
    """What to fuzz, and how."""

    load: Callable[[], Game[Any]]
    """Loads the game; must be picklable, because each process loads its own."""
    players: tuple[str, ...] = ("random",)
    """Names of policies; games go through every assignment of them to the seats."""
    seed: int = 0
    """The first seed: game `i` has the seed `seed + i`, whichever process plays it."""
    scenario: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    middle: bool = True
    """Whether every third game begins in its middle."""
    recompute: bool = True
    """Whether every answer is compared with one computed without remembered facts."""
    count: bool = False
    """Whether to count how often each rule decides something. Then right and wrong actions are
    tried at every decision, so that refusals occur; the games stay the same.
    """
    explain: Callable[[], Callable[[Any, Action], Iterable[str]]] | None = None
    """Loads the function that names the rules a decision rests on, if rules are counted; each
    process loads its own.
    """
    vary: bool = False
    """Whether every third game is played with randomly drawn options."""
    most: int = MOST
    folder: Path | None = None
    """Where dumps go; None for the current folder."""

    def run(
        self,
        games: int,
        *,
        processes: int = 1,
        progress: Callable[[Statistics], None] | None = None,
    ) -> Statistics:
        """Play this many games; `progress` gets the sum from time to time."""
        total = Statistics()
        for lot in self._lots(range(games), processes):
            total.add(lot)
            if progress is not None:
                progress(total)
        order = sorted(range(len(total.reasons)), key=lambda i: total.reasons[i])
        total.reasons[:] = [total.reasons[i] for i in order]
        total.dumps[:] = [total.dumps[i] for i in order]
        return total

    def _lots(self, games: range, processes: int) -> Iterator[Statistics]:
        lots = [games[i : i + _BATCH] for i in range(0, len(games), _BATCH)]
        if min(processes, len(lots)) <= 1:
            game = self.load()
            yield from (self.batch(game, lot) for lot in lots)
            return
        with pool(processes, self.load, _begin, self) as workers:
            for done in as_completed([workers.submit(_batch, lot) for lot in lots]):
                yield done.result()

    def batch(self, game: Game[Any], numbers: Sequence[int]) -> Statistics:
        """Play the games of these numbers."""
        found = Statistics()
        rules = game.at(self.scenario) if self.scenario else game
        for number in numbers:
            found.add(self.one(rules, number))
        return found

    def one(self, game: Game[Any], number: int) -> Statistics:
        """Play the game of a number; failures are recorded, not raised."""
        found = Statistics(games=1)
        seed = self.seed + number
        rng = Random(seed)  # noqa: S311 - play, not secrecy
        policies = self._policies(game, number)
        start: State | None = None
        if self.middle and number % 3 == 2:
            start = game.midgame(rng)
            if start is None:
                opening = _Opening(rng.randrange(_OPENING))
                policies = [partial(opening, each) for each in policies]
        began_at = None if start is None else json.dumps(start.dump())
        options = self.options_of(game, number)
        try:
            table = table_for(game, seed, scenario=self.scenario, options=options, start=start)
        except Crash as crash:
            found.crashes += 1
            self._dump(found, seed, crash, began_at)
            return found
        each = partial(self._examine, game)
        try:
            if self.count:
                explain = self.explain() if self.explain else None
                with _Counting(game, table, seed, found.rules, explain) as counting:
                    seen = partial(counting.seen, each)
                    deaf = [partial(counting.decided, own) for own in policies]
                    played = play_at(table, deaf, rng, most=self.most, each=seen)
            else:
                played = play_at(table, policies, rng, most=self.most, each=each)
            if played.outcome is None:
                found.endless += 1
                raise FaultError(f"no end after {played.decisions + played.forced} decisions")
            each(table.state)
            found.count(game, played)
        except Crash as crash:
            found.crashes += 1
            self._dump(found, seed, crash, began_at)
        except FaultError as fault:
            if isinstance(fault, DeadEndError):
                found.dead_ends += 1
            elif not found.endless:
                found.faults += 1
            looked = Crash(game.id, "a look at the position", fault, written(table))
            self._dump(found, seed, looked, began_at)
        return found

    def options_of(self, game: Game[Any], number: int) -> Mapping[str, str]:
        """Return the options of a game; in some games each is drawn, and kept if it fits those
        before it.
        """
        if not self.vary or number % 3 != 1:
            return self.options
        rng = Random(self.seed + number)  # noqa: S311 - play, not secrecy
        found = dict(self.options)
        for each in game.options.values():
            drawn = {each.id: rng.choice(each.choices)} | found
            with suppress(OptionError):
                game.settings(drawn)
                found = drawn
        return found

    def _policies(self, game: Game[Any], number: int) -> list[Policy]:
        ways = list(product(self.players, repeat=len(game.seats)))
        return [play.sit_down(policy(game, name)) for name in ways[number % len(ways)]]

    def _examine(self, game: Game[Any], st: State) -> None:
        if faults := game.faults(st):
            raise FaultError("; ".join(faults))
        if self.recompute:
            compare_with_recomputed(st)

    def _dump(self, found: Statistics, seed: int, crash: Crash, began_at: str | None) -> None:
        save = (self.folder or Path()) / f"{crash.game}-{seed}"
        path = write_dump(crash, save)
        if began_at is not None:
            with path.open("a", encoding="utf-8", newline="\n") as out:
                out.write(f"# begun at: {began_at}\n")
        found.dumps.append(path)
        found.reasons.append(f"seed {seed}: {crash}")


def compare_with_recomputed(st: State) -> None:
    """Compare the answers of a state with those of one that remembers nothing.

    Raises:
        FaultError: the answers differ, so a remembered fact is stale.
    """
    anew = st.copy()
    anew.forget()
    for seat in play.pending(st):
        mine, theirs = list(play.legal(st, seat)), list(play.legal(anew, seat))
        if mine != theirs:
            raise FaultError(
                f"{st.stack[-1]} has {len(mine)} legal actions from memory and "
                f"{len(theirs)} computed again: the cache is stale"
            )
    if st.key() != anew.key():
        raise FaultError(f"{st.stack[-1]} changes the state by being asked")


class _Counting:
    """Observes what decides in a game: events, their ledgers, refusals."""

    def __init__(
        self,
        game: Game[Any],
        table: Table[Any],
        seed: int,
        rules: Counter[str],
        explain: Callable[[Any, Action], Iterable[str]] | None,
    ) -> None:
        self._game, self._table, self._rules, self._explain = game, table, rules, explain
        self._rng = Random(seed)  # noqa: S311 - its own, so that the games stay the same
        self._listening = listening()
        self._heard: list[str] = []

    def __enter__(self) -> _Counting:
        self._heard = self._listening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.__exit__(None, None, None)
        self._rules.update(self._heard)
        for _number, event in self._table.events:
            self._rules.update(event.rule.cites)

    def seen(self, examine: Callable[[State], None], st: State) -> None:
        """Before each decision, count the results of the last one, examine the state and try some
        actions.
        """
        self._rules.update(self._heard)
        examine(st)
        for _ in range(_TRIES):
            self._rules.update(self._tried(st).rules)
        self._heard.clear()

    def decided(self, own: Policy, st: State, legal: Sequence[Action], rng: Random) -> Action:
        """Return a player's choice; ledgers made while the player thinks do not count."""
        action = own(st, legal, rng)
        if self._explain is not None:
            self._rules.update(self._explain(st, action))
        self._heard.clear()
        return action

    def _tried(self, st: State) -> Ruling:
        """Return the ruling on any action, on one of a requested verb, or on one that combines two
        legal ones: the unit of one and the place of another.
        """
        rng, grammar = self._rng, self._game.grammar
        seat = play.pending(st)[0]
        if rng.random() < _CROSSED:
            legal = play.legal(st, seat)
            one, other = (rng.choice(legal) for _ in range(2)) if legal else (0, 1 << 32)
            if one >> 32 == other >> 32:
                return play.check(st, grammar, seat, one & ~0xFFFF | other & 0xFFFF)
        some: frozenset[int] = getattr(st.stack[-1], "takes", frozenset())
        if rng.random() < _UNASKED:
            some = frozenset()
        verb = rng.choice([each for each in grammar.verbs if not some or each.number in some])
        action = verb(rng.randrange(verb.firsts), rng.randrange(verb.seconds))
        return play.check(st, grammar, seat, action)


class _Opening:
    """A player that plays randomly for a number of decisions and then hands over to another."""

    def __init__(self, length: int) -> None:
        self._left = length

    def __call__(self, own: Policy, st: State, legal: Sequence[Action], rng: Random) -> Action:
        self._left -= 1
        return own(st, legal, rng) if self._left < 0 else uniform(st, legal, rng)


_mine: list[tuple[Fuzz, Game[Any]]] = []
"""What this process fuzzes; the game is loaded once."""


def _begin(what: Fuzz) -> None:
    _mine[:] = [(what, loaded(what.load))]


def _batch(numbers: Sequence[int]) -> Statistics:
    what, game = _mine[0]
    return what.batch(game, numbers)
