#include "core/metrics/projection_bound.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {

double ProjectionLossBound(const Vector& kernel_diagonal, const Vector& approximate_diagonal,
                           double lambda) {
  const Index m = kernel_diagonal.size();
  MERCER_CHECK(m > 0 && approximate_diagonal.size() == m && lambda > 0);
  double sum = 0;
  for (Index i = 0; i < m; ++i) {
    const double exact = kernel_diagonal[i], approximate = approximate_diagonal[i];
    if (!(approximate <= exact * (1 + 1e-12))) {
      throw InvalidInput("bound on the loss of a projection: the approximate K(x, x) of row " +
                         std::to_string(i) + " is " + FormatNumber(approximate) +
                         "; expected at most the exact one, " + FormatNumber(exact));
    }
    sum += std::sqrt(std::max(0.0, exact - approximate));
  }
  return sum / (static_cast<double>(m) * std::sqrt(lambda));
}

}  // namespace mercer
