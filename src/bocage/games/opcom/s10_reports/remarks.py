"""Notes into words: the events of a turn, one sentence for units with the same fate.

Only this module has sentences for the codes of notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bocage.engine.words import phrase
from bocage.games.opcom.board.position import ATTACKED, HERE, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import Troops, World
from bocage.games.opcom.s10_reports.facts import RemarkFact, Unseen
from bocage.games.opcom.s10_reports.formations import formations, spoken_name
from bocage.games.opcom.s10_reports.notes import Code, Note
from bocage.games.opcom.s10_reports.speech import (
    called,
    in_short,
    in_words,
    is_plural,
    listed,
    sentence,
)
from bocage.games.opcom.s10_reports.touch import known_at
from bocage.games.opcom.words.amounts import times
from bocage.games.opcom.words.places import crossing_named, is_name, spoken


class Saying(NamedTuple):
    """The phrases of a code."""

    fate: str = ""
    """Follows the name of the unit: `{was} stopped by the enemy.`"""
    whole: str = ""
    """The sentence for an event that did not happen to a unit, or does not begin with one."""


_ARRIVALS: Final[Mapping[Code, Saying]] = {
    "arrived": Saying("{has} arrived."),
    "held up": Saying("{is} held up on {its} way to us."),
    "left train": Saying("{has} left {its} train {where}."),
    "landed intact": Saying(
        "{has} landed in good order.", "{unit} has landed in good order {where}."
    ),
    "landed scattered": Saying("{has} landed scattered.", "{unit} has landed scattered {where}."),
    "landed lost": Saying("{has} landed with losses.", "{unit} has landed with losses {where}."),
    "rest joined": Saying(whole="The rest of {unit} has joined it."),
    "stragglers": Saying(whole="The stragglers of {unit} have come in."),
    "recovered": Saying("{has} recovered some of {its} strength."),
    "company group": Saying(whole="What is left of {unit} has been formed into a company group."),
    "supplies down": Saying(whole="{Figure} points of supplies came down at {name}."),
    "supplies scattered": Saying(whole="Of the supplies dropped at {name} nothing was found."),
    "supplies lost": Saying(
        whole="The supplies dropped at {name} fell to the enemy, who is there."
    ),
    "drop seen": Saying(whole="Enemy parachutes or gliders were seen {where}."),
    "beached": Saying("{has} landed at {name}."),
    "sea": Saying(whole="The sea: {first}; in the south {second}."),
    "fleet comes": Saying(whole="{name} is off Malta."),
    "fleet driven off": Saying(whole="{name} was driven off."),
    "convoy late": Saying(whole="The convoy with {name} is late."),
    "convoy turned back": Saying(whole="The convoy with {name} was turned back."),
    "convoy passed": Saying(whole="The convoy with {name} has made its passage."),
}
_AIR: Final[Mapping[Code, Saying]] = {
    "lift short": Saying(
        whole="Lift {name}: not everybody could be landed at {first}, for want of room."
    ),
    "did not fly": Saying(whole="{others} did not fly {name}: {first}."),
    "lift waits": Saying(whole="Lift {name} to {first} waits: {second}."),
    "flak": Saying(whole="{Name} met flak. Losses were {losses}."),
    "too near to bomb": Saying(whole="{name} did not bomb {first}: our own troops are too near."),
    "bombed": Saying(whole="{name} bombed {first}."),
    "flak attacked": Saying(whole="{name} went for the flak at {first}."),
    "lift given up": Saying(whole="Lift {name} has been given up."),
    "base lost": Saying(whole="{name} has lost its base, and aircraft with it."),
    "fighters": Saying(whole="Our fighters {fought} enemy fighters {name}. {Losses} losses."),
    "caught": Saying(whole="Enemy fighters got at {first} over {name}. {Losses} losses."),
    "caught them": Saying(whole="Our fighters got at enemy {aircraft} over {name}."),
    "lift off": Saying(whole="Lift {name} was dropped {km} km {first} of its zone."),
}
_SCOUTS: Final[Mapping[Code, Saying]] = {
    "scouted nothing": Saying(whole="Reconnaissance of {name}: nothing to report."),
    "scouted": Saying(whole="Reconnaissance: {seen}."),
}
_MARCHES: Final[Mapping[Code, Saying]] = {
    "no train": Saying("could not take a train to {name}."),
    "train late": Saying(whole="The train with {unit} is late."),
    "on railway": Saying("{is} held up on the railway."),
    "queues": Saying("{waits} {where}: {full}."),
    "no fuel": Saying("{is} halted: no fuel has come up."),
    "met": Saying("met the enemy."),
    "stopped": Saying("{was} stopped by the enemy."),
    "got away": Saying("could not catch the enemy, who has got away."),
    "no way": Saying("found no way to {goal}."),
    "detour": Saying(
        "{has} not set off for {goal}: with the bridges down the way is {km} km. "
        "Name a place on it to have {it} go."
    ),
    "bridge down": Saying("found {bridge} blown."),
    "found empty": Saying("found nobody {at_goal}."),
}
_CONTACTS: Final[Mapping[Code, Saying]] = {
    "probed": Saying(whole="Patrols report {enemies} {where}: {kinds}.{belong}"),
    "supplies taken": Saying(whole="Enemy supplies were taken {where}."),
    "faced": Saying(whole="The enemy in front of us belongs to {name}."),
}
_ATTACKS: Final[Mapping[Code, Saying]] = {
    "no ammunition": Saying("{attacked}"),
    "allotment used": Saying("{made}: the ammunition allotted on the sheet was used."),
    "out of reach": Saying("{made}: {its} ammunition was too far back."),
    "too late": Saying("arrived too late in the day to attack."),
    "only holds": Saying("{has} no means of attacking; {it} can only hold."),
    "attacked twice": Saying("{has} attacked {times} today and can do no more."),
    "counter-attacked": Saying(whole="Our troops counter-attacked at once, as ordered."),
    "guns too near": Saying(whole="The guns did not fire on {name}: our own troops are too near."),
    "fired at ships": Saying("{has} fired at ships off {name}."),
    "hit ships": Saying("{has} fired at ships off {name} and hit."),
}
_FIGHTS: Final[Mapping[Code, Saying]] = {
    "captured": Saying("{has} been lost; nobody came back."),
    "staff driven off": Saying("{was} driven from {its} place and {is} now {where}."),
    "staff taken": Saying(whole="{name} was taken."),
    "wasting": Saying("{is} wasting away for want of supplies."),
    "broken": Saying("{has} lost {its} battalions and must reorganise."),
    "cut off": Saying("{is} cut off."),
    "shelled": Saying("{was} held up by {fire} {where}."),
    "under fire": Saying("came under {fire} {where}, with little effect."),
    "hit on run-in": Saying("{was} hit on {its} run-in."),
    "hit at sea": Saying("had losses at sea."),
    "off the beach": Saying("{was} taken off the beach again."),
}
_BRIDGES: Final[Mapping[Code, Saying]] = {
    "not blown": Saying(whole="{bridge} could not be blown."),
    "not built": Saying(whole="No bridge could be built at {bridge}."),
    "building": Saying(whole="The bridge at {bridge} is being built."),
    "second bridge": Saying(whole="A second bridge stands beside {bridge}."),
    "bridged": Saying(whole="{bridge} has been bridged again."),
    "blown": Saying(whole="{bridge} has been blown."),
    "runways blown": Saying(whole="The runways of {name} are blown up."),
}
_LOSSES: Final[Mapping[Code, Saying]] = {
    "dump stays": Saying(whole="The dump could not be moved to {name}."),
    "undelivered": Saying("did not get through with {its} supplies: {why}."),
    "dump taken": Saying(whole="{stack} has fallen into enemy hands."),
    "taken on beach": Saying("{was} taken on the beach."),
    "sunk": Saying("went down with {its} ship."),
}
_CORRECTIONS: Final[Mapping[Code, Saying]] = {
    "is at": Saying("{is} {where}."),
    "misreported": Saying(whole="The state of {unit} was misreported."),
    "no longer with us": Saying("{is} no longer with us."),
    "ready": Saying("{is} ready for an attack."),
    "not ready": Saying("{is} not ready for an attack."),
    "takes": Saying(whole="{bridge} takes {figure} points a turn."),
    "is down": Saying(whole="{bridge} is down."),
    "is standing": Saying(whole="{bridge} is standing."),
    "holds": Saying(whole="{name} holds {figure} of {first}."),
    "weather": Saying(whole="{Name} weather: {first}."),
    "roads bad": Saying(whole="The roads are bad."),
    "roads good": Saying(whole="The roads are good."),
    "set right": Saying(whole="{name}"),
}
"""Corrections by Control: the change, without its reason."""
_HEADINGS: Final = (
    _ARRIVALS, _AIR, _SCOUTS, _MARCHES, _CONTACTS, _ATTACKS, _FIGHTS, _BRIDGES, _LOSSES,
)  # fmt: skip
"""The headings in the order of the report."""
SCOUTED: Final = frozenset(_SCOUTS)
"""The codes from reconnaissance."""
SAYINGS: Final[Mapping[Code, Saying]] = {
    code: saying for heading in (*_HEADINGS, _CORRECTIONS) for code, saying in heading.items()
}
_MANY: Final = 4
"""The most names that are read out."""
_ONE: Final = {"is": "is", "has": "has", "was": "was", "waits": "waits", "it": "it", "its": "its"}
_ALL: Final = {
    "is": "are", "has": "have", "was": "were", "waits": "wait", "it": "they", "its": "their",
}  # fmt: skip
_NO_AMMUNITION: Final = "did not attack: no ammunition had come up."
_NO_MORE: Final = "could not attack again: no more ammunition had come up."
_SEAS: Final = {"calm": "calm", "swell": "a swell", "blow": "a gale"}
_FOUGHT: Final = {"won": "beat", "lost": "were beaten by", "drawn": "fought"}


def notes_for(st: Position, team: int) -> list[Note]:
    """Return a team's notes, by heading."""
    own = [note for note in st.notes if note.team == team]
    return [note for heading in _HEADINGS for note in own if note.code in heading]


def said(st: Position, note: Note) -> str:
    """Return a note as a whole sentence."""
    saying = SAYINGS[note.code]
    if saying.whole:
        return _filled(saying.whole, st, note, _ONE)
    return _of([called(st.world.units[note.unit].name)], fate(st, note, _ONE))


def fate(st: Position, note: Note, verbs: Mapping[str, str]) -> str:
    """Return the words about a unit's fate that follow its name."""
    return _filled(SAYINGS[note.code].fate, st, note, verbs)


def _of(names: Sequence[str], words: str) -> str:
    return f"{listed(names)} {words}"


def _filled(template: str, st: Position, note: Note, verbs: Mapping[str, str]) -> str:
    world = st.world
    losses = "heavy" if note.figure else "light"
    parts = (*note.parts, "", "")
    fields = {
        **verbs,
        "unit": world.units[note.unit].name if note.unit >= 0 else "",
        "name": note.name,
        "Name": sentence(note.name),
        "where": _where(st, note),
        "bridge": crossing_named(world, note.crossing) if note.crossing >= 0 else "",
        "first": _SEAS[parts[0]] if note.code == "sea" else parts[0],
        "second": _SEAS[parts[1]] if note.code == "sea" else parts[1],
        "losses": losses,
        "Losses": sentence(losses),
        "Figure": sentence(in_words(note.figure)),
        "km": str(note.figure),
        "fire": _fire(note),
        "why": _why_undelivered(st, note) if note.code == "undelivered" else "",
        "figure": in_words(note.figure),
        "stack": _stack(world, note) if note.code == "dump taken" else "",
        "others": in_short(note.parts[1:]) if note.code == "did not fly" else "",
        "fought": _FOUGHT.get(parts[0], ""),
        "aircraft": "transports" if note.figure else "aircraft",
        "seen": _seen(note, spoken(world, note.at)) if note.code == "scouted" and note.at else "",
        "full": _full(world, note) if note.code == "queues" else "",
        "goal": _goal(note.name, verbs) if note.code in _WITH_GOALS else "",
        "at_goal": _at_goal(note.name),
        "attacked": _NO_MORE if _has_attacked(st, note) else _NO_AMMUNITION,
        "made": "could not attack again" if _has_attacked(st, note) else "did not attack",
        "times": times(st.figures.combat.attacks_a_day),
        "enemies": _enemies(note.figure),
        "kinds": listed(note.parts) if note.code == "probed" else "",
        "belong": f" They belong to {note.name}." if note.name else "",
    }
    return phrase(template).format(**fields)


def _where(st: Position, note: Note) -> str:
    """Return the place of an event; a staff that was driven off is where it is now (10.2)."""
    if note.code == "staff driven off":
        return spoken(st.world, known_at(st, note.unit))
    return "" if note.at is None else spoken(st.world, note.at)


_WITH_GOALS: Final = frozenset({"no way", "detour"})


def _has_attacked(st: Position, note: Note) -> bool:
    return note.unit >= 0 and st.has(note.unit, ATTACKED)


def _seen(note: Note, where: str) -> str:
    """Return a pilot's sighting: kind, size, place, and direction (12.10)."""
    kind, size, wind, towards = note.parts
    if not (kind or size or wind):
        return f"enemy spotted {where}"
    size = f" {size}" if size else ""
    whither = f" towards {towards}" if towards else ""
    way = f", moving {wind}{whither}" if wind else ""
    return f"{kind or 'enemy troops'}{size}, {where}{way}"


def _full(world: World, note: Note) -> str:
    """Return the words for a place without room: a crossing, a road by its name, or a town."""
    name = called(note.name)
    if note.crossing >= 0 and note.at is not None:
        bridge = world.crossings[note.crossing]
        if spoken(world, note.at) == spoken(world, world.ways.xy(bridge.lat, bridge.lon)):
            return "the crossing is full"
    return f"{name} is full" if note.figure else f"the road to {name} is full"


_HELD_UP: Final[Mapping[Code, str]] = {
    "stopped": "the enemy was in the way",
    "queues": "the road was full",
    "no fuel": "no fuel had come up",
    "no way": "there was no way",
    "detour": "the way round was too long",
    "shelled": "the road was under fire",
    "bridge down": "a bridge was down",
}


def _why_undelivered(st: Position, note: Note) -> str:
    """Return the first noted reason why a column did not arrive."""
    codes = [each.code for each in st.notes if each.unit == note.unit]
    return next((why for code, why in _HELD_UP.items() if code in codes), "it was too far")


def _goal(name: str, verbs: Mapping[str, str]) -> str:
    """Return a goal by its name; a map reference or a followed unit is `where they were sent`."""
    if name and not name[0].isdigit():
        return name
    return f"where {verbs['it']} {verbs['was']} sent"


def _at_goal(name: str) -> str:
    """Return where a goal is: `at Best`, `2 km N of Best`, or `at the place given`."""
    if not is_name(name):
        return "at the place given"
    return name if name[0].isdigit() else f"at {name}"


def _stack(world: World, note: Note) -> str:
    """Return a dump by its name, and supplies that were parked by their place."""
    return note.name or f"What was parked {spoken(world, note.at) if note.at else ''}".rstrip()


def _enemies(count: int) -> str:
    return "an enemy unit" if count == 1 else f"about {in_words(count)} enemy units"


def remarks(st: Position, team: int, name: str, units: Sequence[Troops]) -> tuple[RemarkFact, ...]:
    """Return the events of these units, with one remark for units with the same fate."""
    own = {unit.number: unit for unit in units}
    ended = {note.unit for note in st.notes if note.code in _ENDS}
    stuck = {note.unit for note in st.notes if note.code == "undelivered"}
    alike: dict[str, tuple[Note, list[Troops]]] = {}
    for note in notes_for(st, team):
        if note.unit in own and SAYINGS[note.code].fate and _is_so(st, note, ended, stuck):
            _, befell = alike.setdefault(fate(st, note, _ONE), (note, []))
            if own[note.unit] not in befell:
                befell.append(own[note.unit])
    whole = [unit for unit in units if unit.fights and st.where[unit.number] == HERE]
    return tuple(
        RemarkFact(note.code, _remark(st, note, befell, whole, spoken_name(name, units)))
        for note, befell in alike.values()
    )


_ENDS: Final = frozenset({"captured", "sunk", "taken on beach"})
"""After one of these codes, nothing else is reported of a unit."""


def _is_so(st: Position, note: Note, ended: set[int], stuck: set[int]) -> bool:
    """Return whether a note still holds at the end of the turn.

    A lost unit is not reported as cut off too. A unit at its goal has found a way.
    """
    if note.unit in ended:
        return note.code in _ENDS
    if note.code in _HELD_UP and note.unit in stuck:
        return False  # reported with the supplies that did not arrive
    if note.code in ("no way", "detour") and note.at is not None:
        return km_between(st.at(note.unit), note.at) > st.figures.reports.reached
    return True


def _remark(st: Position, note: Note, befell: list[Troops], whole: list[Troops], name: str) -> str:
    """Return a sentence; a whole formation, or many units, are not named one by one."""
    if len(whole) > 1 and {unit.number for unit in whole} <= {unit.number for unit in befell}:
        verbs = _ALL if is_plural(name) else _ONE
        return sentence(_of([name], fate(st, note, verbs)))
    names = [called(unit.name) for unit in befell]
    if len(names) > _MANY:
        names = [*names[: _MANY - 1], f"{in_words(len(names) - _MANY + 1)} others"]
    return _of(names, fate(st, note, _ALL if len(names) > 1 else _ONE))


def unseen_by(st: Position, team: int, units: Sequence[Troops]) -> Unseen:
    """Return their knowledge of an enemy without contact at the end of the turn."""
    own = {unit.number for unit in units}
    codes = {note.code for note in st.notes if note.team == team and note.unit in own}
    if "stopped" in codes or "met" in codes:
        return "barred"
    if "got away" in codes:
        return "pursued"
    return "fired on" if fire_on(st, team, units) else "nobody"


def fire_on(st: Position, team: int, units: Sequence[Troops]) -> tuple[str, ...]:
    """Return what fell on these units from guns and aircraft that are in no fight (10.4)."""
    own = {unit.number for unit in units}
    fallen = ("shelled", "under fire")
    found = [n for n in st.notes if n.team == team and n.unit in own and n.code in fallen]
    return tuple(sorted({_fire(note) for note in found}))


def _fire(note: Note) -> str:
    return "bombs" if "bombs" in note.parts else "shell-fire"


def unassigned(st: Position, team: int) -> list[RemarkFact]:
    """Return the remarks that belong to no formation."""
    told = {u.number for units in formations(st, team).values() for u in units}
    found = list(dict.fromkeys(_loose(st, team, told)))
    if taken := prisoners_of(st, team):
        names, count = listed(list(taken)), in_words(taken.total())
        words = f"About {count} prisoners were taken; they belong to {names}."
        found.append(RemarkFact("prisoners", words))
    return found


def _loose(st: Position, team: int, told: set[int]) -> Iterator[RemarkFact]:
    for note in notes_for(st, team):
        has_fate = bool(SAYINGS[note.code].fate)
        if note.unit in told and has_fate:
            continue
        if note.unit >= 0 and has_fate and st.world.units[note.unit].team == team:
            words = _of([called(st.world.units[note.unit].name)], fate(st, note, _ONE))
            yield RemarkFact(note.code, words)
        else:
            yield RemarkFact(note.code, said(st, note))


def corrections(st: Position, team: int) -> list[str]:
    """Return Control's corrections for a team, in order."""
    return [said(st, note) for note in st.corrections if note.team == team]


def prisoners_of(st: Position, team: int) -> Counter[str]:
    """Return the number of prisoners of a team this turn, by their formation (9.5.g)."""
    taken: Counter[str] = Counter()
    for note in st.notes:
        if (note.team, note.code) == (team, "prisoners"):
            taken[note.name] += note.figure
    return taken
