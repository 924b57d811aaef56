"""The staff's common part: what it is given, its levels, its notebook, its seat at a table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bocage.ai.staff import LEVELS, NOVICE, REGULAR, Level, Notebook, Office, StaffPlayer
from bocage.ai.staff.levels import Judgement
from bocage.engine.actions import Action
from bocage.engine.play import sit_down
from bocage.engine.playout import play_out, uniform
from bocage.engine.viewers import OBSERVER
from bocage.games import game


class Clerk(Office[Any]):
    """Takes the first legal action and writes down what it was given."""

    def __init__(self, seat: int, level: Level) -> None:
        super().__init__(seat, level)
        self.given: list[tuple[Any, Random]] = []

    def see(self, st: Any) -> Any:
        """Everything."""
        return st.copy()

    def decide(self, seen: Any, legal: Sequence[Action], rng: Random) -> Action:
        """Return the first."""
        self.given.append((seen, rng))
        return legal[0]


def test_an_office_never_holds_the_state_nor_the_dice() -> None:
    """What an office is given is neither the state of the table nor the stream of its dice."""
    roundup = game("roundup")
    staff = StaffPlayer(Clerk)
    states: list[Any] = []
    streams: list[Random] = []

    def watched(st: Any, legal: Sequence[Action], rng: Random) -> Action:
        states.append(st)
        streams.append(rng)
        return staff(st, legal, rng)

    play_out(roundup, [watched, uniform], 1, most=40)
    office = staff.office(0)
    assert isinstance(office, Clerk)
    assert office.given
    for seen, rng in office.given:
        assert all(seen is not st for st in states)
        assert all(rng is not stream for stream in streams)


def test_each_table_has_its_own_staff() -> None:
    """A staff at a table shares neither plans nor notes with another of the same name."""
    first = sit_down(StaffPlayer(Clerk, NOVICE))
    assert isinstance(first, StaffPlayer)
    first.office(0).notebook.want(1, "We want Calais.")
    second = sit_down(first)
    assert isinstance(second, StaffPlayer)
    assert second.level == NOVICE
    assert first.accounts(0)
    assert not second.accounts(0)
    assert sit_down(uniform) is uniform


def test_an_account_covers_only_finished_turns() -> None:
    """An account is one paragraph a turn, in order, and of turns that are over alone."""
    notes = Notebook()
    notes.decide(1, "We landed.")
    notes.want(1, "We wanted Calais.")
    notes.fear(1, "We feared panzers.")
    notes.want(1, "We wanted Calais.")
    notes.want(2, "We want Dunkirk.")
    assert [each.turn for each in notes.accounts(before=2)] == [1]
    assert notes.accounts(2)[0].text == "We wanted Calais. We feared panzers. We landed."
    assert len(notes.accounts()) == 2


def test_a_notebook_is_kept_elsewhere_sentence_by_sentence() -> None:
    """What was taken is not given out again; a notebook made of what was kept says the same."""
    notes = Notebook()
    notes.decide(1, "We landed.")
    kept = notes.take()
    notes.decide(1, "We landed.")
    notes.want(1, "We wanted Calais.")
    kept += notes.take()
    assert [note.text for note in kept] == ["We landed.", "We wanted Calais."]
    assert not notes.take()
    again = Notebook(kept)
    assert again.accounts() == notes.accounts()
    assert not again.take()


def test_an_account_is_hidden_by_default() -> None:
    """If an office does not say who may read its account, it is hidden until the game is over."""
    roundup = game("roundup")
    st = roundup.new("standard", roundup.settings())
    office = Clerk(0, REGULAR)
    assert not office.is_open_to(st, OBSERVER)
    st.stack = ()
    assert office.is_open_to(st, OBSERVER)


def test_levels_differ_in_judgement() -> None:
    """A blurred level misjudges a worth within its bounds; a clear one does not."""
    rng = Random(1)
    seen = [NOVICE.judged(10.0, rng) for _ in range(50)]
    assert min(seen) < 9 < 11 < max(seen)
    assert all(10 * (1 - NOVICE.blur) <= each <= 10 * (1 + NOVICE.blur) for each in seen)
    assert REGULAR.judged(10.0, rng) == 10.0
    assert [level.player for level in LEVELS] == ["staff-novice", "staff"]
    assert [level.is_thorough for level in LEVELS] == [False, True]
    missed = [sum(Judgement(level, rng).overlooks() for _ in range(200)) for level in LEVELS]
    assert 30 < missed[0] < 90
    assert missed[1] == 0
