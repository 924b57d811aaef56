"""Maps and games for other programs: what is written is read again by their own rules."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from PIL import Image

import bocage
from bocage import games
from bocage.engine.viewers import OBSERVER
from bocage.maps import load
from bocage.maps.theatres import THEATRES
from bocage.press.exchange import geo, vassal

SPACE = "{http://www.opengis.net/kml/2.2}"


def decoded(text: str, separator: str) -> list[str]:
    """Tokens as VASSAL takes them apart: a separator after a backslash does not separate."""
    found = [""]
    for number, letter in enumerate(text):
        if letter != separator:
            found[-1] += letter
        elif number and text[number - 1] == "\\":
            found[-1] = found[-1][:-1] + separator
        else:
            found.append("")
    return [each[1:-1] if len(each) > 1 and each[0] == "'" == each[-1] else each for each in found]


@pytest.mark.parametrize(
    "parts", [["a", "b"], ["a/b", "c"], ["x\\", "y"], ["'q'", ""], ["a\\/b", "/"], ["", "", ""]]
)
def test_vassal_sequences_decode_to_what_was_encoded(parts: list[str]) -> None:
    """The code of VASSAL's texts loses nothing, separators and backslashes included."""
    assert decoded(vassal.sequence("/", parts), "/") == parts
    nested = vassal.sequence("\t", [vassal.sequence("\t", parts), "end"])
    assert decoded(decoded(nested, "\t")[0], "\t") == parts


@cache
def module(name: str) -> vassal.Module:
    """Return the module of a game."""
    return vassal.Module(games.game(name), plain=True)


def basic(type_: str) -> str:
    """Return the basic piece inside its traits."""
    parts = decoded(type_, "\t")
    return parts[0] if len(parts) == 1 else basic(parts[1])


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_the_build_file_names_every_hex_counter_and_set_up(name: str) -> None:
    """Regions have the numbers of the hexes, slots decode into pieces, set-ups are by scenario."""
    made = module(name)
    root = Xml.fromstring(made.build_file())
    regions = [each.get("name") for each in root.iter() if each.tag.endswith(".Region")]
    assert regions == list(made.game.numbers)
    slots = [e for e in root.iter() if e.tag.endswith((".PieceSlot", ".CardSlot"))]
    assert {each.get("gpid") for each in slots} == {str(p.number) for p in made.pieces}
    for slot in slots:
        text = slot.text or ""
        assert text.startswith("+/")
        identity, type_, state = decoded(text[2:], "/")
        kind, _, _, image, said = decoded(basic(type_), ";")
        assert (identity, kind, said) == ("null", "piece", slot.get("entryName"))
        assert image == f"c{slot.get('gpid')}f.png"
        assert state.count("\t") == type_.count("\t")
    setups = [each for each in root if each.tag.endswith(".PredefinedSetup")]
    assert [each.get("file") for each in setups] == [f"{s}.vsav" for s in made.game.scenarios]
    assert any(each.tag.endswith(".DrawPile") for each in root.iter())
    assert [each.text for each in root.iter("entry")] == ["Allied", "German"]


def revealed(archive: bytes) -> str:
    """Return the commands of a save or a log, without their disguise."""
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        assert set(file.namelist()) == {"savedGame", "savedata", "moduledata"}
        told = file.read("savedGame").decode()
    assert told.startswith("!VCSK")
    key, turned = int(told[5:7], 16), bytes.fromhex(told[7:])
    return bytes(byte ^ key for byte in turned).decode()


def layers(state: str) -> Iterator[str]:
    """Yield the state of each trait, then of the basic piece."""
    parts = decoded(state, "\t")
    yield parts[0]
    if len(parts) > 1:
        yield from layers(parts[1])


def test_a_module_has_every_picture_it_names() -> None:
    """The archive has every picture that the build file and the pieces name, each of its size."""
    made = module("roundup")
    with zipfile.ZipFile(io.BytesIO(made.module())) as file:
        names = set(file.namelist())
        wide, high = Image.open(io.BytesIO(file.read("images/map.png"))).size
        counter = Image.open(io.BytesIO(file.read("images/c0f.png"))).size
        save = file.read("counterstroke.vsav")
    wanted = {f"images/{name}" for p in made.pieces for name in (p.front, p.back) if name}
    assert wanted | {"buildFile.xml", "moduledata", "images/pools.png"} <= names
    assert counter == (vassal.PX, vassal.PX)
    assert all(x < wide and y < high for x, y in map(made.at, range(len(made.game.numbers))))
    assert len(set(map(made.at, range(len(made.game.numbers))))) == len(made.game.numbers)
    first, *commands, last = decoded(revealed(save), vassal.ESCAPE)
    assert (first, last) == ("begin_save", "end_save")
    view = made.game.view(made.tables["counterstroke"].state, OBSERVER)
    for u, (h, *_) in enumerate(view["units"]):
        _, _, state = decoded(commands[u][2:], "/")
        where, x, y, *_ = list(layers(state))[-1].split(";")
        assert (where == vassal.MAP) == (h >= 0)
        if h >= 0:
            assert (int(x), int(y)) == made.at(h)


def test_a_log_leads_to_the_position() -> None:
    """Stepping through a log moves every unit to where the game has it, back up if reduced."""
    match = bocage.new("roundup", scenario="counterstroke", seed=4)
    for _ in range(60):
        match.let("random")
    made = module("roundup")
    commands = decoded(revealed(made.log(match.table)), vassal.ESCAPE)
    places: dict[int, tuple[str, int, int]] = {}
    backs: dict[int, bool] = {}

    def keep(u: int, state: str) -> None:
        *traits, at = layers(state)
        where, x, y, *_ = at.split(";")
        places[u] = (where, int(x), int(y))
        backs[u] = len(traits) > 1 and traits[0] == "1"

    steps = 0
    for command in commands:
        if command.startswith("+/") and "/stack/" not in command:
            u, _, state = decoded(command[2:], "/")
            keep(int(u), state)
        for part in decoded(command, vassal.ESCAPE) if command.startswith("LOG\t") else ():
            told = part.removeprefix("LOG\t")
            steps += told.startswith("CHAT")
            if told.startswith("M/"):
                u, where, x, y, *_ = decoded(told[2:], "/")
                places[int(u)] = (where, int(x), int(y))
            elif told.startswith("D/"):
                u, state, _ = decoded(told[2:], "/")
                keep(int(u), state)
    assert steps == len(match.table.entries) > 20
    spots = made.spots(made.game.view(match.table.state, OBSERVER))
    assert places == {u: (each.where, each.x, each.y) for u, each in enumerate(spots)}
    pieces = made.pieces
    assert backs == {u: each.flipped and bool(pieces[u].back) for u, each in enumerate(spots)}


@pytest.mark.parametrize("theatre", [each.id for each in THEATRES])
def test_a_map_is_geojson_and_kml(theatre: str) -> None:
    """Rings are closed and turn anticlockwise, points lie on the map, both files have them all."""
    made = geo.features(load(theatre))
    read: Any = json.loads(geo.geojson(made, theatre, "CC"))
    assert len(read["features"]) == len(made)
    for each in read["features"]:
        points = each["geometry"]["coordinates"]
        if each["geometry"]["type"] == "Polygon":
            [ring] = points
            assert ring[0] == ring[-1]
            assert sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) > 0
    root = Xml.fromstring(geo.kml(made, theatre, "CC"))
    assert len(list(root.iter(f"{SPACE}Placemark"))) == len(made)


def test_exported_hexes_and_units_keep_their_places() -> None:
    """The hex of Trun holds the place Trun, and a unit stands in the middle of its hex."""
    pack = load("falaise")
    made = {(each.layer, each.name): each for each in geo.features(pack)}
    ring, [trun] = made["hex", "2314"].points, made["place", "Trun"].points
    assert min(x for x, _ in ring) < trun[0] < max(x for x, _ in ring)
    assert min(y for _, y in ring) < trun[1] < max(y for _, y in ring)
    game = games.game("falaise")
    view = game.view(bocage.new("falaise", scenario="chambois").table.state, OBSERVER)
    for each in geo.units(game, pack, view):
        ring = made["hex", str(each.facts["hex"])].points[:-1]
        middle = [sum(point[i] for point in ring) / 6 for i in (0, 1)]
        assert each.points[0] == pytest.approx(middle, abs=1e-5)


TABS = {"entryName", "description"}
SLOT = {"entryName", "gpid", "width", "height"}
READ = {
    "GameModule": {"name", "version", "VassalVersion", "description", "nextPieceSlotId"},
    "BasicCommandEncoder": set[str](),
    "PlayerRoster": {"buttonText"},
    "GlobalOptions": {"autoReport"},
    "Map": {"mapName", "buttonName", "allowMultiple", "launch", "markMoved", "backgroundcolor"}
    | {"moveWithinFormat", "moveToFormat"},
    "BoardPicker": {"slotScale"},
    "Board": {"name", "image"},
    "RegionGrid": {"snapto", "visible", "fontsize"},
    "Region": {"name", "originx", "originy"},
    "StackMetrics": {"exSepX", "exSepY", "unexSepX", "unexSepY"},
    "ForwardToKeyBuffer": set[str](),
    "Scroller": set[str](),
    "ForwardToChatter": set[str](),
    "MenuDisplayer": set[str](),
    "MapCenterer": set[str](),
    "StackExpander": set[str](),
    "PieceMover": set[str](),
    "KeyBufferer": set[str](),
    "Zoomer": set[str](),
    "HighlightLastMoved": {"color", "thickness"},
    "CounterDetailViewer": {"delay", "minDisplayPieces"},
    "DrawPile": {"name", "owningBoard", "x", "y", "width", "height", "allowMultiple"}
    | {"allowSelect", "faceDown", "drawFaceUp", "shuffle", "draw", "color"},
    "DiceButton": {"name", "text", "tooltip", "nDice", "nSides", "plus", "addToTotal"}
    | {"reportTotal", "hotkey", "prompt", "reportFormat"},
    "ChartWindow": {"name", "text"},
    "Chart": {"chartName", "fileName"},
    "TabWidget": TABS,
    "ListWidget": TABS,
    "PieceWindow": {"text"},
    "PieceSlot": SLOT,
    "CardSlot": SLOT,
    "PredefinedSetup": {"name", "file", "useFile", "isMenu"},
    "Chatter": set[str](),
}
"""What the classes of VASSAL 3.7 read, of what we write: the attributes of each component."""
NUMBERS = {
    *("originx", "originy", "fontsize", "thickness", "delay", "minDisplayPieces"),
    *("x", "y", "width", "height", "nDice", "nSides", "plus", "addToTotal", "exSepX"),
    *("exSepY", "unexSepX", "unexSepY", "nextPieceSlotId"),
}
SWITCHES = {
    *("snapto", "visible", "allowSelect", "allowMultiple", "drawFaceUp", "draw", "launch"),
    *("reportTotal", "prompt", "useFile", "isMenu"),
}
CHOICES = {"faceDown": {"Always", "Never"}, "shuffle": {"Always", "Never"}}
LAYER = (
    "word number word word number word word number word word key word switch number number "
    "words words switch word key word switch word number number switch key key key"
)
MASK = "key word word word word word word word switch key word"
TRAITS = {"delete": "word key word", "emb2": LAYER, "obs": MASK, "piece": "word word word word"}
"""The fields that VASSAL 3.7 reads of each trait, in their order."""
FITS = {
    "word": ".*",
    "words": ".*",
    "number": r"-?\d+",
    "switch": "true|false",
    "key": r"(\d+,\d+)?",
}


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_every_component_has_its_attributes(name: str) -> None:
    """Each component of the build file is a class of VASSAL, with attributes that it reads."""
    for each in Xml.fromstring(module(name).build_file()).iter():
        if "." not in each.tag:
            continue
        kind = each.tag.rpartition(".")[2]
        assert set(each.keys()) <= READ[kind], kind
        for key, value in each.items():
            if key in NUMBERS:
                assert value.isdecimal(), (kind, key)
            if key in SWITCHES:
                assert value in ("true", "false"), (kind, key)
            if kind == "DrawPile":
                assert value in CHOICES.get(key, {value})


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_every_trait_has_its_fields(name: str) -> None:
    """Each trait of each piece has VASSAL's fields in their order: numbers, switches, keys."""
    seen: set[str] = set()
    for piece in module(name).pieces:
        for trait in layers(piece.type):
            kind, *fields = decoded(trait, ";")
            wanted = TRAITS[kind].split()
            assert len(fields) == len(wanted), kind
            for field, sort in zip(fields, wanted, strict=True):
                assert re.fullmatch(FITS[sort], field), (kind, sort, field)
            seen.add(kind)
    assert seen == set(TRAITS)
