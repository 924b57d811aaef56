"""One turn of Market Garden with everybody moving, worked out on one core; and its memory.

Every unit of every team has a line of its own: half of those that fight attack, the rest march.
What is counted is from Control's word to the turn worked out, every card accepted, in seconds
of the processor. `python -m bench.bench_opcom [TURNS]`.
"""

from __future__ import annotations

import resource
import sys
from time import perf_counter, process_time

from bench.report import table
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.sheet import Row, Sheet
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, RELEASE, SHEET, YES

SCENARIO = "market-garden"
TURNS = 6


def everybody(st: Position, team: int) -> Sheet:
    """Return a sheet on which every unit of a team goes somewhere."""
    world = st.world
    known = known_to_team(st, team)
    goals = world.teams[team].objectives
    lines: list[Row] = []
    for i, number in enumerate(sorted(known.where)):
        troops = world.units[number]
        if number not in known.lost and goals:
            attacks = troops.fights and not troops.is_gun and i % 2
            lines.append(
                {
                    "unit": [troops.id],
                    "action": "attack" if attacks else "move",
                    "objective": goals[i % len(goals)],
                }
            )
    return {"team": world.teams[team].seat, "turn": str(st.turn), "order": lines}


def work_out(table_: Table[Position]) -> None:
    """Control's word, then every card accepted and every instant decision taken."""
    control = table_.state.world.control
    table_.act(control, ADJUDICATE())
    while (decision := table_.decision) is not None and decision.kind not in ("Release", "Orders"):
        seat = decision.seats[0]
        table_.act(seat, YES() if YES() in table_.legal(seat) else ACCEPT())


def megabytes() -> int:
    """Return the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measured(turns: int) -> list[tuple[str, ...]]:
    """By turn: lines, seconds of the processor and of the clock, memory."""
    game = OpCom(scenario=SCENARIO)
    at: Table[Position] = Table.new(game, scenario=SCENARIO, seed=b"b" * 32)
    rows: list[tuple[str, ...]] = []
    for _ in range(turns):
        count = 0
        for team in range(len(game.world.teams)):
            sheet = everybody(at.state, team)
            count += len(sheet.get("order", ()))
            at.act(team, SHEET.carrying(sheet_text(sheet)))
        turn = at.state.turn
        busy, clock = process_time(), perf_counter()
        work_out(at)
        busy, clock = process_time() - busy, perf_counter() - clock
        rows.append((str(turn), str(count), f"{busy:.2f}", f"{clock:.2f}", f"{megabytes()} MB"))
        at.act(game.world.control, RELEASE())
    return rows


def main(turns: int = TURNS) -> None:
    """Print the figures."""
    print("OP COM: a turn of Market Garden, everybody moving, worked out on one core")
    heads = ("turn", "units with orders", "seconds of processor", "of clock", "memory")
    print(table(heads, measured(turns)))


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:2]))
