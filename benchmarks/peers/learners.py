#!/usr/bin/env python3
"""Our learners beside LIBSVM, LIBLINEAR and scikit-learn: the same rows and parameters, one thread each, in one run.

Runs two programs (found under build/, or in the folder given as second argument) on the data folder given. bench_learners
times exact_blocked and libsvm in turns on 20,000 training rows and the whole test file of a9a and ijcnn1, and on made rows of
26 classes (dense) and 105 (sparse), Gaussian kernel; then scikit-learn's SVC is timed on the rows of the files.
bench_linear_learners times dense_dual and liblinear in turns on random Maclaurin features of ijcnn1; then scikit-learn's
LinearSVC is timed on the features of the first round. Prints seconds, ratios and their floors, and objective against time. Without python3-sklearn its columns stay empty.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from floors import Floors
from programs import ROOT, find_program, load, machine, use_one_thread

use_one_thread()  # before NumPy loads its BLAS

TRAINING_ROWS = 20000
COST = 0.01  # of the linear machines
DATA = {
    # files under the data folder, columns, gamma
    "a9a": ("adult/a9a", "adult/a9a.t", 123, 0.05),
    "ijcnn1": ("ijcnn1/ijcnn1.bz2", "ijcnn1/ijcnn1.t.bz2", 22, 1.0),
}


def our_figures(*command):
    output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def svc_seconds(folder, name, rounds):
    """Medians of SVC's seconds of training and of prediction."""
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


def linear_svc(path, rounds):
    """LinearSVC on the labels and features of the file: the median of its seconds and its last objective."""
    import warnings
    import numpy
    from sklearn.svm import LinearSVC
    warnings.simplefilter("ignore")  # of the iteration limit
    values = numpy.fromfile(path)
    y, z = values[:TRAINING_ROWS], values[TRAINING_ROWS:].reshape(TRAINING_ROWS, -1)
    seconds = []
    for seed in range(1, rounds + 1):
        start = time.perf_counter()
        model = LinearSVC(loss="hinge", C=COST, tol=0.01, fit_intercept=False, random_state=seed).fit(z, y)
        seconds.append(time.perf_counter() - start)
    w = model.coef_[0]
    objective = w @ w / 2 + COST * numpy.maximum(0, 1 - y * (z @ w)).sum()
    return statistics.median(seconds), objective


def print_ratios(figures, peer, peer_of):
    """One line for each figure that has a ratio; peer_of(figure) gives scikit-learn's seconds or None."""
    print(f"{'data':16} {'':16} {'beside':30} {'ours s':>8} {'peer s':>8} {'ratio':>6} {'CPU':>6} {'floor':>6} {peer + ' s':>11} {'ratio':>6}")
    for figure in figures:
        if "ratio" not in figure:
            continue
        floor = f"{figure['floor']:6.1f}" if figure["floor"] else f"{'':6}"
        line = (f"{figure['data']:16} {figure['what']:16} {figure['peer']:30} {figure['ours_s']:8.3f} {figure['peer_s']:8.3f} "
                f"{figure['ratio']:6.2f} {figure['cpu_ratio']:6.2f} {floor}")
        seconds = peer_of(figure)
        if seconds is not None:
            line += f" {seconds:11.3f} {seconds / figure['ours_s']:6.2f}"
        print(line)


def add_floors(figures, floors):
    for figure in figures:
        if figure.get("floor"):
            floors.add(f"{figure['data'].replace('_', ' ')}, {figure['what']}", figure["peer"], figure["ratio"], figure["floor"])


def exact_machines(programs, folder, rounds, has_peer, floors):
    figures = our_figures(programs / "bench_learners", folder, rounds)
    peers = {name: svc_seconds(folder, name, rounds) for name in DATA} if has_peer else {}

    def peer_of(figure):
        if figure["data"] not in peers or "threads" in figure["what"]:
            return None
        return peers[figure["data"]][0 if figure["what"] == "train" else 1]

    print_ratios(figures, "SVC", peer_of)
    add_floors(figures, floors)
    for figure in figures:
        if figure["what"] != "agreement":
            continue
        off = figure["dual_objective"] / figure["libsvm_dual_objective"] - 1
        print(f"{figure['data']}: labels equal {100 * figure['labels_equal_float64']:.3f} % (float64), "
              f"{100 * figure['labels_equal_float32']:.3f} % (float32), "
              f"{100 * figure['labels_equal_2_threads']:.3f} % trained on two threads beside one; dual objective off by {off:.1e}; "
              f"{figure['support_vectors']} support vectors ({figure['libsvm_support_vectors']}), "
              f"{figure['iterations']} iterations ({figure['libsvm_iterations']}); accuracy {figure['accuracy']:.4f}")


def print_objectives(figures):
    print("objectives at the tolerance 0.01, relative to liblinear's, and passes:")
    for figure in figures:
        if figure["what"] != "objectives":
            continue
        differences = "  ".join(f"{name} {figure[name] / figure['liblinear'] - 1:+.1e} ({figure['passes_' + name]})"
                                for name in ("float64", "float32"))
        print(f"  map {figure['seed']}: liblinear {figure['liblinear']:.8f} ({figure['passes_liblinear']})  {differences}")


def print_curves(figures, optimum):
    """Relative excess over the best objective known against seconds of the whole fit, by tolerance."""
    print("map 1, objective against time: seconds (passes) and relative excess over the optimum, by tolerance")
    solvers = ("float64", "float32", "liblinear")
    print(f"  {'eps':>7}" + "".join(f"{solver:>28}" for solver in solvers))
    points = {(figure["eps"], figure["solver"]): figure for figure in figures if figure["what"] == "curve"}
    for eps in sorted({key[0] for key in points}, reverse=True):
        row = [points[eps, solver] for solver in solvers]
        print(f"  {eps:7g}" + "".join(f"{point['seconds']:9.3f} {'(%d)' % point['passes']:>7} {point['objective'] / optimum - 1:10.1e}"
                                      for point in row))


def linear_machines(programs, folder, rounds, has_peer, csv, floors):
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary) / "features"
        figures = our_figures(programs / "bench_linear_learners", folder, rounds, *([path] if has_peer else []))
        peer, peer_objective = linear_svc(path, rounds) if has_peer else (None, None)
    print_ratios(figures, "LinearSVC", lambda figure: peer if figure["floor"] else None)
    add_floors(figures, floors)
    print_objectives(figures)
    end = next(figure for figure in figures if figure["what"] == "optimum")
    optimum = min(end["float64"], end["liblinear"])
    print_curves(figures, optimum)
    print(f"map 1, optimum: duality gap of float64 {end['gap'] / optimum:.1e} of it ({end['passes_float64']} passes); "
          f"liblinear's at the tolerance 1e-6 {end['liblinear'] / end['float64'] - 1:+.1e} ({end['passes_liblinear']} passes); "
          f"float32 {end['float32'] / end['float64'] - 1:+.1e}"
          + (f"; LinearSVC at 0.01 {peer_objective / end['float64'] - 1:+.1e}" if has_peer else ""))
    if csv:
        with open(csv, "w", encoding="utf-8") as out:
            out.write("solver,eps,seconds,cpu_s,passes,objective\n")
            for figure in figures:
                if figure["what"] == "curve":
                    out.write(",".join(str(figure[key]) for key in ("solver", "eps", "seconds", "cpu_s", "passes", "objective")) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="with adult/a9a, adult/a9a.t, ijcnn1/ijcnn1.bz2 and ijcnn1.t.bz2")
    parser.add_argument("programs", nargs="?", type=pathlib.Path, help="folder of bench_learners and bench_linear_learners")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default 5)")
    parser.add_argument("--only", choices=("exact", "linear"), help="one of the two comparisons")
    parser.add_argument("--csv", help="file for the points of objective against time")
    parser.add_argument("--floors", metavar="FILE", help="file for the figures that have floors (floors.py)")
    arguments = parser.parse_args()
    try:
        import sklearn
        print(f"scikit-learn {sklearn.__version__}")
        has_peer = True
    except ImportError:
        print("scikit-learn is not installed (Debian: python3-sklearn): its columns stay empty")
        has_peer = False
    programs = arguments.programs or find_program("bench_linear_learners", None).parent
    print(f"programs of {os.path.relpath(programs, ROOT)}; load average {load()}")
    floors = Floors(machine())
    if arguments.only != "linear":
        exact_machines(programs, arguments.folder, arguments.rounds, has_peer, floors)
    if arguments.only != "exact":
        linear_machines(programs, arguments.folder, arguments.rounds, has_peer, arguments.csv, floors)
    floors.write(arguments.floors)
    print(f"load average at the end {load()}")


if __name__ == "__main__":
    main()
