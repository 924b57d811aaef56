"""The German staff at The Pocket at Falaise: exits, blows, cover, and ways that are kept."""

from __future__ import annotations

from random import Random

import pytest

from bocage.ai import load_game
from bocage.ai.staff import REGULAR
from bocage.ai.staff.falaise import FalaiseOffice
from bocage.ai.staff.falaise.blows import delay, planned_blows
from bocage.ai.staff.falaise.cover import Guns, is_covered, is_shield
from bocage.ai.staff.falaise.german import goal_of
from bocage.ai.staff.falaise.opening import rescued
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.relief import relief
from bocage.ai.staff.falaise.worths import Worths
from bocage.engine import play
from bocage.engine.actions import first
from bocage.engine.frames import Ask
from bocage.games.falaise.board.position import ACTIVE, DISRUPTED, EXITED, MOVED, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.options import PLACED_SCORE_NOTHING
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.falaise.s04_activation import ChooseRound
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s07_movement import MoveRound, Moving, begin
from bocage.games.falaise.s10_assault import AssaultPhase
from bocage.games.falaise.words.verbs import ATTACK, GO, MOVE_ROUND, ROUND, STEP

from .falaise_positions import empty, put


@pytest.fixture(scope="module")
def game() -> Falaise:
    """Return the game with its players."""
    found = load_game("falaise")
    assert isinstance(found, Falaise)
    return found


def active(st: Position, name: str, number: str) -> int:
    """A German unit that may act, in a hex."""
    u = put(st, name, number)
    st.marks[u] = ACTIVE
    return u


def asked(st: Position, what: Ask) -> None:
    """The Germans are asked for something."""
    st.stack = (*st.stack[:1], what)


def moved(st: Position) -> list[str]:
    """What the staff does in a round of movement, up to its end; dice and enemies do not ask."""
    asked(st, MoveRound(GERMAN))
    office = FalaiseOffice(GERMAN, REGULAR)
    done: list[str] = []
    while st.stack and isinstance(st.stack[-1], MoveRound | Moving):
        legal = play.legal(st, GERMAN)
        if len(legal) == 1:
            break
        action = office.decide(st, legal, Random(1))
        done.append(st.world.grid.numbers[first(action)] if action >> 32 == STEP.number else "")
        play.apply(st, GERMAN, action)
    return done


# By the south edge ------------------------------------------------------------------------


def test_a_unit_that_can_leave_in_one_move_leaves(game: Falaise) -> None:
    """From two hexes before the south edge a unit steps to it and over it in the same move."""
    st = empty(game, turn=4)
    put(st, "G-353-941", "2602")
    u = active(st, "G-353-942", "3842")
    st.points = 6
    done = moved(st)
    assert st.loc[u] == EXITED
    assert sum(bool(step) for step in done) == 2


def test_a_unit_that_cannot_pay_for_the_exit_waits_on_the_last_row(game: Falaise) -> None:
    """With points for the last row and no more a unit goes there, and is not stuck on the way."""
    st = empty(game, turn=4)
    put(st, "G-353-941", "2602")
    u = active(st, "G-353-942", "3643")
    st.points = 4
    moved(st)
    assert st.loc[u] >= 0
    assert st.marks[u] & MOVED
    assert Outlook(st).south.cost(st.loc[u]) <= 4


def test_the_way_to_the_edge_draws_no_fire_that_can_be_avoided(game: Falaise) -> None:
    """Where a way outside enemy zones can be paid, none of its hexes is in one."""
    st = empty(game, turn=4)
    put(st, "G-353-941", "2602")
    put(st, "U-1-16", "3844")
    u = active(st, "G-353-942", "3741")
    st.points = 8
    zone = bytes(st.zone(GERMAN))
    done = [step for step in moved(st) if step]
    assert st.loc[u] == EXITED
    assert not any(zone[st.world.grid.hex(step)] & 1 for step in done)


# Blows ------------------------------------------------------------------------------------


def test_panzers_beyond_the_line_attack_a_lone_regiment(game: Falaise) -> None:
    """Two of the 2nd SS who are safe come for a single regiment next to the line, and attack."""
    st = empty(game, turn=6)
    target = st.world.grid.hex("2806")
    put(st, "U-90-357", "2806", marks=0)
    for name, number in (("G-2SS-D", "2602"), ("G-2SS-DF", "2702")):
        active(st, name, number)
    st.points = 8
    blows = planned_blows(st, Worths(Outlook(st)))
    assert [blow.hex for blow in blows] == [target]
    moved(st)
    asked(st, AssaultPhase(GERMAN, mech=True, targets=(target,)))
    action = FalaiseOffice(GERMAN, REGULAR).decide(st, play.legal(st, GERMAN), Random(1))
    assert action == ATTACK(target)


def test_nobody_strikes_at_a_strong_stack_of_the_better(game: Falaise) -> None:
    """Against more factors of a higher TER there is no blow."""
    st = empty(game, turn=6)
    for name in ("P-1-S", "P-1-K"):
        put(st, name, "2806", marks=0)
    active(st, "G-9P", "2602")
    st.points = 8
    assert planned_blows(st, Worths(Outlook(st))) == []


def test_who_may_still_get_away_pays_for_a_delay(game: Falaise) -> None:
    """A turn costs a panzer in the pocket points; one beyond the line, or without hope, none."""
    st = empty(game, turn=7)
    inside = active(st, "G-2P-2", "2620")
    safe = active(st, "G-2SS-D", "2602")
    st.points = 4
    outlook = Outlook(st)
    assert delay(st, outlook, inside, st.loc[inside]) > 0.5
    assert delay(st, outlook, safe, st.world.grid.hex("2603")) == 0.0
    st.turn = 10
    st.forget()
    assert delay(st, Outlook(st), inside, st.loc[inside]) == 0.0


def test_a_unit_that_cuts_lines_is_worth_more(game: Falaise) -> None:
    """Of a ring around a unit each weighs on the last turn, also one whose place another holds;
    who stands elsewhere does not."""
    st = empty(game, turn=10)
    caught = put(st, "G-85-53", "2620")
    assert has_loc(st, caught)
    ring = [
        put(st, name, number, marks=0)
        for name, number in (("U-90-357", "2520"), ("U-90-358", "2720"), ("U-90-359", "2621"))
    ]
    far = put(st, "C-2-4", "0425", marks=0)
    st.forget()
    assert not has_loc(st, caught)
    outlook = Outlook(st)
    assert min(relief(outlook, st.loc[u]) for u in ring) > 0.5
    assert relief(outlook, st.loc[far]) == 0.0
    put(st, "U-1-16", "2622", marks=0)
    st.forget()
    doubled = relief(Outlook(st), st.loc[ring[2]])
    assert 0 < doubled < relief(outlook, st.loc[ring[2]])


def test_who_cannot_get_out_assaults_instead_of_marching(game: Falaise) -> None:
    """On the last turn infantry without hope next to a weak enemy takes an Assault Round, and
    marches where there is still something to win by it."""
    st = empty(game, turn=10)
    corps = st.world.corps_names.index("2FJ")
    put(st, "C-4-CUR", "2030", marks=0)
    for name, number in (("G-3FJ-8", "2130"), ("G-3FJ-9", "2029")):
        active(st, name, number)
    st.points = 4
    asked(st, ChooseRound(GERMAN, corps))
    office = FalaiseOffice(GERMAN, REGULAR)
    chosen = office.decide(st, play.legal(st, GERMAN), Random(1))
    assert chosen != ROUND(MOVE_ROUND)


# Cover ------------------------------------------------------------------------------------


def test_a_last_step_beyond_the_line_leaves_the_range_of_guns(game: Falaise) -> None:
    """A unit of one step moves on where guns reach it, to where fewer do or none can hurt it."""
    st = empty(game, turn=7)
    put(st, "U-90-357", "2807", marks=0)
    u = active(st, "G-116-16", "2603")
    st.points = 6
    before = Guns(st).at(st.loc[u])
    moved(st)
    ground = st.world.ground
    assert before == 1
    assert ground.escaped[st.loc[u]]
    assert is_covered(st, st.loc[u]) or Guns(st).at(st.loc[u]) < before


def test_a_unit_of_one_step_joins_one_of_two_steps(game: Falaise) -> None:
    """Aircraft reach every hex, and the owner chooses who loses the step: so it finds company."""
    st = empty(game, turn=7)
    put(st, "G-2P-2", "1803")
    u = active(st, "G-116-16", "1802")
    st.points = 6
    moved(st)
    assert is_covered(st, st.loc[u]) or is_shield(st, st.loc[u])


# Ways -------------------------------------------------------------------------------------


def test_a_unit_keeps_to_the_nearer_way_out(game: Falaise) -> None:
    """Where both ways out are too long the nearer is kept, on every turn that is left."""
    st = empty(game, turn=8)
    u = active(st, "G-276-988", "2543")
    for turn in (8, 9, 10):
        st.turn = turn
        st.forget()
        outlook = Outlook(st)
        assert outlook.south.cost(st.loc[u]) < outlook.east[0].cost(st.loc[u])
        assert goal_of(st, outlook, u) is outlook.south


def test_a_disruption_is_not_a_reason_to_turn_round(game: Falaise) -> None:
    """The way of a panzer is the same while it is disrupted: it will recover (9.2)."""
    st = empty(game, turn=5)
    u = active(st, "G-2P-3", "2620")
    outlook = Outlook(st)
    before = outlook.east.index(goal_of(st, outlook, u))
    st.marks[u] |= DISRUPTED
    outlook = Outlook(st)
    assert outlook.east.index(goal_of(st, outlook, u)) == before


def test_a_plan_is_made_only_from_the_position(game: Falaise) -> None:
    """Who has just sat down strikes and steps as one does who made the plan before."""
    st = empty(game, turn=6)
    put(st, "U-90-357", "2806", marks=0)
    u = active(st, "G-2SS-D", "2602")
    active(st, "G-2SS-DF", "2702")
    st.points = 8
    asked(st, MoveRound(GERMAN))
    old = FalaiseOffice(GERMAN, REGULAR)
    old.decide(st, play.legal(st, GERMAN), Random(1))
    st.stack = (*st.stack, begin(st, GERMAN, (u,)))
    new = FalaiseOffice(GERMAN, REGULAR)
    legal = play.legal(st, GERMAN)
    action = old.decide(st, legal, Random(1))
    assert action == new.decide(st, legal, Random(2))
    assert action >> 32 == GO.number


@pytest.mark.parametrize(
    ("switch", "own", "sisters"), [(0, 2.0, 2.0), (PLACED_SCORE_NOTHING, 0.0, 4.0)]
)
def test_who_was_placed_beyond_the_line_may_bring_nothing(
    game: Falaise, switch: int, own: float, sisters: float
) -> None:
    """Reading 119: neither the unit nor its division scores, so its sister is worth all of it."""
    st = empty(game, 6)
    st.switches |= switch
    placed, sister = put(st, "G-10SS-10", "0804"), put(st, "G-10SS-21", "2515")
    st.brought = (placed,)
    outlook = Outlook(st)
    assert (outlook.prize[placed], outlook.prize[sister]) == (own, sisters)
    assert (outlook.worth[placed] > 1) is (own > 0)


@pytest.mark.parametrize(("switch", "wanted"), [(0, "G-1SS"), (PLACED_SCORE_NOTHING, "G-708")])
def test_redeployment_takes_whom_it_helps(game: Falaise, switch: int, wanted: str) -> None:
    """A panzer group with some hope is taken to score. Where placed units score nothing, one
    without hope is taken before it, to save it from surrender."""
    st = empty(game, 1)
    st.switches |= switch
    units = {put(st, "G-1SS", "2014"): (0.1, 0.0), put(st, "G-708", "3245"): (0.0, 0.0)}
    best = max(units, key=lambda u: rescued(st, u, units, ()))
    assert st.world.unit_names.written[best] == wanted
