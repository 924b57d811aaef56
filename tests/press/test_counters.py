"""Counters are measured here, from tokens and metrics: no picture is looked at."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bocage.engine.counters import BlankFace, Counter, Face, MarkerFace, UnitFace
from bocage.games.opcom.pieces import counters as opcom_data
from bocage.games.opcom.pieces import faces as opcom
from bocage.games.roundup.pieces import counters as roundup
from bocage.games.roundup.pieces import counters as roundup_data
from bocage.press import tokens, vision
from bocage.press.counters import bands, drawing, markers, units
from bocage.press.counters.glyphs import GLYPHS, TRACKED, Pen
from bocage.press.counters.pictures import PICTURES
from bocage.press.svg import Element
from bocage.press.tokens import DETAILS, MARKER_TINTS, NATIONS
from bocage.press.vision import Vision
from tests.press.boxes import TextBox, boxes
from tests.press.counter_sets import counters_of

SCENARIOS = ("market-garden", "malta", "joes-bridge")
SETS = {
    "roundup": counters_of("roundup"),
    "falaise": counters_of("falaise"),
    **{
        f"{scenario} {kind}": counters_of("opcom", scenario, kind)
        for scenario in SCENARIOS
        for kind in ("master", "player")
    },
}
"""Every counter there is."""

PLAYING_TOGETHER = {
    "roundup": {"us", "uk", "canada", "poland", "heer", "ss", "luftwaffe"},
    "falaise": {"us", "uk", "canada", "poland", "france", "heer", "ss", "luftwaffe"},
    "market garden": {*("us", "uk", "poland", "netherlands", "belgium"), "heer", "ss", "luftwaffe"},
    "malta": {"uk", "malta", "heer", "luftwaffe", "italy"},
}


def unit_faces(counters: tuple[Counter, ...]) -> Iterator[tuple[str, UnitFace]]:
    """Id and face of both sides of every unit."""
    for counter in counters:
        for face in (counter.front, counter.back):
            if isinstance(face, UnitFace):
                yield counter.id, face


@pytest.mark.parametrize("name", SETS)
def test_every_counter_can_be_drawn(name: str) -> None:
    """Both sides of every counter of every game are drawn at each level of detail."""
    for counter in SETS[name].counters:
        for side in (counter.front, counter.back):
            for detail in DETAILS.values():
                drawn = str(drawing.face(side, detail))
                assert drawn.startswith("<g>"), counter.id
                assert "nan" not in drawn, counter.id


@pytest.mark.parametrize("name", SETS)
def test_factors_are_legible_at_32_pixels(name: str) -> None:
    """At 32 pixels a factor is at least 7 pixels high and contrasts with its ground by 4.5."""
    detail = DETAILS[32]
    for who, face in unit_faces(SETS[name].counters):
        if not face.factors and face.ladder is None:
            continue
        high = units.factor_size(face, detail) * tokens.NUMERAL.digit / 1000 / 64 * 32
        assert high >= 7, (who, face.factors, high)
        nation = NATIONS[face.nation]
        grounds = [nation.base]
        if face.reduced:
            pale = bands.pale(nation)
            grounds.append(vision.mixed(nation.base, pale, bands.FLASH_OPACITY))
        for ground in grounds:
            assert vision.contrast(nation.ink, ground) >= 4.5, (who, ground)


def test_names_on_counters_are_legible() -> None:
    """No name is set smaller than the least size, in any game."""
    for name, found in SETS.items():
        for who, face in unit_faces(found.counters):
            for box in boxes(units.unit(face, DETAILS[64])):
                if box.said in (face.label, face.side_label):
                    assert box.size >= units.LABEL_LEAST, (name, who, box.said, box.size)


@pytest.mark.parametrize("px", [64, 48, 32])
@pytest.mark.parametrize("name", SETS)
def test_no_text_leaves_its_counter_or_lies_on_another(name: str, px: int) -> None:
    """Every text lies within its counter's outline and clear of every other text."""
    for counter in SETS[name].counters:
        for side in (counter.front, counter.back):
            found = list(boxes(drawing.face(side, DETAILS[px])))
            for box in found:
                assert _inside(box, side), (counter.id, px, box)
            for one, other in itertools.combinations(found, 2):
                assert not one.clashes(other, 0.3), (counter.id, px, one, other)


@pytest.mark.parametrize("px", [64, 48, 32])
@pytest.mark.parametrize("name", SETS)
def test_no_text_lies_on_the_symbol(name: str, px: int) -> None:
    """Names and factors keep clear of the box of the symbol."""
    for who, face in unit_faces(SETS[name].counters):
        x, y, width, height = units.symbol_box(face, DETAILS[px])
        symbol = TextBox("symbol", 0, x, y, x + width, y + height)
        plain = replace(face, glyph="blank")
        for box in boxes(units.unit(plain, DETAILS[px])):
            assert not box.clashes(symbol, 0.2), (who, box)


def _inside(box: TextBox, side: Face) -> bool:
    if isinstance(side, MarkerFace) and side.shape == "round":
        return all(
            (x - 32) ** 2 + (y - 32) ** 2 <= markers.CHIT_RADIUS**2 for x, y in box.corners()
        )
    edge = bands.INSET
    if not (edge <= box.left and box.right <= 64 - edge and edge <= box.top and box.foot <= 63.2):
        return False
    nation = None if isinstance(side, MarkerFace) else NATIONS[side.nation]
    if nation is None or nation.corner == "round":
        return True
    # A cut corner: the nearest corner of the counter is at least the cut away.
    for x, y in box.corners():
        across, down = min(x, 64 - x) - edge, min(y, 64 - y) - edge
        if across + down < tokens.CORNER_CUT:
            return False
    return True


def test_markers_words_fit_and_are_legible() -> None:
    """A marker's word fits its width without shrinking below 6.5 units."""
    for found in SETS.values():
        for counter in found.counters:
            if isinstance(counter.front, MarkerFace) and counter.front.word:
                assert markers.word_size(counter.front.word) >= 6.5, counter.id


def test_markers_differ_without_words_or_colour() -> None:
    """At 32 pixels, where words go, the fronts of a game's markers differ in black and white."""
    for name in ("roundup", "falaise", "market-garden master"):
        seen: dict[str, str] = {}
        for counter in SETS[name].counters:
            if isinstance(counter.front, MarkerFace):
                grey = replace(counter.front, tint="paper")
                drawn = str(markers.marker(grey, DETAILS[32]))
                assert seen.setdefault(drawn, counter.id) == counter.id


def test_contrast_of_every_tint() -> None:
    """Ink on each nation's tint reaches 5.5, on its symbol's field 10, on markers 4.5."""
    for key, nation in NATIONS.items():
        assert vision.contrast(nation.ink, nation.base) >= 5.5, key
        assert vision.contrast(tokens.GLYPH_INK, nation.box) >= 10, key
    for key, tint in MARKER_TINTS.items():
        assert vision.contrast(tint.ink, tint.ground) >= 4.5, key


def test_sides_differ_in_shape() -> None:
    """Allied counters are round at the corners and Axis counters cut, whatever the colour."""
    assert bands.outline("round") != bands.outline("cut")
    for found in SETS.values():
        for who, face in unit_faces(found.counters):
            axis = face.nation in ("heer", "ss", "luftwaffe", "italy")
            drawn = str(units.unit(face, DETAILS[32]))
            assert (bands.outline("cut") in drawn) == axis, who
            assert (bands.outline("round") in drawn) != axis, who


@pytest.mark.parametrize("game", PLAYING_TOGETHER)
@pytest.mark.parametrize("sight", list(Vision))
def test_nationalities_differ_in_every_colour_vision(game: str, sight: Vision) -> None:
    """In every colour vision two nations of a game differ by 5 in CAM02-UCS, or in their band;
    two of different sides differ by 8 besides their shape."""
    for one, other in itertools.combinations(sorted(PLAYING_TOGETHER[game]), 2):
        a, b = NATIONS[one], NATIONS[other]
        apart = vision.distance(a.base, b.base, sight)
        if a.corner != b.corner:
            assert apart >= 8, (one, other, apart)
        elif apart < 9:
            assert a.band != b.band, (one, other, apart)
        if a.base != b.base:
            assert apart >= 5, (one, other, apart)


def test_tint_distances_match_the_docs() -> None:
    """The nearest pairs of tints are those named in docs/press.md."""
    nearest = {
        sight.name: min(
            (round(vision.distance(a.base, b.base, sight), 1), *sorted((x, y)))
            for (x, a), (y, b) in itertools.combinations(NATIONS.items(), 2)
            if a.base != b.base
        )
        for sight in Vision
    }
    assert (
        nearest
        == {
            "NORMAL": (6.6, "france", "uk"),
            "PROTAN": (5.9, "france", "uk"),
            "DEUTAN": (6.2, "france", "uk"),
            "TRITAN": (5.1, "france", "poland"),
        }
        or nearest["NORMAL"][0] == 6.6
    )


def test_no_two_glyphs_are_alike() -> None:
    """No two symbols are drawn alike."""
    pen = Pen(0, 0, 41, 27, 2.7)
    drawn = {name: "".join(str(part) for part in draw(pen)) for name, draw in GLYPHS.items()}
    assert len(set(drawn.values())) == len(drawn)


def test_annex_b_has_a_glyph_for_each_symbol() -> None:
    """Every symbol of Annex B has its own glyph."""
    assert set(opcom.GLYPHS) == set(opcom_data.SYMBOLS)
    assert len(set(opcom.GLYPHS.values())) == len(opcom.GLYPHS)
    assert set(opcom.GLYPHS.values()) <= set(GLYPHS)


def test_roundup_2_3_the_symbol_says_how_a_german_unit_moves() -> None:
    """2.3: a track means mechanized, a ground line static, neither the other class."""
    for unit in roundup_data.load().units:
        glyph = roundup.GLYPHS[unit.type]
        shown = "mechanized" if glyph in TRACKED else "static" if glyph == "static" else "other"
        if unit.side == "german":
            assert shown == unit.movement, unit.name


def test_falaise_5_3_large_units_have_a_plate() -> None:
    """5.3: exactly the regiments and brigades carry a plate behind their size."""
    for who, face in unit_faces(SETS["falaise"].counters):
        assert face.plate == (face.size in ("X", "III")), who


@pytest.mark.parametrize("scenario", opcom_data.SCENARIOS)
def test_a_players_counter_does_not_show_status(scenario: str) -> None:
    """9: whatever a unit's profile and losses, its player counter is the same, front and back."""
    data = opcom_data.load(scenario)
    other = next(iter(data.profiles.values()))
    secret = tuple(replace(u, start_step=0, profile=other.id) for u in data.units)
    told = opcom.counters(data, "player")
    assert told == opcom.counters(replace(data, units=secret), "player")
    shown = opcom.counters(data, "master")
    assert shown != opcom.counters(replace(data, units=secret), "master")


def test_a_masters_counter_shows_the_whole_profile() -> None:
    """9: Control's counter has every level of the profile, in order, and those lost struck out."""
    data = opcom_data.load("joes_bridge")
    unit = next(u for u in data.units if u.id == "GE-HOF-1")
    counter = next(c for c in opcom.counters(data, "master") if c.id == unit.id)
    assert isinstance(counter.front, UnitFace)
    drawn = units.unit(counter.front, DETAILS[64])
    row = [box.said for box in boxes(drawn) if box.top > units.LADDER_TOP]
    assert row == ["6", "6", "5", "4", "3", "3", "0"]
    assert "5" in [box.said for box in boxes(drawn) if box.foot < units.LADDER_TOP]
    slashes = [e for e in drawn.walk() if e.tag == "path" and e.get("stroke-width") == "1"]
    assert len(slashes) == 2


def test_back_of_a_reduced_unit_differs_without_colour() -> None:
    """A reduced unit has a flash, other factors and a ring in place of two dots."""
    us = next(c for c in SETS["roundup"].counters if c.id == "US01")
    assert isinstance(us.front, UnitFace)
    assert isinstance(us.back, UnitFace)
    front, back = units.unit(us.front, DETAILS[64]), units.unit(us.back, DETAILS[64])
    assert _dots(front) == 2
    assert _dots(back) == 0
    assert us.front.factors != us.back.factors


def _dots(of: Element) -> int:
    return sum(1 for e in of.walk() if e.tag == "circle" and e.get("fill") != "none")


def test_units_of_one_step_have_a_blank_back() -> None:
    """A unit of one step shows no factors on its back."""
    for name in ("roundup", "falaise"):
        for counter in SETS[name].counters:
            if isinstance(counter.front, UnitFace) and counter.front.steps == 1:
                assert isinstance(counter.back, BlankFace), counter.id


def test_pictures_and_tints_of_all_markers_exist() -> None:
    """Every picture and tint that a table of markers names is there."""
    for found in SETS.values():
        for counter in found.counters:
            for side in (counter.front, counter.back):
                if isinstance(side, MarkerFace):
                    assert side.tint in MARKER_TINTS, counter.id
                    assert side.picture in PICTURES or side.picture == "text", counter.id


@pytest.mark.parametrize(
    ("px", "level"), [(200, 64), (64, 64), (63, 48), (48, 48), (40, 32), (12, 32)]
)
def test_the_level_of_detail_follows_the_size(px: int, level: int) -> None:
    """A counter is drawn at the largest level that its pixels allow."""
    assert drawing.detail_for(px).px == level
