"""Team honours: every kind of objective met and missed, cards for their own team, citations."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from bocage.engine.viewers import OBSERVER, player
from bocage.games.opcom.board.position import BLOWN, GONE, HERE, Position
from bocage.games.opcom.debrief.card_measures import CARD_MEASURES
from bocage.games.opcom.debrief.chronicle import WATCHES
from bocage.games.opcom.debrief.honour_records import Citation, Mission, Prize, checked_honours
from bocage.games.opcom.debrief.honours import Judged, honours, missions_of
from bocage.games.opcom.debrief.rows import Terms
from bocage.games.opcom.debrief.score import debrief_faults
from bocage.games.opcom.s02_umpiring.hand import act_by_hand
from bocage.games.opcom.s10_reports.release import told_after
from bocage.games.opcom.s12_air.sorties import FLOWN
from bocage.games.opcom.views import view
from tests.games.opcom.debriefing import begun, clear, game, put, team

UNASKED = Citation("orders", "for nothing at all")
CAMPAIGNS = ("market-garden", "malta")
Change = Callable[[Position], None]


def judged(st: Position, name: str) -> Judged:
    """Return an objective by its id."""
    return next(j for each in honours(st) for j in each.card if j.mission.id == name)


def noted(*facts: tuple[int, str]) -> Change:
    """Facts that were watched for, by turn."""

    def change(st: Position) -> None:
        st.chronicle = tuple((turn, fact, 1) for turn, fact in facts)

    return change


def standing(*places: tuple[str, str], rid: int = -1) -> Change:
    """Units at places, with nobody of a side left besides."""

    def change(st: Position) -> None:
        if rid >= 0:
            clear(st, rid)
        for unit, place in places:
            put(st, unit, place)

    return change


def losing(division: str, steps: int) -> Change:
    """Every unit of a division loses so many steps."""

    def change(st: Position) -> None:
        for unit in st.world.units:
            if unit.unit.division == division:
                st.lose(unit.number, steps)

    return change


def nothing(st: Position) -> None:
    """The position as it is."""


def flown(st: Position) -> None:
    """Every lift is down."""
    st.lifts[:] = bytes([FLOWN]) * len(st.lifts)


def shot_down(st: Position) -> None:
    """Nothing is left of anybody's squadrons."""
    st.squadrons[:] = bytes(len(st.squadrons))


def come(st: Position) -> None:
    """Everybody who was to come has come."""
    st.where[:] = bytes([HERE]) * len(st.where)


def down(bridge: str) -> Change:
    """A bridge that is blown."""

    def change(st: Position) -> None:
        st.bridges[st.world.ways.crossing_numbers[bridge]] |= BLOWN

    return change


def turned_back(st: Position) -> None:
    """A convoy had to go home."""
    st.sea = replace(st.sea, turned_back=1)


def off_malta(st: Position) -> None:
    """Every fleet is at sea."""
    st.sea = replace(st.sea, fleets=tuple(1 for _ in st.sea.fleets))


def fields_taken(st: Position) -> None:
    """The Axis holds every airfield."""
    st.strips[:] = bytes([2]) * len(st.strips)


def port_open(st: Position) -> None:
    """Marsaxlokk is the Axis's, and engineers have worked there."""
    clear(st, 0)
    put(st, "AX-FJ1-1", "MXL")
    st.sea = replace(st.sea, worked=tuple(9 for _ in st.sea.worked))


def guns_gone(st: Position) -> None:
    """No coast battery is left."""
    for battery in st.world.data.sea.batteries:
        st.where[st.world.by_id[battery.unit]] = GONE


def in_the_reichswald(st: Position) -> None:
    """An American battalion among its trees."""
    cell = sorted(st.world.pack.area("W-REI").hexes)[0]
    st.place(st.world.by_id["US-508-1"], st.world.ways.centre(cell))


def cut_off(st: Position) -> None:
    """Fifteenth Army is on the map, and the Allies stand at every place round it."""
    for unit in st.world.units:
        if unit.unit.division in ("59th Division", "245th Division", "712th Division"):
            st.place(unit.number, unit.start)
    for number in range(len(st.bridges)):
        st.bridges[number] |= BLOWN
    for depot in range(len(st.depot_side)):
        st.depot_side[depot] = 1


KINDS: dict[str, tuple[str, str, Change, Change]] = {
    "noted by": (
        "market-garden",
        "XXX-Corps-1",
        noted((4, "joined-101")),
        noted((5, "joined-101")),
    ),
    "seldom": (
        *("market-garden", "XXX-Corps-3"),
        noted((4, "cut"), (5, "cut"), (6, "cut")),
        noted((4, "cut"), (5, "cut"), (6, "cut"), (9, "cut")),
    ),
    "often": (
        *("market-garden", "Walther-2"),
        noted((4, "cut"), (9, "cut")),
        noted((4, "cut")),
    ),
    "noted": ("market-garden", "43rd-Div-2", noted((16, "wessex-driel")), nothing),
    "bridge": (
        *("market-garden", "Guards-2"),
        standing(("GB-2GREN", "B-NIJ"), rid=1),
        down("B-NIJ"),
    ),
    "kept": (
        *("market-garden", "Guards-3"),
        losing("Guards Armoured Division", 1),
        losing("Guards Armoured Division", 3),
    ),
    "beaten": (
        *("market-garden", "9th-SS-3"),
        losing("1st Airborne Division", 4),
        losing("1st Airborne Division", 1),
    ),
    "bridgehead": (
        *("market-garden", "43rd-Div-1"),
        standing(("GB-43-B2-2", "ELS"), ("GB-43-B2-3", "ELS"), ("GB-43-B1-2", "ELS"), rid=1),
        standing(("GB-43-B2-2", "ELS"), ("GB-43-B2-3", "ELS"), ("GB-2GREN", "ELS"), rid=1),
    ),
    "held": ("market-garden", "VIII-Corps-1", standing(("GB-2GREN", "WEE"), rid=1), nothing),
    "denied": ("market-garden", "II-SS-Corps-1", nothing, standing(("GB-2GREN", "B-NIJ"), rid=1)),
    "entered": ("market-garden", "Feldt-3", nothing, in_the_reichswald),
    "isolated": ("market-garden", "LXXXVIII-Corps-2", nothing, cut_off),
    "flown": ("market-garden", "Allied-Air-1", flown, nothing),
    "aloft": ("market-garden", "Allied-Air-2", nothing, shot_down),
    "downed": ("market-garden", "Luftwaffe-1", shot_down, nothing),
    "down": ("market-garden", "Luftwaffe-3", down("B-GRA"), down("B-ARN")),
    "strip": ("malta", "XI-Fliegerkorps-1", fields_taken, nothing),
    "port": ("malta", "Regia-Marina-3", port_open, standing(("AX-FJ1-1", "MXL"), rid=0)),
    "cleared": ("malta", "XXX-Corpo-3", standing(rid=0), nothing),
    "turned back": ("malta", "Royal-Navy-1", turned_back, nothing),
    "at sea": ("malta", "Royal-Navy-2", off_malta, nothing),
    "arrived": ("malta", "Regia-Marina-2", come, nothing),
    "standing": ("malta", "CRA-1", nothing, guns_gone),
}
"""By kind: an objective of it, what makes it met, and what makes it missed."""


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_objective_is_met_and_missed(kind: str) -> None:
    """Each kind of objective is judged one way and the other, with a reason either way."""
    scenario, name, makes, breaks = KINDS[kind]
    found: list[Judged] = []
    for change in (makes, breaks):
        st = begun(scenario)
        change(st)
        found.append(judged(st, name))
    assert found[0].mission.kind == kind
    assert [each.met for each in found] == [True, False]
    assert [each.points for each in found] == [2, 0]
    assert all(each.why for each in found)


def test_every_kind_on_the_cards_is_tested() -> None:
    """None of our cards has an objective of a kind that was not judged both ways above."""
    used = {m.kind for name in CAMPAIGNS for m in game(name).world.data.debrief.honours.missions}
    assert used == set(KINDS) <= set(CARD_MEASURES)


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_headquarters_has_a_card_of_three(name: str) -> None:
    """Three objectives each, two points each, at the beginning neither all met nor all missed."""
    st = begun(name)
    found = honours(st)
    assert [each.team for each in found] == list(range(len(st.world.teams)))
    for each in found:
        assert [j.mission.points for j in each.card] == [2, 2, 2]
    assert {j.met for each in found for j in each.card} == {True, False}


def test_an_averted_objective_is_met_if_the_event_did_not_happen() -> None:
    """XXX Corps that joins in time is met for XXX Corps and missed for KG Walther."""
    st = begun()
    assert (judged(st, "XXX-Corps-1").met, judged(st, "Walther-1").met) == (False, True)
    noted((3, "joined-101"))(st)
    assert (judged(st, "XXX-Corps-1").met, judged(st, "Walther-1").met) == (True, False)


def test_control_strikes_an_objective() -> None:
    """A struck objective gives nothing and says why."""
    st = begun()
    assert judged(st, "Guards-3").met
    assert act_by_hand(st, "debrief strike Guards-3 because the table was empty")[0]
    found = judged(st, "Guards-3")
    assert (found.met, found.why) == (False, "struck by Control: the table was empty")


# Who sees a card -----------------------------------------------------------------------------


def others(st: Position, number: int) -> list[str]:
    """What stands on other cards and not on this team's."""
    own = {each.words for each in missions_of(st.world, number)}
    missions = st.world.data.debrief.honours.missions
    return [each.words for each in missions if each.words not in own]


@pytest.mark.parametrize("released", [False, True])
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_only_its_own_team_sees_a_mission_card(name: str, released: bool) -> None:
    """A team sees its own three objectives, at the beginning and after a turn, and no others."""
    st = begun(name)
    if released:
        st.told = told_after(st)
    everything = json.dumps(view(st, OBSERVER), ensure_ascii=False)
    for number in range(len(st.world.teams)):
        own = [each.words for each in missions_of(st.world, number)]
        assert list(st.told[number].mission) == own
        seen = json.dumps(view(st, player(number)), ensure_ascii=False)
        assert all(words in seen for words in own)
        assert [words for words in others(st, number) if words in seen] == []
        assert not any(words in everything for words in own)


def test_the_first_report_ends_with_the_mission_card() -> None:
    """What a player reads first ends with the objectives, numbered."""
    st = begun()
    report = st.told[team(st, "82nd")].report
    assert report[:2] == ("The operation begins.", "Your mission card:")
    assert report[2] == "1. Hold Grave bridge intact by the first evening."
    assert len(report) == 5


def test_honours_that_cannot_be_judged_are_faults() -> None:
    """A card of an unknown team or kind, on an unknown fact, or twice, is a fault."""
    world = game("malta").world
    data = world.data.debrief.honours
    assert debrief_faults(world) == []
    wrong = Mission("X", "Nobody", "?", "guessed", more=Terms({"watch": "moon"}))
    points = world.pack.points_by_id
    worse = replace(data, missions=(wrong, wrong), prizes=(), citations=(), watches=())
    found = checked_honours(
        worse, CARD_MEASURES, {"sun"}, {"RAF"}, world.pack.points_by_id, WATCHES
    )
    fields = ["team", "kind", "id", "watch"]
    assert [fault.field for fault in found] == [f"mission {n}.{f}" for n in (1, 2) for f in fields]
    blank = replace(
        data, missions=(), watches=(), prizes=(Prize("MOON", "axis"),), citations=(UNASKED,)
    )
    found = checked_honours(blank, CARD_MEASURES, (), (), points, WATCHES)
    assert [fault.field for fault in found] == ["citation 1.kind", "prize 1.id"]
