"""Pairs of worlds that differ where a team cannot see, and what that team receives of each.

`python -m tests.games.opcom.leaking 1000` plays so many pairs and tells those that differ.
A fifth of them has a different fight elsewhere.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple

from bocage.ai.commander import CommanderPlayer
from bocage.engine.actions import text_of
from bocage.engine.play import pending
from bocage.engine.table import Table
from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s05_orders.files import sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.sheet import rows, texts, with_rows
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.words.verbs import SHEET
from tests.games.opcom.receiving import received

GAME = OpCom()
APART_KM = 9.0
"""Beyond passing distance, fire, and a half day's march of anyone who could bring news."""
WARM_UP = 2
"""Turns that are played before worlds part."""
FIGHTS = 5
"""One pair in so many has a different fight elsewhere."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of worlds: who looks, and what differs in the other world."""

    number: int
    scenario: str
    viewers: tuple[int, ...]
    """Teams that are far from everything that differs; each is a pair of its own."""
    turn: int
    acts: tuple[str, ...]
    orders: tuple[tuple[int, dict[str, Any]], ...]
    fight: bool


@cache
def begun(scenario: str, turns: int) -> Table[Position]:
    """Return a table after some turns by commanders, with sheets to be written."""
    table: Table[Position] = Table.new(GAME, scenario=scenario, seed=b"l" * 32)
    player, rng = CommanderPlayer(), Random(turns)
    while table.state.turn <= turns or not isinstance(table.state.stack[-1], Orders):
        seat = pending(table.state)[0]
        assert table.act(seat, player(table.state, table.legal(seat), rng))
    return table


def drawn(number: int, scenario: str = "malta") -> Pair | None:
    """Return a pair, or None if no unit is far enough from the viewer and its subordinates."""
    rng = Random(number)
    turns = rng.randint(0, WARM_UP)
    table = begun(scenario, turns)
    st = table.state
    world = st.world
    viewers = [t for t in range(len(world.teams)) if any(u.team == t for u in st.here())]
    viewer = rng.choice(viewers)
    seeing = {viewer, *below(st, viewer)}
    own = [st.at(u.number) for u in st.here() if u.team in seeing]
    far = [
        u
        for u in st.here()
        if u.team not in seeing and all(km_between(st.at(u.number), at) > APART_KM for at in own)
    ]
    foes = [u for u in far if u.side != world.side_of_team(viewer)]
    if not foes:
        return None
    acts: list[str] = []
    for unit in rng.sample(foes, min(len(foes), rng.randint(1, 3))):
        if unit.status.last_step:
            steps = rng.randint(0, unit.status.last_step)
            acts.append(f"steps {unit.id} {steps} because the world is another")
    stocked = [u for u in foes if u.unit.logistics_lift]
    if stocked:
        unit = rng.choice(stocked)
        points = rng.randint(0, unit.unit.logistics_lift // 2)
        acts.append(f"stock {unit.id} ammo {points} because the world is another")
    orders: list[tuple[int, dict[str, Any]]] = []
    fight = number % FIGHTS == 0
    movers = [u for u in far if u.fights and st.level(u.number) > 0]
    touched = {world.by_id[act.split()[1]] for act in acts}
    if movers:
        unit = rng.choice(movers)
        action = "attack" if fight else rng.choice(("hold", "prepare"))
        orders.append((unit.team, {"unit": [unit.id], "action": action, **_goal(st, unit, far)}))
        touched |= {unit.number, *(u.number for u in _goals(st, far, unit)[:1])}
    looking = [viewer, *(t for t in viewers if t != viewer and _is_far(st, t, touched))]
    return Pair(number, scenario, tuple(looking), st.turn, tuple(acts), tuple(orders), fight)


def below(st: Position, team: int) -> set[int]:
    """Return the teams directly under one: it reads what they report (reading 10.5)."""
    seat = st.world.teams[team].seat
    return {i for i, each in enumerate(st.world.teams) if each.under == seat}


def _is_far(st: Position, viewer: int, touched: set[int]) -> bool:
    """Return whether a team, and those who report to it, are far from all that differs."""
    world = st.world
    above = world.teams[viewer].under
    seeing = {viewer, *below(st, viewer)}
    own = [st.at(u.number) for u in st.here() if u.team in seeing]
    return all(
        world.units[number].team not in seeing
        and world.teams[world.units[number].team].seat != above
        and all(km_between(st.at(number), at) > APART_KM for at in own)
        for number in touched
    )


def _goals(st: Position, far: list[Any], unit: Any) -> list[Any]:
    """Return the enemies of a unit among those who are out of sight, the nearest first."""
    others = [u for u in far if u.side != unit.side]
    return sorted(others, key=lambda u: (st.km(unit.number, u.number), u.number))


def _goal(st: Position, unit: Any, far: list[Any]) -> dict[str, Any]:
    """Against the nearest of them."""
    for near in _goals(st, far, unit)[:1]:
        lat, lon = st.world.ways.earth(st.at(near.number))
        return {"objective": f"{lat:.4f} {lon:.4f}"}
    return {}


def otherwise(pair: Pair) -> dict[int, list[str]]:
    """What each viewer receives through one turn of the other world."""
    table = begun(pair.scenario, pair.turn - 1).branch()
    for act in pair.acts:
        table.adjust(table.state.world.control, act)
    sheets = {
        seat: _otherwise(sheet, [line for team, line in pair.orders if team == seat])
        for seat, sheet in as_it_is(pair.scenario, pair.turn).sheets.items()
    }
    return _through(table, list(pair.viewers), sheets)


class Turn(NamedTuple):
    """A turn of the world that nobody has touched."""

    got: dict[int, list[str]]
    """What every team received in it."""
    sheets: dict[int, int]
    """The sheets that were sent, by seat."""


@cache
def as_it_is(scenario: str, turn: int) -> Turn:
    """Return a turn of that world: commanders throw no dice, so it is the same for every pair."""
    table = begun(scenario, turn - 1).branch()
    sheets: dict[int, int] = {}
    return Turn(_through(table, list(range(len(table.state.world.teams))), sheets), sheets)


def _through(
    table: Table[Position], viewers: list[int], sheets: dict[int, int]
) -> dict[int, list[str]]:
    """Play a turn and return what each viewer gets at its beginning, at decisions and at its end.

    Teams send the sheets that are given; those of commanders are put among them.
    """
    player, rng = CommanderPlayer(), Random(0)
    got = {viewer: [received(table, viewer)] for viewer in viewers}
    turn = table.state.turn
    while table.state.stack and table.state.turn == turn:
        seat = pending(table.state)[0]
        legal = table.legal(seat)
        if any(SHEET.number == each >> 32 & 0xFF for each in legal):
            action = sheets.get(seat) or player(table.state, legal, rng)
            sheets[seat] = action
        else:
            action = player(table.state, legal, rng)
        if seat in got:
            got[seat].append(received(table, seat))
        ruling = table.act(seat, action)
        assert ruling, table.say(ruling)
    assert table.state.where.count(HERE)
    for viewer, seen in got.items():
        seen.append(received(table, viewer))
    return got


def _otherwise(action: int, lines: list[dict[str, Any]]) -> int:
    """Return a team's sheet with the lines that differ in the other world."""
    if not lines:
        return action
    sheet = sheet_from_text(text_of(action))
    named = {name for line in lines for name in line["unit"]}
    kept = [
        {**order, "unit": left}
        for order in rows(sheet, "order")
        if (left := [u for u in texts(order["unit"]) if u not in named])
    ]
    return SHEET.carrying(sheet_text(with_rows(sheet, {"order": [*kept, *lines]})))


def differs(pair: Pair) -> list[int]:
    """Return the viewers who could tell the worlds apart."""
    one, other = as_it_is(pair.scenario, pair.turn).got, otherwise(pair)
    return [viewer for viewer in pair.viewers if one[viewer] != other[viewer]]


def main() -> None:
    """Play pairs and say which differ."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    scenario = sys.argv[2] if len(sys.argv) > 2 else "malta"
    played = fights = worlds = told = 0
    number = 0
    while played < count:
        number += 1
        pair = drawn(number, scenario)
        if pair is None:
            continue
        worlds += 1
        played += len(pair.viewers)
        fights += len(pair.viewers) * pair.fight
        for viewer in differs(pair):
            told += 1
            print(f"world {number} differs for team {viewer}: {pair}", flush=True)
        if worlds % 10 == 0 or played >= count:
            print(
                f"{played} pairs in {worlds} worlds, {fights} with another fight elsewhere; "
                f"{told} differ",
                flush=True,
            )


if __name__ == "__main__":
    main()
