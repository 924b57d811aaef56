"""Which optional rules an answer about a position rests on; see `questions`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from bocage.games.roundup import inundation, kampfgruppen, parachute_corps, scraped_barrel
from bocage.games.roundup.charts import OVERCAST
from bocage.games.roundup.inundation import is_flooded
from bocage.games.roundup.optional import PORT_HEX_CONTROL, WASTED
from bocage.games.roundup.reaction import more_dice
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.switches import NO_COLUMN_ON_TURN_1
from bocage.games.roundup.units import ALLIED, GERMAN
from bocage.rules.judge import Answer, CaseError

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.position import Position

_ABLE: Final[Mapping[str, tuple[Callable[[Position], bool], tuple[Rule, ...]]]] = {
    "flood": (lambda st: inundation.may_flood(st), (R("15.6.a"), R("15.6.b"))),
    "drop": (lambda st: parachute_corps.may_drop(st), (R("15.12.a"),)),
    "march": (lambda st: parachute_corps.may_march(st), (R("15.12.l"),)),
    "scrape": (lambda st: scraped_barrel.is_scraped(st), (R("15.19.a"),)),
    "replace": (lambda st: kampfgruppen.has_replacements(st), (R("15.11.a"),)),
}


def able(st: Position, what: str) -> Answer:
    """Whether the German may do now what an optional rule lets him, in his Reinforcement Phase.

    Raises:
        CaseError: there is no such thing.
    """
    if what not in _ABLE:
        raise CaseError(f"'{what}': expected {', '.join(_ABLE)}")
    may, rules = _ABLE[what]
    return Answer("yes" if may(st) else "no", rules)


def marker(st: Position, h: int) -> Answer:
    """15.4: whether a German marker lies in a hex."""
    if st.has_marker(h):
        return Answer("yes", (R("15.4.a"),))
    retaken = st.switches & PORT_HEX_CONTROL and st.world.port_of[h] and not st.control[h]
    return Answer("no", (R("15.4.i"),) if retaken else ())


def dice_rules(st: Position, side: int) -> Iterator[Rule]:
    """15.13, 15.14: dice for air superiority."""
    if side == ALLIED and more_dice(st):
        yield R("15.13.a")
    if side == GERMAN and st.optional[WASTED]:
        yield R("15.14.b")


def cost_rules(st: Position, h: int) -> Iterator[Rule]:
    """15.6: the cost of a hex."""
    if is_flooded(st) and st.world.is_polder[h]:
        yield R("15.6.c")


def zone_rules(st: Position, h: int) -> Iterator[Rule]:
    """15.4: whether a marker next to a hex has a zone of control."""
    if any(st.has_marker(n) for n in st.world.near(h)):
        yield R("15.4.c")


def bomber_rules(st: Position, side: int) -> Iterator[Rule]:
    """15.15, 15.20: the die of the heavy bombers."""
    if side == GERMAN:
        yield R("15.15.b")
    if st.weather == OVERCAST:
        yield R("6.2.a")


def column_rules(st: Position, u: int) -> Iterator[Rule]:
    """15.7: who forms no column on turn 1."""
    if st.turn == 1 and st.switches & NO_COLUMN_ON_TURN_1 and u in st.world.allied:
        yield R("15.7")
