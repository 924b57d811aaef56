"""Messages to other headquarters, as a sheet writes them (reading 10.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.opcom.pieces.orders import Dispatch
from bocage.games.opcom.sheets.sheet import Row
from bocage.games.opcom.world import plain

if TYPE_CHECKING:
    from bocage.games.opcom.sheets.understanding import Reader

MEANS: Final = ("wireless", "telephone", "liaison officer", "runner")
_LONGEST: Final = 400
"""Characters of a message."""


def understand_message(reader: Reader, number: int, row: Row) -> Dispatch | None:
    """A line `[[message]]` of a sheet: to whom, by what means, and the words."""
    text = str(row.get("text", "")).strip()
    by = str(row.get("by", MEANS[0])).strip().casefold() or MEANS[0]
    name = str(row.get("to", "")).strip()
    if not text:
        reader.problem(number, "the message says nothing.")
        return None
    if len(text) > _LONGEST:
        reader.problem(number, f"the message is longer than {_LONGEST} characters.")
        return None
    means = next((each for each in MEANS if each.startswith(by)), None)
    if means is None:
        reader.problem(number, f"'{by}' is no means; there are {', '.join(MEANS)}.")
        return None
    teams = reader.world.teams
    own = teams[reader.team]
    for to, team in enumerate(teams):
        if plain(name) in (plain(team.seat), plain(team.name)):
            if team.side != own.side or to == reader.team:
                break
            return Dispatch(reader.team, to, number, means, text)
    among = ", ".join(t.name for t in teams if t.side == own.side and t is not own)
    reader.problem(number, f"no headquarters of ours is '{name}'; there are {among or 'none'}.")
    return None
