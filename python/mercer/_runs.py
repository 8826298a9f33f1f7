"""`mercer run` from Python: the program that belongs to this package, as a process of its own."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import warnings

from . import _places
from ._core import path_text
from ._results import results

_OWN = ("json_log", "dry_run", "shard")


def run(config, out=None, *, progress=True, **options):
    """Runs the trials of a config that are not done yet, and returns mercer.results of the folder.

    config is the path of a config, or its object as a dict, whose paths are then relative to the working folder; mercer-config.json
    in the results folder is a copy of it, with the same paths. out is the results folder, results/scratch/<experiment> where it is
    None. progress is True for a line on stderr, False for none, or a function that is called with each event, a dict of
    docs/formats.md (--json-log). options are those of `mercer run`: threads=2, only={"D": 100}, set={"seed": 7}, retry=["failed"],
    no_passport=True.

    The trials run in a process of their own, so that neither a crash nor a limit of memory ends Python; Ctrl-C stops it as it stops
    the program, and what is done stays. A faulty config or option is a ValueError; trials that fail are a warning.
    """
    for name in _OWN:
        if name in options:
            raise ValueError(f"{name} is an option of the program alone; expected out=FOLDER and progress=FUNCTION")
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mercer-")))
        log, errors = folder / "log.jsonl", folder / "errors"
        file = _config_file(config, stack)
        words = [_places.PROGRAM, "run", file, "--json-log", str(log), *_words(options)]
        if out is not None:
            words += ["--out", path_text("out", out)]
        follower = _Follower(log, _told(progress))
        with errors.open("wb") as stderr:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr,
                                       start_new_session=True)
        try:
            while process.poll() is None:
                follower.read()
                time.sleep(0.02)
            follower.read()
        except BaseException:
            process.send_signal(signal.SIGINT)
            try:
                process.wait()
            except KeyboardInterrupt:
                process.kill()
                process.wait()
            raise
        finally:
            follower.end()
            if isinstance(config, dict) and follower.experiment is not None:
                _keep(config, _folder(out, follower.experiment))
        said = errors.read_text(encoding="utf-8", errors="replace").strip().removeprefix("mercer: ")
        if isinstance(config, dict):
            said = said.replace(file, "config")
        said = said.replace("expected --allow-external", "expected allow_external=True")
    if process.returncode == 2:
        raise ValueError(said)
    if not follower.ended:
        raise RuntimeError(f"mercer run ended with {process.returncode}: {said}")
    if process.returncode != 0:
        warnings.warn(f"some trials did not end well: {follower.bad_ends()}", RuntimeWarning, stacklevel=2)
    return results(_folder(out, follower.experiment))


def _folder(out, experiment):
    return pathlib.Path(out) if out is not None else pathlib.Path("results") / "scratch" / experiment


def _keep(config, folder):
    """Writes the config where the pages of its results say that it is."""
    with contextlib.suppress(OSError):  # the folder may be gone
        (folder / "mercer-config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


def _config_file(config, stack):
    if not isinstance(config, dict):
        return path_text("config", config)
    # Beside what its paths are relative to. The context of a run calls a file with this prefix mercer-config.json.
    file = stack.enter_context(tempfile.NamedTemporaryFile("w", dir=".", prefix=".mercer-", suffix=".json", encoding="utf-8"))
    try:
        json.dump(config, file, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"config: {error}") from None
    file.flush()
    return file.name


def _words(options):
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
            continue
        if isinstance(value, dict):
            value = [f"{key}={item if isinstance(item, str) else json.dumps(item)}" for key, item in value.items()]
        for item in value if isinstance(value, (list, tuple)) else [value]:
            words += [option, os.fspath(item) if isinstance(item, os.PathLike) else str(item)]
    return words


class _Follower:
    """Reads the events of a run as they are written."""

    def __init__(self, log, tell):
        self._log, self._tell, self._rest, self._file = log, tell, b"", None
        self.experiment, self.ended, self._ends = None, False, {}

    def read(self):
        if self._file is None:
            if not self._log.exists():
                return
            self._file = self._log.open("rb")
        *lines, self._rest = (self._rest + self._file.read()).split(b"\n")
        for line in lines:
            event = json.loads(line)
            if event["event"] == "run_start":
                self.experiment = event["experiment"]
            elif event["event"] == "run_end":
                self.ended, self._ends = True, event["ended"]
            self._tell(event)

    def bad_ends(self):
        return ", ".join(f"{count} {status}" for status, count in self._ends.items() if count and status != "ok") or "see trials"

    def end(self):
        if self._file is not None:
            self._file.close()
        if isinstance(self._tell, _Line):
            self._tell.end()


def _told(progress):
    if callable(progress):
        return progress
    return _Line(sys.stderr) if progress else lambda event: None


class _Line:
    """A line that says how many trials are done; on what is no terminal one for each twentieth."""

    def __init__(self, out):
        self._out, self._total, self._done, self._shown = out, 0, 0, 0
        self._terminal = hasattr(out, "isatty") and out.isatty()

    def __call__(self, event):
        if event["event"] == "run_start":
            self._total, self._done = event["to_run"], 0
        elif event["event"] == "trial_end":
            self._done += 1
            if self._terminal:
                self._out.write(f"\rmercer: {self._done} of {self._total} trials")
                self._out.flush()
            elif self._done == self._total or (self._done - self._shown) * 20 >= self._total:
                self._shown = self._done
                self._out.write(f"mercer: {self._done} of {self._total} trials\n")

    def end(self):
        if self._terminal and self._done:
            self._out.write("\n")
