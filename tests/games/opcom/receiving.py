"""What a team receives, all of it: for tests that compare two worlds."""

from __future__ import annotations

import json
from typing import Any

from bocage.engine.save_text import lines_for
from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.board.position import Position


def received(table: Table[Position], seat: int) -> str:
    """All that a team gets from the table, as bytes would be."""
    viewer = player(seat)
    decision = table.decision
    told = None if decision is None else decision.for_viewer(viewer)
    nouns = table.game.nouns
    data: dict[str, Any] = {
        "view": table.game.view(table.state, viewer),
        "lines": lines_for(table, viewer),
        "heading": table.heading().say(nouns),
        "decision": told and [list(told.seats), told.kind, str(told.rule), told.waiting.say(nouns)],
        "prompts": told and {seat: words.say(nouns) for seat, words in told.prompts.items()},
        "legal": list(table.legal(seat)),
        "events": [event.words().say(nouns) for _, event in table.events_for(viewer)],
        "undo": table.free(seat),
    }
    return json.dumps(data)
