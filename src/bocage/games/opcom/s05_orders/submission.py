"""Sealed order sheets: every team writes, and Control opens all together (4.0.a, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bocage.engine.actions import Action, number_of, text_of
from bocage.engine.frames import NOBODY, Sealed, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.opcom.board.position import HOLD, MOVE, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World, plain
from bocage.games.opcom.debrief.tallies import count_sheets
from bocage.games.opcom.pieces.orders import Chore, CounterFire, FireMission, Line, Supply
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.desk import Desk
from bocage.games.opcom.s04_turn import set_out
from bocage.games.opcom.s05_orders.chore_words import chore_units
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Understood, understand
from bocage.games.opcom.s05_orders.sheet import Row, Sheet, Value, with_rows
from bocage.games.opcom.words.verbs import ADJUDICATE, CLOSE, SHEET

_ASKS = R("4.0.a")


@frame
class Orders(Sealed):
    """All teams write their sheets until Control closes the orders.

    Teams do not see who has sent.

    The last sheet does not close the orders: a team may send another one while they are open.
    Control closes them, or adjudicates at once. An automatic Control adjudicates when all sheets
    are in.
    """

    asked: tuple[int, ...]
    answers: tuple[tuple[int, Action], ...] = ()
    closer: int = NOBODY
    rule = _ASKS
    takes = frozenset({SHEET.number, CLOSE.number}) | Desk.takes

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """Return the team and Control."""
        return tuple(dict.fromkeys((seat, st.world.control)))

    def legal_for(self, st: Position, seat: int) -> Sequence[Action]:
        """Return some sheets that the team could send; any that can be read will do.

        Control may close the orders or have the turn worked out once all sheets are in.
        """
        if seat == self.closer:
            offered = Desk(seat).legal(st)
            return offered[1:] if self.missing() else [*offered, CLOSE()]
        return [SHEET.carrying(sheet_text(each)) for each in samples(st, seat)]

    def check_for(self, st: Position, seat: int, action: Action) -> Ruling:
        """Return whether a sheet can be read, is the team's own, and is for this half day.

        Control can't close the orders before all sheets are in, unless time is up.
        """
        if seat == self.closer:
            return self._check_control(st, action)
        if number_of(action) != SHEET.number:
            return refuse(_ASKS, "{what}", what=self.prompt_for(st, seat))
        try:
            sheet = sheet_from_text(text_of(action))
        except SheetError as error:
            return refuse(_ASKS, "{why}", why=str(error))
        complaint = not_for_now(st.world, seat, st.turn, sheet)
        return refuse(_ASKS, "{why}", why=complaint) if complaint else OK

    def _check_control(self, st: Position, action: Action) -> Ruling:
        if number_of(action) == SHEET.number:
            return refuse(_ASKS, "Control has no sheet of its own; it submits sheets for teams")
        if action not in (CLOSE(), ADJUDICATE()):
            return Desk(self.closer).check(st, action)
        out = ", ".join(st.world.teams[team].name for team in self.missing())
        text = "no sheet has come from {out}; end their time to continue without it"
        return refuse(_ASKS, text, out=out) if out else OK

    def close(self, st: Position, action: Action) -> None:
        """Rule beforehand, close the orders, or adjudicate, for Control."""
        if action not in (CLOSE(), ADJUDICATE()):
            Desk(self.closer).apply(st, action)
            return
        self.take(st)
        if action == ADJUDICATE():
            st.pop()

    def take(self, st: Position) -> None:
        """Read all sheets and set their orders; unclear ones take their defaults (4.0.a)."""
        st.pop()
        before = dict(st.sheets)
        empty = text_of(_no_sheet(st))
        sheets = tuple((team, text_of(action)) for team, action in self.answers)
        count_sheets(
            st, [t for t, text in sheets if text != empty and before.get(t) in (None, empty)]
        )
        st.sheets = sheets
        carry(st)

    def prompt_for(self, st: Position, seat: int) -> Words:
        """Return the prompt of a team, or of Control when all sheets are in."""
        if seat == self.closer:
            return Words("the sheets are in: read them, then close the orders")
        row = st.world.turn(st.turn)
        return Words(
            "send your order sheet for {date} {half}", {"date": row.date, "half": row.half}
        )

    def waiting(self, st: Position) -> Words:
        """Return the words for the others."""
        return Words("the teams are writing their order sheets")

    def default(self, st: Position, seat: int) -> Action:
        """Return no sheet: earlier orders stand, or the units hold (reading 2.2).

        If Control has opened the orders again, the sheet that was sent before stands. For Control,
        return the closing of the orders.
        """
        if seat == self.closer:
            return CLOSE()
        before = dict(st.sheets)
        return SHEET.carrying(before[seat]) if seat in before else _no_sheet(st)


def open_orders(st: Position, kept: tuple[tuple[int, Action], ...] = ()) -> None:
    """Ask all teams for their sheets; `kept` are the ones already sent."""
    st.push(Orders(tuple(range(len(st.world.teams))), kept, st.world.control))


def _no_sheet(st: Position) -> Action:
    return SHEET.carrying(sheet_text({"turn": str(st.turn)}))


def carry(st: Position) -> None:
    """Read the sheets of this turn into the orders and chores of the position."""
    orders: list[Line] = []
    chores: list[Chore] = []
    for team, text in st.sheets:
        found = understand(st.world, team, sheet_from_text(text), known_to_team(st, team))
        orders += found.lines
        orders += going_on(st, team, found)
        chores += found.chores
    st.orders, st.chores = tuple(orders), tuple(chores)
    set_out(st)


_SAID_BACK = 40
"""The most letters of a word that a refusal repeats."""
GOES_ON = 100
"""Standing orders without a sheet have line numbers above this."""


def not_for_now(world: World, team: int, turn: int, sheet: Sheet) -> str:
    """Return why a sheet is for another team or half day; empty if it fits."""
    own = world.teams[team]
    named = str(sheet.get("team", own.seat))
    if plain(named) not in (plain(own.seat), plain(own.name)):
        return f"this sheet is signed '{named[:_SAID_BACK]}', but you are {own.name}"
    if "turn" in sheet and str(sheet["turn"]) != str(turn):
        return _late(world, turn, f"turn {sheet['turn'][:_SAID_BACK]}")
    row = world.turn(turn)
    if "date" in sheet and str(sheet["date"]) != row.date:
        return _late(world, turn, sheet["date"][:_SAID_BACK])
    if "half" in sheet and str(sheet["half"]).strip().casefold() != row.half:
        half = sheet["half"][:_SAID_BACK]
        return _late(world, turn, f"{sheet.get('date', row.date)} {half}")
    return ""


def _late(world: World, turn: int, said: str) -> str:
    row = world.turn(turn)
    return f"this sheet is for {said}; orders are being taken for {row.date} {row.half}"


def going_on(st: Position, team: int, written: Understood) -> list[Line]:
    """Return standing lines for units without a line: they still hold or move (reading 2.2).

    Guns that fire, and columns that bring supplies, have their orders for this turn.
    """
    named = {unit for line in written.lines for unit in line.units}
    named |= {gun for line in written.lines for gun, _ in line.support}
    busy = (FireMission, CounterFire, Supply)
    named |= {u for each in written.chores if isinstance(each, busy) for u in chore_units(each)}
    found: list[Line] = []
    number = GOES_ON
    for line in st.standing:
        left = tuple(
            u for u in line.units if u not in named and st.is_effective(u) and _has_way(st, u, line)
        )
        if line.team == team and left and line.action in (HOLD, MOVE):
            number += 1
            found.append(replace(line, units=left, number=number, after=0))
    return found


def _has_way(st: Position, unit: int, line: Line) -> bool:
    """Return whether a march is unfinished; a unit at its goal has no more orders."""
    there = st.figures.orders.arrived
    return line.action != MOVE or not line.goal or km_between(st.at(unit), _goal(line)) > there


def _goal(line: Line) -> Point:
    return line.goal[0], line.goal[1]


def samples(st: Position, team: int) -> list[Sheet]:
    """Return sample sheets: hold, prepare, and each action against each objective."""
    head: Sheet = {"team": st.world.teams[team].seat, "turn": str(st.turn)}
    found: list[Sheet] = [head]
    groups = _groups(st, team)
    found.append(with_rows(head, {"order": [_line(name, "prepare") for name in groups]}))
    found += [
        with_rows(head, {"order": [_line(name, action, place) for name in groups]})
        for place in st.world.teams[team].objectives
        for action in ("move", "attack", "breakthrough", "probe")
    ]
    return found


def _groups(st: Position, team: int) -> list[str]:
    """Return the team's groupings with units that can have orders."""
    known = known_to_team(st, team)
    named = {
        group.name: [st.world.by_id[u] for u in group.units]
        for group in st.world.data.groupings
        if group.team == st.world.teams[team].seat
    }
    found = [
        name
        for name, units in named.items()
        if any(u in known.where and u not in known.lost for u in units)
    ]
    return found or ["all"]


def _line(unit: str, action: str, place: str = "") -> Row:
    line: dict[str, Value] = {"unit": [unit], "action": action, "posture": "tact"}
    if place:
        line["objective"] = place
    return line
