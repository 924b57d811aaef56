"""Every decision says what to do, to players who type and to players who click."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_args, get_type_hints

import pytest

from bocage.engine import frames
from bocage.engine.frames import Ask, frame_class
from bocage.engine.playout import table_for
from bocage.engine.words import Ref, Words
from tests.battery.subjects import positions, subject

SAME = {
    "roundup": {"ChooseOrder", "ChooseSectors", "DesignatePort", "Inundate"}
    | {"RemoveExcess", "StepLoss"},
    "falaise": {"ChooseRound", "Cover", "Declare", "FirstChit", "Relieve", "Substitute"}
    | {"RemoveExcess", "StepLoss", "TerChange", "Victim"},
}
"""The decisions whose prompt suits both: each answer is a button with words of its own."""
OF_CASES = {"Rest"}
"""Decisions of rule cases, not of play."""
SUBJECTS = {
    "roundup": ("roundup", "roundup-15", "roundup-counterstroke"),
    "falaise": ("falaise", "falaise-hill-262"),
}


def asks(name: str) -> dict[str, type[Ask]]:
    """Return every decision of a game, by its name."""
    package = import_module(f"bocage.games.{name}")
    for each in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(each.name)
    stored = list(frames._FRAMES)  # pyright: ignore[reportPrivateUsage]
    found = [frame_class(each) for each in stored if each.startswith(f"{name}.")]
    asked = {cls.__name__: cls for cls in found if cls is not None and issubclass(cls, Ask)}
    return {each: cls for each, cls in asked.items() if each not in OF_CASES}


def made(cls: type[Ask], st: Any) -> Any:
    """Return a decision about the first hex and the first unit on the map, or the first of all."""
    hints = get_type_hints(cls)
    unit = next((u for u, h in enumerate(st.loc) if h >= 0), 0)
    made: Any = cls
    return made(**{each.name: _first(hints[each.name], each.name, unit) for each in fields(made)})


def _first(hint: Any, name: str, unit: int) -> object:
    if get_args(hint):
        return (_first(get_args(hint)[0], name, unit),)
    return unit if name == "unit" else hint()


def prompts(name: str) -> dict[str, list[Words]]:
    """Return prompts of every decision of a game: from random games, or else of one made up."""
    found: dict[str, list[Words]] = {}
    for each in SUBJECTS[name]:
        for table in positions(subject(each), 5, 60):
            st: Any = table.state
            if st.stack and len(st.stack[-1].legal(st)) > 1:
                found.setdefault(type(st.stack[-1]).__name__, []).append(st.stack[-1].prompt(st))
    start: Any = table_for(subject(name), 1).state
    for each, cls in asks(name).items():
        if each not in found:
            found[each] = [made(cls, start).prompt(start)]
    return found


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_prompt_suits_players_who_type_and_players_who_click(name: str) -> None:
    """Only a decision whose every answer is a button needs no words for players who click."""
    nouns = subject(name).nouns
    for each, found in prompts(name).items():
        for words in found:
            assert bool(words.clicked) == (each not in SAME[name]), each
            typed, clicked = (list(words.pieces(nouns, clicks=clicks)) for clicks in (False, True))
            assert (typed == clicked) == (each in SAME[name]), each
            # A page never speaks of something that the terminal does not know.
            assert {p for p in clicked if isinstance(p, Ref)} <= {
                p for p in typed if isinstance(p, Ref)
            }


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_terminal_says_what_to_type_for_every_prompt(name: str) -> None:
    """The line below the prompt lists what can be typed."""
    lessons = import_module(f"bocage.cli.terminal.{name}.lessons")
    for each, cls in asks(name).items():
        assert lessons.WAYS[cls], each
