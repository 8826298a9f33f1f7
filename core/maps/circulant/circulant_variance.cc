#include "core/maps/circulant/circulant_variance.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/itemset/anova.h"
#include "core/kernels/itemset/anova_moments.h"

namespace mercer {
namespace {

double Square(double value) { return value * value; }

double KernelValue(Index order, const Vector& x, const Vector& y) {
  const Examples a = Matrix(x.transpose()), b = Matrix(y.transpose());
  return Gram(AnovaKernel(order), a, b)(0, 0);
}

double RowSignMoment(Index order, const Vector& x, const Vector& y, Index lag) {
  const Index d = x.size();
  Vector shifted_x(d), shifted_y(d);
  for (Index u = 0; u < d; ++u) {
    shifted_x[u] = x[(u + lag) % d];
    shifted_y[u] = y[(u + lag) % d];
  }
  return AnovaProductMoment(order, x, y, shifted_x, shifted_y, 1);
}

// Factors 0 and 1 are the kernels of row p with x and y, factors 2 and 3 those of row q.
double ColumnSignMoment(Index order, const Vector& x, const Vector& y, Index lag) {
  const Index d = x.size(), cycles = std::gcd(d, lag);
  AnovaStates states(order);
  for (Index c = 0; c < cycles; ++c) {
    AnovaStates odd = states;
    for (Index j = c; j < d; j += cycles) {
      const double product = x[j] * y[j];
      const std::array<AnovaStates::Term, 4> both_even = {
          {{0, 1}, {0b0011, product}, {0b1100, product}, {0b1111, product * product}}};
      const std::array<AnovaStates::Term, 4> both_odd = {
          {{0b0101, x[j] * x[j]}, {0b1001, product}, {0b0110, product}, {0b1010, y[j] * y[j]}}};
      states.Multiply(both_even);
      odd.Multiply(both_odd);
    }
    states.Add(odd);
  }
  return states.Result();
}

}  // namespace

double CirculantCovariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                           Index lag) {
  MERCER_CHECK(x.size() == y.size() && lag >= 0);
  const Index d = x.size();
  lag %= d;
  const double mean = Square(KernelValue(order, x, y));
  if (lag == 0) return AnovaProductMoment(order, x, x, y, y, 1) - mean;
  if (signs == CirculantSigns::kRows) return RowSignMoment(order, x, y, lag) - mean;
  if (d / std::gcd(d, lag) > 2 * order) return 0;
  return ColumnSignMoment(order, x, y, lag) - mean;
}

double CirculantVariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                         Index num_random_features) {
  const Index d = x.size(), blocks = num_random_features / d, rest = num_random_features % d;
  std::vector<double> covariance;
  const Index lags = blocks > 0 ? d : rest;
  for (Index lag = 0; lag < lags; ++lag)
    covariance.push_back(CirculantCovariance(signs, order, x, y, lag));
  const auto of_rows = [&](Index rows) {
    double sum = 0;
    for (Index lag = 0; lag < rows; ++lag) {
      sum += (lag == 0 ? 1 : 2) * static_cast<double>(rows - lag) *
             covariance[static_cast<std::size_t>(lag)];
    }
    return sum;
  };
  const double sum = (blocks > 0 ? static_cast<double>(blocks) * of_rows(d) : 0) + of_rows(rest);
  return sum / Square(static_cast<double>(num_random_features));
}

}  // namespace mercer
