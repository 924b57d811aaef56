"""What the words of an order say: a closed grammar over the lists of `order_words.toml`.

A text is cut into clauses. A clause has at most one verb that counts, and says of each place that
it names what the place is to the order. `not` and `if` are read before anything else: whatever
follows is not an order until somebody has been asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from bocage.games.opcom.s05_orders.bearing import bearing_at
from bocage.games.opcom.s05_orders.vocabulary import STOPS, cut, vocabulary

Role = Literal["object", "to", "towards", "via", "from", "behind", "support", "with"]
MOST_WORDS: Final = 200
"""Words of an order that are read: a sheet is not a novel, and reading takes time."""
Match = Callable[[Sequence[str]], int]
"""How many of some words, from the first on, are the whole name of a place; 0 for none."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that a clause names."""

    name: str
    role: Role
    bridge: bool = False
    """`the bridge at Son`."""
    small: bool = False
    """In small letters, though it is also a word."""
    known: bool = True
    """Whether a place of that name is on the map."""


@dataclass(slots=True)
class Clause:
    """One thing that an order says."""

    verbs: list[str] = field(default_factory=list[str])
    """Actions of the sheet, or kinds of other lines; the first is what is ordered."""
    negated: bool = False
    condition: str = ""
    """The words on which it hangs; nothing for an order that stands by itself."""
    places: list[Mention] = field(default_factory=list[Mention])
    loose: list[str] = field(default_factory=list[str])
    """Names of places to which no word leads."""
    flags: list[str] = field(default_factory=list[str])
    words: list[str] = field(default_factory=list[str])
    then: bool = False
    """Whether it follows upon the clause before."""

    @property
    def is_warning(self) -> bool:
        """Return whether the troops only have to be ready for it."""
        said = [word.casefold() for word in self.condition.split()]
        return vocabulary().lists["ready"].at(said, 0) is not None

    @property
    def verb(self) -> str:
        """Return the first verb of the clause, or an empty text."""
        return self.verbs[0] if self.verbs else ""

    @property
    def said(self) -> str:
        """Return the clause as written, without the words that join it to another."""
        joins = vocabulary().lists["and"]
        first = next((i for i, word in enumerate(self.words) if word.casefold() not in joins), 0)
        return " ".join(self.words[first:])

    @property
    def is_empty(self) -> bool:
        """Return whether the clause orders nothing."""
        return not (self.verbs or self.places or self.flags or self.loose)


def clauses(text: str, match: Match) -> list[Clause]:
    """Return everything that the words of an order say, in their order."""
    reading = _Reading(_without_fillers(cut(text)[:MOST_WORDS]), match)
    reading.read()
    return [each for each in reading.found if not each.is_empty]


def _without_fillers(words: list[str]) -> list[str]:
    said = [word.casefold() for word in words]
    filler = vocabulary().lists["filler"]
    kept: list[str] = []
    i = 0
    while i < len(words):
        found = filler.at(said, i)
        if found is None:
            kept.append(words[i])
        i += 1 if found is None else found[1]
    return kept


_JOINED: Final = 3
"""Words that may join two clauses: `and then also`."""
_FOLLOWS: Final = ("follow", "following", "join", "joining", "link", "linking")


class _Reading:
    """Goes through the words once, from left to right."""

    def __init__(self, words: list[str], match: Match) -> None:
        self.words: Final = words
        self.said: Final = [word.casefold() for word in words]
        self.match: Final = match
        self.known: Final = vocabulary()
        self.found: list[Clause] = []
        self.clause: Clause = Clause()
        self.role: Role | None = None
        self.governed = ""
        """The condition on which the rest of the sentence hangs."""
        self.first = 0
        """The first clause of the sentence."""

    def read(self) -> None:
        """Split the words into clauses."""
        i = 0
        while i < len(self.words):
            i = self._word(i)
        self._end()

    def _word(self, i: int) -> int:
        """Read what begins at a word, and return where to go on."""
        word = self.said[i]
        if word in STOPS:
            self._end()
            self.governed, self.first = "", len(self.found)
            return i + 1
        if word in (",", "(", ")"):
            if self._begins(i + 1):
                self._end()
            return i + 1
        steps = (
            *(self._flag, self._condition, self._negation, self._joined),
            *(self._place, self._verb, self._preposition),
        )
        for read in steps:
            if taken := read(i):
                self.clause.words += self.words[i : i + taken] if read != self._condition else []
                return i + taken
        if taken := self._unknown(i):
            self.clause.words += self.words[i : i + taken]
            return i + taken
        if word not in self.known.lists["skip"]:
            self.role = None
        self.clause.words.append(self.words[i])
        return i + 1

    def _unknown(self, i: int) -> int:
        """Return a name in capitals where a place should stand, and the map has none."""
        end = i
        while end < len(self.words) and self.words[end][0].isupper() and not self._known_at(end):
            end += 1
        if end == i or self.role not in ("object", "to", "towards", "via"):
            return 0
        self._mention(Mention(" ".join(self.words[i:end]), self.role, known=False))
        return end - i

    def _known_at(self, i: int) -> bool:
        word = self.said[i]
        if len(word) == 1 or word in self.known.winds:
            return True  # N, W to E, H-hour
        return word in self.known.lists["skip"] or bool(self._list("bridge", i))

    def _end(self, *, then: bool = False) -> None:
        if not self.clause.is_empty:
            self.found.append(self.clause)
        self.clause = Clause(condition=self.governed, then=then)
        self.role = None

    def _list(self, name: str, i: int) -> int:
        found = self.known.lists[name].at(self.said, i)
        return 0 if found is None else found[1]

    def _begins(self, i: int) -> bool:
        """Return whether another clause begins at a word."""
        for _ in range(_JOINED):
            i += self._list("and", i)
        if i >= len(self.said):
            return False
        return bool(self._list("not", i) or self._list("if", i) or self._orders_at(i))

    def _orders_at(self, i: int, *, in_condition: bool = False) -> bool:
        """Return whether a verb or another order stands at a word."""
        verb = self._verb_at(i, in_condition=in_condition)
        return verb is not None or self.known.flags.at(self.said, i) is not None

    # Words by what they do ---------------------------------------------------------------

    def _flag(self, i: int) -> int:
        found = self.known.flags.at(self.said, i)
        if found is None:
            return 0
        self.clause.flags.append(found[0])
        if found[0] == "stand_fast" and (verb := self._verb_at(i)):
            self.clause.verbs.append(verb[0])
        return found[1]

    def _condition(self, i: int) -> int:
        """Read a condition such as `if pressed`.

        It governs either the rest of the sentence or the clause before it.
        """
        length = self._list("if", i)
        joins = self.known.lists["and"]
        begins = self.clause.is_empty and all(w.casefold() in joins for w in self.clause.words)
        if not length or (self.said[i] == "should" and not begins):
            return 0
        if self.said[i] == "after" and self._name_follows(i + 1):
            return 0
        end = i + length
        while end < len(self.said) and not self._ends_condition(end):
            end += 1
        condition = " ".join(self.words[i:end])
        comma = i and self.said[i - 1] == ","
        verb_next = end < len(self.said) and self._orders_at(end, in_condition=True)
        until = self._list("until", i)
        ends = end >= len(self.said) or self.said[end] in STOPS
        if not (begins or comma or verb_next or until):
            self.clause.condition = condition
        elif begins and ends and not until and len(self.found) > self.first:
            self.found[-1].condition = condition  # "Attack Best, but not before noon"
        self._end()
        self.governed = self.clause.condition = condition
        return end - i

    def _name_follows(self, i: int) -> bool:
        while i < len(self.said) and self.said[i] in self.known.lists["skip"]:
            i += 1
        return i < len(self.words) and self.match(self.words[i:]) > 0

    def _ends_condition(self, i: int) -> bool:
        if self.said[i] in STOPS or self.said[i] in (",", ";", "then"):
            return True
        if self._list("and", i):
            return self._begins(i)
        return self._orders_at(i, in_condition=True)

    def _negation(self, i: int) -> int:
        length = self._list("not", i)
        if self.said[i] == "no" and "".join(self.said[i + 1 : i + 2]).isdigit():
            return 0  # bridge No 7
        if length:
            self._end()
            self.clause.negated = True
            self.role = "object"
        return length

    def _joined(self, i: int) -> int:
        """Read `and`, which adds another place of the same kind or begins another clause."""
        length = self._list("and", i)
        if not length:
            return 0
        then = bool(self._list("then", i))
        other = self.said[i] == "but"
        if self._begins(i) or then or other:
            self._end(then=then)
            self.role = "object" if then or other else None
        return length

    def _place(self, i: int) -> int:
        role = self.role
        alone = role is None and not self.clause.words and not self.clause.negated
        bearing = bearing_at(self.said, i)
        start = i + (bearing.length if bearing else 0)
        while bearing and start < len(self.said) and self.said[start] in ("the", "town", "village"):
            start += 1
        length = self.match(self.words[start:])
        if not length:
            return self._bridge(i)
        name = " ".join(self.words[i : start + length])
        whole = " ".join(self.said[start : start + length])
        is_word = whole in self.known.lists["common"]
        small = is_word and self.words[start][0].islower()
        if role is None and not bearing:
            after = self.said[start + length] if start + length < len(self.said) else ""
            if is_word or after in self.known.lists["copula"]:
                return 0
            if not alone:
                self.clause.loose.append(name)
                return length
        self._mention(Mention(name, role or "object", small=small))
        return start + length - i

    def _bridge(self, i: int) -> int:
        """Read a bridge and its place, such as `the bridge at Son`."""
        if self.role is None or not self._list("bridge", i) or i + 2 >= len(self.said):
            return 0
        if self.said[i + 1] not in self.known.lists["bridge_at"]:
            return 0
        length = self.match(self.words[i + 2 :])
        if not length:
            return 0
        name = " ".join(self.words[i + 2 : i + 2 + length])
        self._mention(Mention(name, self.role, bridge=True))
        return 2 + length

    def _mention(self, mention: Mention) -> None:
        self.clause.places.append(mention)
        self.role = mention.role

    def _verb_at(self, i: int, *, in_condition: bool = False) -> tuple[str, int] | None:
        """Return a verb, where one can stand: after no article, and nobody else as its subject."""
        before = self.said[i - 1] if i else ""
        if before in self.known.lists["noun"] or before in self.known.lists["others"]:
            return None
        if in_condition and before in self.known.lists["subject"]:
            return None
        return self.known.verbs.at(self.said, i)

    def _verb(self, i: int) -> int:
        found = self._verb_at(i)
        if found is None:
            return 0
        if self.clause.negated and self.clause.places:
            self._end()  # "avoiding Eindhoven go to Best"
        self.clause.verbs.append(found[0])
        self.role = "behind" if self.said[i] in _FOLLOWS else "object"
        return found[1]

    def _preposition(self, i: int) -> int:
        found = self.known.roles.at(self.said, i)
        if found is None:
            return 0
        self.role = cast("Role", found[0])
        if self.said[i] == "to" and i and self.said[i - 1] in self.known.lists["road"]:
            self.role = "towards"
        return found[1]
