"""What teams learn on the ground: capacities of crossings and enemy formations (7.3.a, 10.5)."""

from __future__ import annotations

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.s06_movement.contact import Near, in_contact
from bocage.games.opcom.s10_reports.names import faced_as


def survey(st: Position, *, first: bool = False) -> None:
    """Let teams learn crossings near which they stayed, or that they reconnoitred (7.3.a).

    `first` is for the start of the game: units near a crossing count as having stayed there.
    """
    count = len(st.world.crossings)
    spots = [st.world.ways.xy(bridge.lat, bridge.lon) for bridge in st.world.crossings]
    for unit in st.here():
        at = st.at(unit.number)
        scouts = unit.arm in ("recce", "engineer")
        for i, spot in enumerate(spots):
            km = km_between(at, spot)
            stayed = km <= st.figures.reports.surveyed and (first or st.stayed[unit.number] > 0)
            if stayed or (scouts and km <= st.figures.reports.visited):
                st.surveyed[unit.team * count + i] = 1


def surveyed_by(st: Position, team: int) -> list[int]:
    """Return the crossings of which a team knows class and capacity."""
    count = len(st.world.crossings)
    return [i for i in range(count) if st.surveyed[team * count + i]]


def known_capacities(st: Position, team: int) -> list[tuple[int, int]]:
    """Return the crossings that a team knows, with their capacity as far as it knows.

    Only teams nearby, or corrected by Control, know that others have since built or broken a
    bridge.
    """
    before = {row.name: row.capacity for row in st.told[team].crossings}
    own = [st.at(u.number) for u in st.here() if u.team == team]
    corrected = {
        each.crossing for each in st.corrections if (each.team, each.code) == (team, "takes")
    }
    found: list[tuple[int, int]] = []
    for crossing in surveyed_by(st, team):
        bridge = st.world.crossings[crossing]
        at = st.world.ways.xy(bridge.lat, bridge.lon)
        fresh = (
            bridge.name not in before
            or any(km_between(at, there) <= st.figures.reports.surveyed for there in own)
            or crossing in corrected
        )
        found.append((crossing, st.capacity[crossing] if fresh else before[bridge.name]))
    return found


def face(st: Position) -> None:
    """Note the enemy formations faced for more than one turn, for reports by name (10.5, reading
    10.3).

    They were fought in the turn, or are in contact at its end.
    """
    near = Near.of(st)
    now: dict[tuple[int, str], str] = {}
    met = [(fight.team, enemy) for fight in st.fought for enemy, _ in fight.enemies]
    for unit in st.here():
        if st.level(unit.number) > 0:
            met += [(unit.team, enemy) for enemy in in_contact(st, unit.number, near)]
    for team, enemy in met:
        now.setdefault((team, st.formation(enemy)), faced_as(st, enemy))
    before = {(team, name): turns for team, name, turns in st.faced}
    st.faced = tuple((team, name, before.get((team, name), 0) + 1) for team, name in sorted(now))
    for team, name, turns in st.faced:
        if turns == st.figures.reports.named and name:
            st.note(team, "faced", name=now[team, name])
