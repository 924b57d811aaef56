"""The words of the Falaise pack: terrain, settlements, flags, facts and sources."""

from __future__ import annotations

from typing import Final

from mapforge.theatres.falaise import roads, zones

TERRAIN: Final = {
    "clear": "Clear",
    "bocage": "Bocage",
    "woods": "Woods",
}

SETTLEMENT: Final = {
    "village": "Village",
    "town": "Town",
    "argentan": "Argentan",
}

FLAGS: Final = {
    "crest": "crest",
    "west-of-orne": "west or south of the Orne",
    "dives-adjacent": "next to the Dives",
    "east-of-dives": "east of the Dives",
    "german-start": "German side at the start",
    "allied-start": "Allied side at the start",
    "zone-86": "in the 86 Corps Zone",
    "escaped": "east of the German Withdrawal Line",
}

SOURCES: Final = (
    "bocage tables for Falaise (CC BY 4.0), placed by commune outlines of IGN "
    "Admin Express 2018 (Licence Ouverte)",
    "railways and ridges drawn by hand for bocage",
)

TURNS: Final = 10
_FIRST_NIGHT: Final = 16


def facts() -> dict[str, str]:
    """Return the single facts that rules ask for by name."""
    found = {
        "german-loc": zones.GERMAN_LOC,
        "argentan": zones.ARGENTAN,
        "argentan-row": zones.ARGENTAN[:2],
        "orne-limit-set-up": "3221",
        "orne-limit-58-corps": "3321",
        "set-up-9-ss": zones.NINTH_SS,
        "set-up-lehr-recon": zones.LEHR_RECON,
        "trun-bridge": roads.TRUN_BRIDGE,
        "dives-bridge-row": str(roads.LAST_NORTHERN_ROW),
        "dives-trigger-bridges": " ".join(roads.trigger_bridges()),
        "withdrawal-line": "between positions 05 and 06 in every row",
        "front-north-end": "the north edge, between 0112 and 0113",
        "front-east-end": "the Withdrawal Line, between 3506 and 3606; no east end is drawn",
        "map-north": "14 degrees west of true north; directions in the rules are the map's",
        "turns": str(TURNS),
    }
    for turn in range(1, TURNS + 1):
        day = _FIRST_NIGHT + turn // 2
        found[f"turn-{turn}"] = (
            f"night of {day}-{day + 1} August 1944" if turn % 2 else f"day of {day} August 1944"
        )
    return found
