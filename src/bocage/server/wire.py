"""Data over the wire: words with references, and differences instead of whole states."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, cast

import orjson
from pydantic import JsonValue

from bocage.engine.actions import Action, Grammar, first, second
from bocage.engine.events import Event
from bocage.engine.game import AnyGame, Option
from bocage.engine.goals import Goals
from bocage.engine.guide import Lesson
from bocage.engine.odds import Part, Weighed
from bocage.engine.reach import Note
from bocage.engine.rulings import Ruling
from bocage.engine.scenes import Scene
from bocage.engine.shown import Ribbon, Shown, Track
from bocage.engine.state import State
from bocage.engine.todo import Todo
from bocage.engine.words import Nouns, Ref, Words
from bocage.server import messages


def pieces(words: Words, nouns: Nouns) -> messages.Pieces:
    """Return a text in pieces, for players who click: strings, and references that a page can
    link.
    """
    return [
        {"kind": each.kind, "number": each.number, "text": each.text}
        if isinstance(each, Ref)
        else each
        for each in words.pieces(nouns, clicks=True)
    ]


def result(game: AnyGame, state: State) -> str:
    """Return how a game ended, in words; empty before that."""
    outcome = game.outcome(state)
    return "" if outcome is None else outcome.words.say(game.nouns)


def event(number: int, happened: Event, game: AnyGame, by: int) -> messages.Happened:
    """Return an event: the line that caused it, its kind, its sentence, its rule, its scene.

    `by` is the seat whose line it is; below 0 for chance. In a game with an umpire it stays
    untold who wrote a line.
    """
    made: messages.Happened = {
        "line": number,
        "kind": type(happened).__name__,
        "text": pieces(happened.words(), game.nouns),
        "rule": happened.rule.cited(game.book),
    }
    if by >= 0 and game.control is None:
        made["by"] = game.seats[by]
    found = happened.scene()
    if found.act != "note":
        made["scene"] = scene(found, game)
    return made


def scene(found: Scene, game: AnyGame) -> messages.Scene:
    """Return the scene of an event, without empty fields."""
    made: messages.Scene = {"act": found.act}
    if found.units:
        made["units"] = list(found.units)
    if found.targets:
        made["targets"] = list(found.targets)
    if found.hexes:
        made["hexes"] = list(found.hexes)
    if found.die is not None:
        made["die"] = found.die
    if found.result:
        made["result"] = found.result
    if found.weighed is not None:
        made["fight"] = weighed(found.weighed, game)
    return made


def weighed(found: Weighed, game: AnyGame) -> messages.Weighed:
    """Return a fight weighed, in words."""
    nouns, book = game.nouns, game.book
    return {
        "title": pieces(found.title, nouns),
        "parts": [_part(each, game) for each in found.parts],
        "odds": found.odds.say(nouns),
        "rule": found.rule.cited(book),
        "faces": list(found.faces),
        "results": [
            {
                "result": each.result,
                "share": float(each.share),
                "favours": each.favours,
                "words": "" if each.words is None else each.words.say(nouns),
                "note": "" if each.note is None else each.note.say(nouns),
            }
            for each in found.results
        ],
        "taken": None if found.taken is None else float(found.taken),
        "held": None if found.held is None else float(found.held),
        "notes": [note(each, game) for each in found.notes],
    }


def _part(found: Part, game: AnyGame) -> messages.OddsPart:
    return {
        "code": found.code,
        "name": found.name.say(game.nouns),
        "total": None if found.total is None else float(found.total),
        "signed": found.signed,
        "rows": [
            {
                "value": float(row.value),
                "text": pieces(row.words, game.nouns),
                "rule": row.rule.cited(game.book),
            }
            for row in found.rows
        ],
    }


def note(found: Note, game: AnyGame) -> messages.Note:
    """Return a fact with its code and its rule."""
    text = pieces(found.words, game.nouns)
    return {"code": found.code, "text": text, "rule": found.rule.cited(game.book)}


def goals(found: Goals, game: AnyGame) -> messages.Goals:
    """Return the goals of both sides, in words."""
    nouns, book = game.nouns, game.book
    return {
        "now": pieces(found.now, nouns),
        "rule": found.rule.cited(book),
        "goals": [
            {
                "seat": game.seats[goal.seat],
                "standing": pieces(goal.standing, nouns),
                "lines": [
                    {
                        "text": pieces(line.words, nouns),
                        "rule": line.rule.cited(book),
                        "met": line.met,
                        "value": line.value,
                        "hexes": [
                            {"kind": "hex", "number": h, "text": nouns["hex"].say(h)}
                            for h in line.hexes
                        ],
                    }
                    for line in goal.lines
                ],
            }
            for goal in found.goals
        ],
    }


def _waits(found: Lesson, nouns: Nouns) -> messages.Pieces:
    """What a guide comes back to: a step by its title; when all are behind, what remains to do."""
    if found.waits is None:
        return []
    return pieces(found.waits.says if all(found.done) else found.waits.title, nouns)


def lesson(found: Lesson, game: AnyGame) -> messages.Lesson:
    """Return the current advice of a guide, in words."""
    advice, nouns = found.advice, game.nouns
    return {
        "done": list(found.done),
        "title": pieces(advice.title, nouns),
        "text": pieces(advice.says, nouns),
        "rule": advice.rule.cited(game.book) if advice.rule else "",
        "waits": _waits(found, nouns),
        "units": list(found.units),
        "hexes": list(found.hexes),
        "result": found.result,
    }


def todo(found: Todo, game: AnyGame) -> messages.TodoLine:
    """Return something that can still be done, in words."""
    return {
        "code": found.code,
        "text": pieces(found.words, game.nouns),
        "rule": found.rule.cited(game.book),
        "units": list(found.units),
        "hexes": list(found.hexes),
        "warns": found.warns,
    }


def refusals(ruling: Ruling, nouns: Nouns, book: str) -> list[messages.Reason]:
    """Return the reasons of a refusal, each with its rule."""
    return [
        {"text": pieces(each.words, nouns), "rule": each.rule.cited(book)}
        for each in ruling.refusals
    ]


def shown(found: Shown, game: AnyGame) -> messages.Shown:
    """Return what lies beside the units, in words."""
    say = game.nouns
    return {
        "markers": [
            {"hex": m.hex, "marker": m.marker, "corner": m.corner, "said": m.words.say(say)}
            for m in found.markers
        ],
        "badges": [
            {"unit": b.unit, "marker": b.marker, "said": b.words.say(say)} for b in found.badges
        ],
        "tracks": [_track(each, say) for each in found.tracks],
        "boxes": [
            {"name": b.name.say(say), "rule": str(b.rule), "units": b.units} for b in found.boxes
        ],
        "lit": list(found.lit),
    }


def _track(found: Track, nouns: Nouns) -> messages.Track:
    made: messages.Track = {"name": found.name.say(nouns), "rule": str(found.rule)}
    if found.boxes:
        made["boxes"] = [
            {"text": b.text, "tint": b.tint} if b.tint else {"text": b.text} for b in found.boxes
        ]
    if found.at is not None:
        made["at"] = found.at
    if found.text is not None:
        made["text"] = found.text.say(nouns)
    if found.note is not None:
        made["note"] = found.note.say(nouns)
    if found.list:
        made["list"] = [each.say(nouns) for each in found.list]
    return made


def ribbon(found: Ribbon, game: AnyGame) -> messages.Ribbon:
    """Return the place in the sequence of play, in words."""
    stages = [each.say(game.nouns) for each in found.stages]
    if found.note is None:
        return {"stages": stages, "at": found.at}
    return {"stages": stages, "at": found.at, "note": found.note.say(game.nouns)}


def text(message: object) -> str:
    """Return a message as text to send."""
    return orjson.dumps(message).decode()


def packed(state: object) -> bytes:
    """Return a state as text: the same for the same state."""
    return orjson.dumps(state, option=orjson.OPT_SORT_KEYS)


def unpacked(text: str | bytes) -> JsonValue:
    """Return the content of a text: a state, or a message."""
    return cast("JsonValue", orjson.loads(text))


_POSITION: Final = ("heading", "view", "shown", "ribbon", "decision", "outcome")
"""The keys of a state that belong to the position. The rest is about the table: clock, seats,
requests, lines.
"""


def stamped(state: Mapping[str, object]) -> tuple[bytes, str]:
    """Return a state as text, and its stamp: the same for the same state, on every worker.

    The stamp has two parts. The first is of the position alone (`position_of`).
    """
    position = packed({key: state[key] for key in _POSITION if key in state})
    rest = packed({key: value for key, value in state.items() if key not in _POSITION})
    text = b",".join(each for each in (position[1:-1], rest[1:-1]) if each)
    return b"{%b}" % text, f"{_digest(position)}.{_digest(text)}"


def stamp(state: Mapping[str, object]) -> str:
    """Return the stamp that identifies a state."""
    return stamped(state)[1]


def position_of(stamp: str) -> str:
    """Return the part of a stamp that changes only when the position does, or who is asked for
    what.
    """
    return stamp.partition(".")[0]


def _digest(text: bytes) -> str:
    return urlsafe_b64encode(blake2b(text, digest_size=9).digest()).decode()


def changes(old: object, new: object) -> list[messages.Change]:
    """Return the changes that turn one state into another: a path with its value, or only the path
    of something removed.

    >>> changes({"turn": 1, "units": [4, 5]}, {"turn": 2, "units": [4, 6]})
    [(['turn'], 2), (['units', 1], 6)]
    """
    found: list[messages.Change] = []
    _compare(cast("JsonValue", old), cast("JsonValue", new), [], found)
    return found


def _compare(
    old: JsonValue, new: JsonValue, path: messages.Path, found: list[messages.Change]
) -> None:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        found.extend(([*path, key],) for key in old if key not in new)
        for key, value in new.items():
            if key in old:
                _compare(old[key], value, [*path, key], found)
            else:
                found.append(([*path, key], value))
        return
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and len(old) > 4:
        for i, (one, other) in enumerate(zip(old, new, strict=True)):
            _compare(one, other, [*path, i], found)
        return
    found.append((path, new))


def actions(legal: Sequence[Action], grammar: Grammar) -> list[messages.Legal]:
    """Return the legal actions in the page's form: the line, the verb, and its arguments.

    Each is a line, a verb, and as many numbers as the verb has nouns.
    """
    found: list[messages.Legal] = []
    for action in legal:
        verb = grammar.verb(action)
        assert verb is not None
        numbers = [first(action), second(action)][: len(verb.arguments)]
        found.append((verb.say(action), verb.word, numbers))
    return found


def verbs(grammar: Grammar) -> dict[str, messages.BoardVerb]:
    """Return the verbs of a game: the nouns of each, and its role on the board."""
    return {
        verb.word: {
            "nouns": [names.kind for names in verb.arguments],
            "role": verb.role,
            "plain": verb.plain,
        }
        for verb in grammar.verbs
    }


def seats_named(seats: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """Return the names of some seats."""
    return [seats[number] for number in numbers if number >= 0]


def options_of(options: Mapping[str, Option]) -> list[messages.Option]:
    """Return the options of a game, for people who open a table."""
    return [
        {
            "id": each.id,
            "title": each.title,
            "rule": str(each.rule),
            "choices": list(each.choices),
        }
        for each in options.values()
    ]
