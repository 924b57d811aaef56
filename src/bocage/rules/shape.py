"""The shape of a case file: its fields, what each holds, and the schema made from them.

Reader, schema and documentation come from the same lists, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from bocage.tables import Fault


class Field(NamedTuple):
    """A field of a table: its name, its kind of value, its purpose."""

    name: str
    kind: str
    """One of `KINDS`."""
    says: str
    needed: bool = False


class Kind(NamedTuple):
    """A kind of value: in words, as a schema, and as a test."""

    expected: str
    schema: Mapping[str, Any]
    fits: Callable[[object], bool]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_plain(value: object) -> bool:
    return isinstance(value, str) or _is_whole(value)


def _all(value: object, fits: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(fits(each) for each in cast("list[object]", value))


def _by_name(value: object, fits: Callable[[object], bool]) -> bool:
    table = cast("dict[str, object]", value) if isinstance(value, dict) else {"": None}
    return all(fits(each) for each in table.values())


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return _all(value, _is_text)


def _are_lines(value: object) -> bool:
    return _is_text(value) or (bool(value) and _all(value, _is_text))


def _are_plains(value: object) -> bool:
    return _all(value, _is_plain)


def _are_texts_by_name(value: object) -> bool:
    return _by_name(value, _is_text)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _are_tables(value: object) -> bool:
    return bool(value) and _all(value, _is_table)


def _is_yes(value: object) -> bool:
    return value is True


def _is_there(value: object) -> bool:
    return value is not None


_TEXT: Final = {"type": "string", "minLength": 1}
_A_HOLE: Final = {"type": "string", "pattern": r"^\{[A-Za-z_]\w*\}$"}
_PLAIN: Final = {"type": ["string", "integer"]}

KINDS: Final[Mapping[str, Kind]] = {
    "text": Kind("a text", _TEXT, _is_text),
    "whole": Kind("a whole number", _PLAIN, _is_plain),
    "texts": Kind("a list of texts", {"type": "array", "items": _TEXT}, _are_texts),
    "lines": Kind(
        "a text, or a list of texts",
        {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]},
        _are_lines,
    ),
    "plains": Kind(
        "a list of texts or whole numbers", {"type": "array", "items": _PLAIN}, _are_plains
    ),
    "texts by name": Kind(
        "a table of texts", {"type": "object", "additionalProperties": _TEXT}, _are_texts_by_name
    ),
    "table": Kind("a table", {"type": "object"}, _is_table),
    "tables": Kind(
        "a list of tables",
        {"type": "array", "items": {"type": "object"}, "minItems": 1},
        _are_tables,
    ),
    "yes": Kind("true", {"const": True}, _is_yes),
    "any": Kind("any value", {}, _is_there),
}
"""A whole number may be written as a text, so that `each` can fill it in."""

CASE: Final = (
    Field("game", "text", "Which game: its id.", needed=True),
    Field("rule", "texts", "The entries of the index that the case is for.", needed=True),
    Field("title", "text", "What it shows, in one sentence.", needed=True),
    Field("note", "text", "Where it comes from, or why it is as it is."),
    Field("given", "table", "The position; its fields are the game's.", needed=True),
    Field("each", "tables", "The case is run once for each; `{name}` stands for its values."),
    Field("do", "tables", "What happens, step by step.", needed=True),
)
"""A case file."""

GIVEN: Final = (
    Field("dice", "plains", "What chance answers, in the order in which it is asked."),
    Field("options", "texts by name", "Switches of the table, by id."),
    Field("position", "text", "A whole position, as `bocage show --position` prints it."),
)
"""Fields of `given` that every game has; a `position` stands alone, or beside `dice`."""

STEP: Final = (
    Field("note", "text", "Why this step."),
    Field("as", "text", "The seat that acts; by default the one that must decide."),
    Field("action", "lines", "What is done, as players write it."),
    Field("refused", "lines", "The rule that must refuse the action; of a list, any one of them."),
    Field("says", "text", "Words that the refusal must contain."),
    Field("ask", "text", "A question, instead of an action."),
    Field("answer", "any", "The answer: all of it, or of a table the part that matters."),
    Field("unordered", "yes", "Lists in the answer and in facts may be in any order."),
    Field("includes", "plains", "What a list that is the answer must have among others."),
    Field("excludes", "plains", "What it must not have."),
    Field("expect", "table", "Facts of the position afterwards."),
    Field(
        "log", "texts", "Lines that the log must contain, in this order; parts of lines are enough."
    ),
    Field("cites", "texts", "Rules that what happened or was answered must carry."),
)
"""A step."""


def check_fields(
    table: Mapping[str, Any], fields: Sequence[Field], file: str, where: str, faults: list[Fault]
) -> None:
    """Note everything about a table that does not fit its fields."""
    known = {field.name: field for field in fields}
    start = f"{where}." if where else ""
    for name, value in table.items():
        field = known.get(name)
        if field is None:
            reason = f"there is no such field; expected one of {', '.join(known)}"
            faults.append(Fault(file, 0, start + name, "", reason))
        elif not KINDS[field.kind].fits(value):
            reason = f"expected {KINDS[field.kind].expected}"
            faults.append(Fault(file, 0, start + name, str(value), reason))
    faults += [
        Fault(file, 0, start + field.name, "", f"is missing: {field.says}")
        for field in fields
        if field.needed and field.name not in table
    ]


def schema(given: Mapping[str, Sequence[Field]]) -> dict[str, Any]:
    """Return the JSON schema of case files, with the fields of `given` of each game."""
    root = _schema_of(CASE, holes=False)
    root["properties"]["do"]["items"] = _schema_of(STEP)
    root["allOf"] = [
        {
            "if": {"properties": {"game": {"const": game}}},
            "then": {"properties": {"given": _schema_of((*GIVEN, *fields))}},
        }
        for game, fields in given.items()
    ]
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An executable rule case of bocage",
    }
    return head | root


def _schema_of(fields: Sequence[Field], *, holes: bool = True) -> dict[str, Any]:
    """Return the schema of a table; if `each` may fill in values, a hole may stand for any."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [field.name for field in fields if field.needed],
        "properties": {
            field.name: {"description": field.says} | _value(KINDS[field.kind].schema, holes=holes)
            for field in fields
        },
    }


def _value(kind: Mapping[str, Any], *, holes: bool) -> dict[str, Any]:
    takes_text = "string" in str(kind.get("type", "string"))
    return dict(kind) if takes_text or not holes else {"anyOf": [dict(kind), _A_HOLE]}
