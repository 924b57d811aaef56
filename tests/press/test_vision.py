import pytest

from bocage.press.vision import Vision, contrast, distance, grey, lightness, mixed, seen

# Computed with daltonlens 0.1.5 (Brettel 1997, Smith and Pokorny) and colorspacious 1.1.2.
SIMULATED = {
    "#8b9363": ("#9e9062", "#998c63", "#918d8e"),
    "#d09a63": ("#b09f63", "#b9a661", "#d5939a"),
    "#ff0000": ("#6a5a0d", "#a38a00", "#fe004e"),
    "#2040c0": ("#0048c0", "#0052bf", "#005a75"),
    "#f0c23c": ("#e1c43c", "#e5c73a", "#f9b6bd"),
}


@pytest.mark.parametrize(("colour", "expected"), SIMULATED.items())
def test_visions_agree_with_an_independent_program(
    colour: str, expected: tuple[str, str, str]
) -> None:
    """Each simulated colour is within two levels of what another program computes."""
    for vision, other in zip((Vision.PROTAN, Vision.DEUTAN, Vision.TRITAN), expected, strict=True):
        mine = seen(colour, vision)
        for i in (1, 3, 5):
            assert abs(int(mine[i : i + 2], 16) - int(other[i : i + 2], 16)) <= 2, (mine, other)


def test_greys_look_the_same_in_every_vision() -> None:
    """A grey looks the same to every vision."""
    for colour in ("#000000", "#808080", "#ffffff"):
        for vision in Vision:
            mine = seen(colour, vision)
            assert max(abs(int(mine[i : i + 2], 16) - int(colour[1:3], 16)) for i in (1, 3, 5)) <= 1


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("#8b9363", "#7ea395", 14.4), ("#ff0000", "#2040c0", 76.63), ("#b3231c", "#f0c23c", 50.12)],
)
def test_distance_agrees_with_an_independent_program(one: str, other: str, expected: float) -> None:
    """CAM02-UCS distances agree with another program to a tenth."""
    assert distance(one, other) == pytest.approx(expected, abs=0.1)


def test_contrast_follows_wcag() -> None:
    """Black on white is 21, a colour on itself 1, and the order does not matter."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")


def test_lightness_and_grey_agree() -> None:
    """The grey of a colour has its lightness, and white is 100."""
    assert lightness("#ffffff") == pytest.approx(100)
    assert lightness(grey("#d9694a")) == pytest.approx(lightness("#d9694a"), abs=0.3)


def test_mixing_interpolates_between_two_colours() -> None:
    """Opacity 0 leaves what is under, 1 what is over, a half the middle."""
    assert mixed("#102030", "#ffffff", 0) == "#102030"
    assert mixed("#102030", "#ffffff", 1) == "#ffffff"
    assert mixed("#000000", "#646464", 0.5) == "#323232"


def test_an_invalid_colour_is_refused() -> None:
    """A colour that is not #rrggbb is refused by name."""
    with pytest.raises(ValueError, match="'red'"):
        contrast("red", "#ffffff")
