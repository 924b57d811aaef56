"""The format of a save: text that a person can read and a diff can compare.

A save has the header, a blank line, one line an entry with its mark of the hash chain, and a last
line with their count. Lines that begin with `#` are comments. This module takes the file apart and
checks its chain; `bocage.engine.saves` plays it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from bocage.engine.dice import Trust, commitment
from bocage.engine.errors import BocageError
from bocage.engine.header import FORMAT, REFEREES, Header
from bocage.engine.log import Chain, line_hash, link_after, mark
from bocage.engine.numbers import whole
from bocage.engine.save_text import HIDDEN

_ROW: Final = re.compile(
    r"(?P<struck>x )?(?P<who>\S+) (?P<text>.+?)(?: \^(?P<salt>[0-9a-f]{16}))? ~(?P<mark>[0-9a-f]+)"
)
_HALF: Final = re.compile("[\ud800-\udfff]")
_END: Final = re.compile(r"end (?P<count>\d+)")
_TAKEBACK: Final = re.compile(r"takeback from (?P<to>[1-9]\d*), agreed (?P<agreed>.+)")
_SINGLE: Final = (
    *("game", "scenario", "revision", "edition", "referee", "commitment", "fell", "trust", "seed"),
    "position",
)
_PAIRS: Final = ("option", "entropy")


class SaveError(BocageError, ValueError):
    """A save that can't be read; the message says which line and why. Nothing was changed."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}" if line else reason)


class Row(NamedTuple):
    """One entry as it stands in the file."""

    number: int
    """Line of the file, from 1."""
    struck: bool
    who: str
    text: str
    salt: bytes | None
    """The salt of the line, if the seed is not in the file."""
    mark: str

    @property
    def is_takeback(self) -> bool:
        """Whether it takes lines back; such a row is never struck itself."""
        return self.text.startswith("takeback ")

    @property
    def takes_back_from(self) -> int:
        """The first row that this one takes back, from 0; -1 if it is not a takeback."""
        found = _TAKEBACK.fullmatch(self.text)
        line = whole(found["to"]) if found else None
        return -1 if line is None else line - 1


class Saved(NamedTuple):
    """A save as it stands in the file, before it is played again."""

    header: Header
    rows: tuple[Row, ...]
    links: tuple[bytes, ...]
    """The link of the hash chain after each row."""


def parsed(text: str) -> Saved:
    """Return the header and the rows of a save, or of a viewer's copy, after checking the hash
    chain.

    Raises:
        SaveError: the text is not a save, is cut off, or a line of it was changed.
    """
    if _HALF.search(text):
        raise SaveError(0, "this file has broken characters: it is not text")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if not lines[0].startswith("bocage "):
        raise SaveError(1, "this is not a bocage save: it does not begin with 'bocage'")
    if lines[0] != f"bocage {FORMAT}":
        raise SaveError(1, f"'{lines[0]}' is not a format this program reads ('bocage {FORMAT}')")
    if "" not in lines[:-1]:
        raise SaveError(len(lines), "the file is cut off within its header")
    gap = lines.index("")
    header = _header(lines[1:gap])
    body = [(n, line) for n, line in enumerate(lines[gap + 1 :], gap + 2) if line]
    body = [(n, line) for n, line in body if not line.startswith("#")]
    end = _END.fullmatch(body[-1][1]) if body else None
    rows = tuple(_row(n, line) for n, line in (body[:-1] if end else body))
    links = _linked(header, rows)
    _check_struck(rows)
    if end is None or whole(end["count"]) != len(rows) or lines[-1]:
        last = body[-1][0] if body else gap + 1
        raise SaveError(last, "the file is cut off here: its last line should count the lines")
    return Saved(header, rows, links)


def rows_of(lines: Sequence[str]) -> list[Row]:
    """Return lines of a log as rows, numbered from 1; their chain is not checked.

    Raises:
        SaveError: a line is not a line of a log.
    """
    return [_row(number, line) for number, line in enumerate(lines, 1)]


def _row(number: int, line: str) -> Row:
    found = _ROW.fullmatch(line)
    if found is None:
        raise SaveError(number, f"'{line}' is not a line of a log, or is cut off")
    salt = bytes.fromhex(found["salt"]) if found["salt"] else None
    return Row(number, bool(found["struck"]), found["who"], found["text"], salt, found["mark"])


def _linked(header: Header, rows: Sequence[Row]) -> tuple[bytes, ...]:
    """Return the links of the chain, each compared with the mark in the file."""
    chain = Chain(header)
    last = chain.start
    links: list[bytes] = []
    for number, row in enumerate(rows):
        try:
            hashed = _hashed(row, chain.salt(number) if row.salt is None else row.salt)
        except ValueError:
            raise SaveError(row.number, "this hidden line is not a hash") from None
        last = link_after(last, hashed)
        if mark(last) != row.mark:
            where = "this line" if number else "the header or this line"
            raise SaveError(row.number, f"{where} was changed: the hash chain breaks here")
        links.append(last)
    return tuple(links)


def _hashed(row: Row, salt: bytes) -> bytes:
    if row.who == HIDDEN:
        return bytes.fromhex(row.text)
    return line_hash(f"{row.who} {row.text}", salt)


def _check_struck(rows: Sequence[Row]) -> None:
    """Check that exactly the lines that were taken back are struck."""
    struck = [False] * len(rows)
    for number, row in enumerate(rows):
        if row.is_takeback:
            if not 0 <= row.takes_back_from < number:
                raise SaveError(row.number, f"'{row.text}' takes nothing back")
            for i in range(row.takes_back_from, number):
                struck[i] = not rows[i].is_takeback
    for row, taken_back in zip(rows, struck, strict=True):
        if row.struck != taken_back:
            what = "was taken back, so it should begin" if taken_back else "begins"
            raise SaveError(row.number, f"this line {what} with 'x'{_BUT[taken_back]}")


_BUT: Final[Mapping[bool, str]] = {True: "", False: ", but was not taken back"}


def _header(lines: Sequence[str]) -> Header:
    single: dict[str, tuple[int, str]] = {}
    pairs: dict[str, dict[str, str]] = {key: {} for key in _PAIRS}
    for number, line in enumerate(lines, 2):
        if line.startswith("#"):
            continue
        key, colon, value = line.partition(": ")
        name, equals, what = value.partition(" = ")
        if not colon or key not in (*_SINGLE, *_PAIRS):
            raise SaveError(number, f"'{line}' is not a line of a header")
        if key in pairs and not equals:
            raise SaveError(number, f"'{line}' should be '{key}: NAME = VALUE'")
        if key in single or name in pairs.get(key, ()):
            raise SaveError(number, f"'{line}' says a second time what '{key}' is")
        if key in pairs:
            pairs[key][name] = what
        else:
            single[key] = (number, value)
    fields = _Fields(single)
    entropy = {seat: fields.entropy(what) for seat, what in pairs["entropy"].items()}
    found = Header(
        game=fields.text("game"),
        scenario=fields.text("scenario"),
        options=pairs["option"],
        revision=fields.number("revision"),
        trust=fields.trust("trust"),
        commitment=fields.text("commitment"),
        seed=fields.hex("seed") if "seed" in single else None,
        entropy=entropy,
        referee=fields.text("referee"),
        edition=fields.text("edition") if "edition" in single else "",
        fell=fields.number("fell") if "fell" in single else 0,
        position=fields.text("position") if "position" in single else "",
    )
    if found.referee not in REFEREES:
        there = " and ".join(REFEREES)
        fields.fail("referee", f"there is no referee '{found.referee}', only {there}")
    if found.seed is not None and commitment(found.seed) != found.commitment:
        fields.fail("seed", "the seed is not the one that the commitment binds")
    return found


class _Fields(NamedTuple):
    """The single lines of a header, each read as its type."""

    lines: Mapping[str, tuple[int, str]]

    def fail(self, key: str, reason: str) -> NoReturn:
        raise SaveError(self.lines[key][0], reason)

    def text(self, key: str) -> str:
        if key not in self.lines:
            raise SaveError(1, f"the header has no line '{key}'")
        return self.lines[key][1]

    def number(self, key: str) -> int:
        text = self.text(key)
        found = whole(text)
        return self.fail(key, f"'{text}' is not a number") if found is None else found

    def trust(self, key: str) -> Trust:
        text = self.text(key)
        if text not in {each.value for each in Trust}:
            known = ", ".join(each.value for each in Trust)
            self.fail(key, f"dice cannot be '{text}', only {known}")
        return Trust(text)

    def hex(self, key: str) -> bytes:
        try:
            return bytes.fromhex(self.text(key))
        except ValueError:
            self.fail(key, f"'{self.text(key)}' is not hexadecimal")

    def entropy(self, what: str) -> bytes:
        try:
            return bytes.fromhex(what)
        except ValueError:
            raise SaveError(1, f"the entropy '{what}' in the header is not hexadecimal") from None
