"""The terminal plays any game, with nothing but what the engine's contract offers."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from bocage.cli.game_file import Sitting
from bocage.cli.terminal import action_list
from bocage.cli.terminal.face import Face
from bocage.cli.terminal.screen import Screen
from bocage.cli.terminal.session import Session
from bocage.engine.game import QUESTIONS, Game
from bocage.engine.play import pending
from bocage.engine.playout import uniform
from bocage.games.judges import judge_for
from tests.engine.toy import Toy


class Typed(Screen):
    """A screen to which lines are typed in advance."""

    def __init__(self, *lines: str) -> None:
        self.written = io.StringIO()
        super().__init__(Console(file=self.written, width=80, highlight=False))
        self._lines = list(lines)

    def ask(self, prompt: str) -> str | None:
        """See `Screen`."""
        self.say(prompt)
        return self._lines.pop(0) if self._lines else None

    @property
    def text(self) -> str:
        """Everything that was shown."""
        return self.written.getvalue()


def sit(folder: Path, *lines: str) -> tuple[Sitting, Typed]:
    """Return a sitting at the toy game with lines typed to it."""
    sitting = Sitting.begin(folder / "toy.bocage", Toy(), seed=b"1")
    screen = Typed(*lines)
    Session(sitting, screen).run()
    return sitting, screen


class Silent(Toy):
    """The toy, if it answered nothing."""

    lacks = dict.fromkeys(QUESTIONS, "it is silent")

    def __getattribute__(self, name: str) -> Any:
        """Return the answers that every game has without any of its own."""
        return (
            getattr(Game, name).__get__(self)
            if name in QUESTIONS
            else super().__getattribute__(name)
        )


def test_the_terminal_says_what_a_game_lacks(tmp_path: Path) -> None:
    """A game without answers is asked, listed and answered; what it lacks is said, not shown."""
    sitting = Sitting.begin(tmp_path / "toy.bocage", Silent(), seed=b"1")
    screen = Typed("?", "legal", "map", "odds 1", "units", "score", "r", "plan")
    Session(sitting, screen).run()
    assert type(sitting.face) is Face
    assert "This game has no map to show here." in screen.text
    assert "Outpost has no odds to show: it is silent" in screen.text
    assert "Nothing is recommended for this decision" in screen.text
    assert "Saved. Continue with: bocage play outpost" in screen.text


def test_a_game_is_played_by_its_answers_alone(tmp_path: Path) -> None:
    """Without a face of its own the toy has map, plans, reach, reasons, odds and rules."""
    hide = ("plan", "plan flank", "r")
    bids = ("r", "2")
    looks = ("map", "units", "look c3", "reach", "why step R1 b1", "why step R1 c3", "rule 3.3")
    sitting, screen = sit(tmp_path, *hide, *bids, *looks, "step R1 b1", "odds a5")
    assert type(sitting.face) is Face
    for shown in (
        *("the general in the middle (recommended)", "Typed, that is: hide R1"),
        *("R Red   B Blue", "a1  1st Red, steps 2", "#Mill", "1 MP  "),
        *("Way of 1st Red from a1:", "b1  1 MP, 1 in all: a step 1 (3.2)", "it has"),
        *("No: ", "(Outpost 3.1)", "Outpost 3.3, Reaction:", "nobody stands next to it"),
    ):
        assert shown in screen.text, shown
    assert "step R1 b1" in [entry.text for entry in sitting.table.entries]


def test_the_odds_of_an_attack_are_those_of_its_ledger(tmp_path: Path) -> None:
    """`odds` and `why attack` show the same fight, with every reason and both results."""
    sitting = Sitting.begin(tmp_path / "toy.bocage", Toy(), seed=b"1")
    judge = judge_for(sitting.game)
    st = judge.position({"units": {"R1": "c3", "B1": "c4"}})
    shown = sitting.face.odds(st, 0, ["c4", "R1"])
    assert sitting.face.explain(st, 0, "attack R1 c4") == shown
    text = "\n".join(str(line) for line in shown)
    assert "1st Red attacks c4" in text
    assert "the general is with 1st Red (Outpost 4.2)" in text
    assert "67%  the enemy loses a step" in text


def test_what_is_listed_can_be_typed(tmp_path: Path) -> None:
    """Every way is listed with the words that are typed, whatever the game calls things."""
    sitting = Sitting.begin(tmp_path / "toy.bocage", Toy(), seed=b"1")
    rng = Random(3)
    while not sitting.table.is_over:
        seat = pending(sitting.table.state)[0]
        legal = sitting.table.legal(seat)
        shown = " ".join(action_list.grouped(sitting.face, legal, 80)).replace("(", " ")
        words = {word.strip(",:") for word in shown.split()}
        for action in legal:
            assert set(said(sitting, action).split()) <= words
        if len(legal) <= action_list.FEW:
            for action, line in zip(legal, action_list.numbered(sitting.face, legal), strict=True):
                assert all(w.casefold() in line.casefold() for w in said(sitting, action).split())
        sitting.table.act(seat, legal[int(rng.random() * len(legal))])


def said(sitting: Sitting, action: int) -> str:
    """Return an action as the save has it."""
    return sitting.game.grammar.say(action)


def test_sealed_decisions_are_asked_of_each_in_turn(tmp_path: Path) -> None:
    """Of a decision that several seats answer in secret, each is asked in turn."""
    sitting = Sitting.begin(tmp_path / "toy.bocage", Toy(), seed=b"1")
    seats = sitting.table.decision
    assert seats is not None
    assert len(seats.seats) == 2
    screen = Typed("1", "1")
    Session(sitting, screen).run()
    first, second = (sitting.game.seats[seat] for seat in seats.seats)
    assert screen.text.index(f"{first}> ") < screen.text.index(f"{second}> ")
    assert [entry.seat for entry in sitting.table.entries[:2]] == list(seats.seats)


def test_simple_players_finish_any_game(tmp_path: Path) -> None:
    """With all seats played by themselves the game goes to its end without a question."""
    sitting = Sitting.begin(tmp_path / "toy.bocage", Toy(), seed=b"1")
    screen = Typed()
    Session(sitting, screen, players={0: uniform, 1: uniform}, chance=Random(1)).run()
    assert sitting.table.is_over
    assert "The game is over" in screen.text
    text = sitting.path.read_text("utf-8")
    assert text.rstrip().splitlines()[-1] == f"end {len(sitting.table.entries)}"


@pytest.mark.parametrize("line", ["xyzzy", "999 999", "!", "end end end", "\x00", "é"])
def test_an_unreadable_line_is_refused(tmp_path: Path, line: str) -> None:
    """An unreadable line gets an answer, and the game continues."""
    sitting, screen = sit(tmp_path, line, "quit")
    assert "cannot read" in screen.text
    assert sitting.table.entries == []
