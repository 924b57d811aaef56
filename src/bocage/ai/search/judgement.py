"""A learnt judgement: a small network that estimates the value of a position.

`tools/judgement.py` trains it on games of the staff against itself. It is evaluated here without
any library: sixty features and two thin layers take about a fifth of a millisecond.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import tanh
from operator import mul
from typing import Final, NamedTuple, TypedDict

from bocage.ai import search


class Layer(NamedTuple):
    """One layer: a row of weights and a bias for each of its outputs."""

    weights: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]

    def __call__(self, given: Sequence[float]) -> list[float]:
        """Return the weighted sums, before the activation function."""
        return [
            sum(map(mul, row, given)) + more
            for row, more in zip(self.weights, self.bias, strict=True)
        ]


class Network:
    """A network that turns features into a value for the first seat, from -1 to 1."""

    def __init__(
        self, centre: Sequence[float], scale: Sequence[float], layers: Sequence[Layer]
    ) -> None:
        self._centre: Final = tuple(centre)
        self._scale: Final = tuple(scale)
        self._layers: Final = tuple(layers)

    def __call__(self, features: Sequence[float]) -> float:
        """Return the expected result for the first seat."""
        values = [
            (each - middle) * factor
            for each, middle, factor in zip(features, self._centre, self._scale, strict=True)
        ]
        for layer in self._layers:
            values = [tanh(each) for each in layer(values)]
        return values[0]


class _Kept(TypedDict):
    """The file of a network."""

    centre: list[float]
    scale: list[float]
    layers: list[_KeptLayer]


class _KeptLayer(TypedDict):
    weights: list[list[float]]
    bias: list[float]


@cache
def network(module: str) -> Network | None:
    """Return the network of a module of this package, or None if the package has none.

    The module is named after its game.
    """
    try:
        name = module.rpartition(".")[2]
        text = (files(search) / "data" / f"{name}.json").read_text(encoding="utf-8")
    except OSError:
        return None
    kept: _Kept = json.loads(text)
    layers = [
        Layer(tuple([tuple(row) for row in each["weights"]]), tuple(each["bias"]))
        for each in kept["layers"]
    ]
    return Network(kept["centre"], kept["scale"], layers)
