#include "core/maps/float_rows.h"

#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/linalg/simd.h"

namespace mercer {
namespace {

// As wide on every machine, so that a row goes the same way on all.
using Eight = Simd<double, 64>::Values;

// Adds |value|^power, for power 1 or even. By reference: a vector returned by value would need the
// registers of a machine that has them.
template <int power, class Value>
void AddPower(const Value& value, Value* sum) {
  if constexpr (power == 1) {
    *sum += value < 0 ? -value : value;
  } else {
    const Value square = value * value;
    Value product = square;
    for (int i = 2; i < power; i += 2) product *= square;
    *sum += product;
  }
}

template <int power>
double DenseSum(const double* values, Index n) {
  constexpr Index kEight = 8;
  Eight sums{};
  Index j = 0;
  for (; j + kEight <= n; j += kEight) {
    Eight value;
    std::memcpy(&value, values + j, sizeof(value));
    AddPower<power>(value, &sums);
  }
  double sum = 0;
  for (; j < n; ++j) AddPower<power>(values[j], &sum);
  for (Index lane = 0; lane < kEight; ++lane) sum += sums[lane];
  return sum;
}

template <int power>
double Sum(const Examples& x, Index i) {
  if (!x.is_sparse()) return DenseSum<power>(x.dense().row(i).data(), x.cols());
  double sum = 0;
  for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) AddPower<power>(it.value(), &sum);
  return sum;
}

}  // namespace

// A sum of k terms is about √(k/d) of the whole one and is rounded by 2.5e-8 of it in the root mean
// square; the terms themselves are of two rounded numbers.
double FloatProductError(Index d) { return 2.5e-8 * std::sqrt(static_cast<double>(d) / 2 + 2); }

double RowPowerSum(const Examples& x, Index i, int power) {
  switch (power) {
    case 1:
      return Sum<1>(x, i);
    case 2:
      return Sum<2>(x, i);
    case 4:
      return Sum<4>(x, i);
    case 6:
      return Sum<6>(x, i);
    case 8:
      return Sum<8>(x, i);
    default:
      MERCER_CHECK(power == 10);
      return Sum<10>(x, i);
  }
}

// Newton's identities: t e_t = Σ_{1 ≤ j ≤ t} (−1)^(j − 1) e_(t − j) p_j, with p_j = Σ_i x_i^(2j).
double SymmetricOfSquares(const Examples& x, Index i, int order, double squared_norm) {
  constexpr int kMost = 5;
  MERCER_CHECK(1 <= order && order <= kMost);
  const double p1 = squared_norm;
  if (order == 1) return p1;
  const double p2 = RowPowerSum(x, i, 4), e2 = (p1 * p1 - p2) / 2;
  if (order == 2) return e2;
  const double p3 = RowPowerSum(x, i, 6), e3 = (e2 * p1 - p1 * p2 + p3) / 3;
  if (order == 3) return e3;
  const double p4 = RowPowerSum(x, i, 8), e4 = (e3 * p1 - e2 * p2 + p1 * p3 - p4) / 4;
  if (order == 4) return e4;
  return (e4 * p1 - e3 * p2 + e2 * p3 - p1 * p4 + RowPowerSum(x, i, 10)) / 5;
}

bool IsOfFloatSize(double squared_norm) { return squared_norm > 1e-20 && squared_norm < 1e20; }

}  // namespace mercer
