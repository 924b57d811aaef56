"""13: fighter against fighter, and what becomes of transports and bombers that are caught."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.ledger import Ledger
from bocage.games.opcom.air.charts import LOSE, WIN
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.rulebook import R


@dataclass(frozen=True, slots=True)
class Battle:
    """Fighters of two sides that meet."""

    intruders: int
    """Squadrons that come into the other's zone; of two patrols the Axis counts as such."""
    others: int

    @property
    def intruders_attack(self) -> bool:
        """13.3.a, reading 8.9: the larger side attacks; at equal numbers whoever intrudes."""
        return self.intruders >= self.others

    @property
    def attackers(self) -> int:
        """Squadrons of the side that rolls."""
        return self.intruders if self.intruders_attack else self.others

    @property
    def defenders(self) -> int:
        """Squadrons of the other."""
        return self.others if self.intruders_attack else self.intruders


@dataclass(frozen=True, slots=True)
class Fought:
    """What a battle in the air comes to."""

    result: str
    """Win, draw or lose, as the attacker has it."""
    intruders_lost: int
    others_lost: int
    intruders_won: bool
    others_won: bool
    heavy: tuple[bool, bool]
    """Whether intruders and others report heavy losses (13.3.c)."""


def odds(attackers: int, defenders: int, settings: Settings = DEFAULT) -> int:
    """Reading 8.9: how many times stronger, rounded down to a printed column."""
    return max(1, min(attackers // max(1, defenders), len(settings.tables.sky.fighters[0][1])))


def result(attackers: int, defenders: int, die: int, settings: Settings = DEFAULT) -> str:
    """13.3.table: win, draw or lose for the attacker."""
    column = odds(attackers, defenders, settings) - 1
    return next(cells for span, cells in settings.tables.sky.fighters if die in span)[column]


def lost(share: int, enemies: int, own: int, rule: R) -> tuple[int, Ledger]:
    """13.3.b, reading 8.8: a share of the enemy's squadrons, to the nearest, half up."""
    found = Ledger()
    found.add("hundredths", share * enemies, rule, "{share}% of {n}", share=share, n=enemies)
    count = (int(found.total("hundredths")) + 50) // 100
    return min(own, count), found


_RULES = {"win": R("13.3.win"), "draw": R("13.3.draw"), "lose": R("13.3.lose")}


def fight(battle: Battle, die: int, settings: Settings = DEFAULT) -> Fought:
    """13.3: who wins and what both lose. Without anybody on one side the other has won."""
    if not battle.intruders or not battle.others:
        met = bool(battle.intruders), bool(battle.others)
        return Fought("none", 0, 0, met[0] and not met[1], met[1] and not met[0], (False, False))
    found = result(battle.attackers, battle.defenders, die, settings)
    ours, theirs = settings.tables.sky.losses[found]
    rule = _RULES[found].read(R("reading 8.8"))
    first, _ = lost(ours, battle.defenders, battle.attackers, rule)
    second, _ = lost(theirs, battle.attackers, battle.defenders, rule)
    won = {WIN: (True, False), LOSE: (False, True)}.get(found, (False, False))
    heavy = first > 0, second > 0
    if battle.intruders_attack:
        return Fought(found, first, second, *won, heavy)
    return Fought(found, second, first, won[1], won[0], (heavy[1], heavy[0]))


def through(battle: Battle, fought: Fought, *, cover: bool) -> int:
    """13.4.a, reading 8.10: fighters that break through to what was covered.

    Args:
        battle: the fighters that attack the stream are its `others`.
        fought: how it went.
        cover: whether there was any escort or cover to win against.
    """
    if not cover:
        return battle.others
    return battle.others - fought.others_lost if fought.others_won else 0


def serials_lost(squadrons: int, serials: int, *, bombers: bool) -> int:
    """13.4.b, 13.4.c: a serial for each squadron through; of bombers a quarter, to the nearest."""
    found = Ledger()
    found.add("quarters", squadrons * 4, R("13.4.b"), "{n} squadrons through", n=squadrons)
    if bombers:
        rule = R("13.4.c").read(R("reading 8.10"))
        found.add("quarters", -squadrons * 3, rule, "a quarter of it for bombers")
    return min(serials, (int(found.total("quarters")) + 2) // 4)
