"""The acts of people at an evening besides the game: come and go, write, claim cards, keep the
clock.

Each act is checked and written in one transaction; then the board is read again and sent. Two
workers, or two people at once, meet in the database: rows are locked before they are read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, assert_never

from sqlalchemy import Connection, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from bocage.engine.desk import Desk
from bocage.server import posts, roles, store
from bocage.server.board import RELEASED, SECOND, SILENCE_MS, Alike, Board, Part
from bocage.server.clocks import now_ms
from bocage.server.commands import Act, ClaimAct, ClockAct, NewsAct, SheetAct
from bocage.server.commits import Committer
from bocage.server.errors import ForbiddenError, ServerError, UnknownError
from bocage.server.live import LiveGame
from bocage.server.phases import PhaseTimer, phase_after
from bocage.server.relay import Relay
from bocage.server.schema import (
    CLAIMS,
    EVENINGS,
    NEWS,
    PEOPLE,
    PRESENCE,
    SHEETS,
    Record,
)
from bocage.server.seats import Seat

STAYS_MS: Final = 90_000
"""How long somebody counts as present after the server last saw them."""
RENEWED: Final = 30.0
"""The seconds between two checks of who is present."""
GRACE_MS: Final = 10_000
"""How long a person stays present after a socket closes: reloading a page is not an absence."""
NOTES_MOST: Final = 50
NEWS_MOST: Final = 500
_SOON: Final = 0.05
"""The seconds that changes are collected before they are sent."""
_NOTED: Final = text(
    "INSERT INTO claims (game, card, turn, about, came, since, note, ruled)"
    " VALUES (:game, :card, :turn, :about, :came, 0, '', 0) ON CONFLICT DO NOTHING"
)
_PRESENT: Final = text(
    "INSERT INTO presence (game, person, until) VALUES (:game, :person, :until)"
    " ON CONFLICT (game, person) DO UPDATE SET until = :until"
)
_SHEET: Final = text(
    "INSERT INTO sheets (game, seat, touched, turn, draft, late, over, notes)"
    " VALUES (:game, :seat, 0, 0, '', '', 0, '[]') ON CONFLICT DO NOTHING"
)
_EVENING: Final = text(
    "INSERT INTO evenings (game, clock) VALUES (:game, :clock) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class Keeper:
    """What acts need from the server."""

    committer: Committer
    relay: Relay
    spawn: Callable[[Any], object]
    again: Callable[[str, str], Coroutine[Any, Any, None]]
    """Reads a game again in which somebody has another post, and lets them come back."""
    tell_other: Callable[[Connection, str, str], None]
    """Notifies the other workers when a transaction is committed."""


class Evening:
    """The acts at one game, and its board."""

    def __init__(self, keeper: Keeper, live: LiveGame, board: Board) -> None:
        self._keeper = keeper
        self.live: Final = live
        self.board: Final = board
        self._telling = False

    # Reading and telling -----------------------------------------------------------------

    async def refresh(self, parts: Iterable[Part]) -> None:
        """Read some parts of the board again and notify everybody concerned."""
        turn, wanted = self.live.turn, list(parts)
        known = self._everybody()

        def look(connection: Connection) -> None:
            self.board.read(connection, turn, wanted)
            if "people" in wanted:
                self.board.name_people(connection, known)

        await self._keeper.committer.read(look)
        self.tell_soon()

    def _everybody(self) -> set[str]:
        seated = {person for seat in self.live.seats for person in seat.people}
        return seated | set(self.live.cleared)

    def tell_soon(self) -> None:
        """Send every socket the state of the evening, with changes of the next moment included."""
        if not self._telling:
            self._telling = True
            self._keeper.spawn(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(_SOON)
        self._telling = False
        alike = Alike()
        for listener in tuple(self.board.listeners):
            listener(alike)

    # Coming and going --------------------------------------------------------------------

    async def come(self, person: str) -> None:
        """Somebody is there."""
        await self._stay([person], self.board.now() + STAYS_MS)

    async def go(self, person: str) -> None:
        """Somebody's last socket here has closed."""
        await self._stay([person], self.board.now() + GRACE_MS)

    async def stay(self, people: Collection[str]) -> None:
        """These are still there."""
        if people:
            await self._stay(people, self.board.now() + STAYS_MS)

    async def _stay(self, people: Collection[str], until: int) -> None:
        def work(connection: Connection) -> None:
            rows = [{"game": self.live.id, "person": p, "until": until} for p in sorted(people)]
            connection.execute(_PRESENT, rows)
            self._told(connection, "people")

        await self._keeper.committer.commit(work)
        await self.refresh(["people"])

    def _told(self, connection: Connection, *parts: Part) -> None:
        """Let other workers read these parts again, when this is committed."""
        for part in parts:
            self._keeper.relay.tell(connection, f"evening {self.live.id} {part}")

    # Acts --------------------------------------------------------------------------------

    async def act(self, person: str, message: Act) -> None:
        """Do what somebody asks, once.

        Raises:
            ServerError: they may not, or it cannot be done.
        """
        live = self.live
        if live.remembers(person, message.id):
            return
        doing = await self._checked(person, message)
        now = self.board.now()

        def work(connection: Connection) -> list[Part]:
            parts = doing(connection, now)
            row = {"game": live.id, "person": person, "until": now + STAYS_MS}
            connection.execute(_PRESENT, row)
            store.remember_command(connection, live.id, person, message.id, now_ms())
            self._told(connection, *parts)
            return parts

        try:
            parts = await self._keeper.committer.commit(work)
        except IntegrityError:
            if await live.was_done(person, message.id):
                return
            raise
        live.remember(person, message.id)
        if isinstance(message, ClaimAct) and message.what == "desk":
            await self._keeper.again(live.id, person)
        self.board.until[person] = now + STAYS_MS
        await self.refresh(parts)

    async def _checked(self, person: str, message: Act) -> Callable[[Connection, int], list[Part]]:
        """Return the write for somebody who may act."""
        post = self.live.post(person)
        match message:
            case SheetAct():
                seat = self._seat(person, message)
                if message.what == "split":
                    await self._check_split(seat, message)
                elif message.what == "late":
                    async with self.live.held():
                        whole = self.joined(seat, person, message.text)
                    message = message.model_copy(update={"text": whole})
                return partial(_sheet, self, person, message, seat)
            case ClaimAct():
                post.check("claim")
                about = await self._about(post, message.card) if message.card else frozenset[str]()
                return partial(_claim, self, person, message, about)
            case ClockAct():
                post.check("clock")
                return partial(_clock, self.live, message)
            case NewsAct():
                post.check("news" if message.what == "write" else "release news")
                return partial(_news, self.live, person, message)
            case _:
                assert_never(message)

    def _seat(self, person: str, message: SheetAct) -> Seat:
        """Return the headquarters whose sheet it is."""
        live, post = self.live, self.live.post(person)
        control = live.game.control
        teams = [seat for seat in live.seats if seat.number != control]
        divides = message.what in ("split", "join") and post.role in roles.UMPIRES
        if message.what == "clear" or divides:
            found = next((seat for seat in teams if seat.name == message.seat), None)
            if found is None:
                raise UnknownError(f"there is no team '{message.seat[:40]}'")
            post.check("cast" if divides else "sheet", (found.name,))
            return found
        mine = [seat for seat in teams if person in seat.people]
        fits = [seat for seat in mine if message.seat in ("", seat.name)]
        if len(fits) != 1:
            said = "say which of your headquarters" if fits else "you do not sit there"
            raise ForbiddenError(said)
        return fits[0]

    async def _check_split(self, seat: Seat, message: SheetAct) -> None:
        """Check that a headquarters can be divided so.

        Raises:
            ServerError: nobody would be left at one of the posts, or there is no such grouping.
        """
        people, units = set(message.people), set(message.units)
        if not people or not people < seat.people:
            raise ServerError("somebody must go to the second post, and somebody must stay")
        async with self.live.held():
            form = self.live.game.form(self.live.table.state, seat.number)
        ordered = {unit for each in form.groupings for unit in each.units} if form else set[str]()
        there = {each.name: set(each.units) for each in form.groupings} if form else {}
        if not units or units - set(there):
            named = ", ".join(sorted(there))
            raise ServerError(f"choose the groupings of the second post: there are {named}")
        if set[str]().union(*(there[each] for each in units)) >= ordered:
            raise ServerError("the first post must keep a grouping")

    def joined(self, seat: Seat, person: str, part: str) -> str:
        """Return the sheet that a headquarters sends: somebody's part, and that of the other post.

        The caller holds the game.

        Raises:
            BocageError: the part orders what the other post has.
        """
        board, live = self.board, self.live
        second = board.second(seat)
        if second is None:
            return part
        is_second = board.post_of(seat, person) >= SECOND
        other = board.sent_by(seat.number + (0 if is_second else SECOND), live.turn)
        st = live.table.state
        return live.game.sheet_of_parts(
            st, seat.number, part, other, second.units, second=is_second
        )

    async def _about(self, post: roles.Post, card: str) -> frozenset[str]:
        """Return the teams that a card of now is about; a liaison has the cards of its teams."""
        async with self.live.held():
            found = self.live.game.desk_card(self.live.table.state, card)
        seats = frozenset[str]() if found is None else frozenset(found.row.seats)
        narrow = roles.scope_of(post.role, "claim") == "own"
        if found is None or (narrow and not post.teams & seats):
            raise UnknownError("there is no such card on your desk")
        return seats

    # Cards -------------------------------------------------------------------------------

    async def note(self, desk: Desk | None) -> None:
        """Note when cards came, so that everybody sees how old they are."""
        if desk is None or all(row.name in self.board.claims for row in desk.cards):
            return
        now, known = self.board.now(), self.board.claims
        rows = [
            {
                "game": self.live.id,
                "card": row.name,
                "turn": desk.turn,
                "about": json.dumps(row.seats),
                "came": now,
            }
            for row in desk.cards
            if row.name not in known
        ]

        def work(connection: Connection) -> None:
            connection.execute(_NOTED, rows)
            self._told(connection, "claims")

        await self._keeper.committer.commit(work)
        await self.refresh(["claims"])

    def take_desk(self, connection: Connection, person: str, other: str, now: int) -> None:
        """Take over what an umpire has: their cards, and a liaison's teams.

        Raises:
            ForbiddenError: a liaison's teams go over when the liaison is away, or by Control.
        """
        mine, theirs = self.live.post(person), self.live.post(other)
        if not theirs.may("claim") or other == person:
            raise ForbiddenError("this person has no desk that you could take over")
        if mine.role == "liaison":
            if theirs.role != "liaison":
                raise ForbiddenError("a liaison takes over the desk of a liaison")
            if self.board.until.get(other, 0) > now:
                raise ForbiddenError("they are at their desk: ask them, or Game Control")
            given = sorted(self.live.cleared[other].names)
            posts.hand_over(connection, self.live.id, other, person, given)
            self._keeper.relay.tell(connection, self.live.id)
            self._keeper.tell_other(connection, self.live.id, person)
        connection.execute(
            update(CLAIMS)
            .where(CLAIMS.c.game == self.live.id, CLAIMS.c.person == other)
            .values(person=person, since=now)
        )


def check_cards(
    board: Board | None, cards: Collection[str], person: str, *, must: bool = False
) -> bool:
    """Check that a person may rule on cards; whether all of them are theirs.

    Raises:
        ForbiddenError: one of them is another umpire's, or was ruled on by another; or they
            `must` have claimed it and have not.
    """
    if board is None or not cards:
        return False
    for card in cards:
        claim, holder = board.claims.get(card), board.holder(card)
        if holder == person:
            continue
        by = None if claim is None else claim.ruled_by
        _check_free(board.names, card, holder, by, person)
        if must:
            words = f"claim the card {card} first: another umpire may be working on it"
            raise ForbiddenError(words)
    return all(board.holder(card) == person for card in cards)


def settle_cards(
    game: str, cards: Collection[str], turn: int, person: str, now: int, connection: Connection
) -> None:
    """Write down that a person has ruled on cards, in the transaction of the ruling.

    Raises:
        ForbiddenError: another umpire has one of them by now, or was faster.
    """
    for card in cards:
        row = {"game": game, "card": card, "turn": turn, "about": "[]", "came": now}
        connection.execute(_NOTED, row)
        found = _locked(connection, game, card)
        holder = _holder(connection, found, now)
        if holder != person:
            by = found.ruled_by
            names = _names(connection, {each for each in (holder, by) if each})
            _check_free(names, card, holder, by, person)
        connection.execute(
            update(CLAIMS)
            .where(CLAIMS.c.game == game, CLAIMS.c.card == card)
            .values(person=None, since=0, note="", ruled_by=person, ruled=now)
        )


def _check_free(
    names: Mapping[str, str], card: str, holder: str | None, ruled_by: str | None, person: str
) -> None:
    if holder is not None and holder != person:
        whose = names.get(holder, "another umpire")
        raise ForbiddenError(f"{whose} has claimed the card {card}: take it over, or leave it")
    if ruled_by is not None and ruled_by != person:
        whose = names.get(ruled_by, "another umpire")
        raise ForbiddenError(f"{whose} has ruled on the card {card}: take it over to change that")


def _names(connection: Connection, people: Collection[str]) -> dict[str, str]:
    wanted = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(people))
    return {row.id: row.name for row in connection.execute(wanted)}


def _locked(connection: Connection, game: str, card: str) -> Record:
    wanted = select(CLAIMS).where(CLAIMS.c.game == game, CLAIMS.c.card == card)
    return connection.execute(wanted.with_for_update()).one()


def _holder(connection: Connection, claim: Record, now: int) -> str | None:
    """Return who has claimed a card, considering who is present."""
    if claim.person is None:
        return None
    until = select(PRESENCE.c.until).where(
        PRESENCE.c.game == claim.game, PRESENCE.c.person == claim.person
    )
    here = (connection.execute(until).scalar_one_or_none() or 0) > now
    return str(claim.person) if here else None


def _claim(
    evening: Evening,
    person: str,
    message: ClaimAct,
    about: frozenset[str],
    connection: Connection,
    now: int,
) -> list[Part]:
    live = evening.live
    if message.what == "desk":
        evening.take_desk(connection, person, message.to, now)
        return ["claims", "people"]
    if not message.card:
        raise ServerError("say which card")
    row = {"game": live.id, "card": message.card, "turn": live.turn, "came": now}
    connection.execute(_NOTED, {**row, "about": json.dumps(sorted(about))})
    found = _locked(connection, live.id, message.card)
    holder = _holder(connection, found, now)
    to: str | None = person
    if message.what == "take":
        # Somebody may have ruled on it a moment ago: to change that is to take it over outright.
        names = _names(connection, {each for each in (holder, found.ruled_by) if each})
        _check_free(names, message.card, holder, found.ruled_by, person)
    if message.what in ("hand", "drop") and holder not in (None, person):
        raise ForbiddenError("this card is not yours")
    if message.what == "hand":
        post = live.post(message.to)
        if not post.may("claim") or (post.role == "liaison" and not post.teams & about):
            raise ForbiddenError("you can give a card only to someone who can rule on it")
        to = message.to
    elif message.what == "drop":
        to = None
    connection.execute(
        update(CLAIMS)
        .where(CLAIMS.c.game == live.id, CLAIMS.c.card == message.card)
        .values(person=to, since=now if to else 0, note=message.text if to else "")
    )
    return ["claims"]


def _sheet(
    evening: Evening,
    person: str,
    message: SheetAct,
    seat: Seat,
    connection: Connection,
    now: int,
) -> list[Part]:
    """Write about the sheet of a headquarters."""
    live, board = evening.live, evening.board
    number = board.post_of(seat, person)
    if message.what in ("split", "join"):
        return _divide(live, person, number, message, seat, connection, now)
    connection.execute(_SHEET, {"game": live.id, "seat": number})
    mine = (SHEETS.c.game == live.id, SHEETS.c.seat == number)
    row = connection.execute(select(SHEETS).where(*mine).with_for_update()).one()
    staff = board.beside(seat, person)
    changed: dict[str, object]
    match message.what:
        case "take":
            _check_writer(connection, row, person, now, patient=False)
            changed = {"writer": person, "touched": now}
        case "hand":
            _check_writer(connection, row, person, now)
            if message.to not in staff:
                raise ForbiddenError("only somebody of your headquarters can write its sheet")
            changed = {"writer": message.to, "touched": now}
        case "write":
            _check_writer(connection, row, person, now)
            values = {"draft": message.text, "turn": live.turn}
            changed = {"writer": person, "touched": now, **values}
        case "note" | "strike":
            changed = {"notes": _noted(row, person, message)}
        case "late":
            _check_writer(connection, row, person, now)
            if live.sheets_open:
                raise ServerError("the orders are open: send the sheet")
            changed = {"writer": person, "touched": now}
            connection.execute(_SHEET, {"game": live.id, "seat": seat.number})
            whole = (SHEETS.c.game == live.id, SHEETS.c.seat == seat.number)
            connection.execute(update(SHEETS).where(*whole).values(late=message.text))
        case "clear":
            changed = {"late": "", "over": 0}
    connection.execute(update(SHEETS).where(*mine).values(**changed))
    return ["sheets"]


def _divide(
    live: LiveGame,
    person: str,
    post: int,
    message: SheetAct,
    seat: Seat,
    connection: Connection,
    now: int,
) -> list[Part]:
    """Divide a headquarters into two posts, or make it whole again.

    `post` is the person's own post: nobody else there may hold its sheet. The second post begins
    with an empty sheet. What it wrote and noted stays with it; what it has sent is on the
    headquarters' sheet of this turn.
    """
    first = (SHEETS.c.game == live.id, SHEETS.c.seat == seat.number)
    connection.execute(_SHEET, {"game": live.id, "seat": seat.number})
    row = connection.execute(select(SHEETS).where(*first).with_for_update()).one()
    splits = message.what == "split"
    connection.execute(_SHEET, {"game": live.id, "seat": seat.number + SECOND})
    second = (SHEETS.c.game == live.id, SHEETS.c.seat == seat.number + SECOND)
    if person in seat.people:
        at_second = post >= SECOND and not splits
        own = connection.execute(select(SHEETS).where(*second)).one() if at_second else row
        _check_writer(connection, own, person, now)
    people, units = (message.people, message.units) if splits else ([], [])
    values = {"people": json.dumps(sorted(people)), "units": json.dumps(sorted(units))}
    empty = {"writer": None, "touched": 0, "draft": "", "sent": "", "notes": "[]"}
    connection.execute(update(SHEETS).where(*second).values(**values, **empty))
    writer = None if row.writer in people else row.writer
    connection.execute(update(SHEETS).where(*first).values(writer=writer))
    return ["sheets"]


def _noted(row: Record, person: str, message: SheetAct) -> str:
    """Return the side notes of a team with one more, or one less."""
    notes: list[tuple[int, str, str]] = json.loads(row.notes)
    if message.what == "strike":
        return json.dumps([each for each in notes if each[0] != message.number])
    if not message.text.strip():
        raise ServerError("the note is empty")
    if len(notes) >= NOTES_MOST:
        raise ServerError(f"there are {NOTES_MOST} notes: delete one first")
    number = max((each[0] for each in notes), default=0) + 1
    return json.dumps([*notes, (number, person, message.text[:500])])


def _check_writer(
    connection: Connection, row: Record, person: str, now: int, *, patient: bool = True
) -> None:
    """Check that a person may write on a sheet.

    `patient` is for those who do not ask for it explicitly: silence alone gives them nothing.

    Raises:
        ForbiddenError: another person holds it.
    """
    if row.writer in (None, person):
        return
    until = select(PRESENCE.c.until).where(
        PRESENCE.c.game == row.game, PRESENCE.c.person == row.writer
    )
    here = (connection.execute(until).scalar_one_or_none() or 0) > now
    silent = now - row.touched > SILENCE_MS
    if here and (patient or not silent):
        name = _names(connection, {row.writer}).get(row.writer, "somebody")
        raise ForbiddenError(_holds(name))


def _holds(name: str) -> str:
    minutes = SILENCE_MS // 60_000
    return f"{name} holds the sheet: ask for it, or take it over after {minutes} minutes of silence"


def check_sender(board: Board | None, seat: Seat, person: str) -> None:
    """Check that a person may act for a headquarters: they hold the sheet, or are alone.

    Raises:
        ForbiddenError: another person holds the sheet.
    """
    if board is None or len(seat.people) < 2:
        return
    writer = board.writer(board.post_of(seat, person))
    if writer not in (None, person):
        raise ForbiddenError(_holds(board.names.get(writer or "", "somebody")))


def settle_sheet(
    game: str,
    seat: int,
    person: str,
    now: int,
    over: int,
    sent: tuple[str, int],
    connection: Connection,
) -> None:
    """Store who has sent a sheet and how late, in the transaction of the sheet.

    `seat` is the post that sends it, `sent` what it sends, and for which turn.

    Raises:
        ForbiddenError: another person holds it by now.
    """
    connection.execute(_SHEET, {"game": game, "seat": seat})
    mine = (SHEETS.c.game == game, SHEETS.c.seat == seat)
    row = connection.execute(select(SHEETS).where(*mine).with_for_update()).one()
    _check_writer(connection, row, person, now)
    connection.execute(
        update(SHEETS)
        .where(*mine)
        .values(writer=person, touched=now, over=over, sent=sent[0], sent_turn=sent[1])
    )


def _clock(live: LiveGame, message: ClockAct, connection: Connection, now: int) -> list[Part]:
    timer = _timer(connection, live.id)
    match message.what:
        case "phase":
            phase = phase_after(live.game.phases, timer, message.phase)
            timer = timer.begin(phase, live.turn, now, max(0, message.seconds))
        case "stretch":
            timer = timer.stretch(message.seconds * 1000)
        case "hold":
            timer = timer.hold(now)
        case "go":
            timer = timer.go_on(now)
        case "end":
            timer = timer.end(now)
    put_timer(connection, live.id, timer)
    return ["clock"]


def _timer(connection: Connection, game: str) -> PhaseTimer:
    """Return the clock of an evening, locked."""
    connection.execute(_EVENING, {"game": game, "clock": PhaseTimer().written()})
    kept = select(EVENINGS.c.clock).where(EVENINGS.c.game == game).with_for_update()
    return PhaseTimer.read(connection.execute(kept).scalar_one())


def put_timer(connection: Connection, game: str, timer: PhaseTimer) -> None:
    """Write a clock."""
    row = update(EVENINGS).where(EVENINGS.c.game == game)
    connection.execute(row.values(clock=timer.written()))


def move_clock(live: LiveGame, phase: str, now: int, connection: Connection) -> None:
    """Begin a phase with what Control has done in the game, if a clock is kept."""
    timer = _timer(connection, live.id)
    if timer.phase and timer.phase != phase:
        begun = timer.begin(phase_after(live.game.phases, timer, phase), live.turn, now)
        put_timer(connection, live.id, begun)


def set_screen(connection: Connection, game: str, secret: bytes) -> None:
    """Store the hash of the big screen's secret; the earlier secret stops working."""
    connection.execute(_EVENING, {"game": game, "clock": PhaseTimer().written()})
    connection.execute(update(EVENINGS).where(EVENINGS.c.game == game).values(screen=secret))


def _news(
    live: LiveGame, person: str, message: NewsAct, connection: Connection, now: int
) -> list[Part]:
    """Write a piece of news, or rule on one."""
    del now
    mine = (NEWS.c.game == live.id, NEWS.c.number == message.number)
    found = connection.execute(select(NEWS).where(*mine).with_for_update()).one_or_none()
    if message.number and found is None:
        raise UnknownError("there is no such piece of news")
    if message.what == "write":
        headline = " ".join(message.headline.split())
        if not headline:
            raise ServerError("a piece of news needs a headline")
        if found is not None and found.state == RELEASED:
            raise ForbiddenError("it is released: write another")
        values: dict[str, object] = {
            "headline": headline,
            "text": message.text.strip(),
            "state": "written",
        }
        values |= {"at": now_ms(), "turn": live.turn, "person": person}
        if found is not None:
            connection.execute(update(NEWS).where(*mine).values(**values))
            return ["news"]
        last = select(func.max(NEWS.c.number)).where(NEWS.c.game == live.id)
        number = (connection.execute(last).scalar_one() or 0) + 1
        if number > NEWS_MOST:
            raise ServerError(f"there are already {NEWS_MOST} pieces of news, and no more fit")
        connection.execute(insert(NEWS).values(game=live.id, number=number, **values))
        return ["news"]
    if found is None:
        raise ServerError("say which piece of news")
    if found.state == RELEASED:
        raise ForbiddenError("it is released: everybody has read it")
    state = RELEASED if message.what == "release" else "declined"
    connection.execute(update(NEWS).where(*mine).values(state=state, at=now_ms()))
    return ["news"]
