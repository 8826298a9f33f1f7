import os
from typing import Any, Callable, List, Mapping, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin, RegressorMixin, TransformerMixin

__all__: List[str]

Params = Mapping[str, Any]

class Kernel:
    def __init__(self, name: str | Params, **params: Any) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def params(self) -> dict[str, Any]: ...
    def __call__(self, X: ArrayLike, Y: ArrayLike | None = None, *, threads: int | None = None) -> NDArray[np.float64]: ...
    def diagonal(self, X: ArrayLike) -> NDArray[np.float64]: ...

def kernel(name: str | Params, **params: Any) -> Kernel: ...
def points(sequence: str | Params, d: int, n: int, seed: int = 1, **params: Any) -> NDArray[np.float64]: ...
def list(topic: str) -> List[dict[str, Any]]: ...

def allow_external() -> None: ...

class RandomFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    kernel_: Kernel
    offset_: float
    is_complex_: bool
    note_: str
    n_features_in_: int
    def __init__(self, kernel: str | Params | Kernel = "gaussian", kernel_params: Params | None = None,
                 map: str | Params = "random_fourier", map_params: Params | None = None, D: int | None = 1000, seed: int = 1,
                 sparse_output: bool = False, threads: int | None = None) -> None: ...
    def fit(self, X: ArrayLike, y: Any = None) -> RandomFeatures: ...
    def transform(self, X: ArrayLike) -> Any: ...

class ExactSVC(ClassifierMixin, BaseEstimator):
    classes_: NDArray[Any]
    kernel_: Kernel
    support_: NDArray[np.int64]
    support_vectors_: Any
    dual_coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]
    n_iter_: int
    dual_objective_: float
    n_features_in_: int
    def __init__(self, kernel: str | Params | Kernel = "gaussian", kernel_params: Params | None = None, C: float = 1.0,
                 tol: float = 1e-3, cache_size: float = 256, learner_params: Params | None = None, seed: int = 1,
                 threads: int | None = None) -> None: ...
    def fit(self, X: ArrayLike, y: ArrayLike) -> ExactSVC: ...
    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]: ...
    def predict(self, X: ArrayLike) -> NDArray[Any]: ...

class KernelRidge(RegressorMixin, BaseEstimator):
    kernel_: Kernel
    X_fit_: Any
    dual_coef_: NDArray[np.float64]
    n_features_in_: int
    def __init__(self, kernel: str | Params | Kernel = "gaussian", kernel_params: Params | None = None, lam: float = 1e-3,
                 solver: str = "cholesky", learner_params: Params | None = None, seed: int = 1,
                 threads: int | None = None) -> None: ...
    def fit(self, X: ArrayLike, y: ArrayLike) -> KernelRidge: ...
    def predict(self, X: ArrayLike) -> NDArray[np.float64]: ...

class DenseLinearSVC(ClassifierMixin, BaseEstimator):
    classes_: NDArray[Any]
    coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]
    n_iter_: int
    n_features_in_: int
    def __init__(self, C: float = 1.0, loss: str = "squared_hinge", tol: float = 0.1, fit_intercept: bool = True,
                 intercept_scaling: float = 1.0, learner_params: Params | None = None, seed: int = 1,
                 threads: int | None = None) -> None: ...
    def fit(self, X: ArrayLike, y: ArrayLike) -> DenseLinearSVC: ...
    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]: ...
    def predict(self, X: ArrayLike) -> NDArray[Any]: ...

class Diagnosis(dict[str, Any]):
    @property
    def verdict(self) -> str: ...
    @property
    def faults(self) -> Sequence[str]: ...

def doctor(transformer: Any, kernel: str | Params | Kernel, *, D: int = 256, draws: int = 100, seed: int = 1,
           rows: ArrayLike | None = None, max_rows: int = 40, delta: float = 0.05, unbiased: bool = True,
           deterministic: bool = False, data_dependent: bool = False, name: str | None = None) -> Diagnosis: ...

class Results(NamedTuple):
    trials: Any
    summary: Any
    problems: Sequence[str]

def results(folder: str | os.PathLike[str]) -> Results: ...
def run(config: str | os.PathLike[str] | Params, out: str | os.PathLike[str] | None = None, *,
        progress: bool | None | Callable[[dict[str, Any]], Any] = True, **options: Any) -> Results: ...
