"""Random features, exact kernels and machines on both, and reruns of the papers' experiments.

RandomFeatures, ExactSVC, DenseLinearSVC and KernelRidge are estimators of scikit-learn, which they need; the rest needs NumPy alone.
All that is listed by dir(mercer) is loaded when it is first asked for, so that importing the package costs nothing. What can be
named, of kernels, maps and sequences, is told by mercer.list("kernels") and so on; a mistake in a name, a parameter or a row is a
ValueError with one sentence: what, where, what was expected.
"""

import importlib as _importlib

_MODULES = {
    "RandomFeatures": "_features",
    "ExactSVC": "_kernel_machines",
    "KernelRidge": "_kernel_machines",
    "DenseLinearSVC": "_linear",
    "Kernel": "_kernels",
    "kernel": "_kernels",
    "points": "_kernels",
    "list": "_results",
    "results": "_results",
    "Results": "_results",
    "allow_external": "_core",
    "doctor": "_doctor",
    "Diagnosis": "_doctor",
    "run": "_runs",
}

__all__ = sorted(_MODULES)


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module 'mercer' has no attribute '{name}'; it has {', '.join(__all__)}")
    value = getattr(_importlib.import_module("." + _MODULES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return __all__
