"""`bocage opcom pack`, `panic` and `enter`: an operation on paper, and back from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, cast

import typer

from bocage.cli.arguments import SaveArgument
from bocage.cli.game_file import load, reporting, text_of
from bocage.cli.opcom_file import open_game, save_game, say, team_named
from bocage.cli.output import RefusalError, check_target, size_of, write_whole
from bocage.engine.past import Past
from bocage.engine.save_format import SaveError, parsed
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s02_umpiring.entry import MOST_TURNS, enter, unpacked
from bocage.games.opcom.s05_orders.coded import sheet_from_lines
from bocage.games.opcom.s05_orders.files import SheetError
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.lab import debrief_page
from bocage.press.operation import packs

_SQLITE: Final = b"SQLite format 3\x00"
_DASH: Final = Path("-")
_PANIC: Final = """Examples:

  [bold]bocage opcom panic evening.bocage[/bold]  writes evening-panic.zip

  [bold]bocage opcom panic bocage.db[/bold]  from a server's database, also if the server is down"""
_ENTER: Final = """Examples:

  [bold]bocage opcom enter evening.bocage evening-panic.zip[/bold]  the turn was fought on paper

  [bold]bocage opcom enter evening.bocage units.csv --turns 0[/bold]  corrections; no turn passes"""


def add_to(app: typer.Typer) -> None:
    """Add the commands to the group."""
    app.command("pack", epilog="Example: [bold]bocage opcom pack evening.bocage -o packs[/bold]")(
        pack
    )
    app.command("panic", epilog=_PANIC)(panic)
    app.command("enter", epilog=_ENTER)(enter_tables)


def pack(
    file: SaveArgument,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="A folder, or a .zip file."),
    ],
    team: Annotated[
        str, typer.Option(metavar="TEAM", help="One team's pack.", show_default=False)
    ] = "",
    umpire: Annotated[bool, typer.Option("--umpire", help="Only Control's pack.")] = False,
    reports: Annotated[
        bool, typer.Option("--reports", help="Only the last reports, to hand out.")
    ] = False,
) -> None:
    """Print packs in black and white: for each team and for Control, or one of them.

    A team's pack has its brief, order sheets with their codes, keys, counters without status, and
    maps on A3 and A2. Control's has lists, ready reckoners, cards, counters and maps.
    """
    if sum((bool(team), umpire, reports)) > 1:
        raise RefusalError("choose one of --team, --umpire and --reports")
    _, table = open_game(file)
    st, game = table.state, _game(table)
    if team:
        found = packs.team_pack(game, st, team_named(st.world, team))
    elif umpire:
        found = packs.umpire_pack(game, st)
    elif reports:
        found = packs.reports(st)
        if not found:
            raise RefusalError("no report has been released yet")
    else:
        found = packs.every_pack(game, st)
    _put(output, found)


def _game(table: Table[Position]) -> OpCom:
    """Return the game with the counters of the table's scenario."""
    return cast("OpCom", table.game).at(table.state.world.data.id)


def _put(output: Path, files: packs.Files) -> None:
    """Write files into a folder, or into one zip."""
    if output.suffix.lower() == ".zip":
        content = packs.zipped(files)
        write_whole(output, content)
        say(f"Wrote {output} ({len(files)} files, {size_of(content)}).")
        return
    for name, content in files.items():
        path = output / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            said = (error.strerror or str(error)).lower()
            raise RefusalError(f"cannot write into {output}: {said}") from None
        write_whole(path, content)
    say(f"Wrote {len(files)} files into {output}.")


def panic(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="FILE.bocage, or a server's database.", show_default=False
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="ZIP",
            help="Where to write. By default the game's name with -panic.zip.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        str, typer.Option(metavar="ID", help="Which game of a database.", show_default=False)
    ] = "",
) -> None:
    """Write all that Control needs to finish on paper into one zip; the game stays as it is.

    Tables for a spreadsheet, lists, reckoners, maps, reports and blank sheets. Afterwards
    `bocage opcom enter` takes in what happened.
    """
    path = Path(source)
    is_database = "://" in source or (path.is_file() and _begins(path, _SQLITE))
    text, stem = _from_database(source, game) if is_database else (text_of(path), path.stem)
    target = output or Path(f"{stem}-panic.zip")
    check_target(target)
    try:
        header = parsed(text).header
        if header.game != OpCom.id:
            raise RefusalError(f"{source} is not a game of OP COM")
        with reporting(None):
            table = cast("Table[Position]", read(text, load(OpCom.id)))
    except SaveError as error:
        raise RefusalError(f"cannot open {source}: {error}") from None
    content = packs.zipped(packs.bundle(_game(table), table.state, text.encode()))
    write_whole(target, content)
    say(f"Wrote {target} ({size_of(content)}). READ-ME.txt in it explains the next steps.")


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def _from_database(source: str, wanted: str) -> tuple[str, str]:
    """Return the save of a game in a server's database, and a name for its file."""
    from bocage.server import salvage
    from bocage.server.database import DatabaseError

    try:
        kept = [each for each in salvage.kept(source) if each.game == OpCom.id]
        under_way = [each for each in kept if each.status != "over"]
        if not wanted and len(under_way) != 1:
            listed = "; ".join(f"{each.id} {each.name} ({each.scenario})" for each in under_way)
            raise RefusalError(
                f"say which game: --game ID, of {listed}"
                if listed
                else f"{source} has no game of OP COM that has started and is not over"
            )
        return salvage.save_of(source, wanted or under_way[0].id), wanted or under_way[0].id
    except DatabaseError as error:
        raise RefusalError(str(error)) from None


def enter_tables(
    file: SaveArgument,
    tables: Annotated[
        list[Path],
        typer.Argument(metavar="TABLES...", help="A bundle, its folder, or tables as CSV."),
    ],
    turns: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_TURNS,
            metavar="N",
            help="Turns fought on paper; 0 only corrects the position.",
        ),
    ] = 1,
    because: Annotated[
        str, typer.Option("--because", metavar="REASON", help="The reason, which is stored.")
    ] = "the turn was fought on paper",
) -> None:
    """Enter what happened on paper: the tables of a bundle, with the cells that changed.

    Checks all cells first. If any is wrong, it names each of them and changes nothing.
    """
    sitting, table = open_game(file)
    files: dict[str, bytes] = {}
    for path in tables:
        files |= _tables(path)
    with reporting(file):
        found = enter(table, files, because, turns)
    if found.faults:
        say(*(f"{each}" for each in found.faults))
        raise RefusalError(f"{len(found.faults)} cells are wrong; nothing was changed")
    save_game(sitting)
    say(*(f"  {each}" for each in found.acts))
    said = procedure.waits_for(table)
    say(f"Entered: {len(found.acts)} acts. {said[:1].upper()}{said[1:]}.")


def _tables(path: Path) -> dict[str, bytes]:
    """Tables by name, from a bundle, a folder or a file."""
    try:
        if path.is_dir():
            return {each.name: each.read_bytes() for each in sorted(path.rglob("*.csv"))}
        content = path.read_bytes()
    except OSError as error:
        raise RefusalError(
            f"cannot read {path}: {(error.strerror or str(error)).lower()}"
        ) from None
    if path.suffix.lower() == ".csv":
        return {path.name: content}
    try:
        return unpacked(content)
    except ValueError as error:
        raise RefusalError(f"cannot read {path}: {error}") from None


def write_debrief(table: Table[Position], target: Path) -> None:
    """Write the debrief as one page.

    Raises:
        RefusalError: no turn is over yet, or the file cannot be written.
    """
    if target.suffix.lower() != ".html":
        raise RefusalError(f"cannot write {target}: the name should end in .html")
    check_target(target)
    try:
        content = debrief_page.page(Past(table), table.state)
    except debrief_page.NothingToTellError as error:
        raise RefusalError(str(error)) from None
    write_whole(target, content)
    say(f"Wrote {target} ({size_of(content)}).")


# A paper sheet, typed in ---------------------------------------------------------------------


def is_typed(sheet: Path) -> bool:
    """Return whether a sheet is typed from paper: a text file, or what comes in by a pipe."""
    return sheet == _DASH or sheet.suffix.lower() == ".txt"


def typed(world: World, sheet: Path, team: str) -> tuple[int, Sheet]:
    """Return the team and the sheet that a text with a code is.

    Raises:
        RefusalError: it cannot be read, or it is another team's.
    """
    try:
        text = sys.stdin.read() if sheet == _DASH else sheet.read_text(encoding="utf-8-sig")
        number, written = sheet_from_lines(world, text)
    except (OSError, UnicodeDecodeError):
        raise RefusalError(f"{sheet} cannot be read as text") from None
    except SheetError as error:
        raise RefusalError(str(error)) from None
    if team and team_named(world, team) != number:
        raise RefusalError(f"this is a sheet of {world.teams[number].name}")
    return number, written
