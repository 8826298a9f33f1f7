"""mercer.run and mercer.results."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import mercer
from conftest import ROOT


def config(**more):
    return {"experiment": "python/small", "seed": 3, "repetitions": 2,
            "datasets": [{"name": "unit_ball", "d": 5, "n": 100}],
            "kernels": [{"name": "gaussian", "sigma": 0.7}],
            "methods": [{"id": "rff", "map": {"name": "random_fourier"}, "D": [10, 100]}],
            "metrics": ["gram_error"], "gram": {"rows": 50}, **more}


def columns(table):
    return {name: np.asarray(table[name]) for name in table}


def test_a_dict_is_run(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    events = []
    done = mercer.run(config(), out="here", progress=events.append)
    trials = columns(done.trials)
    assert len(trials["D"]) == 4 and set(trials["status"]) == {"ok"} and done.problems == []
    assert trials["gram_rel_frobenius"].dtype == np.float64 and trials["repetition"].dtype == np.int64
    assert trials["map_seed"].dtype in (np.int64, np.uint64) and trials["timing_valid"].dtype in (bool, object)
    assert np.all(np.isnan(trials["accuracy"]))
    assert [event["event"] for event in events].count("trial_end") == 4
    assert events[0]["event"] == "run_start" and events[-1]["event"] == "run_end"
    assert sorted(os.listdir(tmp_path)) == ["here"]  # nothing else is left
    assert capfd.readouterr() == ("", "")
    context = next((tmp_path / "here" / "context").iterdir()).read_text(encoding="utf-8")
    kept = tmp_path / "here" / json.loads(context)["config_file"]
    assert kept.name == "mercer-config.json" and json.loads(kept.read_text(encoding="utf-8")) == config()
    summary = columns(done.summary)
    place = np.flatnonzero((summary["metric"] == "gram_rel_frobenius") & (summary["D"] == 100))[0]
    expected = trials["gram_rel_frobenius"][trials["D"] == 100]
    assert summary["mean"][place] == pytest.approx(expected.mean(), rel=1e-14) and summary["n"][place] == 2
    again = mercer.run(config(), out=tmp_path / "here", progress=events.append)
    assert (events[-2]["event"], events[-2]["to_run"]) == ("run_start", 0)
    np.testing.assert_array_equal(columns(again.trials)["gram_rel_frobenius"], trials["gram_rel_frobenius"])


def test_a_file_with_options_and_a_line_of_progress(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.json").write_text(json.dumps(config()), encoding="utf-8")
    done = mercer.run(tmp_path / "small.json", only={"D": 10}, set={"repetitions": 3}, threads=1, no_passport=True)
    assert capsys.readouterr().err.splitlines()[-1] == "mercer: 3 of 3 trials"
    trials = columns(done.trials)
    assert set(trials["D"]) == {10} and set(trials["threads"]) == {1}
    assert (tmp_path / "results/scratch/python/small/trials.csv").exists()


def test_a_faulty_config_is_a_value_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="did you mean 'gaussian'") as error:
        mercer.run(config(kernels=["gausian"], repetitions=0), out="here")
    assert "repetitions" in str(error.value) and str(error.value).startswith("config: 2 faults")
    with pytest.raises(ValueError, match="no-such"):
        mercer.run(config(), out="here", no_such=3)
    for name in ["json_log", "dry_run", "shard"]:
        with pytest.raises(ValueError, match=f"{name} is an option of the program alone; expected out=FOLDER and progress=FUNCTION"):
            mercer.run(config(), out="here", **{name: "x"})
    with pytest.raises(ValueError, match="missing.json"):
        mercer.run("missing.json", out="here")
    with pytest.raises(ValueError, match="config is 3; expected a path"):
        mercer.run(3, out="here")
    with pytest.raises(ValueError, match="out is 3; expected a path"):
        mercer.run(config(), out=3)
    with pytest.raises(ValueError, match="expected allow_external=True, if you trust them"):
        mercer.run(config(methods=[{"id": "m", "D": 4, "map": {"name": "external", "command": ["no-such"]}}]), out="here")
    with pytest.raises(ValueError, match="config: Out of range"):
        mercer.run(config(seed=float("inf")), out="here")
    assert os.listdir(tmp_path) == []


def test_trials_that_fail_are_a_warning(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bad = config(kernels=[{"name": "polynomial", "degree": 300, "offset": 1}],
                 datasets=[{"name": "gaussian", "d": 5, "n": 100}],
                 methods=[{"id": "sketch", "map": {"name": "tensor_sketch"}, "D": [10]}])
    with pytest.warns(RuntimeWarning, match="some trials did not end well: 2 failed"):
        done = mercer.run(bad, out="here", progress=False)
    assert set(columns(done.trials)["status"]) == {"failed"}


def test_ctrl_c_stops_the_program_and_keeps_what_is_done(tmp_path):
    long = config(repetitions=1000)
    long["methods"][0]["D"] = [20000]
    script = ("import json, sys, mercer\n"
              "mercer.run(json.loads(sys.argv[1]), out='here', progress=lambda event: print(event['event'], flush=True))\n")
    process = subprocess.Popen([sys.executable, "-c", script, json.dumps(long)], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    while process.stdout.readline().strip() != "trial_end":
        assert process.poll() is None, process.stderr.read()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) != 0
    assert "KeyboardInterrupt" in process.stderr.read()
    done = columns(mercer.results(tmp_path / "here").trials)
    assert 1 <= len(done["D"]) < 1000
    time.sleep(0.3)
    assert len(columns(mercer.results(tmp_path / "here").trials)["D"]) == len(done["D"])  # nobody goes on


def test_a_second_ctrl_c_ends_the_program(tmp_path, monkeypatch):
    calls = []

    class Program:
        def __init__(self, *words, **how):
            pass

        def poll(self):
            raise KeyboardInterrupt

        def send_signal(self, number):
            calls.append(number)

        def wait(self):
            calls.append("wait")
            if "kill" not in calls:
                raise KeyboardInterrupt

        def kill(self):
            calls.append("kill")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess, "Popen", Program)
    with pytest.raises(KeyboardInterrupt):
        mercer.run(config(), out="here")
    assert calls == [signal.SIGINT, "wait", "kill", "wait"]


def test_committed_results(program, tmp_path):
    folder = ROOT / "results" / "kar2012" / "nursery"
    read = mercer.results(folder)
    trials, summary = columns(read.trials), columns(read.summary)
    import csv
    with (folder / "trials.csv").open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    assert len(trials["D"]) == len(expected)
    assert list(trials["dataset"]) == [row["dataset"] for row in expected]
    for name in ["accuracy", "fit_s", "D"]:
        np.testing.assert_array_equal(trials[name], [float(row[name]) if row[name] else np.nan for row in expected])
    rows = list(csv.DictReader(program("report", folder, "--format", "csv").splitlines()))
    assert [row["verdict"] for row in rows] == list(summary["verdict"])
    for name in ["mean", "reported", "stderr"]:
        np.testing.assert_array_equal(summary[name], [float(row[name]) if row[name] else np.nan for row in rows])
    assert "agrees" in summary["verdict"] or np.any(summary["reported"] > 0)


def test_without_pandas_there_are_dicts_of_arrays():
    script = ("import sys; sys.modules['pandas'] = None\n"
              "import mercer, numpy\n"
              f"read = mercer.results({str(ROOT / 'results' / 'kar2012' / 'nursery')!r})\n"
              "assert isinstance(read.trials, dict) and isinstance(read.summary['mean'], numpy.ndarray)\n")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_no_results_are_a_value_error(tmp_path):
    with pytest.raises(ValueError, match="no results"):
        mercer.results(tmp_path)
    with pytest.raises(ValueError, match="no results folder"):
        mercer.results(tmp_path / "nowhere")
