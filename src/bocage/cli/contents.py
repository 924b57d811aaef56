"""Every command of `bocage`: its module and a description in one line.

The help and the completion of the whole program are made from this list alone, so that
neither loads a game, a map or a server. A command's module is imported when it is run.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

SEVERAL: Final = ("line", "unit", "path")
"""Kinds of the last argument that may be given several times."""


class Listed(NamedTuple):
    """A command before it is loaded."""

    name: str
    module: str
    """The module of `bocage.cli` whose `add_to` adds it."""
    about: str
    """A description in one line."""
    arguments: str = ""
    """The kinds of its arguments in their order, for the completion; `-` is offered nothing."""
    flags: str = ""
    """Its options; one that takes a value has `=` and perhaps the kind of it."""

    @property
    def takes(self) -> tuple[str, ...]:
        """Return the kinds of its arguments."""
        return tuple(self.arguments.split())

    @property
    def options(self) -> dict[str, str]:
        """Return its options, each with the kind of its value, or "" for a switch."""
        pairs = (each.partition("=") for each in self.flags.split())
        return {name: (kind or "-") if equals else "" for name, equals, kind in pairs}


_BATCH: Final = "--games= --players= --seed= --data=path"
_PRINT: Final = "--output=path --dpi= --paper= --layers="

CONTENTS: Final = {
    "Play": (
        Listed("play", "play", "Play in the terminal", "game save",
               "--against= --side= --solitaire --plan= --scenario= --team= --seed= --setting= "
               "--option= --data=path"),
        Listed("serve", "serve", "Serve games to browsers and programs", "",
               "--host= --port= --database=path --address= --club --origin= --workers= --smtp= "
               "--sender= --commands= --tries= --requests= --open --invite --reset= --inside "
               "--keep-games= --keep-mb="),
        Listed("games", "games", "List the games, their theatres and their options", "game"),
    ),
    "A game in a file": (
        Listed("new", "saves", "Start a game in a new file", "game",
               "--output=path --scenario= --setting= --option= --bid= --seed= --referee= "
               "--position= --dice=path --entropy= --data=path"),
        Listed("show", "questions", "Show the position and what to decide", "save",
               "--picture=path --units --around=hex --all --position --data=path"),
        Listed("do", "saves", "Play one line of orders", "save line", "--as= --data=path"),
        Listed("legal", "questions", "List everything you may do now", "save", "--as= --data=path"),
        Listed("why", "questions", "Say whether a line is allowed, by which rule, at what cost",
               "save line", "--as= --data=path"),
        Listed("odds", "questions", "Show the odds of an attack and its possible results",
               "save hex unit", "--as= --data=path"),
        Listed("undo", "saves", "Undo your last actions", "save -", "--as= --data=path"),
        Listed("takeback", "saves", "Undo lines with the other players' consent", "save -",
               "--as= --agreed= --data=path"),
        Listed("orders", "orders", "Give standing orders, or list them", "save -",
               "--as= --data=path"),
        Listed("adjust", "saves", "Change the position by hand", "save line", "--as= --data=path"),
        Listed("replay", "saves", "Tell the story of a game in words", "save", "--to= --data=path"),
        Listed("dice", "dice", "Draw the dice of a game before it starts", "path"),
        Listed("copy", "dice", "Write the copy of a game that a seat may see", "save",
               "--as= --output=path --data=path"),
        Listed("reveal", "dice", "Reveal the dice of a game that is over", "save", "--data=path"),
        Listed("verify", "dice", "Check a game offline: actions, dice, hash chain", "save",
               "--copy=path --commitment= --entropy= --data=path"),
        Listed("opcom", "opcom", "Run OP COM: order sheets in, reports out"),
    ),
    "Rules": (
        Listed("rules", "rules", "Show the rules of a game, with their code and cases", "game -",
               "--coverage --mutate --played= --cases=path"),
        Listed("case", "cases", "Run rule cases", "path", "--verbose --story"),
        Listed("fuzz", "fuzz", "Play random games and check every position", "game",
               f"{_BATCH} --jobs= --dumps=path --count --vary"),
        Listed("sim", "sim", "Play many games: who wins how often, and by how much", "game",
               f"{_BATCH} --scenario= --setting= --option= --out=path --by= --processes= --ray="),
        Listed("story", "story", "Turn a finished game into a page or a GIF", "save",
               "--output= --data="),
        Listed("report", "reports", "Report on a run of many games", "path",
               "--output=path --by="),
        Listed("compare", "compare", "Compare two ways to play, with the same seeds", "path path",
               "--games= --seed= --precision= --processes="),
        Listed("tune", "tune", "Try values of a number until a game is even", "game",
               f"{_BATCH} --change= --aim= --search= --scenario= --option= --out=path "
               "--processes="),
        Listed("arena", "arena", "Let players meet on both sides and rate them", "game",
               f"{_BATCH} --scenario= --setting= --option= --out=path --processes="),
    ),
    "Maps and print": (
        Listed("hex", "hexes", "Show what is in a hex", "theatre hex", "--to=hex"),
        Listed("map", "maps", "Show or print the map of a theatre", "theatre",
               f"{_PRINT} --part= --control --without= --plain"),
        Listed("atlas", "atlas", "Put all maps on one page", "", "--output=path --open"),
        Listed("counters", "counters", "Draw the counters of a game", "game",
               f"{_PRINT} --sheet= --level= --scenario= --kind= --data=path"),
        Listed("charts", "charts", "Print the charts of a game", "game",
               f"{_PRINT} --data=path"),
        Listed("pnp", "pnp", "Write a game to print and play", "game",
               "--output=path --paper= --plain --data=path"),
        Listed("export", "exports", "Write maps and games for other programs"),
        Listed("pack", "packs", "Make and check map packs"),
    ),
    "This program": (
        Listed("completion", "shells", "Print a completion script for your shell", "shell"),
    ),
}  # fmt: skip
"""The commands under their headings, in the order of the help."""

COMMANDS: Final = {each.name: each for some in CONTENTS.values() for each in some}

_OPCOM: Final = (
    Listed("new", "", "Start a game", "save", "--scenario= --option= --seed="),
    Listed("brief", "", "Read the brief of a team", "save", "--team="),
    Listed("orders", "", "Hand in an order sheet", "save path", "--team= --late="),
    Listed("commander", "", "Let a computer commander write a sheet", "save -"),
    Listed("close", "", "Close the orders", "save", "--time-is-up"),
    Listed("adjudicate", "", "Adjudicate the turn", "save", "--time-is-up"),
    Listed("cards", "", "Show the cards that wait for Control", "save -", "--mode="),
    Listed("override", "", "Change the ruling of a card", "save - -", "--because= --tell="),
    Listed("accept", "", "Accept all cards", "save", "--routine"),
    Listed("answer", "", "Answer Control's question", "save -", "--team="),
    Listed("act", "", "Change the position as Control", "save line", "--because= --tell="),
    Listed("drafts", "", "Read the drafts of the reports", "save", "--team="),
    Listed("edit", "", "Change a draft", "save path", "--because="),
    Listed("release", "", "Release the reports", "save", "--to="),
    Listed("map", "", "Draw the map of a team", "save",
           "--output=path --team= --paper= --part= --dpi="),
    Listed("debrief", "", "Review a game after it ends", "save",
           "--now --charts=path --page=path --beliefs --team= --turn= --pictures=path "
           "--dpi="),
    Listed("report", "", "Read the report of a team", "save", "--team= --annex"),
    Listed("retire", "", "Let a team retire from the game", "save", "--team= --back"),
    Listed("end", "", "End the game, as Control", "save"),
    Listed("pack", "", "Print packs for teams and Control", "save",
           "--output=path --team= --umpire --reports"),
    Listed("panic", "", "Take an operation to paper", "path", "--output=path --game="),
    Listed("enter", "", "Enter what happened on paper", "save path", "--turns= --because="),
    Listed("campaign", "", "Let computer commanders play whole games", "",
           "--scenario= --seeds= --turns= --out=path --processes="),
)  # fmt: skip
_EXPORT: Final = (
    Listed("geojson", "", "Write a map or a position as GeoJSON", "theatre", "--output=path"),
    Listed("kml", "", "Write a map or a position as KML", "theatre", "--output=path"),
    Listed("vassal", "", "Write a module of VASSAL", "game", "--output=path --log=path --plain"),
)
GROUPS: Final = {
    "export": {each.name: each for each in _EXPORT},
    "opcom": {each.name: each for each in _OPCOM},
    "pack": {"check": Listed("check", "", "List every fault of a map pack", "path")},
}
"""Commands with commands of their own."""


@cache
def loaded(name: str) -> Any:
    """Import a command and return it."""
    import typer
    from typer.main import get_group

    shelf = typer.Typer(rich_markup_mode="rich")
    shelf.callback()(_nothing)
    import_module(f"bocage.cli.{COMMANDS[name].module}").add_to(shelf)
    return get_group(shelf).commands[name]


def _nothing() -> None:
    pass
