"""The words that we no longer use, kept out of the docs, the README, the changelog and its like.

`docs/GLOSSARY.md` explains the terms that we do use.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = sorted(
    {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "changelog.d").glob("*.md")}
)
QUOTED: Final = re.compile(
    r"^```.*?^```|^~~~.*?^~~~"  # code
    r"|^>.*?$"  # officers' reports
    r"|`[^`\n]+`|(?<!\*)\*[^*\n]+\*(?!\*)"  # names of commands and of buttons
    r"|\]\([^)\s]+\)",  # addresses of links
    re.DOTALL | re.MULTILINE,
)
AVOIDED_HEADING: Final = "## Words we avoid"


class Avoided(NamedTuple):
    """A word or turn of phrase, what to write instead, and a sentence that has it."""

    pattern: str
    instead: str
    example: str


AVOIDED: Final = (
    Avoided("who(?:m|so)?ever", "anyone who, a player who", "Whoever is asked must answer."),
    Avoided("he|him|his|himself", "you, or they and their", "A player ends his turn."),
    Avoided("anew", "again", "The page is drawn anew."),
    Avoided("once more", "again", "The page asks once more."),
    Avoided("goes on|go(?:es|ne|ing)? on with|went on with", "continue", "The game goes on."),
    Avoided("(?:is|are|be|being) told", "sees, learns, hears", "The player is told."),
    Avoided("(?:is|are|be) asked about", "the page asks you to confirm", "It is asked about."),
    Avoided("nought", "zero", "The sum is nought."),
    Avoided("mend(?:s|ed|ing)?", "fix, repair", "We mended the rule."),
    Avoided("what (?:becomes|became|came|comes) of", "the result of", "See what came of it."),
    Avoided("(?:com|cam)es? of it", "the result", "Read what comes of it."),
    Avoided("in truth", "actually, in history, really", "In truth it was Tuesday."),
    Avoided("to and fro", "back and forth", "They send it to and fro."),
    Avoided("where(?:to|in|of|upon)|there(?:of|upon)|whence|hitherto", "a plain word", "Whereto?"),
    Avoided("for ever", "forever, without end", "No game waits for ever."),
    Avoided("known no longer|knows? .{0,30} no longer", "stop working", "He knows it no longer."),
    Avoided("one's own", "your own", "Take back one's own lines."),
    Avoided("employ(?:s|ed|ing)?", "use", "The rules employ dice."),
    Avoided("utili[sz]e[sd]?", "use", "It utilizes a cache."),
    Avoided("not un(?:like|common|usual)", "like, common", "It is not unlike chess."),
    Avoided("the lot decides", "a random choice", "The lot decides."),
    Avoided(
        r"(?<!there )(?:is|are) no (?!(?:longer|more|less|better|larger|shorter|dearer|such)\b)\w+",
        "is not a, are not",
        "A zone is no bar.",
    ),
    Avoided("none such", "no such member, no such game", "There is none such."),
    Avoided("by lot", "at random", "Equal bids are settled by lot."),
    Avoided("hangs? together|hung together", "is connected", "The road does not hang together."),
    Avoided(
        r"(?:lay|lays|laid|laying) (?:a|the|its) table", "open a table", "They laid the table."
    ),
    Avoided("unless told otherwise", "by default", "It stays unless told otherwise."),
    Avoided(
        r"(?:called|named|beg[aiu]ns?|ordered|was|were|laid|written|recovers?|eliminated) so"
        r"(?= ?[.,;:)]|$)",
        "has that name, starts with that, if ordered, was true",
        "No column is called so.",
    ),
    Avoided("if so ordered", "if ordered", "It attacks if so ordered."),
    Avoided(
        "(?:cannot|can't) stand together", "can't be used together", "They cannot stand together."
    ),
    Avoided("stands? (?:here )?twice", "is repeated", "A number stands twice."),
    Avoided("units? in hand|tak(?:e|es|en) in hand", "the selected unit", "Move the unit in hand."),
    Avoided("in vain", "for nothing, without effect", "It asks in vain."),
    Avoided(
        "(?<!there )(?:is|are|was|were) none(?:(?=[,;.])| of (?:ours|them|those|its|the))",
        "is not a, is not one of",
        "The link is none, or was used.",
    ),
    Avoided(
        "no [\\w ]{1,30} (?:is|are) (?:called )?'",
        "there is no player '...'",
        "No player is '{name}'.",
    ),
    Avoided("(?<!one )(?<!any )(?<!instead )of ours", "our", "A unit of ours attacks."),
    Avoided("if not said", "by default", "The turn; 3 if not said."),
    Avoided("asked any ?more", "has to decide any more", "Nobody is asked any more."),
    Avoided("(?:ended|was|were|is|are|be) otherwise(?! alike)", "differs", "It ended otherwise."),
    Avoided("(?:is|was|were|are|be|games?) begun", "has started, begins", "A game was begun."),
    Avoided("must go on|how to go on|go on (?:holding|without|when)", "continue", "It must go on."),
    Avoided("whom it befell|come about", "happened to, be possible", "It cannot come about."),
)


def _words(pattern: str) -> re.Pattern[str]:
    """Return a pattern that matches only whole words."""
    return re.compile(rf"(?<![\w'’-])(?:{pattern})(?![\w'’-])", re.IGNORECASE)


ANY: Final = _words("|".join(each.pattern for each in AVOIDED))
"""Finds the few texts that are worth a closer look."""
EACH: Final = [(_words(each.pattern), each.instead) for each in AVOIDED]


def faults(text: str) -> list[str]:
    """Return each avoided word of a text with its replacement; code and quotations may have any."""
    plain = QUOTED.sub(" ", text.partition(AVOIDED_HEADING)[0])
    if ANY.search(plain) is None:
        return []
    return [
        f"{hit.group()!r}: write {instead}"
        for pattern, instead in EACH
        for hit in pattern.finditer(plain)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_uses_plain_words(page: Path) -> None:
    """No page has a word of the list."""
    assert faults(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("avoided", AVOIDED, ids=lambda each: each.pattern)
def test_each_avoided_word_is_found(avoided: Avoided) -> None:
    """A sentence with the word fails, and the message says what to write."""
    assert any(avoided.instead in fault for fault in faults(avoided.example))


@pytest.mark.parametrize(
    "text",
    [
        "`he`",
        "```\nhe goes on\n```",
        "> He was told.",
        "[the rule](anew.md)",
        "*He*",
        "shear, this",
    ],
)
def test_quotations_may_have_any_word(text: str) -> None:
    """Code, officers' reports and the inside of other words are left alone."""
    assert faults(text) == []


def test_words_between_bold_ones_are_read() -> None:
    """Bold words are not the name of a button, and neither is what stands between two of them."""
    assert len(faults("**One.** He ends **his** turn.")) == 2


def test_the_glossary_names_the_list() -> None:
    """The glossary has the heading that ends the check of its own page."""
    assert AVOIDED_HEADING in (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")
