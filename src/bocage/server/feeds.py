"""Feeds: what one kind of viewer receives of a game, and the only way anything reaches it.

A feed holds the last state that its viewers received, as compressed text, and turns what happened
since into one update. Text costs the garbage collector nothing. If nothing changed for the viewers
there is no update, so neither its arrival nor its count reveals what others did in secret. A state
is identified by its stamp, which depends only on what the viewer may know, so it is the same after
a restart and on another worker.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from typing import Final, cast

from bocage.engine.save_text import lines_shown
from bocage.engine.shown import View
from bocage.engine.table import AnyTable
from bocage.engine.viewers import Viewer
from bocage.server import messages, wire

KEPT: Final = 64
"""Updates that a client may miss and still be brought up to date without a whole state."""
KEPT_BYTES: Final = 12 * 1024
"""The most memory that updates may take; a client that missed more gets the whole state instead."""

_QUICKLY: Final = 1
"""The compression level: a third of the size, in less time than it takes to write the text."""


Seen = list[tuple[View, messages.Shown]]
"""Views of one position, each with what is shown of it; viewers who see the same share it."""


def state_for(
    table: AnyTable,
    viewer: Viewer,
    extra: messages.TableInfo,
    lines: Sequence[int],
    shared: Seen | None = None,
) -> messages.TableState:
    """Return all that a viewer may know of a game now. `extra` is about the table, not the game.

    `lines` are those that the viewer may know of. What is shown depends on the
    view alone, so equal views among the `shared` ones share it.
    """
    game, nouns = table.game, table.game.nouns
    decision = table.decision
    outcome = game.outcome(table.state)
    told: messages.Decision | None = None
    if decision is not None:
        seen = decision.for_viewer(viewer)
        told = {
            "seats": wire.seats_named(game.seats, seen.seats),
            "kind": seen.kind,
            "rule": seen.rule.cited(game.book) if seen.kind else "",
            "prompts": {
                game.seats[seat]: wire.pieces(words, nouns) for seat, words in seen.prompts.items()
            },
            "waiting": wire.pieces(seen.waiting, nouns),
            "cautions": [
                {"text": wire.pieces(each.words, nouns), "rule": each.rule.cited(game.book)}
                for each in seen.cautions
            ],
            "battle": seen.battle,
        }
    view = game.view(table.state, viewer)
    pictured = next((made for each, made in shared or () if each == view), None)
    if pictured is None:
        pictured = wire.shown(game.shown(view), game)
        if shared is not None:
            shared.append((view, pictured))
    return {
        "heading": table.heading().say(nouns),
        "view": cast("messages.View", view),
        "shown": pictured,
        "ribbon": wire.ribbon(game.ribbon(table.state), game),
        "decision": told,
        "outcome": None
        if outcome is None
        else {
            "text": wire.pieces(outcome.words, nouns),
            "rule": outcome.rule.cited(game.book),
            "winner": None if outcome.winner is None else game.seats[outcome.winner],
        },
        "lines": len(lines),
        "undo": {game.seats[seat]: table.free(seat) for seat in sorted(viewer.seats)},
        "orders": {game.seats[seat]: table.orders.get(seat, "") for seat in sorted(viewer.seats)},
        "retired": wire.seats_named(game.seats, table.retired(viewer)),
        **extra,
        "clock": _clock_for(table, viewer, extra["clock"]),
        "request": _request_for(lines, extra["request"]),
    }


def _clock_for(
    table: AnyTable, viewer: Viewer, clock: messages.ClockState | None
) -> messages.ClockState | None:
    """Return a clock with what the viewer may know. In a game with an umpire, only the team and the
    umpire see what a team has left: it would show the others when that team has sent its sheets.
    """
    if clock is None or table.game.control is None or viewer.sees_all:
        return clock
    own = {table.game.seats[seat] for seat in viewer.seats}
    return {**clock, "left": {seat: ms for seat, ms in clock["left"].items() if seat in own}}


def _request_for(lines: Sequence[int], request: messages.Request | None) -> messages.Request | None:
    """Return a request with its line counted among those shown; without it, if it is not one of
    them.
    """
    if request is None or "line" not in request:
        return request
    number = request["line"] - 1
    found = place(lines, number)
    if found < len(lines) and lines[found] == number:
        return {**request, "line": found + 1}
    return {"kind": request["kind"], "seat": request["seat"], "agreed": request["agreed"]}


def place(lines: Sequence[int], number: int) -> int:
    """Return the place of a line among those shown; a place before the first line stays."""
    return number if number < 0 else bisect_left(lines, number)


class Feed:
    """The last state sent to viewers of one kind."""

    def __init__(self, viewer: Viewer, table: AnyTable, extra: messages.TableInfo) -> None:
        self.viewer: Final = viewer
        self._lines = lines_shown(table, viewer)
        state, self.stamp = wire.stamped(state_for(table, viewer, extra, self._lines))
        self._state = zlib.compress(state, _QUICKLY)
        self._past: deque[tuple[str, str]] = deque()
        """Updates, each with the stamp that it leads on from."""
        self._size = 0

    def advance(
        self,
        table: AnyTable,
        extra: messages.TableInfo,
        since: int,
        *,
        cut: bool,
        shared: Seen | None = None,
    ) -> str | None:
        """Return the update that brings the viewers up to date; None if nothing changed for them.

        `since` is how many lines are as they were; `cut`, whether lines after them are gone;
        `shared`, what other viewers of the same position were shown.
        """
        events = list[messages.Happened]()
        # Of a game that is over all lines are shown: what was kept is of no use if it goes on.
        kept, upto = (self._lines, since) if isinstance(self._lines, list) else ([], 0)
        self._lines = lines = lines_shown(table, self.viewer, kept, upto)
        for number, happened in table.events:
            seen = happened.for_viewer(self.viewer) if number >= since else None
            if seen is not None:
                line = place(lines, number)
                by = table.entries[number].seat if number >= 0 else -1
                events.append(wire.event(line, seen, table.game, by))
        old = zlib.decompress(self._state)
        state, stamp = wire.stamped(state_for(table, self.viewer, extra, lines, shared))
        if state == old and not events:
            return None
        before, self._state = self.stamp, zlib.compress(state, _QUICKLY)
        self.stamp = stamp
        update: messages.Update = {
            "type": "update",
            "from": before,
            "to": self.stamp,
            "changes": wire.changes(wire.unpacked(old), wire.unpacked(state)),
            "events": events,
        }
        if cut:
            update["cut"] = place(lines, since)
        text = wire.text(update)
        self._keep(before, text)
        return text

    def _keep(self, before: str, text: str) -> None:
        self._past.append((before, text))
        self._size += len(text)
        while len(self._past) > KEPT or self._size > KEPT_BYTES:
            self._size -= len(self._past.popleft()[1])

    def whole(self) -> str:
        """Return the state, whole: for a client that comes first or was away too long."""
        state = zlib.decompress(self._state).decode()
        return f'{{"type":"state","stamp":"{self.stamp}","state":{state}}}'

    def since(self, stamp: str) -> list[str]:
        """Return what a client with this state has missed: updates in order, or the whole state."""
        if stamp == self.stamp:
            return []
        past = list(self._past)
        for i, (before, _) in enumerate(past):
            if before == stamp:
                return [text for _, text in past[i:]]
        return [self.whole()]
