#!/usr/bin/env python3
"""The exact SVM beside LIBSVM's and scikit-learn's: the same rows and parameters, one thread each, in one run.

Runs bench_learners (its path as second argument, or found under build/) on the data folder given, which times
exact_blocked and libsvm in turns on 20,000 training rows and the whole test file of a9a and ijcnn1, Gaussian kernel, and then
scikit-learn's SVC on the same rows; prints seconds, ratios and their floors. Without python3-sklearn its column stays empty.
"""

import os

THREAD_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
for variable in THREAD_VARIABLES:
    os.environ[variable] = "1"  # before NumPy loads its BLAS

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRAINING_ROWS = 20000
DATA = {
    # files under the data folder, columns, gamma
    "a9a": ("adult/a9a", "adult/a9a.t", 123, 0.05),
    "ijcnn1": ("ijcnn1/ijcnn1.bz2", "ijcnn1/ijcnn1.t.bz2", 22, 1.0),
}


def find_program(given):
    if given:
        return pathlib.Path(given)
    found = sorted(ROOT.glob("build/*/benchmarks/bench_learners"), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit("bench_learners was not found under build/: build it first, or give its path")
    return found[-1]


def load():
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def our_figures(program, folder, rounds):
    command = [str(program), str(folder), str(rounds)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def peer_seconds(folder, name, rounds):
    """Medians of scikit-learn's seconds of training and of prediction."""
    from sklearn.datasets import load_svmlight_file
    from sklearn.svm import SVC
    train, test, columns, gamma = DATA[name]
    x, y = load_svmlight_file(str(folder / train), n_features=columns)
    test_x, _ = load_svmlight_file(str(folder / test), n_features=columns)
    rows = [i * x.shape[0] // TRAINING_ROWS for i in range(TRAINING_ROWS)]
    x, y = x[rows], y[rows]
    fit, predict = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        model = SVC(C=1, gamma=gamma, tol=0.001, cache_size=256).fit(x, y)
        fit.append(time.perf_counter() - start)
        start = time.perf_counter()
        model.predict(test_x)
        predict.append(time.perf_counter() - start)
    return statistics.median(fit), statistics.median(predict)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="with adult/a9a, adult/a9a.t, ijcnn1/ijcnn1.bz2 and ijcnn1.t.bz2")
    parser.add_argument("program", nargs="?", help="path of bench_learners")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default 5)")
    arguments = parser.parse_args()
    try:
        import sklearn
        print(f"scikit-learn {sklearn.__version__}")
        has_peer = True
    except ImportError:
        print("scikit-learn is not installed (Debian: python3-sklearn): compared with LIBSVM only")
        has_peer = False
    program = find_program(arguments.program)
    print(f"program {os.path.relpath(program, ROOT)}; load average {load()}")
    figures = our_figures(program, arguments.folder, arguments.rounds)
    peers = {name: peer_seconds(arguments.folder, name, arguments.rounds) for name in DATA} if has_peer else {}
    print(f"{'data':8} {'':16} {'ours s':>8} {'libsvm s':>9} {'ratio':>6} {'CPU':>6} {'floor':>6} {'SVC s':>8} {'ratio':>6}")
    for figure in figures:
        if figure["what"] == "agreement":
            continue
        line = (f"{figure['data']:8} {figure['what']:16} {figure['ours_s']:8.3f} {figure['libsvm_s']:9.3f} "
                f"{figure['ratio']:6.2f} {figure['cpu_ratio']:6.2f} {figure['floor']:6.1f}")
        if figure["data"] in peers:
            seconds = peers[figure["data"]][0 if figure["what"] == "train" else 1]
            line += f" {seconds:8.3f} {seconds / figure['ours_s']:6.2f}"
        print(line)
    for figure in figures:
        if figure["what"] != "agreement":
            continue
        off = figure["dual_objective"] / figure["libsvm_dual_objective"] - 1
        print(f"{figure['data']}: labels equal {100 * figure['labels_equal_float64']:.3f} % (float64), "
              f"{100 * figure['labels_equal_float32']:.3f} % (float32); dual objective off by {off:.1e}; "
              f"{figure['support_vectors']} support vectors ({figure['libsvm_support_vectors']}), "
              f"{figure['iterations']} iterations ({figure['libsvm_iterations']})")
    print(f"load average at the end {load()}")


if __name__ == "__main__":
    main()
