"""The staff at The Pocket at Falaise: retreats and lines of communication, against the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bocage.ai import load_game
from bocage.ai.staff.falaise.fires import op_fire
from bocage.ai.staff.falaise.lines import surrenders
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.routs import LOST, Rout
from bocage.ai.staff.falaise.worths import Worths
from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.games.falaise.board.position import DEAD, DISRUPTED, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s10_results import Battle
from bocage.games.falaise.s10_retreats import NOBODY, Retreat, Retreating
from bocage.games.falaise.trials import midgame

from .falaise_positions import empty, put


@pytest.fixture(scope="module")
def game() -> Falaise:
    """Return the game with its players."""
    found = load_game("falaise")
    assert isinstance(found, Falaise)
    return found


def worth_of(st: Position) -> Callable[[int, int, bool], float]:
    """Return a worth that tells hexes apart, and the disrupted from the others."""
    numbers = st.world.grid.numbers

    def worth(u: int, h: int, shaken: bool) -> float:
        return (int(numbers[h]) * 7 % 13) / 13 - (0.3 if shaken else 0.0)

    return worth


def by_the_rules(st: Position, u: int, worth: Callable[[int, int, bool], float]) -> float:
    """What is left of a retreat: dice on the mean, the owner's best choice, the staff's fire."""
    was = bool(st.marks[u] & DISRUPTED)

    def left(now: Position) -> float:
        top = now.stack[-1]
        if isinstance(top, Chance):
            found = [left(after(now, CHANCE, each)) for each in top.outcomes(now)]
            return sum(found) / len(found)
        if isinstance(top, Retreat):
            return max(left(after(now, GERMAN, each)) for each in top.legal(now))
        if isinstance(top, OpFire):
            return left(after(now, ALLIED, op_fire(now, top, top.legal(now))))
        h = now.loc[u]
        return worth(u, h, bool(now.marks[u] & DISRUPTED) and not was) if h >= 0 else LOST

    h = st.loc[u]
    begun = st.copy()
    begun.push(Battle(ALLIED, h, False, (), (u,), "", ()))
    begun.push(Retreating(GERMAN, h, (u,), (u,), NOBODY, (), ()))
    play.settle(begun)
    return left(begun)


def after(st: Position, seat: int, action: int) -> Position:
    """The position when that is done."""
    found = st.copy()
    play.apply(found, seat, action)
    return found


def test_a_retreat_is_weighed_as_the_rules_play_it(game: Falaise) -> None:
    """On scattered positions the mean of the best retreat is that of every die and choice."""
    rng = Random(8)
    kinds = set[bool]()
    for turn in (4, 5) * 20:
        st = empty(game, turn)
        grid = st.world.grid
        number = rng.choice(("2420", "2616", "1834", "3740", "4043", "2813"))
        u = put(st, rng.choice(("G-2P-3", "G-353-941", "G-84-51")), number)
        near = [n for n in grid if 0 < grid.distance(st.loc[u], n) <= 3 and not st.at(n, GERMAN)]
        for name in ("U-1-16", "U-9-39", "B-43-129", "P-1-S", "C-4-CUR", "U-90-357"):
            h = rng.choice(near)
            if not st.at(h, ALLIED) and rng.random() < 0.8:
                put(st, name, grid.numbers[h])
        free = [n for n in near if not st.at(n, ALLIED)]
        put(st, "G-2P-2", grid.numbers[rng.choice(free)])
        if rng.random() < 0.5:
            st.marks[u] |= DISRUPTED
        worth = worth_of(st)
        found = Rout(st, st.loc[u], worth).kept()[u]
        kinds.add(found > 0.5)
        assert found == pytest.approx(by_the_rules(st, u, worth))
    assert kinds == {True, False}


def test_planned_moves_count_like_moves_made(game: Falaise) -> None:
    """A retreat is worth the same whether the Allies are to go to their hexes or stand there."""
    rng = Random(3)
    changed = 0
    for turn in (4, 5) * 15:
        st = empty(game, turn)
        grid = st.world.grid
        u = put(st, "G-2P-3", rng.choice(("2420", "2616", "1834")))
        put(st, "G-2P-2", grid.numbers[rng.choice(st.world.ground.near[st.loc[u]])])
        near = [n for n in grid if grid.distance(st.loc[u], n) <= 4 and not st.at(n, GERMAN)]
        names = ("U-1-16", "U-9-39", "B-43-129", "C-4-CUR", "U-90-357")
        units = [
            put(st, name, grid.numbers[n])
            for name, n in zip(names, rng.sample(near, len(names)), strict=True)
        ]
        worth = worth_of(st)
        rout = Rout(st, st.loc[u], worth)
        stands = rout.kept()
        for _ in range(4):
            moves = dict(zip(rng.sample(units, 3), rng.sample(near, 3), strict=True))
            there = st.copy()
            for v, n in moves.items():
                there.place(v, n)
            found = rout.kept(moves)
            assert found == Rout(there, st.loc[u], worth).kept()
            changed += found != stands
    assert changed > 10


def test_who_is_ringed_in_is_lost_and_a_point(game: Falaise) -> None:
    """Where every hex around is taken, or is meant to be, a retreat is the end."""
    st = empty(game, 6)
    u = put(st, "G-2P-3", "2420")
    around = st.world.ground.near[st.loc[u]]
    names = ("U-1-16", "U-1-18", "U-1-26", "U-9-39", "U-9-47", "U-9-60")
    units = [put(st, name, st.world.grid.numbers[n]) for name, n in zip(names, around, strict=True)]
    worths = Worths(Outlook(st, seat=ALLIED))
    ringed = worths.retreat(st, st.loc[u])
    assert ringed == pytest.approx(worths.outlook.saved_at(u, st.loc[u]) - LOST)
    away = st.world.grid.hex("3020")
    open_one = units[0]
    assert worths.retreat(st, st.loc[u], {open_one: away}) < ringed
    st.place(open_one, away)
    later = Worths(Outlook(st, seat=ALLIED))
    assert later.retreat(st, st.loc[u]) < later.retreat(st, st.loc[u], {open_one: around[0]})


def test_lines_that_a_unit_cuts_are_those_of_the_rules(game: Falaise) -> None:
    """Wherever a regiment goes, as many lose their line as the rules say (6.5)."""
    st = midgame(game.world, Random(5))
    world = st.world
    u = world.unit_names.index("U-90-357")
    st.place(u, DEAD)
    outlook = Outlook(st.copy(), seat=ALLIED)
    pocket = [
        v
        for v in world.german
        if st.loc[v] >= 0 and not world.ground.escaped[st.loc[v]] and not world.company[v]
    ]

    def with_lines() -> float:
        return sum(surrenders(st, v) for v in pocket if has_loc(st, v))

    before = with_lines()
    assert outlook.supplied == pytest.approx(before)
    cuts = set[bool]()
    for h in range(0, world.size, 7):
        if world.ground.escaped[h] or st.at(h, GERMAN):
            continue
        st.place(u, h)
        cut = before - with_lines()
        cuts.add(cut > 0)
        assert outlook.cut_by(h) == pytest.approx(cut)
    assert cuts == {True, False}
