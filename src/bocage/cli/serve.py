"""`bocage serve`: the server, on this machine by default."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlsplit

import typer
from rich.progress import track

from bocage.cli import home
from bocage.cli.output import RefusalError, console

if TYPE_CHECKING:
    from bocage.server.settings import Settings

_EXAMPLES = """Examples:

  [bold]bocage serve[/bold]  games in your data folder, for this machine only

  [bold]bocage serve --open[/bold]  the same, and open the table in your browser

  [bold]bocage serve --host 0.0.0.0 --address https://club.example --club[/bold]  for a club

  [bold]bocage serve --database postgresql://bocage@db/bocage --workers 4[/bold]

  [bold]bocage serve --invite[/bold]  print an invitation for the first member"""

_HANGS: Final = 120
"""Seconds without a sign of life after which a worker is replaced. Uvicorn's own 5 would end one
that a busy machine lets wait, with every connection and every command that it has in hand."""
_SETTINGS: Final = "BOCAGE_SETTINGS"
"""The variable that passes the command's options to the workers."""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("serve", epilog=_EXAMPLES)(serve)


def serve(
    host: Annotated[str, typer.Option(help="The network address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8943,
    database: Annotated[
        str,
        typer.Option(
            envvar="BOCAGE_DATABASE",
            metavar="FILE|URL",
            help="A file, or postgresql://. By default bocage.db in your data folder.",
            show_default=False,
        ),
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The address at which people reach it, for links.",
            show_default=False,
        ),
    ] = "",
    club: Annotated[bool, typer.Option("--club", help="Only invited members can use it.")] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Another website that may use it.", show_default=False),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; needs PostgreSQL.")] = 1,
    smtp: Annotated[
        str,
        typer.Option(
            envvar="BOCAGE_SMTP",
            metavar="HOST[:PORT]",
            help="The mail server; set BOCAGE_SMTP_USER and BOCAGE_SMTP_PASSWORD if it needs them.",
            show_default=False,
        ),
    ] = "",
    sender: Annotated[str, typer.Option(metavar="MAIL", help="The sender's address for mail.")] = (
        "bocage@localhost"
    ),
    commands: Annotated[
        int, typer.Option("--commands", min=1, help="Messages per minute from one person.")
    ] = 600,
    tries: Annotated[
        int, typer.Option("--tries", min=1, help="Sign-in attempts per minute from one address.")
    ] = 20,
    requests: Annotated[
        int,
        typer.Option(
            "--requests",
            min=1,
            help="Requests per minute from one person, or from one address that is not signed in.",
        ),
    ] = 3000,
    keep_games: Annotated[
        int, typer.Option(min=1, help="Unfinished games that one person may have.")
    ] = 200,
    keep_mb: Annotated[
        int, typer.Option(min=1, help="Megabytes that all games of one person may hold.")
    ] = 64,
    opens: Annotated[
        bool, typer.Option("--open", help="Draw the boards, then open the page in a browser.")
    ] = False,
    invite: Annotated[
        bool, typer.Option("--invite", help="Print an invitation to the club, and exit.")
    ] = False,
    reset: Annotated[
        str,
        typer.Option(
            metavar="ACCOUNT",
            help="Print a link with which a member sets a new password, and exit.",
            show_default=False,
        ),
    ] = "",
    inside: Annotated[
        bool,
        typer.Option("--inside", help="Allow webhooks to addresses in the server's own network."),
    ] = False,
) -> None:
    """Serve games to browsers and programs.

    By default only this machine can reach it. It keeps its games in one file in
    your data folder.
    """
    from bocage.server.database import Database, url_of

    database = database or _kept()
    url = url_of(database)
    if url.startswith("postgresql") and find_spec("psycopg") is None:
        raise RefusalError("PostgreSQL needs an extra: pip install 'bocage[postgres]'")
    if workers > 1 and not url.startswith("postgresql"):
        raise RefusalError("several workers need PostgreSQL: --database postgresql://...")
    if host not in ("127.0.0.1", "localhost", "::1") and not club:
        console().print(
            "Anyone who can reach this address can play here. "
            "Use --club to admit only invited members.",
            style="yellow",
        )
    everywhere = host == "0.0.0.0"  # noqa: S104 - compared, not bound
    shown = "127.0.0.1" if everywhere else host
    if everywhere and not address and (found := own_address()):
        address = f"http://{found}:{port}"
        console().print(
            f"Others reach it at {address}. If that is the wrong network, name the right address "
            "with --address.",
            markup=False,
        )
    told: dict[str, Any] = {
        "database": database,
        "address": _checked(address, "--address") if address else f"http://{shown}:{port}",
        "club": club,
        "origins": [_checked(each, "--origin") for each in origin or []],
        "smtp": smtp,
        "sender": sender,
        "commands": commands,
        "tries": tries,
        "requests": requests,
        "inside": inside,
        "keep_games": keep_games,
        "keep_mb": keep_mb,
    }
    settings = settings_from(told)
    os.environ[_SETTINGS] = json.dumps(told)
    if invite or reset:
        _make_link(Database(database), settings, reset)
        return
    if opens and (running := _running(database, f"http://{shown}:{port}/")):
        console().print(f"The table is open already, at {running}", markup=False)
        webbrowser.open(running)
        return
    _try(Database(database))
    if not opens:
        _try_port(host, port)
    if opens:
        port = _free(shown, port)
        _draw_boards()
        _open_soon(f"http://{shown}:{port}/")
    _run(host, port, workers, quiet=opens)


def own_address() -> str:
    """Return this machine's address in its network, for links; empty without a network.

    In a container nobody else reaches that address. Nothing is sent: connecting a datagram socket
    only asks which way it would go.
    """
    if any(Path(each).exists() for each in ("/.dockerenv", "/run/.containerenv")):
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect(("192.0.2.1", 9))
            return str(asked.getsockname()[0])
    except OSError:
        return ""


def _kept() -> str:
    """Return the database of the user's data folder, or an older one in the current folder."""
    path, said = home.kept(home.DATABASE)
    if said:
        console().print(said, style="yellow", markup=False, soft_wrap=True)
    return str(path)


def _running(database: str, address: str) -> str:
    """Return the address of our server that has this database open, or "" if none has."""
    from bocage.server.database import Database, DatabaseError

    trial = Database(database)
    try:
        trial.occupy()
    except DatabaseError:
        try:
            with urllib.request.urlopen(f"{address}healthz", timeout=2) as answer:  # noqa: S310 - ours
                return address if "now" in json.load(answer) else ""
        except (OSError, ValueError):
            return ""
    finally:
        trial.close()
    return ""


def _try(database: Any) -> None:
    """Open the database once, so that a fault in it is reported in one sentence."""
    try:
        database.occupy()
        database.migrate()
    finally:
        database.close()


def _try_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        said = os.strerror(error.errno) if error.errno else str(error)
        raise RefusalError(f"cannot listen on {host}, port {port}: {said.lower()}") from None


def _checked(address: str, option: str) -> str:
    """Return an address of a site as people type it, without what follows the name."""
    found = urlsplit(address)
    if found.scheme not in ("http", "https") or not found.hostname:
        raise RefusalError(
            f"'{address}' is not an address for {option}: write https://games.club.example"
        )
    return address.rstrip("/")


def _free(host: str, port: int) -> int:
    """Return this port, or the next free one."""
    for each in range(port, port + 50):
        with socket.socket() as trial:
            if trial.connect_ex((host, each)) != 0:
                return each
    raise RefusalError(f"no port from {port} up is free: choose another with --port")


def _draw_boards() -> None:
    """Draw every board once, so that the page has it when it opens."""
    from bocage.ai import load_game
    from bocage.games import GAMES
    from bocage.server import boards

    if find_spec("typst") is None:
        return  # the page does without; it says so
    games = [load_game(name) for name in GAMES]
    wanted = [each for game in games if game.map() for each in boards.pictures(game)]
    for draw in track(wanted, "Drawing the boards, once", transient=True):
        draw()


def _open_soon(address: str) -> None:
    """Open the page when the server answers."""
    console().print(f"The table is at {address} (press Ctrl-C to stop it).", markup=False)

    def wait_and_open() -> None:
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{address}healthz", timeout=1):  # noqa: S310 - ours
                    break
            except OSError:
                time.sleep(0.1)
        webbrowser.open(address)

    threading.Thread(target=wait_and_open, daemon=True).start()


def settings_from(told: dict[str, Any]) -> Settings:
    """Return the settings for the command's options."""
    from bocage.server.notices import Mail
    from bocage.server.settings import Settings

    mail = None
    if told["smtp"]:
        host, _, port = told["smtp"].partition(":")
        if port and not port.isdecimal():
            raise RefusalError(f"'{told['smtp']}' is not a mail server: write HOST or HOST:PORT")
        mail = Mail(
            host,
            int(port or 25),
            told["sender"],
            os.environ.get("BOCAGE_SMTP_USER", ""),
            os.environ.get("BOCAGE_SMTP_PASSWORD", ""),
        )
    return Settings(
        database=told["database"],
        address=told["address"],
        club=told["club"],
        origins=tuple(told["origins"]),
        mail=mail,
        dumps=_beside(told["database"]),
        commands_a_minute=told["commands"],
        signs_a_minute=told["tries"],
        requests_a_minute=told["requests"],
        sweeps=True,
        inside=told.get("inside", False),
        games_most=told["keep_games"],
        megabytes_most=told["keep_mb"],
    )


def _beside(database: str) -> Path:
    """Return the folder for crash reports: beside the database, or the current folder."""
    return Path.cwd() if "://" in database else Path(database).resolve().parent


def application() -> Any:
    """Return the application of one worker."""
    from bocage.server.app import make_app

    return make_app(settings_from(json.loads(os.environ[_SETTINGS])))


def _run(host: str, port: int, workers: int, *, quiet: bool) -> None:
    import uvicorn

    from bocage.server.connections import make_room

    make_room()
    _log_as_json(logging.WARNING if quiet else logging.INFO)
    uvicorn.run(
        "bocage.cli.serve:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        timeout_worker_healthcheck=_HANGS,
        log_config=None,
        http="bocage.server.admission:Door",
        ws="bocage.server.admission:Line",
        access_log=False,
        ws_max_size=128 * 1024,
        ws_per_message_deflate=False,  # messages are small, and the processor is shared
        server_header=False,
    )


def _make_link(database: Any, settings: Settings, account: str) -> None:
    """Print an invitation, or for an account the link that resets its password."""
    from bocage.server import members, people

    database.migrate()
    try:
        with database.engine.begin() as connection:
            if account:
                link = f"password={members.reset(connection, account, None)}"
            else:
                link = f"invitation={people.invite(connection, None)}"
    finally:
        database.close()
    console().print(f"{settings.address}/#{link}", markup=False, soft_wrap=True)


class _Json(logging.Formatter):
    """Writes each message as a line of JSON: time, level, text and details, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        for key in ("dump", "doing", "player", "game"):
            if hasattr(record, key):
                told[key] = getattr(record, key)
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told)


def _log_as_json(level: int) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json())
    logging.basicConfig(level=level, handlers=[handler], force=True)
