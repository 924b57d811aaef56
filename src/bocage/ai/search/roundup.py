"""Operation Roundup for a searching staff: chapters, and the features of a position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.ai.aggressive_roundup import aggressive
from bocage.ai.search.judgement import network
from bocage.ai.search.knowledge import (
    BOLD,
    CAUTIOUS,
    PLAIN,
    VARIED,
    WILD,
    Chapter,
    Knowledge,
    Temper,
    set_on,
)
from bocage.ai.search.player import searchers
from bocage.ai.staff.levels import Level
from bocage.ai.staff.player import Office, players_of
from bocage.ai.staff.roundup import aims
from bocage.ai.staff.roundup.office import RoundupOffice
from bocage.engine.play import Policy
from bocage.engine.viewers import player
from bocage.games.roundup.board.position import CUP, LOST, POOL, TRACK
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s05_sequence import STAGES, GameTurn, allied_order
from bocage.games.roundup.s09_order import ChooseOrder, Operations
from bocage.games.roundup.s14_victory import LEVELS, allied_level, counted_levels, german_level
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from, possible

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

STANDING: Final = 0.6
"""The weight of the victory levels without the network; the rest is strength."""
_TOP: Final = len(LEVELS) - 1
_ALLIED_ORDER: Final = STAGES.index(allied_order)


def players() -> Mapping[str, Policy]:
    """Return every computer player of this game, by name."""
    return {"aggressive": aggressive, **players_of(RoundupOffice), **searchers(RoundupKnowledge())}


TEMPERS: Final = {
    ALLIED: (
        PLAIN,
        BOLD,
        CAUTIOUS,
        *map(set_on, (aims.WIDE, aims.NARROW, aims.FIGHT_FIRST, aims.MOVE_FIRST)),
        VARIED,
        *map(set_on, (aims.RUN, aims.STAY)),
        WILD,
    ),
    GERMAN: (
        PLAIN,
        BOLD,
        CAUTIOUS,
        *map(set_on, (aims.SECOND_BEACH, aims.ALL_BEACHES, aims.FIGHT_FIRST, aims.MOVE_FIRST)),
        VARIED,
        *map(set_on, (aims.THIRD_BEACH, aims.PRESS_ON)),
        WILD,
    ),
}
"""The staffs whose plans are compared, by seat."""


class RoundupKnowledge(Knowledge):
    """Operation Roundup for a searching staff."""

    def office(self, seat: int, level: Level) -> Office[Any]:
        """Return the staff of this game."""
        return RoundupOffice(seat, level)

    def tempers(self, seat: int) -> tuple[Temper, ...]:
        """Return the staffs whose plans are compared."""
        return TEMPERS[seat]

    def chapter(self, st: Position, seat: int) -> Chapter | None:
        """Return a player's own phases."""
        if st.world.short is not None:
            return None  # its victory is another, which nobody has learnt to judge
        for each in st.stack:
            if isinstance(each, (Operations, ChooseOrder)):
                mine = each.seat == seat
                return Chapter((st.turn, "operations"), 1.0, "our phases") if mine else None
        return None  # no staff lands or flies another way than the plain one

    def guess(self, st: Position, seat: int, rng: Random) -> None:
        """Guess the strategy while it is face down before the Allies (15.1)."""
        if is_hidden_from(st, player(seat)):
            st.strategy = rng.choice(possible(st))

    def is_judged(self, st: Position, seat: int, chapter: Chapter) -> bool:
        """Return whether the plan of a seat can be judged.

        The Allied plan is judged after the German turn, the German plan after the Allied one.
        """
        turn = cast("tuple[int, str]", chapter.key)[0]
        if seat == ALLIED:
            return st.turn > turn
        return st.turn > turn + 1 or (st.turn == turn + 1 and _stage(st) > _ALLIED_ORDER + 1)

    def worth(self, st: Position) -> float:
        """Return the network's estimate, or the result of a finished game with the levels bid."""
        if not st.stack:
            allied, german = counted_levels(st)
            return margin(allied - german)
        learnt = network(__name__)
        return by_hand(st) if learnt is None else learnt(features(st))

    def said(self, worth: float) -> str:
        """Return a value in words, in hundredths: 100 is the highest victory, 0 a draw."""
        return f"{100 * worth:+.0f}"


def by_hand(st: Position) -> float:
    """Return the worth of a position to the Allies without the network.

    It counts the current levels and the strength on the map, attackers against defenders.
    """
    world = st.world
    strength = [
        sum(world.attack[u][st.steps[u]] for u in own if st.loc[u] >= 0) for own in world.ranges
    ]
    balance = (strength[ALLIED] - strength[GERMAN]) / max(1, sum(strength))
    standing = (allied_level(st)[0] - german_level(st)[0]) / _TOP
    return STANDING * standing + (1 - STANDING) * balance


def margin(levels: int) -> float:
    """Return the result of a finished game on the network's scale: who won, and by how much."""
    won = (levels > 0) - (levels < 0)
    return 0.5 * levels / _TOP + 0.5 * won


def _stage(st: Position) -> int:
    """Return how many stages of the turn have begun."""
    bottom = st.stack[0] if st.stack else None
    return bottom.next if isinstance(bottom, GameTurn) else 0


def features(st: Position) -> list[float]:
    """Return the inputs of the network: time, current victory, forces, and forces by place."""
    world = st.world
    attack, defence = [0.0] * world.size, [0.0] * world.size
    guns, shield = [0.0] * world.size, [0.0] * world.size
    counts = [0] * 8
    for u in world.allied:
        h = st.loc[u]
        if h >= 0:
            steps = st.steps[u]
            attack[h] += world.attack[u][steps]
            defence[h] += world.defence[u][steps]
            counts[0] += 1
        else:
            counts[1 if h == POOL else 2 if h == TRACK else 3] += 1
    for u in world.german:
        h = st.loc[u]
        if h >= 0:
            steps = st.steps[u]
            guns[h] += world.attack[u][steps]
            shield[h] += world.defence[u][steps]
            counts[4] += 1
        else:
            counts[5 if h == CUP else 6] += 1
    allied, german = allied_level(st)[0], german_level(st)[0]
    found = [st.turn / 10, _stage(st) / len(STAGES)]
    found += [float(st.strategy == each) for each in range(1, 5)]
    found += [float(allied == each) for each in range(5)]
    found += [float(german == each) for each in range(5)]
    found += [float(st.holds_port(port)) for port in range(len(world.ports))]
    found += [sum(h == LOST for h in st.beachheads) / 4, float(st.superiority == ALLIED)]
    found += [each / 30 for each in counts]
    found += [sum(each) / 150 for each in (attack, defence, guns, shield)]
    beaches = [
        _near(st, (h,), attack, defence, guns, shield) if h >= 0 else _GONE for h in st.beachheads
    ]
    for each in sorted(beaches, key=lambda row: row[0] - row[3]):
        found += each
    for hexes in world.ports:
        found += _near(st, hexes, attack, defence, guns, shield)
    found += _near(st, world.german_zone, attack, defence, guns, shield)
    return found


_GONE: Final = [0.0] * 6


def _near(
    st: Position,
    hexes: Any,
    attack: list[float],
    defence: list[float],
    guns: list[float],
    shield: list[float],
) -> list[float]:
    """Return the forces near some hexes: our defence and attack, the enemy's attack and defence."""
    work = st.world.scratch.work
    work.flood(st.world.links, list(hexes), st.world.is_nothing, 0)
    near = [0.0] * 6
    for h, distance in enumerate(work.distances):
        if distance <= 5:
            if distance <= 1:
                near[0] += defence[h]
                near[5] += shield[h]
            if distance <= 3:
                near[1] += defence[h]
                near[2] += attack[h]
                near[3] += guns[h]
            near[4] += guns[h]
    return [each / 30 for each in near]
