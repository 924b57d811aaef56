"""The Combat Phase: the attacks, their units and their order, from the ledgers themselves.

Attacks that compete for the same units are chosen together. The plan is made again after each
battle, because an advance may cut the next retreat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.levels import CLEAR, Judgement
from bocage.ai.staff.roundup.aims import Aims
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.worths import Stake, lone_marker, step_worth, worth
from bocage.engine.actions import Action, first
from bocage.games.roundup.board.position import DROPPED
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s11_combat import can_attack
from bocage.games.roundup.s11_odds import Odds
from bocage.games.roundup.s11_results import retreat_hexes

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

LEAST: Final = (0.25, 0.25)
"""The least value of an attack for each side."""
SMALLER: Final = 3
"""The number of smaller forces to try for each target."""
LOOKED_AT: Final = 16
"""The number of attacks to compare with each other."""


class Attack(NamedTuple):
    """An attack that could be made now."""

    worth: float
    hex: int
    force: tuple[int, ...]
    column: int


def attacks(
    st: Position, seat: int, targets: Sequence[int], judgement: Judgement = CLEAR
) -> list[Attack]:
    """Return the attacks worth making together now, the best first."""
    survey = Survey(st, seat)
    ground = Aims(survey).ground()
    options: list[Attack] = []
    for h in targets:
        if not judgement.overlooks():
            options += forces(survey, h, ground[h])
    options = [each._replace(worth=judgement(each.worth)) for each in options]
    options = [each for each in options if each.worth >= LEAST[seat]]
    options.sort(key=lambda each: -each.worth)
    return together(options[:LOOKED_AT])


def forces(survey: Survey, h: int, ground: float) -> list[Attack]:
    """Return the whole force against a hex, and smaller ones that leave units for other attacks."""
    st, seat = survey.st, survey.side
    able = sorted(u for n in st.world.near(h) for u in st.at(n, seat) if can_attack(st, u, h))
    found: list[Attack] = []
    for _ in range(SMALLER):
        if not able:
            break
        each = weighed(survey, h, able, ground)
        found.append(each)
        weakest = min(able, key=lambda u: survey.attack[u])
        able = [u for u in able if u != weakest]
    return found


def weighed(survey: Survey, h: int, force: Sequence[int], ground: float) -> Attack:
    """Return an attack with what it is worth by its ledger."""
    st, seat = survey.st, survey.side
    odds = Odds(st, h, force, seat)
    defenders = odds.defenders
    if not defenders:
        stake = lone_marker(survey.cheapest(force), ground)
        return Attack(worth(survey.table[odds.column], stake, seat), h, tuple(force), odds.column)
    stays = (st.turn == 1 and seat == ALLIED and bool(st.world.port_of[h])) or (
        seat == GERMAN and any(st.marks[u] & DROPPED for u in defenders)
    )
    stake = Stake(
        min(step_worth(st, u) for u in force),
        min(step_worth(st, u) for u in defenders),
        kills=sum(st.steps[u] for u in defenders) == 1,
        cornered=not any(retreat_hexes(st, u) for u in defenders),
        stays=stays,
        ground=ground,
    )
    return Attack(worth(survey.table[odds.column], stake, seat), h, tuple(force), odds.column)


def together(options: Sequence[Attack]) -> list[Attack]:
    """Return the attacks that are worth most together. No unit or hex occurs twice."""
    best: tuple[float, list[Attack]] = (0.0, [])
    rest = [0.0] * (len(options) + 1)
    for i in range(len(options) - 1, -1, -1):
        rest[i] = rest[i + 1] + options[i].worth
    left = 4000

    def look(
        i: int, used: frozenset[int], hexes: frozenset[int], so_far: float, taken: list[Attack]
    ) -> None:
        nonlocal best, left
        left -= 1
        if so_far > best[0]:
            best = (so_far, list(taken))
        if i == len(options) or left < 0 or so_far + rest[i] <= best[0]:
            return
        each = options[i]
        if each.hex not in hexes and used.isdisjoint(each.force):
            taken.append(each)
            look(i + 1, used | set(each.force), hexes | {each.hex}, so_far + each.worth, taken)
            taken.pop()
        look(i + 1, used, hexes, so_far, taken)

    look(0, frozenset(), frozenset(), 0.0, [])
    return sorted(best[1], key=lambda each: -each.worth)


def targets_of(legal: Sequence[Action]) -> list[int]:
    """Return the hexes that may be attacked. The first action ends the phase."""
    return [first(action) for action in legal[1:]]
