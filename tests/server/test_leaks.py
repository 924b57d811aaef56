"""The leak campaign: a short run, and leaks planted to prove that it bites.

By hand `BOCAGE_LEAK_PROBES=5000 BOCAGE_LEAK_SEED=2 pytest -s tests/server/test_leaks.py` makes a
long run of other games, and `BOCAGE_LEAK_PAIRS=50` plays fifty pairs of each kind.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.engine import save_text
from bocage.engine.table import Table
from bocage.engine.viewers import Viewer
from bocage.games.opcom import views
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.server import chat, deciders, execution, feeds, routes_games, routes_past
from bocage.server.deciders import Asked
from bocage.server.errors import ForbiddenError
from bocage.server.live import LiveGame

from . import leaks

PROBES = int(os.environ.get("BOCAGE_LEAK_PROBES", "0"))
"""Probes of all kinds together; without it one pair of games of each kind."""
PAIRS = int(os.environ.get("BOCAGE_LEAK_PAIRS", "1"))
"""Pairs of games of each kind at least."""
SEED = int(os.environ.get("BOCAGE_LEAK_SEED", "1"))


@contextmanager
def begun(folder: Path, only: str = "") -> Generator[leaks.Campaign]:
    """A campaign at a server of its own."""
    with pytest.MonkeyPatch.context() as patch, leaks.served(folder, patch) as (serving, box):
        yield leaks.Campaign(serving, box, SEED, only)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Generator[leaks.Campaign]:
    """One for all kinds of games."""
    with begun(tmp_path_factory.mktemp("leaks")) as made:
        yield made


@pytest.mark.parametrize("kind", leaks.KINDS)
def test_twin_games_cannot_be_distinguished(kind: str, campaign: leaks.Campaign) -> None:
    """Whatever others do in secret, a viewer receives the same bytes for the same work."""
    leaks.run(campaign, kind, max(1, PROBES // len(leaks.KINDS)), PAIRS)
    print(f"{kind}: {campaign.count()} probes, {dict(campaign.probes)}")
    assert campaign.found == []
    assert campaign.instants or kind != "opcom-instant"


def _lists(patch: pytest.MonkeyPatch) -> None:
    """Plant a leak: lists of games name seats that are asked in secret."""

    def told(text: str, since: int, *_: Any) -> tuple[list[str], int]:
        kept: list[str] | dict[str, Any] = json.loads(text)
        if isinstance(kept, dict):
            return kept.get("silent") or [kept["closer"]], since
        return kept, since

    patch.setattr(deciders, "told", told)


def _times(patch: pytest.MonkeyPatch) -> None:
    """What is done in secret is the last change of a game."""

    def never(_: LiveGame, __: int) -> bool:
        return False

    patch.setattr(LiveGame, "is_secret", never)


def _clocks(patch: pytest.MonkeyPatch) -> None:
    """Plant a leak: clocks run for every seat that is asked, even in secret."""

    def public(self: Asked) -> tuple[int, ...]:
        return self.seats

    patch.setattr(Asked, "public", property(public))


def _left(patch: pytest.MonkeyPatch) -> None:
    """Plant a leak: everybody sees the time that each team has left."""

    def all_of_it(_: Any, __: Any, clock: Any) -> Any:
        return clock

    patch.setattr(feeds, "_clock_for", all_of_it)


def _counts(patch: pytest.MonkeyPatch) -> None:
    """Lines that a viewer may not read are counted once the seal is off."""

    def counted(table: Table[Any], _: Viewer, *__: object) -> range:
        return range(len(table.entries) - save_text.open_lines(table))

    for module in (feeds, execution, routes_games, routes_past):
        patch.setattr(module, "lines_shown", counted)


def _errors(patch: pytest.MonkeyPatch) -> None:
    """A question fails in other words for each sheet that others have sent."""
    honest = views.determinise

    def failing(st: Any, viewer: Viewer, rng: Random) -> Any:
        top = st.stack[-1]
        if isinstance(top, Orders) and (sent := dict(top.answers).keys() - viewer.seats):
            raise ForbiddenError(f"not now{'!' * len(sent)}")
        return honest(st, viewer, rng)

    patch.setattr(views, "determinise", failing)


def _work(patch: pytest.MonkeyPatch) -> None:
    """A check does more for each sheet that has come in."""
    honest = Orders.check_for

    def working(self: Orders, st: Any, seat: int, action: int) -> Any:
        for each, _ in self.answers:
            self.legal_for(st, each)
        return honest(self, st, seat, action)

    patch.setattr(Orders, "check_for", working)


def _chat(patch: pytest.MonkeyPatch) -> None:
    """Plant a leak: everybody at the table reads the chat of every team."""

    def everybody(live: LiveGame, person: str, _: str) -> bool:
        return live.viewer(person).sits

    patch.setattr(chat, "hears", everybody)


PLANTED: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str, str]] = {
    "lists": (_lists, "opcom-instant", "list"),
    "times": (_times, "opcom", "list"),
    "clocks": (_clocks, "opcom-instant", "socket"),
    "left": (_left, "opcom", "socket"),
    "counts": (_counts, "opcom", "get /timeline"),
    "errors": (_errors, "opcom-malta", "ask odds"),
    "work": (_work, "opcom-malta", "check"),
    "chat": (_chat, "opcom", "socket"),
}
"""Each leak, the kind of games where it shows, and a probe that must find it."""


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str, tmp_path: Path) -> None:
    """A server that leaks in one way is found out, by the probe that looks there."""
    plant, kind, probe = PLANTED[leak]
    with begun(tmp_path, probe) as campaign, pytest.MonkeyPatch.context() as patch:
        plant(patch)
        for _ in range(6):
            if campaign.found:
                break
            leaks.KINDS[kind](campaign).play()
        assert any(f", {probe}" in each for each in campaign.found)
