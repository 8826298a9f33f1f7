#!/usr/bin/env python3
"""Which map is cheapest at equal Gram error, of the records of questions/cheapest, as a table.

tools/findings/cheapest.py [--rows N] [--errors E,...] FOLDER

The time that a map takes to reach an error lies between those of two D, on a line in the logarithms
of error and time. A map whose smallest D is more accurate is taken at that D. The first winner
counts mapping the rows alone, the second also drawing the map for N rows (10,000).
"""

import argparse
import math
import statistics

import records


def points(rows):
    """(error, seconds to map a row, seconds to draw) for each D of a method."""
    found = []
    for own in records.grouped(rows, lambda row: row["D"]).values():
        error = records.mean([float(row["gram_rel_frobenius"]) for row in own])
        mapped = statistics.median(
            float(row["transform_train_s"]) / math.isqrt(int(float(row["gram_pairs"])))
            for row in own)
        found.append((error, mapped, statistics.median(float(row["draw_s"]) for row in own)))
    return found


def cost(found, target, rows):
    """The least seconds for an error: of a row if rows is 0, else of drawing and mapping so many.
    None where no D reaches it."""
    known = [(error, mapped if rows == 0 else draw + rows * mapped)
             for error, mapped, draw in found]
    costs = [seconds for error, seconds in known if error <= target]
    for error, seconds in known:
        for better, more in known:
            if better < target < error:
                share = math.log(error / target) / math.log(error / better)
                costs.append(seconds * (more / seconds) ** share)
    return min(costs, default=None)


def winner(methods, target, rows, unit):
    """The name of the cheapest method with its time in the unit, and how much more the next
    takes."""
    costs = sorted((seconds, name) for name, found in methods.items()
                   if (seconds := cost(found, target, rows)) is not None)
    if not costs:
        return ["–", "", ""]
    following = f"{costs[1][0] / costs[0][0]:.1f} × ({costs[1][1]})" if len(costs) > 1 else ""
    return [costs[0][1], records.short(unit * costs[0][0]), following]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--errors", default="0.1,0.03")
    options = parser.parse_args()
    rows = [row for row in records.trials(options.folder) if row["gram_rel_frobenius"]]
    names = records.Names(rows)
    lines = []
    by_kernel = records.grouped(rows, lambda row: (row["dataset"], row["kernel"]))
    for (_, kernel), group in by_kernel.items():
        methods = {}
        by_map = records.grouped(group, lambda row: (row["method"], row["map_params"]))
        for (_, params), own in by_map.items():
            degree = [text for text in params.split(",") if text.startswith("degree=")]
            methods[" ".join([names.method(own[0]), *degree])] = points(own)
        for target in map(float, options.errors.split(",")):
            lines.append([kernel, names.dataset(group[0]), f"{target:g}",
                          *winner(methods, target, 0, 1e6),
                          *winner(methods, target, options.rows, 1e3)])
    kernels = list(dict.fromkeys(line[0] for line in lines))
    lines.sort(key=lambda line: kernels.index(line[0]))
    print(records.table(["kernel", "data set", ">error", "cheapest to map", ">µs a row", "next",
                         f"cheapest to draw and map {options.rows:,} rows", ">ms", "next"], lines))
    if unsound := records.unsound_times(rows):
        print("\n" + records.paragraph(unsound))


if __name__ == "__main__":
    main()
