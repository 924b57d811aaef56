"""Dice that can be trusted: `dice`, `copy`, `reveal` and `verify`.

A keeper draws the dice and publishes their commitment. Players then add words of their
own. The keeper starts the game with both, gives each seat its copy during the game, and
reveals the dice when it is over. Anyone can verify all of it offline.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from bocage import games
from bocage.cli.arguments import DataOption, SaveArgument, SeatOption
from bocage.cli.game_file import Sitting, load, reason, reporting, seat_of, text_of
from bocage.cli.output import RefusalError, check_target, console
from bocage.engine import files, verification
from bocage.engine.dice import SEED_BYTES, Trust, commitment
from bocage.engine.save_format import SaveError, parsed
from bocage.engine.save_text import copy_for, revealed, written
from bocage.engine.viewers import OBSERVER, player

_FIRST: Final = "bocage dice 1"
_WORDS_MOST: Final = 200

EntropyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--entropy",
        metavar="SEAT=WORDS",
        help="Words a player adds to the dice; once per player.",
        show_default=False,
    ),
]
"""The option for words that a player adds to the dice."""

DiceOption = Annotated[
    Path | None,
    typer.Option(
        "--dice",
        metavar="FILE",
        help="Dice drawn earlier with 'bocage dice'; they stay hidden until the end.",
        show_default=False,
    ),
]
"""The option for dice that were drawn before."""

TRUST: Final[Mapping[Trust, str]] = {
    Trust.OPEN: "the seed is in the file, so anyone who reads it can see future dice",
    Trust.HELD: "the keeper holds the seed until the game is over",
    Trust.REVEALED: "the game is over and its seed is known to all",
}
"""A description of each level of trust for players."""

_DICE = """Example, with a third person as keeper:

  [bold]bocage dice calais.dice[/bold]  the keeper draws them and sends the commitment

  [bold]bocage new roundup -o calais.bocage --dice calais.dice --entropy allied=rain
  --entropy "german=nine grey geese"[/bold]  start, with the players' words

  [bold]bocage copy calais.bocage --as german -o german.bocage[/bold]  what a seat may see

  [bold]bocage reveal calais.bocage[/bold]  when it is over"""

_VERIFY = """Examples:

  [bold]bocage verify calais.bocage[/bold]

  [bold]bocage verify calais.bocage --copy mine.bocage --entropy "german=nine grey geese"[/bold]
  compares the game with what you kept of it"""


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command("dice", epilog=_DICE)(dice)
    app.command("copy", epilog="Example: [bold]bocage copy calais.bocage --as german[/bold]")(copy)
    app.command("reveal", epilog="Example: [bold]bocage reveal calais.bocage[/bold]")(reveal)
    app.command("verify", epilog=_VERIFY)(verify)


def dice(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The new file: FILE.dice.", show_default=False)
    ],
) -> None:
    """Draw the dice of a game before it starts, and print their commitment.

    The commitment fixes the dice without revealing them. Then players add words of their
    own, so that no single person can choose the dice.
    """
    seed = secrets.token_bytes(SEED_BYTES)
    bound = commitment(seed)
    _write_new(file, f"{_FIRST}\ncommitment: {bound}\nseed: {seed.hex()}\n", mode=0o600)
    out = console()
    out.print(f"The dice are in {file}: keep it secret.", markup=False, soft_wrap=True)
    out.print(
        f"Send the players the commitment, and ask each to write it down: {bound}", soft_wrap=True
    )
    out.print(
        "Then ask each of them for some words, and start the game: bocage new GAME -o FILE.bocage "
        f"--dice {file} --entropy SEAT=WORDS",
        markup=False,
        soft_wrap=True,
    )


def drawn(file: Path) -> bytes:
    """Return the seed of dice that were drawn before.

    Raises:
        RefusalError: the file cannot be read, is not a dice file, or was changed.
    """
    lines = text_of(file).splitlines()
    fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    if not lines or lines[0] != _FIRST:
        raise RefusalError(
            f"cannot open {file}: it is not a dice file; 'bocage dice {file}' draws one"
        )
    try:
        seed = bytes.fromhex(fields.get("seed", ""))
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or commitment(seed) != fields.get("commitment"):
        raise RefusalError(f"cannot open {file}: its seed does not match its commitment")
    return seed


def added(game: Any, given: Sequence[str]) -> dict[str, bytes]:
    """Return the words that players add to the dice, by seat, from text such as `seat=words`.

    Raises:
        RefusalError: one is not of that form, or a seat adds twice.
    """
    found: dict[str, bytes] = {}
    for each in given:
        name, equals, words = each.partition("=")
        if not equals or not words.strip() or len(words) > _WORDS_MOST:
            most = f"at most {_WORDS_MOST} characters"
            raise RefusalError(f"'{each}' adds nothing to the dice: write SEAT=WORDS, {most}")
        seat = game.seats[seat_of(game, name)]
        if seat in found:
            raise RefusalError(f"{seat} adds words twice: give them once")
        found[seat] = words.strip().encode()
    return found


def copy(
    file: SaveArgument,
    seat: SeatOption = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The new file. By default SAVE-SEAT.bocage.",
            show_default=False,
        ),
    ] = None,
    data: DataOption = None,
) -> None:
    """Write the copy of a game that a seat may see; without a seat, a spectator's copy.

    While the dice are held it has no seed, and lines that the seat may not know are hashes.
    You can't play it, but you can verify it and compare it with the game when that is over.
    """
    sitting = Sitting.open(file, data)
    who = seat_of(sitting.game, seat) if seat else None
    name = "observer" if who is None else sitting.game.seats[who]
    target = output or file.with_name(f"{file.stem}-{name}{file.suffix}")
    text = copy_for(sitting.table, OBSERVER if who is None else player(who))
    _write_new(target, text)
    out = console()
    hidden = sum(line.startswith(("? ", "x ? ")) for line in text.splitlines())
    trust = sitting.table.header.trust
    out.print(f"{target}: the copy of {name}, {hidden} lines hidden.", markup=False, soft_wrap=True)
    out.print(f"  Dice: {trust.value} ({TRUST[trust]}).", soft_wrap=True)


def reveal(file: SaveArgument, data: DataOption = None) -> None:
    """Reveal the dice of a game that is over, so that anyone can check every roll."""
    sitting = Sitting.open(file, data)
    table = sitting.table
    if table.header.trust is not Trust.HELD:
        raise RefusalError(
            f"{file}: its dice are {table.header.trust.value}: there is nothing to reveal"
        )
    if table.header.seed is None:
        raise RefusalError(f"{file}: this is a copy; the keeper of the game has the dice")
    if not table.is_over:
        raise RefusalError(f"{file}: the game is not over yet; you can reveal its dice when it is")
    try:
        files.write_text(file, revealed(table), expected=files.digest(written(table)))
    except OSError as error:
        raise RefusalError(f"cannot write {file}: {reason(error)}") from None
    console().print(
        f"{file}: the dice are revealed; give it to everybody, who can check it with "
        "'bocage verify'.",
        markup=False,
        soft_wrap=True,
    )


def verify(
    file: SaveArgument,
    kept: Annotated[
        Path | None,
        typer.Option(
            "--copy", metavar="FILE", help="A copy of it that you kept.", show_default=False
        ),
    ] = None,
    promised: Annotated[
        str,
        typer.Option(
            "--commitment",
            metavar="HEX",
            help="The commitment you were given before the game started.",
            show_default=False,
        ),
    ] = "",
    entropy: EntropyOption = None,
    data: DataOption = None,
) -> None:
    """Check a game offline: its hash chain, every action by the rules, every die by the seed.

    With the copy that you kept, also check that nobody has changed the dice or the log.
    """
    text = text_of(file)
    try:
        game = load(parsed(text).header.game, data)
        words = added(game, entropy or ())
        with reporting(file):
            found = verification.verified(text, game)
        if promised:
            verification.hold_to_commitment(text, promised)
        verification.hold_to_entropy(text, words)
    except (SaveError, games.UnknownGameError) as error:
        raise RefusalError(f"cannot open {file}: {error}") from None
    said = [f"{file}: {game.title}, {found.lines} lines.", *(f"  {s}" for s in _said(found))]
    if promised:
        said.append("  Its dice match the commitment.")
    said += [f"  The words of {seat} are in the dice." for seat in words]
    if kept is not None:
        said.append(f"  {_held_to(file, text, kept)}")
    out = console()
    for line in said:
        out.print(line, markup=False, soft_wrap=True)


def _said(found: verification.Verdict) -> list[str]:
    """Return a sentence for each thing that was checked."""
    header = found.header
    said = ["The hash chain is unbroken."]
    if found.adjusted:
        said.append(f"Lines that change the position by hand: {found.adjusted}.")
    if found.played:
        every = "Every other action" if found.adjusted else "Every action"
        said.append(f"{every} is allowed by the rules (revision {header.revision}).")
    else:
        said.append(f"{found.hidden} lines are hidden in this copy, so it can't be replayed.")
    rolled = f"{found.dice} dice and draws"
    if found.dice_checked:
        said.append(f"{rolled}: every die follows from the seed.")
    else:
        said.append(f"{rolled}: you can check them when the seed is revealed.")
    said.append(f"Dice: {header.trust.value} ({TRUST[header.trust]}).")
    if header.entropy:
        said.append(f"Words of {' and '.join(sorted(header.entropy))} are mixed into them.")
    if found.struck:
        said.append(f"{found.struck} lines were undone by consent.")
    ended = "The game is over." if found.over else "The game is not over."
    said.append(f"{ended if found.played else 'A copy.'} Its last mark is {found.mark}.")
    return said


def _held_to(file: Path, text: str, kept: Path) -> str:
    mine = text_of(kept)
    try:
        parsed(mine)
    except SaveError as error:
        raise RefusalError(f"cannot open {kept}: {error}") from None
    try:
        shared = verification.hold_to_copy(text, mine)
    except SaveError as error:
        raise RefusalError(f"{file} is not the game of {kept}: {error}") from None
    return f"It continues {kept}: the {shared} shared lines are the same."


def _write_new(file: Path, text: str, *, mode: int = 0o666) -> None:
    """Write a new file; never overwrite one."""
    check_target(file)
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(opened, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise RefusalError(f"cannot write {file}: it exists already") from None
    except OSError as error:
        raise RefusalError(f"cannot write {file}: {reason(error)}") from None
