"""The lines beside each question of The Pocket at Falaise: units that can act, and their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from bocage.cli.terminal.action_list import runs, wrapped
from bocage.cli.terminal.bars import per_cent
from bocage.cli.terminal.falaise import pieces
from bocage.engine.actions import first, second
from bocage.games.falaise.board.position import ACTIVE, POOL
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.s03_sectors import order
from bocage.games.falaise.s03_setup import NOBODY, SetUp
from bocage.games.falaise.s04_activation import ChooseRound, Helpers, Substitute, is_eligible
from bocage.games.falaise.s05_stacking import RemoveExcess
from bocage.games.falaise.s06_op_fire import FireOdds, OpFire, firing_hexes, firing_units
from bocage.games.falaise.s07_movement import MoveRound, may_move
from bocage.games.falaise.s08_bombardment import Bombardment, Victim
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import AssaultPhase, Muster
from bocage.games.falaise.s10_attackers import can_attack, can_join
from bocage.games.falaise.s10_odds import RESULTS, Odds
from bocage.games.falaise.s10_results import StepLoss, TerChange
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.s11_attachment import Attach
from bocage.games.falaise.s11_entries import EntryOf86, EntryOfDestroyers, EntryOfGuf
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.games.falaise.board.position import Position

WIDE: Final = 78
"""Columns that lists are broken to."""
MOST_HEXES: Final = 40
"""The number of set-up hexes that are listed; * on the map shows all."""
MOST_TARGETS: Final = 8
"""The number of assault targets that are listed."""


def lines(st: Position, seat: int) -> list[Line]:
    """Return the lines to show beside this question."""
    top = st.stack[-1]
    tell = _TELLERS.get(type(top))
    return list(tell(st, top, seat)) if tell else []


def _told(st: Position, units: Iterable[int]) -> list[str]:
    return [f"  {pieces.told(st, u)}" for u in units]


def _set_up(st: Position, top: SetUp, seat: int) -> list[str]:
    if top.unit == NOBODY:
        return []
    left = sum(st.loc[u] == POOL for u in order(st.world, seat))
    return [f"  {pieces.told(st, top.unit)}; {left} to set up", *_berths(st)]


def _berths(st: Position) -> list[str]:
    hexes = runs([st.world.grid.numbers[h] for h in pieces.berths_now(st)])
    return wrapped(hexes, WIDE, "  may be placed in ", " ") if len(hexes) <= MOST_HEXES else []


def _enter(st: Position, _: Any, __: int) -> list[str]:
    return _berths(st)


def _bombard(st: Position, _: Bombardment, __: int) -> list[str]:
    world = st.world
    ready = [
        f"{world.corps_names.written[c]} {reach}"
        for c, reach in enumerate(world.guns)
        if reach and not st.guns_used >> c & 1
    ]
    return [f"  Guns and their range: {', '.join(ready) or 'none left'}"]


def _substitute(st: Position, top: Substitute, _: int) -> list[str]:
    world = st.world
    own = [u for u in world.german if is_eligible(st, u, top.corps, counter=False)]
    other = [u for u in world.german if is_eligible(st, u, world.corps_58, counter=False)]
    name = world.corps_names.say(top.corps)
    return [f"  {name}: {len(own)} units; behind the Orne, for the 58th Corps: {len(other)}"]


def _choose(st: Position, _: ChooseRound, seat: int) -> list[str]:
    acting = [u for u in st.world.ranges[seat] if st.marks[u] & ACTIVE and st.loc[u] >= 0]
    able = pieces.to_move(st, [u for u in acting if may_move(st, u)])
    moved = len(acting) - len(able)
    others = [f"{moved} more {'has' if moved == 1 else 'have'} moved already"] if moved else []
    targets = _targets(st, seat, acting, mech=False)
    return [*wrapped([*able, *others], WIDE, "  ", ", "), *targets]


def _move(st: Position, _: MoveRound, seat: int) -> list[str]:
    waiting = [u for u in st.world.ranges[seat] if may_move(st, u)]
    return wrapped(pieces.to_move(st, waiting), WIDE, "  To move: ", ", ")


def _assault(st: Position, top: AssaultPhase, seat: int) -> list[str]:
    own = [u for u in st.world.ranges[seat] if st.loc[u] >= 0]
    return _targets(st, seat, own, mech=top.mech, hexes=top.targets)


def _targets(
    st: Position, seat: int, own: Iterable[int], *, mech: bool, hexes: Iterable[int] = ()
) -> list[str]:
    """Return the hexes that may be assaulted, with the odds if all units that may attack do."""
    world, grid = st.world, st.world.grid
    able = list(own)
    places = tuple(hexes) or tuple(
        sorted({n for u in able for n in world.ground.near[st.loc[u]] if st.at(n, 1 - seat)})
    )
    found: list[str] = []
    for h in places:
        force: list[int] = []
        for u in sorted(able, key=lambda u: world.muster[u]):
            near = grid.are_neighbours(st.loc[u], h)
            if near and can_attack(st, u, h, mech=mech) and can_join(st, u, force, mech=mech):
                force.append(u)
        if force:
            odds = Odds(st, h, force, seat)
            there = " ".join(pieces.short(st, u) for u in odds.defenders)
            said = f"{odds.attack} to {odds.defence}, {odds.odds}, die {odds.drm:+d}"
            rating = f"TER {odds.attacker_ter} to {odds.defender_ter}"
            found.append(f"  {grid.numbers[h]} {there}: with all {said}, {rating}")
    more = len(found) - MOST_TARGETS
    return [*found[:MOST_TARGETS], *([f"  and {more} more"] if more > 0 else [])]


def _muster(st: Position, top: Muster, _: int) -> list[str]:
    if not top.force:
        return []
    odds = top.odds(st)
    rating = f"TER {odds.attacker_ter} to {odds.defender_ter}"
    return [f"  So far {odds.attack} to {odds.defence}: {odds.odds}, die {odds.drm:+d}, {rating}"]


def _fire(st: Position, top: OpFire, seat: int) -> list[str]:
    aim = top.came if top.breaking else top.into
    found: list[str] = []
    for h in firing_hexes(st, seat, aim):
        units = " ".join(pieces.short(st, u) for u in firing_units(st, seat, h, aim))
        number = st.world.grid.numbers[h]
        found.append(f"  from {number} {units}: {fire_summary(top.odds(st, h))}")
    return found


def fire_summary(odds: FireOdds) -> str:
    """Return a shot in a line: `die +1: none 33%, halt 17%, hit 50%`."""
    shares = odds.distribution()
    said = ", ".join(f"{_SHORT[e]} {per_cent(s).strip()}" for e, s in shares.items())
    return f"die {odds.drm:+d}: {said}"


_SHORT: Final = {"no effect": "none", "halt": "halt", "disrupted": "hit"}


def _candidates(st: Position, top: Attach | Helpers, _: int) -> list[str]:
    numbers = st.world.grid.numbers
    able = [first(action) for action in top.legal(st)[1:]]
    said = [f"{st.world.units[u].id} {numbers[st.loc[u]]}" for u in able]
    return wrapped(said, WIDE, "  They can: ", ", ")


def _change(_: Position, top: TerChange, __: int) -> list[str]:
    return [f"  {each}: {RESULTS[each]}" for each in (top.result, *top.options)]


def _retreat(st: Position, top: Retreat, seat: int) -> list[str]:
    zone = st.zone(seat)
    fired_at = sorted({second(a) for a in top.legal(st) if zone[second(a)] & ZONE})
    numbers = " ".join(st.world.grid.numbers[h] for h in fired_at)
    return [*_told(st, top.units), *([f"  Under fire: {numbers} (6.2)"] if fired_at else [])]


def _loss(st: Position, top: StepLoss, _: int) -> list[str]:
    return _told(st, top.units)


def _excess(st: Position, top: RemoveExcess, seat: int) -> list[str]:
    return _told(st, st.at(top.hex, seat))


def _victim(st: Position, top: Victim, _: int) -> list[str]:
    return _told(st, st.at(top.hex, ALLIED))


def _advance(st: Position, top: Advance, _: int) -> list[str]:
    able = dict.fromkeys(first(a) for a in top.legal(st)[1:])
    return _told(st, able)


_TELLERS: Final[dict[type, Callable[[Position, Any, int], list[str]]]] = {
    SetUp: _set_up,
    Bombardment: _bombard,
    Substitute: _substitute,
    ChooseRound: _choose,
    MoveRound: _move,
    AssaultPhase: _assault,
    Muster: _muster,
    OpFire: _fire,
    TerChange: _change,
    Retreat: _retreat,
    StepLoss: _loss,
    RemoveExcess: _excess,
    Victim: _victim,
    Advance: _advance,
    EntryOf86: _enter,
    EntryOfGuf: _enter,
    EntryOfDestroyers: _enter,
    Attach: _candidates,
    Helpers: _candidates,
}
