"""The spoken report: three sentences, formations by activity, exceptions (reading 10.14).

A staff does not read its log aloud. It first reports events, the enemy and what it can do next;
then which formations attacked, marched or waited; then what went wrong. A higher headquarters
gives one sentence to each team under it. The log itself is the annex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from bocage.engine.words import phrase
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.air import LIFTED, air_digest, air_sentences, lifts_together
from bocage.games.opcom.s10_reports.answers import answers
from bocage.games.opcom.s10_reports.budget import Sentence, within
from bocage.games.opcom.s10_reports.enemy import COUNTS
from bocage.games.opcom.s10_reports.facts import (
    Activity,
    EnemyFact,
    FightFact,
    FormationFact,
    RemarkFact,
    UnitFact,
)
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s10_reports.remarks import unassigned
from bocage.games.opcom.s10_reports.selection import lost_to_enemy, used, voice_for
from bocage.games.opcom.s10_reports.speech import (
    Voice,
    called,
    in_short,
    in_words,
    is_plural,
    listed,
    of_several,
    sentence,
    speech_of,
)
from bocage.games.opcom.s10_reports.touch import known_at
from bocage.games.opcom.s10_reports.words import fight_words, points, state_words
from bocage.games.opcom.words.places import nearest

Came = Literal["taken", "not taken", "contested", "empty", "lost", "held"]
"""The result of a fight, for a list: several results read alike."""

_FIRST: Final[frozenset[Code]] = frozenset({
    "captured", "staff taken", "staff driven off", "broken", "sunk", "taken on beach",
    "dump taken", "cut off", "drop seen", "blown", "prisoners", "supplies lost", "fleet comes",
    "fleet driven off", "convoy turned back", "base lost", "lift given up",
})  # fmt: skip
_SECOND: Final[frozenset[Code]] = frozenset({
    "no ammunition", "allotment used", "out of reach", "wasting", "undelivered",
    "supplies scattered", "supplies down", "lift waits", "landed intact", "lift short", "lift off",
    "not blown", "not built", "dump stays", "attacked twice", "too late",
    "held up", "convoy late", "hit at sea",
    "hit on run-in", "off the beach", "got away", "detour", "bridge down",
    "found empty", "supplies taken",
    "probed", "shelled",
    "bridged", "second bridge", "no train", "train late", "runways blown", "hit ships",
})  # fmt: skip
_GROUPS: Final[Mapping[Activity, str]] = {
    "attacked": "In the attack",
    "defended": "Under attack",
    "stopped": "Stopped by the enemy",
    "dry": "Without fuel",
    "waited": "Held up on the road",
    "arrived": "Newly come",
    "moved": "On the move",
    "stood": "In place",
}
_SHORT: Final[Mapping[Came, str]] = {
    "taken": "taken",
    "not taken": "not taken",
    "contested": "still contested",
    "empty": "left by the enemy and not yet ours",
    "lost": "lost",
    "held": "held",
}
_MOST_NAMES: Final = 5
"""The most formations that a group names; more are only counted."""


def spoken_report(
    st: Position,
    team: int,
    facts: Sequence[FormationFact],
    under: Mapping[int, Sequence[FormationFact]],
    *,
    spent: int = 0,
) -> list[str]:
    """Return the paragraphs that a team's staff says aloud, within the budget of its level.

    Args:
        st: the turn that was worked out.
        team: the receiver.
        facts: the facts of its own formations, after Control's edits.
        under: the facts of the teams under it.
        spent: the words that its heading has used.
    """
    figures = st.figures.reports
    most = (figures.higher if under else figures.team) - spent
    voice = voice_for(st, team)
    every = [*facts, *(each for some in under.values() for each in some)]
    lead = [Sentence(0, each) for each in _lead(st, team, facts, every, voice) if each]
    groups = [Sentence(2, each) for each in _groups(facts)]
    below = [Sentence(1, _digest(st, each, some)) for each, some in under.items()]
    more = [
        *_exceptions([each for some in facts for each in _besides(some)]),
        *_exceptions(lifts_together(st, team)),
        *_exceptions(each for each in unassigned(st, team) if each.code not in LIFTED),
    ]
    more += [Sentence(3, each) for each in _undone(st, team)]
    kept = within([*lead, *groups, *below, *more], most)
    parts = (lead, groups, below, sorted(more, key=lambda each: each.rank))
    told: list[str] = []
    for part in parts:
        said = [each.words for each in part if each.words in kept]
        if said:
            told.append(" ".join(sentence(each) for each in dict.fromkeys(said)))
    return told


# The first three sentences ------------------------------------------------------------------


def _lead(
    st: Position,
    team: int,
    facts: Sequence[FormationFact],
    every: Sequence[FormationFact],
    voice: Voice,
) -> Iterator[str]:
    yield from air_sentences(st, team)
    yield from _fleets(st, team)
    if not every:
        return
    fights = _fights(every)
    nation = (facts or every)[0].nation
    if fights:
        first, *others = sorted(fights, key=lambda each: _WEIGHT[how_it_came(each)])
        yield fight_words(first, speech_of(nation), voice)
        if others:
            yield f"Other fights: {_listed_fights(others)}."
    else:
        yield "There was no fighting."
    yield _lost(st, team, facts)
    yield _enemy([each.enemy for each in every if each.enemy is not None], every)
    yield _means(st, team, facts or every, voice)


_AFLOAT: Final = ("in harbour", "at sea", "on the way", "driven off, not to come back")
"""Phrases by the state of a fleet (`SeaState.fleets`)."""


def _fleets(st: Position, team: int) -> Iterator[str]:
    """Yield where each fleet of a team is; nothing for a team without ships (reading 12.7)."""
    seat = st.world.teams[team].seat
    for number, fleet in enumerate(st.world.data.sea.fleets):
        if fleet.team != seat:
            continue
        zone = st.sea.zones[number]
        where = f", on station in {st.world.pack.area(zone).name}" if zone else ""
        name = f"{fleet.name[:1].upper()}{fleet.name[1:]}"
        yield f"{name}: {_AFLOAT[st.sea.fleets[number]]}{where}."


_WEIGHT: Final[Mapping[Came, int]] = {
    "lost": 0, "taken": 1, "empty": 2, "not taken": 3, "held": 4, "contested": 5,
}  # fmt: skip


def _fights(facts: Sequence[FormationFact]) -> list[FightFact]:
    """Return every fight once, though several formations were in it."""
    return list(dict.fromkeys(fight for each in facts for fight in each.fights))


def how_it_came(fight: FightFact) -> Came:
    """Return how a fight for a place ended, as one side sees it."""
    won = fight.band in ("total success", "success", "limited success")
    if fight.attacking:
        if fight.ground == "open":
            return "empty"
        if fight.ground == "stood" or fight.band == "beaten":
            return "not taken"
        return "taken" if won else "contested"
    if fight.ground in ("stood", "kept") or fight.band == "beaten":
        return "held"
    return "lost" if won else "contested"


def _listed_fights(fights: Sequence[FightFact]) -> str:
    by: dict[str, Came] = {}
    for each in fights:
        by[each.place] = how_it_came(each)  # the last report from the same ground counts
    places: dict[Came, list[str]] = {}
    for place, came in by.items():
        places.setdefault(came, []).append(place)
    return "; ".join(f"{listed(some)}, {_SHORT[came]}" for came, some in places.items())


def _enemy(enemies: Sequence[EnemyFact], facts: Sequence[FormationFact]) -> str:
    """Return the strongest enemy in front, its place, and all that must be named (reading 10.6)."""
    fire = sorted({each for some in facts for each in some.fire})
    under = f"we were under {listed(fire)}" if fire else ""
    if not enemies:
        unseen = {each.unseen for each in facts}
        said = "no enemy was seen on the ground" if fire else "no enemy was seen"
        said = "" if "pursued" in unseen else said
        said = "who stopped us has not been made out" if "barred" in unseen else said
        both = "; ".join(each for each in (under, said) if each)
        return f"{sentence(both)}." if both else ""
    most = max(enemies, key=lambda each: COUNTS.index(each.count) if each.count in COUNTS else 0)
    kinds = sorted({each.tank_class or "tanks" for each in enemies if each.tanks})
    kinds += sorted({gun for each in enemies for gun in each.guns})
    kinds += sorted({each.air for each in enemies if each.air})
    names: list[str] = []
    for name in sorted(
        {e.name for e in enemies if e.identity == "known"}, key=lambda n: (-len(n), n)
    ):
        if not any(name in each for each in names):
            names.append(name)
    branches = sorted({each.name for each in enemies if each.identity == "branch"})
    who = f"; {listed(names)}" if names else f"; {listed(branches)}" if branches else ""
    nothing = "no tanks were met" if fire else "no tanks or guns were met"
    armed = f", with {listed(kinds)}" if kinds else f"; {nothing}"
    place = f", {most.place}" if most.place else ""
    verb = "is" if most.still else "was"
    shelled = f"; {under}" if under else ""
    return f"The strongest enemy {verb} {phrase(most.count)}{place}{armed}{who}{shelled}."


def _lost(st: Position, team: int, facts: Sequence[FormationFact]) -> str:
    """Return the units that lost their last fighting strength this turn."""
    before = set(st.told[team].lost)
    units = [u.id for each in facts for u in each.units if u.rung == "none" and u.id not in before]
    names = [called(st.world.units[st.world.by_id[each]].name) for each in dict.fromkeys(units)]
    if not names:
        return ""
    verb = "are" if len(names) > 1 else "is"
    some = listed(names) if len(names) <= _MOST_NAMES else in_short(names)
    return f"{some} {verb} no longer able to fight."


def _means(st: Position, team: int, facts: Sequence[FormationFact], voice: Voice) -> str:
    """Return the means for the next turn: the state of most fighting units, and the stocks."""
    name = st.world.teams[team].name
    line = [unit for each in facts for unit in each.units if unit.kind == "line"]
    stocks = {each.supply.staff: each.supply for each in facts if each.supply.staff}
    ammo = sum(each.left_ammo for each in stocks.values())
    fuel = sum(each.left_fuel for each in stocks.values())
    lost = lost_to_enemy(st, team)
    spent = points(*used(st, team))
    hand = points(ammo, fuel) or "nothing"
    taken = f", lost {in_words(lost)} to the enemy" if lost else ""
    means = f"we used {spent or 'nothing'}{taken} and have {hand} in hand"
    if not line:
        return f"{sentence(means)}."
    state = state_words(line, speech_of(facts[0].nation), voice)
    several = is_plural(name)
    state = of_several(state) if several else state
    return f"Most of {name} is {state}; {means}."


# Formations by what they did ----------------------------------------------------------------


def _groups(facts: Sequence[FormationFact]) -> Iterator[str]:
    """Yield the formations that fight by activity, with their places."""
    fighting = [each for each in facts if any(u.kind in ("line", "guns") for u in each.units)]
    for did, heading in _GROUPS.items():
        alike = [each for each in fighting if each.did == did]
        if not alike:
            continue
        places: dict[str, list[str]] = {}
        for each in alike[:_MOST_NAMES]:
            places.setdefault(_main_place(each), []).append(each.name)
        found = [f"{listed(names)}, {place}" for place, names in places.items()]
        rest = len(alike) - _MOST_NAMES
        if rest > 0:
            found.append(f"and {in_words(rest)} other{'s' if rest > 1 else ''}")
        yield f"{heading}: {'; '.join(found)}."


def _main_place(facts: FormationFact) -> str:
    """Return the place of most of a formation's fighting units."""
    there: list[UnitFact] = [u for u in facts.units if u.kind == "line" and u.rung != "none"]
    there = there or [u for u in facts.units if u.rung != "none"] or list(facts.units)
    return Counter(unit.place for unit in there).most_common(1)[0][0]


# Exceptions ---------------------------------------------------------------------------------


_SAID_BY_GROUP: Final[Mapping[Activity, frozenset[str]]] = {
    "stopped": frozenset({"stopped", "met"}),
    "dry": frozenset({"no fuel"}),
    "waited": frozenset({"queues"}),
    "arrived": frozenset({"arrived", "left train"}),
}
"""Remarks that the group of a formation already covers."""


def _besides(facts: FormationFact) -> list[RemarkFact]:
    told = _SAID_BY_GROUP.get(facts.did, frozenset()) | LIFTED
    return [each for each in facts.remarks if each.code not in told]


def _exceptions(found: Iterable[RemarkFact]) -> Iterator[Sentence]:
    for each in found:
        rank = 1 if each.code in _FIRST or each.code == "said" else 2 if each.code in _SECOND else 4
        yield Sentence(rank, each.words)


def _undone(st: Position, team: int) -> Iterator[str]:
    """The orders that were not carried out, by their line; the annex answers every line."""
    found = [each for each in answers(st, team) if each.outcome != "done"]
    if found:
        by: dict[str, list[str]] = {}
        for each in found:
            by.setdefault(each.why, []).append(in_words(each.number))
        said = [
            f"line{'s' if len(some) > 1 else ''} {listed(some)}{f', {why}' if why else ''}"
            for why, some in by.items()
        ]
        yield f"Not carried out, or in part: {'; '.join(said)}."


# Those under a headquarters -----------------------------------------------------------------


def _digest(st: Position, team: int, facts: Sequence[FormationFact]) -> str:
    """Return one sentence about a team under this one: its fights, place and means."""
    name = st.world.teams[team].name
    if not facts:
        return f"{name}: {air_digest(st, team) or 'nothing to report'}."
    fights = _fights(facts)
    did: Counter[Activity] = Counter(
        each.did for each in facts if any(u.kind == "line" for u in each.units)
    )
    what = (
        f"fought {_listed_fights(fights)}"
        if fights
        else _GROUPS[did.most_common(1)[0][0]].casefold()
        if did
        else "in place"
    )
    places = Counter(
        nearest(st.world, known_at(st, st.world.by_id[unit.id]))
        for each in facts
        for unit in each.units
        if unit.kind == "line" and unit.id in st.world.by_id
    )
    where = f"; round {listed([place for place, _ in places.most_common(2)])}" if places else ""
    stocks = {each.supply.staff: each.supply for each in facts if each.supply.staff}
    hand = points(
        sum(each.left_ammo for each in stocks.values()),
        sum(each.left_fuel for each in stocks.values()),
    )
    return f"{name}: {what}{where}; {hand or 'nothing'} in hand."
