#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/kernel_ridge/cholesky.h"
#include "core/learners/kernel_ridge/conjugate_gradients.h"
#include "core/learners/linear/ridge.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

struct KernelRidgeOptions {
  RidgeOptions ridge{};
  bool by_iterations = false;            // conjugate gradients, else Cholesky
  ConjugateGradientOptions iterative{};  // of these
};

/// Exact kernel ridge regression (Yang et al. 2014, section 5): f(x) = Σ c_i k(x, x_i),
/// c = (K + λ n I)⁻¹ y; classes as in RidgeLearner. By Cholesky O(n²) memory and O(n² d + n³) time;
/// throws InvalidInput where λ n is lost in the rounding of K, and before 8n² bytes are taken that
/// are not there. By conjugate gradients (SolveByConjugateGradients) without the matrix.
class KernelRidgeLearner : public Learner {
 public:
  explicit KernelRidgeLearner(const KernelRidgeOptions& options) : options_(options) {}

  Target target() const override { return options_.ridge.target; }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  KernelRidgeOptions options_;
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
  if (!FactorByCholesky(gram, train.threads)) {
    throw InvalidInput("learner '" + std::string(kName) + "': lambda is " + FormatNumber(lambda) +
                       ", which rounding loses beside the Gram matrix; expected a larger one");
  }
  Matrix weights = values;
  SolveByCholesky(gram, weights);
  return weights;
}

std::unique_ptr<Model> KernelRidgeLearner::Fit(const TrainingSet& train) const {
  MERCER_CHECK(train.kernel != nullptr);
  const RegressionTargets targets(kName, options_.ridge.target, train);
  const double lambda = options_.ridge.lambda;
  LinearWeights weights;
  FitReport report;
  weights.labels = targets.labels();
  if (options_.by_iterations) {
    ConjugateGradientOptions options = options_.iterative;
    options.seed = train.seed;
    options.threads = train.threads;
    options.max_seconds = train.max_seconds;
    const Examples& x = train.x.All();
    ConjugateGradientSolution solution = SolveByConjugateGradients(
        *train.kernel, x, lambda * static_cast<double>(x.rows()), targets.values(), options);
    weights.weights = std::move(solution.coefficients);
    report = std::move(solution.report);
  } else {
    weights.weights = Solve(train, lambda, targets.values());
  }
  weights.bias_weights = Eigen::RowVectorXd::Zero(weights.weights.cols());
  return std::make_unique<KernelExpansion>(kName, *train.kernel, train.x.All(), std::move(weights),
                                           std::move(report));
}

double KernelRidgeLearner::EstimatedBytes(const ProblemSize& size) const {
  const double rows = size.rows();
  // What solving takes, then the rows kept and what scoring takes.
  const double kept = 16 * size.stored + KernelExpansion::BlockBytes(size.n) + ScoreBytes(size);
  const double solving =
      options_.by_iterations
          ? ConjugateGradientBytes(rows, size.width(), size.stored, size.binary_problems(),
                                   static_cast<double>(options_.iterative.rank))
          : 8 * rows * rows;
  return std::max(solving, kept) + (32 + 32 * size.binary_problems()) * rows + 16 * size.width() +
         size.predicted_bytes();
}

KernelRidgeOptions OptionsOf(const Params& params) {
  KernelRidgeOptions options;
  options.ridge = {.lambda = params.Get("lambda").AsNumber(),
                   .target = ParseTarget(params.Get("target"))};
  options.by_iterations = params.Get("solver").AsText() == "cg";
  options.iterative = {.learner = kName,
                       .tolerance = params.Get("tolerance").AsNumber(),
                       .rank = params.Get("rank").AsInteger(),
                       .max_iterations = params.Get("max_iterations").AsInteger(),
                       .trace = params.Get("trace").AsBool()};
  return options;
}

}  // namespace

LearnerEntry KernelRidgeEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary = "exact kernel ridge regression, c = (K + lambda n I)^-1 y";
  entry.citation = "yang2014, section 5";
  entry.params = {
      LambdaSpec("lambda of |f - y|^2 + lambda n |f|_H^2"),
      TargetSpec(),
      {.name = "solver",
       .kind = ParamKind::kText,
       .help =
           "a Cholesky factor of the Gram matrix, 8 n^2 bytes, or conjugate gradients without it",
       .default_value = "cholesky",
       .choices = {"cholesky", "cg"}},
      {.name = "tolerance",
       .kind = ParamKind::kNumber,
       .help = "cg: |(K + lambda n I) c - y| of the solution over |y|",
       .default_value = 1e-6,
       .min = 0,
       .open_min = true},
      {.name = "rank",
       .kind = ParamKind::kInteger,
       .help = "cg: columns of the preconditioner, a randomly pivoted Cholesky factor; 0: none",
       .default_value = 1000,
       .min = 0},
      {.name = "max_iterations",
       .kind = ParamKind::kInteger,
       .help = "cg: maximum number of products with the Gram matrix; reaching it is a warning",
       .default_value = 500,
       .min = 1},
      {.name = "trace",
       .kind = ParamKind::kBool,
       .help = "cg: record the objective after each iteration",
       .default_value = false}};
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<KernelRidgeLearner>(OptionsOf(params));
  };
  return entry;
}

}  // namespace mercer
