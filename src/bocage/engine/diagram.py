"""A position as one line of text, like FEN in chess: to show, to mail, to begin a game from.

    roundup standard / secret=on / turn=3 loc=US01:2223,GE20:3011 / GameTurn(5) ...

Four parts are divided by ` / `: the game and its scenario; the options that differ from the
default; the fields of the state that are not 0 or empty; and the sequence of play, whose last frame
asks. A field is a number or plain data (JSON without blanks). Of a buffer, the text names the
entries that are not 0, and writes runs of equal ones as `first..last:value`. The text is complete,
even in mid-battle: reading it gives an equal state.

The text hides nothing, so `is_open_to` says for whom it may be written. Texts come from strangers
and are checked against the game before anybody plays them.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from bocage.engine import play
from bocage.engine.actions import Names
from bocage.engine.errors import BocageError
from bocage.engine.frames import Frame, Sealed, dump_frame, frame_class
from bocage.engine.game import OptionError
from bocage.engine.records import fits, frozen, plain
from bocage.engine.state import State
from bocage.engine.viewers import UMPIRE

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.header import Header
    from bocage.engine.viewers import Viewer

S = TypeVar("S", bound=State)

MOST: Final = 12_000
"""The most characters that a position may have."""
_MOST_FRAMES: Final = 60
_MOST_DEPTH: Final = 9
_MOST_NUMBER: Final = 1 << 48
"""The largest number allowed anywhere: an action in a frame."""
_MOST_COUNT: Final = 1 << 28
"""The largest number that is not an action: rules count and shift by these."""
_PART: Final = " / "
_FRAME: Final = re.compile(r"([A-Za-z_][\w.]*)\((.*)\)")


class PositionError(BocageError, ValueError):
    """A text that is not a position of its game; the message says what is wrong with it."""


class Head(NamedTuple):
    """The game, scenario and options of a position."""

    game: str
    scenario: str
    options: Mapping[str, str]


# Writing -------------------------------------------------------------------------------------


def is_open_to(game: Game[Any], st: State, viewer: Viewer) -> bool:
    """Return whether a viewer may see all of a position, and so may have its text."""
    if viewer.sees_all:
        return True
    if any(isinstance(each, Sealed) or each.hidden for each in st.stack):
        return False
    return bool(game.view(st, viewer) == game.view(st, UMPIRE))


def written(
    game: Game[S], st: S, scenario: str = "", options: Mapping[str, str] | None = None
) -> str:
    """Return a position as text; `options` are those of its table.

    Raises:
        PositionError: it is longer than a text may be.
    """
    usual, chosen = game.settings(), game.settings(options)
    switched = [f"{name}={choice}" for name, choice in chosen.items() if choice != usual[name]]
    first = game.new(game.scenario(scenario).id, chosen)
    told = [
        f"{name}={_buffer(game, st, name, len(getattr(first, name)))}"
        for name in st.BUFFERS
        if any(getattr(st, name)) or len(getattr(st, name)) != len(getattr(first, name))
    ]
    values = ((name, getattr(st, name)) for name in st.VALUES)
    told += [f"{name}={_said(value)}" for name, value in values if value]
    stack = [_frame(game, each) for each in st.stack]
    parts = (f"{game.id} {game.scenario(scenario).id}", *map(_list, (switched, told, stack)))
    text = _PART.join(parts)
    if len(text) > MOST:
        raise PositionError(f"this position takes {len(text)} letters, more than {MOST}")
    return text


def _list(words: Sequence[str]) -> str:
    return " ".join(words) or "-"


def _buffer(game: Game[Any], st: State, name: str, usual: int) -> str:
    """Return the entries of a buffer that are not 0, in runs; for a growing buffer, as a list."""
    where, what = _names(game, st, name)
    buffer: Sequence[int] = getattr(st, name)
    if len(buffer) != usual:
        return _said(list(buffer))
    runs: list[tuple[int, int, int]] = []
    for i, value in enumerate(buffer):
        if runs and runs[-1][1] == i - 1 and runs[-1][2] == value:
            runs[-1] = (runs[-1][0], i, value)
        elif value:
            runs.append((i, i, value))
    return ",".join(
        f"{_named(where, a)}{f'..{_named(where, b)}' if b > a else ''}:{_named(what, value)}"
        for a, b, value in runs
    )


def _names(game: Game[Any], st: State, name: str) -> tuple[Names | None, Names | None]:
    """Return the nouns that name the entries and the values of a buffer."""
    found = [game.nouns.get(kind) for kind in st.NAMED.get(name, ("", ""))]
    where, what = [each if isinstance(each, Names) else None for each in found]
    fits = where is not None and len(where) == len(getattr(st, name))
    return (where if fits else None), what


def _named(names: Names | None, index: int) -> str:
    named = names is not None and 0 <= index < len(names)
    return names.written[index] if names is not None and named else str(index)


def _said(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return json.dumps(plain(value), separators=(",", ":")).replace(" ", "\\u0020")


def _frame(game: Game[Any], frame: Frame) -> str:
    name, *values = dump_frame(frame)
    said = _said(values)[1:-1]
    return f"{name.removeprefix(f'{game.id}.')}({said})"


# Reading -------------------------------------------------------------------------------------


def head_of(text: str) -> Head:
    """Return the game, the scenario and the options of a position.

    Raises:
        PositionError: the text is not a position.
    """
    head, options, _, _ = _parts(text)
    words = head.split(" ")
    if len(words) != 2:
        raise PositionError("a position begins with its game and its scenario: 'roundup standard'")
    chosen: dict[str, str] = {}
    for each in _words(options):
        name, equals, choice = each.partition("=")
        if not equals or name in chosen:
            raise PositionError(
                f"'{each[:80]}' is not an option of a position: write NAME=CHOICE once"
            )
        chosen[name] = choice
    return Head(words[0], words[1], chosen)


def read(text: str, game: Game[S], options: Mapping[str, str] | None = None) -> S:
    """Return the state that a position describes; `options` are the settings of its table, if
    known.

    Raises:
        PositionError: the text is not a position of this game, or the rules can't play from it.
    """
    head = head_of(text)
    if head.game != game.id:
        raise PositionError(f"this is a position of {head.game[:40]}, not of {game.id}")
    try:
        chosen = game.settings(head.options) if options is None else options
        st = game.new(game.scenario(head.scenario).id, chosen)
    except OptionError as error:
        raise PositionError(str(error)) from None
    for name in st.BUFFERS:
        setattr(st, name, _of_kind(name, getattr(st, name), [0] * len(getattr(st, name))))
    for name in st.VALUES:
        setattr(st, name, type(getattr(st, name))())
    _, _, told, stack = _parts(text)
    seen: set[str] = set()
    for each in _words(told):
        name, equals, said = each.partition("=")
        if not equals or name in seen or name not in (*st.BUFFERS, *st.VALUES):
            raise PositionError(
                f"'{name[:40]}' is not a field of a position of {game.id}, or doubled"
            )
        seen.add(name)
        if name in st.BUFFERS:
            _fill(game, st, name, said)
        else:
            setattr(st, name, _value(game, name, said, getattr(st, name), st.HINTS[name]))
    frames = _words(stack)
    if len(frames) > _MOST_FRAMES:
        raise PositionError(f"a position has at most {_MOST_FRAMES} frames")
    st.stack = tuple(_framed(game, each) for each in frames)
    st.forget()
    _check(game, st)
    return st


def first_state(game: Game[S], header: Header) -> S:
    """Return the first state of a game with this header, before the first step has run.

    Raises:
        PositionError: the header's position is not one of this game.
    """
    settings = game.settings(header.options, header.revision)
    if header.position:
        return read(header.position, game, settings)
    return game.new(header.scenario, settings)


def _parts(text: str) -> tuple[str, str, str, str]:
    if len(text) > MOST or not text.isprintable():
        raise PositionError(f"a position is one line of at most {MOST} letters")
    found = text.strip().split(_PART)
    if len(found) != 4:
        raise PositionError("a position has four parts, divided by ' / '")
    return found[0], found[1], found[2], found[3]


def _words(part: str) -> list[str]:
    return [] if part == "-" else part.split()


def _fill(game: Game[Any], st: State, name: str, said: str) -> None:
    buffer: Any = getattr(st, name)
    if said.startswith("["):
        found = _data(name, said)
        setattr(st, name, _of_kind(name, buffer, found))
        return
    where, what = _names(game, st, name)
    values = list(buffer)
    done = -1
    for entry in said.split(",") if said else []:
        index, colon, value = entry.partition(":")
        first, _, last = index.partition("..")
        a = _index(name, where, first)
        b = _index(name, where, last) if last else a
        if not colon or not done < a <= b < len(values):
            raise PositionError(f"{name}: '{entry[:40]}' is not an ENTRY:VALUE, or not in order")
        done = b
        values[a : b + 1] = [_index(name, what, value, signed=True)] * (b - a + 1)
    setattr(st, name, _of_kind(name, buffer, values))


def _of_kind(name: str, buffer: Any, values: Sequence[Any]) -> Any:
    """Return the values as a buffer of the same kind."""
    try:
        if isinstance(buffer, bytearray):
            return bytearray(values)
        return array(cast("array[int]", buffer).typecode, values)
    except (TypeError, ValueError, OverflowError):
        raise PositionError(f"{name}: a value is too large or too small for it") from None


def _index(name: str, names: Names | None, said: str, *, signed: bool = False) -> int:
    """Return a number, or the number that a name stands for."""
    if names is not None and said in names.written:
        return names.written.index(said)
    if re.fullmatch(r"-?[0-9]{1,12}", said):
        found = int(said)
        # Numbers with a name are written by name; larger ones are marks: -1, 255.
        beyond = found < 0 or (names is not None and len(names) <= found <= 255)
        if (signed and beyond) or (names is None and found >= 0):
            return found
    raise PositionError(f"{name}: '{said[:40]}' is not one of its entries or values")


def _value(game: Game[Any], name: str, said: str, usual: Any, hint: Any) -> Any:
    data = _data(name, said)
    found = _as_value(game, name, data)
    if type(found) is not type(usual) or not fits(hint, found):
        raise PositionError(f"{name}: expected {type(usual).__name__}")
    _count(name, data)
    return found


def _as_value(game: Game[Any], name: str, data: Any) -> Any:
    """Return data as a value of a state: tuples, bytes and records of this game."""
    try:
        return frozen(data, game.id)
    except (ValueError, TypeError) as error:
        raise PositionError(f"{name}: {error}") from None


def _count(name: str, value: Any) -> None:
    """Refuse numbers so large that the rules would count without end."""
    for each, _ in _leaves(value, 0):
        if isinstance(each, int) and abs(each) > _MOST_COUNT:
            raise PositionError(f"{name}: {each} is too large")


def _data(name: str, said: str) -> Any:
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        raise PositionError(f"{name[:60]}: '{said[:40]}' is not data") from None
    for each, depth in _leaves(found, 0):
        too_large = isinstance(each, int) and abs(each) > _MOST_NUMBER
        if depth > _MOST_DEPTH or too_large or not isinstance(each, int | str):
            raise PositionError(f"{name[:60]}: '{said[:40]}' is not a value of a position")
    return found


def _leaves(value: Any, depth: int) -> Iterator[tuple[Any, int]]:
    if depth <= _MOST_DEPTH and isinstance(value, dict):
        for each in cast("dict[str, Any]", value).values():
            yield from _leaves(each, depth + 1)
    elif depth <= _MOST_DEPTH and isinstance(value, list | tuple):
        for each in cast("Sequence[Any]", value):
            yield from _leaves(each, depth + 1)
    else:
        yield value, depth


def _framed(game: Game[Any], said: str) -> Frame:
    match = _FRAME.fullmatch(said)
    if match is None:
        raise PositionError(f"'{said[:60]}' is not a frame: write NAME(VALUE,...)")
    own = f"{game.id}.{match[1]}" if match[1].count(".") <= 1 else match[1]
    kind = frame_class(own) or frame_class(match[1])
    if kind is None or not kind.__module__.startswith(type(game).__module__.rpartition(".")[0]):
        raise PositionError(f"{game.id} has no frame '{match[1][:60]}'")
    values = _data(match[1], f"[{match[2]}]")
    known = fields(cast("Any", kind))
    if len(values) != len(known):
        raise PositionError(f"{match[1]} has {len(known)} values, not {len(values)}")
    for field, value in zip(known, values, strict=True):
        if not _is_of(str(field.type), value):
            raise PositionError(f"{match[1]}: {field.name} cannot be {json.dumps(value)[:40]}")
    _count(match[1], [v for f, v in zip(known, values, strict=True) if "Action" not in str(f.type)])
    found = kind(*(_as_value(game, match[1], value) for value in values))
    if isinstance(found, Sealed) and not all(_is_answer(game, found, a) for a in found.answers):
        raise PositionError(f"{match[1]}: one of its answers is not an action")
    return cast("Frame", found)


def _is_answer(game: Game[Any], frame: Sealed, answer: object) -> bool:
    """Return whether this is an answer of a seat that is asked."""
    if not isinstance(answer, tuple) or len(cast("tuple[Any, ...]", answer)) != 2:
        return False
    seat, action = cast("tuple[Any, Any]", answer)
    known = isinstance(seat, int) and isinstance(action, int) and seat in frame.asked
    return known and game.grammar.is_canonical(action)


def _is_of(hint: str, value: Any) -> bool:
    """Return whether a value fits the declared type of a frame's field."""
    if hint == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if hint == "bool":
        return isinstance(value, bool)
    if hint == "str":
        return isinstance(value, str)
    return isinstance(value, list) or not hint.startswith("tuple")


def _check(game: Game[S], st: S) -> None:
    """Refuse a position that the rules can't play from.

    Raises:
        PositionError: it is impossible, or a question about it fails.
    """
    try:
        trial = st.copy()
        play.settle(trial)
        faults = game.faults(trial)
        if trial.stack:
            play.decision(trial)
            for seat in play.pending(trial):
                play.legal(trial, seat)
        game.heading(trial)
        game.view(trial, UMPIRE)
    except Exception as error:  # an exception that nonsense causes in the rules is not a crash
        raise PositionError(f"the game can't continue from this position ({error})") from None
    if faults:
        raise PositionError(f"this position is impossible: {'; '.join(faults[:3])}")
