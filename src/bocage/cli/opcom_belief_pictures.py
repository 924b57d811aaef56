"""Truth against belief as pictures: a map a turn with everybody near a team, and its sightings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bocage.cli.output import RefusalError
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.debrief.mistakes import Judged, judged
from bocage.games.opcom.debrief.moments import Moment
from bocage.games.opcom.pieces.faces import GLYPHS
from bocage.press import render, survey
from bocage.press.situation import Mark, Piece, situation
from bocage.press.survey.compose import draw

_NEAR_KM: Final = 15.0
"""Enemies so near a team's troops are on its picture."""
_SHORT: Final = {
    "a patrol": "patrol",
    "a weak company or two": "weak coy or two",
    "about a battalion": "about a bn",
    "one to two battalions": "1-2 bns",
    "two battalions, possibly three": "2-3 bns",
    "three battalions, possibly four": "3-4 bns",
    "a brigade in strength": "a brigade",
}


def draw_beliefs(
    moments: Sequence[Moment],
    teams: Sequence[int],
    folder: Path,
    *,
    paper: str,
    part: str,
    dpi: int,
) -> Iterator[Path]:
    """Yield a picture for each team and turn in which it had troops or sightings.

    Raises:
        RefusalError: no such paper or part, or the folder cannot be written.
    """
    if not moments:
        return
    pack = moments[0].truth.world.pack
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sheet = draw(pack, paper=paper, part=part or survey.WHOLE)
        for moment in moments:
            for team in teams:
                found = judged(moment, team)
                if not found.own_count and not found.sightings:
                    continue
                world = moment.truth.world
                page = situation(
                    pack,
                    pieces_of(moment.truth, team, found),
                    paper=paper,
                    part=part or survey.WHOLE,
                    control=False,
                    marks=marks_of(moment.truth, found),
                    caption=_caption(world.teams[team].name, moment, found),
                    on=sheet,
                    around=_ground(moment.truth, team, found),
                )
                name = f"{world.teams[team].seat}-{moment.turn:02d}.png"
                yield from render.write([page], folder / name, dpi=dpi)
    except KeyError:
        raise RefusalError(f"there is no paper size '{paper}': there are a0, a1, a2, a3") from None
    except OSError as error:
        raise RefusalError(f"cannot write into {folder}: {error.strerror}") from None
    except (survey.UnknownPartError, render.RenderError) as error:
        raise RefusalError(str(error)) from None


def _ground(st: Position, team: int, found: Judged) -> list[tuple[float, float]]:
    """What a picture is about: the troops of the team that fight, and its fresh sightings."""
    spots = [st.at(u.number) for u in st.here() if u.team == team and u.fights]
    spots += [each.at for each in found.sightings if not each.age]
    spots += [each.at for each in found.missed]
    return [st.world.ways.earth(each) for each in spots]


def _caption(name: str, moment: Moment, found: Judged) -> str:
    return (
        f"{name}, turn {moment.turn}, {moment.when}: {len(found.sightings)} sightings, "
        f"{found.right} right, {len(found.missed)} enemies near and not known"
    )


def pieces_of(st: Position, team: int, found: Judged) -> list[Piece]:
    """Own troops and enemies near them, as they were; `?` is on an enemy who was not known."""
    own = [u for u in st.here() if u.team == team]
    side = st.world.side_of_team(team)
    unknown = {each.at for each in found.missed}
    foes = [
        u
        for u in st.here()
        if u.side != side
        and st.level(u.number) > 0
        and any(st.km(u.number, each.number) <= _NEAR_KM for each in own)
    ]
    return [_piece(st, u, "?" if st.at(u.number) in unknown else "") for u in (*own, *foes)]


def _piece(st: Position, unit: Troops, figure: str) -> Piece:
    lat, lon = st.world.ways.earth(st.at(unit.number))
    row = unit.unit
    spent = not st.level(unit.number) and bool(unit.status.levels[0])
    return Piece(lat, lon, row.side, row.nation, GLYPHS[row.symbol], row.label, figure, spent)


def marks_of(st: Position, found: Judged) -> list[Mark]:
    """Return the sightings, each with a line to the enemy who was nearest."""
    return [
        Mark(
            *st.world.ways.earth(each.at),
            _words(each.count, each.kinds, each.age),
            each.age,
            st.world.ways.earth(each.nearest) if each.nearest is not None else None,
            not each.faults,
        )
        for each in found.sightings
    ]


def _words(count: str, kinds: Sequence[str], age: int) -> str:
    tanks = ", tanks" if "tanks" in kinds else ""
    return f"{_SHORT.get(count, count)}{tanks}{f' ({age})' if age else ''}"
