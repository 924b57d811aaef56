"""Saves on disk: whole or not at all, and one writer at a time, with real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bocage.engine import files
from bocage.engine.files import ConflictError, digest, read_text, write_text
from tests.patience import PATIENCE

_WRITER = """
import sys
from pathlib import Path
from bocage.engine.files import ConflictError, digest, read_text, write_text
path, name, wins = Path(sys.argv[1]), sys.argv[2], 0
for number in range(30):
    while True:
        text = read_text(path)
        try:
            write_text(path, text + f"{name} {number}\\n", expected=digest(text))
            break
        except ConflictError:
            pass
"""

_HOLDER = """
import sys, time
from pathlib import Path
from bocage.engine import files
with files._locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_two_processes_cannot_corrupt_a_save(tmp_path: Path) -> None:
    """Four programs that write the same save at once lose nothing of what any of them wrote."""
    path = tmp_path / "game.bocage"
    write_text(path, "begun\n", expected=None)
    writers = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(path), name]) for name in "abcd"
    ]
    assert [writer.wait(PATIENCE) for writer in writers] == [0, 0, 0, 0]
    lines = read_text(path).splitlines()
    assert sorted(lines[1:]) == sorted(f"{name} {n}" for name in "abcd" for n in range(30))
    for name in "abcd":
        own = [line for line in lines if line.startswith(f"{name} ")]
        assert own == [f"{name} {n}" for n in range(30)]
    assert [each.name for each in tmp_path.iterdir()] == ["game.bocage"]


def test_a_lock_ends_with_its_program(tmp_path: Path) -> None:
    """Killed in the middle of writing, a program leaves nothing that blocks the next."""
    path = tmp_path / "game.bocage"
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    holder.send_signal(signal.SIGKILL)
    holder.wait(PATIENCE)
    holder.stdout.close()
    assert (tmp_path / "game.bocage.lock").exists()
    write_text(path, "text\n", expected=None)
    assert read_text(path) == "text\n"
    assert [each.name for each in tmp_path.iterdir()] == ["game.bocage"]


def test_waiting_for_a_lock_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program is writing, patience ends in a sentence and nothing written."""
    path = tmp_path / "game.bocage"
    write_text(path, "old\n", expected=None)
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    began = time.monotonic()
    with pytest.raises(ConflictError, match=r"game\.bocage is being written by another program"):
        write_text(path, "new\n", expected=digest("old\n"))
    assert time.monotonic() - began >= 0.05
    holder.kill()
    holder.wait(PATIENCE)
    holder.stdout.close()
    assert read_text(path) == "old\n"


def test_what_another_wrote_is_not_written_over(tmp_path: Path) -> None:
    """A save that changed since it was read stays as the other left it."""
    path = tmp_path / "game.bocage"
    write_text(path, "one\n", expected=None)
    with pytest.raises(ConflictError, match=r"game\.bocage exists already; nothing was written"):
        write_text(path, "two\n", expected=None)
    path.write_text("three\n")
    with pytest.raises(ConflictError, match="was written by another program since it was read"):
        write_text(path, "two\n", expected=digest("one\n"))
    assert read_text(path) == "three\n"
    path.unlink()
    with pytest.raises(ConflictError, match="is gone"):
        write_text(path, "two\n", expected=digest("one\n"))
    assert not path.exists()


def test_a_failed_write_leaves_the_old_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs the new text, never the old, and leaves no litter."""
    path = tmp_path / "game.bocage"
    write_text(path, "old\n", expected=None)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_text(path, "new\n", expected=digest("old\n"))
    assert read_text(path) == "old\n"
    assert [each.name for each in tmp_path.iterdir()] == ["game.bocage"]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    """A save that others may read stays so, and one behind a link is written where it is."""
    path = tmp_path / "game.bocage"
    write_text(path, "old\n", expected=None)
    path.chmod(0o640)
    link = tmp_path / "link.bocage"
    link.symlink_to(path)
    write_text(link, "new\n", expected=digest("old\n"))
    assert link.is_symlink()
    assert read_text(path) == "new\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_save_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """A picture with the name of a save is not a save."""
    path = tmp_path / "game.bocage"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(ValueError, match="is not a text file"):
        read_text(path)
    with pytest.raises(ConflictError):
        write_text(path, "new\n", expected=digest("old\n"))
