"""The Pocket at Falaise for a searching staff: chapters, and the worth of a position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.ai.aggressive_falaise import aggressive
from bocage.ai.search.fates import expected, learnt_fates
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
from bocage.ai.staff.falaise.office import ASSAULT, MARCH_ON, FalaiseOffice
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.levels import Level
from bocage.ai.staff.player import Office, players_of
from bocage.engine.play import Policy
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_victory import allied_points, count_up
from bocage.games.falaise.s04_activation import ActionRound

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

POINTS: Final = 100.0
"""Net Victory Points for which the network's value is 1."""
MARGIN: Final = {ALLIED: 3.0, GERMAN: 0.4}
"""The net Victory Points by which a plan must be judged better than the plain one, by seat.

With less the Allies lost more than they won: they have ten commands a turn, time for few rehearsals
of each, and the judgement comes before the Germans answer.
"""


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
    """The Pocket at Falaise for a searching staff."""

    def margin(self, seat: int) -> float:
        """Return the margin of a seat, as a share of `POINTS`."""
        return MARGIN[seat] / POINTS

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
        """Return the value that the fates of all units add up to, or the result of a finished game.

        The networks know only the whole game; `by_hand` judges short scenarios.
        """
        if not st.stack:
            return margin(allied_points(st, count_up(st)) - st.german_vp)
        known = learnt_fates() if st.world.short is None else None
        return by_hand(st) if known is None else margin(expected(st, known))

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


def margin(net_points: float) -> float:
    """Return the result of a finished game on the network's scale."""
    return max(-1.0, min(1.0, net_points / POINTS))
