"""The header of a game: which game, which rules, whose dice. It is hashed into the log's chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bocage.engine.dice import Trust, commitment, mixed

FORMAT: Final = 1
"""The version of the text format of a save."""

REFEREES: Final = ("enforce", "note")
"""Whether the table enforces the rules, or notes what they forbid and allows it."""


@dataclass(frozen=True, slots=True)
class Header:
    """Everything about a game that is settled before its first action."""

    game: str
    scenario: str
    options: Mapping[str, str]
    revision: int
    """The revision of the rules that it began with and keeps."""
    trust: Trust
    commitment: str
    """The commitment that binds the seed; published from the start."""
    seed: bytes | None = None
    """The seed, if this program may know it."""
    entropy: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """The contributions of the players to the dice, by seat, so that nobody chooses the dice
    alone.
    """
    referee: str = "enforce"
    edition: str = ""
    """The digest of a user's own counters and charts; empty for ours."""
    fell: int = 0
    """The number of its first dice that were rolled in the game it branched from."""
    position: str = ""
    """The position it begins with (`bocage.engine.diagram`), if not the usual one."""

    @classmethod
    def begin(
        cls,
        game: str,
        scenario: str,
        options: Mapping[str, str],
        revision: int,
        *,
        seed: bytes,
        trust: Trust = Trust.OPEN,
        entropy: Mapping[str, bytes] | None = None,
        referee: str = "enforce",
        edition: str = "",
        fell: int = 0,
        position: str = "",
    ) -> Header:
        """Return the header of a new game with this seed.

        Raises:
            ValueError: there is no such referee.
        """
        if referee not in REFEREES:
            raise ValueError(f"no referee '{referee}': there are {' and '.join(REFEREES)}")
        given = dict(entropy or {})
        bound = commitment(seed)
        return cls(
            game, scenario, options, revision, trust, bound, seed, given, referee, edition, fell,
            position,
        )  # fmt: skip

    @property
    def dice_seed(self) -> bytes | None:
        """The bytes that seed the dice: the seed with everybody's entropy; None if not known."""
        if self.seed is None:
            return None
        return mixed(self.seed, (self.entropy[seat] for seat in sorted(self.entropy)))

    def public(self) -> Header:
        """Return the header that others may see while the seed is secret."""
        return replace(self, seed=None) if self.trust is Trust.HELD else self

    def lines(self) -> list[str]:
        """Return the header as a save writes it."""
        found = self.bound_lines()
        found.append(f"trust: {self.trust.value}")
        if self.seed is not None:
            found.append(f"seed: {self.seed.hex()}")
        return found

    def bound_lines(self) -> list[str]:
        """Return the lines that bind the chain: all except the trust and the seed, which may
        change.
        """
        return [
            f"bocage {FORMAT}",
            f"game: {self.game}",
            f"scenario: {self.scenario}",
            f"revision: {self.revision}",
            *((f"edition: {self.edition}",) if self.edition else ()),
            f"referee: {self.referee}",
            *((f"position: {self.position}",) if self.position else ()),
            *(f"option: {name} = {choice}" for name, choice in sorted(self.options.items())),
            f"commitment: {self.commitment}",
            *((f"fell: {self.fell}",) if self.fell else ()),
            *(f"entropy: {seat} = {what.hex()}" for seat, what in sorted(self.entropy.items())),
        ]
