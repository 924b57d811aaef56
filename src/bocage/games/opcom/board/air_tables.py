"""The charts of sections 12 and 13 as numbers: resupply, drops, reconnaissance, flak, fighters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from bocage.games.charts import Span

T = TypeVar("T")

LOSS, DAMAGE, NOTHING = "loss", "damage", "none"
WIN, DRAW, LOSE = "win", "draw", "lose"
SEEN: Final = (
    *("direction, type, size", "type, size", "type", "direction, type", "direction"),
    *("enemy", "nothing"),
)
"""What a reconnaissance report may tell."""
_MOVES: Final[Mapping[str, Fraction]] = {"none": Fraction(0), "half": Fraction(1, 2)}


@dataclass(frozen=True, slots=True)
class DropRow:
    """A row of the drops (12.4, 12.5)."""

    lost: Span
    """Scores of the first die on which status is lost."""
    for_good: Span
    """Scores of the second die on which it stays lost."""
    fighters: int
    flak: int
    enemy: int


@dataclass(frozen=True, slots=True)
class FlakRow:
    """A row of the flak table (12.13)."""

    loss: Span | None
    damage: Span | None


@dataclass(frozen=True, slots=True)
class AirTables:
    """Everything of the air that is looked up."""

    resupply_factors: Mapping[str, int]
    resupply: tuple[tuple[Span, tuple[int, ...]], ...]
    """By the die: what arrives of ten points, nine, and so on down to one."""
    drops: Mapping[str, DropRow]
    moves: Mapping[tuple[str, str], Fraction]
    """By half day and light: the share of a turn's movement after a drop."""
    recce: tuple[tuple[Span, tuple[str, ...]], ...]
    """By the die: vehicles moving and halted, others halted and moving."""
    flak: Mapping[str, FlakRow]
    fighters: tuple[tuple[Span, tuple[str, ...]], ...]
    """By the die: the result at 1-1, 2-1 and so on to 6-1."""
    losses: Mapping[str, tuple[int, int]]
    """By the result: what attacker and defender lose, in % of the other's squadrons."""


class ChartReader(Protocol):
    """Whatever reads charts and notes the cells that it does not understand."""

    def modifiers(self, name: str) -> dict[str, int]:
        """Return a list of modifiers."""
        ...

    def rows(self, name: str) -> Iterator[tuple[str, tuple[str | int, ...]]]:
        """Head and cells of each row."""
        ...

    def each(self, name: str, read: Callable[[tuple[str | int, ...]], T]) -> dict[str, T]:
        """Rows whose heads are words."""
        ...

    def span(self, name: str, said: object) -> Span:
        """Return a span of numbers."""
        ...

    def whole(self, name: str, said: object) -> int:
        """Return a number of 0 or more."""
        ...

    def complete(self, name: str, spans: list[Span]) -> None:
        """Note a score that is in no row, or in two."""
        ...

    def faces(self, name: str, *spans: Span) -> None:
        """Note a face of the die that is in no cell, or in two."""
        ...

    def word(self, name: str, said: object, known: Mapping[str, T]) -> T:
        """Return one of some words."""
        ...


def air_tables(reader: ChartReader) -> AirTables:
    """Return the charts of the air; faults are the reader's."""
    found = AirTables(
        resupply_factors=reader.modifiers("resupply_factors"),
        resupply=tuple(
            (reader.span("resupply", head), tuple(reader.whole("resupply", cell) for cell in cells))
            for head, cells in reader.rows("resupply")
        ),
        drops=reader.each("drops", lambda row: _drop(reader, row)),
        moves={
            (head, light): reader.word("drop_movement", cell, _MOVES)
            for head, cells in reader.rows("drop_movement")
            for light, cell in zip(("day", "night"), cells, strict=True)
        },
        recce=_words(reader, "recce", {each: each for each in SEEN}),
        flak=reader.each("flak", lambda row: _flak(reader, row)),
        fighters=_words(reader, "fighters", {each: each for each in (WIN, DRAW, LOSE)}),
        losses=reader.each("fighter_losses", lambda row: _losses(reader, row)),
    )
    reader.complete("resupply", [span for span, _ in found.resupply])
    reader.complete("recce", [span for span, _ in found.recce])
    reader.faces("fighters", *(span for span, _ in found.fighters))
    return found


def _losses(reader: ChartReader, row: tuple[str | int, ...]) -> tuple[int, int]:
    ours, theirs = (reader.whole("fighter_losses", cell) for cell in row)
    return ours, theirs


def _words(
    reader: ChartReader, name: str, known: Mapping[str, str]
) -> tuple[tuple[Span, tuple[str, ...]], ...]:
    return tuple(
        (reader.span(name, head), tuple(reader.word(name, cell, known) for cell in cells))
        for head, cells in reader.rows(name)
    )


def _drop(reader: ChartReader, row: tuple[str | int, ...]) -> DropRow:
    lost, for_good, _, fighters, flak, enemy = row
    return DropRow(
        reader.span("drops", lost),
        reader.span("drops", for_good),
        int(fighters),
        int(flak),
        int(enemy),
    )


def _flak(reader: ChartReader, row: tuple[str | int, ...]) -> FlakRow:
    loss, damage, nothing = (reader.span("flak", each) if each else None for each in row)
    if nothing is None:
        raise ValueError
    reader.faces("flak", *(each for each in (loss, damage, nothing) if each))
    return FlakRow(loss, damage)
