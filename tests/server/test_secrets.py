"""Non-interference through the wire: what a seat may not know does not reach its socket.

The two hex games of today hide little, so the toy of the engine's own tests sits at the
server here: it has hidden generals, sealed bids and lines for some eyes alone.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.server import hub as hub_module
from bocage.server import new_tables, routes_tables
from bocage.server.settings import Settings
from tests.engine.toy import Toy

from .clients import Guest, Serving
from .conftest import running


def toy(_: str) -> Toy:
    """Return the toy, whatever game is asked for."""
    return Toy()


@pytest.fixture
def toys(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Generator[Serving]:
    """A server that knows the toy."""
    monkeypatch.setattr(hub_module, "GAME_IDS", ("outpost",))
    monkeypatch.setattr(routes_tables, "GAME_IDS", ("outpost",))
    monkeypatch.setattr(hub_module, "load_game", toy)
    # Every table has the same dice, so that tables differ by what players do alone.
    same = SimpleNamespace(token_bytes=b"k".__mul__)
    monkeypatch.setattr(new_tables, "secrets", same)
    with running(settings) as serving:
        yield serving


def table(serving: Serving) -> tuple[Guest, Guest, str]:
    """Red and Blue at a new table."""
    red, blue = serving.guest("Red"), serving.guest("Blue")
    made = red.post("/api/games", game="outpost", seats={"Red": "me"})
    blue.post(f"/api/games/{made['id']}/join", secret=made["links"]["Blue"])
    return red, blue, str(made["id"])


def normal(texts: list[str], game: str) -> list[Any]:
    """What was received, without what differs between any two tables."""
    found = [json.loads(text.replace(game, "GAME")) for text in texts]
    for message in found:
        if message["type"] == "state":
            del message["state"]["dice"]
        for key in ("stamp", "from", "to", "id", "now"):
            message.pop(key, None)
    return found


def test_what_red_receives_does_not_depend_on_blues_secrets(toys: Serving) -> None:
    """Two tables differ in where Blue hides and what Blue bids: Red receives the same bytes.

    Red's own socket and everything Red can ask for are compared, up to the moment when the
    rules reveal the bids.
    """
    received = list[list[Any]]()
    for hides in ("B1", "B2"):
        red, blue, game = table(toys)
        with red.at(game) as mine, blue.at(game) as theirs:
            theirs.do(f"hide {hides}")
            refused = mine.ask(type="do", line="hide B1")
            mine.do("hide R1")
            asked = [mine.ask(type="ask", what="legal")]
            while not any("bid" in line for line in asked[-1]["legal"]):
                asked.append(mine.ask(type="ask", what="legal"))
            story = red.get(f"/api/games/{game}/story")
            summary = red.get(f"/api/games/{game}")
            for key in ("id", "since", "created", "changed", "dice"):
                del summary[key]
            del asked[-1]["id"]
            received.append(
                [
                    *normal(mine.received, game),
                    refused["reasons"],
                    story,
                    summary,
                    asked[-1]["legal"],
                ]
            )
    assert received[0] == received[1]


def test_nothing_reveals_that_blue_has_answered(toys: Serving) -> None:
    """While bids are sealed, Blue's answer sends Red no message and changes no stamp."""
    red, blue, game = table(toys)
    with red.at(game) as mine, blue.at(game) as theirs:
        before = mine.stamp
        theirs.do("hide B1")
        assert mine.heard() == []
        again = red.get(f"/api/games/{game}/state?stamp={before}")
        assert again == []
        copy = red.get(f"/api/games/{game}/save")
        assert copy.endswith("end 0\n")
        assert red.get(f"/api/games/{game}")["asked"] == ["Red", "Blue"]


def test_a_planted_secret_would_be_found(toys: Serving) -> None:
    """The check can fail: what Blue may see does differ between the two tables."""
    seen = set[str]()
    for hides in ("B1", "B2"):
        _, blue, game = table(toys)
        with blue.at(game) as theirs:
            theirs.do(f"hide {hides}")
            seen.add(json.dumps(normal(theirs.received, game)))
    assert len(seen) == 2
