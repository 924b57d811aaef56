"""Module 15 in play: every optional rule alone, and all that may stand together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from bocage.ai.aggressive_roundup import aggressive
from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.game import Game, OptionError, Setting
from bocage.engine.play import Policy
from bocage.engine.playout import table_for
from bocage.engine.save_text import written
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.games.roundup.board.position import Position
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.options import NUMBERED, OPTIONS, SWITCHES
from bocage.games.roundup.trials import keen
from tests.battery.drawing import drawn
from tests.battery.twins import leaks, viewers
from tests.games.roundup.build import game

PLAYERS: dict[str, Policy] = {"random": keen, "aggressive": aggressive}
NEEDS = {"reaction-to-the-drop": {"parachute-corps": "on"}}
OLD = "15.7 and 15.18"


def sets() -> dict[str, dict[str, str]]:
    """Return each rule alone with what it needs; then all, once with 15.10 and once with 15.11."""
    found = {
        str(each.rule): {each.id: each.choices[-1], **NEEDS.get(each.id, {})}
        for each in OPTIONS.values()
    }
    found[OLD] = {"no-column-on-turn-1": "on", "sustained-edge-contact": "on"}
    every = {each.id: each.choices[-1] for each in OPTIONS.values()} | found[OLD]
    found["all with 15.10"] = {k: v for k, v in every.items() if k != "german-replacements"}
    found["all with 15.11"] = {k: v for k, v in every.items() if k != "kampfgruppen"}
    return found


SETS = sets()


def played(table: Table[Any], policy: Policy, rng: Random) -> Iterator[tuple[int, int]]:
    """Play a table to its end; yields seat and action before each is done."""
    while not table.is_over:
        seat = play.pending(table.state)[0]
        legal = table.legal(seat)
        action = policy(table.state, legal, rng) if rng.random() < 0.93 else rng.choice(legal)
        yield seat, action
        assert table.act(seat, action)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("rules", SETS)
def test_no_position_is_impossible_under_options(rules: str, player: str) -> None:
    """After every action of a whole game the position is possible, check is what legal lists,
    and everything that happened cites a rule."""
    rng = Random(f"{rules} {player}")
    table = table_for(game(), 15, options=SETS[rules])
    asked: set[str] = set()
    for number, (seat, _) in enumerate(played(table, PLAYERS[player], rng)):
        assert game().faults(table.state) == []
        kind = type(table.state.stack[-1]).__name__
        if kind not in asked or number % 25 == 0:
            asked.add(kind)
            legal = list(table.legal(seat))
            assert all(play.check(table.state, game().grammar, seat, each) for each in legal)
            for probe in drawn(game().grammar, legal, rng, 25):
                ruling = play.check(table.state, game().grammar, seat, probe)
                assert bool(ruling) == (probe in legal), (hex(probe), table.say(ruling))
            assert table.decision is not None
            assert table.decision.prompts[seat].say(game().nouns)
    assert game().faults(table.state) == []
    assert game().outcome(table.state) is not None
    assert all(event.rule and event.words().say(game().nouns) for _, event in table.events)


@pytest.mark.parametrize("rules", ["all with 15.10", "all with 15.11"])
def test_the_rules_come_to_bear(rules: str) -> None:
    """In a few games with everything on, most optional rules decide something."""
    met: set[str] = set()
    for seed in range(3):
        table = table_for(game(), seed, options=SETS[rules])
        for _ in played(table, aggressive, Random(seed)):
            pass
        met |= {str(event.rule.case) for _, event in table.events if event.rule[:3] == "15."}
    wanted = {"15.1", "15.2", "15.4", "15.6", "15.9", "15.12", "15.16", "15.17"}
    assert wanted <= met


@pytest.mark.parametrize("rules", ["all with 15.10", "all with 15.11"])
def test_nobody_listening_changes_nothing(rules: str) -> None:
    """Played without events a game comes to the very same states."""
    rng = Random(rules)
    silent = game().new("standard", game().settings(SETS[rules]))
    play.settle(silent)
    heard = silent.copy()
    heard.events = []
    number = 0
    while silent.stack:
        if isinstance(silent.stack[-1], Chance):
            seat, action = CHANCE, play.roll(silent, rng)
        else:
            seat = play.pending(silent)[0]
            action = aggressive(silent, play.legal(silent, seat), rng)
        play.apply(silent, seat, action)
        play.apply(heard, seat, action)
        number += 1
        if number % 20 == 0:
            assert silent.key() == heard.key()
    assert silent == heard


def test_a_stored_state_continues_alike() -> None:
    """What optional rules remember is in the dump, with the units of 15.19 too."""
    options = SETS["all with 15.10"]
    table = table_for(game(), 4, options=options)
    for number, _ in enumerate(played(table, aggressive, Random(4))):
        if number % 60:
            continue
        mould = game().new("standard", game().settings(options))
        loaded = mould.load(json.loads(json.dumps(table.state.dump())))
        assert loaded == table.state
        if table.state.stack and not isinstance(table.state.stack[-1], Chance):
            seat = play.pending(loaded)[0]
            assert list(play.legal(loaded, seat)) == list(table.legal(seat))


@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_directive_is_hidden(seed: int) -> None:
    """15.1: nothing that the Allies or an onlooker receive depends on the strategy."""
    rng = Random(seed)
    table = table_for(game(), seed, options={"hidden-directive": "on"})
    told = 0
    for number, _ in enumerate(played(table, keen, Random(seed))):
        if table.state.turn > 2:
            break
        if number % 12 == 0:
            for viewer in viewers(table):
                assert leaks(table, viewer, rng, 12) == []
                seen = game().view(table.state, viewer)["strategy"]
                told += seen != table.state.strategy
    assert told > 0


# The switches ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"15.10": "on", "15.11": "on"}, "can't be used together: both bring back German steps"),
        ({"hidden-directive": "on", "open-strategy": "on"}, "drawn either face down or openly"),
        ({"reaction-to-the-drop": "on"}, r"needs parachute-corps \(15.12\)"),
        ({"15.4": "maybe"}, "option port-hex-control cannot be 'maybe'; it can be off, on"),
        ({"15.21": "on"}, "has no option '15.21'"),
    ],
)
def test_switches_that_contradict_are_refused(options: dict[str, str], said: str) -> None:
    """One sentence says which two switches, or which choice, and why."""
    with pytest.raises(OptionError, match=said):
        game().settings(options)


def test_every_optional_rule_has_its_number() -> None:
    """15.1 to 15.20 each name one switch of the game, and by the number it can be set."""
    assert list(NUMBERED) == [f"15.{n}" for n in range(1, 21) if n not in (7, 18)] + [
        "15.7",
        "15.18",
    ]
    for number, name in NUMBERED.items():
        on = game().options[name].choices[-1]
        chosen = {number: on, **NEEDS.get(name, {})}
        assert game().settings(chosen)[name] == on
    assert set(game().settings().values()) == {"off", "0"}


class Earlier(Roundup):
    """The game as it was when the table had the switches of the readings alone."""

    options = {option.id: option for option in SWITCHES.values()}  # noqa: RUF012

    def settings(
        self, chosen: Mapping[str, str] | None = None, revision: int | None = None
    ) -> dict[str, str]:
        """Return those switches."""
        return Game[Position].settings(self, chosen, revision)


def test_a_save_from_before_the_options_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game started when the table had fewer switches continues with the others off."""
    none_yet: dict[str, Setting] = {}
    monkeypatch.setattr("bocage.games.roundup.game.load_settings", Mock(return_value=none_yet))
    table = Table.new(Earlier(game().world), seed=bytes(32))
    for line in ("beachhead us1 2723", "beachhead us2 2824"):
        assert table.do(0, line)
    text = written(table)
    assert sum(line.startswith("option:") for line in text.splitlines()) == len(SWITCHES)
    again = read(text, game())
    assert again.state == table.state
    assert again.do(0, "beachhead uk1 3024")
    assert written(again).startswith(text.splitlines()[0])


@pytest.mark.parametrize(
    "page", ["docs/options.md", "src/bocage/games/roundup/optional_rules.md"], ids=["page", "text"]
)
def test_the_pages_name_every_switch(page: str) -> None:
    """The text of module 15 and the page for players have each rule with its switch."""
    text = (Path(__file__).parents[3] / page).read_text(encoding="utf-8")
    for number, name in NUMBERED.items():
        table = f"| {number} | `{name}` |" in text
        section = text.partition(f"## {number} ")[2][:120]
        assert table or f"`{name}`" in section, number
