"""The container: its two files name what exists, and the backup of a club can be restored.

`BOCAGE_CONTAINER=1` also builds the image and plays in it. That takes some minutes, Debian's
`buildah`, root, and a network. `tools/base_images.sh` makes the base images from Debian's packages
where no image registry answers.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

import first_move
from bocage.cli.contents import COMMANDS
from bocage.server.database import Database

from .conftest import empty_postgres, fresh_postgres
from .postgres import binaries

ROOT = Path(__file__).parents[2]
STEPS = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
STYLES = (ROOT / "web" / "src" / "style.css").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def steps(kind: str) -> list[list[str]]:
    """Return the words of every instruction of a kind."""
    return [shlex.split(line)[1:] for line in STEPS if line.startswith(f"{kind} ")]


def test_what_the_image_copies_is_there() -> None:
    """Each path that the Containerfile takes from the checkout exists and is let through."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    copied = [words[0] for words in steps("COPY") if not words[0].startswith("--from")]
    assert copied == ["web", "src/bocage/press/fonts", "."]
    for asset in re.findall(r'url\("\.\./\.\./([^"]+)"\)', STYLES):
        assert str(Path(asset).parent) in copied, "the page is built without it"
    for name in (*let_in, *re.findall(r"/source/(locks/\w+\.txt)", "\n".join(STEPS))):
        assert (ROOT / name).exists(), name
    assert {"web", "src", "locks", "pyproject.toml", "hatch_build.py", "README.md"} <= let_in
    assert "RUN" not in steps("USER")[-1], "the server runs as nobody in particular"


def test_the_image_keeps_its_games_in_its_volume() -> None:
    """Database, drawings and reports go to /data, whatever the home of its user is."""
    told = dict(pair.split("=") for words in steps("ENV") for pair in words)
    assert steps("VOLUME") == [["/data"]]
    assert told["BOCAGE_HOME"] == "/data"
    assert told["BOCAGE_CACHE"].startswith("/data/")


def options(words: list[str]) -> set[str]:
    """Return the options among words."""
    return {word for word in words if word.startswith("--")}


def test_the_club_is_started_with_options_that_exist() -> None:
    """What compose.yaml and the image give to the command, `bocage serve` takes."""
    table = COMPOSE["services"]["table"]
    [entry] = [re.findall(r'"([^"]+)"', line) for line in STEPS if line.startswith("ENTRYPOINT")]
    assert entry[:2] == ["bocage", "serve"]
    known = set(COMMANDS["serve"].options)
    assert options([*entry, *table["command"], "--invite"]) <= known
    assert table["build"]["dockerfile"] == "Containerfile"
    assert table["environment"]["BOCAGE_DATABASE"].startswith("postgresql://")
    assert set(table["depends_on"]) <= set(COMPOSE["services"])


def test_every_volume_and_file_of_the_club_exists() -> None:
    """Mounts name a volume that is declared, or a file of the checkout."""
    for service in COMPOSE["services"].values():
        for mount in service["volumes"]:
            source = mount.split(":")[0]
            if source.startswith("./"):
                assert os.access(ROOT / source, os.X_OK), source
            else:
                assert source in COMPOSE["volumes"]


def test_a_backup_can_be_restored(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The club's script dumps a database; the dump restores into an empty one, and old ones go."""
    kept = fresh_postgres(postgres)
    database = Database(kept)
    with database.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE proof (word text)")
        connection.exec_driver_sql("INSERT INTO proof VALUES ('bocage')")
    database.close()
    monkeypatch.setenv("PATH", f"{binaries()}:{os.environ['PATH']}")
    monkeypatch.setenv("BOCAGE_DATABASE", kept)
    monkeypatch.setenv("KEEP", "1")
    (tmp_path / "bocage-20200101T000000Z.dump").write_bytes(b"old")
    subprocess.run([ROOT / "tools" / "backup.sh", tmp_path], check=True, capture_output=True)
    [dump] = tmp_path.iterdir()
    fresh = empty_postgres(postgres)
    subprocess.run(["pg_restore", "--no-owner", "--dbname", fresh, dump], check=True)
    with psycopg.connect(fresh) as connection:
        assert connection.execute("SELECT word FROM proof").fetchall() == [("bocage",)]
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


def buildah(*words: object) -> str:
    """Run the builder, and return what it says."""
    env = {**os.environ, "BUILDAH_ISOLATION": os.environ.get("BUILDAH_ISOLATION", "chroot")}
    command = ["buildah", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


@contextmanager
def served(container: str, data: Path) -> Generator[str]:
    """Start what the image starts, with a folder as its volume, and yield the table's address."""
    config = json.loads(buildah("inspect", container))["OCIv1"]["config"]
    buildah("config", "--volume", "/data-", container)  # it would lie over the folder
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    mount = f"{data}:/data"
    command = ["buildah", "run", "--isolation", "chroot", "--volume", mount, container, "--"]
    command += [*config["Entrypoint"], "--port", str(port)]
    with subprocess.Popen(command, text=True) as server:
        try:
            first_move.until_it_answers(f"http://127.0.0.1:{port}", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


@pytest.mark.slow  # builds an image: some minutes
@pytest.mark.skipif(not os.environ.get("BOCAGE_CONTAINER"), reason="BOCAGE_CONTAINER=1 builds it")
def test_the_image_serves_and_keeps_its_games(tmp_path: Path) -> None:
    """The image is built; in it nobody is root, a game begins, and a new container has it still."""
    assert shutil.which("buildah"), "the test needs buildah: apt install buildah"
    buildah("bud", "--network", "host", "--file", "Containerfile", "--tag", "bocage-tested", ".")
    data = tmp_path / "data"
    data.mkdir()
    first, second = (buildah("from", "bocage-tested") for _ in range(2))
    try:
        user = int(buildah("run", first, "--", "id", "-u"))
        assert user != 0
        os.chown(data, user, user)
        with served(first, data) as address:
            game, token = first_move.first_move(address)
        assert (data / "bocage.db").exists()
        with served(second, data) as address:
            state, _ = first_move.asked(f"{address}/api/games/{game}/state", token)
        assert json.loads(state)
    finally:
        buildah("rm", first, second)
