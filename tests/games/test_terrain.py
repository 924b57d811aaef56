"""The card of a hex says what its terrain costs and does: the same as the rules."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.ai import load_game
from bocage.games.falaise.board.ground import FREE, POINT, key_of
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.roundup.rulebook import R


def cost(game: Any, h: int) -> Any:
    """Return the fields of the note on what a hex costs."""
    (note,) = [each for each in game.terrain(h) if each.code == "cost"]
    return note.words.fields


def test_roundup_says_the_cost_of_every_hex_as_its_moves_do() -> None:
    """10.2: from every side without water a unit pays what the card says."""
    game: Any = load_game("roundup")
    world = game.world
    seen = 0
    for h in range(world.size):
        for d, n in enumerate(world.grid.neighbours[6 * h : 6 * h + 6]):
            if n >= 0 and not world.water[h] >> d & 1:
                assert world.costs[6 * n + (d + 3) % 6] == cost(game, h)["points"]
                seen += 1
    assert seen > 1000


def test_roundup_says_the_shift_of_a_port_and_of_woods() -> None:
    """11.6, 11.10: two columns in a port, one in woods, none in the open."""
    game: Any = load_game("roundup")
    found = {}
    for number in ("2523", "2421", "2720"):
        notes = {each.code: each for each in game.terrain(game.numbers.index(number))}
        found[number] = (notes["shift"].words.fields["shift"], notes["shift"].rule)
        assert ("built" in notes) == (number == "2523")
    assert found == {"2523": (2, R("11.10.b")), "2421": (1, R("11.6.a")), "2720": (0, R("11.6.a"))}


def test_falaise_says_the_cost_and_the_modifiers_of_every_hex() -> None:
    """7.2, 10.2: what German foot pays; each modifier of an assault that the ground gives."""
    game: Any = load_game("falaise")
    ground, tables = game.world.ground, game.world.tables
    plain = ground.kept_costs(key_of(GERMAN, mech=0, armor=0, bars=FREE))
    roads = {frozenset(each) for each in ground.roads}
    kinds: set[str] = set()
    for h in ground.grid:
        for d, n in enumerate(ground.grid.neighbours[6 * h : 6 * h + 6]):
            side = 1 << d
            free = not (ground.wet[h] | ground.bridge[h] | ground.ford[h]) & side
            if n >= 0 and free and frozenset((h, n)) not in roads:
                slope = bool(ground.slope[h] & side or ground.slope[n] & 1 << (d + 3) % 6)
                expected = POINT * (cost(game, h)["points"] + slope)
                assert plain[6 * n + (d + 3) % 6] == expected
        for each in game.terrain(h)[1:]:
            kinds.add(str(each.rule))
            assert each.words.fields["drm"] in tables.assault_drm.values()
    assert len(kinds) == 5


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_every_note_can_be_read(name: str) -> None:
    """Every note of every hex renders, and cites a rule of the game."""
    game: Any = load_game(name)
    for h in range(len(game.numbers)):
        for each in game.terrain(h):
            assert "{" not in each.words.say(game.nouns)
            assert each.rule.cited(game.book)
