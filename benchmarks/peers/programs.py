"""What the comparisons share: where the programs are, how busy the machine is, and one thread for the peers."""

import datetime
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def find_program(name, given):
    """The path given, or the program of that name in the newest build."""
    if given:
        return pathlib.Path(given)
    found = sorted(ROOT.glob(f"build/*/benchmarks/{name}"), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit(f"{name} was not found under build/: build it first, or give its path")
    return found[-1]


def load():
    """The load averages of 1, 5 and 15 minutes."""
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def use_one_thread():
    """To be called before NumPy is imported, which loads its BLAS."""
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
        os.environ[variable] = "1"


def machine():
    """What a figure was measured on: processor, load, day."""
    model = "an unknown processor"
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
        for line in info:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, load average {load()}, {datetime.date.today()}"
