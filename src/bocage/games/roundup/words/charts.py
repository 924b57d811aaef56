"""The charts of Operation Roundup in words, for its player aid."""

from __future__ import annotations

from bocage.engine.charts import ChartTable
from bocage.games.charts import ramp, shown, signed
from bocage.games.roundup.board import charts as data


def printed(charts: data.Charts) -> list[ChartTable]:
    """Return the charts of the player aid, in their order."""
    return [
        _combat(charts),
        _results(),
        _terrain(charts),
        _movement(charts),
        _weather(charts),
        _bomber(charts),
        _bomber_die(charts),
        _returns(charts),
    ]


def _combat(charts: data.Charts) -> ChartTable:
    rows = tuple((die, *row) for die, row in zip(data.DIE, charts.results, strict=True))
    notes = (
        ("Odds are rounded in favour of the defender: 9 to 5 is 1:1, 5 to 9 is 1:2.", "11.4"),
        ("Shift first; then below 1:3 count 1:3, above 6:1 count 6:1.", "11.5 11.7"),
    )
    head = ("die", *charts.columns)
    shades = ramp(data.RESULTS)
    return ChartTable("Combat Results Table", "11.4 11.13", head, rows, notes, shades)


def _results() -> ChartTable:
    rows = (
        ("ASR", "loses a step, all retreat 1 hex", "", "11.13.2"),
        ("AS", "loses a step", "", "11.13.1"),
        ("SM", "", "", "11.13.7"),
        ("EX", "loses a step", "loses a step", "11.13.6"),
        ("DR", "may advance", "retreats 1 hex", "11.13.3"),
        ("DS", "may advance if the hex is empty", "loses a step", "11.13.4"),
        ("DSR", "may advance", "loses a step, retreats 1 hex", "11.13.5"),
    )
    return ChartTable("Combat results", "11.13", ("", "attacker", "defender", "rule"), rows)


def _terrain(charts: data.Charts) -> ChartTable:
    names = {
        **{name: name for name in data.TERRAINS},
        "port": "port city",
        "water": "river or canal side",
    }
    rows = tuple(
        (
            names[key],
            f"+{charts.points[key]}" if key == "water" else shown(charts.points[key]),
            _shift(charts.shifts[key]),
        )
        for key in (*data.TERRAINS, "water")
    )
    notes = (
        ("Left is for the defender. Water shifts only if every attacker crosses it.", "11.6"),
        ("Polder: no column movement, no heavy panzers.", "10.6 10.9"),
        ("Town and port: no shift for a concentric attack.", "11.8 11.10"),
        ("Enemy air support: 1 MP more to enter, once.", "10.5"),
    )
    head = ("terrain", "MP to enter", "shift")
    return ChartTable("Terrain Effects Chart", "10.2 11.6", head, rows, notes)


def _shift(value: int) -> str:
    if not value:
        return shown(0)
    return f"{abs(value)} {'left' if value < 0 else 'right'}"


def _movement(charts: data.Charts) -> ChartTable:
    points, storm = charts.movement, charts.movement["storm"]
    names = {
        "allied_turn_1": "Allied, turn 1",
        "allied": "Allied",
        "mechanized": "German mechanized",
        "other": "German other",
        "static": "German static",
    }
    rows = tuple(
        (
            said,
            str(points[key]),
            str(2 * points[key]),
            shown("") if key == "allied_turn_1" else str(points[key] + storm),
            shown("") if key == "allied_turn_1" else str(2 * (points[key] + storm)),
        )
        for key, said in names.items()
    )
    order = "Storm first, then half without supply (rounded up), then double in column."
    notes = ((order, "10.4 4.1 10.6"),)
    head = ("class", "MP", "in column", "in storm", "both")
    return ChartTable("Movement Points Table", "10.1", head, rows, notes)


def _weather(charts: data.Charts) -> ChartTable:
    spans: list[tuple[int, int, tuple[int, ...]]] = []
    for turn, faces in sorted(charts.weather.items()):
        if spans and spans[-1][2] == faces:
            spans[-1] = (spans[-1][0], turn, faces)
        else:
            spans.append((turn, turn, faces))
    rows = tuple(
        (
            f"{first}\u2013{last}" if last > first else str(first),
            *(_faces(faces, sky) for sky in range(len(data.WEATHERS))),
        )
        for first, last, faces in spans
    )
    head = ("turns", *data.WEATHERS)
    return ChartTable("Weather Table", "6.0", head, rows, (("Turn 1 is clear.", "13.1"),))


def _faces(faces: tuple[int, ...], sky: int) -> str:
    rolled = [die for die, found in enumerate(faces, start=1) if found == sky]
    if not rolled:
        return shown("")
    return str(rolled[0]) if len(rolled) == 1 else f"{rolled[0]}\u2013{rolled[-1]}"


def _bomber(charts: data.Charts) -> ChartTable:
    heads = ("1 or less", "2", "3", "4", "5", "6 or more")
    rows = tuple((die, _shift(shift)) for die, shift in zip(heads, charts.bomber, strict=True))
    return ChartTable("Heavy Bomber Support", "7.6 11.12", ("die", "column shift"), rows)


def _bomber_die(charts: data.Charts) -> ChartTable:
    said = {
        "overcast": ("Overcast, with that option", "6.2 15.20"),
        "town_or_port": ("Target in a town or port", "7.6"),
        "friendly_tas": ("Target under friendly air support", "7.6"),
    }
    rows = tuple(
        (said[key][0], signed(value), said[key][1])
        for key, value in charts.bomber_modifiers.items()
    )
    return ChartTable("Heavy bomber die", "7.6", ("", "die", "rule"), rows)


def _returns(charts: data.Charts) -> ChartTable:
    rows = (
        ("in supply", *(str(turns) for turns in charts.returns_supplied)),
        ("by air, or out of supply", *(str(turns) for turns in charts.returns_unsupplied)),
    )
    said = "Turns until an Allied non-divisional unit returns; after turn 10 it is lost."
    notes = ((said, "8.4"),)
    return ChartTable("Return of units", "8.4", ("die", *data.DIE), rows, notes)
