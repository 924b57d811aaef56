"""The five theatres by their names."""

from __future__ import annotations

import pytest

from bocage.maps import THEATRES, UnknownTheatreError, load, theatre


def test_the_five_theatres() -> None:
    """Five theatres come with bocage, under the names that the command line uses."""
    assert {each.id for each in THEATRES} == {
        *("pas-de-calais", "falaise", "market-garden", "malta", "joes-bridge")
    }


@pytest.mark.parametrize("name", [each.id for each in THEATRES])
def test_a_theatre_and_its_pack_agree(name: str) -> None:
    """A theatre's pack has the theatre's id, title and game."""
    pack, listed = load(name), theatre(name)
    assert (pack.id, pack.title, pack.game) == (listed.id, listed.title, listed.game)


def test_a_pack_is_read_once() -> None:
    """The same pack is given each time."""
    assert load("joes-bridge") is load("joes-bridge")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("falase", "no theatre 'falase': did you mean falaise?"),
        ("Falaise", "no theatre 'Falaise': did you mean falaise?"),
        (
            "x",
            "no theatre 'x': there are falaise, joes-bridge, malta, market-garden, pas-de-calais",
        ),
    ],
)
def test_an_unknown_theatre_is_refused_with_a_hint(asked: str, message: str) -> None:
    """A theatre nobody knows is refused with the nearest name, or with all of them."""
    with pytest.raises(UnknownTheatreError) as caught:
        theatre(asked)
    assert str(caught.value) == message
