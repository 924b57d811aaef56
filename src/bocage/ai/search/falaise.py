"""The Pocket at Falaise for a searching staff: chapters, and the features of a position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.ai.aggressive_falaise import aggressive
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
from bocage.ai.staff.falaise import allied, german
from bocage.ai.staff.falaise.lines import surrenders
from bocage.ai.staff.falaise.office import ASSAULT, MARCH_ON, FalaiseOffice
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.paces import kind_of
from bocage.ai.staff.levels import Level
from bocage.ai.staff.player import Office, players_of
from bocage.engine.play import Policy
from bocage.games.falaise.board.position import DEAD, EXITED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_victory import allied_points, count_up
from bocage.games.falaise.s04_activation import ActionRound
from bocage.games.falaise.s06_communications import net
from bocage.hexes.kernels import UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

POINTS: Final = 100.0
"""Net Victory Points for which the network's value is 1."""
MARGIN: Final = 3.0
"""The net Victory Points by which a plan must be judged better than the plain one."""
_STEPS: Final = (3, 6, 10, 15, 22)
"""The borders between classes of distance to the way out, in hexes or moves."""


def players() -> Mapping[str, Policy]:
    """Return every computer player of this game, by name."""
    return {"aggressive": aggressive, **players_of(FalaiseOffice), **searchers(FalaiseKnowledge())}


TEMPERS: Final = {
    ALLIED: (
        PLAIN,
        *map(set_on, (ASSAULT, MARCH_ON)),
        BOLD,
        *map(set_on, (allied.BAR, allied.HUNT)),
        CAUTIOUS,
        set_on(allied.CUT_LINES),
        VARIED,
        WILD,
    ),
    GERMAN: (
        PLAIN,
        *map(set_on, (MARCH_ON, ASSAULT, german.HOLD, german.CAREFUL, german.RUN)),
        VARIED,
        *map(set_on, (german.EASTWARD, german.REAR_FIRST, german.SOUTHWARD)),
        WILD,
    ),
}
"""The staffs whose plans compete, by seat."""


class FalaiseKnowledge(Knowledge):
    """The Pocket at Falaise for a searching staff.

    The plans of one command differ by less than a point as the network judges them, and these
    differences say nothing about the end of the game. So it takes another plan only to gain more.
    """

    margin = MARGIN / POINTS

    def office(self, seat: int, level: Level) -> Office[Any]:
        """Return the staff of this game."""
        return FalaiseOffice(seat, level)

    def tempers(self, seat: int) -> tuple[Temper, ...]:
        """Return the staffs whose plans compete."""
        return TEMPERS[seat]

    def chapter(self, st: Position, seat: int) -> Chapter | None:
        """Return one command's Action Round."""
        for each in st.stack:
            if isinstance(each, ActionRound):
                if st.world.corps_side[each.corps] != seat:
                    return None
                name = st.world.corps_names.say(each.corps)
                return Chapter((st.turn, st.activations, each.corps), _share(st, seat), name)
        return None

    def guess(self, st: Position, seat: int, rng: Random) -> None:
        """Do nothing: both sides see everything (reading 94)."""

    def is_judged(self, st: Position, seat: int, chapter: Chapter) -> bool:
        """Return whether the command has acted."""
        now = self.chapter(st, seat)
        return now is None or now.key != chapter.key

    def worth(self, st: Position) -> float:
        """Return the network's value of a position, or the result of a finished game.

        The network knows only the whole game; `by_hand` judges short scenarios.
        """
        if not st.stack:
            return margin(allied_points(st, count_up(st)) - st.german_vp)
        learnt = network(__name__) if st.world.short is None else None
        return by_hand(st) if learnt is None else learnt(features(st))

    def said(self, worth: float) -> str:
        """Return a value in words, as net Victory Points."""
        return f"{POINTS * worth:+.1f}"


def _share(st: Position, seat: int) -> float:
    """Return the part of the remaining time for a command: an equal share for each that still
    acts.
    """
    chits = st.world.german_chits
    own = st.cup & (chits if seat == GERMAN else ~chits)
    return 1 / (1 + own.bit_count())


def by_hand(st: Position) -> float:
    """Return the value of a position for the Allies without the network.

    It is the present points, less those that Germans in the pocket may still bring.
    """
    outlook = Outlook(st)
    prize, escaped = outlook.prize, st.world.ground.escaped
    inside = [u for u in st.world.german if st.loc[u] >= 0 and not escaped[st.loc[u]]]
    promised = sum(prize.get(u, 0.0) * outlook.hope.get(u, 0.0) for u in inside)
    count = count_up(st)
    net_points = allied_points(st, count) - count.total("german") - promised
    return max(-1.0, min(1.0, net_points / POINTS))


def margin(net_points: int) -> float:
    """Return the result of a finished game on the network's scale."""
    return max(-1.0, min(1.0, net_points / POINTS))


def features(st: Position) -> list[float]:
    """Return the network's inputs: the present points, and the units by their distances."""
    world = st.world
    outlook = Outlook(st)
    lines, zone, ground = net(st, GERMAN), st.zone(GERMAN), world.ground
    by_kind = [[0.0] * (len(_STEPS) + 2) for _ in range(2)]
    south = [0.0] * 4
    steps = [0.0] * 4
    out, lost, gone, cut, pinned, promised, given = (0.0,) * 7
    prize, hope = outlook.prize, outlook.hope
    for u in world.german:
        h = st.loc[u]
        if h < 0:
            gone += h == EXITED
            lost += h == DEAD
            continue
        if ground.escaped[h]:
            out += prize.get(u, 0.0) > 0
            steps[0] += st.steps[u]
            continue
        mech = world.mech[u]
        far = outlook.east[kind_of(world, u)].far[h]
        place = sum(far > each for each in _STEPS) if far < UNREACHED else len(_STEPS) + 1
        by_kind[mech][place] += 1
        if not mech:
            away = outlook.south.far[h]
            south[sum(away > each for each in (3, 8, 15))] += 1
        steps[1] += st.steps[u]
        cut += lines[h] >= UNREACHED
        pinned += bool(zone[h] & ZONE)
        promised += prize.get(u, 0.0) * hope.get(u, 0.0)
        given += surrenders(st, u) * (lines[h] >= UNREACHED)
    beyond = near = alive = 0.0
    for u in world.allied:
        h = st.loc[u]
        if h < 0:
            continue
        alive += 1
        steps[2] += st.steps[u]
        beyond += ground.escaped[h]
        near += ground.at_dives[h]
    count = count_up(st)
    won, paid = allied_points(st, count), float(count.total("german"))
    turn = st.turn / 10
    found = [turn, turn * turn, st.cup.bit_count() / 16, won / 30, paid / 40]
    found += [promised / 40, given / 20, out / 20, lost / 30, gone / 10, cut / 30, pinned / 30]
    found += [float(st.argentan == ALLIED), float(st.zone_open), float(bool(st.counter))]
    found += [beyond / 10, near / 10, alive / 40, *(each / 60 for each in steps)]
    for row in by_kind:
        found += [each / 15 for each in row]
    found += [each / 15 for each in south]
    found += [turn * promised / 40, turn * cut / 30, turn * given / 20]
    return found
