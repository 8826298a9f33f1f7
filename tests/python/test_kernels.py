"""mercer.kernel, mercer.points, mercer.list: without scikit-learn."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import mercer


def test_a_gaussian_gram_matrix(rows):
    y = rows[:9] + 0.25
    gram = mercer.kernel("gaussian", sigma=0.7)(rows, y)
    squares = ((rows[:, None] - y)**2).sum(axis=2)
    np.testing.assert_allclose(gram, np.exp(-squares / (2 * 0.49)), rtol=1e-13)
    own = mercer.kernel("gaussian", sigma=0.7)
    np.testing.assert_array_equal(own(rows), own(rows, rows))
    np.testing.assert_array_equal(own.diagonal(rows), np.ones(60))


def test_every_kernel_is_symmetric_and_positive(rows):
    examples = {"degree": 2, "offset": 1, "sigma": 1.0, "order": 2}
    binary = (rows > 0).astype(float)
    seen = 0
    for entry in mercer.list("kernels"):
        required = [p["name"] for p in entry["parameters"] if p.get("required")]
        if not set(required) <= set(examples):
            continue
        params = {name: examples[name] for name in required}
        if entry["name"] == "gaussian":
            params["sigma"] = 1.0
        try:
            gram = mercer.kernel(entry["name"], **params)(binary)
        except ValueError as error:
            assert "expected" in str(error)
            continue
        np.testing.assert_allclose(gram, gram.T, rtol=1e-12)
        assert np.linalg.eigvalsh(gram).min() > -1e-9 * np.abs(gram).max()
        seen += 1
    assert seen >= 8


def test_nested_kernels_threads_and_layouts(rows):
    nested = mercer.kernel("sum", of=[{"name": "gaussian", "sigma": 0.7}, "linear"])
    expected = mercer.kernel("gaussian", sigma=0.7)(rows) + rows @ rows.T
    np.testing.assert_allclose(nested(rows), expected, rtol=1e-12)
    np.testing.assert_array_equal(nested(np.asfortranarray(rows), threads=2), nested(rows, threads=1))
    np.testing.assert_allclose(nested(rows.astype(np.float32)), expected, rtol=1e-5, atol=1e-6)
    sparse = pytest.importorskip("scipy.sparse")
    np.testing.assert_allclose(nested(sparse.csr_matrix(rows), rows), expected, rtol=1e-12)


def test_a_kernel_is_a_value(rows):
    own = mercer.kernel("polynomial", degree=np.int64(3), offset=np.float64(1))
    assert own.name == "polynomial" and own.params == {"degree": 3, "offset": 1, "scale": 1}
    assert repr(own) == "mercer.kernel('polynomial', degree=3, offset=1, scale=1.0)"
    for again in [copy.deepcopy(own), pickle.loads(pickle.dumps(own)), eval(repr(own), {"mercer": mercer})]:
        assert again == own and hash(again) == hash(own)
        np.testing.assert_array_equal(again(rows), own(rows))
    assert own != mercer.kernel("polynomial", degree=2, offset=1)


@pytest.mark.parametrize("call, sentence", [
    (lambda x: mercer.kernel("gausian"), "^unknown kernel 'gausian'"),
    (lambda x: mercer.kernel("polynomial"), "degree.*\n.*offset"),
    (lambda x: mercer.kernel("gaussian", sigma="mean_distance"), "mean_distance"),
    (lambda x: mercer.kernel("gaussian", sigma=1)(x, x[:, :3]), "columns"),
    (lambda x: mercer.kernel("linear")(x[0]), "rows are an array of 1 dimensions; expected 2"),
    (lambda x: mercer.kernel("linear")(x + 1j), "rows are complex; expected real numbers"),
    (lambda x: mercer.kernel("linear")([["a", "b"]]), "expected numbers"),
    (lambda x: mercer.kernel("linear")(np.where(x > 0.3, np.nan, x)), "row"),
    (lambda x: mercer.kernel("linear")(x, threads=0), "threads is 0; expected a whole number >= 1"),
    (lambda x: mercer.kernel("linear")(x, threads=True), "threads is True"),
    (lambda x: mercer.points("halton", 0, 4), "d is 0; expected a whole number >= 1"),
    (lambda x: mercer.points("haltn", 2, 4), "unknown sequence 'haltn'"),
    (lambda x: mercer.points("sobol", 10**6, 4), "dimension"),
    (lambda x: mercer.list("mapps"), "mapps"),
])
def test_mistakes_are_value_errors(rows, call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(rows)


def test_complex_sparse_rows_are_refused(rows):
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(ValueError, match="rows are complex; expected real numbers"):
        mercer.kernel("linear")(sparse.csr_matrix(rows + 1j))


def test_points_are_those_of_the_program(program, tmp_path):
    for name, params in [("halton", {}), ("sobol", {}), ("monte_carlo", {}), ("halton", {"skip": 0})]:
        words = ",".join([name] + [f"{key}={value}" for key, value in params.items()])
        program("points", words, tmp_path / "points.npy", "--d", 3, "--n", 2000, "--seed", 7)
        np.testing.assert_array_equal(mercer.points(name, 3, 2000, seed=7, **params), np.load(tmp_path / "points.npy"))


def test_the_list_is_that_of_the_program(program):
    import json
    for topic in ["maps", "kernels", "learners", "sequences", "datasets", "configs"]:
        assert mercer.list(topic) == json.loads(program("list", topic, "--json"))
    assert "random_fourier" in [entry["name"] for entry in mercer.list("maps")]


def test_the_package_is_loaded_when_it_is_used():
    code = ("import sys, mercer; assert 'numpy' not in sys.modules and 'sklearn' not in sys.modules;"
            "mercer.kernel('linear')([[1.0]]); assert 'numpy' in sys.modules and 'sklearn' not in sys.modules;"
            "assert sorted(dir(mercer)) == sorted(mercer.__all__)")
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        mercer.nothing


def test_other_programs_do_not_hear_of_it():
    mercer.list("datasets")
    said = subprocess.run(["env"], capture_output=True, text=True, check=True).stdout
    assert "MERCER_SHARE" not in said
