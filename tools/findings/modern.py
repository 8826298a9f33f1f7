#!/usr/bin/env python3
"""What later maps give over the paper's, of the records of kar2012/modern, as a table.

tools/findings/modern.py [--base METHOD] [--D D] FOLDER

Each map is compared with the base (rm) at D on the same splits, for each data set and in the mean;
then with the base at D in the mean: at the largest D that has no more columns than the base, and in
the time that the base takes to train (drawing, mapping and fitting; not tuning), where the accuracy
lies between those of two D on a line in the logarithm of time. Differences of accuracies have the
standard error over the splits. Ratios are geometric means over the data sets. Data sets with fewer
trials than others are left out and named.
"""

import argparse
import math
import statistics

import records


class Cell:
    """A method at one D on one data set."""

    def __init__(self, rows):
        self.accuracies = {row["repetition"]: float(row["accuracy"]) for row in rows}
        self.columns = int(rows[0]["output_dim"] or 0)
        self.train = records.mean_seconds(rows, records.TRAIN)
        self.test = records.mean_seconds(rows, records.TEST)
        errors = [records.number(row, "gram_rel_frobenius") for row in rows]
        self.error = None if None in errors else records.mean(errors)


def cells_of(rows):
    """Of the rows of a method the cells by D, in a list over the data sets."""
    return [{size: Cell(own) for size, own in records.grouped(data, lambda row: row["D"]).items()}
            for data in records.grouped(rows, lambda row: row["dataset"]).values()]


def within_columns(sizes, columns):
    """The accuracies at the largest D of at most so many columns; None where there is none."""
    fitting = [cell for cell in sizes.values() if cell.columns <= columns]
    return max(fitting, key=lambda cell: cell.columns).accuracies if fitting else None


def in_time(sizes, seconds):
    """The accuracies of a training of so many seconds; None where every D takes longer."""
    cells = sorted(sizes.values(), key=lambda cell: cell.train)
    faster = [cell for cell in cells if cell.train <= seconds]
    slower = cells[len(faster):]
    if not faster:
        return None
    if not slower:
        return faster[-1].accuracies
    below, above = faster[-1], slower[0]
    share = math.log(seconds / below.train) / math.log(above.train / below.train)
    return {split: (1 - share) * value + share * above.accuracies[split]
            for split, value in below.accuracies.items() if split in above.accuracies}


def difference(pairs):
    """The mean of the first less the second accuracies, in points, with its standard error; of
    fewer data sets if some have none."""
    known = [(left, right) for left, right in pairs if left is not None]
    if not known:
        return "–"
    splits = set.intersection(*(set(own) for pair in known for own in pair))
    if len(splits) < 2:
        return "–"
    by_split = [100 * records.mean([left[split] - right[split] for left, right in known])
                for split in splits]
    error = statistics.stdev(by_split) / math.sqrt(len(by_split))
    text = f"{records.signed(records.mean(by_split))}±{error:.2f}"
    return text if len(known) == len(pairs) else f"{text} ({len(known)} of {len(pairs)})"


def ratio(values):
    return records.short(statistics.geometric_mean(values))


def line(methods, base, size):
    """What a map gives over the base; both are lists over the data sets of cells by D."""
    pairs = list(zip(methods, base))
    # An exact machine has no D, and no Gram error.
    exact = "" in methods[0]
    own_size = "" if exact else size
    at_size = [(own[own_size].accuracies, other[size].accuracies) for own, other in pairs]
    differences = [difference([pair]) for pair in at_size] + [difference(at_size)]
    test = ratio([own[own_size].test / other[size].test for own, other in pairs])
    if exact:
        return ["", *differences, "", "", test]
    errors = [own[size].error / other[size].error for own, other in pairs]
    columns = [(within_columns(own, other[size].columns), other[size].accuracies)
               for own, other in pairs]
    times = [(in_time(own, other[size].train), other[size].accuracies) for own, other in pairs]
    return [ratio(errors), *differences, difference(columns), difference(times), test]


def complete(rows):
    """The rows of the data sets with the most trials, and a row of each of the others."""
    datasets = records.grouped(rows, lambda row: row["dataset"]).values()
    most = max(len(own) for own in datasets)
    return ([row for own in datasets if len(own) == most for row in own],
            [own[0] for own in datasets if len(own) < most])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--base", default="rm")
    parser.add_argument("--D", default="512")
    options = parser.parse_args()
    rows = [row for row in records.trials(options.folder) if row["accuracy"]]
    names = records.Names(rows)
    rows, left_out = complete(rows)
    base = names.method(next(row for row in rows if row["method"] == options.base))
    lines = []
    for kernel, group in records.grouped(rows, lambda row: row["kernel"]).items():
        methods = {name: cells_of(own) for name, own in
                   records.grouped(group, lambda row: row["method"]).items()}
        for name, cells in methods.items():
            if name != options.base:
                row = next(row for row in group if row["method"] == name)
                found = line(cells, methods[options.base], options.D)
                lines.append([kernel, names.method(row), *found])
    datasets = [names.dataset(own[0]) for own in
                records.grouped(rows, lambda row: row["dataset"]).values()]
    header = ["kernel", "map", f">Gram error / {base}", *(f">{name}" for name in datasets), ">mean",
              f">columns of {base}", f">time of {base}", f">test time / {base}"]
    print(records.table(header, lines))
    splits = len(records.grouped(rows, lambda row: row["repetition"]))
    text = (f"Accuracy at D = {options.D} less that of {base}, in points, ± standard error over "
            f"{splits} splits. ")
    if left_out:
        text += f"Left out, as trials are missing: {', '.join(map(names.dataset, left_out))}. "
    print("\n" + records.paragraph(text + records.unsound_times(rows)))


if __name__ == "__main__":
    main()
