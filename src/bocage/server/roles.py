"""Roles at an umpired table: what each sees, may ask and may do. Only this table decides.

From the rulebook: Team Control (our liaison) takes sheets, asks about them, rules with its team's
fights and briefs it (4.0.a to 4.0.c, 5); Map Control places reinforcements, supplies and bridges on
the master map (4.0.d, 8); Air Control has what flies (12). From practice: a liaison umpire sees one
team and the truth around it, map Control everything, Game Control also the workload; the press
writes and Control releases.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from bocage.engine.desk import Duty
from bocage.server.errors import ForbiddenError

RoleId = Literal["control", "map", "air", "liaison", "press", "observer", "team", "spectator"]
Scope = Literal["all", "own", "public", ""]
"""All teams; the person's own teams; what everybody may know; nothing."""

UMPIRES: Final[tuple[RoleId, ...]] = ("control", "map", "air", "liaison", "press", "observer")
"""The roles that Game Control gives out; the first is the strongest."""
TITLES: Final[Mapping[RoleId, str]] = {
    "control": "Game Control",
    "map": "Map Control",
    "air": "Air Control",
    "liaison": "Liaison",
    "press": "Press",
    "observer": "Observer",
    "team": "Headquarters",
    "spectator": "Spectator",
}
AROUND_KM: Final = 10.0
"""How far around its teams a liaison sees the truth."""

_A: Final = "all"
_O: Final = "own"
_P: Final = "public"
_N: Final = ""
RIGHTS: Final[Mapping[str, tuple[Scope, ...]]] = {
    # what           Game Control, Map, Air, Liaison, Press, Observer
    "see": (_A, _A, _A, _O, _P, _O),
    # Questions at the desk
    "desk": (_A, _A, _A, _O, _N, _N),
    "card": (_A, _A, _A, _O, _N, _N),
    "sheet?": (_A, _A, _A, _O, _N, _N),
    "draft": (_A, _A, _A, _O, _N, _N),
    "truth": (_A, _A, _A, _O, _N, _N),
    "belief": (_A, _A, _A, _O, _N, _N),
    "commander": (_A, _N, _N, _O, _N, _N),
    "debrief": (_A, _N, _N, _N, _N, _N),
    "beliefs": (_A, _N, _N, _N, _N, _N),
    "rulings": (_A, _N, _N, _N, _N, _N),
    "legal": (_A, _A, _A, _N, _N, _N),
    "form": (_A, _A, _A, _O, _N, _O),
    # Lines of Control's seat, by their task
    "turn": (_A, _N, _N, _N, _N, _N),
    "ruling": (_A, _A, _N, _O, _N, _N),
    "air ruling": (_A, _A, _A, _N, _N, _N),
    "mode": (_A, _A, _N, _N, _N, _N),
    "units": (_A, _A, _N, _N, _N, _N),
    "bridges": (_A, _A, _N, _N, _N, _N),
    "stocks": (_A, _A, _A, _N, _N, _N),
    "weather": (_A, _A, _A, _N, _N, _N),
    "sheet": (_A, _N, _N, _O, _N, _N),
    "report": (_A, _N, _N, _O, _N, _N),
    "signal": (_A, _N, _N, _O, _N, _N),
    "scores": (_A, _N, _N, _N, _N, _N),
    # The evening
    "claim": (_A, _A, _A, _O, _N, _N),
    "clock": (_A, _N, _N, _N, _N, _N),
    "news": (_A, _N, _N, _N, _A, _N),
    "release news": (_A, _N, _N, _N, _N, _N),
    "cast": (_A, _N, _N, _N, _N, _N),
    # Rooms
    "team rooms": (_A, _A, _A, _O, _N, _N),
    "umpires' room": (_A, _A, _A, _A, _N, _N),
    "press room": (_A, _N, _N, _N, _A, _N),
}
_DOING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn": "closes, works out, releases or ends a turn",
        "ruling": "rules on the ground",
        "air ruling": "rules in the air",
        "mode": "says which cards wait",
        "units": "changes units by hand",
        "bridges": "changes bridges by hand",
        "stocks": "changes stocks by hand",
        "weather": "changes the weather",
        "sheet": "takes sheets in",
        "report": "edits and releases reports",
        "signal": "sends signals",
        "scores": "changes the scores",
        "claim": "claims cards",
        "clock": "sets the clock",
        "news": "writes news",
        "release news": "releases news",
        "cast": "casts people",
    }
)


def scope_of(role: RoleId, what: str) -> Scope:
    """Return for which teams a role may see, ask or do something; nothing if for none."""
    if role not in UMPIRES:
        return ""
    return RIGHTS[what][UMPIRES.index(role)]


def allowed(role: RoleId) -> list[str]:
    """Return everything that an umpire of a role may ask or do, as the table names it."""
    return [what for what in RIGHTS if what != "see" and scope_of(role, what)]


def who_may(what: str) -> str:
    """Return the titles of those who may do something."""
    titles = [TITLES[role] for role in UMPIRES if scope_of(role, what)]
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} or {titles[-1]}"


@dataclass(frozen=True, slots=True)
class Post:
    """A person's post in a game: a role, and its teams."""

    role: RoleId = "spectator"
    teams: frozenset[str] = frozenset()
    """For a player their own teams; for an umpire those it works for or watches."""

    def may(self, what: str, teams: Collection[str] | None = None) -> bool:
        """Return whether this post may see, ask or do something about some teams, or any."""
        scope = scope_of(self.role, what)
        own = teams is None or self.teams.issuperset(teams)
        return scope == "all" or (scope == "own" and own)

    def check(self, what: str, teams: Collection[str] | None = None) -> None:
        """Check that this post may do something.

        Raises:
            ForbiddenError: the post may not; the sentence says who may.
        """
        if self.may(what, teams):
            return
        if scope_of(self.role, what) == "own":
            others = ", ".join(sorted(set(teams or ()) - self.teams)) or "all teams"
            mine = ", ".join(sorted(self.teams)) or "no team"
            works = "liaison of" if self.role == "liaison" else "observer of"
            raise ForbiddenError(
                f"this is about {others}, and you are the {works} {mine}: ask Game Control"
            )
        doing = _DOING.get(what, "asks this")
        raise ForbiddenError(f"{who_may(what)} {doing}; you are {TITLES[self.role]}")

    def check_duty(self, duty: Duty) -> None:
        """Check that this post may do a line of Control's seat.

        A fight is the business of the liaison of either side. Everything else must be about
        the liaison's own teams and no others.

        Raises:
            ForbiddenError: the post may not; the sentence says who may.
        """
        if len(duty.cards) == 1 and self.teams.intersection(duty.seats):
            self.check(duty.task, ())
        else:
            self.check(duty.task, duty.seats or ("all teams",))
