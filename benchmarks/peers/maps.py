#!/usr/bin/env python3
"""Feature maps beside scikit-learn: the same n, d and D, one thread each, interleaved in one run.

Runs bench_maps (its path as argument, or found under build/) and scikit-learn's RBFSampler.transform
(PolynomialCountSketch's for tensor_sketch) in turns, and prints for every case the median rate of
each and their ratio, the best rates' ratio, and the ratio by CPU time: on a quiet machine they agree,
on a busy one only the last means something. Both sides allocate their output inside the clock.
Then the same maps in float32 beside float64.
Without scikit-learn: how signed circulant features compare with dense random kernel features over d,
Fastfood and SORF with dense random Fourier features, Walsh-Hadamard sketches of a cubic kernel with dense ones, how long
optimised Maclaurin features take to draw, positive features with random Fourier features, quadrature with butterflies with SORF, and Taylor features of few non-zeros over d. Needs python3-sklearn.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import typing

from floors import Floors
from programs import ROOT, find_program, load, machine, use_one_thread

use_one_thread()  # before NumPy loads its BLAS

CASES = [
    # name of the benchmark, n, d, D, floor of the ratio, the peer
    ("transform/random_maclaurin/polynomial", 20000, 22, 1000, 3.1, "RBFSampler"),
    ("transform/random_maclaurin_h01/polynomial", 20000, 22, 1000, 1.5, "RBFSampler"),
    ("transform/random_fourier/gaussian", 20000, 22, 1000, 3.0, "RBFSampler"),
    ("transform/quasi_fourier/gaussian", 20000, 22, 1000, 3.0, "RBFSampler"),
    ("transform/random_kernel_rademacher_2/anova", 20000, 22, 1000, 3.4, "RBFSampler"),
    ("transform/random_kernel_rademacher_3/anova", 20000, 22, 1000, 2.3, "RBFSampler"),
    ("transform/random_kernel_rademacher/all_subsets", 20000, 22, 1000, 2.9, "RBFSampler"),
    ("transform/tensor_sketch_3/polynomial", 20000, 22, 1000, 20.0, "PolynomialCountSketch"),
]
# d, and the least times that the circulant map at D = 8192 is to be faster than the dense one, with
# signs on the rows and on the columns
CIRCULANT = [(16, None), (22, None), (32, None), (64, None), (128, None), (256, None), (512, (14, 9)), (784, None),
             (1024, None), (4096, (50, 40))]
STRUCTURED_FLOOR = 14
# Walsh-Hadamard sketches of a cubic kernel against dense features, and the most that complex to
# real may cost beside real.
SRHT_FLOOR, CTR_MOST = 8, 2.2
# Dense maps, how many times as fast features in float32 are to be.
FLOAT_FLOOR = 1.8


class Rates(typing.NamedTuple):
    """Random features a second."""
    wall: float
    cpu: float


def our_rate(program, name, n, d, D):
    return rates(program, f"{name}/n:{n}/d:{d}/D:{D}/threads:1/real_time")


def rates(program, full_name):
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
    print(f"OPENBLAS_CORETYPE {os.environ.get('OPENBLAS_CORETYPE', 'not set')}; load average {load()}")


def new_peer(name, D):
    from sklearn import kernel_approximation
    if name == "RBFSampler":
        return kernel_approximation.RBFSampler(n_components=D, random_state=1)
    return kernel_approximation.PolynomialCountSketch(n_components=D, degree=3, coef0=1, random_state=1)


def compare(program, case, rounds, floors):
    import numpy
    name, n, d, D, floor, peer = case
    x = numpy.random.RandomState(1).standard_normal((n, d)) / numpy.sqrt(d)
    sampler = new_peer(peer, D).fit(x)
    sampler.transform(x)  # warm-up; the program has its own
    ours, theirs, blocks = [], [], []
    for _ in range(rounds):
        ours.append(our_rate(program, name, n, d, D))
        blocks.append(our_rate(program, name.replace("transform", "blocks"), n, d, D))
        theirs.append(peer_rate(sampler, x, D))
    ratios = [a.wall / b.wall for a, b in zip(ours, theirs)]
    cpu_ratios = [a.cpu / b.cpu for a, b in zip(ours, theirs)]
    median = statistics.median
    best = max(r.wall for r in ours) / max(r.wall for r in theirs)
    best_cpu = max(r.cpu for r in ours) / max(r.cpu for r in theirs)
    print(f"{name:46} {n:6} {d:4} {D:5} {median(r.wall for r in ours) / 1e6:9.1f} "
          f"{median(r.wall for r in theirs) / 1e6:8.1f} {median(ratios):6.2f} "
          f"{min(ratios):6.2f} {max(ratios):6.2f} {best:6.2f} {median(cpu_ratios):9.2f} {best_cpu:8.2f} "
          f"{floor:6.2f} {median(a.wall / b.wall for a, b in zip(blocks, theirs)):7.2f}")
    # Best against best: on a busy machine the other side may take ten times as long in one round as
    # in the next.
    floors.add(name.removeprefix("transform/"), peer, best, floor)


def best_cpu_time(program, name, rounds):
    """CPU seconds of the best of several runs, up to a constant: the reciprocal of the rate."""
    return 1 / max(rates(program, name).cpu for _ in range(rounds))


def compare_floats(program, rounds, floors):
    print(f"\nfeatures in float32 against those in float64 of the same map, CPU time, best of {rounds}")
    print(f"{'case':46} {'n':>6} {'d':>4} {'D':>5} {'M/s':>9} {'ratio':>6} {'least':>6} {'most':>6} {'floor':>6}")
    for name, n, d, D, _, peer in CASES:
        pairs = [(our_rate(program, name.replace("transform", "float32"), n, d, D).cpu, our_rate(program, name, n, d, D).cpu)
                 for _ in range(rounds)]
        ratios = [a / b for a, b in pairs]
        best = max(a for a, _ in pairs) / max(b for _, b in pairs)
        dense = peer == "RBFSampler"
        print(f"{name:46} {n:6} {d:4} {D:5} {max(a for a, _ in pairs) / 1e6:9.1f} {best:6.2f} "
              f"{min(ratios):6.2f} {max(ratios):6.2f} {FLOAT_FLOOR if dense else '':>6}")
        if dense:
            floors.add(f"{name.removeprefix('transform/')} in float32", "float64", best, FLOAT_FLOOR)


def compare_circulant(program, rounds, floors):
    print(f"\nsigned_circulant_kernel against random_kernel, ANOVA of order 2, D = 8192, n = 1000, CPU time, "
          f"best of {rounds}")
    print(f"{'d':>6} {'rows':>8} {'columns':>8} {'floors':>8}")
    crossing, times = None, {}
    for d, floor in CIRCULANT:
        ending = f"anova/n:1000/d:{d}/D:8192/threads:1/real_time"
        dense, rows, columns = (best_cpu_time(program, f"transform/{name}/{ending}", rounds) for name in (
            "random_kernel", "signed_circulant_kernel", "signed_circulant_kernel_columns"))
        times[d] = rows
        crossing = d if crossing is None and rows < dense else crossing
        print(f"{d:6} {dense / rows:8.2f} {dense / columns:8.2f} {f'{floor[0]}, {floor[1]}' if floor else '':>8}")
        if floor:
            for signs, time_of, least in (("rows", rows, floor[0]), ("columns", columns, floor[1])):
                floors.add(f"signed_circulant_kernel, signs on {signs}, d = {d}", "random_kernel", dense / time_of, least)
    print(f"time at d = 4096 over time at d = 512: {times[4096] / times[512]:.2f} (at most 2.2); "
          f"first faster at d = {crossing}")


def compare_structured(program, rounds, floors):
    ending = "gaussian/n:5000/d:1024/D:4096/threads:1/real_time"
    dense, fastfood, sorf = (best_cpu_time(program, f"transform/{name}/{ending}", rounds) for name in (
        "random_fourier", "fastfood", "orthogonal_fourier_sorf"))
    print(f"\nagainst dense random_fourier, d = 1024, D = 4096, n = 5000, CPU time, best of {rounds}: "
          f"fastfood {dense / fastfood:.2f} times faster, SORF {dense / sorf:.2f} (at least {STRUCTURED_FLOOR})")
    for name, time_of in (("fastfood", fastfood), ("orthogonal_fourier, SORF", sorf)):
        floors.add(f"{name}, d = 1024, D = 4096", "random_fourier", dense / time_of, STRUCTURED_FLOOR)


def compare_sketches(program, rounds, floors):
    ending = "homogeneous_polynomial/n:2000/d:784/D:4096/threads:1/real_time"

    def time_of(name):
        return best_cpu_time(program, f"transform/{name}/{ending}", rounds)

    dense = time_of("random_maclaurin")
    print(f"\npolynomial_sketch against dense random_maclaurin, <x, y>^3, d = 784, D = 4096, n = 2000, CPU time, best of {rounds}: "
          f"times faster (srht at least {SRHT_FLOOR}), and the time of complex_to_real over that of real (at most {CTR_MOST})")
    print(f"{'projection':12} {'faster':>7} {'complex_to_real':>16}")
    for projection in ("rademacher", "gaussian", "srht", "srht_joint"):
        real, pairs = (time_of(f"polynomial_sketch_{projection}_{field}") for field in ("real", "complex_to_real"))
        print(f"{projection:12} {dense / real:7.2f} {pairs / real:16.2f}")
        name = f"polynomial_sketch, {projection}, d = 784, D = 4096"
        floors.add(f"{name}, complex_to_real, time", "the same, real", pairs / real, CTR_MOST, at_most=True)
        if projection.startswith("srht"):
            floors.add(name, "random_maclaurin", dense / real, SRHT_FLOOR)


def compare_drawing(program, rounds, floors):
    n, D = 5000, 1024
    time = n * D * best_cpu_time(program, f"draw/random_maclaurin_optimal/polynomial/n:{n}/d:784/D:{D}/threads:1/real_time", rounds)
    print(f"\nrandom_maclaurin with law optimal drawn from {n} rows of 784 columns, CPU time, best of {rounds}: {time:.2f} s (at most 0.5)")
    floors.add("random_maclaurin, law optimal, drawn from 5000 rows, d = 784, seconds", "the clock", time, 0.5, at_most=True)


def compare_coupled(program, rounds, floors):
    """Times for as many columns: a rate counts D, and a point of quadrature for the Gaussian kernel has two columns."""
    print(f"\npositive_features over random_fourier, time of as many columns, CPU time, best of {rounds} (at most 1.2)")
    for kernel, n, d, D in (("gaussian", 20000, 22, 1000), ("exponential", 20000, 22, 1000), ("gaussian", 4000, 784, 2048)):
        ending = f"n:{n}/d:{d}/D:{D}/threads:1/real_time"
        ours, theirs = (best_cpu_time(program, f"transform/{name}/{ending}", rounds)
                        for name in (f"positive_features/{kernel}", "random_fourier/gaussian"))
        print(f"{kernel:12} d = {d:4} {ours / theirs:6.2f}")
        floors.add(f"positive_features, {kernel}, d = {d}, time", "random_fourier", ours / theirs, 1.2, at_most=True)
    print(f"\nquadrature with butterflies over SORF with cosines and sines, time of as many columns, CPU time, best of {rounds} (at most 1)")
    for d in (64, 256, 1024):
        points = 2080 // (2 * (d + 1)) * 2 * (d + 1)
        sorf = best_cpu_time(program, f"transform/orthogonal_fourier_sorf_cos_sin/gaussian/n:5000/d:{d}/D:{2 * points}/threads:1/"
                             "real_time", rounds)
        for kernel, D, columns in (("gaussian", points, 2), ("arc_cosine", 2 * points, 1)):
            ours = best_cpu_time(program, f"transform/quadrature_butterfly/{kernel}/n:5000/d:{d}/D:{D}/threads:1/real_time", rounds)
            print(f"{kernel:12} d = {d:4} {ours / columns / sorf:6.2f}")
            floors.add(f"quadrature, butterfly, {kernel}, d = {d}, time", "orthogonal_fourier, SORF", ours / columns / sorf, 1,
                       at_most=True)


def compare_taylor(program, rounds, floors):
    few, many = (best_cpu_time(program, f"transform/taylor/exponential/n:20000/d:{d}/D:680/nonzeros:14/threads:1/"
                               "real_time", rounds) for d in (123, 12300))
    print(f"\ntaylor, degree 3, rows of 14 non-zeros: time at d = 12300 over time at d = 123, best of {rounds}: "
          f"{many / few:.2f} (at most 1.3)")
    floors.add("taylor, time at d = 12300", "the same at d = 123", many / few, 1.3, at_most=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="path of bench_maps")
    parser.add_argument("--rounds", type=int, default=7, help="pairs of measurements (default 7)")
    parser.add_argument("--floors", metavar="FILE", help="file for the figures that have floors (floors.py)")
    arguments = parser.parse_args()
    try:
        import sklearn  # noqa: F401
    except ImportError:
        sys.exit("this comparison needs scikit-learn (Debian: python3-sklearn), which is not installed")
    program = find_program("bench_maps", arguments.program)
    print_setting(program)
    floors = Floors(machine())
    print(f"{'case':46} {'n':>6} {'d':>4} {'D':>5} {'ours M/s':>9} {'peer M/s':>8} "
          f"{'ratio':>6} {'least':>6} {'most':>6} {'best':>6} {'CPU ratio':>9} {'best CPU':>8} {'floor':>6} {'blocks':>7}")
    for case in CASES:
        compare(program, case, arguments.rounds, floors)
    print("rates: millions of random features a second; ratio: median over the pairs; best: best against best; "
          "blocks: ratio where the features go into a block that stays in cache, as learners that stream have them")
    compare_floats(program, arguments.rounds, floors)
    compare_circulant(program, arguments.rounds, floors)
    compare_structured(program, arguments.rounds, floors)
    compare_sketches(program, arguments.rounds, floors)
    compare_drawing(program, arguments.rounds, floors)
    compare_coupled(program, arguments.rounds, floors)
    compare_taylor(program, arguments.rounds, floors)
    floors.write(arguments.floors)
    print(f"load average at the end {load()}")


if __name__ == "__main__":
    main()
