#ifndef MERCER_TESTS_CORE_LEARNERS_STREAMING_MEMORY_H_
#define MERCER_TESTS_CORE_LEARNERS_STREAMING_MEMORY_H_

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>

#include "core/learners/builtin_learners.h"
#include "tests/core/learners/computed_rows.h"
#include "tests/core/learners/process_memory.h"

namespace mercer::testing {

/// Peak memory of one epoch on n rows of d features beyond what was held before, in bytes. The
/// class is the sign of feature 0, uniform on [−1, 1), so that with λ = 1 the optimum is w = E|z_0|
/// = 1/2 there and 0 elsewhere, of objective 1 − 1/8.
inline double StreamingPeak(const std::string& learner, Index n, Index d) {
  const HashedRows features(n, d);
  Vector y(n);
  for (Index i = 0; i < n; ++i) y[i] = HashedRows::Value(i, 0) < 0 ? -1 : 1;
  malloc_trim(0);
  const double before = StatusBytes("VmRSS:");
  EXPECT_TRUE(ResetPeak());
  Params params = {{"lambda", 1}, {"epochs", 1}};
  if (learner == "pegasos") params.Set("average", "weighted");
  const auto made = MakeLearner(learner, params);
  const auto model = made->Fit({.x = features, .y = y});
  const double peak = StatusBytes("VmHWM:") - before;
  EXPECT_LE(peak, 1.2 * made->EstimatedBytes({.n = n, .columns = d}) + 4e6);
  EXPECT_NEAR(*model->report().primal_objective, 0.875, 0.025);
  return peak;
}

/// 200 MiB more than with 64 features would not hold 6,400 rows of 4,096.
inline void ExpectNothingStored(const std::string& learner, Index n) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  if (!ResetPeak()) GTEST_SKIP() << "this system does not let a process reset its peak memory";
  const double narrow = StreamingPeak(learner, n, 64), wide = StreamingPeak(learner, n, 4096);
  EXPECT_LT(wide - narrow, 200.0 * (1 << 20));
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_STREAMING_MEMORY_H_
