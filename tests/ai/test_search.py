"""The searching staff: what it may know, that it keeps its time, what it does without weights."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.ai.search import judgement, office, rehearsal
from bocage.ai.search.falaise import FalaiseKnowledge
from bocage.ai.search.knowledge import Chapter, Knowledge
from bocage.ai.search.office import Candidate, SearchOffice
from bocage.ai.search.player import SearchPlayer
from bocage.ai.search.rehearsal import CommonDice, Here, Scene, Sight, Trial, rehearse
from bocage.ai.search.roundup import RoundupKnowledge, margin
from bocage.ai.staff import REGULAR, StaffPlayer
from bocage.ai.staff.levels import Level
from bocage.cli.terminal import thinking
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.play import Policy
from bocage.engine.playout import play_out, policy
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, player
from bocage.games.roundup.board.position import Position
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s14_victory import counted_levels
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from, possible
from tests.patience import PATIENCE, until

KNOWLEDGE: dict[str, Knowledge] = {"roundup": RoundupKnowledge(), "falaise": FalaiseKnowledge()}


class Ticking:
    """A clock that advances a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.now += 1.0
        return self.now


class Wound:
    """A clock that advances a second with every rehearsal."""

    def __init__(self) -> None:
        self.now = 0.0
        self.width = 1

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def foresee(self, sight: Sight, dice: int) -> Scene:
        """Return the same place, whatever the dice."""
        chapter = Chapter(dice, 1.0, "the chapter")
        return Scene(sight.knowledge, sight.state, sight.seat, chapter)

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return a random value, after a second for each."""
        self.now += len(trials)
        return [Random(hash(each)).random() for each in trials]


def searching(name: str, seconds: float, clock: Any) -> SearchPlayer:
    """Return a searching player with a clock of its own."""
    made = partial(SearchOffice, knowledge=KNOWLEDGE[name], seconds=seconds, clock=clock)
    return SearchPlayer(made)


@pytest.fixture(scope="module")
def roundup() -> Any:
    """Return the game with its players."""
    return load_game("roundup")


@pytest.fixture(scope="module")
def falaise() -> Any:
    """Return the game with its players."""
    return load_game("falaise")


Asked = tuple[Any, tuple[Action, ...]]
"""A position in which a seat is asked, with what it may do."""


def asked_in(game: Any, name: str, seat: int, most: int = 400, **options: str) -> list[Asked]:
    """Return the first positions of chapters in which a seat is asked, in a game of the staff."""
    found: dict[object, Asked] = {}

    def each(st: Any) -> None:
        if play.pending(st) == (seat,) and (now := KNOWLEDGE[name].chapter(st, seat)) is not None:
            legal = tuple(play.legal(st, seat))
            if len(legal) > 1:
                found.setdefault(now.key, (st.copy(), legal))

    settings = game.settings(options)
    play_out(game, [policy(game, "staff")] * 2, 3, options=settings, most=most, each=each)
    return list(found.values())


@pytest.fixture(scope="module")
def in_the_dark(roundup: Any) -> list[Asked]:
    """Beginnings of chapters while the strategy lies face down before the Allies (15.1)."""
    found = asked_in(roundup, "roundup", ALLIED, 200, **{"15.1": "on"})
    return [each for each in found if is_hidden_from(each[0], player(ALLIED))]


def test_states_equal_in_its_view_get_the_same_play(roundup: Any, in_the_dark: list[Asked]) -> None:
    """15.1: it plays the same and writes the same whatever strategy lies face down."""
    assert in_the_dark
    for st, legal in in_the_dark[:1]:
        view, found = roundup.view(st, player(ALLIED)), set[object]()
        for strategy in possible(st):
            twin = st.copy()
            twin.strategy = strategy
            assert roundup.view(twin, player(ALLIED)) == view
            staff = searching("roundup", 150.0, Ticking())
            found.add((staff(twin, legal, Random(1)), str(staff.accounts(ALLIED))))
        assert len(found) == 1
        assert "we compared plans" in str(found)


class Open(Here):
    """Notes the positions that rehearsals begin with."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def may(self) -> bool:
        """Return whether it has been given few."""
        return len(self.given) < 14

    def foresee(self, sight: Sight, dice: int) -> Scene | None:
        """Return what it would be."""
        self.given.append(sight.state)
        return super().foresee(sight, dice)

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return nothing worth knowing."""
        self.given.append(scene.state)
        return [0.0 for _ in trials]


def test_rehearsals_are_given_the_view_alone(in_the_dark: list[Asked]) -> None:
    """15.1: who rehearses gets no strategy that lies face down, and draws one at random."""
    st, legal = in_the_dark[0]
    st = st.copy()
    st.strategy = 3
    staff, seen = searching("roundup", 150.0, Ticking()), Open()
    staff.employ(seen)
    staff(st, legal, Random(1))
    assert seen.given
    assert {each.strategy for each in seen.given} == {0}
    drawn: set[int] = set()
    for seed in range(20):
        guessed = seen.given[0].copy()
        KNOWLEDGE["roundup"].guess(guessed, ALLIED, Random(seed))
        drawn.add(guessed.strategy)
    assert drawn == set(possible(st))


def test_on_the_opponents_time_it_knows_its_view_alone(in_the_dark: list[Asked]) -> None:
    """15.1: whatever strategy lies face down before its seat, it foresees and rehearses the same
    positions; until the strategy is revealed there, it is unknown or drawn at random."""
    st = in_the_dark[0][0]
    found: list[list[bytes]] = []
    for strategy in possible(st):
        twin = st.copy()
        twin.strategy = strategy
        staff, seen = searching("roundup", 150.0, lambda: 0.0), Open()
        staff.employ(seen)
        staff.ponder(twin, ALLIED, Random(1), seen.may)
        assert len(seen.given) == 14
        assert seen.given[0].strategy == 0
        found.append([each.key() for each in seen.given])
    assert len(found) > 1
    assert all(each == found[0] for each in found)


def test_on_the_opponents_time_it_uses_no_more_than_a_turn_may_take(roundup: Any) -> None:
    """However long the opponent thinks; and what it finds leaves fewer plans to compare."""
    st, legal = asked_in(roundup, "roundup", GERMAN, 200)[0]
    counts: list[int] = []
    for seconds in (0.0, 60.0):
        clock = Wound()
        own: Any = SearchOffice(
            GERMAN, REGULAR, knowledge=KNOWLEDGE["roundup"], seconds=seconds, clock=clock
        )
        own.rehearsers = clock
        for _ in range(2):
            own.ponder(st, Random(1), lambda: True)
        assert clock.now <= seconds + 1
        own._seconds, own._foreseen = 200.0, {"our phases": own._foreseen.get("the chapter", [])}
        own.decide(st, legal, Random(1))
        counts.append(str(own.notebook.accounts()).count(" ("))
        own.ponder(st, Random(1), lambda: False)
        assert not own._foreseen
    assert counts[1] < counts[0]


def test_a_plan_is_opened_once_for_all_its_rehearsals(
    roundup: Any, falaise: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a plan does before the first die is not worked out again, and one rehearsal leaves
    nothing behind for the next."""
    for game, name in ((roundup, "roundup"), (falaise, "falaise")):
        st, _ = asked_in(game, name, GERMAN, 300)[-1]
        chapter = KNOWLEDGE[name].chapter(st, GERMAN)
        assert chapter is not None
        scene = Scene(KNOWLEDGE[name], st, GERMAN, chapter)
        found = [rehearse(scene, Trial(0, 1, dice)) for dice in (1, 2)]
        with monkeypatch.context() as patch:
            patch.setattr(rehearsal, "_opened", None)  # calling it would fail
            assert [rehearse(scene, Trial(0, 1, dice)) for dice in (1, 2)] == found
        rehearsal.OPENINGS.clear()
        assert [rehearse(scene, Trial(0, 1, dice)) for dice in (2, 1)] == found[::-1]


class Question:
    """A question of chance with the name, and six outcomes, as a position."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stack = [self]

    def question(self, _: Any) -> str:
        """Return its name."""
        return self.name

    def outcomes(self, _: Any) -> list[int]:
        """Return six."""
        return [10, 20, 30, 40, 50, 60]

    def weights(self, _: Any) -> None:
        """Return None: all are equally likely."""


def test_plans_that_have_parted_meet_the_same_dice() -> None:
    """A question has the same answer in two rehearsals on a stream, whatever was asked before;
    asked again it is another roll."""
    for stream in range(5):
        one, other = CommonDice(stream), CommonDice(stream)
        other.roll(Question("2.assault.1719"))
        asked = [Question("2.assault.1820")] * 20
        rolls = [one.roll(each) for each in asked]
        assert rolls == [other.roll(each) for each in asked]
        assert len(set(rolls)) > 1
    assert len({CommonDice(stream).roll(Question("die")) for stream in range(40)}) == 6


def rehearsed(*worths: float) -> Candidate:
    """Return a plan after some rehearsals."""
    made = Candidate("a plan", 0, 0)
    made.worths.extend(worths)
    return made


@pytest.mark.parametrize(
    ("worths", "least", "better", "hopeless"),
    [
        ((0.22, 0.32, 0.42, 0.53), 0.0, True, False),
        ((0.22, 0.32, 0.42, 0.53), 0.03, False, True),  # better, but never by the margin
        ((0.32, 0.42, 0.52, 0.63), 0.03, True, False),
        ((0.50, 0.20, 0.60, 0.40), 0.03, False, False),  # the dice explain it so far
        ((0.50, 0.60), 0.0, False, False),  # too few rehearsals
        ((0.10, 0.20, 0.30, 0.30), 0.0, False, True),
    ],
)
def test_another_plan_is_taken_if_it_is_better_by_a_margin(
    worths: tuple[float, ...], least: float, better: bool, hopeless: bool
) -> None:
    """With the same dice, by the margin and by more than the dice explain; and it is dropped when
    it can hardly become so."""
    plan, plain = rehearsed(*worths), rehearsed(0.2, 0.3, 0.4, 0.5)
    assert plan.is_better(plain, least) == better
    assert plan.is_hopeless(plain, least) == hopeless


def test_its_account_is_hidden_from_other_seats(in_the_dark: list[Asked]) -> None:
    """15.1: as with the staff, the Germans' account is shut to the others."""
    st = in_the_dark[0][0]
    german, allied = (
        SearchOffice(seat, REGULAR, knowledge=KNOWLEDGE["roundup"], seconds=1)
        for seat in (GERMAN, ALLIED)
    )
    assert not german.is_open_to(st, player(ALLIED))
    assert german.is_open_to(st, player(GERMAN))
    assert allied.is_open_to(st, OBSERVER)


@pytest.mark.parametrize("name", list(KNOWLEDGE))
def test_the_same_seed_and_clock_give_the_same_play(
    name: str, request: pytest.FixtureRequest
) -> None:
    """Two games of the same seed are the same, decision by decision, where the clocks agree."""
    game = request.getfixturevalue(name)

    def keys() -> list[bytes]:
        found: list[bytes] = []
        players: list[Policy] = [searching(name, 12.0, Ticking()), policy(game, "aggressive")]
        play_out(game, players, 5, most=90, each=lambda st: found.append(st.key()))
        return found

    assert keys() == keys()


@pytest.mark.parametrize("name", list(KNOWLEDGE))
@pytest.mark.parametrize("seconds", [3.0, 90.0])
def test_a_turns_rehearsals_stay_within_its_time(
    name: str, seconds: float, request: pytest.FixtureRequest
) -> None:
    """However dear rehearsals are, those of a turn are not longer than the turn may take."""
    game = request.getfixturevalue(name)
    clock, spent = Wound(), dict[int, float]()
    staff = searching(name, seconds, clock)
    staff.employ(clock)

    def timed(st: Any, legal: Sequence[Action], rng: Random) -> Action:
        began = clock.now
        action = staff(st, legal, rng)
        spent[st.turn] = spent.get(st.turn, 0.0) + clock.now - began
        return action

    play_out(game, [policy(game, "aggressive"), timed], 2, most=500)
    assert len(spent) > 1
    assert max(spent.values()) <= seconds
    if seconds > 60:
        assert max(spent.values()) > 0.8 * seconds  # it uses what it has


def test_fewer_plans_are_weighed_where_rehearsals_are_dear(falaise: Any) -> None:
    """With little time the plain plan meets few others, each often enough; with none it is
    played."""
    st, legal = asked_in(falaise, "falaise", GERMAN, 300)[-1]
    share = KNOWLEDGE["falaise"].chapter(st, GERMAN).share  # type: ignore[union-attr]
    plans: list[int] = []
    for rehearsals in (3, 8, 60):
        clock = Wound()
        own: Any = SearchOffice(
            GERMAN, REGULAR, knowledge=KNOWLEDGE["falaise"], seconds=rehearsals / share, clock=clock
        )
        own.rehearsers, own._cost = clock, 1.0
        own.decide(st, legal, Random(1))
        plans.append(str(own.notebook.accounts()).count("("))
    assert plans[0] < plans[1] < plans[2]


def test_a_turns_account_has_its_wishes_once_and_every_march(falaise: Any) -> None:
    """Each chapter has an office of its own. The account of a turn keeps the wishes of the first,
    and says of each command where it was sent."""
    offices: list[SearchOffice] = []

    def seated(seat: int, level: Level) -> SearchOffice:
        offices.append(SearchOffice(seat, level, knowledge=KNOWLEDGE["falaise"], seconds=0.0))
        return offices[-1]

    play_out(falaise, [policy(falaise, "staff"), SearchPlayer(seated)], 3, most=500)
    first = offices[0].notebook.accounts()[0].text
    assert first.count("were beyond the Withdrawal Line") == 1
    assert first.count("We feared for") <= 1
    assert first.count(" was sent to ") > 3


def test_another_thread_can_hurry_a_search(roundup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search whose clock stands still never runs out of time; hurried, it plays at once."""
    monkeypatch.setattr(office, "MOST", 10**9)
    st, legal = asked_in(roundup, "roundup", GERMAN, 200)[0]
    staff, begun = searching("roundup", 5.0, lambda: 0.0), threading.Event()

    class Slow(Here):
        def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
            begun.set()
            return [Random(hash(each)).random() for each in trials]

    staff.employ(Slow())
    found: list[Action] = []
    thread = threading.Thread(target=lambda: found.append(staff(st, legal, Random(1))), daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    staff.hurry()
    thread.join(PATIENCE)
    assert found
    assert found[0] in legal


@pytest.mark.parametrize("name", list(KNOWLEDGE))
def test_without_a_network_positions_are_judged_by_hand(
    name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Without the file of a network positions are judged by hand, from -1 to 1."""
    game = request.getfixturevalue(name)
    module, asked = {"roundup": (name, "network"), "falaise": ("fates", "learnt_fates")}[name]
    assert judgement.learnt(module) is not None

    def nothing(*_: str) -> None:
        return None

    monkeypatch.setattr(f"bocage.ai.search.{name}.{asked}", nothing)
    st, legal = asked_in(game, name, GERMAN, 300)[-1]
    chapter = KNOWLEDGE[name].chapter(st, GERMAN)
    assert chapter is not None
    scene = Scene(KNOWLEDGE[name], st, GERMAN, chapter)
    worths = [
        rehearse(scene, Trial(temper, 1, 1))
        for temper in range(len(scene.knowledge.tempers(GERMAN)))
    ]
    assert all(-1 <= each <= 1 for each in worths)
    assert searching(name, 12.0, Ticking())(st, legal, Random(1)) in legal


def test_a_missing_network_is_none() -> None:
    """A game that nobody learnt has no network."""
    assert judgement.network("opcom") is None


def test_it_is_a_player_of_both_games(roundup: Any, falaise: Any) -> None:
    """Three levels by time sit down at either table; each is a staff, with an account."""
    for game in (roundup, falaise):
        for name in ("search-2", "search", "search-30"):
            found = play.sit_down(policy(game, name))
            assert isinstance(found, SearchPlayer)
            assert isinstance(found, StaffPlayer)
            assert found is not policy(game, name)


def test_it_does_not_look_ahead_in_short_scenarios_of_roundup(roundup: Any) -> None:
    """They have another victory, which it cannot judge: it plays like the staff."""
    short = next(each for each in roundup.scenarios if each in roundup.short)
    rules = roundup.at(short)
    seen: list[bool] = []

    def each(st: Any) -> None:
        seen.extend(KNOWLEDGE["roundup"].chapter(st, seat) is None for seat in (ALLIED, GERMAN))

    play_out(rules, [policy(rules, "staff")] * 2, 1, scenario=short, most=30, each=each)
    assert seen
    assert all(seen)


def test_short_scenarios_of_falaise_are_judged_by_hand(
    falaise: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The network knows the whole game alone."""

    def refuse() -> Any:
        raise AssertionError

    monkeypatch.setattr("bocage.ai.search.falaise.learnt_fates", refuse)
    short = next(each for each in falaise.scenarios if each in falaise.short)
    st = falaise.at(short).new(short, falaise.settings())
    assert -1 <= KNOWLEDGE["falaise"].worth(st) <= 1


def test_a_finished_game_is_worth_its_levels_with_the_bid(roundup: Any) -> None:
    """Reading 78: what was bid for a side counts for the other."""
    st: Position = roundup.new("standard", roundup.settings())
    st.stack = ()
    allied, german = counted_levels(st)
    before = KNOWLEDGE["roundup"].worth(st)
    assert before == margin(allied - german)
    bid = roundup.new("standard", roundup.settings({"allied-bid": "2"}))
    bid.stack = ()
    assert KNOWLEDGE["roundup"].worth(bid) < before


def test_at_the_terminal_it_thinks_while_somebody_types(
    roundup: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the line is typed; not through a pipe, and not on a busy machine."""
    table = Table.new(roundup)
    begun, found = threading.Event(), list[tuple[int, bool]]()

    def pondered(_: SearchPlayer, st: Any, seat: int, __: Random, may: Callable[[], bool]) -> None:
        assert st is not table.state
        found.append((seat, may()))
        begun.set()
        until(lambda: not may())
        found.append((seat, may()))

    monkeypatch.setattr(SearchPlayer, "ponder", pondered)
    players: dict[int, Policy] = {
        GERMAN: searching("roundup", 1.0, Ticking()),
        ALLIED: policy(roundup, "staff"),
    }
    for typed, quiet in ((False, True), (True, False), (True, True)):
        monkeypatch.setattr(thinking, "is_quiet", lambda _=0, quiet=quiet: quiet)
        monkeypatch.setattr("sys.stdin.isatty", lambda typed=typed: typed, raising=False)
        own = thinking.Pondering(table, players)
        with own.meanwhile():
            if typed and quiet:
                assert begun.wait(PATIENCE)
        own.stop()
    until(lambda: len(found) == 2)
    assert found == [(GERMAN, True), (GERMAN, False)]
