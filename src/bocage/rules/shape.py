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
    Field("game", "text", "The id of the game.", needed=True),
    Field("rule", "texts", "The entries of the index that the case tests.", needed=True),
    Field("title", "text", "What it shows, in one sentence.", needed=True),
    Field("note", "text", "Its source or reason."),
    Field("given", "table", "The position; each game has its own fields.", needed=True),
    Field(
        "each",
        "tables",
        "A list of tables. The case runs once for each; `{name}` stands for its values.",
    ),
    Field("do", "tables", "What happens, step by step.", needed=True),
)
"""A case file."""

GIVEN: Final = (
    Field("dice", "plains", "The results of chance, in the order of the questions."),
    Field("options", "texts by name", "Switches of the table, by id."),
    Field("position", "text", "A whole position, as `bocage show --position` prints it."),
)
"""Fields of `given` that every game has; a `position` stands alone, or beside `dice`."""

STEP: Final = (
    Field("note", "text", "Why this step."),
    Field("as", "text", "The seat that acts. Default: the seat that must decide."),
    Field("action", "lines", "A line as players write it, or a list of lines."),
    Field(
        "refused", "lines", "The rule that must refuse the action, or a list of which any one may."
    ),
    Field("says", "text", "Words that the refusal must contain."),
    Field("ask", "text", "A question, instead of an action."),
    Field("answer", "any", "The answer. For a table, the part that matters is enough."),
    Field("unordered", "yes", "Lists in the answer and in facts may be in any order."),
    Field("includes", "plains", "What an answer that is a list must contain."),
    Field("excludes", "plains", "What it must not contain."),
    Field("expect", "table", "Facts about the position afterwards."),
    Field("log", "texts", "Lines, or parts of lines, that the log must show in this order."),
    Field("cites", "texts", "Rules that the events or the answer must cite."),
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
