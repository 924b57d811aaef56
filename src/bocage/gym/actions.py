"""One discrete space for all actions of a game, under 10,000 numbers, with a mask.

A game action is a verb with up to two arguments. It takes one step of the environment, or two
where its last argument is a hex:

- The *head* is the verb and every argument that is no hex: `select US01`, `land US01`, `go`.
- The *hex* follows as a step of its own, in a block of numbers that all heads share.

The numbers of the heads come first, verb by verb in the order of the grammar, then the hexes.
Which numbers are allowed depends on the position and on the head chosen before; the mask says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bocage.engine.actions import Action, Grammar, Verb

_BITS: Final = 16
_MOST: Final = (1 << _BITS) - 1

Mask = NDArray[np.int8]
"""1 for each number that is allowed, 0 for the others."""


class Options(NamedTuple):
    """What a seat may do, split into heads and hexes."""

    heads: NDArray[np.int64]
    """The number of the head of each legal action, in the order of `legal`."""
    actions: NDArray[np.int64]
    """The legal actions themselves."""


class ActionSpace:
    """Numbers for the actions that players of a game can take."""

    def __init__(self, grammar: Grammar, chance: Collection[str] = ()) -> None:
        """Lay out the space; `chance` names verbs that only dice and cups use."""
        verbs = [each for each in grammar.verbs if each.word not in chance and not each.text]
        wide = max(each.number for each in verbs) + 1
        self._base: Final = np.zeros(wide, np.int64)
        self._first: Final = np.zeros(wide, np.int64)
        self._second: Final = np.zeros(wide, np.int64)
        self._grammar: Final = grammar
        self._made: Final[list[Action]] = []
        """By head, the action; its hex is still 0."""
        self._shift: Final[list[int | None]] = []
        """By head, how far left the hex goes; None where the head is the whole action."""
        hexes = 1
        for verb in verbs:
            self._lay(verb)
            hexes = max([hexes, *(len(each) for each in verb.arguments if each.kind == "hex")])
        self.heads: Final = len(self._made)
        """How many heads there are; the first hex has this number."""
        self.hexes: Final = hexes
        self.size: Final = self.heads + hexes
        """How many numbers the space has."""

    def _lay(self, verb: Verb) -> None:
        kinds = [each.kind for each in verb.arguments]
        if "hex" in kinds[:-1]:
            raise ValueError(f"the hex of {verb.word} is not its last argument")
        counts = [len(each) for each in verb.arguments]
        by_hex = kinds[-1:] == ["hex"]
        if by_hex:
            counts.pop()
        shift = (_BITS if not counts else 0) if by_hex else None
        self._base[verb.number] = len(self._made)
        if counts:
            self._first[verb.number] = counts[1] if len(counts) > 1 else 1
            self._second[verb.number] = 1 if len(counts) > 1 else 0
        for chosen in product(*(range(each) for each in counts)):
            self._made.append(verb(*chosen))
            self._shift.append(shift)

    def split(self, legal: Sequence[Action]) -> Options:
        """Split what a seat may do into heads and hexes."""
        actions = np.fromiter(legal, np.int64, len(legal))
        verb = actions >> 2 * _BITS
        first = actions >> _BITS & _MOST
        heads = self._base[verb] + first * self._first[verb]
        heads += (actions & _MOST) * self._second[verb]
        return Options(heads, actions)

    def has_hex(self, head: int) -> bool:
        """Whether a hex follows this head."""
        return self._shift[head] is not None

    def hexes_after(self, options: Options, head: int) -> NDArray[np.int64]:
        """The hexes that are allowed after a head."""
        shift = self._shift[head]
        if shift is None:
            raise ValueError(f"no hex follows {self.say(head)}")
        chosen: NDArray[np.int64] = options.actions[options.heads == head]
        return chosen >> shift & np.int64(_MOST)

    def action(self, head: int, h: int = 0) -> Action:
        """The game action of a head, with its hex where one follows."""
        shift = self._shift[head]
        return self._made[head] if shift is None else self._made[head] | h << shift

    def numbers(self, action: Action) -> tuple[int, ...]:
        """The numbers that make a game action: its head, and its hex where one follows."""
        head = int(self.split([action]).heads[0])
        shift = self._shift[head]
        return (head,) if shift is None else (head, self.heads + (action >> shift & _MOST))

    def mask(self, options: Options, head: int | None) -> Mask:
        """The mask of the next step, before a head is chosen or after it."""
        mask = np.zeros(self.size, np.int8)
        if head is None:
            mask[options.heads] = 1
        else:
            mask[self.heads + self.hexes_after(options, head)] = 1
        return mask

    def say(self, number: int) -> str:
        """A number in words: `select US01`, `land US01 ...`, `hex 12`."""
        if number >= self.heads:
            return f"hex {number - self.heads}"
        line = self._grammar.say(self._made[number])
        return f"{line.rpartition(' ')[0]} ..." if self.has_hex(number) else line
