"""The games as environments for agents that learn: PettingZoo and Gymnasium.

`from bocage.gym import roundup_v0; env = roundup_v0.env()` is a PettingZoo environment of both
seats. `single(game, seat, opponent)` is a Gymnasium environment of one, and after
`import bocage.gym` so is `gymnasium.make("bocage/Roundup-v0")`; `batch` plays many games of one
seat at once. `opcom_v0.parallel_env()` is OP COM with an agent for each headquarters. It needs
`pip install 'bocage[gym]'`.
"""

from __future__ import annotations

try:
    from bocage.gym import falaise_v0, opcom_v0, roundup_v0
    from bocage.gym.batch import Batch, batch
    from bocage.gym.single import SingleEnv, register, single
except ModuleNotFoundError as missing:
    if missing.name not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    words = f"the gym needs {missing.name}: pip install 'bocage[gym]'"
    raise ModuleNotFoundError(words, name=missing.name) from None

__all__ = ["Batch", "SingleEnv", "batch", "falaise_v0", "opcom_v0", "roundup_v0", "single"]

register()
