"""Overlays over the wire: for seats and for those who look on, by name alone."""

from __future__ import annotations

from .clients import Guest, Serving


def test_seats_and_observers_get_overlays(serving: Serving, two: tuple[Guest, Guest, str]) -> None:
    """Every overlay of the board is answered, to a seat and to an observer."""
    ann, _, game = two
    eve = serving.guest("Eve")
    eve.post(f"/api/games/{game}/observe")
    board = ann.get("/api/boards/roundup")
    assert [each["id"] for each in board["overlays"]] == [
        *("zones", "supply", "control", "air", "threat")
    ]
    with ann.at(game) as allied, eve.at(game) as looking:
        for each in board["overlays"]:
            assert each["rule"].startswith("Roundup ")
            told = allied.ask(type="ask", what="overlay", layer=each["id"])["overlay"]
            assert told
            seen = looking.ask(type="ask", what="overlay", layer=each["id"])["overlay"]
            assert [part["name"] for part in seen] == [part["name"] for part in told]
        pointed = allied.ask(type="ask", what="overlay", layer="threat", hex="2723")["overlay"]
        assert pointed[1]["name"] == "Against 2723"


def test_an_unknown_overlay_or_hex_is_refused(two: tuple[Guest, Guest, str]) -> None:
    """An overlay or a hex that there is not gets a sentence."""
    ann, _, game = two
    with ann.at(game) as allied:
        answer = allied.ask(type="ask", what="overlay", layer="x-ray")
        assert answer["code"] == "unknown"
        assert "there are zones, supply" in answer["text"]
        answer = allied.ask(type="ask", what="overlay", layer="zones", hex="9999")
        assert answer["text"] == "there is no hex '9999'"
