#!/usr/bin/env python3
"""How much the linear part of a kernel gives alone: accuracies of the exact machine, of `linear`,
H0/1 and RM, as a table.

tools/findings/linear.py FOLDER...
"""

import sys

import records


def accuracy(cells, method):
    """The mean of the method at its largest D; None where it did not run."""
    own = {size: rows for (name, size), rows in cells.items() if name == method}
    if not own:
        return None, None
    size = max(own, key=lambda text: int(text or 0))
    return size, records.mean([float(row["accuracy"]) for row in own[size]])


def with_size(size, share):
    return f"{records.per_cent(share)} (D = {size})" if size else records.per_cent(share)


def main():
    lines, enough = [], []
    for folder in sys.argv[1:]:
        rows = [row for row in records.trials(folder) if row["accuracy"]]
        names = records.Names(rows)
        by_kernel = records.grouped(rows, lambda row: (row["dataset"], row["kernel"]))
        for (_, kernel), group in by_kernel.items():
            cells = records.grouped(group, lambda row: (row["method"], row["D"]))
            (_, exact), (_, linear) = accuracy(cells, "exact"), accuracy(cells, "linear")
            (h01_size, h01), (rm_size, rm) = accuracy(cells, "h01"), accuracy(cells, "rm")
            if None in (exact, linear, h01, rm):
                continue
            # Of the printed numbers, so that they add up.
            behind = round(100 * exact, 2) - round(100 * linear, 2)
            added = round(100 * h01, 2) - round(100 * linear, 2)
            label = f"{names.dataset(group[0])}, {kernel}"
            if behind < 1:
                enough.append(label)
            lines.append([names.dataset(group[0]), kernel, records.per_cent(exact),
                          records.per_cent(linear),
                          records.signed(behind), with_size(h01_size, h01),
                          records.signed(added),
                          with_size(rm_size, rm)])
    lines.sort(key=lambda line: (-float(line[4].replace("−", "-")), line[0], line[1]))
    print(records.table(["data set", "kernel", ">exact %", ">linear %", ">exact − linear",
                         ">H0/1 %", ">H0/1 − linear",
                         ">RM %"], lines))
    print(f"\nWithin a point of the exact machine, linear is enough in {len(enough)} of "
          f"{len(lines)} cases.")


if __name__ == "__main__":
    main()
