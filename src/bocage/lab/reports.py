"""The report of a run: its content, order and words.

`told_of` makes it from findings; `page` sets it for a browser and `paper` for print, both from
the same parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from bocage.lab import figures
from bocage.lab.findings import FEWEST, Findings, Heat, Luck
from bocage.lab.intervals import mean_interval, wilson
from bocage.maps.pack import Pack
from bocage.maps.words import Gazetteer
from bocage.press.sheets import board_of

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.lab.figures import HeatMap
    from bocage.lab.runs import Plan
    from bocage.lab.summaries import Summary

_TOP: Final = 5
"""Hexes named under a map."""
_HEATS: Final[Mapping[str, tuple[str, str]]] = {
    "losses": ("{side} losses", "steps and units lost"),
    "movement": ("{side} movement", "hexes entered"),
    "combat": ("Combat", "battles"),
    "presence": ("{side} presence", "units at the end of a turn"),
    "ground": ("Who was there last", ""),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with a title and a caption."""

    title: str
    svg: str
    caption: str = ""
    key: tuple[tuple[str, str], ...] = ()
    """Sides and what their lines are."""


@dataclass(frozen=True, slots=True)
class MapFigure:
    """A heat map over the ground."""

    title: str
    drawn: HeatMap
    caption: str
    values: Mapping[int, float]
    """The value of each hex, shown for the hex pointed at."""
    ends: tuple[str, str]
    """The meaning of the lightest and the darkest shade."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; the first column is text."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: tuple[str, ...] = ()
    """The side of each row, if it has one."""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a few sentences, and what belongs there."""

    id: str
    title: str
    prose: tuple[str, ...] = ()
    parts: tuple[Figure | MapFigure | Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything, ready to be set."""

    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    seats: tuple[str, ...]
    pack: Pack | None
    hexes: tuple[str, ...] = field(default=())
    """The name of each hex, shown for the hex pointed at."""


def told_of(plan: Plan, game: Game[Any], found: Findings) -> Report:
    """Return the report of a run's findings."""
    pack = game.map()
    pack = pack if isinstance(pack, Pack) else None
    sections = [
        _wins(game, found),
        _measures(found),
        _over_time(game, found),
        _maps(game, pack, found) if pack is not None else None,
        _units(found),
        _length(game, found),
        _luck(game, found),
    ]
    hexes: tuple[str, ...] = ()
    if pack is not None:
        gazetteer = Gazetteer(pack)
        names = [gazetteer.name(h) for h in pack.grid]
        hexes = tuple(
            f"{number} {name}" if name else number
            for number, name in zip(pack.grid.numbers, names, strict=True)
        )
    return Report(
        game.title,
        _lead(game, found),
        tuple(_facts(plan, game, found)),
        tuple(each for each in sections if each is not None),
        tuple(game.seats),
        pack,
        hexes,
    )


def _said(side: str) -> str:
    return side.capitalize()


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.0%} ({low:.0%} to {high:.0%})"


def _lead(game: Game[Any], found: Findings) -> str:
    best = max(found.summary.shares, key=lambda each: each.times)
    side = best.name in game.seats
    what = f"The {_said(best.name)} side won" if side else f"{_said(best.name)}:"
    low, high = best.interval
    games = "1 game" if len(found.rows) == 1 else f"{len(found.rows)} games"
    return f"{what} {best.times} of {games}: {_share(best.share, low, high)}."


def _facts(plan: Plan, game: Game[Any], found: Findings) -> list[tuple[str, str]]:
    facts = [("Games", str(len(found.rows)))]
    facts += [(_said(seat), player) for seat, player in zip(game.seats, plan.players, strict=False)]
    if plan.scenario:
        facts.append(("Scenario", plan.scenario))
    facts += [(name, choice) for name, choice in plan.options.items()]
    facts.append(("Seed", str(plan.seed)))
    if plan.edition:
        facts.append(("Counters and charts", plan.data or plan.edition))
    return facts


def _wins(game: Game[Any], found: Findings) -> Section:
    seats = game.seats
    shares = found.summary.shares
    parts: list[Figure | MapFigure | Table] = [
        Figure(
            "Who won",
            figures.shares(
                [each._replace(name=_said(each.name)) for each in shares],
                seats,
                [each.name for each in shares],
            ),
            "A dot is the share of all games, the line its 95 % interval (Wilson).",
        )
    ]
    if found.results:
        ends = [_winner(found, each.name) for each in found.results]
        parts.append(
            Figure("By level", figures.shares(found.results, seats, ends), "How the games ended.")
        )
    if found.margins:
        winners = [row.winner for row in found.rows if row.scores]
        words = f"The score of the {_said(seats[0])} side; colours tell who won."
        parts.append(
            Figure("Score", figures.histogram(found.margins, "Score", winners, seats), words)
        )
    if found.groups:
        parts.append(_by(found.by, found.groups, seats))
    return Section("wins", "Who wins", (), tuple(parts))


def _winner(found: Findings, result: str) -> str:
    return next(row.winner for row in found.rows if row.result == result)


def _by(name: str, groups: Mapping[str, Summary], seats: Sequence[str]) -> Table:
    rows: list[tuple[str, ...]] = []
    for value, summary in groups.items():
        cells = [value, str(summary.games)]
        for seat in seats:
            share = next(each for each in summary.shares if each.name == seat)
            cells.append(_share(share.share, *share.interval))
        rows.append(tuple(cells))
    headings = (_words(name), "games", *(f"{_said(seat)} won" for seat in seats))
    return Table(f"By {name.replace('_', ' ')}", headings, tuple(rows))


def _words(name: str) -> str:
    """Return a measure as a heading: `allied_vp` is `Allied VP`."""
    words = ["VP" if word == "vp" else word for word in name.split("_")]
    said = " ".join(words)
    return said[:1].upper() + said[1:]


def _measures(found: Findings) -> Section | None:
    rows = tuple(
        (
            _words(each.name),
            f"{each.mean:.2f}",
            "" if each.interval is None else f"{each.interval.low:.2f} to {each.interval.high:.2f}",
            *(figures.number(value) for value in (each.least, each.median, each.most)),
        )
        for each in found.summary.means
    )
    if not rows:
        return None
    headings = ("counted", "mean", "95 % interval", "least", "median", "most")
    caption = "Once a game, at its end. Intervals of means are Student's."
    return Section("counted", "What was counted", (), (Table("", headings, rows, (), caption),))


def _over_time(game: Game[Any], found: Findings) -> Section | None:
    if not found.courses:
        return None
    parts = tuple(
        Figure(
            chart.title,
            figures.courses(chart, game.seats),
            "",
            tuple(
                (
                    each.side,
                    f"{each.name}: {figures.number(round(each.means[0], 1))} to "
                    f"{figures.number(round(each.means[-1], 1))}",
                )
                for each in chart.lines
            ),
        )
        for chart in found.courses
    )
    words = (
        "Means at the end of each turn with their 95 % intervals. "
        "The band holds eight games of ten. A game that is over keeps its last value."
    )
    return Section("time", "Over time", (words,), parts)


def _maps(game: Game[Any], pack: Pack, found: Findings) -> Section | None:
    parts = tuple(_map(game, pack, heat) for heat in found.heats)
    if not parts:
        return None
    words = (
        "Each hex is shaded by its number in the mean game; the square root of it, so that "
        "quiet hexes show too."
    )
    return Section("maps", "On the map", (words,), parts)


def _map(game: Game[Any], pack: Pack, heat: Heat) -> MapFigure:
    numbers = pack.grid.numbers
    drawn = figures.heat_map(heat, board_of(pack).plan, numbers, game.seats)
    title, unit = _HEATS[heat.what]
    seats = [_said(seat) for seat in game.seats]
    place = {name: h for h, name in enumerate(numbers)}
    gazetteer = Gazetteer(pack)
    ends = ("0", f"{figures.number(round(drawn.most, 2))} a game")
    if heat.what == "ground":
        caption = (
            f"The side whose units stood in a hex or passed it last: 1 is {seats[0]} in every "
            f"game, -1 {seats[-1]} in every game."
        )
        ends = (seats[0], seats[-1])
    else:
        most = sorted(heat.values.items(), key=lambda each: (-each[1], each[0]))[:_TOP]
        hexes = [
            f"{gazetteer.name(place[name]) or name} {figures.number(round(value, 2))}"
            for name, value in most
            if name in place
        ]
        caption = f"{unit.capitalize()}. Most: {', '.join(hexes)}."
    return MapFigure(
        title.format(side=_said(heat.side)),
        drawn,
        caption,
        {place[name]: round(value, 3) for name, value in heat.values.items() if name in place},
        ends,
    )


def _units(found: Findings) -> Section | None:
    if not found.units:
        return None
    headings = ("unit", "survives", "95 % interval", "hexes moved", "attacks", "value", "interval")
    most = max((abs(each) for each in found.margins), default=0.0)
    sign = "+.1f" if most >= 10 else "+.2f"
    rows = tuple(
        (
            each.name,
            f"{each.survived / each.games:.0%}",
            f"{each.interval.low:.0%} to {each.interval.high:.0%}",
            f"{each.moved:.1f}",
            f"{each.attacks:.1f}",
            "" if each.value is None else format(each.value, sign),
            ""
            if each.value_interval is None
            else f"{each.value_interval.low:{sign}} to {each.value_interval.high:{sign}}",
        )
        for each in found.units
    )
    prose = (
        "A unit's value is how much higher its side's score is in games that it survives than in "
        "games that it does not, with Welch's interval. It shows which units go with success; it "
        f"does not show that they cause it. It is shown from {FEWEST} games of each kind.",
    )
    sides = tuple(each.side for each in found.units)
    caption = "Movement and attacks are means of all games."
    return Section("units", "Units", prose, (Table("", headings, rows, sides, caption),))


def _length(game: Game[Any], found: Findings) -> Section | None:
    winners = {row.game: row.winner for row in found.rows}
    parts: list[Figure | MapFigure | Table] = []
    prose: tuple[str, ...] = ()
    if len(set(found.turns)) == 1:
        prose = (f"Every game lasted {found.turns[0]} turns.",)
    elif len(found.turns) == len(found.rows):
        who = list(winners.values())
        parts.append(Figure("Turns", figures.histogram(found.turns, "Turns", who, game.seats)))
    decisions = [float(row.decisions) for row in found.rows]
    who = [row.winner for row in found.rows]
    parts.append(
        Figure(
            "Decisions",
            figures.histogram(decisions, "Decisions", who, game.seats),
            "Decisions with more than one answer, both sides together. Colours tell who won.",
        )
    )
    return Section("length", "Length", prose, tuple(parts))


def _luck(game: Game[Any], found: Findings) -> Section | None:
    lucks = found.lucks
    if len(lucks) < 2:
        return None
    seats = game.seats
    values = [each.luck for each in lucks]
    low, high = mean_interval(values)
    fights = fmean(each.fights for each in lucks)
    prose = [
        f"Luck is how much better the {_said(seats[0])} dice of battle were than they could hope "
        "for, summed over a game: one rank of a result either way is a step of the die. "
        f"The mean is {fmean(values):+.2f} ({low:+.2f} to {high:+.2f}) over {fights:.0f} battles "
        "a game; 0 is fair."
    ]
    figure = Figure(
        f"{_said(seats[0])} luck",
        figures.lucks(lucks, seats),
        "Games by the luck of their dice; colours tell who won.",
    )
    table = _lucky(seats, lucks)
    return Section("luck", "Luck", tuple(prose), (figure,) if table is None else (figure, table))


def _lucky(seats: Sequence[str], lucks: Sequence[Luck]) -> Table | None:
    """Return who won in the third of the games with the worst luck, in the middle, and with the
    best; or None.
    """
    third = len(lucks) // 3
    if third < FEWEST:
        return None
    order = sorted(lucks, key=lambda each: each.luck)
    parts = {
        "worst third": order[:third],
        "middle": order[third : len(order) - third],
        "best third": order[len(order) - third :],
    }
    rows: list[tuple[str, ...]] = []
    for name, some in parts.items():
        won = sum(each.winner == seats[0] for each in some)
        share = _share(won / len(some), *wilson(won, len(some)))
        rows.append((name, f"{fmean(each.luck for each in some):+.2f}", str(len(some)), share))
    headings = ("luck", "mean", "games", f"{_said(seats[0])} won")
    return Table("Does luck decide?", headings, tuple(rows))
