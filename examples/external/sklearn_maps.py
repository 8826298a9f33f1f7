"""Feature maps of scikit-learn as external maps: docs/external.md.

params: {"map": "RBFSampler"} of the Gaussian kernel, {"map": "Nystroem"} of it, with the trait
data_dependent, or {"map": "PolynomialCountSketch"} of the polynomial kernel.
"""
import json
import sys
import time

import numpy as np
import sklearn
from sklearn.kernel_approximation import Nystroem, PolynomialCountSketch, RBFSampler


def say(**line):
    print(json.dumps(line), flush=True)


def make(task):
    kernel, name, D = task["kernel"], task["params"]["map"], task["D"]
    seed = task["seed"] % 2**32
    if name == "PolynomialCountSketch":
        return PolynomialCountSketch(gamma=kernel["scale"], coef0=kernel["offset"],
                                     degree=kernel["degree"], n_components=D, random_state=seed)
    gamma = 1 / (2 * kernel["sigma"] ** 2)
    if name == "Nystroem":
        return Nystroem(kernel="rbf", gamma=gamma, n_components=D, random_state=seed)
    return RBFSampler(gamma=gamma, n_components=D, random_state=seed)


drawn = None
for line in sys.stdin:
    task = json.loads(line)
    if task["do"] == "draw":
        rows = np.load(task["train"]) if "train" in task else np.zeros((1, task["input_dim"]))
        say(ready=1)
        sys.stdin.readline()
        start = time.perf_counter()
        drawn = make(task).fit(rows)
        say(drawn={"seconds": time.perf_counter() - start,
                   "columns": min(task["D"], len(rows)) if "train" in task else task["D"],
                   "version": "scikit-learn " + sklearn.__version__})
    elif task["do"] == "map":
        rows = np.load(task["rows"])
        say(ready=1)
        sys.stdin.readline()
        start = time.perf_counter()
        z = drawn.transform(rows)
        say(mapped={"seconds": time.perf_counter() - start})
        sys.stdin.readline()
        np.save(task["to"], z)
        say(written=True)
    else:
        say(error="a map is asked to " + task["do"])
