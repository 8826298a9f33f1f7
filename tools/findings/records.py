"""Reads the records of results folders, and what their methods and data sets are called."""

import collections
import csv
import json
import pathlib
import statistics
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Phases of a trial: training (without tuning) and testing.
TRAIN, TEST = ["draw", "transform_train", "fit"], ["transform_test", "predict"]


def trials(folder):
    """The finished trials of a folder, as dictionaries of texts; those that only tune are left
    out."""
    with open(ROOT / folder / "trials.csv", newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file)
                if row["status"] == "ok" and row["metric"] != "tuning"]


def number(row, column):
    """None where it is empty, or a column that an older file lacks."""
    return float(row[column]) if row.get(column) else None


def seconds(row, phases):
    return sum(number(row, phase + "_s") or 0 for phase in phases)


def mean(values):
    return statistics.fmean(values)


def mean_seconds(rows, phases):
    return mean([seconds(row, phases) for row in rows])


def grouped(rows, key):
    """Lists of rows by key, in the order met."""
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def read_config(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines()
             if not line.lstrip().startswith("//")]
    return json.loads("\n".join(lines))


class Names:
    """What tables call data sets, and methods of the experiment of some rows."""

    def __init__(self, rows):
        path = ROOT / "configs" / (rows[0]["experiment"] + ".json")
        methods = read_config(path)["methods"] if path.exists() else []
        self.methods = {method["id"]: method.get("display", method["id"]) for method in methods}
        self.manifests = {}
        for path in sorted((ROOT / "datasets").glob("*.json")):
            manifest = read_config(path)
            if "display" in manifest:
                self.manifests[manifest["name"]] = manifest["display"]

    def method(self, row):
        return self.methods.get(row["method"], row["method"])

    def dataset(self, row):
        name = row["dataset"].split("(")[0]
        return self.manifests.get(name, name)


def table(header, rows):
    """Markdown; columns whose name begins with '>' are aligned to the right."""
    rules = ["--:" if name.startswith(">") else ":--" for name in header]
    lines = [[name.removeprefix(">") for name in header], rules, *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def short(value):
    """Three significant digits, without an exponent where there is room."""
    return f"{float(f'{value:.3g}'):g}"


def per_cent(share):
    return f"{100 * share:.2f}"


def signed(points):
    """Two decimals; what rounds to 0 has a plus."""
    return f"{round(points, 2) + 0.0:+.2f}".replace("-", "−")


def paragraph(text):
    """In lines of at most 100 columns, as the pages have them."""
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def unsound_times(rows):
    """How many of the times are not the trial's own and why, as a sentence."""
    notes = collections.Counter(row["timing_note"] for row in rows
                                if row["timing_valid"] == "false")
    if not notes:
        return ""
    reasons = "; ".join(f"{note} ({count})" if len(notes) > 1 else note
                        for note, count in notes.most_common())
    return f"{sum(notes.values())} of {len(rows)} times are not valid: {reasons}."
