"""Reach, zones of control and supply: compiled, plain, as sets, and as one would write them.

Run `python -m bench.bench_hexes`. All alternatives are compared with each other before
anything is timed.
"""

from __future__ import annotations

from collections.abc import Callable

from bench import instance as reference
from bench import yardsticks
from bench.report import Sample, interleave, ratio, table
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE, Kernel, KernelError, kernel
from bocage.hexes.sets import HexSet

# Peers of the same rules on an instance of the same size, microseconds a call, measured
# elsewhere on a machine of the same class: reach, zones, supply.
PEERS = {
    "Python, heapq": ("280", "", ""),
    "Python, buckets and adjacency lists": ("197", "16.4", "575"),
    "Python, big-integer bitboards": ("97", "1.55", "121"),
    "NumPy": ("1 579", "7.95", "4 439"),
    "Numba": ("7.8", "1.97", "13.9"),
    "C through cffi": ("3.7", "0.72", "12.0"),
}

CONTESTED = 4
"""Bit of a field: in an enemy zone and not held by a friend, so that no supply passes."""
BARRED = BLOCKED | CONTESTED

YARDSTICK = "Python, heapq and lists"
SETS = "HexSet (without cliffs)"
SIDES = (0, 1)

Bench = tuple[dict[str, Callable[[], object]], int]
"""The alternatives by name, and the number of calls that one run of each makes."""


class Rig:
    """The instance set up for one variant of the kernel."""

    def __init__(self, chosen: Kernel, inst: reference.Instance) -> None:
        self.inst = inst
        self.kernel = chosen
        self.name = f"kernel, {chosen.variant}"
        neighbours = inst.grid.neighbours
        self.links = chosen.Links(neighbours, inst.cliffs)
        self.work = chosen.Workspace(len(inst.grid))
        mobilities = [
            chosen.Mobility(neighbours, costs, reference.ENTER, reference.LEAVE, True)
            for costs in inst.costs
        ]
        fields = [moving_field(inst, side) for side in SIDES]
        self.moves = [
            (mobilities[inst.classes[u]], h, inst.budget(u), fields[inst.side_of(u)])
            for u, h in enumerate(inst.places)
        ]
        self.supply = [(inst.sources(side), supply_field(inst, side)) for side in SIDES]

    def reach(self) -> None:
        """Reach of every unit."""
        search = self.work.reach
        for mobility, start, budget, field in self.moves:
            search(mobility, start, budget, field)

    def reach_and_list(self) -> None:
        """Reach of every unit, with its destinations as a list."""
        work, stacks = self.work, self.inst.stacks
        for mobility, start, budget, field in self.moves:
            work.reach(mobility, start, budget, field)
            work.destinations(stacks, reference.STACK - 1)

    def zones(self) -> list[bytearray]:
        """Return the zones of each side's enemies."""
        fields: list[bytearray] = []
        for side in SIDES:
            foes = self.inst.enemies(side)
            field = bytearray(len(self.inst.grid))
            self.kernel.mark_zones(self.links, self.inst.places, foes.start, foes.stop, field)
            fields.append(field)
        return fields

    def flood(self) -> None:
        """The supply net of each side."""
        for sources, field in self.supply:
            self.work.flood(self.links, sources, field, BARRED)


def moving_field(inst: reference.Instance, side: int) -> bytearray:
    """Enemy hexes blocked and enemy zones marked."""
    foes = [inst.places[u] for u in inst.enemies(side)]
    return yardsticks.list_zones(yardsticks.open_sides(inst), foes, inst.blocked(side))


def supply_field(inst: reference.Instance, side: int) -> bytearray:
    """Enemy hexes blocked, and enemy zones contested unless a friend holds the hex."""
    held = {inst.places[u] for u in inst.friends(side)}
    return bytearray(
        flags & BLOCKED | (CONTESTED if flags & ZONE and h not in held else 0)
        for h, flags in enumerate(moving_field(inst, side))
    )


def bench_reach(inst: reference.Instance, rigs: list[Rig]) -> Bench:
    """Check that all agree, print what is reached, and give the alternatives."""
    ways = [yardsticks.adjacency(inst, mobility) for mobility in range(3)]
    fields = [moving_field(inst, side) for side in SIDES]

    def heap() -> list[dict[int, int]]:
        return [
            yardsticks.heap_reach(ways[inst.classes[u]], h, inst.budget(u), fields[inst.side_of(u)])
            for u, h in enumerate(inst.places)
        ]

    found = heap()
    sizes = [len(costs) for costs in found]
    print(
        f"{len(inst.grid)} hexes, {reference.UNITS} units; hexes reached by a unit: "
        f"mean {sum(sizes) / len(sizes):.0f}, most {max(sizes)}"
    )
    runs: dict[str, Callable[[], object]] = {YARDSTICK: heap}
    for rig in rigs:
        for move, truth in zip(rig.moves, found, strict=True):
            assert rig.work.reach(*move) == len(truth) - 1
            assert all(truth.get(h, UNREACHED) == cost for h, cost in enumerate(rig.work.costs))
        runs[rig.name] = rig.reach
        runs[f"{rig.name}, with destinations"] = rig.reach_and_list
    return runs, reference.UNITS


def bench_zones(inst: reference.Instance, rigs: list[Rig]) -> Bench:
    """Check that all agree and give the alternatives."""
    around = yardsticks.open_sides(inst)
    foes = [[inst.places[u] for u in inst.enemies(side)] for side in SIDES]

    def lists() -> list[bytearray]:
        return [yardsticks.list_zones(around, at, bytearray(len(inst.grid))) for at in foes]

    runs: dict[str, Callable[[], object]] = {
        YARDSTICK: lists,
        SETS: lambda: [HexSet(inst.grid, at).ring() for at in foes],
    }
    for rig in rigs:
        assert rig.zones() == lists()
        runs[rig.name] = rig.zones
    return runs, len(SIDES)


def bench_supply(inst: reference.Instance, rigs: list[Rig]) -> Bench:
    """Check that all agree, print what is supplied, and give the alternatives."""
    around, grid = yardsticks.open_sides(inst), inst.grid
    nets = [(inst.sources(side), supply_field(inst, side)) for side in SIDES]
    sets = [(HexSet(grid, at), ~HexSet.from_flags(grid, field, BARRED)) for at, field in nets]

    def queue() -> list[dict[int, int]]:
        return [yardsticks.queue_flood(around, at, field, BARRED) for at, field in nets]

    found = queue()
    print(f"hexes supplied: {' and '.join(str(len(steps)) for steps in found)}")
    runs: dict[str, Callable[[], object]] = {
        YARDSTICK: queue,
        SETS: lambda: [seeds.flood(room) for seeds, room in sets],
    }
    for rig in rigs:
        for (at, field), truth in zip(rig.supply, found, strict=True):
            assert rig.work.flood(rig.links, at, field, BARRED) == len(truth)
            steps = enumerate(rig.work.distances)
            assert {h: d for h, d in steps if d < UNREACHED} == truth
        runs[rig.name] = rig.flood
    return runs, len(SIDES)


def main() -> None:
    """Measure and print the tables."""
    inst = reference.build()
    rigs = [Rig(kernel("plain"), inst)]
    try:
        rigs.append(Rig(kernel("c"), inst))
    except KernelError as missing:
        print(f"note: {missing}")
    columns: list[dict[str, Sample]] = []
    for bench in (bench_reach, bench_zones, bench_supply):
        runs, calls = bench(inst, rigs)
        columns.append(interleave(runs, calls=calls))
    rows = [[name, *(cell(column, name) for column in columns)] for name in names(columns)]
    heading = ["µs a call: median (min..max), ratio", "reach", "zones", "supply"]
    print(table(heading, rows))
    print()
    heading[0] = "elsewhere, similar instance, µs"
    print(table(heading, [[name, *figures] for name, figures in PEERS.items()]))


def names(columns: list[dict[str, Sample]]) -> list[str]:
    """Return the alternatives of all columns, each once."""
    return list(dict.fromkeys(name for column in columns for name in column))


def cell(column: dict[str, Sample], name: str) -> str:
    """Return one alternative's figures beside the yardstick, or "" if there are none."""
    if name not in column:
        return ""
    return f"{column[name]}, {ratio(column[YARDSTICK], column[name])}"


if __name__ == "__main__":
    main()
