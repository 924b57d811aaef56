"""What each viewer may know, from a white list; and other worlds that it cannot tell apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from bocage.engine.actions import text_of
from bocage.engine.records import values
from bocage.engine.viewers import Role, Viewer
from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.board.world import KINDS, World
from bocage.games.opcom.s02_umpiring.cards import CATEGORIES, mode_of, totals
from bocage.games.opcom.s05_orders.files import sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.submission import Orders, samples
from bocage.games.opcom.words.verbs import SHEET


def view(st: Position, viewer: Viewer) -> dict[str, object]:
    """Return the turn for everybody, what was told for its teams, the master map for Control."""
    world = st.world
    found: dict[str, object] = {"turn": st.turn, "scenario": world.data.id}
    teams = [t for t in range(len(world.teams)) if t in viewer.seats]
    found["told"] = {world.teams[t].seat: st.told[t].data or None for t in teams}
    top = st.stack[-1] if st.stack else None
    if isinstance(top, Orders):
        found["sheets"] = {
            world.teams[seat].seat: sheet_from_text(text_of(action))
            for seat, action in top.answers
            if seat in viewer.seats or is_control(st, viewer)
        }
    if is_control(st, viewer):
        found["master"] = master(st)
    elif viewer.role is Role.UMPIRE:
        # What is being worked out would tell of the others' orders before it is released.
        found["watched"] = watched(st, teams) if isinstance(top, Orders) else []
    return found


def clearances(world: World) -> dict[str, frozenset[int]]:
    """What an umpire can be cleared for: a team, or a side with all its teams."""
    found = {team.seat: frozenset({i}) for i, team in enumerate(world.teams)}
    for side in dict.fromkeys(team.side for team in world.teams):
        found[side] = frozenset(i for i, team in enumerate(world.teams) if team.side == side)
    return found


def watched(st: Position, teams: Collection[int]) -> list[dict[str, object]]:
    """Return the units of some teams as they are on the master map, and what each has with it."""
    size = len(KINDS)
    return [
        {**unit_row(st, u.number), "stock": list(st.stock[u.number * size : (u.number + 1) * size])}
        for u in st.world.units
        if u.team in teams
    ]


def unit_row(st: Position, number: int) -> dict[str, object]:
    """Return a unit on the master map."""
    return {
        "id": st.world.units[number].id,
        "x": st.xs[number],
        "y": st.ys[number],
        "level": st.level(number),
        "steps": st.steps[number],
        "where": st.where[number],
    }


def is_control(st: Position, viewer: Viewer) -> bool:
    """Return whether this viewer sits at Control's desk, or sees everything."""
    return viewer.sees_all or st.world.control in viewer.seats


def master(st: Position) -> dict[str, object]:
    """Return the master map and the cards of this turn."""
    return {
        "units": [unit_row(st, u.number) for u in st.world.units],
        "stocks": [list(st.stock[i : i + len(KINDS)]) for i in range(0, len(st.stock), len(KINDS))],
        "bridges": list(st.bridges),
        "squadrons": list(st.squadrons),
        "lifts": list(st.lifts),
        "sorties": [list(map(str, values(each))) for each in st.sorties],
        "cards": [values(card)[:_HEAD] for card in st.cards],
        "modes": {category: mode_of(st, category) for category in CATEGORIES},
        "overruled": totals(st),
        "orders": [list(map(str, values(each))) for each in st.orders],
    }


_HEAD = 9
"""Values of a card that the view tells; what a fight is about is asked for, card by card."""


def determinise(st: Position, viewer: Viewer, rng: Random) -> Position:
    """Another world for this viewer: others' strength, stocks, places and sheets may differ.

    Whatever it was told stays as it was; whatever it was not told may differ. There is one
    for every position that play or Control's hand can reach, and making it takes the same work
    however many sheets have come in: neither a failure nor the time taken tells anything.
    """
    made = st.copy()
    if is_control(st, viewer):
        return made
    for unit in st.world.units:
        if unit.team in viewer.seats or st.where[unit.number] != HERE:
            continue
        number = unit.number
        if rng.random() < 0.5 and st.level(number) > 1:
            # A rebuilt unit is a company and begins at nothing lost; who is scattered is still
            # to come back; and Control may set any number.
            first = 0 if st.rebuilt[number] else unit.unit.start_step
            first = max(first, sum(who == number for who, _ in st.scattered))
            made.steps[number] = rng.randint(min(first, st.steps[number]), st.steps[number])
        if rng.random() < 0.3:
            made.xs[number] += rng.randint(-400, 400)
            made.ys[number] += rng.randint(-400, 400)
        for kind in range(len(KINDS)):
            at = number * len(KINDS) + kind
            if made.stock[at]:
                made.stock[at] = rng.randint(1, made.stock[at])
    top = st.stack[-1] if st.stack else None
    if isinstance(top, Orders):
        others = {seat: _another(st, seat, rng) for seat in top.asked if seat not in viewer.seats}
        answers = [(seat, others.get(seat, action)) for seat, action in top.answers]
        made.swap(replace(top, answers=tuple(answers)))
    made.sheets = tuple(
        (seat, text if seat in viewer.seats else text_of(_another(st, seat, rng)))
        for seat, text in st.sheets
    )
    return made


def _another(st: Position, seat: int, rng: Random) -> int:
    return SHEET.carrying(sheet_text(rng.choice(samples(st, seat))))
