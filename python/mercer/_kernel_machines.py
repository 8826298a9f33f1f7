"""Machines on exact kernels as estimators of scikit-learn."""

import itertools

import numpy as np

from . import _mercer
from ._core import for_library, named_json, thread_count, whole_seed
from ._estimators import (BaseEstimator, ClassifierMixin, RegressorMixin, check_is_fitted, class_codes, tell_warnings, validate_rows,
                          validate_training)
from ._kernels import kernel_json, kernel_on_rows


class _KernelMachine(BaseEstimator):
    """Scores sum_i a_i k(x_i, x), and the packed rows that they are computed from, which are made again where a machine is loaded."""

    def _fit_machine(self, learner, X, y):
        rows = for_library(X)
        self.kernel_ = kernel_on_rows(self.kernel, self.kernel_params, rows, whole_seed(self.seed))
        fitted = _mercer.fit_kernel_machine(learner, self.kernel_._kernel, rows, y, self.seed, thread_count(self.threads))
        tell_warnings(fitted)
        return fitted

    def _pack(self):
        rows, coefficients = self._expansion()
        self._scorer = _mercer.KernelScorer(self.kernel_._kernel.json, for_library(rows), coefficients)

    def _scores(self, X):
        check_is_fitted(self, "kernel_")
        X = validate_rows(self, X, reset=False)
        return self._scorer.scores(for_library(X), thread_count(self.threads))

    def __getstate__(self):
        state = dict(super().__getstate__())
        state.pop("_scorer", None)
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if "kernel_" in state:
            self._pack()


class ExactSVC(ClassifierMixin, _KernelMachine):
    """The exact kernel SVM, with the optimum of LIBSVM: min 1/2 |w|^2 + C sum of hinge losses (learner exact_blocked).

    Parameters
    ----------
    kernel, kernel_params : as of RandomFeatures
    C : cost of the losses, > 0
    tol : tolerance of the optimality conditions
    cache_size : of kernel rows, in MiB
    learner_params : dict of further parameters of learner exact_blocked
    seed : of the sample of rows that a bandwidth rule looks at
    threads : None: as many as there are cores. What is learned does not depend on it.

    Attributes
    ----------
    classes_, kernel_, n_features_in_
    support_, support_vectors_ : numbers and rows of the support vectors
    dual_coef_ : a row for each support vector, a column for each pair of classes
    intercept_ : one for each pair of classes
    n_iter_, dual_objective_ : of the solver

    Several classes are learned one against one and predicted by votes, of equal ones the class that came first in training, as LIBSVM
    does. Pairs are those of the classes in the order in which they came.
    """

    def __init__(self, kernel="gaussian", kernel_params=None, C=1.0, tol=1e-3, cache_size=256, learner_params=None, seed=1,
                 threads=None):
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.C = C
        self.tol = tol
        self.cache_size = cache_size
        self.learner_params = learner_params
        self.seed = seed
        self.threads = threads

    def fit(self, X, y):
        """Learns from rows and labels of any kind."""
        learner = named_json("learner", "exact_blocked", {"cost": self.C, "eps": self.tol, "cache_mib": self.cache_size,
                                                          **(self.learner_params or {})})
        X, y = validate_training(self, X, y, at_least=2)
        self.classes_, codes = class_codes(y)
        fitted = self._fit_machine(learner, X, codes)
        self.support_ = fitted["support"]
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = fitted["coefficients"]
        self.intercept_ = fitted["offsets"]
        self.n_iter_ = fitted["iterations"]
        self.dual_objective_ = fitted["dual_objective"]
        self._order = np.array(fitted["labels"], dtype=int)  # places in classes_, as the labels came
        self._pack()
        return self

    def decision_function(self, X):
        """Of two classes the score of the second; of more the votes of each, and a share below 1/3 from the sums of its scores."""
        scores = self._pair_scores(X)
        if len(self.classes_) == 2:
            return scores[:, 0] if self._order[0] == 1 else -scores[:, 0]
        votes, sums = self._votes(scores)
        return votes + sums / (3 * (np.abs(sums) + 1))

    def predict(self, X):
        """The label of each row."""
        scores = self._pair_scores(X)
        if len(self.classes_) == 2:
            return self.classes_[np.where(scores[:, 0] > 0, *self._order)]
        votes = self._votes(scores)[0]
        return self.classes_[self._order[np.argmax(votes[:, self._order], axis=1)]]

    def _pair_scores(self, X):
        return self._scores(X) + self.intercept_

    def _votes(self, scores):
        votes, sums = np.zeros((2, len(scores), len(self.classes_)))
        for score, (first, second) in zip(scores.T, itertools.combinations(self._order, 2)):
            votes[:, first] += score > 0
            votes[:, second] += score <= 0
            sums[:, first] += score
            sums[:, second] -= score
        return votes, sums

    def _expansion(self):
        return self.support_vectors_, self.dual_coef_


class KernelRidge(RegressorMixin, _KernelMachine):
    """Exact kernel ridge regression, c = (K + lam n I)^-1 y (learner kernel_ridge).

    Parameters
    ----------
    kernel, kernel_params : as of RandomFeatures
    lam : lambda > 0 of |f - y|^2 + lambda n |f|^2; scikit-learn's alpha is n times this
    solver : "cholesky", or "cg" for conjugate gradients without the Gram matrix in memory
    learner_params : dict of further parameters of learner kernel_ridge
    seed : of the sample of rows that a bandwidth rule looks at, and of the preconditioner
    threads : None: as many as there are cores

    Attributes
    ----------
    kernel_, n_features_in_
    X_fit_, dual_coef_ : the training rows and their coefficients c
    """

    def __init__(self, kernel="gaussian", kernel_params=None, lam=1e-3, solver="cholesky", learner_params=None, seed=1, threads=None):
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.lam = lam
        self.solver = solver
        self.learner_params = learner_params
        self.seed = seed
        self.threads = threads

    def fit(self, X, y):
        """Learns from rows and numbers."""
        learner = named_json("learner", "kernel_ridge", {"lambda": self.lam, "solver": self.solver, **(self.learner_params or {})})
        needs_pairs = _mercer.has_rule(kernel_json(self.kernel, self.kernel_params))
        X, y = validate_training(self, X, y, at_least=2 if needs_pairs else 1, y_numeric=True)
        fitted = self._fit_machine(learner, X, np.asarray(y, dtype=np.float64))
        self.X_fit_ = X
        self.dual_coef_ = fitted["coefficients"][:, 0]
        self._pack()
        return self

    def predict(self, X):
        """The value of each row."""
        return self._scores(X)[:, 0]

    def _expansion(self):
        return self.X_fit_, self.dual_coef_[:, np.newaxis]
