"""What random games meet of a rulebook."""

from __future__ import annotations

from functools import cache

from bocage.engine.fuzzing import Fuzz
from bocage.games.judges import judge_of, rulebook_for
from bocage.games.roundup.game import load
from bocage.rules.unmet import BY_CHANCE, Book, Met, met, times_met
from tests.engine.toy import Toy


def book() -> Book:
    """Return the rulebook of Operation Roundup."""
    found = rulebook_for(load())
    assert found is not None
    return found


@cache
def counted() -> dict[str, int]:
    """Return how often each rule decided something in two games."""
    what = Fuzz(load, ("random",), 1, count=True, explain=book().explain, recompute=False)
    found = what.run(2)
    assert not found.failed
    return dict(found.rules)


def test_games_meet_the_common_rules() -> None:
    """Two games meet movement, its costs, landings, refusals and readings."""
    for rule in ("10.0.a", "10.8.a", "7.1.a", "14.0.a", "11.0.a", "10.2.a", "reading 35"):
        assert times_met(rule, counted()) > 0, rule
    assert times_met("10.0", counted()) > times_met("10.0.a", counted())


def test_every_sentence_and_reading_is_listed() -> None:
    """Each has how often it decided something, or why it never did, and never both."""
    found = met(book(), counted())
    judge = judge_of("roundup")
    assert len(found) == len(judge.index.sentences()) + len(judge.readings)
    assert [each.rule for each in found if bool(each.times) == bool(each.why)] == []


def test_a_rule_that_is_never_met_has_a_reason() -> None:
    """The index's own, those that say the same, questions, or chance."""
    found: dict[str, Met] = {each.rule: each for each in met(book(), {"10.0.a": 3})}
    assert found["10.0.a"].times == 3
    reasons = {
        rule: found[rule].why
        for rule in ("1.0", "7.6.f", "7.4.c", "8.5.g", "7.2.c", "15.8", "reading 13", "reading 45")
    }
    assert reasons == {
        "1.0": "an introduction; it decides nothing",
        "7.6.f": "said by 7.6.b",
        "7.4.c": "told where somebody asks; no decision of these games rested on it",
        "8.5.g": "needs a whole edge that is Allied or full",
        "7.2.c": BY_CHANCE,
        "15.8": "only with the option air-transport-strain, and not met",
        "reading 13": "what has no effect cannot be missed",
        "reading 45": "needs a whole edge that is Allied or full",
    }


class Silent(Toy):
    """A game without a judge."""

    def judge(self) -> None:  # type: ignore[override]
        """Nobody."""


def test_a_game_without_an_index_has_no_book() -> None:
    """There is nothing to count by."""
    assert rulebook_for(Silent()) is None
