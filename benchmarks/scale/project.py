#!/usr/bin/env python3
"""Writes the tables and the projection of docs/scale.md from measurements.json.

What stands between the two marks of the page is made by this program; --check says whether it is.
"""

import argparse
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/scale.md"
BEGIN, END = "<!-- made by benchmarks/scale/project.py -->", "<!-- end -->"

# Of the cluster that is projected to: assumed, not measured.
ROWS, NODES, CORES, FEATURES, COLUMNS = 1e9, 64, 32, 500, 22
BANDWIDTH, LATENCY = 25e9 / 8, 5e-6  # bytes a second and seconds a message: 25 Gbit/s Ethernet
DISK = 2e9  # bytes a second of one node


def pick(runs, kind, learner, ranks=None):
    return [run for run in runs if run["kind"] == kind and run["learner"] == learner
            and (ranks is None or run["ranks"] == ranks)]


def cpu(run):
    return sum(rank["cpu_seconds"] for rank in run["result"]["ranks"])


def peak(run):
    return max(rank["peak_mib"] for rank in run["result"]["ranks"])


def bytes_of_pass(run):
    return max(rank["bytes_sent"] for rank in run["result"]["ranks"]) / run["result"]["passes"]


def per_row(run):
    """CPU microseconds of a row in a pass."""
    return 1e6 * cpu(run) / run["result"]["rows"] / run["result"]["passes"]


def against_one(runs, run):
    """Wall seconds of a pass on one rank over those on these: what strong scaling gains, what weak scaling keeps."""
    alone = pick(runs, run["kind"], run["learner"], 1)
    if not alone:
        return "–"
    of_pass = [each["result"]["fit_seconds"] / each["result"]["passes"] for each in (alone[0], run)]
    return f"{of_pass[0] / of_pass[1]:.2f}"


def run_table(runs):
    lines = ["| run | learner | ranks | processors | rows | passes | fit, wall s | of a pass: one rank's wall s over these | "
             "fit, CPU s of all ranks | CPU µs of a row in a pass | bytes a rank sends in a pass | peak MiB of a rank |",
             "|---|---|---|---|---|---|---|---|---|---|---|---|"]
    for run in runs:
        result = run["result"]
        lines.append(f"| {run['kind']} | {run['learner']} | {run['ranks']} | {run['processors']} | {result['rows']:,} | "
                     f"{result['passes']} | {result['fit_seconds']:.1f} | {against_one(runs, run)} | {cpu(run):.1f} | {per_row(run):.2f} | "
                     f"{bytes_of_pass(run):,.0f} | {peak(run):.1f} |")
    return lines


def largest(runs, learner):
    return max((run for run in runs if run["learner"] == learner and run["kind"] != "text"),
               key=lambda run: run["result"]["rows"])


def seconds(value):
    return f"{value:.3g} s" if value < 100 else f"{value / 60:.3g} min"


def projection(runs):
    cores = NODES * CORES
    exchanges = math.ceil(math.log2(cores))
    lines = [f"To {ROWS:.0e} rows of {COLUMNS} columns, D = {FEATURES}, on {NODES} nodes of {CORES} cores, a rank on each "
             f"core, {ROWS / cores:,.0f} rows on a rank. Assumed: every core as fast as this one while the others work "
             f"too, {BANDWIDTH * 8 / 1e9:.0f} Gbit/s and {LATENCY * 1e6:.0f} µs between nodes, "
             f"{DISK / 1e9:.0f} GB/s from a node's disk.", "",
             "| | passes | reading of a pass | computation of a pass | network of a pass | in all, with the pass that counts rows |",
             "|---|---|---|---|---|---|"]
    text = pick(runs, "text", "ridge")[0]
    of_row = text["bytes"] / text["result"]["rows"]
    rate = text["bytes"] / text["result"]["scan_seconds"]
    reading, disk = ROWS * of_row / cores / rate, ROWS * of_row / NODES / DISK
    from_disk, networks, computations = {}, {}, {}
    for learner in ("ridge", "newton"):
        run = largest(runs, learner)
        passes = run["result"]["passes"]
        compute = per_row(run) * 1e-6 * ROWS / cores
        values = FEATURES * (FEATURES + 1) / 2 + FEATURES if learner == "ridge" else 2 * FEATURES + 1
        # All ranks of a node send through its one port in each of the exchanges that leave the node.
        off_node = math.ceil(math.log2(NODES))
        network = exchanges * LATENCY + off_node * CORES * 8 * values / BANDWIDTH
        networks[learner], computations[learner] = network, compute
        of_passes = [(passes + 1) * each + passes * (compute + network) for each in (reading, max(disk, reading))]
        from_disk[learner] = of_passes[1]
        lines.append(f"| {learner} | {passes} (as of {run['result']['rows']:,} rows) | {seconds(reading)} | {seconds(compute)} | "
                     f"{seconds(network)} | {seconds(of_passes[0])} |")
    memory = FEATURES * FEATURES * 8 * CORES / 2**30
    lines += ["", f"Storage: {of_row:.0f} bytes a row as LIBSVM text, {ROWS * of_row / 1e9:.0f} GB in all, "
              f"{ROWS * of_row / NODES / 1e9:.1f} GB for each node; read and parsed at {rate / 1e6:.0f} MB/s by a core (wall clock, "
              f"from a file in the page cache); the computation above is that of generated rows. Where a node's part does not stay in its page "
              f"cache, a pass reads it from disk in {seconds(disk)}: then ridge takes {seconds(from_disk['ridge'])} and Newton "
              f"{seconds(from_disk['newton'])} in all. Every node must see every file: on a file system that serves all of them "
              f"{NODES * DISK / 1e9:.0f} GB/s together, or by a copy of the {ROWS * of_row / 1e9:.0f} GB on each. "
              f"As .npy doubles it would be {ROWS * COLUMNS * 8 / 1e9:.0f} GB.", "",
              f"Memory: ridge holds {FEATURES * FEATURES * 8 / 2**20:.1f} MiB of sums on each rank, {memory:.2f} GiB on a "
              f"node, whatever the rows; with D = 20,000 it would be {20000**2 * 8 * CORES / 2**30:.0f} GiB on a node.", ""]
    share = networks["ridge"] / computations["ridge"]
    lines += [f"Where it breaks: the {NODES} nodes' ports carry the same sum once for each of the {CORES} ranks of a node. Ridge's computation "
              f"and its network both grow as D², so that its network stays at {100 * share:.1f} per cent of its computation for any D; "
              f"with fewer than {share * ROWS / cores:,.0f} rows on a rank it is more than all of it. Threads within a node in place of ranks, or a sum "
              f"within the node first, would divide it by {CORES}. Newton's network is never what counts; its computation is, by the number of passes: "
              f"as many as here where C n stays {2000:,} as in these runs, more where C stays while n grows. A bandwidth rule or a "
              f"data-dependent map lets every rank send its candidates of 2,000 rows through rank 0, "
              f"{2000 * (COLUMNS + 2) * 8 / 1e6:.1f} MB each: {2000 * (COLUMNS + 2) * 8 * cores / 1e9:.1f} GB to it and as much "
              f"again from it to each of {cores} ranks, which is too much; give numbers there. A rank that fails ends the run: "
              f"there are no checkpoints."]
    return lines


def made(measurements):
    runs = measurements["runs"]
    table_runs = [run for run in runs if run["kind"] != "text"]
    return "\n".join([BEGIN, "", "## Measured", ""] + run_table(table_runs) + ["", "## Projected", ""] + projection(runs) +
                     ["", END])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit code 1 where the page is not what would be made")
    arguments = parser.parse_args()
    measurements = json.loads((HERE / "measurements.json").read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    text = before + made(measurements) + after
    if arguments.check:
        sys.exit(0 if text == page else f"{PAGE.name} is not what project.py makes; run it")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
