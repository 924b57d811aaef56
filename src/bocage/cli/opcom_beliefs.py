"""The debrief of beliefs: truth against what each team was told, turn by turn, and messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.opcom_belief_pictures import draw_beliefs
from bocage.cli.output import RefusalError
from bocage.engine.past import Past
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World
from bocage.games.opcom.debrief.mistakes import Judged, OwnMistake, Sighted, judged
from bocage.games.opcom.debrief.moments import Moment, Sent, messages_in, moments
from bocage.games.opcom.s10_reports.speech import in_words

BeliefsOption = Annotated[
    bool,
    typer.Option(
        "--beliefs", help="Compare what teams believed with the truth, and list messages."
    ),
]
TurnOption = Annotated[
    int, typer.Option("--turn", min=0, metavar="N", help="Only one turn of --beliefs; 0 for all.")
]
PicturesOption = Annotated[
    Path | None,
    typer.Option(
        "--pictures", metavar="FOLDER", help="A map for each team and turn; best with --team."
    ),
]
_PAPER = "a0"
"""Large, so that symbols are small beside the ground; only what a team saw of it is drawn."""
_MISSED = 6
"""Unknown enemies that are named; the rest are counted."""


def look_back(
    table: Table[Position], teams: Sequence[int], turn: int, pictures: Path | None, dpi: int
) -> Iterator[str]:
    """Truth against belief, and the messages; pictures where a folder is given.

    Raises:
        RefusalError: no such turn was released, or a picture cannot be drawn.
    """
    found = list(moments(Past(table)))
    if not found:
        raise RefusalError("no turn has been released yet")
    if turn and turn not in [each.turn for each in found]:
        raise RefusalError(f"turn {turn} was not released; there are 1 to {found[-1].turn}")
    shown = [each for each in found if not turn or each.turn == turn]
    yield ""
    yield from belief_lines(shown, teams)
    yield from message_lines(found)
    if pictures is not None:
        for written in draw_beliefs(shown, teams, pictures, paper=_PAPER, part="", dpi=dpi):
            yield f"Wrote {written}."


def belief_lines(found: Sequence[Moment], teams: Sequence[int]) -> Iterator[str]:
    """Yield every turn: what each team believed, and the truth beside it."""
    for moment in found:
        yield f"Turn {moment.turn}, {moment.when}"
        for team in teams:
            belief = judged(moment, team)
            if belief.own_count or belief.sightings:
                yield f"  {moment.truth.world.teams[team].name}"
                yield from (f"    {line}" for line in _judged(belief))
        yield ""


def _judged(found: Judged) -> Iterator[str]:
    if found.own:
        yield f"Own units: {len(found.own)} of {found.own_count} not as reported."
        yield from (f"  {_own(each)}" for each in found.own)
    else:
        yield f"Own units: all {found.own_count} where and as they were reported."
    if found.sightings:
        yield (
            f"Enemy: {len(found.sightings)} sightings, {found.right} right, "
            f"{found.mean_km:.1f} km off on average."
        )
    else:
        yield "Enemy: nothing sighted."
    yield from (f"  {line}" for each in found.sightings for line in _sighted(each))
    if found.missed:
        names = [f"{each.name} {each.place}" for each in found.missed[:_MISSED]]
        more = len(found.missed) - len(names)
        others = f"; and {in_words(more)} more" if more else ""
        yield f"Not known: {'; '.join(names)}{others}."


def _own(each: OwnMistake) -> str:
    where = f"believed {each.believed}, in fact {each.true}, {each.km:.1f} km off"
    state = f"; believed that it {each.state}, it {each.true_state}"
    return f"{each.name}: {where}{state if each.state != each.true_state else ''}."


def _sighted(each: Sighted) -> Iterator[str]:
    kinds = f" with {', '.join(each.kinds)}" if each.kinds else ""
    who = f", {each.who}" if each.who and each.who != "unknown" else ""
    age = "" if not each.age else f", {in_words(each.age)} half day{'s' * (each.age > 1)} old"
    yield f"{each.by}: {each.count}{kinds} {each.place}{who} ({each.doubt}{age})."
    tanks = " with tanks" if each.true_kinds else ""
    true = f"{each.true_count}{tanks}, {each.true_who or 'no fighting troops'}"
    truth = true if each.true_count else "nobody"
    verdict = ", ".join(each.faults) or "right"
    yield f"  in fact {truth}; nearest enemy {each.km:.1f} km off: {verdict}."


def message_lines(found: Sequence[Moment]) -> Iterator[str]:
    """Yield the messages as a timeline: when each was sent, when it came, and as what."""
    sent = [each for moment in found for each in messages_in(moment)]
    if not sent:
        yield "No messages were sent."
        return
    counts = {fate: sum(each.fate == fate for each in sent) for fate in _FATES}
    said = ", ".join(f"{count} {fate}" for fate, count in counts.items() if count)
    yield f"Messages: {len(sent)} sent, {said}."
    turns = [moment.turn for moment in found]
    yield f"  {_ruler(turns)}  turn; o delivered, ~ garbled, > late, x lost"
    for each in sent:
        yield f"  {_track(each, turns)}  {_message(each, found[0].truth.world)}"


_FATES = {"delivered": "o", "garbled": "~", "late": ">", "lost": "x"}


def _ruler(turns: Sequence[int]) -> str:
    return "".join(str(turn % 10) for turn in turns)


def _track(each: Sent, turns: Sequence[int]) -> str:
    """Where on the ruler it was sent and came: `o` at once, `=>` on the way, `x` lost."""
    mark = _FATES[each.fate]
    marks = {each.sent: "=" if each.arrived > each.sent else mark}
    if each.arrived > each.sent:
        marks[each.arrived] = mark
    return "".join(marks.get(turn, ".") for turn in turns)


def _message(each: Sent, world: World) -> str:
    row = world.turn(each.sent)
    sent = f"{each.sender} to {each.to}, {row.date} {row.half}, by {each.by}"
    when = {
        "delivered": "came at once",
        "garbled": "came garbled",
        "late": f"came {in_words(each.delay)} half day{'s' * (each.delay > 1)} late",
        "lost": "was lost",
    }[each.fate]
    why = f" (Control: {each.control})" if each.control else ""
    read = f' as "{each.read_as}"' if each.fate == "garbled" else ""
    return f'{sent}: "{each.text}" {when}{read}{why}.'
