#!/usr/bin/env python3
"""What `mercer plan` says of the shipped configs beside what their runs take.

For each config under configs/ (or those given) whose plan is at most --most seconds: plans it, runs it into an empty folder,
and prints seconds and memory as planned and as taken. Taken memory is the largest peak of a trial's process. A ratio of time
within 1.5 and of memory within 1.3 either way is told as within. Configs whose plan is longer, or whose data are not here, are
named at the end.
"""

import argparse
import csv
import pathlib
import re
import subprocess
import tempfile
import time

from peers.programs import ROOT, load

TIME_FACTOR, MEMORY_FACTOR = 1.5, 1.3
UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}


def seconds_of(text):
    """Of "1 h 02 min", "41 min 57 s", "29.8 s"."""
    return sum(float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+) (min|s|h|d)\b", text))


def plan(program, config, out):
    """Trials that would run, seconds and MiB; None where the config says that its data are not here, or has nothing to run."""
    text = subprocess.run([program, "plan", config, "--out", out], check=True, capture_output=True, text=True).stdout
    if "its data are not here" in text or "above the limit of memory" in text:
        return None
    told = re.search(r"(\d+) of \d+ trials would run, about (.*?), .* operations, (\S+) GiB at most", text.splitlines()[-1])
    return int(told[1]), seconds_of(told[2]), float(told[3]) * 1024


def run(program, config, out):
    """Seconds, and the MiB of the largest trial."""
    begin = time.monotonic()
    done = subprocess.run([program, "run", config, "--out", out], capture_output=True, text=True)
    taken = time.monotonic() - begin
    with open(pathlib.Path(out) / "trials.csv", encoding="utf-8") as file:
        trials = list(csv.DictReader(file))
    bad = [trial for trial in trials if trial["status"] != "ok"]
    if bad or done.returncode != 0:
        print(f"{config}: {len(bad)} trials did not finish, exit code {done.returncode}")
    return taken, max(float(trial["peak_rss_mib"] or 0) for trial in trials)


def ratio_text(planned, taken, factor):
    ratio = planned / taken
    return f"{ratio:6.2f} {'within' if 1 / factor <= ratio <= factor else 'beyond'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("configs", nargs="*", type=pathlib.Path, help="configs (all that are shipped)")
    parser.add_argument("--program", default=ROOT / "build/release/tools/mercer", help="path of mercer")
    parser.add_argument("--most", type=float, default=60, help="seconds of the longest plan that is run (default 60)")
    arguments = parser.parse_args()
    configs = arguments.configs or sorted(path for path in (ROOT / "configs").glob("*/*.json")
                                          if '"methods"' in path.read_text(encoding="utf-8") and path.parent.name != "schema")
    within = {"time": 0, "memory": 0}
    ran, left = 0, []
    print(f"load average {load()}")
    print(f"{'config':34} {'trials':>6} {'planned s':>10} {'taken s':>8} {'ratio':>13} {'planned MiB':>12} {'taken MiB':>10} {'ratio':>13}")
    for config in configs:
        name = f"{config.parent.name}/{config.stem}"
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "r"
            planned = plan(arguments.program, config, out)
            if planned is None or planned[1] > arguments.most:
                left.append(f"{name} ({'no data' if planned is None else f'{planned[1]:.0f} s'})")
                continue
            taken = run(arguments.program, config, out)
        time_text = ratio_text(planned[1], taken[0], TIME_FACTOR)
        memory_text = ratio_text(planned[2], taken[1], MEMORY_FACTOR)
        print(f"{name:34} {planned[0]:6} {planned[1]:10.1f} {taken[0]:8.1f} {time_text:>13} {planned[2]:12.0f} {taken[1]:10.0f} "
              f"{memory_text:>13}  {load()}", flush=True)
        ran += 1
        within["time"] += "within" in time_text
        within["memory"] += "within" in memory_text
    print(f"{within['time']} of {ran} within {TIME_FACTOR} times their time, {within['memory']} within {MEMORY_FACTOR} times their memory")
    print(f"not run: {', '.join(left)}")


if __name__ == "__main__":
    main()
