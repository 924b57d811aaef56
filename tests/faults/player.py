"""Players that remember what a server acknowledged, and compare it with what the server has.

A player holds both seats of a game. If the server does not answer a command, or says that the
database is in trouble, the player sends the same command again under the same name, as the page
does: so it learns whether it was done, and a server that does it twice is found out.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from random import Random
from typing import Any, Final

from tests.server.clients import Guest, Socket

_LONG: Final = 150
"""Lines after which a game is left for another: checking it takes longer and longer."""
_PAUSE: Final = 0.02


@dataclass
class Tally:
    """What players found."""

    acknowledged: int = 0
    again: int = 0
    """Of these, how many the server found done when they were sent again."""
    refused: int = 0
    """How often a player was told that the database was in trouble."""
    lost: int = 0
    doubled: int = 0
    """Lines that are there twice, or that nobody sent."""


class Match:
    """A game that one person plays for both sides, and what was acknowledged of it."""

    def __init__(self, host: str, number: int, rng: Random, tally: Tally, clock: int = 0) -> None:
        self.guest = Guest(host, f"P{number}")
        self.rng = rng
        self.tally = tally
        self.trouble: Counter[str] = Counter()
        """The sentences by which commands failed."""
        self._game = ("roundup", "falaise")[number % 2]
        self._clock = clock
        self._begin()

    def _begin(self) -> None:
        clock = {"kind": "game", "seconds": self._clock} if self._clock else {"kind": "none"}
        seats = {"allied": "me", "german": "me"}
        made = self.guest.post("/api/games", game=self._game, seats=seats, dice="open", clock=clock)
        self.id = str(made["id"])
        self.acknowledged: list[str] = []
        self.open: dict[str, Any] | None = None
        """A command that was sent and whose fate is not known."""

    def check(self) -> None:
        """Compare the server's game with what was acknowledged, and count; the game continues."""
        save = self.guest.get(f"/api/games/{self.id}/save")
        lines = [line.rpartition(" ~")[0] for line in save.split("\n\n", 1)[1].splitlines()[:-1]]
        done = [line.partition(" ")[2] for line in lines if not line.startswith("* ")]
        known = self.acknowledged
        if self.open is not None and done == [*known, self.open["line"]]:
            known.append(self.open["line"])
            self.open = None
        found = SequenceMatcher(None, known, done, autojunk=False).get_matching_blocks()
        same = sum(block.size for block in found)
        self.tally.lost += len(known) - same
        self.tally.doubled += len(done) - same
        verdict = self.guest.post("/api/verify", save=save)
        assert verdict["dice_checked"]
        state = self.guest.get(f"/api/games/{self.id}/state")[0]["state"]
        assert state["status"] == "over" or state["decision"]["seats"], "the game is stuck"
        if state["status"] == "over" or len(known) > _LONG or known != done:
            self._begin()


class Player(threading.Thread):
    """Plays a match until it is stopped, or until its connection breaks (`once`)."""

    def __init__(self, match: Match, *, once: bool = False) -> None:
        super().__init__(daemon=True)
        self.match = match
        self.stopped = threading.Event()
        self.error: BaseException | None = None
        self._once = once

    def stop(self) -> None:
        """Stop, and wait for it."""
        self.stopped.set()
        self.join(300)
        assert not self.is_alive()
        if self.error is not None:
            raise self.error

    def run(self) -> None:
        """Play."""
        while not self.stopped.is_set():
            try:
                with Socket(self.match.guest, self.match.id) as table:
                    self._play(table)
                return
            except AssertionError as error:
                self.error = error
                return
            except Exception:
                if self._once:
                    return
                self.stopped.wait(_PAUSE)

    def _play(self, table: Any) -> None:
        match = self.match
        while not self.stopped.is_set() and table.state["status"] == "live":
            if match.open is None and not self._choose(table):
                continue
            command = match.open
            assert command is not None
            answer = table.ask(**command)
            if answer["type"] == "done":
                match.acknowledged.append(command["line"])
                match.tally.acknowledged += 1
                match.tally.again += "again" in answer
                match.open = None
                table.reach(answer["stamp"])
            elif answer.get("code") == "stale":  # it was not done, and the game has gone on
                match.open = None
            else:
                self._wait(answer)

    def _choose(self, table: Any) -> bool:
        """Choose what to do; whether the server answered."""
        answer = table.ask(type="ask", what="legal")
        if answer["type"] == "failed":
            self._wait(answer)
            return False
        rng = self.match.rng
        line = rng.choice(answer["legal"])[0]
        name = f"f-{rng.randrange(1 << 60)}"
        self.match.open = {"type": "do", "id": name, "at": table.stamp, "line": line}
        return True

    def _wait(self, answer: Any) -> None:
        assert answer.get("code") == "unavailable", answer
        self.match.trouble[answer["text"]] += 1
        self.match.tally.refused += 1
        self.stopped.wait(_PAUSE)
