"""What the estimators take of scikit-learn."""

import warnings

import numpy as np

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin, RegressorMixin, TransformerMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:
    raise ImportError("mercer's estimators need scikit-learn 1.2 or newer (Debian: python3-sklearn); "
                      "mercer.kernel, points, doctor, run, results and list do not") from error
try:
    from sklearn.utils.validation import validate_data as _validate  # from 1.6 on
except ImportError:
    def _validate(estimator, *given, **how):
        return estimator._validate_data(*given, **how)

_HOW = {"accept_sparse": "csr", "dtype": [np.float64, np.float32]}


def validate_rows(estimator, X, reset, at_least=1):
    """Rows as scikit-learn checks them: an array in any order, or CSR, of float64 or float32."""
    return _validate(estimator, X, reset=reset, ensure_min_samples=at_least, **_HOW)


def validate_training(estimator, X, y, at_least=1, **how):
    """Rows and labels."""
    return _validate(estimator, X, y, ensure_min_samples=at_least, **_HOW, **how)


def class_codes(y):
    """The classes, sorted, and the place of each label among them, as the library takes labels."""
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    return classes, codes.astype(np.float64)


def tell_warnings(fitted):
    """What a solver says of its end."""
    for sentence in fitted["warnings"]:
        warnings.warn(sentence, ConvergenceWarning, stacklevel=3)
