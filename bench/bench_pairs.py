"""Two players against each other, in pairs of games on the same seed with sides swapped.

    python -m bench.bench_pairs falaise search:5 staff --pairs 60
    python -m bench.bench_pairs roundup staff staff --pairs 200 --out rows.jsonl

A player is a name, or `search:SECONDS` for a searching staff that may think so long a turn, in
processor time. `search:SECONDS:hand` judges by hand instead of with the network. Every game is
written to `--out` when it is over, and the same command continues the file. A pair is better for
the first player if the sum of both games is.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final, NamedTuple

from bench.report import table
from bocage.ai import load_game
from bocage.ai.search.office import SearchOffice
from bocage.ai.search.player import SearchPlayer
from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.engine.playout import play_out, policy
from bocage.engine.processes import cores
from bocage.lab.intervals import wilson

_GAMES: Final[dict[str, Game[Any]]] = {}


class Played(NamedTuple):
    """One game."""

    seed: int
    first: int
    """The seat of the first player."""
    margin: float
    """The score of the first seat less that of the second."""
    measures: Mapping[str, float]
    seconds: float


def seated(name: str, game: Game[Any], who: str) -> Policy:
    """Return a player."""
    if not who.startswith("search:"):
        return policy(game, who)
    module = import_module(f"bocage.ai.search.{name}")
    knowledge: Any = getattr(module, f"{name.capitalize()}Knowledge")()
    _, seconds, *rest = who.split(":")
    if rest == ["hand"]:
        ended = knowledge.worth

        def worth(st: Any) -> Any:
            return module.by_hand(st) if st.stack else ended(st)

        knowledge.worth = worth
    made = partial(SearchOffice, knowledge=knowledge, seconds=float(seconds), clock=process_time)
    return SearchPlayer(made)


def one(name: str, players: tuple[str, str], setting: str, seed: int, first: int) -> Played:
    """Play one game, in which the first player has the seat `first`."""
    game = _GAMES.get(name) or _GAMES.setdefault(name, load_game(name))
    seats = players if first == 0 else players[::-1]
    began = process_time()
    policies = [seated(name, game, who) for who in seats]
    played = play_out(game, policies, seed, options=game.setting(setting).options)
    outcome = played.outcome
    assert outcome is not None
    margin = outcome.scores[0] - outcome.scores[1]
    if outcome.scores[0] == -outcome.scores[1]:
        margin /= 2  # both seats count the same points
    return Played(seed, first, margin, dict(outcome.measures), process_time() - began)


def share(times: int, out_of: int) -> str:
    """Return a share in percent with its interval."""
    low, high = wilson(times, out_of)
    return f"{times} of {out_of} ({100 * low:.0f} to {100 * high:.0f} %)"


def spread(values: list[float]) -> str:
    """Return a mean with its standard error."""
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):+.2f} ({error:.2f})"


def told(game: Game[Any], players: tuple[str, str], rows: Iterable[Played]) -> str:
    """Return the tables: by pair if two different players met, and by side."""
    rows = sorted(rows)
    lines: list[str] = []
    if players[0] != players[1]:
        by_seed: dict[int, list[float]] = {}
        for row in rows:
            by_seed.setdefault(row.seed, []).append(row.margin if row.first == 0 else -row.margin)
        sums = [sum(pair) for pair in by_seed.values() if len(pair) == 2]
        better, worse = sum(each > 0 for each in sums), sum(each < 0 for each in sums)
        if sums:
            lines.append(
                f"{players[0]} against {players[1]}, {len(sums)} pairs: better "
                f"{share(better, len(sums))}, equal {len(sums) - better - worse}, worse {worse}; "
                f"mean sum {spread(sums)}"
            )
    heads = ("first player's side", "games", f"{game.seats[0]} wins", "draws", "mean", "seconds")
    found: list[tuple[str, ...]] = []
    by_strategy = sorted({int(row.measures.get("strategy", 0)) for row in rows})
    for strategy in by_strategy if len(by_strategy) > 1 else ():
        some = [row for row in rows if row.measures["strategy"] == strategy]
        found.append(_line(f"any, strategy {strategy}", some))
    found += [
        _line(game.seats[first], some)
        for first in (0, 1)
        if (some := [row for row in rows if row.first == first])
    ]
    found.append(_line("any", rows))
    return "\n".join([*lines, table(heads, found)])


def _line(label: str, rows: list[Played]) -> tuple[str, ...]:
    margins = [row.margin for row in rows]
    won, drawn = sum(each > 0 for each in margins), sum(each == 0 for each in margins)
    seconds = fmean(row.seconds for row in rows)
    return (
        label,
        str(len(rows)),
        share(won, len(rows)),
        str(drawn),
        spread(margins),
        f"{seconds:.1f}",
    )


def kept(file: Path) -> list[Played]:
    """Return the games of a file."""
    if not file.exists():
        return []
    return [Played(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Play the pairs, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("roundup", "falaise"))
    parser.add_argument("players", nargs=2)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--setting", default="even")
    parser.add_argument("--out", type=Path, default=None)
    parser.add_argument("--minutes", type=float, default=600.0, help="begin no game after that")
    parser.add_argument("--processes", type=int, default=0)
    given = parser.parse_args()
    players: tuple[str, str] = tuple(given.players)
    end = time.monotonic() + 60 * given.minutes
    game = load_game(given.game)
    rows = [] if given.out is None else kept(given.out)
    done = {(row.seed, row.first) for row in rows}
    # The same player on both sides needs no swap.
    sides = (0,) if players[0] == players[1] else (0, 1)
    seeds = range(given.seed, given.seed + given.pairs * (2 if len(sides) == 1 else 1))
    with ProcessPoolExecutor(given.processes or cores()) as pool:
        wait = {
            pool.submit(one, given.game, players, given.setting, seed, first)
            for seed in seeds
            for first in sides
            if (seed, first) not in done
        }
        for each in as_completed(wait):
            if each.cancelled():
                continue
            rows.append(each.result())
            if given.out is not None:
                with given.out.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(rows[-1]._asdict()) + "\n")
            if time.monotonic() > end:
                for left in wait:
                    left.cancel()
    print(f"{game.title}, {given.setting}:")
    print(told(game, players, rows))


if __name__ == "__main__":
    main()
