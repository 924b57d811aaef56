"""Orders as players write them, with their mistakes, and what the staff reads from each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import ACTIONS, POSTURES, Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.sentence import MOST_WORDS, clauses
from bocage.games.opcom.s05_orders.vocabulary import vocabulary

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))[
    "sentence"
]
FLAGS = ("stand_fast", "counter_attack", "night", "column", "after", "infiltrate")


@cache
def begun(scenario: str) -> Position:
    """Return the first turn of an operation, with sheets to be written."""
    table: Table[Position] = Table.new(OpCom(scenario=scenario), scenario=scenario, seed=bytes(32))
    return table.state


def said(st: Position, line: Line) -> str:
    """Return a line in short: `move Veghel by Son; night`."""
    goal = f" {line.goal_name}" if line.goal_name else ""
    if line.follow >= 0:
        goal = f" behind {st.world.units[line.follow].id}"
    by = f" by {', '.join(line.route_names)}" if line.route_names else ""
    guns = [st.world.units[gun].id for gun, _ in line.support]
    more = [flag for flag in FLAGS if getattr(line, flag)]
    more += [POSTURES[line.posture]] if line.posture else []
    more += [f"with {', '.join(guns)}"] if guns else []
    flags = f"; {', '.join(more)}" if more else ""
    return f"{ACTIONS[line.action]}{goal}{by}{flags}"


def read(row: Mapping[str, Any]) -> tuple[str, list[str], list[str]]:
    """What the staff reads, asks and refuses."""
    st = begun(str(row.get("scenario", "market-garden")))
    seat = row.get("team", "Guards")
    team = next(i for i, each in enumerate(st.world.teams) if each.seat == seat)
    order = {"unit": row.get("unit", "GB-2IG"), "orders": row["words"]}
    order |= {key: row[key] for key in ("action", "objective", "route") if key in row}
    found = understand(st.world, team, shaped({"order": [order]}), known_to_team(st, team))
    lines = [said(st, line) for line in found.lines]
    asks = [f"{each.words} {each.default}" for each in found.questions]
    return "; ".join(lines), asks, [each.words for each in found.problems]


@pytest.mark.parametrize("row", SENTENCES, ids=[each["words"][:60] for each in SENTENCES])
def test_what_is_read_from_a_sentence(row: Mapping[str, Any]) -> None:
    """The line is as the table says; every question and refusal in it is asked, and no other."""
    reads, asks, refuses = read(row)
    assert reads == row["reads"]
    for said, wanted in ((asks, row.get("asks", [])), (refuses, row.get("refuses", []))):
        assert len(said) == len(wanted), said
        for each, part in zip(said, wanted, strict=True):
            assert part in each


def test_the_table_has_every_kind_of_word() -> None:
    """At least sixty sentences; some ask, some refuse, and most are simply understood."""
    assert len(SENTENCES) >= 60
    assert sum(bool(each.get("asks")) for each in SENTENCES) >= 20
    assert sum(not each.get("asks") and not each.get("refuses") for each in SENTENCES) >= 30


@pytest.mark.parametrize(
    "text", ["and " * 4500, "if " * 4500, "Best " * 4000, "not " * 4500, "Move to Best and " * 1200]
)
def test_a_long_order_is_read_in_part(text: str) -> None:
    """Only the first 200 words of an order are read, and the team learns of it."""
    seen: list[int] = []

    def match(words: Sequence[str]) -> int:
        seen.append(len(words))
        return 0

    clauses(text, match)
    assert max(seen, default=0) <= MOST_WORDS
    assert len(seen) <= 4 * MOST_WORDS
    _, asks, _ = read({"words": text, "action": "hold"})
    assert "we read its first 200 words" in " ".join(asks)


def test_any_words_are_answered() -> None:
    """Words of the grammar in any order: something is read, and every question says something."""
    known = vocabulary()
    lists = (known.verbs, known.flags, known.roles, known.winds, *known.lists.values())
    words = [" ".join(phrase) for each in lists for phrase in each.means]
    words += [*",.;()'-/", "2", "km", "Q", "523394", "Best", "Son bridge", "’", "Ħ", "12.5"]
    rng = Random(5)
    for _ in range(60):
        text = " ".join(rng.choice(words) for _ in range(rng.randint(0, 14)))
        reads, asks, refuses = read({"words": text, "action": rng.choice(ACTIONS)})
        assert reads, text
        assert all(each.strip() for each in (*asks, *refuses)), text
