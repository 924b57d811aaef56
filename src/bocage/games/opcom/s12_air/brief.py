"""A team's knowledge of its own air force: remaining squadrons, lifts and their state (12)."""

from __future__ import annotations

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.told import LiftRow, SquadronRow, Told
from bocage.games.opcom.s12_air.sorties import FLOWN, WAITING

_STANDS = ("waiting", "flown", "given up")


def told_squadrons(st: Position, team: int) -> tuple[SquadronRow, ...]:
    """Return the air units of a team; empty for a team without aircraft."""
    sky = st.world.sky
    return tuple(
        SquadronRow(row.id, row.name, row.role, st.squadrons[i], row.from_turn, row.to_turn)
        for i, row in enumerate(sky.units)
        if sky.team_of[i] == team
    )


def told_lifts(st: Position, team: int) -> tuple[LiftRow, ...]:
    """Return the lifts of a team; empty for a team without its own aircraft."""
    sky = st.world.sky
    if team not in sky.team_of:
        return ()
    return tuple(
        LiftRow(lift.id, lift.zone, lift.turn, _STANDS[st.lifts[i]])
        for i, lift in enumerate(sky.lifts)
        if sky.lift_team[i] == team
    )


def can_fly(told: Told, turn: int) -> list[SquadronRow]:
    """Return the squadrons and serials of a team that are left and may fly this turn."""
    return [each for each in told.squadrons if each.left and each.since <= turn <= each.until]


def air_brief(told: Told, turn: int) -> list[str]:
    """Return lines about the squadrons that can fly this turn, and the lifts that are due or
    flown.
    """
    found: list[str] = []
    for each in can_fly(told, turn):
        many = "serials" if each.role == "transport" else "squadrons"
        one = many[:-1] if each.left == 1 else many
        found.append(f"{each.name} ({each.id}): {each.role}, {each.left} {one}.")
    for lift in told.lifts:
        if lift.stands == _STANDS[WAITING]:
            when = "now" if lift.turn <= turn else f"in turn {lift.turn}"
            found.append(f"Lift {lift.id} to {lift.to} is due {when}.")
        elif lift.stands != _STANDS[FLOWN]:
            found.append(f"Lift {lift.id} to {lift.to} has been given up.")
    return found


def air_faults(st: Position) -> list[str]:
    """Return the faults in the state of the air; empty if it is sound."""
    sky = st.world.sky
    found = [
        f"{row.id} has {st.squadrons[i]} squadrons of {row.strength}"
        for i, row in enumerate(sky.units)
        if st.squadrons[i] > row.strength
    ]
    found += [f"{st.world.units[u].id} moves at {p}%" for u, p in enumerate(st.pace) if p > 100]
    found += [
        f"lift {lift.id} stands at {st.lifts[i]}"
        for i, lift in enumerate(sky.lifts)
        if st.lifts[i] >= len(_STANDS)
    ]
    for unit, turn in st.scattered:
        if turn < st.turn or not st.steps[unit]:
            found.append(f"{st.world.units[unit].id} has no scattered troops who could come back")
    return found
