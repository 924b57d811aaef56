"""The face of a game with counters on a map of hexes: what such games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from bocage.cli.terminal.face import Face, Line
from bocage.engine.actions import Names, NotationError
from bocage.engine.words import capital
from bocage.maps.words import Gazetteer

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.ledger import Ledger, Row
    from bocage.engine.words import Nouns
    from bocage.games.notation import Errand, Notation, Part
    from bocage.maps.pack import Pack

_NEAR: Final = 2
"""The distance around a hex at which a closer look lists the stacks."""


class MapFace(Face):
    """A game with counters on a map."""

    def __init__(self, game: Game[Any], pack: Pack, notation: Notation) -> None:
        super().__init__(game)
        self.pack: Final = pack
        self.notation: Final = notation
        named = notation.naming.named
        titles = (unit.title if unit.title.startswith(unit.id) else f"{unit.id} {unit.title}"
                  for unit in named)  # fmt: skip
        self.typed: Final[dict[str, Names]] = {
            "unit": Names("unit", (unit.id for unit in named), titles),
        }
        """The nouns with what is typed for them; a game may add its own."""

    # What a game says ----------------------------------------------------------------------

    def told(self, st: Any, u: int) -> str:
        """Return a unit in a line: its name, factors and what ails it."""
        raise NotImplementedError

    def about(self, st: Any, h: int) -> Iterable[Line]:  # noqa: ARG002 - others use it
        """Return what a game knows of a hex beyond its ground: control, zones, markers."""
        return ()

    def roster(self, st: Any, seat: int) -> Iterable[Line]:
        """Return the units of a seat: on the map by hex, then those that wait."""
        raise NotImplementedError

    def occupants(self, st: Any, h: int) -> Sequence[int]:
        """Return the units in a hex."""
        return [u for seat in range(len(self.game.seats)) for u in st.at(h, seat)]

    # What every such game shows --------------------------------------------------------------

    @property
    def nouns(self) -> Nouns:
        """Units with what is typed, hexes with their town."""
        return {**self.game.nouns, **self.typed}

    def interrupted(self, st: Any, seat: int, line: str) -> Errand | None:
        """Return the rest of a line after the enemy was asked on the way."""
        return self.notation.interrupted(st, seat, line)

    def onward(self, st: Any, errand: Errand) -> Part | None:
        """Return the rest of a line, as far as it goes now."""
        return self.notation.onward(st, errand)

    def verbs(self, st: Any, seat: int) -> tuple[str, ...]:
        """Return the words that a line may begin with now."""
        return self.notation.words(st, seat)

    def fight_named(
        self, trial: Any, seat: int, words: Sequence[str]
    ) -> tuple[int | None, list[int], list[str]]:
        """Return a hex, and units by any name (`US01`, all of a hex, or `US01@2610`)."""
        aids, tokens = self.aids_in(trial, self.notation.naming.words(" ".join(words)))
        if not tokens:
            return None, [], aids
        naming = self.notation.naming
        h = naming.hex(tokens[0])
        names = [self._placed(trial, each) for each in tokens[1:]]
        if not names or [each.casefold() for each in names] == ["all"]:
            return h, [], aids
        by = seat if trial.at(h, 1 - seat) else 1 - seat
        return h, naming.units(trial, by, names), aids

    def aids_in(self, st: Any, tokens: list[str]) -> tuple[list[str], list[str]]:  # noqa: ARG002
        """Return the words that name aids in a fight, and the other words."""
        return [], tokens

    def _placed(self, trial: Any, token: str) -> str:
        """Put a unit where `US01@2610` says; the name of the unit."""
        name, there, where = token.partition("@")
        if there:
            naming = self.notation.naming
            trial.place(naming.unit(name), naming.hex(where))
        return name

    def units(self, st: Any, seat: int | None) -> list[Line]:
        """Return all sides, or one, by hex."""
        lines: list[Line] = []
        for side, name in enumerate(self.game.seats):
            if seat is None or seat == side:
                lines += [Text(f"{name.capitalize()} units", style="bold"), *self.roster(st, side)]
        return lines

    def place(self, st: Any, name: str) -> int:
        """Return a number, a place, or the hex of a unit."""
        naming = self.notation.naming
        if naming.is_hex(name):
            return naming.hex(name)
        if naming.is_unit(name):
            u = naming.unit(name)
            if st.loc[u] >= 0:
                return int(st.loc[u])
            raise NotationError(name, f"{naming.named[u].id} is not on the map")
        return naming.hex(name)

    def describe(self, st: Any, h: int) -> list[Line]:
        """Return the ground of a hex, its markers, its units."""
        said: list[Line] = [Text(self.nouns["hex"].say(h), style="bold")]
        words = Gazetteer(self.pack).describe(h)
        said += [f"  {heading}: {text}" for heading, text in words.headed()]
        for each in self.game.terrain(h):
            text = capital(each.words.say(self.nouns))
            said.append(f"  {text} ({each.rule.cited(self.game.book)})")
        said += self.about(st, h)
        said += [f"  {self.told(st, u)}" for u in self.occupants(st, h)]
        return said

    def stack_line(self, st: Any, h: int) -> str:
        """Return a hex and everybody in it, in a line."""
        units = "; ".join(self.told(st, u) for u in self.occupants(st, h))
        return f"{self.pack.grid.numbers[h]}  {units}"

    def nearby(self, st: Any, h: int) -> list[Line]:
        """Return the stacks within two hexes, nearest first."""
        near = [n for n in self.pack.grid.within(h, _NEAR) if self.occupants(st, n)]
        return [self.stack_line(st, n) for n in near]

    def rows(self, ledger: Ledger, heading: str = "") -> list[Line]:
        """Return the rows of a ledger with their rules, without their values."""
        rows = ledger.under(heading) if heading else ledger.rows
        return [f"  {self.said(row)}" for row in rows]

    def said(self, row: Row) -> str:
        """Return a row of a ledger in words, with its rule."""
        return f"{row.words.say(self.nouns)} ({row.rule.cited(self.game.book)})"
