"""What a decision rests on: every question can be answered, whatever is legal."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.engine import play
from bocage.engine.playout import play_out, policy
from bocage.games.judges import judge_of
from bocage.games.roundup.words.verbs import SELECT

from .build import Board


def test_the_questions_of_a_move() -> None:
    """A unit that is selected is asked for points and supply, its way for cost and zones."""
    judge = judge_of("roundup")
    board = Board({"GE20": "3011"}, phase="german.movement")
    u = board.unit("GE20")
    assert list(judge.asks(board.st, SELECT(u))) == ["points GE20", "supply GE20"]
    assert {"10.1.b", "4.2.a", "reading 27"} <= set(judge.rests_on(board.st, SELECT(u)))


def test_the_rules_of_any_legal_action_can_be_listed() -> None:
    """In two games the rules of every tenth decision are listed, and nothing fails."""
    judge = judge_of("roundup")
    game: Any = judge.game
    rng = Random(4)
    heard: set[str] = set()

    def look(st: Any) -> None:
        if rng.random() < 0.1:
            legal = play.legal(st, play.pending(st)[0])
            heard.update(judge.rests_on(st, rng.choice(legal)))

    for seed in (1, 2):
        play_out(game, [policy(game, "random")] * 2, seed, each=look)
    assert {"10.2.a", "11.13.table", "6.1.a", "2.1.1.b", "2.3.a"} <= heard
