"""Verifiable chance: every outcome is a function of a seed and a question.

`Dice` answers from a seed. `GivenDice` answers with given outcomes, for rule cases and for people
who roll real dice. The seed is never part of a state, so no copy of a state can reveal the dice to
come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from hashlib import blake2b
from itertools import accumulate
from typing import Final, Protocol

from bocage.engine.errors import BocageError

SEED_BYTES: Final = 32


class Trust(Enum):
    """How far players can trust the dice; shown to them by name."""

    OPEN = "open"
    """The seed is in the file: hot-seat, solitaire, mail. Anyone who looks can see the coming
    dice.
    """
    HELD = "held"
    """A server holds the seed; only its commitment is in the file."""
    REVEALED = "revealed"
    """The game is over and the seed is in the file: anyone can check every roll."""


class Oracle(Protocol):
    """A source of answers to questions of chance."""

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        """Return the number of the outcome when this question is asked for the `time`-th time (from
        1).
        """
        ...


class DiceError(BocageError, LookupError):
    """The given dice do not answer the question."""


class Dice:
    """Answers from a seed."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed: Final = seed

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        """See `Oracle`."""
        return self.number(question, time, len(written), weights)

    def number(self, question: str, time: int, outcomes: int, weights: Sequence[int] | None) -> int:
        """Return the number of the outcome, one of so many.

        The 64-bit remainder favours no outcome by more than 1 in 10^15.
        """
        digest = blake2b(f"{question}#{time}".encode(), key=self.seed, digest_size=8).digest()
        drawn = int.from_bytes(digest)
        if weights is None:
            return drawn % outcomes
        reached = drawn % sum(weights)
        return next(i for i, upto in enumerate(accumulate(weights)) if reached < upto)


COLOUR: Final = "~"
"""The prefix of a question that changes only what is said, not what happens."""


class GivenDice:
    """Answers with the given outcomes, one after the other.

    Questions of colour use none of them: they get the middle outcome.
    """

    __slots__ = ("_left",)

    def __init__(self, outcomes: Iterable[str]) -> None:
        self._left = list(outcomes)

    def answer(
        self,
        question: str,
        time: int,  # noqa: ARG002 - what was given does not depend on it
        written: Sequence[str],
        weights: Sequence[int] | None,  # noqa: ARG002
    ) -> int:
        """See `Oracle`.

        Raises:
            DiceError: none is left, or the next is not an outcome of this question.
        """
        if question.startswith(COLOUR):
            return (len(written) - 1) // 2
        if not self._left:
            raise DiceError(f"no die is left for {question}")
        given = self._left.pop(0)
        for i, outcome in enumerate(written):
            if outcome == given or outcome.split()[-1] == given:
                return i
        raise DiceError(f"'{given}' is not an outcome of {question}: {', '.join(written)}")

    @property
    def left(self) -> tuple[str, ...]:
        """The outcomes that have not been used yet."""
        return tuple(self._left)


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, published before the game: it binds the seed without
    revealing it.
    """
    return blake2b(seed, digest_size=16, person=b"bocage-dice").hexdigest()


def mixed(seed: bytes, entropy: Iterable[bytes]) -> bytes:
    """Return the seed that the dice use: the holder's seed mixed with each player's
    contribution.
    """
    digest = blake2b(seed, digest_size=SEED_BYTES, person=b"bocage-mixed")
    for each in entropy:
        digest.update(len(each).to_bytes(8) + each)
    return digest.digest()
