"""Guided first battles: each step is fulfilled by what the learner does, and there is an end."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.events import Event
from bocage.engine.frames import Ask
from bocage.engine.guide import Guide, Lesson, lesson
from bocage.engine.past import Past
from bocage.engine.playout import policies_of, table_for
from bocage.engine.table import Table
from bocage.engine.viewers import player

NAME = "first-battle"
GAMES = ("roundup", "falaise")


def guide_of(game: str) -> Guide:
    """Return the guide of a game's first battle."""
    found = load_game(game).scenario(NAME).guide
    assert found is not None
    return found


class Learner:
    """Somebody at a first battle, against the computer player that the guide names."""

    def __init__(self, game: str, seed: int, foe: str = "") -> None:
        rules = load_game(game).at(NAME)
        self.guide = guide_of(game)
        self.table: Table[Any] = table_for(rules, seed, scenario=NAME)
        self.rng = Random(seed)
        self.foe = policies_of(rules)[foe or self.guide.opponent]
        self.foes_play()

    def foes_play(self) -> None:
        """Let the other side act as long as it is asked."""
        while (asked := self.table.decision) and asked.seats[0] != self.guide.seat:
            seat = asked.seats[0]
            assert self.table.act(
                seat, self.foe(self.table.state, self.table.legal(seat), self.rng)
            )

    def do(self, line: str) -> None:
        """Do a line, and let the others answer."""
        ruling = self.table.do(self.guide.seat, line)
        assert ruling, self.table.say(ruling)
        self.foes_play()

    @property
    def lesson(self) -> Lesson:
        """What the guide says now."""
        table, viewer = self.table, player(self.guide.seat)
        return lesson(self.guide, table.game, Past(table), table.state, viewer)

    @property
    def says(self) -> str:
        """The title of what the guide says now."""
        return self.lesson.advice.title.say(self.table.game.nouns)

    @property
    def may(self) -> list[str]:
        """What the learner may do."""
        found = self.table.legal(self.guide.seat)
        return [self.table.game.grammar.say(each) for each in found]


def finish(learner: Learner, wanted: tuple[str, ...]) -> None:
    """Play to the end: the first of what is wanted, or else what ends a phase or comes first."""
    while learner.table.decision is not None:
        may = learner.may
        asked = (*wanted, "advance", "fire", "fight", "end", "hold", "stay")
        found = [line for each in asked for line in may if line.startswith(each)]
        learner.do((found or may)[0])


def test_the_first_battle_of_roundup_is_learnt_by_playing_it() -> None:
    """A done step leads to the next, an undone step comes back, and at the end the battle is
    won."""
    learner = Learner("roundup", 1)
    table = learner.table
    assert learner.says == "Send the air force to Samer"
    learner.do("tas 2820")
    assert learner.says == "Another marker"
    assert learner.lesson.waits is learner.guide.steps[1].advice
    learner.do("end")
    while learner.says == "Supply from the air":
        learner.do("end")
    assert learner.says == "Select a division"
    learner.do("select US01")
    assert learner.says == "Go next to the enemy"
    learner.do("go 2721")
    assert learner.says == "Move", "it is led back to select another unit"
    assert table.undo(0, 1)
    learner.do("go 2821")
    assert learner.says == "Bring two more"
    assert table.undo(0, 1)
    assert learner.says == "Go next to the enemy"
    learner.do("go 2821")
    for line in ("select US11", "go 2720", "select US04", "go 2920"):
        assert learner.says == "Bring two more"
        learner.do(line)
    assert learner.says == "End your moves and name a target"
    learner.do("end")
    learner.do("attack 2820")
    for line in ("with US01", "with US04", "with US11"):
        assert learner.says == "Add your divisions"
        learner.do(line)
    assert learner.says == "Roll the die"
    learner.do("fight")
    assert learner.says == "Advance into Samer"
    learner.do("advance US01")
    assert learner.says == "Fight"
    assert learner.lesson.waits is learner.guide.steps[-1].advice
    finish(learner, ("order move-combat",))
    assert all(learner.lesson.done)
    assert (learner.lesson.result, learner.says) == ("won", "You won")


def test_the_first_battle_of_falaise_is_learnt_by_playing_it() -> None:
    """The assault takes Saint-Lambert, the others are brought up, and it is won."""
    learner = Learner("falaise", 1)
    seen: list[str] = []
    while learner.table.decision is not None:
        may, said = learner.may, learner.says
        if said not in seen:
            seen.append(said)
        wanted = ("round assault" if learner.table.state.turn == 7 else "round move", "attack 2612")
        more = ["with", "fight", "advance", "fire", "lose", "retreat"]
        more += ["select"] if said == "Bring up the others" else []
        asked = (*wanted, *more, "go", "end", "")
        learner.do(next(line for each in asked for line in may if line.startswith(each)))
    steps = [each.advice.title.template for each in learner.guide.steps]
    assert [each for each in seen if each in steps] == steps
    assert (learner.lesson.result, learner.says) == ("won", "You won")


def test_a_step_that_comes_too_late_gives_way_to_the_next() -> None:
    """Without the air force and without a move the learner is still told to name a target."""
    learner = Learner("roundup", 1)
    while learner.table.decision is not None and learner.table.decision.kind != "MovePhase":
        learner.do("end")
    assert learner.says == "Select a division"
    learner.do("select US01")
    learner.do("go 2821")
    learner.do("end")
    assert learner.says == "End your moves and name a target"


def test_a_learner_who_never_attacks_loses_and_skips_the_steps() -> None:
    """The steps are behind when their turn is over, and the guide says that it is lost."""
    learner = Learner("roundup", 1)
    finish(learner, ("end", "order"))
    assert all(learner.lesson.done)
    assert (learner.lesson.result, learner.says) == ("lost", "You lost")


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_asked_of_a_learner_the_guide_has_words(game: str) -> None:
    """Games of somebody who does anything at all: each decision is a step's own or has an aside."""
    for seed in range(4):
        learner = Learner(game, seed, "aggressive")
        while (asked := learner.table.decision) is not None:
            told = learner.lesson
            steps = [each.asked for each in learner.guide.steps if each.advice is told.advice]
            known = asked.kind in learner.guide.asides or any(asked.kind in each for each in steps)
            assert known, asked.kind
            learner.do(learner.rng.choice(learner.may))
        assert learner.lesson.result in ("won", "lost")


def every(kind: type[Any]) -> set[type[Any]]:
    """Return a class and all that are made of it."""
    return {kind}.union(*(every(each) for each in kind.__subclasses__()))


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_names_what_there_is(game: str) -> None:
    """Its decisions, verbs, events and rules are those of the game."""
    rules, guide = load_game(game), guide_of(game)
    judge: Any = rules.judge()
    words = import_module(f"bocage.games.{game}.words.events")
    verbs = {each.word for each in rules.grammar.verbs}
    frames = {each.__name__ for each in every(Ask)}
    for step in guide.steps:
        assert step.verbs <= verbs
        assert all(issubclass(getattr(words, each), Event) for each in step.events)
        assert step.asked <= frames
    assert set(guide.asides) <= frames
    cited = [each.advice.rule for each in guide.steps]
    cited += [each.rule for each in (*guide.asides.values(), guide.free)]
    for rule in cited:
        assert rule is not None
        assert rule in judge.index or rule in judge.readings, rule
    assert guide.opponent in policies_of(rules)
