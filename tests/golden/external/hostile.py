"""An external map without NumPy that breaks the protocol in the way that its argument names."""
import array
import json
import math
import os
import random
import sys
import time

MODE = sys.argv[1]


def say(**line):
    print(json.dumps(line), flush=True)


def read(path):
    with open(path, "rb") as file:
        head = file.read(10)
        file.read(head[8] + 256 * head[9])
        return array.array("d", file.read())


def write(path, values, rows, columns):
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }" % (rows, columns)
    head = head.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + bytes([len(head), 0]) + head.encode())
        array.array("d", values).tofile(file)


calls = draws = 0
for line in sys.stdin:
    task = json.loads(line)
    calls += 1
    if task["do"] == "draw":
        if MODE == "crash":
            print("first line\nmy map has no weights", file=sys.stderr)
            sys.exit(3)
        if MODE == "close_output":
            os.close(1)
        if MODE in ("hang", "close_output"):
            time.sleep(1000)
        if MODE == "garbage":
            print("Hello, world", flush=True)
        if MODE == "say_threads":
            say(error="%d threads, OMP_NUM_THREADS=%s" % (task["threads"], os.environ["OMP_NUM_THREADS"]))
        if MODE == "refuse":
            say(error="D must be even")
        say(ready=2 if MODE == "protocol" else 1)
        sys.stdin.readline()
        D, d = task["D"], task["input_dim"]
        rng = random.Random(1 if MODE == "no_seed" else task["seed"] + (draws if MODE == "draws" else 0))
        draws += 1
        first_rows = None
        sigma = task["kernel"]["sigma"]
        weights = [[rng.gauss(0, 1) / sigma for _ in range(d)] for _ in range(D)]
        offsets = [rng.uniform(0, 2 * math.pi) for _ in range(D)]
        say(drawn={"seconds": 0.001, "columns": D, "version": "hostile " + os.environ.get("HOSTILE_VERSION", "1")})
    else:
        n, d = task["shape"]
        if MODE == "hang_in_map":
            with open("exchanged", "w") as file:
                file.write(task["rows"])
            time.sleep(1000)
        x = read(task["rows"])
        say(ready=1)
        sys.stdin.readline()
        scale = math.sqrt((1 if MODE == "half" else 2) / D)
        mean = sum(x) / n
        first_rows = mean if first_rows is None else first_rows
        shift = {"other_rows": mean, "odd_rows": n % 2, "first_rows": first_rows, "not_function": calls}.get(MODE, 0)
        z = [scale * math.cos(sum(w[j] * (x[i * d + j] + shift) for j in range(d)) + b)
             for i in range(n) for w, b in zip(weights, offsets)]
        if MODE == "nan":
            z[0] = math.nan
        say(mapped={"seconds": 0.001})
        if MODE == "eat":
            eaten = bytearray(b"x") * (3 << 30)
        if MODE == "killed":
            os.kill(os.getpid(), 9)
        sys.stdin.readline()
        if MODE == "shape":
            z, n = z[:-D], n - 1
        if MODE != "no_file":
            write(task["to"], z, n, D)
        say(written=True)
