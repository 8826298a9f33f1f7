"""Feature maps held against the kernel that they are to approximate."""

import json

import numpy as np

from . import _mercer
from ._core import as_rows, for_library, named_json, whole_number, whole_seed
from ._kernels import kernel_json

_COUNTS, _SEEDS = ("n_components", "D"), ("random_state", "seed")


class Diagnosis(dict):
    """The figures of `mercer doctor --json` by name; printed, the page of text that ends with the verdict."""

    def __init__(self, figures, text):
        super().__init__(figures)
        self._text = text

    @property
    def verdict(self):
        """ "right", "wrong", or "shown" where the mean cannot be judged."""
        return self["verdict"]

    @property
    def faults(self):
        """Why the map is wrong, a list of sentences."""
        return self["faults"]

    def __str__(self):
        return self._text

    def __repr__(self):
        return f"<mercer.Diagnosis of {self['map']} on {self['kernel']}: {self.verdict}>"


def doctor(transformer, kernel, *, D=256, draws=100, seed=1, rows=None, max_rows=40, delta=0.05, unbiased=True, deterministic=False,
           data_dependent=False, name=None):
    """Draws a map many times and compares the inner products of its features with the kernel: bias, variance, slope, verdict.

    transformer is a mercer.RandomFeatures, of which the doctor knows variance and bounds; a transformer of scikit-learn with a
    parameter n_components (or D) and random_state (or seed); or a function of (X, D, seed) that returns the features of the rows X,
    which may be complex. kernel is as of RandomFeatures, or an object of mercer.kernel. rows, of which max_rows are examined, are 20
    made ones of ten columns where none are given. unbiased, deterministic and data_dependent say what may be expected of a strange
    map; one whose features depend on other rows, or that ignores its seed, is found out and named. delta is the probability of the
    bounds. Returns a Diagnosis.
    """
    given = None if rows is None else for_library(as_rows(rows))
    options = (given, whole_number("max_rows", max_rows, 2), whole_number("D", D, 1), whole_number("draws", draws, 10),
               whole_seed(seed), delta)
    kernel = kernel_json(kernel, None)
    if type(transformer).__name__ == "RandomFeatures" and hasattr(transformer, "map_params"):
        drawn_map = named_json("map", transformer.map, transformer.map_params)
        return _diagnosis(_mercer.diagnose_map(kernel, drawn_map, *options))
    name, draw = _strange_map(transformer, name)
    faults = _faults(draw, D, seed, _examined(rows, max_rows, D if data_dependent else 0, seed), deterministic)
    figures, text = _mercer.diagnose_called(name, draw, faults, unbiased, deterministic, data_dependent, kernel, *options)
    found = _diagnosis((figures, text.replace(", drawn map 0 bytes", "").replace("0 operations per row, ", "")))
    found["bytes"] = found["operations_per_row"] = None  # Python does not tell
    return found


def _diagnosis(told):
    figures, text = told
    return Diagnosis(json.loads(figures)[0], text)


def _strange_map(transformer, name):
    """Its name, and the function of (D, seed, training rows) that draws it and returns the function of rows."""
    if hasattr(transformer, "fit") and hasattr(transformer, "transform"):
        return name or type(transformer).__name__, _drawing_by_fit(transformer)
    if not callable(transformer):
        raise ValueError(f"transformer is {transformer!r}; expected a transformer of scikit-learn, or a function of X, D and seed")
    own = getattr(transformer, "__name__", type(transformer).__name__)
    return name or own, lambda D, seed, train: lambda rows: _real(transformer(rows, D, seed))


def _drawing_by_fit(transformer):
    from sklearn.base import clone

    params = transformer.get_params()
    count = next((key for key in _COUNTS if key in params), None)
    random = next((key for key in _SEEDS if key in params), None)
    if count is None:
        raise ValueError(f"{type(transformer).__name__} has no parameter n_components or D; expected one, or a function of X, D and "
                         "seed")

    def draw(D, seed, train):
        drawn = clone(transformer).set_params(**{count: D}, **({random: seed % 2**32} if random else {})).fit(train)
        return lambda rows: _real(drawn.transform(rows))

    return draw


def _real(features):
    """As real columns: the real and the imaginary part of a feature side by side."""
    if hasattr(features, "toarray"):
        features = features.toarray()
    features = np.asarray(features)
    if not np.iscomplexobj(features):
        return features
    return np.stack([features.real, features.imag], axis=-1).reshape(len(features), -1)


def _examined(rows, max_rows, drawn_from_rows, seed):
    """Some rows to look at a map's manners with, and the training rows: enough for so many features drawn from them."""
    if rows is None:
        return _mercer.doctor_rows(drawn_from_rows, seed)
    dense = as_rows(rows)
    dense = (dense.toarray() if hasattr(dense, "toarray") else dense).astype(np.float64)
    return dense[:max_rows], dense


def _faults(draw, D, seed, examined, deterministic):
    """What no drawn map may do, whatever its kernel."""
    rows, train = examined
    features = draw(D, seed, train)
    together = np.asarray(features(rows), dtype=np.float64)
    if together.ndim != 2 or len(together) != len(rows) or together.shape[1] == 0:
        return []  # the doctor says so itself
    faults = []

    def same(others, expected):
        return others.shape == expected.shape and np.allclose(others, expected, rtol=1e-6, atol=1e-9 * np.abs(expected).max())

    few = len(rows) // 2
    depends = False
    if not same(np.asarray(features(rows)), together):
        faults.append("its features are no function of a row: the same rows have others when they are transformed again")
    else:
        depends = not same(np.asarray(features(rows[few:])), together[few:]) or not same(np.asarray(features(rows[:1])), together[:1])
    if not same(np.asarray(draw(D, seed, train)(rows)), together):
        faults.append("it is no function of its seed: drawn again with the same one it has other features")
    else:
        # A map may keep what it sees of the rows that it transforms first.
        depends = depends or not same(np.asarray(draw(D, seed, train)(rows[few:])), together[few:])
        if not deterministic and same(np.asarray(draw(D, seed + 1, train)(rows)), together):
            faults.append("it ignores its seed: drawn with another one it has the same features")
    if depends:
        faults.append("its features of a row depend on the rows that are transformed with it")
    return faults
