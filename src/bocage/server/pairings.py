"""The pairings of a tournament: round robin, or by the Swiss system.

Entrants are numbers in the order in which they entered. A pair names the holder of the first seat
first; sides are shared so that nobody has one side twice more often than the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

WIN: Final = 2
"""Points for a victory, and for a round that one sits out; a draw gives half."""


class Round(NamedTuple):
    """The pairs of a round, and who sits out."""

    pairs: tuple[tuple[int, int], ...]
    out: int | None = None


def rounds_of(entrants: int) -> int:
    """Return how many rounds it takes for everybody to meet everybody."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def all_against_all(entrants: int, number: int) -> Round:
    """Return a round, from 0, in which all stand in a circle and one stays where they are.

    The fixed entrant changes sides from round to round, and so do the others as they rotate.
    """
    people = [*range(entrants), *([None] if entrants % 2 else [])]
    fixed, *turning = people
    turn = number % len(turning)
    circle = [fixed, *turning[turn:], *turning[:turn]]
    half = len(circle) // 2
    pairs: list[tuple[int, int]] = []
    out: int | None = None
    for i, (one, other) in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True)):
        if one is None or other is None:
            out = other if one is None else one
        else:
            changes = number % 2 if i == 0 else i % 2
            pairs.append((other, one) if changes else (one, other))
    return Round(tuple(pairs), out)


def swiss(
    points: Mapping[int, float],
    met: Collection[frozenset[int]],
    sides: Mapping[int, int],
    sat_out: Collection[int],
) -> Round | None:
    """Return a round of people with like points who have not met; None if everybody has met.

    `points` is in the order of the entrants. `sides` says how much more often each had the first
    seat than the second. If the number is odd, the last of those who have not sat out yet does.
    """
    ranked = sorted(points, key=lambda each: -points[each])
    spare: list[int | None] = [None]
    if len(ranked) % 2:
        spare = [each for each in reversed(ranked) if each not in sat_out]
    for out in spare:
        found = _paired([each for each in ranked if each != out], frozenset(met))
        if found is not None:
            return Round(tuple(_seated(pair, sides) for pair in found), out)
    return None


def _paired(ranked: Sequence[int], met: frozenset[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Return the first with the nearest below whom they have not met, so that the rest can be
    paired.
    """
    if not ranked:
        return []
    first, *others = ranked
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _paired([each for each in others if each != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def _seated(pair: tuple[int, int], sides: Mapping[int, int]) -> tuple[int, int]:
    """Return the pair with the first seat for the entrant who had it less often; if equal, for the
    lower number.
    """
    one, other = sorted(pair, key=lambda each: (sides.get(each, 0), each))
    return one, other
