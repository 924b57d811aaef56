"""The mutants of a game, which a checkout keeps beside its tests (`tests/mutants`)."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

from bocage.rules.judge import CaseError, Judge

J = TypeVar("J", bound=Judge[Any])

CHECKOUT: Final = Path(__file__).resolve().parents[3]
"""The root of the checkout that this program runs from; of an installation, some folder."""


def with_mutants(judge: J, game: str, root: Path = CHECKOUT) -> J:
    """Return the same judge, extended by the mutants that switch off each rule.

    Args:
        judge: the judge of the game.
        game: the name of the game.
        root: the checkout whose mutants are used; they must be of this version.

    Raises:
        CaseError: there is no checkout with mutants of this game.
    """
    if judge.effects:
        return judge
    place = root / "tests" / "mutants"
    if not (place / game).is_dir() and not (place / f"{game}.py").is_file():
        raise CaseError(
            f"switching rules off needs tests/mutants/{game}, which only a checkout has. "
            "Clone the repository of bocage, install it with 'make play' or 'pip install -e .', "
            "and run this command in its folder"
        )
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    mutants = import_module(f"tests.mutants.{game}")
    judge.effects = mutants.effects_of(judge.game)
    judge.explained = mutants.EXPLAINED
    return judge
