"""Legal actions, grouped for people to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import first, second

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.actions import Action, Names, Verb

FEW: Final = 9
"""Up to so many ways are numbered, to be chosen by a digit."""


def said(face: Face, action: Action) -> str:
    """Return an action as it is typed, with words if they say more."""
    line = face.game.grammar.say(action)
    words = face.game.grammar.words(action).say(face.nouns)
    known = words.casefold()
    return words if all(part in known for part in line.casefold().split()) else f"{line} ({words})"


def numbered(face: Face, legal: Sequence[Action]) -> list[str]:
    """Return a few ways, each with its digit."""
    return [f"{i}) {said(face, action)}" for i, action in enumerate(legal, 1)]


def grouped(face: Face, legal: Sequence[Action], width: int) -> list[str]:
    """Return all ways, by verb: what is typed, then what it can be done with."""
    grammar = face.game.grammar
    by_verb: dict[Verb, list[Action]] = {}
    for action in legal:
        verb = grammar.verb(action)
        if verb is not None:
            by_verb.setdefault(verb, []).append(action)
    lines: list[str] = []
    for verb, actions in by_verb.items():
        if not verb.arguments:
            lines.append(verb.word)
        elif len(verb.arguments) == 1:
            lines += _one(face, verb, actions, width)
        else:
            lines += _two(face, verb, actions, width)
    return lines


def _one(face: Face, verb: Verb, actions: Sequence[Action], width: int) -> list[str]:
    kind = verb.arguments[0].kind
    head = f"{verb.word} {kind.upper()} ({len(actions)})"
    written = [verb.arguments[0].written[first(a)] for a in actions]
    if len(written) > FEW and all(name.isdecimal() for name in written):
        return [head, *wrapped(runs(written), width, "  ", " ")]
    names = [_name(face, verb.arguments[0], first(a)) for a in actions]
    return [head, *wrapped(names, width, "  ", ", ")]


def _two(face: Face, verb: Verb, actions: Sequence[Action], width: int) -> list[str]:
    """By whichever argument has fewer values."""
    a, b = (names.kind for names in verb.arguments)
    firsts, seconds = {first(x) for x in actions}, {second(x) for x in actions}
    lines = [f"{verb.word} {a.upper()} {b.upper()} ({len(actions)})"]
    by_second = len(seconds) <= len(firsts)
    for value in sorted(seconds if by_second else firsts):
        fits = [x for x in actions if (second(x) if by_second else first(x)) == value]
        pick, names = (first, verb.arguments[0]) if by_second else (second, verb.arguments[1])
        others = [names.written[pick(x)] for x in fits]
        others = runs(others) if all(name.isdecimal() for name in others) else others
        head = _name(face, verb.arguments[1 if by_second else 0], value)
        lines += wrapped(others, width, f"  {head}: ", " ")
    return lines


def _name(face: Face, names: Names, number: int) -> str:
    """Return what to type for a thing, with its name if that differs."""
    written, known = names.written[number], face.nouns[names.kind].say(number)
    return known if written.casefold() in known.casefold() else f"{written} ({known})"


def _follows(name: str, last: str) -> bool:
    """Return whether a hex number comes after another in its row; other names follow nothing."""
    numbers = name.isdecimal() and last.isdecimal()
    return numbers and int(name) == int(last) + 1 and name[:2] == last[:2]


def runs(names: Sequence[str]) -> list[str]:
    """Hex numbers with neighbours in a row taken together: `2101-2107`."""
    runs: list[list[str]] = []
    for name in sorted(names):
        if runs and _follows(name, runs[-1][-1]):
            runs[-1].append(name)
        else:
            runs.append([name])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]


def wrapped(items: Sequence[str], width: int, indent: str, between: str) -> list[str]:
    """Items one after the other, in lines of a width; none is broken."""
    lines: list[str] = []
    line = indent
    hanging = " " * len(indent)
    for i, item in enumerate(items):
        last = i == len(items) - 1
        text = item if last else item + between.rstrip()
        joined = line + (" " if line.strip() and line not in (indent, hanging) else "") + text
        if len(joined) > width and line not in (indent, hanging):
            lines.append(line.rstrip())
            joined = hanging + text
        line = joined
    return [*lines, line.rstrip()] if line.strip() else lines
