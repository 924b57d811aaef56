"""Teach an agent a short scenario of Operation Roundup with masked PPO, in one file.

    pip install 'bocage[train]'
    python examples/masked_ppo.py --minutes 20 --out ppo

The agent holds one seat of "The counterstroke" against the player `random`. The networks read
`units` and `table` of the observation; illegal actions get no probability (`action_mask`). It is
PPO as CleanRL writes it: no framework, every line in sight.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    raise SystemExit("this example needs PyTorch: pip install 'bocage[train]'") from None

from bocage.gym import batch

SCENARIO = "counterstroke"


class Agent(nn.Module):
    """A policy and a value from one trunk."""

    def __init__(self, units: int, figures: int, decisions: int, actions: int) -> None:
        super().__init__()
        self.decisions = decisions
        self.head = nn.Embedding(actions + 1, 16)
        self.trunk = nn.Sequential(
            nn.Linear(units * 17 + figures + decisions + 16, 256),
            nn.Tanh(),
            nn.Linear(256, 256),
            nn.Tanh(),
        )
        self.policy = nn.Linear(256, actions)
        self.value = nn.Linear(256, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, seen: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Log probabilities of the actions, and the value."""
        units, table = seen["units"].float(), seen["table"]
        place, marks = units[..., 1:3], seen["units"][..., 4].int()
        bits = torch.stack([marks >> bit & 1 for bit in range(8)], -1).float()
        columns = [
            (place[..., :1] >= 0).float(),
            place / 16 - 1,
            units[..., [3, 5, 7, 8]] / 4,
            units[..., [6, 9]],
            bits,
        ]
        decision = nn.functional.one_hot(table[:, 2].long(), self.decisions).float()
        parts = [
            torch.cat(columns, -1).flatten(1),
            table.float().clamp(-1, 20) / 10,
            decision,
            self.head(table[:, 3].long()),
        ]
        found = self.trunk(torch.cat(parts, -1))
        logits = self.policy(found).masked_fill(seen["action_mask"] == 0, -1e9)
        return logits.log_softmax(-1), self.value(found).squeeze(-1)


def tensors(seen: dict[str, Any]) -> dict[str, torch.Tensor]:
    """What the networks read of the observations."""
    return {name: torch.from_numpy(seen[name]) for name in ("units", "table", "action_mask")}


def draw(chances: torch.Tensor) -> torch.Tensor:
    """Return one action for each row, by its log probabilities."""
    return torch.multinomial(chances.exp(), 1).squeeze(-1)


def gather(
    envs: Any, agent: Agent, seen: Any, steps: int
) -> tuple[dict[str, Any], Any, list[float]]:
    """Play so many steps of every game; what happened, where they stand, how games ended."""
    rows: dict[str, list[Any]] = {"seen": [], "action": [], "chance": [], "value": []}
    rewards, ended, results = [], [], []
    for _ in range(steps):
        now = tensors(seen)
        with torch.no_grad():
            chances, value = agent(now)
        action = draw(chances)
        rows["seen"].append(now)
        rows["action"].append(action)
        rows["chance"].append(chances.gather(1, action[:, None]).squeeze(1))
        rows["value"].append(value)
        seen, reward, over, _, infos = envs.step(action.numpy())
        rewards.append(torch.from_numpy(reward).float())
        ended.append(torch.from_numpy(over).float())
        if over.any():
            results += infos["final_reward"][over].tolist()
    with torch.no_grad():
        last = agent(tensors(seen))[1]
    advantages, ahead = [], torch.zeros_like(last)
    for t in reversed(range(steps)):
        after = last if t == steps - 1 else rows["value"][t + 1]
        going = 1 - ended[t]
        delta = rewards[t] + GAMMA * after * going - rows["value"][t]
        ahead = delta + GAMMA * LAMBDA * going * ahead
        advantages.append(ahead)
    made = {name: torch.cat(rows[name]) for name in ("action", "chance", "value")}
    made["advantage"] = torch.cat(advantages[::-1])
    made["return"] = made["advantage"] + made["value"]
    made["seen"] = {
        name: torch.cat([each[name] for each in rows["seen"]]) for name in rows["seen"][0]
    }
    return made, seen, results


GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, ROWS = 0.997, 0.95, 0.2, 0.01, 4, 1024


def learn(agent: Agent, optimiser: torch.optim.Optimizer, made: dict[str, Any]) -> None:
    """Change the networks by what happened: the clipped objective of PPO."""
    count = len(made["action"])
    for _ in range(EPOCHS):
        for some in torch.randperm(count).split(ROWS):
            chances, value = agent({name: each[some] for name, each in made["seen"].items()})
            now = chances.gather(1, made["action"][some, None]).squeeze(1)
            ratio = (now - made["chance"][some]).exp()
            gain = made["advantage"][some]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            error = 0.5 * (value - made["return"][some]).square().mean()
            entropy = -(chances.exp() * chances.clamp(min=-50)).sum(-1).mean()
            loss = policy + 0.5 * error - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def evaluate(agent: Agent, games: int, seat: str, processes: int, seed: int) -> float:
    """Return the part of so many games that the agent wins, drawing its actions."""
    envs = batch("roundup", seat, "random", scenario=SCENARIO, count=8, processes=processes)
    seen, _ = envs.reset(seed=seed)
    results: list[float] = []
    while len(results) < games:
        with torch.no_grad():
            action = draw(agent(tensors(seen))[0])
        seen, _, over, _, infos = envs.step(action.numpy())
        if over.any():
            results += infos["final_reward"][over].tolist()
    envs.close()
    return float(np.mean([each > 0 for each in results[:games]]))


def main() -> None:
    """Learn, and print and write how it goes."""
    parse = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parse.add_argument("--seat", default="german", choices=["allied", "german"])
    parse.add_argument("--minutes", type=float, default=18, help="how long to learn")
    parse.add_argument("--updates", type=int, default=1_000_000, help="stop after so many updates")
    parse.add_argument("--games", type=int, default=32, help="games at once")
    parse.add_argument("--steps", type=int, default=128, help="steps of each game for an update")
    parse.add_argument("--processes", type=int, default=2)
    parse.add_argument("--evaluate", type=int, default=200, help="games to judge the agent by")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--out", type=Path, default=Path("ppo"))
    given = parse.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.processes)
    envs = batch(
        *("roundup", given.seat, "random"),
        scenario=SCENARIO,
        reward="shaped",
        count=given.games,
        processes=given.processes,
    )
    seen, _ = envs.reset(seed=given.seed)
    units, figures = seen["units"].shape[1], seen["table"].shape[1]
    agent = Agent(units, figures, 64, int(envs.single_action_space.n))
    optimiser = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
    first = evaluate(agent, given.evaluate, given.seat, given.processes, 10_000)
    began, steps, update = time.perf_counter(), 0, 0
    rows: list[list[float]] = [[0, 0, first, 0]]
    print(f"before learning it wins {first:.0%} of {given.evaluate} games", flush=True)
    late: list[float] = []
    while time.perf_counter() - began < given.minutes * 60 and update < given.updates:
        done = (time.perf_counter() - began) / (given.minutes * 60)
        for group in optimiser.param_groups:
            group["lr"] = 5e-4 * max(0.05, 1 - done)
        made, seen, results = gather(envs, agent, seen, given.steps)
        learn(agent, optimiser, made)
        steps += len(made["action"])
        update += 1
        late = (late + results)[-200:]
        if update % 5 == 0 or update == given.updates:
            spent = time.perf_counter() - began
            won = float(np.mean([each > 0.0 for each in late])) if late else 0.0
            rows.append([spent, steps, won, float(np.mean(late)) if late else 0.0])
            print(
                f"{spent:6.0f} s {steps:9d} steps: {won:.0%} of the last {len(late)} games",
                flush=True,
            )
    envs.close()
    with (given.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["seconds", "steps", "won", "reward"], *rows])
    torch.save(agent.state_dict(), given.out / "agent.pt")
    spent = time.perf_counter() - began
    last = evaluate(agent, given.evaluate, given.seat, given.processes, 20_000)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"after {spent / 60:.1f} minutes on {cores} cores and {steps} steps: {last:.0%}")


if __name__ == "__main__":
    main()
