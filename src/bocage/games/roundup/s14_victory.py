"""14.0 Victory conditions: the level each side has reached, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.engine.ledger import Ledger
from bocage.games.roundup.board.position import LOST
from bocage.games.roundup.options import SUSTAINED_EDGE, THREATENED, bid_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s04_supply import traces_overland
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position

LEVELS: Final = ("Failure", "Limited", "Tactical", "Operational", "Strategic")
"""14.1, 14.2, reading 53: more is better; equal levels are a draw."""

_AGAINST_RUSSIA: Final = (3, 4)

NEEDS: Final = (
    {1: (0, 0), 2: (1, 0), 3: (2, 0), 4: (3, 1)},
    {1: (0, 0), 2: (1, 1), 3: (2, 2), 4: (3, 3)},
)
"""14.2.1 and 14.2.2: by level, the ports in which the Germans need a hex, and the beachheads
eliminated.
"""

GERMAN_RULES: Final = (
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
    """Return the Allied level, with the facts that decide it (14.1)."""
    why = Ledger()
    lost = sum(not controls_beachhead(st, marker) for marker in range(len(st.beachheads)))
    empty = any(where >= 0 and not st.at(where, ALLIED) for where in st.beachheads)
    rule = R("14.1").read(R("reading 47")) if empty else R("14.1")
    why.add("beachheads", 4 - lost, rule, "{left} of 4 Beachhead Markers", left=4 - lost)
    held = [port for port in range(len(st.world.ports)) if st.holds_port(port)]
    for port in held:
        why.add("ports", 1, R("14.1"), "{port:port} is wholly Allied", port=port)
    if lost:
        rule = R("14.1.failure").read(R("reading 54"))
        why.add("level", 0, rule, "every level needs all four Beachhead Markers")
        return 0, why
    if not held:
        why.add("level", 0, R("14.1.failure"), "every level needs a port")
        return 0, why
    net = st.traced(ALLIED, [st.beachheads[0]])
    linked = [port for port in held if _is_linked(st, port, net)]
    rule = R("14.1.limited") if linked else R("14.1.limited").read(R("reading 49"))
    why.add("level", 1, rule, "all beachheads and a port: Limited")
    for port in linked:
        words = "{port:port} is linked overland to all four beachheads"
        rule = R("14.1").read(R("reading 48"))
        if any(net[h] >= UNREACHED for h in st.world.ports[port]):
            rule = rule.read(R("reading 49"))
        why.add("linked", 1, rule, words, port=port)
    links = int(why.total("linked"))
    if links:
        why.add("level", 2, R("14.1.tactical"), "a linked port: Tactical")
    if links > 1:
        why.add("level", 3, R("14.1.operational"), "two linked ports: Operational")
    if links == len(st.world.ports) and (edge := _edge_reached(st, net)):
        words = "three linked ports, and an edge hex of the victory zone held and linked: Strategic"
        rule = R("14.1.strategic").read(R("reading 50"))
        if not set(edge) & set(st.world.german_zone):
            rule = rule.read(R("reading 1"))
        why.add("level", 4, rule, words)
    return _highest(why), why


def counted_levels(st: Position) -> tuple[int, int]:
    """Return both levels for comparison (14.0, reading 78). A player's bid for a side raises the
    level of the other.
    """
    levels = [allied_level(st)[0], german_level(st)[0]]
    bidder, bid = bid_of(st.switches)
    levels[1 - bidder] += bid
    return levels[ALLIED], levels[GERMAN]


def controls_beachhead(st: Position, marker: int) -> bool:
    """Return whether a Beachhead Marker is on the map, and so controlled (14.1, reading 47)."""
    return st.beachheads[marker] != LOST


def _highest(why: Ledger) -> int:
    """Return the highest level among the rows; none is Failure."""
    return max((int(row.value) for row in why.under("level")), default=0)


def _is_linked(st: Position, port: int, net: array[int]) -> bool:
    """Return whether overland paths join a port to all four beachheads (readings 48, 49).

    `net` is what paths join to one of them; any hex of the port will do.
    """
    beaches = all(net[h] < UNREACHED for h in st.beachheads)
    return beaches and any(net[h] < UNREACHED for h in st.world.ports[port])


def _edge_reached(st: Position, net: array[int]) -> list[int]:
    """Return the hexes of the victory zone that the Allies control, on the same net (reading
    50).
    """
    return [h for h in st.world.allied_zone if st.control[h] and net[h] < UNREACHED]


def is_hard(st: Position) -> bool:
    """Return whether the strategy drawn takes from Russia, so that the Germans need more
    (14.2.2).
    """
    return st.strategy in _AGAINST_RUSSIA


def german_level(st: Position) -> tuple[int, Ledger]:
    """Return the German level under the strategy drawn, with the facts that decide it (14.2)."""
    hard = is_hard(st)
    rule = R("14.2.2") if hard else R("14.2.1")
    why = Ledger()
    if st.switches & SUSTAINED_EDGE and (raid := edge_contact(st, sustained=False)):
        words = "whether {unit:unit} at {hex:hex} counts depends on its overland supply"
        rule_15 = R("15.18").read(R("reading 51"))
        why.add("note", 0, rule_15, words, unit=raid[0], hex=raid[1])
    if spoilt := edge_contact(st, sustained=bool(st.switches & SUSTAINED_EDGE)):
        words = "{unit:unit} or its zone of control is on the edge at {hex:hex}"
        cited = _spoiling(st, *spoilt, GERMAN_RULES[hard][0])
        why.add("edge", 0, cited, words, unit=spoilt[0], hex=spoilt[1])
        return 0, why
    words = "the South edge and the East edge south of 2301 are free of Allies"
    beyond = [h for h in st.world.allied_zone if h not in st.world.german_zone]
    touched = any(st.at(h, ALLIED) or st.in_enemy_zone(h, GERMAN) for h in beyond)
    why.add("edge", 1, rule.read(R("reading 1")) if touched else rule, words)
    for port, hexes in enumerate(st.world.ports):
        if not all(st.control[h] for h in hexes):
            words = "the Germans hold a hex of {port:port}"
            empty = not any(st.at(h, GERMAN) for h in hexes)
            cited = rule.read(R("reading 55")) if empty else rule
            why.add("ports", 1, cited, words, port=port)
    ports = int(why.total("ports"))
    lost, near = sum(where == LOST for where in st.beachheads), threatened(st)
    counted = bool(st.switches & THREATENED)
    killed = lost + counted * len(near)
    why.add("beachheads", killed, rule, "{killed} Beachhead Markers eliminated", killed=killed)
    for h in near:
        words = "the Beachhead Marker at {hex:hex} is in a German zone of control, and "
        words += "counts as eliminated" if counted else "does not count as eliminated"
        why.add("beachheads", 0, R("reading 79"), words, hex=h)
    for level, (enough, kills) in NEEDS[hard].items():
        if ports >= enough and killed >= kills:
            name = LEVELS[level]
            words = "ports {enough}, beachheads eliminated {kills}: {name}"
            cited = GERMAN_RULES[hard][level]
            why.add("level", level, cited, words, enough=enough, kills=kills, name=name)
    return _highest(why), why


def threatened(st: Position) -> list[int]:
    """Return the hexes of the Beachhead Markers in a German zone of control, under strategies 3
    and 4: with the option they count as eliminated for the German level (reading 79).
    """
    if not is_hard(st):
        return []
    return [h for h in st.beachheads if h >= 0 and st.in_enemy_zone(h, ALLIED)]


def _spoiling(st: Position, u: int, h: int, rule: Rule) -> Rule:
    """Return the rule by which a unit cut off, or a zone alone, spoils the edge (14.2, readings 51
    and 52).
    """
    if not st.switches & SUSTAINED_EDGE and not traces_overland(st, u):
        rule = rule.read(R("reading 51"))
    return rule.read(R("reading 52")) if st.loc[u] != h else rule


def edge_contacts(st: Position, *, sustained: bool = False) -> Iterator[tuple[int, int]]:
    """Yield each Allied unit on the victory edges, in person or by its zone, with the hex of the
    edge (14.2, readings 51 and 52).

    If it must be sustained, only units in overland supply count.
    """
    zone = set(st.world.german_zone)
    for u in st.world.allied:
        h = st.loc[u]
        if h < 0 or (sustained and not traces_overland(st, u)):
            continue
        for each in (h, *st.world.near(h)):
            if each in zone:
                yield u, each
                break


def edge_contact(st: Position, *, sustained: bool = False) -> tuple[int, int] | None:
    """Return the first of these units, with its hex of the edge, or None."""
    return next(edge_contacts(st, sustained=sustained), None)
