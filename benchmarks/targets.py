#!/usr/bin/env python3
"""Whether the D that `mercer doctor --target` chooses brings the Gram error to the target.

For every map with a formula, on kernels that it takes and rows of MNIST, cod-rna, adult and usps (divided by their largest norm):
the D chosen, the seconds that choosing took, and the mean error of ten draws (--draws) at that D over the target. A mean within a
tenth of the target is told as within. The standard error of the mean stands beside it; then the root of the mean square over what
theory expects, which is a root of a mean square, and by how many standard errors the mean square differs from it: beyond 4 theory is
contradicted, if the draws are hundreds (of ten, most are below an expectation that rare large errors make). Where D = 1 is enough nothing can be told of the target. MERCER_DATA names the folder of the data sets.
"""

import argparse
import bz2
import gzip
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = 5000

ANGLES = {"name": "skeleton", "nodes": [{"type": "input", "space": "angle", "scale": 1},
                                        {"type": "fully_connected", "activation": "relu"}]}
WAVES = {"name": "gaussian", "sigma": 0.5}
SCALAR = {"name": "homogeneous_polynomial", "degree": 2}
KERNELS = {
    "gaussian": {"name": "gaussian", "sigma": "mean_distance"},
    "laplacian": {"name": "laplacian", "sigma": 20},
    "cubic": {"name": "polynomial", "degree": 3, "offset": 1},
    "square": SCALAR,
    "exponential": {"name": "exponential", "sigma": 1},
    "anova": {"name": "anova", "order": 2},
    "subsets": {"name": "all_subsets"},
    "composed": {"name": "composed", "outer": {"name": "exponential", "sigma": 1}, "inner": WAVES},
    "sum": {"name": "sum", "of": [WAVES, SCALAR]},
    "product": {"name": "product", "of": [WAVES, SCALAR]},
    "angles": ANGLES,
}
MAPS = [
    ("gaussian", {"name": "random_fourier"}),
    ("gaussian", {"name": "random_fourier", "variant": "cos_sin"}),
    ("gaussian", {"name": "random_fourier", "variant": "complex"}),
    ("gaussian", {"name": "orthogonal_fourier"}),
    ("gaussian", {"name": "orthogonal_fourier", "variant": "cos_offset"}),
    ("gaussian", {"name": "orthogonal_fourier", "variant": "complex"}),
    ("gaussian", {"name": "quasi_fourier", "sequence": "monte_carlo"}),
    ("laplacian", {"name": "random_fourier"}),
    ("cubic", {"name": "random_maclaurin"}),
    ("cubic", {"name": "random_maclaurin", "h01": True}),
    ("cubic", {"name": "tensor_sketch"}),
    ("square", {"name": "random_maclaurin"}),
    ("square", {"name": "tensor_sketch"}),
    ("exponential", {"name": "random_maclaurin"}),
    ("exponential", {"name": "random_maclaurin", "h01": True}),
    ("anova", {"name": "random_kernel"}),
    ("anova", {"name": "random_kernel", "distribution": "gaussian"}),
    ("anova", {"name": "random_kernel", "distribution": "uniform"}),
    ("anova", {"name": "random_kernel", "distribution": "laplace"}),
    ("subsets", {"name": "random_kernel"}),
    ("composed", {"name": "composed_maclaurin", "inner": {"name": "random_fourier"}}),
    ("sum", {"name": "sum_features", "of": [{"name": "random_fourier"}, {"name": "random_maclaurin"}]}),
    ("product", {"name": "product_features", "of": [{"name": "random_fourier"}, {"name": "random_maclaurin"}]}),
    ("angles", {"name": "skeleton_features"}),
    ("angles", {"name": "random_network"}),
]


def libsvm(lines):
    for line in lines:
        words = line.split()
        if words:
            yield {int(column): float(value) for column, value in (word.split(":") for word in words[1:])}


def mnist(folder):
    with gzip.open(folder / "train-images-idx3-ubyte.gz") as file:
        pixels = file.read()[16:]
    for i in range(len(pixels) // 784):
        yield {j + 1: float(v) for j, v in enumerate(pixels[784 * i:784 * (i + 1)]) if v}


SETS = {
    "mnist": lambda data: mnist(data / "mnist"),
    "cod-rna": lambda data: libsvm(open(data / "cod-rna" / "cod-rna")),
    "adult": lambda data: libsvm(open(data / "adult" / "a9a")),
    "usps": lambda data: libsvm(bz2.open(data / "usps" / "usps.rebuilt.bz2", "rt")),
}


def write_rows(data, name, path):
    """A sample of the rows; columns of cod-rna, whose units differ by a thousand, are scaled to a largest size of 1."""
    rows = list(SETS[name](data))
    rows = random.Random(1).sample(rows, min(ROWS, len(rows)))
    if name == "cod-rna":
        largest = {}
        for row in rows:
            for column, value in row.items():
                largest[column] = max(largest.get(column, 0), abs(value))
        rows = [{column: value / largest[column] for column, value in row.items()} for row in rows]
    norm = max(math.sqrt(sum(value * value for value in row.values())) for row in rows)
    with open(path, "w") as out:
        for row in rows:
            out.write("1 " + " ".join(f"{column}:{value / norm:.9g}" for column, value in sorted(row.items())) + "\n")


def ask(program, rows, kernel, feature_map, folder, options):
    (folder / "kernel.json").write_text(json.dumps(kernel))
    (folder / "map.json").write_text(json.dumps(feature_map))
    words = [program, "doctor", "--kernel", f"@{folder / 'kernel.json'}", "--map", f"@{folder / 'map.json'}", "--rows", rows,
             "--target", str(options.target), "--draws", str(options.draws), "--json"]
    done = subprocess.run(words, capture_output=True, text=True)
    return (json.loads(done.stdout), "") if done.returncode == 0 else (None, done.stderr.strip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mercer", default=ROOT / "build/release/tools/mercer")
    parser.add_argument("--target", type=float, default=0.1)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    options = parser.parse_args()
    data = pathlib.Path(os.environ["MERCER_DATA"])
    within = total = contradicted = 0
    slowest = 0
    print("| data | kernel | map | D | chosen in (s) | mean / target | its standard error | root mean square / theory | z | |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in options.sets:
            write_rows(data, name, folder / name)
            for kernel, feature_map in MAPS:
                text = ", ".join([feature_map["name"]] + [f"{k}={v}" for k, v in feature_map.items()
                                                         if k != "name" and not isinstance(v, (dict, list))])
                found, why = ask(options.mercer, folder / name, KERNELS[kernel], feature_map, folder, options)
                if found is None or found["measured"] is None or found["source"] != "theory":
                    why = why or ("no formula" if found["source"] != "theory" else "not measured")
                    print(f"| {name} | {kernel} | {text} | {found['D'] if found else ''} | | | | | | {why} |", flush=True)
                    continue
                squares = [error * error for error in found["errors"]]
                square, spread = statistics.mean(squares), statistics.stdev(squares) / math.sqrt(len(squares))
                z = (square - found["error_at_D"] ** 2) / math.hypot(spread, 2 * found["error_at_D"] * found["error_standard_error"])
                slowest = max(slowest, found["choosing_s"])
                contradicted += abs(z) > 4
                word = "least D"
                if found["D"] > 1:
                    is_within = abs(found["measured"] / options.target - 1) <= 0.1
                    total += 1
                    within += is_within
                    word = "" if is_within else "beyond"
                print(f"| {name} | {kernel} | {text} | {found['D']} | {found['choosing_s']:.2f} | "
                      f"{found['measured'] / options.target:.3f} | {found['measured_sd'] / math.sqrt(len(squares)) / options.target:.3f} | "
                      f"{math.sqrt(square) / found['error_at_D']:.3f} | {z:.1f} | {word} |", flush=True)
    print(f"\n{within} of {total} means within a tenth of the target {options.target}; |z| above 4 in {contradicted}; "
          f"the slowest choice took {slowest:.2f} s")


if __name__ == "__main__":
    main()
