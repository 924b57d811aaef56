"""The reports that a team gets when Control releases a turn, made only from facts (10).

Reports never have a status or a number of a rule. Effectiveness is in words, supplies are in
points (reading 1.6).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bocage.games.opcom.board.position import DUE, GONE, HERE, Position
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.board.world import FUEL, Troops
from bocage.games.opcom.debrief.honours import mission_lines, missions_of
from bocage.games.opcom.pieces.orders import (
    Bombardment,
    DumpMove,
    FireMission,
    Mission,
    Train,
)
from bocage.games.opcom.pieces.told import (
    CrossingRow,
    DueRow,
    OrderFact,
    OtherRow,
    Sighting,
    StackRow,
    StockRow,
    Told,
    UnitRow,
)
from bocage.games.opcom.s05_orders.rest import is_shattered
from bocage.games.opcom.s08_bridges import known_down
from bocage.games.opcom.s10_reports.answers import answers, told_answers
from bocage.games.opcom.s10_reports.beliefs import believed
from bocage.games.opcom.s10_reports.budget import length
from bocage.games.opcom.s10_reports.dates import in_full
from bocage.games.opcom.s10_reports.discoveries import known_capacities
from bocage.games.opcom.s10_reports.drafts import drafts
from bocage.games.opcom.s10_reports.edits import edits_of, release_faults
from bocage.games.opcom.s10_reports.facts import FormationFact
from bocage.games.opcom.s10_reports.formations import formations
from bocage.games.opcom.s10_reports.lint import faults, names_of
from bocage.games.opcom.s10_reports.messages import heard, received
from bocage.games.opcom.s10_reports.remarks import corrections, unassigned
from bocage.games.opcom.s10_reports.selection import gathered, lost_to_enemy, unedited, used
from bocage.games.opcom.s10_reports.speech import called, in_short, in_words
from bocage.games.opcom.s10_reports.states import listed_as, standing, word_of
from bocage.games.opcom.s10_reports.summary import spoken_report
from bocage.games.opcom.s10_reports.touch import UNCONFIRMED, known_at, last_told
from bocage.games.opcom.s10_reports.words import points
from bocage.games.opcom.s11_supplies.stacks import stacks_of
from bocage.games.opcom.s12_air.brief import told_lifts, told_squadrons
from bocage.games.opcom.words.places import describe


def effectiveness(st: Position, unit: int) -> str:
    """Return the state of a unit in words, from only its rung (10.1)."""
    return listed_as(word_of(st, unit))


def first_told(st: Position) -> tuple[Told, ...]:
    """Return what teams know before the first turn: their own units and stocks, and their
    mission.
    """
    return tuple(
        _told(st, team, ["The operation begins.", *mission_lines(st.world, team)])
        for team in range(len(st.world.teams))
    )


def told_after(st: Position) -> tuple[Told, ...]:
    """Return each team's report of the turn that was worked out.

    A headquarters also reads what those under it report (reading 10.5).
    """
    found: list[Told] = []
    teams = range(len(st.world.teams))
    facts = [gathered(st, team) for team in teams]
    words = [drafts(st, team, facts[team]) for team in teams]
    for team in teams:
        under = {each: facts[each] for each in teams_under(st, team)}
        lines = report(st, team, facts[team], under)
        more = annex(st, team, words[team])
        for each in (each for each in under if words[each]):
            more += [f"{st.world.teams[each].name} reports:", *words[each]]
        seen = sightings(st, team, facts[team])
        found.append(_told(st, team, lines, seen, annex=more, orders=answers(st, team)))
    return tuple(found)


def drafted(st: Position, team: int) -> tuple[list[str], list[str]]:
    """Return all that a team will read if Control releases the turn now: its report, and the
    annex.
    """
    under = {each: gathered(st, each) for each in teams_under(st, team)}
    facts = gathered(st, team)
    more = annex(st, team, drafts(st, team, facts))
    for each, some in under.items():
        if said := drafts(st, each, some):
            more += [f"{st.world.teams[each].name} reports:", *said]
    return report(st, team, facts, under), more


def unreleasable(st: Position, teams: Sequence[int] | None = None) -> list[str]:
    """Return the faults that forbid the release to some teams, or to all.

    After any edit, tanks, guns and aircraft that took part are still reported. No report has a word
    of the rules or a forbidden number (reading 10.6). Messages of other teams are in their own
    words.
    """
    names = names_of(st.world)
    found: list[str] = []
    for team in range(len(st.world.teams)) if teams is None else teams:
        each = st.world.teams[team]
        edits = edits_of(st, team)
        wrong = release_faults(unedited(st, team), edits) if edits else []
        if edits or any(note.code == "set right" for note in st.corrections if note.team == team):
            known = [*names, *_written(st, {team, *teams_under(st, team)})]
            said = set(heard(st, team))
            for line in (line for part in drafted(st, team) for line in part if line not in said):
                wrong += faults(line, known)
        found += [f"{each.seat}: {fault}" for fault in dict.fromkeys(wrong)]
    return found


def _written(st: Position, teams: Collection[int]) -> list[str]:
    """Return the places that the sheets of teams name in their own words: `500 m N of Best`."""
    found = [line.goal_name for line in st.orders if line.team in teams]
    for chore in st.chores:
        if chore.team in teams and isinstance(chore, (DumpMove, FireMission, Train, Bombardment)):
            found.append(chore.name)
        elif chore.team in teams and isinstance(chore, Mission):
            found.append(chore.where)
    return [name for name in found if name]


def teams_under(st: Position, team: int) -> list[int]:
    """Return the teams with a headquarters directly under this one."""
    seat = st.world.teams[team].seat
    return [i for i, each in enumerate(st.world.teams) if each.under == seat]


def sightings(st: Position, team: int, facts: Sequence[FormationFact]) -> list[Sighting]:
    """Return the team's beliefs about the enemy after this turn's reports with these facts."""
    before = st.told[team].sightings
    own = {
        name: [known_at(st, unit.number) for unit in units if st.where[unit.number] == HERE]
        for name, units in formations(st, team).items()
    }
    return believed(before, facts, own, st.turn, st.world.tables)


def report(
    st: Position,
    team: int,
    facts: Sequence[FormationFact],
    under: Mapping[int, Sequence[FormationFact]],
) -> list[str]:
    """Return the lines of a team's report: corrections by Control, messages, then its staff's
    words.
    """
    found = [f"{st.world.teams[team].name}, {in_full(st.world.turn(st.turn))}."]
    found += [f"Correction: {each}" for each in corrections(st, team)]
    found += heard(st, team)
    return [*found, *spoken_report(st, team, facts, under, spent=length(found[:1]))]


def annex(st: Position, team: int, formed: Sequence[str]) -> list[str]:
    """Return the whole detail: every order answered, every formation, every point; `formed` are the
    reports of the formations.
    """
    found = told_answers(st, team)
    found += [each.words for each in unassigned(st, team)]
    found += formed
    ammo, fuel = used(st, team)
    lines = " ".join(f"{each}." for each in used_by_line(st, team))
    whole = f"In all we used {points(ammo, fuel) or 'nothing'}"
    lost = lost_to_enemy(st, team)
    whole += f" and lost {in_words(lost)} to the enemy." if lost else "."
    found.append(f"Supply return. {lines} {whole}" if lines else f"Supply return. {whole}")
    return found


def used_by_line(st: Position, team: int) -> list[str]:
    """Return the supplies that each line of the sheet used, as Control notes them there (5.1).

    Guns that fired for several lines count in the first of them.
    """
    found: list[str] = []
    guns = {g for line in st.orders for g, _ in line.support}
    counted: set[int] = set()
    for line in st.orders:
        if line.team != team:
            continue
        own = [u for u in line.units if u not in guns]
        numbers = (*own, *(g for g, _ in line.support if g not in counted))
        counted |= {g for g, _ in line.support}
        ammo, fuel = used(st, team, numbers)
        if ammo or fuel:
            names = [called(st.world.units[unit].name) for unit in own] or ["The guns"]
            found.append(f"{in_short(names)} used {points(ammo, fuel)}")
    return found


def _told(
    st: Position,
    team: int,
    lines: list[str],
    seen: Sequence[Sighting] = (),
    *,
    annex: Sequence[str] = (),
    orders: Sequence[OrderFact] = (),
) -> Told:
    world = st.world
    own = [u for u in world.units if u.team == team]
    seat = world.teams[team].seat
    stocks = [
        _stock(st, unit.number, unit.name)
        for unit in own
        if unit.unit.logistics_lift and st.where[unit.number] == HERE
    ]
    stocks += [
        _stock(st, len(world.units) + i, dump.name, (st.depot_x[i], st.depot_y[i]))
        for i, dump in enumerate(world.dumps)
        if dump.team == seat and st.depot_side[i]
    ]
    stocks += [
        _stock(
            st, len(world.units) + d, f"supplies {describe(world, (st.depot_x[d], st.depot_y[d]))}"
        )
        for d in stacks_of(st, team)
    ]
    return Told(
        turn=st.turn,
        report=tuple(lines),
        annex=tuple(annex),
        orders=tuple(orders),
        messages=tuple(received(st, team)),
        units=tuple(reported(st, u) for u in own if st.where[u.number] == HERE),
        due=tuple(
            DueRow(u.id, u.name, *u.start, turn)
            for turn, u in sorted(_due(st, own), key=lambda each: (each[0], each[1].number))
        ),
        lost=tuple(
            u.id
            for u in own
            if st.where[u.number] == GONE
            or (st.where[u.number] == HERE and is_shattered(st, u.number))
        ),
        down=tuple(world.crossings[c].id for c in known_down(st, team)),
        sightings=tuple(seen),
        stocks=tuple(stocks),
        stacks=tuple(
            StackRow(d, st.depot_x[d], st.depot_y[d], *_points(st, len(world.units) + d))
            for d in stacks_of(st, team)
        ),
        under=tuple(
            OtherRow(u.id, *known_at(st, u.number))
            for below in teams_under(st, team)
            for u in world.units
            if u.team == below and st.where[u.number] == HERE
        ),
        lent=tuple(
            OtherRow(u.id, *st.at(u.number))
            for u in world.units
            if u.is_gun
            and world.teams[u.team].seat == world.teams[team].under
            and st.where[u.number] == HERE
        ),
        crossings=tuple(
            CrossingRow(
                world.crossings[c].name,
                world.crossings[c].weight,
                capacity,
                _is_charged(st, team, c),
            )
            for c, capacity in known_capacities(st, team)
        ),
        squadrons=told_squadrons(st, team),
        lifts=told_lifts(st, team),
        mission=tuple(each.words for each in missions_of(world, team)),
    )


def reported(st: Position, unit: Troops) -> UnitRow:
    """Return a unit's place and state.

    If it is out of touch, the last known (10.2, reading 10.4).
    """
    found = UnitRow(
        id=unit.id,
        name=unit.name,
        x=st.xs[unit.number],
        y=st.ys[unit.number],
        at=describe(st.world, st.at(unit.number)),
        state=effectiveness(st, unit.number),
        standing=standing(word_of(st, unit.number)),
    )
    last = last_told(st, unit.number)
    if last is None:
        return found
    return replace(last, at=f"{describe(st.world, (last.x, last.y))}{UNCONFIRMED}")


def _due(st: Position, own: list[Troops]) -> list[tuple[int, Troops]]:
    """Return the reinforcements still to come, with their planned turn (4.0.d)."""
    return [(u.unit.arrival_turn, u) for u in own if st.where[u.number] == DUE]


def _is_charged(st: Position, team: int, crossing: int) -> bool:
    """Return whether the team's own side prepared a bridge that, as far as it knows, still
    stands (8.0).
    """
    bridge = st.world.crossings[crossing]
    ours = _HOLDERS[st.world.side_of_team(team)] in bridge.state
    return ours and bridge.prepared and crossing not in known_down(st, team)


_HOLDERS = ("Allied", "German")
"""The holder of a bridge at the start, as the map names it, by side."""


def _stock(st: Position, holder: int, name: str, at: Point | None = None) -> StockRow:
    x, y = at or (None, None)
    return StockRow(name, *_points(st, holder), x, y)


def _points(st: Position, holder: int) -> tuple[int, int]:
    """Return ammunition and fuel."""
    return sum(st.holds(holder, kind) for kind in range(FUEL)), st.holds(holder, FUEL)
