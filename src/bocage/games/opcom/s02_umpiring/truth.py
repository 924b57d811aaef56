"""The master map, a team's belief beside it, and the scores; all only for Control."""

from __future__ import annotations

from bocage.engine import desk as shown
from bocage.engine.operation import Point
from bocage.engine.past import Past
from bocage.games.opcom.board.position import BLOWN, HERE, PREPARED, SAFE, Position
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.debrief.mistakes import Judged, judged
from bocage.games.opcom.debrief.moments import Moment, moments
from bocage.games.opcom.debrief.score import Part
from bocage.games.opcom.debrief.score import debrief as scored
from bocage.games.opcom.pieces.told import as_data
from bocage.games.opcom.s10_reports.dates import in_full
from bocage.games.opcom.s10_reports.release import effectiveness
from bocage.games.opcom.s10_reports.speech import called
from bocage.games.opcom.words.places import describe


def truth(st: Position) -> shown.Truth:
    """Return the master map."""
    world = st.world
    return shown.Truth(
        units=tuple(_unit(st, u.number) for u in world.units),
        crossings=tuple(_crossing(st, i) for i in range(len(world.crossings))),
        dumps=tuple(
            shown.TrueDump(
                id=dump.id,
                name=dump.name,
                seat=dump.team,
                at=(st.depot_x[i], st.depot_y[i]),
                **_points(st, len(world.units) + i),
            )
            for i, dump in enumerate(world.dumps)
            if st.depot_side[i]
        ),
        bad_roads=bool(st.bad_roads),
        flying=st.flying,
        close_support=st.close_support,
    )


def _unit(st: Position, number: int) -> shown.TrueUnit:
    unit = st.world.units[number]
    here = st.where[number] == HERE
    return shown.TrueUnit(
        id=unit.id,
        name=unit.name,
        seat=st.world.teams[unit.team].seat,
        side=unit.unit.side,
        at=st.at(number),
        began=(st.from_x[number], st.from_y[number]),
        midway=(st.midway_x[number], st.midway_y[number]),
        place=describe(st.world, st.at(number)) if here else "",
        level=st.level(number),
        full=unit.status.levels[0],
        state=effectiveness(st, number) if here else "",
        here=here,
        **_points(st, number),
    )


def _points(st: Position, holder: int) -> dict[str, int]:
    ammo = sum(st.holds(holder, kind) for kind in range(FUEL))
    return {"ammo": ammo, "fuel": st.holds(holder, FUEL)}


def _crossing(st: Position, number: int) -> shown.TrueCrossing:
    each = st.world.crossings[number]
    marks = st.bridges[number]
    state = (
        "blown"
        if marks & BLOWN
        else "safe"
        if marks & SAFE
        else "prepared"
        if marks & PREPARED
        else "standing"
    )
    at = st.world.ways.xy(each.lat, each.lon)
    return shown.TrueCrossing(each.id, each.name, at, state, st.capacity[number])


def belief(st: Position, team: int) -> shown.Belief:
    """Return a team's last information, and its differences from the truth now."""
    told = st.told[team]
    when = in_full(st.world.turn(max(1, st.turn)))
    moment = Moment(st.turn, when, st, st.told)
    return shown.Belief(
        seat=st.world.teams[team].seat,
        turn=told.turn,
        told=as_data(told),
        differences=tuple(_differences(moment, team, judged(moment, team))),
    )


def _differences(moment: Moment, team: int, found: Judged) -> list[shown.Difference]:
    """Return the errors in a team's belief, each with the believed point and the true one."""
    st = moment.truth
    rows = {called(row.name): row for row in moment.told[team].units}
    made: list[shown.Difference] = []
    for own in found.own:
        words = f"believed {own.believed}, in fact {own.true}"
        if own.state != own.true_state:
            words += f"; believed that it {own.state}, it {own.true_state}"
        row = rows[own.name]
        believed: Point = (row.x, row.y)
        true = st.at(st.world.by_id[row.id])
        made.append(shown.Difference("own", own.name, words, believed, true, own.km))
    for seen in found.sightings:
        if not seen.faults and seen.km < 1:
            continue
        words = f"told {seen.count} {seen.place}: {', '.join(seen.faults) or 'about right'}"
        if seen.true_count:
            words += f"; in fact {seen.true_count}, {seen.true_who or 'no fighting troops'}"
        name = seen.who or "enemy"
        made.append(shown.Difference("sighted", name, words, seen.at, seen.nearest, seen.km))
    made += [
        shown.Difference("missed", each.name, each.place, None, each.at, each.km)
        for each in found.missed
    ]
    return made


def debrief(st: Position) -> shown.Debrief:
    """Return the present scores, with reasons."""
    found = scored(st)
    return shown.Debrief(
        tuple(_section(each) for each in found.parts), found.totals, found.bands, found.yardstick
    )


def _section(part: Part) -> shown.ScoreSection:
    lines = tuple(
        shown.ScoreLine(
            each.line.id,
            each.line.words,
            each.points,
            each.line.history,
            each.why,
            each.counts,
        )
        for each in part.lines
    )
    section = part.section
    return shown.ScoreSection(
        section.id, section.title, section.side, part.points, section.most, part.history, lines
    )


def beliefs(past: Past[Position]) -> list[shown.BeliefAt]:
    """Return the distance of each team's belief from the truth, turn by turn.

    This replays the whole game, which takes seconds in a long one.
    """
    found: list[shown.BeliefAt] = []
    for moment in moments(past):
        for team, each in enumerate(moment.truth.world.teams):
            made = judged(moment, team)
            if not made.own_count and not made.sightings:
                continue
            found.append(
                shown.BeliefAt(
                    turn=moment.turn,
                    when=moment.when,
                    seat=each.seat,
                    own=made.own_count,
                    own_wrong=len(made.own),
                    sightings=len(made.sightings),
                    right=made.right,
                    missed=len(made.missed),
                    km=round(made.mean_km, 1),
                    differences=tuple(_differences(moment, team, made)),
                )
            )
    return found
