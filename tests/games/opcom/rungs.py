"""Pairs of worlds that differ in strength within one rung of the ladder, and what teams receive.

`python -m tests.games.opcom.rungs 1000 market-garden` plays so many pairs and tells those that
differ. In most of them strengths part when a turn has been worked out: its reports must be
equal. In one in `WHOLE` they part before the turn: where it comes to the same end, rung for
rung, everything that every team received on the way must be equal.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from random import Random

from bocage.ai.commander import CommanderPlayer
from bocage.engine.play import pending
from bocage.engine.table import Table
from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.fights import Fought
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.s10_reports.states import kind_of, word_for, word_of
from bocage.games.opcom.words.verbs import RELEASE
from tests.games.opcom.receiving import received

GAME = OpCom()
TURNS = 3
"""Turns after which worlds part."""
WHOLE = 20
"""One pair in so many parts before a turn, and is played through it."""
MOST = 0.7
FEW = 0.08
"""Share of the units that could differ and do: at a release, and before a turn."""


@cache
def played(scenario: str, turns: int, *, released: bool) -> Table[Position]:
    """Return a table of commanders: a turn worked out, or sheets to be written after it."""
    wanted = Orders if released else Release
    table: Table[Position] = Table.new(GAME, scenario=scenario, seed=b"r" * 32)
    if turns > 1 or not released:
        table = played(scenario, turns - released, released=not released).branch()
    player, rng = CommanderPlayer(), Random(turns)
    while table.state.turn < turns + released or not isinstance(table.state.stack[-1], wanted):
        seat = pending(table.state)[0]
        assert table.act(seat, player(table.state, table.legal(seat), rng))
    return table


def alike(st: Position, unit: int, steps: int) -> list[int]:
    """Return the other steps with which a unit would be on the same rung.

    A unit that waits for stragglers has lost the step that they bring back (12.4.c): it stays.
    """
    if any(who == unit for who, _ in st.scattered):
        return []
    kind, status = kind_of(st.world.units[unit]), st.status(unit)
    word = word_for(kind, status, steps, tables())
    least = st.world.units[unit].unit.start_step if not st.rebuilt[unit] else 0
    return [
        each
        for each in range(min(least, steps), status.last_step + 1)
        if each != steps and word_for(kind, status, each, tables()) == word
    ]


def worn(st: Position, rng: Random) -> Position:
    """Return the same with units on rungs of all kinds: half of them have been through
    something.
    """
    made = st.copy()
    for unit in st.here():
        last = st.status(unit.number).last_step
        scattered = any(who == unit.number for who, _ in st.scattered)
        if last and not scattered and rng.random() < 0.5:
            made.steps[unit.number] = rng.randint(min(unit.unit.start_step, last - 1), last - 1)
    made.fought = tuple(
        replace(
            each,
            enemies=tuple(
                (n, rng.randint(0, max(0, st.status(n).last_step - 1))) for n, _ in each.enemies
            ),
        )
        for each in st.fought
    )
    return made


def otherwise(st: Position, rng: Random, share: float) -> tuple[Position, int]:
    """Another world, every unit on the rung that it is on; and how many strengths differ."""
    made = st.copy()
    changed = 0
    for unit in st.here():
        others = alike(st, unit.number, st.steps[unit.number])
        if others and rng.random() < share:
            made.steps[unit.number] = rng.choice(others)
            changed += 1
    fought: list[Fought] = []
    for fight in st.fought:
        enemies: list[tuple[int, int]] = []
        for number, steps in fight.enemies:
            others = alike(st, number, steps)
            other = rng.choice(others) if others and rng.random() < share else steps
            changed += other != steps
            enemies.append((number, other))
        fought.append(replace(fight, enemies=tuple(enemies)))
    made.fought = tuple(fought)
    return made, changed


def told_in(table: Table[Position]) -> list[str]:
    """What every team receives of a turn that has been worked out, before and after release."""
    teams = range(len(table.state.world.teams))
    before = [received(table, team) for team in teams]
    assert table.act(table.state.world.control, RELEASE())
    return [*before, *(received(table, team) for team in teams)]


def reported(number: int, scenario: str) -> tuple[int, list[int]]:
    """Return one pair that parts at the release: how many strengths differ, and who can tell."""
    rng = Random(number)
    table = played(scenario, rng.randint(1, TURNS), released=False)
    one = worn(table.state, rng)
    other, changed = otherwise(one, rng, MOST)
    return changed, _who(told_in(table.branch(one)), told_in(table.branch(other)), table)


def whole(number: int, scenario: str) -> tuple[bool, list[int]]:
    """Return one pair that parts before a turn: whether it came to the same end, and who can
    tell.
    """
    rng = Random(number)
    table = played(scenario, rng.randint(1, TURNS - 1), released=True)
    first = worn(table.state, rng)
    second, changed = otherwise(first, rng, FEW)
    one, here = _through(table.branch(first), number)
    other, there = _through(table.branch(second), number)
    if not changed or here != there:
        return False, []
    return True, _who(one, other, table)


def _through(table: Table[Position], number: int) -> tuple[list[str], list[object]]:
    """What teams received in a turn, and what it came to."""
    player, rng = CommanderPlayer(), Random(number)
    teams = range(len(table.state.world.teams))
    got: list[str] = []
    end: list[object] = []
    turn = table.state.turn
    while table.state.stack and table.state.turn == turn:
        if isinstance(table.state.stack[-1], Release):
            end = came_to(table.state)
        seat = pending(table.state)[0]
        if seat in teams:
            got.append(received(table, seat))
        assert table.act(seat, player(table.state, table.legal(seat), rng))
    return [*got, *(received(table, team) for team in teams)], end


def came_to(st: Position) -> list[object]:
    """All that may honestly differ in reports: places, rungs, fights, bridges, stocks."""

    def fight(each: Fought) -> tuple[object, ...]:
        words = tuple(
            (n, word_for(kind_of(st.world.units[n]), st.status(n), lost, tables()))
            for n, lost in each.enemies
        )
        return replace(each, enemies=()), words

    return [
        [(st.at(u), st.where[u], word_of(st, u)) for u in range(len(st.world.units))],
        [fight(each) for each in st.fought],
        bytes(st.bridges),
        list(st.stock),
        [card.name for card in st.cards],
        [each for each in st.notes if each.code == "recovered"],
        bytes(st.marks),
        st.where.count(HERE),
    ]


def _who(one: list[str], other: list[str], table: Table[Position]) -> list[int]:
    """Return the places at which the two differ, by team."""
    count = len(table.state.world.teams)
    if len(one) != len(other):
        return [-1]
    return [i % count for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def main() -> None:
    """Play pairs and say which differ."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    scenario = sys.argv[2] if len(sys.argv) > 2 else "market-garden"
    parted = through = strengths = differ = 0
    for number in range(1, count + 1):
        if number % WHOLE:
            changed, who = reported(number, scenario)
            strengths += changed
            parted += 1
        else:
            same, who = whole(number, scenario)
            through += same
        if who:
            differ += 1
            print(f"pair {number}: seats {who} can tell", flush=True)
        if not number % 50:
            print(
                f"{number} pairs: {parted} part at the release ({strengths} strengths otherwise), "
                f"{through} before a turn that came to the same end; {differ} differ",
                flush=True,
            )


if __name__ == "__main__":
    main()
