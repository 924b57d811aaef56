"""The rooms of the Roundup staff: a fixed position, and what a sensible officer does in it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.ai.staff import REGULAR
from bocage.ai.staff.levels import CLEAR
from bocage.ai.staff.roundup import choices, landing, skies, words
from bocage.ai.staff.roundup.aims import Aims, edge_belt, edge_contacts
from bocage.ai.staff.roundup.board import Board
from bocage.ai.staff.roundup.fights import Attack, attacks, together
from bocage.ai.staff.roundup.holes import holes
from bocage.ai.staff.roundup.last_move import cut_links
from bocage.ai.staff.roundup.moves import plan_moves
from bocage.ai.staff.roundup.strikes import Strikes
from bocage.ai.staff.roundup.survey import FAR, Survey
from bocage.ai.staff.roundup.values import TYPICAL, Values
from bocage.ai.staff.roundup.worths import shares, step_worth
from bocage.engine.actions import first
from bocage.engine.play import settle
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s11_results import Advance, StepLoss
from bocage.games.roundup.words.verbs import ADVANCE, HOLD, LOSE
from bocage.hexes.directions import has_opposite_pair
from tests.ai.roundup_positions import at, laid, the_roundup, unit

__all__ = ["the_roundup"]

RNG = Random(1)


GUARDED = {"US15": "2723", "US16": "2824", "UK23": "3024", "UK26": "3223"}
"""A brigade on each beachhead."""


def test_germans_enter_an_empty_beachhead(roundup: Roundup) -> None:
    """A German unit that can reach an unoccupied beachhead enters it."""
    units = {"US01": "2624", "GE21": "2718"}
    st = laid(roundup, phase="german.movement", units=units)
    plan = plan_moves(st, GERMAN, REGULAR, RNG)
    assert plan.orders[unit(roundup, "GE21")] in st.beachheads


def test_germans_gather_before_the_softest_beachhead(roundup: Roundup) -> None:
    """Out of danger a hex is worth more to the Germans the nearer it is to the one beachhead that
    is held by least, however near the others are."""
    units = {"US01": "2723", "US02": "2824", "US04": "3024", "UK26": "3223"}
    st = laid(roundup, phase="german.movement", units=units)
    survey = Survey(st, GERMAN)
    aims = Aims(survey)
    assert aims.softest() == at(roundup, "3223")
    worth = Values(survey, aims, Board(st.world, []), CLEAR).map
    far, world = survey.distances([aims.softest()]), st.world
    calm: dict[int, set[float]] = {}
    for h in range(world.size):
        plain = not world.port_of[h] and not world.terrain_shift[h] and not st.zone(GERMAN)[h]
        if plain and far[h] < FAR and not survey.risk(h, TYPICAL):
            calm.setdefault(far[h], set()).add(round(worth[h], 6))
    assert len(calm) > 5
    assert all(len(each) == 1 for each in calm.values())
    ordered = [max(calm[each]) for each in sorted(calm)]
    assert ordered == sorted(ordered, reverse=True)


def test_every_beachhead_keeps_a_guard(roundup: Roundup) -> None:
    """With a panzer division about, no beachhead is left that it could walk into."""
    units = {**GUARDED, "US01": "2722", "UK05": "3123", "GE21": "2915"}
    st = laid(roundup, phase="allied.movement", units=units)
    plan = plan_moves(st, ALLIED, REGULAR, RNG)
    held = set(plan.orders.values())
    assert set(st.beachheads) <= held
    assert not any(hole.open for hole in plan.holes)


def test_zones_of_control_close_a_hole(roundup: Roundup) -> None:
    """An empty beachhead is a hole if the enemy can reach it, and not if zones stop it."""
    st = laid(roundup, phase="allied.movement", units={"GE04": "2720"})
    survey = Survey(st, ALLIED)
    open_ = holes(survey, Board(st.world, []), [at(roundup, "2723")])
    assert [hole.open for hole in open_] == [True]
    units = {"GE04": "2720", "US01": "2722"}
    st = laid(roundup, phase="allied.movement", units=units)
    survey = Survey(st, ALLIED)
    wall = [(u, h) for h, us in survey.own_stacks.items() for u in us]
    assert not holes(survey, Board(st.world, wall), [at(roundup, "2723")])


def test_attacks_come_from_opposite_sides(roundup: Roundup) -> None:
    """A lone division in the open is struck from opposite hexes, which cut its retreat."""
    units = {**GUARDED, "US01": "2921", "US02": "3021", "US04": "2820", "GE25": "2918"}
    st = laid(roundup, phase="allied.movement", units=units)
    survey = Survey(st, ALLIED)
    reach = {u: survey.reach(u) for u in survey.movable()}
    board = Board(st.world, [])
    ground, safe = [1.0] * st.world.size, [0.0] * st.world.size
    best = Strikes(survey, board, reach, ground, safe, CLEAR).best(at(roundup, "2918"))
    assert best is not None
    mask = 0
    for _, h in best.places:
        mask |= 1 << st.world.grid.direction(at(roundup, "2918"), h)
    assert has_opposite_pair(mask)


def test_nobody_runs_far_ahead_of_the_line(roundup: Roundup) -> None:
    """The Allies, not stronger yet, leave a panzer division alone that stands far inland."""
    panzers = {name: f"29{n:02}" for n, name in enumerate(("GE21", "GE22", "GE23", "GE26"), 8)}
    units = {**GUARDED, "US01": "2919", "US02": "2918", **panzers}
    st = laid(roundup, phase="allied.movement", units=units)
    aims = Aims(Survey(st, ALLIED))
    assert aims.exposure()[at(roundup, "2912")] > aims.exposure()[at(roundup, "2919")]
    plan = plan_moves(st, ALLIED, REGULAR, RNG)
    assert not plan.strikes


def test_attacks_are_chosen_together() -> None:
    """Two attacks that go together are better than a better one that needs everybody."""
    whole = Attack(5.0, 1, (1, 2, 3), 6)
    left, right = Attack(3.0, 1, (1,), 4), Attack(3.0, 2, (2, 3), 4)
    assert together([whole, left, right]) == [left, right]
    assert together([whole, Attack(1.0, 2, (2, 3), 4)]) == [whole]


def test_a_hopeless_attack_is_not_made(roundup: Roundup) -> None:
    """A battalion does not attack a division behind naval guns; a panzer corps hits a brigade."""
    units = {"UK05": "3024", "GE15": "2923"}
    st = laid(roundup, phase="german.combat", units=units)
    assert not attacks(st, GERMAN, [at(roundup, "3024")])
    units = {"UK23": "3024", "GE21": "2923", "GE23": "3023", "GE15": "3023"}
    st = laid(roundup, phase="german.combat", units=units)
    made = attacks(st, GERMAN, [at(roundup, "3024")])
    assert made
    assert set(made[0].force) == {unit(roundup, name) for name in ("GE21", "GE23", "GE15")}


def test_worth_follows_the_table(roundup: Roundup) -> None:
    """The shares of results are those of the Combat Results Table, column by column."""
    charts = roundup.world.charts
    for column, part in enumerate(shares(roundup.world)):
        results = [row[column] for row in charts.results]
        assert part.exchange == results.count("EX") / 6
        assert part.retreat == results.count("DR") / 6
        losing = sum(each in ("AS", "ASR") for each in results) / 6
        assert part.attacker_loses == pytest.approx(losing)


def test_the_cheapest_step_is_lost(roundup: Roundup) -> None:
    """An Allied brigade, which comes back, goes before a step of a division."""
    st = laid(roundup, phase="allied.combat", units={"US01": "2722", "US16": "2722"})
    units = (unit(roundup, "US01"), unit(roundup, "US16"))
    legal = [LOSE(u) for u in units]
    lost = choices.lose(st, StepLoss(ALLIED, units, "11.13.1.a"), legal, RNG)
    assert first(lost) == unit(roundup, "US16")
    assert step_worth(st, units[1]) < step_worth(st, units[0])


def test_germans_advance_into_a_beachhead_they_emptied(roundup: Roundup) -> None:
    """A unit that has emptied a beachhead advances into it."""
    units = {"GE21": "2722", "US01": "2624", "US02": "2824"}
    st = laid(roundup, phase="german.combat", units=units)
    top = Advance(GERMAN, at(roundup, "2723"), (unit(roundup, "GE21"),))
    legal = [HOLD(), ADVANCE(unit(roundup, "GE21"))]
    assert choices.advance(st, top, legal, RNG) == legal[1]


def test_a_port_garrison_stays(roundup: Roundup) -> None:
    """A static division in a port stays there, threatened or not."""
    st = laid(roundup, phase="german.movement", units={**GUARDED, "GE01": "1306"})
    plan = plan_moves(st, GERMAN, REGULAR, RNG)
    assert plan.orders[unit(roundup, "GE01")] == at(roundup, "1306")


def test_on_the_last_turn_somebody_is_sent_to_the_edge(roundup: Roundup) -> None:
    """14.2: on turn 10 Allied units that can reach the edge end on it."""
    units = {**GUARDED, "US01": "3610", "US02": "3710", "US04": "3410"}
    st = laid(roundup, phase="allied.movement", turn=10, units=units)
    plan = plan_moves(st, ALLIED, REGULAR, RNG)
    assert plan.runners
    assert set(plan.orders.values()) & set(edge_belt(roundup.world))


def test_the_last_german_move_parts_a_port_from_the_beachheads(roundup: Roundup) -> None:
    """14.1: on turn 10 a German unit goes where it cuts the only way from the port."""
    units = {**GUARDED, "UK05": "2523", "UK06": "2624", "GE21": "2618"}
    st = laid(roundup, phase="german.movement", turn=10, units=units, ports={"boulogne": "uk"})
    survey = Survey(st, GERMAN)
    aims = Aims(survey)
    reach = {u: survey.reach(u) for u in survey.movable()}
    board = Board(st.world, [])
    assert cut_links(survey, aims, board, reach) > 0
    assert board.of


def test_edge_contacts_are_the_rules_own(roundup: Roundup) -> None:
    """14.2: a unit next to the edge spoils it by its zone, one further away does not."""
    st = laid(roundup, phase="german.movement", units={"US01": "4110", "US02": "3910"})
    assert edge_contacts(Survey(st, GERMAN)) == [at(roundup, "4110")]


def test_the_landing_is_one_lodgement(roundup: Roundup) -> None:
    """13.4: the four beachheads lie close together, with Calais and Boulogne on either side."""
    st = roundup.new("standard", roundup.settings())
    hexes: list[int] = []
    for _ in range(4):
        top: Any = st.stack[-1]
        action = landing.place_beachhead(st, top, top.legal(st), RNG)
        hexes.append(action & 0xFFFF)
        top.apply(st, action)
    grid = roundup.world.grid
    assert all(grid.distance(a, b) <= 6 for a in hexes for b in hexes)


def test_air_support_flies_where_the_landing_will_be(roundup: Roundup) -> None:
    """7.3: before anybody is ashore the markers go to the garrisons next to the beachheads."""
    st = laid(
        roundup, phase="tas", turn=1, superiority="allied", units={"GE03": "2523"}, tas_left=1
    )
    settle(st)
    top: Any = st.stack[-1]
    place = first(skies.place_tas(st, top, top.legal(st), RNG))
    assert st.world.grid.distance(place, at(roundup, "2523")) <= 1


def test_the_account_names_places_and_no_rules(roundup: Roundup) -> None:
    """The account speaks of places and units, in whole sentences, without rule numbers."""
    units = {**GUARDED, "US01": "2921", "US02": "3021", "GE25": "2918", "GE21": "2720"}
    st = laid(roundup, phase="allied.movement", units=units)
    plan = plan_moves(st, ALLIED, REGULAR, RNG)
    text = " ".join(
        (
            words.wanted(plan.aims),
            *words.feared(st, ALLIED, plan.holes),
            *words.planned(st.world, plan, st.world.charts.columns),
        )
    )
    assert "Dunkirk, Calais and Boulogne" in text
    assert text.endswith(".")
    assert "14.1" not in text
    assert words.place(roundup.world, at(roundup, "1618")) == "1618 in Calais"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
    assert words.listed(["a", "b", "c", "d", "e"]) == "a, b, c and two others"


@pytest.mark.parametrize(
    ("turn", "strategy", "counts"),
    [(10, 3, True), (10, 1, False), (9, 3, False)],
)
def test_on_the_last_turn_germans_stand_next_to_a_beachhead_if_that_counts(
    roundup: Roundup, turn: int, strategy: int, counts: bool
) -> None:
    """Reading 79: one unit is enough; it counts under strategies 3 and 4."""
    given = {
        "phase": "german.movement",
        "turn": turn,
        "strategy": strategy,
        "beachheads": {"us1": "2723"},
        "units": {"US01": "2723", "GE20": "2919"},
    }
    beside = at(roundup, "2722")
    worth: list[float] = []
    for choice in ("on", "off"):
        st = laid(roundup, **given, options={"threatened-beachheads": choice})
        survey = Survey(st, GERMAN)
        values = Values(survey, Aims(survey), Board(st.world, []), CLEAR)
        worth.append(values.map[beside])
    assert (worth[0] > worth[1]) == counts
    if counts:
        st = laid(roundup, **given, options={"threatened-beachheads": "on"})
        survey = Survey(st, GERMAN)
        values = Values(survey, Aims(survey), Board(st.world, []), CLEAR)
        other = next(n for n in st.world.near(at(roundup, "2723")) if n != beside)
        values.placed(unit(roundup, "GE20"), other)
        assert values.map[beside] < worth[1]


def test_the_allies_march_to_a_port_hex_that_a_marker_alone_defends(roundup: Roundup) -> None:
    """15.4: a marker is attacked like a unit, so a division in reach moves next to it to attack."""
    beaches = {"us1": "1821", "us2": "2023", "uk1": "1719", "uk2": "2223"}
    units = {"US15": "1821", "US16": "2023", "UK23": "1719", "UK26": "2223", "US01": "2020"}
    st = laid(
        roundup,
        phase="allied.movement",
        turn=4,
        units={**units, "GE21": "3910"},
        beachheads=beaches,
        allied=["1617"],
        options={"port-hex-control": "on"},
    )
    calais = at(roundup, "1618")
    assert calais in Survey(st, ALLIED).markers
    plan = plan_moves(st, ALLIED, REGULAR, RNG)
    assert calais in {each.target for each in plan.strikes}
    assert plan.orders[unit(roundup, "US01")] in st.world.near(calais)
    assert Survey(st, GERMAN).markers == []
