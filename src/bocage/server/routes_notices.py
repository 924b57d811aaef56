"""Requests about notices: what I have not seen yet, and putting one away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from bocage.server import messages, notices
from bocage.server.errors import UnknownError
from bocage.server.sender import HubHere, Person

router = APIRouter(prefix="/api", tags=["notices"])

Number = Annotated[int, Path(ge=1, le=2_000_000_000, examples=[1])]


@router.get("/notices")
async def mine(hub: HubHere, person: Person) -> list[messages.Notice]:
    """Return what you have not seen yet, the newest first; each notice leads to its decision."""
    rows = await hub.committer.read(lambda look: notices.unseen(look, person.id))
    return [
        {
            "id": row.id,
            "game": row.game,
            "kind": row.kind,
            "text": row.text,
            "at": row.made,
            "link": notices.link_to(row.game),
        }
        for row in rows
    ]


@router.delete("/notices/{number}", status_code=204)
async def put_away(number: Number, hub: HubHere, person: Person) -> None:
    """Put a notice away, seen or not."""
    if not await hub.committer.commit(lambda write: notices.put_away(write, person.id, number)):
        raise UnknownError("there is no such notice")
