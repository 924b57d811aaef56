"""A batch: many games of one table, by simple players, one row each.

A game's dice and choices depend only on the seed of the batch and the number of the game, so the
rows are the same in any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.errors import BocageError
from bocage.engine.playout import MOST, Played, play_out, policy
from bocage.lab.notes import Notes

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.play import Policy
    from bocage.lab.notes import EventRow, TurnRow, UnitRow
    from bocage.lab.workers import Play

DRAW: Final = "draw"
UNFINISHED: Final = "unfinished"


class SeatingError(BocageError, ValueError):
    """These players cannot sit down at this table."""


class SimulationError(BocageError, RuntimeError):
    """A game failed: a fault of the rules or of a player."""


class Row(NamedTuple):
    """The result of one game."""

    game: int
    """Its number, from 1."""
    seed: int
    winner: str
    """The seat that won, `draw`, or `unfinished`."""
    result: str
    """The end of the game, in words."""
    measures: Mapping[str, float]
    decisions: int
    chances: int
    scores: tuple[float, ...] = ()
    """The score of each seat, as the game counts it; more is better."""


class Finished(NamedTuple):
    """A game with all that was noted of it."""

    row: Row
    seats: tuple[str, ...]
    """The players, by seat."""
    events: Sequence[EventRow] = ()
    turns: Sequence[TurnRow] = ()
    units: Sequence[UnitRow] = ()

    @classmethod
    def of(cls, row: Row, seats: tuple[str, ...], notes: Notes | None) -> Finished:
        """Return the row and notes of a game that was played."""
        if notes is None:
            return cls(row, seats)
        return cls(row, seats, notes.events, notes.turns, notes.units)


class Seating(NamedTuple):
    """The player of each seat, and the options of the table that they require."""

    names: tuple[str, ...]
    """By seat."""
    options: dict[str, str]
    policies: tuple[Policy, ...]


def seated(game: Game[Any], players: Sequence[str], options: Mapping[str, str]) -> Seating:
    """Return some players seated, named in the order of the seats; one name is for every seat.

    A printed opponent (`Game.printed`) takes its own seat wherever it is named, and the others take
    the remaining seats.

    Raises:
        SeatingError: there are too few or too many of them.
        PolicyError: the game has no such player.
        OptionError: an option does not exist, or cannot be set so.
    """
    chosen = dict(options)
    seats = list(range(len(game.seats)))
    names: dict[int, str] = {}
    left = [name for name in players if name not in game.printed]
    for name in players:
        if name in game.printed:
            opponent = game.printed[name]
            if opponent.seat not in seats:
                raise SeatingError(f"{name} is named twice: it plays one seat")
            seats.remove(opponent.seat)
            names[opponent.seat] = name
            chosen[opponent.option] = opponent.choice
    if len(left) == 1 and (len(seats) == 1 or len(players) == 1):
        left *= len(seats)
    if len(left) != len(seats):
        free = " and ".join(game.seats[seat] for seat in seats) or "nobody else"
        said = ", ".join(left) or "nobody"
        each = "one player" if len(seats) == 1 else "a player each"
        raise SeatingError(f"{game.title} needs {each} for {free}, and was given {said}")
    names |= dict(zip(seats, left, strict=True))
    game.settings(chosen)
    playing = [policy(game, each) for each in left] or [policy(game, "random")]
    by_seat = dict(zip(seats, playing, strict=False))
    policies = tuple(by_seat.get(seat, playing[0]) for seat in range(len(game.seats)))
    return Seating(tuple(names[seat] for seat in range(len(game.seats))), chosen, policies)


def seed_of(batch: int, number: int) -> int:
    """Return the seed of one game of a batch: neighbouring batches share no game."""
    return int.from_bytes(blake2b(f"{batch}.{number}".encode(), digest_size=6).digest())


@dataclass(frozen=True, slots=True)
class Batch:
    """What to play, and how. It is picklable, because each worker loads the game itself."""

    load: Callable[[], Game[Any]]
    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    scenario: str = ""
    seed: int = 1
    most: int = MOST
    notes: bool = False
    """Whether events, measures and units are noted; it costs some time."""

    def run(
        self,
        games: int,
        *,
        play: Play | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> list[Row]:
        """Play so many games and return a row of each; `progress` gets the number finished.

        Raises:
            SimulationError: a game failed.
        """
        from bocage.lab.workers import here

        rows: list[Row] = []
        for finished in (play or here())(self, range(1, games + 1)):
            rows.append(finished.row)
            if progress is not None:
                progress(len(rows))
        return sorted(rows)

    def noted(self, game: Game[Any], seating: Seating, number: int) -> Finished:
        """Play the game of a number.

        Raises:
            SimulationError: it failed.
        """
        seed = seed_of(self.seed, number)
        notes = Notes(game, number) if self.notes else None
        try:
            played = play_out(
                game,
                seating.policies,
                seed,
                scenario=self.scenario,
                options=seating.options,
                most=self.most,
                heard=None if notes is None else notes.heard,
            )
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise SimulationError(f"game {number} (seed {seed}) failed: {what}") from error
        return Finished.of(self._row(game, number, seed, played), seating.names, notes)

    def _row(self, game: Game[Any], number: int, seed: int, played: Played) -> Row:
        outcome = played.outcome
        if outcome is None:
            return Row(number, seed, UNFINISHED, "no end", {}, played.decisions, played.chances)
        winner = DRAW if outcome.winner is None else game.seats[outcome.winner]
        measures = dict(outcome.measures) or {
            f"{seat}_score": score for seat, score in zip(game.seats, outcome.scores, strict=True)
        }
        said = outcome.words.say(game.nouns)
        return Row(
            number,
            seed,
            winner,
            said,
            measures,
            played.decisions,
            played.chances,
            tuple(outcome.scores),
        )
