"""Hostile lines, sheets and saves in every game: refused with a sentence, never a fault.

A short run is part of every test run; `--hostile 20` makes it twenty times as long.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine import play
from bocage.engine.dice import Dice
from bocage.engine.errors import BocageError
from bocage.engine.game import Game
from bocage.engine.header import Header
from bocage.engine.log import Chain, line_hash, link_after, mark
from bocage.engine.playout import policy
from bocage.engine.save_format import SaveError, parsed
from bocage.engine.save_text import written
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.engine.verification import verified
from bocage.games.opcom.s05_orders.sheet import KINDS
from tests.games.opcom.playing import begun, sample, send, work_out
from tests.hostile_values import VALUES, bent, json_of, some, variants

GAMES = ("roundup", "falaise", "opcom")
TEXTS = [each for each in VALUES if isinstance(each, str)]
HANDS = (
    "steps GE-HOF-3 1 because x",
    "move GB-HCR Achel because x",
    "bridge dommel down because x",
    "stock GB-HCR fuel 3 because x",
    "weather rain because x",
)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """Chance, the same in every run of the same test."""
    return Random(request.node.name)


@contextmanager
def a_sentence() -> Generator[None]:
    """What is raised in here is an answer that can be said; anything else is a fault."""
    try:
        yield
    except BocageError as error:
        str(error).encode()


def begun_in(game: Game[Any], rng: Random, most: int) -> Table[Any]:
    """Return a game under way, after some random actions."""
    table = Table.new(game, seed=rng.randbytes(32))
    for _ in range(rng.randrange(most)):
        if table.is_over:
            return begun_in(game, rng, most)
        seat = play.pending(table.state)[0]
        chooses = policy(game, "random")
        assert table.act(seat, chooses(table.state, table.legal(seat), rng))
    return begun_in(game, rng, most) if table.is_over else table


@pytest.mark.parametrize("name", GAMES)
def test_lines_with_something_wrong_in_them(name: str, rng: Random, hostile: int) -> None:
    """A line that was right and is bent is refused or done; so is what Control does by hand."""
    game = load_game(name)
    for _ in range(2 * hostile):
        table = begun_in(game, rng, 40)
        seat = play.pending(table.state)[0]
        lines = [game.grammar.say(rng.choice(table.legal(seat))) for _ in range(6)]
        words = [word for line in lines for word in line.split()][:200]
        words += [verb.word for verb in game.grammar.verbs]
        for _ in range(100):
            line = bent(rng, rng.choice(lines), words)
            with a_sentence():
                table.say(table.check(seat, line)).encode()
            if game.control is not None:
                line = bent(rng, rng.choice(HANDS), words)
                with a_sentence():
                    table.say(table.adjust(game.control, line)).encode()


def test_a_sheet_with_something_wrong_in_each_place(rng: Random, hostile: int) -> None:
    """Whatever stands in whatever place of a sheet, it is refused in a sentence or taken."""
    table = begun()
    lines: list[Any] = [{"turn": "1", kind: [dict.fromkeys(KINDS[kind], "1")]} for kind in KINDS]
    lines.append({"turn": "1", "faults": ["x"]})
    for example in [sample("joes_bridge", "1-guards.toml"), *lines]:
        for each in some(rng, list(variants(example)), 25 * hostile):
            line = f"sheet {json_of(each)}"
            with a_sentence():
                table.say(table.check(0, line)).encode()


def test_turns_with_hostile_sheets(rng: Random, hostile: int) -> None:
    """What is taken of such sheets is worked out, turn after turn, without a fault."""
    names: Sequence[str] = ("all", "2nd Irish Guards", "Valkenswaard", "XXX Corps", "-3")
    singles = [each for each in VALUES if isinstance(each, str | int | float)]

    def field() -> Any:
        name = rng.choice(names)
        return rng.choice((name, [name, rng.choice(names)], rng.randrange(-5, 10**6), True))

    def drawn(turn: int) -> dict[str, Any]:
        found: dict[str, Any] = {"turn": str(turn)}
        for kind in rng.sample(list(KINDS), k=6):
            fields = rng.sample(KINDS[kind], k=rng.randrange(1, len(KINDS[kind]) + 1))
            lines = [{each: field() for each in fields} for _ in range(3)]
            lines[0][fields[0]] = rng.choice(singles)
            found[kind] = lines
        return found

    for _ in range(3 * hostile):
        table = begun(oracle=Dice(rng.randbytes(32)))
        for turn in (1, 2):
            for team in (0, 1):
                line = f"sheet {json_of(drawn(turn))}"
                with a_sentence():
                    table.do(team, line)
                if team in play.pending(table.state):
                    send(table, team, {"turn": str(turn)})
            work_out(table)
            assert table.do(2, "release")


@pytest.mark.parametrize("name", GAMES)
def test_saves_by_somebody_who_can_reckon(name: str, rng: Random, hostile: int) -> None:
    """Headers and lines are bent and the chain is made to fit: a sentence, or a game."""
    game = load_game(name)
    for _ in range((1 if name == "opcom" else 4) * hostile):
        head, rows = _parts(written(begun_in(game, rng, 25)))
        for _ in range(20):
            text = _fitted(*_bent_save(rng, game, head, rows))
            for look in (read, verified):
                with a_sentence():
                    look(text, _rules(game, text))


def _rules(game: Game[Any], text: str) -> Game[Any]:
    """Return the rules that a save asks for, as the server finds them."""
    header = parsed(text).header
    return game.at(game.scenario(header.scenario).id) if header.game == game.id else game


def _parts(save: str) -> tuple[list[str], list[str]]:
    lines = save.split("\n")
    gap = lines.index("")
    return lines[:gap], [line.rpartition(" ~")[0] for line in lines[gap + 1 : -2]]


def _bent_save(
    rng: Random, game: Game[Any], head: Sequence[str], rows: Sequence[str]
) -> tuple[list[str], list[str]]:
    head, rows = list(head), list(rows)
    seats = [*game.seats, "*", "?", "x", "\ud800"]
    for _ in range(rng.randrange(1, 3)):
        if rng.random() < 0.4 or not rows:
            i = rng.randrange(len(head))
            key = head[i].partition(": ")[0]
            head[i] = rng.choice(
                (
                    f"{key}: {rng.choice(TEXTS)}",
                    bent(rng, head[i], ("option: a = b", "fell: 3", "entropy: allied = ff")),
                    f"{key}: {rng.choice((-1, 10**20, 10**8, 3))}",
                    f"{head[i]}\nentropy: {rng.choice(seats)} = {'ff' * 3000}",
                    f"{head[i]}\nfell: 999999999",
                )
            )
        else:
            i = rng.randrange(len(rows))
            who, _, said = rows[i].partition(" ")
            from_ = rng.choice((0, 1, 2, 10**6, 10**5000 if rng.random() < 0.1 else 3))
            rows[i] = rng.choice(
                (
                    bent(rng, rows[i], (*seats, "takeback", "orders", "concede", "adjust")),
                    f"{rng.choice(seats)} {said}",
                    f"{who} {rng.choice(TEXTS)}",
                    f"{rng.choice(seats)} takeback from {_long(from_)}, agreed {rng.choice(seats)}",
                    f"{rng.choice(seats)} orders {rng.choice(('none', 'retired', 'fire-3', ''))}",
                    f"{rng.choice(seats)} concede",
                    f"{rng.choice(seats)} adjust {rng.choice(TEXTS)}",
                    f"x {rows[i]}",
                    f"? {'00' * rng.choice((0, 1, 32, 3000))}",
                )
            )
    return head, rows


def _long(number: int) -> str:
    return str(number) if number < 10**9 else "9" * 5000


def _fitted(head: Sequence[str], rows: Sequence[str]) -> str:
    """Return a save of these parts with marks that fit, as far as there can be any."""
    marks = ["0" * 12] * len(rows)
    try:
        chain = Chain(_header(head))
        last = chain.start
        for number, row in enumerate(rows):
            last = link_after(last, line_hash(row.removeprefix("x "), chain.salt(number)))
            marks[number] = mark(last)
    except (SaveError, UnicodeEncodeError):
        pass
    lines = [f"{row} ~{each}" for row, each in zip(rows, marks, strict=True)]
    return "\n".join([*head, "", *lines, f"end {len(rows)}"]) + "\n"


def _header(head: Sequence[str]) -> Header:
    return parsed("\n".join([*head, "", "end 0"]) + "\n").header
