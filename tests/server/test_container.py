"""The container: its two files name what exists, and the backup of a club can be restored."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from bocage.cli.contents import COMMANDS
from bocage.server.database import Database

from .conftest import empty_postgres, fresh_postgres
from .postgres import binaries

ROOT = Path(__file__).parents[2]
STEPS = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def steps(kind: str) -> list[list[str]]:
    """Return the words of every instruction of a kind."""
    return [shlex.split(line)[1:] for line in STEPS if line.startswith(f"{kind} ")]


def test_what_the_image_copies_is_there() -> None:
    """Each path that the Containerfile takes from the checkout exists and is let through."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    copied = [words[0] for words in steps("COPY") if not words[0].startswith("--from")]
    assert copied == ["web", "."]
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
