"""Odds in The Pocket at Falaise as lines: assaults, Op-Fire, bombardments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.cli.terminal.bars import per_cent
from bocage.cli.terminal.ledgers import chance_lines, likely, row_said, sum_lines
from bocage.games.falaise.bombardment import AIR, BombardmentOdds
from bocage.games.falaise.bombardment import DRM as SHELL_DRM
from bocage.games.falaise.chances import RESULTS, forecast
from bocage.games.falaise.odds import ATTACK, DEFENCE, DRM, NOTE, Odds
from bocage.games.falaise.opfire import DRM as FIRE_DRM
from bocage.games.falaise.opfire import FireOdds, OpFire, firing_hexes
from bocage.games.falaise.units import SIDES

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.engine.words import Nouns
    from bocage.games.falaise.position import Position

BOOK: Final = "Falaise"
_SHORT: Final = {"no effect": "none", "halt": "halt", "disrupted": "hit"}


def assault_lines(
    st: Position,
    h: int,
    force: Sequence[int],
    by: int,
    nouns: Nouns,
    *,
    mech: bool,
    helpers: Sequence[int] = (),
) -> list[Line]:
    """The ledger of an assault and what may come of it."""
    odds = Odds(st, h, force, by, helpers)
    kind = "Mechanized Assault" if mech else "Assault"
    lines: list[Line] = [Text(f"{kind} on {nouns['hex'].say(h)}", style="bold")]
    lines += sum_lines("Attack", odds, ATTACK, nouns, BOOK)
    lines += sum_lines("Defence", odds, DEFENCE, nouns, BOOK)
    lines += sum_lines("Die", odds, DRM, nouns, BOOK, "drm")
    lines += [f"  note  {row_said(row, nouns, BOOK)}" for row in odds.under(NOTE)]
    column = f"{odds.attack} to {odds.defence} is {odds.odds}"
    lines.append(Text(f"{column}, die {odds.drm:+d} ({BOOK} 10.2)", style="bold"))
    if odds.is_automatic:
        lines.append(f"  below 1-3: AL1 without a die ({BOOK} 10.2)")
    seen = forecast(st, odds, h, force, by, mech=mech, helpers=helpers)
    notes: dict[str, str] = {}
    for result in seen.results:
        seat, others = odds.changes(result, by)
        if others:
            notes[result] = f"{SIDES[seat]} may make it {' or '.join(others)}"
    lines += chance_lines(seen.results, RESULTS, RESULTS, notes)
    lines.append(
        f"Taking the hex: {likely(seen.taken)}; the defender holds it: {likely(seen.held)}"
    )
    return lines


def fire_lines(st: Position, top: OpFire, nouns: Nouns, h: int | None = None) -> list[Line]:
    """The ledgers of Op-Fire: of one stack, or of each that may fire."""
    aim = top.came if top.breaking else top.into
    lines: list[Line] = []
    for at in firing_hexes(st, top.seat, aim) if h is None else (h,):
        odds = top.odds(st, at)
        target = " and ".join(nouns["unit"].say(u) for u in top.units)
        head = f"Op-Fire from {nouns['hex'].say(at)} at {target}"
        lines.append(Text(head, style="bold"))
        lines += sum_lines("Die", odds, FIRE_DRM, nouns, BOOK, "drm")
        lines += chance_lines(odds.distribution(), {})
    return lines


def fire_summary(odds: FireOdds) -> str:
    """A shot in a line: `die +1: none 33%, halt 17%, hit 50%`."""
    shares = odds.distribution()
    said = ", ".join(f"{_SHORT[e]} {per_cent(s).strip()}" for e, s in shares.items())
    return f"die {odds.drm:+d}: {said}"


def bombardment_lines(st: Position, corps: int, h: int, nouns: Nouns) -> list[Line]:
    """The ledger of guns, or of an Airstrike, on a hex."""
    odds = BombardmentOdds(st, corps, h)
    who = "Airstrike" if corps == AIR else f"Guns of {nouns['corps'].say(corps)}"
    lines: list[Line] = [Text(f"{who} on {nouns['hex'].say(h)}", style="bold")]
    lines += sum_lines("Die", odds, SHELL_DRM, nouns, BOOK, "drm")
    lines += chance_lines(odds.distribution(), {})
    friends = [n for n in st.world.ground.near[h] if st.at(n, 0)]
    if friends and (corps == AIR or st.night):
        where = " ".join(st.world.grid.numbers[n] for n in friends)
        lines.append(f"  friendly fire: half the time a unit in each of {where} ({BOOK} 8.4)")
    return lines
