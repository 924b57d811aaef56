"""The spoken report: three sentences, formations by what they did, exceptions, within its words."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from bocage.cli.opcom_drafts import draft_lines
from bocage.games.opcom.board.position import (
    ACTIONS,
    ATTACKED,
    MOVED,
    REST,
    RETREATED,
    Position,
)
from bocage.games.opcom.pieces.flights import BROKEN_OFF, Sortie
from bocage.games.opcom.pieces.orders import (
    BlockShip,
    Bombardment,
    CounterFire,
    Cratering,
    Dispatch,
    Diversion,
    Line,
    Mission,
    Sail,
)
from bocage.games.opcom.s10_reports.air import lifts_together
from bocage.games.opcom.s10_reports.answers import answers, chore_answers, told_answers
from bocage.games.opcom.s10_reports.budget import Sentence, length, within
from bocage.games.opcom.s10_reports.notes import Note
from bocage.games.opcom.s10_reports.release import drafted, teams_under
from bocage.games.opcom.s10_reports.selection import gathered
from bocage.games.opcom.s10_reports.summary import spoken_report
from tests.games.opcom import reading
from tests.games.opcom.playing import GUARDS, WALTHER, begun, release, told
from tests.games.opcom.test_tutorial import joes_bridge


def test_a_report_is_spoken_in_three_minutes() -> None:
    """A report has at most 200 words, or 300 if the team has others under it, turn after turn."""
    found = 0
    for table in reading.campaign("market-garden", 3):
        st = table.state
        for team, told_now in enumerate(st.told):
            said = told_now.report
            own = [line for line in said if not line.startswith(("From ", "Correction"))]
            most = 300 if teams_under(st, team) else 200
            assert length(own) <= most, st.world.teams[team].name
            found += length(own) > most // 4
    assert found > 20


def test_what_matters_most_has_its_place_first() -> None:
    """What does not fit is left out from the end of the ranks; the order stays."""
    said = [Sentence(2, "a b c"), Sentence(0, "d e"), Sentence(1, "f g"), Sentence(3, "h")]
    assert within(said, 5) == ["d e", "f g", "h"]
    assert within(said, 100) == ["a b c", "d e", "f g", "h"]
    assert within(said, 0) == ["d e"]


@pytest.fixture(scope="module")
def worked_out() -> Position:
    """Joe's Bridge with its second turn worked out."""
    return joes_bridge("1", "1", "2", "4", "6", "6").state


def test_the_fight_the_enemy_and_the_means_come_first(worked_out: Position) -> None:
    """The first paragraph says what happened, who is in front and what is in hand."""
    lead, groups, *_ = spoken_report(worked_out, GUARDS, gathered(worked_out, GUARDS), {})
    assert "The strongest enemy is" in lead
    assert "KG Walther" in lead or "paratroops" in lead or "with" in lead
    assert "in hand" in lead
    assert groups.startswith("In the attack: ")


def test_names_of_one_length_have_a_fixed_order(worked_out: Position) -> None:
    """Whatever order a process gives to sets: the same turn has the same report everywhere."""
    names = [f"{n}th Infantry Division" for n in range(12, 24)]
    facts = next(each for each in gathered(worked_out, GUARDS) if each.enemy is not None)
    assert facts.enemy is not None
    seen = [replace(facts.enemy, identity="known", name=name) for name in names]
    many = [replace(facts, enemy=each) for each in reversed(seen)]
    lead = spoken_report(worked_out, GUARDS, many, {})[0]
    assert [lead.index(name) for name in names] == sorted(lead.index(name) for name in names)


def test_a_stock_is_in_the_report_once(worked_out: Position) -> None:
    """However many formations draw on it."""
    text = " ".join(spoken_report(worked_out, GUARDS, gathered(worked_out, GUARDS), {}))
    assert text.count("in hand") == 1


def test_control_reads_all_that_the_team_will_read() -> None:
    """The drafts hold the report and its annex to the word: nothing is added at the release."""
    table = joes_bridge("1", "1", "2", "4", "6", "6")
    for team in (GUARDS, WALTHER):
        report, annex = drafted(table.state, team)
        seen = list(draft_lines(table.state, team))
        assert set(report) | set(annex) <= set(seen)
    before = [drafted(table.state, team) for team in (GUARDS, WALTHER)]
    done = [[asdict(each) for each in answers(table.state, t)] for t in (GUARDS, WALTHER)]
    assert done[GUARDS]
    release(table)
    for team in (GUARDS, WALTHER):
        data = told(table, team)
        assert (data["report"], data["annex"]) == before[team]
        assert data["orders"] == done[team]


def ordered(st: Position, action: str, goal: tuple[int, int], *units: str) -> None:
    """One line on the sheet of the Guards."""
    numbers = tuple(st.world.by_id[unit] for unit in units)
    kind = ACTIONS.index(action)
    st.orders = (Line(GUARDS, 1, numbers, kind, 0, "", goal=goal, goal_name="Valkenswaard"),)


def test_every_order_is_answered() -> None:
    """Done, in part, or not, with what was in the way; on its goal is done, whatever came up."""
    st = begun().state
    unit, other = (st.world.by_id[each] for each in ("GB-3IG", "GB-5COLD"))
    x, y = st.at(unit)
    st.place(other, (x, y))
    ordered(st, "move", (x + 600, y), "GB-3IG", "GB-5COLD")
    st.note(GUARDS, "stopped", unit, (x, y))
    assert [each.outcome for each in answers(st, GUARDS)] == ["done"]
    st.place(other, (x - 5000, y))
    st.note(GUARDS, "queues", other, (x, y), name="Valkenswaard")
    fact = answers(st, GUARDS)[0]
    assert (fact.outcome, fact.why) == ("partly", "the road was full")
    ordered(st, "move", (x + 9000, y), "GB-3IG")
    st.notes = ()
    st.mark(unit, MOVED)
    assert answers(st, GUARDS)[0].why == "they are still on the way"
    ordered(st, "attack", (x, y), "GB-3IG")
    assert answers(st, GUARDS)[0].outcome == "not done"
    st.mark(unit, ATTACKED)
    assert answers(st, GUARDS)[0].outcome == "done"
    said = told_answers(st, GUARDS)
    assert said == ["Your orders. Line one, 3rd Irish Guards, attack Valkenswaard: done."]
    assert answers(st, WALTHER) == []
    for name, goal in (("2 km S of Best", "2 km S of Best"), ("51.2490 5.3880", ""), ("4513", "")):
        st.orders = (replace(st.orders[0], goal_name=name),)
        assert answers(st, GUARDS)[0].goal == goal


def test_who_stays_is_not_done_of_itself() -> None:
    """5.2, reading 10.14: holding, preparing, resting and probing are not done of themselves."""
    st = begun().state
    unit = st.world.by_id["GB-3IG"]
    x, y = st.at(unit)
    asked = {"hold": "they were driven back", "prepare": "they had to fight instead"}
    for action, why in asked.items():
        ordered(st, action, (x, y), "GB-3IG")
        st.marks[unit], st.prepared[unit] = 0, 1
        assert answers(st, GUARDS)[0].outcome == "done"
        st.mark(unit, RETREATED)
        st.prepared[unit] = 0
        assert (answers(st, GUARDS)[0].outcome, answers(st, GUARDS)[0].why) == ("not done", why)
        assert f"{action} Valkenswaard: not done; {why}." in told_answers(st, GUARDS)[0]
    st.marks[unit] = 0
    st.posture[unit] = REST
    ordered(st, "hold", (x, y), "GB-3IG")
    st.orders = (replace(st.orders[0], posture=REST),)
    assert (answers(st, GUARDS)[0].action, answers(st, GUARDS)[0].outcome) == ("rest", "done")
    st.fires = ((WALTHER, x, y),)
    assert answers(st, GUARDS)[0].why == "their rest was disturbed"
    ordered(st, "probe", (x, y + 9000), "GB-3IG")
    assert answers(st, GUARDS)[0].why == "they did not come up to the enemy"
    st.note(GUARDS, "met", unit, (x, y))
    assert answers(st, GUARDS)[0].outcome == "done"
    ordered(st, "attack", (x, y), "GB-3IG")
    st.note(GUARDS, "found empty", unit, (x, y))
    assert answers(st, GUARDS)[0].outcome == "done"


def test_an_air_staff_reports_in_the_order_of_a_report() -> None:
    """ELETIS for the air: how the squadrons are, where they flew, whom they met; lifts together."""
    st = begun(scenario="market-garden").state
    team = next(i for i, each in enumerate(st.world.teams) if each.seat == "Allied-Air")
    unit = st.world.by_id["GB-2PARA"]
    st.note(team, "landed intact", unit, st.at(unit))
    st.note(team, "landed lost", unit, st.at(unit))
    for name in ("L-POL", "L-POLAT"):
        st.note(team, "lift waits", name=name, parts=("DZ K", "the weather does not allow it"))
    lead, *_ = spoken_report(st, team, gathered(st, team), {})
    assert lead.startswith("All squadrons are complete. Nothing was flown. No enemy aircraft")
    assert [each.words for each in lifts_together(st, team)] == [
        "Landed: one in good order and one with losses.",
        "Lifts L-POL and L-POLAT wait: the weather does not allow it.",
    ]
    st.notes = (*st.notes, Note(team, "lift given up", name="L-POL"))
    assert "L-POL " not in " ".join(each.words for each in lifts_together(st, team))


def test_lines_for_guns_and_messages_are_answered() -> None:
    """Counter-battery says whether they fired; of a message nobody knows whether it came."""
    st = begun(scenario="market-garden").state
    seats = {team.seat: i for i, team in enumerate(st.world.teams)}
    guards, gun = seats["Guards"], st.world.by_id["GB-55FD"]
    st.chores = (
        CounterFire(guards, (gun,)),
        Dispatch(guards, seats["XXX-Corps"], 2, "wireless", "We go at dawn."),
    )
    assert chore_answers(st, guards) == [
        "55th Field Regt on counter-battery: they found no enemy guns.",
        "Message to XXX Corps by wireless: sent.",
    ]
    st.note(guards, "ammo", gun)
    assert chore_answers(st, guards)[0].endswith("they found enemy guns and fired.")
    assert chore_answers(st, seats["XXX-Corps"]) == []


def test_every_air_line_is_answered() -> None:
    """Flown, in part, turned back or not at all, with the reason that the staff was given."""
    st = begun(scenario="market-garden").state
    sky = st.world.sky
    air = next(i for i, team in enumerate(st.world.teams) if team.seat == "Allied-Air")
    first, second = [i for i, team in enumerate(sky.team_of) if team == air][:2]
    one, two = sky.units[first].name, sky.units[second].name
    bomb = Mission(air, 1, "bombing", (first, second), where="Best", x=1, y=1)
    scout = Mission(air, 2, "recce", (first,), zone=0, where=sky.zones[0].name)
    lift = Mission(air, 3, "transport", lift=0, where="DZ-X")
    st.chores = (bomb, scout, lift, Mission(air, 4, "hold", (second,)))

    def flown(line: Mission, **more: Any) -> Sortie:
        place = (line.zone, (), line.x, line.y, line.where)
        made = Sortie(0, air, line.number, line.mission, line.squadrons, 2, 2, *place)
        return replace(made, lift=line.lift, **more)

    def said() -> list[str]:
        return [each.partition(": ")[2] for each in chore_answers(st, air)]

    assert said() == ["did not fly.", "did not fly.", "did not fly.", "held back."]
    assert chore_answers(st, air)[0].startswith(f"{one} and one other, bombing Best: ")
    st.note(air, "did not fly", name="bombing", parts=("weather", one, two))
    st.note(air, "lift waits", name=sky.lifts[0].id, parts=("DZ X", "fog in England"))
    assert said()[0] == "did not fly; weather."
    assert said()[2] == "waits; fog in England."
    st.notes = ()
    st.sorties = (flown(bomb), flown(scout), flown(lift))
    assert said()[:3] == ["flown.", "flown; see the sightings.", "flown."]
    st.note(air, "did not fly", name="bombing", parts=("other orders", two))
    st.note(air, "scouted nothing", name=sky.zones[0].name)
    st.note(air, "lift short", name=sky.lifts[0].id)
    assert said()[0] == "flown in part; other orders."
    assert said()[1] == "flown; nothing was seen."
    assert said()[2] == "flown, with a part of its load."
    st.sorties = (flown(bomb, state=BROKEN_OFF), flown(scout, flying=0))
    assert said()[:2] == ["turned back by the enemy."] * 2
    st.sorties = (flown(bomb),)
    st.note(air, "too near to bomb", name="they", parts=("Best",))
    assert said()[0] == "they did not bomb; our own troops were too near."
    support = replace(bomb, mission="close support", where="Guards")
    st.chores, st.sorties = (support,), (flown(support, asked=0),)
    assert said() == ["flown; nobody on the ground called for them."]


def test_every_line_for_the_sea_is_answered() -> None:
    """Fleets, bombardments, convoys, strikes, block-ships and runways."""
    st = begun(scenario="malta").state
    sea = st.world.data.sea
    fleet, name = 0, sea.fleets[0].name
    zone = st.world.pack.areas_of("sea zone")[0]
    team = next(i for i, t in enumerate(st.world.teams) if t.seat == sea.fleets[0].team)
    st.chores = (
        Sail(team, fleet, zone.id),
        Bombardment(team, fleet, 1, 1, "Mosta"),
        Diversion(team, 0, 1),
        BlockShip(team, 0),
        Cratering(team, st.world.sky.strips[0].area, 0),
    )

    def said() -> list[str]:
        return [each.rpartition(": ")[2] for each in chore_answers(st, team)]

    assert chore_answers(st, team)[0].startswith(f"{name} to {zone.name}: ")
    st.sea = replace(st.sea, fleets=(0, *st.sea.fleets[1:]), beaches=(0, *st.sea.beaches[1:]))
    late = "it did not sail; it is too late for it."
    not_yet = "not done yet."
    assert said() == [late, "not done; the fleet is not at sea.", not_yet, not_yet, not_yet]
    for state, words in ((2, "on its way."), (3, "driven off.")):
        st.sea = replace(st.sea, fleets=(state, *st.sea.fleets[1:]))
        assert said()[0] == words
    st.sea = replace(
        st.sea,
        fleets=(1, *st.sea.fleets[1:]),
        zones=(zone.id, *st.sea.zones[1:]),
        beaches=(1, *st.sea.beaches[1:]),
        blocked=(1, *st.sea.blocked[1:]),
        craters=(st.world.sky.strips[0].area,),
    )
    assert said() == ["on station.", "done.", "done.", "done.", "blown up."]


def test_a_lost_battalion_is_named_first_and_once() -> None:
    """A battalion that can fight no more is in the spoken report of that turn, and not again."""
    st = begun().state
    unit = st.world.by_id["GE-LW6"]
    st.steps[unit] = st.status(unit).last_step
    said = " ".join(spoken_report(st, WALTHER, gathered(st, WALTHER), {}))
    assert "Luftwaffe Straf-Btl 6 z.b.V. is no longer able to fight." in said
    st.told = tuple(replace(each, lost=("GE-LW6",)) for each in st.told)
    again = " ".join(spoken_report(st, WALTHER, gathered(st, WALTHER), {}))
    assert "no longer able to fight" not in again
    assert "  " not in again


def test_a_lost_headquarters_is_named_in_full() -> None:
    """In the lead of a report `HQ` could be any of several."""
    st = begun().state
    unit = st.world.by_id["GE-HOF-HQ"]
    st.steps[unit] = st.status(unit).last_step
    said = " ".join(spoken_report(st, WALTHER, gathered(st, WALTHER), {}))
    assert "HQ FJ Rgt von Hoffmann is no longer able to fight." in said


def test_who_follows_says_whom_it_is_not_up_with() -> None:
    """An order that was not carried out has its reason."""
    st = begun().state
    first = st.world.by_id["GB-3IG"]
    ordered(st, "move", st.at(first), "GB-2IG")
    st.orders = (replace(st.orders[0], goal=(), goal_name="", follow=first),)
    x, y = st.at(first)
    st.place(st.world.by_id["GB-2IG"], (x, y + 9000))
    assert answers(st, GUARDS)[0].why == "they are not up with 3rd Irish Guards"


def test_a_navy_and_an_air_force_report() -> None:
    """A fleet's report says where it is; squadrons that flew are not 'nothing to report'."""
    st = begun(scenario="malta").state
    seats = {team.seat: i for i, team in enumerate(st.world.teams)}
    marina, raf, command = (seats[each] for each in ("Regia-Marina", "RAF", "Malta-Command"))
    assert spoken_report(st, marina, (), {}) == ["The Italian battle fleet: at sea."]
    st.sea = replace(st.sea, fleets=(3, *st.sea.fleets[1:]))
    assert "driven off" in spoken_report(st, marina, (), {})[0]
    assert spoken_report(st, raf, (), {})[0].startswith("All squadrons are complete.")
    above = " ".join(spoken_report(st, command, gathered(st, command), {raf: ()}))
    assert "RAF Malta: all squadrons are complete; no enemy aircraft were met" in above
