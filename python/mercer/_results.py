"""What a run left, as tables; what a config can name."""

import builtins
import json
import typing

import numpy as np

from . import _mercer, _places
from ._core import path_text

_SUMMARY_TEXTS = {"experiment", "dataset", "kernel", "method", "metric", "band_kind", "verdict", "deviations"}


class Results(typing.NamedTuple):
    """Pandas frames where pandas is, else dicts of arrays by column."""

    trials: typing.Any  # the columns of trials.csv, a row for each trial
    summary: typing.Any  # those of summary.csv, a row for each cell and metric: means, the paper's numbers, verdicts
    problems: typing.List[str]  # what is damaged or left out, in sentences; empty: nothing


def results(folder):
    """The trials of a results folder, and its summary with the paper's numbers and verdicts (docs/formats.md has the columns).

    Columns of numbers without a gap are whole or real as docs/formats.md says; with gaps they are real, nan where there is none.
    """
    read = _mercer.read_results(path_text("folder", folder), _places.SHARE)
    kinds = _mercer.column_kinds()
    trials = _table(read["trials"], lambda column: kinds[column])
    summary = _table(read["summary"], lambda column: "text" if column in _SUMMARY_TEXTS else "number")
    return Results(trials, summary, read["problems"])


def list(topic):
    """The entries of a topic as `mercer list TOPIC --json` prints them: kernels, maps, learners, sequences, datasets, configs, …"""
    return json.loads(_mercer.list(topic, _places.SHARE))


def _table(fields, kind_of):
    header, *rows = fields
    columns = {name: _column([row[place] for row in rows], kind_of(name)) for place, name in enumerate(header)}
    try:
        import pandas
    except ImportError:
        return columns
    return pandas.DataFrame(columns)


def _column(texts, kind):
    if kind == "text":
        return np.array(texts, dtype=object)
    if kind == "flag":
        values = [{"true": True, "false": False}.get(text) for text in texts]
        return np.array(values, dtype=object if None in values else bool)
    whole = kind == "integer" and all(texts)
    if whole and builtins.all(len(text) < 19 for text in texts):
        return np.array([int(text) for text in texts], dtype=np.int64)
    if whole:
        return np.array([int(text) for text in texts], dtype=np.uint64)  # seeds
    return np.array([float(text) if text else np.nan for text in texts], dtype=np.float64)
