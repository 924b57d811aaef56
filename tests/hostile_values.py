"""Values that no honest client sends, and copies of a message with one of them in each place."""

from __future__ import annotations

import copy
import json
from collections.abc import Generator, Sequence
from random import Random
from typing import Any, Final, cast


def deep(levels: int) -> Any:
    """Lists within lists."""
    found: Any = []
    for _ in range(levels):
        found = [found]
    return found


VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400),
    *(float("nan"), float("inf"), float("-inf"), 1e308, -0.0),
    *("", " ", "\0", "a\0b", "\ud800", "x\udfffy", "\r\n", "\u2028", "\u202e", "\ufeff", "²", "٣"),
    *("9" * 5000, "-1", "1e9", "0x10", "NaN", "null", "true", "__proto__", "constructor"),
    *("../../etc/passwd", "%s%n", "{0.__class__}", "{unit}", "' OR 1=1 --", "<script>", "$(id)"),
    *("x" * 30_000, "é" * 9_000, "𝔸" * 300, " ~0123456789ab", " ^0011223344556677", " @1.x#1"),
    *([], {}, [None], [[]], {"": ""}, {"a": {"b": []}}, ["x"] * 2000, {"\ud800": 1}),
    *(deep(30), deep(900)),
)
"""One of each kind of trouble: types, sizes, characters, depths."""


def json_of(value: Any) -> str:
    """JSON as a hostile client writes it: NaN and halves of characters included."""
    return json.dumps(value)


def variants(example: Any, values: Sequence[Any] = VALUES) -> Generator[Any]:
    """Copies of an example, each with one place changed, missing, doubled or added."""
    yield from values
    for path in _paths(example):
        for value in values:
            yield _put(example, path, value)
        yield _without(example, path)
    if isinstance(example, dict):
        for value in values[:12]:
            yield {**cast("dict[str, Any]", example), "more": value}


def some(rng: Random, found: Sequence[Any], count: int) -> list[Any]:
    """That many of them at random, or all if there are fewer."""
    return list(found) if len(found) <= count else rng.sample(found, count)


def _paths(example: Any, before: tuple[Any, ...] = ()) -> Generator[tuple[Any, ...]]:
    inner: Any = ()
    if isinstance(example, dict):
        inner = cast("dict[str, Any]", example).items()
    elif isinstance(example, list):
        inner = enumerate(cast("list[Any]", example))
    for key, value in inner:
        yield (*before, key)
        yield from _paths(value, (*before, key))


def _put(example: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = copy.deepcopy(example)
    at = made
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return made


def _without(example: Any, path: tuple[Any, ...]) -> Any:
    made = copy.deepcopy(example)
    at = made
    for step in path[:-1]:
        at = at[step]
    del at[path[-1]]
    return made


def bent(rng: Random, line: str, words: Sequence[str]) -> str:
    """Return a line with something wrong in it: letters, words, signs, order, length."""
    parts = line.split(" ")
    i = rng.randrange(len(parts))
    match rng.randrange(10):
        case 0:
            del parts[i]
        case 1:
            parts.insert(i, parts[rng.randrange(len(parts))])
        case 2:
            parts[i] = rng.choice(words)
        case 3:
            text = [each for each in VALUES if isinstance(each, str)]
            parts[i] = rng.choice(text)
        case 4:
            rng.shuffle(parts)
        case 5:
            word = list(parts[i] or "x")
            word[rng.randrange(len(word))] = chr(rng.choice((*range(300), 0xD800, 0x1F600, 0x661)))
            parts[i] = "".join(word)
        case 6:
            parts += rng.choices(words, k=rng.randrange(1, 40))
        case 7:
            parts[i] = parts[i][: rng.randrange(len(parts[i]) + 1)]
        case 8:
            parts[i] = f"{parts[i]}{rng.choice('-,:;/.|#@~^=+*?[](){}')}{rng.choice(words)}"
        case _:
            parts[i] = str(rng.choice((-1, 0, 10**9, 10**30)))
    return " ".join(parts)
