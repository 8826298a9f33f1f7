"""mercer.doctor: the program's figures for our maps, and judgement of strangers'."""

import json
import pathlib
import subprocess

import numpy as np
import pytest

import mercer

GAUSSIAN = {"name": "gaussian", "sigma": 0.7}


def fourier(x, D, seed, scale=1.0):
    random = np.random.default_rng(seed)
    w = random.normal(size=(x.shape[1], D)) / 0.7
    return scale * np.sqrt(2 / D) * np.cos(x @ w + random.uniform(0, 2 * np.pi, D))


def test_a_registered_map_has_the_programs_figures(program):
    pytest.importorskip("sklearn")
    for drawn_map, kernel, words in [("random_fourier", GAUSSIAN, "gaussian,sigma=0.7"),
                                     ("tensor_sketch", {"name": "polynomial", "degree": 2, "offset": 1}, "polynomial,degree=2,offset=1")]:
        expected = json.loads(program("doctor", "--kernel", words, "--map", drawn_map, "--D", 64, "--draws", 20, "--json"))[0]
        found = mercer.doctor(mercer.RandomFeatures(map=drawn_map), kernel, D=64, draws=20)
        found.pop("features_per_second"), expected.pop("features_per_second")
        assert found == expected
        assert str(found).startswith("map                   " + drawn_map) and found.verdict in str(found)


def test_rows_of_ones_own_are_those_of_the_program(program, tmp_path, rows):
    pytest.importorskip("sklearn")
    from conftest import write_libsvm
    write_libsvm(tmp_path / "rows", rows)
    expected = json.loads(program("doctor", "--kernel", "gaussian,sigma=mean_distance", "--map", "random_fourier", "--D", 32, "--draws", 20,
                                  "--rows", tmp_path / "rows", "--max-rows", 15, "--json"))[0]
    found = mercer.doctor(mercer.RandomFeatures(), "gaussian", D=32, draws=20, rows=rows, max_rows=15)
    found.pop("features_per_second"), expected.pop("features_per_second")
    assert found == expected and found["rows"] == 15


def test_a_strangers_map_is_right():
    found = mercer.doctor(fourier, GAUSSIAN, D=128)
    assert found.verdict == "right" and found.faults == [] and found["map"] == "fourier"
    assert found["slope"] == pytest.approx(-0.5, abs=0.1)
    assert found["bytes"] is None and "bytes" not in str(found) and "operations" not in str(found)


def test_a_strangers_variance_is_that_of_the_same_map_of_ours():
    pytest.importorskip("sklearn")
    ours = mercer.doctor(mercer.RandomFeatures(), GAUSSIAN, D=128)
    found = mercer.doctor(fourier, GAUSSIAN, D=128)
    assert abs(found["variance"] - ours["exact_variance"]) < 6 * found["variance_standard_error"]


def test_a_map_that_keeps_the_first_rows_is_wrong():
    pytest.importorskip("sklearn")
    from sklearn.base import BaseEstimator, TransformerMixin

    class FirstMean(TransformerMixin, BaseEstimator):
        def __init__(self, n_components=10, random_state=None):
            self.n_components, self.random_state = n_components, random_state

        def fit(self, x, y=None):
            self.mean_ = None
            return self

        def transform(self, x):
            self.mean_ = x.mean(axis=0) if self.mean_ is None else self.mean_
            return fourier(x - self.mean_, self.n_components, self.random_state)

    found = mercer.doctor(FirstMean(), GAUSSIAN, D=64)
    assert found.verdict == "wrong" and "depend on the rows that are transformed with it" in found.faults[0]


def test_a_map_of_a_program_needs_permission():
    pytest.importorskip("sklearn")
    folder = pathlib.Path(__file__).parents[2] / "examples/external"
    program = {"name": "external", "command": ["/usr/bin/python3", str(folder / "numpy_fourier.py")], "traits": {"unbiased": True}}
    transformer = mercer.RandomFeatures(GAUSSIAN, map=program, D=64)
    with pytest.raises(ValueError, match=r"expected mercer.allow_external\(\), if you trust them"):
        transformer.fit(np.zeros((4, 3)))
    if subprocess.run(["/usr/bin/python3", "-c", "import numpy"], check=False).returncode != 0:
        pytest.skip("no NumPy for the program")
    mercer.allow_external()
    assert mercer.doctor(transformer, GAUSSIAN, D=64).verdict == "right"


@pytest.mark.parametrize("mode, fault", [("odd_rows", "depend on the other rows"), ("no_seed", "ignores the seed")])
def test_a_program_that_breaks_the_contract_is_wrong(mode, fault):
    pytest.importorskip("sklearn")
    hostile = pathlib.Path(__file__).parents[1] / "golden/external/hostile.py"
    program = {"name": "external", "command": ["/usr/bin/python3", str(hostile), mode], "traits": {"unbiased": True}}
    mercer.allow_external()
    found = mercer.doctor(mercer.RandomFeatures(map=program), GAUSSIAN, D=16, draws=20)
    assert found.verdict == "wrong" and any(fault in sentence for sentence in found.faults), found.faults


def test_complex_and_sparse_features():
    def complex_fourier(x, D, seed):
        w = np.random.default_rng(seed).normal(size=(x.shape[1], D)) / 0.7
        return np.exp(1j * x @ w) / np.sqrt(D)

    assert mercer.doctor(complex_fourier, GAUSSIAN, D=64).verdict == "right"
    sparse = pytest.importorskip("scipy.sparse")
    assert mercer.doctor(lambda x, D, seed: sparse.csr_matrix(fourier(x, D, seed)), GAUSSIAN, D=64).verdict == "right"


def batch_mean(x, D, seed):
    z = fourier(x, D, seed)
    return z - z.mean(axis=0)


calls = iter(range(10**9))


@pytest.mark.parametrize("stranger, fault", [
    (lambda x, D, seed: fourier(x, D, seed, 1 / np.sqrt(2)), "biased: the mean of some pair is"),
    (lambda x, D, seed: fourier(x, D, seed, 1.02), "biased: the mean of some pair is"),
    (lambda x, D, seed: fourier(x, D, 7), "it ignores its seed"),
    (lambda x, D, seed: fourier(x, D, seed + next(calls)), "no function of a row: the same rows have others"),
    (batch_mean, "depend on the rows that are transformed with it"),
    (lambda x, D, seed: np.abs(fourier(x, D, seed)), "biased"),
])
def test_faulty_maps_are_wrong_and_told_why(stranger, fault):
    found = mercer.doctor(stranger, GAUSSIAN, D=256, name="stranger")
    assert found.verdict == "wrong"
    assert any(fault in sentence for sentence in found.faults), found.faults
    assert found["map"] == "stranger"


def test_a_drawing_that_forgets_its_seed_is_told():
    pytest.importorskip("sklearn")
    from sklearn.base import BaseEstimator, TransformerMixin

    class Forgetful(TransformerMixin, BaseEstimator):
        def __init__(self, n_components=10, random_state=None):
            self.n_components, self.random_state = n_components, random_state

        def fit(self, x, y=None):
            self.seed_ = int(np.random.SeedSequence().entropy % 2**32)
            return self

        def transform(self, x):
            return fourier(x, self.n_components, self.seed_)

    found = mercer.doctor(Forgetful(), GAUSSIAN, D=64)
    assert found.verdict == "wrong" and "drawn again with the same one it has other features" in found.faults[0]


def test_scikit_learns_maps():
    pytest.importorskip("sklearn")
    from sklearn.kernel_approximation import Nystroem, PolynomialCountSketch, RBFSampler
    sampler = mercer.doctor(RBFSampler(gamma=1 / (2 * 0.49)), GAUSSIAN, D=128)
    assert sampler.verdict == "right" and sampler["map"] == "RBFSampler"
    assert mercer.doctor(RBFSampler(gamma=1 / 0.49), GAUSSIAN, D=128).verdict == "wrong"
    sketch = mercer.doctor(PolynomialCountSketch(degree=2, coef0=1), {"name": "polynomial", "degree": 2, "offset": 1}, D=128)
    assert sketch.verdict == "right"
    shown = mercer.doctor(Nystroem(gamma=1 / (2 * 0.49)), GAUSSIAN, D=64, unbiased=False, data_dependent=True)
    assert shown.verdict == "shown" and shown["draws"] == 10


@pytest.mark.parametrize("call, sentence", [
    (lambda: mercer.doctor(fourier, "gausian"), "unknown kernel"),
    (lambda: mercer.doctor(fourier, GAUSSIAN, D=0), "D is 0; expected"),
    (lambda: mercer.doctor(fourier, GAUSSIAN, D=2**62, data_dependent=True), f"D is {2**62} and the map is drawn from made training rows"),
    (lambda: mercer.doctor(fourier, GAUSSIAN, draws=9), "draws is 9; expected a whole number >= 10"),
    (lambda: mercer.doctor(fourier, GAUSSIAN, delta=2), "delta is 2; expected a number between 0 and 1"),
    (lambda: mercer.doctor(3, GAUSSIAN), "transformer is 3; expected"),
    (lambda: mercer.doctor(lambda x, D, seed: np.ones(3), GAUSSIAN), "array of shape 3; expected a row for each row"),
    (lambda: mercer.doctor(lambda x, D, seed: np.ones((len(x), 0)), GAUSSIAN), "array of shape 1 x 0; expected .* one feature or more"),
    (lambda: mercer.doctor(lambda x, D, seed: np.full((len(x), D), np.nan), GAUSSIAN), "expected a finite value"),
])
def test_mistakes_are_value_errors(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_an_error_of_the_stranger_is_its_own():
    def broken(x, D, seed):
        raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        mercer.doctor(broken, GAUSSIAN)
