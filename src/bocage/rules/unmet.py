"""Why random games never met a sentence of a rulebook.

`bocage.engine.fuzzing` plays and counts. A sentence that never decided has a reason: the index's
own (`case_none`, `same_as`, `unmet`), that it appears only in answers on which no decision rested,
that it needs an option, or chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.switches import is_under
from bocage.rules.citations import Place, citations

if TYPE_CHECKING:
    from pathlib import Path

    from bocage.engine.rulings import Rule
    from bocage.rules.index import Entry, Index
    from bocage.rules.readings import Reading

BY_CHANCE: Final = "not met in these games"
"""The reason if there is no other."""


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of a game, as far as this module needs them."""

    index: Index
    readings: Mapping[Rule, Reading]
    folder: Path
    """The folder of the game's code."""
    explaining: Sequence[str] = ()
    """Files of its code that explain what others decide."""
    explain: Callable[[], Callable[[Any, int], Iterable[str]]] | None = None
    """Loads the function that names the rules a decision rests on."""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Cases that hold only with an option of the table: its id, by the rule that it cites."""


class Met(NamedTuple):
    """How often a sentence, or a reading, decided something."""

    rule: Rule
    title: str
    times: int
    why: str
    """The reason why it never did; empty if it did."""


def met(book: Book, counts: Mapping[str, int]) -> list[Met]:
    """Return every sentence of the index and every reading, in order, with how often it decided."""
    cited = citations(book.folder)
    found: list[Met] = []
    known: list[Entry | Reading] = [*book.index.sentences(), *book.readings.values()]
    for each in known:
        times = times_met(each.rule, counts)
        why = "" if times else _why_not(book, each, cited)
        found.append(Met(each.rule, each.title, times, why))
    return found


def times_met(rule: str, counts: Mapping[str, int]) -> int:
    """Return how often a rule or a part of it decided something."""
    return sum(times for each, times in counts.items() if is_under(each, rule))


def _why_not(book: Book, each: Entry | Reading, cited: Mapping[Rule, Iterable[Place]]) -> str:
    if each.case_none:
        return each.case_none
    if same := getattr(each, "same_as", ()):
        return f"said by {', '.join(same)}"
    places = [place for rule, some in cited.items() if is_under(rule, each.rule) for place in some]
    if places and all(place.file in book.explaining for place in places):
        return "told where somebody asks; no decision of these games rested on it"
    if each.unmet:
        return each.unmet
    option = next((name for rule, name in book.options.items() if is_under(each.rule, rule)), "")
    return f"only with the option {option}, and not met" if option else BY_CHANCE
