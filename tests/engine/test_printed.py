"""A printed opponent: what the rules answer for a seat is a step, and no line of the log."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.events import Event, event
from bocage.engine.frames import Ask
from bocage.engine.playout import table_for
from bocage.engine.rulings import Rule
from bocage.engine.saves import read, written
from tests.engine.tables import BLUE, RED
from tests.engine.toy import Toy
from tests.engine.toy.state import Outpost


def answers_blue(st: Outpost, top: Ask) -> int | None:
    """Blue ends its moves at once, and shoots at nobody."""
    if top.seat != BLUE:
        return None
    passing = ("end", "hold")
    return next(each for each in top.legal(st) if Toy().grammar.say(each) in passing)


def test_the_rules_answer_for_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blue is never asked to move; the log has red's lines and the dice, and replays alike."""
    monkeypatch.setattr(Outpost, "answer", answers_blue)
    monkeypatch.setattr(Outpost, "ANSWERS", True)
    game = Toy()
    table, rng = table_for(game, 3), Random(3)
    while not table.is_over:
        top = table.state.stack[-1]
        assert not isinstance(top, Ask) or top.seat == RED
        seat = play.pending(table.state)[0]
        assert table.act(seat, rng.choice(table.legal(seat)))
    again = read(written(table), game)
    assert again.state.key() == table.state.key()
    assert again.events == table.events


def test_an_answer_must_move_the_sequence_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer after which the same frame asks again is a fault, and found."""
    st = Toy().new("", Toy().settings())
    play.settle(st)
    while not isinstance(st.stack[-1], Ask):
        seat = (play.pending(st) or (-1,))[0]
        rng = Random(1)
        play.apply(st, seat, play.roll(st, rng) if seat < 0 else play.legal(st, seat)[0])

    def first_of(st: Outpost, top: Ask) -> int:
        return top.legal(st)[0]

    def nothing(top: Ask, st: Outpost, action: int) -> None:
        """Leaves everything as it is."""

    monkeypatch.setattr(Outpost, "answer", first_of)
    monkeypatch.setattr(Outpost, "ANSWERS", True)
    monkeypatch.setattr(type(st.stack[-1]), "apply", nothing)
    with pytest.raises(play.StuckError):
        play.settle(st)


@event
class Went(Event):
    """Somebody goes somewhere."""

    who: tuple[int, ...]
    die: int
    rule: Rule
    says = "{who:seat} go on a {die}"
    alone = "{who:seat} goes on a {die}"
    series = "They go, the first on a {die}"
    short = "{who:seat} ({die})"


def test_an_event_of_one_and_of_several() -> None:
    """One goes, several go; in a row it takes a few words."""
    nouns = Toy().nouns
    one, both = Went((RED,), 3, Rule("1")), Went((RED, BLUE), 4, Rule("1"))
    red, blue = (nouns["seat"].say(each) for each in (RED, BLUE))
    assert one.words().say(nouns) == f"{red} goes on a 3"
    assert both.words().say(nouns) == f"{red} and {blue} go on a 4"
    assert one.in_series(first=True).say(nouns) == "They go, the first on a 3"
    assert one.in_series().say(nouns) == f"{red} (3)"
