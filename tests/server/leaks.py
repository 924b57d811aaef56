"""The leak campaign: twin games at one server, alike but for what a viewer may not know.

The same people sit at both tables. Time stands still while both take a step, and the dice are
the same, so everything that a viewer receives of the one must be, to the byte, what they
receive of the other: lists, feeds, replies, errors, files, clocks, counts, and how much work a
question takes. One comparison of one request by one viewer is a probe.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bocage.engine.dice import Dice
from bocage.engine.playout import policies_of
from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.games.opcom.trials.drawn_sheets import drawn_sheet
from bocage.games.opcom.words.verbs import GRAMMAR, SHEET
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from
from bocage.server import desks, new_tables, questions
from bocage.server.settings import Settings
from bocage.server.stopwatch import Stopwatch
from tests.games.opcom.playing import sample, sheet
from tests.work import counted_calls

from .clients import Guest, Serving, Socket
from .conftest import running

_START: Final = 2_000_000_000_000
_HEX: Final = re.compile(r"~\w+|\? [0-9a-f]{32,}")
"""Marks of a chain of hashes, and hidden lines: they differ with a secret, and tell nothing."""


_PONG: Final = '{"type":"pong"}'


class Box:
    """What the server is given in place of chance and time, and what it is measured by."""

    def __init__(self) -> None:
        self.now = _START
        self.strategy = 0
        """Hitler's strategy at the next table, from 0."""
        self.work: list[int] = []
        """Calls of Python functions that each piece of work took."""


def counted(box: Box, work: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function, but the calls that it makes are counted, for this box alone."""
    work = getattr(work, "__wrapped__", work)

    @wraps(work)
    def wrapped(*given: Any, **more: Any) -> Any:
        with counted_calls() as counting:
            try:
                return work(*given, **more)
            finally:
                box.work.append(counting.calls)

    return wrapped


@contextmanager
def served(folder: Path, patch: pytest.MonkeyPatch) -> Generator[tuple[Serving, Box]]:
    """A server whose time stands still and whose tables all have the same dice."""
    box, settings = Box(), Settings(str(folder / "games.db"), dumps=folder)
    settings = Settings(
        settings.database,
        dumps=folder,
        signs_a_minute=10**6,
        commands_a_minute=10**7,
        requests_a_minute=10**7,
    )
    for name, module in list(sys.modules.items()):
        if name.startswith("bocage.server") and hasattr(module, "now_ms"):
            patch.setattr(module, "now_ms", lambda: box.now)

    def stopped(_: Stopwatch) -> int:
        return box.now

    patch.setattr(Stopwatch, "now", stopped)
    patch.setattr(new_tables, "secrets", SimpleNamespace(token_bytes=b"s".__mul__))
    rolled = Dice.answer

    def answer(self: Dice, question: str, time: int, written: Any, weights: Any) -> int:
        return (
            box.strategy
            if question == "strategy"
            else rolled(self, question, time, written, weights)
        )

    patch.setattr(Dice, "answer", answer)
    played: Any = Table
    patch.setattr(Table, "check", counted(box, played.check))
    patch.setattr(Table, "legal", counted(box, played.legal))
    patch.setattr(questions, "is_final", counted(box, questions.is_final))
    with running(settings) as serving:
        yield serving, box


class Twin:
    """One of the two games: who sits where, and their sockets."""

    def __init__(self, box: Box, people: dict[str, Guest], made: dict[str, Any]) -> None:
        self.box, self.people = box, people
        self.id = str(made["id"])
        self.where = f"/api/games/{self.id}"
        self.links: dict[str, str] = made["links"]
        self.at: dict[str, Socket] = {}
        self.count = 0

    def open(self, *names: str) -> None:
        """Open the sockets of these people."""
        for name in names:
            self.at[name] = self.people[name].at(self.id)

    def close(self) -> None:
        """Close all sockets. What was not taken in would hold up the closing."""
        for name, each in self.at.items():
            self.drain(name)
            each.__exit__()

    def told(self, text: str) -> str:
        """Return a text without the name of the game."""
        return text.replace(self.id, "GAME")

    def say(self, name: str, id_: str, /, **message: Any) -> Any:
        """Send something from a person's socket that has taken in everything; the reply."""
        self.drain(name)
        reply = self.at[name].ask(id=id_, **message)
        self.drain(name)
        return reply

    def secretly(self, name: str, /, **message: Any) -> Any:
        """Do something that a viewer may not know of; it must be done."""
        self.count += 1
        reply = self.say(name, f"{name}-{self.count}-hidden", **message)
        assert reply["type"] == "done", reply
        return reply

    def drain(self, name: str) -> None:
        """Take in all that was sent to a person's socket."""
        self.at[name].send({"type": "ping"})
        self.at[name].until("pong")

    def heard(self, name: str) -> list[str]:
        """Return all that a person's socket has received."""
        self.drain(name)
        return [self.told(text) for text in self.at[name].received if text != _PONG]

    def got(self, name: str, path: str) -> tuple[int, str]:
        """What a person gets from an address."""
        answer = self.people[name].http.get(path)
        return answer.status_code, _HEX.sub("", self.told(answer.text))

    def listed(self, name: str) -> Any:
        """Return the game in a person's list of games."""
        found = self.people[name].get("/api/games")
        return next(self.told(json.dumps(each)) for each in found if each["id"] == self.id)

    def noticed(self, name: str) -> list[Any]:
        """What a person was told of the game while away."""
        found: Any = self.people[name].get("/api/notices")
        return [(each["kind"], each["text"]) for each in found if each["game"] == self.id]

    def state(self, name: str) -> Any:
        """Return the state as a person has it."""
        self.drain(name)
        return self.at[name].state


def parted(one: str, other: str) -> str:
    """Return two texts around the place where they part."""
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    start = max(0, at - 300)
    return f"...{one[start : at + 200]}... / ...{other[start : at + 200]}..."


class Campaign:
    """Probes and their results."""

    def __init__(self, serving: Serving, box: Box, seed: int, only: str = "") -> None:
        """Probes of all kinds, or only those whose name starts like that."""
        self.serving, self.box, self.rng, self.only = serving, box, Random(seed), only
        self.probes: Counter[str] = Counter()
        self.found: list[str] = []
        self.instants = 0
        """How often one world waited for a team's instant decision and the other did not."""
        self._step = 0
        self._people: dict[str, Guest] = {}

    def person(self, name: str) -> Guest:
        """Somebody, the same at all tables."""
        if name not in self._people:
            self._people[name] = self.serving.guest(name)
        return self._people[name]

    def count(self) -> int:
        """Return how many probes there were."""
        return sum(self.probes.values())

    def tick(self) -> str:
        """Let a second go by; a name for what is done in it."""
        self._step += 1
        self.box.now += 1000
        return str(self._step)

    def compare(
        self, twins: tuple[Twin, Twin], name: str, probe: str, ask: Callable[[Twin], Any]
    ) -> None:
        """One probe: what a viewer is answered in both worlds, and with how much work."""
        if not probe.startswith(self.only):
            return
        told = [(ask(each), list[int]()) for each in twins]
        if probe.startswith(("check", "ask legal")):
            # What both worlds remember they do after the first time.
            for number, each in enumerate(twins):
                self.box.work.clear()
                told[number] = (ask(each), list(self.box.work))
        self.probes[probe.split(" ")[0]] += 1
        if told[0] != told[1]:
            self.found.append(f"{name}, {probe}: {parted(*map(repr, told))}")

    def look(self, twins: tuple[Twin, Twin], name: str, lines: list[str], hexes: list[str]) -> None:
        """Every probe of one viewer: whatever can be got, asked, or tried without effect."""
        tick = self.tick()
        for probe, ask in self._gets(name, twins[0].state(name)):
            self.compare(twins, name, probe, ask)
        for probe, question in _questions(lines, hexes):
            message = {"type": "ask", "id": f"q{tick}", **question}
            self.compare(twins, name, probe, partial(_asked, name, message))
        for number, command in enumerate(_in_vain(lines)):
            id_ = f"c{tick}-{number}"
            self.compare(twins, name, f"command {command}", partial(_said, name, id_, command))
        for command in ({"type": "takeback", "line": 1}, {"type": "adjourn"}):
            # It may be granted: then everybody sees a request, and it is withdrawn.
            id_ = f"r{tick}-{command['type']}"
            for words in (command, {"type": "answer", "agree": False}):
                id_ += "x"
                told = [t.say(name, id_, **words) for t in twins]
                self.probes["request"] += 1
                if told[0] != told[1]:
                    self.found.append(f"{name}, request {words}: {parted(*map(repr, told))}")
        self.compare(twins, name, "socket", lambda t: t.heard(name))

    def _gets(self, name: str, state: Any) -> Iterator[tuple[str, Callable[[Twin], Any]]]:
        yield "list", lambda t: t.listed(name)
        yield "notices", lambda t: t.noticed(name)
        count = int(state["lines"])
        paths = [
            *("", "/state", "/story", "/save", "/timeline", "/report", "/account", "/clearances"),
            f"/past?start={max(0, count - 3)}&stop={count}",
            f"/past?start=0&stop={count + 1}",
        ]
        for path in paths:
            yield f"get {path.partition('?')[0]}", partial(_got, name, path)


def _asked(name: str, message: dict[str, Any], twin: Twin) -> Any:
    """Return the answer to a question of a person, who may have said something else before."""
    twin.at[name].send(message)
    while True:
        answer = twin.at[name].next()
        if answer.get("id") == message["id"]:
            return answer


def _said(name: str, id_: str, command: dict[str, Any], twin: Twin) -> Any:
    return twin.say(name, id_, **command)


def _got(name: str, path: str, twin: Twin) -> Any:
    return twin.got(name, f"{twin.where}{path}")


EVERY_KIND = json.dumps(
    {
        "order": [
            {"unit": "all", "action": "attack", "objective": place, "air": 9, "ammo": 1}
            for place in ("Valkenswaard", "Arnhem", "Eindhoven")
        ],
        "supply": [{"from": "dump", "to": "dump", "ammo": 9, "fuel": 9}],
        "dump": [{"dump": "dump", "to": "Eindhoven"}],
        "blow": [{"bridge": "Joe's Bridge"}, {"bridge": "Nijmegen road bridge"}],
        "build": [{"bridge": "Joe's Bridge", "engineers": "RE", "column": "1"}],
        "fire": [{"guns": ["all"], "at": "Valkenswaard"}],
        "message": [{"to": "XXX Corps", "by": "runner", "text": "where are you"}],
        "air": [{"mission": "recce", "squadrons": ["all"], "at": "Arnhem"}],
    }
)
"""A sheet with lines of every kind, so that outlook and warnings are asked of both worlds."""


def _questions(lines: list[str], hexes: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "ask legal", {"what": "legal"}
    for line in lines:
        yield f"check {line[:40]}", {"what": "check", "line": line}
    for what in ("odds", "reach", "plan", "gather", "form"):
        yield f"ask {what}", {"what": what}
    for what in desks.WHATS:  # only Control may ask these: the refusals are alike, too
        yield f"ask {what}", {"what": what, "about": "Walther"}
    for line in lines:
        if line.startswith("sheet "):
            yield "ask reading", {"what": "reading", "line": line.removeprefix("sheet ")}
    if any(line.startswith("sheet ") for line in lines):
        yield "ask reading of all kinds", {"what": "reading", "line": EVERY_KIND}
    for each in hexes:
        yield "ask odds", {"what": "odds", "hex": each}
    for layer in ("supply", "control", "air", "nothing"):
        yield "ask overlay", {"what": "overlay", "layer": layer}


def _in_vain(lines: list[str]) -> Iterator[dict[str, Any]]:
    """Commands that nobody grants, or that change nothing."""
    for line in ("adjudicate", "accept", "release", "nonsense"):
        yield {"type": "do", "line": line}
    yield {"type": "undo", "count": 40}
    yield {"type": "takeback", "line": 99_999}
    yield {"type": "adjust", "line": "steps GE-HOF-3 1 because of nothing"}
    yield {"type": "rework", "line": "1.march.Walther.1 none because of nothing"}
    yield {"type": "extend", "seconds": 300}
    yield {"type": "resume"}
    yield {"type": "answer", "agree": True}
    yield {"type": "chat", "text": "hello", "seat": "nobody"}
    yield {"type": "chat", "text": "hello", "seat": "Control"}
    yield {"type": "orders", "name": ""}
    yield {"type": "orders", "name": "nobody knows these"}


# OP COM ----------------------------------------------------------------------------------------


def line_of(found: Any) -> str:
    """Return a sheet as a line."""
    return GRAMMAR.say(SHEET.carrying(sheet_text(found)))


TEAMS: Final = ("Guards", "Walther")
BY_HAND: Final = {
    "Guards": ("steps GB-94LAA {n} because of mines", "stock GB-5GA-HQ ammo {n} because of mines"),
    "Walther": ("steps GE-FJ6-2 {n} because of mines", "stock GE-FJ6-HQ ammo {n} because of mines"),
}
SAMPLES: Final = {
    ("Guards", 1): "1-guards.toml",
    ("Walther", 1): "1-walther.toml",
    ("Guards", 2): "2-guards.toml",
    ("Walther", 2): "2-walther.csv",
}


class Umpired:
    """A pair of games of Joe's Bridge: what one team and Control do is hidden from the other."""

    def __init__(self, campaign: Campaign, seen: str = "", turn: int = 0) -> None:
        rng = self.rng = campaign.rng
        self.campaign = campaign
        self.seen = seen or rng.choice(TEAMS)
        self.hidden = next(team for team in TEAMS if team != self.seen)
        self.turn = turn or rng.choice((1, 2))
        clock = rng.choice(
            ({"kind": "none"}, *({"kind": k, "seconds": 10**6} for k in ("turn", "game")))
        )
        more = {"clock": clock, "dice": rng.choice(("held", "open"))}
        self.viewers = (self.seen, "Eve", "West")
        people = {name: campaign.person(name) for name in (*TEAMS, "Control", "Eve", "West")}
        made: list[Twin] = []
        campaign.tick()
        for _ in range(2):
            laid = people["Guards"].post("/api/games", game="opcom", seats={"Guards": "me"}, **more)
            twin = Twin(campaign.box, people, laid)
            made.append(twin)
            for name in ("Walther", "Control"):
                people[name].post(f"{twin.where}/join", secret=twin.links[name])
            people["Eve"].post(f"{twin.where}/observe")
            link = people["Control"].post(f"{twin.where}/clearances", cleared=[self.seen])
            people["West"].post(f"{twin.where}/umpire", secret=link["secret"])
            twin.open(*people)
        self.twins = made[0], made[1]

    def play(self) -> None:
        """One turn up to its release, looked at on the way."""
        if self.turn == 2:
            self._first_turn()
        self._sheets()
        for _ in range(self.rng.randint(2, 4)):
            self.campaign.tick()
            for twin in self.twins:
                for _ in range(self.rng.randint(0, 3)):
                    self._work(twin)
            if not self._look():
                break
        for twin in self.twins:
            twin.close()

    def _first_turn(self) -> None:
        self.campaign.tick()
        for twin in self.twins:
            for team in TEAMS:
                line = line_of(sample("joes_bridge", SAMPLES[team, 1]))
                twin.secretly(team, type="do", line=line)
            while twin.state("Control")["decision"]["kind"] != "Release":
                asked = twin.state("Control")["decision"]["seats"][0]
                kind = twin.state("Control")["decision"]["kind"]
                line = "accept" if asked == "Control" else "yes"
                line = "adjudicate" if kind == "Orders" else line
                twin.secretly(asked, type="do", line=line)
            twin.secretly("Control", type="do", line="release")

    def _sheet(self, team: str) -> str:
        """Return some sheet of a team for this turn: one of ours, an empty one, or one drawn."""
        kind = self.rng.randrange(3)
        if kind == 0:
            return line_of(sample("joes_bridge", SAMPLES[team, self.turn]))
        if kind == 1:
            return line_of(sheet(turn=self.turn))
        st = self.campaign.serving.hub.live[self.twins[0].id].table.state
        return line_of(drawn_sheet(st, TEAMS.index(team), self.rng))

    def _sheets(self) -> None:
        """Sheets are awaited: the hidden team and Control act, the other team looks."""
        for _ in range(self.rng.randint(1, 3)):
            self.campaign.tick()
            for twin in self.twins:
                for _ in range(self.rng.randint(0, 2)):
                    self._by_hand(twin)
                for _ in range(self.rng.randint(0, 3)):
                    twin.secretly(self.hidden, type="do", line=self._sheet(self.hidden))
                for _ in range(self.rng.randint(0, 2)):
                    self._talk(twin)
            self._look()
        own = self._sheet(self.seen)
        tick = self.campaign.tick()
        for twin in self.twins:
            twin.secretly(self.hidden, type="do", line=self._sheet(self.hidden))
            assert twin.say(self.seen, f"own{tick}", type="do", line=own)["type"] == "done"
        self._look()
        self._close()

    def _close(self) -> None:
        """Control closes the orders: everybody learns that, and who had sent, nobody."""
        self.campaign.tick()
        for twin in self.twins:
            twin.secretly("Control", type="do", line="close")
        self._look()

    def _talk(self, twin: Twin) -> None:
        """The hidden team talks among itself, or Control with it."""
        text = f"{self.rng.randint(0, 9)} tanks at Borkel"
        if self.rng.random() < 0.5:
            twin.secretly(self.hidden, type="chat", text=text)
        else:
            twin.secretly("Control", type="chat", text=text, seat=self.hidden)

    def _by_hand(self, twin: Twin) -> None:
        line = self.rng.choice(BY_HAND[self.hidden]).format(n=self.rng.randint(0, 2))
        twin.secretly("Control", type="adjust", line=line)

    def _work(self, twin: Twin) -> None:
        """Control, or a team that must decide at once, does something in silence."""
        decision = twin.state("Control")["decision"]
        asked = decision["seats"][0]
        if decision["kind"] == "Release" or asked == self.seen or self.rng.random() < 0.2:
            self._by_hand(twin)
        elif asked != "Control":
            twin.secretly(asked, type="do", line=self.rng.choice(("yes", "no")))
        else:
            line = "adjudicate" if decision["kind"] == "Desk" else "accept"
            twin.secretly(asked, type="do", line=line)

    def _look(self) -> bool:
        """Probe for everybody who may not know; whether nobody of them was asked meanwhile."""
        decisions = [twin.state("Control")["decision"] for twin in self.twins]
        silent = any(each["kind"] != "Orders" for each in decisions)
        if silent and any(each["seats"] == [self.seen] for each in decisions):
            return False
        lines = [self._sheet(self.seen), "adjudicate", "yes", "nonsense"]
        for name in self.viewers:
            self.campaign.look(self.twins, name, lines, ["2609"])
        return True


class Instant(Umpired):
    """The same, but in one world the Guards must decide at once, in the middle of the turn."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign, "Walther", 2)

    def play(self) -> None:
        """Compare worlds that wait for the Guards and for Control, until both continue."""
        self._first_turn()
        sheets = (sample("joes_bridge", SAMPLES["Guards", 2]), sheet(turn=2))
        own = line_of(sample("joes_bridge", SAMPLES["Walther", 2]))
        tick = self.campaign.tick()
        for twin, theirs in zip(self.twins, sheets, strict=True):
            twin.secretly("Guards", type="do", line=line_of(theirs))
            assert twin.say("Walther", f"own{tick}", type="do", line=own)["type"] == "done"
        self._look()
        self._close()
        for _ in range(3):
            self.campaign.tick()
            for twin in self.twins:
                self._go_on(twin)
            asked = [twin.state("Control")["decision"]["seats"] for twin in self.twins]
            if not self._look() or asked[0] != ["Guards"]:
                break
            self.campaign.instants += asked[1] != ["Guards"]
            self.campaign.tick()
            self.twins[0].secretly("Guards", type="do", line=self.rng.choice(("yes", "no")))
            self._look()
        for twin in self.twins:
            twin.close()

    def _go_on(self, twin: Twin) -> None:
        """Control works until a team is asked, or the turn is worked out."""
        while (decision := twin.state("Control")["decision"])["seats"] == ["Control"]:
            if decision["kind"] == "Release":
                return
            line = "adjudicate" if decision["kind"] == "Desk" else "accept"
            twin.secretly("Control", type="do", line=line)


class Crowded:
    """A pair of games with many teams: how many have sent, and how often, is hidden."""

    def __init__(self, campaign: Campaign, scenario: str, seat: str) -> None:
        self.campaign, self.rng = campaign, campaign.rng
        people = {name: campaign.person(name) for name in ("Ann", "Bob", "Control", "Eve")}
        campaign.tick()
        made: list[Twin] = []
        for _ in range(2):
            laid = people["Ann"].post(
                "/api/games", game="opcom", scenario=scenario, seats={seat: "me"}
            )
            twin = Twin(campaign.box, people, laid)
            made.append(twin)
            people["Control"].post(f"{twin.where}/join", secret=twin.links.pop("Control"))
            for secret in twin.links.values():
                people["Bob"].post(f"{twin.where}/join", secret=secret)
            people["Eve"].post(f"{twin.where}/observe")
            twin.open(*people)
        self.twins = made[0], made[1]

    def play(self) -> None:
        """Others send while one team looks, before it has sent itself and after."""
        for mine in (False, True):
            tick = self.campaign.tick()
            for twin in self.twins:
                there = sorted(twin.links)[1:]  # one never sends, so that the seal stays on
                for seat in self.rng.sample(there, self.rng.randint(0, len(there))):
                    twin.secretly("Bob", type="do", seat=seat, line=line_of(sheet()))
                if mine:
                    twin.say("Ann", f"own{tick}", type="do", line=line_of(sheet()))
            for name in ("Ann", "Eve"):
                self.campaign.look(self.twins, name, [line_of(sheet()), "yes"], ["2609"])
        for twin in self.twins:
            twin.close()


# Operation Roundup -----------------------------------------------------------------------------


class Directed:
    """A pair of games of Roundup with 15.1: Hitler's strategy is for the German alone."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.rng = campaign, campaign.rng
        people = {name: campaign.person(name) for name in ("Ann", "Bob", "Eve")}
        strategies = self.rng.sample(range(4), 2)
        more = {"options": {"hidden-directive": "on"}, "clock": {"kind": "game", "seconds": 10**6}}
        campaign.tick()
        made: list[Twin] = []
        for number in strategies:
            campaign.box.strategy = number
            laid = people["Ann"].post("/api/games", game="roundup", seats={"allied": "me"}, **more)
            twin = Twin(campaign.box, people, laid)
            made.append(twin)
            people["Bob"].post(f"{twin.where}/join", secret=twin.links["german"])
            people["Eve"].post(f"{twin.where}/observe")
            twin.open(*people)
        self.twins = made[0], made[1]

    def play(self) -> None:
        """Both worlds play the same lines, and the Allied player and an observer look."""
        every = self.rng.randint(5, 15)
        for number in range(every * 5):
            tables = [self.campaign.serving.hub.live[twin.id].table for twin in self.twins]
            if any(t.is_over or not is_hidden_from(t.state, player(0)) for t in tables):
                break
            if number % every == 0:
                self._look(tables[0])
            seat = tables[0].decision.seats[0]
            mine, theirs = (list(table.legal(seat)) for table in tables)
            both = [action for action in mine if action in theirs]
            if not both:
                break
            choose = policies_of(tables[0].game)["random"]
            line = tables[0].game.grammar.say(choose(tables[0].state, both, self.rng))
            tick = self.campaign.tick()
            for twin in self.twins:
                who = "Ann" if seat == 0 else "Bob"
                reply = twin.say(who, f"m{tick}", type="do", line=line)
                assert reply["type"] == "done", reply
        for twin in self.twins:
            twin.close()

    def _look(self, table: Table[Any]) -> None:
        grammar = table.game.grammar
        legal = [grammar.say(action) for action in table.legal(0)]
        lines = [*self.rng.sample(legal, min(4, len(legal))), "end", "nonsense"]
        names: Any = table.game.nouns["hex"]
        hexes: list[str] = self.rng.sample(list(names.written), 2)
        for name in ("Ann", "Eve"):
            self.campaign.look(self.twins, name, lines, hexes)


KINDS: Final[dict[str, Callable[[Campaign], Any]]] = {
    "opcom": Umpired,
    "opcom-instant": Instant,
    "opcom-malta": lambda campaign: Crowded(campaign, "malta", "Folgore"),
    "opcom-market-garden": lambda campaign: Crowded(campaign, "market-garden", "9th-SS"),
    "roundup-15.1": Directed,
}


def run(campaign: Campaign, kind: str, probes: int, pairs: int = 1) -> None:
    """Play pairs of games until there were so many and so many probes, or something was found."""
    until, played = campaign.count() + probes, 0
    while (campaign.count() < until or played < pairs) and not campaign.found:
        KINDS[kind](campaign).play()
        played += 1
        if played % 10 == 0:
            print(f"{kind}: {played} pairs, {campaign.count()} probes", flush=True)
