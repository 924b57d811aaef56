"""A player of your own for Operation Roundup: it attacks at the best odds it can see."""

from fractions import Fraction
from random import Random

import bocage
from bocage.engine.odds import NothingToWeighError

LEAST = Fraction(1, 2)
"""The chance to take the hex below which it does not attack."""


def best_line(match: bocage.Match, rng: Random) -> str:
    """Return the attack most likely to take its hex, or any other line."""
    legal = match.legal()
    chances: dict[str, Fraction] = {}
    for line in legal:
        verb, *rest = line.split()
        if verb == "attack" and rest:
            try:
                chances[line] = match.odds(rest[0])[0].taken or Fraction(0)
            except NothingToWeighError:
                continue
    if chances:
        line = max(chances, key=lambda each: chances[each])
        if chances[line] >= LEAST:
            return line
    others = [line for line in legal if not line.startswith("attack")]
    return rng.choice(others or legal)


def main() -> None:
    """Play the landing as the Allies against `aggressive`."""
    match = bocage.new("roundup", scenario="landing", seed=3)
    rng = Random(3)  # noqa: S311 - play, not secrecy
    while not match.is_over:
        if match.seat == "allied":
            match.do(best_line(match, rng))
        else:
            match.let("aggressive")
    print(f"The {match.winner} side wins: {match.result}")


if __name__ == "__main__":
    main()
