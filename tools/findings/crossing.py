#!/usr/bin/env python3
"""From how many rows random features are faster than an exact machine at the same accuracy, as
tables.

tools/findings/crossing.py [--within POINTS] FOLDER...

At each number of rows the features are those of the least training time whose mean accuracy is at
most POINTS (0.2) per cent points below the exact machine's, or below that of the best features
where the exact machine did not end; where none is, those of the best accuracy. Training is drawing,
mapping and fitting; testing is mapping and predicting. Tuning is in no time. A time that
is not valid for some trial is marked, and so are its ratios.
"""

import argparse

import records

NOT_VALID = "\\*"  # as the reports mark such times


class Cell:
    """The means of a method at one D on so many rows."""

    def __init__(self, names, rows):
        self.name = names.method(rows[0]) + (f", D = {rows[0]['D']}" if rows[0]["D"] else "")
        self.is_exact = not rows[0]["map"]
        self.accuracy = records.mean([float(row["accuracy"]) for row in rows])
        self.train = records.mean_seconds(rows, records.TRAIN)
        self.test = records.mean_seconds(rows, records.TEST)
        is_valid = all(row["timing_valid"] != "false" for row in rows)
        self.mark = "" if is_valid else NOT_VALID

    def texts(self):
        return [records.per_cent(self.accuracy), records.short(self.train) + self.mark,
                records.short(self.test) + self.mark]


def chosen(features, exact, within):
    best = max(features, key=lambda cell: cell.accuracy)
    least = (exact or best).accuracy - within / 100
    close = [cell for cell in features if cell.accuracy >= least]
    if close:
        return min(close, key=lambda cell: cell.train), True
    return best, False


def sentence(dataset, outcomes):
    """From which number of rows on the features are faster, each time that both are as accurate.
    Outcomes are by rows: whether they are faster, and the mark of that ratio."""
    if not outcomes:
        return ""
    last_slower = max((rows for rows, (is_faster, _) in outcomes.items() if not is_faster),
                      default=0)
    from_on = [rows for rows in outcomes if rows > last_slower]
    if from_on:
        first = min(from_on)
        return (f"On {dataset} the features train faster from {first:,}{outcomes[first][1]} rows "
                "on.")
    return (f"On {dataset} the exact machine trains faster at "
            f"{last_slower:,}{outcomes[last_slower][1]} rows, the most at which both are as "
            "accurate.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--within", type=float, default=0.2)
    options = parser.parse_args()
    lines, sentences, all_rows = [], [], []
    for folder in options.folders:
        rows = [row for row in records.trials(folder) if row["accuracy"]]
        names = records.Names(rows)
        all_rows += rows
        for group in records.grouped(rows, lambda row: row["dataset"].split("(")[0]).values():
            outcomes = {}
            by_size = records.grouped(group, lambda row: int(row["n_train"]))
            for size, own in sorted(by_size.items()):
                by_method = records.grouped(own, lambda row: (row["method"], row["D"]))
                cells = [Cell(names, cell) for cell in by_method.values()]
                exact = next((cell for cell in cells if cell.is_exact), None)
                features = [cell for cell in cells if not cell.is_exact]
                if not features:
                    continue
                best, is_close = chosen(features, exact, options.within)
                mark = best.mark or (exact.mark if exact else "")
                if exact and is_close:
                    outcomes[size] = best.train < exact.train, mark
                ratio = records.short(exact.train / best.train) + mark if exact else ""
                lines.append([names.dataset(group[0]), f"{size:,}",
                              *(exact.texts() if exact else ["did not end", "", ""]),
                              best.name + ("" if is_close else " (less accurate)"), *best.texts(),
                              ratio])
            sentences.append(sentence(names.dataset(group[0]), outcomes))
    print(records.table(["data set", ">rows", ">exact %", ">train s", ">test s", "features",
                         ">accuracy %", ">train s",
                         ">test s", ">times as fast to train"], lines))
    sentences.append(records.unsound_times(all_rows))
    print("\n" + records.paragraph(" ".join(filter(None, sentences))))
    if any(NOT_VALID in text for line in lines for text in line):
        print(f"\n{NOT_VALID} a time, or a ratio of times, that is not valid for some trial.")


if __name__ == "__main__":
    main()
