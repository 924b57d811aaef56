"""Paper sheets typed in by their code and short lines."""

from __future__ import annotations

import pytest

from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.s05_orders.coded import code_of, keys_of, read_code, sheet_from_lines
from bocage.games.opcom.s05_orders.files import SheetError, shaped
from tests.games.opcom.playing import GUARDS, begun, meant, send

WORLD = load_world("joes-bridge")


def key(name: str) -> str:
    """Return the key of a unit or grouping on the Guards' sheets."""
    return next(each for each, known in keys_of(WORLD, GUARDS).items() if known == name)


def test_every_code_is_read_and_no_two_are_alike() -> None:
    """Of all teams and turns of the largest operation."""
    world = load_world("market-garden")
    codes = {
        code_of(world, team, turn): (team, turn)
        for team in range(len(world.teams))
        for turn in range(1, world.last_turn + 1)
    }
    assert len(codes) == len(world.teams) * world.last_turn
    assert all(read_code(world, code.lower()) == what for code, what in codes.items())


def test_a_slip_in_a_code_is_found() -> None:
    """One figure or letter that is wrong makes no other sheet's code."""
    code = code_of(WORLD, GUARDS, 2)
    for place, letter in enumerate(code):
        for other in "ABCDEFGHJKLMNPRSTUVWXYZ" if letter.isalpha() else "0123456789":
            if other != letter:
                with pytest.raises(SheetError):
                    read_code(WORLD, code[:place] + other + code[place + 1 :])


def test_lines_become_the_sheet_that_a_file_would_be() -> None:
    """Keys, letters, additions and lines of other kinds."""
    group, guns = key("32nd Guards Brigade Group"), key("GB-55FD")
    text = f"""{code_of(WORLD, GUARDS, 1)}
    {group} B T Break through; to Valkenswaard; with {guns}; air 4; cab 2; stand fast
    {key("GB-2IG")}, {key("GB-3IG")} h
    blow Dommel bridge
    """
    team, sheet = sheet_from_lines(WORLD, text)
    assert team == GUARDS
    assert sheet == shaped(
        {
            "team": "Guards",
            "turn": "1",
            "order": [
                {
                    "unit": ["32nd Guards Brigade Group"],
                    "action": "breakthrough",
                    "posture": "tact",
                    "orders": "Break through",
                    "objective": "Valkenswaard",
                    "support": ["GB-55FD"],
                    "air": "4",
                    "cab_rank": "2",
                    "stand_fast": "yes",
                },
                {"unit": ["GB-2IG", "GB-3IG"], "action": "hold", "posture": "tact"},
            ],
            "blow": [{"bridge": "Dommel bridge"}],
        }
    )
    table = begun()
    send(table, GUARDS, sheet)
    found = meant(sheet)
    assert len(found.lines) == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("99 H T", "key '99'"),
        ("1 X T", "is no action"),
        ("1", "expected who"),
        ("1 H T; over Best", "no addition"),
        ("blow", "say what to blow"),
        ("supply Dump; under 5", "begins with none of"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, said: str) -> None:
    """The refusal says which line, and what was expected."""
    text = f"{code_of(WORLD, GUARDS, 1)}\n1 H T\n{line}"
    with pytest.raises(SheetError, match=r"^line 2") as refused:
        sheet_from_lines(WORLD, text)
    assert said in str(refused.value)
