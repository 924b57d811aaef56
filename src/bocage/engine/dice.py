"""Chance that can be checked: every outcome is a function of a seed and of a question.

`Dice` answers from a seed; `GivenDice` answers with what it was given, for rule cases and
for people who roll real dice. The seed is never part of a state, so no copy of a state,
however long it thinks, can see the dice to come.
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
    """What the players can know of the dice, shown to them by name."""

    OPEN = "open"
    """The seed is in the file: hot-seat, solitaire, mail. Whoever looks can see ahead."""
    HELD = "held"
    """A server holds the seed; only its commitment is in the file."""
    REVEALED = "revealed"
    """The game is over and the seed is in the file: everybody can check every roll."""


class Oracle(Protocol):
    """Whatever answers questions of chance."""

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        """Which of the outcomes it is, the `time`-th time this question is asked (from 1)."""
        ...


class DiceError(BocageError, LookupError):
    """Dice that were given do not answer the question that was asked."""


class Dice:
    """Answers from a seed."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed: Final = seed

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        """See `Oracle`. The 64-bit remainder favours no outcome by more than 1 in 10^15."""
        digest = blake2b(f"{question}#{time}".encode(), key=self.seed, digest_size=8).digest()
        drawn = int.from_bytes(digest)
        if weights is None:
            return drawn % len(written)
        reached = drawn % sum(weights)
        return next(i for i, upto in enumerate(accumulate(weights)) if reached < upto)


COLOUR: Final = "~"
"""How a question begins whose answer changes what is said and not what happens."""


class GivenDice:
    """Answers with the outcomes given, one after the other.

    Questions of colour are not asked of them: they get the outcome in the middle.
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
            DiceError: none is left, or the next is no outcome of this question.
        """
        if question.startswith(COLOUR):
            return (len(written) - 1) // 2
        if not self._left:
            raise DiceError(f"no die is left for {question}")
        given = self._left.pop(0)
        for i, outcome in enumerate(written):
            if outcome == given or outcome.split()[-1] == given:
                return i
        raise DiceError(f"'{given}' is no outcome of {question}: {', '.join(written)}")

    @property
    def left(self) -> tuple[str, ...]:
        """What has not been asked for yet."""
        return tuple(self._left)


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: it binds, and tells nothing."""
    return blake2b(seed, digest_size=16, person=b"bocage-dice").hexdigest()


def mixed(seed: bytes, entropy: Iterable[bytes]) -> bytes:
    """The seed that the dice use: the holder's and each player's own contribution."""
    digest = blake2b(seed, digest_size=SEED_BYTES, person=b"bocage-mixed")
    for each in entropy:
        digest.update(len(each).to_bytes(8) + each)
    return digest.digest()
