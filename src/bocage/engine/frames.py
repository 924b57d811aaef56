"""Frames: the sequence of play as a stack of small values.

There are three kinds: a `Step` asks nobody and advances the game; an `Ask` waits for a seat; a
`Chance` waits for a die. A field of the frame holds what remains to be done, so you can copy, store
and resume any moment, even in mid-battle. A frame is never changed: it is swapped for another. A
game's frames declare their type of state; here it is `Any`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast, dataclass_transform

from bocage.engine.records import frozen, plain, stored_name, values
from bocage.engine.rulings import Caution, Rule, Ruling
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action

F = TypeVar("F", bound="Frame")

CHANCE: Final = -1
"""The seat of the dice."""

NOBODY: Final = -2
"""The seat of a step."""

_FRAMES: Final[dict[str, type[Frame]]] = {}


class Frame:
    """One level of the sequence of play."""

    __slots__ = ()

    rule: ClassVar[Rule] = Rule("")
    """The rule that asks, or that this step carries out."""
    hidden: ClassVar[bool] = False
    """Whether only some viewers may read its lines in the log; `known_to` says who."""

    battle: ClassVar[bool] = False
    """Whether it is a battle under way, at its `hex`; decisions above it in the stack are part of
    it.
    """

    silent: ClassVar[bool] = False
    """Whether the others must not even learn that there was a line, for an umpire's decisions and
    dice, whose number would be a clue. A silent frame is hidden, and its `waiting` is always the
    same.
    """

    def known_to(self, st: Any, seat: int) -> tuple[int, ...]:  # noqa: ARG002 - others use it
        """Return the seats that may read the line in the log, once `seat` (or chance) has answered.

        It is called for hidden frames only. The others read the line when the game is over.
        """
        return (seat,)

    def default(self, st: Any, seat: int) -> Action | None:  # noqa: ARG002 - others use it
        """Return the answer given for a seat whose time is up; None to keep waiting for it."""
        return None


class Step(Frame):
    """A frame that asks nobody. `run` advances the game: it must pop, swap or push."""

    __slots__ = ()

    def run(self, st: Any) -> None:
        """Do what comes next."""
        raise NotImplementedError


class Ask(Frame):
    """A frame that waits for one seat.

    `check` and `legal` do not call each other: `check` walks the rules and says which one forbids
    the action; `legal` lists the legal actions in an order that is part of the contract (seeds and
    training depend on it). A test proves that they agree. `apply` does not check.
    """

    __slots__ = ()

    seat: int

    takes: ClassVar[frozenset[int]] = frozenset()
    """The numbers of the verbs that can answer it. Any other verb is refused before `check`, with
    the prompt. If empty, `check` looks at the verb itself.
    """

    def legal(self, st: Any) -> Sequence[Action]:
        """Return the seat's legal actions: never empty, always in the same order."""
        raise NotImplementedError

    def check(self, st: Any, action: Action) -> Ruling:
        """Return whether the seat may do this, and which rules forbid it. Takes any integer."""
        raise NotImplementedError

    def apply(self, st: Any, action: Action) -> None:
        """Carry out an action, which must be one of `legal`."""
        raise NotImplementedError

    def prompt(self, st: Any) -> Words:
        """Return one imperative sentence for the seat that is asked."""
        raise NotImplementedError

    def waiting(self, st: Any) -> Words:
        """Return what the others see while they wait; it may reveal no secret."""
        raise NotImplementedError

    def cautions(self, st: Any) -> tuple[Caution, ...]:  # noqa: ARG002 - others use it
        """Return what the seat would lose by ending this decision now: stacks too high."""
        return ()


class Chance(Frame):
    """A frame that waits for a die, a cup or a chit.

    The outcome is a function of the seed and of the question's name, never of a running count, so
    the same question has the same answer after an undo. Names are coarse: changing a detail of an
    attack must not give a second roll.
    """

    __slots__ = ()

    def question(self, st: Any) -> str:
        """Return the name of the question: turn, phase, what is rolled, against what."""
        raise NotImplementedError

    def outcomes(self, st: Any) -> Sequence[Action]:
        """Return the possible outcomes, always in the same order."""
        raise NotImplementedError

    def weights(self, st: Any) -> Sequence[int] | None:  # noqa: ARG002 - others use it
        """Return the relative weight of each outcome; None if all are equal."""
        return None

    def apply(self, st: Any, action: Action) -> None:
        """Carry out an outcome, which must be one of `outcomes`."""
        raise NotImplementedError

    def waiting(self, st: Any) -> Words:
        """Return what is being decided, in a few words."""
        raise NotImplementedError


class Sealed(Frame):
    """A frame that waits for several seats at once, each answering in secret.

    Answers are kept one by one and applied together, in the order of the seats, once all are in.
    Only Control learns who has answered. `asked` and `answers` are fields of every sealed frame. If
    it has a `closer`, that seat applies the answers; until then every answer can be replaced.
    """

    __slots__ = ()

    hidden = True

    asked: tuple[int, ...]
    """The seats that answer."""
    answers: tuple[tuple[int, Action], ...]
    """Each seat that has answered with its answer, in the order of the seats."""
    closer: int = NOBODY
    """The seat that closes the decision once all have answered; with `NOBODY`, the last answer
    closes it.
    """

    takes: ClassVar[frozenset[int]] = frozenset()
    """The numbers of the verbs that can answer it; see `Ask.takes`."""

    def legal_for(self, st: Any, seat: int) -> Sequence[Action]:
        """Return the legal answers of that seat."""
        raise NotImplementedError

    def check_for(self, st: Any, seat: int, action: Action) -> Ruling:
        """Return whether that seat may give this answer."""
        raise NotImplementedError

    def with_answer(self: F, seat: int, action: Action) -> F:
        """Return the frame with one more answer; a seat's later answer replaces its earlier one."""
        this = cast("Any", self)
        kept = [each for each in this.answers if each[0] != seat]
        values = {f.name: getattr(this, f.name) for f in fields(this)}
        return cast("F", type(this)(**values | {"answers": tuple(sorted([*kept, (seat, action)]))}))

    def missing(self) -> tuple[int, ...]:
        """Return the seats that have not answered yet."""
        done = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.asked if seat not in done)

    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats that have not answered yet; after them, the seat that closes."""
        out = self.missing()
        return out if out or self.closer == NOBODY else (self.closer,)

    def hears(self, seat: int) -> bool:
        """Return whether that seat may act here: one that is asked, or the one that closes."""
        return seat in self.asked or (seat == self.closer and seat != NOBODY)

    def close(self, st: Any, action: Action) -> None:
        """Carry out the action of the closing seat."""
        raise NotImplementedError

    def take(self, st: Any) -> None:
        """Apply all answers together, once they are in."""
        raise NotImplementedError

    def prompt_for(self, st: Any, seat: int) -> Words:
        """Return one imperative sentence for that seat."""
        raise NotImplementedError

    def waiting(self, st: Any) -> Words:
        """Return what the others see while they wait."""
        raise NotImplementedError


@dataclass_transform(frozen_default=True)
def frame(cls: type[F]) -> type[F]:
    """Declare a frame: a slotted dataclass, registered by name so that it can be stored.

    It is not frozen at run time, because making a frozen object takes three times as long. The
    battery replays games and compares every frame's hash before and after.
    """
    made = dataclass(slots=True, unsafe_hash=True, repr=True)(cls)
    name = stored_name(made)
    known = _FRAMES.get(name)
    if known is not None and known.__module__ != made.__module__:
        raise TypeError(
            f"two frames are called {name}: in {known.__module__} and {made.__module__}"
        )
    _FRAMES[name] = made
    return made


def dump_frame(top: Frame) -> list[Any]:
    """Return a frame as plain data: its name and its fields."""
    return [stored_name(type(top)), *(plain(each) for each in values(top))]


def load_frame(data: list[Any]) -> Frame:
    """Return the frame that `dump_frame` wrote.

    Raises:
        KeyError: this program has no such frame.
    """
    name, *given = data
    kind = frame_class(name)
    if kind is None:
        raise KeyError(name)
    return cast("Frame", kind(*(frozen(each) for each in given)))


def frame_class(name: str) -> type[Any] | None:
    """Return the frame class of a stored name, or None if this program has none.

    It also knows names from earlier versions, which include a module (`roundup.combat.Muster`).
    """
    return _FRAMES.get(name) or _FRAMES.get(f"{name.partition('.')[0]}.{name.rpartition('.')[2]}")


def frame_names() -> tuple[str, ...]:
    """Return the stored names of all frames that are loaded."""
    return tuple(_FRAMES)
