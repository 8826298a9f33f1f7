"""RandomFeatures: the program's features, bit by bit, however the rows lie."""

import pickle
import threading
import time

import numpy as np
import pytest

pytest.importorskip("sklearn")
from sklearn.base import clone
from scipy import sparse

import mercer
from conftest import write_libsvm

# Kernel and map as the program's options have them, and as parameters.
PAIRS = [
    ("gaussian,sigma=0.7", "random_fourier", {}),
    ("gaussian,sigma=mean_distance", "orthogonal_fourier", {}),
    ("polynomial,degree=3,offset=1", "tensor_sketch", {}),
    ("polynomial,degree=4,offset=1", "random_maclaurin", {}),
    ("gaussian,sigma=0.9", "nystroem", {}),
    ("gaussian,sigma=0.8", "positive_features", {}),
]


def parsed(text):
    name, *parts = text.split(",")
    values = dict(part.split("=") for part in parts)
    return name, {key: value if value == "mean_distance" else float(value) for key, value in values.items()}


def features_of(kernel, drawn_map, **more):
    name, params = parsed(kernel)
    return mercer.RandomFeatures(kernel=name, kernel_params=params, map=drawn_map, **more)


def by_program(program, tmp_path, x, kernel, drawn_map, *more, D=24, seed=5):
    write_libsvm(tmp_path / "in.libsvm", x)
    program("transform", "--kernel", kernel, "--map", drawn_map, "--D", D, "--seed", seed, "--columns", x.shape[1], *more,
            tmp_path / "in.libsvm", tmp_path / "out.npy")
    return np.load(tmp_path / "out.npy")


@pytest.mark.parametrize("kernel, drawn_map, params", PAIRS)
def test_features_are_the_bits_of_the_program(program, tmp_path, rows, kernel, drawn_map, params):
    expected = by_program(program, tmp_path, rows, kernel, drawn_map)
    found = features_of(kernel, drawn_map, map_params=params, D=24, seed=5).fit_transform(rows)
    assert found.dtype == np.float64 and found.shape[1] >= 24
    np.testing.assert_array_equal(found, expected)
    assert np.any(found != features_of(kernel, drawn_map, D=24, seed=6).fit_transform(rows))


@pytest.mark.parametrize("kernel, drawn_map", [("gaussian,sigma=mean_distance", "random_fourier"), ("gaussian,sigma=1", "nystroem")])
def test_the_sample_of_many_rows_is_that_of_the_program(program, tmp_path, kernel, drawn_map):
    x = np.random.default_rng(0).uniform(0.1, 1, (2600, 3))
    expected = by_program(program, tmp_path, x, kernel, drawn_map, D=12)
    found = features_of(kernel, drawn_map, D=12, seed=5).fit(x)
    np.testing.assert_array_equal(found.transform(x), expected)
    assert np.any(found.transform(x[:50]) != features_of(kernel, drawn_map, D=12, seed=5).fit(x[:2000]).transform(x[:50]))


def test_sparse_rows_are_those_of_the_program(program, tmp_path):
    x = sparse.random(80, 40, density=0.1, random_state=1, format="csr")
    for drawn_map, kernel in [("random_fourier", "gaussian,sigma=0.7"), ("tensor_sketch", "polynomial,degree=2,offset=1")]:
        expected = by_program(program, tmp_path, x.toarray(), kernel, drawn_map)
        transformer = features_of(kernel, drawn_map, D=24, seed=5)
        np.testing.assert_array_equal(transformer.fit_transform(x), expected)
        wide = x.copy()
        wide.indptr, wide.indices = wide.indptr.astype(np.int64), wide.indices.astype(np.int64)
        np.testing.assert_array_equal(transformer.transform(wide), expected)
        np.testing.assert_allclose(transformer.transform(x.toarray()), expected, rtol=0, atol=1e-14)


def test_storage_of_four_bytes_is_that_of_the_program(program, tmp_path, rows):
    expected = by_program(program, tmp_path, rows, "gaussian,sigma=0.7", "random_fourier", "--float32")
    assert expected.dtype == np.float32
    found = features_of("gaussian,sigma=0.7", "random_fourier", map_params={"storage": "float32"}, D=24, seed=5).fit_transform(rows)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, expected)


def test_how_the_rows_lie_changes_nothing(rows):
    transformer = mercer.RandomFeatures(kernel_params={"sigma": 0.7}, D=50).fit(rows)
    expected = transformer.transform(rows)
    wide = np.zeros((120, 15))
    wide[::2, 1::2] = rows
    backwards = rows[::-1].copy()[::-1]
    for x in [np.asfortranarray(rows), wide[::2, 1::2], backwards, rows.tolist(), sparse.csc_matrix(rows).toarray()]:
        np.testing.assert_array_equal(transformer.transform(x), expected)
    for threads in [1, 2, 3]:
        np.testing.assert_array_equal(clone(transformer).set_params(threads=threads).fit(rows).transform(rows), expected)
    packed = np.zeros(60, dtype=[("a", "i1"), ("x", "f8", (7,))])
    packed["x"] = rows
    np.testing.assert_array_equal(transformer.transform(packed["x"]), expected)


def test_float_rows_give_float_features(rows):
    transformer = mercer.RandomFeatures(kernel_params={"sigma": 0.7}, D=50).fit(rows)
    floats = rows.astype(np.float32)
    found = transformer.transform(floats)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, transformer.transform(floats.astype(np.float64)), rtol=0, atol=1e-5)
    np.testing.assert_array_equal(found, transformer.transform(np.asfortranarray(floats)))
    np.testing.assert_allclose(found, transformer.transform(sparse.csr_matrix(floats)), rtol=0, atol=1e-5)


def test_inner_products_are_near_the_kernel(rows):
    gram = mercer.kernel("gaussian", sigma=0.7)(rows)
    z = mercer.RandomFeatures(kernel_params={"sigma": 0.7}, D=20000).fit_transform(rows)
    assert np.abs(z @ z.T - gram).max() < 0.05  # six standard deviations of one pair: 0.04
    assert np.abs(0.5 * z @ z.T - gram).max() > 0.3


def test_a_bandwidth_that_is_not_given_is_the_mean_distance(rows):
    transformer = mercer.RandomFeatures().fit(rows)
    distances = np.linalg.norm(rows[:, None] - rows, axis=2)
    assert transformer.kernel_.params["sigma"] == pytest.approx(distances[np.triu_indices(60, 1)].mean(), rel=1e-12)
    assert transformer.get_params()["kernel_params"] is None


def test_it_is_a_transformer_of_scikit_learn(rows):
    transformer = mercer.RandomFeatures(D=30, seed=4).fit(rows)
    expected = transformer.transform(rows)
    again = clone(transformer)
    assert not hasattr(again, "kernel_") and again.get_params() == transformer.get_params()
    np.testing.assert_array_equal(again.fit_transform(rows), expected)
    assert list(transformer.get_feature_names_out()[:2]) == ["randomfeatures0", "randomfeatures1"]
    assert len(transformer.get_feature_names_out()) == expected.shape[1]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows, columns=list("abcdefg"), index=np.arange(100, 160))
    made = mercer.RandomFeatures(D=30, seed=4).set_output(transform="pandas").fit(frame).transform(frame)
    assert list(made.columns[:1]) == ["randomfeatures0"] and made.index[0] == 100
    np.testing.assert_array_equal(made.to_numpy(), expected)


@pytest.mark.parametrize("kernel, drawn_map, params", PAIRS)
def test_what_is_pickled_is_drawn_again(rows, kernel, drawn_map, params):
    transformer = features_of(kernel, drawn_map, map_params=params, D=24, seed=5).fit(rows[:40])
    again = pickle.loads(pickle.dumps(transformer))
    np.testing.assert_array_equal(again.transform(rows), transformer.transform(rows))


def test_another_version_of_a_map_is_refused(rows):
    drawn = mercer.RandomFeatures(D=8).fit(rows).drawn_
    state = list(drawn.__getstate__())
    state[-1] = state[-1].replace("@1", "@0")
    with pytest.raises(ValueError, match="gives other numbers; expected the same version"):
        type(drawn).__new__(type(drawn)).__setstate__(tuple(state))


def test_sparse_features():
    x = sparse.random(40, 30, density=0.1, random_state=2, format="csr")
    monomials = dict(kernel="polynomial", kernel_params={"degree": 2, "offset": 1}, map="monomials", D=None)
    dense = mercer.RandomFeatures(**monomials).fit_transform(x)
    found = mercer.RandomFeatures(**monomials, sparse_output=True).fit_transform(x)
    assert sparse.isspmatrix_csr(found) and found.nnz == np.count_nonzero(dense) < dense.size / 4
    np.testing.assert_array_equal(found.toarray(), dense)
    with pytest.raises(ValueError, match="expected sparse_output=False"):
        mercer.RandomFeatures(D=8, sparse_output=True).fit_transform(x)


def test_a_map_that_takes_no_count(rows):
    taylor = mercer.RandomFeatures(kernel="polynomial", kernel_params={"degree": 2, "offset": 1}, map="monomials", D=None)
    z = taylor.fit_transform(rows)
    np.testing.assert_allclose(z @ z.T, (rows @ rows.T + 1)**2, rtol=1e-12)


@pytest.mark.parametrize("change, sentence", [
    ({"kernel": "gausian"}, "^unknown kernel 'gausian'.*gaussian"),
    ({"map": "random_furier"}, "^unknown map 'random_furier'.*random_fourier"),
    ({"kernel_params": {"sigma": -1}}, r"^kernel 'gaussian': sigma is -1; expected a number > 0"),
    ({"kernel_params": {"sgima": 1}}, r"sgima.*sigma"),
    ({"kernel_params": {"sigma": float("nan")}}, "kernel: Out of range float values"),
    ({"kernel": 3}, "kernel is 3; expected a name, or a dict"),
    ({"D": 0}, "D is 0; expected a whole number >= 1"),
    ({"D": 2.5}, "D is 2.5; expected a whole number >= 1"),
    ({"D": None}, "D is None; expected a whole number >= 1"),
    ({"seed": -1}, "seed is -1; expected a whole number >= 0"),
    ({"seed": 2**64}, "seed is 18446744073709551616; expected a whole number from 0 to 18446744073709551615"),
    ({"D": 10**30}, f"D is 1{'0' * 30}; expected a whole number from 1 to "),
    ({"kernel_params": 3}, "kernel_params is 3; expected a dict, or None"),
    ({"map": "tensor_sketch"}, "tensor_sketch.*gaussian"),
])
def test_mistakes_are_one_sentence(rows, change, sentence):
    with pytest.raises(ValueError, match=sentence):
        mercer.RandomFeatures(**{"kernel_params": {"sigma": 1} if "kernel" not in change else None, **change}).fit(rows)


def test_a_bad_row_is_named_by_its_number():
    x = np.ones((700, 3))
    x[612] = 1e200
    transformer = mercer.RandomFeatures(kernel="polynomial", kernel_params={"degree": 3, "offset": 1}, map="tensor_sketch", D=16)
    for threads in [1, 2]:
        with pytest.raises(ValueError, match="map 'tensor_sketch': feature [0-9]+ of row 612 is"):
            transformer.set_params(threads=threads).fit(x).transform(x)
    with pytest.raises(ValueError, match="threads is 0; expected"):
        transformer.set_params(threads=0).transform(x)


def test_other_python_threads_go_on_meanwhile():
    x = np.random.default_rng(0).normal(size=(4000, 200))
    transformer = mercer.RandomFeatures(kernel_params={"sigma": 20.0}, D=4000, threads=1).fit(x)
    worker = threading.Thread(target=transformer.transform, args=(x,))
    worker.start()
    ticks = 0
    while worker.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks > 10  # with the GIL held it would be one or two


def test_the_input_is_not_copied_as_a_whole():
    import resource
    x = np.ones((300000, 100))  # 229 MiB
    transformer = mercer.RandomFeatures(kernel_params={"sigma": 1.0}, D=2, threads=1).fit(x)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    transformer.transform(x)
    transformer.transform(np.asfortranarray(x[:1000]))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 120 * 1024  # KiB; scikit-learn's check takes a part


KERNEL_PARAMS = {
    "polynomial": {"degree": 3, "offset": 1}, "exponential": {"sigma": 1.0}, "gaussian": {"sigma": 0.7}, "laplacian": {"sigma": 1.0},
    "anova": {"order": 2}, "arc_cosine": {"order": 1}, "linear": {}, "additive_chi2": {},
    "composed": {"outer": {"name": "exponential", "sigma": 1.0}, "inner": "linear"}, "sum": {"of": ["linear", "linear"]},
    "product": {"of": ["linear", "linear"]},
    "skeleton": {"nodes": [{"type": "input", "space": "angle", "scale": 1}, {"type": "fully_connected", "activation": "relu"}]},
}
MAP_PARAMS = {"taylor": {"degree": 2}, "composed_maclaurin": {"inner": "random_maclaurin"},
              "sum_features": {"of": ["random_maclaurin", "random_maclaurin"]},
              "product_features": {"of": ["random_maclaurin", "random_maclaurin"]}}


def test_every_map_of_the_registry_has_the_programs_features(program, tmp_path, rows):
    import json
    x, left_out = np.abs(rows), []  # some kernels want no negative values
    for entry in mercer.list("maps"):
        drawn_map, kernel = entry["name"], next((name for name in entry["kernels"] if name in KERNEL_PARAMS), None)
        required = {param["name"] for param in entry["parameters"] if param.get("required")}
        if kernel is None or required != set(MAP_PARAMS.get(drawn_map, {})):
            left_out.append(drawn_map)
            continue
        params = MAP_PARAMS.get(drawn_map, {})
        for name, object_ in [("kernel", {"name": kernel, **KERNEL_PARAMS[kernel]}), ("map", {"name": drawn_map, **params})]:
            (tmp_path / f"{name}.json").write_text(json.dumps(object_), encoding="utf-8")
        expected = by_program(program, tmp_path, x, f"@{tmp_path / 'kernel.json'}", f"@{tmp_path / 'map.json'}", D=48)
        transformer = mercer.RandomFeatures(kernel, KERNEL_PARAMS[kernel], drawn_map, params, D=48, seed=5)
        np.testing.assert_array_equal(transformer.fit_transform(x), expected, err_msg=drawn_map)
        assert transformer.get_feature_names_out().shape == (expected.shape[1],)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(transformer)).transform(x), expected, err_msg=drawn_map)
        floats = transformer.transform(x.astype(np.float32))
        scale = np.linalg.norm(expected, axis=1).max()
        assert floats.dtype == np.float32 and np.abs(floats - transformer.transform(x.astype(np.float32).astype(float))).max() < 1e-5 * scale
    assert left_out == ["external"]  # a program of the user's own
