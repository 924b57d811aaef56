"""Uploaded saves: read in a thread, one at a time for each person, within limits.

A file can be made very long, or full of lines that are taken back again and again, so that playing
it would block a machine. A game between people stays far below these limits.
"""

from __future__ import annotations

from typing import Final

from bocage.engine.save_format import Saved, parsed
from bocage.server.errors import TooMuchError
from bocage.server.threads import BROUGHT

HEADER_MOST: Final = 16_000
"""Characters of the part before the first blank line: it is read with every list of games."""
LINES_MOST: Final = 20_000
TAKEBACKS_MOST: Final = 200


async def looked_through(person: str, text: str) -> Saved:
    """Return the parts of a save that a person brings.

    Raises:
        TooMuchError: it is longer than a game can be, or goes back more often.
        SaveError: it is not a save, is cut off, or a line of it was changed.
    """
    if len(text.partition("\n\n")[0]) > HEADER_MOST:
        raise TooMuchError(
            f"the header of this save has more than {HEADER_MOST} characters: it is too "
            "large to be a game"
        )
    if text.count("\n") > LINES_MOST:
        raise TooMuchError(
            f"this save has more than {LINES_MOST} lines: it is too large to be a game"
        )
    if text.count(" takeback from ") > TAKEBACKS_MOST:
        raise TooMuchError(f"this save contains more than {TAKEBACKS_MOST} undone actions")
    return await BROUGHT.run(person, parsed, text)
