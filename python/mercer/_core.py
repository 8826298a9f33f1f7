"""What every part of the package needs: the compiled module, JSON for it, rows for it."""

import collections.abc
import json
import operator
import os

import numpy as np

from . import _mercer


def allow_external():
    """Allows this process to start the programs that maps named "external" consist of (docs/external.md)."""
    _mercer.allow_external()


def _plain(value):
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    raise TypeError(f"{value!r} is of type {type(value).__name__}; expected a number, a text, True, False, a list or a dict")


def named_json(what, name, params):
    """The object of a config: a name with parameters, or a dict that has both. Parameters that are None are left out."""
    if isinstance(name, dict):
        if params:
            raise ValueError(f"{what} is a dict and {what}_params is given; expected one of them")
        named = dict(name)
    elif isinstance(name, str):
        if params is not None and not isinstance(params, collections.abc.Mapping):
            raise ValueError(f"{what}_params is {params!r}; expected a dict, or None")
        named = {"name": name, **(params or {})}
    else:
        raise ValueError(f"{what} is {name!r}; expected a name, or a dict with a name and parameters")
    given = {key: value for key, value in named.items() if value is not None}
    try:
        return json.dumps(given, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what}: {error}") from None


MOST, MOST_SEED = 2**63 - 1, 2**64 - 1


def whole_number(name, value, least, most=MOST):
    """The value as an int from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or number < least:
        raise ValueError(f"{name} is {value!r}; expected a whole number >= {least}")
    if number > most:
        raise ValueError(f"{name} is {value!r}; expected a whole number from {least} to {most}")
    return number


def whole_seed(value):
    return whole_number("seed", value, 0, MOST_SEED)


def path_text(name, value):
    """The path as a text."""
    try:
        return os.fspath(value)
    except TypeError:
        raise ValueError(f"{name} is {value!r}; expected a path") from None


def thread_count(threads):
    """None is as many threads as there are cores that this process may run on."""
    if threads is None:
        return max(1, len(os.sched_getaffinity(0)))
    if isinstance(threads, bool):
        raise ValueError(f"threads is {threads!r}; expected a whole number >= 1, or None")
    return min(whole_number("threads", threads, 1), 1024)


def as_rows(X):
    """Rows of two dimensions of float64 or float32, an array or a CSR matrix; copied only where they are of another kind."""
    rows = X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)
    if rows.dtype.kind == "c":
        raise ValueError("rows are complex; expected real numbers")
    if rows.dtype not in (np.float64, np.float32):
        try:
            rows = rows.astype(np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"rows are of type {rows.dtype}; expected numbers") from None
    if rows.ndim != 2:
        raise ValueError(f"rows are an array of {rows.ndim} dimensions; expected 2, a row for each example")
    return rows


def for_library(X):
    """The rows of as_rows as the compiled module reads them where they lie; strange strides and orders of indices are copied."""
    if not hasattr(X, "tocsr"):
        plain = X.flags.aligned and X.dtype.isnative and all(step % X.itemsize == 0 for step in X.strides)
        return X if plain else np.array(X, order="C", dtype=X.dtype.newbyteorder("="))
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    indptr, indices = X.indptr, X.indices
    if indptr.dtype != indices.dtype or indptr.dtype not in (np.int32, np.int64):
        indptr, indices = indptr.astype(np.int64), indices.astype(np.int64)
    return indptr, indices, np.ascontiguousarray(X.data), X.shape[1]
