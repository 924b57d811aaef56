"""Facts into words: a report in the six parts of ELETIS, in that order, as sentences (10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bocage.games.opcom.reporting.facts import (
    FightFact,
    FormationFact,
    Kind,
    SupplyFact,
    UnitFact,
)
from bocage.games.opcom.reporting.ladder import RUNGS
from bocage.games.opcom.reporting.speech import (
    Choice,
    Speech,
    in_words,
    listed,
    sentence,
    speech_of,
)


def told(facts: FormationFact, hour: int, minute: int, choice: Choice) -> str:
    """The whole report of a formation; a single line where nothing much happened."""
    speech = speech_of(facts.nation)
    if facts.is_routine and not facts.remarks:
        return _line(facts, speech, choice)
    parts = [speech.clock.format(hour=hour, minute=minute)]
    if facts.late:
        parts.append(speech.delayed)
    parts += _fights(facts.fights, speech, choice)
    parts += effectiveness(facts, speech, choice)
    parts.append(location(facts))
    parts += facts.remarks
    parts += _enemy(facts, speech, choice)
    if facts.prisoners:
        parts.append(_say(speech.enemy["prisoners"], "prisoners", choice, number=facts.prisoners))
    parts += supplies(facts.supply, speech, choice)
    return " ".join(sentence(part) for part in parts if part)


def _say(phrases: Sequence[str], slot: str, choice: Choice, **fields: str) -> str:
    """A phrase with its fields, each also with a capital for the beginning of a sentence."""
    both = {**fields, **{name.capitalize(): sentence(value) for name, value in fields.items()}}
    return choice.among(slot, phrases).format(**both)


def _line(facts: FormationFact, speech: Speech, choice: Choice) -> str:
    kinds: tuple[Kind, ...] = ("line", "guns", "staff", "columns")
    units = next(
        found for kind in kinds if (found := [unit for unit in facts.units if unit.kind == kind])
    )
    supply = " ".join(supplies(facts.supply, speech, choice))
    kept = "moved" if any(unit.moved for unit in units) else "line"
    places = list(dict.fromkeys(unit.place for unit in units))
    where = places[0] if len(places) == 1 else f"{places[0]} and about"
    state = _state(units, speech, choice)
    text = _say(
        speech.quiet[kept], "quiet", choice, name=facts.name, place=where, state=state,
        supply=supply,
    )  # fmt: skip
    return sentence(text.strip())


def _state(units: Sequence[UnitFact], speech: Speech, choice: Choice) -> str:
    """How most of them are."""
    word = _majority(units)
    banks = {"guns": speech.guns, "staff": speech.rear, "columns": speech.rear}
    bank = banks.get(units[0].kind, speech.state)
    return choice.among(f"state.{units[0].kind}.{word}", bank[word])


def _majority(units: Sequence[UnitFact]) -> str:
    """The rung of most; of two that are as common, the better."""
    counted = Counter(unit.rung for unit in units)
    order = [*RUNGS, "full", "some", "few", "staff", "columns"]
    return max(counted, key=lambda rung: (counted[rung], -order.index(rung)))


def _fights(fights: Sequence[FightFact], speech: Speech, choice: Choice) -> Iterator[str]:
    """What came of each, no two in the same words."""
    used: set[str] = set()
    for number, fight in enumerate(fights):
        bank = speech.attack if fight.attacking else speech.defence
        band = "stood" if fight.stood and not fight.attacking else fight.band
        phrases = [each for each in bank[band] if each not in used] or bank[band]
        phrase = choice.among(f"fight.{number}", phrases)
        used.add(phrase)
        yield phrase.format(place=fight.place)


def effectiveness(facts: FormationFact, speech: Speech, choice: Choice) -> Iterator[str]:
    """10.1: the word for most of them, then whoever is otherwise; guns apart."""
    line = [unit for unit in facts.units if unit.kind == "line"]
    if len(line) == 1:
        yield speech.one.format(name=line[0].name, state=_state(line, speech, choice))
    elif line:
        most = _majority(line)
        yield speech.one.format(name=facts.name, state=_state(line, speech, choice))
        yield from _by_rung([u for u in line if u.rung != most], speech, choice)
    yield from _by_rung([u for u in facts.units if u.kind == "guns"], speech, choice)
    lost = [u for u in facts.units if u.kind in ("staff", "columns") and u.rung == "none"]
    yield from _by_rung(lost, speech, choice)


def _by_rung(units: Sequence[UnitFact], speech: Speech, choice: Choice) -> Iterator[str]:
    for rung in dict.fromkeys(unit.rung for unit in units):
        alike = [unit for unit in units if unit.rung == rung]
        form = speech.one if len(alike) == 1 else speech.several
        yield form.format(
            name=listed([unit.name for unit in alike]), state=_state(alike, speech, choice)
        )


def location(facts: FormationFact) -> str:
    """10.2: where everybody is, as it is."""
    there = [unit for unit in facts.units if unit.rung != "none"]
    if len(there) == 1:
        return f"{there[0].place}."
    places = dict.fromkeys(unit.place for unit in there)
    found: list[str] = []
    for place in places:
        names = [unit.name for unit in there if unit.place == place]
        everybody = len(places) == 1 and len(names) > 1
        found.append(f"all {place}" if everybody else f"{listed(names)} {place}")
    return f"{'; '.join(found)}." if found else ""


def _enemy(facts: FormationFact, speech: Speech, choice: Choice) -> Iterator[str]:
    """10.3 to 10.5; tanks, guns and aircraft are always told (reading 10.6)."""
    enemy = facts.enemy
    if enemy is None:
        yield _say(speech.enemy["unseen" if facts.barred else "none"], "none", choice)
        return
    bank = speech.enemy
    yield _say(bank["met"], "met", choice, count=enemy.count)
    if enemy.tank_class:
        fields = {"class": enemy.tank_class}
        yield _say(bank["armour-class"], "armour", choice, **fields)
    else:
        yield _say(bank["armour" if enemy.tanks else "no-armour"], "armour", choice)
    if enemy.guns:
        yield _say(bank["guns"], "guns", choice, guns=listed(enemy.guns))
    if enemy.air:
        yield _say(bank["air"], "air", choice, air=enemy.air)
    name = {"branch": enemy.name, "formation": enemy.name}
    yield _say(bank[enemy.identity], "identity", choice, **name)


def supplies(supply: SupplyFact, speech: Speech, choice: Choice) -> Iterator[str]:
    """10.6: used, lost and in hand, also where it is nothing."""
    bank = speech.supply
    if supply.ammo or supply.fuel:
        yield _say(bank["used"], "used", choice, used=points(supply.ammo, supply.fuel))
    else:
        yield _say(bank["nothing"], "used", choice)
    if supply.lost:
        one = "point" if supply.lost == 1 else "points"
        yield _say(bank["lost"], "lost", choice, lost=f"{in_words(supply.lost)} {one}")
    if supply.staff:
        left = points(supply.left_ammo, supply.left_fuel) or "nothing"
        yield _say(bank["left"], "left", choice, left=left, staff=supply.staff)


def points(ammo: int, fuel: int) -> str:
    """`four points of ammunition and one of fuel`."""
    found = [
        (count, kind) for count, kind in ((ammo, "ammunition"), (fuel, "fuel")) if count
    ]  # fmt: skip
    words: list[str] = []
    for i, (count, kind) in enumerate(found):
        unit = "" if i else "point " if count == 1 else "points "
        words.append(f"{in_words(count)} {unit}of {kind}")
    return " and ".join(words)
