"""The findings of a run: the figures of a report, without words or drawings.

Everything is counted over finished games alone. A game that is over keeps its last value in
measures over time, so that each turn speaks of the same games.
"""

# Polars says its types with numpy, which need not be installed.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, quantiles, stdev
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.actions import Names
from bocage.lab.intervals import Interval, mean_interval, student, wilson
from bocage.lab.runs import RunError
from bocage.lab.summaries import Share, Summary, grouped, summarised

if TYPE_CHECKING:
    import polars as pl

    from bocage.engine.game import Game
    from bocage.lab.batches import Row
    from bocage.lab.runs import Run

MOST_RESULTS: Final = 12
"""Ways to end that are listed; a game with more has no levels but a score."""
MOST_GROUPS: Final = 8
FEWEST: Final = 5
"""The fewest games on either side of a difference that is reported."""
_LOSSES: Final = ("StepLost", "Eliminated")
_FIGHTS: Final = ("Fought", "Automatic")


class Course(NamedTuple):
    """A measure at the end of each turn, over all games."""

    name: str
    side: str
    means: tuple[float, ...]
    intervals: tuple[Interval, ...]
    """The 95% intervals of the means."""
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    """Between these lie eight games of ten."""


class Courses(NamedTuple):
    """Measures that belong together."""

    title: str
    turns: tuple[int, ...]
    lines: tuple[Course, ...]


class Heat(NamedTuple):
    """Something counted hex by hex, per game."""

    what: str
    """`losses`, `movement`, `combat`, `presence` or `ground`."""
    side: str
    """The side; empty if it shows both by the sign: the first seat is above zero."""
    values: Mapping[str, float]
    """By the number of the hex; hexes without any are left out."""


class UnitLife(NamedTuple):
    """A unit over all games."""

    unit: str
    name: str
    side: str
    games: int
    """The games in which it was seen on the map or lost."""
    survived: int
    interval: Interval
    moved: float
    """Hexes a game."""
    attacks: float
    """Attacks a game that it took part in."""
    value: float | None
    """How much better its side's score is where it survives; None with too few games."""
    value_interval: Interval | None


class Luck(NamedTuple):
    """The luck of the first seat in one game, in ranks of a die, and who won."""

    game: int
    luck: float
    fights: int
    winner: str


@dataclass(frozen=True, slots=True)
class Findings:
    """The content of a report."""

    rows: Sequence[Row]
    summary: Summary
    results: tuple[Share, ...]
    """The results, the most frequent first; empty if there are too many kinds."""
    margins: tuple[float, ...]
    """The score of the first seat in each game."""
    courses: tuple[Courses, ...]
    heats: tuple[Heat, ...]
    units: tuple[UnitLife, ...]
    turns: tuple[int, ...]
    """The last turn of each game."""
    lucks: tuple[Luck, ...]
    by: str
    groups: Mapping[str, Summary]


def found_in(run: Run, game: Game[Any], by: str = "") -> Findings:
    """Compute the findings of a run.

    Args:
        run: the games.
        game: the game they are of.
        by: a counted quantity by which to group the games; `strategy` if there is one.

    Raises:
        RunError: no game is finished, or nothing is called that.
    """
    rows = run.rows()
    if not rows:
        raise RunError(f"no game is finished in {run.folder} yet: run bocage sim again")
    games = run.table("games").select("game")
    events, turns, units = (
        run.table(name).join(games, on="game", how="semi") for name in ("events", "turns", "units")
    )
    results = [row.result for row in rows]
    ways = sorted(set(results), key=lambda way: (-results.count(way), way))
    chosen = by or ("strategy" if any("strategy" in row.measures for row in rows) else "")
    return Findings(
        rows,
        summarised(rows, game.seats),
        tuple(
            Share(way, results.count(way), len(rows), wilson(results.count(way), len(rows)))
            for way in ways
        )
        if len(ways) <= MOST_RESULTS
        else (),
        tuple(row.scores[0] for row in rows if row.scores),
        _courses(game, turns),
        tuple(_heats(game, events, units)),
        _lives(game, rows, events, units),
        tuple(turns.group_by("game").agg(_max("turn")).sort("game").get_column("turn").to_list()),
        _lucks(game, rows, events),
        chosen,
        _groups(game, rows, chosen),
    )


def _max(name: str) -> Any:
    import polars as pl

    return pl.col(name).max()


def _groups(game: Game[Any], rows: Sequence[Row], by: str) -> dict[str, Summary]:
    """Return the games grouped by a counted quantity."""
    if not by:
        return {}
    found = grouped(rows, game.seats, by)
    if not found:
        known = ", ".join(dict.fromkeys(name for row in rows for name in row.measures))
        raise RunError(f"nothing called '{by}' is counted; there are {known or 'none'}")
    if len(found) > MOST_GROUPS:
        raise RunError(f"'{by}' has {len(found)} values: more than {MOST_GROUPS} say little")
    return {f"{value:g}": each for value, each in found.items()}


def _courses(game: Game[Any], turns: pl.DataFrame) -> tuple[Courses, ...]:
    told = game.story()
    if told is None or turns.is_empty():
        return ()
    values: dict[tuple[str, str], dict[int, dict[int, float]]] = {}
    for each in turns.iter_rows(named=True):
        games = values.setdefault((each["measure"], each["side"]), {})
        games.setdefault(each["game"], {})[each["turn"]] = each["value"]
    numbers: list[int] = sorted(set(turns.get_column("turn").to_list()))
    found: list[Courses] = []
    for chart in told.charts:
        lines: list[Course] = []
        for measure in chart.measures:
            side = game.seats[measure.side] if measure.side >= 0 else ""
            by_turn: list[list[float]] = [[] for _ in numbers]
            for course in values.get((measure.name, side), {}).values():
                reached = sorted(course)
                for place, turn in enumerate(numbers):
                    before = [each for each in reached if each <= turn]
                    if before:
                        by_turn[place].append(course[before[-1]])
            if all(by_turn):
                lines.append(_course(measure.name, side, by_turn))
        if lines:
            found.append(Courses(chart.title, tuple(numbers), tuple(lines)))
    return tuple(found)


def _course(name: str, side: str, by_turn: Sequence[Sequence[float]]) -> Course:
    means = tuple(fmean(each) for each in by_turn)
    intervals = tuple(
        mean_interval(each) if len(each) > 1 else Interval(each[0], each[0]) for each in by_turn
    )
    tenths = [
        quantiles(each, n=10, method="inclusive") if len(each) > 1 else [each[0]] * 9
        for each in by_turn
    ]
    lows, highs = tuple(each[0] for each in tenths), tuple(each[-1] for each in tenths)
    return Course(name, side, means, intervals, lows, highs)


def _heats(game: Game[Any], events: pl.DataFrame, units: pl.DataFrame) -> list[Heat]:
    """Return where things happen, per game."""
    import polars as pl

    if game.map() is None or units.is_empty():
        return []
    sides = units.select("unit", owner="side").unique("unit")
    games = units.get_column("game").n_unique()

    def counted(rows: pl.DataFrame, side: str = "") -> dict[str, float]:
        if side:
            rows = rows.filter(pl.col("owner") == side)
        per = rows.filter(pl.col("hex") != "").group_by("hex").len().sort("hex")
        return {each["hex"]: each["len"] / games for each in per.iter_rows(named=True)}

    owned = events.join(sides, on="unit", how="left")
    lost = owned.filter(pl.col("kind").is_in(_LOSSES))
    ways = owned.filter(pl.col("path").list.len() > 0)
    steps = ways.with_columns(hex=pl.col("path").list.slice(1)).explode("hex").drop_nulls("hex")
    on_map = units.filter(pl.col("hex") != "").with_columns(owner="side")
    found = [Heat("losses", side, counted(lost, side)) for side in game.seats]
    found += [Heat("movement", side, counted(steps, side)) for side in game.seats]
    found.append(Heat("combat", "", counted(events.filter(pl.col("kind").is_in(_FIGHTS)))))
    found += [Heat("presence", side, counted(on_map, side)) for side in game.seats]
    if len(game.seats) == 2:
        found.append(Heat("ground", "", _held(game.seats[0], steps, on_map, games)))
    return [each for each in found if each.values]


def _held(first: str, steps: pl.DataFrame, on_map: pl.DataFrame, games: int) -> dict[str, float]:
    """Return, by hex, in how many games the first seat was there last, less those of the other."""
    import polars as pl

    columns = ("game", "turn", "number", "hex", "owner")
    stood = on_map.with_columns(number=pl.lit(1 << 30, dtype=pl.Int32))
    last = (
        pl.concat([steps.select(columns), stood.select(columns)])
        .sort("turn", "number", maintain_order=True)
        .group_by("game", "hex")
        .last()
    )
    sign = pl.when(pl.col("owner") == first).then(1).otherwise(-1)
    per = last.group_by("hex").agg(net=sign.sum()).sort("hex")
    return {each["hex"]: each["net"] / games for each in per.iter_rows(named=True)}


def _lives(
    game: Game[Any], rows: Sequence[Row], events: pl.DataFrame, units: pl.DataFrame
) -> tuple[UnitLife, ...]:
    import polars as pl

    if units.is_empty():
        return ()
    per = events.explode("units").filter(pl.col("units").is_not_null())
    far = pl.when(pl.col("path").list.len() > 0).then(pl.col("path").list.len() - 1).otherwise(0)
    moved = dict(per.group_by("units").agg(far.sum()).iter_rows())
    fought = per.filter(pl.col("kind") == "Attacked").group_by("units").len()
    attacks = dict(fought.iter_rows())
    scores = {row.game: row.scores for row in rows if row.scores}
    seen = units.filter((pl.col("hex") != "") | pl.col("lost")).select("game", "unit").unique()
    ends = units.sort("turn").group_by("game", "unit", maintain_order=True).last()
    ends = ends.join(seen, on=["game", "unit"], how="semi")
    names = game.nouns.get("unit")
    said = dict(zip(names.written, names.said, strict=True)) if isinstance(names, Names) else {}
    order = {unit: place for place, unit in enumerate(said)}
    found: list[UnitLife] = []
    for (unit, side), own in ends.group_by("unit", "side"):
        unit, side = str(unit), str(side)
        lived = [each["game"] for each in own.iter_rows(named=True) if not each["lost"]]
        died = [each["game"] for each in own.iter_rows(named=True) if each["lost"]]
        seat = game.seats.index(side) if side in game.seats else -1
        value = None
        if seat >= 0:
            value = difference(
                [scores[each][seat] for each in lived if each in scores],
                [scores[each][seat] for each in died if each in scores],
            )
        many = len(lived) + len(died)
        found.append(
            UnitLife(
                unit,
                said.get(unit, unit),
                side,
                many,
                len(lived),
                wilson(len(lived), many),
                moved.get(unit, 0) / len(rows),
                attacks.get(unit, 0) / len(rows),
                None if value is None else value[0],
                None if value is None else value[1],
            )
        )
    return tuple(sorted(found, key=lambda each: order.get(each.unit, 0)))


def difference(some: Sequence[float], others: Sequence[float]) -> tuple[float, Interval] | None:
    """Return how much the mean of some is above that of others, with Welch's interval.

    It is None if either are fewer than `FEWEST`.
    """
    if min(len(some), len(others)) < FEWEST:
        return None
    parts = [stdev(each) ** 2 / len(each) for each in (some, others)]
    apart, error = fmean(some) - fmean(others), sqrt(sum(parts))
    if error == 0:
        return apart, Interval(apart, apart)
    freedom = sum(parts) ** 2 / sum(
        part**2 / (len(each) - 1) for part, each in zip(parts, (some, others), strict=True)
    )
    reach = student(0.975, max(1, int(freedom))) * error
    return apart, Interval(apart - reach, apart + reach)


def _lucks(game: Game[Any], rows: Sequence[Row], events: pl.DataFrame) -> tuple[Luck, ...]:
    import polars as pl

    rolled = events.filter(pl.col("luck").is_not_null())
    if rolled.is_empty():
        return ()
    sign = pl.when(pl.col("side") == game.seats[0]).then(1).otherwise(-1)
    per = rolled.group_by("game").agg((pl.col("luck") * sign).sum(), number=pl.len())
    by_game = {each["game"]: each for each in per.iter_rows(named=True)}
    return tuple(
        Luck(row.game, by_game[row.game]["luck"], by_game[row.game]["number"], row.winner)
        for row in rows
        if row.game in by_game
    )
