"""The linear machine on dense features as an estimator of scikit-learn."""

import numpy as np

from . import _mercer
from ._core import for_library, named_json, thread_count, whole_seed
from ._estimators import (BaseEstimator, ClassifierMixin, check_is_fitted, class_codes, tell_warnings, validate_rows,
                          validate_training)


class DenseLinearSVC(ClassifierMixin, BaseEstimator):
    """Linear SVM for dense features, min 1/2 |w|^2 + C sum of losses, by dual coordinate descent (learner dense_dual).

    Parameters
    ----------
    C : cost of the losses, > 0
    loss : "squared_hinge" or "hinge"
    tol : largest violation of the optimality conditions at the end, as LIBLINEAR's
    fit_intercept : whether rows get a last feature of value intercept_scaling, regularised as the others are
    intercept_scaling : > 0
    learner_params : dict of further parameters of learner dense_dual
    seed : of the order in which rows are visited
    threads : None: as many as there are cores

    Attributes
    ----------
    classes_, n_features_in_
    coef_, intercept_ : a row for each class, or one alone of two classes
    n_iter_ : passes over the rows

    Features of float32 are learned from as they are, in half the memory. Several classes are learned one against the rest.
    """

    def __init__(self, C=1.0, loss="squared_hinge", tol=0.1, fit_intercept=True, intercept_scaling=1.0, learner_params=None, seed=1,
                 threads=None):
        self.C = C
        self.loss = loss
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.learner_params = learner_params
        self.seed = seed
        self.threads = threads

    def fit(self, X, y):
        """Learns from rows and labels of any kind."""
        X, y = validate_training(self, X, y, at_least=2)
        params = {"loss": self.loss, "cost": self.C, "eps": self.tol, "bias": self.intercept_scaling if self.fit_intercept else -1,
                  "storage": "float32" if X.dtype == np.float32 else "float64", **(self.learner_params or {})}
        self.classes_, codes = class_codes(y)
        fitted = _mercer.fit_linear(named_json("learner", "dense_dual", params), for_library(X), codes,
                                    whole_seed(self.seed), thread_count(self.threads))
        tell_warnings(fitted)
        labels = fitted["labels"].astype(int)
        weights, intercept = fitted["weights"].T, fitted["intercept"]
        if len(self.classes_) == 2:
            sign = 1 if labels[0] == 1 else -1  # a score above 0 is the first label's
            self.coef_, self.intercept_ = sign * weights, sign * intercept
        else:
            order = np.argsort(labels)
            self.coef_, self.intercept_ = weights[order], intercept[order]
        self.n_iter_ = fitted["iterations"]
        return self

    def decision_function(self, X):
        """<w, x> + b: of two classes that of the second, of more one for each."""
        check_is_fitted(self, "coef_")
        X = validate_rows(self, X, reset=False)
        scores = X @ self.coef_.T + self.intercept_
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def predict(self, X):
        """The label of each row, that of the largest score."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else np.argmax(scores, axis=1)]
