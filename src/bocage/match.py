"""A game for programs: play it, ask it, draw it, load it and save it.

`import bocage` brings everything here under short names:

    >>> import bocage
    >>> match = bocage.new("falaise", scenario="chambois", seed=1)
    >>> match.seat
    'allied'
    >>> match.do("end")
    >>> match.play_out(allied="aggressive", german="random")
    >>> match.winner in ("allied", "german")
    True

A line is what a person types in the terminal and what a save holds: `move US01 2619`. A seat is
named as the game names it: `allied`, `german`. Without a seat, a method acts for the seat whose
decision it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine import diagram, files
from bocage.engine.actions import Names
from bocage.engine.errors import BocageError
from bocage.engine.odds import NothingToWeighError
from bocage.engine.play import sit_down
from bocage.engine.playout import policies_of
from bocage.engine.save_format import parsed
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, Viewer
from bocage.engine.viewers import player as viewer_of
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.game import Game, Outcome
    from bocage.engine.odds import Weighed
    from bocage.engine.play import Policy
    from bocage.engine.rulings import Ruling
    from bocage.maps.pack import Pack

__all__ = ["IllegalError", "Match", "Odds", "SeatError", "Why", "load", "loads", "new"]

_SEED_BYTES: Final = 32
_ACROSS: Final = 44.0
"""The width of a hex in pixels, in a picture of part of the map."""
_SIZE: Final = re.compile(r' width="[^"]*" height="[^"]*"')
_VIEW: Final = re.compile(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"')


class IllegalError(BocageError, ValueError):
    """A line that can be read but that the rules forbid.

    Its text says what, why, and by which rule. A line that cannot be read is a
    `bocage.engine.actions.NotationError`, which is a `ValueError` too.
    """

    def __init__(self, line: str, why: Why) -> None:
        super().__init__(f"illegal line '{line}': {why.reason}")
        self.line: Final = line
        """The line as it was given."""
        self.why: Final = why
        """The ruling, with its rules."""


class SeatError(BocageError, ValueError):
    """A seat or a player that does not exist, or a seat that must be named."""


@dataclass(frozen=True, slots=True)
class Why:
    """The answer to whether a line is allowed, and by which rules; true if it is allowed."""

    line: str
    """The line in question."""
    allowed: bool
    """Whether it may be done now."""
    reason: str
    """`allowed`, or why not, with the rules that forbid it."""
    rules: tuple[str, ...]
    """The rules that forbid it, as cited: `11.9`, `reading 54`."""
    text: str
    """The whole answer in words, with what it costs step by step."""

    def __bool__(self) -> bool:
        return self.allowed

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """Return the answer as HTML for a notebook."""
        return f"<pre>{escape(self.text)}</pre>"


@dataclass(frozen=True, slots=True)
class Odds:
    """A fight before the dice: the odds, and how likely each result is."""

    title: str
    """Who fights whom, where."""
    column: str
    """The column of the chart, or the modifier of the die."""
    results: Mapping[str, Fraction]
    """The share of each result, by its code on the chart."""
    taken: Fraction | None
    """The chance that the attacker stands in the hex afterwards; None if unknown."""
    held: Fraction | None
    """The chance that the defender stands in the hex afterwards."""
    sums: Mapping[str, int | Fraction]
    """The sums, by name: factors, columns, modifiers."""

    def __str__(self) -> str:
        shares = ", ".join(f"{code} {float(share):.0%}" for code, share in self.results.items())
        return f"{self.title}: {self.column}; {shares}"

    def _repr_html_(self) -> str:
        """Return the odds as HTML for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(code)}</td><td>{float(share):.0%}</td></tr>"
            for code, share in self.results.items()
        )
        head = f"{escape(self.title)}: {escape(self.column)}"
        return f"<table><caption>{head}</caption>{rows}</table>"


class Match:
    """A game being played.

    Make one with `bocage.new` or `bocage.load`. Only `do`, `undo`, `let` and `play_out` change a
    match; everything else only asks.
    """

    def __init__(self, table: Table[Any]) -> None:
        self.table: Final = table
        """The engine's table, for what this class does not offer."""
        self._players: dict[tuple[str, int], Policy] = {}
        self._saved: dict[Path, str] = {}
        self._chance: Final = Random(table.header.commitment)  # noqa: S311 - play, not secrecy

    # What it is ----------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The rules, as the scenario has them."""
        return self.table.game

    @property
    def scenario(self) -> str:
        """The id of the scenario."""
        return self.table.header.scenario

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.game.seats

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the computer players of this game."""
        return tuple(policies_of(self.game))

    def __repr__(self) -> str:
        return f"<bocage.Match {self.game.id} {self.scenario}: {self.heading}>"

    def __str__(self) -> str:
        return "\n".join([f"{self.game.title}: {self.heading}", *self._told()])

    def _told(self) -> list[str]:
        if self.is_over:
            return [self.result]
        return [f"{seat}: {self._prompt(seat)}" for seat in self.asked]

    # Where it is ---------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The place in the sequence of play: `Turn 6 (day), Bombardment`."""
        return self.table.heading().say(self.game.nouns)

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats whose decision it is; none when the game is over."""
        decision = self.table.decision
        return () if decision is None else tuple(self.seats[seat] for seat in decision.seats)

    @property
    def seat(self) -> str | None:
        """The seat whose decision it is; None when the game is over.

        Raises:
            SeatError: several seats decide at once; see `asked`.
        """
        asked = self.asked
        if len(asked) > 1:
            raise SeatError(f"several seats decide now, so name one: {', '.join(asked)}")
        return asked[0] if asked else None

    @property
    def prompt(self) -> str:
        """The prompt of the decision, in words; empty when the game is over."""
        return "\n".join(self._prompt(seat) for seat in self.asked)

    def _prompt(self, seat: str) -> str:
        decision = self.table.decision
        assert decision is not None
        return decision.prompts[self._seat(seat)].say(self.game.nouns)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.is_over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: winner, words, rule, scores and measures; None during the game."""
        return self.game.outcome(self.table.state)

    @property
    def result(self) -> str:
        """How the game ended, in words; empty during the game."""
        outcome = self.outcome
        return "" if outcome is None else outcome.words.say(self.game.nouns)

    @property
    def winner(self) -> str | None:
        """The name of the seat that won; None for a draw and during the game."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return None
        return self.seats[outcome.winner]

    @property
    def position(self) -> str:
        """The position as one line of text; `bocage.new(..., position=TEXT)` begins with it.

        Raises:
            ValueError: part of it is hidden from a spectator.
        """
        header = self.table.header
        if not diagram.is_open_to(self.game, self.table.state, OBSERVER):
            raise ValueError("part of this position is hidden, so it has no text")
        settings = self.game.settings(header.options, header.revision)
        return diagram.written(self.game, self.table.state, header.scenario, settings)

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Return what a seat may know of the position, or a spectator if no seat is named."""
        return self.game.view(self.table.state, self._viewer(seat))

    def events(self, seat: str | None = None) -> list[str]:
        """Return what has happened so far, in words, as a seat or a spectator may know it."""
        told = self.table.events_for(self._viewer(seat))
        return [event.words().say(self.game.nouns) for _, event in told]

    def _viewer(self, seat: str | None) -> Viewer:
        return OBSERVER if seat is None else viewer_of(self._seat(seat))

    # Asking --------------------------------------------------------------------------------

    def legal(self, seat: str | None = None) -> list[str]:
        """Return every line that a seat may play now; none if it need not decide."""
        who = self._seat_or_none(seat)
        say = self.game.grammar.say
        return [] if who is None else [say(action) for action in self.table.legal(who)]

    def is_legal(self, line: str, seat: str | None = None) -> bool:
        """Return whether a line is allowed now.

        Raises:
            NotationError: the line cannot be read.
        """
        who = self._seat_or_none(seat)
        return who is not None and bool(self.table.check(who, line))

    def why(self, line: str, seat: str | None = None) -> Why:
        """Return whether a line is allowed: the rules against it, or what it costs and why.

        Raises:
            NotationError: the line cannot be read.
            SeatError: the game is over, so nobody is asked.
        """
        from bocage.cli.terminal.lines import verdict  # the terminal is slow to load

        who = self._seat(seat)
        ruling = self.table.check(who, line)
        text = "\n".join(str(each) for each in verdict(self._face(), self.table, who, line))
        return replace(self._refused(line, ruling), text=text)

    def _refused(self, line: str, ruling: Ruling) -> Why:
        reason = self.table.say(ruling)
        rules = tuple(dict.fromkeys(map(str, ruling.rules)))
        return Why(line, bool(ruling), reason, rules, reason)

    def odds(self, target: str, units: Sequence[str] = (), seat: str | None = None) -> list[Odds]:
        """Return the fights that an attack on a hex would lead to, each with its results.

        Args:
            target: the number of the hex attacked, `2523`.
            units: the attackers, by id; if empty, all units next to the hex.
            seat: who attacks.

        Raises:
            NotationError: there is no such hex or unit.
            NothingToWeighError: there is no such fight.
        """
        who = self._seat(seat)
        named = [self._named("unit").index(each) for each in units]
        h = self._named("hex").index(target)
        found = self.game.weigh(self.table.state, who, h, named)
        return [self._odds(each) for each in found]

    def _named(self, kind: str) -> Names:
        found = self.game.nouns.get(kind)
        if not isinstance(found, Names):
            raise NothingToWeighError("lacking", Words(f"{self.game.title} has no {kind} to name"))
        return found

    def _odds(self, fight: Weighed) -> Odds:
        nouns = self.game.nouns
        return Odds(
            fight.title.say(nouns),
            fight.odds.say(nouns),
            {each.result: each.share for each in fight.results},
            fight.taken,
            fight.held,
            {p.name.say(nouns): p.total for p in fight.parts if p.total is not None},
        )

    # Doing ---------------------------------------------------------------------------------

    def do(self, line: str, seat: str | None = None) -> None:
        """Play one line of orders. If any part is illegal, nothing happens.

        Raises:
            IllegalError: the rules forbid it; the text says which and why.
            NotationError: the line cannot be read.
            SeatError: the game is over, or several seats are asked and none is named.
        """
        who = self._seat(seat)
        ruling = self.table.do(who, line)
        if not ruling:
            raise IllegalError(line, self._refused(line, ruling))

    def undo(self, actions: int = 1, seat: str | None = None) -> None:
        """Take back your last actions, unless something has been revealed since.

        Raises:
            IllegalError: they cannot be taken back.
        """
        who = self._seat(seat)
        ruling = self.table.undo(who, actions)
        if not ruling:
            raise IllegalError("undo", self._refused("undo", ruling))

    def let(self, player: str, seat: str | None = None) -> str:
        """Let a computer player decide once; return the line it plays.

        Raises:
            SeatError: there is no such player, or the game is over.
        """
        who = self._seat(seat)
        legal = self.table.legal(who)
        action = legal[0]
        if len(legal) > 1:
            action = self._player(player, who)(self.table.state, legal, self._chance)
        line = self.game.grammar.say(action)
        self.table.act(who, action)
        return line

    def play_out(self, **players: str) -> None:
        """Play to the end, each seat by a player: `play_out(allied="staff", german="random")`.

        A seat that is not named is played by `random`.

        Raises:
            SeatError: there is no such seat or player.
        """
        for seat, player in players.items():
            self._player(player, self._seat(seat))
        while not self.is_over:
            seat = self.asked[0]
            self.let(players.get(seat, "random"), seat)

    def copy(self) -> Match:
        """Return an independent copy of the match."""
        return Match(self.table.branch())

    # Pictures ------------------------------------------------------------------------------

    def svg(self, around: str = "", radius: int = 6) -> str:
        """Return the map with the counters as an SVG drawing; empty for a game without a map.

        Args:
            around: the number of a hex; then only the map around it is shown.
            radius: how many hexes around it.

        Raises:
            UnknownHexError: there is no such hex.
        """
        drawing = self._face().picture(self.table.state)
        pack = self.game.map()
        if not around or not drawing or pack is None:
            return drawing
        from bocage.press.sheets import board_of  # the press is slow to load

        plan = board_of(cast("Pack", pack), plain=True).plan
        x, y = plan.centres[pack.grid.hex(around)]
        half = plan.hex * (radius + 0.5)
        view = f'viewBox="{x - half:.1f} {y - half:.1f} {2 * half:.1f} {2 * half:.1f}"'
        across = _ACROSS * (2 * radius + 1)
        return _VIEW.sub(f'width="{across:.0f}" height="{across:.0f}" {view}', drawing, count=1)

    def _repr_svg_(self) -> str | None:
        """Return the position as SVG for a notebook: the whole map, as wide as the cell."""
        return _SIZE.sub(' width="100%"', self.svg(), count=1) or None

    # Files ---------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Write the game to a file, whole or not at all. `bocage show FILE` opens it too.

        Without `overwrite`, a file that this match did not write itself is not replaced.

        Raises:
            ConflictError: the file exists, or another program changed it.
            OSError: it cannot be written.
        """
        where, text = Path(path).resolve(), self.text
        if overwrite and where.exists():
            self._saved[where] = files.digest(files.read_text(where))
        files.write_text(where, text, expected=self._saved.get(where))
        self._saved[where] = files.digest(text)

    @property
    def text(self) -> str:
        """The game as text: options, dice and every line, with its hash chain."""
        return written(self.table)

    # ---------------------------------------------------------------------------------------

    def _face(self) -> Face:
        from bocage.cli.terminal.face import face_of  # the terminal is slow to load

        return face_of(self.game)

    def _seat_or_none(self, name: str | None) -> int | None:
        return None if name is None and not self.asked else self._seat(name)

    def _seat(self, name: str | None) -> int:
        found = self.seat if name is None else name
        if found is None:
            raise SeatError("the game is over: nobody is asked")
        if found not in self.seats:
            raise SeatError(f"there is no seat '{found}': there are {', '.join(self.seats)}")
        return self.seats.index(found)

    def _player(self, name: str, seat: int) -> Policy:
        if (name, seat) not in self._players:
            known = policies_of(self.game)
            if name not in known:
                raise SeatError(f"there is no player '{name}': there are {', '.join(known)}")
            self._players[name, seat] = sit_down(known[name])
        return self._players[name, seat]


def new(
    game: str,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seed: int | bytes | None = None,
    position: str = "",
    data: str | PathLike[str] | None = None,
) -> Match:
    """Start a game.

    Args:
        game: `roundup`, `falaise` or `opcom`.
        scenario: one of its scenarios; the whole game if none is named.
        options: optional rules and readings, by name; `bocage games GAME` lists them.
        seed: the same seed gives the same dice; without one the system draws it.
        position: a position to begin with, as `Match.position` gives it.
        data: a folder with counters and charts of your own.

    Raises:
        UnknownGameError: there is no such game.
        OptionError: there is no such scenario or option.
        PositionError: it is not a position of this game.
        DataError: the tables of the folder have faults.
    """
    from bocage.ai import load_game

    rules = load_game(game, None if data is None else Path(data))
    drawn = seed.to_bytes(_SEED_BYTES) if isinstance(seed, int) else seed
    table: Table[Any] = Table[Any].new(
        rules, scenario=scenario, options=options, seed=drawn, position=position
    )
    return Match(table)


def load(path: str | PathLike[str], *, data: str | PathLike[str] | None = None) -> Match:
    """Open a game that `Match.save`, `bocage new` or a server wrote.

    Raises:
        OSError: the file cannot be read.
        SaveError: it is not a save, or it was changed.
    """
    return loads(files.read_text(Path(path)), data=data)


def loads(text: str, *, data: str | PathLike[str] | None = None) -> Match:
    """Open a game from its text.

    Raises:
        SaveError: it is not a save, or it was changed.
    """
    from bocage.ai import load_game

    rules = load_game(parsed(text).header.game, None if data is None else Path(data))
    return Match(read(text, rules))
