"""Maps of an operation on paper: the players' sheet of a team, and situations with units."""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.faces import GLYPHS
from bocage.games.opcom.s05_orders.form import country
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.press import survey
from bocage.press.grey import greyed
from bocage.press.situation import Piece, situation
from bocage.press.svg import Drawing


def players_map(world: World, team: int, paper: str) -> Drawing:
    """Return a team's map in black and white, without units and without the other side's secrets.

    Raises:
        KeyError: no such paper.
    """
    secret = {
        name for name, sides in country(world).sided.items() if world.teams[team].side not in sides
    }
    layers = survey.usual_layers(survey.layers_of(world.pack))
    kept = [each for each in layers if each not in secret]
    return greyed(survey.draw(world.pack, paper=paper, layers=kept, plain=True))


def master_map(st: Position, paper: str) -> Drawing:
    """Return Control's map with its units and their status, in black and white.

    Of a crowd some are drawn, headquarters first; the list of units says where the others stand.

    Raises:
        KeyError: no such paper.
    """
    pack = st.world.pack
    sheet = survey.draw(pack, paper=paper, control=True, plain=True)
    larger = _LABEL_MM / (_LABEL * sheet.width / sheet.view[0])
    pieces = pieces_of(st, None)
    return greyed(situation(pack, pieces, paper=paper, on=sheet, larger=larger, most=_SHOWN))


_SHOWN: Final = 3
"""Units of a crowd that are drawn."""
_LABEL: Final = 4.4
"""Units of the lettering under a symbol, and millimetres that it takes to be read."""
_LABEL_MM: Final = 1.9


def pieces_of(st: Position, team: int | None) -> list[Piece]:
    """Return every unit on the master map with its status; or the units that a team knows,
    without.
    """
    found: list[Piece] = []
    known = None if team is None else known_to_team(st, team)
    for unit in st.world.units:
        at = st.at(unit.number)
        if known is None:
            if st.where[unit.number] != HERE:
                continue
        elif unit.number in known.where:
            at = known.where[unit.number]
        else:
            continue
        lat, lon = st.world.ways.earth(at)
        level = st.level(unit.number)
        found.append(
            Piece(
                lat,
                lon,
                unit.unit.side,
                unit.unit.nation,
                GLYPHS[unit.unit.symbol],
                unit.unit.label,
                str(level) if known is None else "",
                known is None and not level and bool(unit.status.levels[0]),
            )
        )
    return found
