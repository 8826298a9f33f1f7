// LIBLINEAR's linear SVM (solvers 3 and 1) on dense features, by the dual coordinate descent of
// Hsieh et al. 2008 (dual_descent.cc).

#include "core/learners/linear/dense_dual.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/learners/class_labels.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear/dual_descent.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/training_checks.h"
#include "core/linalg/dot_axpy.h"

namespace mercer {
namespace {

const char* const kName = "dense_dual";

// C Σ max(0, 1 − y <w, z>)^power, summed in double. One thread, as the descent.
template <class Real>
double Loss(const DenseRows<Real>& rows, const std::vector<signed char>& y,
            const DenseDualOptions& options, const Vector& w, double bias_weight) {
  double loss = 0;
  for (Index i = 0; i < rows.n; ++i) {
    const double score =
        Dot(rows.Row(i), w.data(), rows.d) + std::max(options.bias, 0.0) * bias_weight;
    const double hinge = std::max(0.0, 1 - y[static_cast<std::size_t>(i)] * score);
    loss += options.power == 1 ? hinge : hinge * hinge;
  }
  return options.cost * loss;
}

double Regulariser(const Vector& w, double bias_weight) {
  return 0.5 * (w.squaredNorm() + bias_weight * bias_weight);
}

// One binary problem; its report is added to `report`.
template <class Real>
DualSolution SolveOne(const DenseRows<Real>& rows, const std::vector<signed char>& y,
                      const DenseDualOptions& options, std::uint64_t seed, FitReport& report) {
  DualDescentOptions descent{.power = options.power,
                             .cost = options.cost,
                             .eps = options.eps,
                             .gap = options.gap,
                             .bias = options.bias,
                             .max_passes = options.max_passes,
                             .seed = seed};
  const double reported = ObjectiveScale(options.mean, options.cost, rows.n);
  Stopwatch watch;
  double paused = 0;  // in measuring the objective, which is no part of fitting
  const double before = report.trace.empty() ? 0 : report.trace.back().seconds;
  if (options.trace) {
    descent.after_pass = [&](const Vector& w, double bias_weight) {
      // One reading of the clock ends the pass and begins the pause: no time is in both.
      const double now = watch.Seconds();
      const double objective = Regulariser(w, bias_weight) + Loss(rows, y, options, w, bias_weight);
      report.trace.push_back({before + now - paused, reported * objective});
      paused += watch.Seconds() - now;
    };
  }
  DualSolution solution = DescendDual(rows, y, descent);
  report.iterations += solution.passes;
  const double primal = Regulariser(solution.w, solution.bias_weight) +
                        Loss(rows, y, options, solution.w, solution.bias_weight);
  report.primal_objective = report.primal_objective.value_or(0) + reported * primal;
  report.dual_objective = report.dual_objective.value_or(0) + reported * solution.dual_objective;
  report.support_vectors += (solution.alpha.array() > 0).count();
  if (!solution.converged) {
    report.warnings = {std::string(kName) + ": reached the limit of " +
                       std::to_string(options.max_passes) + " passes"};
  }
  return solution;
}

template <class Real>
std::unique_ptr<Model> FitAll(const TrainingSet& train, const DenseDualOptions& options) {
  const StoredFeatures<Real> stored(kName, train.x);
  const DenseRows<Real> rows{stored.data(), stored.rows(), stored.cols(), stored.cols()};
  const BinaryProblems problems(train.y);
  FitReport report{.iterations = 0, .support_vectors = 0};
  LinearWeights weights;
  weights.labels = problems.labels();
  weights.weights.resize(rows.d, problems.count());
  weights.bias_weights.resize(problems.count());
  weights.bias = std::max(options.bias, 0.0);
  for (Index k = 0; k < problems.count(); ++k) {
    const DualSolution solution = SolveOne(rows, problems.Signs(k), options,
                                           train.seed + static_cast<std::uint64_t>(k), report);
    weights.weights.col(k) = solution.w;
    weights.bias_weights[k] = solution.bias_weight;
  }
  return std::make_unique<LinearModel>(kName, std::move(weights), std::move(report));
}

}  // namespace

std::unique_ptr<Model> DenseDualLearner::Fit(const TrainingSet& train) const {
  CheckClassification(kName, train);
  return options_.floats ? FitAll<float>(train, options_) : FitAll<double>(train, options_);
}

double DenseDualLearner::EstimatedBytes(const ProblemSize& size) const {
  const double value = options_.floats ? 4 : 8;
  return value * size.rows() * size.width() + 40 * size.rows() +
         (24 + 8 * size.binary_problems()) * size.width() + ScoreBytes(size) +
         size.predicted_bytes();
}

LearnerEntry DenseDualEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM on dense features, 1/2 |w|^2 + C sum of (squared) hinge losses, by dual "
      "coordinate descent; several classes one against the rest";
  entry.citation = "Hsieh et al. 2008";
  entry.params = {
      {.name = "loss",
       .kind = ParamKind::kText,
       .help = "hinge, as LIBLINEAR's l2r_l1loss_svc_dual, or squared_hinge, as "
               "l2r_l2loss_svc_dual",
       .default_value = "squared_hinge",
       .choices = {"hinge", "squared_hinge"}},
      CostSpec("C of 1/2 |w|^2 + C sum of losses"),
      EpsSpec("stopping tolerance, the largest violation of the optimality conditions", 0.1),
      GapSpec(),
      ObjectiveSpec(),
      {.name = "bias",
       .help = "value of a last, regularised feature; below 0: none",
       .default_value = -1.0,
       .min = -1},
      {.name = "storage",
       .kind = ParamKind::kText,
       .help = "of the features: 8 or 4 bytes a value",
       .default_value = "float64",
       .choices = {"float64", "float32"}},
      {.name = "max_passes",
       .kind = ParamKind::kInteger,
       .help = "maximum number of passes over the rows; reaching it is a warning",
       .default_value = 10000,
       .min = 1,
       .max = 1e9},
      {.name = "trace",
       .kind = ParamKind::kBool,
       .help = "whether to record the objective after each pass, by one more pass, which counts in "
               "the training time but not in the seconds of the trace",
       .default_value = false}};
  entry.streams = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<DenseDualLearner>(
        DenseDualOptions{.power = params.Get("loss").AsText() == "hinge" ? 1 : 2,
                         .cost = params.Get("cost").AsNumber(),
                         .eps = params.Get("eps").AsNumber(),
                         .gap = ParseGap(params),
                         .mean = ParseMeanObjective(params),
                         .bias = params.Get("bias").AsNumber(),
                         .floats = params.Get("storage").AsText() == "float32",
                         .max_passes = params.Get("max_passes").AsInteger(),
                         .trace = params.Get("trace").AsBool()});
  };
  return entry;
}

}  // namespace mercer
