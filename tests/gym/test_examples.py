"""The examples run, and the page shows them as they are."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = [ROOT / "examples" / "random_match.py"]
"""Those that the page shows."""
WITHOUT = "import runpy, sys; sys.modules[{module!r}] = None; {what}"
"""A program for an interpreter that lacks a module."""


def test_a_random_match_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """The example plays a whole game and prints what each seat got."""
    runpy.run_path(str(ROOT / "examples" / "random_match.py"))

    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [agent for agent, _ in lines] == ["allied_0", "german_1"]
    assert sum(float(reward) for _, reward in lines) == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_page_shows_the_example(path: Path) -> None:
    """docs/gym.md holds each example word for word, below its first line."""
    page = (ROOT / "docs" / "gym.md").read_text(encoding="utf-8")
    _, _, code = path.read_text(encoding="utf-8").partition("\n\n")

    assert code.strip() in page


def said_without(module: str, what: str) -> str:
    """Run a statement where a module is missing; the last line of what it says."""
    program = WITHOUT.format(module=module, what=what)
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("module", ["gymnasium", "numpy", "pettingzoo"])
def test_the_gym_says_what_to_install(module: str) -> None:
    """Without its extra the gym says which command installs it."""
    said = said_without(module, "import bocage.gym")

    assert said.endswith(f"the gym needs {module}: pip install 'bocage[gym]'")


def test_the_training_says_what_to_install() -> None:
    """Without PyTorch the example says which command installs it."""
    path = str(ROOT / "examples" / "masked_ppo.py")

    said = said_without("torch", f"runpy.run_path({path!r}, run_name='__main__')")

    assert said == "this example needs PyTorch: pip install 'bocage[train]'"


@pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra bocage[train]")
def test_an_agent_learns_a_little(tmp_path: Path) -> None:
    """The training goes through, and leaves a curve and an agent."""
    path = ROOT / "examples" / "masked_ppo.py"
    few = ["--updates", "2", "--games", "4", "--steps", "16", "--evaluate", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    subprocess.run([sys.executable, path, *few, "--out", tmp_path], env=env, check=True)

    assert (tmp_path / "curve.csv").read_text().startswith("seconds,steps,won,reward")
    assert (tmp_path / "agent.pt").exists()
