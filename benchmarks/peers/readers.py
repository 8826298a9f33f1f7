#!/usr/bin/env python3
"""The LIBSVM reader beside scikit-learn's: the same file, one thread each, in turns within one run.

Runs bench_readers (its path as --program, or found under build/) and sklearn.datasets.load_svmlight_file on the file
given, and prints one line of JSON for each figure: megabytes (10^6 bytes of text) a second of CPU time, from the path
to the rows on both sides ("parse": from memory, "cached": from the binary cache), the median and the best of the rounds, their ratio, the floors, and the peak of memory over
the size of what was read. On a busy machine CPU time, which both sides take in turns, is what can be compared. Needs
python3-sklearn; without it the peer's figures are null.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

from programs import find_program, use_one_thread

use_one_thread()  # before NumPy loads its BLAS

FLOOR_MB_PER_SECOND = 300
FLOOR_RATIO = 10
MOST_MEMORY = 3  # times the parsed size


def our_figures(program, path):
    output = subprocess.run([str(program), str(path), "3"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def peer_rate(path, size):
    try:
        from sklearn.datasets import load_svmlight_file
    except ImportError:
        return None
    start = time.process_time()
    load_svmlight_file(str(path))
    return size / (time.process_time() - start) / 1e6


def figure(what, ours, theirs):
    peers = [rate for rate in theirs if rate is not None]
    line = {"what": what, "peer": "load_svmlight_file", "ours_mb_s": round(statistics.median(ours), 1),
            "ours_best_mb_s": round(max(ours), 1), "floor_mb_s": FLOOR_MB_PER_SECOND, "peer_mb_s": None, "ratio": None}
    if peers:
        line.update(peer_mb_s=round(statistics.median(peers), 1), peer_best_mb_s=round(max(peers), 1),
                    ratio=round(statistics.median(ours) / statistics.median(peers), 2),
                    best_ratio=round(max(ours) / max(peers), 2), floor_ratio=FLOOR_RATIO)
    print(json.dumps(line), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path, help="a LIBSVM file that is not packed, such as cod-rna.t")
    parser.add_argument("--program", help="path of bench_readers")
    parser.add_argument("--rounds", type=int, default=5, help="turns (default 5)")
    arguments = parser.parse_args()
    program = find_program("bench_readers", arguments.program)
    size = arguments.file.stat().st_size
    rates = {"read": [], "parse": [], "cached": []}
    theirs, memory = [], []
    for _ in range(arguments.rounds):
        for line in our_figures(program, arguments.file):
            if line["figure"] == "memory":
                memory.append(line["ratio"])
            else:
                rates[line["figure"]].append(line["cpu_mb_per_second"])
        theirs.append(peer_rate(arguments.file, size))
    for what, ours in rates.items():
        figure(what, ours, theirs)
    print(json.dumps({"what": "peak memory over parsed size", "ratio": max(memory), "most": MOST_MEMORY}))
    print(json.dumps({"what": "setting", "file": arguments.file.name, "bytes": size, "rounds": arguments.rounds,
                      "load_average": os.getloadavg()}))


if __name__ == "__main__":
    main()
