"""After the end of a game: questions about it, until you leave or take back the line that ended
it.
"""

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
    *("status", "takeback", "undo", "units"),
)
"""Commands that need nobody to be asked."""


def linger(session: Session, commands: Commands) -> bool:
    """Answer until the player leaves or no more lines come; return whether the game continues
    because its end was taken back.
    """
    screen = session.screen
    screen.say("You can still use: account all, log all, map, score; 'takeback', 'quit'.")
    while (typed := session.typed(PROMPT)) is not None:
        line = " ".join(typed.split())
        if line and not session.guarded(partial(_answer, session, commands, line)):
            return False
        if not session.table.is_over:
            return True
    return False


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
    return commands.known[fits[0]](_last_seat(session), rest.strip()) is not False


def _last_seat(session: Session) -> int:
    """Return the seat of the last typed line, which may take it back."""
    entries = session.table.entries
    seats = (entries[at].seat for at in reversed(session.marks))
    alone = {*session.players, *session.printed}
    return next((seat for seat in seats if seat >= 0 and seat not in alone), 0)
