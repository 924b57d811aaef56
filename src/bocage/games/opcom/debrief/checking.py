"""Whether a scenario's debrief can be worked out: every name in its three files leads somewhere."""

from __future__ import annotations

from bocage.games.opcom.board.world import World
from bocage.games.opcom.debrief.card_measures import CARD_MEASURES
from bocage.games.opcom.debrief.chronicle import WATCHES
from bocage.games.opcom.debrief.honour_records import checked_honours
from bocage.games.opcom.debrief.measures import MEASURES
from bocage.games.opcom.debrief.panel_records import checked_panel
from bocage.games.opcom.debrief.records import checked
from bocage.games.opcom.debrief.scoring import REVERSED
from bocage.tables import Fault


def debrief_faults(world: World) -> list[Fault]:
    """What is wrong with `debrief.toml`, `honours.toml` and `panel.toml`."""
    data = world.data.debrief
    points = world.pack.points_by_id
    return [
        *checked(data, {*MEASURES, REVERSED}, set(WATCHES)),
        *checked_honours(
            data.honours,
            CARD_MEASURES,
            {each.id for each in data.watches},
            {team.seat for team in world.teams},
            points,
        ),
        *checked_panel(
            data.panel,
            sum(row.half == "pm" for row in world.data.turns),
            points,
            {unit.unit.division for unit in world.units},
        ),
    ]
