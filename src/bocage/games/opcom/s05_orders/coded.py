"""A paper sheet typed in: the code printed on it, then a short line for each of its lines (5.1).

    A02K
    a B T Break through; to Valkenswaard; with 7, 8; air 4
    3 H T
    blow Dommel bridge
    su d1;t5;am1;fu2

The code says whose sheet it is and for which turn. Every unit has a number, every grouping a
letter, every dump and squadron a letter with a number; they are printed on the back of the sheet
and never change. `9-12` is four units. Any word may be cut short while it is clear which it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Final, cast

from bocage.games.opcom.board.position import ACTIONS, POSTURES
from bocage.games.opcom.board.world import World
from bocage.games.opcom.s05_orders.files import SheetError
from bocage.games.opcom.s05_orders.one_line import FLAGS, order_flag
from bocage.games.opcom.s05_orders.sheet import KINDS, Sheet, Value, with_rows

_CHECKS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters that are hard to mistake for each other or for figures."""
_CODE: Final = re.compile(r"([A-Z])(\d{2})([A-Z])")
ACTION_LETTERS: Final[Mapping[str, str]] = {
    "H": "hold",
    "M": "move",
    "P": "prepare",
    "R": "probe",
    "A": "attack",
    "B": "breakthrough",
}
POSTURE_LETTERS: Final[Mapping[str, str]] = {"T": "tact", "N": "non-tact", "R": "rest"}
_WORDED: Final[Mapping[str, str]] = {
    "to": "objective",
    "via": "route",
    "with": "support",
    "ammo": "ammo",
    "fuel": "fuel",
    "air": "air",
    "cab": "cab_rank",
    "priority": "priority",
    "lifted by": "lifted_by",
}
"""How an addition to a line begins, and the column that it fills."""
_ADDITIONS: Final = (*_WORDED, *(each for each in FLAGS if each not in POSTURES))
_SHORTEST: Final = 2
"""Letters of the word that a line of another kind begins with: one letter is a grouping's key."""
_RANGE: Final = re.compile(r"([ds]?)(\d{1,3})\s*-\s*\1(\d{1,3})", re.IGNORECASE)
_KEYED: Final = frozenset({"objective", "lifted_by", "by", "engineers", "from", "to", "dump"})
_LISTS: Final = frozenset({"route", "support", "unit", "guns", "squadrons", "column"})


def code_of(world: World, team: int, turn: int) -> str:
    """Return the code of a team's sheet for a turn: `A02K`."""
    body = f"{ascii_uppercase[team]}{turn:02d}"
    weights = enumerate(f"{world.data.id} {body}", 1)
    return body + _CHECKS[sum(place * ord(letter) for place, letter in weights) % len(_CHECKS)]


def read_code(world: World, text: str) -> tuple[int, int]:
    """Return the team and the turn that a code names.

    Raises:
        SheetError: it is not a code, or has a typing mistake.
    """
    said = re.sub(r"[\s-]", "", text).upper()
    found = _CODE.fullmatch(said)
    if found is None:
        raise SheetError(
            f"'{text[:20]}' is not a code: look at the top of the sheet for a code like A02K"
        )
    team, turn = ascii_uppercase.index(found[1]), int(found[2])
    if (
        team >= len(world.teams)
        or not 1 <= turn <= world.last_turn
        or code_of(world, team, turn) != said
    ):
        raise SheetError(f"no sheet has the code {said}; look at it again")
    return team, turn


def keys_of(world: World, team: int) -> dict[str, str]:
    """Return what each key on a team's sheets stands for.

    Letters are groupings, numbers units, `d1` is a dump and `s1` a squadron. The values are names
    that a sheet may use: of a grouping or dump its name, of a unit or squadron its id.
    """
    groups = [name for name in world.groups_of(team) if name != "all"]
    found = dict(zip(ascii_lowercase, groups, strict=False))
    own = [unit.id for unit in world.units if unit.team == team]
    seat = world.teams[team].seat
    dumps = [dump.name for dump in world.dumps if dump.team == seat]
    flies = [each.id for i, each in enumerate(world.sky.units) if world.sky.team_of[i] == team]
    for letter, names in (("", own), ("d", dumps), ("s", flies)):
        found |= {f"{letter}{number}": each for number, each in enumerate(names, 1)}
    return found


def sheet_from_lines(world: World, text: str) -> tuple[int, Sheet]:
    """Return whose sheet a text is, and the sheet.

    Raises:
        SheetError: the code is wrong, or a line cannot be read; it says which.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise SheetError("the first line is the code of the sheet, like A02K")
    team, turn = read_code(world, lines[0])
    keys = keys_of(world, team)
    rows: dict[str, list[dict[str, Value]]] = {}
    for number, line in enumerate(lines[1:], 1):
        try:
            kind, row = _line(line, keys)
        except SheetError as error:
            raise SheetError(f"line {number}, '{line[:40]}': {error}") from None
        rows.setdefault(kind, []).append(row)
    head: Sheet = {"team": world.teams[team].seat, "turn": str(turn)}
    return team, with_rows(head, cast("Mapping[str, list[Mapping[str, Value]]]", rows))


def _line(line: str, keys: Mapping[str, str]) -> tuple[str, dict[str, Value]]:
    word, _, rest = line.partition(" ")
    kind = _meant(word.casefold(), [each for each in KINDS if each != "order"])
    if kind is not None and len(word) >= _SHORTEST and word.casefold() not in keys:
        return kind, _other(kind, rest, keys)
    return "order", _order(line, keys)


def _meant(said: str, words: Iterable[str]) -> str | None:
    """Return the word that is meant, whole or cut short; None if none or several fit."""
    fits = [each for each in words if each.startswith(said)]
    return said if said in fits else fits[0] if len(fits) == 1 else None


def _begun(said: str, words: Iterable[str]) -> tuple[str, str]:
    """The word that a text begins with, whole or cut short, and what follows; nothing if none."""
    known = list(words)
    whole = next((each for each in known if f"{said} ".casefold().startswith(f"{each} ")), None)
    if whole is not None:
        return whole, said[len(whole) :].strip()
    found = re.fullmatch(r"([a-z-]+)\s*(.*)", said, re.IGNORECASE)
    meant = _meant(found[1].casefold(), known) if found else None
    return ("", said) if found is None or meant is None else (meant, found[2])


def _order(line: str, keys: Mapping[str, str]) -> dict[str, Value]:
    """`KEYS ACTION [POSTURE] WORDS; ADDITION; ADDITION`."""
    body, *more = [part.strip() for part in line.split(";")]
    found = re.fullmatch(r"([^ ,]+(?:\s*,\s*[^ ,]+)*)\s+(\S+)(?:\s+(.*))?", body)
    if found is None:
        raise SheetError("expected who, then the action, such as '3 A T Attack Best'")
    who = [_keyed(each, keys) for each in _several(found[1], keys)]
    action = _choice(found[2], ACTION_LETTERS, ACTIONS, "action")
    posture, _, words = (found[3] or "").partition(" ")
    if posture.upper() in POSTURE_LETTERS or posture.casefold() in POSTURES:
        stance = _choice(posture, POSTURE_LETTERS, POSTURES, "posture")
    else:
        stance, words = "tact", found[3] or ""
    order: dict[str, Value] = {"unit": who, "action": action, "posture": stance}
    if words.strip():
        order["orders"] = words.strip()
    for part in filter(None, more):
        order |= _addition(part, keys)
    return order


def _several(said: str, keys: Mapping[str, str]) -> list[str]:
    """Names or keys apart by commas; `9-12` stands for all keys from one to the other."""
    found: list[str] = []
    for each in filter(None, (part.strip() for part in said.split(","))):
        span = _RANGE.fullmatch(each)
        letter = span[1].casefold() if span else ""
        through = (
            [f"{letter}{n}" for n in range(int(span[2]), int(span[3]) + 1)] if span else [each]
        )
        found += through if all(key in keys for key in through) else [each]
    return found


def _keyed(said: str, keys: Mapping[str, str]) -> str:
    """Return the name that a key stands for; `all` is all."""
    if said.casefold() in keys:
        return keys[said.casefold()]
    if said.casefold() == "all":
        return "all"
    raise SheetError(f"no unit or grouping of this sheet has the key '{said}'")


def _choice(said: str, letters: Mapping[str, str], words: tuple[str, ...], what: str) -> str:
    if said.upper() in letters:
        return letters[said.upper()]
    fits = [each for each in words if said and each.startswith(said.casefold())]
    if len(fits) == 1:
        return fits[0]
    raise SheetError(f"'{said}' is not a known {what}: write {', '.join(letters)}")


def _addition(part: str, keys: Mapping[str, str]) -> dict[str, Value]:
    word, said = _begun(part, _ADDITIONS)
    if (flag := order_flag(part) or (order_flag(word) if not said else None)) is not None:
        return dict([flag])
    if word in _WORDED and said:
        return {_WORDED[word]: _value(_WORDED[word], said, keys)}
    known = ", ".join((*_WORDED, *FLAGS))
    raise SheetError(f"'{part}' is not an addition; they begin with {known}")


def _value(field: str, said: str, keys: Mapping[str, str]) -> Value:
    """What a column holds; units may be named by their keys."""
    if field not in _LISTS:
        by_key = field in _KEYED and said.casefold() in keys
        return keys[said.casefold()] if by_key else said
    if field == "route":
        return [each.strip() for each in said.split(",") if each.strip()]
    return [keys.get(each.casefold(), each) for each in _several(said, keys)]


def _other(kind: str, rest: str, keys: Mapping[str, str]) -> dict[str, Value]:
    """`blow BRIDGE`, `supply FROM; to HOLDER; ammo 5`: the first column needs no name."""
    parts = [part.strip() for part in rest.split(";") if part.strip()]
    row: dict[str, Value] = {}
    for number, part in enumerate(parts):
        word, _, said = part.partition(" ")
        meant, value = _begun(part, KINDS[kind][1:]) if number else (word.casefold(), said)
        if meant in KINDS[kind] and value:
            field, said = meant, value
        elif not number:
            field, said = KINDS[kind][0], part
        else:
            raise SheetError(f"'{part}' begins with none of {', '.join(KINDS[kind])}")
        row[field] = _value(field, said.strip(), keys)
    if not row:
        raise SheetError(f"say what to {kind}")
    return row
