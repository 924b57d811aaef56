"""Facts into words: a report as sentences in the six parts of ELETIS, in that order (10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bocage.engine.words import phrase
from bocage.games.opcom.s10_reports.facts import (
    FightFact,
    FormationFact,
    Kind,
    RumourFact,
    UnitFact,
)
from bocage.games.opcom.s10_reports.ladder import RUNGS
from bocage.games.opcom.s10_reports.speech import (
    Speech,
    Voice,
    in_words,
    is_plural,
    listed,
    of_several,
    sentence,
    speech_of,
)


def told(facts: FormationFact, hour: int, minute: int, voice: Voice, staffs: set[str]) -> str:
    """Return the whole report of a formation; one line if little happened.

    `staffs` are the headquarters with stocks already reported this turn; their stocks are left out.
    """
    speech = speech_of(facts.nation)
    voice.begin()
    if facts.is_routine and not facts.remarks:
        return _line(facts, speech, voice, staffs)
    parts = [speech.clock.format(hour=hour, minute=minute)]
    if facts.late:
        parts.append(speech.delayed)
    parts += _fights(facts.fights, speech, voice)
    parts += effectiveness(facts, speech, voice)
    parts.append(location(facts))
    parts += [each.words for each in facts.remarks]
    parts += _enemy(facts, speech, voice)
    if facts.prisoners:
        parts.append(_say(speech.enemy["prisoners"], "prisoners", voice, number=facts.prisoners))
    parts += _rumours(facts.rumours, speech, voice)
    parts += supplies(facts, speech, voice, staffs)
    return " ".join(sentence(part) for part in parts if part)


def _say(phrases: Sequence[str], slot: str, voice: Voice, **fields: str) -> str:
    """Return a phrase with its fields, each also with a capital for the beginning of a sentence."""
    both = {**fields, **{name.capitalize(): sentence(value) for name, value in fields.items()}}
    return voice.among(slot, phrases).format(**both)


def _line(facts: FormationFact, speech: Speech, voice: Voice, staffs: set[str]) -> str:
    """Return the line for a quiet half day; a formation in several places names them."""
    kinds: tuple[Kind, ...] = ("line", "guns", "staff", "columns")
    units = next(
        found for kind in kinds if (found := [unit for unit in facts.units if unit.kind == kind])
    )
    rear = units[0].kind in ("staff", "columns")
    name = listed([unit.name for unit in units]) if rear else facts.name
    verbs = _ARE if is_plural(name) or (rear and len(units) > 1) else _IS
    places = {unit.place for unit in facts.units}
    states = {unit.rung for unit in facts.units if unit.kind in ("line", "guns")}
    if len(places) == 1 and len(states) <= 1:
        kept = "moved" if any(unit.moved for unit in units) else "line"
        state = state_words(units, speech, voice)
        state = of_several(state) if verbs is _ARE else state
        fields = {"name": name, "place": units[0].place, "state": state, **verbs}
        parts = [_say(speech.quiet[kept], f"quiet.{kept}", voice, **fields)]
    elif rear:
        form = speech.several if verbs is _ARE else speech.one
        parts = [form.format(name=name, state=state_words(units, speech, voice)), location(facts)]
    else:
        parts = [*effectiveness(facts, speech, voice), location(facts)]
    parts += _rumours(facts.rumours, speech, voice)
    parts += supplies(facts, speech, voice, staffs)
    return " ".join(sentence(part.strip()) for part in parts)


_IS: Final = {"is": "is", "has": "has", "it": "it", "its": "its"}
_ARE: Final = {"is": "are", "has": "have", "it": "they", "its": "their"}


def _rumours(found: Sequence[RumourFact], speech: Speech, voice: Voice) -> Iterator[str]:
    """Yield the rumours, marked as such (reading 10.10)."""
    for each in found:
        bank = speech.rumour[each.what or "gone"]
        yield _say(bank, f"rumour.{each.what}", voice, town=each.town, where=each.where)


def state_words(units: Sequence[UnitFact], speech: Speech, voice: Voice) -> str:
    """Return the state of most units; silent guns and columns that stood have their own words."""
    word = _majority(units)
    banks = {"guns": speech.guns, "staff": speech.rear, "columns": speech.rear}
    bank = banks.get(units[0].kind, speech.state)
    if units[0].kind == "guns" and word != "none" and not any(unit.fired for unit in units):
        word += "-quiet"
    if word == "columns" and not any(unit.moved for unit in units):
        word = "waiting"
    return voice.among(f"state.{units[0].kind}.{word}", bank[word])


def _majority(units: Sequence[UnitFact]) -> str:
    """Return the rung of most; of two that are as common, the better."""
    counted = Counter(unit.rung for unit in units)
    order = [*RUNGS, "full", "some", "few", "staff", "columns"]
    return max(counted, key=lambda rung: (counted[rung], -order.index(rung)))


def _fights(fights: Sequence[FightFact], speech: Speech, voice: Voice) -> Iterator[str]:
    """Yield the result of each fight, in order; ground that was named is not named again."""
    before = ""
    for fight in fights:
        again = fight.place == before
        text = fight_words(replace(fight, place="there") if again else fight, speech, voice)
        if again:
            text = speech.later.format(it=f"{text[:1].lower()}{text[1:]}")
        before = fight.place
        yield text


def fight_words(fight: FightFact, speech: Speech, voice: Voice) -> str:
    """Return the result of a fight, in a sentence of the nation's."""
    bank = speech.attack if fight.attacking else speech.defence
    band = fight.band if fight.ground == "as told" else fight.ground
    return _say(bank[band], f"fight.{fight.attacking}.{band}", voice, place=fight.place)


def effectiveness(facts: FormationFact, speech: Speech, voice: Voice) -> Iterator[str]:
    """Yield the word for most of them, then the exceptions; guns apart (10.1)."""
    line = [unit for unit in facts.units if unit.kind == "line"]
    if len(line) == 1:
        yield _is(speech, line[0].name, state_words(line, speech, voice))
    elif line:
        most = _majority(line)
        alike = [unit for unit in line if unit.rung == most]
        if 2 * len(alike) > len(line):
            yield _is(speech, facts.name, state_words(line, speech, voice))
            line = [unit for unit in line if unit.rung != most]
        else:
            yield speech.mixed.format(name=facts.name)
        yield from _by_rung(line, speech, voice)
    guns = [unit for unit in facts.units if unit.kind == "guns"]
    yield from _by_rung(guns, speech, voice)
    rear = [u for u in facts.units if u.kind in ("staff", "columns") and u.rung != "none"]
    if rear and len(rear) == len(facts.units):
        name = facts.name if len(rear) == 1 else listed([unit.name for unit in rear])
        form = speech.one if len(rear) == 1 else speech.several
        yield form.format(name=name, state=state_words(rear[:1], speech, voice))
    lost = [u for u in facts.units if u.kind in ("staff", "columns") and u.rung == "none"]
    yield from _by_rung(lost, speech, voice)


def _is(speech: Speech, name: str, state: str) -> str:
    if is_plural(name):
        return speech.several.format(name=name, state=of_several(state))
    return speech.one.format(name=name, state=state)


def _by_rung(units: Sequence[UnitFact], speech: Speech, voice: Voice) -> Iterator[str]:
    for rung, fired in dict.fromkeys((unit.rung, unit.fired) for unit in units):
        alike = [unit for unit in units if (unit.rung, unit.fired) == (rung, fired)]
        state = state_words(alike, speech, voice)
        if len(alike) == 1:
            yield _is(speech, alike[0].name, state)
        else:
            names = listed([unit.name for unit in alike])
            yield speech.several.format(name=names, state=of_several(state))


def location(facts: FormationFact) -> str:
    """Return the true places of the units; most of them together if they are together (10.2)."""
    there = [unit for unit in facts.units if unit.rung != "none"]
    if len(there) == 1:
        return f"Position: {there[0].place}."
    places = Counter(unit.place for unit in there)
    if len(places) == 1:
        return f"All {there[0].place}."
    found = [_at([unit.name for unit in there if unit.place == place], place) for place in places]
    most, count = places.most_common(1)[0] if places else ("", 0)
    if count > _FEW and 2 * count > len(there):
        others = [each for each, place in zip(found, places, strict=True) if place != most]
        return f"All {most} but {'; '.join(others)}."
    return f"{'; '.join(found)}." if found else ""


_FEW: Final = 2


def _at(names: Sequence[str], place: str) -> str:
    """Return names and their place, with a comma after a number or a place in the last name."""
    comma = "," if names[-1][-1:].isdigit() or " at " in names[-1] else ""
    return f"{listed(names)}{comma} {place}"


def _enemy(facts: FormationFact, speech: Speech, voice: Voice) -> Iterator[str]:
    """Yield the enemy.

    Tanks, guns and aircraft are always reported (10.3 to 10.5, reading 10.6).
    """
    enemy = facts.enemy
    if enemy is None:
        if facts.unseen != "pursued":  # the report already says that the enemy got away
            yield _say(speech.enemy[_UNSEEN[facts.unseen]], "none", voice)
        return
    bank = speech.enemy
    met = "met" if enemy.still else "had"
    yield _say(bank[met], met, voice, count=phrase(enemy.count))
    if enemy.tank_class:
        fields = {"class": enemy.tank_class}
        yield _say(bank["armour-class"], "armour", voice, **fields)
    else:
        yield _say(bank["armour" if enemy.tanks else "no-armour"], "armour", voice)
    if enemy.guns:
        guns = "guns" if facts.fights else "guns-seen"
        yield _say(bank[guns], guns, voice, guns=listed(enemy.guns))
    if enemy.air:
        yield _say(bank["air"], "air", voice, air=enemy.air)
    name = {"branch": enemy.name, "formation": enemy.name}
    slot = "known-again" if enemy.again else enemy.identity
    yield _say(bank[slot], f"identity.{slot}", voice, **name)


_UNSEEN: Final = {"nobody": "none", "barred": "unseen", "fired on": "fired"}


def supplies(facts: FormationFact, speech: Speech, voice: Voice, staffs: set[str]) -> Iterator[str]:
    """Yield supplies used, lost and in hand, even if zero; each stock once a turn (10.6)."""
    bank, supply = speech.supply, facts.supply
    if supply.ammo or supply.fuel:
        yield _say(bank["used"], "used", voice, used=points(supply.ammo, supply.fuel))
    elif any(unit.kind in ("line", "guns") for unit in facts.units):
        yield _say(bank["nothing"], "nothing", voice)
    if supply.lost:
        one = "point" if supply.lost == 1 else "points"
        yield _say(bank["lost"], "lost", voice, lost=f"{in_words(supply.lost)} {one}")
    if not supply.staff or supply.staff in staffs:
        return
    staffs.add(supply.staff)
    left = points(supply.left_ammo, supply.left_fuel)
    slot = "left" if left else "empty"
    if supply.own:
        slot += "-own"
    yield _say(bank[slot], slot, voice, left=left, staff=supply.staff)


def points(ammo: int, fuel: int) -> str:
    """Return points in words: `four points of ammunition and one of fuel`."""
    found = [
        (count, kind) for count, kind in ((ammo, "ammunition"), (fuel, "fuel")) if count
    ]  # fmt: skip
    words: list[str] = []
    for i, (count, kind) in enumerate(found):
        unit = "" if i else "point " if count == 1 else "points "
        words.append(f"{in_words(count)} {unit}of {kind}")
    return " and ".join(words)
