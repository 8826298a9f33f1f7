"""Feature maps as a transformer of scikit-learn."""

import json

import numpy as np

from . import _mercer
from ._core import for_library, named_json, thread_count, whole_number, whole_seed
from ._estimators import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, check_is_fitted, validate_rows
from ._kernels import Kernel, kernel_json


class RandomFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Features z with <z(x), z(y)> close to k(x, y), by any map of the registry.

    The features are the same bits as those of `mercer transform` with this kernel, map, D and seed.

    Parameters
    ----------
    kernel : a name of mercer.list("kernels"), an object of a config, or a mercer.Kernel
    kernel_params : dict of its parameters. A bandwidth that is not given is "mean_distance", the mean distance of pairs of training
        rows.
    map : a name of mercer.list("maps"), or an object of a config
    map_params : dict of its parameters; {"storage": "float32"} gives features of four bytes whatever X is
    D : number of random features; None for a map that takes none
    seed : of the draw, a whole number >= 0. The map is a function of the parameters and the number of columns, and, where the map
        depends on data or a bandwidth is a rule, of up to max(2000, D) training rows.
    sparse_output : whether transform returns a CSR matrix, of a map most of whose features are 0
    threads : of transform; None: as many as there are cores. The features do not depend on it.

    Attributes
    ----------
    kernel_ : mercer.Kernel with the bandwidth that was used
    offset_ : what is to be added to the inner products of features, 0 for nearly all maps
    is_complex_ : whether columns 2j and 2j + 1 are the real and the imaginary part of feature j
    note_ : what the map says of this draw, a sentence, or ""
    n_features_in_, feature_names_in_ : as scikit-learn has them

    Features are float32 where X is, and else float64. Rows are read where they lie, block by block, dense in any order or CSR. The
    GIL is not held while they are computed.
    """

    def __init__(self, kernel="gaussian", kernel_params=None, map="random_fourier", map_params=None, D=1000, seed=1,
                 sparse_output=False, threads=None):
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.map = map
        self.map_params = map_params
        self.D = D
        self.seed = seed
        self.sparse_output = sparse_output
        self.threads = threads

    def fit(self, X, y=None):
        """Draws the map for the columns of X."""
        kernel = kernel_json(self.kernel, self.kernel_params)
        drawn_map = named_json("map", self.map, self.map_params)
        if self.D is None and _mercer.takes_no_count(drawn_map):
            count = 0
        else:
            count = whole_number("D", self.D, 1)
        X = validate_rows(self, X, reset=True, at_least=2 if _mercer.has_rule(kernel) else 1)
        self.drawn_ = _mercer.DrawnMap.fit(kernel, drawn_map, count, whole_seed(self.seed), for_library(X))
        self.kernel_ = Kernel(json.loads(self.drawn_.kernel))
        self.offset_ = self.drawn_.offset
        self.is_complex_ = self.drawn_.is_complex
        self.note_ = self.drawn_.note
        return self

    def transform(self, X):
        """The features of the rows of X, n x columns."""
        check_is_fitted(self, "drawn_")
        X = validate_rows(self, X, reset=False)
        threads = thread_count(self.threads)
        floats = X.dtype == np.float32 or self.drawn_.is_float
        if self.sparse_output:
            from scipy.sparse import csr_matrix

            features = csr_matrix(self.drawn_.transform_sparse(for_library(X), threads), (X.shape[0], self._n_features_out))
            return features.astype(np.float32) if floats else features
        transform = self.drawn_.transform_floats if floats else self.drawn_.transform
        return transform(for_library(X), threads)

    @property
    def _n_features_out(self):
        return self.drawn_.output_dim

    def _more_tags(self):
        return {"preserves_dtype": [np.float64, np.float32]}
