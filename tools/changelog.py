"""Write the section of CHANGELOG.md that is about the version to come, from its fragments.

    python tools/changelog.py           rewrites that section; the fragments stay
    python tools/changelog.py --final   the same, and removes the fragments: on release day

The section begins with `changelog.d/VERSION.md`, if there is one: what the version is, by area,
written by hand. towncrier sorts the fragments, and they follow. A fragment that the summary
covers is deleted when the summary is written. The sections of earlier versions stay as they are.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from bocage import __version__

ROOT: Final = Path(__file__).resolve().parent.parent
CHANGELOG: Final = ROOT / "CHANGELOG.md"
FRAGMENTS: Final = ROOT / "changelog.d"
HEAD: Final = """# Changelog

Each version says what was added, changed and fixed.
"""


def main() -> None:
    """Draft the section of this version, and put it in the place of the one that is there."""
    made = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", __version__],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    section = tidied(made.stdout)
    summary = FRAGMENTS / f"{__version__}.md"
    if summary.exists():
        heading, _, rest = section.partition("\n")
        rest = rest.replace("\nNo significant changes.\n", "")
        section = f"{heading}\n\n{summary.read_text('utf-8').strip()}\n{rest}"
    old = CHANGELOG.read_text("utf-8") if CHANGELOG.exists() else HEAD
    earlier = [
        each
        for each in re.split(r"(?m)^(?=## )", old)[1:]
        if not each.startswith(f"## {__version__} ")
    ]
    CHANGELOG.write_text("\n".join([HEAD, section, *earlier]).rstrip() + "\n", "utf-8")
    if "--final" in sys.argv[1:]:
        for path in FRAGMENTS.glob("*.md"):
            path.unlink()
    print(f"{CHANGELOG.name}: {section.count(chr(10) + '- ')} entries for {__version__}")


def tidied(draft: str) -> str:
    """Return towncrier's draft from its heading on, without the names of fragments."""
    section = draft[draft.index("## ") :].strip() + "\n"
    section = re.sub(r"(?m) \(#[\w.,# -]+\)$", "", section)
    return re.sub(r"\n{3,}", "\n\n", section)


if __name__ == "__main__":
    main()
