from __future__ import annotations

import json
from array import array
from dataclasses import dataclass, replace
from random import Random

import pytest

from bocage.engine import play
from bocage.engine.frames import (
    CHANCE,
    Ask,
    Frame,
    Step,
    dump_frame,
    frame,
    load_frame,
)
from bocage.engine.records import frozen, record
from bocage.engine.state import Remembered, State, state
from bocage.games.roundup.s05_sequence import GameTurn
from tests.engine.toy import Toy
from tests.engine.toy.board import BID, GRAMMAR, HIDE
from tests.engine.toy.frames import Bidding, Hiding, Sky, Turn
from tests.engine.toy.moves import Attack, Movement, Reaction
from tests.engine.toy.state import Outpost


@state
class Small(State):
    """Two buffers, two values, something remembered."""

    a: array[int]
    b: bytearray
    name: str
    pair: tuple[int, ...]
    fact: Remembered[int]

    @classmethod
    def of(cls, a: list[int], b: list[int], name: str = "", fact: int = 0) -> Small:
        """Made of these."""
        st = cls()
        st.a, st.b, st.name, st.pair, st.fact = array("h", a), bytearray(b), name, (1, 2), fact
        st.stack, st.events = (), None
        return st


def test_fields_are_sorted_by_what_they_are() -> None:
    """Buffers are copied, values shared, remembered facts left out of comparison."""
    assert Small.BUFFERS == ("a", "b")
    assert Small.VALUES == ("name", "pair")
    assert Small.REMEMBERED == ("fact",)


def test_a_misspelt_field_is_an_error() -> None:
    """States have slots: nothing can be put where nobody looks."""
    with pytest.raises(AttributeError):
        Small.of([], []).nmae = ""  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def test_copies_share_no_buffer() -> None:
    """A change of a copy's buffers, values or stack is not one of the original."""
    one = Small.of([1, 2], [3])
    one.events = []
    two = one.copy()
    assert two == one
    assert two.events is None
    two.a[0], two.b[0], two.name = 9, 9, "x"
    two.push(Turn())
    assert (one.a[0], one.b[0], one.name, one.stack) == (1, 3, "", ())
    assert two != one
    assert one != "a state"


def test_the_key_tells_buffers_values_and_frames_apart() -> None:
    """Whatever differs, the key differs; what is remembered does not count."""
    states = [
        Small.of([1, 2], [3]),
        Small.of([1, 3], [3]),
        Small.of([1], [2, 0, 3]),
        Small.of([1, 2], [3], "x"),
    ]
    for top in (Movement(0), Movement(1), Reaction(0, 1), Hiding((0, 1))):
        st = Small.of([1, 2], [3])
        st.push(top)
        states.append(st)
    assert len({st.key() for st in states}) == len(states)
    assert Small.of([1], [2], fact=5).key() == Small.of([1], [2], fact=6).key()
    assert Small.of([1], [2], fact=5) == Small.of([1], [2], fact=6)


def test_the_key_is_the_same_today_and_tomorrow() -> None:
    """A key does not depend on the process: this one was noted down."""
    assert Toy().new("border", {"tie": "die"}).key().hex() == KEY


KEY = "75149d45e22f975b75601558b1157858"


def test_a_dump_is_plain_and_loads_to_the_same() -> None:
    """Through JSON and back, with frames in the middle of a fight on the stack."""
    toy = Toy()
    st = toy.midgame(Random(4))
    st.push(Hiding((0, 1), ((1, HIDE(4)),)))
    st.push(Attack(1, 7))
    text = json.dumps(st.dump())
    loaded = toy.new("border", toy.settings()).load(json.loads(text))
    assert loaded == st
    assert loaded.stack == st.stack
    assert json.dumps(loaded.dump()) == text
    assert isinstance(loaded.loc, array)


def test_bytes_and_nested_tuples_survive_a_dump() -> None:
    """Values of every allowed kind come back as they were."""

    st = Small.of([1], [2])
    st.pair = (1, (2, 3), b"\0\xff")  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    loaded = Small.of([], []).load(json.loads(json.dumps(st.dump())))
    assert loaded.pair == st.pair
    assert loaded.key() == st.key()


def test_frames_are_compared_by_kind_and_fields() -> None:
    """Frames with the same fields but of another kind are not equal, nor are their hashes."""
    assert Movement(1) == Movement(1)
    assert Movement(1) != Movement(0)
    hiding: Frame = Hiding((0, 1))
    assert hiding != Bidding((0, 1))
    assert hash(Movement(1)) == hash(Movement(1))


def test_a_frame_is_known_by_name() -> None:
    """A stored frame is its name and its fields; one that nobody knows is an error."""
    top = Reaction(1, 4)
    assert load_frame(json.loads(json.dumps(dump_frame(top)))) == top
    with pytest.raises(KeyError):
        load_frame(["no.such.Frame"])
    assert dump_frame(GameTurn(3)) == ["roundup.GameTurn", 3]
    assert load_frame(["roundup.some_module.GameTurn", 3]) == GameTurn(3)


def test_two_frames_of_a_game_have_two_names() -> None:
    """A frame is stored by the name of its class, so a game may not use one twice."""
    namespace = {"__module__": "bocage.games.roundup.elsewhere"}
    with pytest.raises(TypeError, match=r"two frames are called roundup\.GameTurn"):
        frame(type("GameTurn", (Frame,), namespace))


def test_a_second_answer_replaces_the_first() -> None:
    """Answers under seal are kept in the order of the seats, one a seat."""
    top = Bidding((0, 1)).with_answer(1, BID(2)).with_answer(0, BID(0)).with_answer(1, BID(1))
    assert top.answers == ((0, BID(0)), (1, BID(1)))
    assert Bidding((0, 1)).with_answer(1, BID(2)).waiting_for() == (0,)


@frame
class Idle(Step):
    """A step that forgets to move on."""

    def run(self, st: Outpost) -> None:
        """Nothing."""


@frame
class Circle(Step):
    """A step that goes round and round."""

    count: int

    def run(self, st: Outpost) -> None:
        """The next of ever so many."""
        st.swap(Circle(self.count + 1))


@pytest.mark.parametrize("step", [Idle(), Circle(0)])
def test_a_step_that_changes_nothing_is_reported(step: Step) -> None:
    """The engine raises an error instead of running forever."""
    st = Toy().new("border", {"tie": "die"})
    st.push(step)
    with pytest.raises(play.StuckError, match=type(step).__name__):
        play.settle(st)


def test_a_decision_names_what_the_game_waits_for() -> None:
    """A decision has its seats, kind, rule and prompts; there is none when the game is over."""
    toy = Toy()
    st = toy.midgame(Random(1))
    st.swap(Movement(0))
    found = play.decision(st)
    assert found is not None
    assert (found.seats, found.kind, found.rule) == ((0,), "Movement", "3.1")
    assert set(found.prompts) == {0}
    assert play.pending(st) == (0,)
    st.push(Sky())
    found = play.decision(st)
    assert found is not None
    assert (found.seats, found.prompts) == ((CHANCE,), {})
    assert play.pending(st) == ()
    assert play.legal(st, 0) == ()
    st.finish(0)
    assert play.decision(st) is None
    assert play.top_of(st) is None
    assert not play.is_asked(st, 0)
    assert play.check(st, GRAMMAR, 0, HIDE(0)).say(toy.nouns, toy.book) == (
        "the game is over (table: sequence of play)"
    )


def test_a_seat_out_of_turn_learns_what_the_game_waits_for() -> None:
    """A seat out of turn is refused by the rule that asks, in the words of what it waits for."""
    toy = Toy()
    st = toy.midgame(Random(1))
    st.swap(Movement(0))
    refused = play.check(st, GRAMMAR, 1, HIDE(4))
    assert refused.say(toy.nouns, toy.book) == (
        "it is not your decision: Red is moving (Outpost 3.1)"
    )
    assert play.check(st, GRAMMAR, 0, 1 << 60).say(toy.nouns, toy.book) == (
        "0x1000000000000000 is not an action of this game (table: notation)"
    )


def test_simulated_chance_follows_the_weights() -> None:
    """Rolling with a caller's own stream gives mud one time in four, as the rule says."""
    st = Toy().midgame(Random(1))
    st.push(Sky())
    rng = Random(5)
    mud = sum(play.roll(st, rng) & 0x10000 > 0 for _ in range(4000))
    assert 900 < mud < 1100


def test_an_ask_without_rules_is_not_a_decision() -> None:
    """A frame must say what is legal, what is not, and what it asks."""
    bare = Ask()
    for question in (bare.legal, bare.prompt, bare.waiting):
        with pytest.raises(NotImplementedError):
            question(None)


@record
@dataclass(frozen=True, slots=True)
class Wagon:
    """A record as a game declares it."""

    name: str
    load: tuple[int, ...] = ()
    drawn_by: tuple[tuple[int, str], ...] = ()


@record
@dataclass(frozen=True, slots=True)
class Cart:
    """Another of the same fields."""

    name: str
    load: tuple[int, ...] = ()
    drawn_by: tuple[tuple[int, str], ...] = ()


@state
class Yard(State):
    """A state that holds records, alone and in a tuple."""

    first: Wagon
    train: tuple[Wagon | Cart, ...]

    @classmethod
    def of(cls, *train: Wagon | Cart) -> Yard:
        """Made of these."""
        st = cls()
        st.first, st.train, st.stack, st.events = Wagon("engine", (1,)), train, (), None
        return st


@frame
class Coupling(Step):
    """A frame that holds a record."""

    wagon: Wagon

    def run(self, st: Yard) -> None:
        """Nothing."""


def test_a_state_shares_its_records_with_its_copies() -> None:
    """Copying a state copies no record, and a record cannot be changed."""
    one = Yard.of(Wagon("coal"))
    two = one.copy()
    assert two.train is one.train
    assert two.first is one.first
    with pytest.raises(AttributeError):
        two.first.name = "another"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    two.train = (replace(two.train[0], load=(3,)),)
    assert one.train == (Wagon("coal"),)
    assert two != one
    assert hash(two.train) != hash(one.train)


def test_records_of_two_kinds_are_never_alike() -> None:
    """Equal fields do not make a cart a wagon, nor do their states have one key."""
    wagon, cart = Yard.of(Wagon("coal", (1,))), Yard.of(Cart("coal", (1,)))
    assert wagon != cart
    assert wagon.key() != cart.key()
    assert wagon.key() == Yard.of(Wagon("coal", (1,))).key()


def test_records_survive_a_dump() -> None:
    """Through JSON and back, in fields, in tuples and in frames."""
    st = Yard.of(Wagon("coal", (1, 2), ((3, "mule"),)), Cart("hay"))
    st.push(Coupling(Wagon("mail", (7,))))
    loaded = Yard.of().load(json.loads(json.dumps(st.dump())))
    assert loaded == st
    assert loaded.key() == st.key()
    assert isinstance(loaded.train[1], Cart)


WAGON = "tests.engine.test_states.Wagon"


@pytest.mark.parametrize(
    "text",
    [
        '{"no.such.Record": []}',
        f'{{"{WAGON}": ["coal", [], []], "bytes": ""}}',
        f'{{"{WAGON}": ["coal"]}}',
        f'{{"{WAGON}": [4, [], []]}}',
        f'{{"{WAGON}": ["coal", ["x"], []]}}',
        f'{{"{WAGON}": ["coal", [true], []]}}',
        f'{{"{WAGON}": ["coal", [], [[1, "a", "b"]]]}}',
        f'{{"{WAGON}": "coal"}}',
        '{"bytes": "xyz"}',
    ],
)
def test_data_that_is_not_a_record_is_refused(text: str) -> None:
    """An unknown name, or values that the fields cannot hold."""
    with pytest.raises(ValueError, match=r"record|Wagon|hex"):
        frozen(json.loads(text))


def test_a_record_is_a_frozen_dataclass_with_a_name_of_its_own() -> None:
    """Whatever could be changed, or is declared twice in a game, is not a record."""
    with pytest.raises(TypeError, match="frozen"):
        record(dataclass(type("Loose", (), {"__annotations__": {"x": int}})))
    make = dataclass(frozen=True)
    one, two = (type("Wagon", (), {"__module__": f"bocage.games.a.{name}"}) for name in "xy")
    record(make(one))
    with pytest.raises(TypeError, match=r"two records a\.Wagon"):
        record(make(two))


def test_an_action_with_a_long_text_has_a_key_and_survives_a_dump() -> None:
    """Python writes no number of more than 4300 digits; a text of 2,000 letters makes one."""
    toy = Toy()
    st, other = (toy.new("border", toy.settings()) for _ in range(2))
    for each, letter in ((st, "a"), (other, "b")):
        answer = int.from_bytes((letter * 2000).encode())
        each.push(Hiding((0, 1), ((0, answer),)))
    assert st.key() != other.key()
    assert "Hiding" in repr(st)
    again = toy.new("border", toy.settings()).load(json.loads(json.dumps(st.dump())), st.key())
    assert again == st
    with pytest.raises(ValueError, match="record"):
        frozen({"hex": "ff"}, "toy")
