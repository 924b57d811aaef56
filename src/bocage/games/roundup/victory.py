"""14.0 Victory conditions: the level each side has reached, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.engine.ledger import Ledger
from bocage.games.roundup.position import LOST
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.supply import traces_overland
from bocage.games.roundup.switches import SUSTAINED_EDGE
from bocage.games.roundup.units import ALLIED
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from array import array

    from bocage.games.roundup.position import Position

LEVELS: Final = ("Failure", "Limited", "Tactical", "Operational", "Strategic")
"""14.1, 14.2, reading 53: more is better; equal levels are a draw."""

_AGAINST_RUSSIA: Final = (3, 4)

_NEEDS: Final = (
    {1: (0, 0), 2: (1, 0), 3: (2, 0), 4: (3, 1)},
    {1: (0, 0), 2: (1, 1), 3: (2, 2), 4: (3, 3)},
)
"""14.2.1 and 14.2.2: by level, the ports of which the Germans need a hex, and beachheads gone."""

_GERMAN: Final = (
    (
        R("14.2.1.failure"),
        R("14.2.1.limited"),
        R("14.2.1.tactical"),
        R("14.2.1.operational"),
        R("14.2.1.strategic"),
    ),
    (
        R("14.2.2.failure"),
        R("14.2.2.limited"),
        R("14.2.2.tactical"),
        R("14.2.2.operational"),
        R("14.2.2.strategic"),
    ),
)
"""By case and level, the sentence."""


def allied_level(st: Position) -> tuple[int, Ledger]:
    """14.1: the Allied level, with the facts that decide it."""
    why = Ledger()
    lost = sum(where == LOST for where in st.beachheads)
    why.add("beachheads", 4 - lost, R("14.1"), "{left} of 4 Beachhead Markers", left=4 - lost)
    held = [port for port in range(len(st.world.ports)) if st.holds_port(port)]
    for port in held:
        why.add("ports", 1, R("14.1"), "{port:port} is wholly Allied", port=port)
    if lost:
        why.add("level", 0, R("14.1.failure"), "every level needs all four Beachhead Markers")
        return 0, why
    if not held:
        why.add("level", 0, R("14.1.failure"), "every level needs a port")
        return 0, why
    why.add("level", 1, R("14.1.limited"), "all beachheads and a port: Limited")
    net = st.traced(ALLIED, [st.beachheads[0]])
    linked = [port for port in held if _is_linked(st, port, net)]
    for port in linked:
        words = "{port:port} is linked overland to all four beachheads"
        why.add("linked", 1, R("14.1"), words, port=port)
    if linked:
        why.add("level", 2, R("14.1.tactical"), "a linked port: Tactical")
    if len(linked) > 1:
        why.add("level", 3, R("14.1.operational"), "two linked ports: Operational")
    if len(linked) == 3 and _reaches_edge(st, net):
        words = "three linked ports, and an edge hex of the victory zone held and linked: Strategic"
        why.add("level", 4, R("14.1.strategic"), words)
    return _highest(why), why


def _highest(why: Ledger) -> int:
    """The highest level among the rows; none is Failure."""
    return max((int(row.value) for row in why.under("level")), default=0)


def _is_linked(st: Position, port: int, net: array[int]) -> bool:
    """Whether overland paths join a port to all four beachheads (readings 48, 49).

    `net` is what paths join to one of them; any hex of the port will do.
    """
    beaches = all(net[h] < UNREACHED for h in st.beachheads)
    return beaches and any(net[h] < UNREACHED for h in st.world.ports[port])


def _reaches_edge(st: Position, net: array[int]) -> bool:
    """Reading 50: a hex of the victory zone that the Allies control, on the same net."""
    return any(st.control[h] and net[h] < UNREACHED for h in st.world.allied_zone)


def german_level(st: Position) -> tuple[int, Ledger]:
    """14.2: the German level under the strategy drawn, with the facts that decide it."""
    hard = st.strategy in _AGAINST_RUSSIA
    rule = R("14.2.2") if hard else R("14.2.1")
    why = Ledger()
    if st.switches & SUSTAINED_EDGE and (raid := edge_contact(st, sustained=False)):
        words = "whether {unit:unit} at {hex:hex} counts depends on its overland supply"
        why.add("note", 0, R("reading 51"), words, unit=raid[0], hex=raid[1])
    if spoilt := edge_contact(st, sustained=bool(st.switches & SUSTAINED_EDGE)):
        words = "{unit:unit} or its zone of control is on the edge at {hex:hex}"
        why.add("edge", 0, _GERMAN[hard][0], words, unit=spoilt[0], hex=spoilt[1])
        return 0, why
    why.add("edge", 1, rule, "the South edge and the East edge south of 2301 are free of Allies")
    ports = 0
    for port, hexes in enumerate(st.world.ports):
        if not all(st.control[h] for h in hexes):
            ports += 1
            words = "the Germans hold a hex of {port:port}"
            why.add("ports", 1, rule, words, port=port)
    killed = sum(where == LOST for where in st.beachheads)
    why.add("beachheads", killed, rule, "{killed} Beachhead Markers eliminated", killed=killed)
    for level, (enough, kills) in _NEEDS[hard].items():
        if ports >= enough and killed >= kills:
            name = LEVELS[level]
            words = "ports {enough}, beachheads eliminated {kills}: {name}"
            cited = _GERMAN[hard][level]
            why.add("level", level, cited, words, enough=enough, kills=kills, name=name)
    return _highest(why), why


def edge_contact(st: Position, *, sustained: bool = False) -> tuple[int, int] | None:
    """14.2, readings 51 and 52: an Allied unit on the victory edges, in person or by its zone.

    If it must be sustained, only units in overland supply count.
    """
    zone = set(st.world.german_zone)
    for u in st.world.allied:
        h = st.loc[u]
        if h < 0 or (sustained and not traces_overland(st, u)):
            continue
        for each in (h, *st.world.near(h)):
            if each in zone:
                return u, each
    return None
