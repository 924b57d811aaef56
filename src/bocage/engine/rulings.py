"""Rulings: allowed, or refused with the rule that forbids it.

A refusal names the rule and states the fact in terms of units and places; its words are made only
when somebody reads them. `check` returns rulings and never raises.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bocage.engine.switches import BOARD, is_off
from bocage.engine.words import Nouns, Words


class Rule(str):
    """The number of a rule or reading, as data: `11.13.3`, `reading 46`.

    We add a letter to the number of a case for each of its sentences: `3.2.1.d`.
    """

    __slots__ = ()

    @property
    def case(self) -> Rule:
        """The case of the rulebook that a sentence belongs to: `3.2.1` for `3.2.1.d`."""
        if self.startswith("reading"):
            return self
        parts = self.split(".")
        while len(parts) > 1 and not parts[-1].isdigit():
            parts.pop()
        return Rule(".".join(parts))

    @property
    def cites(self) -> tuple[Rule, ...]:
        """The rule, followed by the readings that interpret it."""
        return (self,)

    def read(self, *readings: Rule) -> Rule:
        """Return the same rule as interpreted by some of our readings; it cites them as well.

        It is equal to the rule alone. What cites it depends on both: if one of the readings is
        switched off, it neither refuses nor counts.

        >>> Rule("3.2.4").read(Rule("reading 66")).cited("Outpost")
        'Outpost 3.2.4, reading 66'
        """
        return _ReadRule(self).by(*self.cites[1:], *readings) if readings else self

    def cited(self, book: str) -> str:
        """Return the citation: `Outpost 11.13.3`; a reading is ours and is cited without the
        book.
        """
        return str(self) if self.startswith("reading") else f"{book} {self}"


class _ReadRule(Rule):
    """A rule with the readings that interpret it."""

    __slots__ = ("_readings",)

    def by(self, *readings: Rule) -> Rule:
        """Register the readings, once."""
        self._readings = readings
        return self

    @property
    def cites(self) -> tuple[Rule, ...]:
        return (Rule(self), *self._readings)

    def cited(self, book: str) -> str:
        return ", ".join(each.cited(book) for each in self.cites)


class TableRule(Rule):
    """A rule of the table itself, the same for every game: whose decision, undo, referee."""

    __slots__ = ()

    def cited(self, book: str) -> str:  # noqa: ARG002 - no rulebook says it
        """Return the citation: `table: undo`."""
        return f"table: {self}"


class Refusal(NamedTuple):
    """One reason for a refusal."""

    rule: Rule
    words: Words

    def say(self, nouns: Nouns, book: str) -> str:
        """Return the sentence: the fact, then the book and the rule."""
        return f"{self.words.say(nouns)} ({self.rule.cited(book)})"


class Caution(NamedTuple):
    """A cost that the player can still avoid: the fact and its rule."""

    rule: Rule
    words: Words

    def say(self, nouns: Nouns, book: str) -> str:
        """Return the sentence: the fact, then the book and the rule."""
        return f"{self.words.say(nouns)} ({self.rule.cited(book)})"


class Ruling(NamedTuple):
    """The answer to "may I?": true if nothing refuses it."""

    refusals: tuple[Refusal, ...] = ()

    def __bool__(self) -> bool:
        return not self.refusals

    def __repr__(self) -> str:
        """Return the rules and the facts for debugging; `say` has the words for people."""
        told = "; ".join(f"{each.rule}: {each.words!r}" for each in self.refusals)
        return f"<refused by {told}>" if told else "<allowed>"

    def say(self, nouns: Nouns, book: str) -> str:
        """Return the refusals as sentences, or `allowed`."""
        return "; ".join(each.say(nouns, book) for each in self.refusals) or "allowed"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules cited against it, and the readings that interpret them."""
        return tuple(rule for each in self.refusals for rule in each.rule.cites)


OK: Final = Ruling()
"""Allowed."""


def refuse(rule: Rule, template: str, /, **fields: object) -> Ruling:
    """Return a ruling with one refusal, or an allowing one if that rule or a reading of it is
    switched off.

    >>> bool(refuse(Rule("10.0"), "{who} is not on the map", who="9th Infantry"))
    False
    """
    if BOARD.off and is_off(*rule.cites):
        return OK
    return Ruling((Refusal(rule, Words(template, fields)),))
