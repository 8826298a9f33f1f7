#include "core/metrics/class_probabilities.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace mercer {
namespace {

// NaN of NaN.
double Deviation(double variance) { return variance <= 0 ? 1e-6 : std::sqrt(variance); }

bool HaveOneShape(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols();
}

}  // namespace

double SumOfLogLosses(const Matrix& probabilities, const Vector& labels, const Vector& actual) {
  MERCER_CHECK(probabilities.rows() == actual.size() && probabilities.cols() == labels.size());
  double sum = 0;
  for (Index i = 0; i < actual.size(); ++i) {
    const Index k = std::lower_bound(labels.begin(), labels.end(), actual[i]) - labels.begin();
    const bool known = k < labels.size() && labels[k] == actual[i];
    const double probability = known ? probabilities(i, k) : 0.0;
    sum -= std::log(std::max(probability, std::numeric_limits<double>::min()));
  }
  return sum;
}

double NormalDivergence(const Matrix& means, const Matrix& variances, const Matrix& other_means,
                        const Matrix& other_variances) {
  MERCER_CHECK(HaveOneShape(means, other_means) && means.cols() > 0);
  MERCER_CHECK(HaveOneShape(means, variances) && HaveOneShape(means, other_variances));
  double sum = 0;
  for (Index i = 0; i < means.size(); ++i) {
    const double s = Deviation(variances.data()[i]), other = Deviation(other_variances.data()[i]);
    const double apart = means.data()[i] - other_means.data()[i];
    sum += std::log(other / s) + (s * s + apart * apart) / (2 * other * other) - 0.5;
  }
  return sum / static_cast<double>(means.cols());
}

}  // namespace mercer
