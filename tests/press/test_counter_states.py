from __future__ import annotations

import pytest

from bocage.engine.counters import UnitFace
from bocage.press import tokens, vision
from bocage.press.counters import bands, states, units
from bocage.press.svg import Element, group
from bocage.press.tokens import DETAILS, NATIONS
from tests.press.boxes import boxes

FACE = UnitFace("us", "infantry", "XX", factors="9-9", label="1 Inf", steps=2)


def drawn() -> Element:
    """Return a counter."""
    return units.unit(FACE, DETAILS[64])


@pytest.mark.parametrize("nation", NATIONS)
def test_a_chip_shows_colour_shape_and_number(nation: str) -> None:
    """At 20 pixels a chip's number is 10 pixels high, inside, and contrasts with its ground."""
    look = NATIONS[nation]
    chip = states.chip(nation, 3)
    (box,) = boxes(chip)
    assert (box.foot - box.top) / 64 * 20 >= 10
    assert box.left > bands.BAND
    assert box.right < 60
    assert bands.outline(look.corner) in str(chip)
    assert vision.contrast(look.ink, look.base) >= 4.5


def test_a_ring_of_selection_lies_outside_the_counter() -> None:
    """The ring of a selected counter starts beyond its edge and fills nothing."""
    made = states.selected(drawn(), "round")
    rings = [e for e in made.children if isinstance(e, Element) and e.get("stroke")]
    assert [ring.get("fill") for ring in rings] == ["none", "none"]
    assert all(ring.get("d") != bands.outline("round") for ring in rings)
    assert str(made).index(tokens.LIGHT.action) < str(made).index(NATIONS["us"].base)


def test_a_spent_counter_is_paled_but_legible() -> None:
    """Under its veil a spent counter's factor still contrasts by 1.9, and less than before."""
    for nation in NATIONS.values():
        ink = vision.mixed(nation.ink, tokens.LIGHT.bg, 0.55)
        base = vision.mixed(nation.base, tokens.LIGHT.bg, 0.55)
        assert vision.contrast(ink, base) < vision.contrast(nation.ink, nation.base)
        assert vision.contrast(ink, base) >= 1.9
    veiled = states.spent(drawn(), "round")
    assert str(veiled).endswith(str(veiled.children[-1]) + "\n</g>")
    assert tokens.LIGHT.bg in str(veiled.children[-1])


def test_a_marker_leaves_the_factors_free() -> None:
    """The marker on a counter ends above its factors."""
    lowest = -15 + 64 * states.MARKER_SCALE
    factors = next(box for box in boxes(drawn()) if box.said == "9-9")
    assert lowest < factors.top
    made = states.marked(drawn(), group(id="marker"))
    assert 'id="marker"' in str(made.children[-1])


def test_a_stack_shows_every_counter() -> None:
    """Each counter of a stack lies a step from the one under it, the last on top."""
    made = states.stack([group(id=str(n)) for n in range(3)])
    moves = [e.get("transform") for e in made.children if isinstance(e, Element)]
    assert moves == ["translate(0 0)", "translate(5.5 -5)", "translate(11 -10)"]


@pytest.mark.parametrize("corner", ["round", "cut"])
def test_a_lying_counter_casts_a_shadow_of_its_own_shape(corner: tokens.Corner) -> None:
    """The shadow is drawn first, below and right of the counter, without a filter."""
    made = states.lying(group(id="counter"), corner)
    *shadows, counter = (e for e in made.children if isinstance(e, Element))
    assert counter.get("id") == "counter"
    assert all(shadow.get("fill") == "#000000" for shadow in shadows)
    assert "filter" not in str(made)
