"""Reading 10.12: reports call places by what stands on the sheet that teams have."""

from __future__ import annotations

import re
from html import unescape

import pytest

from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.words.places import known_crossings, named_places
from bocage.press import survey

_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


@pytest.mark.parametrize("scenario", ["market-garden", "malta", "joes-bridge"])
def test_every_place_named_in_reports_is_on_the_sheet(scenario: str) -> None:
    """Each name is lettered as it is; a bridge has such a name in its own, or its own is there."""
    world = load_world(scenario)
    drawn = survey.sheet_bytes(world.pack, ".svg").decode()
    lettered = {unescape(each).strip().casefold() for each in _TEXT.findall(drawn)}
    names = [name for name, _ in named_places(world)]
    missing = [
        name
        for name in names
        if not {name.casefold(), name.removesuffix(" airfield").casefold()} & lettered
    ]
    assert missing == []
    for each in known_crossings(world):
        if each.name:
            own = each.name.casefold() in lettered
            assert own or any(name in each.name for name in names)
