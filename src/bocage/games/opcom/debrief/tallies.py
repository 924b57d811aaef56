"""What is counted turn by turn for the honours and the panel (readings 11.7 and 11.8).

Counts stand in the chronicle beside the facts that are watched for, under names that begin with
what is counted. Nothing is counted that the scenario has no honours or panel for, and no team
sees any of it before the debrief.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from bocage.games.opcom.board.position import QUEUED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.debrief.ground import (
    SIDES,
    near,
    of_formations,
    point_of,
    stands,
    steps_left,
)
from bocage.games.opcom.pieces.orders import Dispatch

if TYPE_CHECKING:
    from bocage.games.opcom.board.world import Troops

SHEET: Final = "sheet"
"""1 in a turn for which the team sent a sheet."""
DRY: Final = "dry"
"""Fighting units of the team that have nothing to draw."""
METRES: Final = "metres"
"""What its fighting units have marched in the turn, all together."""
UP: Final = "up"
"""1 in a turn in which the team wrote to the headquarters above it."""
WAITING: Final = "waiting"
"""Unit points of the team that wait on the roads at the end of the turn."""
PRISONERS: Final = "prisoners"
PRIZE: Final = "prize"
"""1 + the team whose troops have come to hold a prize."""
FRONT: Final = "front"
"""Who is at a place in the evening: 1 for the Allies, 2 for the Axis, 3 for both."""
OVER: Final = "over"
"""Unit points that went over a crossing or a beach."""
STEPS: Final = "steps"
ENDED: Final = "ended"
"""1 for every turn that was worked out to its end."""

Count = tuple[int, str, int]


def named(kind: str, what: str) -> str:
    """Return the name of a count in the chronicle."""
    return f"{kind} {what}"


def counts(st: Position, kind: str, what: str) -> dict[int, int]:
    """Return the counts under a name by turn, without turns that have none."""
    name = named(kind, what)
    found: dict[int, int] = {}
    for turn, fact, value in st.chronicle:
        if fact == name:
            found[turn] = found.get(turn, 0) + value
    return found


def add_counts(st: Position, found: Iterable[Count]) -> None:
    """Write counts down, except those of zero."""
    st.chronicle = (*st.chronicle, *(each for each in found if each[2]))


def count_sheets(st: Position, sent: Collection[int]) -> None:
    """Count the teams that have sent a sheet, before it is carried out."""
    if st.world.data.debrief.honours.citations:
        seats = (st.world.teams[team].seat for team in sorted(sent))
        add_counts(st, [(st.turn, named(SHEET, seat), 1) for seat in seats])


def count_prisoners(st: Position, captors: Iterable[int], count: int) -> None:
    """Count the prisoners that teams have taken, together or alone."""
    if st.world.data.debrief.honours.citations:
        seats = (st.world.teams[team].seat for team in sorted(captors))
        add_counts(st, [(st.turn, named(PRISONERS, seat), count) for seat in seats])


def count_landed(st: Position, beach: str, points: int) -> None:
    """Count the unit points that have come ashore over a beach."""
    if any(each.id == beach for each in st.world.data.debrief.panel.gauges):
        add_counts(st, [(st.turn, named(OVER, beach), points)])


def tally(st: Position) -> None:
    """Count everything that can be read from the master map at the end of a turn."""
    data = st.world.data.debrief
    if not data.honours.citations and not data.panel:
        return
    teams = _of_teams(st) if data.honours.citations else []
    add_counts(st, [(st.turn, ENDED, 1), *teams, *_prizes(st), *_panel(st)])


def turns_ended(st: Position) -> list[int]:
    """Return the turns that were completed."""
    return [turn for turn, fact, _ in st.chronicle if fact == ENDED]


def _of_teams(st: Position) -> list[Count]:
    """Return the counts of supplies, marches, reports and queues by team."""
    found: list[Count] = []
    own: dict[int, list[Troops]] = {}
    for unit in st.here():
        own.setdefault(unit.team, []).append(unit)
    wrote = {(each.team, each.to) for each in st.chores if isinstance(each, Dispatch)}
    seats = {team.seat: i for i, team in enumerate(st.world.teams)}
    for number, team in enumerate(st.world.teams):
        units = own.get(number, [])
        dry = sum(1 for u in units if st.unsupplied[u.number])
        metres = sum(st.metres[u.number] for u in units if u.fights)
        waiting = sum(u.unit.size_points for u in units if st.has(u.number, QUEUED))
        up = int(bool(team.under) and (number, seats.get(team.under, -1)) in wrote)
        for kind, value in ((DRY, dry), (METRES, metres), (WAITING, waiting), (UP, up)):
            found.append((st.turn, named(kind, team.seat), value))
    return found


def _changes(st: Position) -> list[tuple[str, int]]:
    """Return the prizes that changed hands, in order, each with 1 + the team that took it."""
    found: list[tuple[str, int]] = []
    for _, fact, value in st.chronicle:
        kind, _, what = fact.partition(" ")
        if kind == PRIZE:
            found.append((what, value))
    return found


def holders(st: Position) -> dict[str, int]:
    """Return the side that held each prize last."""
    found = {prize.id: SIDES[prize.side] for prize in st.world.data.debrief.honours.prizes}
    for what, value in _changes(st):
        found[what] = st.world.side_of_team(value - 1)
    return found


def taken_by(st: Position, team: int) -> list[str]:
    """Return the prizes that a team's troops have taken intact from the enemy, each once."""
    return list(dict.fromkeys(what for what, value in _changes(st) if value == team + 1))


def _prizes(st: Position) -> list[Count]:
    """Return the standing prizes that changed hands, each credited to the nearest troops."""
    found: list[Count] = []
    for name, holder in holders(st).items():
        at = point_of(st, name)
        taker = 1 - holder
        ours = near(st, taker, at)
        if not ours or near(st, holder, at) or _is_down(st, name):
            continue
        first = min(ours, key=lambda u: (km_between(st.at(u.number), at), u.number))
        found.append((st.turn, named(PRIZE, name), first.team + 1))
    return found


def _is_down(st: Position, name: str) -> bool:
    return name in st.world.ways.crossing_numbers and not stands(st, name)


def _panel(st: Position) -> list[Count]:
    """Return the front in the evening, traffic over crossings, steps of divisions."""
    data = st.world.data.debrief.panel
    found: list[Count] = []
    if st.world.turn(st.turn).half == "pm":
        for each in data.fronts:
            at = point_of(st, each.id)
            there = sum(1 << side for side in (0, 1) if near(st, side, at))
            found.append((st.turn, named(FRONT, each.id), there))
    numbers = st.world.ways.crossing_numbers
    for gauge in data.gauges:
        if gauge.id in numbers:
            points = st.crossed[numbers[gauge.id]]
            found.append((st.turn, named(OVER, gauge.id), points))
    for strong in data.strengths:
        left, _ = steps_left(st, of_formations(st, SIDES[strong.side], [strong.division]))
        found.append((st.turn, named(STEPS, strong.division), left))
    return found
