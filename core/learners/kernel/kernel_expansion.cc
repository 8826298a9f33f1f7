#include "core/learners/kernel/kernel_expansion.h"

#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

// Test rows handled together.
constexpr Index kRows = 128;

}  // namespace

KernelExpansion::KernelExpansion(std::string learner, const Kernel& kernel, Examples rows,
                                 LinearWeights coefficients, FitReport report)
    : learner_(std::move(learner)),
      kernel_(kernel),
      rows_(std::move(rows)),
      scores_(learner_, std::move(coefficients), FitReport()) {
  report_ = std::move(report);
  CheckFitted(learner_, report_, true);
}

Vector KernelExpansion::Predict(const Examples& x, int threads) const {
  MERCER_CHECK(x.cols() == rows_.cols());
  CheckFinite(learner_, x);
  Vector predicted(x.rows());
  ParallelFor(x.rows(), kRows, threads, [&](Index begin, Index end) {
    Matrix values(end - begin, rows_.rows());
    kernel_.GramRows(x, begin, end - begin, rows_, values);
    predicted.segment(begin, end - begin) = scores_.Predict(Examples(std::move(values)), 1);
  });
  return predicted;
}

double KernelExpansion::BlockBytes(Index n) { return 16.0 * kRows * static_cast<double>(n); }

}  // namespace mercer
