#!/usr/bin/env python3
"""How much faster two threads are than one, map by map.

Runs bench_maps (its path as argument, or found under build/) with one thread and with two in turns,
and prints the best wall-clock time of each, their ratio, and the load average before and after each
map: on a machine that is busy with other work the ratio says little.
"""

import argparse
import json
import os
import subprocess

from peers.programs import find_program, load

SETTING = "n:4000/d:784/D:2048"
MAPS = ["random_fourier/gaussian", "random_maclaurin/polynomial", "random_kernel_rademacher_3/anova"]
FLOOR = 1.6


def milliseconds(program, name, threads):
    command = [str(program), f"--benchmark_filter=^transform/{name}/{SETTING}/threads:{threads}/",
               "--benchmark_format=json", "--benchmark_min_time=0.3"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(output)["benchmarks"][0]["real_time"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="path of bench_maps")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of measurements (default 10)")
    arguments = parser.parse_args()
    program = find_program("bench_maps", arguments.program)
    print(f"{SETTING}, best of {arguments.pairs} alternating pairs, {os.cpu_count()} processors, load average {load()}")
    print(f"{'map/kernel':36} {'1 thread':>9} {'2 threads':>9} {'ratio':>6} {'floor':>6}  load average")
    for name in MAPS:
        pairs = [(milliseconds(program, name, 1), milliseconds(program, name, 2)) for _ in range(arguments.pairs)]
        one, two = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
        print(f"{name:36} {one:7.1f}ms {two:7.1f}ms {one / two:6.2f} {FLOOR:6.2f}  {load()}", flush=True)


if __name__ == "__main__":
    main()
