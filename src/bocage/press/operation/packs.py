"""Packs to print: a team's, Control's, and the panic bundle; files by name, in black and white.

A team's pack is made from what the team was told and from what everybody knows beforehand. Files
are PDF; without `bocage[print]` they are SVG, a page each.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bocage.engine.counters import CounterSet
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring import grids
from bocage.press import charts, render, survey
from bocage.press.counters import sheets
from bocage.press.grey import greyed
from bocage.press.operation import documents, maps
from bocage.press.operation.air_list import air_list
from bocage.press.operation.order_sheet import keys_page, order_sheet
from bocage.press.papers import PAPERS
from bocage.press.svg import Drawing
from bocage.press.tokens import DETAILS

Files = dict[str, bytes]
MOST_SHEETS: Final = 6
"""Order sheets that a pack has at once: one for each of so many turns."""
MAP_PAPERS: Final = ("a3", "a2")
_WHOLE_PAPER: Final = "a3"
"""The paper of the whole sheet, if the other maps show a part of it."""
_DETAIL: Final = 64
_YEAR: Final = (1980, 1, 1, 0, 0, 0)
"""The same for every file, so that the same bundle has the same bytes."""


def printed(name: str, drawings: Sequence[Drawing]) -> Files:
    """Return pages as one PDF; as SVG, a file a page, if nothing can write PDF."""
    if not drawings:
        return {}
    try:
        return {f"{name}.pdf": render.pdf(drawings)}
    except render.PrintExtraMissingError:
        return {f"{name}-{number}.svg": render.svg(each) for number, each in enumerate(drawings, 1)}


def team_pack(game: OpCom, st: Position, team: int) -> Files:
    """Return a team's pack: brief, order sheets, keys, counters without status, maps."""
    world = st.world
    name = f"{world.data.title}, {world.teams[team].name}"
    found = printed("1-brief", documents.brief(st, team))
    found |= printed("2-order-sheets", _next_sheets(st, team))
    found |= printed("3-keys", keys_page(world, team))
    found |= printed("4-counters", _counters(game, "player", _known(st, team), title=name))
    for paper in MAP_PAPERS:
        found |= printed(f"5-map-{paper}", [maps.players_map(world, team, paper)])
    if maps.part_of(world) != survey.WHOLE:
        whole = maps.players_map(world, team, _WHOLE_PAPER, survey.WHOLE)
        found |= printed(f"5-map-whole-{_WHOLE_PAPER}", [whole])
    if st.told[team].turn:
        found |= printed("6-report", documents.report(st, team))
    return found


def every_pack(game: OpCom, st: Position) -> Files:
    """Return the packs of all teams and of Control, each in its folder."""
    found = {f"control/{name}": content for name, content in umpire_pack(game, st).items()}
    for team, each in enumerate(st.world.teams):
        made = team_pack(game, st, team)
        found |= {f"{slug(each.seat)}/{name}": content for name, content in made.items()}
    return found


def _known(st: Position, team: int) -> set[str]:
    """Units that a team was told of: its own, and those that are to come."""
    told = st.told[team]
    return {each.id for each in told.units} | {each.id for each in told.due}


def _counters(
    game: OpCom,
    kind: str,
    wanted: set[str] | None,
    idle: Collection[str] = (),
    title: str = "",
) -> list[Drawing]:
    """Sheets of counters, fronts and backs; all of the set but the idle, or those of some units."""
    made: CounterSet = game.counter_sets()[kind]
    chosen = [each for each in made.counters if wanted is None or each.id in wanted]
    chosen = [each for each in chosen if each.id not in idle]
    layout = sheets.Layout(PAPERS["a4"], made.size_mm)
    pages = sheets.sheets(title or made.title, chosen, layout, DETAILS[_DETAIL])
    return [greyed(side) for each in pages for side in (each.front, each.back)]


_AMMUNITION: Final = ("AMMO-GB", "AMMO-US", "AMMO-GE", "AMMO-IT")
"""The markers of each kind of ammunition, in the order of `Unit.ammo`."""


def _idle_ammunition(st: Position) -> set[str]:
    """Return the markers of ammunition that no unit of the operation fires."""
    fired = {unit.ammo for unit in st.world.units}
    return {marker for kind, marker in enumerate(_AMMUNITION) if kind not in fired}


def umpire_pack(game: OpCom, st: Position) -> Files:
    """Return Control's pack: master counters, ready reckoners, lists, cards of the turn, map."""
    found = printed("1-units", documents.unit_list(st))
    found |= printed("2-supplies-and-crossings", documents.stock_list(st))
    found |= printed("3-ready-reckoners", reckoners(game))
    found |= printed("4-cards", documents.cards(st))
    found |= printed("5-turn-record", documents.turn_record(st))
    found |= printed("6-orders", documents.orders_list(st))
    found |= printed("7-fights", documents.fights_list(st))
    found |= printed("8-counters", _counters(game, "master", None, _idle_ammunition(st)))
    for paper in MAP_PAPERS:
        found |= printed(f"9-map-{paper}", [maps.master_map(st, paper)])
    if maps.part_of(st.world) != survey.WHOLE:
        whole = maps.master_map(st, _WHOLE_PAPER, survey.WHOLE)
        found |= printed(f"9-map-whole-{_WHOLE_PAPER}", [whole])
    found |= printed("10-air", air_list(st))
    return found


def reckoners(game: OpCom) -> list[Drawing]:
    """Return the charts that a turn is worked out with."""
    made = charts.pages(game.title, game.charts(), PAPERS["a4"])
    return [greyed(each) for each in made]


def reports(st: Position) -> Files:
    """Return the last reports of all teams, to hand out: a file a team."""
    found: Files = {}
    for team, each in enumerate(st.world.teams):
        if st.told[team].turn:
            found |= printed(f"report-{slug(each.seat)}", documents.report(st, team))
    return found


def bundle(game: OpCom, st: Position, save: bytes = b"") -> Files:
    """Return all that Control needs to finish on paper, and to enter afterwards what happened.

    Tables as CSV, lists and reckoners to print, the master map, and for each team its report,
    its map and blank sheets. With `save`, the game as it stands.
    """
    found: Files = {"READ-ME.txt": _READ_ME.encode()}
    for grid in (grids.about(st), *grids.grids(st)):
        found[f"tables/{grid.file}"] = grid.csv()
    control = umpire_pack(game, st)
    found |= {f"control/{name}": content for name, content in control.items()}
    for team, each in enumerate(st.world.teams):
        made = team_folder(st, team)
        found |= {f"teams/{slug(each.seat)}/{name}": content for name, content in made.items()}
    for side in dict.fromkeys(each.side for each in st.world.teams):
        team = next(i for i, each in enumerate(st.world.teams) if each.side == side)
        found |= printed(f"teams/map-{side}-a3", [maps.players_map(st.world, team, "a3")])
    if save:
        found["game.bocage"] = save
    return found


def team_folder(st: Position, team: int) -> Files:
    """Return what a team gets out of the panic bundle: report, brief, blank sheets and keys."""
    return {
        **printed("report", documents.report(st, team) if st.told[team].turn else []),
        **printed("brief", documents.brief(st, team)),
        **printed("order-sheets", _next_sheets(st, team)),
        **printed("keys", keys_page(st.world, team)),
    }


def _next_sheets(st: Position, team: int) -> list[Drawing]:
    """Blank sheets for this turn and some after it."""
    first = max(1, st.turn)
    last = min(st.world.last_turn, first + MOST_SHEETS - 1)
    return [order_sheet(st.world, team, turn) for turn in range(first, last + 1)]


def slug(name: str) -> str:
    """Return a name as it can stand in the name of a file."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in name.casefold())
    return "-".join(filter(None, kept.split("-")))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip; the same bytes for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _YEAR)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            made.writestr(entry, files[name])
    return out.getvalue()


_READ_ME: Final = """\
The computers are down. You can finish the evening from this folder.

1. Print everything in control/ (for you) and in teams/ (for each team). Black and white will do.
   Do not show a team anything from control/ or tables/.
2. Give each team its report, its map and its blank order sheets.
3. Work each turn out by hand: control/5-turn-record has the steps, control/3-ready-reckoners the
   tables, and control/10-air the air, if the operation has an air war. Keep control/1-units and
   control/2-supplies-and-crossings up to date with a pencil.

When the computers are back

4. Type in the sheets of the turn, if you like: code first, then a short line for each line.
   Sheets that are typed in count as carried out.
5. Open tables/units.csv, stocks.csv, bridges.csv, weather.csv and air.csv in a spreadsheet.
   Edit what changed; leave the other cells as they are, or empty. Save as CSV.
   - Where a unit is: change one of place (Valkenswaard, 2 km N of Best), reference (Q 523394),
     or east and north in metres.
   - Losses: steps lost, counted from full strength. For a lost unit: stands = gone.
   - For a unit that arrived: stands = on the map, and its place.
   - A lift in air.csv: flown, or given up. Its units need a place in units.csv.
   - bocage updates prepared, stayed and rested from orders and places. Correct them for a unit
     that fought. It can't know attacks (of this day) and firing: enter them.
6. Enter them: on Control's desk, page Paper; or in the terminal
       bocage opcom enter game.bocage this-bundle.zip
   It names every cell with a mistake, and changes nothing until all are correct.
   If you fought several turns on paper: --turns 2.
7. Check the drafts, release the turn, and continue.

If there is a file game.bocage here, it is the game itself: any computer with bocage can
continue it.
"""
