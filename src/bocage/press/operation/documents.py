"""Documents of an operation on A4: briefs and reports for teams, lists and cards for Control."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.pieces.told import Told
from bocage.games.opcom.s02_umpiring import grids
from bocage.games.opcom.s02_umpiring.cards import DECISIVE, NEEDS_YOU, ROUTINE, weight_of
from bocage.games.opcom.s02_umpiring.grids import Grid
from bocage.games.opcom.s02_umpiring.overview import waiting_card
from bocage.games.opcom.s10_reports.brief import (
    command,
    expected,
    groupings,
    mission,
    own_rules,
    ships,
    weather_words,
)
from bocage.games.opcom.s10_reports.dates import in_full
from bocage.games.opcom.s12_air.brief import can_fly
from bocage.press.operation.leaves import (
    Block,
    Box,
    Heading,
    Kept,
    Prose,
    Rows,
    pages,
    side_by_side,
)
from bocage.press.papers import PAPERS, Paper
from bocage.press.svg import Drawing

_A4: Final = PAPERS["a4"]
_ACROSS: Final = Paper("A4", _A4.height, _A4.width)


def when(st: Position) -> str:
    """Return the half day that is being ordered or worked out."""
    return in_full(st.world.turn(max(1, st.turn)))


def brief(st: Position, team: int) -> list[Drawing]:
    """Return a team's brief: what it was told and nothing else."""
    world, told = st.world, st.told[team]
    blocks: list[Block] = [Prose(f"{world.data.title}: {when(st)}{weather_words(st)}", bold=True)]
    blocks += [Prose(world.data.description), *(Prose(each) for each in command(world, team))]
    if told.mission:
        blocks += [Heading("Your mission card"), *_numbered(mission(told)[1:])]
    if own := own_rules(world):
        blocks += [Heading("Rules of this scenario"), *(Prose(each) for each in own)]
    if objectives := world.teams[team].objectives:
        blocks += [Heading("Your objectives"), Prose(f"{', '.join(objectives)}.")]
    if names := groupings(world, team):
        blocks += [Heading("Groupings that you may order"), Prose(f"{', '.join(names)}.")]
    blocks += [Prose(line) for line in ships(world, team)]
    blocks += _known(st, told)
    if coming := expected(st, told.due):
        blocks += [Heading("Expected"), *(Prose(line.strip()) for line in coming)]
    blocks += [*_aircraft(st, told), *_lifts(st, told), Heading("Notes"), Box("", 25)]
    foot = f"{world.data.title}, turn {max(1, st.turn)}, {when(st)}"
    return pages("Brief", world.teams[team].name, blocks, _A4, foot=foot)


def _aircraft(st: Position, told: Told) -> list[Block]:
    """Squadrons and serials that can fly this turn."""
    rows = [
        (each.name, each.id, each.role, str(each.left)) for each in can_fly(told, max(1, st.turn))
    ]
    if not rows:
        return []
    head = ("aircraft", "id", "kind", "left") * 2
    return [Heading("Aircraft"), Rows(head, side_by_side(rows), (43, 17, 22, 9) * 2, size=2.9)]


def _lifts(st: Position, told: Told) -> list[Block]:
    """Lifts that are due, or have been given up."""
    rows = [
        (
            each.id,
            st.world.sky.sites[each.to].name,
            each.stands
            if each.stands != "waiting"
            else "now"
            if each.turn <= max(1, st.turn)
            else f"turn {each.turn}",
        )
        for each in told.lifts
        if each.stands != "flown"
    ]
    if not rows:
        return []
    head = ("lift", "to", "due") * 2
    return [Heading("Lifts"), Rows(head, side_by_side(rows), (24, 45, 22) * 2, size=2.9)]


def _numbered(lines: Iterable[str]) -> list[Block]:
    return [Prose(line.strip().partition(". ")[2], f"{n}.") for n, line in enumerate(lines, 1)]


def _known(st: Position, told: Told) -> list[Block]:
    """Units, supplies and crossings as the team was told of them."""
    found: list[Block] = []
    units = tuple((each.name, each.at, each.state) for each in told.units)
    if units:
        found += [Heading("Your units"), Rows(("unit", "where", "state"), units, (60, 62, 60))]
    stocks = tuple(
        (each.name, str(each.ammo), str(each.fuel))
        for each in told.stocks
        if each.ammo or each.fuel
    )
    if stocks:
        head = ("with", "ammunition", "fuel")
        found += [Heading("Your supplies"), Rows(head, stocks, (110, 30, 30))]
    down = [st.world.pack.crossing(each).name for each in told.down]
    crossings = [
        (
            each.name,
            each.weight,
            f"{each.capacity} points a turn",
            "prepared for demolition" if each.charged else "",
        )
        for each in told.crossings
        if each.name not in down
    ]
    crossings += [(name, "", "", "down") for name in down]
    if crossings:
        names = ("crossing", "class", "takes", "state")
        found += [
            Heading("Crossings that you know"),
            Rows(names, tuple(crossings), (78, 22, 36, 42)),
        ]
    return found


def report(st: Position, team: int) -> list[Drawing]:
    """Return the last report that was released to a team, with its annex."""
    told, world = st.told[team], st.world
    title = "Report" if told else "No report yet"
    last = in_full(world.turn(told.turn)) if told.turn else when(st)
    blocks: list[Block] = [Prose(last, bold=True)]
    blocks += [Prose(line) for line in told.report if line.strip()]
    if told.annex:
        blocks += [Heading("Annex"), *(Prose(line) for line in told.annex if line.strip())]
    foot = f"{world.data.title}, {last}"
    return pages(title, world.teams[team].name, blocks, _A4, foot=foot)


def unit_list(st: Position) -> list[Drawing]:
    """Return the units of the master map with boxes for what changes: Control's ledger."""
    rows: list[tuple[str, ...]] = []
    grid = grids.units(st)
    for number, row in enumerate(grid.rows):
        unit = st.world.units[number]
        cells = dict(zip(grid.head, row, strict=True))
        if cells["stands"] == "gone":
            continue
        where = f"{cells['place']} {cells['reference']}".strip()
        there = where or f"to come, turn {cells['due turn']}"
        rows.append(
            (
                f"{unit.unit.label}\n{unit.id}",
                f"{cells['team']}\n{cells['formation']}",
                there,
                _ladder(st, number),
                f"{unit.arm}, {unit.unit.mobility}{', light' if unit.unit.light_infantry else ''}",
                str(unit.unit.size_points or ""),
                _counted(cells),
                "",
                "",
            )
        )
    head = (
        *("unit", "team", "where", "status: cross off", "kind", "pts", "this turn"),
        *("is now at", "lost"),
    )
    weights = (36, 33, 40, 29, 28, 9, 31, 37, 13)
    table = Rows(head, tuple(rows), weights, size=2.9, least=8.5)
    note = f"{st.world.data.title}, turn {st.turn}, {when(st)}"
    return pages("Units, for Control", note, [table], _ACROSS)


def _ladder(st: Position, number: int) -> str:
    """Levels still to lose; lost levels come before them in brackets."""
    levels, lost = st.status(number).levels, st.steps[number]
    gone = f"({' '.join(map(str, levels[:lost]))}) " if lost else ""
    return gone + " \u00b7 ".join(map(str, levels[lost:]))


def _counted(cells: dict[str, str]) -> str:
    said = [f"{cells['action']}, {cells['posture']}"]
    if cells["prepared"] == "yes":
        said.append("prepared")
    said += [
        f"{name} {cells[name]}"
        for name in ("stayed", "rested", "attacks", "firing")
        if cells[name] != "0"
    ]
    return "; ".join(said)


def stock_list(st: Position) -> list[Drawing]:
    """Return supplies and crossings, with room for what they are afterwards."""
    stocks, crossings = grids.stocks(st), grids.bridges(st)
    rows = [(*row[1:5], row[6], "", "") for row in stocks.rows if st.turn]
    spans = [(row[1], row[2], row[3], row[4], "") for row in crossings.rows]
    blocks: list[Block] = []
    if rows:
        head = ("with", "team", "ammo", "fuel", "where", "ammo now", "fuel now")
        blocks += [
            Heading("Supplies"),
            Rows(head, tuple(rows), (54, 27, 12, 12, 42, 18, 18), size=2.9, least=6.5),
        ]
    if spans:
        blocks += [
            Heading("Crossings", new_page=bool(rows)),
            Rows(
                ("crossing", "reference", "state", "takes", "state now"),
                *(tuple(spans), (70, 24, 24, 14, 40)),
                size=2.9,
            ),
        ]
    note = f"{st.world.data.title}, turn {st.turn}"
    return pages("Supplies and crossings, for Control", note, blocks, _A4) if blocks else []


def table_pages(title: str, grid: Grid, weights: Sequence[float], st: Position) -> list[Drawing]:
    """Return a table that is only for reading."""
    note = f"{st.world.data.title}, turn {st.turn}"
    blocks = [Rows(grid.head, grid.rows, tuple(weights), size=2.9)]
    return pages(title, note, blocks, _ACROSS) if grid.rows else []


def orders_list(st: Position) -> list[Drawing]:
    """Return the lines of the sheets that have come."""
    weights = (27, 14, 8, 44, 20, 15, 34, 58, 50)
    return table_pages("Orders of this turn, for Control", grids.orders(st), weights, st)


def fights_list(st: Position) -> list[Drawing]:
    """Return the fights of the turn and who is in contact."""
    weights = (34, 46, 32, 50, 66, 14, 24)
    return table_pages("Fights and contacts, for Control", grids.fights(st), weights, st)


def cards(st: Position) -> list[Drawing]:
    """Return the cards of the turn: what waits first, then decisive ones, then the rest."""
    waiting = waiting_card(st)
    found = [*([waiting] if waiting else []), *st.cards]
    blocks: list[Block] = []
    for weight in (NEEDS_YOU, DECISIVE, ROUTINE):
        heap = [each for each in found if weight_of(st, each) == weight]
        if not heap:
            continue
        blocks.append(Heading(weight.capitalize()))
        if weight == ROUTINE:
            blocks.append(_routine(heap))
        else:
            blocks += [_card(each) for each in heap]
    note = f"{st.world.data.title}, turn {st.turn}, {when(st)}"
    return pages("Cards of the turn, for Control", note, blocks, _A4) if blocks else []


def _card(card: Card) -> Kept:
    """A card in full; one that waits has room for the ruling."""
    ruled = f"Ruled: {card.value}" if card.by else f"Waits; proposed: {card.value}"
    found = [Prose(f"{card.name}  ({card.rule})", bold=True), Prose(card.what)]
    found += [Prose(line, "-") for line in _reasons(card)]
    found.append(Prose(f"{ruled}. It may be {', '.join(card.options)}."))
    return Kept(tuple(found), "" if card.by else "ruling, and by whom")


def _reasons(card: Card) -> list[str]:
    return [line.strip() for line in card.why.splitlines() if line.strip()]


def _routine(heap: Iterable[Card]) -> Rows:
    """Cards that nobody needs to look at, a row each."""
    rows = tuple(
        (
            f"{each.name}\n{each.rule}",
            "\n".join((each.what, *_reasons(each))),
            each.value if each.by else "waits",
            ", ".join(each.options),
        )
        for each in heap
    )
    return Rows(("card, rule", "what and why", "ruled", "may be"), rows, (44, 84, 22, 32), size=2.9)


def turn_record(st: Position) -> list[Drawing]:
    """Return forms to fight a turn by hand: one for each of several fights, and a check list."""
    steps = (
        "Take the sheets. Units without a line carry on as before: they hold or march.",
        "Supplies, demolitions, attachments, fire missions: carry them out first.",
        "First half of the turn: move all units half their distance, or until they meet the enemy.",
        "Group the fights of the half. For each: scores of both sides, difference, die, result.",
        "Take losses at once; then retreats and advances. A breakthrough may attack again.",
        "Second half: do the same again. Then move the units that move after the fights.",
        "Supplies used: ammunition for every unit that fought, fuel for every unit that drove.",
        "Rest, bridges that are built, units that have prepared, units that stayed in place.",
        "Bring the lists of units and supplies up to date. Tell the teams.",
    )
    blocks: list[Block] = [Heading("A turn by hand")]
    blocks += [Prose(words, f"{number}.") for number, words in enumerate(steps, 1)]
    blocks.append(Heading("What the reckoners do not say"))
    blocks += [Prose(words, "-") for words in _besides(st)]
    blocks.append(Heading("Fights", new_page=True))
    for number in range(1, 5):
        blocks.append(
            Rows(
                (f"Fight {number}", "attacker", "defender"),
                (
                    ("units", "", ""),
                    ("status, added up", "", ""),
                    ("guns and air", "", ""),
                    ("factors", "", ""),
                    ("score", "", ""),
                    ("difference / die / result", "", ""),
                    ("losses, retreat, advance", "", ""),
                ),
                (34, 74, 74),
                size=3.0,
                least=7.2,
            )
        )
    note = f"{st.world.data.title}, turn {st.turn}, {when(st)}"
    return pages("Turn record, for Control", note, blocks, _A4)


def _besides(st: Position) -> tuple[str, ...]:
    """What a turn by hand showed to be missing from the charts, with the figures in force."""
    march = st.figures.movement
    attack = f"{march.attack.numerator}/{march.attack.denominator}"
    return (
        f"An attack takes {attack} of a turn's movement, with up to {march.closing} km of "
        "approach. An overrun has its share of what is left.",
        "A gun adds no more than the highest status among the units that it supports.",
        "A fight includes the units that attack together and the defenders who are together "
        "where they strike. Troops farther off are not in it.",
        f"Headquarters follow their units and stop {march.staff:g} km behind them. Units "
        "that follow "
        f"others stop {march.behind:g} km behind.",
        "Beaten troops retreat off the road on which they are pursued, and so does their "
        "headquarters.",
        "A mechanised unit that only defends also uses fuel, and so do guns that change position.",
        "A defeat costs supplies for each unit: take them from its headquarters, ammunition first.",
        "Count a turn of firing for every gun that fired and did not move. Count the attacks of "
        f"every unit: it may attack {st.figures.combat.attacks_a_day} times a day.",
        "All units march at the same time, hour by hour. A unit that has left before the attack "
        "arrives is not in the fight.",
        "Headquarters and transport columns use no fuel.",
        "The list of units marks light infantry. Below a unit's team stands its formation, for "
        "units that fight together.",
    )
