"""An evening over the wire: headquarters of several, umpires with roles, the clock, the news."""

from __future__ import annotations

import json
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from bocage.ai import load_game
from bocage.server import board, evening, roles
from bocage.server.phases import PhaseTimer
from bocage.server.settings import Settings
from tests.patience import PATIENCE, until

from .clients import PLAIN, Guest, Serving, Socket
from .conftest import running
from .test_umpired import BY_HAND, GUARDS, WALTHER, table

__all__ = ["table"]

OPCOM = load_game("opcom")
MIN = 60_000


class Table:
    """Joe's Bridge with several people in every post."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.stack = ExitStack()
        self.people: dict[str, Guest] = {}
        self.at: dict[str, Socket] = {}
        control = self.people["Ann"] = serving.guest("Ann")
        made = control.post("/api/games", game="opcom", seats={"Control": "me"})
        self.game = str(made["id"])
        self.where = f"/api/games/{self.game}"
        self.come("Gus", "team", "Guards")
        self.come("Gil", "team", "Guards")
        self.come("Wal", "team", "Walther")
        self.sit("Ann")

    def come(self, name: str, role: str, *teams: str) -> Socket | None:
        """Cast somebody, who takes the post; with a game under way they sit down."""
        rows = [{"name": name, "role": role, "teams": list(teams)}]
        post = self.people["Ann"].post(f"{self.where}/cast", people=rows)["posts"][0]
        guest = self.people[name] = self.serving.guest("somebody")
        told = guest.post(f"{self.where}/umpire", secret=post["secret"])
        return self.sit(name) if told["status"] == "live" else None

    def sit(self, name: str) -> Socket:
        """Return a socket for somebody."""
        made = self.people[name].at(self.game, evening=True)
        self.at[name] = self.stack.enter_context(made)
        return made

    def sit_all(self) -> None:
        """Sockets for everybody who has none."""
        for name in self.people:
            if name not in self.at:
                self.sit(name)

    def leave(self, name: str) -> None:
        """Close somebody's socket."""
        self.at.pop(name).__exit__()

    def wait_out(self, person: str) -> None:
        """Wait until somebody who has left counts as gone, by the server's stopwatch."""
        here, hub = self.live.board, self.serving.hub
        until(lambda: here.until.get(person, 0) <= here.now() + evening.GRACE_MS)
        hub.stopwatch.catch_up(hub.stopwatch.now() + evening.GRACE_MS)

    def work_out(self) -> None:
        """Both sheets come, and Control works the turn out up to its first card."""
        self.at["Gus"].do(GUARDS)
        self.at["Wal"].do(WALTHER)
        self.caught_up("Ann").do("adjudicate")

    def caught_up(self, name: str) -> Socket:
        """Somebody's socket, with all that was sent up to now taken in."""
        self.at[name].heard()
        return self.at[name]

    def desk(self, name: str) -> Any:
        """Somebody's desk."""
        answer = self.caught_up(name).ask(type="ask", what="desk")
        assert answer["type"] == "answer", answer
        return answer["desk"]

    @property
    def live(self) -> Any:
        """The game on the server."""
        return self.serving.hub.live[self.game]


@pytest.fixture
def played(table: Serving) -> Generator[Table]:
    """A table with its people."""
    made = Table(table)
    made.sit_all()
    with made.stack:
        yield made


def failure(answer: Any) -> str:
    """Why something was not done, which it must not be."""
    assert answer["type"] == "failed", answer
    return str(answer["text"])


def test_a_headquarters_has_a_writer_who_hands_over(played: Table) -> None:
    """Both see the same. The first to write holds the sheet. The other neither writes nor sends
    until the writer hands it over or leaves."""
    gus, gil = played.at["Gus"], played.at["Gil"]
    assert gus.state == gil.state
    assert {each["name"] for each in gus.evening["people"]} == {"Gus", "Gil"}
    gus.act(type="sheet", what="write", text="go to Valkenswaard")
    found = gil.sees(lambda e: e["sheets"]["Guards"]["draft"])["sheets"]["Guards"]
    assert (found["name"], found["mine"], found["draft"]) == ("Gus", False, "go to Valkenswaard")
    assert "Gus holds the sheet" in failure(gil.ask(type="sheet", what="write", text="stay"))
    assert "Gus holds the sheet" in failure(gil.ask(type="sheet", what="take"))
    assert "Gus holds the sheet" in failure(gil.ask(type="do", line=GUARDS))
    me = played.people["Gil"].id
    gus.act(type="sheet", what="hand", to=me)
    gil.sees(lambda e: e["sheets"]["Guards"]["mine"])
    gil.do(GUARDS)
    assert "Gil holds the sheet" in failure(played.caught_up("Gus").ask(type="do", line=GUARDS))
    wal = played.people["Wal"].id
    assert "headquarters" in failure(gil.ask(type="sheet", what="hand", to=wal))
    played.leave("Gil")
    played.wait_out(me)
    gus.act(type="sheet", what="take")
    gus.sees(lambda e: e["sheets"]["Guards"]["mine"])


def test_the_sheet_of_a_silent_writer_is_taken(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some silence a colleague takes the sheet, by asking for it and not by writing."""
    played.at["Gus"].act(type="sheet", what="write", text="thinking")
    monkeypatch.setattr(evening, "SILENCE_MS", -1)
    gil = played.at["Gil"]
    assert "holds the sheet" in failure(gil.ask(type="sheet", what="write", text="stay"))
    gil.act(type="sheet", what="take")
    gil.sees(lambda e: e["sheets"]["Guards"]["mine"])


def test_side_notes_stay_with_the_team(played: Table) -> None:
    """Anyone of a headquarters notes and strikes; nobody else learns of it."""
    gus, gil = played.at["Gus"], played.at["Gil"]
    gil.act(type="sheet", what="note", text="ask XXX Corps for guns")
    notes = gus.sees(lambda e: e["sheets"]["Guards"]["notes"])["sheets"]["Guards"]["notes"]
    assert [(each["by"], each["text"]) for each in notes] == [("Gil", "ask XXX Corps for guns")]
    gus.act(type="sheet", what="strike", number=notes[0]["number"])
    gil.sees(lambda e: not e["sheets"]["Guards"]["notes"])
    assert "empty" in failure(gil.ask(type="sheet", what="note", text=" "))


ROOMS: dict[str, tuple[dict[str, str], str, set[str]]] = {
    "hq Guards": ({"room": "hq"}, "Gus", {"Gus", "Gil"}),
    "team Guards": ({}, "Gil", {"Gus", "Gil", "Ann", "Map", "Air", "Lia"}),
    "umpires": ({"room": "umpires"}, "Map", {"Ann", "Map", "Air", "Lia"}),
    "press": ({"room": "press"}, "Pam", {"Pam", "Ann"}),
    "all players": ({}, "Ann", {"Gus", "Gil", "Wal", "Ann", "Map", "Air", "Lia"}),
}
"""Rooms: how one talks there, who does here, and who hears it."""


def cast_umpires(played: Table) -> None:
    """One umpire of each role; the liaison and the observer have the Guards."""
    played.come("Map", "map")
    played.come("Air", "air")
    played.come("Lia", "liaison", "Guards")
    played.come("Pam", "press")
    played.come("Obs", "observer", "Guards")


def test_rooms_are_heard_by_those_who_are_in_them(played: Table) -> None:
    """A team's own room, that of team and Control, of umpires, of the press, of all."""
    cast_umpires(played)
    for room, (how, speaker, hearers) in ROOMS.items():
        said = f"said in {room}"
        answer = played.at[speaker].ask(type="chat", text=said, **how)
        assert answer["type"] == "done", (room, answer)
        heard = {
            name
            for name in played.at
            if any(line["text"] == said for line in played.caught_up(name).chat)
        }
        assert heard == hearers, room
        again = {name: guest.at(played.game) for name, guest in played.people.items()}
        back = {
            name
            for name, socket in again.items()
            if any(line["text"] == said for line in socket.messages()[-1].get("chat", []))
        }
        assert back == hearers, room
        for socket in again.values():
            socket.__exit__()
    for name, how in (
        ("Gus", {"room": "umpires"}),
        ("Pam", {"room": "umpires"}),
        ("Map", {"room": "hq"}),
    ):
        answer = played.at[name].ask(type="chat", text="let me in", **how)
        assert (answer["type"], answer["code"]) == ("failed", "forbidden")
    answer = played.at["Lia"].ask(type="chat", text="not mine", seat="Walther")
    assert (answer["type"], answer["code"]) == ("failed", "forbidden")


TRIES: dict[str, dict[str, Any]] = {
    "turn": {"type": "do", "line": "adjudicate"},
    "mode": {"type": "adjust", "line": "mode fight hold because of doubts"},
    "units": {"type": "adjust", "line": BY_HAND},
    "bridges": {"type": "adjust", "line": "bridge B-DOM blown because of rain"},
    "stocks": {"type": "adjust", "line": "stock GB-32G-HQ ammo 1 because it is short"},
    "weather": {"type": "adjust", "line": "weather bad because it rains"},
    "sheet": {"type": "adjust", "line": 'sheet {"team": "Guards"} because it came on paper'},
    "report": {"type": "do", "line": "release-to Guards"},
    "signal": {"type": "adjust", "line": "signal Control to Guards by runner: Hold on because so"},
    "scores": {"type": "adjust", "line": "debrief strike B1 because of nothing"},
    "clock": {"type": "clock", "what": "phase"},
    "news": {"type": "news", "what": "write", "headline": "All quiet"},
    "release news": {"type": "news", "what": "release", "number": 1},
    "legal": {"type": "ask", "what": "legal"},
    "desk": {"type": "ask", "what": "desk"},
    "truth": {"type": "ask", "what": "truth"},
    "form": {"type": "ask", "what": "form"},
    "sheet?": {"type": "ask", "what": "sheet", "about": "Guards"},
    "draft": {"type": "ask", "what": "draft", "about": "Guards"},
    "belief": {"type": "ask", "what": "belief", "about": "Guards"},
    "commander": {"type": "ask", "what": "commander", "about": "Guards"},
    "debrief": {"type": "ask", "what": "debrief"},
    "rulings": {"type": "ask", "what": "rulings"},
    "beliefs": {"type": "ask", "what": "beliefs"},
}
"""Something that needs each right of the table of roles."""
ELSEWHERE = {"see", "card", "ruling", "air ruling", "claim", "cast", "team rooms"} | {
    "umpires' room",
    "press room",
}
"""Rights that other tests try."""
NAMES = {"map": "Map", "air": "Air", "liaison": "Lia", "press": "Pam", "observer": "Obs"}
OTHERS = {"team": "Gil", "spectator": "Eve", **NAMES}
NOT_MINE = ("sheet?", "draft", "belief", "commander", "report", "sheet", "signal")
"""Rights of a liaison that are about its own team alone."""


def test_every_role_does_what_its_row_says_and_is_refused_the_rest(played: Table) -> None:
    """Everything that a role may not do is refused with a sentence; the rest is not forbidden."""
    assert set(TRIES) | ELSEWHERE == set(roles.RIGHTS)
    cast_umpires(played)
    eve = played.people["Eve"] = played.serving.guest("Eve")
    eve.post(f"{played.where}/observe")
    played.sit("Eve")
    for role, name in OTHERS.items():
        for right, message in TRIES.items():
            answer = played.caught_up(name).ask(**message)
            may = bool(roles.scope_of(role, right))  # type: ignore[arg-type]
            if role == "team" and right in ("legal", "form"):
                may = True  # of its own seat
            forbidden = answer["type"] == "failed" and answer["code"] == "forbidden"
            if role == "team" and answer["type"] == "refused":
                forbidden = True  # a line of Control, read as one of its own seat
            assert forbidden == (not may), (role, right, answer)
        answer = played.people[name].http.post(
            f"{played.where}/cast", json={"people": [{"name": "x", "teams": ["Guards"]}]}
        )
        assert answer.status_code == 403
        for path in ("commanders", "screen"):
            answer = played.people[name].http.post(f"{played.where}/{path}", json={})
            assert answer.status_code == 403
    for right in NOT_MINE:
        message = json.loads(json.dumps(TRIES[right]).replace("Guards", "Walther"))
        said = failure(played.caught_up("Lia").ask(**message))
        assert said == "this is about Walther, and you are the liaison of Guards: ask Game Control"
    said = failure(played.at["Map"].ask(type="do", line="adjudicate"))
    assert said == "Game Control closes, works out, releases or ends a turn; you are Map Control"


def canaries(played: Table) -> dict[str, set[str]]:
    """Say something of each kind that can be said; returns who may learn of each."""
    played.at["Gus"].act(type="sheet", what="write", text="canary-draft")
    played.at["Gil"].act(type="sheet", what="note", text="canary-note")
    played.at["Gus"].ask(type="chat", text="canary-hq", room="hq")
    played.at["Wal"].ask(type="chat", text="canary-walther")
    played.at["Map"].ask(type="chat", text="canary-umpires", room="umpires")
    played.at["Pam"].act(type="news", what="write", headline="canary-written", text="x")
    played.at["Pam"].act(type="news", what="write", headline="canary-released", text="x")
    played.at["Ann"].act(type="news", what="release", number=2)
    played.work_out()
    played.at["Wal"].ask(type="sheet", what="late", text="canary-late")
    card = next(row for row in played.desk("Ann")["cards"] if row["seats"] == ["Guards"])
    played.at["Ann"].act(type="claim", what="take", card=card["name"], text="canary-claim")
    umpires, all_of_them = {"Ann", "Map", "Air", "Lia"}, set(played.people)
    return {
        "canary-draft": {"Gus", "Gil"},
        "canary-note": {"Gus", "Gil"},
        "canary-hq": {"Gus", "Gil"},
        "canary-walther": {"Wal", "Ann", "Map", "Air"},
        "canary-umpires": umpires,
        "canary-written": {"Pam", "Ann"},
        "canary-released": all_of_them,
        "canary-late": {"Ann"},
        "canary-claim": umpires,
    }


def test_everybody_receives_what_their_post_may_know_and_nothing_else(played: Table) -> None:
    """One word of each kind, and everything that anybody received: it went where it may."""
    cast_umpires(played)
    eve = played.people["Eve"] = played.serving.guest("Eve")
    eve.post(f"{played.where}/observe")
    played.sit("Eve")
    for word, who in canaries(played).items():
        for name in played.at:
            played.caught_up(name)
            told = json.dumps(played.people[name].get(f"{played.where}/evening"))
            found = any(word in text for text in played.at[name].received) or word in told
            assert found == (name in who), (word, name)
    names = {
        name: {each["name"] for each in played.at[name].evening["people"]} for name in played.at
    }
    umpires = {"Ann", "Map", "Air", "Lia", "Pam", "Obs"}
    assert names["Gus"] == {"Gus", "Gil"}
    assert names["Wal"] == {"Wal"}
    assert names["Lia"] == umpires | {"Gus", "Gil"}
    assert names["Ann"] == names["Map"] == umpires | {"Gus", "Gil", "Wal"}
    assert names["Pam"] == {"Pam"}
    assert names["Eve"] == set()


def test_a_liaison_learns_nothing_of_other_teams_sheets(table: Serving) -> None:
    """Two worlds differ in Walther's sheet: the desk of the Guards' liaison is the same, and so
    are their map and everything on their socket; Walther's liaison sees the sheet."""
    found: list[list[Any]] = []
    for sends in (False, True):
        played = Table(table)
        with played.stack:
            lia = played.come("Lia", "liaison", "Guards")
            played.come("Kai", "liaison", "Walther")
            assert lia is not None
            if sends:
                played.sit("Wal")
                played.at["Wal"].do(WALTHER)
                played.leave("Wal")
            asked = [lia.ask(type="ask", what=what) for what in ("desk", "truth", "form")]
            for each in asked:
                del each["id"]
            theirs = played.desk("Kai")["sheets"]
            lia.heard()
            kinds = [message["type"] for message in lia.messages()]
            found.append([asked, lia.state["view"], kinds.count("update"), theirs])
    assert found[0][:3] == found[1][:3]
    assert found[0][3] != found[1][3]
    desk = found[0][0][0]["desk"]
    assert [row["seat"] for row in desk["sheets"]] == ["Guards"]


def test_of_two_at_once_one_is_first(played: Table) -> None:
    """One card, one free sheet, one link and one person to remove, each wanted by two in the same
    moment: one has it, and the other hears so in a sentence."""
    played.come("Map", "map")
    played.come("Mo", "map")
    played.come("Nan", "control")
    ann, nan = played.people["Ann"], played.people["Nan"]
    rows = [{"name": "Zoe", "teams": ["Walther"]}]
    secret = ann.post(f"{played.where}/cast", people=rows)["posts"][0]["secret"]
    strangers = [played.serving.guest(name) for name in ("Zoe", "Zed")]
    gone = f"{played.where}/clearances/{played.people['Wal'].id}"
    played.at["Wal"].do(WALTHER)
    take: dict[str, Any] = {"type": "sheet", "what": "take"}
    claim: dict[str, Any] = {"type": "claim", "what": "take"}

    def taken(name: str) -> dict[str, Any]:
        answer: dict[str, Any] = played.at[name].ask(**take)
        return answer

    def claimed(name: str) -> dict[str, Any]:
        answer: dict[str, Any] = played.at[name].ask(**claim)
        return answer

    def joined(guest: Guest) -> int:
        return guest.http.post(f"{played.where}/umpire", json={"secret": secret}).status_code

    def removed(guest: Guest) -> int:
        return guest.http.delete(gone).status_code

    with ThreadPoolExecutor(2) as pool:
        sheet = list(pool.map(taken, ("Gus", "Gil")))
        link = list(pool.map(joined, strangers))
        removal = list(pool.map(removed, (ann, nan)))
        played.caught_up("Gus" if sheet[0]["type"] == "done" else "Gil").do(GUARDS)
        played.caught_up("Ann").do("adjudicate")
        for name in ("Map", "Mo"):
            played.caught_up(name)
        claim["card"] = played.desk("Ann")["cards"][0]["name"]
        cards = list(pool.map(claimed, ("Map", "Mo")))
    assert sorted(each["type"] for each in sheet) == ["done", "failed"]
    assert sorted(each["type"] for each in cards) == ["done", "failed"]
    assert sorted(link) == [200, 403]
    assert sorted(removal) == [204, 404]
    assert all(each["text"] for each in (*sheet, *cards) if each["type"] == "failed")


def test_a_card_is_claimed_handed_on_and_ruled_once(played: Table) -> None:
    """Two umpires want one card: the first has it and hands it on with a note. Only the umpire
    who has it rules on it, and nobody rules again without claiming it."""
    played.come("Map", "map")
    played.come("Mo", "map")
    played.work_out()
    map_, mo = played.caught_up("Map"), played.caught_up("Mo")
    card = next(row["name"] for row in played.desk("Map")["cards"] if row["by"] == "rules")
    map_.act(type="claim", what="take", card=card)
    assert "Map has claimed" in failure(mo.ask(type="claim", what="take", card=card))
    assert "Map has claimed" in failure(mo.ask(type="do", line=f"pass {card}"))
    assert "not yours" in failure(mo.ask(type="claim", what="drop", card=card))
    other = played.people["Mo"].id
    gus = played.people["Gus"].id
    assert "rule on it" in failure(map_.ask(type="claim", what="hand", card=card, to=gus))
    map_.act(type="claim", what="hand", card=card, to=other, text="is this a bridge?")
    claim = mo.sees(lambda e: e["claims"].get(card, {}).get("person") == other)["claims"][card]
    assert (claim["name"], claim["note"]) == ("Mo", "is this a bridge?")
    by_hand = played.caught_up("Ann").ask(type="adjust", line=BY_HAND)
    assert by_hand["type"] == "done"  # the game has gone on; Mo has claimed the card, and may
    answer = mo.ask(type="do", line=f"pass {card}")
    assert answer["type"] == "done", answer
    mo.sees(lambda e: e["claims"][card]["ruled"] == "Mo")
    said = failure(played.caught_up("Map").ask(type="do", line=f"pass {card}"))
    assert said == f"Mo has ruled on the card {card}: take it over to change that"
    assert failure(map_.ask(type="claim", what="take", card=card)) == said
    map_.act(type="claim", what="over", card=card)
    load = map_.sees(lambda e: e["claims"].get(card, {}).get("person"))["load"]
    found = {each["name"]: (each["cards"], each["ruled"]) for each in load}
    assert found["Map"] == (1, 0)
    assert found["Mo"][0] == 0
    assert found["Mo"][1] >= 1


def test_a_claim_ends_when_its_umpire_leaves(played: Table) -> None:
    """The card of an umpire who went is free; a desk is taken over in one act, and a liaison's
    teams with it."""
    played.come("Lia", "liaison", "Guards")
    played.come("Kai", "liaison", "Walther")
    played.work_out()
    rows = played.desk("Lia")["cards"]
    card = rows[0]["name"]
    lia, kai = played.people["Lia"].id, played.people["Kai"].id
    played.at["Lia"].act(type="claim", what="take", card=card)
    played.at["Ann"].sees(lambda e: e["claims"].get(card, {}).get("person") == lia)
    assert "at their desk" in failure(played.at["Kai"].ask(type="claim", what="desk", to=lia))
    played.leave("Lia")
    played.wait_out(lia)
    played.at["Ann"].sees(lambda e: e["claims"][card]["person"] == "")
    played.at["Kai"].send({"type": "claim", "id": "over", "what": "desk", "to": lia})
    with pytest.raises(Exception, match="4409"):
        played.at["Kai"].until("nothing")
    again = played.sit("Kai")
    assert set(again.evening["teams"]) == {"Guards", "Walther"}
    assert again.evening["claims"][card]["person"] == kai
    assert played.people["Lia"].get(f"{played.where}/evening")["role"] == "spectator"


def test_a_liaison_rules_on_what_it_has_claimed(played: Table) -> None:
    """A liaison sees no other's rulings, so it claims a card before it rules on it."""
    played.come("Lia", "liaison", "Guards")
    played.work_out()
    rows = [row for row in played.desk("Lia")["cards"] if row["by"] == "rules"]
    card = rows[0]["name"]
    lia = played.caught_up("Lia")
    said = failure(lia.ask(type="do", line=f"pass {card}"))
    assert said == f"claim the card {card} first: another umpire may be working on it"
    lia.act(type="claim", what="take", card=card)
    lia.sees(lambda e: e["claims"].get(card, {}).get("person"))
    assert lia.ask(type="do", line=f"pass {card}")["type"] == "done"
    assert "about" in failure(lia.ask(type="do", line="pass routine"))


def test_a_clock_for_everybody_and_a_screen_without_a_name(played: Table) -> None:
    """Game Control keeps the phases; all pages and the screen show them; what each took stays."""
    ann, gus = played.at["Ann"], played.at["Gus"]
    link = played.people["Ann"].post(f"{played.where}/screen")
    assert "<svg" in link["qr"]
    assert link["link"].endswith(f"/screen/{played.game}#{link['secret']}")
    ann.act(type="clock", what="phase")
    clock = gus.sees(lambda e: e["clock"])["clock"]
    assert (clock["title"], clock["length"], clock["turn"]) == ("Orders", 15 * MIN, 1)
    ann.act(type="clock", what="stretch", seconds=300)
    gus.sees(lambda e: e["clock"]["length"] == 20 * MIN)
    ann.act(type="clock", what="hold")
    assert gus.sees(lambda e: e["clock"]["held"])["clock"]["stretched"] == 5 * MIN
    ann.act(type="clock", what="go")
    gus.sees(lambda e: not e["clock"]["held"])
    assert "took" in gus.evening
    assert gus.evening["took"] == []
    gus.do(GUARDS)
    played.at["Wal"].do(WALTHER)
    played.caught_up("Ann").do("close")
    gus.sees(lambda e: e["clock"]["phase"] == "sheets")
    played.at["Wal"].act(type="sheet", what="late", text=WALTHER.removeprefix("sheet "))
    late = ann.sees(lambda e: e["late"])["late"]
    assert [each["seat"] for each in late] == ["Walther"]
    ann.act(type="sheet", what="clear", seat="Walther")
    ann.act(type="news", what="write", headline="Bridge seen", text="Near Grote Barrier.")
    bare = httpx.Client(base_url=f"http://{played.serving.host}", timeout=PATIENCE, verify=PLAIN)
    secret = {"X-Screen": link["secret"]}
    assert bare.get(f"{played.where}/screen", headers=secret).json()["news"] == []
    ann.act(type="news", what="release", number=1)
    shown = bare.get(f"{played.where}/screen", headers=secret).json()
    assert [each["headline"] for each in shown["news"]] == ["Bridge seen"]
    assert shown["clock"]["phase"] == "sheets"
    assert "released" in failure(ann.ask(type="news", what="decline", number=1))
    for wrong in ({}, {"X-Screen": "guessed"}):
        assert bare.get(f"{played.where}/screen", headers=wrong).status_code == 403
    took = ann.sees(lambda e: e["took"])["took"]
    assert [(each["phase"], each["planned"], each["stretched"]) for each in took] == [
        ("orders", 15 * MIN, 5 * MIN)
    ]
    ann.ask(type="clock", what="hold")
    played.caught_up("Ann").do("adjudicate")
    gus.sees(lambda e: e["clock"]["phase"] == "adjudication")
    bare.close()


def test_the_times_of_a_phase() -> None:
    """Stretched, held, overrun, and what it took, by a clock of our own."""
    first, second, *_ = OPCOM.phases
    timer = PhaseTimer().begin(first, 1, 0)
    assert timer.left(10 * MIN) == 5 * MIN
    assert timer.over(16 * MIN) == MIN
    held = timer.hold(10 * MIN)
    assert held.left(60 * MIN) == 5 * MIN
    going = held.go_on(30 * MIN).stretch(2 * MIN)
    assert going.left(31 * MIN) == 6 * MIN
    after = PhaseTimer.read(going.begin(second, 1, 40 * MIN).written())
    (took,) = after.log
    assert (took.took, took.planned, took.stretched, took.held) == (
        40 * MIN,
        15 * MIN,
        2 * MIN,
        20 * MIN,
    )
    assert sum(each.minutes for each in OPCOM.phases if each.id != "orders") == 21


def test_the_cast_comes_by_links_and_a_commander_fills_in(table: Serving) -> None:
    """A list of names becomes links and codes; empty seats go to commanders until somebody
    comes; who leaves makes room, and the next of the staff takes the seat."""
    ann = table.guest("Ann")
    made = ann.post("/api/games", game="opcom", seats={"Control": "me"})
    where = f"/api/games/{made['id']}"
    people = [
        {"name": "Gus", "teams": ["Guards"]},
        {"name": "Gil", "teams": ["Guards"]},
        {"name": "Wal", "teams": ["Walther"]},
    ]
    wrong = ann.http.post(f"{where}/cast", json={"people": [{"name": "x", "teams": ["axis"]}]})
    assert (wrong.status_code, "there are Guards, Walther" in wrong.json()["text"]) == (400, True)
    posts = ann.post(f"{where}/cast", people=people)["posts"]
    first = posts[0]
    assert (first["name"], first["title"], first["teams"]) == ("Gus", "Headquarters", ["Guards"])
    assert all("<svg" in p["qr"] and p["link"].endswith(p["secret"]) for p in posts)
    gus, gil, wal = (table.guest("somebody") for _ in people)
    gus.post(f"{where}/umpire", secret=posts[0]["secret"])
    gil.post(f"{where}/umpire", secret=posts[1]["secret"])
    used = wal.http.post(f"{where}/umpire", json={"secret": posts[0]["secret"]})
    assert used.status_code == 403
    assert ann.get(where)["status"] == "open"
    assert ann.http.post(f"{where}/commanders", json={}).status_code == 204
    told = ann.get(where)
    assert told["status"] == "live"
    assert told["seats"]["Walther"] == {"holder": None, "player": "commander"}
    assert told["seats"]["Guards"]["holder"] == "Gus"
    wal.post(f"{where}/umpire", secret=posts[2]["secret"])
    assert ann.get(where)["seats"]["Walther"] == {"holder": "Wal", "player": None}
    assert gus.http.post(f"{where}/leave").status_code == 204
    assert ann.get(where)["seats"]["Guards"]["holder"] == "Gil"
    assert gus.get(where)["my_seats"] == []
    assert gil.http.post(f"{where}/leave").status_code == 204
    assert ann.get(where)["seats"]["Guards"] == {"holder": None, "player": "commander"}
    refused = ann.http.post(f"{where}/leave")
    assert (refused.status_code, "another Game Control" in refused.json()["text"]) == (403, True)
    later = ann.post(f"{where}/cast", people=[people[0]])["posts"][0]
    gus.post(f"{where}/umpire", secret=later["secret"])
    assert ann.get(where)["seats"]["Guards"]["holder"] == "Gus"


def test_control_removes_somebody_who_has_gone(played: Table) -> None:
    """The next of the staff takes the seat; without staff a commander; their sockets close, and a
    claim of theirs ends. Game Control cannot be removed while there is no other."""
    played.come("Map", "map")
    ann, where = played.people["Ann"], played.where

    def removed(name: str) -> int:
        path = f"{where}/clearances/{played.people[name].id}"
        return int(ann.http.delete(path).status_code)

    def holder(team: str) -> Any:
        return ann.get(where)["seats"][team]

    played.at["Gus"].act(type="sheet", what="take")
    assert removed("Gus") == 204
    assert holder("Guards") == {"holder": "Gil", "player": None}
    with pytest.raises(Exception, match="4409"):
        played.at["Gus"].until("nothing")
    played.at["Gil"].act(type="sheet", what="take")
    assert played.people["Gus"].get(f"{where}/evening")["role"] == "spectator"
    assert removed("Gus") == 404
    assert removed("Gil") == 204
    assert holder("Guards") == {"holder": None, "player": "commander"}
    assert removed("Map") == 204
    assert played.people["Map"].get(f"{where}/evening")["role"] == "spectator"
    assert removed("Ann") == 403
    assert played.come("Gus", "team", "Guards") is not None
    assert holder("Guards")["holder"] == "Gus"


def test_somebody_who_leaves_before_the_game_leaves_an_empty_seat(table: Serving) -> None:
    """The game still waits for a player; no commander takes the seat unasked."""
    ann = table.guest("Ann")
    where = f"/api/games/{ann.post('/api/games', game='opcom', seats={'Control': 'me'})['id']}"
    people = [{"name": "Gus", "teams": ["Guards"]}]
    secret = ann.post(f"{where}/cast", people=people)["posts"][0]["secret"]
    gus = table.guest("Gus")
    gus.post(f"{where}/umpire", secret=secret)
    assert gus.http.post(f"{where}/leave").status_code == 204
    told = ann.get(where)
    assert told["seats"]["Guards"] == {"holder": None, "player": None}
    assert told["status"] == "open"


@pytest.mark.parametrize(
    ("address", "asked", "leads"),
    [
        ("http://127.0.0.1:8943", "localhost", ""),
        ("http://192.0.2.7:8943", "localhost", "http://192.0.2.7:8943"),
        ("http://192.0.2.7:8943", "198.51.100.3:8943", "http://198.51.100.3:8943"),
        ("https://games.example", "198.51.100.3", "https://games.example"),
    ],
)
def test_links_lead_where_others_reach_the_server(
    address: str, asked: str, leads: str, tmp_path: Path
) -> None:
    """An address of this machine alone is in no link that others are to scan."""
    settings = Settings(str(tmp_path / "games.db"), address=address, dumps=tmp_path)
    with running(settings) as serving:
        ann = serving.guest("Ann")
        where = f"/api/games/{ann.post('/api/games', game='opcom', seats={'Control': 'me'})['id']}"
        if asked == "localhost":
            asked = serving.host
        ann.http.headers["Host"] = asked
        link = ann.post(f"{where}/screen")["link"]
        assert link.startswith(f"{leads or f'http://{serving.host}'}/screen/")


def test_an_evening_lasts_over_a_restart(tmp_path: Path) -> None:
    """Claims, the clock, the draft, notes and news are there after the server was started again,
    and an umpire who was there is still counted as there."""
    settings = Settings(str(tmp_path / "games.db"), dumps=tmp_path, signs_a_minute=10_000)
    with running(settings) as serving:
        played = Table(serving)
        with played.stack:
            played.sit_all()
            played.at["Gus"].act(type="sheet", what="write", text="kept")
            played.at["Ann"].act(type="clock", what="phase")
            played.at["Ann"].act(type="news", what="write", headline="kept")
            played.work_out()
            card = played.desk("Ann")["cards"][0]["name"]
            played.at["Ann"].act(type="claim", what="take", card=card)
            before = played.at["Ann"].sees(lambda e: e["claims"].get(card, {}).get("person"))
        people = played.people
    with running(settings) as serving:
        for guest in people.values():
            guest.http.base_url = httpx.URL(f"http://{serving.host}")
            guest.host = serving.host
        with people["Ann"].at(played.game, evening=True) as ann:
            after = ann.evening
        with people["Gil"].at(played.game, evening=True) as gil:
            assert gil.evening["sheets"]["Guards"]["draft"] == "kept"
        for guest in people.values():
            guest.http.close()
    assert after["clock"] == before["clock"]
    assert after["news"] == before["news"]
    assert after["claims"][card] == before["claims"][card]


def test_a_board_counts_those_who_are_there() -> None:
    """Presence runs out, and with it a claim and the hold of a sheet."""
    now = [0]
    found = board.Board("g", lambda: now[0])
    found.until = {"a": 100}
    found.sheets = {0: board.Sheet(writer="a")}
    found.claims = {"c": board.Claim(frozenset(), 0, "a", 0, "", None, 0)}
    assert (found.writer(0), found.holder("c"), found.is_silent(0)) == ("a", "a", False)
    assert found.has_changed()
    assert not found.has_changed()
    now[0] = 100
    assert (found.writer(0), found.holder("c"), found.is_silent(0)) == (None, None, True)
    assert found.has_changed()


SECOND_PART = json.loads(GUARDS.removeprefix("sheet "))
"""The sample sheet of the Guards; each post sends one of its two orders."""
_FIRST, _LAST = (
    f"sheet {json.dumps({**SECOND_PART, 'order': [each]})}" for each in SECOND_PART["order"]
)
GROUP, REST = "5th Guards Brigade Group", "32nd Guards Brigade Group"


def divided(played: Table) -> Socket:
    """The Guards divided by Gus: Gil orders the 5th Guards Brigade Group; returns Gil's socket."""
    gus, gil = played.caught_up("Gus"), played.caught_up("Gil")
    me = played.people["Gil"].id
    gus.act(type="sheet", what="split", people=[me], units=[GROUP])
    gil.sees(lambda e: e["sheets"]["Guards"]["post"] == "second")
    return gil


def test_a_headquarters_is_divided_and_joined(played: Table) -> None:
    """Each post writes its own sheet and orders its own groupings; Control gets one sheet."""
    gil, gus = divided(played), played.at["Gus"]
    gus.act(type="sheet", what="write", text="first")
    gil.act(type="sheet", what="write", text="second")  # nobody waits for the other's pen
    gil.do(_LAST)
    sent = played.caught_up("Ann").state["view"]["sheets"]["Guards"]["order"]
    assert [each["unit"] for each in sent] == [GROUP]
    said = failure(played.caught_up("Gil").ask(type="do", line=_FIRST))
    assert said.endswith(f"your post orders {GROUP}")
    said = failure(played.caught_up("Gus").ask(type="do", line=GUARDS))
    assert said.endswith(f"the other post has {GROUP}")
    supplies = json.loads(_LAST.removeprefix("sheet "))
    supplies["message"] = [{"to": "Control", "text": "more fuel"}]
    said = failure(played.caught_up("Gil").ask(type="do", line=f"sheet {json.dumps(supplies)}"))
    assert "'message' are for the other post" in said
    played.caught_up("Gus").do(_FIRST)
    sent = played.caught_up("Ann").state["view"]["sheets"]["Guards"]["order"]
    assert [each["unit"] for each in sent] == [REST, GROUP]
    played.caught_up("Ann").act(type="sheet", what="join", seat="Guards")
    gil.sees(lambda e: e["sheets"]["Guards"]["post"] == "whole")
    gus.sees(lambda e: e["sheets"]["Guards"]["post"] == "whole")
    played.caught_up("Gus").do(GUARDS)
    divided(played)  # Gus holds the sheet of the first post, and Gil joins them all the same
    played.caught_up("Gil").act(type="sheet", what="join")
    gus.sees(lambda e: e["sheets"]["Guards"]["post"] == "whole")


def test_a_post_receives_what_is_its_own(played: Table) -> None:
    """What one post writes, notes and says reaches neither the other nor Control."""
    gil, gus, ann = divided(played), played.at["Gus"], played.at["Ann"]
    words = {"Gus": "periwinkle", "Gil": "foxglove"}
    for name, word in words.items():
        socket = played.caught_up(name)
        socket.act(type="sheet", what="write", text=f"draft {word}")
        socket.act(type="sheet", what="note", text=f"note {word}")
        socket.act(type="chat", room="hq", text=f"say {word}")
    gil.sees(lambda e: e["sheets"]["Guards"]["notes"])
    for socket in (gus, gil, ann):
        socket.heard()
    for name, word in words.items():
        other = {"Gus": gil, "Gil": gus}[name]
        mine = "\n".join(played.at[name].received)
        for said in ("draft", "note", "say"):
            assert f"{said} {word}" in mine
            for socket in (other, ann):
                assert all(f"{said} {word}" not in text for text in socket.received), said
    told = {name: played.at[name].state["view"]["told"] for name in words}
    assert told["Gus"] == told["Gil"]  # Control briefs the headquarters, and that is one


def test_a_headquarters_is_divided_by_those_who_may(played: Table) -> None:
    """Somebody stays and somebody goes, each with a grouping; others are refused."""
    gus, gil = played.at["Gus"], played.at["Gil"]
    me = {name: played.people[name].id for name in played.people}
    split: dict[str, Any] = {"type": "sheet", "what": "split", "units": [GROUP]}
    assert "must stay" in failure(gus.ask(**split, people=[me["Gus"], me["Gil"]]))
    assert "must stay" in failure(gus.ask(**split, people=[me["Wal"]]))
    assert "the groupings" in failure(gus.ask(**{**split, "units": ["XX"]}, people=[me["Gil"]]))
    every = {**split, "units": [GROUP, REST, "all"]}
    assert "keep a grouping" in failure(gus.ask(**every, people=[me["Gil"]]))
    cast_umpires(played)
    played.people["Eve"] = played.serving.guest("Eve")
    played.people["Eve"].post(f"{played.where}/observe")
    played.sit("Eve")
    for name in (*NAMES.values(), "Wal", "Eve"):
        for act in ({**split, "people": [me["Gil"]]}, {"type": "sheet", "what": "join"}):
            answer = played.caught_up(name).ask(**act, seat="Guards")
            assert (answer["type"], answer["code"]) == ("failed", "forbidden"), (name, answer)
    said = failure(played.caught_up("Lia").ask(**split, people=[me["Gil"]], seat="Guards"))
    assert said == "Game Control casts people; you are Liaison"
    gus.act(type="sheet", what="write", text="mine")
    assert "Gus holds" in failure(played.caught_up("Gil").ask(**split, people=[me["Gil"]]))
    played.caught_up("Ann").act(**split, people=[me["Gil"]], seat="Guards")
    gil.sees(lambda e: e["sheets"]["Guards"]["post"] == "second")
    played.at["Ann"].sees(
        lambda e: e["posts"] == {"Guards": {"units": [GROUP], "people": [me["Gil"]]}}
    )
    for name in set(played.at) - {"Ann"}:
        assert played.caught_up(name).evening["posts"] == {}, name
    played.people["Gil"].http.post(f"{played.where}/leave").raise_for_status()
    gus.sees(lambda e: e["sheets"]["Guards"]["post"] == "whole")  # nobody is left at the other
