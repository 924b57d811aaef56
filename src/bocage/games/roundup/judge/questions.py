"""Questions about a position of Operation Roundup, answered with the rules that decide.

The rules themselves answer; this module adds only which sentence of the rulebook each answer rests
on.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.board.charts import OVERCAST, STORM, TERRAINS
from bocage.games.roundup.board.position import ASIDE, BARS_SUPPLY, CUP, FRIEND
from bocage.games.roundup.board.world import PORTS
from bocage.games.roundup.options import (
    NO_COLUMN_ON_TURN_1,
    PORT_HEX_CONTROL,
    SECTORS,
    WASTED,
    WEST_ALONE,
    bid_of,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, SIDES, is_restored
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s04_supply import (
    AERIAL,
    BY_DROP,
    COASTAL,
    FIRST_TURN,
    KINDS,
    NONE,
    supply,
)
from bocage.games.roundup.s07_air import dice_for, may_fly_supply, totals
from bocage.games.roundup.s08_reinforcements import port_rule
from bocage.games.roundup.s10_movement import may_form_column, points_of, step_cost
from bocage.games.roundup.s11_odds import SHIFT, Odds, bomber_shift, defenders, direction_masks
from bocage.games.roundup.s13_setup import first_position
from bocage.games.roundup.s14_victory import LEVELS, allied_level, german_level
from bocage.games.roundup.s15_optional import (
    s15_06_inundation,
    s15_11_kampfgruppen,
    s15_12_parachute_corps,
    s15_19_scraped_barrel,
)
from bocage.games.roundup.s15_optional.s15_06_inundation import is_flooded
from bocage.games.roundup.s15_optional.s15_13_reaction import more_dice
from bocage.games.roundup.short.points import short_points
from bocage.hexes.directions import is_concentric
from bocage.hexes.kernels import BLOCKED, DEAR, UNREACHED, ZONE, mark_zones
from bocage.rules.judge import Answer, CaseError
from bocage.rules.questions import Questions, legal

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.game import Roundup


# 4.0 Supply --------------------------------------------------------------------------------


_ENEMIES_ALONE: Final = bytes(1 if flags & BLOCKED else 0 for flags in range(256))
"""What would bar supply without zones of control."""
_FRIENDS_NO_HELP: Final = bytes(1 if flags & (BLOCKED | ZONE) else 0 for flags in range(256))
"""What would bar it if friendly units opened nothing."""


def supply_rules(st: Position, u: int) -> Iterator[Rule]:
    """Yield the sentences by which a unit on the map has its supply, or none."""
    kind, side = supply(st, u), st.side_of(u)
    if kind == FIRST_TURN:
        yield R("4.6")
        return
    yield R("4.0.b")
    if kind == NONE:
        yield R("4.0.c")
        yield from _wants(st, u, side)
    elif kind == COASTAL:
        yield R("4.3.a")
    elif kind == AERIAL:
        yield R("4.5.e")
    elif kind == BY_DROP:
        yield R("15.12.k")
    else:
        if side == GERMAN:
            yield R("4.2.a")
            yield R("4.2.c").read(R("reading 31"))
        else:
            yield from _allied_source(st, u)
        sources = st.sources(side, st.world.nation[u])
        if not _joined(st, u, sources, _FRIENDS_NO_HELP):
            alone = side == GERMAN or _joined(st, u, sources, BARS_SUPPLY, own=True)
            yield R("3.2.2.b") if alone else R("3.2.2.b").read(R("reading 30"))


def _allied_source(st: Position, u: int) -> Iterator[Rule]:
    nation = st.world.nation[u]
    beaches = [h for h in st.beaches_of(nation) if h >= 0]
    if st.optional[SECTORS]:
        yield R("15.17.b")
    if st.traced(ALLIED, beaches)[st.loc[u]] < UNREACHED:
        yield R("4.4.a").read(R("reading 31"))
    else:
        yield R("4.4.b")


def _wants(st: Position, u: int, side: int) -> Iterator[Rule]:
    """Yield the rules that deny supply to a unit."""
    world, h, nation = st.world, st.loc[u], st.world.nation[u]
    if _joined(st, u, st.sources(side, nation), _ENEMIES_ALONE):
        yield R("3.2.2.a")
        yield R("3.2.2.c")
    if _joined(st, u, st.sources(side, nation), BARS_SUPPLY, anywhere=True):
        yield R("3.2.2.a").read(R("reading 29"))
    if side == GERMAN:
        if world.coastal[h]:
            yield R("4.3.b")
        if _reaches(st, u, list(world.supply_edge)):
            yield R("4.2.b")
        return
    yield R("4.3.c")
    if _reaches(st, u, [b for b in st.beaches_of(1 - nation) if b >= 0]):
        yield R("4.4.c")
    for port, hexes in enumerate(world.ports):
        if not _reaches(st, u, list(hexes)):
            continue
        yield R("4.4.e") if st.can_use_port(port) else port_rule(st, port)
    if h in st.aerial:
        yield R("4.5.b")


def _reaches(st: Position, u: int, sources: list[int]) -> bool:
    return bool(sources) and st.traced(st.side_of(u), sources)[st.loc[u]] < UNREACHED


def _joined(
    st: Position,
    u: int,
    sources: list[int],
    bars: bytes,
    *,
    own: bool = False,
    anywhere: bool = False,
) -> bool:
    """Return whether a path would join a unit to some sources if other things barred supply.

    `own`: only friends of its nation open hexes. `anywhere`: zones do not close a source.
    """
    world, side = st.world, st.side_of(u)
    friends = world.of_nation[world.nation[u]] if own else world.ranges[side]
    places = array("h", (st.loc[v] for v in friends))
    field = bytearray(st.zone(side))
    mark_zones(world.links, places, 0, len(places), field, 0, FRIEND)
    for h in sources if anywhere else ():
        field[h] &= ~ZONE
    work = world.scratch.work
    work.flood(world.links, sources, field.translate(bars), 1)
    return bool(work.distances[st.loc[u]] < UNREACHED)


# Optional rules ----------------------------------------------------------------------------


_ABLE: Final[Mapping[str, tuple[Callable[[Position], bool], tuple[Rule, ...]]]] = {
    "flood": (lambda st: s15_06_inundation.may_flood(st), (R("15.6.a"), R("15.6.b"))),
    "drop": (lambda st: s15_12_parachute_corps.may_drop(st), (R("15.12.a"),)),
    "march": (lambda st: s15_12_parachute_corps.may_march(st), (R("15.12.l"),)),
    "scrape": (lambda st: s15_19_scraped_barrel.is_scraped(st), (R("15.19.a"),)),
    "replace": (lambda st: s15_11_kampfgruppen.has_replacements(st), (R("15.11.a"),)),
}


def able(st: Position, what: str) -> Answer:
    """Return whether the German may use an optional rule now, in the Reinforcement Phase.

    Raises:
        CaseError: there is no such thing.
    """
    if what not in _ABLE:
        raise CaseError(f"'{what}': expected {', '.join(_ABLE)}")
    may, rules = _ABLE[what]
    return Answer("yes" if may(st) else "no", rules)


def marker(st: Position, h: int) -> Answer:
    """Return whether a German marker lies in a hex (15.4)."""
    if st.has_marker(h):
        return Answer("yes", (R("15.4.a"),))
    retaken = st.switches & PORT_HEX_CONTROL and st.world.port_of[h] and not st.control[h]
    return Answer("no", (R("15.4.i"),) if retaken else ())


def dice_rules(st: Position, side: int) -> Iterator[Rule]:
    """15.13, 15.14: dice for air superiority."""
    if side == ALLIED and more_dice(st):
        yield R("15.13.a")
    if side == GERMAN and st.optional[WASTED]:
        yield R("15.14.b")


def cost_rules(st: Position, h: int) -> Iterator[Rule]:
    """Yield the cost of a hex (15.6)."""
    if is_flooded(st) and st.world.is_polder[h]:
        yield R("15.6.c")


def zone_rules(st: Position, h: int) -> Iterator[Rule]:
    """Yield whether a marker next to a hex has a zone of control (15.4)."""
    if any(st.has_marker(n) for n in st.world.near(h)):
        yield R("15.4.c")


def bomber_rules(st: Position, side: int) -> Iterator[Rule]:
    """Yield the die of the heavy bombers (15.15, 15.20)."""
    if side == GERMAN:
        yield R("15.15.b")
    if st.weather == OVERCAST:
        yield R("6.2.a")


def column_rules(st: Position, u: int) -> Iterator[Rule]:
    """Yield who forms no column on turn 1 (15.7)."""
    if st.turn == 1 and st.switches & NO_COLUMN_ON_TURN_1 and u in st.world.allied:
        yield R("15.7")


# Questions ---------------------------------------------------------------------------------


QUESTIONS: Final = {
    "supply UNIT": "the kind of supply that a unit has now",
    "odds HEX with UNIT ...": "an attack: attack, defence, odds, shift, shifts by rule, results",
    "cost UNIT HEX-HEX-...": "the Movement Points that a path costs",
    "points UNIT": "the Movement Points of a unit, and whether it may form a column",
    "factors UNIT": "attack and defence, as on the counter now",
    "zone HEX against SIDE": "whether a hex lies in a zone of control of the side's enemy",
    "control HEX": "who controls a hex",
    "legal VERB ...": "the rest of every legal line with this beginning",
    "victory": "the levels of both sides, and who wins",
    "dice SIDE": "the dice of a side for air superiority",
    "able WHAT": "whether the Germans may now flood, drop, march, scrape or replace (module 15)",
    "marker HEX": "whether a German marker lies in a port hex (15.4)",
    "bomber HEX [for german]": "the shift of heavy bombers by die, 1 to 6",
    "edge east|south": "the first and the last hex of a map edge, and their number",
    "port HEX": "the port that a hex belongs to, or none",
    "nation UNIT": "us or uk",
    "smaller NATION": "how many smaller units us, uk or german have",
    "flying SIDE": "whether the Allies may drop and supply by air this turn",
    "start UNIT": "where a unit is when the game begins",
    "terrain HEX": "the line of the Terrain Effects Chart, and whether it is coastal",
}
"""The questions as they are written, and what they ask."""


def _unit(st: Position, name: str) -> int:
    return st.world.unit_names.index(name)


def _hex(st: Position, number: str) -> int:
    return st.world.hex_names.index(number)


def _unit_on_map(st: Position, name: str) -> int:
    u = _unit(st, name)
    if st.loc[u] < 0:
        raise CaseError(f"{name} is not on the map")
    return u


def _supply(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    u = _unit_on_map(st, words[0])
    return Answer(KINDS[supply(st, u)], tuple(supply_rules(st, u)))


def _odds(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    if len(words) < 3 or words[1] != "with":
        raise CaseError("expected odds HEX with UNIT UNIT ...")
    force = sorted(_unit_on_map(st, name) for name in words[2:])
    h = _hex(st, words[0])
    if far := [name for name in words[2:] if st.loc[_unit(st, name)] not in st.world.near(h)]:
        raise CaseError(f"{' and '.join(far)} cannot attack {words[0]}: not next to it")
    if not st.at(h, 1 - st.side_of(force[0])) and not st.has_marker(h):
        raise CaseError(f"no enemy is in {words[0]}")
    ledger = Odds(st, h, force, st.side_of(force[0]))
    shifts: dict[str, int] = {}
    for row in ledger.under(SHIFT):
        shifts[row.rule] = shifts.get(row.rule, 0) + int(row.value)
    table = {
        "attack": ledger.attack,
        "defence": ledger.defence,
        "odds": ledger.odds,
        "shift": int(ledger.total(SHIFT)),
        "shifts": shifts,
        "results": [ledger.resolve(die) for die in range(1, 7)],
        "rules": [str(rule) for rule in ledger.rules],
    }
    below = R("11.4.c").read(R("reading 56"))
    start = R("11.4.b") if ledger.attack >= ledger.defence else below
    ends = [R("11.7.a")] if ledger.column == len(st.world.charts.columns) - 1 else []
    ends += [R("11.7.b")] if ledger.column == 0 else []
    rules = [start, *ends, R("11.4.a"), R("11.5"), R("11.13.table")]
    if len(ledger.defenders) > 1:
        rules.append(R("11.1"))
    rules += _odds_notes(st, h, force)
    return Answer(table, tuple(rules))


def _odds_notes(st: Position, h: int, force: Sequence[int]) -> list[Rule]:
    """Return the rules that affect an attack without a row of their own."""
    world = st.world
    found: list[Rule] = []
    mask, _ = direction_masks(st, h, force)
    side = st.side_of(force[0])
    around, _ = direction_masks(st, h, [u for n in world.near(h) for u in st.at(n, side)])
    if is_concentric(around) and not is_concentric(mask):
        found.append(R("11.8.b").read(R("reading 58")))
    there = st.at(h, 1 - side)
    if len(there) > len(defenders(st, h, side)):
        found.append(R("11.0.d").read(R("reading 68")))
    if sum(not supply(st, u) for u in there) > 1 or sum(not supply(st, u) for u in force) > 1:
        found.append(R("4.1.b").read(R("reading 36")))
    over = sum(h == each or h in world.near(each) for each in st.tas)
    if over:
        found.append(R("7.5.a"))
    elif any(st.loc[u] == each or st.loc[u] in world.near(each) for u in force for each in st.tas):
        found.append(R("7.5.b"))
    if over > 1:
        found.append(R("7.5.c"))
    return found


def _cost(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    if len(words) < 2:
        raise CaseError("expected cost UNIT HEX-HEX")
    u = _unit(st, words[0])
    path = [_hex(st, number) for number in words[1].split("-")]
    world = st.world
    total = 0
    rules: list[Rule] = []
    for here, there in pairwise(path):
        if not world.grid.are_neighbours(here, there):
            raise CaseError(f"{world.grid.numbers[there]} is not next to the hex before it")
        total += step_cost(st, u, here, there)
        rules += cost_rules(st, there)
        rules.append(R("10.2.a"))
        if world.is_polder[there]:
            rules.append(R("10.2.b"))
        if world.water[here] >> world.grid.direction(here, there) & 1:
            rules.append(R("10.2.c"))
        if st.zone(st.side_of(u))[there] & DEAR:
            rules += [R("7.4.a"), R("7.4.b"), R("7.4.c"), R("10.5.a"), R("10.5.b")]
        elif st.tas and st.superiority == st.side_of(u):
            rules.append(R("7.4.e"))
        elif st.zone(st.side_of(u))[here] & DEAR:
            rules.append(R("7.4.d"))
    return Answer(total, tuple(dict.fromkeys(rules)))


def _points(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    u = _unit_on_map(st, words[0])
    column = may_form_column(st, u)
    rules = [R("10.1.a") if u in st.world.allied else R("10.1.b"), R("4.0.a")]
    if st.weather == STORM:
        rules += [R("10.4"), R("6.3")]
    if not supply(st, u):
        halved = R("4.1.a").read(R("reading 36")) if st.weather == STORM else R("4.1.a")
        rules += [halved, R("1.5")]
    if column:
        rules += [R("10.6.a").read(*_column_readings(st, u)), R("10.6.f")]
    elif st.in_enemy_zone(st.loc[u], st.side_of(u)):
        rules.append(R("10.6.c"))
    elif st.turn == 1:
        rules.append(R("reading 35"))
    else:
        coast = supply(st, u) == COASTAL
        rules.append(R("10.6.b").read(R("reading 28")) if coast else R("10.6.b"))
    rules += column_rules(st, u)
    return Answer({"points": points_of(st, u), "column": column}, tuple(rules))


def _column_readings(st: Position, u: int) -> Iterator[Rule]:
    """Yield the readings that allow a column where the rulebook is silent."""
    if u in st.world.german:
        yield R("reading 27")
    if st.turn == 1:
        yield R("reading 35")
    if st.world.is_polder[st.loc[u]]:
        yield R("reading 42")


def _factors(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    u = _unit(st, words[0])
    world, steps = st.world, st.steps[u]
    rules = [R("2.4.a") if world.is_division[u] else R("2.4.b"), R("3.4.a")]
    if world.is_division[u] and steps == 1:
        rules.append(R("3.4.b"))
    return Answer(
        {"attack": world.attack[u][steps], "defence": world.defence[u][steps], "steps": steps},
        tuple(rules),
    )


def _zone(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 3 or words[1] != "against" or words[2] not in SIDES:
        raise CaseError("expected zone HEX against allied, or against german")
    h = _hex(st, words[0])
    inside = st.zone(SIDES.index(words[2]))[h] & ZONE
    return Answer(
        "yes" if inside else "no",
        (*zone_rules(st, h), R("3.2.a"), R("3.2.b"), R("3.2.2.d"), R("4.1.d")),
    )


def _control(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    h = _hex(st, words[0])
    if st.control[h]:
        return Answer("allied", (R("3.5.b"),))
    rules = [R("3.5.a")]
    if st.in_enemy_zone(h, GERMAN):
        rules.append(R("3.5.c"))
    return Answer("german", tuple(rules))


def _victory(game: Roundup, st: Position, _: Sequence[str]) -> Answer:
    if st.world.short is not None:
        points = short_points(st, st.world.short)
        sums = {"allied": points.allied, "german": points.german}
        return Answer({**sums, "winner": SIDES[points.winner]}, (R("reading 76"),))
    allied, german = allied_level(st)[0], german_level(st)[0]
    ended = st.copy()
    ended.stack = ()
    outcome = game.outcome(ended)
    winner = "nobody" if outcome is None or outcome.winner is None else SIDES[outcome.winner]
    table = {"allied": LEVELS[allied], "german": LEVELS[german], "winner": winner}
    rule = R("14.0.c") if winner == "nobody" else R("14.0.b")
    rule = rule.read(R("reading 78")) if bid_of(st.switches)[1] else rule
    return Answer(table, (rule if allied or german else rule.read(R("reading 53")),))


def _dice(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    if words[0] not in SIDES:
        raise CaseError("expected dice allied, or dice german")
    side = SIDES.index(words[0])
    dice = dice_for(st, side)
    sky = (R("6.1.a"), R("6.1.c").read(R("reading 14")), R("6.1.e"))[st.weather]
    rules = [R("1.3"), R("7.1.b") if st.turn == 1 else sky]
    if side == GERMAN and st.strategy in (2, 4) and dice and st.turn > 1:
        rules.append((R("6.1.b"), R("6.1.d"))[st.weather])
    rules += dice_rules(st, side)
    ways = totals(dice)[0] if dice else ()
    bounds = [action >> 16 & 0xFFFF for action in ways] or [0]
    return Answer({"dice": dice, "lowest": bounds[0], "highest": bounds[-1]}, tuple(rules))


def _bomber(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    h = _hex(st, words[0])
    by = GERMAN if words[1:] == ["for", "german"] else ALLIED
    shifts = [bomber_shift(st, h, die, by) for die in range(1, 7)]
    return Answer(shifts, (*bomber_rules(st, by), R("11.12.table")))


def _able(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    return able(st, words[0])


def _marker(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    return marker(st, _hex(st, words[0]))


def _edge(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    if words[0] not in ("east", "south"):
        raise CaseError("expected edge east, or edge south")
    hexes = sorted(st.world.edges[words[0][0].upper()])
    numbers = sorted(st.world.grid.numbers[h] for h in hexes)
    rule = R("2.1.1.b") if words[0] == "east" else R("2.1.1.c")
    table = {"first": numbers[0], "last": numbers[-1], "hexes": len(numbers)}
    return Answer(table, (rule.read(R("reading 2")),))


def _port(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    port = st.world.port_of[_hex(st, words[0])]
    return Answer(PORTS[port - 1], (R("2.1.2.a"),)) if port else Answer("none", (R("2.1.2.b"),))


def _nation(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    return Answer(NATIONS[st.world.nation[_unit(st, words[0])]], (R("2.3.a"),))


def _smaller(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    world = st.world
    if words[0] not in (*NATIONS, SIDES[GERMAN]):
        raise CaseError("expected smaller us, smaller uk, or smaller german")
    allied = words[0] in NATIONS
    of: Sequence[int] = world.of_nation[NATIONS.index(words[0])] if allied else world.german
    rule = R("3.1.2.d") if allied else R("3.1.3.d")
    return Answer(sum(not world.is_division[u] for u in of), (rule,))


def _terrain(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    h = _hex(st, words[0])
    table = {"terrain": TERRAINS[st.world.terrain[h]], "coastal": bool(st.world.coastal[h])}
    return Answer(table, (R("reading 3"),))


def _flying(_: Roundup, st: Position, words: Sequence[str]) -> Answer:
    able = words[0] == SIDES[ALLIED] and may_fly_supply(st)
    sky = R("4.5.a").read(R("reading 16")) if st.weather == OVERCAST else R("4.5.a")
    return Answer("yes" if able else "no", (R("10.7.a"), sky))


def _start(game: Roundup, st: Position, words: Sequence[str]) -> Answer:
    u = _unit(st, words[0])
    where = first_position(st.world, st.switches & WEST_ALONE).loc[u]
    if where >= 0:
        return Answer(st.world.grid.numbers[where], (R("13.2.a"),))
    aside = R("13.2.b").read(R("reading 10"))
    rule = {CUP: R("13.2.c"), ASIDE: aside}.get(where, R("8.1.a"))
    ours = (R("reading 77"),) if is_restored(game.world.units[u]) else ()
    return Answer({CUP: "cup", ASIDE: "aside"}.get(where, "pool"), (rule, *ours))


_ANSWERS: Final[Mapping[str, Callable[[Roundup, Position, Sequence[str]], Answer]]] = {
    "supply": _supply,
    "odds": _odds,
    "cost": _cost,
    "points": _points,
    "factors": _factors,
    "zone": _zone,
    "control": _control,
    "legal": legal,
    "victory": _victory,
    "dice": _dice,
    "bomber": _bomber,
    "edge": _edge,
    "port": _port,
    "nation": _nation,
    "smaller": _smaller,
    "flying": _flying,
    "able": _able,
    "marker": _marker,
    "start": _start,
    "terrain": _terrain,
}

ASKED: Final = Questions(QUESTIONS, _ANSWERS)
"""The answers to the questions."""
