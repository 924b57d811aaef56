"""A learnt judgement: small networks, evaluated without any library.

`tools/judgement.py` trains the one for the value of a position of Roundup, `tools/fates.py` those
for the fates of units at Falaise. Sixty features and two thin layers take about a fifth of a
millisecond.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import tanh
from operator import mul
from typing import Any, Final, NamedTuple, TypedDict

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
        return tanh(self.sums(features)[0])

    def sums(self, features: Sequence[float]) -> list[float]:
        """Return the sums of the last layer, before its activation function."""
        values = [
            (each - middle) * factor
            for each, middle, factor in zip(features, self._centre, self._scale, strict=True)
        ]
        for layer in self._layers[:-1]:
            values = [tanh(each) for each in layer(values)]
        return self._layers[-1](values)


class Kept(TypedDict):
    """A network in a file."""

    centre: list[float]
    scale: list[float]
    layers: list[_KeptLayer]


class _KeptLayer(TypedDict):
    weights: list[list[float]]
    bias: list[float]


def built(kept: Kept) -> Network:
    """Return the network of a file."""
    layers = [
        Layer(tuple([tuple(row) for row in each["weights"]]), tuple(each["bias"]))
        for each in kept["layers"]
    ]
    return Network(kept["centre"], kept["scale"], layers)


def learnt(module: str) -> Any:
    """Return what training wrote for a module of this package, or None. The module is named after
    its game.
    """
    name = module.rpartition(".")[2]
    try:
        return json.loads((files(search) / "data" / f"{name}.json").read_text(encoding="utf-8"))
    except OSError:
        return None


@cache
def network(module: str) -> Network | None:
    """Return the network of a module, or None if it has none."""
    kept: Kept | None = learnt(module)
    return None if kept is None else built(kept)
