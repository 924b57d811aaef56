"""The story of a game in words: what happened, under the headings of the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.diagram import first_state
from bocage.engine.log import Entry, live
from bocage.engine.words import capital

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.events import Event
    from bocage.engine.table import Table

_SLACK: Final = 3
"""The number of sentences beyond the available room that are still shown."""


class Told(NamedTuple):
    """One entry of the log and its results."""

    number: int
    """Of the entry, from 1; 0 for the set-up."""
    heading: str
    """Where in the sequence of play it fell."""
    sentences: tuple[str, ...]


def sentence(event: Event, face: Face) -> str:
    """Return an event in words, with the number of its rule."""
    said = face.overheard(event).words().say(face.nouns)
    return f"{capital(said)} ({', '.join(event.rule.cites)})"


def sentences(events: Sequence[tuple[int, Event]], face: Face) -> list[str]:
    """Return events in words, each with its rule; equal small events in a row are one sentence."""
    return [said for said, _ in _weighed(events, face)]


def digest(events: Sequence[tuple[int, Event]], face: Face, most: int) -> list[str]:
    """Return a summary that fits the room: important events, and marches if there is room left. If
    something was omitted a line says how much.
    """
    told = _weighed(events, face)
    if len(told) <= most + _SLACK:
        return [said for said, _ in told]
    room = max(0, most - sum(not minor for _, minor in told))
    found: list[str] = []
    for minor, row in groupby(told, key=lambda each: each[1]):
        several = [said for said, _ in row]
        # A single move takes no more room than the line that would stand in its place.
        shown = several if not minor or len(several) <= room + 1 else several[:room]
        room -= min(room, len(shown)) if minor else 0
        found += shown
        if left := len(several) - len(shown):
            found.append(f"... and {left} more moves; 'log' shows all")
    return found


def _weighed(events: Sequence[tuple[int, Event]], face: Face) -> list[tuple[str, bool]]:
    """Sentences, each with whether it may be left out."""
    found: list[tuple[str, bool]] = []
    rows = groupby((event for _, event in events), key=lambda event: event.series or id(event))
    for _, row in rows:
        several = list(row)
        said = sentence(several[0], face) if len(several) == 1 else _series(several, face)
        found.append((said, several[0].minor))
    return found


def _series(events: Sequence[Event], face: Face) -> str:
    known = [face.overheard(event) for event in events]
    head = known[0].in_series(first=True).say(face.nouns)
    said = ", ".join(event.in_series().say(face.nouns) for event in known)
    return f"{head}: {said} ({', '.join(events[0].rule.cites)})"


def told(table: Table[Any], face: Face) -> Iterator[Told]:
    """Yield the whole story, entry by entry; what was taken back is left out.

    The events of a table carry the entry that caused them; the headings are found by replaying the
    positions. Consecutive entries with the same small event share one sentence.
    """
    by_entry: dict[int, list[tuple[int, Event]]] = {}
    for number, event in table.events:
        by_entry.setdefault(number, []).append((number, event))
    if -1 in by_entry:
        yield Told(0, "", tuple(sentences(by_entry[-1], face)))
    numbers = [i for i, entry in enumerate(table.entries) if not entry.struck]
    found = (
        (number, heading, by_entry.get(number, []))
        for number, heading in zip(numbers, _headings(table, face), strict=True)
    )
    for _, row in groupby(found, key=_alike):
        entries = list(row)
        number, heading, _ = entries[0]
        events = [event for _, _, each in entries for event in each]
        yield Told(number + 1, heading, tuple(sentences(events, face)))


def _alike(entry: tuple[int, str, list[tuple[int, Event]]]) -> object:
    """Return the common key of entries that share a sentence; a single one equals no other."""
    number, heading, events = entry
    if len(events) == 1 and (series := events[0][1].series):
        return heading, series
    return number


def _headings(table: Table[Any], face: Face) -> Iterator[str]:
    """Yield the heading at which each entry that counts was made."""
    game, header = table.game, table.header
    st = first_state(game, header)
    play.settle(st)
    for entry in live(table.entries):
        yield game.heading(st).say(face.nouns)
        _apply(table, st, entry)


def _apply(table: Table[Any], st: Any, entry: Entry) -> None:
    if entry.kind in ("do", "chance"):
        play.apply(st, entry.seat, entry.action)
    elif entry.kind == "concede":
        table.game.concede(st, entry.seat)
    elif entry.kind == "adjust":
        table.game.adjust(st, entry.text.removeprefix("adjust ").partition(" | ")[0])
    if entry.kind in ("concede", "adjust"):
        play.settle(st)
