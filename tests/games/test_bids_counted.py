"""What was bid for a side is in the goals and in the outcome, with its reason."""

from __future__ import annotations

import pytest

from bocage.engine.play import settle
from bocage.engine.viewers import OBSERVER
from bocage.games import game
from bocage.games.falaise.s03_victory import count_up


@pytest.mark.parametrize(
    ("name", "reading"), [("falaise", "reading 121"), ("roundup", "reading 78")]
)
def test_a_bid_is_shown_as_a_line_of_the_other_sides_goal(name: str, reading: str) -> None:
    """The line has the points that were bid, and the reading."""
    rules = game(name)
    st = rules.new("standard", rules.settings({"german-bid": "3"}))
    settle(st)
    found = rules.goals(st, OBSERVER)
    assert found is not None
    allied, german = found.goals
    assert [line.value for line in allied.lines if str(line.rule) == reading] == [3]
    assert not [line for line in german.lines if str(line.rule) == reading]


@pytest.mark.parametrize("bidder", ["allied", "german"])
def test_a_bid_shifts_the_final_count(bidder: str) -> None:
    """The same end of a game of Falaise, with a bid and without: the other side has it more."""
    rules = game("falaise")
    nets: list[float] = []
    for bid in ("0", "9"):
        st = rules.new("standard", rules.settings({f"{bidder}-bid": bid}))
        st.turn, st.stack = 10, ()
        st.german_vp = int(count_up(st).total("german"))
        outcome = rules.outcome(st)
        assert outcome is not None
        nets.append(outcome.scores[0])
    assert nets[1] - nets[0] == (-9 if bidder == "allied" else 9)
