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

Alternatives = dict[str, tuple[Callable[[], object], int]]


class Rig:
    """The instance set up for one variant of the kernel."""

    def __init__(self, chosen: Kernel, inst: reference.Instance) -> None:
        self.inst = inst
        self.kernel = chosen
        neighbours = inst.grid.neighbours
        self.links = chosen.Links(neighbours, inst.cliffs)
        self.mobilities = [
            chosen.Mobility(neighbours, costs, reference.ENTER, reference.LEAVE, True, 0)
            for costs in inst.costs
        ]
        self.work = chosen.Workspace(len(inst.grid))
        self.calls = [
            (self.mobilities[inst.classes[u]], h, inst.budget(u), field)
            for u, (h, field) in enumerate(zip(inst.places, fields_of_units(inst), strict=True))
        ]

    def reach(self) -> None:
        """Reach of every unit."""
        search = self.work.reach
        for mobility, start, budget, field in self.calls:
            search(mobility, start, budget, field)

    def reach_and_list(self) -> None:
        """Reach of every unit, with its destinations as a list."""
        work, stacks = self.work, self.inst.stacks
        for mobility, start, budget, field in self.calls:
            work.reach(mobility, start, budget, field)
            work.destinations(stacks, reference.STACK - 1)

    def zones(self, side: int) -> bytearray:
        """The field of the other side's zones."""
        foes = self.inst.enemies(side)
        field = bytearray(len(self.inst.grid))
        self.kernel.mark_zones(self.links, self.inst.places, foes.start, foes.stop, field)
        return field

    def flood(self, side: int, field: bytearray, sources: tuple[int, ...]) -> int:
        """The supply net of a side."""
        return self.work.flood(self.links, sources, field, BLOCKED | CONTESTED)


def fields_of_units(inst: reference.Instance) -> list[bytearray]:
    """For each unit the field of its side: enemies blocked, their zones marked."""
    around = yardsticks.open_sides(inst)
    fields = [
        yardsticks.list_zones(around, (inst.places[u] for u in inst.enemies(side)), start)
        for side, start in ((0, inst.blocked(0)), (1, inst.blocked(1)))
    ]
    return [fields[inst.side_of(u)] for u in range(reference.UNITS)]


def supply_field(inst: reference.Instance, side: int) -> bytearray:
    """Enemy hexes blocked, and enemy zones contested unless a friend holds the hex."""
    field = inst.blocked(side)
    zones = yardsticks.list_zones(
        yardsticks.open_sides(inst),
        (inst.places[u] for u in inst.enemies(side)),
        bytearray(len(field)),
    )
    held = {inst.places[u] for u in inst.friends(side)}
    for h, zone in enumerate(zones):
        if zone and h not in held:
            field[h] |= CONTESTED
    return field


def bench_reach(inst: reference.Instance, rigs: list[Rig]) -> Alternatives:
    """Check that all agree, print what is reached, and give the alternatives."""
    ways = [yardsticks.adjacency(inst, mobility) for mobility in range(3)]
    fields = fields_of_units(inst)
    found = [
        yardsticks.heap_reach(ways[inst.classes[u]], h, inst.budget(u), fields[u])
        for u, h in enumerate(inst.places)
    ]
    for rig in rigs:
        for (mobility, start, budget, field), truth in zip(rig.calls, found, strict=True):
            count = rig.work.reach(mobility, start, budget, field)
            assert count == len(truth) - 1
            assert all(
                cost == truth.get(h, UNREACHED) for h, cost in enumerate(rig.work.costs)
            ), f"{rig.kernel.variant} differs from the heap"
    sizes = [len(costs) for costs in found]
    print(
        f"{len(inst.grid)} hexes, {reference.UNITS} units; hexes reached by a unit: "
        f"mean {sum(sizes) / len(sizes):.0f}, most {max(sizes)}"
    )

    def heap() -> None:
        for u, h in enumerate(inst.places):
            yardsticks.heap_reach(ways[inst.classes[u]], h, inst.budget(u), fields[u])

    runs: Alternatives = {"Python, heapq and lists": (heap, reference.UNITS)}
    for rig in rigs:
        runs[f"kernel, {rig.kernel.variant}"] = (rig.reach, reference.UNITS)
        runs[f"kernel, {rig.kernel.variant}, with destinations"] = (
            rig.reach_and_list,
            reference.UNITS,
        )
    return runs


def bench_zones(inst: reference.Instance, rigs: list[Rig]) -> Alternatives:
    """Check that all agree and give the alternatives. Sets do not know cliffs."""
    around = yardsticks.open_sides(inst)
    foes = [inst.places[u] for u in inst.enemies(0)]
    truth = yardsticks.list_zones(around, foes, bytearray(len(inst.grid)))
    runs: Alternatives = {
        "Python, heapq and lists": (
            lambda: repeat(
                50, lambda: yardsticks.list_zones(around, foes, bytearray(len(inst.grid)))
            ),
            50,
        ),
        "HexSet (without cliffs)": (lambda: repeat(50, lambda: HexSet(inst.grid, foes).ring()), 50),
    }
    for rig in rigs:
        assert rig.zones(0) == truth
        runs[f"kernel, {rig.kernel.variant}"] = (
            lambda rig=rig: repeat(50, lambda: rig.zones(0)),
            50,
        )
    return runs


def bench_supply(inst: reference.Instance, rigs: list[Rig]) -> Alternatives:
    """Check that all agree and give the alternatives. Sets do not know cliffs."""
    around = yardsticks.open_sides(inst)
    field, sources = supply_field(inst, 0), inst.sources(0)
    barred = BLOCKED | CONTESTED
    truth = yardsticks.queue_flood(around, sources, field, barred)
    seeds, room = HexSet(inst.grid, sources), ~HexSet.from_flags(inst.grid, field, barred)
    runs: Alternatives = {
        "Python, heapq and lists": (
            lambda: repeat(5, lambda: yardsticks.queue_flood(around, sources, field, barred)),
            5,
        ),
        "HexSet (without cliffs)": (lambda: repeat(5, lambda: seeds.flood(room)), 5),
    }
    print(f"hexes supplied: {len(truth)}")
    for rig in rigs:
        assert rig.flood(0, field, sources) == len(truth)
        assert all(
            truth.get(h, UNREACHED) == min(d, UNREACHED) for h, d in enumerate(rig.work.distances)
        )
        runs[f"kernel, {rig.kernel.variant}"] = (
            lambda rig=rig: repeat(5, lambda: rig.flood(0, field, sources)),
            5,
        )
    return runs


def repeat(times: int, call: Callable[[], object]) -> None:
    """Call so often."""
    for _ in range(times):
        call()


def main() -> None:
    """Measure and print the tables."""
    inst = reference.build()
    rigs = [Rig(kernel("plain"), inst)]
    try:
        rigs.append(Rig(kernel("c"), inst))
    except KernelError as missing:
        print(f"note: {missing}")
    columns: list[dict[str, Sample]] = [
        interleave(bench(inst, rigs)) for bench in (bench_reach, bench_zones, bench_supply)
    ]
    names = list(dict.fromkeys(name for column in columns for name in column))
    yardstick = "Python, heapq and lists"
    rows = [
        [
            name,
            *(
                f"{column[name]}, {ratio(column[yardstick], column[name])}"
                if name in column
                else ""
                for column in columns
            ),
        ]
        for name in names
    ]
    heading = ["µs a call: median (min..max), ratio", "reach", "zones", "supply"]
    print(table(heading, rows))
    print()
    heading[0] = "elsewhere, similar instance, µs"
    print(table(heading, [[name, *figures] for name, figures in PEERS.items()]))


if __name__ == "__main__":
    main()
