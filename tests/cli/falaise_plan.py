"""What two players of The Pocket at Falaise set out to do, turn by turn, in the golden game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEED: Final = "1944"

NOTES: Final[Mapping[int, tuple[str, str]]] = {
    1: (
        "the panzers of I SS, XLVII and II SS stand on both shoulders; the infantry of the "
        "west marches at once. The 84th and its neighbours try the south edge.",
        "the Canadians break the wrecked 85th; Americans and British hit the weakest regiments "
        "before they are gone.",
    ),
    2: (
        "hold another day on both shoulders; the west marches on.",
        "every gun and plane on the 12th SS and on those who run; US VII Corps hunts the rear "
        "guards.",
    ),
    3: (
        "the night covers the march: out of contact without being fired at.",
        "the Poles drive for the hole between Falaise and the Dives; the French try Argentan.",
    ),
    4: (
        "the 58th Corps takes whoever is left behind the Orne; the shoulders hold a last day.",
        "Airstrikes on both shoulders, then the assault that is to break the 12th SS.",
    ),
    5: (
        "the march goes on; no Counterattack yet, the unknown forces wait in the east.",
        "relieve the commander of the 4th Armoured; Canadians towards Trun, 90th to Chambois.",
    ),
    6: (
        "I SS gives up the northern shoulder and runs for the line.",
        "squeeze: US VII and the British from the west, Poles on the hills before the line.",
    ),
    7: (
        "Counterattack of II SS with all unknown forces from the east, to hold the door open; "
        "XLVII begins to leave, Argentan is kept by one regiment.",
        "fire at everything that passes; a retreat that is hit twice is gone.",
    ),
    8: (
        "everybody who can walk goes; II SS last of all.",
        "planes on the roads at the line; the Canadians turn against the 86th Corps.",
    ),
    9: ("the last night: out between the posts.", "clear the bottom of the sack."),
    10: (
        "what is over the line stays there; stragglers follow. Argentan must hold to the end.",
        "last assaults on whoever has no line of communication.",
    ),
}
"""By turn: what the Germans tried, and what the Allies."""

ASIDE: Final[Mapping[tuple[int, str], tuple[str, ...]]] = {
    (1, "SetUp"): (
        "? lesson",
        "r",
        "# The 9th SS one hex further east, kept in a file; back, and after all as in the file.",
        "place G-9SS-19 2431",
        "setup save mine.toml",
        "place G-9SS-19 2432",
        "setup load mine.toml",
        "# A slip of the pen, undone: nobody has learnt anything by it.",
        "place G-7A 2238",
        "undo",
        "# A mistake, explained: the 12th SS has its sector.",
        "place G-12SS-K 1501",
        "end",
    ),
    (1, "Redeploy"): (
        "# Six are taken up; two go behind the gap at Trun, four will come from the east.",
        "take G-LEHR-KG G-9P G-1SS G-LEHR-AA G-17SS G-10SS-10",
    ),
    (1, "Bombardment"): ("map all", "look Falaise", "odds 1421"),
    (1, "ChooseRound"): ("units C2", "score"),
    (2, "Bombardment"): (
        "# Op-Fire by standing orders from now on: both sides fire where they can.",
        "orders",
        "orders german fire",
        "orders allied fire",
    ),
    (4, "Bombardment"): (
        "# The Allies end by a slip; the German player lets them take it back.",
        "end",
        "takeback",
    ),
    (5, "Bombardment"): ("map east", "score"),
    (10, "Bombardment"): ("score",),
}
"""By turn and decision, before it is first answered: looks around, mistakes, files, orders."""

PUT_BACK: Final = (("G-LEHR-KG", "2214"), ("G-1SS", "2315"))
"""3.1: who returns to the map, and where."""
SUBSTITUTED: Final = frozenset(
    {(1, "74"), (1, "84"), (2, "74"), (2, "2FJ"), (3, "84"), (4, "74"), (4, "84")}
)
"""11.2: turn and corps in whose place the 58th acts."""
COUNTERATTACK: Final = {7: "2SS"}
ATTACHED: Final = frozenset({"G-9SS-19", "G-9SS-20", "G-9SS-9", "G-501SS"})
BY_THE_SOUTH: Final = frozenset({"G-275", "G-84-51", "G-243", "G-84-52"})
"""Units that make for the south edge."""
RUNS_FROM: Final = {"1SS": 6, "47": 7, "2SS": 8, "74": 1, "84": 1, "2FJ": 1, "86": 11, "58": 1}
"""The turn from which a German corps marches; before, what lies east of the Orne holds."""

GOALS: Final[Mapping[str, tuple[str, ...]]] = {
    "C2": ("1716", "2014", "2212", "2212", "2109"),
    "PL": ("1812", "2009", "2009", "2007", "2007"),
    "US15": ("3219", "3219", "3015", "2813", "2708"),
    "90": ("3111", "2912", "2812", "2610", "2508"),
    "US7": ("3031", "2826", "2722", "2618", "2514"),
    "B12": ("1630", "1924", "2024", "2220", "2316"),
    "B30": ("1838", "2030", "2030", "2226", "2222"),
    "B8": ("1838", "2030", "2030", "2230", "2226"),
}
"""Where each Allied corps, and the US 90th Division, goes; a goal for two turns."""
KEEN: Final = {"C2": 1.0, "PL": 0.0, "US15": 3.0, "US7": 3.0}
"""What contact is worth to a corps, in hexes of march; to the others, four."""
