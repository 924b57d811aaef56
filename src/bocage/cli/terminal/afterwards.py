"""After the end of a game: what can still be asked about it, until somebody leaves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import NotationError

if TYPE_CHECKING:
    from bocage.cli.terminal.commands import Commands
    from bocage.cli.terminal.session import Session

PROMPT: Final = "over> "
ANSWERED: Final = (
    *("account", "help", "hex", "log", "look", "map", "picture", "quit", "rule", "save", "score"),
    *("status", "units"),
)
"""Commands that need nobody to be asked."""


def linger(session: Session, commands: Commands) -> None:
    """Answer until somebody leaves or no more lines come."""
    screen = session.screen
    screen.say("You may still ask: account all, log all, map, units, score; 'quit' leaves.")
    while (typed := session.typed(PROMPT)) is not None:
        line = " ".join(typed.split())
        if line and not session.guarded(partial(_answer, session, commands, line)):
            return


def _answer(session: Session, commands: Commands, line: str) -> bool:
    """Do what a line says; False to leave.

    Raises:
        NotationError: it cannot be done any more.
    """
    word, _, rest = line.partition(" ")
    name = commands.named(word.casefold())
    fits = [each for each in ANSWERED if each.startswith(name)]
    if name in ANSWERED:
        fits = [name]
    if len(fits) != 1:
        raise NotationError(line, f"the game is over; there are {', '.join(ANSWERED)}")
    if fits[0] == "help":
        session.screen.say(f"The game is over. There are {', '.join(ANSWERED)}.")
        return True
    return commands.known[fits[0]](0, rest.strip()) is not False
