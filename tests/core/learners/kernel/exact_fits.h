#ifndef MERCER_TESTS_CORE_LEARNERS_KERNEL_EXACT_FITS_H_
#define MERCER_TESTS_CORE_LEARNERS_KERNEL_EXACT_FITS_H_

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/random.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/problems.h"

namespace mercer::testing {

inline std::unique_ptr<Model> FitExact(const Params& params, const Examples& x, const Vector& y,
                                       const Kernel& kernel) {
  return MakeLearner("exact_blocked", params)->Fit({.x = x, .y = y, .kernel = &kernel});
}

/// Values of a smooth function with noise.
inline Problem MakeSmoothValues(Index n, Index d, std::uint64_t index) {
  Problem problem = MakeProblem(n, d, {-1, 1}, index);
  RandomStream stream(9, StreamPurpose::kTest, index);
  for (Index i = 0; i < n; ++i)
    problem.y[i] =
        std::sin(2 * problem.x(i, 0)) + problem.x(i, 1) * problem.x(i, 2) + 0.2 * stream.Gaussian();
  return problem;
}

/// Stored as floats, by LIBSVM too, values are off by up to 6e-8 of themselves, and a dual
/// objective with coefficients up to C then by about half of that times C times the value.
inline double DualTolerance(double cost, double largest_value) {
  return 1e-6 + 3e-8 * cost * std::max(1.0, largest_value);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_KERNEL_EXACT_FITS_H_
