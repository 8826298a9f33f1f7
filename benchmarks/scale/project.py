#!/usr/bin/env python3
"""Writes the tables and the projection of docs/scale.md from measurements.json.

This program makes the text between the two marks of the page; --check says whether the page is up to date.
"""

import argparse
import json
import math
import pathlib
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/scale.md"
BEGIN, END = "<!-- made by benchmarks/scale/project.py -->", "<!-- end -->"

# The cluster of the projection: assumed, not measured.
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
    """The wall time of a pass on one rank divided by that on these ranks: the speed-up of strong scaling, the efficiency of weak scaling."""
    alone = pick(runs, run["kind"], run["learner"], 1)
    if not alone:
        return "–"
    of_pass = [each["result"]["fit_seconds"] / each["result"]["passes"] for each in (alone[0], run)]
    return f"{of_pass[0] / of_pass[1]:.2f}"


def run_table(runs):
    lines = ["| run | learner | ranks | processors | rows | passes | fit, wall s | time of a pass on one rank / on these | "
             "fit, CPU s, all ranks | CPU µs per row and pass | bytes sent per rank and pass | peak MiB per rank |",
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


def paragraph(text):
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def seconds(value):
    return f"{value:.3g} s" if value < 100 else f"{value / 60:.3g} min"


def projection(runs):
    cores = NODES * CORES
    exchanges = math.ceil(math.log2(cores))
    lines = paragraph(f"The projection is for {ROWS:.0e} rows of {COLUMNS} columns, D = {FEATURES}, on {NODES} nodes of {CORES} cores "
                      f"with one rank per core, so {ROWS / cores:,.0f} rows per rank. It assumes that every core is as fast as the measured one while "
                      f"the others work too, a network of {BANDWIDTH * 8 / 1e9:.0f} Gbit/s and {LATENCY * 1e6:.0f} µs between nodes, and "
                      f"{DISK / 1e9:.0f} GB/s from each node's disk.") + [
             "",
             "| learner | passes | reading, per pass | computation, per pass | network, per pass | total, including the pass that counts rows |",
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
        # All ranks of a node send through its one port in each of the exchanges that leave the
        # node.
        off_node = math.ceil(math.log2(NODES))
        network = exchanges * LATENCY + off_node * CORES * 8 * values / BANDWIDTH
        networks[learner], computations[learner] = network, compute
        of_passes = [(passes + 1) * each + passes * (compute + network) for each in (reading, max(disk, reading))]
        from_disk[learner] = of_passes[1]
        lines.append(f"| {learner} | {passes} (as for {run['result']['rows']:,} rows) | {seconds(reading)} | {seconds(compute)} | "
                     f"{seconds(network)} | {seconds(of_passes[0])} |")
    memory = FEATURES * FEATURES * 8 * CORES / 2**30
    lines += [""] + paragraph(
        f"Storage: a row takes {of_row:.0f} bytes as LIBSVM text, which is {ROWS * of_row / 1e9:.0f} GB in total and {ROWS * of_row / NODES / 1e9:.1f} GB "
        f"per node. One core reads and parses {rate / 1e6:.0f} MB/s (wall clock, from a file in the page cache); the computation above was measured on "
        f"generated rows. If a node's part does not stay in its page cache, a pass reads it from disk in {seconds(disk)}, and ridge takes "
        f"{seconds(from_disk['ridge'])} and Newton {seconds(from_disk['newton'])} in total. Every node must see every file: either on a file system that serves "
        f"all nodes at {NODES * DISK / 1e9:.0f} GB/s together, or as a copy of the {ROWS * of_row / 1e9:.0f} GB on each node. As .npy doubles the rows would "
        f"take {ROWS * COLUMNS * 8 / 1e9:.0f} GB.")
    lines += [""] + paragraph(
        f"Memory: ridge holds sums of {FEATURES * FEATURES * 8 / 2**20:.1f} MiB per rank, {memory:.2f} GiB per node, whatever the number of rows; with "
        f"D = 20,000 it would hold {20000**2 * 8 * CORES / 2**30:.0f} GiB per node.")
    share = networks["ridge"] / computations["ridge"]
    lines += [""] + paragraph(
        f"Limits: each node's port carries the same sum once for each of the node's {CORES} ranks. Ridge's computation and network time both grow as D², so "
        f"the network stays at {100 * share:.1f} per cent of the computation for any D; with fewer than {share * ROWS / cores:,.0f} rows per rank it exceeds it. "
        f"Threads in place of ranks within a node, or a sum within the node first, would divide the network time by {CORES}. Newton is limited by its "
        f"computation, never by the network, and so by its number of passes: this stays as measured if C n stays at {2000:,} as in these runs, and grows "
        f"with n if C is fixed. With a bandwidth rule or a data-dependent map, every rank sends its 2,000 candidate rows through rank 0, "
        f"{2000 * (COLUMNS + 2) * 8 / 1e6:.1f} MB each: rank 0 receives {2000 * (COLUMNS + 2) * 8 * cores / 1e9:.1f} GB and sends as much to each of "
        f"{cores} ranks, which is too much; give the bandwidth as a number there. A rank that fails ends the run: there are no checkpoints.")
    return lines


def made(measurements):
    runs = measurements["runs"]
    table_runs = [run for run in runs if run["kind"] != "text"]
    return "\n".join([BEGIN, "", "## Measured", ""] + run_table(table_runs) + ["", "## Projected", ""] + projection(runs) +
                     ["", END])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit code 1 if the page is not up to date")
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
