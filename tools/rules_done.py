"""Write `docs/opcom-rules.md`: what OP COM's rulebook decides, done, and the case that shows it.

`python tools/rules_done.py` runs every case, as it is and without each rule, and writes the page.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bocage.rules.cases import files_of, read_case
from bocage.rules.coverage import COVERED, SHARED, Coverage, Standing, cover
from bocage.rules.judge import Judge

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "opcom-rules.md"
CASES: Final = ROOT / "tests" / "cases" / "opcom"
_MOST: Final = 3
"""Cases that a row names."""
HEAD: Final = """# OP COM, sentence by sentence

This page shows how bocage implements each sentence of OP COM's rulebook, with its test.
`bocage rules opcom NUMBER` prints a sentence with its code and its cases.

Section numbers are the rulebook's; the letters after them are ours.
A sentence is done if it has a [rule case](cases.md) that passes, and that fails without the rule.
If two sentences say the same, one case shows both.
If no case can exist, the table gives the reason.
`make rulebook` writes this page.
"""


def page(judge: Judge[Any], found: Coverage) -> str:
    """Return the whole page."""
    parts = [HEAD, _summary(found)]
    section = ""
    for each in found.entries:
        number = str(each.rule).partition(".")[0]
        if number != section:
            section = number
            parts.append(f"\n## {number}. {_TITLES[int(number)]}\n\n{_COLUMNS}")
        parts.append(_row(str(each.rule), judge.index[each.rule].says, each))
    parts.append(f"\n## Readings\n\nOur rulings where the rulebook is silent.\n\n{_COLUMNS}")
    parts += [_row(str(each.rule), each.title, each) for each in found.readings]
    return "\n".join(parts) + "\n"


_COLUMNS: Final = "| sentence | what it decides | done | shown by |\n| --- | --- | --- | --- |"
_TITLES: Final = (
    *("", "Introduction", "Running a game", "Scales", "Sequence of action", "Orders"),
    *("Unit movement", "Traffic", "Blowing bridges", "Combat", "Reports", "Supplies"),
    *("Air operations", "Air to air combat"),
)


def _row(number: str, says: str, each: Standing) -> str:
    done = (
        "yes" if each.state in (COVERED, SHARED) else "no case can exist" if each.excuse else "no"
    )
    return f"| {number} | {_cell(says)} | {done} | {_cell(_shown(each))} |"


def _shown(each: Standing) -> str:
    names = list(dict.fromkeys(case.path.stem for case in each.counting))
    if names:
        more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
        return ", ".join(f"`{name}`" for name in names[:_MOST]) + more
    twins = ", ".join(str(twin.rule) for twin in each.twins)
    return f"the same as {twins}" if twins else each.excuse


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _summary(found: Coverage) -> str:
    entries, readings = _done(found.entries), _done(found.readings)
    return (
        f"{entries} of {len(found.entries)} sentences and {readings} of {len(found.readings)} "
        "readings have a case. The tables give the reason for the others."
    )


def _done(standings: Sequence[Standing]) -> int:
    return sum(each.state in (COVERED, SHARED) for each in standings)


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(ROOT))
    judges = import_module("tests.mutants")  # the game without each rule
    judge = judges.judge_of("opcom")
    cases = [case for path in files_of([CASES]) for case in read_case(path)]
    PAGE.write_text(page(judge, cover(judge, cases)), encoding="utf-8")


if __name__ == "__main__":
    main()
