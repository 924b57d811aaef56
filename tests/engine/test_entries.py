"""Packed entries: a log in few bytes that is the same log."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bocage.engine.entries import BLOCK, Entries, Entry, pack, unpack
from bocage.engine.past import Past
from bocage.engine.play import pending
from bocage.engine.playout import policy, table_for
from bocage.engine.save_text import copy_for, lines_for, written
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, player
from tests.engine.tables import TOY
from tests.engine.toy.state import Outpost

ODD = [
    Entry("do", 0, "end", 1 << 32, "", final=False, link=b"l" * 16),
    Entry("chance", -1, "roll 3 @1.fight.c3#2", 7, "1.fight.c3#2", True, link=b"\xff" * 16),
    Entry("do", 130, "sheet é | x @ y", (1 << 900) + 5, "", True, True, (0, 130), True, True),
    Entry("takeback", 1, "takeback from 3, agreed Red", 0, "", True, known_to=()),
    Entry("orders", 1, "orders none", 0, "", False, known_to=(1,), open=True),
    Entry("adjust", 2, "adjust R1 c3 | against 3.1", 0, "", True, silent=True),
    Entry("concede", 0, "concede", 0, "", True),
]


@pytest.mark.parametrize("entry", ODD, ids=lambda entry: entry.kind)
def test_what_is_packed_is_there_again(entry: Entry) -> None:
    """Every field comes back but the link of the chain, which the log makes again."""
    again = unpack(pack(entry))
    assert again == entry
    assert again.link == b""


def test_a_list_with_packed_entries_is_the_same_list() -> None:
    """Looked at by number, in pieces, forth and back, and cut at its end."""
    plain, packed = Entries(), Entries()
    for each in (plain, packed):
        each.extend(ODD)
    packed.pack(5)
    packed.pack(3)
    assert packed.packed == 5
    assert packed == plain == ODD
    assert [packed[i] for i in range(-len(ODD), len(ODD))] == ODD + ODD
    assert packed[2:6] == ODD[2:6]
    assert list(reversed(packed)) == ODD[::-1]
    assert packed[-1] is ODD[-1]
    assert packed[0] is not packed[0]
    del packed[4:]
    packed.append(ODD[0])
    assert packed == [*ODD[:4], ODD[0]]
    assert packed.packed == 4


def test_packed_entries_share_blocks() -> None:
    """Whole blocks stand in the place of each of their entries, wherever the list was cut."""
    plain, packed = Entries(), Entries()
    for number in range(5 * BLOCK):
        for each in (plain, packed):
            each.append(replace(ODD[number % len(ODD)], action=number))
    packed.pack(len(packed))
    blocks = packed.standing()
    assert len({id(each) for each in blocks}) == 5
    for cut in (3 * BLOCK + 5, 3 * BLOCK, 2 * BLOCK - 1, 7):
        for each in (plain, packed):
            del each[cut:]
            each.extend(replace(ODD[0], text=f"{cut} {number}") for number in range(2 * BLOCK))
        for most in (cut + 3, cut + BLOCK, len(packed)):
            packed.pack(most)
            assert packed == plain
            assert [packed[i] for i in range(-len(plain), len(plain))] == [*plain, *plain]
            assert packed[5 : cut + 9 : 3] == plain[5 : cut + 9 : 3]
            assert packed[::-1] == list(reversed(packed)) == plain[::-1]
        raw = packed.standing()
        assert len({id(each) for each in raw}) == len(raw) // BLOCK + len(raw) % BLOCK


def played(seed: int, lines: int, *, packs: bool) -> Table[Outpost]:
    """Return a game of so many lines, with undos and takebacks; packed after every action, or
    never.
    """
    table = table_for(TOY, seed)
    play, rng = policy(TOY, "random"), Random(seed)
    while not table.is_over and len(table.entries) < lines:
        seat = pending(table.state)[0]
        assert table.act(seat, play(table.state, table.legal(seat), rng))
        chance = rng.random()
        if chance < 0.1 and table.free(seat):
            assert table.undo(seat, rng.randint(1, table.free(seat)))
        elif chance < 0.15:
            table.take_back(seat, rng.randrange(len(table.entries)), (0, 1))
        if packs:
            table.log.pack(2)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_a_packed_game_continues_as_any_other(seed: int) -> None:
    """Undone, taken back, written, copied, looked back on: packed or not, it is the same."""
    plain, packed = (played(seed, 150, packs=packs) for packs in (False, True))
    assert packed.entries.packed >= len(packed.entries) - 3
    assert written(packed) == written(plain)
    assert packed.state == plain.state
    assert packed.events == plain.events
    for viewer in (player(0), player(1), OBSERVER):
        assert copy_for(packed, viewer) == copy_for(plain, viewer)
        assert lines_for(packed, viewer) == lines_for(plain, viewer)
    assert Past(packed).events() == Past(plain).events() == plain.events
    pairs = zip(Past(packed).walk(), Past(plain).walk(), strict=True)
    assert all(n == m and one == other for (n, one), (m, other) in pairs)
    assert read(written(packed), TOY).entries == packed.entries
    assert packed.branch().entries == plain.entries


def test_links_are_made_again_from_the_lines() -> None:
    """From whatever line on they are asked for, packed or not, and after lines are cut."""
    plain, packed = (played(7, 90, packs=packs) for packs in (False, True))
    links = list(plain.log.links())
    assert links == [entry.link for entry in plain.entries]
    assert len(set(links)) == len(links)
    for begin in (0, 1, BLOCK - 1, BLOCK, packed.entries.packed, len(links) - 1, len(links)):
        assert list(packed.log.links(begin)) == links[begin:]
    packed.log.pack(0)
    assert packed.log.link() == links[-1]
    packed.log.cut(BLOCK + 3)
    assert packed.log.link() == links[BLOCK + 2]
    packed.entries.append(replace(plain.entries[BLOCK + 3], link=b""))
    assert packed.log.link() == links[BLOCK + 3]


def test_a_past_does_not_change_when_lines_are_struck() -> None:
    """Taken before a takeback, it tells of the lines that were there."""
    table = played(5, 40, packs=True)
    past = Past(table)
    before = [past.entry(n) for n in range(len(past))]
    assert table.take_back(0, 5, (0, 1))
    table.log.pack(0)
    assert [past.entry(n) for n in range(len(past))] == before
    assert before[-1] is not None
    assert Past(table).entry(len(before) - 1) is None


def test_states_are_kept_wider_apart_in_a_long_game() -> None:
    """However long it is, a few are kept: the last ones close together, the others evenly."""
    from bocage.ai import load_game

    game = load_game("roundup")
    table = table_for(game, 3)
    play, rng = policy(game, "random"), Random(3)
    while not table.is_over and len(table.entries) < 1500:
        seat = pending(table.state)[0]
        assert table.act(seat, play(table.state, table.legal(seat), rng))
    kept = [number for number, _ in table.kept()]
    assert len(kept) <= 16
    assert kept[-2:] == [kept[-1] - 64, kept[-1]]
    assert len(table.entries) - kept[-1] < 64
    gaps = [b - a for a, b in pairwise(kept)]
    assert max(gaps) <= 256
    was = {n: st.copy() for n, st in Past(table).walk() if n % 97 == 0}
    for number, st in was.items():
        assert next(Past(table).walk(number))[1] == st
