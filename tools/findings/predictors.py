#!/usr/bin/env python3
"""Which Gram error predicts accuracy: Spearman's rank correlation over all committed records that
have both, as tables.

tools/findings/predictors.py [--groups] [RESULTS]

A group is the methods with a map of one experiment, data set and kernel; its items are maps at one
D, means over repetitions. The correlation is that of accuracy and the negative error: 1 where the
order of the errors is that of the accuracies. At equal D the groups are also of one D. Groups with
fewer than MOST_FEW items are left out. Not every group has every error: errors are compared in the
groups that have all four; ties count for each error. --groups prints each group.
"""

import pathlib
import sys

import records

MOST_FEW = 5
ERRORS = {"gram_rel_frobenius": "relative, Frobenius", "gram_rel_spectral": "relative, spectral",
          "gram_mean_abs": "mean absolute", "gram_max_abs": "largest"}
DATA = ["experiment", "dataset", "encode", "labels", "split", "preprocess", "kernel"]
MAP = ["method", "map_params", "D"]


def ranks(values):
    """From 1, the smallest; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    out = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for place in order[begin:end]:
            out[place] = (begin + end + 1) / 2
        begin = end
    return out


def spearman(x, y):
    """None where one of them is constant."""
    x, y = ranks(x), ranks(y)
    mean_x, mean_y = records.mean(x), records.mean(y)
    both = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    squares = sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y)
    return both / squares ** 0.5 if squares > 0 else None


def item(rows):
    """The means of a map at one D."""
    means = {"D": rows[0]["D"], "accuracy": records.mean([float(row["accuracy"]) for row in rows])}
    for column in [*ERRORS, "output_dim"]:
        values = [records.number(row, column) for row in rows]
        means[column] = None if None in values else records.mean(values)
    return means


def correlations(items):
    """Of each error that all items have and that varies."""
    found = {}
    for column in [*ERRORS, "output_dim"]:
        if len(items) < MOST_FEW or any(one[column] is None for one in items):
            continue
        sign = 1 if column == "output_dim" else -1
        rho = spearman([sign * one[column] for one in items], [one["accuracy"] for one in items])
        if rho is not None:
            found[column] = rho
    return found


def all_groups(results):
    """Items by experiment, data set and kernel, in the order of the folders' names."""
    groups = {}
    for path in sorted(results.glob("*/*/trials.csv")):
        rows = [row for row in records.trials(path.parent) if row["map"] and row.get("accuracy") and
                row.get("gram_rel_frobenius")]
        by_data = records.grouped(rows, lambda row: tuple(row[column] for column in DATA))
        for key, own in by_data.items():
            by_map = records.grouped(own, lambda row: tuple(row[column] for column in MAP))
            groups[key] = [item(cell) for cell in by_map.values()]
    return groups


def number_text(value):
    return f"{value:.2f}".replace("-", "−")


def count_text(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def summary(found):
    """A line for each error: groups that have it, mean and least correlation; in the groups that
    have all four errors the mean, and how often it is the best."""
    complete = [rhos for rhos in found if all(column in rhos for column in ERRORS)]
    lines = []
    for column, name in [*ERRORS.items(), ("output_dim", "number of columns")]:
        own = [rhos[column] for rhos in found if column in rhos]
        if not own:
            continue
        line = [name, str(len(own)), number_text(records.mean(own)), number_text(min(own))]
        if complete:
            best = [rhos for rhos in complete
                    if column in ERRORS
                    and rhos[column] >= max(rhos[other] for other in ERRORS) - 1e-12]
            shared = [rhos[column] for rhos in complete if column in rhos]
            line.append(number_text(records.mean(shared)) if len(shared) == len(complete) else "")
            line.append(str(len(best)) if column in ERRORS else "")
        lines.append(line)
    header = ["error", ">groups", ">mean ρ", ">least ρ"]
    if complete:
        shared = f"{count_text(len(complete), 'group')} with all four"
        header = header + [f">mean ρ in {shared}", f">best in {shared}"]
    return records.table(header, lines)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--groups"]
    groups = all_groups(pathlib.Path(arguments[0] if arguments else records.ROOT / "results"))
    over_all = {key: rhos for key, items in groups.items() if (rhos := correlations(items))}
    at_equal_size = []
    for items in groups.values():
        for own in records.grouped(items, lambda one: one["D"]).values():
            if rhos := correlations(own):
                at_equal_size.append({column: rho for column, rho in rhos.items()
                                      if column != "output_dim"})
    if "--groups" in sys.argv:
        print(records.table(["experiment", "data set", "kernel", ">items",
                             *(">" + name for name in ERRORS.values())],
                            [[key[0], key[1], key[-1], str(len(groups[key])),
                              *(number_text(rhos[column]) if column in rhos else ""
                                for column in ERRORS)]
                             for key, rhos in over_all.items()]) + "\n")
    experiments = {key[0] for key in over_all}
    maps = sum(len(groups[key]) for key in over_all)
    print(f"Accuracy and Gram errors of {maps} maps at some D, in "
          f"{count_text(len(over_all), 'group')} of "
          f"{count_text(len(experiments), 'experiment')}:\n")
    print(summary(list(over_all.values())))
    if at_equal_size:
        print("\nAt equal D:\n")
        print(summary(at_equal_size))


if __name__ == "__main__":
    main()
