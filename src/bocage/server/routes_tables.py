"""Requests about tables: laying one, taking a seat, the list of mine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Response
from sqlalchemy import Connection, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bocage.engine.dice import Trust
from bocage.engine.game import AnyGame, Scenario
from bocage.engine.playout import policies_of
from bocage.engine.saves import read
from bocage.games import GAMES as GAME_IDS
from bocage.maps.pack import Pack
from bocage.server import (
    bids,
    deciders,
    messages,
    new_tables,
    offers,
    posts,
    ratings,
    rematch,
    store,
    uploads,
    wire,
)
from bocage.server.bodies import ImportedGame, Join, Link, NewGame, Offer, Rematch, SealedBid
from bocage.server.clocks import Clock
from bocage.server.errors import ForbiddenError, ServerError, UnknownError
from bocage.server.hub import Hub
from bocage.server.roles import Post
from bocage.server.schema import GAMES, OBSERVERS, SEATS, Record
from bocage.server.seats import Clearance, Seat, post_of
from bocage.server.sender import Counted, HubHere, Person
from bocage.server.threads import BROUGHT

router = APIRouter(prefix="/api", tags=["tables"])

GameId = Annotated[str, Path(max_length=16, pattern=r"^[\w-]+$")]


@router.get("/rules", response_model=list[messages.GameRules])
async def rules(hub: HubHere) -> Response:
    """Return the games with their seats, scenarios, options and players."""
    found = [await hub.rules(name) for name in GAME_IDS]
    return await hub.printed.answer("rules", _described, found)


def _described(games: list[AnyGame]) -> list[messages.GameRules]:
    return [
        {
            "id": game.id,
            "title": game.title,
            "about": game.about,
            "length": game.length,
            "audience": game.audience or f"{len(game.seats)} seats",
            "complexity": game.complexity,
            "board": isinstance(game.map(), Pack),
            "seats": list(game.seats),
            "umpire": "" if game.control is None else game.seats[game.control],
            "scenarios": [
                {
                    "id": s.id,
                    "title": s.title,
                    "description": s.description,
                    "guide": _guided(game, s),
                }
                for s in game.scenarios.values()
            ],
            "options": wire.options_of(game.options),
            "settings": [
                {
                    "id": each.id,
                    "title": each.title,
                    "description": each.description,
                    "options": dict(each.options),
                    "par": each.par,
                }
                for each in game.offered.values()
            ],
            "bidding": _bidding(game),
            "players": list(policies_of(game)),
            "printed": [
                {
                    "id": name,
                    "seat": game.seats[each.seat],
                    "option": each.option,
                    "choice": each.choice,
                }
                for name, each in game.printed.items()
            ],
            "orders": list(game.standing()),
        }
        for game in games
    ]


def _bidding(game: AnyGame) -> messages.Bidding | None:
    found = game.bidding
    if found is None:
        return None
    return {
        "unit": found.unit,
        "options": dict(zip(game.seats, found.options, strict=True)),
        "most": int(game.options[found.options[0]].choices[-1]),
    }


def _guided(game: AnyGame, scenario: Scenario) -> messages.Guided | None:
    found = scenario.guide
    if found is None:
        return None
    return {"seat": game.seats[found.seat], "opponent": found.opponent}


@router.post("/games", status_code=201)
async def lay(body: NewGame, hub: HubHere, person: Person) -> messages.LaidTable:
    """Open a table. The answer holds the secrets of the open seats: give each to one person."""
    rules = await hub.rules(body.game)
    game = await hub.rules(body.game, rules.scenario(body.scenario).id)
    if body.clock.kind != "none" and body.clock.seconds == 0:
        raise ServerError("a clock needs seconds")
    clock = Clock.set_for(body.clock.kind, body.clock.seconds, len(game.seats))
    if body.late and game.control is None:
        raise ServerError("this game has no umpire: its spectators see what everybody sees")
    if body.rated:
        ratings.check(game, Trust(body.dice), body.options, body.seats)
    if body.public:
        offers.check(game, body.seats)
    wanted = bids.check(game, body.bids, body.options, body.seats) if body.bids else None

    def work(connection: Connection) -> tuple[str, dict[str, str]]:
        made, links = new_tables.draft(
            connection,
            game,
            person.id,
            name=body.name,
            scenario=body.scenario,
            options=body.options,
            seats=body.seats,
            trust=Trust(body.dice),
            clock=clock,
            entropy=body.entropy,
        )
        set_apart = {"rated": body.rated, "late": body.late, "public": body.public}
        connection.execute(update(GAMES).where(GAMES.c.id == made).values(**set_apart))
        if wanted is not None:
            bids.open_for(connection, made, person.id, wanted)
        return made, links

    made = await hub.lay(person.id, work)
    await hub.begin(made[0], person.id)
    return {**await summary(hub, made[0], person.id), "links": made[1]}


@router.post("/games/import", status_code=201)
async def bring(body: ImportedGame, hub: HubHere, person: Person) -> messages.LaidTable:
    """Open a table from a save."""
    size = len(body.save)
    await hub.committer.read(lambda look: hub.quota.check(look, person.id, size))  # before the work
    saved = await uploads.looked_through(person.id, body.save)
    game = await hub.rules(saved.header.game, saved.header.scenario)
    # Not where everybody waits to write.
    table = await BROUGHT.run(person.id, read, body.save, game)
    new_tables.check_trust(table)
    made = await hub.lay(
        person.id,
        lambda write: new_tables.import_save(write, game, person.id, saved, body.name),
        size,
    )
    return {**await summary(hub, made[0], person.id), "links": made[1]}


@router.get("/games")
async def mine(hub: HubHere, person: Person) -> list[messages.Summary]:
    """Return your games: whose turn it is, and since when; those that wait for you first."""
    held = select(SEATS.c.game).where(SEATS.c.person == person.id)
    kept = select(SEATS.c.game).where(SEATS.c.kept_for == person.id, SEATS.c.person.is_(None))
    watched = select(OBSERVERS.c.game).where(OBSERVERS.c.person == person.id)
    all_of_them = (
        select(GAMES)
        .where(or_(*(GAMES.c.id.in_(games) for games in (held, kept, watched))))
        .order_by(GAMES.c.changed.desc())
        .limit(200)
    )

    def look(connection: Connection) -> list[messages.Summary]:
        return _told(hub, connection, list(connection.execute(all_of_them)), person.id)

    found = await hub.committer.read(look)
    return sorted(found, key=lambda each: (not each["my_turn"], not each["kept"], -each["changed"]))


@router.get("/tables")
async def tables(hub: HubHere, person: Person) -> list[messages.OfferedTable]:
    """Return the public tables at which you can sit down, and public games to watch."""
    return await hub.committer.read(lambda look: offers.listed(hub, look, person.id))


@router.post("/games/{id_}/offer")
async def offer(id_: GameId, body: Offer, hub: HubHere, person: Person) -> messages.Summary:
    """Make a table of yours public, or private again, before its game begins."""
    told = await summary(hub, id_, person.id)
    game = await hub.rules(told["game"], told["scenario"])
    await hub.committer.commit(
        lambda write: offers.publish(write, game, id_, person.id, public=body.public)
    )
    return await summary(hub, id_, person.id)


@router.get("/games/{id_}")
async def summary_of(id_: GameId, hub: HubHere, person: Person) -> messages.Summary:
    """Return a game in short."""
    return await summary(hub, id_, person.id)


async def summary(hub: Hub, id_: str, person: str) -> messages.Summary:
    """Return a summary of a game, for somebody who may enter it."""
    watching = select(OBSERVERS).where(OBSERVERS.c.game == id_, OBSERVERS.c.person == person)

    def look(connection: Connection) -> tuple[messages.Summary, bool]:
        told = _told(hub, connection, [store.row_of(connection, id_)], person)[0]
        return told, connection.execute(watching).first() is not None

    told, watches = await hub.committer.read(look)
    if not told["my_seats"] and not told["kept"] and not watches:
        raise UnknownError("there is no such game")
    return told


def _told(
    hub: Hub, connection: Connection, rows: Sequence[Record], person: str
) -> list[messages.Summary]:
    """Return the summaries of games, from their rows."""
    games = {row.id: hub.game(row.game, store.header_of(row.header).scenario) for row in rows}
    seats = store.seats_of_all(connection, {id_: game.seats for id_, game in games.items()})
    open_bids = bids.of(connection, list(games))
    found: list[messages.Summary] = []
    for row in rows:
        game, there = games[row.id], seats[row.id]
        umpired = game.control is not None
        given = posts.cleared_of(connection, row.id).get(person) if umpired else None
        post = post_of(there, person, game, given or Clearance())
        told = bids.told(game, open_bids.get(row.id, ()), there, person)
        found.append(_summed_up(row, game, there, person, post, told))
    return found


def _summed_up(
    row: Record,
    game: AnyGame,
    seats: Sequence[Seat],
    person: str,
    post: Post,
    bids: messages.Bids | None,
) -> messages.Summary:
    header = store.header_of(row.header)
    held = [seat.name for seat in seats if person in seat.people]
    control = "" if game.control is None else game.seats[game.control]
    names, since = deciders.told(row.asked, row.asked_since, held, control)
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "title": game.title,
        "scenario": header.scenario,
        "options": dict(header.options),
        "status": row.status,
        "seats": {seat.name: seat.told() for seat in seats},
        "my_seats": held or ([control] if post.may("claim") else []),
        "role": "" if game.control is None else post.role,
        "kept": [seat.name for seat in seats if seat.is_kept_for(person)],
        "asked": names,
        "my_turn": bool(set(names) & set(held)),
        "turn": row.turn,
        "rated": bool(row.rated),
        "public": bool(row.public),
        "bids": bids,
        "late": row.late,
        "since": since,
        "result": row.result,
        "created": row.created,
        "changed": row.changed,
        "dice": {"trust": header.trust.value, "commitment": header.commitment},
    }


@router.post("/games/{id_}/links", status_code=201)
async def link(id_: GameId, body: Link, hub: HubHere, person: Person) -> messages.SeatLink:
    """Return a new link for an open seat, from somebody at the table; the old one ends."""
    told = await summary(hub, id_, person.id)
    row = await hub.committer.read(lambda look: store.row_of(look, id_))
    if not told["my_seats"] and row.laid_by != person.id:
        raise ForbiddenError("only the game's creator and its players can make links")
    if body.seat not in told["seats"]:
        raise ServerError(f"there is no seat '{body.seat}'")
    if told["seats"][body.seat]["holder"] or told["seats"][body.seat]["player"]:
        raise ForbiddenError(f"the seat of {body.seat} is taken")
    seat = list(told["seats"]).index(body.seat)
    made = await hub.committer.commit(lambda write: new_tables.make_link(write, id_, seat))
    return {"seat": body.seat, "secret": made}


@router.post("/games/{id_}/join", dependencies=[Counted])
async def join(id_: GameId, body: Join, hub: HubHere, person: Person) -> messages.Summary:
    """Take the seat that a secret opens, one of a public table, or the seats kept for me.

    With the last seat the game begins.
    """

    def work(connection: Connection) -> bool:
        row = store.row_of(connection, id_, alone=True)
        posts.check_free(connection, id_, person.id)
        game = hub.game(row.game, store.header_of(row.header).scenario)
        bids.check_comes(connection, game, id_, person.id)
        if body.secret:
            new_tables.take_seat(connection, id_, person.id, body.secret, body.entropy)
        elif body.seat:
            offers.sit_down(connection, game, id_, person.id, body.seat, body.entropy)
            hub.tell(connection, offers.met(connection, game, id_, person.id, body.seat))
        elif not new_tables.take_kept_seats(connection, id_, person.id, body.entropy):
            raise ForbiddenError("no seat is reserved for you here: use a link to take one")
        hub.relay.tell(connection, id_)
        if row.status == "open":
            return False
        hub.tell_other(connection, id_, person.id)
        return True

    if await hub.committer.commit(work):  # in place of somebody who has left
        await hub.look(id_)
        hub.part_anew(id_, person.id)
    else:
        await hub.begin(id_, person.id)
    return await summary(hub, id_, person.id)


@router.post("/games/{id_}/bid")
async def bid(id_: GameId, body: SealedBid, hub: HubHere, person: Person) -> messages.Summary:
    """Bid for the side that both want. With the last bid both are seated, and it begins."""
    told = await summary(hub, id_, person.id)
    game = await hub.rules(told["game"], told["scenario"])

    def work(connection: Connection) -> None:
        hub.tell(connection, bids.bid(connection, game, id_, person.id, body.points))
        hub.relay.tell(connection, id_)

    await hub.committer.commit(work)
    await hub.begin(id_, person.id)
    return await summary(hub, id_, person.id)


@router.post("/games/{id_}/rematch", status_code=201)
async def play_again(id_: GameId, body: Rematch, hub: HubHere, person: Person) -> messages.Summary:
    """Open a rematch: the others are notified, and their seats are reserved for them.

    If one of the others has asked already, this takes the seat that they kept.
    """
    told = await summary(hub, id_, person.id)
    if not told["my_seats"]:
        raise ForbiddenError("only players of the game can ask for a rematch")
    if told["status"] != "over":
        raise ForbiddenError("you can ask for a rematch when the game is over")
    game = await hub.rules(told["game"], told["scenario"])

    def work(connection: Connection) -> str:
        made, asked = rematch.lay(connection, game, id_, person.id, swap=body.swap)
        hub.tell(connection, asked)
        hub.relay.tell(connection, made)
        return made

    made = await hub.lay(person.id, work)
    await hub.begin(made, person.id)
    return await summary(hub, made, person.id)


@router.post("/games/{id_}/observe")
async def observe(id_: GameId, hub: HubHere, person: Person) -> messages.Summary:
    """Watch a game as an observer; anyone who knows its address may."""

    def work(connection: Connection) -> None:
        store.row_of(connection, id_)
        connection.execute(insert(OBSERVERS).values(game=id_, person=person.id))

    try:
        await hub.committer.commit(work)
    except IntegrityError:
        return await summary(hub, id_, person.id)  # they have it already
    live = hub.live.get(id_)
    if live is not None:
        live.observers |= {person.id}
    return await summary(hub, id_, person.id)
