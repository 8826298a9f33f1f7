#!/usr/bin/env python3
"""The floors of comparisons, met and missed, in one Markdown table.

maps.py, learners.py, threads.py and python_module.py write their figures with --floors FILE; this prints the table of the files
given. With --readme it puts the table into benchmarks/README.md, between the lines that say so.
"""

import argparse
import json
import pathlib
import sys
import textwrap

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- made by: peers/floors.py --readme -->", "<!-- end -->"


class Floors:
    """Figures that have a floor, as they are measured."""

    def __init__(self, machine):
        self.figures = []
        self.machine = machine

    def add(self, work, against, measured, floor, at_most=False):
        self.figures.append({"work": work, "against": against, "measured": measured, "floor": floor, "at_most": at_most})

    def write(self, path):
        if path:
            pathlib.Path(path).write_text(json.dumps({"machine": self.machine, "figures": self.figures}, indent=1) + "\n",
                                          encoding="utf-8")


def is_met(figure):
    return figure["measured"] <= figure["floor"] if figure["at_most"] else figure["measured"] >= figure["floor"]


def table(files):
    lines = ["| work | against | times as fast | floor | |", "|---|---|---|---|---|"]
    machines = []
    for content in files:
        if content["machine"] not in machines:
            machines.append(content["machine"])
        for figure in content["figures"]:
            bound = ("at most " if figure["at_most"] else "") + f"{figure['floor']:g}"
            lines.append(f"| {figure['work']} | {figure['against']} | {figure['measured']:.2f} | {bound} | "
                         f"{'met' if is_met(figure) else '**missed**'} |")
    figures = [figure for content in files for figure in content["figures"]]
    met = sum(is_met(figure) for figure in figures)
    told = f"{met} of {len(figures)} floors are met. Measured on {'; '.join(machines)}."
    return lines + ["", *textwrap.wrap(told, 100, break_on_hyphens=False)]


def put_into(path, lines):
    text = path.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or END not in text.split(BEGIN)[1]:
        sys.exit(f"{path}: expected the lines '{BEGIN}' and '{END}' once")
    before, rest = text.split(BEGIN)
    after = rest[rest.index(END):]
    path.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + after, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="written by --floors of the other scripts")
    parser.add_argument("--readme", action="store_true", help="put the table into benchmarks/README.md")
    arguments = parser.parse_args()
    lines = table([json.loads(path.read_text(encoding="utf-8")) for path in arguments.files])
    if arguments.readme:
        put_into(README, lines)
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
