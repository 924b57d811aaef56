"""How reports speak: the ladder of words, the banks of phrases, and the gate."""

from __future__ import annotations

import re

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.s10_reports.enemy import COUNTS, estimate, weight
from bocage.games.opcom.s10_reports.facts import (
    EnemyFact,
    FightFact,
    FormationFact,
    SupplyFact,
    UnitFact,
)
from bocage.games.opcom.s10_reports.ladder import RUNGS, guns_rung, rung
from bocage.games.opcom.s10_reports.lint import band_faults, faults, named_in
from bocage.games.opcom.s10_reports.speech import (
    FOREIGN,
    Speech,
    Voice,
    called,
    in_words,
    speech_of,
    speeches,
)
from bocage.games.opcom.s10_reports.words import location, points, told

STYLES = pytest.mark.parametrize("speech", speeches(), ids=lambda each: each.name)


@pytest.mark.parametrize(
    ("level", "full", "lost", "expected"),
    [
        (8, 8, 0, "considerable-complete"),
        (6, 6, 1, "considerable-casualties"),
        (7, 8, 1, "considerable-light"),
        (6, 10, 3, "considerable-thinned"),
        (6, 20, 9, "considerable-thinned"),
        (5, 5, 0, "fair-complete"),
        (4, 4, 1, "fair-thinned"),
        (5, 6, 1, "fair-thinned"),
        (3, 7, 4, "fair-tired"),
        (3, 20, 9, "fair-tired"),
        (2, 2, 0, "low-complete"),
        (2, 3, 1, "low-tired"),
        (2, 8, 5, "low-platoons"),
        (1, 8, 6, "low-disintegrating"),
        (0, 8, 8, "none"),
    ],
)
def test_10_1_the_level_decides_and_wear_colours(
    level: int, full: int, lost: int, expected: str
) -> None:
    """Reading 10.1: the band comes from the level now, the words inside it from what was lost."""
    assert rung(level, full, lost, tables()) == expected


def test_10_1_guns_speak_of_their_pieces() -> None:
    """Guns are complete, short of some, down to a few, or silent."""
    found = [
        guns_rung(8, 8, 0, tables()),
        guns_rung(5, 8, 2, tables()),
        guns_rung(1, 8, 5, tables()),
        guns_rung(0, 8, 8, tables()),
    ]
    assert found == ["full", "some", "few", "none"]


@STYLES
def test_every_result_has_five_openings(speech: Speech) -> None:
    """No opening tells which line of the results it was: each has at least five, all its own."""
    for bank in (speech.attack, speech.defence):
        assert all(len(set(phrases)) >= 5 for phrases in bank.values())
        every = [phrase for phrases in bank.values() for phrase in phrases]
        assert len(every) == len(set(every))
    assert set(speech.attack) - {"open"} == set(speech.defence) - {"kept"}


@STYLES
def test_no_word_for_a_unit_promises_more_than_its_band(speech: Speech) -> None:
    """The last column of the ladder: what may never be said of a unit."""
    assert set(speech.state) == set(RUNGS)
    for each in RUNGS:
        for words in speech.state[each]:
            assert list(band_faults(each, words)) == []


def test_a_promise_is_found() -> None:
    """The gate of the bands refuses what it must."""
    assert list(band_faults("low-tired", "worn out, but can attack"))
    assert list(band_faults("fair-tired", "tired but strong"))
    assert list(band_faults("considerable-light", "weak"))
    assert not list(band_faults("low-tired", "fit to hold and not to attack"))


@STYLES
def test_no_phrase_holds_a_term_of_the_rules(speech: Speech) -> None:
    """Whatever may be said has been through the gate before anybody says it."""
    banks = (speech.attack, speech.defence, speech.state, speech.guns, speech.rear, speech.enemy)
    for bank in (*banks, speech.supply, speech.quiet):
        for phrases in bank.values():
            for phrase in phrases:
                assert any(not each.startswith(FOREIGN) for each in phrases)
                assert faults(re.sub(r"\{\w+\}", "", phrase)) == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("the unit lost 2 steps", 2),
        ("strength is down to 5", 1),
        ("a bad die", 1),
        ("1930 hrs. Two battalions, 3 km north of Son.", 0),
        ("19.30 Uhr. 9th SS Panzer Division.", 0),
    ],
)
def test_the_gate_finds_numbers_and_terms(said: str, wrong: int) -> None:
    """Times, distances and names may have digits, nothing else."""
    assert len(faults(said, ["9th SS Panzer Division"])) == wrong


@pytest.mark.parametrize(
    ("words", "die", "expected"),
    [
        ((), 3, COUNTS[0]),
        (("low-platoons",), 3, COUNTS[1]),
        (("low-tired",) * 3, 3, COUNTS[2]),
        (("considerable-light",), 3, COUNTS[2]),
        (("considerable-light",), 6, COUNTS[3]),
        (("considerable-light",) * 2, 3, COUNTS[4]),
        (("considerable-complete", *("fair-thinned",) * 3), 3, COUNTS[5]),
        (("fair-complete",) * 4, 3, COUNTS[6]),
    ],
)
def test_10_3_three_weak_battalions_are_one(
    words: tuple[str, ...], die: int, expected: str
) -> None:
    """Reading 10.2: battalions count by their rung, and a die may add one."""
    weights = [weight("line", word, 5, tables()) for word in words]
    assert estimate(weights, die, blind=False, repeated=False, charts=tables()) == expected


def test_10_3_who_is_not_a_battalion_does_not_count() -> None:
    """Reading 10.2: no headquarters, no column, nobody who is finished; a company counts less."""
    assert weight("staff", "staff", 2, tables()) == weight("columns", "columns", 1, tables()) == 0
    assert weight("line", "none", 7, tables()) == weight("guns", "none", 6, tables()) == 0
    assert weight("line", "fair-complete", 5, tables()) > weight(
        "line", "fair-complete", 4, tables()
    )
    assert weight("line", "low-complete", 2, tables()) == weight("guns", "few", 6, tables())


def test_10_3_the_error_depends_on_how_they_were_met() -> None:
    """Reading 10.2: more errors for defenders in close country; none by those who know them."""

    def found(*, blind: bool) -> list[str]:
        return [
            estimate((1.0, 1.0), die, blind=blind, repeated=False, charts=tables())
            for die in range(1, 7)
        ]

    assert found(blind=False).count(COUNTS[4]) == 5
    assert found(blind=True).count(COUNTS[4]) == 3
    assert found(blind=True)[0] == COUNTS[2]
    assert estimate((1.0, 1.0), 6, blind=True, repeated=True, charts=tables()) == COUNTS[4]


def _facts(nation: str, **more: object) -> FormationFact:
    units = (
        UnitFact("a", "1st Battalion", "line", "low-platoons", "at Oosterbeek"),
        UnitFact("b", "2nd Battalion", "line", "fair-tired", "at Arnhem road bridge"),
        UnitFact("c", "3rd Battalion", "line", "fair-tired", "at Arnhem road bridge"),
        UnitFact("d", "Light Regiment", "guns", "some", "2 km west of Arnhem"),
    )
    supply = SupplyFact(4, 0, 1, 2, 0, "HQ 1 Para Bde")
    return FormationFact("X", "1st Parachute Brigade", nation, units, supply, **more)  # type: ignore[arg-type]


@STYLES
def test_10_a_report_has_its_six_parts_in_order(speech: Speech) -> None:
    """Effectiveness, location, enemy, type, identity, supply, in that order, and no number."""
    fight = FightFact(False, "limited success", "at Arnhem road bridge")
    enemy = EnemyFact("two battalions, possibly three", True, "", ("field guns",), "", "known",
                      "9th SS Panzer Division")  # fmt: skip
    facts = _facts(speech.nations[0], fights=(fight,), enemy=enemy)
    for seed in range(20):
        text = told(facts, 19, 30, Voice(str(seed)), set())
        low = text.casefold().replace("armor", "tank")
        parts = ["oosterbeek; 2nd", "battalions, possibly three", "tank", "9th ss", "ammunition"]
        found = [low.index(part) for part in parts]
        assert found == sorted(found)
        assert "field guns" in low
        assert faults(text, named_in(facts)) == []
        assert 60 <= len(text.split()) <= 140
        assert "{" not in text


@STYLES
def test_10_a_quiet_half_day_is_a_line(speech: Speech) -> None:
    """Where nothing happened a report is one line with place, state and supplies."""
    nation = speech.nations[0]
    units = tuple(
        UnitFact(name, name, "line", "fair-tired", "at Oosterbeek") for name in ("1st Bn", "2nd Bn")
    )
    facts = FormationFact("X", "1st Parachute Brigade", nation, units, SupplyFact())
    text = told(facts, 12, 30, Voice("q"), set())
    assert "1st Parachute Brigade" in text
    assert text.count("at Oosterbeek") == 1
    assert len(text.split()) < 35


@STYLES
def test_10_2_who_is_in_several_places_says_in_which(speech: Speech) -> None:
    """10.2: a quiet report, too, tells where everybody is."""
    text = told(_facts(speech.nations[0]), 12, 30, Voice("q"), set())
    for place in ("at Oosterbeek", "at Arnhem road bridge", "2 km west of Arnhem"):
        assert text.count(place) == 1


def test_10_2_most_of_them_are_named_together() -> None:
    """Where more than half are in one place the others alone are read out."""
    units = tuple(
        UnitFact(name, name, "line", "fair-tired", place)
        for name, place in (("A", "at Son"), ("B", "at Son"), ("C", "at Son"), ("D", "at Best"))
    )
    facts = FormationFact("X", "X Brigade", "uk", units, SupplyFact())
    assert location(facts) == "All at Son but D at Best."


def test_10_6_a_stock_is_reported_once() -> None:
    """What is in hand with a headquarters is said by the first who draws on it."""
    staffs: set[str] = set()
    texts = [told(_facts("uk"), 12, 30, Voice(seed), staffs) for seed in "ab"]
    assert ["HQ 1 Para Bde" in text for text in texts] == [True, False]


def test_a_voice_says_everything_before_it_repeats_itself() -> None:
    """No phrase of a bank comes twice in a turn while there is another."""
    voice = Voice("v")
    said = [voice.among("bank", ["a", "b", "c"]) for _ in range(6)]
    assert sorted(said[:3]) == ["a", "b", "c"] == sorted(said[3:])


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("2nd (Armd) Bn Irish Guards", "2nd Irish Guards"),
        ("3rd Bn Irish Guards", "3rd Irish Guards"),
        ("153rd (Leics Yeo) Field Regt RA", "153rd Field Regt"),
        ("s Pz Abt 506 (Tiger II)", "Schwere Pz Abt 506"),
        ("I/von Hoffmann (Kerutt), astride the road", "I/von Hoffmann"),
        ("43rd (Wessex) Division", "43rd (Wessex) Division"),
        ("377th Parachute FA Bn", "377th Parachute FA Bn"),
    ],
)
def test_names_are_spoken_short(name: str, short: str) -> None:
    """What is noted for Control in a name is not read out."""
    assert called(name) == short


def test_words_vary_and_are_kept() -> None:
    """Another seed finds other words; the same seed the same ones."""
    facts = _facts("uk", fights=(FightFact(True, "success", "at Son"),))
    texts = {told(facts, 19, 30, Voice(str(seed)), set()) for seed in range(12)}
    assert len(texts) > 6
    assert told(facts, 19, 30, Voice("1"), set()) == told(facts, 19, 30, Voice("1"), set())


def test_every_nation_has_a_style() -> None:
    """Every nation in a scenario has officers who speak for it."""
    nations = ("uk", "us", "heer", "ss", "luftwaffe", "italy", "poland", "netherlands", "malta")
    assert {speech_of(each).name for each in nations} == {
        "british", "american", "german", "italian", "liaison",
    }  # fmt: skip


def test_supplies_are_spoken() -> None:
    """Points are in words, and the word points is said once."""
    assert points(4, 1) == "four points of ammunition and one of fuel"
    assert points(0, 1) == "one point of fuel"
    assert [in_words(n) for n in (0, 13, 20, 42, 120)] == [
        "no", "thirteen", "twenty", "forty-two", "one hundred and twenty",
    ]  # fmt: skip


def test_only_prisoners_who_were_taken_are_reported() -> None:
    """10.5, reading 7.6: a formation that is known by contact is not known from prisoners."""
    for speech in speeches():
        for slot, phrases in speech.enemy.items():
            assert slot == "prisoners" or "risoner" not in " ".join(phrases), (speech.name, slot)
