"""The rules of the house: who may import whom, what every file has, what a clone must hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bocage.engine.frames import frame_names
from bocage.games import GAMES
from bocage.maps import THEATRES, load, theatre
from bocage.maps.checks import check_folder
from bocage.maps.tables import HEADINGS
from mapforge.__main__ import differences

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "bocage"

ROOMS = (
    *("cli", "server", "lab", "gym", "ai", "press", "games", "rules", "maps", "tables", "engine"),
    "hexes",
)
"""From the roof down. A room imports itself and the rooms below it."""

ALONE = {"hexes": {"hexes"}, "engine": {"engine", "hexes"}, "tables": {"tables"}}
"""Rooms that stand on the standard library and on nothing else but these rooms."""

MODULES = sorted(SOURCE.rglob("*.py"))
TEXT_ENDINGS = {
    *(".py", ".pyi", ".pxd", ".toml", ".md", ".csv", ".json", ".geojson", ".txt", ".html"),
    *(".css", ".js", ".ts", ".svelte", ".yml", ".yaml", ".svg", ".typ", ""),
}
NAMES = [each.id for each in THEATRES]


def room_of(path: Path) -> str:
    """Return the room a module lies in; nothing for the package's own front."""
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


class Read(NamedTuple):
    """What the tests ask of a module."""

    imports: tuple[tuple[int, str], ...]
    """Line and absolute name of everything it imports, wherever in it."""
    strings: tuple[tuple[int, str], ...]
    """Line and text of every string, but for examples."""
    has_docstring: bool


@cache
def read(path: Path) -> Read:
    """Return what a module of the package holds; it is parsed once for all tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported: list[tuple[int, str]] = []
    texts: list[tuple[int, str]] = []
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported += ((node.lineno, name) for name in names(path, node))
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                texts.append((node.lineno, node.value))
        elif not (isinstance(node, ast.keyword) and node.arg == "examples"):
            todo += ast.iter_child_nodes(node)
    return Read(tuple(imported), tuple(texts), bool(ast.get_docstring(tree)))


def names(path: Path, node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the absolute names that a module imports by a statement."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    package = ["bocage", *path.relative_to(SOURCE).parent.parts]
    base = package[: len(package) - node.level + 1] if node.level else []
    module = ".".join([*base, *([node.module] if node.module else [])])
    return [f"{module}.{alias.name}" for alias in node.names]


def tracked() -> list[Path]:
    """Return the files a clone would hold, or all files where this is not a clone."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        folders = ("src", "tests", "tools", "docs", "bench", "changelog.d")
        return [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    listed = (ROOT / name for name in done.stdout.split("\0") if name)
    return [path for path in listed if path.is_file()]


def test_every_room_is_known() -> None:
    """Every folder of the package is a room with a place in the order."""
    rooms = {room_of(path) for path in MODULES} - {""}
    assert rooms <= set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_downward(room: str) -> None:
    """A room imports only itself and the rooms below it."""
    allowed = set(ROOMS[ROOMS.index(room) :])
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in MODULES
        if room_of(path) == room
        for line, name in read(path).imports
        if name.startswith("bocage.")
        if (there := name.split(".")[1]) in ROOMS and there not in allowed
    ]
    assert wrong == []


@pytest.mark.parametrize("room", ALONE)
def test_the_ground_floor_stands_on_the_standard_library(room: str) -> None:
    """Hexes, engine and tables import the standard library and each other as allowed."""
    wrong: list[str] = []
    for path in MODULES:
        if room_of(path) != room:
            continue
        for line, name in read(path).imports:
            top, *rest = name.split(".")
            ours = top == "bocage" and bool(rest) and rest[0] in {*ALONE[room], "__version__"}
            if not ours and top not in sys.stdlib_module_names:
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def test_games_know_no_face_and_no_player() -> None:
    """Games never import the server, the players or the command."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in MODULES
        if room_of(path) == "games"
        for line, name in read(path).imports
        if name.split(".")[:2] in (["bocage", "server"], ["bocage", "ai"], ["bocage", "cli"])
    ]
    assert wrong == []


@pytest.mark.parametrize("game", ["roundup", "falaise"])
def test_rules_know_nothing_of_what_is_made_of_them(game: str) -> None:
    """Pieces, board and chapters of a hex game do not import its lines, answers, judge or door."""
    above = re.compile(
        rf"bocage\.games\.{game}\.(game|judge|trials|answers|adjustment|words\.notation)\b"
    )
    home = SOURCE / "games" / game
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in MODULES
        if path.is_relative_to(home)
        for line, name in read(path).imports
        if above.match(name)
        and not above.match(".".join(("bocage", *path.relative_to(SOURCE).with_suffix("").parts)))
    ]
    assert wrong == []


def test_nobody_is_looked_up_by_name() -> None:
    """Nobody is imported by name but games by their registry, commands by the list of them,
    and packages that may not be installed; and nothing is decided by the name of a class."""
    sought = re.compile(r"import_module|find_spec|__name__ ==|__name__ in|__name__\]")
    found = {
        str(path.relative_to(SOURCE))
        for path in MODULES
        if room_of(path) in ("games", "server", "ai", "cli")
        and sought.search(path.read_text("utf-8"))
    }
    extras = {"cli/serve.py", "cli/terminal/screen.py"}
    assert found == {"games/__init__.py", "cli/contents.py", *extras}


@pytest.mark.parametrize("room", ["ai", "cli", "server"])
def test_no_room_knows_games_by_name(room: str) -> None:
    """Outside `games` no string is the id of a game, names a module of one, or is one of its
    decisions. The list of commands alone is excepted, as a command is called after its game."""
    for load_one in GAMES.values():
        load_one()
    stored = [name.split(".") for name in frame_names()]
    kinds = {kind for game, *_, kind in stored if game in GAMES}
    assert len(kinds) > 50
    found = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path in MODULES
        if room_of(path) == room and path != SOURCE / "cli" / "contents.py"
        for line, text in read(path).strings
        if " " not in text
        if not {*GAMES, *kinds}.isdisjoint(re.split(r"[.:/]", text))
    ]
    assert found == []


def test_the_server_is_typed() -> None:
    """What goes through the server has types: `Any` stands only where a library gives no other."""
    texts = [path.read_text("utf-8") for path in MODULES if room_of(path) == "server"]
    assert sum(len(re.findall(r"\bAny\b", text)) for text in texts) < 40


def test_every_module_opens_with_a_paragraph() -> None:
    """Every module of the program and its tools says what it is for."""
    tools = sorted((ROOT / "tools").rglob("*.py"))
    bare = [path for path in MODULES if not read(path).has_docstring]
    bare += [p for p in tools if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))]
    assert bare == []


def test_tests_say_what_they_test() -> None:
    """Every test has a docstring that states the behaviour."""
    bare: list[str] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
            if is_test and isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
                bare.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert bare == []


def sleeps(source: str) -> list[int]:
    """Return the lines where a test sleeps."""
    if not re.search("sleep|wait_for_timeout", source):
        return []
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("sleep", "wait_for_timeout")
        and ast.unparse(node.func).endswith(("time.sleep", ".wait_for_timeout"))
    ]


def test_no_test_sleeps() -> None:
    """A busy machine is slower than any pause: tests wait until a thing is so (patience.py)."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for line in sleeps(path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert sleeps("import time\ntime.sleep(1)\npage.wait_for_timeout(5)\nsleepy()") == [2, 3]


def test_the_readme_has_the_two_commands() -> None:
    """The README shows the two commands, and make knows them."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in ("play", "test"):
        assert f"make {command}" in readme
        assert re.search(rf"^{command}:", make, re.MULTILINE)


def test_links_of_the_readme_lead_somewhere() -> None:
    """Every file that the README or a page of the docs links to is there."""
    broken: list[str] = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        targets: list[str] = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
        broken += [
            f"{page.relative_to(ROOT)}: {target}"
            for target in targets
            if "://" not in target and not (page.parent / target).exists()
        ]
    assert broken == []


def test_no_file_names_somebodys_machine() -> None:
    """No tracked file holds an absolute path of the machine it was written on."""
    path_there = re.compile("(?<![\\w.])/" + "(?:work|root|home)" + "/[a-z]")
    found: list[str] = []
    for path in tracked():
        if path.suffix in TEXT_ENDINGS:
            text = path.read_text(encoding="utf-8", errors="replace")
            found += [
                f"{path.relative_to(ROOT)}: {hit.group()}" for hit in path_there.finditer(text)
            ]
    assert found == []


# Map packs -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_theatre_has_a_clean_pack(name: str) -> None:
    """Every theatre's pack is there, holds its files and nothing else, and has no faults."""
    folder = theatre(name).folder
    printed = {"sheet.toml", "heights.csv", "far_shore.csv"}
    assert {path.name for path in folder.iterdir()} - printed == {"pack.toml", *HEADINGS}
    assert check_folder(folder) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_pack_can_be_built_again(name: str) -> None:
    """Building a pack from its sources gives the committed files, byte for byte."""
    assert differences(name, theatre(name).folder) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_notice_names_every_source(name: str) -> None:
    """What a pack says of its sources stands in NOTICE too."""
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    missing = [source for source in load(name).sources if " ".join(source.split()) not in notice]
    assert missing == []
