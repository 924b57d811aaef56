"""The Allied staff of Falaise on the move: the race for the ways out, the guard of the south
edge, Argentan, and what it does who has nothing to do."""

from __future__ import annotations

from random import Random

import pytest

from bocage.ai import load_game
from bocage.ai.staff import NOVICE, REGULAR
from bocage.ai.staff.falaise import FalaiseOffice
from bocage.ai.staff.falaise.allied import Marches
from bocage.ai.staff.falaise.front import Front
from bocage.ai.staff.falaise.guard import POSTS, STARTS, post_of, step_to
from bocage.ai.staff.falaise.outlook import Outlook, fired_from
from bocage.ai.staff.falaise.race import Race, odds_of
from bocage.ai.staff.levels import Level
from bocage.engine import play
from bocage.engine.actions import first
from bocage.engine.playout import play_out, policy
from bocage.engine.state import State
from bocage.games.falaise.board.position import Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_redeployment import Redeploy
from bocage.games.falaise.s03_setup import load_setups
from bocage.games.falaise.s07_movement import begin
from bocage.games.falaise.trials import midgame
from bocage.games.falaise.words.verbs import GO, STAY
from bocage.hexes.kernels import BLOCKED, UNREACHED

from .falaise_positions import empty, put


@pytest.fixture(scope="module")
def game() -> Falaise:
    """Return the game with its players."""
    found = load_game("falaise")
    assert isinstance(found, Falaise)
    return found


@pytest.fixture
def field(game: Falaise) -> Position:
    """Return the map on a day turn without a unit."""
    return empty(game, 4)


def moved(st: Position, u: int, level: Level = REGULAR) -> int:
    """Where a staff that has just sat down sends a unit."""
    st.stack = (*st.stack, begin(st, ALLIED, (u,)))
    legal = play.legal(st, ALLIED)
    action = FalaiseOffice(ALLIED, level).decide(st, legal, Random(1))
    assert action in legal
    if action == STAY():
        return st.loc[u]
    assert action >> 32 == GO.number
    return first(action)


def test_the_longer_the_way_the_smaller_the_odds() -> None:
    """The odds fall with the way, south and east, and are nothing where no way leads."""
    for south in (False, True):
        odds = [odds_of(far, 60.0, south=south) for far in range(0, 120, 6)]
        assert odds == sorted(odds, reverse=True)
        assert odds[0] > 0.8
        assert odds[-1] < 0.05
        assert odds_of(UNREACHED, 60.0, south=south) == 0
        assert odds_of(5, 0.0, south=south) == 0


def test_what_a_hex_stops_is_what_changes_when_somebody_stands_there(game: Falaise) -> None:
    """Over all hexes of some positions: the shortcut for ways that lead elsewhere changes no
    figure, and with the unit in place there is so much less to lose."""
    seen = 0
    for seed in range(3):
        st = midgame(game.world, Random(seed))
        u = next(u for u in st.world.allied if st.loc[u] >= 0 and not st.world.armor[u])
        without = Outlook(st, (u,), seat=ALLIED)
        race = Race(without)
        lost = race.at_stake(without.zone)
        under = fired_from(st.world)
        for h in range(0, st.world.size, 7):
            if without.zone[h] & BLOCKED or st.world.ground.escaped[h]:
                continue
            saved = race.stopped(h, 1, under[h])
            st.place(u, h)
            assert abs(saved - (lost - race.at_stake(st.zone(GERMAN)))) < 1e-9
            seen += saved > 0.05
    assert seen > 20


def test_a_hex_beside_every_way_stops_nobody(field: Position) -> None:
    """Where nobody passes nobody is stopped; on the way of a division somebody is."""
    put(field, "G-2P-2", "2415")
    race = Race(Outlook(field, seat=ALLIED))
    under = fired_from(field.world)
    grid = field.world.grid
    far = grid.hex("0550")
    assert race.stopped(far, 1, under[far]) == 0
    near = [h for h in field.world.grid if grid.distance(h, grid.hex("2415")) == 2]
    assert max(race.stopped(h, 1, under[h]) for h in near) > 0.1


def test_a_late_blocker_stops_only_units_still_to_come(field: Position) -> None:
    """A German just before a hex is stopped there by somebody who is there at once, and by
    nobody who needs two turns more."""
    put(field, "G-2P-2", "2415")
    race = Race(Outlook(field, seat=ALLIED))
    under = fired_from(field.world)
    near = field.world.ground.near[field.world.grid.hex("2415")]
    for h in near:
        now, later = (race.stopped(h, turns, under[h]) for turns in (1, 3))
        assert later == 0 <= now
    assert any(race.stopped(h, 1, under[h]) > 0 for h in near)


def test_a_task_leaves_out_the_ways_that_do_not_count(field: Position) -> None:
    """Who is to think of the south alone stops nobody on the way east."""
    put(field, "G-2P-2", "2415")
    outlook = Outlook(field, seat=ALLIED)
    under = fired_from(field.world)
    for h in field.world.ground.near[field.world.grid.hex("2415")]:
        assert Race(outlook, (0.0, 1.0)).stopped(h, 1, under[h]) == 0


def test_a_german_about_to_leave_is_worth_more_than_one_who_cannot(field: Position) -> None:
    """An infantry unit on the last row with turns left is worth most of its point. Far from
    every edge on the last turn it is worth less."""
    u = put(field, "G-84-51", "4040")
    about_to = Outlook(field, seat=ALLIED).worth[u]
    assert about_to > 0.8
    field.place(u, field.world.grid.hex("2035"))
    field.turn = 10
    assert Outlook(field, seat=ALLIED).worth[u] < about_to


def test_the_guard_has_a_post_each_on_the_last_row(field: Position) -> None:
    """Each unit has its own post and stays there; every hex between two posts is next to one."""
    world = field.world
    units = [put(field, name, number) for name, number in zip(STARTS, POSTS, strict=True)]
    posts = [post_of(field, u) for u in units]
    assert sorted(posts) == sorted(world.grid.hex(number) for number in POSTS)
    assert posts == [field.loc[u] for u in units]
    assert all(world.ground.last_row[h] for h in posts)
    columns = sorted(int(number[2:]) for number in POSTS)
    for column in range(columns[0], columns[-1]):
        h = world.grid.hex(f"40{column:02d}")
        assert h in posts or any(n in posts for n in world.ground.near[h])
    assert moved(field, units[0]) == posts[0]
    assert post_of(field, put(field, "B-43-129", "1641")) == -1


def test_the_guard_is_set_up_near_its_posts(game: Falaise) -> None:
    """Where the staff puts the guard is legal, however the Germans stand, and nearer to the edge
    than the recommended set-up."""
    put_at: dict[int, int] = {}

    def each(st: State) -> None:
        assert isinstance(st, Position)
        if isinstance(st.stack[-1], Redeploy) and not put_at:
            put_at.update((u, st.loc[u]) for u in st.world.allied)

    players = [policy(game, "staff"), policy(game, "random")]
    play_out(game, players, 7, each=each, most=200)
    world = game.world
    for name, number in STARTS.items():
        assert world.grid.numbers[put_at[world.unit_names.index(name)]] == number
    plan = load_setups(world)[ALLIED]["recommended"]
    own = [world.unit_names.index(name) for name in STARTS]
    rows = [int(world.grid.numbers[put_at[u]][:2]) for u in own]
    assert sum(rows) > sum(int(world.grid.numbers[plan[u]][:2]) for u in own)


def test_a_guard_comes_nearer_to_its_post(field: Position) -> None:
    """From the front line the infantry of the VII Corps goes south, past Germans in its way."""
    u = put(field, "U-9-47", "3638")
    put(field, "G-84-51", "3836")
    distance = field.world.grid.distance
    post = post_of(field, u)
    assert distance(moved(field, u), post) < distance(field.loc[u], post)
    near = field.world.ground.near[post]
    assert step_to(field, u, post, 12, [*near, post]) == post
    field.place(u, near[0])
    assert step_to(field, u, post, 12, [*near[1:], post]) == post
    field.place(u, post)
    assert step_to(field, u, post, 12, near) == post


def test_nobody_leaves_argentan_empty(field: Position) -> None:
    """The only Allied unit in Argentan stays, whatever tempts it; with another one it may go."""
    field.argentan = ALLIED
    field.argentan_taken = 1
    put(field, "G-2P-2", "2816")
    u = put(field, "F-2-D", "3219")
    assert moved(field.copy(), u) == field.world.ground.argentan
    other = put(field, "U-80-317", "3219")
    field.marks[other] = 0
    field.stack = field.stack[:-1]
    assert moved(field, u) != field.world.ground.argentan


@pytest.mark.parametrize("level", [REGULAR, NOVICE])
def test_who_has_nothing_to_do_does_not_walk_away(field: Position, level: Level) -> None:
    """A brigade far behind the Germans follows them or stays, and never turns round."""
    u = put(field, "B-43-129", "1240")
    target = put(field, "G-276-988", "2341")
    distance = field.world.grid.distance
    before = distance(field.loc[u], field.loc[target])
    after = distance(moved(field, u, level), field.loc[target])
    assert after < before if level is REGULAR else after <= before


def test_a_hex_is_weighed_the_lower_the_later_it_is_reached(field: Position) -> None:
    """A place that is reached with a later move is worth no more than with this one."""
    put(field, "G-2P-2", "2415")
    u = put(field, "P-1-K", "2010")
    marches = Marches(field, u, Front(field).worths(field, u))
    for h in field.world.ground.near[field.world.grid.hex("2411")]:
        assert marches.score(h, 1) >= marches.score(h, 2) >= marches.score(h, 4)
        assert marches.rank(h, 1) >= marches.rank(h, 3)
