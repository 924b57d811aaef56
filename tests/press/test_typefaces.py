import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.press import geometry, lettering, paths, tokens
from bocage.press import type as typ
from bocage.press.svg import Element

PLACES = "Écouché Coulibœuf Villedieu-lès-Bailleul Għajnsielem Ħamrun Żebbuġ Ġgantija Œuf"


@pytest.mark.parametrize("key", list(typ.faces()))
def test_every_typeface_has_the_letters_of_our_places(key: str) -> None:
    """No face lacks an accent that a place of our theatres needs."""
    assert typ.missing(PLACES + "–—‘’“”…×½−+?§", typ.face(key)) == ""


def test_an_unknown_typeface_is_refused_by_name() -> None:
    """Asking for a face that is not there names it and those that are."""
    with pytest.raises(KeyError, match=r"comic.*alegreya-500"):
        typ.face("comic")


@given(st.text("abcdefgh 123", min_size=1), st.floats(1, 50), st.floats(0, 3))
def test_width_is_the_sum_of_the_advances(said: str, size: float, spacing: float) -> None:
    """The width of a text is what its letters advance, and grows with the size."""
    face = tokens.NUMERAL
    wide = typ.width(said, face, size, spacing)
    assert math.isclose(wide, sum(typ.advances(said, face, size, spacing)))
    assert typ.width(said, face, size * 2, spacing * 2) == pytest.approx(wide * 2)


@given(st.text("abcdefgh 123", min_size=1), st.floats(5, 100))
def test_a_fitted_text_fits(said: str, room: float) -> None:
    """A fitted size never exceeds the size asked for nor the room given."""
    size = typ.fitted(said, tokens.PROSE, 12, room)
    assert size <= 12
    assert typ.width(said, tokens.PROSE, size) <= room + 1e-9


@given(st.lists(st.text("abcdef", min_size=1, max_size=12), min_size=1), st.floats(20, 200))
def test_wrapping_keeps_words_and_room(words: list[str], room: float) -> None:
    """Wrapped lines hold the same words in order, and fit unless one word is too long."""
    lines = typ.wrapped(" ".join(words), tokens.PROSE, 10, room)
    assert " ".join(lines).split() == words
    for line in lines:
        assert typ.width(line, tokens.PROSE, 10) <= room or " " not in line


def test_figures_of_the_factor_face_are_lining() -> None:
    """The face of factors has figures as high as its capitals."""
    assert tokens.NUMERAL.digit == tokens.NUMERAL.cap


def test_letters_along_a_curve_follow_it() -> None:
    """Each letter of a curved name stands on the curve, in reading order."""
    chain = geometry.spline([(0, 0), (50, 40), (100, 0), (150, 60)], 16)
    made = lettering.text_along(chain, 10, "Dives", tokens.WATER, 12, "#000000")
    letters = [child for child in made.children if isinstance(child, Element)]
    assert [letter.children[0] for letter in letters] == list("Dives")
    across = [float(letter.get("x") or "nan") for letter in letters]
    assert across == sorted(across)
    for letter in letters:
        x, y = float(letter.get("x") or "nan"), float(letter.get("y") or "nan")
        near = min(
            math.dist(paths.along(chain, step / 4)[0], (x, y))
            for step in range(int(paths.length(chain) * 4))
        )
        assert near < 0.3


def test_a_halo_is_a_second_text_underneath() -> None:
    """The halo comes first, in the paper's colour, and the letters over it have no stroke."""
    halo = lettering.Halo("#f0e7cf", 3, 0.86)
    made = lettering.text((1, 2), "Trun", tokens.TOWN, 21, "#231c14", halo=halo)
    under, over = (child for child in made.children if isinstance(child, Element))
    assert under.get("stroke") == "#f0e7cf"
    assert over.get("stroke") is None
    assert over.get("fill") == "#231c14"


def test_a_smooth_line_passes_the_middle_of_every_inner_side() -> None:
    """The curve through a chain of corners crosses the middle of each side between them."""
    corners = [(0.0, 0.0), (10.0, 5.0), (10.0, 15.0), (20.0, 20.0), (20.0, 30.0)]
    curve = geometry.spline(corners, 8)
    for a, b in pairwise(corners[1:-1]):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        assert min(math.dist(middle, point) for point in curve) < 1e-9


def test_path_data_and_points_of_a_smooth_line_agree() -> None:
    """The path of a smooth line starts and ends with its chain, a curve for each inner point."""
    corners = [(0.0, 0.0), (10.0, 5.0), (10.0, 15.0), (20.0, 20.0)]
    said = paths.smooth(corners)
    assert said == "M0 0Q10 5 10 10Q10 15 20 20"
    assert paths.smooth(corners[:2]) == paths.straight(corners[:2]) == "M0 0L10 5"
    assert geometry.spline(corners[:2]) == corners[:2]
    assert geometry.spline(corners)[-1] == corners[-1]


def test_a_chain_of_one_point_has_no_direction() -> None:
    """Asking for a place along a single point is refused."""
    with pytest.raises(ValueError, match="two points"):
        paths.along([(1, 1)], 0)


def test_a_curved_name_may_have_a_halo() -> None:
    """The halo of a curved name is one group under the letters, so that it is even."""
    halo = lettering.Halo("#f0e7cf", 3, 0.86)
    made = lettering.text_along(
        [(0, 0), (90, 0)], 5, "La Dives", tokens.WATER, 12, "#1f4f78", halo=halo
    )
    under, over = (child for child in made.children if isinstance(child, Element))
    assert under.get("opacity") == "0.86"
    assert under.children == over.children
    assert len(over.children) == 7
