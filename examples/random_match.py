"""Play one game of Operation Roundup in PettingZoo, both seats at random."""

from bocage.gym import roundup_v0

env = roundup_v0.env(reward="levels")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None
    if not (terminated or truncated):
        action = env.action_space(agent).sample(observation["action_mask"])
    else:
        print(agent, reward)
    env.step(action)
