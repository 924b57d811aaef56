"""The face of Operation Roundup in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from rich.text import Text

from bocage.cli.terminal.face import Face, Line, Way
from bocage.cli.terminal.mapface import MapFace
from bocage.cli.terminal.roundup import options, pieces
from bocage.cli.terminal.roundup.lessons import FLY, INLAND, LESSONS, TOPICS, WAYS
from bocage.engine import play
from bocage.engine.actions import Action, Names
from bocage.engine.viewers import OBSERVER
from bocage.games.roundup.answers.forecasts import BOMBERS
from bocage.games.roundup.board.position import LANDED, MOVED
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.options import SECRET, bid_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.roundup.s03_stacking import overstacked
from bocage.games.roundup.s07_air import PlaceTas
from bocage.games.roundup.s08_german_reinforcements import PlaceReinforcement
from bocage.games.roundup.s08_reinforcements import Drops, Landings
from bocage.games.roundup.s10_movement import MovePhase, Moving
from bocage.games.roundup.s11_combat import CombatPhase, Muster
from bocage.games.roundup.s11_odds import Odds
from bocage.games.roundup.s11_results import StepLoss
from bocage.games.roundup.s13_setup import PlaceBeachhead
from bocage.games.roundup.s14_victory import LEVELS, allied_level, counted_levels, german_level
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import SpendPoints
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import ParachuteDrop
from bocage.games.roundup.short.points import short_points
from bocage.games.roundup.words import verbs as v

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.game import Roundup
    from bocage.games.short_scenarios import ShortScenario

_ON_THE_MAP: Final = frozenset(
    (PlaceBeachhead, Landings, MovePhase, CombatPhase, PlaceGarrison, ParachuteDrop)
)
_FREE: Final = frozenset(
    (
        *(MovePhase, Moving, Landings, Drops, PlaceTas, Muster),
        *(PlaceGarrison, ParachuteDrop, SpendPoints),
    )
)


class RoundupFace(MapFace):
    """Operation Roundup on the screen."""

    def __init__(self, game: Roundup) -> None:
        super().__init__(game, game.world.pack, game.notation)
        units = game.world.units
        self.typed["unit"] = Names(  # those of 15.19 too, though they are typed by id alone
            "unit", (unit.id for unit in units), (f"{unit.id} {unit.name}" for unit in units)
        )
        self.typed["beachhead"] = Names(
            "beachhead", BEACHHEADS, (f"the {name.upper()} Beachhead" for name in BEACHHEADS)
        )

    def status(self, st: Position) -> list[str]:
        """Turn, weather, air, beachheads, ports."""
        return pieces.status(st)

    def board(self, st: Position) -> Board | None:
        """Return the Pas-de-Calais with the units."""
        return pieces.board_of(st)

    def shows_board(self, st: Position) -> bool:
        """Return whether units are landed, moved or fought with now."""
        return type(play.top_of(st)) in _ON_THE_MAP

    def is_free(self, st: Position) -> bool:
        """Moves, landings and air support are typed with the hex they go to."""
        return type(play.top_of(st)) in _FREE

    def ways(self, st: Position, seat: int) -> list[Way]:
        """Return what can be typed at this decision; bombers only if they may fly."""
        top = play.top_of(st)
        found = list(WAYS.get(type(top), ())) if top is not None else []
        if not isinstance(top, Muster | Landings):
            return found
        verbs = {action >> 32 for action in play.legal(st, seat)}
        if isinstance(top, Muster) and v.BOMBER.number not in verbs:
            found = [way for way in found if way.pattern != v.BOMBER.word]
        found += [FLY] if v.FLY.number in verbs else []
        return [*found, INLAND] if v.INLAND.number in verbs else found

    def beside(self, st: Position, seat: int) -> list[Line]:
        """Return the units to place with their edges, or the attack so far."""
        return [*(options.secret(st) if seat == GERMAN else ()), *self._beside(st, seat)]

    def _beside(self, st: Position, seat: int) -> list[Line]:
        top = st.stack[-1]
        if isinstance(top, PlaceReinforcement):
            return list(pieces.hand(st))
        if isinstance(top, Muster) and top.force:
            odds = Odds(st, top.hex, top.force, seat)
            return [f"  So far {odds.attack} to {odds.defence}: column {odds.odds}"]
        if isinstance(top, StepLoss):
            return [f"  {pieces.told(st, u)}" for u in top.units]
        return list(options.choices(st, pieces.told))

    def overheard(self, event: Event) -> Event:
        """15.1: what two at one screen hear of a strategy that is drawn face down."""
        return event.for_viewer(OBSERVER) or event

    def doubt(self, st: Position, seat: int, action: Action) -> str:
        """Ending a phase with stacks too high, or in which nobody has moved, is rarely meant."""
        if action != v.END():
            return ""
        if hexes := overstacked(st, seat):
            where = " and ".join(self.nouns["hex"].say(h) for h in hexes)
            return f"Too many units are in {where}: some will be lost (3.1). End anyway?"
        own = st.world.ranges[seat]
        top = st.stack[-1]
        if isinstance(top, MovePhase) and not any(st.marks[u] & MOVED for u in own):
            return "No unit has moved yet. End the Movement Phase anyway?"
        if isinstance(top, Landings) and not any(st.marks[u] & LANDED for u in own):
            return "No unit has landed yet. End without landing any?"
        return ""

    def aids_in(self, st: Any, tokens: list[str]) -> tuple[list[str], list[str]]:  # noqa: ARG002
        """11.12: `bombers`, or the beginning of it."""
        others = [t for t in tokens if not t.casefold().startswith("bomb")]
        return [BOMBERS] if len(others) < len(tokens) else [], others

    def told(self, st: Position, u: int) -> str:
        """Return a unit in a line."""
        return pieces.told(st, u)

    def roster(self, st: Position, seat: int) -> list[str]:
        """By hex, then those that wait."""
        return pieces.roster(st, seat, self.stack_line)

    def about(self, st: Position, h: int) -> list[Line]:
        """Return who controls a hex, and whose zones reach it."""
        control = "Allied" if st.control[h] else "German"
        zones = [n for n, s in (("German", ALLIED), ("Allied", GERMAN)) if st.in_enemy_zone(h, s)]
        marker = "; a German marker defends it (15.4)" if st.has_marker(h) else ""
        return [f"  Control: {control}; zones of control: {' and '.join(zones) or 'none'}{marker}"]

    def score(self, st: Position) -> list[Line]:
        """Return the levels of both sides, with the facts that decide them (14.0)."""
        if st.world.short is not None:
            return self._points(st, st.world.short)
        (allied, why), (german, why_not) = allied_level(st), german_level(st)
        lines: list[Line] = [Text(f"Allied {LEVELS[allied]}", style="bold")]
        lines += self.rows(why)
        if st.optional[SECRET] and st.stack:
            return [
                *lines,
                "German: that depends on Hitler's strategy, which lies face down (15.1)",
            ]
        lines.append(Text(f"German {LEVELS[german]}", style="bold"))
        lines += self.rows(why_not)
        bidder, bid = bid_of(st.switches)
        if bid:
            who, other = SIDES[bidder].capitalize(), SIDES[1 - bidder].capitalize()
            lines.append(
                f"{other} {bid} more: the {who} player gives that many levels (reading 78)"
            )
        if st.stack:
            allied, german = counted_levels(st)
            ahead = "Allied" if allied > german else "German"
            result = "a draw" if allied == german else f"{ahead} victory"
            lines.append(f"If it ended now: {result} (14.0)")
        return lines

    def _points(self, st: Position, short: ShortScenario) -> list[Line]:
        """Return the points of a short scenario, with every reason (reading 76)."""
        points = short_points(st, short)
        lines: list[Line] = []
        for side, total in (("allied", points.allied), ("german", points.german)):
            lines.append(Text(f"{side.capitalize()} points {total}", style="bold"))
            lines += [f"  {int(row.value):+d} {self.said(row)}" for row in points.why.under(side)]
        ending = "If it ended now" if st.stack else "In the end"
        who = "the Allies win" if points.winner == ALLIED else "the Germans win"
        needs = f"reading 76: the Allies need {points.needs} more than the Germans"
        return [*lines, f"{ending}: {who} (Roundup {needs})"]

    def picture(self, st: Position) -> str:
        """Return the plain map with the counters."""
        from bocage.cli.terminal.roundup.picture import drawn  # the press is slow to load

        return drawn(st)

    def topics(self) -> Mapping[str, str]:
        """Return the lessons about the game."""
        return TOPICS

    def lesson(self, st: Position) -> str:
        """Return the lesson for this kind of decision."""
        top = play.top_of(st)
        return LESSONS.get(type(top), "") if top is not None else ""


def make(game: Game[Any]) -> Face:
    """Return the face of a game of Operation Roundup."""
    return RoundupFace(cast("Roundup", game))
