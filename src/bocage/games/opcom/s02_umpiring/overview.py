"""Records for Control's desk: the state of the turn, sheets, cards, and signals.

No team may see them. `bocage.server.desks` answers only people who sit at the desk.
"""

from __future__ import annotations

from typing import Final, cast

from bocage.engine import desk as shown
from bocage.engine.actions import text_of
from bocage.engine.frames import Ask
from bocage.engine.operation import SheetReading
from bocage.engine.words import Noun
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.s02_umpiring.cards import (
    CATEGORIES,
    DECISIVE,
    NEEDS_YOU,
    ROUTINE,
    Review,
    concerned,
    mode_of,
    totals,
    weight_of,
)
from bocage.games.opcom.s02_umpiring.desk import Desk, Release
from bocage.games.opcom.s05_orders.files import sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.readback import read_back
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.s10_reports.messages import card_name, sent_now

_FIRST: Final = {NEEDS_YOU: 0, DECISIVE: 1, ROUTINE: 2}


def desk(st: Position) -> shown.Desk:
    """Return the state of the turn."""
    world = st.world
    row = world.turn(max(1, st.turn))
    top = st.stack[-1] if st.stack else None
    waiting = waiting_card(st)
    cards = [*([waiting] if waiting else []), *st.cards]
    rows = sorted((card_row(st, each) for each in cards), key=lambda each: _FIRST[each.weight])
    deciding = _deciding(st)
    prompt = top.prompt(st).say(_nouns(st)) if isinstance(top, Ask) else ""
    return shown.Desk(
        turn=st.turn,
        last_turn=world.last_turn,
        date=row.date,
        half=row.half,
        phase=_phase(st),
        prompt=prompt,
        deciding=world.teams[deciding].seat if deciding >= 0 else "",
        sheets=tuple(_sheet_row(st, team) for team in range(len(world.teams))),
        waiting=waiting.name if waiting else "",
        cards=tuple(rows),
        signals=tuple(_signals(st)),
        modes={category: mode_of(st, category) for category in CATEGORIES},
        overruled=totals(st),
    )


def _nouns(st: Position) -> dict[str, Noun]:
    return {"unit": st.world.unit_names, "bridge": st.world.bridge_names}


def _phase(st: Position) -> shown.Phase:
    top = st.stack[-1] if st.stack else None
    if top is None:
        return "over"
    if isinstance(top, Orders):
        return "orders"
    if isinstance(top, Desk):
        return "closed"
    if isinstance(top, Release):
        return "release"
    return "ruling" if isinstance(top, Review) else "deciding"


def _deciding(st: Position) -> int:
    """Return the team that decides at once, or -1."""
    top = st.stack[-1] if st.stack else None
    seat = top.seat if isinstance(top, Ask) else -1
    return seat if seat < len(st.world.teams) else -1


def waiting_card(st: Position) -> Card | None:
    """Return the card that waits for Control's ruling; None if no card waits."""
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Review):
        return None
    return Card(
        *(top.name, top.category, top.what, top.why, top.cited, top.choices, top.value),
        *("", "", "", top.case),
    )


def sheets_in(st: Position) -> dict[int, str]:
    """Return the sheets of this turn so far, as text, by team."""
    top = st.stack[-1] if st.stack else None
    if isinstance(top, Orders):
        return {team: text_of(action) for team, action in top.answers}
    return dict(st.sheets)


def _sheet_row(st: Position, team: int) -> shown.SheetRow:
    each = st.world.teams[team]
    top = st.stack[-1] if st.stack else None
    text = sheets_in(st).get(team, "")
    lines, problems, questions = _counted(st, team, text) if text else (0, 0, 0)
    written = bool(text) and len(sheet_from_text(text)) > 1
    came: shown.Came = "in" if written or (text and isinstance(top, Orders)) else "none"
    if not text and isinstance(top, Orders):
        came = "out"
    return shown.SheetRow(
        seat=each.seat,
        name=each.name,
        side=each.side,
        came=came,
        lines=lines,
        problems=problems,
        questions=questions,
        released=isinstance(top, Release) and team in top.done,
    )


def _counted(st: Position, team: int, text: str) -> tuple[int, int, int]:
    """Return the number of lines of a sheet, of lines that cannot be done, and of unclear lines."""
    found = understand(st.world, team, sheet_from_text(text), known_to_team(st, team))
    return len(found.lines) + len(found.chores), len(found.problems), len(found.questions)


def sheet(st: Position, team: int, text: str = "") -> shown.Sheet:
    """Return a team's sheet beside how the staff reads it; with a text, that sheet instead."""
    text = text or sheets_in(st).get(team, "")
    reading = read_back(st, team, text) if text else SheetReading((), (), ())
    return shown.Sheet(st.world.teams[team].seat, text, reading)


def card_row(st: Position, card: Card) -> shown.CardRow:
    """Return a ruling in a line."""
    return shown.CardRow(
        name=card.name,
        category=card.category,
        what=_what(st, card),
        value=card.value,
        weight=cast("shown.Weight", weight_of(st, card)),
        by=card.by,
        reason=card.reason,
        told=card.told,
        seats=tuple(st.world.teams[team].seat for team in sorted(concerned(st, card))),
    )


def _what(st: Position, card: Card) -> str:
    """Return the subject of a ruling; for a result, with the units of both sides."""
    if card.category != "result" or not card.case.attackers:
        return card.what
    sides = (card.case.attackers, card.case.defenders)
    who, whom = (_some([st.world.units[u].name for u in side]) for side in sides)
    return f"{who} against {whom}: {card.what}"


def _some(names: list[str]) -> str:
    """Return the first of some names, and how many more there are."""
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def card(st: Position, name: str) -> shown.Card | None:
    """Return a ruling in full; None if this turn has none of that name."""
    waiting = waiting_card(st)
    cards = [*([waiting] if waiting else []), *st.cards]
    found = next((each for each in cards if each.name == name), None)
    if found is None:
        return None
    case = found.case
    struck = set(case.struck)
    return shown.Card(
        row=card_row(st, found),
        rule=str(found.rule),
        why=tuple(found.why.splitlines()),
        choices=found.options,
        at=_place_of(st, found),
        units=tuple(_units_of(st, found)),
        factors=tuple(
            shown.CardFactor(i, each.heading, each.value, each.words, each.rule, i in struck)
            for i, each in enumerate(case.factors, 1)
        ),
        chances=dict(case.chances),
        band=case.band,
        die=case.die,
        path=case.path,
    )


def _units_of(st: Position, card: Card) -> list[shown.CardUnit]:
    lost = dict(card.case.losses)
    sides = dict.fromkeys(card.case.attackers, "attacker")
    sides |= dict.fromkeys(card.case.defenders, "defender")
    for part in card.name.split("."):
        if part in st.world.by_id:
            sides.setdefault(st.world.by_id[part], "")
    return [
        shown.CardUnit(
            id=st.world.units[u].id,
            name=st.world.units[u].name,
            side=side,
            at=st.at(u),
            level=st.level(u),
            loses=lost.get(u, 0),
        )
        for u, side in sides.items()
    ]


def _place_of(st: Position, card: Card) -> Point | None:
    """Return the place of a ruling: the fight, a crossing, or a unit in the card's name."""
    if card.case.at:
        return card.case.at[0], card.case.at[1]
    for part in card.name.split("."):
        if part in st.world.by_id:
            return st.at(st.world.by_id[part])
        for each in st.world.crossings:
            if each.id == part:
                return st.world.ways.xy(each.lat, each.lon)
    return None


def _signals(st: Position) -> list[shown.SignalRow]:
    """Return the messages of this turn with their fates, and those on their way."""
    teams = st.world.teams
    ruled = {each.name: each for each in st.cards}
    found: list[shown.SignalRow] = []
    mine: set[tuple[int, int, int]] = set()
    for each in sent_now(st):
        name = card_name(st, each)
        fate = ruled[name].value if name in ruled else ""
        due = {"lost": 0, "late": st.turn + 1}.get(fate, st.turn)
        mine.add((each.sender, each.sent, each.number))
        card_of = name if name in ruled else ""
        ends = teams[each.sender].name, teams[each.to].name
        found.append(shown.SignalRow(card_of, *ends, each.by, each.text, fate, due))
    for each in st.messages:
        if (each.sender, each.sent, each.number) not in mine:
            sender = teams[each.sender].name if each.sender >= 0 else "Control"
            fate = "under way"
            to = teams[each.to].name
            found.append(shown.SignalRow("", sender, to, each.by, each.text, fate, each.due))
    return found
