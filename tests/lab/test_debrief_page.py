"""The debrief of an operation as one file: all of it inside, nothing of it code."""

from __future__ import annotations

import json
import re

import pytest

from bocage.engine.past import Past
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.lab import debrief_page
from bocage.lab.debrief_page import NothingToTellError, page
from tests.games.opcom.playing import begun, play_samples, release


def played() -> Table[Position]:
    """Joe's Bridge after two turns."""
    table = begun(["3"] * 90)
    sheets = (("1-guards.toml", "1-walther.toml"), ("2-guards.toml", "2-walther.csv"))
    play_samples(table, "joes_bridge", *sheets)
    release(table)
    return table


def test_the_page_has_every_turn_and_asks_for_nothing() -> None:
    """Truth and beliefs by turn, decisive moments, scores; no address of another place."""
    table = played()
    text = page(Past(table), table.state)
    data = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
    assert [each["turn"] for each in data["turns"]] == [1, 2]
    last = data["turns"][1]
    assert set(last["beliefs"]) == {"Guards", "Walther"}
    assert any("total success" in each for each in last["moments"])
    assert data["scores"]
    units = {each["name"]: each for each in last["units"]}
    assert len(units) == len(table.state.here())
    assert all(0 < each["x"] < data["size"][0] for each in last["units"])
    symbols = set(re.findall(r'id="g-([\w-]+)"', text))
    assert {each["glyph"] for each in last["units"]} <= symbols
    addresses = set(re.findall(r'(?:href|src)="([^"#][^"]*)"|url\(([^)]+)\)', text))
    assert {a or b for a, b in addresses} <= {"#neat", "data:image/png;base64"}
    assert "http://www.w3.org/2000/svg" in text
    assert set(re.findall(r"https?://[\w./-]+", text)) == {"http://www.w3.org/2000/svg"}


def test_words_of_players_are_not_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that look like the end of a script stay words."""
    said = "</script><b>over</b>"

    def decisive(_: Position) -> list[str]:
        return [said]

    monkeypatch.setattr(debrief_page, "_decisive", decisive)
    table = played()
    text = page(Past(table), table.state)
    assert text.count("</script>") == 2
    data = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
    assert data["turns"][0]["moments"] == [said]


def test_there_is_nothing_to_tell_before_the_first_release() -> None:
    """It says so in a sentence."""
    table = begun()
    with pytest.raises(NothingToTellError, match="no turn has been released"):
        page(Past(table), table.state)
