"""Nobody sees what they may not: twin worlds, and leaks planted to prove that the test bites."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bocage.engine import save_text
from bocage.engine.events import Event
from bocage.engine.frames import Sealed
from bocage.engine.game import Game
from bocage.engine.playout import table_for
from bocage.engine.rulings import Rule, Ruling, refuse
from bocage.engine.table import Table
from bocage.engine.viewers import UMPIRE, Viewer, player
from bocage.engine.words import Words
from tests.battery import twins
from tests.battery.subjects import POSITIONS, decisions, positions
from tests.battery.twins import answered_leaks, leaks, umpires, viewers
from tests.engine.toy import Toy, frames, happenings, moves
from tests.engine.toy.board import END
from tests.engine.toy.state import NOT_HIDDEN, Outpost

STEPS = 12


def test_twin_worlds_cannot_be_distinguished(game: Game[Any], seed: int) -> None:
    """A world that a viewer cannot tell from the true one stays so, whatever both then do."""
    rng = Random(seed)
    for table in positions(game, seed, POSITIONS // 2):
        for viewer in viewers(table):
            assert leaks(table, viewer, rng, STEPS) == []


def test_umpires_see_only_what_they_are_cleared_for(game: Game[Any], seed: int) -> None:
    """An umpire sees no difference between worlds that differ only where they aren't cleared."""
    rng = Random(seed)
    for table in positions(game, seed, POSITIONS // 2):
        for viewer in umpires(table):
            assert leaks(table, viewer, rng, 1) == []


def test_hidden_answers_leave_no_trace(game: Game[Any], seed: int) -> None:
    """From the first decision on, what others choose in secret tells a viewer nothing."""
    rng = Random(seed)
    table = table_for(game, seed)
    for viewer in viewers(table):
        assert leaks(table, viewer, rng, 4 * STEPS, determinise=False) == []


def test_nobody_learns_who_has_answered(game: Game[Any], seed: int) -> None:
    """While a sealed decision is open, its answers change nothing for those who gave none."""
    rng = Random(seed)
    table = table_for(game, seed)
    for _ in decisions(table, Random(seed)):
        assert answered_leaks(table, rng) == []


def test_the_order_of_sealed_answers_does_not_matter(game: Game[Any], seed: int) -> None:
    """The same sealed answers lead to the same state, in any order."""
    rng = Random(seed)
    table = table_for(game, seed)
    for _ in decisions(table, Random(seed)):
        top = table.state.stack[-1]
        if not isinstance(top, Sealed) or top.answers:
            continue
        answers = [(seat, rng.choice(list(table.legal(seat)))) for seat in top.asked]
        ends: list[bytes] = []
        for order in (answers, answers[::-1]):
            branch = table.branch()
            for seat, action in order:
                assert branch.act(seat, action)
            ends.append(branch.state.key())
        assert ends[0] == ends[1]


def test_views_are_plain_data_and_change_nothing(game: Game[Any], seed: int) -> None:
    """What a viewer is given goes into JSON as it is; an umpire's view is of the true world."""
    for table in positions(game, seed):
        key = table.state.key()
        for viewer in (*viewers(table), UMPIRE):
            view = game.view(table.state, viewer)
            assert json.loads(json.dumps(view)) == view
        same = game.determinise(table.state, UMPIRE, Random(seed))
        assert same.key() == key == table.state.key()


def _enemy_general(st: Outpost) -> int:
    """What a leak gives away: where Blue's general is."""
    return st.general[1] if st.general[1] != NOT_HIDDEN else 0


def _view(patch: pytest.MonkeyPatch) -> None:
    view = Toy.view

    def leaking(self: Toy, st: Outpost, viewer: Viewer) -> dict[str, Any]:
        return {**view(self, st, viewer), "size": _enemy_general(st)}

    patch.setattr(Toy, "view", leaking)


def _waiting(patch: pytest.MonkeyPatch) -> None:
    def leaking(self: moves.Movement, st: Outpost) -> Words:
        return Words("{seat:seat} is moving" + " " * _enemy_general(st), {"seat": self.seat})

    patch.setattr(moves.Movement, "waiting", leaking)


def _prompt(patch: pytest.MonkeyPatch) -> None:
    def leaking(self: moves.Movement, st: Outpost) -> Words:
        return Words(f"beware of {_enemy_general(st)}")

    patch.setattr(moves.Movement, "prompt", leaking)


def _legal(patch: pytest.MonkeyPatch) -> None:
    legal = moves.Movement.legal

    def leaking(self: moves.Movement, st: Outpost) -> list[int]:
        found = legal(self, st)
        return sorted(found, key=lambda a: (a * (_enemy_general(st) + 7)) % 101)

    patch.setattr(moves.Movement, "legal", leaking)


def _refusals(patch: pytest.MonkeyPatch) -> None:
    check = moves.Movement.check

    def leaking(self: moves.Movement, st: Outpost, action: int) -> Ruling:
        found = check(self, st, action)
        return found or refuse(Rule("3.1"), "{u:unit} forbids it", u=_enemy_general(st))

    patch.setattr(moves.Movement, "check", leaking)


def _events(patch: pytest.MonkeyPatch) -> None:
    apply = moves.Movement.apply

    def leaking(self: moves.Movement, st: Outpost, action: int) -> None:
        if st.events is not None:
            st.events.append(happenings.Stepped(Rule("3.1"), _enemy_general(st), 0))
        apply(self, st, action)

    patch.setattr(moves.Movement, "apply", leaking)


def _log(patch: pytest.MonkeyPatch) -> None:
    def everybody(self: frames.Hiding, st: Outpost, seat: int) -> tuple[int, ...]:
        return (0, 1)

    patch.setattr(frames.Hiding, "known_to", everybody)

    # The walk must still take the worlds apart where the game says that nobody looks.
    def hidden(table: Table[Any], viewer: Viewer, seat: int) -> bool:
        return isinstance(table.state.stack[-1], frames.Hiding) and seat not in viewer.seats

    patch.setattr(twins, "is_hidden", hidden)


def _undo(patch: pytest.MonkeyPatch) -> None:
    apply = moves.Movement.apply

    class Secret(happenings.Shown):
        def for_viewer(self, viewer: Viewer) -> Event | None:
            return None

    def leaking(self: moves.Movement, st: Outpost, action: int) -> None:
        if st.events is not None and _enemy_general(st) == 4 and action != END():
            st.events.append(Secret(Rule("4.3"), 0, ""))
        apply(self, st, action)

    patch.setattr(moves.Movement, "apply", leaking)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "view": _view,
    "waiting": _waiting,
    "prompt": _prompt,
    "legal": _legal,
    "refusals": _refusals,
    "events": _events,
    "log": _log,
    "undo": _undo,
}


@pytest.mark.parametrize("way", LEAKS)
def test_a_planted_leak_is_caught(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red learns Blue's general in one way only, and the check names that way."""
    LEAKS[way](monkeypatch)
    rng = Random(1)
    found: list[str] = []
    for seed in range(4):
        table = table_for(Toy(), seed)
        found += leaks(table, player(0), rng, 60, determinise=False)
        for table in positions(Toy(), seed):
            found += leaks(table, player(0), rng, STEPS)
    assert found
    ways = {each.split(", ")[1].partition(":")[0] for each in found}
    # Whoever is not asked is refused in the words of what is waited for.
    assert ways - {"refusals"} == {way} - {"refusals"}
    assert way in ways


def test_a_planted_tell_of_who_has_answered_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A waiting text that counts the answers, or a log that shows their lines, is found out."""
    table = table_for(Toy(), 1)
    assert answered_leaks(table, Random(1)) == []

    def no_lines(_: Table[Any]) -> int:
        return 0

    def counting(self: frames.Hiding, st: Outpost) -> Words:
        return Words(f"{len(self.waiting_for())} generals are still to be hidden")

    with monkeypatch.context() as patch:
        patch.setattr(frames.Hiding, "waiting", counting)
        assert {each.partition(":")[0] for each in answered_leaks(table, Random(1))} == {"waiting"}
    with monkeypatch.context() as patch:
        patch.setattr(save_text, "open_lines", no_lines)
        assert {each.partition(":")[0] for each in answered_leaks(table, Random(1))} == {"log"}
    assert answered_leaks(table, Random(1)) == []
