"""Drawing the boards: how long the first time, how long again, and how large.

Run `python -m bench.bench_press`; `--print` adds PNG at 300 dpi and PDF, which take a minute.
Limits of the press: the first drawing under 20 s, a kept one under 1 s, SVG under 5 MB.
"""

from __future__ import annotations

import os
import sys
import tempfile
from time import perf_counter

from bench.report import table
from bocage.maps import load
from bocage.maps.pack import Pack
from bocage.press import sheets, survey

BOARDS = ("falaise", "pas-de-calais")
SURVEYS = ("market-garden", "malta", "joes-bridge")


def main() -> None:
    """Draw each board into an empty cache and then out of it."""
    endings = [(".svg", 300), (".png", 100)]
    if "--print" in sys.argv:
        endings += [(".png", 300), (".pdf", 300)]
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("BOCAGE_CACHE")
        os.environ["BOCAGE_CACHE"] = folder
        try:
            for name in BOARDS:
                pack = load(name)
                for ending, dpi in endings:
                    rows.append(_measured(pack, ending, dpi))
            for name in SURVEYS:
                rows.extend(_surveyed(load(name), ending, dpi) for ending, dpi in endings)
        finally:
            if before is None:
                del os.environ["BOCAGE_CACHE"]
            else:
                os.environ["BOCAGE_CACHE"] = before
    print(table(["board", "as", "first, s", "kept, s", "MB"], rows))


def _measured(pack: Pack, ending: str, dpi: int) -> list[str]:
    start = perf_counter()
    made = sheets.sheet_bytes(pack, ending, dpi=dpi)
    first = perf_counter()
    sheets.sheet_bytes(pack, ending, dpi=dpi)
    again = perf_counter()
    told = f"{ending} {dpi} dpi" if ending == ".png" else ending
    return [
        *(pack.id, told, f"{first - start:.1f}", f"{again - first:.2f}"),
        f"{len(made) / 1e6:.1f}",
    ]


def _surveyed(pack: Pack, ending: str, dpi: int) -> list[str]:
    """A sheet of the survey on A1, for Control: the most that is drawn on the usual paper."""
    start = perf_counter()
    made = survey.sheet_bytes(pack, ending, paper="a1", control=True, dpi=dpi)
    first = perf_counter()
    survey.sheet_bytes(pack, ending, paper="a1", control=True, dpi=dpi)
    again = perf_counter()
    told = f"{ending} {dpi} dpi, a1" if ending == ".png" else f"{ending}, a1"
    return [
        *(pack.id, told, f"{first - start:.1f}", f"{again - first:.2f}"),
        f"{len(made) / 1e6:.1f}",
    ]


if __name__ == "__main__":
    main()
