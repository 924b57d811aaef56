"""Requests for what a page draws: boards, counters, ground, layers. They reveal no position."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from bocage.server import boards, messages, surveys
from bocage.server.sender import HubHere
from bocage.server.threads import PICTURES

router = APIRouter(prefix="/api/boards", tags=["boards"])

GameName = Annotated[str, Path(max_length=40, examples=["roundup"])]
ScenarioName = Annotated[str, Path(max_length=60, examples=["joes-bridge"])]
_A_DAY = {"Cache-Control": "public, max-age=86400"}


@router.get("/{game}", response_model=messages.Board)
async def board(game: GameName, hub: HubHere) -> Response:
    """Return the places of the hexes, the units, and everything else with a name."""
    rules = await hub.rules(game)
    return await hub.printed.answer(f"board {game}", boards.board, rules)


@router.get("/{game}/counters.svg")
async def counters(game: GameName, hub: HubHere) -> Response:
    """Return every counter, front and back, as symbols of one drawing."""
    rules = await hub.rules(game)
    text = await PICTURES.run(game, boards.sprites, rules)
    return Response(text, media_type="image/svg+xml", headers=_A_DAY)


@router.get("/{game}/hexes/{number}")
async def hex_text(
    game: GameName,
    number: Annotated[str, Path(max_length=20, examples=["2723"])],
    hub: HubHere,
) -> messages.HexText:
    """Return the contents of a hex and its surroundings."""
    return await PICTURES.run(game, boards.hex_text, await hub.rules(game), number)


@router.get("/{game}/ground.webp")
async def ground(
    game: GameName, hub: HubHere, scale: Annotated[float, Query(examples=[0.5])] = 0.5
) -> Response:
    """Return the ground of the map as a picture."""
    rules = await hub.rules(game)
    picture = await PICTURES.run(game, boards.ground, rules, scale)
    return Response(picture, media_type="image/webp", headers=_A_DAY)


@router.get("/{game}/layers/{layer}.svg")
async def layer(
    game: GameName,
    layer: Annotated[str, Path(max_length=40, examples=["names"])],
    hub: HubHere,
) -> Response:
    """Return a layer of the map, to lie over the ground."""
    rules = await hub.rules(game)
    text = await PICTURES.run(game, boards.layer, rules, layer)
    return Response(text, media_type="image/svg+xml", headers=_A_DAY)


@router.get("/symbols/all.svg")
async def symbols() -> Response:
    """Return the map symbols of units in every nation's colours, as symbols of one drawing."""
    text = await PICTURES.run("symbols", surveys.symbols)
    return Response(text, media_type="image/svg+xml", headers=_A_DAY)


@router.get("/{game}/{scenario}/survey", response_model=messages.Survey)
async def survey(game: GameName, scenario: ScenarioName, hub: HubHere) -> Response:
    """Return the map of an operation: its size, its projection, and everything with a name."""
    rules = await hub.rules(game, scenario)
    return await hub.printed.answer(f"survey {game} {scenario}", surveys.described, rules)


Metres = Annotated[int, Query(ge=-1_000_000, le=1_000_000)]


@router.get("/{game}/{scenario}/road")
async def road(
    game: GameName,
    scenario: ScenarioName,
    hub: HubHere,
    x: Metres,
    y: Metres,
    to_x: Metres,
    to_y: Metres,
) -> messages.RoadWay:
    """Return the way between two points of an operation's map by road, as a player measures it."""
    rules = await hub.rules(game, scenario)
    return await PICTURES.run(f"{game} {scenario}", surveys.road, rules, (x, y), (to_x, to_y))


@router.get("/{game}/{scenario}/ground.webp")
async def country(
    game: GameName,
    scenario: ScenarioName,
    hub: HubHere,
    scale: Annotated[float, Query(examples=[0.5])] = 0.5,
) -> Response:
    """Return the ground of an operation's map as a picture."""
    rules = await hub.rules(game, scenario)
    picture = await PICTURES.run(f"{game} {scenario}", surveys.ground, rules, scale)
    return Response(picture, media_type="image/webp", headers=_A_DAY)


@router.get("/{game}/{scenario}/layers/{layer}.svg")
async def country_layer(
    game: GameName,
    scenario: ScenarioName,
    layer: Annotated[str, Path(max_length=40, examples=["names"])],
    hub: HubHere,
) -> Response:
    """Return a layer of an operation's map, to lie over the ground."""
    rules = await hub.rules(game, scenario)
    text = await PICTURES.run(f"{game} {scenario}", surveys.layer, rules, layer)
    return Response(text, media_type="image/svg+xml", headers=_A_DAY)
