"""A whole operation of OP COM by commanders, without people, and when what happened in it.

Control accepts what the rules propose; every headquarters has a commander (`bocage.ai.commander`).
The scenario's `campaign.toml` lists the events to look for, beside the historical turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from bocage.ai.commander import CommanderPlayer
from bocage.engine.playout import play_out
from bocage.engine.state import State
from bocage.games.opcom.board.position import ATTACKED, DEFENDED, Position
from bocage.games.opcom.board.scenario import folder_of
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World
from bocage.games.opcom.debrief.chronicle import WATCHES, turns_of
from bocage.games.opcom.debrief.ground import point_of, stands
from bocage.games.opcom.debrief.rows import Terms
from bocage.games.opcom.debrief.score import debrief
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s06_movement.contact import Near, in_contact
from bocage.tables import DataError, Fault, read_toml

FILE: Final = "campaign.toml"
_REACH_KM: Final = 10.0
"""An objective so near is in reach of a battalion on foot."""
_AT_KM: Final = 2.0
_MOVED_KM: Final = 0.5
_CONTESTED_KM: Final = 1.5


@dataclass(frozen=True, slots=True)
class Event:
    """Something that is looked for."""

    id: str
    words: str
    kind: str
    history: int | None
    more: Terms


@dataclass(frozen=True, slots=True)
class Looked:
    """Everything that a scenario wants looked for."""

    events: tuple[Event, ...]
    bridges: tuple[str, ...]


@dataclass(slots=True)
class Campaign:
    """The result of one campaign."""

    seed: int
    turns: int
    events: dict[str, int] = field(default_factory=dict[str, int])
    """The turn at whose end each was first so."""
    attackers: set[str] = field(default_factory=set[str])
    """Headquarters whose troops have attacked, by seat."""
    armies: set[str] = field(default_factory=set[str])
    """Headquarters that had troops to attack with."""
    contested: set[str] = field(default_factory=set[str])
    """Bridges at which both sides stood or fought."""
    idle: list[str] = field(default_factory=list[str])
    """Units that never moved, fought or faced an enemy, with an objective of theirs in reach."""
    stranded: list[str] = field(default_factory=list[str])
    """Such units that were ordered to march and could not: no petrol, or no road for their guns."""
    attacks: int = 0
    points: dict[str, float] = field(default_factory=dict[str, float])


def looked_for(scenario: str) -> Looked:
    """Return the events that the scenario looks for; empty if it lists none.

    Raises:
        DataError: its file cannot be read.
    """
    path, faults = folder_of(scenario) / FILE, list[Fault]()
    data: Mapping[str, Any] = (read_toml(path, faults) or {}) if path.is_file() else {}
    known = {*WATCHES, *_KINDS}
    for row in data.get("event", ()):
        if row.get("kind") not in known:
            faults.append(Fault(FILE, 0, "event.kind", str(row.get("kind")), "is not a known kind"))
    if faults:
        raise DataError(f"opcom, {scenario}", faults)
    plain = ("id", "words", "kind", "history")
    return Looked(
        tuple(
            Event(
                row["id"],
                row["words"],
                row["kind"],
                row.get("history"),
                Terms({key: value for key, value in row.items() if key not in plain}),
            )
            for row in data.get("event", ())
        ),
        tuple(each for row in data.get("bridges", ()) for each in row["crossing"]),
    )


def play(
    scenario: str, seed: int, *, turns: int = 0, told: Callable[[int], None] | None = None
) -> Campaign:
    """Return one campaign from beginning to end, or of so many turns.

    Args:
        scenario: which operation.
        seed: of the dice only: commanders throw none.
        turns: after how many it stops; 0 for all.
        told: called after every turn.
    """
    looked = looked_for(scenario)
    game = OpCom(scenario=scenario)
    last = min(turns or game.world.last_turn, game.world.last_turn)
    found = Campaign(seed, last)
    watch = Watcher(game.world, looked, found)

    def each(st: State) -> None:
        assert isinstance(st, Position)
        if not st.stack or not isinstance(st.stack[-1], Release):
            return
        watch.sees(st)
        if told is not None:
            told(st.turn)
        if st.turn >= last:
            watch.end(st)
            raise _Over

    players = [CommanderPlayer()] * len(game.seats)
    with suppress(_Over):
        play_out(game, players, seed, scenario=scenario, each=each)
    return found


class _Over(Exception):  # noqa: N818 - nothing is wrong
    """The last turn has been looked at."""


class Watcher:
    """Looks at the master map at the end of every turn."""

    def __init__(self, world: World, looked: Looked, found: Campaign) -> None:
        self._looked, self._found = looked, found
        self._first: dict[int, Point] = {}
        self._busy: set[int] = set()
        self._stranded: set[int] = set()
        self._goals = {team: _goals(world, team) for team in range(len(world.teams))}

    def sees(self, st: Position) -> None:
        """Look at a turn that is worked out and about to be released."""
        found, near = self._found, Near.of(st)
        for event in self._looked.events:
            if event.id not in found.events and happened(st, event):
                found.events[event.id] = st.turn
        for unit in st.here():
            number = unit.number
            seat = st.world.teams[unit.team].seat
            if unit.fights and unit.status.role == "full" and not unit.is_gun:
                found.armies.add(seat)
            if st.has(number, ATTACKED):
                found.attackers.add(seat)
                found.attacks += 1
            moved = km_between(self._first.setdefault(number, st.at(number)), st.at(number))
            fought = st.has(number, ATTACKED) or st.has(number, DEFENDED) or st.fired[number]
            if fought or moved > _MOVED_KM or in_contact(st, number, near):
                self._busy.add(number)
        self._stranded |= {n.unit for n in st.notes if n.code in ("no fuel", "no way", "detour")}
        for each in self._looked.bridges:
            if each not in found.contested and _contested(st, each):
                found.contested.add(each)

    def end(self, st: Position) -> None:
        """Who has been idle all the time, and the score."""
        for unit in st.here():
            still = unit.number not in self._busy and unit.fights and st.level(unit.number) > 0
            if not still or unit.unit.mobility == "static" or unit.number not in self._first:
                continue
            goals = self._goals[unit.team]
            at = st.at(unit.number)
            guards = any(km_between(at, goal) <= _AT_KM for goal in goals)
            if not guards and any(km_between(at, goal) <= _REACH_KM for goal in goals):
                stranded = unit.number in self._stranded
                (self._found.stranded if stranded else self._found.idle).append(unit.id)
        if st.world.data.debrief.sections:
            self._found.points = dict(debrief(st).totals)


def _goals(world: World, team: int) -> list[Point]:
    finder = Finder(world, team, {})
    found = [finder.place(name).spots for name in world.teams[team].objectives]
    return [spots[0].point for spots in found if spots]


def happened(st: Position, event: Event) -> bool:
    """Return whether something that is looked for is so now."""
    if event.kind in _KINDS:
        return _KINDS[event.kind](st, event.more)
    return bool(WATCHES[event.kind](st, event.more))


def _reached(st: Position, more: Terms) -> bool:
    """Return whether combat troops of some teams are at a place."""
    points = [point_of(st, each) for each in more.texts("place")]
    seats = more.texts("teams")
    return any(
        unit.fights
        and st.world.teams[unit.team].seat in seats
        and st.level(unit.number) > 0
        and km_between(st.at(unit.number), at) <= more.number("km", 1)
        for unit in st.here()
        for at in points
    )


def _blown(st: Position, more: Terms) -> bool:
    return any(not stands(st, each) for each in more.texts("crossing"))


def _noted(st: Position, more: Terms) -> bool:
    """Return a fact that the debrief watches for."""
    return bool(turns_of(st, more.text("watch")))


_KINDS: Final[Mapping[str, Callable[[Position, Terms], bool]]] = {
    "reached": _reached,
    "blown": _blown,
    "noted": _noted,
}


def _contested(st: Position, crossing: str) -> bool:
    """Return whether both sides are at a bridge at the end of a turn, or fight beside it."""
    at = point_of(st, crossing)
    near = [
        u
        for u in st.here()
        if u.fights and st.level(u.number) > 0 and km_between(st.at(u.number), at) <= _CONTESTED_KM
    ]
    return len({u.side for u in near}) > 1 or any(st.has(u.number, DEFENDED) for u in near)
