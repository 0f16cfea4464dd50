"""What the tests share."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

# A test command that a script starts in the background ignores interrupts, and so would the programs that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted(path.parent.name for path in (ROOT / "examples").glob("*/model.toml"))

CANTILEVER = """
lissom = 1
[model]
name = "cantilever"
[params]
L = 1.0
EI = 1.0
[section.s]
EA = 1e4
EI = "EI"
rhoA = 1
[node]
A = [0, 0]
B = ["L", 0]
[[beam]]
name = "arm"
nodes = ["A", "B"]
section = "s"
elements = 8
[[fix]]
nodes = ["A"]
[[force]]
name = "F"
node = "B"
direction = "y"
[[output]]
name = "tip"
node = "B"
direction = "y"
"""


@pytest.fixture
def cantilever() -> str:
    return CANTILEVER


@pytest.fixture(scope="session")
def program() -> str:
    """The program that cargo built; without it the command of the package."""
    return os.environ.get("LISSOM_PROGRAM", "lissom")


@pytest.fixture(scope="session")
def command(program: str):
    """Runs the program and returns exit code, standard output and standard error."""

    def run(*words: str, folder: Path = ROOT):
        done = subprocess.run([program, *words], capture_output=True, text=True, cwd=folder, timeout=300)
        return done.returncode, done.stdout, done.stderr

    return run
