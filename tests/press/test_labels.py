"""Placing names: clear of what is hard, near what they name, the same every time."""

from __future__ import annotations

from bocage.press import tokens
from bocage.press.boxes import Box, text_box
from bocage.press.labels import HARD, Course, Placer, Request

ROOM = Box(0, 0, 400, 300)


def ask(key: str, at: tuple[float, float], said: str, **more: object) -> Request:
    """Return a village's name beside a point."""
    return Request(key, at, ((said,),), tokens.VILLAGE, 13, 5, **more)  # type: ignore[arg-type]


def test_a_name_stands_to_the_right_of_its_point() -> None:
    """Where there is room, a name stands level with its point, to the right."""
    (placed,) = Placer(ROOM).place([ask("a", (100, 100), "Trun")])
    (box,) = placed.boxes
    assert 100 < box.left < 110
    assert box.top < 100 < box.foot


def test_two_names_do_not_overlap() -> None:
    """Two names that want the same room take different places."""
    first, second = Placer(ROOM).place(
        [ask("a", (100, 100), "Écouché"), ask("b", (104, 103), "Fel")]
    )
    assert first.boxes[0].overlap(second.boxes[0]) == 0


def test_names_of_lower_rank_choose_first() -> None:
    """The name of lower rank has the better place, in whatever order they are asked for."""
    village = ask("v", (100, 100), "Bailleul", rank=2)
    town = ask("t", (100, 100), "Argentan", rank=0)
    both = Placer(ROOM).place([village, town])
    assert both[1].cost <= both[0].cost
    assert both[1].boxes[0].left > 100


def test_no_name_crosses_a_hard_line() -> None:
    """A river to the right sends the name elsewhere; its owner may touch it."""
    placer = Placer(ROOM)
    placer.line([(115, 0), (115, 300)], HARD, "Dives", width=6)
    (placed,) = placer.place([ask("a", (100, 100), "Trun")])
    assert not placed.clash
    assert not placed.boxes[0].grown(3).meets((115, 0), (115, 300))
    (owner,) = placer.place([ask("Dives", (100, 200), "Trun")])
    assert owner.boxes[0].meets((115, 0), (115, 300))


def test_a_name_stays_on_its_bank() -> None:
    """A name does not stand beyond a river from its place while there is room on this side."""
    placer = Placer(ROOM)
    placer.line([(110, 0), (110, 300)], HARD, "Dives")
    (placed,) = placer.place([ask("a", (104, 100), "Bourbourg")])
    assert placed.boxes[0].right < 110


def test_a_name_without_room_reports_a_clash() -> None:
    """Where every place is taken, the name is still set, and says that it clashes."""
    placer = Placer(ROOM)
    placer.block(ROOM, HARD, "everything")
    (placed,) = placer.place([ask("a", (100, 100), "Trun")])
    assert placed.clash


def test_a_name_keeps_clear_of_what_it_names() -> None:
    """The gap counts from the edges of the thing, not from its middle."""
    around = Box(80, 90, 130, 110)
    (placed,) = Placer(ROOM).place([ask("a", (100, 100), "Trun", around=around)])
    assert placed.boxes[0].overlap(around) == 0
    assert placed.boxes[0].left >= 130


def test_a_river_name_takes_the_straight_stretch() -> None:
    """Along a river that is crooked and then straight, the name lies on the straight part."""
    crooked = [(20 + 12 * i, 100 + (24 if i % 2 else 0)) for i in range(12)]
    straight = [(152 + 12 * i, 112.0) for i in range(1, 18)]
    course = Course("r", "Dives", [*crooked, *straight], tokens.WATER, 14, 1, offset=5)
    (placed,) = Placer(ROOM).place_along(course)
    assert min(box.left for box in placed.boxes) > 150
    assert all(box.foot < 112 for box in placed.boxes)


def test_a_river_name_reads_from_the_left() -> None:
    """A river that flows west still has its name from left to right."""
    course = Course("r", "Orne", [(380, 100), (20, 100)], tokens.WATER, 14, offset=5)
    (placed,) = Placer(ROOM).place_along(course)
    lefts = [box.left for box in placed.boxes]
    assert lefts == sorted(lefts)


def test_a_river_shorter_than_its_name_has_none() -> None:
    """A river shorter than its name goes without."""
    course = Course("r", "Traînefeuille", [(0, 0), (20, 0)], tokens.WATER, 14)
    assert Placer(ROOM).place_along(course) == []


def test_the_same_requests_give_the_same_places() -> None:
    """Two placers that are asked the same answer the same."""
    wanted = [ask(f"{i}", (50 + 23 * i % 300, 40 + 37 * i % 200), f"Name {i}") for i in range(40)]
    assert [p.boxes for p in Placer(ROOM).place(wanted)] == [
        p.boxes for p in Placer(ROOM).place(wanted)
    ]


def test_boxes_include_accents_and_tails() -> None:
    """A capital with an accent reaches higher, a letter with a tail lower."""
    plain = text_box((0, 0), "Ea", tokens.VILLAGE, 10)
    assert text_box((0, 0), "Éa", tokens.VILLAGE, 10).top < plain.top
    assert text_box((0, 0), "Eg", tokens.VILLAGE, 10).foot > plain.foot
