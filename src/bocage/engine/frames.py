"""Frames: the sequence of play as a stack of small values.

Three kinds: a `Step` asks nobody and moves the game on; an `Ask` waits for a seat; a
`Chance` waits for a die. What remains to be done is a field of the frame, so any moment,
the middle of a battle included, can be copied, stored and resumed. A frame is never
changed: it is swapped for another. A game's frames say which state they take; here it is
`Any`.
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
    """The rule that asks, or whose step this is."""
    hidden: ClassVar[bool] = False
    """Whether its lines in the log are for some eyes only; `known_to` says whose."""

    battle: ClassVar[bool] = False
    """Whether it is a battle under way, at its `hex`: what is asked over it is part of it."""

    silent: ClassVar[bool] = False
    """Whether the others may not even learn that there was a line: an umpire's decisions and
    dice, whose number would tell. A silent frame is hidden, and its `waiting` is always alike."""

    def known_to(self, st: Any, seat: int) -> tuple[int, ...]:  # noqa: ARG002 - others use it
        """The seats that may read the line in the log, when `seat` has answered (or chance).

        Asked only of hidden frames. The others read it when the game is over.
        """
        return (seat,)

    def default(self, st: Any, seat: int) -> Action | None:  # noqa: ARG002 - others use it
        """What is answered for a seat when its time is up; None where it is waited for."""
        return None


class Step(Frame):
    """Asks nobody. `run` moves the game on: it must pop, swap or push."""

    __slots__ = ()

    def run(self, st: Any) -> None:
        """Do what comes next."""
        raise NotImplementedError


class Ask(Frame):
    """Waits for one seat.

    `check` and `legal` do not call each other: `check` walks the rules and says which one
    forbids, `legal` lists what may be done, in an order that is part of the contract
    (seeds and training depend on it). A test proves that they agree. `apply` trusts.
    """

    __slots__ = ()

    seat: int

    takes: ClassVar[frozenset[int]] = frozenset()
    """Numbers of the verbs it can be answered with. Any other is refused before `check`, with
    the prompt; none given means that `check` looks at the verb itself."""

    def legal(self, st: Any) -> Sequence[Action]:
        """What the seat may do, never empty, always in the same order."""
        raise NotImplementedError

    def check(self, st: Any, action: Action) -> Ruling:
        """Whether the seat may do this, and which rules forbid it. Takes any integer."""
        raise NotImplementedError

    def apply(self, st: Any, action: Action) -> None:
        """Do it. The action is one of `legal`."""
        raise NotImplementedError

    def prompt(self, st: Any) -> Words:
        """One imperative sentence for the seat that is asked."""
        raise NotImplementedError

    def waiting(self, st: Any) -> Words:
        """What the others are told that they wait for; it may tell no secret."""
        raise NotImplementedError

    def cautions(self, st: Any) -> tuple[Caution, ...]:  # noqa: ARG002 - others use it
        """What the seat will lose by ending this decision as things stand: stacks too high."""
        return ()


class Chance(Frame):
    """Waits for a die, a cup or a chit.

    The outcome is a function of the seed and of the question's name, never of a running
    count; so the same question has the same answer after an undo. The name is coarse:
    changing a detail of an attack must not be a free second roll.
    """

    __slots__ = ()

    def question(self, st: Any) -> str:
        """The name of the question: turn, phase, what is rolled, against what."""
        raise NotImplementedError

    def outcomes(self, st: Any) -> Sequence[Action]:
        """What may come of it, always in the same order."""
        raise NotImplementedError

    def weights(self, st: Any) -> Sequence[int] | None:  # noqa: ARG002 - others use it
        """How likely each outcome is against the others; None when all are alike."""
        return None

    def apply(self, st: Any, action: Action) -> None:
        """Take the outcome. It is one of `outcomes`."""
        raise NotImplementedError

    def waiting(self, st: Any) -> Words:
        """What is being decided, in a few words."""
        raise NotImplementedError


class Sealed(Frame):
    """Waits for several seats at once, each answering in secret.

    Answers are kept one by one and taken together, in the order of the seats, once all
    are in; nobody but Control learns who has answered. `asked` and `answers` are fields
    of every sealed frame. If it has a `closer`, that seat takes them, and until then every
    answer can be replaced.
    """

    __slots__ = ()

    hidden = True

    asked: tuple[int, ...]
    """The seats that answer."""
    answers: tuple[tuple[int, Action], ...]
    """Who has answered what, in the order of the seats."""
    closer: int = NOBODY
    """The seat that closes the decision once all have answered; if nobody does, the last answer
    closes it."""

    takes: ClassVar[frozenset[int]] = frozenset()
    """Numbers of the verbs it can be answered with; see `Ask.takes`."""

    def legal_for(self, st: Any, seat: int) -> Sequence[Action]:
        """What that seat may answer."""
        raise NotImplementedError

    def check_for(self, st: Any, seat: int, action: Action) -> Ruling:
        """Whether that seat may answer so."""
        raise NotImplementedError

    def with_answer(self: F, seat: int, action: Action) -> F:
        """This frame with one more answer; a later answer of a seat replaces its earlier one."""
        this = cast("Any", self)
        kept = [each for each in this.answers if each[0] != seat]
        values = {f.name: getattr(this, f.name) for f in fields(this)}
        return cast("F", type(this)(**values | {"answers": tuple(sorted([*kept, (seat, action)]))}))

    def missing(self) -> tuple[int, ...]:
        """Return the seats that have not answered yet."""
        done = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.asked if seat not in done)

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have not answered yet; after them, the one that closes."""
        out = self.missing()
        return out if out or self.closer == NOBODY else (self.closer,)

    def hears(self, seat: int) -> bool:
        """Return whether that seat may act here: one that is asked, or the one that closes."""
        return seat in self.asked or (seat == self.closer and seat != NOBODY)

    def close(self, st: Any, action: Action) -> None:
        """Let the closing seat act."""
        raise NotImplementedError

    def take(self, st: Any) -> None:
        """All answers are in: apply them together."""
        raise NotImplementedError

    def prompt_for(self, st: Any, seat: int) -> Words:
        """One imperative sentence for that seat."""
        raise NotImplementedError

    def waiting(self, st: Any) -> Words:
        """What the others are told that they wait for."""
        raise NotImplementedError


@dataclass_transform(frozen_default=True)
def frame(cls: type[F]) -> type[F]:
    """Declare a frame: a slotted dataclass, known by name so that it can be stored.

    Not frozen at run time, because making a frozen one takes three times as long; the
    generic battery replays games with every frame's hash taken before and after.
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


def seat_of(top: Frame) -> int:
    """The seat a frame waits for: a seat, `CHANCE`, or `NOBODY` (steps and sealed frames)."""
    if isinstance(top, Ask):
        return top.seat
    return CHANCE if isinstance(top, Chance) else NOBODY


def dump_frame(top: Frame) -> list[Any]:
    """A frame as plain data: its name and its fields."""
    return [stored_name(type(top)), *(plain(each) for each in values(top))]


def load_frame(data: list[Any]) -> Frame:
    """The frame that `dump_frame` wrote.

    Raises:
        KeyError: this program has no such frame.
    """
    name, *given = data
    kind = frame_class(name)
    if kind is None:
        raise KeyError(name)
    return cast("Frame", kind(*(frozen(each) for each in given)))


def frame_class(name: str) -> type[Any] | None:
    """The frame of that stored name, or None if this program has none such.

    Names of earlier versions, which also name a module (`roundup.combat.Muster`), are known.
    """
    return _FRAMES.get(name) or _FRAMES.get(f"{name.partition('.')[0]}.{name.rpartition('.')[2]}")


def frame_names() -> tuple[str, ...]:
    """The stored names of all frames that are loaded."""
    return tuple(_FRAMES)
