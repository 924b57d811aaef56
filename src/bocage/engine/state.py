"""The state of a game: named flat buffers, small immutable values, and a stack of frames.

A game declares its state as an annotated class with the decorator `state`, which generates copying,
comparing, the key and the dump. There are three kinds of field:

- `array` and `bytearray`: buffers, copied by slices;
- `int`, `str`, `bytes`, `tuple`, records (`bocage.engine.records`): immutable values, shared by
  copies;
- `Remembered[...]`: derived facts. They are shared by copies, so they must never be
  changed in place, and they are not part of equality, key or dump.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import blake2b
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeVar,
    cast,
    get_origin,
    get_type_hints,
)

from bocage.engine.frames import Ask, Frame, dump_frame, load_frame
from bocage.engine.records import frozen, plain
from bocage.engine.rulings import OK, Ruling

if TYPE_CHECKING:
    from bocage.engine.actions import Action

T = TypeVar("T")
S = TypeVar("S", bound="State")

Remembered = Annotated[T, "remembered"]
"""A derived fact, kept until a version number says that it is stale."""


class State:
    """The base of every game's state: the stack of frames and, if anybody listens, events."""

    __slots__ = ("events", "stack")

    BUFFERS: ClassVar[tuple[str, ...]] = ()
    VALUES: ClassVar[tuple[str, ...]] = ()
    REMEMBERED: ClassVar[tuple[str, ...]] = ()
    HINTS: ClassVar[Mapping[str, Any]] = {}
    """The declared type of each value."""
    ANSWERS: ClassVar[bool] = False
    """Whether the rules may answer in place of a seat; see `answer`."""
    NAMED: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For each buffer, the game's nouns for its entries and its values (or empty), for the text of
    a position.
    """

    stack: tuple[Frame, ...]
    """The sequence of play: what the game waits for is on top."""
    events: list[Any] | None
    """The list that collects events; None when nobody listens, and then none are made."""

    def push(self, frame: Frame) -> None:
        """Put a frame on top."""
        self.stack = (*self.stack, frame)

    def pop(self) -> None:
        """Take the top frame away."""
        self.stack = self.stack[:-1]

    def swap(self, frame: Frame) -> None:
        """Put a frame in place of the top one."""
        self.stack = (*self.stack[:-1], frame)

    def answer(self, top: Ask) -> int | None:  # noqa: ARG002 - others use it
        """Return the rules' answer in place of a seat, or None if the seat itself is asked.

        This is for a printed opponent: its seat is empty, so its decision is a step of the game and
        not a line of the log. The answer is one of `top.legal`.
        """
        return None

    def untimely(self, seat: int, action: Action) -> Ruling:  # noqa: ARG002 - others use it
        """Return why a seat can't do this now, if the current decision does not take such an action
        or does not wait for this seat: the rule that forbids it, not the rule that asks.

        Return `OK` if the game has nothing to say; the seat then sees what is asked. The ruling may
        depend only on what the seat knows.
        """
        return OK

    def copy(self) -> Self:
        """Return an independent copy without listeners for its events."""
        raise NotImplementedError  # made by the decorator `state`

    def forget(self) -> None:
        """Drop every remembered fact, so that the next question computes it again."""

    def key(self) -> bytes:
        """Return a digest: equal states have equal keys, in every process."""
        raise NotImplementedError  # made by the decorator `state`

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = (*self.BUFFERS, *self.VALUES, "stack")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return its numbers that are not 0, the frame that asks, and the beginning of its key."""
        numbers = ((name, getattr(self, name)) for name in self.VALUES)
        told = [f"{name}={value}" for name, value in numbers if isinstance(value, int) and value]
        asks = _said(self.stack[-1]) if self.stack else "over"
        return f"<{type(self).__name__} {' '.join((*told, asks))} {self.key().hex()[:8]}>"

    def dump(self) -> dict[str, Any]:
        """Return the state as plain data for JSON; `load` reads it."""
        found: dict[str, Any] = {name: list(getattr(self, name)) for name in self.BUFFERS}
        found |= {name: plain(getattr(self, name)) for name in self.VALUES}
        found["stack"] = [dump_frame(frame) for frame in self.stack]
        return found

    def load(self, data: dict[str, Any], key: bytes | None = None) -> Self:
        """Return a state of the same game from the data of `dump`, with this one as the template.

        Remembered facts are taken from the template, so use a new state, as `Game.new` makes it: it
        remembers nothing yet. If `key` is given, the state must have that key.

        Raises:
            ValueError: a value can't be read, or the key differs.
        """
        made = self.copy()
        for name in self.BUFFERS:
            buffer: Any = getattr(self, name)[:0]  # an empty array of the same type
            buffer.extend(data[name])
            setattr(made, name, buffer)
        for name in self.VALUES:
            setattr(made, name, frozen(data[name]))
        made.stack = tuple(load_frame(frame) for frame in data["stack"])
        made.forget()
        if key is not None and made.key() != key:
            raise ValueError("the state is not the one that was written")
        made.modernise()
        return made

    def modernise(self) -> None:
        """Convert what an earlier version of the program wrote into today's form."""


def state(cls: type[S]) -> type[S]:
    """Generate `copy`, `key` and the lists of fields from a state's annotations."""
    hints = get_type_hints(cls, localns={"array": _Array}, include_extras=True)
    own = {name: hint for name, hint in hints.items() if name not in ("stack", "events")}
    own = {name: hint for name, hint in own.items() if get_origin(hint) is not ClassVar}
    remembered = tuple(n for n, h in own.items() if "remembered" in getattr(h, "__metadata__", ()))
    buffers = tuple(n for n, h in own.items() if h is bytearray or h is _Array)
    values = tuple(n for n in own if n not in remembered and n not in buffers)
    made = _slotted(cls, (*buffers, *values, *remembered))
    made.BUFFERS, made.VALUES, made.REMEMBERED = buffers, values, remembered
    made.ANSWERS = made.answer is not State.answer
    made.HINTS = {name: own[name] for name in values}
    made.copy = _copier(made, buffers, (*values, *remembered))  # type: ignore[method-assign,assignment]
    made.key = _keyer(buffers, values)  # type: ignore[method-assign,assignment]
    return made


def _slotted(cls: type[S], names: tuple[str, ...]) -> type[S]:
    """Return the class rebuilt with slots: attribute access is faster, and none can be misspelt."""
    own = {name: value for name, value in vars(cls).items() if name not in names}
    for name in ("__dict__", "__weakref__"):
        own.pop(name, None)
    own["__slots__"] = names
    return cast("type[S]", cast("Any", type(cls))(cls.__name__, cls.__bases__, own))


def _copier(cls: type[S], buffers: tuple[str, ...], shared: tuple[str, ...]) -> Callable[[S], S]:
    """Return `copy` unrolled field by field: a loop over names would take four times as long."""
    lines = [
        "def copy(self):",
        "    new = make(cls)",
        *(f"    new.{name} = self.{name}[:]" for name in buffers),
        *(f"    new.{name} = self.{name}" for name in (*shared, "stack")),
        "    new.events = None",
        "    return new",
    ]
    made: dict[str, Any] = {}
    exec("\n".join(lines), {"cls": cls, "make": object.__new__}, made)  # noqa: S102 - our own text
    copier = cast("Callable[[S], S]", made["copy"])
    copier.__doc__ = State.copy.__doc__
    return copier


def _keyer(buffers: tuple[str, ...], values: tuple[str, ...]) -> Callable[[Any], bytes]:
    """Return `key` unrolled: the buffers one after the other, then their lengths and the rest."""
    joined = "".join(f"self.{name}, " for name in buffers)
    lengths = "".join(f"len(self.{name}), " for name in buffers)
    rest = "".join(f"self.{name}, " for name in (*values, "stack"))
    line = f"lambda self: digest(b''.join(({joined})) + said(({lengths}{rest})).encode()).digest()"
    names = {"digest": _digest, "said": _said}
    keyer = cast("Callable[[Any], bytes]", eval(line, names))  # noqa: S307 - our own text
    keyer.__doc__ = State.key.__doc__
    return keyer


_digest = partial(blake2b, digest_size=16)


def _said(value: object) -> str:
    """Return a value as text, even if it holds an action with a long text."""
    try:
        return repr(value)
    except ValueError:  # it has more digits than Python writes
        return repr(plain(value))


class _Array:
    """A stand-in for `array` in annotations: `array[int]` means something to type checkers only."""

    def __class_getitem__(cls, item: object) -> type[_Array]:
        return cls
