"""Replies, updates and bodies that the server sends, as typed models.

Each model is a dictionary with known keys (`TypedDict`): messages are plain data that orjson writes
directly and that differences are made of. The type checkers compare every message with its model;
`openapi.json`, the API page and the page's TypeScript types (`web/src/lib/wire.ts`) are generated
from the same models. Messages of clients are in `commands` (sockets) and `bodies` (requests),
validated by Pydantic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, JsonValue

# Pydantic reads only this TypedDict on Python 3.11.
from typing_extensions import TypedDict

from bocage.engine import desk
from bocage.engine.actions import Role
from bocage.engine.odds import Favours
from bocage.engine.scenes import Act
from bocage.engine.shown import Corner

# Words -------------------------------------------------------------------------------------


class Ref(TypedDict):
    """A thing named in a text, so that a page can link it."""

    kind: str
    number: int
    text: str


Pieces = list[str | Ref]
"""A text in pieces: plain, or naming a thing."""


class Reason(TypedDict):
    """Why not, with its rule."""

    text: Pieces
    rule: str


class Note(Reason):
    """A fact with a code for programs."""

    code: str


# What is shown beside the units -------------------------------------------------------------


class Marked(TypedDict):
    """A marker that lies in a hex."""

    hex: int
    marker: str
    """Id of the marker, and its side: `BEACH-US f`."""
    corner: Corner
    said: str


class Badge(TypedDict):
    """A marker that lies on a unit."""

    unit: int
    marker: str
    said: str


class Box(TypedDict):
    """A place on a track."""

    text: str
    tint: NotRequired[str]


class Track(TypedDict):
    """A track, or a figure that has one on paper."""

    name: str
    rule: str
    boxes: NotRequired[list[Box]]
    at: NotRequired[int]
    """Which box the marker is in."""
    text: NotRequired[str]
    note: NotRequired[str]
    list: NotRequired[Sequence[str]]
    """The things it counts, one by one."""


class Units(TypedDict):
    """A box beside the map: units that wait, come later, or are lost."""

    name: str
    rule: str
    units: Sequence[int]


class Shown(TypedDict):
    """Markers, badges, tracks and boxes, and the units of the command that acts."""

    markers: list[Marked]
    badges: list[Badge]
    tracks: list[Track]
    boxes: list[Units]
    lit: list[int]


class Ribbon(TypedDict):
    """The parts of a turn in order, and which of them it is; none during the set-up."""

    stages: list[str]
    at: int
    note: NotRequired[str]
    """Who acts in it, if not the whole side."""


# A table's state ----------------------------------------------------------------------------


Status = Literal["open", "live", "adjourned", "over"]
"""A table waits for its players, is played at, pauses, or has ended."""


class Decision(TypedDict):
    """The decision that the game waits for, as one viewer may know it."""

    seats: list[str]
    kind: str
    rule: str
    prompts: dict[str, Pieces]
    """The prompts of the viewer's own seats that are asked."""
    waiting: Pieces
    cautions: list[Reason]
    """What the deciding seat would lose by ending the decision now."""
    battle: int | None
    """The hex of the battle that the decision is part of."""


class Outcome(TypedDict):
    """The end of a game."""

    text: Pieces
    rule: str
    winner: str | None


class ClockState(TypedDict):
    """The time that each seat has left, in milliseconds, and whose clock runs since when.

    In an umpired game `left` holds the seats whose knowledge the viewer has; Control sees all.
    """

    kind: Literal["none", "turn", "game"]
    limit: int
    left: dict[str, int]
    running: list[str]
    since: int


class Request(TypedDict):
    """Something that one seat asks of the others."""

    kind: Literal["takeback", "adjourn", "resume"]
    seat: str
    line: NotRequired[int]
    agreed: int


class SeatState(TypedDict):
    """Who plays a seat: a person by name, or a computer player."""

    holder: str | None
    player: str | None


class Dice(TypedDict):
    """How far the dice can be trusted."""

    trust: str
    commitment: str


class View(TypedDict):
    """What a viewer may see of a position, as `Game.view` gives it; each game adds its own."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    turn: NotRequired[int]
    units: NotRequired[list[list[int]]]
    """In a game on hexes: for each unit its place first, then what the game adds."""


class SeenState(TypedDict):
    """What a viewer sees of a position, now or at an earlier point."""

    heading: str
    view: View
    shown: Shown
    ribbon: Ribbon


class PastState(SeenState):
    """An earlier position."""

    waiting: Pieces


class TableInfo(TypedDict):
    """Information about the table itself, not the game on it."""

    name: str
    status: Status
    seats: dict[str, SeatState]
    clock: ClockState | None
    request: Request | None
    dice: Dice


class TableState(SeenState, TableInfo):
    """All that a viewer may know of a table now."""

    decision: Decision | None
    outcome: Outcome | None
    lines: int
    undo: dict[str, int]
    orders: dict[str, str]
    """Standing orders of the viewer's own seats; empty if there are none."""
    retired: list[str]
    """Teams of an umpired game that have retired: the viewer's own, or for Control all."""


# Answers to questions ------------------------------------------------------------------------

Legal = tuple[str, str, list[int]]
"""A legal action: its line, its verb, and the numbers of its arguments."""


class ReachedHex(TypedDict):
    """A hex that a unit under way may go to."""

    hex: int
    cost: float
    """Movement Points in all."""
    way: list[int]
    notes: list[Note]


class OddsRow(TypedDict):
    """A line of a ledger."""

    value: float
    text: Pieces
    rule: str


class OddsPart(TypedDict):
    """A part of a ledger with its total."""

    code: str
    """The heading of the ledger."""
    name: str
    total: float | None
    """The sum; None for notes."""
    signed: bool
    """Whether it is a modifier, and said with its sign."""
    rows: list[OddsRow]


class OddsResult(TypedDict):
    """A result of a fight with its chance."""

    result: str
    share: float
    favours: Favours
    words: str
    note: str


class Weighed(TypedDict):
    """A fight before its dice."""

    title: Pieces
    parts: list[OddsPart]
    odds: str
    rule: str
    faces: list[str]
    results: list[OddsResult]
    taken: float | None
    held: float | None
    notes: list[Note]


class Plan(TypedDict):
    """Lines that are recommended."""

    id: str
    title: str
    lines: list[str]


class GatheredUnit(TypedDict):
    """A unit that may join an attack or leave it, with the lines that gather the new force."""

    unit: int
    lines: list[str]


class Gather(TypedDict):
    """An attack that is being gathered."""

    hex: int
    force: list[int]
    add: list[GatheredUnit]
    leave: list[GatheredUnit]
    everybody: list[str]
    """The lines that gather everybody who can join, from the beginning; empty if nobody is
    missing.
    """


class OverlayRow(TypedDict):
    """An overlay's text about a unit."""

    unit: int
    name: str
    text: str


class OverlayPart(TypedDict):
    """A part of an overlay."""

    name: str
    side: str
    mark: str
    rule: str
    hexes: list[int]
    figures: list[tuple[int, int]]
    ways: list[list[int]]
    units: list[int]
    rows: list[OverlayRow]
    note: str


class GoalLine(TypedDict):
    """A level with its conditions, or a source of points."""

    text: Pieces
    rule: str
    met: bool | None
    """None for a line that only counts points."""
    value: int | None
    hexes: list[Ref]
    """The hexes where something is still to be done for it."""


class Goal(TypedDict):
    """The goal of one seat."""

    seat: str
    standing: Pieces
    lines: list[GoalLine]


class Goals(TypedDict):
    """The goals of both sides, and who would win if the game ended now."""

    now: Pieces
    rule: str
    goals: list[Goal]


class TodoLine(TypedDict):
    """Something that can still be done before the phase is ended."""

    code: str
    text: Pieces
    rule: str
    units: list[int]
    hexes: list[int]
    warns: bool
    """Whether to warn before the phase ends with it undone."""


class LegalAnswer(TypedDict):
    """The legal actions."""

    type: Literal["answer"]
    id: str
    what: Literal["legal"]
    seat: str
    legal: list[Legal]


class CheckAnswer(TypedDict):
    """Whether a line may be done, or why not, and whether it could be undone."""

    type: Literal["answer"]
    id: str
    what: Literal["check"]
    ok: bool
    reasons: list[Reason]
    final: bool


class OddsAnswer(TypedDict):
    """The possible results of a fight, or why nothing can be weighed."""

    type: Literal["answer"]
    id: str
    what: Literal["odds"]
    odds: list[Weighed]
    reasons: list[Reason]


class ReachAnswer(TypedDict):
    """Where the unit under way may go."""

    type: Literal["answer"]
    id: str
    what: Literal["reach"]
    reach: list[ReachedHex]


class PlanAnswer(TypedDict):
    """The recommended plans."""

    type: Literal["answer"]
    id: str
    what: Literal["plan"]
    plans: list[Plan]


class OverlayAnswer(TypedDict):
    """The parts of an overlay."""

    type: Literal["answer"]
    id: str
    what: Literal["overlay"]
    overlay: list[OverlayPart]


class GatherAnswer(TypedDict):
    """The attack that is being gathered."""

    type: Literal["answer"]
    id: str
    what: Literal["gather"]
    gather: Gather | None


class GoalsAnswer(TypedDict):
    """How each side wins and where it stands; None if a game does not say."""

    type: Literal["answer"]
    id: str
    what: Literal["goals"]
    goals: Goals | None


class Lesson(TypedDict):
    """The current advice of the guide of a first battle."""

    done: list[bool]
    """For each step, whether it is done."""
    title: Pieces
    text: Pieces
    rule: str
    waits: Pieces
    """The title of the step to return to; empty if this is the step."""
    units: list[int]
    hexes: list[int]
    """The hexes to look at."""
    result: Literal["", "won", "lost"]


class GuideAnswer(TypedDict):
    """The current advice of the guide of a first battle; None at other tables."""

    type: Literal["answer"]
    id: str
    what: Literal["guide"]
    guide: Lesson | None


class Grouping(TypedDict):
    """Units that can be ordered by one name."""

    name: str
    units: list[str]


class Column(TypedDict):
    """A field of a line on the sheet, and its possible content."""

    name: str
    takes: Literal["units", "place", "crossing", "number", "yes", "words", "choice"]
    choices: list[str]
    several: bool


class Form(TypedDict):
    """The order form of a team for one turn."""

    team: str
    above: str
    turn: int
    date: str
    half: str
    weather: str
    daylight: int
    groupings: list[Grouping]
    symbols: dict[str, tuple[str, str]]
    """The nation and the glyph of each of the team's units, by id."""
    actions: list[str]
    postures: list[str]
    columns: dict[str, list[Column]]
    """The columns of each kind of line, in the order of the sheet."""
    objectives: list[str]
    last: bool
    """Whether this is the last turn."""
    close_support: tuple[int, int]
    """Squadrons for attacks and for a cab rank that the team may ask for."""


class FormAnswer(TypedDict):
    """The order form of a seat; none in a game without sheets."""

    type: Literal["answer"]
    id: str
    what: Literal["form"]
    form: Form | None


class Stop(TypedDict):
    """The place that a march reaches at some hour, if nothing stops it."""

    time: str
    at: tuple[int, int]
    where: str


class LineReading(TypedDict):
    """An order as the staff understands it."""

    number: int
    words: str
    units: list[str]
    path: list[tuple[int, int]]
    """The march in metres east and north, as far as the team knows the ground."""
    km: float
    turns: float
    goal: tuple[int, int] | None
    stops: list[Stop]
    """Half way through the turn and at its end."""
    warnings: list[str]


class Remark(TypedDict):
    """A problem of a line, or a question with the answer assumed if nobody answers."""

    number: int
    words: str
    choices: list[str]
    default: str


class ReadingAnswer(TypedDict):
    """A sheet read back."""

    type: Literal["answer"]
    id: str
    what: Literal["reading"]
    lines: list[LineReading]
    problems: list[Remark]
    questions: list[Remark]


# Questions of an umpire: their records are the engine's own (`bocage.engine.desk`) -----------


class DeskAnswer(TypedDict):
    """The state of the turn on the umpire's desk; None in a game without one."""

    type: Literal["answer"]
    id: str
    what: Literal["desk"]
    desk: desk.Desk | None


class SheetAnswer(TypedDict):
    """A team's sheet as JSON, nothing if none has come; and how the staff reads it."""

    type: Literal["answer"]
    id: str
    what: Literal["sheet"]
    seat: str
    sheet: str
    form: Form | None
    """The team's order form, to write a sheet for it."""
    lines: list[LineReading]
    problems: list[Remark]
    questions: list[Remark]


class CardAnswer(TypedDict):
    """A ruling in full; none if the turn has none of that name."""

    type: Literal["answer"]
    id: str
    what: Literal["card"]
    card: desk.Card | None


class DraftAnswer(TypedDict):
    """The report that a team will read, beside the truth; None while the turn is not worked out."""

    type: Literal["answer"]
    id: str
    what: Literal["draft"]
    draft: desk.Draft | None


class TruthAnswer(TypedDict):
    """The master map."""

    type: Literal["answer"]
    id: str
    what: Literal["truth"]
    truth: desk.Truth | None


class BeliefAnswer(TypedDict):
    """The last information that a team received, and where it is wrong."""

    type: Literal["answer"]
    id: str
    what: Literal["belief"]
    belief: desk.Belief | None


class DebriefAnswer(TypedDict):
    """The scores as they stand, with reasons."""

    type: Literal["answer"]
    id: str
    what: Literal["debrief"]
    debrief: desk.Debrief | None


class BeliefsAnswer(TypedDict):
    """How far each team's belief was from the truth, turn by turn."""

    type: Literal["answer"]
    id: str
    what: Literal["beliefs"]
    beliefs: list[desk.BeliefAt]


class RulingsAnswer(TypedDict):
    """The rulings of one turn, without the umpire's private reasons."""

    type: Literal["answer"]
    id: str
    what: Literal["rulings"]
    rulings: desk.Rulings | None


class CommanderAnswer(TypedDict):
    """The sheet that a computer commander writes for a team, as JSON."""

    type: Literal["answer"]
    id: str
    what: Literal["commander"]
    sheet: str


DeskAnswers = (
    DeskAnswer
    | SheetAnswer
    | CardAnswer
    | DraftAnswer
    | TruthAnswer
    | BeliefAnswer
    | DebriefAnswer
    | BeliefsAnswer
    | RulingsAnswer
    | CommanderAnswer
)


Answer = Annotated[
    LegalAnswer
    | GoalsAnswer
    | GuideAnswer
    | CheckAnswer
    | OddsAnswer
    | ReachAnswer
    | PlanAnswer
    | OverlayAnswer
    | GatherAnswer
    | FormAnswer
    | ReadingAnswer
    | DeskAnswers,
    Field(discriminator="what"),
]

# Messages on a socket ------------------------------------------------------------------------


class Ahead(TypedDict):
    """What a page would ask next; a page that says `ahead` in its hello receives it.

    It comes after the state, before the welcome, and with every update.
    """

    seat: str
    """The viewer's seat that is asked; empty if none is."""
    legal: list[Legal]
    reach: NotRequired[list[ReachedHex]]
    """While a unit is under way."""
    gather: NotRequired[Gather]
    """While an attack is being gathered."""
    todo: NotRequired[list[TodoLine]]
    """While a phase can be ended: what is left to do in it."""
    leads: NotRequired[dict[str, list[Pieces]]]
    """In the middle of a battle: what each line leads to at once, as far as no die decides it."""
    cut_off: list[int]
    """Units out of supply, or without a line of communication, as far as the viewer knows."""


class Scene(TypedDict):
    """How an event looks at the table, to be played back."""

    act: Act
    units: NotRequired[list[int]]
    """The units that act, or to which it happens."""
    targets: NotRequired[list[int]]
    """The units that they act on."""
    hexes: NotRequired[list[int]]
    """The path of a move, the first hex with it; else the hexes that it is about."""
    die: NotRequired[int]
    result: NotRequired[str]
    fight: NotRequired[Weighed]
    """The ledger of a battle, as it was when the die fell."""


class Happened(TypedDict):
    """An event: the line that caused it, its kind, its sentence and its rule."""

    line: int
    kind: str
    text: Pieces
    rule: str
    by: NotRequired[str]
    """The seat whose line it is; missing for chance, and in a game with an umpire."""
    scene: NotRequired[Scene]
    """Missing where nothing on the map changes."""


Path = list[str | int]
Change = tuple[Path, JsonValue] | tuple[Path]
"""A path with its new value, or only the path of something removed."""


class State(TypedDict):
    """The whole state, for a client that comes first or was away too long."""

    type: Literal["state"]
    stamp: str
    state: TableState


_From = TypedDict("_From", {"from": str})


class Update(_From):
    """The changes that turn the state with the stamp `from` into the one with the stamp `to`."""

    type: Literal["update"]
    to: str
    changes: list[Change]
    events: list[Happened]
    cut: NotRequired[int]
    """Lines from this one on are gone."""
    ahead: NotRequired[Ahead]


class ChatLine(TypedDict):
    """Something that somebody said."""

    number: int
    room: str
    name: str
    text: str
    at: int
    seat: str
    """The team in whose room it was said, at an umpired game; nothing for the other rooms."""
    by: str
    """The seat of the speaker; empty if they hold none."""


class ChatMessage(ChatLine):
    """Something that somebody says now."""

    type: Literal["chat"]


class Welcome(TypedDict):
    """The client is up to date and may act."""

    type: Literal["welcome"]
    stamp: str
    chat: list[ChatLine]
    now: int
    """The server's clock, in milliseconds since 1970."""


class PhaseClock(TypedDict):
    """The phase of the turn and its clock. The time left is the length less the time from `since`
    to now, or to `held` while the clock is held; below zero it is overrun.
    """

    phase: str
    title: str
    turn: int
    since: int
    length: int
    held: int
    """When it was held, by the server's stopwatch; 0: it runs."""
    stretched: int


class PhaseInfo(TypedDict):
    """A phase that a turn has."""

    id: str
    title: str
    minutes: int
    rule: str


class PhaseTook(TypedDict):
    """How long a phase took, in milliseconds."""

    turn: int
    phase: str
    title: str
    took: int
    planned: int
    stretched: int
    held: int


class NewsItem(TypedDict):
    """A piece of news."""

    number: int
    headline: str
    text: str
    state: str
    """`released`; for Press and Game Control also `written` and `declined`."""
    turn: int
    by: str


class PersonHere(TypedDict):
    """Somebody at a headquarters, or an umpire."""

    person: str
    name: str
    role: str
    title: str
    teams: list[str]
    here: bool


class SideNote(TypedDict):
    """A note that a team keeps beside its sheet."""

    number: int
    by: str
    text: str


class SheetHeld(TypedDict):
    """A headquarters' sheet while it is written."""

    writer: str
    """Who holds it; empty: the first who writes gets it."""
    name: str
    mine: bool
    silent: bool
    """Whether others may take it over: its writer is away, or has not written for a while."""
    turn: int
    draft: str
    notes: list[SideNote]
    late: bool
    """Whether a sheet that came too late waits for Control."""
    post: Literal["whole", "first", "second"]
    """Which part of the headquarters it is of; whole where that is not divided."""
    units: list[str]
    """The groupings that the second post orders, where there is one."""
    second: list[str]
    """Who sits there."""
    sent: str
    """What this post has sent for this turn, where there are two."""


class DividedPosts(TypedDict):
    """The second post of a headquarters, for Game Control."""

    units: list[str]
    """The groupings that it orders."""
    people: list[str]
    """Who sits there."""


class LateSheet(TypedDict):
    """A sheet that came after the orders were closed, or after their time."""

    seat: str
    sheet: str
    """The sheet that came after the orders were closed, as JSON; empty if it came before."""
    over: int
    """By how many milliseconds it was late."""


class ClaimedCard(TypedDict):
    """A card: its age, who has claimed it, and who has ruled on it."""

    came: int
    person: str
    name: str
    since: int
    note: str
    ruled: str
    """Who ruled on it last; empty if nobody did."""


class Workload(TypedDict):
    """The open work of an umpire."""

    person: str
    name: str
    title: str
    here: bool
    cards: int
    oldest: int
    """Since when they have the oldest of them; 0: they have none."""
    ruled: int


class Evening(TypedDict):
    """The table of people around an umpired game, as one of them may know it."""

    me: str
    role: str
    title: str
    teams: list[str]
    may: list[str]
    clock: PhaseClock | None
    phases: list[PhaseInfo]
    took: list[PhaseTook]
    news: list[NewsItem]
    people: list[PersonHere]
    sheets: dict[str, SheetHeld]
    posts: dict[str, DividedPosts]
    """The headquarters that are divided; empty for all but Game Control."""
    late: list[LateSheet]
    claims: dict[str, ClaimedCard]
    load: list[Workload]


class EveningMessage(TypedDict):
    """The state of the evening, for a client that says `evening` in its hello."""

    type: Literal["evening"]
    evening: Evening


class PresentMessage(TypedDict):
    """Who is at a game without an umpire, for a client that says `evening` in its hello."""

    type: Literal["present"]
    seats: list[str]
    """The seats whose players are here."""
    watching: list[str]
    """The names of the spectators who are here."""


class Screen(TypedDict):
    """The contents of the big screen: what everybody may know."""

    name: str
    title: str
    heading: str
    status: str
    clock: PhaseClock | None
    phases: list[PhaseInfo]
    news: list[NewsItem]
    now: int
    """The server's stopwatch, by which the clock runs."""


class ScreenLink(TypedDict):
    """The secret of the big screen, and its link as a code to scan."""

    secret: str
    link: str
    qr: str


class CastPost(TypedDict):
    """A post that was cast: its secret, its link, and the link as a code to print."""

    name: str
    role: str
    title: str
    teams: list[str]
    secret: str
    link: str
    qr: str
    """SVG."""


class Cast(TypedDict):
    """The posts that were cast."""

    posts: list[CastPost]


class AheadMessage(TypedDict):
    """What the client would ask next, sent after its hello."""

    type: Literal["ahead"]
    ahead: Ahead


class Waiting(TypedDict):
    """The game waits for its players."""

    type: Literal["waiting"]


class Pong(TypedDict):
    """Here I am."""

    type: Literal["pong"]


class Done(TypedDict):
    """A command is done and on disk. `again`: it was done before, and not a second time."""

    type: Literal["done"]
    id: str
    stamp: NotRequired[str]
    again: NotRequired[bool]


class Refused(TypedDict):
    """The rules or the table forbid a command."""

    type: Literal["refused"]
    id: str
    reasons: list[Reason]


class Failed(TypedDict):
    """A message could not be carried out, for a reason that is not of the rules."""

    type: Literal["failed"]
    id: str | None
    code: str
    text: str
    stamp: NotRequired[str]
    missed: NotRequired[list[State | Update]]
    """For a stale command sent by request: what the sender has missed."""


Reply = Done | Refused | Failed
"""The answer to a command."""

ServerMessage = (
    State
    | Update
    | AheadMessage
    | Welcome
    | Waiting
    | Pong
    | ChatMessage
    | EveningMessage
    | PresentMessage
    | Done
    | Refused
    | Failed
    | Answer
)
"""Everything that comes on a socket."""

# Bodies of replies to requests ------------------------------------------------------------------


class Guided(TypedDict):
    """How to open a table for a scenario with a guide."""

    seat: str
    """The side of the learner."""
    opponent: str
    """The computer player on the other side."""


class Scenario(TypedDict):
    """A scenario of a game."""

    id: str
    title: str
    description: str
    guide: Guided | None
    """The guide through it, if there is one."""


class Option(TypedDict):
    """A switch of a game."""

    id: str
    title: str
    rule: str
    choices: list[str]


class Setting(TypedDict):
    """A named set of options of a game, for its whole game."""

    id: str
    title: str
    description: str
    options: dict[str, str]
    par: str
    """What to expect between equal players; empty if nobody has measured it."""


class Bidding(TypedDict):
    """How players may bid for a side."""

    unit: str
    """The unit of bids: `Victory Points`."""
    options: dict[str, str]
    """By seat, the option that holds what its player bid."""
    most: int


class Bids(TypedDict):
    """The sealed bids of two people who both want a side, as far as one of them may know."""

    seat: str
    """The side that both want."""
    unit: str
    most: int
    mine: int | None
    """What I have bid."""
    waits: list[str]
    """The people at the table whose bids are not in."""
    said: str
    """How the bids came out, when both are in."""


class PrintedPlayer(TypedDict):
    """An opponent in the rulebook itself; an option turns it on."""

    id: str
    seat: str
    option: str
    choice: str


class GameRules(TypedDict):
    """A game that can be played here."""

    id: str
    title: str
    about: str
    """What it is about, in two sentences."""
    length: str
    audience: str
    complexity: int
    """From 1 to 5; 0 if unrated."""
    board: bool
    """Whether it is played on a map of hexes, which a page can show."""
    seats: list[str]
    umpire: str
    """The seat of the umpire; empty in a game without one."""
    scenarios: list[Scenario]
    options: list[Option]
    settings: list[Setting]
    """Named sets of options, in the order in which to offer them."""
    bidding: Bidding | None
    players: list[str]
    printed: list[PrintedPlayer]
    orders: list[str]


class Summary(TypedDict):
    """A table in short."""

    id: str
    name: str
    game: str
    title: str
    scenario: str
    options: dict[str, str]
    status: Status
    seats: dict[str, SeatState]
    my_seats: list[str]
    role: str
    """Your role in an umpired game; see `bocage.server.roles`. Empty in others."""
    kept: list[str]
    """Seats that are kept for me: I take them without a link."""
    asked: list[str]
    my_turn: bool
    turn: int
    """The current turn; 0 if you may not know."""
    rated: bool
    public: bool
    """Whether everybody on the server sees it in the list of open tables."""
    bids: Bids | None
    """Where two people bid for a side."""
    late: int
    """Of an umpired game: by how many turns spectators see the truth late; 0: never."""
    since: int
    result: str
    created: int
    changed: int
    dice: Dice


class OfferedTable(TypedDict):
    """A public table in short: one that waits for a player, or one to watch."""

    id: str
    name: str
    game: str
    scenario: str
    options: dict[str, str]
    status: Status
    seats: dict[str, SeatState]
    free: list[str]
    """The seats that you can take; none if its game has begun."""
    bids: str
    """The seat that both players will bid for; empty if they do not bid."""
    rated: bool
    clock: Literal["none", "turn", "game"]
    seconds: int
    turn: int
    """The current turn; 0 before the game, or if you may not know."""
    created: int


class RatedPlayer(TypedDict):
    """A player and their rating: the true value lies within so many points of it, 19 times in
    20.
    """

    name: str
    rating: int
    within: int
    provisional: bool
    won: int
    lost: int
    drawn: int


class Standing(TypedDict):
    """An entrant of a tournament; a victory is a point."""

    name: str
    points: float
    me: bool


class Meeting(TypedDict):
    """Two entrants who meet; without a second, the first sits out."""

    round: int
    first: str
    second: str | None
    game: str | None
    points: float | None
    """The first entrant's points; None while it is played."""


class TournamentState(TypedDict):
    """A tournament: how it stands, the best first."""

    id: str
    name: str
    game: str
    scenario: str
    system: str
    rounds: int
    round: int
    status: str
    mine: bool
    entered: bool
    standings: list[Standing]
    meetings: list[Meeting]


class LaidTable(Summary):
    """A new table, with the secrets of its open seats."""

    links: dict[str, str]


class PositionText(TypedDict):
    """A position as one line of text."""

    position: str


class SeatLink(TypedDict):
    """A new secret for a seat."""

    seat: str
    secret: str


class Session(TypedDict):
    """The person who signed in, and the token that proves it."""

    person: str
    token: str


class Myself(TypedDict):
    """Your name, and how you are notified of your turn."""

    person: str
    name: str
    account: str | None
    email: str
    webhook: str
    mails: bool
    """Whether this server sends mail."""
    admin: bool


class Invitation(TypedDict):
    """A secret that lets one person become a member."""

    invitation: str


class Secret(TypedDict):
    """A secret to hand on to one person."""

    secret: str


class Member(TypedDict):
    """A member of the club."""

    account: str
    name: str
    admin: bool
    since: int


class GivenClearance(TypedDict):
    """A person's clearance; without a person, the link was not taken yet."""

    person: str | None
    name: str | None
    cleared: list[str]
    role: str
    cast: str
    """The person that the link was made for, if somebody was cast."""


class Clearances(TypedDict):
    """The possible clearances of umpires, and who has them."""

    there: list[str]
    given: list[GivenClearance]


class ClearanceLink(TypedDict):
    """A secret that gives one person a post."""

    cleared: list[str]
    role: str
    secret: str


class Notice(TypedDict):
    """Something that happened while I was away."""

    id: int
    game: str
    kind: str
    text: str
    at: int
    link: str


class RuleText(TypedDict):
    """A rule or a reading, in our own words."""

    rule: str
    title: str
    says: str


class ChartNote(TypedDict):
    """A note under a chart."""

    says: str
    rules: str


class Chart(TypedDict):
    """A chart of the player aid."""

    title: str
    rules: str
    head: list[str]
    rows: list[list[str]]
    notes: list[ChartNote]


class BoardHex(TypedDict):
    """The place of a hex on the sheet."""

    number: str
    x: float
    y: float
    name: NotRequired[str]


class BoardUnit(TypedDict):
    """A unit as its counter says."""

    id: str
    name: str
    label: str
    """Its name as short as its counter has it."""
    seat: str
    nation: str
    steps: int
    strength: int
    """Its strength: the strongest of a stack lies on top."""


class HexText(TypedDict):
    """The contents of a hex and its surroundings, in words."""

    title: str
    lines: list[tuple[str, str]]
    """Pairs of heading and text: ground, places, routes; then each side with water or a bridge."""
    effects: list[Note]
    """What its terrain does: to units that enter, in a fight."""


class BoardOverlay(TypedDict):
    """An overlay that may be asked for."""

    id: str
    name: str
    rule: str
    pointed: bool
    """Whether it says more about a hex that is pointed at."""


class BoardVerb(TypedDict):
    """A verb of the game: its arguments, and its role on the board."""

    nouns: list[str]
    role: Role
    plain: bool
    """Whether it is done without asking twice: it can be undone, or its cost is shown."""


class NounNames(TypedDict):
    """The names of a kind of noun: as written in a line, and as said to people."""

    written: list[str]
    said: list[str]


class Board(TypedDict):
    """The place of everything, in units of the sheet from the upper left corner of its window."""

    game: str
    title: str
    width: float
    height: float
    hex: float
    hexes: list[BoardHex]
    layers: list[str]
    overlays: list[BoardOverlay]
    scales: list[float]
    units: list[BoardUnit]
    verbs: dict[str, BoardVerb]
    seats: list[str]
    orders: list[str]
    together: str
    """The word of a line that moves several units to one hex; empty if no line does."""
    nouns: dict[str, NounNames]


class Landmark(TypedDict):
    """A place or crossing, in metres east and north of the country's origin."""

    id: str
    name: str
    kind: str
    x: int
    y: int


class Headquarters(TypedDict):
    """A team of an operation."""

    seat: str
    name: str
    side: str
    above: str


class Survey(TypedDict):
    """The map of an operation: its size in units, and how metres lie on it."""

    title: str
    width: float
    height: float
    per_km: float
    origin: tuple[float, float]
    """The origin of the country's coordinates."""
    east: tuple[float, float]
    """Units across and down for a metre to the east."""
    north: tuple[float, float]
    grid: tuple[float, float]
    """The origin of the printed kilometre grid: east is right, north is up."""
    earth: tuple[float, float]
    """Latitude and longitude of the country's origin."""
    degrees: tuple[float, float]
    """Degrees of latitude for a metre to the north, of longitude for a metre to the east."""
    scales: list[float]
    layers: list[str]
    sided: list[str]
    """Layers that only some sides may see; a game gives them to viewers who may."""
    teams: list[Headquarters]
    landmarks: list[Landmark]


class RoadWay(TypedDict):
    """The way between two points by road, in kilometres and metres; none without a way."""

    km: float | None
    path: list[tuple[int, int]]


class Timeline(TypedDict):
    """The number of lines, and after how many of them each turn began."""

    lines: int
    turns: list[tuple[int, int]]
    """Each turn with the number of lines before it."""


class LateTruth(TypedDict):
    """What a spectator sees of an umpired game: the truth as it was some turns ago."""

    late: int
    """By how many turns; 0 once the game is over."""
    turn: int
    """As it was when this turn began; 0 as long as there is nothing so old."""
    heading: str
    truth: desk.Truth | None
    symbols: dict[str, tuple[str, str]]
    """How each unit is drawn; see `Form`."""


_FromLine = TypedDict("_FromLine", {"from": int})


class Past(_FromLine):
    """A position after so many lines, and what changed with each line after it."""

    state: PastState
    steps: list[list[Change]]


class StoryLine(TypedDict):
    """A measure, turn by turn."""

    name: str
    side: str
    rule: str
    values: list[float]


class StoryChart(TypedDict):
    """Measures drawn together."""

    title: str
    lines: list[StoryLine]


class StoryFight(TypedDict):
    """A fight of a game that is over."""

    line: int
    turn: int
    by: str
    hex: int
    result: str
    luck: float


class StoryLuck(TypedDict):
    """Who was lucky, by how much, and in what share of games they would be luckier."""

    seat: str
    by: float
    spread: float
    rarer: float
    fights: int


class StoryTurn(TypedDict):
    """A turning point."""

    line: int
    turn: int
    text: Pieces


class Story(TypedDict):
    """The story of a game that is over."""

    turns: list[int]
    ends: list[int]
    charts: list[StoryChart]
    losses: dict[str, list[int]]
    lost: dict[str, int]
    fights: list[StoryFight]
    luck: StoryLuck
    turning: list[StoryTurn]


class Account(TypedDict):
    """A staff's account of one turn."""

    turn: int
    seat: str
    text: str


class Accounts(TypedDict):
    """The accounts of the staffs at a table, the last turn first; and why some can't be read
    yet.
    """

    accounts: list[Account]
    shut: str


class Analysis(TypedDict):
    """What the staff would do at a point of a game, in order, and why."""

    line: int
    seat: str
    actions: list[Legal]
    why: str


class Verified(TypedDict):
    """The result of checking a save."""

    lines: int
    hidden: int
    dice: int
    dice_checked: int
    played: bool
    over: bool
    mark: str


class BuilderColumn(TypedDict):
    """A column of a table of a scenario."""

    name: str
    kind: Literal["text", "whole", "number", "yes or no", "list", "date", "points"]
    words: list[str]
    """The words it may have; none where it may have any."""
    refers: str
    """The table and column whose values it takes; empty where it takes any."""
    needed: bool


class BuilderTable(TypedDict):
    """A table that a scenario can have."""

    id: str
    head: bool
    """Whether it has one row: what stands at the top of a file."""
    of_map: bool
    """Whether it belongs to the scenario's own map."""
    terms: list[str]
    """Columns that its rows may have besides, as their kind asks for."""
    columns: list[BuilderColumn]


class BuilderTheatre(TypedDict):
    """A map that comes with the game."""

    id: str
    title: str
    scenario: str
    """A scenario on it, whose board shows the map."""


class BuiltScenario(TypedDict):
    """A scenario that is there."""

    id: str
    title: str
    ours: bool
    """Whether it comes with the game."""
    mine: bool
    """Whether this person may change it."""


class DraftTable(TypedDict):
    """A table as it is filled in: every cell is a text."""

    columns: list[str]
    rows: list[list[str]]


class DraftTables(TypedDict):
    """A scenario as its tables, by name."""

    tables: dict[str, DraftTable]


class BuilderShelf(TypedDict):
    """Everything that the page of the builder needs."""

    tables: list[BuilderTable]
    theatres: list[BuilderTheatre]
    profiles: DraftTable
    """The profiles that every scenario has."""
    symbols: dict[str, str]
    """The glyph of each symbol of a unit."""
    scenarios: list[BuiltScenario]


class DraftFault(TypedDict):
    """What is wrong with a draft, and where."""

    table: str
    row: int
    """Counted from 0; -1 where the whole table is meant."""
    column: str
    value: str
    text: str


class MapFrame(TypedDict):
    """Where the hexes of a map lie: `first + position * p + row * r`, odd rows `shift` further."""

    first: tuple[float, float]
    position: tuple[float, float]
    row: tuple[float, float]
    shift: tuple[float, float]
    digits: tuple[int, int]
    km: tuple[float, float]
    """Kilometres of a degree of latitude and of longitude."""


class DraftChecked(TypedDict):
    """What the loader says of a draft."""

    faults: list[DraftFault]
    frame: MapFrame | None


class DryRunRuling(TypedDict):
    """A ruling that was not routine."""

    what: str
    why: str


class DryRunReport(TypedDict):
    """What a team was told of a turn."""

    team: str
    lines: list[str]


class DryRunTurn(TypedDict):
    """A turn of a dry run."""

    turn: int
    heading: str
    rulings: list[DryRunRuling]
    reports: list[DryRunReport]


class DryRun(TypedDict):
    """The result of a dry run."""

    turns: list[DryRunTurn]
    faults: list[DraftFault]
    failed: str
    """Why it ended early; empty where it did not."""
    key: str
    """What the position at its end is recognised by."""
