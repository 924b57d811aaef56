"""Random play, and the search for what the rules cannot bear."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.engine.fuzzing import Fuzz, Statistics, compare_with_recomputed
from bocage.engine.playout import (
    DeadEndError,
    FaultError,
    PolicyError,
    play_out,
    policies_of,
    policy,
    uniform,
)
from bocage.engine.saves import read
from tests.engine.tables import TOY
from tests.engine.toy import Toy, frames, moves
from tests.engine.toy.board import END, HIDE
from tests.engine.toy.state import Outpost

BOTH = [policy(TOY, "random")] * 2


def test_a_game_is_played_to_its_end() -> None:
    """Trusting or recorded, it ends, and decisions with a single answer are counted apart."""
    for recorded in (False, True):
        played = play_out(TOY, BOTH, 5, recorded=recorded)
        assert played.outcome is not None
        assert played.decisions > 20
        assert played.forced > 0
        assert played.chances >= 5


def test_the_same_seed_is_the_same_game() -> None:
    """Play depends on the seed and on nothing else."""
    for recorded in (False, True):
        runs = [play_out(TOY, BOTH, 7, recorded=recorded)._replace(seconds=0) for _ in range(2)]
        assert runs[0] == runs[1]
    assert play_out(TOY, BOTH, 7).decisions != play_out(TOY, BOTH, 8).decisions


def test_recorded_and_trusting_play_answer_alike() -> None:
    """Given the same choices and dice, both ways go through the same positions."""
    seen: dict[bool, list[bytes]] = {True: [], False: []}

    def last(st: object, legal: Sequence[int], rng: Random) -> int:
        return legal[-1]

    for recorded, keys in seen.items():
        keys.clear()

        def note(st: Any, keys: list[bytes] = keys) -> None:
            keys.append(st.key())

        start = TOY.midgame(Random(3))
        start.turn = 5
        play_out(TOY, [last, last], 3, recorded=recorded, start=start, each=note)
    assert seen[True] == seen[False] != []


def test_players_are_known_by_name() -> None:
    """A game's own players come before the engine's; one that does not exist is named."""
    assert set(policies_of(TOY)) == {"random", "lazy"}
    assert policy(TOY, "random") is not uniform
    with pytest.raises(PolicyError, match="has no player 'lasy'; did you mean lazy"):
        policy(TOY, "lasy")


def test_fuzzing_counts_its_results(tmp_path: Path) -> None:
    """Sound rules: every game ends, nothing is dumped, every line-up is played."""
    found = Fuzz(Toy, ("random", "lazy"), folder=tmp_path).run(24)
    assert found.games == 24
    assert found.failed == 0
    assert sum(found.outcomes.values()) == 24
    assert found.decisions > found.longest > 0
    assert found.seconds > 0
    assert list(tmp_path.iterdir()) == []


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    """However many processes share them, the games are the same and counted alike."""
    fuzz = Fuzz(Toy, ("random", "lazy"), folder=tmp_path)
    told: list[int] = []
    one = fuzz.run(20)
    two = fuzz.run(20, processes=2, progress=lambda sum_: told.append(sum_.games))
    one.seconds = two.seconds = 0
    assert one == two
    assert told[-1] == 20
    assert len(told) == 3


class NoMiddle(Toy):
    """A game that makes up no positions."""

    def midgame(self, rng: Random) -> None:  # type: ignore[override]
        """None."""


def test_without_positions_of_its_own_a_game_begins_at_random(tmp_path: Path) -> None:
    """Where a game gives no middle, random play leads to one before the players begin."""
    lazy = Fuzz(NoMiddle, ("lazy",), folder=tmp_path)
    found = [lazy.one(NoMiddle(), 2 + 3 * i).decisions for i in range(10)]
    alone = [Fuzz(NoMiddle, ("lazy",), middle=False).one(NoMiddle(), 2 + 3 * i) for i in range(10)]
    assert found != [each.decisions for each in alone]
    assert lazy.run(6).failed == 0


def test_a_game_that_cannot_begin_is_a_crash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A fault in the set-up is counted and dumped like any other."""

    def broken(self: frames.Sky, st: Outpost, action: int) -> None:
        raise ZeroDivisionError

    def at_once(self: Toy, scenario: str, options: object) -> Outpost:
        st = Outpost.new("die")
        st.push(frames.Sky())
        return st

    monkeypatch.setattr(frames.Sky, "apply", broken)
    monkeypatch.setattr(Toy, "new", at_once)
    found = Fuzz(Toy, folder=tmp_path, middle=False).run(2)
    assert found.crashes == found.failed == 2
    assert "the set-up" in found.reasons[0]


def _crashing(patch: pytest.MonkeyPatch) -> None:
    apply = moves.Attack.apply

    def failing(self: moves.Attack, st: Outpost, action: int) -> None:
        if st.turn > 2:
            raise ZeroDivisionError("attack")
        apply(self, st, action)

    patch.setattr(moves.Attack, "apply", failing)


def _dead_end(patch: pytest.MonkeyPatch) -> None:
    legal = moves.Movement.legal

    def without_end(self: moves.Movement, st: Outpost) -> list[int]:
        return [action for action in legal(self, st) if action != END()]

    patch.setattr(moves.Movement, "legal", without_end)


def _impossible(patch: pytest.MonkeyPatch) -> None:
    def careless(self: Outpost, unit: int) -> None:
        self.steps[unit] = 0

    patch.setattr(Outpost, "lose_step", careless)


def _stale(patch: pytest.MonkeyPatch) -> None:
    def place(self: Outpost, unit: int, place: int) -> None:
        self.loc[unit] = place

    patch.setattr(Outpost, "place", place)


def _endless(patch: pytest.MonkeyPatch) -> None:
    def never(self: frames.Turn, st: Outpost) -> None:
        st.push(moves.Movement(0))

    patch.setattr(frames.Turn, "run", never)


def _disagreeing(patch: pytest.MonkeyPatch) -> None:
    def legal_for(self: frames.Hiding, st: Outpost, seat: int) -> list[int]:
        return [HIDE(0), HIDE(3)]

    patch.setattr(frames.Hiding, "legal_for", legal_for)


FAULTS = {
    "crashes": (_crashing, "ZeroDivisionError: attack"),
    "dead_ends": (_dead_end, "nothing is legal"),
    "faults": (_impossible, "without steps is on the map"),
    "faults, stale": (_stale, "the remembered zones are stale"),
    "endless": (_endless, "no end after 300 decisions"),
    "faults, disagreeing": (_disagreeing, "is legal, but check says"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_planted_faults_are_found_and_dumped(
    kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each kind of fault planted in the rules is counted, explained, and opens in the table."""
    plant, reason = FAULTS[kind]
    with monkeypatch.context() as patch:
        plant(patch)
        found = Fuzz(Toy, folder=tmp_path, most=300, middle=False).run(6)
    count = getattr(found, kind.partition(",")[0])
    assert found.failed == count > 0
    assert len(found.dumps) == len(found.reasons) == count
    assert all(reason in each for each in found.reasons)
    assert found.reasons[0].startswith("seed ")
    if kind != "endless":  # whose log is of another sequence of play
        assert read(found.dumps[0].read_text(), TOY).game is TOY


def test_a_dump_from_a_middle_holds_where_it_began(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A game started at a made-up position has that position in its dump."""
    with monkeypatch.context() as patch:
        _dead_end(patch)
        found = Fuzz(Toy, folder=tmp_path).run(3)
    last = found.dumps[-1].read_text().split("\n")[-2]
    assert last.startswith('# begun at: {"loc":')


def test_stale_memory_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer from memory that differs from a recomputed one is a fault."""
    st = TOY.midgame(Random(1))
    compare_with_recomputed(st)

    def legal(self: moves.Movement, st: Outpost) -> list[int]:
        return [END()] * (1 + st.moved)

    monkeypatch.setattr(moves.Movement, "legal", legal)
    with pytest.raises(FaultError, match="from memory"):
        compare_with_recomputed(st)


def test_a_question_that_changes_the_state_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking must not change anything."""
    st = TOY.midgame(Random(1))

    def legal(self: moves.Movement, st: Outpost) -> list[int]:
        st.mud += 1 if st.moved else 2
        return [END()]

    monkeypatch.setattr(moves.Movement, "legal", legal)
    with pytest.raises(FaultError, match="by being asked"):
        compare_with_recomputed(st)


def test_statistics_add_up() -> None:
    """Two lots together are their sums, their longest game, and all that went wrong."""
    one = Statistics(games=2, decisions=10, longest=7, outcomes={"Red": 2})
    one.add(Statistics(games=1, decisions=5, longest=5, crashes=1, outcomes={"Red": 1, "draw": 1}))
    assert (one.games, one.decisions, one.longest, one.failed) == (3, 15, 7, 1)
    assert one.outcomes == {"Red": 3, "draw": 1}


def test_a_dead_end_in_trusting_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is asked and may do nothing stops the game at once."""
    _dead_end(monkeypatch)
    with pytest.raises(DeadEndError, match="Movement"):
        play_out(TOY, BOTH, 1)


def test_rules_are_counted_and_the_games_stay_the_same() -> None:
    """What events, ledgers and refusals carry is counted; counting changes no game."""
    plain = Fuzz(lambda: TOY, seed=3).run(3)
    found = Fuzz(lambda: TOY, seed=3, count=True).run(3)
    assert (found.decisions, found.outcomes) == (plain.decisions, plain.outcomes)
    assert not plain.rules
    assert sum(found.rules.values()) > 3 * 20
    assert found.rules == Fuzz(lambda: TOY, seed=3, count=True).run(3).rules


def test_options_may_be_drawn_at_random() -> None:
    """Every third game has other options where they vary, and the others have not."""
    what = Fuzz(lambda: TOY, seed=3, vary=True)
    drawn = [dict(what.options_of(TOY, number)) for number in range(9)]  # pyright: ignore[reportPrivateUsage]
    assert [bool(each) for each in drawn] == [False, True, False] * 3
