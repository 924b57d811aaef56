"""What a forger would do: change a save and make its marks fit again."""

from __future__ import annotations

from collections import defaultdict

from bocage.engine.dice import Trust
from bocage.engine.header import Header
from bocage.engine.log import Chain, line_hash, link_after, mark


def rechained(text: str) -> str:
    """A save whose marks are made to fit its lines; the seed must be in it."""
    head, _, body = text.partition("\n\n")
    fields = defaultdict[str, list[str]](list)
    for line in head.split("\n")[1:]:
        key, _, value = line.partition(": ")
        fields[key].append(value)
    header = Header(
        fields["game"][0],
        fields["scenario"][0],
        _pairs(fields["option"]),
        int(fields["revision"][0]),
        Trust(fields["trust"][0]),
        fields["commitment"][0],
        bytes.fromhex(fields["seed"][0]),
        {seat: bytes.fromhex(what) for seat, what in _pairs(fields["entropy"]).items()},
        fields["referee"][0],
        edition=fields["edition"][0] if fields["edition"] else "",
    )
    chain = Chain(header)
    last = chain.start
    found: list[str] = []
    rows = [row for row in body.split("\n") if row and not row.startswith("end ")]
    for number, row in enumerate(rows):
        line = row.rpartition(" ~")[0]
        last = link_after(last, line_hash(line.removeprefix("x "), chain.salt(number)))
        found.append(f"{line} ~{mark(last)}")
    return "\n".join([head, "", *found, f"end {len(found)}"]) + "\n"


def _pairs(given: list[str]) -> dict[str, str]:
    return {name: what for name, _, what in (each.partition(" = ") for each in given)}
