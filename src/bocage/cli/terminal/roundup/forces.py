"""The odds of an attack in Operation Roundup as lines: the ledger, the column, the chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.cli.terminal.ledgers import chance_lines, likely, row_line, row_said, sum_lines
from bocage.games.roundup.chances import RESULTS, forecast
from bocage.games.roundup.odds import ATTACK, DEFENCE, NOTE, SHIFT, Odds

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.engine.words import Nouns
    from bocage.games.roundup.position import Position

BOOK: Final = "Roundup"


def odds_lines(
    st: Position, h: int, force: Sequence[int], by: int, nouns: Nouns, *, bombing: bool = False
) -> list[Line]:
    """The ledger of an attack and what may come of it."""
    odds = Odds(st, h, force, by)
    columns = st.world.charts.columns
    lines: list[Line] = [Text(f"Attack on {nouns['hex'].say(h)}", style="bold")]
    lines += sum_lines("Attack", odds, ATTACK, nouns, BOOK)
    lines += sum_lines("Defence", odds, DEFENCE, nouns, BOOK)
    start = columns[min(len(columns) - 1, max(0, odds.start))]
    beyond = "" if 0 <= odds.start < len(columns) else ", beyond the table"
    lines.append(f"{odds.attack} to {odds.defence} is {start}{beyond} (Roundup 11.4)")
    lines += [row_line(row, nouns, BOOK, "col") for row in odds.under(SHIFT)]
    lines += [f"  note  {row_said(row, nouns, BOOK)}" for row in odds.under(NOTE)]
    lines.append(Text(f"Column {odds.odds}", style="bold"))
    if bombing:
        lines.append("  with heavy bombers: over every face of their die (Roundup 11.12)")
    seen = forecast(st, h, force, by, bombing=bombing)
    lines += chance_lines(seen.results, RESULTS, RESULTS)
    lines.append(
        f"Taking the hex: {likely(seen.taken)}; the defender holds it: {likely(seen.held)}"
    )
    return lines
