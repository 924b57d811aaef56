"""Records in a state: frozen dataclasses declared by a game and stored natively.

A field of a state or of a frame may hold records, alone or in tuples. Copies share them, like every
immutable value. `plain` converts a value to data for JSON and `frozen` converts it back; a record
is stored as its name and the values of its fields. The name is made of the game and the class, not
the module, so that a class can move to another file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

_MOST_BITS: Final = 8192
"""Python writes no number of more than 4300 digits; an action with a text can be longer."""
_RECORDS: Final[dict[str, type[Any]]] = {}


def record(cls: type[T]) -> type[T]:
    """Allow states to hold this frozen dataclass.

    Raises:
        TypeError: it is not a frozen dataclass, or the game has another record of that name.
    """
    if not is_dataclass(cls) or not cast("Any", cls).__dataclass_params__.frozen:
        raise TypeError(f"{cls.__qualname__} is not a frozen dataclass")
    name = stored_name(cls)
    if name in _RECORDS and _RECORDS[name].__module__ != cls.__module__:
        raise TypeError(f"there are two records {name}")
    _RECORDS[name] = cls
    return cls


def values(of: object) -> list[Any]:
    """Return the values of a record's fields, in their order."""
    return [getattr(of, field.name) for field in fields(cast("Any", of))]


def plain(value: Any) -> Any:
    """Return a value of a state as plain data for JSON; `frozen` converts it back.

    An action with a long text is a number too large for JSON: it is written in hexadecimal, and
    read back only from our own dumps, where no `game` is given.
    """
    if isinstance(value, tuple):
        return [plain(each) for each in cast("tuple[Any, ...]", value)]
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return {"hex": f"{value:x}"}
    if is_dataclass(value):
        return {stored_name(type(value)): [plain(each) for each in values(value)]}
    return value


def frozen(value: Any, game: str = "") -> Any:
    """Return the value that `plain` wrote; records must be those of `game`, if one is given.

    Raises:
        ValueError: it is not a value of a state, or a record's values do not fit its fields.
    """
    if isinstance(value, list):
        return tuple(frozen(each, game) for each in cast("list[Any]", value))
    if not isinstance(value, dict):
        return value
    data = cast("dict[str, Any]", value)
    if len(data) != 1:
        raise ValueError("this is neither bytes nor a record")
    name, given = next(iter(data.items()))
    if name == "bytes":
        return bytes.fromhex(str(given))
    if name == "hex" and not game:
        return int(str(given), 16)
    cls = _RECORDS.get(name)
    if cls is None or not isinstance(given, list) or (game and not _is_of_game(cls, game)):
        raise ValueError(f"there is no record '{name[:60]}'")
    return _made(cls, [frozen(each, game) for each in cast("list[Any]", given)])


def fits(hint: Any, value: Any) -> bool:
    """Return whether a value is of the declared type of a field, in all its parts."""
    origin, within = _shape(hint)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        parts = cast("tuple[Any, ...]", value)
        if within[-1:] == (Ellipsis,):
            return all(fits(within[0], each) for each in parts)
        return len(parts) == len(within) and all(map(fits, within, parts))
    if origin is Literal:
        return value in within
    if origin in (Union, UnionType):
        return any(fits(each, value) for each in within)
    return not isinstance(hint, type) or type(value) is hint or hint is object


@cache
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the origin of a declaration and its arguments."""
    return get_origin(hint), get_args(hint)


def stored_name(cls: type[Any]) -> str:
    """Return the name of a record or a frame in a save: `opcom.Line` for the class `Line` anywhere
    in `bocage.games.opcom`; outside the games, its module and its name.
    """
    game, dot, _ = cls.__module__.removeprefix(_GAMES).partition(".")
    inside = cls.__module__.startswith(_GAMES) and dot
    return f"{game if inside else cls.__module__}.{cls.__qualname__}"


_GAMES: Final = "bocage.games."


def _is_of_game(cls: type[Any], game: str) -> bool:
    return not cls.__module__.startswith(_GAMES) or stored_name(cls).startswith(f"{game}.")


def _made(cls: type[Any], given: list[Any]) -> Any:
    """Return a record with these values.

    Raises:
        ValueError: the number or the types of the values do not fit the fields.
    """
    known = _hints(cls)
    name = cls.__qualname__
    if len(known) != len(given):
        raise ValueError(f"{name} has {len(known)} values, not {len(given)}")
    for (field, hint), each in zip(known.items(), given, strict=True):
        if not fits(hint, each):
            raise ValueError(f"{name}: {field} cannot be {str(each)[:40]}")
    return cls(*given)


def _hints(cls: type[Any]) -> Mapping[str, Any]:
    """Return the declared type of each field of a record."""
    if cls not in _HINTS:
        hints = get_type_hints(cls)
        _HINTS[cls] = {field.name: hints[field.name] for field in fields(cls)}
    return _HINTS[cls]


_HINTS: Final[dict[type[Any], Mapping[str, Any]]] = {}
