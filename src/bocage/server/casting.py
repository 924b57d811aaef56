"""Casting: names become posts, each with a link and a code to print and scan.

The secret is shown once, when the post is cast; the database has its hash. If a link is lost, cast
the post again.
"""

from __future__ import annotations

from collections.abc import Sequence

import segno
from sqlalchemy import Connection

from bocage.engine.game import AnyGame
from bocage.server import messages, posts
from bocage.server.bodies import CastRow
from bocage.server.roles import TITLES


def cast(
    connection: Connection, game: AnyGame, id_: str, people: Sequence[CastRow]
) -> list[tuple[CastRow, str]]:
    """Make a link for each person; returns their secrets.

    Raises:
        ServerError: there is no such team or role; then no post is cast.
    """
    return [
        (each, posts.offer(connection, game, id_, each.teams, each.role, each.name))
        for each in people
    ]


def posts_told(
    address: str, id_: str, made: Sequence[tuple[CastRow, str]]
) -> list[messages.CastPost]:
    """Return the posts with their links and codes, in the order of the list."""
    return [
        {
            "name": row.name,
            "role": row.role,
            "title": TITLES[row.role],
            "teams": row.teams,
            "secret": secret,
            "link": (link := f"{address}/#post={id_}.{secret}"),
            "qr": code_of(link),
        }
        for row, secret in made
    ]


def code_of(link: str) -> str:
    """Return a link as a code to scan: SVG, black on white, legible from a printed card."""
    made = segno.make(link, error="m", micro=False)
    return str(made.svg_inline(border=2, dark="#000", light="#fff", omitsize=True))
