"""The words that the shell offers when a user presses Tab.

The answers come from the list of commands, the map packs and the tables of counters. No game
is loaded, and neither is the library that reads the command line: both would take longer
than a person waits for a Tab.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bocage.cli import home
from bocage.cli.contents import COMMANDS, GROUPS, SEVERAL, Listed

ASKED: Final = "_BOCAGE_COMPLETE"
"""The variable that the shell sets to ask; its value is the shell's name."""
MOST: Final = 400
"""Words that are offered at once; a map has more hexes than anyone reads."""

SCRIPTS: Final = {
    "bash": """_bocage() {
    local IFS=$'\\n'
    COMPREPLY=($(_BOCAGE_COMPLETE=bash bocage "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace
}
complete -F _bocage bocage
""",
    "zsh": """#compdef bocage
_bocage() {
    local -a offered
    offered=("${(@f)$(_BOCAGE_COMPLETE=zsh bocage "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ -n "${offered[1]}" ]] && _describe bocage offered
}
compdef _bocage bocage
""",
    "fish": """complete -c bocage -f -a \
'(_BOCAGE_COMPLETE=fish bocage (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
""",
}
"""The script that each shell reads once to set up completion."""

Offer = tuple[str, str]
"""A word and its description."""


def answer(words: Sequence[str], shell: str) -> None:
    """Print the words that can replace the last of these, in the form that the shell reads."""
    for word, about in offered(words)[:MOST]:
        if shell == "zsh":
            shown = word.replace(":", "\\:")
            print(f"{shown}:{about}" if about else shown)
        elif shell == "fish" and about:
            print(f"{word}\t{about}")
        else:
            print(word)


def offered(words: Sequence[str]) -> list[Offer]:
    """Return the offers for the last word, given the words before it."""
    *before, last = words or [""]
    path, listed = "", None
    if before:
        path, listed = before[0], COMMANDS.get(before[0])
        if path in GROUPS and len(before) > 1:
            path, listed = f"{before[0]} {before[1]}", GROUPS[path].get(before[1])
            before = before[1:]
    if path in GROUPS:
        return _fitting(last, ((each.name, each.about) for each in GROUPS[path].values()))
    if listed is None:
        if before:
            return []
        known = ((each.name, each.about) for each in COMMANDS.values())
        return _fitting(last, (*known, ("--help", ""), ("--version", "")))
    return _of_command(listed, before[1:], last)


def _of_command(listed: Listed, given: Sequence[str], last: str) -> list[Offer]:
    """Return the offers for the next word of a command."""
    previous = given[-1] if given else ""
    plain: list[str] = []
    skip = False
    for word in given:
        if skip:
            skip = False
        elif word.startswith("-"):
            skip = bool(listed.options.get(word))
        else:
            plain.append(word)
    if skip:
        return _of_kind(listed.options[previous], listed, plain, last)
    if last.startswith("-"):
        return _fitting(last, ((name, "") for name in (*listed.options, "--help")))
    if len(plain) < len(listed.takes):
        return _of_kind(listed.takes[len(plain)], listed, plain, last)
    several = listed.takes[-1] if listed.takes and listed.takes[-1] in SEVERAL else ""
    return _of_kind(several, listed, plain, last)


def _of_kind(kind: str, listed: Listed, plain: Sequence[str], last: str) -> list[Offer]:
    """Return the offers for an argument of a kind, given the arguments before it."""
    named = dict(zip(listed.takes, plain, strict=False))
    if kind == "game":
        return _fitting(last, _games())
    if kind == "theatre":
        return _fitting(last, _theatres())
    if kind == "hex":
        theatre = named.get("theatre", "") or _theatre_of(_game_in(named.get("save", "")))
        return _fitting(last, _places(theatre))
    if kind in ("line", "unit"):
        game = _game_in(named.get("save", ""))
        return _fitting(last, (*_units(game), *_places(_theatre_of(game))))
    if kind == "shell":
        return _fitting(last, ((shell, "") for shell in SCRIPTS))
    if kind == "save":
        return [*_paths(last, ".bocage"), *_fitting(last, _saves_at_home())]
    return list(_paths(last, "")) if kind == "path" else []


def _fitting(last: str, known: Iterable[Offer]) -> list[Offer]:
    wanted = last.casefold()
    return [each for each in known if each[0].casefold().startswith(wanted)]


def _games() -> Iterator[Offer]:
    from bocage.games import GAMES

    return ((name, "") for name in GAMES)


def _theatres() -> Iterator[Offer]:
    from bocage.maps.theatres import THEATRES

    return ((each.id, each.title) for each in THEATRES)


def _theatre_of(game: str) -> str:
    from bocage.maps.theatres import THEATRES

    found = [each.id for each in THEATRES if each.game == game]
    return found[0] if len(found) == 1 else ""


def _places(theatre: str) -> Iterator[Offer]:
    """Yield the places of a theatre by name, then its hexes by number."""
    from bocage.maps.lookup import names
    from bocage.maps.theatres import UnknownTheatreError, load

    try:
        pack = load(theatre)
    except UnknownTheatreError:
        return
    numbers = pack.grid.numbers
    for folded, (_, h) in sorted(names(pack).items()):
        if h is not None:
            yield folded.replace(" ", "-"), numbers[h]
    for number in numbers:
        yield number, ""


def _game_in(save: str) -> str:
    """Return the game of a save, reading only its header."""
    try:
        with home.found(Path(save)).open(encoding="utf-8") as file:
            for _, line in zip(range(40), file, strict=False):
                if line.startswith("game: "):
                    return line.removeprefix("game: ").strip()
    except (OSError, ValueError):
        pass
    return ""


def _saves_at_home() -> Iterator[Offer]:
    """Yield the games in the user's data folder whose names are not used in the current folder."""
    for path in sorted(home.folder().glob("*.bocage")):
        if not Path(path.name).exists():
            yield path.name, ""


def _units(game: str) -> Iterator[Offer]:
    """Yield the units of a game by their ids, from its table of counters."""
    from bocage import games

    folder = Path(games.__file__).parent / game / "data"
    if game not in games.GAMES or not (folder / "oob.csv").is_file():
        return
    with (folder / "oob.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["id"], row["label"]


def _paths(last: str, ending: str) -> Iterator[Offer]:
    """Yield the folders, and the files with this ending, that begin with a text."""
    head, _, start = last.rpartition("/")
    folder = Path(f"{head}/" if head or last.startswith("/") else ".")
    prefix = f"{head}/" if "/" in last else ""
    try:
        found = sorted(os.scandir(folder), key=lambda each: each.name)
    except OSError:
        return
    for each in found:
        if not each.name.startswith(start) or (each.name.startswith(".") and not start):
            continue
        if each.is_dir():
            yield f"{prefix}{each.name}/", ""
        elif each.name.endswith(ending):
            yield f"{prefix}{each.name}", ""


def asked_by() -> str:
    """Return the shell that asks for completion, or "" if the program is simply run."""
    return os.environ.get(ASKED, "")


def main() -> None:
    """Answer the shell."""
    answer(sys.argv[1:], asked_by())
