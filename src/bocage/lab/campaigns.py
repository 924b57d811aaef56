"""Campaigns of OP COM in batches: played in parallel, stored one by one, compared with history.

    OUT/campaigns.json     which operation, and of how many turns
    OUT/seed-7.json        the result of the campaign with that seed

A campaign is written whole when it is over. So a batch that is stopped continues with the missing
seeds, and a worker that dies loses only its current campaign.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.files import write_text
from bocage.games.opcom.board.world import load_world
from bocage.lab import figures
from bocage.lab.campaign import Campaign, looked_for, play
from bocage.lab.intervals import mean_interval
from bocage.lab.reports import Figure, Report, Section, Table
from bocage.lab.runs import RunError

if TYPE_CHECKING:
    from bocage.games.opcom.board.world import World
    from bocage.lab.campaign import Looked

FILE: Final = "campaigns.json"
NEVER: Final = 9999
"""A turn after every other: where half of the campaigns have none, so has the one in the middle."""


class Campaigns:
    """A folder of campaigns of one operation."""

    def __init__(self, folder: Path, scenario: str, turns: int) -> None:
        self.folder: Final = folder
        self.scenario: Final = scenario
        self.turns: Final = turns
        """After how many each stops; 0 for none."""

    @classmethod
    def begin(cls, folder: Path, scenario: str, turns: int) -> Campaigns:
        """Begin a folder, or take one up again.

        Raises:
            RunError: the folder holds something else, or campaigns of another operation.
        """
        made = cls(folder, scenario, turns)
        path = folder / FILE
        if path.exists():
            there = cls.open(folder)
            if (there.scenario, there.turns) != (scenario, turns):
                told = f"{there.scenario}, {there.turns or 'all'} turns"
                raise RunError(f"{folder} holds campaigns of {told}: choose another folder")
            return made
        if folder.exists() and any(folder.iterdir()):
            raise RunError(f"{folder} is not empty and holds no campaigns: choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps({"scenario": scenario, "turns": turns}) + "\n", expected=None)
        return made

    @classmethod
    def open(cls, folder: Path) -> Campaigns:
        """Open a folder of campaigns.

        Raises:
            RunError: it holds none.
        """
        try:
            data: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
            return cls(folder, str(data["scenario"]), int(data["turns"]))
        except (OSError, ValueError, KeyError) as error:
            raise RunError(f"{folder} holds no campaigns: {error}") from None

    def kept(self, seeds: Sequence[int] | None = None) -> list[Campaign]:
        """Return the finished campaigns, in the order of their seeds; of some seeds or all."""
        found = [_read(path) for path in self.folder.glob("seed-*.json")]
        wanted = None if seeds is None else set(seeds)
        return sorted(
            (each for each in found if wanted is None or each.seed in wanted),
            key=lambda each: each.seed,
        )

    def play(self, seeds: Sequence[int], processes: int, told: Callable[[int], None]) -> None:
        """Play the missing seeds; `told` gets the number finished."""
        done = {each.seed for each in self.kept(seeds)}
        left = [seed for seed in seeds if seed not in done]
        told(len(done))
        for number, each in enumerate(played(self.scenario, left, self.turns, processes), 1):
            write_text(self.folder / f"seed-{each.seed}.json", _written(each), expected=None)
            told(len(done) + number)


def played(
    scenario: str, seeds: Sequence[int], turns: int, processes: int = 1
) -> Iterator[Campaign]:
    """Play a campaign for each seed, in this process or in several; each when it is over."""
    one = partial(_one, scenario, turns)
    if processes == 1 or len(seeds) < 2:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running = [pool.submit(one, seed) for seed in seeds]
        try:
            for each in as_completed(running):
                yield each.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _one(scenario: str, turns: int, seed: int) -> Campaign:
    return play(scenario, seed, turns=turns)


def _written(each: Campaign) -> str:
    sets = {"attackers": each.attackers, "armies": each.armies, "contested": each.contested}
    data = {
        "seed": each.seed,
        "turns": each.turns,
        "events": each.events,
        **{name: sorted(value) for name, value in sets.items()},
        "idle": each.idle,
        "stranded": each.stranded,
        "attacks": each.attacks,
        "points": each.points,
    }
    return json.dumps(data, indent=1) + "\n"


def _read(path: Path) -> Campaign:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for name in ("attackers", "armies", "contested"):
        data[name] = set(data[name])
    return Campaign(**data)


# The report --------------------------------------------------------------------------------


def told_of(campaigns: Campaigns) -> Report:
    """Return the report of a batch: when each event happened beside 1944, the score, who fought."""
    rows, world = campaigns.kept(), load_world(campaigns.scenario)
    if not rows:
        raise RunError(f"{campaigns.folder} holds no finished campaign yet")
    looked = looked_for(campaigns.scenario)
    sections = [_events(world, looked, rows), _score(rows), _fighting(rows)]
    facts = [
        ("Campaigns", str(len(rows))),
        ("Seeds", f"{rows[0].seed} to {rows[-1].seed}"),
        ("Half days", str(max(each.turns for each in rows))),
        ("Headquarters", "commander in each"),
    ]
    return Report(
        world.data.title,
        _lead(looked, rows),
        tuple(facts),
        tuple(each for each in sections if each is not None),
        (),
        None,
    )


def _lead(looked: Looked, rows: Sequence[Campaign]) -> str:
    known = [each for each in looked.events if each.history is not None]
    near = sum(abs(middle(rows, each.id) - (each.history or 0)) <= 1 for each in known)
    many = "1 campaign" if len(rows) == 1 else f"{len(rows)} campaigns"
    return (
        f"{many} by commanders. Of {len(known)} events of 1944 the median campaign has {near} "
        "within half a day of history."
    )


def middle(rows: Sequence[Campaign], event: str) -> float:
    """Return the turn of an event in the middle campaign; `NEVER` where it has none."""
    return float(median(row.events.get(event, NEVER) for row in rows))


def when(world: World, turn: float | None) -> str:
    """Return a turn in words: `18 pm`."""
    if turn is None or turn > world.last_turn:
        return "never"
    row = world.turn(int(turn))
    return f"{int(row.date[-2:])} {row.half}"


def _events(world: World, looked: Looked, rows: Sequence[Campaign]) -> Section | None:
    if not looked.events:
        return None
    lines: list[tuple[str, ...]] = []
    spans: list[figures.Span] = []
    for event in looked.events:
        turns = sorted(row.events[event.id] for row in rows if event.id in row.events)
        half = middle(rows, event.id)
        lines.append(
            (
                event.words,
                when(world, event.history),
                when(world, half),
                when(world, turns[0]) if turns else "",
                when(world, turns[-1]) if turns else "",
                f"{len(turns)} of {len(rows)}",
            )
        )
        ends = (turns[0], turns[-1]) if turns else None
        shown = half if half <= world.last_turn else None
        spans.append(figures.Span(event.words, ends, shown, event.history))
    ticks = [(turn, when(world, turn)) for turn in range(2, world.last_turn + 1, 4)]
    drawn = figures.spans(spans, world.last_turn, ticks)
    caption = (
        "The line runs from the earliest campaign to the latest, the dot is the median, and the "
        "open ring is 1944. No dot: more than half of the campaigns never saw it."
    )
    headings = ("Event", "In 1944", "Median", "Earliest", "Latest", "In")
    parts = (
        Figure("When it happened", drawn, caption),
        Table("Events beside history", headings, tuple(lines)),
    )
    return Section("events", "Beside history", (), parts)


def _score(rows: Sequence[Campaign]) -> Section | None:
    sides = list(dict.fromkeys(side for row in rows for side in row.points))
    if not sides:
        return None
    lines: list[tuple[str, ...]] = []
    for side in sides:
        values = [row.points[side] for row in rows if side in row.points]
        low, high = mean_interval(values) if len(values) > 1 else (values[0], values[0])
        mean = sum(values) / len(values)
        interval = f"{low:.1f} to {high:.1f}"
        ends = f"{min(values):g}", f"{median(values):g}", f"{max(values):g}"
        lines.append((side.capitalize(), f"{mean:.1f}", interval, *ends))
    headings = ("Side", "Mean", "95 % interval", "Least", "Median", "Most")
    return Section("score", "Debrief", (), (Table("Points", headings, tuple(lines)),))


def _fighting(rows: Sequence[Campaign]) -> Section:
    lines = [
        (
            str(row.seed),
            f"{len(row.attackers)} of {len(row.armies)}",
            str(row.attacks),
            str(len(row.contested)),
            str(len(row.idle)),
            str(len(row.stranded)),
        )
        for row in rows
    ]
    headings = ("Seed", "Headquarters that attacked", "Attacks", "Bridges", "Idle", "Stranded")
    caption = (
        "Attacks are counted by battalion, bridges if both sides were at them. Idle units never "
        "moved, fought or met an enemy with an objective in reach; stranded ones could not march."
    )
    table = Table("Campaign by campaign", headings, tuple(lines), caption=caption)
    return Section("fighting", "Who fought", (), (table,))
