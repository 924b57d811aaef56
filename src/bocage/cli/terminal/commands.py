"""Commands that can be typed besides the moves of the game: help, questions, undo, saving,
leaving."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bocage.cli.game_file import seat_of
from bocage.cli.output import write_whole
from bocage.cli.terminal import accounts, action_list, reaches, setups, standing_orders, windows
from bocage.cli.terminal.lines import refusals, verdict
from bocage.cli.terminal.rulebooks import told_rule
from bocage.cli.terminal.story import sentences, told
from bocage.engine.actions import NotationError
from bocage.engine.numbers import whole

if TYPE_CHECKING:
    from bocage.cli.terminal.session import Session

Command = Callable[[int, str], bool | None]

HELP: Final = (
    ("map [HEX] | map all", "the map; around a hex; all; map west goes further west"),
    ("look HEX | hex HEX", "a closer look: numbers, ground, units; or in words"),
    ("units [SIDE]", "all units by hex, and those off the map; or a corps"),
    ("legal", "all legal actions now"),
    ("reach UNIT", "where it can go, and for how many points"),
    ("why LINE", "whether it is legal, by which rule, at what cost"),
    ("odds HEX UNIT...", "reasons, column, chances; UNIT@HEX for what if"),
    ("rule NUMBER", "what a rule or reading says: rule 3.2.1, rule reading 75a"),
    ("score", "who is ahead, and why"),
    ("undo", "undo the last line, unless something has been revealed"),
    ("takeback [N]", "undo N lines; the other side must agree"),
    ("log [N] | account", "what has happened; what a staff intended last turn"),
    ("r | plan NAME", "follow the recommended plan, if there is one"),
    ("setup save|load FILE", "save a set-up, or load a saved one"),
    ("orders [SIDE] NAME", "give standing orders; 'orders' alone lists them"),
    ("adjust LINE", "change the position by hand, in note mode"),
    ("save FILE", "save the game in another file from now on"),
    ("picture FILE.svg", "draw the position"),
    ("concede | quit", "resign; leave, the game is saved"),
)
ALIASES: Final = {"?": "help", "m": "map", "u": "undo", "q": "quit", "exit": "quit", "w": "why"}
ALIASES.update({"o": "odds", "l": "legal", "r": "recommend", "e": "end", "story": "log"})
LESSON: Final = "lesson"
"""The lesson that leads through a first turn."""
LAST: Final = 12
"""Sentences of the log that are shown unless more are asked for."""


class Commands:
    """The commands of a session."""

    def __init__(self, session: Session) -> None:
        self.s: Final = session
        self.known: Final[dict[str, Command]] = {
            "help": self._help,
            "map": self._map,
            "look": self._look,
            "hex": self._hex,
            "units": self._units,
            "legal": self._legal,
            "reach": self._reach,
            "why": self._why,
            "odds": self._odds,
            "rule": self._rule,
            "score": self._score,
            "status": self._status,
            "undo": self._undo,
            "takeback": self._takeback,
            "log": self._log,
            "account": self._account,
            "recommend": self._recommend,
            "plan": self._plan,
            "setup": self._setup,
            "orders": self._orders,
            "adjust": self._adjust,
            "save": self._save,
            "picture": self._picture,
            "concede": self._concede,
            "quit": self._quit,
        }

    def run(self, seat: int, line: str) -> bool:
        """Do what a line says; False to leave.

        Raises:
            NotationError: it says nothing.
        """
        if line[0] == "?" and len(line) > 1:
            line = f"? {line[1:].strip()}"
        word, _, rest = line.partition(" ")
        name = word.casefold()
        ours = name in self.s.face.verbs(self.s.table.state, seat)
        if not ours:
            name = ALIASES.get(name, name)
        if name not in self.known:
            name = self._completed(seat, name)
        # Where a game has an action of that name, what follows it is for the game.
        if name in self.known and not (ours and rest):
            return self.known[name](seat, rest.strip()) is not False
        try:
            self.s.play(seat, line if name == word.casefold() else f"{name} {rest}".strip())
        except NotationError as error:
            near = get_close_matches(word.casefold(), list(self.known), n=1, cutoff=0.75)
            hint = f"; or did you mean the command '{near[0]}'?" if near else ""
            raise NotationError(error.line, f"{error.reason}{hint}") from None
        return True

    def named(self, word: str) -> str:
        """Return the command of a word or its short form; the word itself if it has none."""
        return ALIASES.get(word, word)

    def _completed(self, seat: int, name: str) -> str:
        """Return the command that a word begins, unless it is or begins an action of the game."""
        verbs = self.s.face.verbs(self.s.table.state, seat)
        if name in verbs:
            return name
        fits = [word for word in self.known if word.startswith(name)]
        ours = [word for word in verbs if word.startswith(name)]
        if len(fits) + len(ours) > 1 and fits:
            raise NotationError(name, f"it can be {' or '.join(sorted({*fits, *ours}))}")
        return fits[0] if len(fits) == 1 else name

    # Help --------------------------------------------------------------------------------

    def _help(self, seat: int, rest: str) -> None:
        s = self.s
        topics = s.face.topics()
        if rest.casefold().startswith("g"):
            s.screen.say(topics.get("", s.table.game.title))
            return
        if rest.casefold().startswith("l") and LESSON in topics:
            s.screen.lines(topics[LESSON].splitlines())
            return
        if rest.casefold().startswith("c"):
            s.screen.lines(f"  {pattern:<20} {meaning}" for pattern, meaning in HELP)
            s.screen.say("You can shorten words; m, o, w, l, u, e, r and q work too.")
            return
        over = s.table.decision is None
        if lesson := topics.get("", "") if over else s.face.lesson(s.table.state):
            s.screen.say(lesson)
        for way in s.face.ways(s.table.state, seat):
            s.screen.say(f"  {way.pattern:<26} {way.meaning}")
        names = [pattern.split(" ")[0] for pattern, _ in HELP if pattern[:2] != "r "]
        s.screen.say(f"At any time: {', '.join(names)}, quit.")
        more = ", '? lesson' plays a first turn with you" if LESSON in topics else ""
        s.screen.say(f"'? commands' explains these, '? game' explains the game{more}.")

    # Questions ---------------------------------------------------------------------------

    def _map(self, _seat: int, rest: str) -> None:
        windows.show_map(self.s, rest)

    def _look(self, _seat: int, rest: str) -> None:
        windows.look(self.s, rest)

    def _hex(self, _seat: int, rest: str) -> None:
        s = self.s
        if not rest:
            raise NotationError("hex", "expected hex HEX")
        s.screen.lines(s.face.describe(s.table.state, s.face.place(s.table.state, rest)))

    def _units(self, _seat: int, rest: str) -> None:
        s = self.s
        lines = s.face.formation(s.table.state, rest) if rest else []
        whose = seat_of(s.table.game, rest) if rest and not lines else None
        s.screen.lines(lines or s.face.units(s.table.state, whose))

    def _legal(self, seat: int, _rest: str) -> None:
        s = self.s
        s.screen.lines(action_list.grouped(s.face, s.table.legal(seat), s.screen.width))

    def _reach(self, seat: int, rest: str) -> None:
        s = self.s
        s.screen.lines(reaches.told(s.face, s.table, seat, rest, s.screen.width))

    def _why(self, seat: int, rest: str) -> None:
        s = self.s
        if not rest:
            raise NotationError("why", "expected why and a line, such as why move US01 2910")
        s.screen.lines(verdict(s.face, s.table, seat, rest))

    def _odds(self, seat: int, rest: str) -> None:
        self.s.screen.lines(self.s.face.odds(self.s.table.state, seat, rest.split()))

    def _rule(self, _seat: int, rest: str) -> None:
        if not rest:
            raise NotationError("rule", "expected rule NUMBER, such as rule 3.2.1")
        self.s.screen.lines(told_rule(self.s.table.game, rest))

    def _score(self, _seat: int, _rest: str) -> None:
        self.s.screen.lines(self.s.face.score(self.s.table.state))

    def _status(self, _seat: int, _rest: str) -> None:
        self.s.screen.lines(self.s.face.status(self.s.table.state))

    def _log(self, _seat: int, rest: str) -> None:
        s = self.s
        heading, lines = "", list[tuple[str, str]]()
        for each in told(s.table, s.face):
            for sentence in each.sentences:
                lines.append((each.heading, sentence))
        count = len(lines) if rest == "all" else _number("log", rest, LAST)
        for at, sentence in lines[max(0, len(lines) - count) :]:
            if at != heading:
                s.screen.say(at, "bold")
                heading = at
            s.screen.say(f"  {sentence}")

    # Going back --------------------------------------------------------------------------

    def _undo(self, seat: int, rest: str) -> None:
        s = self.s
        back = _number("undo", rest, 1)
        if back > max(1, len(s.marks)):
            raise NotationError(f"undo {rest}", f"there are {len(s.marks)} lines to undo")
        length = s.marks[-back] if s.marks else len(s.table.entries) - 1
        ruling = s.table.undo(seat, len(s.table.entries) - length)
        if not ruling:
            s.screen.lines(refusals(s.face, ruling), "red")
            return
        del s.marks[-back:]
        s.save()
        s.screen.say("Undone.")

    def _takeback(self, seat: int, rest: str) -> None:
        s = self.s
        back = _number("takeback", rest, 1)
        # What a seat that plays by itself did goes with the line of a person before it.
        alone = {*s.players, *s.printed}
        typed = [at for at in s.marks if s.table.entries[at].seat not in alone]
        if not 1 <= back <= len(typed):
            raise NotationError(f"takeback {rest}", f"there are {len(typed)} lines to undo")
        seats = s.table.game.seats
        begin = typed[-back]
        entry = s.table.entries[begin]
        asking = entry.seat if entry.seat >= 0 else seat
        agreed: list[int] = []
        for other in range(len(seats)):
            if other == asking:
                continue
            if other in alone:
                agreed.append(other)
                continue
            who, whose = seats[other], seats[asking]
            what = f"{who}, may {whose} undo from '{entry.text}'? (yes or no) "
            if s.screen.agrees(what):
                agreed.append(other)
        ruling = s.table.take_back(asking, begin, agreed)
        if not ruling:
            s.screen.lines(refusals(s.face, ruling), "red")
            return
        del s.marks[s.marks.index(begin) :]
        s.save()
        s.screen.say("Undone; the lines stay in the log, struck out.")
        s.look_again()

    # Doing -------------------------------------------------------------------------------

    def _recommend(self, seat: int, _rest: str) -> None:
        s = self.s
        lines = s.face.recommended(s.table.state, seat, s.plan)
        if not lines:
            s.screen.say(
                "Nothing is recommended for this decision; 'legal' lists the legal actions."
            )
        done: list[str] = []
        for line in lines:
            if not s.play(seat, line):
                break
            done.append(line)
        if done:
            s.screen.say(f"  Typed, that is: {'; '.join(done)}", "dim")

    def _plan(self, seat: int, rest: str) -> None:
        s = self.s
        if not rest:
            for i, plan in enumerate(s.table.game.plans(s.table.state, seat)):
                s.screen.say(f"  {plan.id:<12} {plan.title}{' (recommended)' if not i else ''}")
            s.screen.say("  'plan NAME' follows one, 'r' the recommended one.")
            return
        known = [plan.id for plan in s.table.game.plans(s.table.state, seat)]
        fits = [each for each in known if each.startswith(rest.casefold())]
        s.plan = fits[0] if len(fits) == 1 else rest
        self._recommend(seat, "")

    def _setup(self, seat: int, rest: str) -> None:
        setups.set_up(self.s, seat, rest)

    def _orders(self, seat: int, rest: str) -> None:
        s = self.s
        if not rest:
            s.screen.lines(standing_orders.told(s.table))
            return
        whose, name = standing_orders.given(s.table, seat, rest)
        before, heard = len(s.table.entries), len(s.table.events)
        s.table.leave_orders(whose, name)
        s.marks.append(before)
        who = s.table.game.seats[whose]
        s.screen.say(f"{who}: {name or 'no standing orders'} from now on.")
        s.screen.lines(f"  {each}" for each in sentences(s.table.events[heard:], s.face))
        s.save()

    def _adjust(self, seat: int, rest: str) -> None:
        s = self.s
        before, heard = len(s.table.entries), len(s.table.events)
        noted = s.table.adjust(seat, rest)
        if len(s.table.entries) == before:
            s.screen.lines((f"No: {said}" for said in refusals(s.face, noted)), "red")
            return
        s.marks.append(before)
        s.screen.lines(f"  {each}" for each in sentences(s.table.events[heard:], s.face))
        s.screen.lines(f"  recorded as illegal: {said}" for said in refusals(s.face, noted))
        s.save()

    def _save(self, _seat: int, rest: str) -> None:
        s = self.s
        if rest:
            s.save_as(Path(rest))
        else:
            s.sitting.save()
        s.screen.say(f"Saved in {s.sitting.path}.")

    def _account(self, _seat: int, rest: str) -> None:
        self.s.screen.lines(accounts.told(self.s.table, self.s.players, rest))

    def _picture(self, _seat: int, rest: str) -> None:
        s = self.s
        if not rest.endswith(".svg"):
            raise NotationError(f"picture {rest}".strip(), "expected picture FILE.svg")
        write_whole(Path(rest), s.face.picture(s.table.state))
        s.screen.say(f"Wrote {rest}.")

    def _concede(self, seat: int, _rest: str) -> None:
        s = self.s
        name = s.table.game.seats[seat]
        if s.screen.agrees(f"{name}, do you resign? (yes or no) "):
            before = len(s.table.entries)
            s.table.concede(seat)
            s.marks.append(before)
            s.save()
        else:
            s.screen.say("Not conceded.")

    def _quit(self, _seat: int, _rest: str) -> bool:
        return False


def _number(word: str, rest: str, usual: int) -> int:
    """Return the number that is typed, or the usual number if there is none.

    Raises:
        NotationError: it is not a number from 1 on.
    """
    found = whole(rest) if rest else usual
    if not found:
        raise NotationError(f"{word} {rest}", f"expected {word} or {word} NUMBER")
    return found
