#!/usr/bin/python3
"""Writes statistics.json beside it: what scipy computes of the statistics of `mercer compare`.

Debian: python3-scipy (made with 1.10.1). Holm's adjustment, which scipy lacks, is taken from its definition.

    tests/golden/statistics/make.py
"""

import json
import pathlib

import numpy as np
from scipy import stats

# Demšar 2006, Table 6: AUC of C4.5, C4.5+m, C4.5+cf and C4.5+m+cf on 14 data sets. On voting the
# paper prints 0.975 for the last two and ranks the first of them before the other, so that they
# differed in a further digit.
DEMSAR = [
    [0.763, 0.768, 0.771, 0.798],
    [0.599, 0.591, 0.590, 0.569],
    [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657],
    [0.882, 0.888, 0.886, 0.898],
    [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685],
    [0.583, 0.583, 0.563, 0.625],
    [0.775, 0.838, 0.866, 0.875],
    [1.000, 1.000, 1.000, 1.000],
    [0.940, 0.962, 0.965, 0.962],
    [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.9754, 0.975],
    [0.957, 0.978, 0.946, 0.970],
]


def friedman(values):
    """Larger values have smaller ranks."""
    values = np.array(values)
    ranks = stats.rankdata(-values, axis=1)
    test = stats.friedmanchisquare(*values.T)
    n, k = values.shape
    means = ranks.mean(axis=0)
    chi = 12 * n / (k * (k + 1)) * (np.sum(means**2) - k * (k + 1) ** 2 / 4)
    f = (n - 1) * chi / (n * (k - 1) - chi)
    return {
        "values": values.tolist(),
        "ranks": ranks.tolist(),
        "tied_chi_squared": test.statistic,
        "tied_p": test.pvalue,
        "chi_squared": chi,
        "chi_squared_p": stats.chi2.sf(chi, k - 1),
        "f": f,
        "f_p": stats.f.sf(f, k - 1, (k - 1) * (n - 1)),
    }


def paired(a, b, ratio):
    """The corrected test; at ratio 0 it is scipy's."""
    d = np.array(a) - np.array(b)
    error = np.sqrt((1 / len(d) + ratio) * np.var(d, ddof=1))
    t = d.mean() / error
    p = 2 * stats.t.sf(abs(t), len(d) - 1)
    if ratio == 0:
        plain = stats.ttest_rel(a, b)
        assert np.isclose(plain.statistic, t) and np.isclose(plain.pvalue, p)
    return {"a": list(a), "b": list(b), "ratio": ratio, "mean": d.mean(), "stderr": error, "t": t, "p": p}


def holm(p):
    order = np.argsort(p)
    scaled = np.array(p)[order] * np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1)
    return {"p": list(p), "adjusted": adjusted.tolist()}


def main():
    draw = np.random.default_rng(2006)
    a = (0.8 + 0.05 * draw.standard_normal(10)).round(4)
    b = (0.78 + 0.05 * draw.standard_normal(10)).round(4)
    ranges = [
        {"k": k, "alpha": alpha, "q": stats.studentized_range.ppf(1 - alpha, k, np.inf)}
        for k in range(2, 51)
        for alpha in (0.01, 0.05, 0.1)
    ]
    tails = [
        {"k": k, "q": q, "tail": stats.studentized_range.sf(q, k, np.inf)} for k in (2, 3, 7, 20, 50) for q in (0.5, 1, 2, 3.5, 5)
    ]
    out = {
        "friedman": [
            friedman(DEMSAR),
            friedman(draw.random((6, 5)).round(4)),
            friedman(draw.integers(0, 4, (12, 7)) / 4),
        ],
        "paired": [paired(a, b, 0), paired(a, b, 1 / 9), paired(a[:3], b[:3], 2 / 3), paired(a[:2], b[:2], 0)],
        "holm": [holm(p) for p in ([0.01, 0.04, 0.03, 0.005], [0.5, 0.02, 0.02, 0.9, 0.001], [0.2])],
        "studentized_range": ranges,
        "studentized_range_tails": tails,
    }
    path = pathlib.Path(__file__).with_name("statistics.json")
    parts = [f"{json.dumps(part)}: [\n" + ",\n".join(json.dumps(one, default=float) for one in cases) + "\n]" for part, cases in out.items()]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")


main()
