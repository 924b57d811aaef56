"""Tables of the toy for the tests around it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bocage.engine.dice import GivenDice, Trust
from bocage.engine.playout import play_at, policy, table_for
from bocage.engine.table import Table
from tests.engine.toy import Toy
from tests.engine.toy.state import Outpost

TOY = Toy()
RED, BLUE = 0, 1


def begun(*dice: str, referee: str = "enforce", trust: Trust = Trust.OPEN) -> Table[Outpost]:
    """Generals in R1 and B1, Red to move first on a fair day; then these dice."""
    table = Table.new(
        TOY,
        seed=b"s" * 32,
        oracle=GivenDice(["fair", *dice]),
        referee=referee,
        trust=trust,
    )
    do(table, (RED, "hide R1"), (BLUE, "hide B1"), (RED, "bid 2"), (BLUE, "bid 0"))
    return table


def seeded(trust: Trust = Trust.OPEN, referee: str = "enforce") -> Table[Outpost]:
    """Return the same with dice from a seed."""
    table = Table.new(TOY, seed=b"s" * 32, trust=trust, referee=referee)
    do(table, (RED, "hide R1"), (BLUE, "hide B1"), (RED, "bid 2"), (BLUE, "bid 0"))
    return table


def do(table: Table[Outpost], *lines: tuple[int, str]) -> None:
    """Do these, which must be allowed."""
    for seat, line in lines:
        ruling = table.do(seat, line)
        assert ruling, f"{line}: {table.say(ruling)}"


def played(seed: int = 3) -> Table[Outpost]:
    """Return a whole random game."""
    table = table_for(TOY, seed)
    play_at(table, [policy(TOY, "random")] * 2, Random(seed))
    return table


def texts(table: Table[Outpost]) -> Sequence[str]:
    """Return the log without its dice."""
    return [entry.text for entry in table.entries if not entry.question]


def dice(table: Table[Outpost]) -> Sequence[str]:
    """Return the dice that count, with their questions."""
    return [entry.text for entry in table.entries if entry.question and not entry.struck]
