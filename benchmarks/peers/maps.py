#!/usr/bin/env python3
"""Feature maps beside scikit-learn: the same n, d and D, one thread each, interleaved in one run.

Runs bench_maps (its path as argument, or found under build/) and scikit-learn's RBFSampler.transform
in turns, and prints for every case the median rate of each and their ratio, by the wall clock and by
CPU time: on a quiet machine the two agree, on a busy one only the second means something. Both sides
allocate their output inside the clock. Needs python3-sklearn.
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
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = [
    # name of the benchmark, n, d, D, floor of the ratio
    ("transform/random_maclaurin/polynomial", 20000, 22, 1000, 1.5),
    ("transform/random_maclaurin_h01/polynomial", 20000, 22, 1000, 0.7),
    ("transform/random_fourier/gaussian", 20000, 22, 1000, 1.5),
    ("transform/quasi_fourier/gaussian", 20000, 22, 1000, 1.5),
]


class Rates(typing.NamedTuple):
    """Random features a second."""
    wall: float
    cpu: float


def find_program(given):
    if given:
        return pathlib.Path(given)
    found = sorted(ROOT.glob("build/*/benchmarks/bench_maps"), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit("bench_maps was not found under build/: build it first, or give its path")
    return found[-1]


def our_rate(program, name, n, d, D):
    full_name = f"{name}/n:{n}/d:{d}/D:{D}/threads:1/real_time"
    command = [str(program), f"--benchmark_filter=^{full_name}$", "--benchmark_format=json",
               "--benchmark_min_time=0.3"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result = json.loads(output)["benchmarks"][0]
    return Rates(result["features_per_second"],
                 result["features_per_second"] * result["real_time"] / result["cpu_time"])


def peer_rate(sampler, x, D):
    wall, cpu = time.perf_counter(), time.process_time()
    repeats = 0
    while time.perf_counter() - wall < 0.3:
        sampler.transform(x)
        repeats += 1
    features = repeats * len(x) * D
    return Rates(features / (time.perf_counter() - wall), features / (time.process_time() - cpu))


def print_setting(program):
    import numpy
    import sklearn
    print(f"program {os.path.relpath(program, ROOT)}; scikit-learn {sklearn.__version__}, "
          f"NumPy {numpy.__version__}")
    try:
        import threadpoolctl
        for pool in threadpoolctl.threadpool_info():
            print(f"{pool['user_api']}: {pool['internal_api']} {pool['version']}, "
                  f"{pool.get('architecture', 'unknown')} kernels, {pool['num_threads']} thread(s)")
    except ImportError:
        print("BLAS: unknown (python3-threadpoolctl is absent)")
    print(f"OPENBLAS_CORETYPE {os.environ.get('OPENBLAS_CORETYPE', 'not set')}; "
          f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")


def compare(program, case, rounds):
    import numpy
    from sklearn.kernel_approximation import RBFSampler
    name, n, d, D, floor = case
    x = numpy.random.RandomState(1).standard_normal((n, d)) / numpy.sqrt(d)
    sampler = RBFSampler(n_components=D, random_state=1).fit(x)
    sampler.transform(x)  # warm-up; the program has its own
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(our_rate(program, name, n, d, D))
        theirs.append(peer_rate(sampler, x, D))
    ratios = [a.wall / b.wall for a, b in zip(ours, theirs)]
    cpu_ratios = [a.cpu / b.cpu for a, b in zip(ours, theirs)]
    median = statistics.median
    print(f"{name:42} {n:6} {d:4} {D:5} {median(r.wall for r in ours) / 1e6:9.1f} "
          f"{median(r.wall for r in theirs) / 1e6:8.1f} {median(ratios):6.2f} "
          f"{min(ratios):6.2f} {max(ratios):6.2f} {median(cpu_ratios):9.2f} {floor:6.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="path of bench_maps")
    parser.add_argument("--rounds", type=int, default=7, help="pairs of measurements (default 7)")
    arguments = parser.parse_args()
    try:
        import sklearn  # noqa: F401
    except ImportError:
        sys.exit("this comparison needs scikit-learn (Debian: python3-sklearn), which is not installed")
    program = find_program(arguments.program)
    print_setting(program)
    print(f"{'case':42} {'n':>6} {'d':>4} {'D':>5} {'ours M/s':>9} {'RBF M/s':>8} "
          f"{'ratio':>6} {'least':>6} {'most':>6} {'CPU ratio':>9} {'floor':>6}")
    for case in CASES:
        compare(program, case, arguments.rounds)
    print("rates: millions of random features a second; ratio: median over the pairs")
    print(f"load average at the end {' '.join(f'{load:.2f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
