"""What must never be true of a position; the fuzzer asks after each action."""

from __future__ import annotations

from bocage.games.opcom.board.position import GONE, HERE, Position
from bocage.games.opcom.board.world import KINDS
from bocage.games.opcom.s07_traffic import room_on
from bocage.games.opcom.s12_air.brief import air_faults


def faults(st: Position) -> list[str]:
    """Return everything impossible."""
    found = air_faults(st)
    world = st.world
    for unit in world.units:
        number = unit.number
        if st.steps[number] > st.status(number).last_step:
            found.append(f"{unit.id} has lost more steps than it has")
        if st.where[number] > GONE:
            found.append(f"{unit.id} is nowhere")
        if not 0 <= st.spent[number] <= 1000:
            found.append(f"{unit.id} has moved for {st.spent[number]} thousandths of a turn")
        if st.attacks[number] > world.tables.figures.combat.attacks_a_day:
            found.append(f"{unit.id} has attacked {st.attacks[number]} times in a day")
        carried = sum(st.stock[number * len(KINDS) : (number + 1) * len(KINDS)])
        if carried > unit.unit.logistics_lift:
            found.append(f"{unit.id} carries {carried} points and can carry less")
        if st.where[number] == HERE and st.target[number] == number:
            found.append(f"{unit.id} attacks itself")
    if any(points < 0 for points in st.stock):
        found.append("a stack has less than nothing")
    for i, bridge in enumerate(world.crossings):
        # A bridge that is down by now may have carried its load while it stood.
        if st.crossed[i] > max(room_on(st, i), st.capacity[i], 4):
            found.append(f"{bridge.id} has carried {st.crossed[i]} points")
    for i, dump in enumerate(world.dumps):
        if st.delivered[i] > dump.delivers and st.delivered[i] != 255:
            found.append(f"{dump.id} has delivered {st.delivered[i]} points")
    return found
