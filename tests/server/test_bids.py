"""Sealed bids for a side: over the wire, between two people who both want it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .clients import Guest, Serving


def laid(ann: Guest, **more: Any) -> Any:
    """A table of Falaise where both want the Germans."""
    seats = {"german": "me", "allied": "open"}
    return ann.post("/api/games", game="falaise", seats=seats, bids="german", **more)


def joined(serving: Serving, **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at such a table, before their bids."""
    ann, ben = serving.guest("Ann"), serving.guest("Ben")
    made = laid(ann, **more)
    ben.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
    return ann, ben, made["id"]


def bid(who: Guest, game: str, points: int) -> Any:
    """Bid, and return the table in short."""
    return who.post(f"/api/games/{game}/bid", points=points)


def refused(who: Guest, path: str, **body: Any) -> str:
    """Send a request that must be refused, and return the refusal's text."""
    answer = who.http.post(path, json=body)
    assert answer.is_client_error, answer.text
    return str(answer.json()["text"])


@pytest.mark.parametrize(("first", "second", "german"), [(40, 55, "Ben"), (55, 40, "Ann")])
def test_the_higher_bid_gets_the_side(
    serving: Serving, first: int, second: int, german: str
) -> None:
    """The price is an option of the game, and both players see the result."""
    ann, ben, game = joined(serving)
    assert bid(ann, game, first)["status"] == "open"
    told = bid(ben, game, second)
    assert told["status"] == "live"
    assert told["seats"]["german"]["holder"] == german
    assert told["options"]["german-bid"] == "55"
    said = (
        f"{german} bid 55 for German and plays it; {'Ann' if german == 'Ben' else 'Ben'} "
        "bid 40, plays Allied and gets 55 Victory Points."
    )
    for who in (ann, ben):
        short = who.get(f"/api/games/{game}")
        assert short["bids"]["said"] == said
        assert short["my_seats"] == ["german" if german in who.get("/api/me")["name"] else "allied"]
        (notice,) = [each for each in who.get("/api/notices") if each["kind"] == "bids"]
        assert notice["text"].endswith(said)
    with ann.at(game) as table:
        assert table.state["status"] == "live"
    assert "are settled" in refused(ann, f"/api/games/{game}/bid", points=60)


def everything(who: Guest, game: str) -> str:
    """All that somebody can hear of a table before it begins."""
    paths = (f"/api/games/{game}", "/api/games", "/api/notices", "/api/me")
    told = [who.http.get(path).text for path in paths]
    told += [who.http.get(f"/api/games/{game}/{each}").text for each in ("state", "save", "story")]
    return "\n".join(told)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nobody_learns_a_bid_before_both_are_in(serving: Serving) -> None:
    """A bid of 13 and one of 77 are the same to the other player, to the last character."""
    heard: list[str] = []
    for points in (13, 77):
        ann, ben, game = joined(serving, name="Pocket")
        before = everything(ben, game)
        assert bid(ann, game, points)["bids"]["mine"] == points
        after = everything(ben, game)
        short = json.loads(after.splitlines()[0])
        assert (short["bids"]["mine"], short["bids"]["waits"]) == (None, ["Ben"])
        assert short["bids"]["said"] == ""
        for each in (before, after):
            assert f'"mine":{points}' not in each
        times = {str(short[each]) for each in ("since", "created", "changed")}
        own = (game, ben.id, ben.token, short["dice"]["commitment"], *times)
        for each in own:
            after = after.replace(each, "*")
        heard.append(after)
    assert heard[0] == heard[1]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_bid_can_be_changed_until_the_other_is_in(serving: Serving) -> None:
    """The last of one's bids counts."""
    ann, ben, game = joined(serving)
    bid(ann, game, 90)
    assert bid(ann, game, 3)["bids"]["mine"] == 3
    assert bid(ben, game, 4)["seats"]["german"]["holder"] == "Ben"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_dice_of_the_game_decide_between_equal_bids(serving: Serving) -> None:
    """Each player wins sometimes; the price is the bid of both, and the text says how."""
    winners = set[str]()
    for _ in range(40):
        ann, ben, game = joined(serving)
        bid(ben, game, 7)
        told = bid(ann, game, 7)
        assert told["options"]["german-bid"] == "7"
        assert "at random from equal bids" in told["bids"]["said"]
        winners.add(told["seats"]["german"]["holder"])
        if len(winners) > 1:
            break
    assert winners == {"Ann", "Ben"}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_people_of_one_name_can_bid(serving: Serving) -> None:
    """Two guests who are both called Guest get different names."""
    one, other = serving.guest("Guest"), serving.guest("Guest")
    made = laid(one)
    other.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
    bid(one, made["id"], 2)
    assert "Guest (2) bid 1" in bid(other, made["id"], 1)["bids"]["said"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_bids_cannot_be(serving: Serving) -> None:
    """Bids are for two people, one seat, up to the highest; nobody bids against themselves."""
    ann, eve = serving.guest("Ann"), serving.guest("Eve")
    lay = "/api/games"
    seats = {"german": "me", "allied": "open"}
    assert "no bids" in refused(ann, lay, game="opcom", bids="Control")
    assert "no seat" in refused(ann, lay, game="falaise", seats=seats, bids="french")
    staffed = {"german": "me", "allied": "staff"}
    assert "two people" in refused(ann, lay, game="falaise", seats=staffed, bids="german")
    priced = {"german-bid": "5"}
    given = {"game": "falaise", "seats": seats, "bids": "german", "options": priced}
    assert "with sealed bids" in refused(ann, lay, **given)
    made = laid(ann)
    link = made["links"]["allied"]
    assert "another player" in refused(ann, f"{lay}/{made['id']}/join", secret=link)
    assert "0 to 99" in refused(ann, f"{lay}/{made['id']}/bid", points=100)
    assert "no such game" in refused(eve, f"{lay}/{made['id']}/bid", points=1)
    eve.post(f"{lay}/{made['id']}/observe")
    assert "nothing to bid" in refused(eve, f"{lay}/{made['id']}/bid", points=1)
