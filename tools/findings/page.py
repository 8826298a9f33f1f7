#!/usr/bin/env python3
"""Writes docs/findings.md again: between each line `<!-- made by: tools/findings/... -->` and `<!-- end -->` what the command
prints, and each figure with its command `mercer plot ...`. Folders of results that are not there are left as they are.

tools/findings/page.py [MERCER]
"""

import re
import shlex
import subprocess
import sys

import records

PAGE = records.ROOT / "docs/findings.md"
BLOCK = re.compile(r"(<!-- made by: (tools/findings/.*?) -->\n).*?(<!-- end -->)", re.DOTALL)
FIGURE = re.compile(r"!\[[^\]]*\]\((images/\S+)\)\s+Drawn by `mercer (.*?)`", re.DOTALL)


def is_there(command):
    return all((records.ROOT / word).is_dir() for word in command if word.startswith("results/"))


def block(match):
    command = shlex.split(match[2])
    if not is_there(command):
        return match[0]
    made = subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True, cwd=records.ROOT).stdout
    return match[1] + made + match[3]


def main():
    mercer = sys.argv[1] if len(sys.argv) > 1 else "build/release/tools/mercer"
    text = BLOCK.sub(block, PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    for image, arguments in FIGURE.findall(text):
        command = shlex.split(arguments)
        if is_there(command):
            subprocess.run([mercer, *command, "--output", "docs/" + image], check=True, cwd=records.ROOT,
                           stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
