"""ExactSVC, DenseLinearSVC and KernelRidge against scikit-learn's, and as values."""

import pickle

import numpy as np
import pytest

pytest.importorskip("sklearn")
from sklearn import kernel_ridge, svm
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification, make_regression

import mercer


@pytest.fixture(params=[2, 4])
def classes(request):
    x, y = make_classification(300, 6, n_informative=4, n_redundant=0, n_classes=request.param, random_state=3)
    return x, np.array(["d", "a", "c", "b"])[y]


def test_the_exact_machine_is_that_of_libsvm(classes):
    x, y = classes
    ours = mercer.ExactSVC(kernel_params={"sigma": 1.5}, C=2.0, tol=1e-6).fit(x[:200], y[:200])
    theirs = svm.SVC(C=2.0, gamma=1 / (2 * 1.5**2), tol=1e-6).fit(x[:200], y[:200])
    assert list(ours.classes_) == list(theirs.classes_)
    assert np.mean(ours.predict(x) == theirs.predict(x)) >= 0.99  # ties of votes are broken otherwise
    assert abs(len(ours.support_) - len(theirs.support_)) <= 2
    if len(ours.classes_) == 2:
        np.testing.assert_allclose(ours.decision_function(x), theirs.decision_function(x), atol=1e-4)
        np.testing.assert_array_equal(ours.predict(x), theirs.predict(x))
    else:
        assert ours.decision_function(x).shape == (300, 4)
        np.testing.assert_allclose(ours.decision_function(x), theirs.decision_function(x), atol=1e-3)


def test_the_parts_of_the_exact_machine_make_its_scores(classes):
    x, y = classes
    machine = mercer.ExactSVC(C=2.0).fit(x, y)
    gram = machine.kernel_(x, machine.support_vectors_)
    np.testing.assert_array_equal(machine.support_vectors_, x[machine.support_])
    scores = gram @ machine.dual_coef_ + machine.intercept_
    np.testing.assert_allclose(machine._pair_scores(x), scores, atol=1e-9)
    if scores.shape[1] == 1:
        assert np.mean((machine.decision_function(x) > 0) == (y == machine.classes_[1])) > 0.85


def test_one_kernel_and_its_object_give_one_machine(classes):
    x, y = classes
    by_name = mercer.ExactSVC("polynomial", {"degree": 2, "offset": 1}).fit(x, y)
    by_object = mercer.ExactSVC(mercer.kernel("polynomial", degree=2, offset=1), learner_params={"cost": 1}).fit(x, y)
    np.testing.assert_array_equal(by_name.dual_coef_, by_object.dual_coef_)


def test_the_linear_machine_is_that_of_liblinear(classes):
    x, y = classes
    ours = mercer.DenseLinearSVC(C=0.5, loss="hinge", tol=1e-8).fit(x, y)
    theirs = svm.LinearSVC(C=0.5, loss="hinge", tol=1e-8, max_iter=10**6).fit(x, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)
    scores = np.sort(theirs.decision_function(x).reshape(len(x), -1), axis=1)
    clear = (np.abs(scores[:, 0]) if scores.shape[1] == 1 else scores[:, -1] - scores[:, -2]) > 1e-3
    assert clear.sum() > 280
    np.testing.assert_array_equal(ours.predict(x)[clear], theirs.predict(x)[clear])
    without = mercer.DenseLinearSVC(fit_intercept=False).fit(x, y)
    assert np.all(without.intercept_ == 0)
    floats = mercer.DenseLinearSVC(tol=1e-6).fit(x.astype(np.float32), y)
    np.testing.assert_allclose(floats.coef_, mercer.DenseLinearSVC(tol=1e-6).fit(x, y).coef_, atol=1e-4)


def test_kernel_ridge_is_that_of_scikit_learn():
    x, y = make_regression(120, 5, noise=1.0, random_state=1)
    ours = mercer.KernelRidge(kernel_params={"sigma": 2.0}, lam=1e-3).fit(x[:80], y[:80])
    theirs = kernel_ridge.KernelRidge(alpha=0.08, kernel="rbf", gamma=1 / 8).fit(x[:80], y[:80])
    np.testing.assert_allclose(ours.predict(x), theirs.predict(x), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-6, atol=1e-6)
    iterated = clone(ours).set_params(solver="cg", learner_params={"tolerance": 1e-10}).fit(x[:80], y[:80])
    np.testing.assert_allclose(iterated.predict(x), ours.predict(x), rtol=1e-5, atol=1e-5)


def test_pickled_machines_predict_the_same(classes):
    x, y = classes
    numbers = np.unique(y, return_inverse=True)[1].astype(float)
    for machine, labels in [(mercer.ExactSVC(), y), (mercer.DenseLinearSVC(), y), (mercer.KernelRidge(), numbers)]:
        for fitted in [machine.fit(x, labels), machine.fit(__import__("scipy.sparse").sparse.csr_matrix(x), labels)]:
            again = pickle.loads(pickle.dumps(fitted))
            np.testing.assert_array_equal(again.predict(x), fitted.predict(x))
        pickle.loads(pickle.dumps(clone(machine)))


def test_what_is_learned_does_not_depend_on_threads(classes):
    x, y = classes
    one, two = (mercer.ExactSVC(threads=threads).fit(x, y) for threads in [1, 2])
    np.testing.assert_array_equal(one.dual_coef_, two.dual_coef_)
    np.testing.assert_array_equal(one.decision_function(x), two.decision_function(x))


def test_a_solver_that_stops_early_warns():
    from sklearn.exceptions import ConvergenceWarning
    x, y = load_iris(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match="reached the limit of 1 passes"):
        mercer.DenseLinearSVC(tol=1e-12, learner_params={"max_passes": 1}).fit(x, y)
    with pytest.warns(ConvergenceWarning, match="reached the limit of 2 iterations"):
        mercer.ExactSVC(learner_params={"max_iterations": 2}).fit(x, y)


@pytest.mark.parametrize("machine, sentence", [
    (lambda: mercer.ExactSVC(C=-1), "learner 'exact_blocked': cost is -1; expected a number > 0"),
    (lambda: mercer.DenseLinearSVC(loss="log"), "learner 'dense_dual': loss is .*log"),
    (lambda: mercer.KernelRidge(lam=0), "learner 'kernel_ridge': lambda is 0; expected a number > 0"),
    (lambda: mercer.KernelRidge(solver="lu"), "learner 'kernel_ridge': solver is .*lu"),
    (lambda: mercer.ExactSVC(learner_params={"csot": 1}), "csot"),
    (lambda: mercer.ExactSVC(kernel=mercer.kernel("linear"), kernel_params={"a": 1}), "expected one of them"),
    (lambda: mercer.ExactSVC(seed=-1), "seed is -1"),
])
def test_mistakes_are_one_sentence(machine, sentence):
    x, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match=sentence):
        machine().fit(x, y)


def test_a_row_outside_the_kernels_domain_is_named():
    x = np.full((30, 2), 0.1)
    x[:, 1] = np.linspace(0, 0.3, 30)
    machine = mercer.KernelRidge("vovk_infinite").fit(x, x[:, 1]) if "vovk_infinite" in [
        k["name"] for k in mercer.list("kernels")] else None
    if machine is None:
        pytest.skip("no kernel with a domain of this name")
    x[17] = 3
    with pytest.raises(ValueError, match="row 17"):
        machine.predict(x)
