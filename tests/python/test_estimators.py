"""scikit-learn's own checks of the manners of an estimator."""

import pytest

pytest.importorskip("sklearn")
from sklearn.utils.estimator_checks import parametrize_with_checks

import mercer


@parametrize_with_checks([
    mercer.RandomFeatures(),
    mercer.RandomFeatures(map="nystroem", D=5),
    mercer.RandomFeatures(kernel="polynomial", kernel_params={"degree": 2, "offset": 1}, map="tensor_sketch", D=64),
    mercer.ExactSVC(),
    mercer.DenseLinearSVC(),
    mercer.KernelRidge(),
])
def test_manners(estimator, check):
    check(estimator)
