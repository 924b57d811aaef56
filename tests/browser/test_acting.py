"""Moving by hand: nothing ends by itself, and the page asks before what cannot be undone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.patience import until

from .hands import act_at, click_at, log_says, play, prompt, seek
from .tables import bring, save_at

BEACHES = ("2723", "2824", "3024", "3223")


class SlowLine:
    """Between a page and the server: the page hears the server when the test says so."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[str] | None = None
        page.route_web_socket("**/socket", self._open)
        page.reload()

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        if self._held is not None:
            self._held.append(str(message))
        else:
            self._socket.send(message)

    def hold(self) -> None:
        """Hold back what the server says from now on."""
        self._held = []

    def let_go(self) -> None:
        """Pass it on when something has come, and at once from now on."""
        until(self._has_some)
        held, self._held = self._held or [], None
        for message in held:
            self._socket.send(message)

    def _has_some(self) -> bool:
        self._page.evaluate("0")  # so that what has come is heard
        return bool(self._held)


def middle(page: Page, css: str) -> tuple[float, float]:
    """Where the middle of something lies on the screen."""
    box = page.locator(css).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_unit_is_moved_by_drag(page: Page) -> None:
    """Taken from its hex a unit shows how far it goes; put down, it has gone there."""
    bring(page, save_at("roundup", "MovePhase", 2))
    page.keyboard.press("0")
    page.locator(".counter.movable").first.wait_for()
    unit = page.locator(".counter.movable").first.get_attribute("data-unit")
    page.mouse.move(*middle(page, f'.counter[data-unit="{unit}"]'))
    page.mouse.down()
    x, y = middle(page, f'.counter[data-unit="{unit}"]')
    page.mouse.move(x + 12, y + 3, steps=3)
    page.locator(".disc").first.wait_for()
    expect(page.locator(".carried")).to_have_count(1)
    goal = page.locator(".disc").first
    number = goal.get_attribute("data-number")
    page.mouse.move(*middle(page, f'.disc[data-number="{number}"] circle'), steps=4)
    expect(page.get_by_test_id("way")).to_have_count(1)
    expect(page.get_by_test_id("tip")).to_contain_text(f"Go to {number}")
    page.mouse.up()
    log_says(page, str(number))
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(f'.counter[data-unit="{unit}"]')).to_have_attribute(
        "aria-label", re.compile(str(number))
    )


def test_a_stack_moves_together(page: Page) -> None:
    """A stack is dragged as a whole, goes where each of it can go, and comes back by one undo."""
    bring(page, save_at("roundup", "MovePhase", 2))
    page.keyboard.press("0")
    page.locator(".counter.movable").first.wait_for()
    hexes: list[str] = page.locator(".counter.movable").evaluate_all(
        "all => all.map(each => each.dataset.hex)"
    )
    start = next(each for each in hexes if hexes.count(each) > 1)
    stack = page.locator(f'.counter.movable[data-hex="{start}"]')
    count = stack.count()
    x, y = middle(page, f'.counter.movable[data-hex="{start}"] >> nth=-1')
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 3, steps=3)
    page.locator(".disc").first.wait_for()
    expect(page.locator(".counter.picked")).to_have_count(count)
    goal = page.locator(".disc").first.get_attribute("data-number")
    already = page.locator(f'.counter[data-hex="{goal}"]').count()
    page.mouse.move(*middle(page, f'.disc[data-number="{goal}"] circle'), steps=4)
    page.mouse.up()
    there = page.locator(f'.counter[data-hex="{goal}"]')
    expect(there).to_have_count(already + count)
    expect(page.get_by_test_id("hint")).to_contain_text("Click a unit with a blue rim")
    page.keyboard.press("u")
    expect(page.locator(f'.counter.movable[data-hex="{start}"]')).to_have_count(count)
    expect(there).to_have_count(already)


def test_a_unit_is_dragged_from_beside_the_map(page: Page) -> None:
    """Who lies beside the map is carried to a hex where it may come in."""
    bring(page, save_at("roundup", "Landings", 2))
    page.locator(".marker[data-marker^=BEACH] >> visible=true").first.wait_for()
    piece = page.locator(".piece").first
    unit = piece.get_attribute("data-unit")
    piece.scroll_into_view_if_needed()
    page.mouse.move(*middle(page, f'.piece[data-unit="{unit}"]'))
    page.mouse.down()
    page.mouse.move(700, 500, steps=4)
    page.locator("path.target").first.wait_for()
    expect(page.locator(".carried")).to_have_count(1)
    number = page.locator("path.target").first.get_attribute("data-number")
    page.mouse.move(*middle(page, f'path.target[data-number="{number}"]'), steps=4)
    page.mouse.up()
    expect(page.locator(f'.counter[data-unit="{unit}"][data-hex="{number}"]')).to_have_count(1)


def test_what_is_left_picks_a_unit_beside_the_map(page: Page) -> None:
    """The list of what is left leads to a unit that is nowhere; the page says what is in hand."""
    bring(page, save_at("roundup", "Landings", 2))
    page.get_by_test_id("todo").get_by_role("button").first.click()
    hand = page.get_by_test_id("hand")
    expect(hand).to_contain_text("click where it should go")
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(1)
    page.locator("path.target").first.wait_for()
    hand.get_by_role("button", name="Let go").click()
    expect(hand).to_have_count(0)
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(0)


def test_the_question_is_in_view_after_a_search(page: Page) -> None:
    """The field for a hex is at the foot of the column; afterwards the question is seen again."""
    bring(page, save_at("roundup", "MovePhase", 2))
    seek(page, page.locator(".counter.movable").first.get_attribute("data-hex") or "")
    expect(page.locator(".prompt h2")).to_be_in_viewport()


def test_a_wider_window_is_filled_by_the_map(page: Page) -> None:
    """At the edge of the map a window that grows shows no more than a strip beside it."""
    page.set_viewport_size({"width": 1000, "height": 700})
    bring(page, save_at("roundup", "MovePhase", 2))
    page.keyboard.press("+")
    box = page.locator(".pane").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] - 4000, box["y"] + 60, steps=3)
    page.mouse.up()
    page.set_viewport_size({"width": 1600, "height": 900})
    page.wait_for_function(
        """() => {
          const [pane, sheet] = [".pane", ".sheet"].map((css) => document.querySelector(css));
          return pane.getBoundingClientRect().right - sheet.getBoundingClientRect().right <= 81;
        }"""
    )


def test_put_down_where_it_may_not_go(page: Page) -> None:
    """A unit that is put down too far away stays, and a rule says why; undo ends its move."""
    bring(page, save_at("roundup", "MovePhase", 2))
    page.keyboard.press("0")
    page.locator(".counter.movable").first.wait_for()
    unit = page.locator(".counter.movable").first.get_attribute("data-unit")
    label = page.locator(f'.counter[data-unit="{unit}"]').get_attribute("aria-label")
    seek(page, "4225")
    far = middle(page, "path.cursor")
    x, y = middle(page, f'.counter[data-unit="{unit}"]')
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y, steps=3)
    page.locator(".disc").first.wait_for()
    page.mouse.move(*far, steps=4)
    page.mouse.up()
    expect(page.get_by_role("alert").first).to_contain_text("Roundup 10")
    expect(page.locator(f'.counter[data-unit="{unit}"]')).to_have_attribute(
        "aria-label", label or ""
    )
    page.keyboard.press("u")
    expect(page.locator(".disc")).to_have_count(0)


def test_the_page_asks_before_the_last_beachhead(page: Page) -> None:
    """The fourth beachhead would roll dice, so the page asks you to confirm and you can cancel."""
    play(page, "Operation Roundup", against="Two players, one screen")
    for place in BEACHES[:3]:
        before = prompt(page).text_content()
        act_at(page, place)
        expect(prompt(page)).not_to_have_text(before or "")
    click_at(page, BEACHES[3])
    expect(page.get_by_text("This cannot be undone.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(prompt(page)).to_contain_text("UK2")
    page.keyboard.press("u")
    expect(prompt(page)).to_contain_text("UK1")
    act_at(page, BEACHES[2])
    expect(prompt(page)).to_contain_text("UK2")
    act_at(page, BEACHES[3])
    page.get_by_test_id("choices").locator("button").first.click()
    log_says(page, "Turn 1 begins")


@pytest.mark.parametrize("way", [act_at, click_at])
def test_a_click_before_the_servers_answer_counts(
    page: Page, way: Callable[[Page, str], None]
) -> None:
    """On a slow connection clicks wait until the page has the answer to the one before."""
    line = SlowLine(page)
    play(page, "Operation Roundup", against="Two players, one screen")
    page.locator('.prompt[aria-busy="false"]').wait_for()
    line.hold()
    for place in BEACHES[:3]:
        way(page, place)
    line.let_go()
    expect(prompt(page)).to_contain_text("UK2")


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_a_move_is_undone_until_the_phase_is_ended(page: Page, name: str) -> None:
    """Going somewhere ends nothing: the same phase is asked on, and the last action is undone."""
    kind = {"roundup": "MovePhase", "falaise": "MoveRound"}[name]
    bring(page, save_at(name, kind, 2))
    asked = prompt(page).text_content()
    page.keyboard.press(":")
    page.keyboard.type("select")
    page.keyboard.press("Enter")
    expect(prompt(page)).not_to_have_text(asked or "")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.keyboard.press("u")
    expect(prompt(page)).to_have_text(asked or "")
    expect(page.locator(".prompt button[data-line=end]")).to_be_visible()


def test_an_attack_in_any_order(page: Page) -> None:
    """An earlier unit joins after a later one, and one that has joined is left out again."""
    bring(page, save_at("roundup", "Muster", 2))
    page.keyboard.press("0")
    units = page.locator(".counter.movable")
    units.first.wait_for()
    ids = [each.get_attribute("data-unit") for each in units.all()]
    last, first = sorted(str(each) for each in ids)[-1], sorted(str(each) for each in ids)[0]
    for unit in (last, first):
        page.keyboard.press(":")
        page.keyboard.type(f"with {unit}")
        page.keyboard.press("Enter")
        expect(page.locator(f'.counter.force[data-unit="{unit}"]')).to_have_count(1)
    expect(page.locator(".counter.force")).to_have_count(2)
    page.get_by_test_id("add-all").click()
    expect(page.get_by_test_id("add-all")).to_have_count(0)
    expect(page.locator(".counter.force")).to_have_count(len(ids))
