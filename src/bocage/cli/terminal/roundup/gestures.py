"""Lines of Operation Roundup as a person types them, and the actions that they mean.

`move GE20 3011-2910` is *select*, *step*, *stay*; `attack 2609 with US01 UK26` is *attack*,
*with*, *with*, *fight*. What is left out is filled in where only one thing can be meant.
Whether the actions are allowed is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from bocage.cli.terminal.roundup.naming import Naming, is_number, tokens_of
from bocage.engine import play
from bocage.engine.actions import Action, Kind, NotationError, first
from bocage.games.roundup import verbs as v
from bocage.games.roundup.combat import Muster
from bocage.games.roundup.moving import Moving
from bocage.games.roundup.position import HAND
from bocage.games.roundup.reinforcements import DesignatePort
from bocage.games.roundup.results import Retreat
from bocage.games.roundup.setup import PlaceBeachhead
from bocage.games.roundup.units import NATIONS
from bocage.games.roundup.world import BEACHHEADS, PORTS

if TYPE_CHECKING:
    from bocage.games.roundup.game import Roundup
    from bocage.games.roundup.position import Position

MOVE: Final = "move"
PLAYERS: Final = tuple(kind for kind in v.KINDS if kind.number < v.ROLL.number)
"""What a player can do; the others are for chance."""
_QUIET: Final = frozenset({v.END, v.STAY, v.HOLD, v.FIGHT, v.BOMBER})
"""Verbs without an argument."""

Maker = Callable[["Position", int, list[str]], list[Action]]


class Gestures:
    """Turns lines into actions."""

    def __init__(self, game: Roundup) -> None:
        self.game: Final = game
        self.naming: Final = Naming(game.world)
        self.makers: Final[dict[str, Maker]] = {
            MOVE: self._move,
            "beachhead": self._beachhead,
            "port": self._port,
            "aerial": self._aerial,
            "order": self._order,
            "attack": self._attack,
            "with": self._with,
            "retreat": self._retreat,
            "tas": self._hexes(v.TAS),
            "step": self._hexes(v.STEP),
            "go": self._hexes(v.GO),
            "land": self._units_to(v.LAND),
            "drop": self._units_to(v.DROP),
            "enter": self._enter,
            **{k.word: self._units(k) for k in (v.REPLACE, v.SELECT, v.REMOVE, v.LOSE, v.ADVANCE)},
            **{kind.word: self._alone(kind) for kind in _QUIET},
        }

    # Reading -----------------------------------------------------------------------------

    def actions(self, st: Position, seat: int, line: str) -> list[Action]:
        """The actions that a line means.

        Raises:
            NotationError: it means none, or more than one thing.
        """
        tokens = tokens_of(line)
        if not tokens:
            raise NotationError(line, "it is empty")
        try:
            word = self.word(st, seat, tokens[0])
            if word is None:
                return self.makers[self._meant(st, seat, tokens[0])](st, seat, tokens)
            return self.makers[word](st, seat, tokens[1:])
        except NotationError as error:
            raise NotationError(line, error.reason) from None

    def words(self, st: Position, seat: int) -> tuple[str, ...]:
        """The words with which a line may begin now."""
        kinds = self._kinds(st, seat)
        own = tuple(kind.word for kind in kinds)
        return (MOVE, *own) if v.SELECT in kinds or v.GO in kinds else own

    def word(self, st: Position, seat: int, typed: str) -> str | None:
        """The verb that a word is, or begins; None if it is none.

        Raises:
            NotationError: it begins several.
        """
        typed = typed.casefold()
        if typed in self.makers:
            return typed
        for known in (self.words(st, seat), tuple(self.makers)):
            fits = [word for word in known if word.startswith(typed)]
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise NotationError(typed, f"it can be {' or '.join(sorted(fits))}")
        return None

    def _kinds(self, st: Position, seat: int) -> list[Kind]:
        numbers = {action >> 32 for action in play.legal(st, seat)}
        return [kind for kind in PLAYERS if kind.number in numbers]

    def _meant(self, st: Position, seat: int, typed: str) -> str:
        """The verb of a line that begins with a unit or a place."""
        near = get_close_matches(typed.casefold(), list(self.makers), n=1, cutoff=0.7)
        if not is_number(typed) and not self.naming.is_unit(typed) and not self._is_word(typed):
            hint = f"did you mean '{near[0]}'?" if near else f"try {self._try(st, seat)}"
            raise NotationError(typed, f"'{typed}' is no action, unit or place; {hint}")
        kinds = [kind for kind in self._kinds(st, seat) if kind not in _QUIET]
        if v.SELECT in kinds:
            return MOVE
        if v.GO in kinds or v.STEP in kinds:
            return v.GO.word
        if len(kinds) == 1:
            return kinds[0].word
        raise NotationError(typed, f"say first what to do: {self._try(st, seat)}")

    def _is_word(self, typed: str) -> bool:
        words = (*v.ORDERS, *NATIONS, *PORTS, *BEACHHEADS)
        word = typed.casefold().replace("/", "-")
        return any(each.startswith(word) for each in words) or self.naming.is_hex(typed)

    def _try(self, st: Position, seat: int) -> str:
        return ", ".join(self.words(st, seat)) or "'legal'"

    # Makers ------------------------------------------------------------------------------

    def _alone(self, kind: Kind) -> Maker:
        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            if tokens:
                raise NotationError(" ".join(tokens), f"expected '{kind.word}' and nothing more")
            return [kind()]

        return make

    def _hexes(self, kind: Kind) -> Maker:
        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            hexes = self.naming.path(tokens)
            _expect(hexes, f"{kind.word} HEX")
            return [kind(h) for h in hexes]

        return make

    def _units(self, kind: Kind) -> Maker:
        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:
            units = self._one_of(st, seat, kind, tokens)
            _expect(units, f"{kind.word} UNIT")
            return [kind(u) for u in units]

        return make

    def _one_of(self, st: Position, seat: int, kind: Kind, tokens: list[str]) -> list[int]:
        """The units named; without any, the only one it can be."""
        if tokens:
            return self.naming.units(st, seat, tokens)
        able = {first(a) for a in play.legal(st, seat) if a >> 32 == kind.number}
        return list(able) if len(able) == 1 else []

    def _units_to(self, kind: Kind) -> Maker:
        def make(st: Position, seat: int, tokens: list[str]) -> list[Action]:
            _expect(tokens[1:], f"{kind.word} UNIT... HEX")
            h = self.naming.hex(tokens[-1])
            return [kind(u, h) for u in self.naming.units(st, seat, tokens[:-1])]

        return make

    def _enter(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        hand = [u for u in st.world.german if st.loc[u] == HAND]
        if len(tokens) == 1 and len(hand) == 1:
            return [v.ENTER(hand[0], self.naming.hex(tokens[0]))]
        return self._units_to(v.ENTER)(st, seat, tokens)

    def _beachhead(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG002
        top: Any = st.stack[-1]
        marker = top.marker if isinstance(top, PlaceBeachhead) else 0
        if len(tokens) == 2:
            marker = _named(tokens.pop(0), BEACHHEADS, "beachhead")
        _expect(len(tokens) == 1, "beachhead HEX")
        return [v.BEACHHEAD(marker, self.naming.hex(tokens[0]))]

    def _port(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG002
        top: Any = st.stack[-1]
        port = top.port if isinstance(top, DesignatePort) else 0
        if len(tokens) == 2:
            port = _named(tokens.pop(0), PORTS, "port")
        _expect(len(tokens) == 1, "port US, or port UK")
        return [v.PORT(port, _named(tokens[0], NATIONS, "nation"))]

    def _aerial(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        if len(tokens) == 2:
            nation = _named(tokens.pop(0), NATIONS, "nation")
            return [v.AERIAL(nation, self.naming.hex(tokens[0]))]
        _expect(len(tokens) == 1, "aerial HEX")
        h = self.naming.hex(tokens[0])
        there = st.at(h, seat)
        return [v.AERIAL(st.world.nation[there[0]] if there else 0, h)]

    def _order(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG002
        said = "-".join(tokens).replace("/", "-").casefold()
        said = {"mc": "move-combat", "cm": "combat-move"}.get(said, said)
        return [v.ORDER(_named(said, v.ORDERS, "order"))]

    def _move(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        naming = self.naming
        if "move-combat".startswith("-".join(["move", *tokens])) and self._asks_order(st):
            return [v.ORDER(v.MOVE_COMBAT)]
        named = [
            t for t in tokens if not is_number(t) and (naming.is_unit(t) or not naming.is_hex(t))
        ]
        way = naming.path([token for token in tokens if token not in named])
        if named:
            units = naming.units(st, seat, named)
        else:
            _expect(way, "move UNIT HEX, or move UNIT HEX-HEX-HEX")
            units = st.at(way[0], seat)
            if not units:
                number = st.world.grid.numbers[way[0]]
                raise NotationError(number, f"no unit of yours is in {number}")
        found: list[Action] = []
        for u in units:
            found += self._one_move(st, u, way)
        return found

    def _asks_order(self, st: Position) -> bool:
        return any(k is v.ORDER for k in self._kinds(st, getattr(st.stack[-1], "seat", -1)))

    def _one_move(self, st: Position, u: int, way: list[int]) -> list[Action]:
        top = st.stack[-1]
        found = [] if isinstance(top, Moving) and top.unit == u else [v.SELECT(u)]
        here = st.loc[u]
        way = way[1:] if way and way[0] == here and len(way) > 1 else way
        _expect(way, "move UNIT HEX, or move UNIT HEX-HEX-HEX")
        if len(way) == 1:
            return [*found, v.GO(way[0])]
        grid = st.world.grid
        for a, b in pairwise((here, *way)):
            if here >= 0 and not grid.are_neighbours(a, b):
                raise NotationError(
                    "", f"{grid.numbers[a]} and {grid.numbers[b]} do not touch: name every hex "
                    "of the way, or only its end"
                )  # fmt: skip
        return self._with_stay(st, [*found, *(v.STEP(h) for h in way)], u)

    def _with_stay(self, st: Position, actions: list[Action], u: int) -> list[Action]:
        """The same with *stay* at the end, if the unit could still go on."""
        trial = st.copy()
        for action in actions:
            seat = getattr(trial.stack[-1], "seat", -1)
            if not play.check(trial, self.game.grammar, seat, action):
                return actions
            play.apply(trial, seat, action)
        top = trial.stack[-1]
        return [*actions, v.STAY()] if isinstance(top, Moving) and top.unit == u else actions

    def _attack(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        _expect(tokens, "attack HEX with UNIT...")
        h = self.naming.hex(tokens[0])
        top = st.stack[-1]
        mustering = isinstance(top, Muster) and top.hex == h
        found = [] if mustering else [v.ATTACK(h)]
        rest = tokens[1:]
        return found if not rest else [*found, *self._force(st, seat, h, rest), v.FIGHT()]

    def _with(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1]
        _expect(tokens, "with UNIT...")
        return self._force(st, seat, top.hex if isinstance(top, Muster) else -1, tokens)

    def _force(self, st: Position, seat: int, h: int, tokens: list[str]) -> list[Action]:
        """Units in the order of the counters, then the bombers."""
        bombing = [t for t in tokens if len(t) > 2 and v.BOMBER.word.startswith(t.rstrip("s"))]
        named = [t for t in tokens if t not in bombing]
        if [t.casefold() for t in named] == ["all"] and h >= 0:
            units = self.able(st, seat, h)
        else:
            units = self.naming.units(st, seat, named)
        joined = [v.WITH(u) for u in sorted(units)]
        return [*joined, v.BOMBER()] if bombing else joined

    def able(self, st: Position, seat: int, h: int) -> list[int]:
        """The units that the rules let attack a hex now."""
        trial = st.copy()
        if not isinstance(trial.stack[-1], Muster):
            attack = v.ATTACK(h)
            if not play.check(trial, self.game.grammar, seat, attack):
                return []
            play.apply(trial, seat, attack)
        return [first(a) for a in play.legal(trial, seat) if a >> 32 == v.WITH.number]

    def _retreat(self, st: Position, seat: int, tokens: list[str]) -> list[Action]:
        top = st.stack[-1]
        _expect(tokens, "retreat UNIT HEX")
        h = self.naming.hex(tokens[-1])
        if len(tokens) == 1 and isinstance(top, Retreat):
            units: Sequence[int] = top.units
        else:
            _expect(tokens[1:], "retreat UNIT HEX")
            units = self.naming.units(st, seat, tokens[:-1])
        return [v.RETREAT(u, h) for u in units]


def _expect(given: object, pattern: str) -> None:
    if not given:
        raise NotationError("", f"expected {pattern}")


def _named(typed: str, names: Sequence[str], kind: str) -> int:
    """Which of a few names is meant; its beginning is enough."""
    word = typed.casefold()
    fits = [i for i, name in enumerate(names) if name == word] or [
        i for i, name in enumerate(names) if word and name.startswith(word)
    ]
    if len(fits) != 1:
        raise NotationError(typed, f"there is no {kind} '{typed}'; there are {', '.join(names)}")
    return fits[0]
