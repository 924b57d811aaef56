"""Lines of Operation Roundup as people write them, and the actions that they mean.

`move GE20 3011-3010-2910` is *select*, *step*, *step*, *stay*; `move GE20 2910` goes by the
cheapest way; `move US01+US15 2824-2823` moves a stack, one unit after the other. `attack 2609
with US01 UK26 bomber` names the target and the force, and fights. `land US01+US15 2824` and
`drop UK13+UK28 2720` bring in a stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.actions import Action, Kind, NotationError, first
from bocage.games.names import Named, Naming, chosen, is_number
from bocage.games.notation import Maker, Notation, expect
from bocage.games.roundup.board.position import HAND
from bocage.games.roundup.board.world import BEACHHEADS, PORTS
from bocage.games.roundup.options import TWO_FORCES
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, SIDES
from bocage.games.roundup.s08_reinforcements import DesignatePort
from bocage.games.roundup.s10_movement import Moving
from bocage.games.roundup.s11_combat import Muster
from bocage.games.roundup.s11_results import Retreat
from bocage.games.roundup.s13_setup import PlaceBeachhead
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import Scatter
from bocage.games.roundup.words import verbs as v

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.game import Roundup

MOVE: Final = "move"
_MOVE: Final = "move UNIT HEX, or move UNIT HEX-HEX-HEX"
_MARKERS: Final = "beachhead HEX, or beachhead us1 HEX uk1 HEX in any order"
PLAYERS: Final = tuple(kind for kind in v.KINDS if kind.number < v.ROLL.number)
"""The actions of players; the others are for chance."""
_QUIET: Final = (v.END, v.STAY, v.HOLD, v.FIGHT, v.BOMBER, v.FLOOD)
"""Verbs without an argument."""


class RoundupNotation(Notation):
    """Turns lines into actions."""

    def __init__(self, game: Roundup) -> None:
        world = game.world
        sides = [ALLIED if unit.side == SIDES[ALLIED] else GERMAN for unit in world.units]
        named = [
            Named(unit.id, unit.name, (unit.label,), side)
            for unit, side in zip(world.units, sides, strict=True)
        ]
        for u in world.spare:  # by id alone, so that no other name becomes ambiguous
            named[u] = Named(named[u].id, named[u].id, (), sides[u])
        super().__init__(game.grammar, Naming(game.world.pack, named), PLAYERS, _QUIET)
        self.makers.update(
            {
                MOVE: self._move,
                "beachhead": self._beachhead,
                "port": self._port,
                "aerial": self._aerial,
                "order": self._order,
                "attack": self._attack,
                "with": self._with,
                "retreat": self._retreat,
                v.TAS.word: self.hexes(v.TAS),
                v.STEP.word: self.hexes(v.STEP),
                v.GO.word: self._go,
                **{kind.word: self.units_to(kind) for kind in (v.LAND, v.DROP)},
                "enter": self._enter,
                **{
                    kind.word: self.units(kind)
                    for kind in (v.REPLACE, v.SELECT, v.REMOVE, v.LOSE, v.ADVANCE, v.ADD)
                },
                **{kind.word: self._asked_to(kind) for kind in (v.GARRISON, v.SCATTER)},
                "sectors": self._sectors,
                "inland": self._inland,
                "fly": self._fly,
            }
        )

    def longer(self, kinds: Sequence[Kind]) -> tuple[str, ...]:
        """Return a move, where units are moved."""
        return (MOVE,) if v.SELECT in kinds or v.GO in kinds else ()

    def preferred(self, kinds: Sequence[Kind]) -> str:
        """Return the verb for units: they move and go where they can."""
        if v.SELECT in kinds:
            return MOVE
        return v.GO.word if v.GO in kinds or v.STEP in kinds else ""

    def is_word(self, typed: str) -> bool:
        """Return whether a word names an order, a nation, a port, a beachhead or a place."""
        words = (*v.ORDERS, *NATIONS, *PORTS, *BEACHHEADS, "2-2", "3-1", "1-3")
        word = typed.casefold().replace("/", "-")
        return any(each.startswith(word) for each in words) or self.naming.is_hex(typed)

    # Makers ------------------------------------------------------------------------------

    def _enter(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        hand = [u for u in st.world.german if st.loc[u] == HAND]
        if len(tokens) == 1 and len(hand) == 1:
            return [v.ENTER(hand[0], self.naming.hex(tokens[0]))]
        return self.units_to(v.ENTER)(st, seat, tokens)

    def _asked_to(self, kind: Kind) -> Maker:
        """Return a reader of a word and a hex for the unit in question, which may be named."""

        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:
            top: Any = st.stack[-1] if st.stack else None
            if len(tokens) == 1 and isinstance(top, PlaceGarrison | Scatter):
                return [kind(top.unit, self.naming.hex(tokens[0]))]
            if len(tokens) > 2 and len(tokens) % 2 == 0:  # several, in any order
                pairs = zip(tokens[::2], tokens[1::2], strict=True)
                each = {self.naming.unit(u, seat): self.naming.hex(h) for u, h in pairs}
                expect(len(each) == len(tokens) // 2, f"{kind.word} UNIT HEX, each unit once")
                return [kind(u, h) for u, h in sorted(each.items())]
            return self.units_to(kind)(st, seat, tokens)

        return make

    def _sectors(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(len(tokens) == 1, "sectors 2-2, sectors 3-1 or sectors 1-3")
        return [v.SECTORS(chosen(tokens[0], ("2-2", "3-1", "1-3"), "choice"))]

    def _inland(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(len(tokens) == 2, "inland MARKER HEX")
        if is_number(tokens[0]) and (h := self.naming.hex(tokens[0])) in st.beachheads:
            marker = list(st.beachheads).index(h)
        else:
            marker = chosen(tokens[0], BEACHHEADS, "beachhead")
        return [v.INLAND(marker, self.naming.hex(tokens[1]))]

    def _fly(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(len(tokens) == 1, "fly us, or fly uk")
        return [v.FLY(chosen(tokens[0], NATIONS, "nation"))]

    def _beachhead(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Return one marker, or several in any order; without names they are taken in order."""
        top: Any = st.stack[-1] if st.stack else None
        asked = top.marker if isinstance(top, PlaceBeachhead) else 0
        found: dict[int, Action] = {}
        marker = -1
        for token in tokens:
            if marker < 0 and token.casefold() in BEACHHEADS:
                marker = BEACHHEADS.index(token.casefold())
                continue
            if marker < 0:
                rest = [m for m in range(asked, len(BEACHHEADS)) if m not in found]
                marker = rest[0] if rest else -1
            expect(marker >= 0 and marker not in found, _MARKERS)
            found[marker] = v.BEACHHEAD(marker, self.naming.hex(token))
            marker = -1
        expect(bool(found) and marker < 0, _MARKERS)
        return [found[each] for each in sorted(found)]

    def _port(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top: Any = st.stack[-1] if st.stack else None
        port = top.port if isinstance(top, DesignatePort) else 0
        if len(tokens) == 2:
            port = chosen(tokens.pop(0), PORTS, "port")
        expect(len(tokens) == 1, "port US, or port UK")
        return [v.PORT(port, chosen(tokens[0], NATIONS, "nation"))]

    def _aerial(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        if len(tokens) == 2:
            nation = chosen(tokens.pop(0), NATIONS, "nation")
            return [v.AERIAL(nation, self.naming.hex(tokens[0]))]
        expect(len(tokens) == 1, "aerial HEX")
        h = self.naming.hex(tokens[0])
        there = st.at(h, seat)
        return [v.AERIAL(st.world.nation[there[0]] if there else 0, h)]

    def _order(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        said = "-".join(tokens).replace("/", "-").casefold()
        said = {"mc": "move-combat", "cm": "combat-move"}.get(said, said)
        return [v.ORDER(chosen(said, v.ORDERS, "order"))]

    def _move(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        if "move-combat".startswith("-".join(["move", *tokens])) and self._asks_order(st):
            return [v.ORDER(v.MOVE_COMBAT)]
        named, way = self.units_and_way(tokens)
        top = st.stack[-1] if st.stack else None
        if named:
            units = self.naming.units(st, seat, named)
        elif isinstance(top, Moving) and top.seat == seat:
            units = [top.unit]
        else:
            expect(way, _MOVE)
            units = list(st.at(way[0], seat))
            if not units:
                number = st.world.grid.numbers[way[0]]
                raise NotationError(number, f"no unit of yours is in {number}")
            way = way[1:] if len(tokens) == 2 else way  # `move 2824 2722`: from, to
        expect(way, _MOVE)
        found: list[Action] = []
        for u in units:
            # Each sets out when the one before has arrived.
            done, trial = self.after(st, found)
            if done != found:
                return found
            found += self._one_move(trial, seat, u, way)
        return found

    def _asks_order(self, st: Position) -> bool:
        return any(k is v.ORDER for k in self.kinds(st, getattr(st.stack[-1], "seat", -1)))

    def _one_move(self, st: Position, seat: int, u: int, way: list[int]) -> list[Action]:
        """Return a unit by the way that is named, or by the cheapest to its end."""
        top = st.stack[-1] if st.stack else None
        start = [] if isinstance(top, Moving) and top.unit == u else [v.SELECT(u)]
        if self.naming.named[u].side != seat or st.loc[u] < 0:
            return [*start, v.GO(way[-1])]  # for the rules to say why not
        here = st.loc[u]
        steps = self._steps(st, u, here, way)
        if not steps:
            return [*start, v.STAY()]
        goes = len(way) == 1 or (len(way) == 2 and not st.world.grid.are_neighbours(*way))
        if goes and len(steps) == 1:
            return [*start, v.GO(steps[0])]
        return self._with_stay(st, [*start, *(v.STEP(h) for h in steps)], u)

    def _steps(self, st: Position, u: int, here: int, way: list[int]) -> list[int]:
        """Return the hexes of a way after the one where the unit is.

        Raises:
            NotationError: the way begins elsewhere.
        """
        if way[0] == here:
            return way[1:]
        joined = st.world.grid.are_neighbours(here, way[0])
        if len(way) > 1 and (here in way or not joined):
            name, where = self.naming.named[u].id, st.world.grid.numbers[here]
            raise NotationError("", f"{name} is at {where}, so its path begins there")
        return way

    def _go(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        """Move the unit under way on, by the cheapest way or hex by hex."""
        way = self.naming.path(tokens)
        expect(way, "go HEX")
        top = st.stack[-1] if st.stack else None
        if len(way) > 1 and isinstance(top, Moving):
            return self._one_move(st, seat, top.unit, way)
        return [v.GO(h) for h in way]

    def _with_stay(self, st: Position, actions: list[Action], u: int) -> list[Action]:
        """Return the same with *stay* at the end, if the unit could still move."""
        done, trial = self.after(st, actions)
        top = trial.stack[-1] if trial.stack else None
        goes_on = done == actions and isinstance(top, Moving) and top.unit == u
        return [*actions, v.STAY()] if goes_on else actions

    def _attack(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        expect(tokens, "attack HEX with UNIT...")
        h = self.naming.hex(tokens[0])
        top = st.stack[-1] if st.stack else None
        mustering = isinstance(top, Muster) and top.hex == h
        found = [] if mustering else [v.ATTACK(h)]
        rest = tokens[1:]
        return found if not rest else [*found, *self._force(st, seat, h, rest), v.FIGHT()]

    def _with(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1] if st.stack else None
        expect(tokens, "with UNIT...")
        return self._force(st, seat, top.hex if isinstance(top, Muster) else -1, tokens)

    def _force(self, st: Position, seat: int, h: int, tokens: list[str]) -> list[Action]:
        """Return units in the order of the counters, then the bombers."""
        bombing = [t for t in tokens if len(t) > 2 and v.BOMBER.word.startswith(t.rstrip("s"))]
        named = [t for t in tokens if t not in bombing]
        flying = [t for t in named if bombing and t.casefold() in NATIONS]
        named = [t for t in named if t not in flying]
        if [t.casefold() for t in named] == ["all"] and h >= 0:
            units = self.able(st, seat, h)
        else:
            units = self.naming.units(st, seat, named)
        expect(units, "attack HEX with UNIT..., and bomber last if they fly")
        joined = [v.WITH(u) for u in sorted(units)]
        if not bombing:
            return joined
        return [*joined, *self._bombers(st, seat, units, flying)]

    def _bombers(
        self, st: Position, seat: int, units: Sequence[int], flying: Sequence[str]
    ) -> list[Action]:
        """Return the bombers of an attack; by 15.16 of a nation, the only one that attacks if none
        is named.
        """
        if seat != ALLIED or not st.switches & TWO_FORCES:
            return [v.BOMBER()]
        nations = {st.world.nation[u] for u in units}
        if not flying and len(nations) == 1:
            return [v.FLY(nations.pop())]
        expect(len(flying) == 1, "bomber us, or bomber uk, last")
        return [v.FLY(chosen(flying[0], NATIONS, "nation"))]

    def able(self, st: Position, seat: int, h: int) -> list[int]:
        """Return the units that the rules let attack a hex now."""
        trial = st.copy()
        if not isinstance(trial.stack[-1], Muster):
            attack = v.ATTACK(h)
            if not play.check(trial, self.grammar, seat, attack):
                return []
            play.apply(trial, seat, attack)
        return [first(a) for a in play.legal(trial, seat) if a >> 32 == v.WITH.number]

    def _retreat(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1] if st.stack else None
        expect(tokens, "retreat UNIT HEX")
        h = self.naming.hex(tokens[-1])
        if len(tokens) == 1 and isinstance(top, Retreat):
            units: Sequence[int] = top.units
        else:
            expect(tokens[1:], "retreat UNIT HEX")
            units = self.naming.units(st, seat, tokens[:-1])
        return [v.RETREAT(u, h) for u in units]
