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
from bocage.press.survey.theatres import theatre_of
from bocage.press.svg import Drawing


def part_of(world: World) -> str:
    """Return the smallest part of the sheet on which the whole operation takes place.

    It looks at where units begin or arrive, at dumps and at objectives. The scenario alone decides,
    so that a team's map says nothing about the enemy.
    """
    windows = theatre_of(world.pack).parts
    spots = [(each.unit.lat, each.unit.lon) for each in world.units]
    spots += [
        (each.lat, each.lon)
        for each in world.dumps
        if each.lat is not None and each.lon is not None
    ]
    around = [
        name
        for name, box in windows.items()
        if all(box.south <= lat <= box.north and box.west <= lon <= box.east for lat, lon in spots)
    ]

    def size(name: str) -> float:
        box = windows[name]
        return (box.north - box.south) * (box.east - box.west)

    return min(around, key=size, default=survey.WHOLE)


def players_map(world: World, team: int, paper: str, part: str = "") -> Drawing:
    """Return a team's map in black and white, without units and without the other side's secrets.

    Without `part` it is the part on which the operation takes place.

    Raises:
        KeyError: no such paper.
    """
    secret = {
        name for name, sides in country(world).sided.items() if world.teams[team].side not in sides
    }
    layers = survey.usual_layers(survey.layers_of(world.pack))
    kept = [each for each in layers if each not in secret]
    return greyed(
        survey.draw(world.pack, paper=paper, part=part or part_of(world), layers=kept, plain=True)
    )


def master_map(st: Position, paper: str, part: str = "") -> Drawing:
    """Return Control's map with its units and their status, in black and white.

    Without `part` it is the part on which the operation takes place. Of a crowd some are drawn,
    headquarters first; the list of units says where the others stand.

    Raises:
        KeyError: no such paper.
    """
    pack, shown = st.world.pack, part or part_of(st.world)
    sheet = survey.draw(pack, paper=paper, part=shown, control=True, plain=True)
    larger = max(1.0, _LABEL_MM / (_LABEL * sheet.width / sheet.view[0]))
    pieces = pieces_of(st, None)
    return greyed(
        situation(pack, pieces, paper=paper, part=shown, on=sheet, larger=larger, most=_SHOWN)
    )


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
