"""The staff at The Pocket at Falaise: its arithmetic, its sense, and that it sees no more."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.ai.staff import NOVICE, REGULAR, StaffPlayer
from bocage.ai.staff.falaise import FalaiseOffice
from bocage.ai.staff.falaise.assaults import FACES, able, chances, planned
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.ways import EAST, FOOT, ways_of
from bocage.ai.staff.falaise.worths import Worths
from bocage.engine import play
from bocage.engine.actions import Action, first
from bocage.engine.playout import play_out, policy
from bocage.engine.viewers import player
from bocage.games.falaise.board.position import ACTIVE, GUF, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_redeployment import Redeploy
from bocage.games.falaise.s03_setup import placing
from bocage.games.falaise.s06_communications import hex_has_loc
from bocage.games.falaise.s07_movement import begin
from bocage.games.falaise.s10_assault import AssaultPhase
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.trials import midgame
from bocage.games.falaise.words.verbs import END, EXIT, GO, STAY


@pytest.fixture(scope="module")
def game() -> Falaise:
    """Return the game with its players."""
    found = load_game("falaise")
    assert isinstance(found, Falaise)
    return found


@pytest.fixture(scope="module")
def opening(game: Falaise) -> Position:
    """Both sides set up as recommended; the Germans are asked for their redeployment."""
    st = game.new("standard", game.settings())
    play.settle(st)
    for side in (GERMAN, ALLIED):
        for action in placing(st, side, game.setups[side]["recommended"]):
            play.apply(st, side, action)
        play.apply(st, side, END())
    return st


def emptied(opening: Position, turn: int = 4) -> Position:
    """Return the map of a later turn without a unit."""
    st = opening.copy()
    for u in range(st.world.count):
        st.place(u, -4)
    st.turn = turn
    st.forget()
    return st


def put(st: Position, name: str, number: str, *, active: bool = False) -> int:
    """Return a unit in a hex."""
    u = st.world.unit_names.index(name)
    st.place(u, st.world.grid.hex(number))
    if active:
        st.marks[u] |= ACTIVE
    return u


def decided(st: Position, seat: int, legal: Sequence[Action] | None = None) -> Action:
    """What a staff that has just sat down decides."""
    able_to = play.legal(st, seat) if legal is None else legal
    return FalaiseOffice(seat, REGULAR).decide(st, able_to, Random(1))


# Arithmetic -------------------------------------------------------------------------------


def test_chances_are_those_of_the_ledger(game: Falaise) -> None:
    """In positions of all kinds the staff reckons with the ledger's own distribution."""
    seen = 0
    for seed in range(12):
        st = midgame(game.world, Random(seed))
        for u in range(st.world.count):
            st.marks[u] |= ACTIVE
        for seat in (ALLIED, GERMAN):
            for h in st.stacks(1 - seat):
                force = able(st, h, seat, mech=False)
                if not force:
                    continue
                odds = Odds(st, h, force, seat)
                found = chances(st, h, force, seat)
                for result, share in odds.distribution().items():
                    assert Fraction(found.results.count(result), FACES) == share
                assert found.attacker_better == (odds.attacker_ter > odds.defender_ter)
                assert found.defender_better == (odds.attacker_ter < odds.defender_ter)
                seen += 1
    assert seen > 100


def test_no_unit_is_in_two_assaults_of_a_plan(game: Falaise) -> None:
    """Assaults that are planned together share no unit, and each may be made as it is."""
    plans = 0
    for seed in range(12):
        st = midgame(game.world, Random(seed))
        for u in st.world.allied:
            st.marks[u] = ACTIVE
        plan = planned(st, ALLIED, Worths(Outlook(st)), mech=bool(seed % 2))
        units = [u for force in plan.forces.values() for u in force]
        assert len(units) == len(set(units))
        for h, force in plan.forces.items():
            assert set(force) <= set(able(st, h, ALLIED, mech=bool(seed % 2)))
        plans += len(plan.forces)
    assert plans > 5


def test_ways_lead_over_crossings_to_the_line(game: Falaise) -> None:
    """From every hex of the pocket a path leads to the line, cheaper with each step."""
    world = game.world
    ways = ways_of(world)
    field = ways.field(EAST, FOOT, world.nothing, opened=False)
    ground = world.ground
    for h in world.grid:
        if not ground.german_start[h]:
            continue
        path = [h, *ways.path(field, h, 120)]
        assert ground.escaped[path[-1]]
        for here, there in pairwise(path):
            assert field.cost(there) < field.cost(here)
            if not (ground.escaped[here] and ground.escaped[there]):
                assert not ground.major[here] >> world.grid.direction(here, there) & 1


# Sense ------------------------------------------------------------------------------------


def test_a_division_next_to_the_line_goes_over_it(opening: Position) -> None:
    """A German unit that can cross the Withdrawal Line does."""
    st = emptied(opening)
    u = put(st, "G-2P-2", "2607", active=True)
    st.points = 4
    st.stack = (*st.stack, begin(st, GERMAN, (u,)))
    action = decided(st, GERMAN)
    assert action >> 32 == GO.number
    assert st.world.ground.escaped[first(action)]


def test_infantry_of_a_division_that_is_out_leaves_by_the_south(opening: Position) -> None:
    """On the last row a unit that wins nothing in the east leaves the map."""
    st = emptied(opening)
    put(st, "G-353-941", "2602")
    u = put(st, "G-353-942", "4040", active=True)
    st.points = 4
    st.stack = (*st.stack, begin(st, GERMAN, (u,)))
    assert decided(st, GERMAN) == EXIT()


def test_the_garrison_of_argentan_stays(opening: Position) -> None:
    """While nobody threatens Argentan its garrison does not leave it."""
    st = emptied(opening)
    u = put(st, "G-116-156", "3219", active=True)
    st.points = 6
    st.stack = (*st.stack, begin(st, GERMAN, (u,)))
    assert decided(st, GERMAN) == STAY()


def test_an_allied_unit_takes_argentan_when_it_is_empty(opening: Position) -> None:
    """Argentan without a defender is entered."""
    st = emptied(opening)
    put(st, "G-353-941", "2540")
    u = put(st, "F-2-D", "3421", active=True)
    st.points = 6
    st.stack = (*st.stack, begin(st, ALLIED, (u,)))
    assert decided(st, ALLIED) == GO(st.world.ground.argentan)


def test_an_allied_unit_bars_the_way_out(opening: Position) -> None:
    """A unit that can stand in the way of a division goes where it stops it."""
    st = emptied(opening)
    put(st, "G-2P-2", "2415")
    u = put(st, "P-1-K", "2210", active=True)
    st.points = 6
    st.zone_open = 1
    before = Outlook(st)
    german = st.world.unit_names.index("G-2P-2")
    free = before.east[1].cost(st.loc[german])
    st.stack = (*st.stack, begin(st, ALLIED, (u,)))
    action = decided(st, ALLIED)
    if action >> 32 == GO.number:
        st.place(u, first(action))
    assert Outlook(st).east[1].cost(st.loc[german]) > free


def test_an_overwhelming_assault_is_made_and_a_hopeless_one_is_not(opening: Position) -> None:
    """At 6-1 the staff attacks one who would get away; at 1-2 against a town it does not."""
    st = emptied(opening, turn=6)
    put(st, "G-85-53", "2410")
    for name, number in (("P-1-K", "2411"), ("P-1-S", "2409")):
        put(st, name, number, active=True)
    target = st.world.grid.hex("2410")
    st.stack = (*st.stack, AssaultPhase(ALLIED, mech=False, targets=(target,)))
    assert first(decided(st, ALLIED)) == target
    st = emptied(opening, turn=6)
    for name in ("G-2SS-D", "G-2SS-2"):
        put(st, name, "1327")
    put(st, "C-2-4", "1328", active=True)
    town = st.world.grid.hex("1327")
    st.stack = (*st.stack, AssaultPhase(ALLIED, mech=False, targets=(town,)))
    assert decided(st, ALLIED) == END()


def test_the_redeployment_brings_two_units_over_the_line(game: Falaise, opening: Position) -> None:
    """The Germans take up six units; two stand beyond the line at once, four come later."""
    st = opening.copy()
    assert isinstance(st.stack[-1], Redeploy)
    office = FalaiseOffice(GERMAN, REGULAR)
    while play.is_asked(st, GERMAN) and st.stack[-1].phase == "Redeployment":
        play.apply(st, GERMAN, office.decide(st, play.legal(st, GERMAN), Random(1)))
    away = [u for u in st.world.german if st.loc[u] >= 0 and st.world.ground.escaped[st.loc[u]]]
    assert len(away) == 2
    assert sum(st.loc[u] == GUF for u in st.world.german) == 4
    assert st.vp == 0
    assert hex_has_loc(st, st.loc[away[0]], GERMAN)
    assert not game.faults(st)
    six = {*away, *(u for u in st.world.german if st.loc[u] == GUF)}
    divisions = [st.world.units[u].division for u in six]
    assert {"1 SS Pz", "Pz Lehr", "9 Pz"} <= set(divisions), "they are furthest, and bring four"
    assert len(set(divisions)) == 6, "a second unit of a division brings two points less"


# What it sees -----------------------------------------------------------------------------


def test_equal_views_get_the_same_play(game: Falaise) -> None:
    """A staff that has played from the start, with its memory, does what one does that has
    just sat down to a position of the same view: with nothing remembered, and other dice."""
    played = 0
    staff = StaffPlayer(FalaiseOffice)

    def watched(st: Position, legal: Sequence[Action], rng: Random) -> Action:
        nonlocal played
        action = staff(st, legal, rng)
        played += 1
        if played % 7 == 0:
            seat = play.pending(st)[0]
            other = st.copy()
            other.forget()
            other.events = []
            viewer = player(seat)
            assert game.view(other, viewer) == game.view(st, viewer)
            again = StaffPlayer(FalaiseOffice)(other, list(legal), Random(played))
            assert again == action
        return action

    play_out(game, [watched, watched], 11, most=900)
    assert played > 500


# Whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [ALLIED, GERMAN])
def test_a_whole_game_by_the_rules(game: Falaise, seat: int) -> None:
    """At a table that checks every action the staff plays to the end, beats random play, and
    has written about each turn."""
    staff = StaffPlayer(FalaiseOffice)
    staff.at_table = lambda: staff  # type: ignore[method-assign]
    players: list[Any] = [policy(game, "random")] * 2
    players[seat] = staff
    played = play_out(game, players, 5 + seat, recorded=True)
    assert played.outcome is not None
    assert played.outcome.winner == seat
    accounts = staff.accounts(seat)
    assert [each.turn for each in accounts] == list(range(1, 11))
    assert all(each.text.endswith(".") for each in accounts)


def test_the_same_seed_is_the_same_game(game: Falaise) -> None:
    """Two games of one seed end alike, at a level that errs as well."""
    novice = StaffPlayer(FalaiseOffice, NOVICE)
    ends = [play_out(game, [novice, novice], 3, most=500) for _ in range(2)]
    assert ends[0][:4] == ends[1][:4]
