"""Paper sheets typed in by their code and short lines."""

from __future__ import annotations

import pytest

from bocage.ai import load_game
from bocage.engine.play import settle
from bocage.engine.playout import policy
from bocage.games.opcom.board.world import World, load_world
from bocage.games.opcom.s02_umpiring.procedure import written_by
from bocage.games.opcom.s05_orders.coded import (
    ACTION_LETTERS,
    POSTURE_LETTERS,
    code_of,
    keys_of,
    read_code,
    sheet_from_lines,
)
from bocage.games.opcom.s05_orders.files import SheetError, shaped
from bocage.games.opcom.s05_orders.sheet import KINDS, Sheet, Value, rows, texts
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


def test_a_mistyped_code_is_found() -> None:
    """One figure or letter that is wrong makes no other sheet's code."""
    code = code_of(WORLD, GUARDS, 2)
    for place, letter in enumerate(code):
        for other in "ABCDEFGHJKLMNPRSTUVWXYZ" if letter.isalpha() else "0123456789":
            if other != letter:
                with pytest.raises(SheetError):
                    read_code(WORLD, code[:place] + other + code[place + 1 :])


def test_typed_lines_make_the_same_sheet_as_a_file() -> None:
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
        ("1 X T", "is not a known action"),
        ("1", "expected who"),
        ("1 H T; over Best", "not an addition"),
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


MINUTE = 200
"""Keystrokes in a minute of somebody who types forty words in one."""
LINES, OTHERS = 8, 3
"""Lines for troops, and others, that a printed sheet has room for."""
SHORT = {
    "objective": "t",
    "route": "v",
    "support": "w",
    "ammo": "am",
    "fuel": "fu",
    "air": "ai",
    "cab_rank": "ca",
    "priority": "p",
    "lifted_by": "l",
    "stand_fast": "st",
    "night": "n",
    "counter_attack": "cou",
    "column": "col",
    "infiltrate": "i",
    "after": "af",
}
"""How short an addition can be cut."""
FLAGS = ("stand_fast", "counter_attack", "column", "night", "infiltrate", "after")


def typed(world: World, team: int, sheet: Sheet) -> str:
    """A sheet as somebody types it who wants to be quick: keys, and words cut short."""
    known = {name: each for each, name in keys_of(world, team).items()}
    known |= {u.name: known[u.id] for u in world.units if u.id in known}
    known |= {d.id: known[d.name] for d in world.dumps if d.name in known}

    def written(value: Value) -> str:
        return ",".join(known.get(each, each) for each in texts(value))

    def added(word: str, value: str) -> str:
        return f";{word}{'' if value[:1].isdigit() else ' '}{value}".rstrip()

    found = [code_of(world, team, 1)]
    for row in rows(sheet, "order")[:LINES]:
        action = next(a for a, word in ACTION_LETTERS.items() if word == row["action"])
        posture = next(a for a, word in POSTURE_LETTERS.items() if word == row["posture"])
        line = f"{written(row['unit'])} {action}{'' if posture == 'T' else f' {posture}'}"
        for field, word in SHORT.items():
            if field in row and (field not in FLAGS or row[field] != "no"):
                line += added(word, "" if field in FLAGS else written(row[field]))
        found.append(line)
    others = [(kind, row) for kind in KINDS if kind != "order" for row in rows(sheet, kind)]
    for kind, row in others[:OTHERS]:
        first, *fields = (each for each in KINDS[kind] if each in row)
        line = f"{kind[:2]} {written(row[first])}"
        line += "".join(added(field[0], written(row[field])) for field in fields)
        found.append(line)
    return "\n".join([*found, ""])


@pytest.mark.parametrize("team", ["Guards", "XXX-Corps", "1-Parachute-Army", "9th-SS"])
def test_a_printed_sheet_is_typed_in_within_a_minute(team: str) -> None:
    """A full sheet of Market Garden, all but its words; what is read is what was written."""
    game = load_game("opcom").at("market-garden")
    st = game.new("market-garden", game.settings({}))
    settle(st)
    world: World = st.world
    number = next(i for i, each in enumerate(world.teams) if each.seat == team)
    sheet = written_by(st, number, policy(game, "commander"))
    text = typed(world, number, sheet)
    assert len(text) <= MINUTE, text
    _, found = sheet_from_lines(world, text)
    for kind, most in (("order", LINES), ("supply", OTHERS)):
        ours, theirs = rows(found, kind), rows(sheet, kind)[:most]
        for mine, other in zip(ours, theirs, strict=True):
            assert mine.get("action") == other.get("action")
            for field in ("unit", "objective", "support", "from", "to", "ammo", "by"):
                assert _units(world, mine.get(field, "")) == _units(world, other.get(field, ""))


def _units(world: World, value: Value) -> list[str]:
    """What a field names, units and dumps by their ids."""
    ids = {each.name: each.id for each in world.units}
    ids |= {each.name: each.id for each in world.dumps}
    return [ids.get(each, each) for each in texts(value)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("1-3 H", {"unit": ["1", "2", "3"]}),
        ("1 M;t2", {"unit": ["1"], "objective": "2"}),
        ("1 A;w9-10,12", {"unit": ["1"], "support": ["9", "10", "12"]}),
    ],
)
def test_key_ranges_and_shortened_words_are_read(
    line: str, wanted: dict[str, str | list[str]]
) -> None:
    """Numbers from one to another; a word as far as it is clear; a number right behind it."""
    keys = keys_of(WORLD, GUARDS)
    _, sheet = sheet_from_lines(WORLD, f"{code_of(WORLD, GUARDS, 1)}\n{line};n;am3")
    row = rows(sheet, "order")[0]
    named = {
        field: keys[each] if isinstance(each, str) else [keys[key] for key in each]
        for field, each in wanted.items()
    }
    assert row == {**row, **named, "night": "yes", "ammo": "3"}
