#include <Eigen/Cholesky>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/linear/ridge.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

/// Exact kernel ridge regression (Yang et al. 2014, section 5): f(x) = Σ c_i k(x, x_i),
/// c = (K + λ n I)⁻¹ y; classes as in RidgeLearner. O(n²) memory and O(n² d + n³) time.
/// Throws InvalidInput where λ n is lost in the rounding of K, and before 8n² bytes are taken that
/// are not there.
class KernelRidgeLearner : public Learner {
 public:
  explicit KernelRidgeLearner(const RidgeOptions& options) : options_(options) {}

  Target target() const override { return options_.target; }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  RidgeOptions options_;
};

const char* const kName = "kernel_ridge";

// Rows of Gram values that one thread makes at a time.
constexpr Index kRows = 128;

// The dual weights; the Gram matrix is gone when they are there.
Matrix Solve(const TrainingSet& train, double lambda, const Matrix& values) {
  const Examples& x = train.x.All();
  const Index n = x.rows();
  Matrix gram = NewMatrix("the Gram matrix of learner '" + std::string(kName) + "'", n, n);
  ParallelFor(n, kRows, train.threads, [&](Index begin, Index end) {
    train.kernel->GramRows(x, begin, end - begin, x, gram.middleRows(begin, end - begin));
  });
  gram.diagonal().array() += lambda * static_cast<double>(n);
  const Eigen::LLT<Eigen::Ref<Matrix>, Eigen::Lower> factor(gram);
  if (factor.info() != Eigen::Success) {
    throw InvalidInput("learner '" + std::string(kName) + "': lambda is " + FormatNumber(lambda) +
                       ", which rounding loses beside the Gram matrix; expected a larger one");
  }
  return factor.solve(values);
}

std::unique_ptr<Model> KernelRidgeLearner::Fit(const TrainingSet& train) const {
  MERCER_CHECK(train.kernel != nullptr);
  const RegressionTargets targets(kName, options_.target, train);
  LinearWeights weights;
  weights.labels = targets.labels();
  weights.weights = Solve(train, options_.lambda, targets.values());
  weights.bias_weights = Eigen::RowVectorXd::Zero(weights.weights.cols());
  return std::make_unique<KernelExpansion>(kName, *train.kernel, train.x.All(), std::move(weights),
                                           FitReport());
}

double KernelRidgeLearner::EstimatedBytes(const ProblemSize& size) const {
  const double rows = size.rows();
  // The Gram matrix, then the rows kept and what scoring takes.
  const double kept = 16 * size.stored + KernelExpansion::BlockBytes(size.n) + ScoreBytes(size);
  return std::max(8 * rows * rows, kept) + (32 + 32 * size.binary_problems()) * rows +
         16 * size.width() + size.predicted_bytes();
}

}  // namespace

LearnerEntry KernelRidgeEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary = "exact kernel ridge regression, c = (K + lambda n I)^-1 y";
  entry.citation = "yang2014, section 5";
  entry.params = {LambdaSpec("lambda of |f - y|^2 + lambda n |f|_H^2"), TargetSpec()};
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<KernelRidgeLearner>(RidgeOptions{
        .lambda = params.Get("lambda").AsNumber(), .target = ParseTarget(params.Get("target"))});
  };
  return entry;
}

}  // namespace mercer
