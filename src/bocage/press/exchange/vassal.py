"""A game as a module of VASSAL, and a played game as one of its log files.

The format was learnt from VASSAL's sources (3.7); `docs/exchange.md` says what was checked. A
module is an archive with `buildFile.xml`, `moduledata` and `images`. A piece is text: traits,
each around the next, then the basic piece, joined by tabs. Saves and logs are commands joined by
escapes and disguised. All of it is written with one small code: tokens, a separator between them,
a backslash before a separator inside one.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from xml.etree import ElementTree as Xml

from bocage import __version__
from bocage.engine.actions import Names
from bocage.engine.counters import BlankFace, Counter, MarkerFace, UnitFace
from bocage.engine.game import AnyGame
from bocage.engine.past import Past
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER
from bocage.maps.pack import Pack
from bocage.press import charts, render, sheets, tokens
from bocage.press.bundle import aids
from bocage.press.counters.bands import MODULE
from bocage.press.counters.drawing import face
from bocage.press.lettering import text
from bocage.press.papers import PAPERS
from bocage.press.sheets.plan import UNIT_MM
from bocage.press.svg import Drawing, Element, group, rect, scale, translate
from bocage.press.tokens import DETAILS

VASSAL: Final = "3.7.0"
"""The oldest VASSAL that reads what is written here."""
DPI: Final = 110
"""Dots an inch of the map; a counter is as large as on paper."""
PX: Final = round(15.875 / 25.4 * DPI)
"""Side of a counter."""
MAP, POOLS, BOARD = "Map", "Pools", "Board"
ESCAPE: Final = "\x1b"
KEY: Final = 0x5A
"""With which a save is disguised; any will do."""
_ROW: Final = 10
"""Counters in a row of a pool."""
_HEAD: Final = 40
"""Pixels of a pool's title."""


class NoModuleError(ValueError):
    """A game cannot be a module; one sentence says why."""


def sequence(separator: str, parts: Sequence[str]) -> str:
    """Join tokens as VASSAL does: a separator inside a token gets a backslash before it, and a
    token that ends in a backslash, or stands in quotes, is put in quotes."""
    found: list[str] = []
    for part in parts:
        escaped = part.replace(separator, f"\\{separator}")
        quoted = part.endswith("\\") or (part[:1] == "'" == part[-1:])
        found.append(f"'{escaped}'" if quoted else escaped)
    return separator.join(found)


def disguised(commands: str) -> bytes:
    """Return a save as its file has it: a mark, a key, and every byte turned by the key."""
    turned = "".join(f"{byte ^ KEY:02x}" for byte in commands.encode())
    return f"!VCSK{KEY:02x}{turned}".encode()


@dataclass(frozen=True)
class Piece:
    """A counter as a piece: its name, its pictures, and its number in the module."""

    number: int
    name: str
    front: str
    back: str
    """Nothing where it has none."""
    masked: bool = False
    """Whether it is drawn face down, so that its back hides it."""

    @property
    def type(self) -> str:
        """Return its traits around the basic piece."""
        made = f"piece;;;{self.front};{sequence(';', [self.name])}"
        made = sequence("\t", ["delete;Delete;68,130;", made])
        if self.masked:
            return sequence("\t", [f"obs;70,130;{self.back};Flip;B;?;side:;Peek;;false;;", made])
        if self.back:
            return sequence("\t", [self._flip, made])
        return made

    @property
    def _flip(self) -> str:
        """Return the layer that shows the back: its command and key, one picture, and no levels."""
        keys = ["Flip", "128", "F", "", "128", "", "", "128", "", "", "", "1", "false", "0", "0"]
        rest = ["true", "Flip", "", "", "false", "", "1", "1", "false", "70,130", "", ""]
        return "emb2;" + sequence(";", [*keys, self.back, "+ (back)", *rest])

    def state(self, where: str, x: int, y: int, *, flipped: bool = False) -> str:
        """Return its state: the state of each trait, and its place."""
        made = sequence("\t", ["", f"{where};{x};{y};{self.number};0"])
        if self.masked:
            return sequence("\t", ["null;", made])
        return sequence("\t", ["1" if flipped else "-1", made]) if self.back else made

    def added(self, name: str, state: str) -> str:
        """Return the command that adds it to a game; `null` as its name in a palette."""
        return "+/" + sequence("/", [name, self.type, state])


@dataclass(frozen=True)
class Spot:
    """The place of a unit in a module, and whether its back is up."""

    where: str
    x: int
    y: int
    flipped: bool


class Module:
    """Everything of a game that its module holds."""

    def __init__(self, game: AnyGame, *, plain: bool = False) -> None:
        """Take the map, the counters and the scenarios of a game; a plain map has flat tints.

        Raises:
            NoModuleError: it has no map of hexes.
        """
        pack = game.map()
        if not isinstance(pack, Pack):
            raise NoModuleError(f"{game.title} has no map of hexes, so it cannot be a module")
        self.game: Final = game
        self.plain: Final = plain or not render.fine()
        self.pack: Final = pack
        names = game.nouns["unit"]
        assert isinstance(names, Names)
        self._names: Final = names

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """Return the units in their order, then markers and chits."""
        units = tuple(self.game.counters())
        known = {each.id for each in units}
        every = next(iter(self.game.counter_sets().values())).counters
        return (*units, *(each for each in every if each.id not in known and each.count))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Return a piece for each counter."""
        count = len(self.game.counters())
        return tuple(
            Piece(
                number,
                f"{self._names.written[number]} {self._names.said[number]}"
                if number < count
                else each.title,
                f"c{number}f.png",
                f"c{number}b.png" if _has_back(each) or is_chit(each) else "",
                is_chit(each),
            )
            for number, each in enumerate(self.counters)
        )

    @cached_property
    def tables(self) -> Mapping[str, Table[Any]]:
        """Each scenario, set up as recommended."""
        return {name: aids.begun(self.game, name) for name in self.game.scenarios}

    @cached_property
    def pools(self) -> dict[str, tuple[int, int]]:
        """Return the boxes beside the map, by name: the start of each on its board, and its
        rows."""
        most: dict[str, int] = {}
        for table in self.tables.values():
            for box in self.game.shown(self.game.view(table.state, OBSERVER)).boxes:
                said = box.name.say(self.game.nouns)
                most[said] = max(most.get(said, 0), len(box.units))
        found, top = dict[str, tuple[int, int]](), 0
        for name, units in [*most.items(), ("Elsewhere", len(self.game.counters()))]:
            rows = -(-units // _ROW)
            found[name] = (top, rows)
            top += _HEAD + rows * PX + 20
        return found

    def spots(self, view: Mapping[str, Any]) -> list[Spot]:
        """Return the place of every unit of a view: its hex, or a pool."""
        beside: dict[int, tuple[str, int]] = {}
        for box in self.game.shown(view).boxes:
            said = box.name.say(self.game.nouns)
            name = said if said in self.pools else "Elsewhere"
            beside |= {u: (name, place) for place, u in enumerate(box.units)}
        found: list[Spot] = []
        for u, counter in enumerate(self.game.counters()):
            h, steps = view["units"][u][:2]
            front = counter.front
            flipped = isinstance(front, UnitFace) and 0 < steps < front.steps
            if h >= 0:
                found.append(Spot(MAP, *self.at(h), flipped))
                continue
            name, place = beside.get(u, ("Elsewhere", u))
            top, rows = self.pools[name]
            row, column = divmod(place % max(1, rows * _ROW), _ROW)
            y = top + _HEAD + row * PX + PX // 2
            found.append(Spot(POOLS, 10 + column * PX + PX // 2, y, flipped))
        return found

    def at(self, h: int) -> tuple[int, int]:
        """Return the middle of a hex on the picture of the map."""
        return self._centres[h]

    @cached_property
    def _centres(self) -> list[tuple[int, int]]:
        centres = sheets.board_of(self.pack, plain=self.plain).plan.centres
        return [(_pixels(x), _pixels(y)) for x, y in centres]

    # The module itself -------------------------------------------------------------------

    def module(self) -> bytes:
        """Return the module as a file (`.vmod`).

        Raises:
            PrintExtraMissingError: the renderer is not installed.
        """
        files: dict[str, bytes] = {
            "buildFile.xml": self.build_file().encode(),
            "moduledata": self._moduledata(),
            "images/map.png": sheets.sheet_bytes(self.pack, ".png", dpi=DPI, plain=self.plain),
            "images/pools.png": render.png(self._pool_board(), dpi=96),
            **{f"images/{name}": content for name, content in self._pictures()},
        }
        for number, page in enumerate(self._chart_pages(), start=1):
            files[f"images/chart{number}.png"] = render.png(page, dpi=100)
        for name, table in self.tables.items():
            files[f"{name}.vsav"] = self._archive(self._begun(table))
        return _zipped(files)

    def log(self, table: Table[Any]) -> bytes:
        """Return a played game as a log (`.vlog`): how it began, then a step for each line."""
        past: Past[Any] = Past(table)
        states = past.walk(0, len(table.entries))
        _, first = next(states)
        before = self.spots(self.game.view(first, OBSERVER))
        commands = self._restoring(before)
        for number, st in states:
            after = self.spots(self.game.view(st, OBSERVER))
            entry = past.entry(number - 1)
            if entry is None:
                continue
            who = self.game.seats[entry.seat] if entry.seat >= 0 else "the dice"
            step = [f"LOG\tCHAT{who}: {self.game.grammar.say(entry.action)}"]
            for u, (old, new) in enumerate(zip(before, after, strict=True)):
                step.extend(f"LOG\t{each}" for each in self._moved(u, old, new))
            commands.append(sequence(ESCAPE, step))
            before = after
        return self._archive(sequence(ESCAPE, commands))

    def _moved(self, u: int, old: Spot, new: Spot) -> Iterator[str]:
        if (old.where, old.x, old.y) != (new.where, new.x, new.y):
            to = [new.where, str(new.x), str(new.y), "null"]
            since = [old.where, str(old.x), str(old.y), "null", "bocage"]
            yield "M/" + sequence("/", [str(u), *to, *since])
        if old.flipped != new.flipped and self.pieces[u].back:
            states = [
                self.pieces[u].state(new.where, new.x, new.y, flipped=each)
                for each in (new.flipped, old.flipped)
            ]
            yield "D/" + sequence("/", [str(u), *states])

    def _begun(self, table: Table[Any]) -> str:
        spots = self.spots(self.game.view(table.state, OBSERVER))
        return sequence(ESCAPE, self._restoring(spots))

    def _restoring(self, spots: Sequence[Spot]) -> list[str]:
        """Return the commands of a save: boards, pieces, and the stacks that hold them."""
        stacks: dict[tuple[str, int, int], list[str]] = {}
        made = ["begin_save"]
        for u, spot in enumerate(spots):
            state = self.pieces[u].state(spot.where, spot.x, spot.y, flipped=spot.flipped)
            made.append(self.pieces[u].added(str(u), state))
            stacks.setdefault((spot.where, spot.x, spot.y), []).append(str(u))
        for number, ((where, x, y), held) in enumerate(stacks.items()):
            state = sequence(";", [where, str(x), str(y), *held, "@@0"])
            made.append("+/" + sequence("/", [f"stack{number}", "stack", state]))
        boards = [sequence("\t", [f"{name}BoardPicker", BOARD, "0", "0"]) for name in (MAP, POOLS)]
        return [*made, *boards, "end_save"]

    def _archive(self, commands: str) -> bytes:
        return _zipped(
            {
                "savedGame": disguised(commands),
                "savedata": self._data("savedata"),
                "moduledata": self._moduledata(),
            }
        )

    def _moduledata(self) -> bytes:
        return self._data("moduledata")

    def _data(self, kind: str) -> bytes:
        root = Xml.Element("data", version="1")
        if kind == "moduledata":
            Xml.SubElement(root, "version").text = __version__
        for name, value in (("VassalVersion", VASSAL), ("dateSaved", "0"), ("description", "")):
            Xml.SubElement(root, name).text = value
        if kind == "moduledata":
            Xml.SubElement(root, "name").text = self.game.title
        made: bytes = Xml.tostring(root, encoding="UTF-8", xml_declaration=True)
        return made

    # The build file ----------------------------------------------------------------------

    def build_file(self) -> str:
        """Return `buildFile.xml`: players, maps, charts, set-ups and counters."""
        root = Xml.Element(
            "VASSAL.build.GameModule",
            name=self.game.title,
            version=__version__,
            VassalVersion=VASSAL,
            description="Written by bocage",
            nextPieceSlotId=str(len(self.pieces)),
        )
        part = "VASSAL.build.module."
        Xml.SubElement(root, f"{part}BasicCommandEncoder")
        roster = Xml.SubElement(root, f"{part}PlayerRoster", buttonText="Retire")
        for seat in self.game.seats:
            Xml.SubElement(roster, "entry").text = seat.capitalize()
        Xml.SubElement(root, f"{part}GlobalOptions", autoReport="Always")
        main = self._map(root, MAP, "map.png")
        picker = main.find(f"{part}map.BoardPicker/{part}map.boardPicker.Board")
        assert picker is not None
        where = f"{part}map.boardPicker.board."
        grid = Xml.SubElement(picker, f"{where}RegionGrid", fontsize="9", snapto="true")
        grid.set("visible", "false")
        for h, hex_ in enumerate(self.game.numbers):
            x, y = self.at(h)
            region = {"name": hex_, "originx": str(x), "originy": str(y)}
            Xml.SubElement(grid, f"{where}Region", region)
        pools = self._map(root, POOLS, "pools.png")
        self._decks(pools)
        Xml.SubElement(
            *(root, f"{part}DiceButton"),
            {"name": "Die", "nDice": "1", "nSides": "6", "text": "Die", "tooltip": "Roll a die"},
            plus="0", addToTotal="0", reportTotal="true", hotkey="", prompt="false",
            reportFormat="$name$ = $result$ ($playerName$)",
        )  # fmt: skip
        window = Xml.SubElement(root, f"{part}ChartWindow", name="Charts", text="Charts")
        tabs = Xml.SubElement(window, "VASSAL.build.widget.TabWidget", entryName="Charts")
        for number, page in enumerate(self._chart_pages(), start=1):
            told = {"chartName": page.title.rpartition(", ")[2], "fileName": f"chart{number}.png"}
            Xml.SubElement(tabs, "VASSAL.build.widget.Chart", told)
        for name in self.tables:
            told = {"name": self.game.scenario(name).title, "file": f"{name}.vsav"}
            Xml.SubElement(root, f"{part}PredefinedSetup", told, useFile="true", isMenu="false")
        self._palette(root)
        Xml.SubElement(root, f"{part}Chatter")
        Xml.indent(root)
        return Xml.tostring(root, encoding="unicode", xml_declaration=True)

    def _map(self, root: Xml.Element, name: str, picture: str) -> Xml.Element:
        part = "VASSAL.build.module."
        told = {"mapName": name, "buttonName": name, "allowMultiple": "false", "launch": "true"}
        told |= {"markMoved": "Always", "backgroundcolor": "255,255,255"}
        told["moveWithinFormat"] = told["moveToFormat"] = (
            "$pieceName$ moves $previousLocation$ -> $location$"
        )
        made = Xml.SubElement(root, f"{part}Map", told)
        picker = Xml.SubElement(made, f"{part}map.BoardPicker", slotScale="0.2")
        Xml.SubElement(picker, "setup").text = sequence(
            "\t", [f"{name}BoardPicker", BOARD, "0", "0"]
        )
        Xml.SubElement(picker, f"{part}map.boardPicker.Board", name=BOARD, image=picture)
        Xml.SubElement(
            made, f"{part}map.StackMetrics", exSepX="6", exSepY="18", unexSepX="4", unexSepY="6"
        )
        for each in ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer"):
            Xml.SubElement(made, f"{part}map.{each}")
        for each in ("MapCenterer", "StackExpander", "PieceMover", "KeyBufferer", "Zoomer"):
            Xml.SubElement(made, f"{part}map.{each}")
        Xml.SubElement(made, f"{part}map.HighlightLastMoved", color="255,0,0", thickness="2")
        Xml.SubElement(made, f"{part}map.CounterDetailViewer", delay="500", minDisplayPieces="1")
        return made

    def _decks(self, pools: Xml.Element) -> None:
        """Return the cup: chits that are drawn face down."""
        chits = [each for each in self.pieces if each.masked]
        if not chits:
            return
        told = {"name": "Cup", "owningBoard": BOARD, "width": str(PX), "height": str(PX)}
        told |= {"x": str(_ROW * PX + 100), "y": str(_HEAD + PX), "allowSelect": "false"}
        told |= {"allowMultiple": "true", "faceDown": "Always", "drawFaceUp": "false"}
        told |= {"shuffle": "Always", "draw": "true", "color": "40,40,40"}
        deck = Xml.SubElement(pools, "VASSAL.build.module.map.DrawPile", told)
        for piece in chits:
            self._slot(deck, "CardSlot", piece)

    def _palette(self, root: Xml.Element) -> None:
        """Return every counter by side, with markers in their own list."""
        window = Xml.SubElement(root, "VASSAL.build.module.PieceWindow", text="Pieces")
        tabs = Xml.SubElement(window, "VASSAL.build.widget.TabWidget", entryName="Pieces")
        for seat, side in [*enumerate(self.game.seats), (-1, "markers")]:
            name = side.capitalize()
            some = Xml.SubElement(tabs, "VASSAL.build.widget.ListWidget", entryName=name)
            for piece, counter in zip(self.pieces, self.counters, strict=True):
                if counter.seat == seat:
                    self._slot(some, "PieceSlot", piece)

    def _slot(self, parent: Xml.Element, kind: str, piece: Piece) -> None:
        told = {"entryName": piece.name, "gpid": str(piece.number)}
        slot = Xml.SubElement(
            parent, f"VASSAL.build.widget.{kind}", told, width=str(PX), height=str(PX)
        )
        slot.text = piece.added("null", piece.state("null", 0, 0))

    # Pictures ----------------------------------------------------------------------------

    def _chart_pages(self) -> list[Drawing]:
        return charts.pages(self.game.title, self.game.charts(), PAPERS["a4"])

    def _pictures(self) -> Iterator[tuple[str, bytes]]:
        """Yield every face of every counter, cut from one drawing."""
        try:
            from PIL import Image
        except ImportError as error:
            raise render.PrintExtraMissingError("PNG", "pillow") from error
        sides = [
            (name, side)
            for piece, counter in zip(self.pieces, self.counters, strict=True)
            for name, side in ((piece.front, counter.front), (piece.back, counter.back))
            if name
        ]
        rows = -(-len(sides) // 20)
        body: list[Element] = []
        for place, (_, side) in enumerate(sides):
            row, column = divmod(place, 20)
            moved = f"{translate(column * PX, row * PX)} {scale(PX / MODULE)}"
            body.append(group(face(side, DETAILS[64]), transform=moved))
        size = (20.0 * PX, float(rows * PX))
        sheet = Image.open(io.BytesIO(render.png(Drawing(*size, "px", size, tuple(body)), dpi=96)))
        for place, (name, _) in enumerate(sides):
            row, column = divmod(place, 20)
            left, top = column * PX, row * PX
            out = io.BytesIO()
            sheet.crop((left, top, left + PX, top + PX)).save(out, "PNG", optimize=True)
            yield name, out.getvalue()

    def _pool_board(self) -> Drawing:
        """Return the board beside the map: a box for each pool."""
        wide = _ROW * PX + 220
        top, rows = list(self.pools.values())[-1]
        high = top + _HEAD + rows * PX + 20
        body: list[Element] = [rect(0, 0, wide, high, fill=tokens.LIGHT.card)]
        for name, (y, count) in self.pools.items():
            body.append(text((12, y + 27), name, tokens.TITLE, 22, tokens.LIGHT.ink))
            box = (8, y + _HEAD - 4, _ROW * PX + 4, count * PX + 8)
            body.append(rect(*box, fill="none", stroke=tokens.LIGHT.muted, stroke_width=1.5))
        if any(piece.masked for piece in self.pieces):
            at = (_ROW * PX + 60, 27)
            body.append(text(at, "Cup", tokens.TITLE, 22, tokens.LIGHT.ink))
        size = (float(wide), float(high))
        return Drawing(*size, "px", size, tuple(body), "Pools")


def is_chit(counter: Counter) -> bool:
    """Return whether a counter is drawn face down: a chit with words, or one with a question
    behind.
    """
    front, back = counter.front, counter.back
    if not isinstance(front, MarkerFace):
        return False
    return front.picture == "text" or (isinstance(back, MarkerFace) and back.picture == "question")


def _has_back(counter: Counter) -> bool:
    back = counter.back
    return not (isinstance(back, BlankFace) or (isinstance(back, MarkerFace) and not back.picture))


def _pixels(units: float) -> int:
    return round(units * UNIT_MM / 25.4 * DPI)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return out.getvalue()
