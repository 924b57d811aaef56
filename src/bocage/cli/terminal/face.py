"""The parts of a game for the terminal, beyond its rules: a board, a status, shortcuts, lessons.

`Face` works for any game, with nothing but what the engine's contract offers; a game that
wants shorter lines, lessons or a closer look names a face of its own (`Game.entries`).
A face asks the rules and decides nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

from rich.text import Text

from bocage.cli.terminal.ledgers import fight_lines
from bocage.cli.terminal.pieces import ground_of, plain_board, standing
from bocage.cli.terminal.ways import way_lines
from bocage.engine import play
from bocage.engine.actions import Names, NotationError
from bocage.engine.odds import NothingToWeighError
from bocage.engine.viewers import OBSERVER
from bocage.games import entry

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board
    from bocage.engine.actions import Action
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.engine.odds import Weighed
    from bocage.engine.words import Nouns
    from bocage.games.notation import Errand, Part

TERMINAL: Final = "terminal"
"""What `Game.entries` calls the function that makes a face of a game for the terminal."""

Line = str | Text
"""A line to show; where it has a style of its own it is a `Text`."""


class Way(NamedTuple):
    """Something that can be typed now."""

    pattern: str
    meaning: str


class Face:
    """The face of any game in the terminal."""

    passes: ClassVar[frozenset[str]] = frozenset({"end", "hold"})
    """Lines that say: nothing more. Where only one of them is left, it is said by itself."""

    def __init__(self, game: Game[Any]) -> None:
        self.game: Final = game

    @property
    def nouns(self) -> Nouns:
        """Return the nouns with the names that must be typed."""
        return self.game.nouns

    def status(self, st: Any) -> list[str]:
        """Return the state of the game at a glance, in short lines."""
        say = self.nouns
        tracks = self.game.shown(self.game.view(st, OBSERVER)).tracks
        return [
            f"{each.name.say(say)}: {each.text.say(say)}"
            for each in tracks
            if each.text is not None
        ]

    def board(self, st: Any) -> Board | None:
        """Return the map and what stands on it, if this game has one."""
        return plain_board(self.game, st)

    def shows_board(self, st: Any) -> bool:  # noqa: ARG002 - others use it
        """Return whether the map is worth showing when this decision comes up."""
        return True

    def scene(self, st: Any, seat: int) -> object:  # noqa: ARG002 - others use it
        """Return the current scene, for comparison: status and map are shown again when it changes.

        None if the seat that is asked and the heading say it.
        """
        return None

    def focus(self, st: Any) -> Sequence[int]:  # noqa: ARG002 - others use it
        """Return the hexes that this decision is about, for a map that does not fit the window."""
        return ()

    def is_free(self, st: Any) -> bool:  # noqa: ARG002 - others use it
        """Return whether the ways, however few, are better typed than chosen by a digit."""
        return False

    def is_forced(self, st: Any) -> bool:  # noqa: ARG002 - others use it
        """Return whether this decision, if it has one answer, is answered without a question."""
        return False

    def actions(self, st: Any, seat: int, line: str) -> Sequence[Action]:
        """Return the actions that a line means; capitals do not matter and words may be shortened.

        Raises:
            NotationError: it means nothing, or more than one thing.
        """
        return self.game.parse(st, seat, line)

    def interrupted(self, st: Any, seat: int, line: str) -> Errand | None:  # noqa: ARG002
        """Return the rest of a line after its actions, if another seat is asked in between."""
        return None

    def onward(self, st: Any, errand: Errand) -> Part | None:  # noqa: ARG002 - others use it
        """Return the part that can be played now; an empty part if it is over, None if it waits for
        an answer.
        """
        return None

    def way_of(self, st: Any, actions: Sequence[Action]) -> str:  # noqa: ARG002
        """Return the hexes that actions lead over, in words."""
        return ""

    def notice(self, st: Any, actions: Sequence[Action]) -> str:  # noqa: ARG002 - others use it
        """Return a warning for a player who types this line without asking first."""
        return ""

    def verbs(self, st: Any, seat: int) -> tuple[str, ...]:  # noqa: ARG002 - others use it
        """Return the words with which a line may begin."""
        return tuple(verb.word for verb in self.game.grammar.verbs)

    def ways(self, st: Any, seat: int) -> list[Way]:  # noqa: ARG002 - others use it
        """Return what can be typed now, shortest first."""
        return []

    def beside(self, st: Any, seat: int) -> list[Line]:  # noqa: ARG002 - others use it
        """Return the lines shown beside this question."""
        return []

    def overheard(self, event: Event) -> Event:
        """Return the events that everybody at one screen may hear; here all of them."""
        return event

    def doubt(self, st: Any, seat: int, action: Action) -> str:  # noqa: ARG002 - others use it
        """Return a question for an action that looks like a slip; nothing if it does not."""
        return ""

    def sets_out(self, st: Any, seat: int, unit: str) -> Sequence[Action]:
        """Return the actions that begin the move of a named unit.

        Raises:
            NotationError: no unit has that name.
        """
        return self.actions(st, seat, f"select {unit}")

    def explain(self, st: Any, seat: int, line: str) -> list[Line]:
        """Return what a line costs step by step, and the fights it would begin with their odds."""
        lines: list[Line] = []
        trial = st.copy()
        numbers = self.game.numbers
        for action in self.actions(st, seat, line):
            if (way := self.game.way(trial, seat, action)) is not None:
                lines += way_lines(way, numbers, self.nouns)
            if not play.check(trial, self.game.grammar, seat, action):
                break
            if fights := self.game.stakes(trial, seat, action):
                return [*lines, *self._fights(fights)]
            play.apply(trial, seat, action)
        return lines

    def _fights(self, fights: Sequence[Weighed]) -> list[Line]:
        book = self.game.book
        return [line for each in fights for line in fight_lines(each, self.nouns, book)]

    def odds(self, st: Any, seat: int, words: Sequence[str]) -> list[Line]:
        """Return the odds of units against a hex (`2523 US01 US11`), or of what is being decided.

        `US01@2610` asks what if it stood there.

        Raises:
            NotationError: the words name no fight.
        """
        line = " ".join(("odds", *words))
        if reason := self.game.lacks.get("weigh"):
            raise NotationError(line, f"{self.game.title} has no odds to show: {reason}")
        trial = st.copy()
        h, units, aids = self.fight_named(trial, seat, words)
        try:
            return self._fights(self.game.weigh(trial, seat, h, units, aids))
        except NothingToWeighError as error:
            if error.code == "not-gathered":
                raise NotationError(line, "expected odds HEX UNIT..., or odds HEX all") from None
            hint = "; for what if, write UNIT@HEX" if error.code == "not-near" else ""
            raise NotationError(line, f"{error.words.say(self.nouns)}{hint}") from None

    def fight_named(
        self,
        trial: Any,  # noqa: ARG002 - others use them
        seat: int,  # noqa: ARG002
        words: Sequence[str],
    ) -> tuple[int | None, list[int], list[str]]:
        """Return the hex, the units and the aids that some words name.

        Raises:
            NotationError: they name none.
        """
        if not words:
            return None, [], []
        names = [each for each in words[1:] if each != "all"]
        return self._index("hex", words[0]), [self._index("unit", each) for each in names], []

    def _index(self, kind: str, name: str) -> int:
        noun = self.game.nouns.get(kind)
        if not isinstance(noun, Names):
            raise NotationError(name, f"{self.game.title} has no {kind} to name")
        return noun.index(name)

    def recommended(self, st: Any, seat: int, plan: str = "") -> list[str]:
        """Return the lines that are recommended now; none if there is no advice.

        Raises:
            NotationError: there is no such plan.
        """
        found = {each.id: each for each in self.game.plans(st, seat)}
        if not found:
            return []
        if not plan or list(found) == [""]:
            return list(next(iter(found.values())).lines)
        if plan not in found:
            known = ", ".join(found)
            raise NotationError(plan, f"there is no plan '{plan}'; there are {known}")
        return list(found[plan].lines)

    def set_up_text(self, st: Any, seat: int) -> str:  # noqa: ARG002 - others use it
        """Return the set-up of a seat as it stands, as text for a file.

        Raises:
            NotationError: this game keeps no set-ups, or nobody sets up now.
        """
        raise NotationError("setup", f"{self.game.title} keeps no set-ups in files")

    def set_up_actions(self, st: Any, seat: int, text: str) -> Sequence[Action]:  # noqa: ARG002
        """Return the actions that carry out a stored set-up.

        Raises:
            NotationError: this game keeps no set-ups, or nobody sets up now.
            ValueError: the text is not a set-up of this seat.
        """
        raise NotationError("setup", f"{self.game.title} keeps no set-ups in files")

    def formation(self, st: Any, name: str) -> list[Line]:  # noqa: ARG002 - others use it
        """Return the units of a corps or another formation of that name; none if there is none
        such.
        """
        return []

    def units(self, st: Any, seat: int | None) -> list[Line]:
        """Return the units of a seat, or of all, with where they are."""
        numbers, say = self.game.numbers, self.nouns
        return [
            f"{numbers[h] if h >= 0 else '--'}  {say['unit'].say(u)}, steps {steps}"
            for u, (h, steps, whose) in enumerate(standing(self.game, st))
            if seat in (None, whose)
        ]

    def place(self, st: Any, name: str) -> int:
        """Return the hex that somebody means: by its number, or by a unit in it.

        Raises:
            NotationError: there is no such unit.
        """
        if not self.game.numbers:
            raise NotationError(name, f"{self.game.title} has no map here")
        unit = self.game.nouns.get("unit")
        if isinstance(unit, Names) and name in unit.written:
            return standing(self.game, st)[unit.index(name)][0]
        return self._index("hex", name)

    def describe(self, st: Any, h: int) -> list[Line]:
        """Return a description of a hex and its units."""
        return [
            Text(self.nouns["hex"].say(h), style="bold"),
            *(f"  {heading}: {text}" for heading, text in ground_of(self.game, h)),
            *(
                f"  {self.nouns['unit'].say(u)}, steps {steps}"
                for u, (at, steps, _) in enumerate(standing(self.game, st))
                if at == h
            ),
        ]

    def nearby(self, st: Any, h: int) -> list[Line]:  # noqa: ARG002 - others use it
        """Return the units in and around a hex, a stack a line."""
        return []

    def score(self, st: Any) -> list[Line]:  # noqa: ARG002 - others use it
        """Return who would win if the game ended now, and why."""
        return []

    def picture(self, st: Any) -> str:  # noqa: ARG002 - others use it
        """Return the position as a drawing, in SVG; nothing if this game has none."""
        return ""

    def topics(self) -> Mapping[str, str]:
        """Return the lessons of `?` by the word typed after it; "" for the game as a whole."""
        return {}

    def lesson(self, st: Any) -> str:  # noqa: ARG002 - others use it
        """Return the lesson of `?` for the current kind of decision; "" for none."""
        return ""


def face_of(game: Game[Any]) -> Face:
    """Return the face of a game: the one that it names for the terminal, or the plain one."""
    make = entry(game, TERMINAL)
    return Face(game) if make is None else cast("Face", make(game))
