"""Questions about the debrief on the map (readings 11.1 to 11.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief import chronicle
from bocage.games.opcom.debrief import score as scoring
from bocage.games.opcom.judge.words import Said
from bocage.games.opcom.rulebook import R
from bocage.rules.judge import Answer, CaseError

_READ: Final[Mapping[str, tuple[str, ...]]] = {
    "held": ("11.1", "11.2"),
    "bridge": ("11.1", "11.2"),
    "late": ("11.3",),
    "noted": ("11.3",),
    "speed": ("11.3",),
    "each turn": ("11.4",),
    "preserved": ("11.5",),
    "captured": ("11.5",),
}
"""The readings that each kind of line rests on."""


def line(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `line ID`: the points of a line of the debrief, whether it counts, and why."""
    for part in scoring.debrief(st).parts:
        for each in part.lines:
            if each.line.id == words[0]:
                table = {"points": each.points, "counts": each.counts, "why": each.why}
                read = (*_READ.get(each.line.kind, ()), "11.6")
                return Answer(table, tuple(R(f"reading {number}") for number in read))
    raise CaseError(f"the debrief has no line '{words[0]}'")


def section(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `section ID`: the points of a section of the debrief."""
    for part in scoring.debrief(st).parts:
        if part.section.id == words[0]:
            return Answer(part.points, (R("reading 11.6"),))
    raise CaseError(f"the debrief has no section '{words[0]}'")


def noted(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `noted FACT`: whether the fact would be noted if the turn ended now."""
    after = st.copy()
    known = {each.id for each in st.world.data.debrief.watches}
    if words[0] not in known:
        raise CaseError(
            f"the debrief does not watch for '{words[0]}': expected {', '.join(sorted(known))}"
        )
    after.chronicle = ()
    chronicle.watch(after)
    found = bool(chronicle.turns_of(after, words[0]))
    rules = tuple(R(f"reading {number}") for number in ("11.1", "11.3", "11.4"))
    return Answer("yes" if found else "no", rules)


def facts_of(said: Mapping[str, str]) -> tuple[tuple[int, str, int], ...]:
    """Return the facts that a case has noted by turn, such as `{ valkenswaard = "2 3" }`."""
    found: list[tuple[int, str, int]] = []
    for fact, turns in said.items():
        words = Said(turns.split())
        found += [(int(turn), fact, 1) for turn in words.numbers()]
    return tuple(sorted(found))


QUESTIONS: Final = {"line": line, "section": section, "noted": noted}
SAID: Final = {
    "line ID": "points of a line of the debrief, whether it counts, and why",
    "section ID": "the points of a section of the debrief",
    "noted FACT": "whether the debrief would record a fact if the turn ended now",
}
