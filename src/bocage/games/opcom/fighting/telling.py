"""What both sides will hear of a fight (10): notes for their reports, in plain words."""

from __future__ import annotations

from bocage.games.opcom.combat import Fight, Result
from bocage.games.opcom.combat.fight import Side
from bocage.games.opcom.fighting.grouping import Combat
from bocage.games.opcom.placing import describe
from bocage.games.opcom.position import Position
from bocage.games.opcom.ways import Point

_OURS = {
    "total success": "The attack carried everything before it",
    "success": "The attack succeeded",
    "limited success": "The attack gained ground, but only just",
    "confused": "Confused fighting; neither side has given way",
    "beaten": "The attack was thrown back",
}
_THEIRS = {
    "total success": "Our position was overwhelmed",
    "success": "We were driven back",
    "limited success": "We had to give some ground",
    "confused": "Confused fighting; our positions were held",
    "beaten": "The attack was beaten off",
}


def tell(st: Position, combat: Combat, fight: Fight, result: Result, where: Point) -> None:
    """A note for every team in the fight."""
    place = describe(st.world, where)
    for units, foe, said in (
        (combat.attackers, fight.defender, _OURS),
        (combat.defenders, fight.attacker, _THEIRS),
    ):
        for team in sorted({st.world.units[u].team for u in units}):
            verdict = said[result.band]
            if said is _THEIRS and result.stood_fast:
                verdict = "We were hard hit, but our troops stood where they were"
            st.note(team, "fight", f"{verdict} {place}. {_enemy(st, foe)}")


def _enemy(st: Position, side: Side) -> str:
    """10.3, 10.4: about how many, and of what kind; tanks, guns and aircraft are always told."""
    levels = sum(f.level for f in side.fighters)
    count = max(1, round(levels / 6))
    about = "one battalion" if count == 1 else f"{count} battalions"
    kinds = sorted({_KIND.get(st.world.units[f.unit].arm, "infantry") for f in side.fighters})
    if side.guns:
        kinds.append("artillery")
    if side.air != "none":
        kinds.append("aircraft")
    return f"Enemy: about {about}, {', '.join(dict.fromkeys(kinds))}."


_KIND = {
    "tank": "tanks",
    "anti-tank": "anti-tank guns",
    "aa": "flak in the ground role",
    "recce": "armoured cars",
    "hq": "headquarters troops",
    "transport": "supply troops",
    "engineer": "engineers",
    "field": "artillery",
    "medium": "artillery",
    "heavy": "artillery",
}
