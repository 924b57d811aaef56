"""The odds of an attack in Operation Roundup as lines: the ledger, the column, the chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.cli.terminal.bars import bar, in_words, per_cent
from bocage.cli.terminal.roundup.chances import forecast
from bocage.games.roundup.odds import ATTACK, DEFENCE, NOTE, SHIFT, Odds

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.engine.ledger import Row
    from bocage.engine.words import Nouns
    from bocage.games.roundup.position import Position

RESULTS: Final = {
    "ASR": "attacker loses a step and retreats",
    "AS": "attacker loses a step",
    "SM": "stalemate",
    "EX": "both lose a step",
    "DR": "defender retreats",
    "DS": "defender loses a step",
    "DSR": "defender loses a step and retreats",
}
BOOK: Final = "Roundup"


def odds_lines(
    st: Position, h: int, force: Sequence[int], by: int, nouns: Nouns, *, bombing: bool = False
) -> list[Line]:
    """The ledger of an attack and what may come of it."""
    odds = Odds(st, h, force, by)
    columns = st.world.charts.columns
    lines: list[Line] = [Text(f"Attack on {nouns['hex'].say(h)}", style="bold")]
    lines += _side("Attack", odds, ATTACK, odds.attack, nouns)
    lines += _side("Defence", odds, DEFENCE, odds.defence, nouns)
    start = columns[min(len(columns) - 1, max(0, odds.start))]
    beyond = "" if 0 <= odds.start < len(columns) else ", beyond the table"
    lines.append(f"{odds.attack} to {odds.defence} is {start}{beyond} (Roundup 11.4)")
    lines += [_row(row, nouns, "col") for row in odds.under(SHIFT)]
    lines += [f"  note  {_said(row, nouns)}" for row in odds.under(NOTE)]
    lines.append(Text(f"Column {odds.odds}", style="bold"))
    if bombing:
        lines.append("  with heavy bombers: over every face of their die (Roundup 11.12)")
    seen = forecast(st, h, force, by, bombing=bombing)
    for result, share in sorted(seen.results.items(), key=lambda each: _ORDER.index(each[0])):
        words = RESULTS.get(result, result)
        lines.append(f"  {result:<3} {bar(share)} {per_cent(share)}  {words}")
    lines.append(
        f"Taking the hex: {per_cent(seen.taken).strip()} ({in_words(seen.taken)}); "
        f"the defender holds it: {per_cent(seen.held).strip()} ({in_words(seen.held)})"
    )
    return lines


_ORDER: Final = tuple(RESULTS)


def _side(title: str, odds: Odds, heading: str, total: int, nouns: Nouns) -> list[Line]:
    return [f"{title} {total}", *(_row(row, nouns, "") for row in odds.under(heading))]


def _row(row: Row, nouns: Nouns, unit: str) -> str:
    return f"  {int(row.value):+3d} {unit:<4}{_said(row, nouns)}"


def _said(row: Row, nouns: Nouns) -> str:
    return f"{row.words.say(nouns)} ({row.rule.cited(BOOK)})"
