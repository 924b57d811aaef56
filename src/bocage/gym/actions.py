"""One discrete space for all actions of a game, under 10,000 numbers, with a mask.

A game action is a verb with up to two arguments. It takes one step of the environment, or two
where its last argument is a hex:

- The *head* is the verb and every argument that is not a hex: `select US01`, `land US01`, `go`.
- The *hex* follows as a step of its own, in a block of numbers that all heads share.

The numbers of the heads come first, verb by verb in the order of the grammar, then the hexes.
Which numbers are allowed depends on the position and on the head chosen before; the mask says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bocage.engine.actions import Action, Grammar, Verb

_BITS: Final = 16
_MOST: Final = (1 << _BITS) - 1

Mask = NDArray[np.int8]
"""1 for each number that is allowed, 0 for the others."""


class Few(NamedTuple):
    """The legal actions of a seat, split into heads and hexes: a short list."""

    actions: Sequence[Action]
    heads: list[int]
    """The number of the head of each action, in the same order."""
    mask: Mask
    """The mask of the heads."""


class Many(NamedTuple):
    """The same for a long list, as arrays."""

    actions: NDArray[np.int64]
    heads: NDArray[np.int64]
    mask: Mask


Options = Few | Many

_SHORT: Final = 40
"""The number of actions up to which a loop is faster than arrays."""
_MISSING: Final = 1 << _BITS


class ActionSpace:
    """Numbers for the actions that players of a game can take."""

    def __init__(self, grammar: Grammar, chance: Collection[str] = ()) -> None:
        """Lay out the space; `chance` names verbs that only dice and cups use."""
        verbs = [each for each in grammar.verbs if each.word not in chance and not each.text]
        wide = max(each.number for each in verbs) + 1
        self._head: Final[dict[int, int]] = {}
        """The head of an action, by its bits above the second argument. Verbs with two arguments
        that are not hexes are missing; `_pair` has the first head of each of their rows.
        """
        self._pair: Final[dict[int, int]] = {}
        self._heads: Final = np.zeros(wide << _BITS, np.int64)
        """The same for arrays; a number that no mask has stands for missing ones."""
        self._grammar: Final = grammar
        self._made: Final[list[Action]] = []
        """By head, the action; its hex is still 0."""
        self._shift: Final[list[int | None]] = []
        """By head, how far left the hex is shifted; None if the head is the whole action."""
        hexes = 1
        for verb in verbs:
            self._lay(verb)
            hexes = max([hexes, *(len(each) for each in verb.arguments if each.kind == "hex")])
        self.heads: Final = len(self._made)
        """The number of heads; the first hex has this number."""
        self.hexes: Final = hexes
        self.size: Final = self.heads + hexes
        """The number of actions in the space."""

    def _lay(self, verb: Verb) -> None:
        kinds = [each.kind for each in verb.arguments]
        if "hex" in kinds[:-1]:
            raise ValueError(f"the hex of {verb.word} is not its last argument")
        counts = [len(each) for each in verb.arguments]
        by_hex = kinds[-1:] == ["hex"]
        if by_hex:
            counts.pop()
        shift = (_BITS if not counts else 0) if by_hex else None
        base, row = len(self._made), verb.number << _BITS
        for chosen in product(*(range(each) for each in counts)):
            self._made.append(verb(*chosen))
            self._shift.append(shift)
        for argument in range(verb.firsts):
            if len(counts) > 1:
                self._pair[row + argument] = base + argument * counts[1]
                self._heads[row + argument] = _MISSING
            else:
                self._head[row + argument] = base + (argument if counts else 0)
                self._heads[row + argument] = self._head[row + argument]

    def head(self, action: Action) -> int:
        """Return the number of the head of a game action."""
        key = action >> _BITS
        found = self._head.get(key)
        return self._pair[key] + (action & _MOST) if found is None else found

    def split(self, legal: Sequence[Action]) -> Options:
        """Split the legal actions of a seat into heads and hexes."""
        if len(legal) <= _SHORT:
            known = self._head
            try:
                short = [known[each >> _BITS] for each in legal]
            except KeyError:
                short = [self.head(each) for each in legal]
            marks = bytearray(self.size)
            for number in short:
                marks[number] = 1
            return Few(legal, short, np.frombuffer(marks, np.int8))
        actions = np.fromiter(legal, np.int64, len(legal))
        heads = self._heads.take(actions >> _BITS)
        try:
            return Many(actions, heads, self._marked(heads, 0))
        except IndexError:
            heads = np.fromiter(map(self.head, legal), np.int64, len(legal))
            return Many(actions, heads, self._marked(heads, 0))

    def only_head(self, options: Options) -> int | None:
        """Return the head that all actions share, if they do and a hex follows it."""
        heads = options.heads
        first = int(heads[0])
        if self._shift[first] is None or heads[-1] != first:
            return None
        if isinstance(options, Few):
            return first if options.heads.count(first) == len(heads) else None
        return first if (options.heads == first).all() else None

    def has_hex(self, number: int) -> bool:
        """Return whether this is a head, and a hex follows it."""
        return number < self.heads and self._shift[number] is not None

    def hexes_after(self, options: Options, head: int) -> list[int] | NDArray[np.int64]:
        """Return the legal hexes after a head."""
        shift = self._shift[head]
        if shift is None:
            raise ValueError(f"no hex follows {self.say(head)}")
        if isinstance(options, Few):
            pairs = zip(options.actions, options.heads, strict=True)
            return [each >> shift & _MOST for each, its in pairs if its == head]
        chosen: NDArray[np.int64] = options.actions[options.heads == head]
        chosen >>= shift
        chosen &= _MOST
        return chosen

    def action(self, head: int, h: int = 0) -> Action:
        """Return the game action of a head, with its hex where one follows."""
        shift = self._shift[head]
        return self._made[head] if shift is None else self._made[head] | h << shift

    def numbers(self, action: Action) -> tuple[int, ...]:
        """Return the numbers that make a game action: its head, and its hex where one follows."""
        head = self.head(action)
        shift = self._shift[head]
        return (head,) if shift is None else (head, self.heads + (action >> shift & _MOST))

    def mask_of_hexes(self, hexes: list[int] | NDArray[np.int64]) -> Mask:
        """Return the mask of the step after a head, from the hexes that are allowed."""
        return self._marked(hexes, self.heads)

    def _marked(self, numbers: list[int] | NDArray[Any], base: int) -> Mask:
        if isinstance(numbers, list):
            marks = bytearray(self.size)
            for number in numbers:
                marks[base + number] = 1
            return np.frombuffer(marks, np.int8)
        mask = np.zeros(self.size, np.int8)
        mask[base:][numbers] = 1
        return mask

    def say(self, number: int) -> str:
        """Return a number in words: `select US01`, `land US01 ...`, `hex 12`."""
        if number >= self.heads:
            return f"hex {number - self.heads}"
        line = self._grammar.say(self._made[number])
        return f"{line.rpartition(' ')[0]} ..." if self.has_hex(number) else line
