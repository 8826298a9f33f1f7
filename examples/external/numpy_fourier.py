"""Random Fourier features of the Gaussian kernel (Rahimi and Recht 2007) with NumPy.

z(x) = sqrt(2/D) cos(Wx + b), rows of W normal with variance 1/sigma^2, b uniform in [0, 2 pi].
An example of Mercer's protocol of external maps: docs/external.md.
"""
import json
import sys
import time

import numpy as np


def say(**line):
    print(json.dumps(line), flush=True)


def draw(task):
    rng = np.random.default_rng(task["seed"])
    sigma = task["kernel"]["sigma"]
    weights = rng.standard_normal((task["input_dim"], task["D"])) / sigma
    return weights, rng.uniform(0, 2 * np.pi, task["D"])


def features(drawn, rows):
    weights, offsets = drawn
    return np.sqrt(2 / len(offsets)) * np.cos(rows @ weights + offsets)


drawn = None
for line in sys.stdin:
    task = json.loads(line)
    if task["do"] == "draw":
        say(ready=1)
        sys.stdin.readline()
        start = time.perf_counter()
        drawn = draw(task)
        say(drawn={"seconds": time.perf_counter() - start, "columns": task["D"],
                   "version": "NumPy " + np.__version__})
    elif task["do"] == "map":
        rows = np.load(task["rows"])
        say(ready=1)
        sys.stdin.readline()
        start = time.perf_counter()
        z = features(drawn, rows)
        say(mapped={"seconds": time.perf_counter() - start})
        sys.stdin.readline()
        np.save(task["to"], z)
        say(written=True)
    else:
        say(error="a map is asked to " + task["do"])
