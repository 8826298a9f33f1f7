"""Exact kernels and low-discrepancy points."""

import json

from . import _mercer
from ._core import as_rows, for_library, named_json, thread_count, whole_number, whole_seed


class Kernel:
    """A kernel of the registry: called with rows it returns their Gram matrix.

    Parameters are those that mercer.list("kernels") tells. A bandwidth is a number here: rules such as "mean_distance" need
    training rows, which estimators have.
    """

    def __init__(self, name, **params):
        self._kernel = _mercer.Kernel(named_json("kernel", name, params))

    @property
    def name(self):
        """The name in the registry."""
        return json.loads(self._kernel.json)["name"]

    @property
    def params(self):
        """All parameters, with the defaults filled in."""
        params = json.loads(self._kernel.json)
        del params["name"]
        return params

    def __call__(self, X, Y=None, *, threads=None):
        """The matrix of k(x, y), a row for each row of X and a column for each of Y (of X where Y is None), in float64."""
        rows = for_library(as_rows(X))
        return self._kernel.gram(rows, rows if Y is None else for_library(as_rows(Y)), thread_count(threads))

    def diagonal(self, X):
        """k(x, x) of each row."""
        return self._kernel.diagonal(for_library(as_rows(X)))

    def __repr__(self):
        return f"mercer.kernel({', '.join([repr(self.name)] + [f'{key}={value!r}' for key, value in self.params.items()])})"

    def __eq__(self, other):
        return isinstance(other, Kernel) and self._kernel.describe() == other._kernel.describe()

    def __hash__(self):
        return hash(self._kernel.describe())


def kernel(name, **params):
    """A kernel by its name: mercer.kernel("gaussian", sigma=0.7)(X, Y) is the Gram matrix of the rows of X and Y."""
    return Kernel(name, **params)


def points(sequence, d, n, seed=1, **params):
    """The first n points of a sequence of mercer.list("sequences") in [0, 1)^d, a row for each: what `mercer points` writes."""
    return _mercer.points(named_json("sequence", sequence, params), whole_number("d", d, 1), whole_number("n", n, 1),
                          whole_seed(seed))


def kernel_on_rows(kernel, params, rows, seed):
    """The kernel with every bandwidth a number: one that is not given is the mean distance of the training rows."""
    resolved = json.loads(_mercer.resolve_kernel(kernel_json(kernel, params), rows, seed))
    return Kernel(resolved)


def kernel_json(kernel, params):
    """The kernel as an estimator's parameters say it; a bandwidth that is not given is the rule mean_distance."""
    if isinstance(kernel, Kernel):
        if params:
            raise ValueError("kernel is a mercer.Kernel and kernel_params is given; expected one of them")
        return kernel._kernel.json
    return _mercer.with_bandwidth(named_json("kernel", kernel, params))
