"""The order sheet of OP COM on A4, blank, with its code; and the keys that go with it (5.1)."""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.world import World
from bocage.games.opcom.s05_orders.coded import (
    ACTION_LETTERS,
    POSTURE_LETTERS,
    code_of,
    keys_of,
)
from bocage.games.opcom.s10_reports.dates import in_full
from bocage.games.opcom.s12_air.orders import MISSIONS
from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.lettering import text
from bocage.press.operation.leaves import Block, Heading, Prose, Rows, pages, side_by_side
from bocage.press.papers import PAPERS
from bocage.press.svg import Drawing, Element, path, rect

_INK: Final = "#000000"
_EDGE: Final = 10.0
_LINES: Final = 8
_OTHERS: Final = 3
_HIGH: Final = 14.5
_HEAD: Final = 10.0
_COLUMNS: Final = (
    ("line", 8.0, ""),
    ("Unit or grouping", 38.0, "key"),
    ("Orders, in words", 78.0, ""),
    ("To, and by which way", 42.0, ""),
    ("Support: guns, air", 36.0, ""),
    ("Ammo / fuel", 17.0, ""),
    ("Action", 25.0, "circle one"),
    ("Posture", 15.0, "circle one"),
    ("Control", 18.0, "leave free"),
)
_COLUMNS_WITHOUT_TROOPS: Final = (
    ("line", 8.0, ""),
    ("Mission or kind of order", 52.0, ""),
    ("Who", 70.0, "squadrons, lift or ships, with keys"),
    ("Where", 70.0, "place, zone, unit or lift"),
    ("More", 59.0, "night, route, points"),
    ("Control", 18.0, "leave free"),
)
"""For a team that has no troops, such as an air force."""


def order_sheet(world: World, team: int, turn: int) -> Drawing:
    """Return the blank sheet of a team for a turn, across a page of A4."""
    paper = PAPERS["a4"]
    wide, high = paper.height, paper.width
    right = wide - _EDGE
    row = world.turn(turn)
    name, code = world.teams[team].name, code_of(world, team, turn)
    when = in_full(row)
    room = 150.0
    body: list[Element] = [
        rect(0, 0, wide, high, fill="#ffffff"),
        text((_EDGE, 14), "Order sheet", tokens.TITLE, 8.0, _INK),
        text((_EDGE, 21), name, tokens.TOWN, typ.fitted(name, tokens.TOWN, 5.6, room), _INK),
        text((_EDGE + 160, 14), f"Turn {turn}", tokens.TOWN, 5.6, _INK),
        text((_EDGE + 160, 21), when, tokens.PROSE, typ.fitted(when, tokens.PROSE, 4.6, 70), _INK),
        rect(right - 46, 6, 46, 17, fill="none", stroke=_INK, stroke_width=0.6),
        text((right - 44, 10), "code", tokens.NUMERAL_MEDIUM, 3.0, _INK),
        text((right - 23, 20.4), code, tokens.ORDERS_BOLD, 11.0, _INK, anchor="middle"),
    ]
    troops = _has_troops(world, team)
    body += _table(26.0, troops=troops)
    below = 26.0 + _HEAD + _LINES * _HIGH
    body += _others(below + 2.5, right)
    for number, said in enumerate(_foot() if troops else _foot_without_troops(world, team)):
        at = (_EDGE, high - 10.0 + 4.5 * number)
        body.append(text(at, said, tokens.PROSE, 3.2, _INK))
    title = f"{name}, order sheet {code}"
    return Drawing(wide, high, "mm", (wide, high), tuple(body), title)


def _has_troops(world: World, team: int) -> bool:
    return any(unit.team == team for unit in world.units)


def _foot() -> tuple[str, ...]:
    actions = ", ".join(f"{letter} {word}" for letter, word in ACTION_LETTERS.items())
    postures = ", ".join(f"{letter} {word}" for letter, word in POSTURE_LETTERS.items())
    return (
        f"Action: {actions}. Posture: {postures}.",
        "Write the key of a unit or grouping beside its name; your page of keys has them. "
        "Units without a line carry on as before.",
    )


def _foot_without_troops(world: World, team: int) -> tuple[str, ...]:
    if team not in world.sky.team_of:
        return ("Write fleets, convoys and sea zones by their names; your brief has them.",)
    keys = "Write the key of a squadron beside its name; your page of keys has them."
    return (f"Missions: {', '.join(MISSIONS)}.", keys)


def _table(top: float, *, troops: bool) -> list[Element]:
    columns = _COLUMNS if troops else _COLUMNS_WITHOUT_TROOPS
    wide = sum(each[1] for each in columns)
    deep = _HEAD + _LINES * _HIGH
    found: list[Element] = [rect(_EDGE, top, wide, _HEAD, fill="#e6e6e6")]
    x, rules = _EDGE, f"M{_EDGE} {top}h{wide}M{_EDGE} {top + _HEAD}h{wide}"
    for name, width, hint in columns:
        size = typ.fitted(name, tokens.NUMERAL_MEDIUM, 3.6, width - 2)
        found.append(text((x + 1, top + 4.4), name, tokens.NUMERAL_MEDIUM, size, _INK))
        if hint:
            found.append(text((x + 1, top + 8.2), hint, tokens.PROSE_ITALIC, 2.8, _INK))
        rules += f"M{x} {top}v{deep}"
        x += width
    rules += f"M{x} {top}v{deep}"
    for line in range(_LINES):
        y = top + _HEAD + line * _HIGH
        rules += f"M{_EDGE} {y + _HIGH}h{wide}"
        found += _line(line + 1, y, troops=troops)
    found.append(path(rules, stroke=_INK, stroke_width=0.3, fill="none"))
    return found


def _line(number: int, y: float, *, troops: bool) -> list[Element]:
    middle = y + _HIGH / 2 + 1.4
    found = [text((_EDGE + 4, middle), str(number), tokens.NUMERAL, 4.4, _INK, anchor="middle")]
    if not troops:
        return found
    left = _EDGE + sum(each[1] for each in _COLUMNS[:6])
    for letters, start, room in (
        (ACTION_LETTERS, left, _COLUMNS[6][1]),
        (POSTURE_LETTERS, left + _COLUMNS[6][1], _COLUMNS[7][1]),
    ):
        step = room / len(letters)
        found += [
            text(
                (start + step * (place + 0.5), middle),
                *(letter, tokens.NUMERAL_LIGHT, 4.0, _INK),
                anchor="middle",
            )
            for place, letter in enumerate(letters)
        ]
    return found


def _others(top: float, right: float) -> list[Element]:
    """Lines for everything that is neither a march nor a fight."""
    said = (
        "Other orders: supply, dump, attach, blow, build, fire, rail, air, message and the like. "
        "One line each: which kind, who or what, from where to where, how much."
    )
    found: list[Element] = [text((_EDGE, top + 3), said, tokens.PROSE, 3.2, _INK)]
    rules = "".join(f"M{_EDGE} {top + 5 + (number + 1) * 8.0}H{right}" for number in range(_OTHERS))
    found.append(path(rules, stroke=_INK, stroke_width=0.3, fill="none"))
    return found


def keys_page(world: World, team: int) -> list[Drawing]:
    """Return the page of keys: of units, groupings, dumps, squadrons, actions and postures.

    A team that has none of these, such as a navy, has no page.
    """
    keys = keys_of(world, team)
    groups = world.groups_of(team)
    named = [
        (key, name, ", ".join(world.units[u].unit.label for u in groups[name]))
        for key, name in keys.items()
        if key.isalpha()
    ]
    single = [
        (key, world.units[world.by_id[name]].name) for key, name in keys.items() if key.isdigit()
    ]
    flown = {each.id: each.name for each in world.sky.units}
    others = [
        (key.upper(), flown.get(name, name))
        for key, name in keys.items()
        if not key.isdigit() and not key.isalpha()
    ]
    blocks: list[Block] = []
    if named:
        head = ("key", "grouping", "units")
        blocks += [Heading("Groupings"), Rows(head, tuple(named), (8, 55, 110))]
    for title, word, rows in (("Units", "unit", single), ("Dumps and squadrons", "name", others)):
        if rows:
            twice = ("key", word, "key", word)
            blocks += [Heading(title), Rows(twice, side_by_side(rows), (8, 80, 8, 80))]
    if single:
        blocks += [
            Heading("Letters"),
            Prose(f"Actions: {', '.join(f'{a} {word}' for a, word in ACTION_LETTERS.items())}."),
            Prose(f"Postures: {', '.join(f'{a} {word}' for a, word in POSTURE_LETTERS.items())}."),
        ]
    if not blocks:
        return []
    title, foot = "Keys to your order sheets", world.data.title
    return pages(title, world.teams[team].name, blocks, PAPERS["a4"], foot=foot)
