"""4.0: why a unit has the supply it has, or has none: the sentences that decide.

`supply` says what a unit has; here the question is put again with one rule changed at a
time, and whatever would change the answer is a reason.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.board.position import BARS_SUPPLY, FRIEND
from bocage.games.roundup.options import SECTORS
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s04_supply import AERIAL, BY_DROP, COASTAL, FIRST_TURN, NONE, supply
from bocage.games.roundup.s08_reinforcements import port_rule
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE, mark_zones

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position

_ENEMIES_ALONE: Final = bytes(1 if flags & BLOCKED else 0 for flags in range(256))
"""What would bar supply if zones of control did not."""
_FRIENDS_NO_HELP: Final = bytes(1 if flags & (BLOCKED | ZONE) else 0 for flags in range(256))
"""What would bar it if friendly units opened nothing."""


def supply_rules(st: Position, u: int) -> Iterator[Rule]:
    """The sentences by which a unit on the map has its supply, or none."""
    kind, side = supply(st, u), st.side_of(u)
    if kind == FIRST_TURN:
        yield R("4.6")
        return
    yield R("4.0.b")
    if kind == NONE:
        yield R("4.0.c")
        yield from _wants(st, u, side)
    elif kind == COASTAL:
        yield R("4.3.a")
    elif kind == AERIAL:
        yield R("4.5.e")
    elif kind == BY_DROP:
        yield R("15.12.k")
    else:
        if side == GERMAN:
            yield R("4.2.a")
            yield R("4.2.c").read(R("reading 31"))
        else:
            yield from _allied_source(st, u)
        sources = st.sources(side, st.world.nation[u])
        if not _joined(st, u, sources, _FRIENDS_NO_HELP):
            alone = side == GERMAN or _joined(st, u, sources, BARS_SUPPLY, own=True)
            yield R("3.2.2.b") if alone else R("3.2.2.b").read(R("reading 30"))


def _allied_source(st: Position, u: int) -> Iterator[Rule]:
    nation = st.world.nation[u]
    beaches = [h for h in st.beaches_of(nation) if h >= 0]
    if st.optional[SECTORS]:
        yield R("15.17.b")
    if st.traced(ALLIED, beaches)[st.loc[u]] < UNREACHED:
        yield R("4.4.a").read(R("reading 31"))
    else:
        yield R("4.4.b")


def _wants(st: Position, u: int, side: int) -> Iterator[Rule]:
    """What would have to be otherwise for a unit without supply to have it."""
    world, h, nation = st.world, st.loc[u], st.world.nation[u]
    if _joined(st, u, st.sources(side, nation), _ENEMIES_ALONE):
        yield R("3.2.2.a")
        yield R("3.2.2.c")
    if _joined(st, u, st.sources(side, nation), BARS_SUPPLY, anywhere=True):
        yield R("3.2.2.a").read(R("reading 29"))
    if side == GERMAN:
        if world.coastal[h]:
            yield R("4.3.b")
        if _reaches(st, u, list(world.supply_edge)):
            yield R("4.2.b")
        return
    yield R("4.3.c")
    if _reaches(st, u, [b for b in st.beaches_of(1 - nation) if b >= 0]):
        yield R("4.4.c")
    for port, hexes in enumerate(world.ports):
        if not _reaches(st, u, list(hexes)):
            continue
        yield R("4.4.e") if st.can_use_port(port) else port_rule(st, port)
    if h in st.aerial:
        yield R("4.5.b")


def _reaches(st: Position, u: int, sources: list[int]) -> bool:
    return bool(sources) and st.traced(st.side_of(u), sources)[st.loc[u]] < UNREACHED


def _joined(
    st: Position,
    u: int,
    sources: list[int],
    bars: bytes,
    *,
    own: bool = False,
    anywhere: bool = False,
) -> bool:
    """Whether a path would join a unit to some sources if other things barred supply.

    `own`: only friends of its nation open hexes. `anywhere`: zones do not close a source.
    """
    world, side = st.world, st.side_of(u)
    friends = world.of_nation[world.nation[u]] if own else world.ranges[side]
    places = array("h", (st.loc[v] for v in friends))
    field = bytearray(st.zone(side))
    mark_zones(world.links, places, 0, len(places), field, 0, FRIEND)
    for h in sources if anywhere else ():
        field[h] &= ~ZONE
    work = world.scratch.work
    work.flood(world.links, sources, field.translate(bars), 1)
    return bool(work.distances[st.loc[u]] < UNREACHED)
