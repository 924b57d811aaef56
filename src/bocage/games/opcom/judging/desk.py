"""A desk with a sheet of paper on it: the position of cases that need no map.

The arithmetic of OP COM knows no state, so a case about it has none either. The desk keeps
what the case gives, and asks nobody anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from bocage.engine.actions import Grammar
from bocage.engine.game import Game, Outcome, Scenario
from bocage.engine.rulings import Rule
from bocage.engine.state import State, state
from bocage.engine.viewers import Viewer
from bocage.engine.words import Nouns, Words
from bocage.games.opcom.combat.settings import Settings, settings_from
from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.tables import tables


def settings_of(options: Mapping[str, str]) -> Settings:
    """The settings that options mean."""
    return settings_from(options, tables())


@state
class Desk(State):
    """What is given."""

    paper: str
    """JSON."""

    @classmethod
    def with_paper(cls, given: Mapping[str, Any]) -> Desk:
        """A desk with this on it."""
        made = cls()
        made.stack, made.events = (), None
        made.paper = json.dumps(given)
        return made

    @property
    def given(self) -> Mapping[str, Any]:
        """What is on it."""
        found: Mapping[str, Any] = json.loads(self.paper)
        return found


class DeskGame(Game[Desk]):
    """OP COM as far as it needs no map."""

    id = "opcom"
    title = "OP COM"
    book = "OP COM"
    revision = 1
    seats = ("control",)
    scenarios: Mapping[str, Scenario] = {
        "desk": Scenario("desk", "A desk", "Arithmetic alone, without a map.")
    }
    options = OPTIONS
    grammar = Grammar()
    nouns: Nouns = MappingProxyType({})

    def new(self, scenario: str, options: Mapping[str, str]) -> Desk:
        return Desk.with_paper({"options": dict(options)})

    def heading(self, st: Desk) -> Words:
        return Words("At the desk")

    def outcome(self, st: Desk) -> Outcome | None:
        return Outcome(None, Words("nothing is played"), Rule("9.8"), (0.0,))

    def concede(self, st: Desk, seat: int) -> None:
        st.stack = ()

    def view(self, st: Desk, viewer: Viewer) -> dict[str, Any]:
        return dict(st.given)

    def determinise(self, st: Desk, viewer: Viewer, rng: Random) -> Desk:
        return st.copy()
