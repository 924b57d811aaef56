"""Requests for rules and charts: our paraphrase of a rule where it is cited, our readings,
all of them to look through, and the charts that the rules look things up in.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response

from bocage.engine.game import AnyGame
from bocage.engine.rulings import Rule
from bocage.games.judges import rulebook_for
from bocage.rules.index import Entry
from bocage.rules.readings import Reading
from bocage.rules.unmet import Book
from bocage.server import messages
from bocage.server.errors import UnknownError
from bocage.server.sender import HubHere

router = APIRouter(prefix="/api/rules", tags=["rules"])

_CITED: Final = re.compile(r"reading \d+(?:\.\d+)?[a-z]?|\d+(?:\.[\w-]+)+")

GameName = Annotated[str, Path(max_length=40, examples=["roundup"])]
Citation = Annotated[str, Path(max_length=200, examples=["11.8.a"])]


@router.get("/{game}", response_model=list[messages.RuleText])
async def whole(game: GameName, hub: HubHere) -> Response:
    """Return every rule in the order of the book, and then every reading."""
    return await hub.printed.answer(f"rules {game}", _whole, await hub.rules(game))


def _whole(game: AnyGame) -> list[messages.RuleText]:
    book = _book(game)
    entries: list[Entry | Reading] = [*book.index.values(), *book.readings.values()]
    return [{"rule": str(e.rule), "title": e.title, "says": e.says} for e in entries]


@router.get("/{game}/charts/all", response_model=list[messages.Chart])
async def charts(
    game: GameName,
    hub: HubHere,
    scenario: Annotated[str, Query(max_length=60, examples=["joes-bridge"])] = "",
) -> Response:
    """Return the charts of a game, as its player aid has them. Those of a scenario have its own
    rules.
    """
    rules = await hub.rules(game, scenario)
    return await hub.printed.answer(f"charts {game} {scenario}", _charts, rules)


def _charts(game: AnyGame) -> list[messages.Chart]:
    return [
        {
            "title": each.title,
            "rules": each.rules,
            "head": list(each.head),
            "rows": [list(row) for row in each.rows],
            "notes": [{"says": says, "rules": rules} for says, rules in each.notes],
        }
        for each in game.charts()
    ]


@router.get("/{game}/{cited}")
async def rule(game: GameName, cited: Citation, hub: HubHere) -> list[messages.RuleText]:
    """Return the text of a rule, in our own words; a citation may name several, and our
    readings.
    """
    book = _book(await hub.rules(game))
    found = [_told(book, Rule(each)) for each in _CITED.findall(cited)]
    told = [each for each in found if each is not None]
    if not told:
        raise UnknownError(f"there is no rule '{cited[:40]}'")
    return told


@lru_cache(maxsize=8)
def _book(game: AnyGame) -> Book:
    found = rulebook_for(game)
    if found is None:
        raise UnknownError("this game has no index of its rulebook")
    return found


def _told(book: Book, cited: Rule) -> messages.RuleText | None:
    entry = book.readings.get(cited) or book.index.get(cited)
    if entry is None:
        return None
    return {"rule": str(entry.rule), "title": entry.title, "says": entry.says}
