"""Which counters there are: one set a game, or for OP COM one a scenario and kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bocage.engine.counters import Counter
from bocage.games.falaise.pieces import counters as falaise
from bocage.games.falaise.pieces import counters as falaise_data
from bocage.games.opcom.pieces import counters as opcom_data
from bocage.games.roundup.pieces import counters as roundup
from bocage.games.roundup.pieces import counters as roundup_data
from bocage.press.counters import opcom


@dataclass(frozen=True, slots=True)
class CounterSet:
    """The counters of a game, with what a sheet of them is called."""

    title: str
    counters: tuple[Counter, ...]
    size_mm: float
    """Side of a printed counter: 5/8 or 9/16 of an inch."""


class UnknownSetError(LookupError):
    """There are no such counters; the message says which there are."""


def _roundup(data: Path | None, _scenario: str, _kind: opcom.Kind) -> CounterSet:
    made = roundup.counters(roundup_data.load(data))
    return CounterSet("Operation Roundup", tuple(made), 15.875)


def _falaise(data: Path | None, _scenario: str, _kind: opcom.Kind) -> CounterSet:
    made = falaise.counters(falaise_data.load(data))
    return CounterSet("The Pocket at Falaise", tuple(made), 14.2875)


def _opcom(data: Path | None, scenario: str, kind: opcom.Kind) -> CounterSet:
    names = opcom_data.SCENARIOS
    if scenario not in names:
        raise UnknownSetError(f"OP COM has no scenario '{scenario}'; there are {', '.join(names)}")
    made = opcom.counters(opcom_data.load(scenario, data), kind)
    whose = "Control" if kind == "master" else "players"
    return CounterSet(f"OP COM: {names[scenario]}, for {whose}", tuple(made), 15.875)


GAMES: Final[Mapping[str, Callable[[Path | None, str, opcom.Kind], CounterSet]]] = {
    "roundup": _roundup,
    "falaise": _falaise,
    "opcom": _opcom,
}


def counters_of(
    game: str,
    *,
    scenario: str = "market_garden",
    kind: opcom.Kind = "master",
    data: Path | None = None,
) -> CounterSet:
    """The counters of a game; `scenario` and `kind` matter to OP COM alone.

    Raises:
        UnknownSetError: there is no such game or scenario.
        bocage.tables.DataError: the tables cannot be read.
    """
    try:
        make = GAMES[game]
    except KeyError:
        raise UnknownSetError(f"no game is called '{game}'; there are {', '.join(GAMES)}") from None
    return make(data, scenario, kind)
