"""SVC and LinearSVC of scikit-learn as external learners: docs/external.md.

params: {"learner": "SVC" or "LinearSVC", "C": 1}. SVC takes the Gaussian kernel of the config where
the method has no map, else the inner product of the features.
"""
import json
import sys
import time

import numpy as np
import sklearn
from sklearn.svm import SVC, LinearSVC


def say(**line):
    print(json.dumps(line), flush=True)


def make(task):
    params = task["params"]
    cost = params.get("C", 1)
    if params["learner"] == "LinearSVC":
        return LinearSVC(C=cost, loss="hinge", random_state=task["seed"] % 2**32, max_iter=20000)
    if "kernel" not in task:
        return SVC(C=cost, kernel="linear")
    return SVC(C=cost, kernel="rbf", gamma=1 / (2 * task["kernel"]["sigma"] ** 2))


model = None
for line in sys.stdin:
    task = json.loads(line)
    rows = np.load(task["rows"])
    if task["do"] == "fit":
        labels = np.load(task["labels"])
        say(ready=1)
        sys.stdin.readline()
        start = time.perf_counter()
        model = make(task).fit(rows, labels)
        say(fitted={"seconds": time.perf_counter() - start,
                    "version": "scikit-learn " + sklearn.__version__})
    elif task["do"] == "predict":
        say(ready=1)
        sys.stdin.readline()
        start = time.perf_counter()
        predicted = model.predict(rows)
        say(predicted={"seconds": time.perf_counter() - start})
        sys.stdin.readline()
        np.save(task["to"], predicted.astype(float))
        say(written=True)
    else:
        say(error="a learner is asked to " + task["do"])
