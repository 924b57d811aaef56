"""3.3: who wins The Pocket at Falaise: Victory Points, from where they come, and surrenders."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bocage.engine.goals import Goal, Goals, Line, moment
from bocage.engine.words import Words
from bocage.games.falaise.board.position import EXITED
from bocage.games.falaise.options import bid_of
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_victory import (
    BONUS,
    allied_points,
    count_up,
    is_placed,
    needed,
    to_roll,
)
from bocage.games.falaise.short.points import AWAY, away

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position
    from bocage.games.short_scenarios import ShortScenario


def surrenders(st: Position) -> tuple[tuple[int, ...], Fraction]:
    """Return the Germans without an LOC who would roll now, and how many would surrender (3.3).

    In a game that is over they have rolled.
    """
    units = to_roll(st) if st.stack else ()
    faces = range(1, 7)
    chances = (
        Fraction(sum(die + BONUS > st.world.printed[u] for die in faces), 6)
        if st.world.printed[u] >= 1 + BONUS
        else Fraction(1)
        for u in units
    )
    return units, sum(chances, Fraction(0))


def goals(st: Position) -> Goals:
    """Return the points of both sides if it ended now, source by source."""
    if st.world.short is not None:
        return _short(st, st.world.short)
    count = count_up(st)
    german = int(count.total("german"))
    units, many = surrenders(st)
    expected = round(st.vp + many)
    bid = bid_lines(st)
    given = sum(line.value or 0 for line in bid[ALLIED])
    expected += given
    winner = ALLIED if st.vp + given + many - german >= 1 else GERMAN
    when = moment(st.stack, st.conceded)
    about = {"when": when, "allied": expected, "german": german, "side": winner}
    about["many"] = len(units)
    words = "{when}: Allied VP {allied}, German VP {german}"
    words += "" if st.conceded else ", {side:side} win"
    if units:
        words += "; the Allied points count likely surrenders (German units without an LOC: {many})"
    allied = [
        Line(Words("so far, for losses of both sides and for Argentan"), R("3.3.b"), value=st.vp)
    ]
    allied += [*_surrendering(st), *bid[ALLIED]]
    needs = Line(Words("more points than the Germans: 0 ahead is a German win"), R("3.3.o"))
    return Goals(
        Words(words, about),
        R("3.3"),
        (
            Goal(ALLIED, _points(expected), (*allied, needs)),
            Goal(GERMAN, _points(german), (*_sources(st), *bid[GERMAN])),
        ),
    )


def _points(points: int) -> Words:
    return Words("{points} point" if points == 1 else "{points} points", {"points": points})


def bid_lines(st: Position) -> tuple[list[Line], list[Line]]:
    """Return the points that each side has from the other's bid, if there was one (reading 121)."""
    found: tuple[list[Line], list[Line]] = [], []
    bidder, points = bid_of(st.switches)
    if points:
        what = "point" if points == 1 else "points"
        words = Words(what + " that {side:side} give for their side", {"side": bidder})
        found[1 - bidder].append(Line(words, R("reading 121"), value=points))
    return found


def _surrendering(st: Position) -> list[Line]:
    """Return the points of likely surrenders, if there are any (3.3)."""
    units, many = surrenders(st)
    words = Words("likely surrenders (German units without an LOC: {many})", {"many": len(units)})
    hexes = tuple(sorted({st.loc[u] for u in units}))
    return [Line(words, R("3.3.f"), value=round(many), hexes=hexes)] if units else []


def _short(st: Position, short: ShortScenario) -> Goals:
    """Return the points of a short scenario (reading 117)."""
    count = count_up(st)
    allied = allied_points(st, count) + round(surrenders(st)[1])
    german = int(count.total("german"))
    winner = ALLIED if allied - german >= needed(st) else GERMAN
    about = {"when": moment(st.stack, st.conceded), "side": winner}
    about |= {"allied": allied, "german": german, "needs": needed(st)}
    rule = R("reading 117")
    ahead = "{needs} or more ahead" if needed(st) else "level or ahead"
    words = "{when}: Allied VP {allied}, German VP {german}; the Allies win if they are "
    words += ahead + ("" if st.conceded else ": {side:side} win")
    gone, each = away(st, short), short.counts.get(AWAY, 0)
    got = Words("units that escaped, {count} at {each} each", {"count": len(gone), "each": each})
    lines: dict[int, list[Line]] = {
        ALLIED: [
            Line(Words("so far, for losses of both sides"), R("3.3.b"), value=st.vp),
            *_surrendering(st),
        ],
        GERMAN: [Line(got, rule, value=each * len(gone))],
    }
    for place in short.places:
        held = all(st.at(h, place.seat) for h in place.hexes)
        told = {"name": place.name, "points": place.points}
        text = Words("{name}, worth {points}", told)
        hexes = tuple(place.hexes)
        value = place.points if held else 0
        lines[place.seat].append(Line(text, rule, held, value, hexes))
    for seat, each_bid in enumerate(bid_lines(st)):
        lines[seat] += each_bid
    made = tuple(
        Goal(seat, _points(points), tuple(lines[seat]))
        for seat, points in ((ALLIED, allied), (GERMAN, german))
    )
    return Goals(Words(words, about), rule, made)


def _sources(st: Position) -> list[Line]:
    """Return the German points, by the rule that gives them; at the end with names."""
    rows = count_up(st).rows
    found: list[Line] = []
    said: dict[Rule, str] = {
        R("3.3.i"): "divisions east of the Withdrawal Line, {count} of them",
        R("3.3.j"): "Mechanized units east of the Withdrawal Line, {count} of them",
        R("3.3.m"): "units that left by the south edge, {count} of them",
        R("3.3.l"): "Argentan, with an LOC",
        R("3.3.k"): "Argentan, without an LOC",
    }
    for rule, words in said.items():
        mine = [row for row in rows if row.rule == rule]
        if mine or rule not in (R("3.3.l"), R("3.3.k")):
            value = int(sum(row.value for row in mine))
            about: dict[str, object] = {"count": len(mine)}
            if mine and not st.stack:
                fields = [row.words.fields for row in mine]
                if "name" in fields[0]:
                    about["names"] = ", ".join(str(each["name"]) for each in fields)
                    words += ": {names}"
                elif "unit" in fields[0]:
                    about["units"] = [each["unit"] for each in fields]
                    words += ": {units:unit}"
            found.append(Line(Words(words, about), rule, value=value))
    ground = st.world.ground
    placed = [u for u in st.world.german if is_placed(st, u) and not st.world.company[u]]
    away = [
        u for u in placed if st.loc[u] == EXITED or (st.loc[u] >= 0 and ground.escaped[st.loc[u]])
    ]
    if away:
        words = "units out that were placed and score nothing, {count} of them"
        found.append(Line(Words(words, {"count": len(away)}), R("reading 119"), value=0))
    return found
