"""The locks: whatever pyproject.toml asks for is pinned, with hashes, and from no named host."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())


def entries(path: Path) -> list[str]:
    """Return the entries of a lock: each a pin with all its hashes."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return "\n".join(lines).replace("\\\n", " ").splitlines()


def pins(name: str) -> dict[str, list[str]]:
    """Return the versions that a lock holds, by name: several where platforms differ."""
    found: dict[str, list[str]] = {}
    for entry in entries(ROOT / "locks" / f"{name}.txt"):
        pinned, version = re.split("==| ", entry, maxsplit=2)[:2]
        found.setdefault(canonicalize_name(pinned), []).append(version)
    return found


def asked(*, extras: tuple[str, ...] = (), groups: tuple[str, ...] = ()) -> list[str]:
    """What pyproject.toml asks for, with these extras and groups."""
    found = list[str](PROJECT["project"]["dependencies"])
    for extra in extras:
        found += PROJECT["project"]["optional-dependencies"][extra]
    for group in groups:
        for each in PROJECT["dependency-groups"][group]:
            found += [each] if isinstance(each, str) else asked(groups=(each["include-group"],))
    return [each for each in found if not each.startswith("bocage[")]


WANTED = {
    "play": asked(extras=("print",), groups=("page",)),
    "server": asked(extras=("postgres", "print")),
    "test": asked(extras=("print",), groups=("page", "dev")),
    "audit": asked(groups=("audit",)),
    "compiler": asked(groups=("compiler",)),
    "docs": asked(groups=("docs",)),
    "release": asked(groups=("release",)),
    "build": list[str](PROJECT["build-system"]["requires"]),
}


@pytest.mark.parametrize("name", WANTED)
def test_what_is_asked_for_is_locked(name: str) -> None:
    """Every dependency is in the lock that make installs, in a version that we ask for."""
    locked = pins(name)
    for each in WANTED[name]:
        wanted = Requirement(each)
        if (
            name in ("audit", "compiler", "docs", "release")
            and each in PROJECT["project"]["dependencies"]
        ):
            continue  # these are installed beside the others
        versions = locked.get(canonicalize_name(wanted.name), [])
        assert versions, f"{wanted.name} is not in locks/{name}.txt: run 'make lock'"
        assert all(wanted.specifier.contains(version) for version in versions), each


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_pin_has_hashes_and_no_host(path: Path) -> None:
    """A lock says what is installed, not from which host."""
    found = entries(path)
    assert found
    for entry in found:
        assert re.match(r"[a-z0-9][a-z0-9._-]*==\S+ ", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert "://" not in path.read_text()


def test_the_locks_agree() -> None:
    """What is in two locks has the same versions in both."""
    whole = pins("all")
    for path in LOCKS:
        if path.stem not in ("all", "build", "uv"):
            for name, versions in pins(path.stem).items():
                assert set(versions) <= set(whole[name]), f"{name} in {path.name}: run 'make lock'"
