"""Packs of an operation: what is on the pages, that all of it fits, and who may read it."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from random import Random

import pytest

from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.s02_umpiring import grids
from bocage.games.opcom.s02_umpiring.entry import enter, unpacked
from bocage.games.opcom.s02_umpiring.overview import waiting_card
from bocage.games.opcom.s05_orders.coded import code_of, keys_of
from bocage.games.opcom.words.verbs import ADJUDICATE
from bocage.press import render
from bocage.press import type as typ
from bocage.press.grey import greyed, printed
from bocage.press.operation import documents, maps, packs
from bocage.press.operation.air_list import air_list
from bocage.press.operation.leaves import MARGIN, Heading, Kept, Prose, Rows, pages
from bocage.press.operation.order_sheet import keys_page, order_sheet
from bocage.press.papers import PAPERS
from bocage.press.svg import Drawing
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    GUARDS,
    WALTHER,
    begun,
    play_samples,
    release,
    sample,
    send,
    sheet,
    work_out,
)

RAF = 8
"""A team of Malta that has only aircraft."""


@cache
def played() -> Table[Position]:
    """Joe's Bridge in its second turn, worked out and not released."""
    table = begun(["3"] * 80)
    sheets = (("1-guards.toml", "1-walther.toml"), ("2-guards.toml", "2-walther.csv"))
    play_samples(table, "joes_bridge", *sheets)
    return table


@cache
def at_the_lift() -> Table[Position]:
    """The second lift in its second turn: both sheets are in, and the turn is not worked out."""
    table = begun(["3"] * 80, scenario="second-lift")
    flak = {"unit": "GE-SWOB, GE-SWOB2", "action": "move", "posture": "tact", "objective": "Ede"}
    send(table, 0, sheet({"unit": "GB-BORD", "action": "hold", "posture": "tact"}))
    send(table, 1, sheet(flak))
    work_out(table)
    release(table)
    send(table, 0, sample("second_lift", "2-airborne.toml"))
    send(table, 1, sample("second_lift", "2-tettau.csv"))
    return table


def test_control_has_the_air_of_the_turn_on_paper() -> None:
    """What a lift carries and where it goes, flak that is not a unit, and the corners of zones."""
    made = air_list(at_the_lift().state)
    said = [word for page in made for word in words_on(page)]
    assert "4 Para Bde, 10 Para, 11 Para, 156 Para" in said
    assert "DZ Y Ginkel heath L 713148" in said
    assert "9 ammo, 1 fuel for 1 AL Bde" in said
    assert "Deelen airfield flak" in said
    assert {"Zone D2", "L 439012", "L 740312"} <= set(said)
    assert air_list(played().state) == []


def test_control_reads_what_each_line_of_troops_means() -> None:
    """The units of a grouping, the reference of a place, and orders still in force."""
    rows = {row[:3]: row[3:] for row in grids.orders(at_the_lift().state).rows}
    unit, _, _, objective, *_ = rows["Airborne", "order", "2"]
    assert unit == "4th Parachute Brigade: 10 Para, 11 Para, 156 Para, 2 AL A/Tk Bty RA"
    assert objective == "Wolfheze L 754116"
    assert rows["Tettau", "order", "1"][3] == "52.0320 5.7320 L 713148"
    assert rows["Airborne", "as before", ""][:2] == ("1st Border Regt", "hold")
    assert "SS-Wach" not in str(rows.get(("Tettau", "as before", ""), ""))


@pytest.fixture
def as_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages as text: quick, and easy to compare."""

    def no_pdf(pages: object) -> bytes:
        raise render.PrintExtraMissingError("PDF", "typst")

    monkeypatch.setattr(render, "pdf", no_pdf)


def words_on(drawing: Drawing) -> list[str]:
    """Return every text of a page."""
    return [
        str(child)
        for top in drawing.body
        for each in top.walk()
        if each.tag == "text"
        for child in each.children
    ]


@pytest.fixture
def no_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players' maps are drawn from the world and the team alone, so they are left blank here."""

    def blank(world: World, team: int, paper: str, part: str = "") -> Drawing:
        return Drawing(1, 1, "mm", (1, 1), (), f"{world.data.id} {team} {paper} {part}")

    monkeypatch.setattr(maps, "players_map", blank)


@pytest.mark.usefixtures("as_svg", "no_maps")
@pytest.mark.parametrize("team", [GUARDS, WALTHER])
def test_a_pack_is_the_same_in_worlds_a_team_cannot_tell_apart(team: int) -> None:
    """Worlds that differ where a team cannot see give the same pack, and the same folder."""
    st = played().state
    pack, folder = packs.team_pack(GAME, st, team), packs.team_folder(st, team)
    for seed in range(3):
        other = GAME.determinise(st, player(team), Random(seed))
        assert grids.units(other) != grids.units(st)  # they do differ
        assert packs.team_pack(GAME, other, team) == pack
        assert packs.team_folder(other, team) == folder


@pytest.mark.usefixtures("as_svg", "no_maps")
def test_counters_of_a_team_are_its_own() -> None:
    """A counter for each of its units, and none of the enemy's."""
    st = played().state
    for team in (GUARDS, WALTHER):
        content = packs.team_pack(GAME, st, team)["4-counters-1.svg"].decode()
        for unit in st.world.units:
            assert (f">{unit.unit.label}<" in content) == (unit.team == team)


def test_a_crossing_that_is_down_is_listed_once() -> None:
    """The pontoon bridge at Arnhem has a capacity, but it is down from the start."""
    st = begun([], scenario="arnhem-bridge").state
    said = [word for page in documents.brief(st, 0) for word in words_on(page)]
    assert said.count("Arnhem pontoon bridge") == 1
    assert "Arnhem road bridge" in said


def test_maps_show_the_part_on_which_an_operation_takes_place() -> None:
    """Arnhem Bridge is drawn on the sheet of Arnhem; Market Garden needs the whole sheet."""
    parts = {
        name: maps.part_of(begun([], scenario=name).state.world)
        for name in ("arnhem-bridge", "second-lift", "market-garden", "joes-bridge")
    }
    assert parts == {
        "arnhem-bridge": "arnhem",
        "second-lift": "arnhem",
        "market-garden": "whole",
        "joes-bridge": "whole",
    }


@pytest.mark.usefixtures("as_svg")
def test_control_prints_no_ammunition_that_nobody_fires() -> None:
    """Joe's Bridge has British and German guns, so that no Italian rounds are printed."""
    files = packs.umpire_pack(GAME, played().state)
    said = b"".join(each for name, each in files.items() if name.startswith("8-counters"))
    assert b"GB AMMO" in said
    assert b"GE AMMO" in said
    assert b"IT AMMO" not in said
    assert b"US AMMO" not in said


def test_everything_fits_its_page() -> None:
    """No text of a document begins or ends off its page, and none lies on the next column."""
    st = played().state
    made = [
        *documents.brief(st, GUARDS),
        *documents.report(st, GUARDS),
        *documents.unit_list(st),
        *documents.stock_list(st),
        *documents.cards(st),
        *documents.orders_list(st),
        *documents.fights_list(st),
        *documents.turn_record(st),
        *keys_page(st.world, GUARDS),
        order_sheet(st.world, GUARDS, 2),
        order_sheet(begun([], scenario="malta").state.world, RAF, 2),
        *air_list(at_the_lift().state),
        *documents.unit_list(at_the_lift().state),
        *documents.orders_list(at_the_lift().state),
    ]
    for page in made:
        for top in page.body:
            dx, dy = _moved(top.get("transform"))
            for each in top.walk():
                if each.tag != "text":
                    continue
                face = next(
                    face
                    for face in typ.faces().values()
                    if (face.family, str(face.weight), face.italic)
                    == (
                        each.get("font-family"),
                        each.get("font-weight"),
                        each.get("font-style") == "italic",
                    )
                )
                said = "".join(map(str, each.children))
                size = float(each.get("font-size") or 0)
                wide = typ.width(said, face, size)
                x, y = float(each.get("x") or 0) + dx, float(each.get("y") or 0) + dy
                anchor = each.get("text-anchor")
                left = x - (wide if anchor == "end" else wide / 2 if anchor else 0)
                assert left >= 8, (page.title, said)
                assert left + wide <= page.width - 8, (page.title, said)
                assert size <= y <= page.height - 3, (page.title, said)
                assert size >= 2.6, (page.title, said)  # some 7.5 points


def _moved(transform: str | None) -> tuple[float, float]:
    if transform is None:
        return 0.0, 0.0
    x, y = transform.removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def test_a_table_has_its_heading_on_every_page() -> None:
    """And no row is lost or cut between two pages."""
    rows = tuple((f"unit {number}", "somewhere in Brabant " * 4) for number in range(90))
    made = pages("List", "", [Heading("All"), Rows(("who", "where"), rows, (1, 1))], PAPERS["a4"])
    assert len(made) > 2
    assert all("who" in words_on(page) for page in made)
    found = [word for page in made for word in words_on(page) if word.startswith("unit ")]
    assert found == [row[0] for row in rows]


def test_a_long_word_is_cut_and_stays_in_its_column() -> None:
    """Names of cards have no spaces."""
    made = pages(
        "L", "", [Rows(("a", "b"), (("2.1.fight.GE-HOF-1." * 9, "x"),), (1, 9))], PAPERS["a4"]
    )
    column = (210 - 2 * MARGIN) / 10
    face = next(face for face in typ.faces().values() if face.key == "alegreya-sans-700")
    parts = [word for word in words_on(made[0]) if "fight" in word or "HOF" in word]
    assert parts
    assert all(typ.width(word, face, 3.2) <= column for word in parts)


def test_sheets_carry_their_code_and_keys() -> None:
    """The code that Control types, and a key for each unit."""
    world = played().state.world
    assert code_of(world, WALTHER, 3) in words_on(order_sheet(world, WALTHER, 3))
    said = [word.casefold() for page in keys_page(world, WALTHER) for word in words_on(page)]
    for key in keys_of(world, WALTHER):
        assert key in said


def test_a_team_without_troops_has_a_sheet_for_missions() -> None:
    """An air force has columns for missions and squadrons, and only the keys that it needs."""
    world = begun([], scenario="malta").state.world
    assert world.teams[RAF].seat == "RAF"
    said = words_on(order_sheet(world, RAF, 1))
    assert "Mission or kind of order" in said
    assert "Action" not in said
    assert any(word.startswith("Missions: transport,") for word in said)
    keys = [word for page in keys_page(world, RAF) for word in words_on(page)]
    assert "Dumps and squadrons" in keys
    assert "Groupings" not in keys


def test_black_and_white_pages_have_no_colour() -> None:
    """Every colour of a page becomes a grey; pale tints become paper."""
    page = greyed(pages("T", "", [Prose("words")], PAPERS["a4"])[0])
    sheet = packs.reckoners(GAME)[0]
    for drawing in (page, sheet):
        for top in drawing.body:
            for each in top.walk():
                for name in ("fill", "stroke"):
                    colour = each.get(name) or ""
                    if colour.startswith("#"):
                        assert colour[1:3] == colour[3:5] == colour[5:7]
    assert printed("#fbf7ec") == "#ffffff"
    assert printed("#000000") == "#000000"


@pytest.mark.usefixtures("as_svg", "no_maps")
def test_a_bundle_is_read_back_from_its_zip() -> None:
    """The same bytes each time; its tables, entered unchanged, change nothing."""
    table = played().branch()
    files = packs.bundle(GAME, table.state)
    content = packs.zipped(files)
    assert packs.zipped(files) == content
    with zipfile.ZipFile(io.BytesIO(content)) as made:
        assert sorted(made.namelist()) == sorted(files)
    before = table.state.key()
    assert enter(table, unpacked(content), "a test", turns=0).acts == ()
    assert table.state.key() == before
    with pytest.raises(ValueError, match="not a bundle"):
        unpacked(b"no zip")


@cache
def at_malta() -> Table[Position]:
    """Malta before its first turn: teams with troops, with aircraft only and with ships only."""
    return begun([], scenario="malta")


def test_paragraphs_that_belong_together_stay_on_one_page() -> None:
    """A card is not cut at the foot of a page, and longer ones than a page still come out whole."""
    card = Kept(tuple(Prose(f"line {number}") for number in range(1, 9)), "ruling")
    made = pages("Cards", "", [card] * 12, PAPERS["a4"])
    assert len(made) > 1
    for page in made:
        said = words_on(page)
        assert said.count("line 1") == said.count("line 8") == said.count("ruling") > 0
    long = Kept(tuple(Prose(f"line {number}") for number in range(1, 200)))
    made = pages("Cards", "", [Prose("before"), long], PAPERS["a4"])
    found = [word for page in made for word in words_on(page) if word.startswith("line ")]
    assert found == [f"line {number}" for number in range(1, 200)]
    assert len(made) <= 6


def test_a_last_row_does_not_stand_alone() -> None:
    """However many rows there are, a page has none or at least two of them."""
    for count in range(30, 50):
        rows = tuple((f"unit {number}", "here") for number in range(count))
        for page in pages("L", "", [Rows(("who", "where"), rows, (1, 1))], PAPERS["a4"]):
            assert sum(word.startswith("unit ") for word in words_on(page)) >= 2


def test_a_name_is_cut_at_its_hyphen() -> None:
    """`Malta-Command` in a narrow column becomes two parts that can be read."""
    made = pages("L", "", [Rows(("team", "x"), (("Malta-Command", "1"),), (1, 9))], PAPERS["a4"])
    assert {"Malta-", "Command"} <= set(words_on(made[0]))


def test_a_card_that_waits_has_room_for_its_ruling() -> None:
    """Cards that need somebody or decide the turn are in full; routine ones are rows of a table."""
    table = begun(["3"] * 80)
    play_samples(table, "joes_bridge", ("1-guards.toml", "1-walther.toml"))
    release(table)
    for seat, name in enumerate(("2-guards.toml", "2-walther.csv")):
        send(table, seat, sample("joes_bridge", name))
    assert table.act(CONTROL, ADJUDICATE())
    assert waiting_card(table.state) is not None
    said = [word for page in documents.cards(table.state) for word in words_on(page)]
    assert said.index("Needs you") < said.index("ruling, and by whom") < said.index("Routine")
    assert said.count("ruling, and by whom") == 1
    assert said[said.index("Routine") + 1 :][:4] == [
        "card, rule",
        "what and why",
        "ruled",
        "may be",
    ]


def test_a_march_to_a_point_has_its_map_reference() -> None:
    """The printed map has a grid and no degrees."""
    table = begun(["3"] * 80)
    to = {"action": "move", "posture": "non-tact", "objective": "51.2000 5.4200"}
    send(table, GUARDS, sheet({"unit": "GB-2GREN"} | to))
    send(table, WALTHER, sheet())
    work_out(table)
    (card,) = (each for each in table.state.cards if each.name == "1.march.Guards.1")
    assert card.what.endswith(" march to Q 498222")


def test_each_page_of_a_team_says_whose_and_of_when_it_is() -> None:
    """Pages of several teams lie on one printer."""
    st = played().state
    name, title = st.world.teams[GUARDS].name, st.world.data.title
    made = [*documents.brief(st, GUARDS), *documents.report(st, GUARDS)]
    for page in [*made, *keys_page(st.world, GUARDS)]:
        said = words_on(page)
        assert name in said
        assert any(word.startswith(title) for word in said)
    for page in made:
        assert any(title in word and "1944" in word for word in words_on(page))


@pytest.mark.usefixtures("as_svg", "no_maps")
def test_counters_say_whose_they_are() -> None:
    """The sheet of counters has the name of its team on both sides."""
    st = played().state
    files = packs.team_pack(GAME, st, GUARDS)
    name = st.world.teams[GUARDS].name
    assert all(name in files[f"4-counters-{side}.svg"].decode() for side in (1, 2))


@pytest.mark.usefixtures("as_svg", "no_maps")
def test_a_navy_has_no_page_of_keys() -> None:
    """Ships and zones are written by their names: no empty page, no words about squadrons."""
    st = at_malta().state
    navy = next(i for i, each in enumerate(st.world.teams) if each.seat == "Royal-Navy")
    assert not any(name.startswith("3-keys") for name in packs.team_pack(GAME, st, navy))
    said = " ".join(words_on(order_sheet(st.world, navy, 1)))
    assert "Missions:" not in said
    assert "your brief has them" in said


def test_an_air_force_has_its_aircraft_and_lifts_in_tables() -> None:
    """Lifts go to places by name."""
    st = at_malta().state
    air = next(i for i, each in enumerate(st.world.teams) if each.seat == "Axis-Air")
    said = [word for page in documents.brief(st, air) for word in words_on(page)]
    assert said.index("Aircraft") < said.index("LW-F1") < said.index("Lifts") < said.index("Notes")
    assert said.count("aircraft") >= 2
    assert "DZ-HF" not in said
    assert "DZ \u0126al Far" in said
