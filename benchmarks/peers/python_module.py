#!/usr/bin/env python3
"""The Python module beside the library and beside scikit-learn: one thread each, in turns within one run.

What the call of RandomFeatures.transform adds to the library's work, at most: the time of the same call with D = 1, which is that of
checking and reading the rows, and of one feature. How many times RBFSampler.transform's rate it has, in float64 and float32, by the same dense law and by orthogonal frequencies of Hadamard matrices;
how long imports take. CPU time, best against best of the rounds. Then both sides as they are by default, on as many threads as there
are cores, by wall clock. Needs the module (PYTHONPATH=build/release/python) and python3-sklearn.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import time

from floors import Floors
from programs import load, machine, use_one_thread

use_one_thread()  # before NumPy loads its BLAS

SIZES = [(10000, 784, 4096), (20000, 22, 1000)]
MOST_ADDED, RBF_FLOOR, IMPORT_MOST = 2, 2, 0.2


def seconds(transform, x):
    begin, repeats = time.process_time(), 0
    while repeats == 0 or time.process_time() - begin < 0.3:
        transform(x)
        repeats += 1
    return (time.process_time() - begin) / repeats


def wall_seconds(transform, x):
    begin = time.perf_counter()
    transform(x)
    return time.perf_counter() - begin


def made_rows(n, d):
    import numpy
    return numpy.random.RandomState(1).standard_normal((n, d)) / numpy.sqrt(d)


def ours_of(x, D, threads, **more):
    import mercer
    return mercer.RandomFeatures(kernel_params={"sigma": 1.0}, D=D, threads=threads, **more).fit(x)


def samplers(x, D, threads):
    """Ours, ours of Hadamard matrices, and scikit-learn's."""
    from sklearn.kernel_approximation import RBFSampler
    return [ours_of(x, D, threads),
            ours_of(x, D, threads, map="orthogonal_fourier", map_params={"structure": "sorf", "variant": "cos_offset"}),
            RBFSampler(gamma=0.5, n_components=D, random_state=1).fit(x)]


def best_of(columns, rounds, what):
    taken = {name: [] for name in columns}
    for _ in range(rounds):
        for name, measure in columns.items():
            taken[name].append(measure())
    print(f"\n{what}, best of {rounds} (median)")
    for name, times in taken.items():
        print(f"  {name:22} {min(times):8.4f} ({statistics.median(times):.4f})")
    return {name: min(times) for name, times in taken.items()}


def compare(size, rounds, floors):
    import numpy
    n, d, D = size
    x = made_rows(n, d)
    floats, ordered = x.astype(numpy.float32), numpy.asfortranarray(x)
    ours, sorf, theirs = samplers(x, D, 1)
    theirs_of_floats, one = samplers(floats, D, 1)[2], ours_of(x, 1, 1)
    best = best_of({"ours": lambda: seconds(ours.transform, x), "ours, D = 1": lambda: seconds(one.transform, x),
                    "Fortran order, D = 1": lambda: seconds(one.transform, ordered), "Fortran order": lambda: seconds(ours.transform, ordered), "SORF": lambda: seconds(sorf.transform, x),
                    "RBFSampler": lambda: seconds(theirs.transform, x), "ours, float32": lambda: seconds(ours.transform, floats),
                    "RBFSampler, float32": lambda: seconds(theirs_of_floats.transform, floats)}, rounds,
                   f"n = {n}, d = {d}, D = {D}, CPU seconds of a transform on one thread")
    added = [100 * best["ours, D = 1"] / best["ours"], 100 * best["Fortran order, D = 1"] / best["Fortran order"]]
    print(f"  the call adds {added[0]:.2f} per cent at most, in Fortran order {added[1]:.2f}")
    if size == SIZES[0]:
        for order, percent in zip(("C", "Fortran"), added):
            floors.add(f"Python module, d = {d}, D = {D}, {order} order, per cent that the call adds", "the transform", percent, MOST_ADDED,
                       at_most=True)
    ratios = {"": best["RBFSampler"] / best["ours"], ", float32": best["RBFSampler, float32"] / best["ours, float32"],
              ", SORF": best["RBFSampler"] / best["SORF"]}
    for kind, ratio in ratios.items():
        print(f"  times as fast as RBFSampler{kind}: {ratio:.2f}")
        floors.add(f"Python module, d = {d}, D = {D}{kind}", "RBFSampler", ratio, RBF_FLOOR)


def compare_defaults(size, rounds, floors):
    """All cores on both sides: scikit-learn's product is on all of them, its cosines on one."""
    import os

    import threadpoolctl
    n, d, D = size
    x = made_rows(n, d)
    ours, _, theirs = samplers(x, D, None)
    with threadpoolctl.threadpool_limits(limits=len(os.sched_getaffinity(0))):
        best = best_of({"ours": lambda: wall_seconds(ours.transform, x), "RBFSampler": lambda: wall_seconds(theirs.transform, x)},
                       3 * rounds, f"n = {n}, d = {d}, D = {D}, wall seconds of a transform on all cores")
    ratio = best["RBFSampler"] / best["ours"]
    print(f"  times as fast as RBFSampler: {ratio:.2f}")
    floors.add(f"Python module, d = {d}, D = {D}, all cores", "RBFSampler", ratio, RBF_FLOOR)


def measure_imports(rounds, floors):
    print(f"\nseconds of a fresh Python, best of {rounds}, less those of an empty one")
    lines = {"empty": "pass", "import mercer": "import mercer", "import numpy": "import numpy",
             "mercer.kernel": "import mercer; mercer.kernel", "sklearn.base": "import sklearn.base",
             "mercer.RandomFeatures": "import mercer; mercer.RandomFeatures"}
    best = {}
    for name, line in lines.items():
        times = []
        for _ in range(rounds):
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", line], check=True)
            times.append(time.perf_counter() - begin)
        best[name] = min(times)
    for name in list(lines)[1:]:
        print(f"  {name:22} {best[name] - best['empty']:8.4f}")
    floors.add("import mercer, seconds", "an empty Python", best["import mercer"] - best["empty"], IMPORT_MOST, at_most=True)
    floors.add("import mercer and mercer.kernel, seconds", "an empty Python", best["mercer.kernel"] - best["empty"], IMPORT_MOST,
               at_most=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="of measurements (default 7)")
    parser.add_argument("--floors", metavar="FILE", type=pathlib.Path, help="file for the figures that have floors (floors.py)")
    arguments = parser.parse_args()
    try:
        import mercer  # noqa: F401
        import sklearn  # noqa: F401
    except ImportError as error:
        sys.exit(f"this comparison needs the module on PYTHONPATH and scikit-learn (Debian: python3-sklearn): {error}")
    floors = Floors(machine())
    print(f"load average {load()}")
    for size in SIZES:
        compare(size, arguments.rounds, floors)
        compare_defaults(size, arguments.rounds, floors)
    measure_imports(arguments.rounds, floors)
    floors.write(arguments.floors)
    print(f"load average at the end {load()}")


if __name__ == "__main__":
    main()
