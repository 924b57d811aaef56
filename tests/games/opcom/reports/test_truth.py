"""Reports may not say what is false, nor leave out what an officer would tell first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bocage.engine.rulings import Ruling, refuse
from bocage.games.opcom.board.position import RETREATED, Position
from bocage.games.opcom.board.tables import Band
from bocage.games.opcom.pieces.fights import Combat, Fought
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fire_missions import hit
from bocage.games.opcom.s09_combat.groups import tell_why_not
from bocage.games.opcom.s09_combat.ineffective import capture
from bocage.games.opcom.s09_combat.resolution import go_back, is_on
from bocage.games.opcom.s09_combat.retreats import Way
from bocage.games.opcom.s10_reports.drafts import drafts
from bocage.games.opcom.s10_reports.facts import FormationFact
from bocage.games.opcom.s10_reports.formations import formations
from bocage.games.opcom.s10_reports.release import annex
from bocage.games.opcom.s10_reports.remarks import remarks, unassigned
from bocage.games.opcom.s10_reports.selection import gathered
from bocage.games.opcom.s10_reports.speech import Speech, speech_of, speeches
from bocage.games.opcom.s10_reports.summary import how_it_came
from bocage.games.opcom.s12_air.reconnaissance import direction
from bocage.games.opcom.words.places import crossing_named, spoken
from tests.games.opcom.playing import GUARDS, WALTHER, alone, begun

BRIGADE = "32nd Guards Brigade"
TOWN = "51.3508 5.4597"
"""Valkenswaard."""
FAR = "51.2220 5.3780"


def fought(
    st: Position,
    unit: str,
    band: Band,
    *,
    attacking: bool,
    stood: bool = False,
    km: float = 0.0,
    there: bool = True,
) -> FormationFact:
    """Return the facts of the formation of a unit that fought so many kilometres from where it
    is.
    """
    number = st.world.by_id[unit]
    x, y = st.at(number)
    team = st.world.units[number].team
    at = (x, y + round(km * 1000))
    fight = Fought(team, attacking, band, stood, at, (number,), (), (), "none", there)
    st.fought = (fight,)
    return next(each for each in gathered(st, team) if each.fights)


def text_of(st: Position, team: int) -> str:
    """Return all that the formations of a team report."""
    return " ".join(drafts(st, team))


def says(text: str, phrases: tuple[str, ...]) -> bool:
    """Return whether one of these phrases is said, up to its first field."""
    return any(phrase.partition("{")[0].strip() in text for phrase in phrases)


@pytest.mark.parametrize(("attacking", "came"), [(True, "taken"), (False, "lost")])
def test_a_limited_success_takes_the_position(attacking: bool, came: str) -> None:
    """9.13.limited: the defenders have left, so that the ground is not contested any more."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    unit = st.world.by_id["GB-3IG"]
    st.mark(unit, 0 if attacking else RETREATED)
    facts = fought(st, "GB-3IG", "limited success", attacking=attacking)
    assert how_it_came(facts.fights[0]) == came
    facts = fought(st, "GB-3IG", "limited success", attacking=True, there=False)
    assert how_it_came(facts.fights[0]) == "empty"


def test_bombers_are_not_called_fighter_bombers() -> None:
    """10.4: the strongest of the aircraft over several fights, by their kind."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    fought(st, "GB-3IG", "beaten", attacking=False)
    fight = st.fought[0]
    for others, air in (
        ([replace(fight, air="ordinary")], "fighter-bombers"),
        ([replace(fight, air="superior"), replace(fight, air="overwhelming")], _MANY),
        ([replace(fight, air="overwhelming", heavies=True)], "heavy bombers"),
    ):
        st.fought = (fight, *others)
        enemy = next(each.enemy for each in gathered(st, GUARDS) if each.fights)
        assert enemy is not None
        assert enemy.air == air


_MANY = "fighter-bombers in great number"


def test_an_enemy_in_contact_is_where_the_nearest_is() -> None:
    """10.2: not where the first on the list of units is."""
    near, far = "51.3500 5.4650", "51.3600 5.4730"
    st = alone("GB-3IG", "GE-HOF-1", "GE-HOF-3", at={"GB-3IG": TOWN, "GE-HOF-3": near}).state
    st.place(st.world.by_id["GE-HOF-1"], st.world.ways.xy(*map(float, far.split())))
    enemy = next(each.enemy for each in gathered(st, GUARDS) if each.enemy is not None)
    assert enemy.place == spoken(st.world, st.at(st.world.by_id["GE-HOF-3"]))


@pytest.mark.parametrize(("east", "place"), [(1600, "the enemy's"), (6000, "the fight's")])
def test_an_enemy_that_gave_way_is_reported_where_it_is(east: int, place: str) -> None:
    """10.2: an enemy out of sight is reported on the ground of the last fight."""
    st = alone("GB-3IG", "GE-HOF-1", at={"GB-3IG": TOWN}).state
    enemy = st.world.by_id["GE-HOF-1"]
    x, y = st.at(st.world.by_id["GB-3IG"])
    st.place(enemy, (x + east, y))
    fought(st, "GB-3IG", "limited success", attacking=True)
    st.fought = (replace(st.fought[0], enemies=((enemy, 0),)),)
    found = next(each.enemy for each in gathered(st, GUARDS) if each.fights)
    assert found is not None
    at = st.at(enemy) if place == "the enemy's" else (x, y)
    assert found.place == spoken(st.world, at)


def test_a_position_is_not_taken_when_the_defenders_stood_fast() -> None:
    """If the defenders stood fast, the attacker reads that the enemy is still there."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    facts = fought(st, "GB-3IG", "success", attacking=True, stood=True)
    assert facts.fights[0].ground == "stood"
    bank = speech_of("uk").attack
    assert says(text_of(st, GUARDS), tuple(bank["stood"]))
    assert not says(text_of(st, GUARDS), tuple(bank["success"]))


@pytest.mark.parametrize(("there", "ground"), [(False, "open"), (True, "as told")])
def test_a_unit_before_a_blown_bridge_is_not_through(there: bool, ground: str) -> None:
    """Before a blown bridge: the enemy has gone, and the ground is not ours for that."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    facts = fought(st, "GB-3IG", "total success", attacking=True, there=there)
    assert facts.fights[0].ground == ground


def test_a_position_belongs_to_the_units_on_it() -> None:
    """9.13: who has water between, or is far off, is not on the position."""
    st = alone("GB-2IG", "GE-HOF-1", at={"GE-HOF-1": "51.2600 5.4040"}).state
    unit = st.world.by_id["GB-2IG"]
    at = st.at(st.world.by_id["GE-HOF-1"])
    st.place(unit, (at[0], at[1] + 500))
    assert is_on(st, unit, at)
    st.place(unit, (at[0], at[1] + 3000))
    assert not is_on(st, unit, at)
    bridge = next(c for c in st.world.crossings if c.id == "B-JOE")
    x, y = st.world.ways.xy(bridge.lat, bridge.lon)
    banks = (((x - 5000, y + n), (x - 5000, y + n + 900)) for n in range(-1500, 1500, 100))
    south, north = next(pair for pair in banks if st.world.ways.waters_between(*pair))
    st.place(unit, south)
    assert not is_on(st, unit, north)


@pytest.mark.parametrize(("retreated", "ground"), [(False, "kept"), (True, "as told")])
def test_a_town_that_is_held_is_not_lost(retreated: bool, ground: str) -> None:
    """Some were driven back; as long as some of our troops are there, the place is ours."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    if retreated:
        st.mark(st.world.by_id["GB-3IG"], RETREATED)
    facts = fought(st, "GB-3IG", "success", attacking=False, km=0.3)
    assert facts.fights[0].ground == ground


@pytest.mark.parametrize("value", ["none", "stop"])
def test_a_bombed_unit_reports_it(value: str) -> None:
    """Nobody under bombs or shells reports that there is no enemy, whatever they did."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    unit = st.world.by_id["GB-3IG"]
    hit(st, unit, value, st.at(unit), bombs=True)
    text = text_of(st, GUARDS)
    assert "bombs" in text
    assert not any(phrase in text for phrase in speech_of("uk").enemy["none"])


def test_lost_guns_are_not_also_cut_off() -> None:
    """One fate of the same guns: the last."""
    st = begun().state
    unit = st.world.by_id["GB-3IG"]
    st.note(GUARDS, "cut off", unit)
    st.note(GUARDS, "captured", unit)
    said = tuple(e.words for e in remarks(st, GUARDS, BRIGADE, formations(st, GUARDS)[BRIGADE]))
    assert said == ("3rd Irish Guards has been lost; nobody came back.",)


def test_a_pursued_enemy_has_been_seen() -> None:
    """The enemy who got away is not said to have kept out of sight."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    st.note(GUARDS, "got away", st.world.by_id["GB-3IG"])
    text = text_of(st, GUARDS)
    assert "who has got away" in text
    assert not any(phrase in text for phrase in speech_of("uk").enemy["none"])


def test_a_second_attack_a_turn_is_not_called_want_of_ammunition() -> None:
    """A team that has attacked does not read that it had no ammunition for a second attack."""
    st = begun().state
    unit = st.world.by_id["GB-3IG"]
    dry = refuse(R("9.5.a"), "{unit:unit} has none", unit=unit)
    once = refuse(R("9.4.b"), "{unit:unit} has attacked", unit=unit)
    tell_why_not(st, unit, Ruling((*once.refusals, *dry.refusals)))
    assert "no ammunition" not in [each.code for each in st.notes]
    tell_why_not(st, unit, dry)
    assert "no ammunition" in [each.code for each in st.notes]


def test_a_unit_on_a_train_is_in_no_town() -> None:
    """Not where the train set out: on the railway, and bound for somewhere."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    unit = st.world.by_id["GB-3IG"]
    assert "at Valkenswaard" in text_of(st, GUARDS)
    st.aboard[unit] = 2
    st.rail_x[unit], st.rail_y[unit] = st.world.units[unit].start
    text = text_of(st, GUARDS)
    assert "on the railway, bound for" in text
    assert "at Valkenswaard" not in text


@pytest.mark.parametrize("speech", speeches(), ids=lambda each: each.name)
def test_an_empty_stock_has_not_been_used_up_for_that(speech: Speech) -> None:
    """A staff that gave its points to another has none in hand: that, and no more, is said."""
    for slot in ("empty", "empty-own"):
        for phrase in speech.supply[slot]:
            words = phrase.casefold()
            assert not any(word in words for word in ("gone", "used up", "exhaust", "left", "bare"))


def test_a_unit_in_the_goals_town_has_found_its_way() -> None:
    """A goal in a town counts as reached by a unit in the town."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    unit = st.world.by_id["GB-3IG"]
    x, y = st.at(unit)
    st.note(GUARDS, "no way", unit, (x + 700, y), name="Valkenswaard")
    assert "found no way" not in text_of(st, GUARDS)
    st.note(GUARDS, "no way", unit, (x + 4000, y), name="Leende")
    assert "found no way to Leende" in text_of(st, GUARDS)


def test_a_unit_does_not_move_towards_the_place_it_left() -> None:
    """12.10.direction: the place named lies ahead."""
    st = begun(scenario="market-garden").state
    ede = next(p for p in st.world.places if p.name == "Ede")
    unit = st.world.by_id["GE-9-20"]
    x, y = st.world.ways.xy(ede.lat, ede.lon)
    st.from_x[unit], st.from_y[unit] = x, y
    for dx, dy in ((900, 0), (0, 900), (-900, 0), (0, -900), (2500, 2500), (-400, 300)):
        st.place(unit, (x + dx, y + dy))
        assert direction(st, unit)[1] != "Ede"
    st.from_x[unit], st.from_y[unit] = st.at(unit)
    assert direction(st, unit) == ("", ""), "it is back where it began"


def test_an_enemy_at_twelve_hundred_metres_is_reported() -> None:
    """Reading 10.13: an enemy is reported at 1.2 km, though too far to stop a march; not at 3
    km."""
    for km, known in ((1.2, True), (3.0, False)):
        st = alone("GB-3IG", "GE-HOF-1", at={"GB-3IG": TOWN, "GE-HOF-1": TOWN}).state
        unit, enemy = st.world.by_id["GB-3IG"], st.world.by_id["GE-HOF-1"]
        x, y = st.at(unit)
        st.place(enemy, (x, y + round(km * 1000)))
        assert any(each.enemy is not None for each in gathered(st, GUARDS)) is known


def test_a_headquarters_that_was_driven_off_is_reported() -> None:
    """Its team reads where it is now; a team that captures one reads whose it was."""
    st = alone("GB-32G-HQ", "GB-3IG", "GE-HOF-1").state
    staff = st.world.by_id["GB-32G-HQ"]
    combat = Combat("x", (st.world.by_id["GE-HOF-1"],), (staff,), (), 0, 0, 0, 1)
    end = st.at(st.world.by_id["GB-3IG"])
    go_back(st, combat, staff, Way(end, 0.5, "free", ()), 0)
    assert "driven from its place" in text_of(st, GUARDS)
    capture(st, staff, 0, {WALTHER})
    assert any("HQ 32nd Guards Brigade was taken" in each.words for each in unassigned(st, WALTHER))


def test_a_delivery_that_failed_says_why_once() -> None:
    """The reason is reported with the supplies, and not a second time beside them."""
    st = begun().state
    unit = st.world.by_id["GB-GADRASC1"]
    name = next(n for n, units in formations(st, GUARDS).items() if st.world.units[unit] in units)
    st.note(GUARDS, "stopped", unit, st.at(unit))
    st.note(GUARDS, "undelivered", unit, st.at(unit))
    said = remarks(st, GUARDS, name, formations(st, GUARDS)[name])
    assert len(said) == 1
    assert said[0].words.endswith(
        "did not get through with its supplies: the enemy was in the way."
    )


def test_a_staff_that_was_driven_off_is_where_it_is_now() -> None:
    """10.2: driven off twice, or fled since, it is reported at its last place, and once."""
    st = alone("GE-HOF-HQ", "GE-HOF-1", at={"GE-HOF-HQ": TOWN}).state
    staff = st.world.by_id["GE-HOF-HQ"]
    x, y = st.at(staff)
    for km in (3, 6):
        st.note(WALTHER, "staff driven off", staff, (x, y + 1000 * km))
    name, units = next((n, u) for n, u in formations(st, WALTHER).items() if len(u) > 1)
    said = [each.words for each in remarks(st, WALTHER, name, units)]
    assert said == ["HQ FJ Rgt von Hoffmann was driven from its place and is now at Valkenswaard."]


def test_a_loss_is_reported_once() -> None:
    """Each formation reports the points that its own units lost, and the return has the sum."""
    st = begun().state
    for name, points in (("GB-3IG", 2), ("GB-2GREN", 1)):
        st.note(GUARDS, "points lost", st.world.by_id[name], figure=points)
    st.note(WALTHER, "points lost", st.world.by_id["GE-HOF-1"], figure=4)
    assert sorted(each.supply.lost for each in gathered(st, GUARDS) if each.supply.lost) == [1, 2]
    assert annex(st, GUARDS, [])[-1].endswith("In all we used nothing and lost three to the enemy.")


def test_a_bridge_is_called_as_it_is_found_on_the_map() -> None:
    """Reading 10.12: by a name on the sheet, or from a place that is."""
    world = begun(scenario="market-garden").state.world
    names = {each.id: crossing_named(world, i) for i, each in enumerate(world.crossings)}
    assert names["B-JOE"] == "Joe's Bridge (5 km north-west of Neerpelt)"
    assert names["B-GRA"] == "Grave bridge"
    forks = [place for place in world.places if place.kind == "junction"]
    assert forks
    for place in forks:
        assert place.name not in spoken(world, world.ways.xy(place.lat, place.lon))


def test_facts_can_be_distinguished() -> None:
    """A frozen record each: a changed copy is another report."""
    st = alone("GB-3IG", at={"GB-3IG": TOWN}).state
    facts = next(iter(gathered(st, GUARDS)))
    assert replace(facts, unseen="pursued") != facts
