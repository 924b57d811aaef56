"""The notes of a game taken during play: its events, its measures and its units by turn.

Nothing here changes how a game goes: the same game is played with notes and without.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from bocage.engine.frames import CHANCE
from bocage.lab.stories import luck_of

if TYPE_CHECKING:
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.engine.story import Battle

_UNITS: Final = ("unit", "units", "force")
"""Fields of events that hold units."""


class EventRow(NamedTuple):
    """Something that happened."""

    game: int
    number: int
    """Its place in the game, from 0."""
    turn: int
    phase: str
    seat: str
    """Who acted; empty for chance."""
    kind: str
    rule: str
    unit: str
    """The first unit it is about."""
    units: list[str]
    hex: str
    """The hex of the event; for a movement, its first hex."""
    target: str
    """The destination."""
    path: list[str]
    """Every hex of a movement, including the first."""
    side: str
    """The attacker of a battle; who gains a hex."""
    odds: str
    roll: int | None
    drm: str
    result: str
    luck: float | None
    """The attacker's luck in a battle, from -1/2 to 1/2; see `bocage.lab.stories`."""
    more: str
    """The other fields of the event, as JSON."""


class TurnRow(NamedTuple):
    """A measure at the end of a turn."""

    game: int
    turn: int
    measure: str
    side: str
    value: float


class UnitRow(NamedTuple):
    """A unit at the end of a turn."""

    game: int
    turn: int
    unit: str
    side: str
    hex: str
    """Empty off the map."""
    place: int
    """The number of its hex, or of a place off the map."""
    lost: bool
    steps: int


class Notes:
    """A notebook for one game: give `heard` to `play_out`, then ask for the rows."""

    def __init__(self, game: Game[Any], number: int) -> None:
        self._game = game
        self._number = number
        names = {each.kind: each.written for verb in game.grammar.verbs for each in verb.arguments}
        self._hexes: Sequence[str] = names.get("hex", ())
        self._units: Sequence[str] = names.get("unit", ())
        self._telling = game.story()
        self._turn = 0
        self._battle: Battle | None = None
        self._sides: tuple[str, ...] = ()
        self.events: list[EventRow] = []
        self.turns: list[TurnRow] = []
        self.units: list[UnitRow] = []

    def heard(self, st: Any, seat: int, happened: Sequence[Event]) -> None:
        """Note what happened with one action; at the end of a turn, how things stand."""
        turn = int(getattr(st, "turn", 0))
        if turn != self._turn:
            self.close(st)
            self._turn = turn
        if happened:
            self._note(st, turn, seat, happened)
        told = self._telling
        self._battle = None if told is None else told.battle(st)
        if not st.stack:
            self.close(st)

    def _note(self, st: Any, turn: int, seat: int, happened: Sequence[Event]) -> None:
        who = "" if seat == CHANCE else self._game.seats[seat]
        phase = self._phase(st)
        for each in happened:
            self.events.append(self._event(each, turn, phase, who))

    def close(self, st: Any) -> None:
        """Note how things stand at the end of the turn, or of the game."""
        if self._turn == 0:
            return
        told, seats = self._telling, self._game.seats
        if told is not None:
            self.turns += [
                TurnRow(
                    self._number,
                    self._turn,
                    measure.name,
                    seats[measure.side] if measure.side >= 0 else "",
                    float(measure.value(st)),
                )
                for chart in told.charts
                for measure in chart.measures
            ]
        gone = frozenset[int]() if told is None else told.gone
        loc, steps = getattr(st, "loc", ()), getattr(st, "steps", ())
        sides = self._sides or self._sides_of(st)
        for name, side, at, left in zip(self._units, sides, loc, steps, strict=False):
            at = int(at)
            where = self._hexes[at] if 0 <= at < len(self._hexes) else ""
            self.units.append(
                UnitRow(self._number, self._turn, name, side, where, at, at in gone, int(left))
            )

    def _sides_of(self, st: Any) -> tuple[str, ...]:
        """Return the seat of each unit; empty if the game does not say."""
        found = [""] * len(self._units)
        for seat, own in zip(self._game.seats, _ranges(st), strict=False):
            for u in own:
                found[u] = seat
        self._sides = tuple(found)
        return self._sides

    def _phase(self, st: Any) -> str:
        if not st.stack:
            return ""
        ribbon = self._game.ribbon(st)
        return ribbon.stages[ribbon.at].say(self._game.nouns) if ribbon.at >= 0 else ""

    def _event(self, event: Event, turn: int, phase: str, who: str) -> EventRow:
        about = {each.name: getattr(event, each.name) for each in fields(cast("Any", event))}
        del about["rule"]
        units: list[str] = []
        for name in _UNITS:
            units += [_name(self._units, u) for u in _listed(about.pop(name, ()))]
        where, to = self._hex(about.pop("hex", None)), self._hex(about.pop("to", None))
        path = [_name(self._hexes, h) for h in _listed(about.pop("path", ()))]
        if path:
            where, to = where or path[0], to or path[-1]
        side, luck = self._seat(about.pop("side", None)), None
        die, odds, drm, result = (
            about.pop(name, None) for name in ("die", "odds", "drm", "result")
        )
        battle = self._battle
        if battle is not None and isinstance(die, int) and odds is not None:
            side, luck = self._seat(battle.by), luck_of(battle, die - 1)[0]
        return EventRow(
            self._number,
            len(self.events),
            turn,
            phase,
            who,
            type(event).__name__,
            str(event.rule),
            units[0] if units else "",
            units,
            where,
            to,
            path,
            side,
            "" if odds is None else str(odds),
            die if isinstance(die, int) else None,
            "" if drm is None else str(drm),
            "" if result is None else str(result),
            luck,
            json.dumps(about, default=str) if about else "",
        )

    def _seat(self, found: object) -> str:
        seats = self._game.seats
        return seats[found] if isinstance(found, int) and 0 <= found < len(seats) else ""

    def _hex(self, found: object) -> str:
        return _name(self._hexes, found) if isinstance(found, int) and found >= 0 else ""


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else str(number)


def _ranges(st: Any) -> Sequence[Sequence[int]]:
    return getattr(getattr(st, "world", None), "ranges", ())


def _listed(found: object) -> Sequence[int]:
    if isinstance(found, int):
        return (found,) if found >= 0 else ()
    return cast("Sequence[int]", found)
