"""The scored debrief: every line by its reason, sections by their limits, and Control's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bocage.games.opcom.board.position import BLOWN, GONE, QUEUED
from bocage.games.opcom.board.scenario import FOLDERS
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.debrief.chronicle import WATCHES, turns_of, watch
from bocage.games.opcom.debrief.measures import MEASURES
from bocage.games.opcom.debrief.records import Line, checked
from bocage.games.opcom.debrief.score import REVERSED, Debrief, Scored, debrief
from bocage.games.opcom.s02_umpiring.hand import act_by_hand
from tests.games.opcom.debriefing import begun, clear, put

CAMPAIGNS = ("market-garden", "malta")


def line(found: Debrief, name: str) -> Scored:
    """Return a line by its id."""
    return next(each for part in found.parts for each in part.lines if each.line.id == name)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_scenario_has_a_debrief_that_can_be_measured(name: str) -> None:
    """Its lines belong to sections, are of known kinds, and can be worked out at the start."""
    data = load_world(name).data.debrief
    assert checked(data, {*MEASURES, REVERSED}, set(WATCHES)) == []
    if name in CAMPAIGNS:
        assert len(debrief(begun(name)).parts) == len(data.sections) > 3


def test_the_historical_result_scores_about_fifty() -> None:
    """What is written beside the lines of Market Garden adds up to about fifty for the Allies."""
    parts = {part.section.id: part.history for part in debrief(begun()).parts}
    assert [parts[each] for each in "ABCD"] == [33, 0, 6, 11]


def test_a_place_counts_if_it_is_held_and_in_supply() -> None:
    """Eindhoven counts with our troops in it, no enemy there, and an open road from the depot."""
    st = begun()
    put(st, "GB-2GREN", "EIN")
    put(st, "GE-WAL-HF", "EIN")
    found = line(debrief(st), "A1")
    assert (found.points, "is at Eindhoven" in found.why) == (0, True)
    clear(st, 1)
    found = line(debrief(st), "A1")
    assert found.points == 4
    assert "road from XXX Corps depot" in found.why
    for crossing in ("B-JOE", "B-AART", "B-BRE"):
        st.bridges[st.world.ways.crossing_numbers[crossing]] |= BLOWN
    found = line(debrief(st), "A1")
    assert (found.points, "no open road" in found.why) == (0, True)


def test_a_bridge_that_is_held_but_down_counts_half() -> None:
    """Nijmegen bridge gives ten points intact, five destroyed, none while the enemy is there."""
    st = begun()
    put(st, "US-508-1", "B-NIJ")
    assert line(debrief(st), "A7").points == 0
    clear(st, 1)
    assert line(debrief(st), "A7").points == 10
    st.bridges[st.world.ways.crossing_numbers["B-NIJ"]] |= BLOWN
    assert line(debrief(st), "A7").points == 5


def test_only_the_best_rhine_objective_counts() -> None:
    """A bridgehead, the same in supply, and the bridge itself: the best of them alone is added."""
    st = begun()
    clear(st, 1)
    for unit in ("GB-1PARA", "GB-3PARA", "GB-BORD"):
        put(st, unit, "OOS")
    found = debrief(st)
    assert [line(found, each).points for each in ("A8", "A9", "A10")] == [4, 12, 0]
    assert [line(found, each).counts for each in ("A8", "A9", "A10")] == [False, True, False]
    put(st, "GB-2PARA", "B-ARN")
    found = debrief(st)
    assert line(found, "A10").points == 27
    assert [line(found, each).counts for each in ("A8", "A9", "A10")] == [False, False, True]


def test_german_points_are_sixty_less_the_allied_ones() -> None:
    """The German objectives are sixty less what the Allies have on the ground."""
    st = begun()
    clear(st, 1)
    put(st, "US-508-1", "B-NIJ")
    parts = {part.section.id: part for part in debrief(st).parts}
    assert parts["E"].points == 60 - parts["A"].points
    assert parts["A"].points >= 10


def test_speed_is_counted_in_days_before_history() -> None:
    """Tanks over the Waal three turns early are one day and two points; never is nothing."""
    st = begun()
    st.chronicle = ((5, "waal", 1),)
    assert line(debrief(st), "B3").points == 2
    st.chronicle = ((1, "waal", 1),)
    assert line(debrief(st), "B3").points == 4
    st.chronicle = ()
    assert line(debrief(st), "B3").points == 0


def test_scored_facts_are_recorded_at_the_end_of_a_turn() -> None:
    """Troops that meet, tanks beyond the river and a bridge that is held are written down."""
    st = begun()
    st.turn = 6
    clear(st, 1)
    put(st, "GB-2GREN", "LEN")
    put(st, "US-504-1", "LEN")
    put(st, "US-506-1", "B-SON")
    watch(st)
    for fact in ("joined-82", "waal", "son"):
        assert turns_of(st, fact) == [6]
    assert turns_of(st, "joined-101") == []
    assert turns_of(st, "cut") == []


def test_the_road_is_cut_only_behind_the_corps() -> None:
    """An enemy beside the road counts behind the farthest place reached, and not ahead of it."""
    st = begun()
    clear(st, 1)
    put(st, "GB-2GREN", "GRA")
    put(st, "GE-WAL-HF", "UDE")
    watch(st)
    assert turns_of(st, "cut") == [1]
    st.chronicle = ()
    put(st, "GB-2GREN", "VAL")
    watch(st)
    assert turns_of(st, "cut") == []


def test_three_turns_of_queues_cost_a_point() -> None:
    """Three turns on end with more than 30 points waiting take a point off, two do not."""
    st = begun()
    own = [u for u in st.here() if u.side == 0]
    for unit in own[:30]:
        st.mark(unit.number, QUEUED)
    for turn in (1, 2):
        st.turn = turn
        watch(st)
    assert line(debrief(st), "C2").points == 0
    st.turn = 3
    watch(st)
    assert line(debrief(st), "C2").points == -1


def test_losses_are_shares_of_steps() -> None:
    """A division that has lost half its steps keeps half its points, a captured unit none."""
    st = begun()
    paras = [u for u in st.world.units if u.unit.division == "1st Airborne Division" and u.fights]
    whole = sum(u.status.last_step - u.unit.start_step for u in paras)
    st.where[paras[0].number] = GONE
    left = whole - (paras[0].status.last_step - paras[0].unit.start_step)
    found = debrief(st)
    assert line(found, "D1").points == round(6 * left / whole, 1)
    assert line(found, "F5").points == 1


def test_control_strikes_and_adds_with_a_reason() -> None:
    """A struck line does not count, an added one does, and both say why."""
    st = begun()
    before = debrief(st).totals["allied"]
    assert act_by_hand(st, "debrief strike D4 because the Guards were Control's own")[0]
    assert act_by_hand(st, "debrief add A +3 because the Dutch rose")[0]
    found = debrief(st)
    assert found.totals["allied"] == pytest.approx(before - 3 + 3)
    assert "Control's own" in line(found, "D4").why
    assert not line(found, "D4").counts
    with pytest.raises(ValueError, match="expected debrief strike"):
        act_by_hand(st, "debrief strike Z9 because no")


def test_a_total_is_named_by_its_band() -> None:
    """At the start the Allies have spared everybody and taken nothing: worse than history."""
    found = debrief(begun())
    assert found.totals["allied"] == pytest.approx(30)
    assert found.bands["allied"] == "worse than history"


def test_a_bridgehead_is_supplied_by_a_bridge_or_by_two_ferries() -> None:
    """With every bridge of the Neder-Rijn down two ferries will do, and one will not."""
    st = begun()
    clear(st, 1)
    for unit in ("GB-1PARA", "GB-3PARA", "GB-BORD"):
        put(st, unit, "OOS")
    numbers = st.world.ways.crossing_numbers
    for bridge in ("B-ARN", "B-ARNP", "B-ARNR", "B-WES", "B-ZUT", "B-DEV", "B-DOE"):
        st.bridges[numbers[bridge]] |= BLOWN
    found = line(debrief(st), "A9")
    assert (found.points, "ferries that do" in found.why) == (12, True)
    ferries = [c.id for c in st.world.crossings if c.kind == "ferry" and c.id != "F-DRI"]
    for ferry in ferries:
        st.bridges[numbers[ferry]] |= BLOWN
    assert line(debrief(st), "A9").points == 0


def test_a_rebuilt_unit_counts_as_a_company() -> None:
    """What was lost of it stays lost, though the company group is whole."""
    st = begun()
    unit = st.world.by_id["GB-2GREN"]
    st.lose(unit, 99)
    lost = line(debrief(st), "D4").points
    st.rebuilt[unit], st.steps[unit] = 1, 0
    again = line(debrief(st), "D4")
    whole = st.world.units[unit].status.last_step
    assert st.status(unit).last_step < whole
    assert lost < again.points < 3


def test_a_field_with_craters_is_not_usable() -> None:
    """An airfield that is held counts once its runways are whole."""
    st = begun("malta")
    luqa = next(i for i, strip in enumerate(st.world.sky.strips) if strip.area == "A-AF-LUQ")
    st.strips[luqa] = 2
    st.sea = replace(st.sea, craters=("A-AF-LUQ",))
    found = line(debrief(st), "A1")
    assert (found.points, found.why) == (0, "the Axis hold it, its runways blown up")
    st.sea = replace(st.sea, craters=())
    assert line(debrief(st), "A1").points == 10


def test_sections_end_at_their_limit() -> None:
    """Captured units fill up what losses have left of twenty points, and no more."""
    st = begun()
    for unit in [u for u in st.world.units if u.side == 1][:9]:
        st.where[unit.number] = GONE
    found = {part.section.id: part for part in debrief(st).parts}
    assert line(debrief(st), "D6").points == 5
    assert found["D"].points == 20
    assert {part.section.id: part.points for part in debrief(begun("malta")).parts}["C"] == 70


def test_malta_is_scored_by_fields_cities_and_ground() -> None:
    """Airfields, cleared ground and cities give the Axis points that the British lose."""
    st = begun("malta")
    for i, strip in enumerate(st.world.sky.strips):
        if strip.area in ("A-AF-LUQ", "A-AF-HF"):
            st.strips[i] = 2
    found = debrief(st)
    assert [line(found, each).points for each in ("A1", "A2", "A3")] == [10, 6, 0]
    assert line(found, "C1").points == 84
    clear(st, 0)
    for unit, place in (
        ("AX-FJ1-1", "VLT"),
        ("AX-FJ1-2", "VIT"),
        ("AX-FJ1-3", "SEN"),
        ("AX-FJ3-1", "3C"),
    ):
        put(st, unit, place)
    found = debrief(st)
    assert [line(found, each).points for each in ("A6", "A7", "A8", "A9")] == [20, 10, 8, 3]
    watch(st)
    assert turns_of(st, "surrender") == [1]
    assert line(debrief(st), "B1").points == 12


def test_malta_counts_axis_losses_for_the_garrison() -> None:
    """Airborne steps, convoys turned back and Spitfires on the fourth day are the garrison's."""
    st = begun("malta")
    for unit in ("AX-FJ1-1", "AX-FOL-II"):
        st.lose(st.world.by_id[unit], 3)
    st.sea = replace(st.sea, turned_back=3)
    st.turn = 8
    watch(st)
    found = debrief(st)
    assert [line(found, each).points for each in ("D1", "D2", "D3")] == [6, 10, 5]


def test_a_line_of_an_unknown_kind_is_a_fault() -> None:
    """A scenario's own debrief is checked, and each fault names its field."""
    data = load_world("malta").data.debrief
    wrong = Line("Z1", "Z", "?", "guessed", 1)

    faults = checked(replace(data, lines=(wrong,)), set(MEASURES), set(WATCHES))
    assert [fault.field for fault in faults] == ["line 1.section", "line 1.kind"]
