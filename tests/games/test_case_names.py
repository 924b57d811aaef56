"""Rule cases name units and places as the terminal does."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.actions import AmbiguousError, NotationError
from bocage.games.judges import judge_of

ROUNDUP: dict[str, Any] = {"phase": "allied.movement", "options": {}}
FALAISE: dict[str, Any] = {"phase": "still", "options": {}}


@pytest.mark.parametrize(
    ("game", "given", "plain"),
    [
        (
            "roundup",
            {"units": {"1st infantry": "BOULOGNE reduced", "ge1": "pool"}, "tas": ["Calais"]},
            {"units": {"US01": "2523 reduced", "GE01": "pool"}, "tas": ["1618"]},
        ),
        ("roundup", {"beachheads": {"us1": "Lost"}}, {"beachheads": {"us1": "lost"}}),
        ("falaise", {"units": {"KG Krause": "trun"}}, {"units": {"G-12SS-K": "2314"}}),
    ],
)
def test_a_position_is_given_by_names(
    game: str, given: dict[str, Any], plain: dict[str, Any]
) -> None:
    """Ids, names and places in any capitals give the same position."""
    judge = judge_of(game)
    base = {**(ROUNDUP if game == "roundup" else FALAISE)}
    if "tas" in given:
        base["superiority"] = "allied"
    assert judge.position(base | given).key() == judge.position(base | plain).key()


@pytest.mark.parametrize(
    ("game", "said", "plain"),
    [
        ("roundup", "supply 1st Infantry", "supply US01"),
        ("roundup", "odds le portel with 1st infantry US11", "odds 2624 with US01 US11"),
        ("roundup", "zone Boulogne against GERMAN", "zone 2523 against german"),
        ("roundup", "cost us1 2723 2724", "cost US01 2723-2724"),
        ("roundup", "bomber calais for german", "bomber 1618 for german"),
        ("roundup", "legal select 1st Infantry", "legal select US01"),
        ("roundup", "able flood", "able flood"),
        ("falaise", "rating kg krause", "rating G-12SS-K"),
        ("falaise", "shell us7 Falaise", "shell US7 1327"),
        ("falaise", "stack KG Krause G-708", "stack G-12SS-K G-708"),
    ],
)
def test_a_question_is_asked_by_names(game: str, said: str, plain: str) -> None:
    """A question with names is the question with ids, numbers and paths."""
    judge: Any = judge_of(game)
    assert judge._names.question(tuple(judge.questions), said) == plain
    assert judge._names.question(tuple(judge.questions), plain) == plain


def test_the_answer_and_the_fact_are_the_same() -> None:
    """Answers and facts by name are those by id."""
    judge = judge_of("roundup")
    st = judge.position(ROUNDUP | {"units": {"US01": "2723"}})
    assert judge.answer(st, "factors 1ST INFANTRY") == judge.answer(st, "factors US01")
    assert judge.look(st, (), ("at", "1st Infantry")) == "2723"
    assert judge.look(st, (), ("control", "boulogne")) == judge.look(st, (), ("control", "2523"))


def test_a_name_that_fits_several_or_none_is_refused() -> None:
    """It is said how many it fits; a unit is given once."""
    judge = judge_of("roundup")
    with pytest.raises(AmbiguousError, match="it fits"):
        judge.position(ROUNDUP | {"units": {"infantry": "2723"}})
    with pytest.raises(NotationError, match="there is no unit 'Grand Army'"):
        judge.position(ROUNDUP | {"units": {"Grand Army": "2723"}})
    with pytest.raises(NotationError, match="a unit is named twice"):
        judge.position(ROUNDUP | {"units": {"US01": "2723", "1st Infantry": "2724"}})
