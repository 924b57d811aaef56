"""What the Roundup staff is asked besides moving: landings, air, and what optional rules ask."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.ai.staff import REGULAR
from bocage.ai.staff.levels import CLEAR
from bocage.ai.staff.roundup import landing, options, skies
from bocage.ai.staff.roundup.aims import edge_belt
from bocage.ai.staff.roundup.board import Board
from bocage.ai.staff.roundup.moves import plan_moves
from bocage.ai.staff.roundup.strikes import Strikes
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.worths import column
from bocage.engine.actions import first, second
from bocage.games.roundup.board.charts import OVERCAST
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s07_air import PlaceTas
from bocage.games.roundup.s11_combat import Muster
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison
from bocage.games.roundup.s15_optional.s15_06_inundation import Inundate
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import GermanReplacement, SpendPoints
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import ParachuteDrop, Scatter
from bocage.games.roundup.s15_optional.s15_19_scraped_barrel import ScrapeBarrel
from bocage.games.roundup.words.verbs import (
    ADD,
    BOMBER,
    DROP,
    END,
    ENTER,
    FIGHT,
    FLOOD,
    FLY,
    GARRISON,
    REPLACE,
    SCATTER,
    TAS,
)
from tests.ai.roundup_positions import at, laid, the_roundup, unit

__all__ = ["the_roundup"]

RNG = Random(1)


def landed(roundup: Roundup, seed: int, strategy: int = 0) -> tuple[str, ...]:
    """Where it lands, by a stream of its own and a strategy that is known, or is not."""
    st = roundup.new("standard", roundup.settings())
    st.strategy = strategy
    rng = Random(seed)
    for _ in range(4):
        top: Any = st.stack[-1]
        top.apply(st, landing.place_beachhead(st, top, top.legal(st), rng))
    return tuple(roundup.world.grid.numbers[h] for h in st.beachheads)


def test_it_does_not_always_land_in_the_same_place(roundup: Roundup) -> None:
    """13.4: a plan is drawn at random and carried through; the same stream draws the same plan."""
    found = {landed(roundup, seed) for seed in range(20)}
    assert found == set(landing.PLANS)
    assert landed(roundup, 7) == landed(roundup, 7)


def test_against_everything_it_lands_where_it_holds_best(roundup: Roundup) -> None:
    """13.3: if the Russian front is known to send its divisions, the lot is not asked."""
    assert {landed(roundup, seed, 3) for seed in range(8)} == {landing.AGAINST_RUSSIA}


def test_a_beach_that_is_taken_is_replaced_by_one_near_by(roundup: Roundup) -> None:
    """13.4: where a German stands on a hex of every plan, the nearest clear coast will do."""
    st = roundup.new("standard", roundup.settings())
    for name, number in (("GE01", "1821"), ("GE02", "1719")):
        st.place(unit(roundup, name), at(roundup, number))
    top: Any = st.stack[-1]
    h = second(landing.place_beachhead(st, top, top.legal(st), RNG))
    assert roundup.world.grid.numbers[h] in ("1619", "2023")


def test_some_markers_are_kept_for_the_german_phase(roundup: Roundup) -> None:
    """7.3: of ten markers the Allies keep three, and then put them over what may be attacked."""
    units = {"US15": "2723", "US01": "2822", "GE21": "2820", "GE23": "2821"}
    st = laid(roundup, turn=3, phase="german.movement", superiority="allied", units=units)
    st.tas_left = 10
    placed = 0
    while (action := skies.place_tas(st, PlaceTas(ALLIED), (), RNG)) != END():
        st.tas_left -= 1
        st.set_tas((*st.tas, first(action)))
        placed += 1
    assert placed <= 7
    st.set_tas(())
    kept = skies.place_tas(st, PlaceTas(ALLIED, kept=True), (), RNG)
    assert kept >> 32 == TAS.number
    near = roundup.world.grid.within(first(kept), 1)
    assert at(roundup, "2723") in near or at(roundup, "2822") in near


def test_bombers_fly_where_they_help(roundup: Roundup) -> None:
    """11.12, 15.16, 15.20: in the open they fly; over a port in overcast they would rather harm."""
    units = {"US01": "2624", "GE03": "2523", "US02": "2921", "GE21": "2920"}
    st = laid(roundup, phase="allied.combat", superiority="allied", units=units)
    town, field = at(roundup, "2523"), at(roundup, "2920")
    us = unit(roundup, "US01")
    for action in (BOMBER(), FLY(0)):
        legal = [FIGHT(), action]
        assert skies.bombers(st, Muster(ALLIED, field, (us,), 0), legal) == action
    st.weather = OVERCAST
    assert skies.bombers(st, Muster(ALLIED, town, (us,), 0), [FIGHT(), BOMBER()]) is None
    assert skies.bombers(st, Muster(ALLIED, field, (us,), 0), [FIGHT()]) is None


def test_closing_every_way_out_halves_the_defence(roundup: Roundup) -> None:
    """4.1: an attack that closes every way out is reckoned against a force without supply."""
    units = {"GE21": "2918", "GE23": "2919", "GE22": "2819", "GE26": "2820", "US01": "2915"}
    st = laid(roundup, turn=4, phase="german.movement", units=units)
    survey = Survey(st, GERMAN)
    reach = {u: survey.reach(u) for u in survey.movable()}
    zeros = [0.0] * st.world.size
    strikes = Strikes(survey, Board(st.world, []), reach, zeros, zeros, CLEAR)
    best = strikes.best(at(roundup, "2915"))
    assert best is not None
    attack = sum(survey.attack[u] for u, _ in best.places)
    full = column(st.world, attack, 9, survey.shift(at(roundup, "2915"), GERMAN) + 1)
    assert best.column > full
    st = laid(roundup, turn=1, phase="german.movement", units=units)
    early = Strikes(Survey(st, GERMAN), Board(st.world, []), reach, zeros, zeros, CLEAR)
    again = early.best(at(roundup, "2915"))
    assert again is not None
    assert again.column < best.column


def test_weak_divisions_watch_the_edges(roundup: Roundup) -> None:
    """14.2: a static division stays before the edge, and does not walk up to the front alone."""
    units = {"US01": "2822", "US15": "2723", "GE11": "4212", "GE12": "4213"}
    st = laid(roundup, turn=3, phase="german.movement", units=units)
    plan = plan_moves(st, GERMAN, REGULAR, RNG)
    belt = edge_belt(roundup.world)
    grid = roundup.world.grid
    places = [plan.orders[unit(roundup, name)] for name in ("GE11", "GE12")]
    assert all(min(grid.distance(h, each) for each in belt) <= 2 for h in places)
    assert grid.distance(*places) > 1


def test_garrisons_begin_in_their_ports(roundup: Roundup) -> None:
    """15.2: a garrison that may begin elsewhere stays in its port."""
    st = roundup.new("standard", roundup.settings({"15.2": "on"}))
    top: Any = st.stack[-1]
    assert isinstance(top, PlaceGarrison)
    action = options.garrison(st, top, top.legal(st), RNG)
    assert action == GARRISON(top.unit, at(roundup, "1306"))


def test_the_polder_is_flooded_when_it_hinders_them(roundup: Roundup) -> None:
    """15.6: with Allies in the polder before Dunkirk the sluices are opened, else not."""
    legal = [END(), FLOOD()]
    st = laid(roundup, phase="german.movement", units={"US01": "1610", "GE01": "1306"})
    assert options.flood(st, Inundate(GERMAN), legal, RNG) == FLOOD()
    st = laid(roundup, phase="german.movement", units={"GE23": "1610", "US01": "2822"})
    assert options.flood(st, Inundate(GERMAN), legal, RNG) == END()


def test_points_go_where_they_bring_most(roundup: Roundup) -> None:
    """15.10, 15.11: the strongest division recovers first; a Kampfgruppe costs two points."""
    st = laid(roundup, phase="german.movement", units={"GE23": "3010 reduced", "GE13": "3012"})
    strong, weak, dead = (unit(roundup, name) for name in ("GE23", "GE13", "GE21"))
    legal = [END(), REPLACE(weak), REPLACE(strong), ENTER(dead, at(roundup, "4210"))]
    assert options.spend(st, SpendPoints(GERMAN, recovered=False), legal, RNG) == legal[2]
    assert options.recover(st, GermanReplacement(GERMAN), legal[:3], RNG) == legal[2]


def test_parachutists_do_not_jump_into_the_enemys_arms(roundup: Roundup) -> None:
    """15.12: the drop is where few can fall upon it; the Allies scatter it where many can."""
    units = {"US01": "2822", "US02": "2821", "US04": "2922", "US15": "2723"}
    st = laid(roundup, turn=3, phase="german.movement", units=units)
    u, near, far = unit(roundup, "GE49"), at(roundup, "2819"), at(roundup, "2012")
    legal = [END(), DROP(u, near), DROP(u, far)]
    assert options.drop(st, ParachuteDrop(GERMAN, -1), legal, RNG) == legal[2]
    choices = [SCATTER(u, far), SCATTER(u, near)]
    assert options.scatter(st, Scatter(ALLIED, u, near), choices, RNG) == choices[1]


def test_the_barrel_is_scraped_for_the_strongest(roundup: Roundup) -> None:
    """15.19: of the six divisions the strongest is added first."""
    st = roundup.new("standard", roundup.settings({"15.19": "on"}))
    barrel = [*st.world.barrel]
    legal = [END(), *(ADD(u) for u in barrel)]
    u = first(options.barrel(st, ScrapeBarrel(GERMAN, 0), legal, RNG))
    power = [st.world.attack[v][2] + st.world.defence[v][2] for v in barrel]
    assert st.world.attack[u][2] + st.world.defence[u][2] == max(power)
