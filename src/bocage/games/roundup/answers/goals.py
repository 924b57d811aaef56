"""14.0: how each side wins Operation Roundup, level by level, and where it stands now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bocage.engine.goals import Goal, Goals, Line, moment
from bocage.engine.words import Words
from bocage.games.roundup.board.position import LOST
from bocage.games.roundup.options import SUSTAINED_EDGE, THREATENED, bid_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s14_victory import (
    GERMAN_RULES,
    LEVELS,
    NEEDS,
    allied_level,
    counted_levels,
    edge_contacts,
    german_level,
    is_hard,
    threatened,
)
from bocage.games.roundup.short.points import holds, losses, short_points

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position
    from bocage.games.short_scenarios import ShortScenario


def goals(st: Position, *, hidden: bool) -> Goals:
    """Return what both sides play for. `hidden`: Hitler's strategy is not for who asks (15.1)."""
    if st.world.short is not None:
        return _short(st, st.world.short)
    allied, german = allied_level(st)[0], german_level(st)[0]
    counted = counted_levels(st)
    winner = None if len(set(counted)) == 1 else counted.index(max(counted))
    about: dict[str, object] = {"when": moment(st.stack, st.conceded), "side": winner}
    about |= {"allied": LEVELS[allied], "german": LEVELS[german]}
    ends = ", a draw" if winner is None else ", {side:side} win"
    words = "{when}: Allied {allied}, German {german}" + ("" if st.conceded else ends)
    if hidden:
        words = "{when}: Allied {allied}; what the Germans need is face down"
    made = [_allied(st), _german(st, hidden=hidden)]
    bidder, bid = bid_of(st.switches)
    if bid:
        what = "level" if bid == 1 else "levels"
        text = Words(what + " that {side:side} give for their side", {"side": bidder})
        line = Line(text, R("reading 78"), value=bid)
        other = made[1 - bidder]
        made[1 - bidder] = replace(other, lines=(*other.lines, line))
    return Goals(Words(words, about), R("14.0"), tuple(made))


def _short(st: Position, short: ShortScenario) -> Goals:
    """Return the points of a short scenario (reading 76)."""
    points, rule = short_points(st, short), R("reading 76")
    about = {"when": moment(st.stack, st.conceded), "side": points.winner}
    about |= {"allied": points.allied, "german": points.german, "needs": points.needs}
    words = "{when}: Allied {allied}, German {german}; "
    words += "the Allies win if they are {needs} or more ahead"
    lines: dict[int, list[Line]] = {ALLIED: [], GERMAN: []}
    for place in short.places:
        held = holds(st, place)
        told = Words("{name}, worth {points}", {"name": place.name, "points": place.points})
        hexes = tuple(place.hexes)
        lines[place.seat].append(Line(told, rule, held, place.points if held else 0, hexes))
    for seat, each, count, what, left in losses(st, short):
        worth = {"what": what, "each": each, "count": count}
        told = Words("{what}, {each} each: {count}", worth)
        lines[seat].append(Line(told, rule, None, each * count, left))
    standing = ("{allied} points", "{german} points")
    made = tuple(
        Goal(seat, Words(standing[seat], about), tuple(lines[seat])) for seat in (ALLIED, GERMAN)
    )
    words += "" if st.conceded else ": {side:side} win"
    return Goals(Words(words, about), rule, made)


def _allied(st: Position) -> Goal:
    """14.1: beachheads, ports, ports linked overland, the edge."""
    level, why = allied_level(st)
    beachheads, ports = int(why.total("beachheads")), int(why.total("ports"))
    linked = int(why.total("linked"))
    wanted = tuple(h for hexes in st.world.ports for h in hexes if not st.control[h])
    has: dict[str, object] = {
        "beachheads": beachheads,
        "ports": ports,
        "linked": linked,
        "held": [port for port in range(len(st.world.ports)) if st.holds_port(port)],
        "lost": [marker for marker, h in enumerate(st.beachheads) if h == LOST],
        "links": [row.words.fields["port"] for row in why.under("linked")],
    }
    left = "{beachheads} left" + ("; out of reach without {lost:beachhead}" if has["lost"] else "")
    named = ": {held:port}" if ports else ""
    joined = ": {links:port}" if linked else ""
    lines = (
        (
            f"Limited: all four Beachhead Markers ({left}) and a port ({{ports}} held{named})",
            R("14.1.limited"),
            wanted if not ports else (),
        ),
        (
            f"Tactical: a port linked overland to all four beachheads ({{linked}} linked{joined})",
            R("14.1.tactical"),
            wanted if ports < 1 else (),
        ),
        (
            f"Operational: two linked ports ({{linked}} linked{joined})",
            R("14.1.operational"),
            wanted if ports < 2 else (),
        ),
        (
            f"Strategic: three linked ports ({{linked}} linked{joined}), and a linked hex of the "
            "edge",
            R("14.1.strategic"),
            wanted if ports < len(st.world.ports) else (),
        ),
    )
    made = [
        Line(Words(words, has), rule, level > number, hexes=hexes if number == level else ())
        for number, (words, rule, hexes) in enumerate(lines)
    ]
    return Goal(ALLIED, Words(LEVELS[level]), tuple(made))


def _german(st: Position, *, hidden: bool) -> Goal:
    """Return a free edge, hexes of ports, beachheads eliminated; by the strategy drawn (14.2)."""
    level = german_level(st)[0]
    hard = is_hard(st) and not hidden
    sustained = bool(st.switches & SUSTAINED_EDGE)
    spoilers = [u for u, _ in edge_contacts(st, sustained=sustained)]
    spoiling = tuple(dict.fromkeys(st.loc[u] for u in spoilers))
    near = threatened(st) if hard and st.switches & THREATENED else []
    held = [
        port for port, hexes in enumerate(st.world.ports) if not all(st.control[h] for h in hexes)
    ]
    counted = [marker for marker, h in enumerate(st.beachheads) if h == LOST or h in near]
    has = {"ports": len(held), "held": held, "killed": len(counted), "counted": counted}
    beaches = tuple(h for h in st.beachheads if h >= 0)
    edge = "No Allied unit or zone of control on the South edge, or on the East edge south of 2301"
    edge += "; units without overland supply do not count" if sustained else ""
    edge += ". There: {spoilers:unit}" if spoilers else ""
    gone = "gone or in a German zone of control" if near else "gone"
    gone += ": {counted:beachhead}" if counted else ""
    named = ": {held:port}" if held else ""
    there = Words(edge, {"spoilers": spoilers})
    made = [Line(there, GERMAN_RULES[hard][0], not spoiling, hexes=spoiling)]
    for number, (enough, kills) in NEEDS[hard].items():
        words = f"{{name}}: a hex in {{enough}} of the ports ({{ports}} held{named})"
        words = words if enough else "{name}: nothing more"
        words += f", {{kills}} of the beachheads eliminated ({{killed}} {gone})" if kills else ""
        about = {"name": LEVELS[number], "enough": enough, "kills": kills, **has}
        rule: Rule = GERMAN_RULES[hard][number]
        met = None if hidden else level >= number
        hexes = beaches if kills and met is False else ()
        made.append(Line(Words(words, about), rule, met, hexes=hexes))
    standing = Words("not known") if hidden else Words(LEVELS[level])
    return Goal(GERMAN, standing, tuple(made))
