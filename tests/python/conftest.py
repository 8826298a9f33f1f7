"""What the tests of the Python module share."""

import pathlib
import subprocess

import numpy as np
import pytest

from mercer import _places

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program():
    """Runs the program of the build and returns what it printed."""
    def call(*words, exit_code=0):
        done = subprocess.run([_places.PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
        assert done.returncode == exit_code, done.stderr
        return done.stdout if exit_code == 0 else done.stderr

    return call


@pytest.fixture
def rows():
    """60 rows of 7 columns, none of whose values is 0, in the unit ball."""
    random = np.random.default_rng(3)
    x = random.uniform(0.1, 1, (60, 7)) * random.choice([-1, 1], (60, 7))
    return x / 3


def write_libsvm(path, x):
    """The rows with the shortest numbers that read back as the same doubles, labels 0."""
    lines = (" ".join(["0"] + [f"{j + 1}:{float(v)!r}" for j, v in enumerate(row) if v != 0]) for row in np.asarray(x))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
