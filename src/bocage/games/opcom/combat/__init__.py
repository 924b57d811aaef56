"""The combat procedure of section 9 as arithmetic: frozen values in, frozen values out.

`ledger` gives the scores with every reason, `resolve` the result of a die, `losses`,
`retiring` and `retreat_km` what is to be carried out. It knows no map and no state.
"""

from bocage.games.opcom.combat.fight import (
    ATTACKER,
    DEFENDER,
    Advantage,
    Air,
    Fight,
    Fighter,
    Ground,
    Gun,
    Side,
)
from bocage.games.opcom.combat.results import (
    Result,
    losses,
    overruns,
    resolve,
    retiring,
    retreat_chances,
    retreat_dice,
    retreat_km,
    supplies_lost,
)
from bocage.games.opcom.combat.scores import chances, counted, ledger
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.combat.support import reaches, support_range
from bocage.games.opcom.tables import Overrun

__all__ = [
    "ATTACKER",
    "DEFAULT",
    "DEFENDER",
    "Advantage",
    "Air",
    "Fight",
    "Fighter",
    "Ground",
    "Gun",
    "Overrun",
    "Result",
    "Settings",
    "Side",
    "chances",
    "counted",
    "ledger",
    "losses",
    "overruns",
    "reaches",
    "resolve",
    "retiring",
    "retreat_chances",
    "retreat_dice",
    "retreat_km",
    "supplies_lost",
    "support_range",
]
