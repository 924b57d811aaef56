"""What random games reach of a rulebook."""

from __future__ import annotations

from bocage.engine.rulings import Rule
from bocage.games.judges import judge_of
from bocage.rules.reached import never, reached, why_not


def test_games_reach_the_common_rules() -> None:
    """Two games meet movement, landings, odds and refusals; they are the same every time."""
    judge = judge_of("roundup")
    heard: list[int] = []
    found = reached(judge.game, 2, done=heard.append)
    assert heard == [1, 2]
    for rule in ("10.0.a", "10.8.a", "7.1.a", "14.0.a"):
        assert found[Rule(rule)] > 0, rule
    assert found == reached(judge.game, 2)
    left = [entry.rule for entry in never(judge.index, found)]
    assert "10.0.a" not in left
    assert "1.0" in left


def test_every_sentence_that_is_never_met_has_a_reason() -> None:
    """The reason is the index's own, those that say the same, questions, or chance."""
    judge = judge_of("roundup")
    reasons = {
        rule: why_not(judge, judge.index[Rule(rule)], 7)
        for rule in ("1.0", "3.3.b", "7.4.c", "8.5.g")
    }
    assert reasons == {
        "1.0": "an introduction; it decides nothing",
        "3.3.b": "said by 9.1",
        "7.4.c": "carried by answers to questions, not by what happens",
        "8.5.g": "not met in 7 games",
    }
