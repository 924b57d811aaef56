"""Sheets of the survey that several tests measure, each made once."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from bocage.maps import load
from bocage.press.survey import draw
from bocage.press.survey.compose import measured
from bocage.press.survey.content import Content
from bocage.press.survey.country import Country, country_of
from bocage.press.survey.theatres import theatre_of
from bocage.press.svg import Drawing, Element

THEATRES = ("market-garden", "joes-bridge", "malta")

_Made = TypeVar("_Made")

CASES = (
    ("market-garden", "a1", False),
    ("market-garden", "a3", False),
    ("market-garden", "a2", True),
    ("joes-bridge", "a3", False),
    ("joes-bridge", "a2", True),
    ("malta", "a0", False),
    ("malta", "a3", False),
    ("malta", "a2", True),
)
"""Theatre, paper, and whether for Control."""


@cache
def contents(theatre: str, paper: str, control: bool) -> tuple[Content, ...]:
    """Return the map of a sheet and its insets."""
    return _kept(
        f"contents-{theatre}-{paper}-{control}",
        lambda: measured(load(theatre), paper=paper, control=control),
    )


@cache
def country(theatre: str) -> Country:
    """Return the country of a theatre in kilometres."""
    pack = load(theatre)
    return country_of(pack, theatre_of(pack))


@cache
def drawing(theatre: str, paper: str = "a3", control: bool = False) -> Drawing:
    """Return a whole sheet."""
    return _kept(
        f"drawing-{theatre}-{paper}-{control}",
        lambda: draw(load(theatre), paper=paper, control=control),
    )


def _kept(name: str, make: Callable[[], _Made]) -> _Made:
    """Return what another worker of this run has made already, or make it for all."""
    path = Path(os.environ["BOCAGE_CACHE"]) / f"{name}.pickle"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(pickle.dumps(make()))
    made: _Made = pickle.loads(path.read_bytes())
    return made


def texts(of: Element, layer: str = "") -> list[tuple[str, str]]:
    """Return all texts under an element, each with its innermost layer; letters in a row are
    joined.
    """
    layer = of.get("data-layer") or layer
    if of.tag == "text":
        return [(layer, "".join(child for child in of.children if isinstance(child, str)))]
    found = [
        each for child in of.children if isinstance(child, Element) for each in texts(child, layer)
    ]
    # Names along a river are set letter by letter.
    if len(found) > 2 and all(len(said) == 1 for _, said in found):
        return [(layer, "".join(said for _, said in found))]
    return found
