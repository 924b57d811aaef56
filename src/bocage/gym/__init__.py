"""The games as environments for agents that learn: PettingZoo and Gymnasium.

`from bocage.gym import roundup_v0; env = roundup_v0.env()` is a PettingZoo environment of both
seats. `single(game, seat, opponent)` is a Gymnasium environment of one, and after
`import bocage.gym` so is `gymnasium.make("bocage/Roundup-v0")`. It needs
`pip install 'bocage[gym]'`.
"""

from __future__ import annotations

from bocage.gym import falaise_v0, roundup_v0
from bocage.gym.batch import Batch, batch
from bocage.gym.single import SingleEnv, register, single

__all__ = ["Batch", "SingleEnv", "batch", "falaise_v0", "roundup_v0", "single"]

register()
