"""The staff of Operation Roundup: what it may know, that it is sure of itself, whole games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.ai.staff import LEVELS, StaffPlayer, players_of
from bocage.ai.staff.roundup import RoundupOffice
from bocage.engine.actions import Action
from bocage.engine.playout import play_out, policy
from bocage.engine.viewers import OBSERVER, player
from bocage.games.roundup.board.position import Position
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s13_setup import PlaceBeachhead
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from, possible

EVERY_RULE = {
    **{f"15.{number}": "on" for number in (2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 17)},
    **{f"15.{number}": "on" for number in (18, 19, 20)},
}
"""The optional rules that can stand together."""


@pytest.fixture(scope="module")
def roundup() -> Any:
    """Return the game with its players."""
    return load_game("roundup")


Asked = tuple[Position, tuple[Action, ...]]
"""A position in which the Allies are asked, with what they may do."""


@pytest.fixture(scope="module")
def in_the_dark(roundup: Any) -> list[Asked]:
    """Positions in which the strategy lies face down before the Allies (15.1)."""
    seen: list[Asked] = []
    staff = policy(roundup, "staff")

    def watched(st: Position, legal: Sequence[Action], rng: Random) -> Action:
        if is_hidden_from(st, player(ALLIED)):
            seen.append((st.copy(), tuple(legal)))
        return staff(st, legal, rng)

    options = roundup.settings({"15.1": "on"})
    for seed in (1, 2, 3):
        play_out(roundup, [watched, policy(roundup, "aggressive")], seed, options=options, most=60)
    return seen


def answers(roundup: Any, asked: Asked, office: type[RoundupOffice]) -> set[Action]:
    """What a staff plays in every world that its seat cannot tell apart."""
    st, legal = asked
    found: set[Action] = set()
    view = roundup.view(st, player(ALLIED))
    for strategy in possible(st):
        twin = st.copy()
        twin.strategy = strategy
        assert roundup.view(twin, player(ALLIED)) == view
        found.add(StaffPlayer(office)(twin, legal, Random(1)))
    return found


def test_states_equal_in_its_view_get_the_same_play(roundup: Any, in_the_dark: list[Asked]) -> None:
    """15.1: the Allied staff plays the same whatever strategy lies face down before it."""
    kinds = {type(st.stack[-1]).__name__ for st, _ in in_the_dark}
    assert {"PlaceBeachhead", "PlaceTas", "Landings", "MovePhase", "Moving"} <= kinds
    for asked in in_the_dark:
        assert len(answers(roundup, asked, RoundupOffice)) == 1


class Spy(RoundupOffice):
    """Reads what lies face down, and lets it sway where it lands."""

    def see(self, st: Position) -> Position:
        """Everything."""
        return st.copy()

    def decide(self, seen: Position, legal: Sequence[Action], rng: Random) -> Action:
        """By the strategy."""
        return legal[seen.strategy % len(legal)]


def test_a_staff_that_reads_hidden_data_is_found(roundup: Any, in_the_dark: list[Asked]) -> None:
    """The check can fail: a staff that reads the hidden strategy plays differently."""
    assert any(len(answers(roundup, asked, Spy)) > 1 for asked in in_the_dark)


def test_what_it_sees_holds_nothing_hidden(roundup: Any) -> None:
    """15.1: what the Allied office is given says nothing of the strategy; the German knows it."""
    options = roundup.settings({"15.1": "on"})
    found: list[Any] = []
    players = [policy(roundup, "random")] * 2
    play_out(roundup, players, 1, options=options, most=5, each=found.append)
    st = found[-1]
    assert st.strategy
    allied = RoundupOffice(ALLIED, LEVELS[1]).see(st)
    assert allied.strategy == 0
    assert RoundupOffice(GERMAN, LEVELS[1]).see(st).strategy == st.strategy
    assert roundup.view(allied, player(ALLIED)) == roundup.view(st, player(ALLIED))


def test_an_account_is_open_to_who_knows_as_much(in_the_dark: list[Asked]) -> None:
    """15.1: while the strategy lies face down the Germans' account is for nobody else's eyes."""
    st = in_the_dark[0][0]
    german, allied = RoundupOffice(GERMAN, LEVELS[1]), RoundupOffice(ALLIED, LEVELS[1])
    assert not german.is_open_to(st, player(ALLIED))
    assert not german.is_open_to(st, OBSERVER)
    assert german.is_open_to(st, player(GERMAN))
    assert allied.is_open_to(st, OBSERVER)


def test_the_dice_to_come_do_not_matter(roundup: Any) -> None:
    """The same position gets the same play, whatever stream the dice come from; where it lands
    is drawn at random."""
    found: list[Position] = []

    def each(st: Any) -> None:
        if st.stack[-1].seat == ALLIED and not isinstance(st.stack[-1], PlaceBeachhead):
            found.append(st.copy())

    play_out(roundup, [policy(roundup, "staff"), policy(roundup, "random")], 8, most=300, each=each)
    for st in found[::40]:
        top: Any = st.stack[-1]
        legal = top.legal(st)
        played = {StaffPlayer(RoundupOffice)(st, legal, Random(seed)) for seed in range(3)}
        assert len(played) == 1


def keys_of(roundup: Any, name: str, seed: int) -> list[bytes]:
    """Return the states of a game between two of the same name, as far as it goes."""
    found: list[bytes] = []

    def each(st: Any) -> None:
        found.append(st.key())

    play_out(roundup, [policy(roundup, name)] * 2, seed, most=400, each=each)
    return found


@pytest.mark.parametrize("name", ["staff", "staff-novice"])
def test_the_same_seed_gives_the_same_game(roundup: Any, name: str) -> None:
    """Two games of the same seed are the same, decision by decision."""
    assert keys_of(roundup, name, 11) == keys_of(roundup, name, 11)


@pytest.mark.parametrize("seat", [ALLIED, GERMAN])
def test_it_beats_random_play(roundup: Any, seat: int) -> None:
    """A whole game against random play is won from either seat."""
    players = [policy(roundup, "random")] * 2
    players[seat] = policy(roundup, "staff")
    outcome = play_out(roundup, players, 21).outcome
    assert outcome is not None
    assert outcome.winner == seat


def test_it_plays_with_every_optional_rule(roundup: Any) -> None:
    """A game with all optional rules is played at a table, checked, to its end."""
    options = roundup.settings(EVERY_RULE)
    staff = [policy(roundup, "staff")] * 2
    played = play_out(roundup, staff, 4, recorded=True, options=options)
    assert played.outcome is not None


def test_every_level_is_a_player(roundup: Any) -> None:
    """The table of players has the staff at every level, beside random and aggressive."""
    assert set(players_of(RoundupOffice)) == {"staff-novice", "staff"}
    for name in (*players_of(RoundupOffice), "aggressive", "random"):
        assert callable(policy(roundup, name))


def test_a_novice_judges_otherwise(roundup: Any) -> None:
    """A novice, who sees the same, plays another game."""
    assert keys_of(roundup, "staff-novice", 5) != keys_of(roundup, "staff", 5)
