#!/usr/bin/env python3
"""Measures `mercer train` over 1, 2 and 4 ranks of mpirun and writes measurements.json beside itself.

Strong scaling (the same rows on more ranks), weak scaling (the same rows on each rank), the rate at
which LIBSVM text is read, and with --large the rows that one machine should not hold. The ranks run
on the processors that this script was given (taskset): how many is recorded, and with fewer
processors than ranks only CPU seconds mean something. Every run is kept as it was printed.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MAP = ["--kernel", "gaussian,sigma=1.5", "--map", "random_fourier", "--D", "500"]
RIDGE = "ridge,target=classes"
NEWTON = "newton,cost={cost},eps=0.01"
# C n stays the same, so that problems of different n are alike.
COST_TIMES_ROWS = 2000.0


def command(program, ranks, arguments):
    launcher = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)] if ranks > 1 else []
    return launcher + [str(program), "train", "--json"] + MAP + arguments


def train(program, ranks, arguments):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run(command(program, ranks, arguments), capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)} on {ranks} ranks: {done.stderr}")
    return json.loads(done.stdout)


def learner_of(name, rows):
    return RIDGE if name == "ridge" else NEWTON.format(cost=COST_TIMES_ROWS / rows)


def generated(name, rows):
    return ["--learner", learner_of(name, rows), "--generate", f"rows={rows},columns=22"]


def record(kind, learner, ranks, result):
    print(f"{kind} {learner}: {ranks} ranks, {result['rows']} rows, fit {result['fit_seconds']:.1f} s, "
          f"peak {max(rank['peak_mib'] for rank in result['ranks']):.1f} MiB", flush=True)
    return {"kind": kind, "learner": learner, "ranks": ranks, "processors": len(os.sched_getaffinity(0)),
            "result": result}


def write_text(path, rows):
    """LIBSVM text of 22 values with six decimals in each row."""
    stream = random.Random(1)
    with open(path, "w", encoding="ascii") as out:
        for _ in range(rows):
            values = " ".join(f"{j}:{stream.gauss(0, 0.2):.6f}" for j in range(1, 23))
            out.write(f"{stream.randrange(2)} {values}\n")


def text_run(program, rows):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows"
        write_text(path, rows)
        result = train(program, 1, ["--learner", RIDGE, str(path)])
        measured = record("text", "ridge", 1, result)
        measured["bytes"] = path.stat().st_size
        return measured


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=str(HERE.parents[1] / "build/release/tools/mercer"))
    parser.add_argument("--rows", type=int, default=400000, help="of strong scaling; half of it on each rank of weak")
    parser.add_argument("--large", type=int, default=0, help="rows of the large runs; 0: none")
    parser.add_argument("--add", nargs=4, action="append", default=[], metavar=("KIND", "LEARNER", "RANKS", "FILE"),
                        help="what `mercer train --json` printed in a run of its own")
    parser.add_argument("--only-add", action="store_true", help="keep the other measurements as they are")
    parser.add_argument("--output", default=str(HERE / "measurements.json"))
    arguments = parser.parse_args()
    output = pathlib.Path(arguments.output)
    runs = []
    if arguments.only_add:
        runs = json.loads(output.read_text(encoding="utf-8"))["runs"]
    else:
        for learner in ("ridge", "newton"):
            for ranks in (1, 2, 4):
                for kind, rows in (("strong", arguments.rows), ("weak", arguments.rows // 2 * ranks)):
                    runs.append(record(kind, learner, ranks, train(arguments.program, ranks, generated(learner, rows))))
        runs.append(text_run(arguments.program, arguments.rows // 4))
        if arguments.large:
            for learner in ("ridge", "newton"):
                runs.append(record("large", learner, 1, train(arguments.program, 1, generated(learner, arguments.large))))
    for kind, learner, ranks, file in arguments.add:
        result = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        runs = [run for run in runs if (run["kind"], run["learner"], run["ranks"]) != (kind, learner, int(ranks))]
        runs.append(record(kind, learner, int(ranks), result))
    text = {"machine": {"processors": os.cpu_count(), "architecture": platform.machine()}, "runs": runs}
    output.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
