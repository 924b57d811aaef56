"""OP COM over the wire: teams, Control, sealed sheets, release; each viewer sees only their own."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.games.opcom.words.verbs import GRAMMAR, SHEET
from bocage.server import desks, new_tables
from bocage.server.settings import Settings
from tests.games.opcom.playing import sample, sheet
from tests.patience import until

from .clients import Guest, Serving, Socket
from .conftest import running


def line_of(found: Any) -> str:
    """Return a sheet as a line."""
    return GRAMMAR.say(SHEET.carrying(sheet_text(found)))


GUARDS = line_of(sample("joes_bridge", "1-guards.toml"))
WALTHER = line_of(sample("joes_bridge", "1-walther.toml"))
IDLE = line_of(sheet())
BY_HAND = "steps GE-HOF-3 1 because of mines"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server whose tables all have the same dice."""
    folder = tmp_path_factory.mktemp("umpired")
    settings = Settings(str(folder / "games.db"), dumps=Path(folder), signs_a_minute=10_000)
    patch = pytest.MonkeyPatch()
    patch.setattr(new_tables, "secrets", SimpleNamespace(token_bytes=b"k".__mul__))
    with running(settings) as serving:
        yield serving
    patch.undo()


class Played:
    """Joe's Bridge with two teams, Control and somebody who watches, each at a socket."""

    def __init__(self, serving: Serving, **more: Any) -> None:
        self.people = [serving.guest(name) for name in ("Guards", "Walther", "Control", "Eve")]
        guards, walther, control, eve = self.people
        made = guards.post("/api/games", game="opcom", seats={"Guards": "me"}, **more)
        self.game = str(made["id"])
        where = f"/api/games/{self.game}"
        walther.post(f"{where}/join", secret=made["links"]["Walther"])
        control.post(f"{where}/join", secret=made["links"]["Control"])
        eve.post(f"{where}/observe")
        self.guards, self.walther, self.control, self.eve = (
            each.at(self.game) for each in self.people
        )

    def heard(self, socket: Socket) -> list[Any]:
        """All that a socket has received up to now, without what differs between two tables."""
        socket.send({"type": "ping"})
        socket.until("pong")
        found = [json.loads(text.replace(self.game, "GAME")) for text in socket.received]
        for message in found:
            if message["type"] == "state":
                del message["state"]["dice"]
            for key in ("stamp", "from", "to", "id", "now"):
                message.pop(key, None)
        return found

    def asked(self, person: Guest) -> list[Any]:
        """What a person gets who asks for everything there is, times left out."""
        where = f"/api/games/{self.game}"
        found = [
            person.http.get(f"{where}{path}").text.replace(self.game, "GAME")
            for path in ("/story", "/save", "/timeline", "/past?start=0&stop=0")
        ]
        listed = {k: v for k, v in person.get(where).items() if k not in ("id", "created", "dice")}
        since = {"since", "changed"}
        return [found, {key: value for key, value in listed.items() if key not in since}]

    def close(self) -> None:
        """Leave."""
        for each in (self.guards, self.walther, self.control, self.eve):
            each.__exit__()

    def work_out(self) -> None:
        """Control adjudicates and accepts every card, up to the release."""
        self.control.do("adjudicate")
        while self.control.state["decision"]["kind"] != "Release":
            assert self.control.asked() == ["Control"], self.control.state["decision"]
            self.control.do("accept")


def test_a_turn_with_sheets_control_and_release(table: Serving) -> None:
    """Sheets under seal, Control's desk, release: the next sheets are asked for."""
    played = Played(table)
    assert played.guards.asked() == ["Guards", "Walther"]
    played.guards.do(GUARDS)
    assert played.guards.ask(type="do", line="adjudicate")["type"] == "refused"
    played.walther.do(WALTHER)
    while played.control.asked() != ["Control"]:
        played.control.next()
    played.work_out()
    played.control.do("release")
    while played.guards.asked() != ["Guards", "Walther"]:
        played.guards.next()
    assert played.guards.state["view"] != played.walther.state["view"]
    played.close()


def test_orders_close_when_control_closes_them(table: Serving) -> None:
    """The last sheet closes nothing, and the teams see nothing of it; Control closes and reopens.

    A sheet that comes after that is refused to the team, and Control takes it in.
    """
    played = Played(table)
    played.guards.do(GUARDS)
    played.walther.do(WALTHER)
    while played.control.asked() != ["Control"]:
        played.control.next()
    assert played.control.ask(type="ask", what="desk")["desk"]["phase"] == "orders"
    played.heard(played.guards)
    assert played.guards.asked() == ["Guards", "Walther"]
    assert played.guards.ask(type="do", line="close")["type"] == "refused"
    played.guards.do(IDLE)
    assert played.guards.ask(type="time-up")["code"] == "forbidden"

    def closed() -> None:
        played.heard(played.control)
        answer = played.control.ask(type="time-up")
        assert answer["type"] == "done", answer
        played.control.reach(answer["stamp"])
        while played.guards.asked():
            played.guards.next()
        assert played.control.ask(type="ask", what="desk")["desk"]["phase"] == "closed"

    closed()
    late = played.guards.ask(type="do", line=GUARDS)
    assert late["type"] == "refused", late
    for line in (
        f"{GUARDS} because the runner was late".replace('"turn"', '"team":"Guards","turn"', 1),
        "reopen Guards because they asked",
    ):
        answer = played.control.ask(type="adjust", line=line)
        assert answer["type"] == "done", answer
        played.control.reach(answer["stamp"])
    while played.guards.asked() != ["Guards", "Walther"]:
        played.guards.next()
    played.guards.do(GUARDS)
    closed()
    played.close()


def test_team_chat_is_for_the_team_and_control(table: Serving) -> None:
    """Nobody else hears it, now or on coming back; Control talks to one team or to all."""
    played = Played(table)
    said = (
        (played.guards, "", "we go at dawn"),
        (played.walther, "Walther", "they go at dawn"),
        (played.control, "Walther", "your dump is full"),
        (played.control, "", "ten minutes"),
    )
    for socket, seat, text in said:
        assert socket.ask(type="chat", text=text, seat=seat)["type"] == "done"
    assert played.guards.ask(type="chat", text="?", seat="Walther")["code"] == "forbidden"
    assert played.eve.ask(type="chat", text="who is winning?")["type"] == "done"
    heard = {
        "Guards": ["we go at dawn", "ten minutes"],
        "Walther": ["they go at dawn", "your dump is full", "ten minutes"],
        "Control": [text for _, _, text in said],
        "Eve": ["who is winning?"],
    }
    sockets = (played.guards, played.walther, played.control, played.eve)
    for (name, texts), socket in zip(heard.items(), sockets, strict=True):
        lines = [each for each in played.heard(socket) if each["type"] == "chat"]
        assert [each["text"] for each in lines] == texts, name
    rooms = {each["text"]: each["seat"] for each in played.control.chat}
    assert rooms == {
        "we go at dawn": "Guards",
        "they go at dawn": "Walther",
        "your dump is full": "Walther",
        "ten minutes": "",
    }
    for (name, texts), person in zip(heard.items(), played.people, strict=True):
        again = person.at(played.game)
        welcome = next(each for each in map(json.loads, again.received) if "chat" in each)
        assert sorted(each["text"] for each in welcome["chat"]) == sorted(texts), name
        again.__exit__()
    played.close()


def test_a_team_receives_nothing_of_another_or_of_control(table: Serving) -> None:
    """Two tables differ in Walther's sheet and Control's doings: the same bytes until release.

    Neither what is pushed, nor the story, the file, the past, nor the list of games tells.
    """
    found: list[Any] = []
    for theirs, by_hand in ((WALTHER, True), (IDLE, False)):
        played = Played(table)
        played.guards.do(GUARDS)
        played.walther.do(theirs)
        while played.control.asked() != ["Control"]:
            played.control.next()
        if by_hand:
            answer = played.control.ask(type="adjust", line=BY_HAND)
            assert answer["type"] == "done", answer
            played.control.reach(answer["stamp"])
        played.work_out()
        guards, _, control, eve = played.people
        found.append(
            (
                played.heard(played.guards),
                played.heard(played.eve),
                played.asked(guards),
                played.asked(eve),
                (played.asked(control), played.heard(played.control)),
            )
        )
        played.close()
    for mine, other in zip(found[0][:4], found[1][:4], strict=True):
        assert mine == other
    assert found[0][4] != found[1][4]  # the comparison bites: Control does see the difference


def closed(table: Serving, **more: Any) -> Played:
    """A table whose sheets are in, with Control asked."""
    played = Played(table, **more)
    played.guards.do(GUARDS)
    played.walther.do(WALTHER)
    while played.control.asked() != ["Control"]:
        played.control.next()
    return played


def test_only_control_may_ask_what_is_on_the_desk(table: Serving) -> None:
    """Every question of the desk is answered for Control and refused to teams and observers."""
    played = closed(table)
    played.work_out()
    name = played.control.ask(type="ask", what="desk")["desk"]["cards"][0]["name"]
    for what in desks.WHATS:
        question = {"type": "ask", "what": what, "about": name if what == "card" else "Guards"}
        if what == "commander":
            continue  # no sheet is wanted now
        answer = played.control.ask(**question)
        assert (answer["type"], answer["what"]) == ("answer", what), answer
        assert played.control.ask(**question, seat="Guards")["code"] == "forbidden"
        for other in (played.guards, played.walther, played.eve):
            refused = other.ask(**question)
            assert (refused["type"], refused["code"]) == ("failed", "forbidden")
            assert other.ask(**question, seat="Control")["code"] == "forbidden"
    assert played.control.ask(type="ask", what="draft", about="Nobody")["type"] == "failed"
    assert played.control.ask(type="ask", what="card", about="1.no.such")["card"] is None
    played.close()


def test_a_ruling_is_changed_after_the_turn_was_worked_out(table: Serving) -> None:
    """Teams receive the same bytes whether Control changed a ruling or not; the server has it."""
    found: list[Any] = []
    for changed in (True, False):
        played = closed(table)
        played.work_out()
        march = next(
            each["name"]
            for each in played.control.ask(type="ask", what="desk")["desk"]["cards"]
            if each["category"] == "march"
        )
        rework = {"type": "rework", "line": f"{march} none because of a cow on the road"}
        for other in (played.guards, played.eve):
            played.heard(other)
            assert other.ask(**rework)["code"] == "forbidden"
        if changed:
            answer = played.control.ask(**rework)
            assert answer["type"] == "done", answer
            played.control.reach(answer["stamp"])
            for wrong in (f"{march} sideways because so", "2.x y because so", f"{march} none"):
                refused = played.control.ask(type="rework", line=wrong)
                assert refused["type"] in ("failed", "refused"), refused
            card = played.control.ask(type="ask", what="card", about=march)["card"]
            assert (card["row"]["value"], card["row"]["by"]) == ("none", "Control")
            table.hub.live.pop(played.game)  # what the database has is what was ruled
            again = played.people[2].at(played.game)
            assert again.ask(type="ask", what="card", about=march)["card"] == card
            again.__exit__()
        found.append([played.heard(played.guards), played.heard(played.eve)])
        played.close()
    assert found[0] == found[1]


def test_a_report_reaches_the_team_it_is_released_to(table: Serving) -> None:
    """Walther has its report; Guards hears nothing until its own comes."""
    played = closed(table)
    played.work_out()
    count = len(played.heard(played.guards))
    before = played.guards.stamp
    played.control.do("release-to Walther")
    played.heard(played.walther)
    assert played.walther.state["view"]["told"]["Walther"]["report"]
    assert [each["kind"] for each in played.walther.events] == ["Released"]
    assert len(played.heard(played.guards)) == count + 1  # the pong
    assert played.guards.stamp == before
    rows = played.control.ask(type="ask", what="desk")["desk"]["sheets"]
    assert [row["released"] for row in rows] == [False, True]
    played.control.do("release")
    while played.guards.asked() != ["Guards", "Walther"]:
        played.guards.next()
    played.close()


def test_control_gives_time_and_takes_a_sheet_in(table: Serving) -> None:
    """Five minutes more for the teams; a sheet from paper, or a commander's, is that team's own."""
    played = Played(table, clock={"kind": "turn", "seconds": 3600})
    assert played.guards.ask(type="extend", seconds=300)["code"] == "forbidden"
    before = played.control.state["clock"]["left"]
    answer = played.control.ask(type="extend", seconds=300)
    assert answer["type"] == "done", answer
    played.control.reach(answer["stamp"])
    left = played.control.state["clock"]["left"]
    assert left["Guards"] - before["Guards"] == 300_000
    played.heard(played.guards)
    assert played.guards.state["clock"]["left"]["Guards"] == left["Guards"]
    written = played.control.ask(type="ask", what="commander", about="Walther")["sheet"]
    assert '"team":"Walther"' in written.replace(" ", "")
    read = played.control.ask(type="ask", what="sheet", about="Walther", line=written)
    assert read["lines"]
    answer = played.control.ask(type="adjust", line=f"sheet {written} because nobody came")
    assert answer["type"] == "done", answer
    played.control.reach(answer["stamp"])
    sheet_in = played.control.ask(type="ask", what="sheet", about="Walther")
    assert json.loads(sheet_in["sheet"])["team"] == "Walther"
    played.heard(played.walther)
    assert "Walther" in played.walther.state["view"]["sheets"]
    played.heard(played.guards)
    assert played.guards.state["view"]["sheets"] == {}
    played.close()


def test_no_team_learns_who_has_sent_a_sheet(table: Serving) -> None:
    """While sheets are awaited, Walther's sheet changes nothing that the Guards can ask for."""
    played = Played(table)
    guards = played.people[0]
    before = (played.guards.stamp, played.asked(guards), guards.get(f"/api/games/{played.game}"))
    played.walther.do(WALTHER)
    assert len(played.heard(played.guards)) == 3  # the state, the welcome, the pong
    after = (played.guards.stamp, played.asked(guards), guards.get(f"/api/games/{played.game}"))
    assert before == after
    played.close()


def test_time_is_up_by_control_alone(table: Serving) -> None:
    """Control ends the wait for sheets; a team that says so is refused, and so is its hand."""
    played = Played(table)
    played.guards.do(GUARDS)
    for kind in ({"type": "time-up"}, {"type": "adjust", "line": "report Guards x"}):
        answer = played.guards.ask(**kind)
        assert (answer["type"], answer["code"]) == ("failed", "forbidden")
    played.heard(played.control)  # it takes in that a sheet has come
    assert played.control.ask(type="time-up")["type"] == "done"
    while played.control.asked() != ["Control"]:
        played.control.next()
    played.heard(played.guards)
    assert played.guards.asked() == []  # with Control, and nobody is told who is asked
    assert played.people[0].get(f"/api/games/{played.game}")["asked"] == []
    assert played.people[2].get(f"/api/games/{played.game}")["asked"] == ["Control"]
    played.close()


def test_what_a_team_asked_for_stands_while_control_works(table: Serving) -> None:
    """A request falls when Control says that time is up; by what Control does in secret, not."""
    played = Played(table)
    for secret in (True, False):
        answer = played.guards.ask(type="adjourn")
        played.guards.reach(answer["stamp"])
        played.heard(played.control)
        by_hand = {"type": "adjust", "line": BY_HAND}
        answer = played.control.ask(**by_hand) if secret else played.control.ask(type="time-up")
        assert answer["type"] == "done", answer
        played.heard(played.guards)
        assert (played.guards.state["request"] is not None) is secret
        if secret:
            played.guards.reach(played.guards.ask(type="answer", agree=False)["stamp"])
    played.guards.reach(played.guards.ask(type="adjourn")["stamp"])
    played.heard(played.control)
    played.control.do("adjudicate")
    played.heard(played.guards)
    assert played.guards.state["request"] is not None
    played.close()


def test_a_takeback_does_not_reveal_how_many_have_sent(table: Serving) -> None:
    """Whatever number of sheets has come, a team that asks for a takeback gets the same answer,
    and so do observers. The number is among the lines that each viewer sees."""
    found: list[Any] = []
    for sent in (0, 3):
        ann, bob, control, eve = (table.guest(name) for name in ("Ann", "Bob", "Control", "Eve"))
        made = ann.post("/api/games", game="opcom", scenario="malta", seats={"Folgore": "me"})
        where, links = f"/api/games/{made['id']}", made["links"]
        control.post(f"{where}/join", secret=links.pop("Control"))
        for secret in links.values():
            bob.post(f"{where}/join", secret=secret)
        eve.post(f"{where}/observe")
        played = Played.__new__(Played)
        played.game = made["id"]
        at = [each.at(made["id"]) for each in (ann, eve, control, bob)]
        mine, watching, desk, others = at
        for seat in [name for name in others.asked() if name in links][:sent]:
            answer = others.ask(type="do", seat=seat, line=IDLE)
            assert answer["type"] == "done", answer
            others.reach(answer["stamp"])
        mine.do(IDLE)
        assert mine.state["lines"] == 1
        mine.reach(mine.ask(type="takeback", line=1)["stamp"])
        for each in at[1:]:
            played.heard(each)
        assert mine.state["request"]["line"] == 1
        assert "line" not in watching.state["request"]
        assert watching.state["request"]["kind"] == "takeback"
        assert desk.state["request"]["line"] == sent + 1  # Control is shown them all
        found.append([played.heard(mine), played.heard(watching)])
        for each in at:
            each.__exit__()
    assert found[0] == found[1]


def test_open_dice_do_not_open_the_sheets(table: Serving) -> None:
    """With open dice the file would hold every sheet: a team gets it when it is over."""
    played = Played(table, dice="open")
    played.walther.do(WALTHER)
    guards = played.people[0]
    answer = guards.http.get(f"/api/games/{played.game}/save")
    assert answer.status_code == 403
    assert "frontier" not in answer.text
    played.close()


def test_a_clock_runs_out_for_a_team_and_not_for_the_game(table: Serving) -> None:
    """When a team's clock runs out, its earlier orders stand; Control has no clock.

    The clock does not close the orders: that is for Control.
    """
    played = Played(table, clock={"kind": "turn", "seconds": 3600})
    table.run_out(played.game)
    while played.control.asked() != ["Control"]:
        played.control.next()
    state = played.control.state
    assert state["status"] == "live"
    live = table.hub.live[played.game]
    assert live.clock.flagged(table.hub.stopwatch.now()) is None
    assert played.control.ask(type="ask", what="desk")["desk"]["phase"] == "orders"
    played.control.do("close")
    assert played.control.state["clock"]["running"] == []
    played.close()


def test_a_request_does_not_show_whose_clock_has_stopped(table: Serving) -> None:
    """A team's clock stops when it has sent and stays so when another asks for a pause; what it
    has left is for itself and Control."""
    played = Played(table, clock={"kind": "game", "seconds": 100_000})
    played.walther.do(WALTHER)
    clock = table.hub.live[played.game].clock
    assert [seat for seat, _ in clock.stopped] == [1]
    before = played.guards.state["clock"]
    played.guards.reach(played.guards.ask(type="adjourn")["stamp"])
    assert played.guards.state["request"]["kind"] == "adjourn"
    assert played.guards.state["clock"] == before
    assert table.hub.live[played.game].clock == clock
    left = {"guards": ["Guards"], "walther": ["Walther"], "eve": []}
    for name, seats in left.items():
        played.heard(getattr(played, name))
        assert list(getattr(played, name).state["clock"]["left"]) == seats
    played.heard(played.control)
    assert list(played.control.state["clock"]["left"]) == ["Control", "Guards", "Walther"]
    played.close()


def test_a_takeback_by_control_is_invisible_to_teams(table: Serving) -> None:
    """What Control does and takes back while sheets are out shows to no team: no time, no count."""
    played = Played(table)
    guards, walther, control, _ = played.people
    where = f"/api/games/{played.game}"
    played.walther.do(WALTHER)
    before = (played.guards.stamp, played.asked(guards), guards.get(where))
    played.heard(played.control)
    for message in (
        {"type": "adjust", "line": BY_HAND},
        {"type": "takeback", "line": 2},
        {"type": "takeback", "line": 1},
    ):
        answer = played.control.ask(**message)
        assert answer["type"] == "done", answer
        played.control.reach(answer["stamp"])
        after = (played.guards.stamp, played.asked(guards), guards.get(where))
        assert before == after, message
    assert len(played.heard(played.guards)) == 3  # the state, the welcome, the pong
    assert played.heard(played.walther) != []
    assert walther.get(f"{where}/state")[0]["state"]["view"]["sheets"] == {}
    assert control.get(where)["changed"] == before[2]["changed"]
    played.close()


def test_a_team_that_concedes_retires(table: Serving) -> None:
    """The game continues, Control learns of it, and the other side sees the same bytes as
    before."""
    found: list[Any] = []
    for gone in (True, False):
        played = Played(table)
        if gone:
            assert played.walther.ask(type="concede")["type"] == "done"
            assert played.walther.ask(type="concede")["type"] == "refused"
            assert played.people[1].http.get(f"/api/games/{played.game}/save").status_code == 400
        guards, _, _, eve = played.people
        found.append((played.heard(played.guards), played.heard(played.eve)))
        found[-1] += (played.asked(guards), played.asked(eve))
        assert played.people[0].get(f"/api/games/{played.game}")["status"] == "live"
        if gone:
            played.heard(played.control)
            assert played.control.state["retired"] == ["Walther"]
            assert [e["kind"] for e in played.control.events] == ["Retired"]
            played.guards.do(GUARDS)  # nobody waits for Walther
            while played.control.asked() != ["Control"]:
                played.control.next()
            played.work_out()
            played.control.do("release")
            played.heard(played.walther)
            answer = played.walther.ask(type="orders", name="")
            assert answer["type"] == "done"
            played.heard(played.control)
            assert played.control.state["retired"] == []
        played.close()
    assert found[0] == found[1]


def test_control_gets_a_notice_of_a_team_that_retires(table: Serving) -> None:
    """Control gets a notice when away; nobody else does."""
    played = Played(table)
    played.close()
    control = played.people[2]

    def present() -> bool:
        return any(game == played.game for game, _ in table.hub.notices.present)

    until(lambda: not present())
    with played.people[0].at(played.game) as guards:
        assert guards.ask(type="concede")["type"] == "done"
    told = [each["text"] for each in control.get("/api/notices") if each["kind"] == "retired"]
    assert told == ["OP COM: Guards has retired; its last orders stay in force"]
    for other in (played.people[1], played.people[3]):
        assert all(each["kind"] != "retired" for each in other.get("/api/notices"))


def test_control_ends_the_game(table: Serving) -> None:
    """Control's concession is the end for everybody, and the file is open."""
    played = Played(table)
    assert played.control.ask(type="concede")["type"] == "done"
    told = played.people[0].get(f"/api/games/{played.game}")
    assert (told["status"], told["result"]) == ("over", "Control has ended the operation")
    assert played.people[0].http.get(f"/api/games/{played.game}/save").status_code == 200
    played.close()


def test_the_rulings_are_read_when_the_operation_is_over(table: Serving) -> None:
    """Teams read every card then, without Control's reasons; before that, and others, nothing."""
    played = closed(table)
    played.work_out()
    rows = played.control.ask(type="ask", what="desk")["desk"]["cards"]
    march = next(each["name"] for each in rows if each["category"] == "march")
    line = f"{march} none because of a cow; tell The road was blocked."
    assert played.control.ask(type="rework", line=line)["type"] == "done"
    played.heard(played.control)
    while played.control.state["decision"]["kind"] != "Release":
        played.control.do("accept")
    rows = played.control.ask(type="ask", what="desk")["desk"]["cards"]
    ruled = {each["name"] for each in rows}
    played.control.do("release")
    question = {"type": "ask", "what": "rulings"}
    scores = {"type": "ask", "what": "debrief"}
    for each in (question, scores):
        assert played.guards.ask(**each)["code"] == "forbidden"
    played.heard(played.control)
    assert played.control.ask(type="concede")["type"] == "done"
    for each in (question, scores, {"type": "ask", "what": "truth"}):
        assert played.eve.ask(**each)["code"] == "forbidden"
    assert played.guards.ask(type="ask", what="truth")["code"] == "forbidden"
    assert played.guards.ask(**scores)["debrief"] == played.control.ask(**scores)["debrief"]
    for team in (played.guards, played.walther):
        for about in ("", "1", "7", "nonsense"):
            found = team.ask(**question, about=about)["rulings"]
            assert (found["turns"], found["turn"]) == ([1], 1)
        cards = {each["row"]["name"]: each["row"] for each in found["cards"]}
        assert set(cards) == ruled
        assert (cards[march]["value"], cards[march]["told"]) == ("none", "The road was blocked.")
        assert {each["reason"] for each in cards.values()} == {""}
    played.close()


def test_drop_zones_are_for_those_who_have_lifts(table: Serving) -> None:
    """12.3: a map for everybody has no drop zones; the side with lifts and Control get theirs."""
    board = "/api/boards/opcom/market-garden"
    allied, german, control, eve = (table.guest(name) for name in ("A", "G", "C", "E"))
    survey = allied.get(f"{board}/survey")
    assert "drop-zones" not in survey["layers"]
    assert survey["sided"] == ["drop-zones"]
    assert allied.http.get(f"{board}/layers/drop-zones.svg").status_code == 404
    seats = {each["side"]: each["seat"] for each in survey["teams"]}
    others = {each["seat"]: "commander" for each in survey["teams"]}
    del others[seats["axis"]]
    asked = {**others, seats["allied"]: "me"}
    made = allied.post("/api/games", game="opcom", scenario="market-garden", seats=asked)
    where = f"/api/games/{made['id']}"
    german.post(f"{where}/join", secret=made["links"][seats["axis"]])
    control.post(f"{where}/join", secret=made["links"]["Control"])
    eve.post(f"{where}/observe")
    got = [
        each.http.get(f"{where}/layers/drop-zones.svg") for each in (allied, control, german, eve)
    ]
    assert [each.status_code for each in got] == [200] * 4
    assert got[0].text == got[1].text != ""
    assert got[2].text == got[3].text == ""
    assert allied.http.get(f"{where}/layers/names.svg").status_code == 404
