"""The counterfactual panel (reading 11.8): the front each evening beside history, what the road
carried, and what was left of the divisions.

It uses the counts at the end of every turn (`tallies.py`), so it is the same for every reader.
"""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief.ground import SIDES, name_of, of_formations, steps_left
from bocage.games.opcom.debrief.panel_records import LETTERS
from bocage.games.opcom.debrief.tallies import FRONT, OVER, STEPS, counts, turns_ended
from bocage.games.opcom.s14_sea.state import landing_table


@dataclass(frozen=True, slots=True)
class Evenings:
    """Who was at a place each evening, in letters, and who was there in history."""

    name: str
    found: str
    history: str
    """Nothing where there is no history."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Unit points over a crossing or a beach, turn by turn."""

    name: str
    points: tuple[int, ...]
    planned: tuple[int, ...]
    """What a landing table wanted; nothing for roads."""


@dataclass(frozen=True, slots=True)
class Course:
    """Steps of a division at the end of every turn."""

    division: str
    side: str
    whole: int
    """What it began with."""
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Three charts, as numbers."""

    dates: tuple[str, ...]
    """Of the evenings."""
    turns: tuple[str, ...]
    """Of the half days: `17 pm`."""
    front: tuple[Evenings, ...]
    flows: tuple[Flow, ...]
    courses: tuple[Course, ...]
    yardstick: str


def panel(st: Position) -> Panel | None:
    """Return the panel of a game, or None if it has none or no turn is over."""
    data = st.world.data.debrief
    ended = turns_ended(st)
    if not data.panel or not ended:
        return None
    rows = [st.world.turn(turn) for turn in ended]
    evenings = [row for row in rows if row.half == "pm"]
    return Panel(
        tuple(row.date for row in evenings),
        tuple(f"{row.date[-2:]} {row.half}" for row in rows),
        tuple(
            _evenings(st, each.id, each.history, [r.turn for r in evenings])
            for each in data.panel.fronts
        ),
        tuple(_flow(st, each.id, ended) for each in data.panel.gauges),
        tuple(_course(st, each.division, each.side, ended) for each in data.panel.strengths),
        data.yardstick,
    )


def _evenings(st: Position, name: str, history: str, turns: list[int]) -> Evenings:
    there = counts(st, FRONT, name)
    found = "".join(LETTERS[there.get(turn, 0)] for turn in turns)
    return Evenings(name_of(st, name), found, history[: len(turns)])


def _flow(st: Position, name: str, turns: list[int]) -> Flow:
    over = counts(st, OVER, name)
    table = landing_table(st.world, name)
    planned = tuple(table.get(turn, 0) for turn in turns) if table else ()
    return Flow(name_of(st, name), tuple(over.get(turn, 0) for turn in turns), planned)


def _course(st: Position, division: str, side: str, turns: list[int]) -> Course:
    _, whole = steps_left(st, of_formations(st, SIDES[side], [division]))
    left = counts(st, STEPS, division)
    return Course(division, side, whole, tuple(left.get(turn, 0) for turn in turns))
