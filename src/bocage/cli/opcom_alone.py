"""`bocage play opcom`: one person in one headquarters, commanders in all others, Control by rule.

What the player sees is what the team was told; the save holds the whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from bocage.ai.commander import CommanderPlayer
from bocage.cli.game_file import Sitting, reporting
from bocage.cli.opcom_debrief import debrief_lines
from bocage.cli.opcom_honours import honour_lines, panel_lines
from bocage.cli.output import RefusalError
from bocage.cli.terminal.screen import Screen
from bocage.engine.errors import BocageError
from bocage.engine.numbers import whole
from bocage.engine.play import pending
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import plain
from bocage.games.opcom.pieces.told import Told
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s05_orders.files import SheetError, read_sheet, sheet_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.one_line import FLAGS, FORM, order_from_words
from bocage.games.opcom.s05_orders.sheet import KINDS, Row, Sheet, rows, texts, with_rows
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.s10_reports.brief import mission
from bocage.games.opcom.words.verbs import NO, SHEET, YES

_HELP: Final = (
    "report            your last report",
    "brief             your mission, your units and their state, your supplies",
    "enemy             what you know about the enemy",
    f"{FORM}",
    "                  an order; actions: hold, move, prepare, probe, attack, breakthrough",
    f"                  flags: {', '.join(FLAGS)}",
    "message TEAM: TEXT  by wireless, to a headquarters of your side",
    "suggest           let your staff write the sheet; you can change it",
    "orders            the sheet so far",
    "drop N            delete order N",
    "sheet FILE        take a sheet from a TOML or CSV file",
    "send              send the orders and play the half day",
    "quit              leave; the game is saved",
)


class Alone:
    """One person's campaign."""

    def __init__(self, sitting: Sitting, screen: Screen, team: int) -> None:
        self.sitting: Final = sitting
        self.table: Final[Table[Position]] = sitting.table
        self.screen: Final = screen
        self.team: Final = team
        self.staff: Final = CommanderPlayer()
        self.sheet: Sheet = {}
        self.chance: Final = Random(self.table.header.commitment)  # noqa: S311 - play, not secrecy
        self._does: Final[dict[str, Callable[[str], object]]] = {
            "report": lambda _: self.report(),
            "brief": lambda _: self.brief(),
            "enemy": lambda _: self.enemy(),
            "orders": lambda _: self.show(),
            "suggest": lambda _: self.suggest(),
            "help": lambda _: self.screen.lines(_HELP),
            "drop": self.drop,
            "sheet": self.load,
            "message": self.message,
        }

    def run(self) -> None:
        """Until the operation is over, or the player leaves."""
        world = self.table.state.world
        self.screen.heading(f"{world.data.title}: {world.teams[self.team].name}")
        self.screen.say("Type help for what you can do; suggest writes a sheet for you.")
        self.report()
        while self._others():
            self._fresh()
            if not self._orders():
                self.screen.say(f"The game is saved in  {self.sitting.path}.")
                return
        self.screen.heading("The operation is over")
        st = self.table.state
        self.screen.lines([*debrief_lines(st), *honour_lines(st), *panel_lines(st)])
        self.screen.say(f"The game is saved in  {self.sitting.path}.")

    # What is shown -------------------------------------------------------------------------

    def told(self) -> Told:
        """What the team was last told."""
        return self.table.state.told[self.team]

    def report(self) -> None:
        """The last report, a formation a paragraph."""
        told = self.told()
        for line in (*told.report, *told.annex):
            self.screen.say(line)
            self.screen.say("")

    def brief(self) -> None:
        """The mission card, own units and stocks."""
        told = self.told()
        self.screen.lines(mission(told))
        for unit in told.units:
            self.screen.say(f"{unit.name} ({unit.id}) {unit.state}, {unit.at}")
        for stock in told.stocks:
            if stock.ammo or stock.fuel:
                self.screen.say(f"{stock.name}: {stock.ammo} ammunition, {stock.fuel} fuel")

    def enemy(self) -> None:
        """Sightings, with their age."""
        seen = self.told().sightings
        for each in seen:
            kinds = f" with {', '.join(each.kinds)}" if each.kinds else ""
            who = f"; {each.who}" if each.who else ""
            self.screen.say(f"{each.at}: {each.count}{kinds}{who} ({each.doubt})")
        if not seen:
            self.screen.say("You know nothing about the enemy.")

    def show(self) -> None:
        """The sheet so far."""
        for number, order in enumerate(rows(self.sheet, "order"), 1):
            who = ", ".join(texts(order["unit"]))
            goal = f" to {order['objective']}" if order.get("objective") else ""
            guns = f" with {', '.join(texts(order['support']))}" if order.get("support") else ""
            self.screen.say(f"{number}. {order['action']} {who}{goal}{guns}; {order['posture']}")
        for kind in sorted(set(KINDS) - {"order"}):
            for row in rows(self.sheet, kind):
                said = ", ".join(f"{key} {value}" for key, value in row.items())
                self.screen.say(f"{kind}: {said}")
        if not any(rows(self.sheet, kind) for kind in KINDS):
            self.screen.say("The sheet is empty: all units carry on as before, or hold.")

    # The sheet -----------------------------------------------------------------------------

    def _fresh(self) -> None:
        self.sheet = {"turn": str(self.table.state.turn)}

    def suggest(self) -> None:
        """The sheet that a commander would send."""
        st = self.table.state
        self.sheet = self.staff.sheet(st.world, self.team, st.turn, self.told())
        self.show()

    def drop(self, text: str) -> None:
        """Take an order off."""
        orders = rows(self.sheet, "order")
        number = whole(text)
        if number is None or not 1 <= number <= len(orders):
            raise SheetError(f"there is no order '{text}'")
        self.sheet["order"] = [*orders[: number - 1], *orders[number:]]
        self.show()

    def load(self, text: str) -> None:
        """A sheet from a file."""
        self.sheet = read_sheet(Path(text), self.table.state.turn)
        self._check()

    def message(self, text: str) -> None:
        """A message to another headquarters."""
        to, colon, words = text.partition(":")
        if not colon or not words.strip():
            raise SheetError("write message TEAM: TEXT")
        self._add("message", {"to": to.strip(), "text": words.strip()})
        self._check()

    def order(self, line: str) -> None:
        """A typed order."""
        self._add("order", order_from_words(line))
        self._check()

    def _add(self, kind: str, row: Row) -> None:
        self.sheet = with_rows(self.sheet, {kind: [*rows(self.sheet, kind), row]})

    def _check(self) -> None:
        """Say what Control would send back, and keep the rest."""
        st = self.table.state
        found = understand(st.world, self.team, self.sheet, known_to_team(st, self.team))
        for each in (*found.problems, *found.questions):
            self.screen.say(str(each), "yellow")
        read = self.table.game.read_back(st, self.team, sheet_text(self.sheet))
        last = len(rows(self.sheet, "order"))
        for line in () if read is None else read.lines:
            if line.number == last:
                self.screen.say(f"Noted: {line.words}")
        if read is None or not read.lines:
            self.screen.say("Noted.")

    # The game ------------------------------------------------------------------------------

    def _orders(self) -> bool:
        """Take lines until the sheet is sent; False if the player leaves."""
        row = self.table.state.world.turn(self.table.state.turn)
        while (line := self.screen.ask(f"{row.date} {row.half}> ")) is not None:
            word, _, rest = line.strip().partition(" ")
            if not word:
                continue
            if word in ("quit", "exit"):
                return False
            try:
                if word == "send":
                    self._send()
                    return True
                if word in self._does:
                    self._does[word](rest.strip())
                else:
                    self.order(line.strip())
            except BocageError as error:
                self.screen.say(str(error), "red")
        return False

    def _send(self) -> None:
        ruling = self.table.act(self.team, SHEET.carrying(sheet_text(self.sheet)))
        if not ruling:
            raise SheetError(self.table.say(ruling))

    def _others(self) -> bool:
        """Let all others play until the player is asked; False when the operation is over."""
        with reporting(self.sitting.path):
            while self.table.state.stack and self.table.decision is not None:
                st = self.table.state
                waiting = pending(st)
                if self.team in waiting and isinstance(st.stack[-1], Orders):
                    break
                if waiting[0] == self.team:
                    self._at_once()
                    continue
                released = isinstance(st.stack[-1], Release)
                row = st.world.turn(st.turn)
                seat = waiting[0]
                legal = self.table.legal(seat)
                ruling = self.table.act(seat, self.staff(st, legal, self.chance))
                if not ruling:
                    raise RefusalError(self.table.say(ruling))
                if released:
                    self.screen.heading(f"{row.date} {row.half}")
                    self.report()
        self.sitting.save()
        return bool(self.table.state.stack)

    def _at_once(self) -> None:
        """An instant decision of the player's own team."""
        decision = self.table.decision
        assert decision is not None
        words = decision.prompts[self.team].say(self.table.game.nouns)
        yes = self.screen.agrees(f"{words[:1].upper()}{words[1:]}? (y/n) ")
        self.table.act(self.team, YES() if yes else NO())


def team_named(table: Table[Position], name: str) -> int:
    """Return the team of that name, or with a name that starts like that.

    Raises:
        RefusalError: none is, or several are.
    """
    teams = table.state.world.teams
    wanted = plain(name)
    spoken = [(plain(team.seat), plain(team.name)) for team in teams]
    found = [i for i, names in enumerate(spoken) if wanted in names] or [
        i for i, names in enumerate(spoken) if any(each.startswith(wanted) for each in names)
    ]
    if name and len(found) == 1:
        return found[0]
    among = ", ".join(team.name for team in teams)
    raise RefusalError(f"choose your headquarters with --team: {among}")
