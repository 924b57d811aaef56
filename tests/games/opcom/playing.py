"""Tables of OP COM for tests: sheets from files, Control that accepts, teams that answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from bocage.engine.dice import GivenDice, Oracle
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.told import as_data
from bocage.games.opcom.s05_orders.files import read_sheet, shaped, sheet_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Understood, understand
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.games.opcom.words.verbs import ACCEPT, ADJUDICATE, NO, RELEASE, SHEET, YES

GAME = OpCom()
GUARDS, WALTHER, CONTROL = 0, 1, 2
INSTANT = ("Overtake", "Redirect", "Sally")
"""Decisions that teams take at the instant."""


def begun(
    dice: Iterable[str] = (), scenario: str = "joes-bridge", oracle: Oracle | None = None
) -> Table[Position]:
    """Return a new table with these dice."""
    return Table.new(GAME, scenario=scenario, seed=b"s" * 32, oracle=oracle or GivenDice(dice))


def sample(scenario: str, name: str) -> Sheet:
    """A sheet that comes with the game."""
    folder = files("bocage.games.opcom") / "data" / scenario / "sheets" / name
    return read_sheet(Path(str(folder)))


def send(table: Table[Position], seat: int, sheet: Sheet) -> None:
    """A team sends a sheet, which must be taken."""
    ruling = table.act(seat, SHEET.carrying(sheet_text(sheet)))
    assert ruling, table.say(ruling)


def sheet(*orders: dict[str, Any], turn: int = 1, **more: Any) -> Sheet:
    """Return a sheet written in a test."""
    return shaped({"turn": str(turn), "order": list(orders), **more})


def meant(text: Sheet, team: int = GUARDS, table: Table[Position] | None = None) -> Understood:
    """What a sheet means to Control at the beginning of a game, or at a table."""
    st = (table or begun()).state
    return understand(load_world("joes-bridge"), team, text, known_to_team(st, team))


def work_out(table: Table[Position], *, overrun: bool = True) -> None:
    """Control adjudicates and accepts every card, up to the release; teams answer alike."""
    control = table.game.control
    assert control is not None
    assert table.act(control, ADJUDICATE())
    while (decision := table.decision) is not None and decision.kind not in ("Release", "Orders"):
        seat = decision.seats[0]
        answer = (YES() if overrun else NO()) if decision.kind in INSTANT else ACCEPT()
        ruling = table.act(seat, answer)
        assert ruling, table.say(ruling)


def release(table: Table[Position]) -> None:
    """Control releases the turn."""
    control = table.game.control
    assert control is not None
    assert table.act(control, RELEASE())


def play_samples(table: Table[Position], folder: str, *turns: tuple[str, str]) -> None:
    """Turns with the sheets that come with the game, released but for the last."""
    for number, names in enumerate(turns, 1):
        for seat, name in enumerate(names):
            send(table, seat, sample(folder, name))
        work_out(table)
        if number < len(turns):
            release(table)


def level(table: Table[Position], unit: str) -> int:
    """Return the status of a unit."""
    return table.state.level(table.state.world.by_id[unit])


def told(table: Table[Position], team: int) -> dict[str, Any]:
    """What a team was last told."""
    return as_data(table.state.told[team])


def alone(
    *units: str, at: Mapping[str, str] | None = None, dice: Iterable[str] = ()
) -> Table[Position]:
    """Joe's Bridge with these units and nobody else, some of them moved, by Control's hand."""
    table = begun([*dice, *["3"] * 60])
    for unit in table.state.world.units:
        if unit.id not in units:
            table.adjust(CONTROL, f"remove {unit.id} because of the test")
    for unit_id, place in (at or {}).items():
        table.adjust(CONTROL, f"move {unit_id} {place} because of the test")
    return table


def ordered(table: Table[Position], team: int, *orders: dict[str, Any], **more: Any) -> Position:
    """Return one turn with these orders of a team, worked out."""
    turn = table.state.turn
    send(table, team, sheet(*orders, turn=turn, **more))
    send(table, 1 - team, sheet(turn=turn))
    work_out(table)
    return table.state


def go(unit: str, to: str, posture: str = "tact", **more: Any) -> dict[str, Any]:
    """Return a move."""
    return {"unit": unit, "action": "move", "posture": posture, "objective": to, **more}
