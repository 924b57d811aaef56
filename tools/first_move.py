"""Install a wheel where nothing else is, open the table, and make a first move.

    python tools/first_move.py dist/bocage-0.1.0-*.whl

It does what a newcomer does: in an empty folder, with Python only, `pip install` into a new
environment, then `bocage`; and the same with `uvx`. It prints the seconds of each step, and
fails if the page, a board or the move is missing, or if anything lands in the folder.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

PATIENCE: Final = 300
"""Seconds after which a server that does not answer is given up."""
GAME: Final = "roundup"
LINE: Final = "beachhead us1 2723"


def main(wheels: Sequence[str]) -> None:
    """Try each way to install the wheel, and print what it took."""
    if len(wheels) != 1 or not Path(wheels[0]).is_file():
        sys.exit("name one wheel: python tools/first_move.py dist/bocage-0.1.0-*.whl")
    wheel = Path(wheels[0]).resolve()
    for way, command in (("pip", by_pip), ("uvx", by_uvx)):
        with TemporaryDirectory(prefix="bocage-first-") as made:
            began = time.monotonic()
            folder = Path(made)
            empty = folder / "here"
            empty.mkdir()
            started = command(folder, wheel)
            installed = time.monotonic()
            with table(started, empty, folder / "home") as address:
                opened = time.monotonic()
                first_move(address)
                moved = time.monotonic()
            left = [each.name for each in empty.iterdir()]
            kept = [each.name for each in (folder / "home").iterdir()]
            if left or "bocage.db" not in kept:
                sys.exit(f"games belong into the data folder; {left} lie in the current one")
        print(
            f"{way}: installed in {installed - began:.1f} s, open after {opened - began:.1f} s, "
            f"first move after {moved - began:.1f} s"
        )


def by_pip(folder: Path, wheel: Path) -> list[str]:
    """Install into a new environment with pip alone, and return what starts the command."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    bin_ = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([bin_ / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
    return [str(bin_ / "bocage")]


def by_uvx(folder: Path, wheel: Path) -> list[str]:
    """Return the words that run the command without installing it, with an empty cache of its
    own."""
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv), "tool", "run", "--cache-dir", str(folder / "cache"), "--from", str(wheel)]
    command += ["--python", sys.executable, "bocage"]
    subprocess.run([*command, "--version"], check=True, stdout=subprocess.DEVNULL)
    return command


@contextmanager
def table(command: Sequence[str], here: Path, home: Path) -> Generator[str]:
    """Open the table with the bare command, in an empty folder, and yield its address."""
    kept = ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR", "LANG", "SSL_CERT_FILE")
    env = {name: os.environ[name] for name in kept if name in os.environ}
    env |= {"HOME": str(home.parent), "BOCAGE_HOME": str(home), "BOCAGE_CACHE": str(home / "cache")}
    env |= {"BROWSER": "true"}  # nobody looks
    with subprocess.Popen(
        command, cwd=here, env=env, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as server:
        try:
            assert server.stdout is not None
            said = (re.search(r"The table is at (http\S+)/ ", line) for line in server.stdout)
            found = next((each for each in said if each), None)
            if found is None:
                sys.exit("bocage did not say where the table is")
            until_it_answers(found[1], server)
            yield found[1]
        finally:
            server.terminate()


def until_it_answers(address: str, server: subprocess.Popen[str]) -> None:
    """Wait until the server answers, or say that it does not."""
    for _ in range(PATIENCE * 10):
        if server.poll() is not None:
            sys.exit(f"bocage ended with {server.returncode}")
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    sys.exit("bocage does not answer")


def first_move(address: str) -> tuple[str, str]:
    """Load the page and both boards, open a table, and make the first move of a game.

    Returns:
        The game, and the token of its player.
    """
    page, _ = asked(f"{address}/")
    if b"<script" not in page:
        sys.exit("the wheel has no page")
    for board in ("roundup", "falaise"):
        picture, kind = asked(f"{address}/api/boards/{board}/ground.webp?scale=1.0")
        if kind != "image/webp" or len(picture) < 100_000:
            sys.exit(f"the wheel has no board of {board}")
    made = posted(f"{address}/api/people", {"name": "Newcomer"})
    token = str(made["token"])
    laid = {"game": GAME, "seats": {"allied": "me", "german": "me"}}
    game = str(posted(f"{address}/api/games", laid, token)["id"])
    stood, _ = asked(f"{address}/api/games/{game}/state", token)
    stamp = str(json.loads(stood)[0]["stamp"])
    command = {"type": "do", "id": "first", "at": stamp, "seat": "allied", "line": LINE}
    reply = posted(f"{address}/api/games/{game}/commands", command, token)
    if reply["type"] != "done":
        sys.exit(f"the first move failed: {reply}")
    return game, token


def asked(address: str, token: str = "") -> tuple[bytes, str]:
    """Return the answer of an address, and its kind."""
    wanted = urllib.request.Request(address, headers=signed(token))
    with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
        return answer.read(), str(answer.headers["Content-Type"])


def posted(address: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """Post a body, and return the answer."""
    headers = {"Content-Type": "application/json", **signed(token)}
    wanted = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def signed(token: str) -> dict[str, str]:
    """Return the header that says who asks."""
    return {"Authorization": f"Bearer {token}"} if token else {}


if __name__ == "__main__":
    main(sys.argv[1:])
