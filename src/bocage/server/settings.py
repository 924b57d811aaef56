"""The settings of a server. Every default is safe on your own machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bocage.server.database import DEFAULT
from bocage.server.notices import Mail


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    database: str = DEFAULT
    """A file, or postgresql://..."""
    address: str = "http://127.0.0.1:8943"
    """The public address; links in notices begin with it."""
    club: bool = False
    """Whether only invited members come in."""
    origins: tuple[str, ...] = ()
    """Pages of other sites that may talk to it; its own always may."""
    mail: Mail | None = None
    inside: bool = False
    """Whether webhooks may go to addresses within the server's own network."""
    dumps: Path = Path()
    """The folder for reports of crashes."""
    message_most: int = 64 * 1024
    """Bytes of one message on a socket."""
    body_most: int = 4 * 1024 * 1024
    """Bytes of one request."""
    commands_a_minute: int = 600
    """The limit for one person."""
    requests_a_minute: int = 3_000
    """The limit for requests of any kind, from one person; and from one address by all who have not
    signed in.
    """
    games_most: int = 200
    """Games that are not over, of one person."""
    megabytes_most: int = 64
    """The limit for all games of one person."""
    signs_a_minute: int = 20
    """Attempts to sign in or to take a seat, from one address."""

    sweeps: bool = False
    """Whether the process is the server's own, so that it says when garbage is collected."""

    @property
    def secure(self) -> bool:
        """Whether people reach it by https."""
        return self.address.startswith("https://")
