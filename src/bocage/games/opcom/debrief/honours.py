"""Team honours (reading 11.7): mission cards judged at the end, and what each team is cited for.

A card belongs to the team from the first turn on, and nobody else sees it before the debrief. It is
part of the team's `Told`, the only way to a team.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.debrief.card_measures import CARD_MEASURES
from bocage.games.opcom.debrief.ground import name_of, steps_left
from bocage.games.opcom.debrief.honour_records import Citation, Mission
from bocage.games.opcom.debrief.records import Line
from bocage.games.opcom.debrief.score import struck
from bocage.games.opcom.debrief.tallies import (
    DRY,
    METRES,
    PRISONERS,
    SHEET,
    UP,
    WAITING,
    counts,
    taken_by,
    turns_ended,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """An objective with its result."""

    mission: Mission
    met: bool
    why: str

    @property
    def points(self) -> float:
        """Return the points of the mission if it is met, or 0."""
        return self.mission.points if self.met else 0


@dataclass(frozen=True, slots=True)
class Record:
    """What a team did in one respect, in words, and whether it is cited for it."""

    citation: Citation
    cited: bool
    said: str


@dataclass(frozen=True, slots=True)
class Honours:
    """What the debrief says of one team."""

    team: int
    card: tuple[Judged, ...]
    records: tuple[Record, ...]

    @property
    def points(self) -> float:
        """Return the points of the mission card."""
        return sum(each.points for each in self.card)


def missions_of(world: World, team: int) -> list[Mission]:
    """Return the objectives on a team's card."""
    seat = world.teams[team].seat
    return [each for each in world.data.debrief.honours.missions if each.team == seat]


def mission_lines(world: World, team: int) -> list[str]:
    """Return the card as sentences, for the first report and for the brief."""
    numbered = [f"{i}. {each.words}." for i, each in enumerate(missions_of(world, team), 1)]
    return ["Your mission card:", *numbered] if numbered else []


def honours(st: Position) -> list[Honours]:
    """Return every team that has a card or a record, in the order of the scenario."""
    found = [
        Honours(team, tuple(_card(st, team)), tuple(_records(st, team)))
        for team in range(len(st.world.teams))
    ]
    return [each for each in found if each.card or each.records]


def _card(st: Position, team: int) -> list[Judged]:
    found: list[Judged] = []
    for each in missions_of(st.world, team):
        line = Line(each.id, "", each.words, each.kind, each.points, more=each.more)
        points, why = CARD_MEASURES[each.kind](st, line)
        reason = struck(st, each.id)
        if reason is not None:
            found.append(Judged(each, False, f"struck by Control: {reason}"))
        else:
            so = points >= each.points
            found.append(Judged(each, so != each.averted, why))
    return found


def _records(st: Position, team: int) -> list[Record]:
    """Return the records of a team in the log, as far as they apply to it."""
    found: list[Record] = []
    if not turns_ended(st):
        return found
    for each in st.world.data.debrief.honours.citations:
        count = _COUNTS[each.kind](st, team, each)
        if count is not None:
            value, said = count
            found.append(Record(each, _is_cited(each, value), said))
    return found


def _is_cited(citation: Citation, value: float) -> bool:
    """Return whether a figure is good enough."""
    enough = citation.least is None or value >= citation.least
    return enough and (citation.most is None or value <= citation.most)


Counted = tuple[float, str] | None
"""A figure and the same in words; None where it cannot be asked of the team."""


def _seat(st: Position, team: int) -> str:
    return st.world.teams[team].seat


def _fights(st: Position, team: int) -> bool:
    return any(u.team == team and u.fights for u in st.world.units)


def _share(st: Position, which: Iterable[int], what: str) -> tuple[float, str]:
    """Return the share of completed half days in which something was true, and a sentence."""
    ended = turns_ended(st)
    turns = len(set(which).intersection(ended))
    return turns / len(ended), f"{what} in {turns} of {len(ended)} half days"


def _orders(st: Position, team: int, _: Citation) -> Counted:
    """Return the share of half days for which a sheet of orders came in time."""
    return _share(st, counts(st, SHEET, _seat(st, team)), "a sheet")


def _supplies(st: Position, team: int, _: Citation) -> Counted:
    """Return how often a unit had no supplies to draw."""
    if not _fights(st, team):
        return None
    dry = sum(counts(st, DRY, _seat(st, team)).values())
    said = f"{dry} times a unit had nothing to draw" if dry else "no unit was ever without supplies"
    return dry, said


def _prizes(st: Position, team: int, _: Citation) -> Counted:
    """Return how many bridges the team seized intact, or airfields if the scenario has those."""
    if not _fights(st, team) or not st.world.data.debrief.honours.prizes:
        return None
    names = [name_of(st, each) for each in taken_by(st, team)]
    return len(names), ", ".join(names) or "nothing seized"


def _prisoners(st: Position, team: int, _: Citation) -> Counted:
    """Return how many prisoners the team took, alone or with others."""
    if not _fights(st, team):
        return None
    taken = sum(counts(st, PRISONERS, _seat(st, team)).values())
    return taken, f"about {taken} prisoners" if taken else "no prisoners"


def _economy(st: Position, team: int, citation: Citation) -> Counted:
    """Return the steps lost for every hundred kilometres that the team's units marched."""
    if not _fights(st, team):
        return None
    km = sum(counts(st, METRES, _seat(st, team)).values()) / 1000
    if km < citation.of:
        return None
    left, whole = steps_left(st, [u for u in st.world.units if u.team == team and u.fights])
    each = 100 * (whole - left) / km if km else 0.0
    said = f"{whole - left} steps lost over {km:.0f} km of march, {each:.1f} for a hundred"
    return each, said


def _reports(st: Position, team: int, _: Citation) -> Counted:
    """Return the share of half days with a report to the headquarters above, if there is one."""
    if not st.world.teams[team].under:
        return None
    return _share(st, counts(st, UP, _seat(st, team)), "word to the headquarters above")


def _traffic(st: Position, team: int, _: Citation) -> Counted:
    """Return the share of half days at whose end no unit of the team waited on a road."""
    if not counts(st, METRES, _seat(st, team)):
        return None
    clear = set(turns_ended(st)) - set(counts(st, WAITING, _seat(st, team)))
    return _share(st, clear, "no unit left waiting on the roads")


_COUNTS: Final[Mapping[str, Callable[[Position, int, Citation], Counted]]] = {
    "orders": _orders,
    "supplies": _supplies,
    "prizes": _prizes,
    "prisoners": _prisoners,
    "economy": _economy,
    "reports": _reports,
    "traffic": _traffic,
}
