"""Every example runs as a program of its own and prints what it should; the learner has learned."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NUMBER = r"-?\d+\.\d+"
PRINTED = {
    "batch_random.py": rf"1000 rounds in \d+ steps\nreturns by seat: \[({NUMBER}(, )?){{4}}\]\n",
    "gymnasium_random.py": rf"100 rounds, -{NUMBER} a round\n",
    "openspiel_random.py": rf"(seed \d: returns \[({NUMBER}(, )?){{3}}\]\n){{5}}",
    "pettingzoo_random.py": r"\d+ decisions\n(seat_[0-3] -?\d+\.0\n){4}",
}
LEARNER = re.compile(rf"(before|after) +{NUMBER} \(({NUMBER}) to ({NUMBER})\)\n")


def run(name: str) -> str:
    program = [sys.executable, "-W", "error", str(EXAMPLES / name)]
    return subprocess.run(program, capture_output=True, text=True, check=True).stdout


def test_every_example_is_run_here() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*PRINTED, "learner.py"}


@pytest.mark.parametrize(("name", "printed"), PRINTED.items(), ids=PRINTED)
def test_an_example_prints_the_same_every_time(name: str, printed: str) -> None:
    told = run(name)
    assert re.fullmatch(printed, told), told
    assert told == run(name)


def test_the_learner_beats_random_players_and_did_not_before() -> None:
    told = run("learner.py")
    found = {when: (float(least), float(most)) for when, least, most in LEARNER.findall(told)}
    assert found["before"][0] < 0.5, told
    assert found["before"][1] > -0.5, told
    assert found["after"][0] > 2, told
