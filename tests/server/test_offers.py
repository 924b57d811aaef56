"""Public tables over the wire: who sees them, who sits down, and what stays private."""

from __future__ import annotations

from typing import Any

import pytest

from .clients import Guest, Serving

SEATS = {"german": "me", "allied": "open"}


def laid(who: Guest, *, public: bool = True, **more: Any) -> Any:
    """Return a new table of Falaise: the Germans are mine, the other seat is free."""
    return who.post("/api/games", **{"game": "falaise", "seats": SEATS, "public": public, **more})


def refused(who: Guest, path: str, **body: Any) -> str:
    """Send a request that must be refused, and return the refusal's text."""
    answer = who.http.post(path, json=body)
    assert answer.is_client_error, answer.text
    return str(answer.json()["text"])


def test_anybody_sits_down_at_a_public_table(serving: Serving) -> None:
    """The list names opponent, game, free side and clock; with the last seat the game begins."""
    ann, ben, eve = (serving.guest(name) for name in ("Ann", "Ben", "Eve"))
    clock = {"kind": "turn", "seconds": 86_400}
    made = laid(ann, clock=clock, rated=True, name="Pocket")
    assert made["public"]
    assert ann.get("/api/tables") == []
    (found,) = ben.get("/api/tables")
    assert (found["id"], found["name"], found["status"]) == (made["id"], "Pocket", "open")
    assert (found["game"], found["scenario"]) == ("falaise", made["scenario"])
    assert found["seats"]["german"] == {"holder": "Ann", "player": None}
    assert (found["free"], found["bids"], found["rated"]) == (["allied"], "", True)
    assert (found["clock"], found["seconds"]) == ("turn", 86_400)
    told = ben.post(f"/api/games/{made['id']}/join", seat="allied")
    assert (told["status"], told["my_seats"]) == ("live", ["allied"])
    (notice,) = [each for each in ann.get("/api/notices") if each["kind"] == "met"]
    assert notice["text"] == "Pocket: Ben has sat down as allied"
    (watched,) = eve.get("/api/tables")
    assert (watched["status"], watched["free"]) == ("live", [])
    assert "not open to everybody" in refused(eve, f"/api/games/{made['id']}/join", seat="allied")
    eve.post(f"/api/games/{made['id']}/observe")
    with eve.at(made["id"]) as table:
        assert table.state["status"] == "live"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_private_tables_are_in_no_list(serving: Serving) -> None:
    """Neither address, name, player nor link of a private game is ever told, begun or not."""
    ann, ben, eve = (serving.guest(name) for name in ("Ann", "Ben", "Eve"))
    free = laid(ann, public=False, name="Private and free")
    full = laid(ann, public=False, name="Private and full")
    ben.post(f"/api/games/{full['id']}/join", secret=full["links"]["allied"])
    kept = laid(ann, public=False, name="Private and over")
    ben.post(f"/api/games/{kept['id']}/join", secret=kept["links"]["allied"])
    with ann.at(kept["id"]) as table:
        assert table.ask(type="concede")["type"] == "done"
    ann.post(f"/api/games/{kept['id']}/rematch", swap=True)
    shown = laid(eve, name="Shown")
    for who in (ann, ben, serving.guest("Zoe")):
        told = who.http.get("/api/tables").text
        assert "Shown" in told
        for secret in ("Private", "Ann", "Ben", free["id"], full["id"], kept["id"]):
            assert secret not in told
        for made in (free, full, kept, shown):
            assert made["links"]["allied"] not in told
            assert made["dice"]["commitment"] not in told
    for made in (free, full):
        said = refused(eve, f"/api/games/{made['id']}/join", seat="allied")
        assert "not open to everybody" in said


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_table_becomes_public_and_private_again(serving: Serving) -> None:
    """Its creator alone decides, until the game begins; a link works all the while."""
    ann, ben = serving.guest("Ann"), serving.guest("Ben")
    made = laid(ann, public=False)
    offer = f"/api/games/{made['id']}/offer"
    assert "no such game" in refused(ben, offer, public=True)
    assert ann.post(offer, public=True)["public"]
    assert [each["id"] for each in ben.get("/api/tables")] == [made["id"]]
    ben.post(f"/api/games/{made['id']}/observe")
    assert "only the game's creator" in refused(ben, offer, public=False)
    assert not ann.post(offer, public=False)["public"]
    assert ben.get("/api/tables") == []
    assert "not open" in refused(ben, f"/api/games/{made['id']}/join", seat="allied")
    ann.post(offer, public=True)
    ben.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
    assert "has begun" in refused(ann, offer, public=True)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_a_public_table_cannot_be(serving: Serving) -> None:
    """It needs its creator, a free seat and no umpire; nobody plays against themselves."""
    ann, ben, eve = (serving.guest(name) for name in ("Ann", "Ben", "Eve"))
    games = "/api/games"
    alone = {"german": "me", "allied": "staff"}
    assert "free seat" in refused(ann, games, game="falaise", seats=alone, public=True)
    assert "seat for you" in refused(ann, games, game="falaise", seats={}, public=True)
    control = {"Control": "me"}
    assert "umpire" in refused(ann, games, game="opcom", seats=control, public=True)
    made = laid(ann)
    join = f"{games}/{made['id']}/join"
    assert "already" in refused(ann, join, seat="allied")
    assert "is taken" in refused(ben, join, seat="german")
    assert "is taken" in refused(ben, join, seat="french")
    both = laid(ann, bids="german")
    ben.post(f"{games}/{both['id']}/join", seat="allied")
    assert [each["id"] for each in eve.get("/api/tables")] == [made["id"]]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_both_bid_at_a_public_table(serving: Serving) -> None:
    """The list says which side both want, and the bids settle it as at any other table."""
    ann, ben = serving.guest("Ann"), serving.guest("Ben")
    made = laid(ann, bids="german")
    (found,) = ben.get("/api/tables")
    assert found["bids"] == "german"
    join = f"/api/games/{made['id']}"
    assert ben.post(f"{join}/join", seat="allied")["status"] == "open"
    ann.post(f"{join}/bid", points=3)
    assert ben.post(f"{join}/bid", points=4)["seats"]["german"]["holder"] == "Ben"
