"""Names on a sheet: short, without accents, by the printed grid; and none tells of the enemy."""

from __future__ import annotations

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Understood, understand
from bocage.games.opcom.s05_orders.names import Finder
from bocage.press.survey.frame import plane_of
from bocage.press.survey.grid import reference
from bocage.press.survey.theatres import theatre_of


def finder(scenario: str, seat: str) -> Finder:
    """Names as a team may write them."""
    world = load_world(scenario)
    team = next(i for i, each in enumerate(world.teams) if each.seat == seat)
    return Finder(world, team, {u.number: u.start for u in world.units if u.team == team})


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Hal Far", "Ħal Far airfield"),
        ("Zurrieq", "Żurrieq"),
        ("Zebbug", "Żebbuġ"),
        ("Birzebbuga", "Birżebbuġa"),
        ("Ghar Lapsi", "Għar Lapsi"),
        ("St Pauls Bay", "St Paul's Bay"),
        ("Ta Qali", "Ta' Qali airfield"),
        ("MELLIEHA", "Mellieħa"),
    ],
)
def test_places_are_found_without_accents(name: str, meant: str) -> None:
    """Every place of Malta is found without its dotted letters."""
    found = finder("malta", "Malta-South").place(name)
    assert ([each.name for each in found.spots], found.is_guess) == ([meant], False)


@pytest.mark.parametrize(
    ("scenario", "seat", "name", "group"),
    [
        ("malta", "XXX-Corpo", "Friuli", "20th Division Friuli"),
        ("malta", "XXX-Corpo", "20th Div", "20th Division Friuli"),
        ("malta", "XXX-Corpo", "Superga Division", "1st Division Superga"),
        ("market-garden", "50th-Div", "50th Div", "50th (Northumbrian) Division"),
        ("market-garden", "43rd-Div", "43 Div", "43rd (Wessex) Division"),
        ("market-garden", "43rd-Div", "129 Bde", "129th Brigade"),
    ],
)
def test_a_formation_is_found_by_its_short_name(
    scenario: str, seat: str, name: str, group: str
) -> None:
    """The short name on a headquarters' counter means its formation, as everybody says it."""
    names = finder(scenario, seat)
    units, complaint = names.units(name)
    assert complaint == ""
    assert units == names.units(group)[0]
    assert len(units) > 2


def test_a_headquarters_is_found_by_its_own_name() -> None:
    """It is one unit, and no formation."""
    names = finder("market-garden", "50th-Div")
    assert len(names.units("HQ 50th (Northumbrian) Division")[0]) == 1
    assert names.units("headquarters 69th brigade")[0] == names.units("GB-50-B1HQ")[0]


@pytest.mark.parametrize("scenario", ["joes-bridge", "market-garden", "malta"])
def test_a_printed_grid_reference_finds_a_place(scenario: str) -> None:
    """The reference that the margin of a sheet explains finds every place to a hundred metres."""
    world = load_world(scenario)
    names = Finder(world, 0, {})
    plane, theatre = plane_of(world.pack, theatre_of(world.pack)), theatre_of(world.pack)
    for place in world.places:
        point = world.ways.xy(place.lat, place.lon)
        if world.ways.cell(point) is None:
            continue
        said = reference(theatre, plane.at(place.lat, place.lon))
        (spot,) = names.place(said).spots
        assert abs(spot.point[0] - point[0]) <= 100, (place.name, said)
        assert abs(spot.point[1] - point[1]) <= 100, (place.name, said)
        assert names.place(said.replace(" ", "")).spots


def test_a_distance_and_bearing_find_a_point() -> None:
    """2 km N of Best lies there; a point beyond the edge is said to be off the map."""
    names = finder("market-garden", "Guards")
    (best,) = names.place("Best").spots
    (spot,) = names.place("2 km N of Best").spots
    assert (spot.point[0] - best.point[0], spot.point[1] - best.point[1]) == (0, 2000)
    (spot,) = names.place("1 mile south-west of Best").spots
    assert spot.point[0] < best.point[0]
    assert names.place("north of Best").is_guess
    assert "off the map" in names.place("500 km N of Best").hint


@pytest.mark.parametrize(
    "name",
    ["N of " * 3000 + "Best", "9" * 400 + " km N of Best", "1e300 km N of Best", "Q " + "9" * 400],
)
def test_nonsense_is_not_a_place(name: str) -> None:
    """Whatever somebody types, it is answered."""
    assert finder("market-garden", "Guards").place(name).spots == ()


# What a name tells -------------------------------------------------------------------------


def begun(scenario: str) -> Table[Position]:
    """Return an operation before its first sheet."""
    return Table.new(OpCom(scenario=scenario), scenario=scenario, seed=bytes(32))


def meant(table: Table[Position], seat: str, **rows: object) -> Understood:
    """What a team's sheet means."""
    st = table.state
    team = next(i for i, each in enumerate(st.world.teams) if each.seat == seat)
    return understand(st.world, team, shaped(dict(rows)), known_to_team(st, team))


def said_of(found: Understood) -> list[str]:
    """Return every problem and question."""
    return [*(each.words for each in found.problems), *(each.words for each in found.questions)]


@pytest.mark.parametrize(
    ("seat", "kind", "row", "field"),
    [
        ("Regia-Marina", "sail", {"zone": "Malta Channel"}, "fleet"),
        ("Regia-Marina", "bombard", {"at": "Luqa"}, "fleet"),
        ("Regia-Marina", "divert", {"beach": "BE-FAM"}, "convoy"),
        ("Royal-Navy", "sail", {"zone": "Malta Channel"}, "fleet"),
        ("RAF", "air", {"mission": "recce", "zone": "A1"}, "squadrons"),
        ("Axis-Air", "air", {"mission": "transport"}, "lift"),
        ("Folgore", "order", {"action": "hold"}, "unit"),
        ("Folgore", "attach", {"to": "185th Parachute Division Folgore"}, "unit"),
        ("Folgore", "fire", {"at": "Luqa"}, "guns"),
        ("Folgore", "supply", {"to": "AX-FOL-HQ"}, "from"),
        ("Folgore", "message", {"text": "hello"}, "to"),
    ],
)
def test_another_teams_name_is_answered_like_an_unknown_name(
    seat: str, kind: str, row: dict[str, object], field: str
) -> None:
    """A name of the other side, or of another team, is answered as one that nobody has."""
    table = begun("malta")
    world = table.state.world
    side = next(each.side for each in world.teams if each.seat == seat)
    sea = world.data.sea
    names = [u.name for u in world.units if world.teams[u.team].side != side][:3]
    names += [u.name for u in world.units if world.teams[u.team].seat == "XVI-Corpo"][:1]
    names += [f.name for f in sea.fleets if f.team != seat]
    names += [c.name for c in sea.convoys if c.team != seat][:2]
    names += [d.name for d in world.dumps if d.team != seat][:2]
    names += [t.name for t in world.teams if t.side != side][:1]
    sky = world.sky
    others = [u for i, u in enumerate(sky.units) if world.teams[sky.team_of[i]].seat != seat]
    names += [u.name for u in others[:2]]
    assert names
    unheard = meant(table, seat, **{kind: [{**row, field: "Zorro's Own"}]})
    wanted = said_of(unheard)
    assert wanted
    assert all(", ," not in each and ": ," not in each and ", ." not in each for each in wanted)
    for name in names:
        said = meant(table, seat, **{kind: [{**row, field: name}]})
        told = [each.split(" Did you mean")[0] for each in said_of(said)]
        assert told == [each.replace("Zorro's Own", name) for each in wanted], name


def test_a_bridge_is_found_by_its_name_in_reports() -> None:
    """The map writes `S of`, a report `south of`: a sheet may say either."""
    names = finder("joes-bridge", "Guards")
    short = names.bridge("Dommel bridge S of Valkenswaard")
    assert [spot.crossing >= 0 for spot in short.spots] == [True]
    assert names.bridge("Dommel bridge south of Valkenswaard") == short
