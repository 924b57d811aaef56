"""The tables that the rules look things up in: charts and figures, checked and ready.

`charts.toml` is what the printed chart sheets show; here its cells become numbers. A cell
that no rule understands is a fault of the file, found when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeVar

from bocage.games.charts import FILE, Chart, ChartsError, Grid, Modifiers, Span, read_charts
from bocage.games.opcom.board.air_tables import AirTables, air_tables
from bocage.games.opcom.board.figures import Figures, load_figures
from bocage.games.opcom.board.own_rules import changed_charts, changed_figures
from bocage.games.opcom.board.rows import FILE as SCENARIO
from bocage.games.opcom.board.rows import Needs
from bocage.games.opcom.board.scenario import ScenarioData
from bocage.tables import DataError, Fault

T = TypeVar("T")

Band = Literal["total success", "success", "limited success", "confused", "beaten"]
BANDS: Final[Mapping[str, Band]] = {
    "total success": "total success",
    "success": "success",
    "limited success": "limited success",
    "confused combat": "confused",
    "badly beaten": "beaten",
}
"""What the chart calls a result, and what the program does."""
Retreat = Literal["none", "2d6", "1d6", "2 km"]
_RETREATS: Final[Mapping[tuple[str, str], Retreat]] = {
    ("2d6", "half"): "2d6",
    ("1d6", "half"): "1d6",
    ("2", "1"): "2 km",
    ("", ""): "none",
}
"""By the cells for open ground and for woods or close country."""
Counter = Literal["not next turn", "", "if ordered", "no"]
_COUNTERS: Final[Mapping[str, Counter]] = {
    each: each for each in ("not next turn", "", "if ordered", "no")
}


@dataclass(frozen=True, slots=True)
class Overrun:
    """What an overrun may do after a result (9.13)."""

    share: Fraction
    """Of the movement left."""
    extra_steps: int
    """For each attacking ground unit (reading 4.29)."""
    second_attack: bool
    """Whether it may attack whom it meets, unprepared; else it halts there."""


_OVERRUNS: Final[Mapping[str, Overrun | None]] = {
    "": None,
    "half the move left, may attack": Overrun(Fraction(1, 2), 0, second_attack=True),
    "half, 1 step more, may attack": Overrun(Fraction(1, 2), 1, second_attack=True),
    "a quarter, 1 step more, then halt": Overrun(Fraction(1, 4), 1, second_attack=False),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row of the table of results (9.13)."""

    band: Band
    attacker_steps: int
    defender_steps: int
    retreat: Retreat
    supplies_lost: int
    counter: Counter
    overrun: Overrun | None


@dataclass(frozen=True, slots=True)
class Rates:
    """A row of the movement table (6.1): km a turn; None where there is no rate."""

    tactical: int | None
    non_tactical: int | None
    column: int
    minor_water: bool
    """Whether canals and minor rivers are crossed without a bridge."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A row of the interdiction table (9.16)."""

    tactical: Span
    heavy: Span | None
    step: Span
    stop: Span


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything that is looked up."""

    rates: Mapping[str, Rates]
    passing: Mapping[str, int]
    rail: Mapping[str, tuple[int, int]]
    """Half turns for infantry and for units with vehicles."""
    capacity: Mapping[str, int]
    demolition: Span
    """The dice that blow a bridge."""
    factors: Mapping[str, int]
    air: Mapping[str, int]
    normal: tuple[tuple[Span, Outcome], ...]
    bad: tuple[tuple[Span, Outcome], ...]
    artillery: Mapping[str, tuple[int, int]]
    """Effective and long range in km; 0 for none."""
    squadrons: Mapping[str, tuple[Span | None, ...]]
    """Squadrons needed for each level of air support, in the order of `air`."""
    supply_use: Mapping[str, tuple[int, int]]
    """Ammunition and fuel."""
    strikes: tuple[Strike, ...]
    sky: AirTables
    """The charts of sections 12 and 13."""
    figures: Figures
    printed: Mapping[str, Chart]
    """The charts as they are printed."""

    def outcome(self, final: int, *, bad: bool) -> Outcome:
        """Return the result of a final score (9.8.5)."""
        rows = self.bad if bad else self.normal
        return next(outcome for span, outcome in rows if final in span)

    def of_band(self, band: Band) -> Outcome:
        """Return what a result brings, whatever score led to it."""
        return next(outcome for _, outcome in self.normal if outcome.band == band)


def load_tables(folder: Path | None = None) -> Tables:
    """Return the tables of a folder, or ours.

    Raises:
        ChartsError, FiguresError: a file cannot be used; the error lists everything found.
    """
    figures = load_figures(folder)
    faults: list[Fault] = []
    made = _made(read_charts("opcom", folder), figures, faults)
    if faults:
        raise ChartsError("opcom", faults)
    return made


def tables_of(scenario: ScenarioData, usual: Tables) -> Tables:
    """Return the tables of a scenario: the usual ones, with what it changes of them.

    Raises:
        DataError: a change cannot be used; the error lists everything found.
    """
    if not scenario.figures and not scenario.cells:
        return usual
    faults: list[Fault] = []
    here = Needs(SCENARIO, faults)
    figures = changed_figures(usual.figures, scenario.figures, here)
    charts = changed_charts(usual.printed, scenario.cells, here)
    wrong: list[Fault] = []
    made = _made(charts, figures, wrong)
    for each in wrong:
        name = each.field.partition(".")[0]
        at = [i for i, cell in enumerate(scenario.cells) if cell.chart == name]
        here.fault(at[-1], "value", each.value, f"{each.field}: {each.reason}", "cell")
    if faults:
        raise DataError(f"opcom, {scenario.id}", faults)
    return made


def _made(charts: Mapping[str, Chart], figures: Figures, faults: list[Fault]) -> Tables:
    reader = _Reader(charts, faults)
    normal = reader.results()
    return Tables(
        rates=reader.rates(),
        passing=reader.each("passing", lambda row: whole(row[0])),
        rail=reader.each("rail", lambda row: (whole(row[0]), whole(row[1]))),
        capacity=reader.each("capacity", lambda row: whole(row[0])),
        demolition=reader.demolition(),
        factors=reader.modifiers("combat_factors"),
        air=reader.modifiers("air_support"),
        normal=normal,
        bad=reader.bad(normal),
        artillery={
            **reader.each("artillery", lambda row: (whole(row[0]), whole(row[1] or 0))),
            **asdict(figures.artillery),
        },
        squadrons=reader.each("squadrons", lambda row: tuple(_maybe(each) for each in row)),
        supply_use=reader.each("supply_use", lambda row: (whole(row[0]), whole(row[1]))),
        strikes=reader.strikes(),
        sky=air_tables(reader),
        figures=figures,
        printed=charts,
    )


@cache
def tables() -> Tables:
    """Our tables, read once."""
    return load_tables()


class _Reader:
    """Turns charts into tables, and notes every cell that it does not understand."""

    def __init__(self, charts: Mapping[str, Chart], faults: list[Fault]) -> None:
        self._charts = charts
        self._faults = faults

    def fault(self, chart: str, value: object, reason: str) -> None:
        self._faults.append(Fault(FILE, 0, chart, str(value), reason))

    def grid(self, name: str) -> Grid | None:
        found = self._charts.get(name)
        if isinstance(found, Grid):
            return found
        self.fault(name, "", "expected a grid of this name")
        return None

    def modifiers(self, name: str) -> dict[str, int]:
        found = self._charts.get(name)
        if isinstance(found, Modifiers):
            return {each.id: each.value for each in found.modifiers}
        self.fault(name, "", "expected a list of modifiers of this name")
        return {}

    def rows(self, name: str) -> Iterator[tuple[str, tuple[str | int, ...]]]:
        grid = self.grid(name)
        if grid is not None:
            yield from zip(grid.rows, grid.cells, strict=True)

    def each(self, name: str, read: Callable[[tuple[str | int, ...]], T]) -> dict[str, T]:
        """A chart whose rows are words, each row read."""
        found: dict[str, T] = {}
        for head, cells in self.rows(name):
            try:
                found[head] = read(cells)
            except (ValueError, TypeError):
                self.fault(f"{name}.{head}", cells, "has a cell that no rule understands")
        return found

    def span(self, name: str, said: object) -> Span:
        found = Span.read(str(said))
        if found is None:
            self.fault(name, said, "expected a span such as 3, 1..2, 6+ or -2-")
            return Span(None, None)
        return found

    def word(self, name: str, said: object, known: Mapping[str, T]) -> T:
        if said in known:
            return known[str(said)]
        self.fault(name, said, f"expected one of {', '.join(repr(each) for each in known)}")
        return next(iter(known.values()))

    def whole(self, name: str, said: object) -> int:
        try:
            return whole(said)
        except ValueError:
            self.fault(name, said, "expected a whole number of 0 or more")
            return 0

    def results(self) -> tuple[tuple[Span, Outcome], ...]:
        found: list[tuple[Span, Outcome]] = []
        for head, cells in self.rows("results"):
            band, ours, theirs, far, near, lost, counter, overrun = cells
            retreat = _RETREATS.get((str(far), str(near)))
            if retreat is None:
                self.fault(
                    "results", f"{far}, {near}", "expected 2d6 and half, 1d6 and half, or 2 and 1"
                )
            row = Outcome(
                self.word("results", band, BANDS),
                *(self.whole("results", ours), self.whole("results", theirs)),
                retreat or "none",
                self.whole("results", lost),
                self.word("results", counter, _COUNTERS),
                self.word("results", overrun, _OVERRUNS),
            )
            found.append((self.span("results", head), row))
        self.complete("results", [span for span, _ in found])
        bands = {outcome.band for _, outcome in found}
        for missing in (said for said, band in BANDS.items() if band not in bands):
            self.fault("results", missing, "expected a row with this result")
        return tuple(found)

    def bad(self, normal: tuple[tuple[Span, Outcome], ...]) -> tuple[tuple[Span, Outcome], ...]:
        """Return the column for bad terrain: the same results, other scores."""
        by_band = {outcome.band: outcome for _, outcome in normal}
        if len(by_band) < len(BANDS):
            return ()  # which is a fault of the other table
        found = [
            (self.span("results_bad", head), by_band[self.word("results_bad", cells[0], BANDS)])
            for head, cells in self.rows("results_bad")
        ]
        self.complete("results_bad", [span for span, _ in found])
        return tuple(found)

    def complete(self, name: str, spans: list[Span], first: int = -99) -> None:
        """Reading 4.25: a column leaves out no score and has none twice."""
        twice = [n for n in range(first, 100) if sum(n in span for span in spans) != 1]
        if twice:
            self.fault(name, twice[0], "expected every score in exactly one row")

    def demolition(self) -> Span:
        by_word = {str(cells[0]): head for head, cells in self.rows("demolition")}
        blown = self.span("demolition", by_word.get("blown", ""))
        stands = self.span("demolition", by_word.get("stands", ""))
        self.faces("demolition", blown, stands)
        return blown

    def strikes(self) -> tuple[Strike, ...]:
        found: list[Strike] = []
        for head, (heavy, *rest) in self.rows("interdiction"):
            step, stop, nothing = (self.span("interdiction", each) for each in rest)
            self.faces(f"interdiction.{head}", step, stop, nothing)
            tactical = self.span("interdiction", head)
            of_heavy = self.span("interdiction", heavy) if heavy else None
            found.append(Strike(tactical, of_heavy, step, stop))
        self.complete("interdiction", [each.tactical for each in found], first=1)
        return tuple(found)

    def faces(self, name: str, *spans: Span) -> None:
        """Every face of the die is in exactly one cell."""
        wrong = [die for die in range(1, 7) if sum(die in span for span in spans) != 1]
        if wrong:
            self.fault(name, wrong[0], "expected every face of the die in exactly one cell")

    def rates(self) -> dict[str, Rates]:
        """Rows of the same troops agree about rivers."""
        found = self.each("movement", _rates)
        by_troops: dict[str, bool] = {}
        for name, row in found.items():
            if by_troops.setdefault(name.split(",")[0], row.minor_water) != row.minor_water:
                self.fault(f"movement.{name}", "", "the same troops cross rivers or do not")
        return found


def whole(said: object) -> int:
    """Return a number of 0 or more.

    Raises:
        ValueError: it is something else.
    """
    found = int(str(said))
    if found < 0:
        raise ValueError
    return found


def _km(said: object) -> int:
    if whole(said) == 0:
        raise ValueError
    return whole(said)


def _rates(row: tuple[str | int, ...]) -> Rates:
    tactical, non_tactical, column, water = row
    if water not in ("minor", "no"):
        raise ValueError
    return Rates(
        None if tactical == "" else _km(tactical),
        None if non_tactical == "" else _km(non_tactical),
        _km(column),
        minor_water=water == "minor",
    )


def _maybe(cell: str | int) -> Span | None:
    if cell == "":
        return None
    found = Span.read(str(cell))
    if found is None:
        raise ValueError
    return found
