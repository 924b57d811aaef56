"""ELETIS for the air: an air staff's report of a half day, in the order of a report (10, 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.facts import RemarkFact
from bocage.games.opcom.s10_reports.notes import Note
from bocage.games.opcom.s10_reports.speech import in_short, in_words, listed, sentence

_FLOWN: Final[Mapping[str, str]] = {
    "air cover": "cover over",
    "escort": "escort of",
    "interdiction": "bombs on",
    "suppress flak": "attacks on flak at",
    "recce": "reconnaissance of",
    "transport": "lifts to",
    "close support": "close support over",
    "cab rank": "cab ranks over",
}
_MOST: Final = 4
"""The most places that are read out; more are only counted."""


def air_sentences(st: Position, team: int) -> Iterator[str]:
    """Yield effectiveness, areas flown and enemies met; nothing for a team without aircraft."""
    sky = st.world.sky
    own = [i for i, owner in enumerate(sky.team_of) if owner == team]
    if not own:
        return
    left = sum(st.squadrons[i] for i in own)
    whole = sum(sky.units[i].strength for i in own)
    yield _effectiveness(st, left, whole)
    yield _location(st, team)
    notes = [note for note in st.notes if note.team == team]
    yield _enemy(notes)


def air_digest(st: Position, team: int) -> str:
    """Return an air report in one clause for the headquarters above; empty without aircraft."""
    said = list(air_sentences(st, team))
    return f"{said[0].rstrip('.').casefold()}; {said[2].rstrip('.').casefold()}" if said else ""


def _effectiveness(st: Position, left: int, whole: int) -> str:
    share = Fraction(left, whole) if whole else Fraction(0)
    if share >= 1:
        return "All squadrons are complete."
    if share >= st.figures.reports.squadrons:
        return "Nearly all squadrons are fit to fly."
    if share >= st.figures.reports.squadrons_worn:
        return "Most squadrons are fit to fly."
    return "The squadrons are much reduced."


def _location(st: Position, team: int) -> str:
    """Return the missions flown, with their places."""
    flown: dict[str, list[str]] = {}
    for each in st.sorties:
        if each.team != team or not each.flying:
            continue
        zone = st.world.sky.zones[each.zone].name if each.zone >= 0 else ""
        where = each.where or zone
        places = flown.setdefault(_FLOWN.get(each.mission, each.mission), [])
        if where and where not in places:
            places.append(where)
    if not flown:
        return "Nothing was flown."
    return f"Flown: {'; '.join(f'{what} {_places(some)}' for what, some in flown.items())}."


def _places(found: Sequence[str]) -> str:
    if len(found) <= _MOST:
        return listed(found) if found else "the front"
    return f"{', '.join(found[:_MOST])} and {in_words(len(found) - _MOST)} more"


def _enemy(notes: Sequence[Note]) -> str:
    """Return the fighters and flak that were met, without the other side's losses and names."""
    fighters = [note.name for note in notes if note.code in ("fighters", "caught", "caught them")]
    flak = any(note.code == "flak" for note in notes)
    heavy = any(note.figure for note in notes if note.code in ("fighters", "caught", "flak"))
    met = [*(["fighters"] if fighters else []), *(["flak"] if flak else [])]
    if not met:
        return "No enemy aircraft were met, and no flak to speak of."
    losses = "heavy" if heavy else "light"
    were = "were" if fighters else "was"
    return f"Enemy {listed(met)} {were} met; our losses were {losses}."


LIFTED: Final = frozenset(
    {"landed intact", "landed scattered", "landed lost", "lift waits", "did not fly", "flak"}
)
"""The events that are reported together, for any number of lifts."""
_LANDED: Final[Mapping[str, str]] = {
    "landed intact": "in good order",
    "landed scattered": "scattered",
    "landed lost": "with losses",
}


def lifts_together(st: Position, team: int) -> list[RemarkFact]:
    """Return the drops and lifts of a turn: how many landed, how, and why others wait."""
    own = [note for note in st.notes if note.team == team and note.code in LIFTED]
    found: list[RemarkFact] = []
    landed = Counter(note.code for note in own if note.code in _LANDED)
    if landed:
        said = [f"{in_words(count)} {_LANDED[code]}" for code, count in landed.items()]
        found.append(RemarkFact("landed intact", f"Landed: {listed(said)}."))
    gone = {note.name for note in st.notes if note.code == "lift given up"}
    waits: dict[str, list[str]] = {}
    for note in own:
        if note.code == "lift waits" and note.name not in gone:
            waits.setdefault(note.parts[1], []).append(note.name)
    for why, names in waits.items():
        verb = "wait" if len(names) > 1 else "waits"
        lifts = "Lifts" if len(names) > 1 else "Lift"
        found.append(RemarkFact("lift waits", f"{lifts} {listed(names)} {verb}: {why}."))
    shot: dict[bool, list[str]] = {}
    for note in own:
        if note.code == "flak":
            shot.setdefault(bool(note.figure), []).append(note.name)
    for heavy, names in shot.items():
        losses = "heavy" if heavy else "light"
        some = listed(names) if len(names) <= _MOST else in_short(names)
        found.append(RemarkFact("flak", f"{sentence(some)} met flak; losses were {losses}."))
    stayed: dict[str, int] = {}
    for note in own:
        if note.code == "did not fly":
            why = note.parts[0]
            stayed[why] = stayed.get(why, 0) + len(note.parts) - 1
    for why, count in stayed.items():
        some = "squadron" if count == 1 else "squadrons"
        words = f"{sentence(in_words(count))} {some} did not fly as ordered: {why}."
        found.append(RemarkFact("did not fly", words))
    return found
