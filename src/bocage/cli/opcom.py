"""`bocage opcom`: a map game with teams and an umpire, from files and lines.

Teams use `brief`, `orders`, `answer` and `report`; everything else is Control's. What a team
sees is what Control has released to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from bocage.cli import opcom_campaign, opcom_paper
from bocage.cli.arguments import ChoiceOption, NewSaveArgument, SaveArgument, SeedOption
from bocage.cli.game_file import Sitting, chosen_options, load, reporting, seed_of
from bocage.cli.opcom_beliefs import BeliefsOption, PicturesOption, TurnOption, look_back
from bocage.cli.opcom_debrief import debrief_lines
from bocage.cli.opcom_drafts import draft_lines, edit_draft
from bocage.cli.opcom_file import open_game, save_game, say, team_named
from bocage.cli.opcom_honours import draw_charts, honour_lines, panel_lines
from bocage.cli.opcom_map import DpiOption, OutputOption, PaperOption, PartOption, draw_map
from bocage.cli.output import RefusalError
from bocage.engine.dice import Trust
from bocage.engine.log import RETIRED
from bocage.engine.playout import policy
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s02_umpiring.cards import (
    ACCEPTED,
    CATEGORIES,
    DECISIVE,
    NEEDS_YOU,
    ROUTINE,
    mode_of,
    totals,
    weight_of,
)
from bocage.games.opcom.s02_umpiring.desk import Desk
from bocage.games.opcom.s05_orders.files import read_sheet, sheet_text
from bocage.games.opcom.s05_orders.readback import read_back
from bocage.games.opcom.s05_orders.submission import Orders
from bocage.games.opcom.s10_reports.brief import (
    command,
    expected,
    groupings,
    mission,
    own_rules,
    ships,
    weather_words,
)
from bocage.games.opcom.s12_air.brief import air_brief
from bocage.games.opcom.words.verbs import MODE

app = typer.Typer(
    help="OP COM: order sheets, adjudication, Control's changes, reports.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

TeamOption = Annotated[
    str, typer.Option("--team", metavar="TEAM", help="Which team.", show_default=False)
]
BecauseOption = Annotated[
    str,
    typer.Option(
        "--because",
        metavar="REASON",
        help="The reason, which goes into the log.",
        show_default=False,
    ),
]
TellOption = Annotated[
    str, typer.Option("--tell", metavar="WORDS", help="What Control tells the teams about it.")
]


def add_to(parent: typer.Typer) -> None:
    """Add the group to the program."""
    opcom_campaign.add_to(app)
    opcom_paper.add_to(app)
    parent.add_typer(app, name=OpCom.id)


@app.command(epilog="Example: [bold]bocage opcom new break-out.bocage[/bold]")
def new(
    file: NewSaveArgument,
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="joes-bridge, arnhem-bridge, second-lift, market-garden or malta.",
        ),
    ] = "joes-bridge",
    option: ChoiceOption = None,
    seed: SeedOption = None,
) -> None:
    """Start an operation in a new file, which Control keeps."""
    made = Sitting.begin(
        file,
        load(OpCom.id, None),
        scenario=scenario,
        options=chosen_options(option or ()),
        seed=seed_of(seed),
        trust=Trust.OPEN,
    )
    world = cast("Position", made.table.state).world
    say(f"Started {world.data.title} in {file}: {world.data.description}")
    say(f"Teams: {', '.join(f'{t.seat} ({t.name})' for t in world.teams)}.")
    say(_waits(made.table))


@app.command()
def brief(file: SaveArgument, team: TeamOption = "") -> None:
    """Show what a team knows: its units, their state in words, its supplies."""
    _, table = open_game(file)
    number = team_named(table.state.world, team)
    told = table.state.told[number]
    world = table.state.world
    heading = table.heading().say(table.game.nouns)
    say(
        f"{world.teams[number].name}, {heading}{weather_words(table.state)}",
        *command(world, number),
    )
    if own := own_rules(world):
        say("Rules of this scenario:", *(f"  {line}" for line in own))
    say(*mission(told))
    if names := groupings(world, number):
        say(f"Groupings you can order: {', '.join(names)}.", "")
    if sails := ships(world, number):
        say(*sails, "")
    for unit in told.units:
        say(f"  {unit.name} ({unit.id}): {unit.at}; it {unit.state}.")
    for stock in told.stocks:
        if stock.ammo or stock.fuel:
            say(f"  {stock.name}: {stock.ammo} ammunition, {stock.fuel} fuel.")
    down = [world.pack.crossing(each).name for each in told.down]
    for known in (each for each in told.crossings if each.name not in down):
        charged = ", prepared for demolition" if known.charged else ""
        say(f"  {known.name}: {known.weight}, {known.capacity} points a turn{charged}.")
    say(*(f"  {name} is down." for name in down))
    say(*expected(table.state, told.due))
    say(*(f"  {line}" for line in air_brief(told, table.state.turn)))


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


@app.command(epilog="Example: [bold]bocage opcom orders game.bocage mine.toml --team Guards[/bold]")
def orders(
    file: SaveArgument,
    sheet: Annotated[
        Path,
        typer.Argument(
            metavar="SHEET",
            help="A .toml or .csv file; a .txt file, or -, is typed from a paper sheet.",
            allow_dash=True,
        ),
    ],
    team: TeamOption = "",
    late: Annotated[
        str,
        typer.Option("--late", metavar="REASON", help="Control submits it late, for this reason."),
    ] = "",
) -> None:
    """Send a team's order sheet; it says what is understood and asks about the rest."""
    sitting, table = open_game(file)
    if opcom_paper.is_typed(sheet):
        number, written = opcom_paper.typed(table.state.world, sheet, team)
    else:
        number = team_named(table.state.world, team)
        written = read_sheet(sheet, table.state.turn)
    with reporting(file):
        found = (
            procedure.take_in(table, number, written, late)
            if late
            else procedure.submit(table, number, written)
        )
    save_game(sitting)
    lines = _counted(len(found.lines), "line")
    say(f"The sheet is accepted: {lines}, {_counted(len(found.chores), 'other order')}.")
    read = table.game.read_back(table.state, number, sheet_text(written))
    for line in () if read is None else read.lines:
        say(f"  {line.number}. {line.words}", *(f"     Mind: {each}" for each in line.warnings))
    for problem in found.problems:
        say(f"  Not carried out: {problem}")
    for question in found.questions:
        say(f"  Question: {question}")
    if found.problems or found.questions:
        say("Send the sheet again to change it; a later one replaces this.")


@app.command(epilog="Example: [bold]bocage opcom commander evening.bocage Walther[/bold]")
def commander(
    file: SaveArgument,
    team: Annotated[str, typer.Argument(metavar="TEAM", help="Which team.")],
) -> None:
    """Let a computer commander write a team's sheet for this turn, from what the team knows."""
    sitting, table = open_game(file)
    number = team_named(table.state.world, team)
    with reporting(file):
        written = procedure.written_by(table.state, number, policy(table.game, "commander"))
        read = read_back(table.state, number, sheet_text(written))
        procedure.take_in(table, number, written, "a commander wrote it")
    save_game(sitting)
    say(f"A commander has written the sheet of {table.state.world.teams[number].name}:")
    say(*(f"  {each.words}" for each in read.lines), _waits(table))


@app.command("close")
def close_orders(
    file: SaveArgument,
    time_is_up: Annotated[
        bool, typer.Option("--time-is-up", help="A team without a sheet carries on as before.")
    ] = False,
) -> None:
    """Close the orders of this turn; `act FILE reopen all` opens them again.

    `adjudicate` closes them too.
    """
    sitting, table = open_game(file)
    with reporting(file):
        procedure.close(table, time_is_up=time_is_up)
    save_game(sitting)
    say(_waits(table))


@app.command()
def adjudicate(
    file: SaveArgument,
    time_is_up: Annotated[
        bool, typer.Option("--time-is-up", help="Teams that have not answered take the default.")
    ] = False,
) -> None:
    """Adjudicate the turn, up to a held card, a team's decision, or the release of the reports."""
    sitting, table = open_game(file)
    with reporting(file):
        procedure.adjudicate(table, time_is_up=time_is_up)
    save_game(sitting)
    say(_waits(table))


@app.command("cards")
def show_cards(
    file: SaveArgument,
    card: Annotated[
        str, typer.Argument(metavar="[CARD]", help="One of them, in full.", show_default=False)
    ] = "",
    mode: Annotated[
        str,
        typer.Option(
            "--mode",
            metavar="'CATEGORY MODE'",
            help="Hold a category of cards, or stop holding it.",
        ),
    ] = "",
) -> None:
    """Show every ruling of the turn: what, why, and what you can change."""
    sitting, table = open_game(file)
    if mode:
        _set_mode(sitting, table, mode)
    found = table.state.cards
    if card:
        waiting = procedure.waiting_card(table)
        listed = [*found, *([waiting] if waiting else [])]
        one = next((each for each in listed if each.name == card), None)
        if one is None:
            raise RefusalError(f"this turn has no card '{card}'")
        say(*_in_full(one))
        return
    seen = [each for each in found if each.by == "Control" and each.reason == ACCEPTED]
    for weight in (NEEDS_YOU, DECISIVE, ROUTINE):
        heap = [
            each for each in found if each not in seen and weight_of(table.state, each) == weight
        ]
        if heap:
            say(f"{weight.capitalize()}: {len(heap)}")
        for each in heap:
            by = f", by Control because {each.reason}" if each.by == "Control" else ""
            say(f"  {each.name}: {each.what} -> {each.value}{by}")
    if seen:
        say(f"Accepted: {len(seen)}.")
    held = [name for name in CATEGORIES if mode_of(table.state, name) != "auto"]
    say(f"Held for review: {', '.join(held) or 'nothing'}.")
    if changed := totals(table.state):
        say(f"Changed by Control so far: {', '.join(f'{s} {n}' for s, n in changed.items())}.")
    say(_waits(table))


def _set_mode(sitting: Sitting, table: Table[Position], mode: str) -> None:
    words = " ".join(mode.split())
    control = table.state.world.control
    if table.state.stack and isinstance(table.state.stack[-1], Orders | Desk):
        ruling = table.act(control, MODE.carrying(words))
        if not ruling:
            raise RefusalError(table.say(ruling))
    else:
        with reporting(sitting.path):
            table.adjust(control, f"mode {words} because Control wants it")
    save_game(sitting)


def _in_full(card: Card) -> list[str]:
    if not card.by:
        others = ", ".join(each for each in card.options if each != card.value)
        return [
            f"{card.name} ({card.category}): {card.what}",
            *(f"  {line}" for line in card.why.splitlines()),
            f"  waits for you; proposed: {card.value} ({card.rule}); you can also rule {others}",
        ]
    by = f"Control, because {card.reason}" if card.by == "Control" else "the rules"
    return [
        f"{card.name} ({card.category}): {card.what}",
        *(f"  {line}" for line in card.why.splitlines()),
        f"  ruled {card.value} by {by} ({card.rule}); it may be {', '.join(card.options)}",
    ]


@app.command()
def override(
    file: SaveArgument,
    card: Annotated[str, typer.Argument(metavar="CARD", help="The name of a card.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="The new ruling.")],
    because: BecauseOption = "",
    tell: TellOption = "",
) -> None:
    """Rule on a card yourself; the program plays the turn again from there.

    `bocage opcom cards FILE CARD` says what it may be ruled. Teams never read your reason.
    """
    sitting, table = open_game(file, back=True)
    reason = f"{because}; tell {tell}" if tell else because
    with reporting(file):
        found = procedure.override(table, card, value, reason)
    save_game(sitting)
    for name, was, now in found.changed:
        say(f"{name}: {was or 'nothing'} -> {now or 'nothing'}")
    say(_waits(table))


@app.command()
def accept(
    file: SaveArgument,
    routine: Annotated[
        bool,
        typer.Option("--routine", help="Accept every routine ruling of the turn instead."),
    ] = False,
) -> None:
    """Accept the proposal of the card that waits."""
    sitting, table = open_game(file)
    with reporting(file):
        if routine:
            say(f"{procedure.accept_routine(table)} routine rulings stand.")
        else:
            procedure.rule(table, "", "")
    save_game(sitting)
    say(_waits(table))


@app.command()
def answer(
    file: SaveArgument,
    said: Annotated[str, typer.Argument(metavar="yes|no", help="What the team decides.")],
    team: TeamOption = "",
) -> None:
    """Answer a question that a team must decide now."""
    if said not in ("yes", "no"):
        raise RefusalError(f"'{said}' is not an answer; type yes or no")
    sitting, table = open_game(file)
    number = team_named(table.state.world, team)
    with reporting(file):
        procedure.answer(table, number, yes=said == "yes")
    save_game(sitting)
    say("The answer is recorded.")


@app.command(
    epilog="Example: [bold]bocage opcom act FILE move GB-2IG Valkenswaard --because ...[/bold]"
)
def act(
    file: SaveArgument,
    line: Annotated[list[str], typer.Argument(metavar="LINE...", help="What to change.")],
    because: BecauseOption = "",
    tell: TellOption = "",
) -> None:
    """Change the master map by hand: units, bridges, stocks, the weather, what is held.

    Teams read what changed, and never your reason.
    """
    sitting, table = open_game(file)
    text = " ".join(line) + (f" because {because}" if because else "")
    text += f"; tell {tell}" if tell else ""
    with reporting(file):
        before = len(table.entries)
        ruling = table.adjust(table.state.world.control, text)
    if len(table.entries) == before:
        raise RefusalError(table.say(ruling))
    save_game(sitting)
    say("Done. The teams concerned read about it in their next report.")


@app.command("drafts")
def show_drafts(file: SaveArgument, team: TeamOption = "") -> None:
    """Show what the teams will read, beside the truth, before you release it."""
    _, table = open_game(file)
    world = table.state.world
    for number in [team_named(world, team)] if team else range(len(world.teams)):
        say(*draft_lines(table.state, number))


@app.command(
    epilog="Example: [bold]bocage opcom edit game.bocage "
    "'Guards / 32nd Guards Brigade / count = about a battalion' --because smoke[/bold]"
)
def edit(
    file: SaveArgument,
    change: Annotated[
        str,
        typer.Argument(
            metavar="CHANGE",
            help="TEAM / FORMATION / KEY = VALUE; keys: state UNIT, place UNIT, count, tanks, "
            "class, guns, air, identity, remark, rumour, late, words.",
        ),
    ],
    because: BecauseOption = "",
) -> None:
    """Change a fact of a draft, and the words follow; or its words."""
    sitting, table = open_game(file)
    edit_draft(table, f"{change} because {because}")
    save_game(sitting)
    say("Edited.")


@app.command()
def release(
    file: SaveArgument,
    to: Annotated[
        str,
        typer.Option("--to", metavar="TEAMS", help="Release to some teams, or one side, first."),
    ] = "",
) -> None:
    """Release the reports of the turn to all teams, or to some of them first."""
    sitting, table = open_game(file)
    with reporting(file):
        procedure.release(table, to)
    save_game(sitting)
    say("Released.", _waits(table))


@app.command(epilog="Example: [bold]bocage opcom retire evening.bocage --team Guards[/bold]")
def retire(
    file: SaveArgument,
    team: TeamOption = "",
    back: Annotated[bool, typer.Option("--back", help="The team is back.")] = False,
) -> None:
    """Let a team retire: its units carry on with their last orders. Only Control knows."""
    sitting, table = open_game(file)
    number = team_named(table.state.world, team)
    name = table.game.seats[number]
    if back:
        if table.orders.get(number) != RETIRED:
            raise RefusalError(f"{name} has not retired")
        with reporting(file):
            table.leave_orders(number)
    elif not (ruling := table.concede(number)):
        raise RefusalError(table.say(ruling))
    save_game(sitting)
    say(f"{name} {'writes its own orders again' if back else 'has retired'}.", _waits(table))


@app.command("end", epilog="Example: [bold]bocage opcom end evening.bocage[/bold]")
def end_operation(file: SaveArgument) -> None:
    """End the operation before its last turn, for all teams. Only Control can do this."""
    sitting, table = open_game(file)
    if not (ruling := table.concede(table.state.world.control)):
        raise RefusalError(table.say(ruling))
    save_game(sitting)
    say("The operation is over.")


@app.command(
    "map", epilog="Example: [bold]bocage opcom map game.bocage -o master.png --part corridor[/bold]"
)
def draw(
    file: SaveArgument,
    output: OutputOption,
    team: TeamOption = "",
    paper: PaperOption = "a1",
    part: PartOption = "",
    dpi: DpiOption = 100,
) -> None:
    """Draw the master map with its units; with --team, what that team knows of its own."""
    _, table = open_game(file)
    st = table.state
    number = team_named(st.world, team) if team else None
    for written in draw_map(st, output, team=number, paper=paper, part=part, dpi=dpi):
        say(f"Wrote {written}.")


@app.command("debrief")
def show_debrief(
    file: SaveArgument,
    now: Annotated[
        bool, typer.Option("--now", help="For Control: the score so far, before the last turn.")
    ] = False,
    charts: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the charts too: .svg, .png or .pdf."),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write it all as one page to show and give away: .html."),
    ] = None,
    beliefs: BeliefsOption = False,
    team: TeamOption = "",
    turn: TurnOption = 0,
    pictures: PicturesOption = None,
    dpi: DpiOption = 100,
) -> None:
    """Show the score with its reasons, team honours and charts, after the last turn."""
    _, table = open_game(file)
    if table.state.stack and not now:
        raise RefusalError(
            "the debrief is available after the last turn; --now is for Control only"
        )
    say(*debrief_lines(table.state), *honour_lines(table.state), *panel_lines(table.state))
    if charts is not None:
        for written in draw_charts(table.state, charts, dpi=dpi):
            say(f"Wrote {written}.")
    if page is not None:
        opcom_paper.write_debrief(table, page)
    if beliefs or pictures is not None:
        world = table.state.world
        teams = [team_named(world, team)] if team else list(range(len(world.teams)))
        for line in look_back(table, teams, turn, pictures, dpi):
            say(line)


@app.command()
def report(
    file: SaveArgument,
    team: TeamOption = "",
    annex: Annotated[
        bool, typer.Option("--annex/--no-annex", help="Show all details, or only the summary.")
    ] = True,
) -> None:
    """Show the last report released to a team, and its detailed annex."""
    _, table = open_game(file)
    number = team_named(table.state.world, team)
    told = table.state.told[number]
    say(*told.report)
    if annex and told.annex:
        say("", "Annex.", *told.annex)


def _waits(table: Table[Any]) -> str:
    said = procedure.waits_for(table)
    return f"{said[:1].upper()}{said[1:]}" + ("" if said.endswith("?") else ".")
