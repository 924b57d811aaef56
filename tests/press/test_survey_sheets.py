"""Whole sheets of the survey: who may see what, layers, papers, sizes, sameness, refusals."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from bocage.maps import load
from bocage.press import render, survey
from bocage.press.survey import margin, notes
from bocage.press.survey.frame import PAPERS, page_of, round_scale
from bocage.press.survey.layers import CONTROL, OPTIONAL
from bocage.press.survey.looks import INK
from bocage.press.survey.theatres import theatre_of
from bocage.press.svg import Element
from bocage.press.vision import Vision, contrast, distance, grey
from tests.press.survey_cases import THEATRES, country, drawing, texts

FIGURE = re.compile(r"\d+p?")
"""How Control's sheet says a capacity."""


def said(theatre: str, control: bool) -> list[tuple[str, str]]:
    """Return all texts of a sheet with their layers."""
    return [each for top in drawing(theatre, "a3", control).body for each in texts(top)]


@pytest.mark.parametrize("theatre", THEATRES)
def test_players_see_no_capacity(theatre: str) -> None:
    """No figure stands on the players' map but those of the grid, the heights and the margin."""
    stray = [
        (layer, text)
        for layer, text in said(theatre, False)
        if FIGURE.fullmatch(text) and layer not in ("grid", "relief", "margin", "insets")
    ]
    assert stray == []
    layers = {layer for layer, _ in said(theatre, False)}
    assert not layers & {*CONTROL}


@pytest.mark.parametrize("theatre", ["market-garden", "joes-bridge"])
def test_players_read_that_capacities_are_unknown(theatre: str) -> None:
    """The players' sheet says that capacities must be learnt; Control's does not."""
    words = " ".join(text for _, text in said(theatre, False))
    assert "Capacities of crossings are unknown until learnt." in words
    assert "NOT TO BE SHOWN" not in words
    control = " ".join(text for _, text in said(theatre, True))
    assert "until learnt" not in control
    assert "CONTROL ONLY · NOT TO BE SHOWN TO PLAYERS" in control


@pytest.mark.parametrize("theatre", ["market-garden", "joes-bridge"])
def test_control_sees_every_capacity(theatre: str) -> None:
    """Control's sheet has one figure for each crossing on it, with p where it is prepared."""
    figures = sorted(text for layer, text in said(theatre, True) if layer == "capacities")
    insets = [text for layer, text in said(theatre, True) if layer == "capacities"]
    wanted = sorted(
        f"{crossing.capacity}{'p' if crossing.prepared else ''}"
        for crossing in load(theatre).crossings
    )
    assert len(insets) >= len(wanted)
    left = list(figures)
    for each in wanted:
        left.remove(each)


def test_players_do_not_see_guns_or_beach_capacities() -> None:
    """On Malta calibres and what a beach lands are Control's; names and grades are for all."""
    players = {text for _, text in said("malta", False)}
    control = {text for _, text in said("malta", True)}
    assert "Ramla Bay" in players
    assert any(text.endswith("Bay 12") for text in control)
    assert not any(text.endswith("Bay 12") for text in players)
    assert not any("9.2" in text or "pdr" in text for text in players)
    assert any("9.2 in" in text for text in control)


def test_a_broken_bridge_is_drawn_as_its_side_knows_it() -> None:
    """A destroyed bridge is broken for all, one dismantled in secret for Control alone."""

    def pieces(control: bool, crossing: str) -> int:
        body = drawing("market-garden", "a3", control).body
        marks = [e for top in body for e in top.walk() if e.get("data-crossing") == crossing]
        return len(marks[0].children)

    assert pieces(False, "B-LOM") == pieces(True, "B-LOM")
    assert pieces(False, "B-ARNP") == pieces(True, "B-ARNP") - 2
    assert pieces(False, "B-LOM") == pieces(False, "B-DOM") + 2


# Layers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("control", [False, True])
def test_layers_are_those_that_the_sheet_has(theatre: str, control: bool) -> None:
    """What `layers_of` promises is exactly what a sheet with all layers contains."""
    pack = load(theatre)
    known = survey.layers_of(pack, control=control)
    whole = survey.draw(pack, paper="a2", control=control, layers=known)
    assert set(whole.layers()) == set(known)


@pytest.mark.parametrize("theatre", THEATRES)
def test_a_layer_left_out_is_gone(theatre: str) -> None:
    """Without a layer nothing of it is in the SVG, and all others stay."""
    pack = load(theatre)
    whole = drawing(theatre)
    kept = whole.layers()
    for layer in kept:
        rest = whole.with_layers([name for name in kept if name != layer])
        assert set(rest.layers()) == set(kept) - {layer}
        if theatre == "joes-bridge":
            assert f'data-layer="{layer}"' not in rest.svg()
    assert set(kept) == set(survey.usual_layers(survey.layers_of(pack)))
    assert not set(kept) & set(OPTIONAL)


def test_a_layer_takes_its_names_with_it() -> None:
    """A layer takes its names with it."""
    pack = load("joes-bridge")
    known = survey.usual_layers(survey.layers_of(pack))
    dry = survey.draw(pack, paper="a3", layers=[name for name in known if name != "waters"])
    words = [text for top in dry.body for _, text in texts(top)]
    assert "Dommel" not in words
    assert "Dommel" in [text for _, text in said("joes-bridge", False)]


def test_air_zones_are_drawn_only_on_request() -> None:
    """The air zones lie over the sheet only if somebody wants them."""
    pack = load("joes-bridge")
    plain = {text for _, text in said("joes-bridge", False)}
    overlaid = survey.draw(pack, paper="a3", layers=survey.layers_of(pack))
    zones = {text for top in overlaid.body for layer, text in texts(top) if layer == "air-zones"}
    assert zones == {"A1", "A2", "B1", "B2"}
    assert not zones & plain


# Margin -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("theatre", THEATRES)
def test_the_margin_has_title_scale_grid_and_sources(theatre: str) -> None:
    """Title, scale, grid, needle, relief, licence and sources stand in the margin."""
    words = " ".join(text for layer, text in said(theatre, False) if layer == "margin")
    known, pack = theatre_of(load(theatre)), load(theatre)
    page = page_of("a3", country(theatre).plane.lattice(), known.bold)
    for must in (
        known.title,
        f"1:{page.frame.denominator:,}",
        "kilometres east and north of",
        "not a wartime one",
        "Grid north is true north",
        f"west of it in {known.year}",
        "Relief is illustrative",
        "First edition",
        pack.licence,
    ):
        assert must in words, must
    assert ("© OpenStreetMap contributors" in words) == ("ODbL" in pack.licence)


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("paper", ["a0", "a3"])
def test_nothing_in_the_margin_runs_off_the_paper(theatre: str, control: bool, paper: str) -> None:
    """The pieces of the margin keep within the legend's box, whatever the paper."""
    made, known = country(theatre), theatre_of(load(theatre))
    page = page_of(paper, made.plane.lattice(), known.bold)
    words = notes.Words(made, known, page, "whole", control)
    pieces, room = margin.lay_out(words)
    assert pieces
    assert page.legend.right <= page.width
    assert page.legend.foot <= page.height
    height = page.legend.foot - page.legend.top
    assert notes.notes(words, 250).height < height
    if room is not None:
        assert room.within(page.legend.grown(0.01))


# Papers and files -------------------------------------------------------------------------------


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("paper", [*PAPERS])
def test_sheets_have_the_size_of_their_paper(theatre: str, paper: str) -> None:
    """A sheet is as large as its paper, in one of its two ways, at a round scale."""
    page = page_of(paper, country(theatre).plane.lattice(), theatre_of(load(theatre)).bold)
    sides = sorted(round(side * page.unit_mm, 6) for side in (page.width, page.height))
    assert sides == sorted(PAPERS[paper])
    assert page.frame.denominator == round_scale(page.frame.denominator)
    assert page.edge.left >= 0
    assert page.edge.right <= page.width


def test_larger_paper_has_a_larger_scale() -> None:
    """From A3 to A0 the scale grows."""
    for theatre in THEATRES:
        box, bold = country(theatre).plane.lattice(), theatre_of(load(theatre)).bold
        scales = [page_of(paper, box, bold).frame.denominator for paper in PAPERS]
        assert scales == sorted(scales)
        assert len(set(scales)) == len(scales)


@pytest.mark.parametrize("theatre", THEATRES)
def test_type_can_be_read_on_the_smallest_paper(theatre: str) -> None:
    """No letter of the map is set smaller than four points on A3, none of the margin under 3.8."""
    page = drawing(theatre, "a3")
    unit = page.width / page.view[0]

    def sizes(of: Element) -> list[float]:
        own = [float(of.get("font-size") or "nan")] if of.get("font-size") else []
        return own + [s for c in of.children if isinstance(c, Element) for s in sizes(c)]

    points = [size * unit * 72 / 25.4 for top in page.body for size in sizes(top)]
    assert min(points) > 3.8


@pytest.mark.parametrize(("theatre", "control"), [("market-garden", True), ("malta", False)])
def test_svg_is_under_five_megabytes(theatre: str, control: bool) -> None:
    """The largest sheets, with their fonts, stay small enough for a browser."""
    content = render.svg(survey.draw(load(theatre), paper="a0", control=control))
    assert len(content) < 5_000_000


def test_the_same_sheet_has_the_same_bytes() -> None:
    """Two processes with different hash seeds draw the same bytes."""
    program = (
        "import hashlib; from bocage.maps import load; from bocage.press import survey, render; "
        "print(*(hashlib.sha256(render.svg(survey.draw(load(n), paper='a3'))).hexdigest() "
        "for n in ('joes-bridge', 'malta')))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_a_sheet_is_written_as_png_and_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """PNG and PDF come out whole, of the size asked for, and a second asking is kept."""
    monkeypatch.setenv("BOCAGE_CACHE", "")
    pack = load("joes-bridge")
    png = survey.sheet_bytes(pack, ".png", paper="a3", dpi=20)
    wide, high = (int.from_bytes(png[i : i + 4], "big") for i in (16, 20))
    assert (wide, high) == (round(297 / 25.4 * 20), round(420 / 25.4 * 20))
    assert survey.sheet_bytes(pack, ".pdf", paper="a3").startswith(b"%PDF")


def test_an_own_pack_can_be_drawn() -> None:
    """A lattice without a `sheet.toml` gets a sheet with words of its own."""
    own = replace(load("joes-bridge"), id="my-corner", title="My corner", sheet={})
    words = [text for top in survey.draw(own, paper="a3").body for _, text in texts(top)]
    assert any("MY CORNER" in word for word in words)
    assert "EINDHOVEN" in words


def test_an_unknown_part_is_refused() -> None:
    """A part that a theatre does not have is refused in one sentence that lists its parts."""
    with pytest.raises(survey.UnknownPartError, match="there is whole, corridor, arnhem"):
        survey.draw(load("market-garden"), part="venlo")
    assert survey.parts_of(load("malta")) == ("whole", "island")


@pytest.mark.parametrize(("part", "denominator"), [("corridor", 100_000), ("arnhem", 40_000)])
def test_parts_come_at_good_scales(part: str, denominator: int) -> None:
    """On A0 the corridor is a map at 1:100,000, and the country round Arnhem far larger."""
    known, made = theatre_of(load("market-garden")), country("market-garden")
    page = page_of("a0", made.plane.window(known.parts[part]))
    assert page.frame.denominator <= denominator


# Colours ----------------------------------------------------------------------------------------

GROUNDS = (INK.ground, INK.polder, INK.heath, INK.marsh, INK.wood, INK.garrigue)


@pytest.mark.parametrize("ground", GROUNDS)
def test_names_are_legible_on_every_ground(ground: str) -> None:
    """Names, water names and zone letters stand out from all grounds, even without their halo."""
    for ink in (INK.ink, INK.water_name, INK.zone, INK.bridge):
        assert contrast(ink, ground) > 4.5
        assert contrast(grey(ink), grey(ground)) > 4.5


@pytest.mark.parametrize("vision", [*Vision])
def test_road_classes_differ_in_every_colour_vision(vision: Vision) -> None:
    """Neighbouring classes of road differ in colour for all visions, and in width for a copy."""
    classes = (INK.route, INK.double, INK.single, INK.minor)
    for one, other in ((classes[i], classes[i + 1]) for i in range(3)):
        assert distance(one, other, vision) > 8


@pytest.mark.parametrize("vision", [*Vision])
def test_water_differs_from_land_in_every_colour_vision(vision: Vision) -> None:
    """Rivers, canals and the sea differ from all grounds for all visions."""
    for ground in GROUNDS[:-1]:
        assert distance(INK.water, ground, vision) > 10
    assert distance(INK.sea, INK.ground, vision) > 10
