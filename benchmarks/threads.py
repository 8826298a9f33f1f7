#!/usr/bin/env python3
"""How much faster work on several threads is than on one.

Runs `mercer run --threads T` (the program's path as argument, or found under build/) on made rows for
each T in turns, and prints for each kind of work the least wall-clock time of its phase, the speed-up
over one thread, and the load average: on a machine that is busy with other work the ratio says little.
Gram errors and tuning have no phase of their own: their time is the whole run's. Two threads have floors.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

from peers.floors import Floors
from peers.programs import ROOT, load, machine

ROWS, COLUMNS = 40000, 64
TEST_ROWS, FEW_TEST_ROWS = 12000, 1000  # few where the whole run is timed, which reads them
RIDGE = {"name": "ridge", "lambda": 1e-3, "target": "classes"}


def mapped(name, **parameters):
    return {"map": {"name": name, **parameters}, "D": [4096], "learner": RIDGE}


# Name, method, kernel, the columns whose times are added up (none: the whole run's), training rows,
# the floor of two threads.
WORK = [
    ("random Fourier, transform", mapped("random_fourier"), "gaussian", ["transform_train_s"], ROWS, 1.6),
    ("random Maclaurin, transform", mapped("random_maclaurin"), "polynomial", ["transform_train_s"], ROWS, 1.6),
    ("Fastfood, transform", mapped("fastfood"), "gaussian", ["transform_train_s"], ROWS, 1.6),
    ("TensorSketch, transform", mapped("tensor_sketch"), "polynomial", ["transform_train_s"], ROWS, 1.6),
    ("ridge, fit", mapped("random_fourier"), "gaussian", ["fit_s"], ROWS, 1.7),
    ("exact_blocked, fit", {"learner": {"name": "exact_blocked", "cost": 1}}, "gaussian", ["fit_s"], 12000, 1.6),
    ("exact_blocked, predict", {"learner": {"name": "exact_blocked", "cost": 1}}, "gaussian", ["predict_s"], 12000, 1.7),
    ("kernel_ridge, fit", {"learner": {"name": "kernel_ridge", "target": "classes"}}, "gaussian", ["fit_s"], 6000, 1.7),
    ("kernel_ridge by conjugate gradients, fit", {"learner": {"name": "kernel_ridge", "target": "classes", "solver": "cg"}}, "gaussian",
     ["fit_s"], 12000, 1.7),
    ("Gram error, run", {"map": {"name": "random_fourier"}, "D": [1024]}, "gaussian", [], 12000, 1.7),
    ("tuning, run", {"learner": {"name": "exact_blocked", "cost": 1}}, "gaussian", [], 6000, 1.7),
]
TUNING = {"tuning, run": [{"method": "work", "grid": {"learner.cost": [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]}}]}
KERNELS = {"gaussian": {"name": "gaussian", "sigma": 8}, "polynomial": {"name": "polynomial", "degree": 3, "offset": 1}}


def write_rows(path, count):
    """Two classes by a quadratic form, so that machines keep many support vectors."""
    random.seed(1)
    with open(path, "w", encoding="ascii") as file:
        file.write(",".join(f"x{j}" for j in range(COLUMNS)) + ",y\n")
        for _ in range(count):
            row = [random.uniform(-1, 1) for _ in range(COLUMNS)]
            value = sum(a * b for a, b in zip(row[::2], row[1::2]))
            file.write(",".join(f"{x:.6g}" for x in row) + f",{1 if value > 0 else -1}\n")


def seconds(program, folder, work, threads):
    name, method, kernel, columns, rows, _ = work
    tested = TEST_ROWS if columns else FEW_TEST_ROWS
    data = folder / f"{rows + tested}.csv"
    if not data.exists():
        write_rows(data, rows + tested)
    config = {"experiment": "bench/threads", "repetitions": 1,
              "datasets": [{"path": str(data), "header": True, "label": "y",
                            "split": {"train_fraction": rows / (rows + tested)}}],
              "kernels": [KERNELS[kernel]], "methods": [{"id": "work", **method}],
              "metrics": ["accuracy"] if "learner" in method else ["gram_mean_abs"]}
    if name in TUNING:
        config["tuning"] = TUNING[name]
    with tempfile.TemporaryDirectory(dir=folder) as out:
        path = pathlib.Path(out) / "config.json"
        path.write_text(json.dumps(config), encoding="ascii")
        begin = time.monotonic()
        subprocess.run([program, "run", path, "--threads", str(threads), "--no-passport", "--out", f"{out}/r"], check=True,
                       capture_output=True)
        wall = time.monotonic() - begin
        with open(f"{out}/r/trials.csv", encoding="utf-8") as file:
            row = list(csv.DictReader(file))[-1]
    if row["status"] != "ok":
        raise SystemExit(f"{name}: {row['message']}")
    return sum(float(row[column]) for column in columns) if columns else wall


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=ROOT / "build/release/tools/mercer", help="path of mercer")
    parser.add_argument("--threads", default="1,2", help="numbers of threads, 1 first (default 1,2)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each (default 3)")
    parser.add_argument("--floors", metavar="FILE", help="file for the figures that have floors (peers/floors.py)")
    arguments = parser.parse_args()
    floors = Floors(machine())
    counts = [int(count) for count in arguments.threads.split(",")]
    print(f"rows of {COLUMNS} columns ({ROWS} for maps), best of {arguments.rounds}, {os.cpu_count()} processors, load average {load()}")
    print(f"{'work':42}" + "".join(f"{f'{count} thread' + 's' * (count > 1):>18}" for count in counts) + "  load average")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for work in WORK:
            times = {count: [] for count in counts}
            for _ in range(arguments.rounds):
                for count in counts:
                    times[count].append(seconds(arguments.program, folder, work, count))
            best = {count: min(values) for count, values in times.items()}
            cells = "".join(f"{best[count]:9.3f} s {best[counts[0]] / best[count]:5.2f} x" for count in counts)
            print(f"{work[0]:42}{cells}  {load()}", flush=True)
            if 2 in best:
                floors.add(f"{work[0]}, 2 threads", "1 thread", best[counts[0]] / best[2], work[-1])
    floors.write(arguments.floors)


if __name__ == "__main__":
    main()
