"""A whole campaign by commanders, to read the reports of every team, turn by turn.

`python -m tests.games.opcom.reading market-garden 18 FOLDER` plays so many turns, writes the
reports of each team into its own file, and lists the faults that the lint of reports finds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bocage.ai.commander import CommanderPlayer
from bocage.engine.play import pending
from bocage.engine.saves import written
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s10_reports.lint import faults, names_of


def campaign(scenario: str, turns: int, seed: int = 1) -> Iterator[Table[Position]]:
    """Yield a table of commanders, each time that a turn has been released."""
    game = OpCom(scenario=scenario)
    table: Table[Position] = Table.new(game, scenario=scenario, seed=bytes([seed]) * 32)
    player, rng = CommanderPlayer(), Random(seed)
    while table.decision is not None and table.state.turn <= turns:
        releases = isinstance(table.state.stack[-1], Release)
        seat = pending(table.state)[0]
        assert table.act(seat, player(table.state, table.legal(seat), rng))
        if releases:
            yield table


def told(st: Position) -> Iterator[tuple[str, list[str]]]:
    """What each team was last told, by its seat."""
    for team, told in zip(st.world.teams, st.told, strict=True):
        yield team.seat, [*told.report, "-- annex", *told.annex]


def wrong(st: Position) -> list[str]:
    """What the lint has against the last reports of any team."""
    names = names_of(st.world)
    return [
        f"{seat}, turn {st.told[0].turn}: {each}: {line[:90]}"
        for seat, lines in told(st)
        for line in lines
        for each in faults(line, names)
    ]


def main() -> None:
    """Play, write and lint."""
    scenario, turns, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    lines = found = 0
    for table in campaign(scenario, turns, int(sys.argv[4]) if len(sys.argv) > 4 else 1):
        st = table.state
        turn = st.told[0].turn
        for seat, report in told(st):
            with (folder / f"{seat}.txt").open("a", encoding="utf-8") as file:
                file.write(f"=== turn {turn}\n" + "\n".join(report) + "\n\n")
            lines += len(report)
        for each in wrong(st):
            found += 1
            print(each, flush=True)
        (folder / "game.bocage").write_text(written(table), encoding="utf-8")
        print(f"turn {turn}: {lines} reports so far, {found} faults", flush=True)


if __name__ == "__main__":
    main()
