#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/distributed/distributed_learner.h"
#include "core/distributed/trust_region.h"
#include "core/learners/learner_entry.h"
#include "core/learners/loss.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

struct DistributedNewtonOptions {
  Loss loss = Loss::kSquaredHinge;  // or kLogistic
  double cost = 1;                  // C > 0
  double eps = 0.01;                // > 0, the tolerance of liblinear-train
  double bias = -1;                 // ≥ 0: value of a last, regularised feature
  Index max_iterations = 1000;
};

/// min over w of 1/2 |w|² + C Σ loss(y_i <w, z_i>), the problems of LIBLINEAR's solvers 2
/// (l2r_l2loss_svc) and 0 (l2r_lr), by the trust region Newton method (trust_region.h) whose
/// function values, gradients and products with the Hessian are sums over ranks (Zhuang, Chin, Juan
/// & Lin 2015). Stops as LIBLINEAR does: |∇f(w)| ≤ eps · max(1, min(positive, negative rows))/n ·
/// |∇f(0)|. Each sum is a pass over all rows that computes their features again, and the scores of
/// w too, so that a rank's memory, O(D K), does not grow with its rows; one pass serves the K
/// binary problems of classes one against the rest, each at its own place. A rank sends at most 2 D
/// + 1 numbers for each problem in a pass (D where it is a product), ⌈log2 ranks⌉ times.
/// Results for different numbers of ranks differ by rounding, which the conjugate gradients
/// enlarge, as other orders of the rows do: up to 3e-5 of the weights and 3e-8 of the objective at
/// eps = 0.01, far less at smaller eps (docs/scale.md).
class DistributedNewton : public DistributedLearner {
 public:
  explicit DistributedNewton(const DistributedNewtonOptions& options) : options_(options) {}

  DistributedFit Fit(const DistributedTraining& training) const override;
  double EstimatedBytes(Index rows, Index columns, Index scores) const override;

 private:
  DistributedNewtonOptions options_;
};

const char* const kName = "newton";

// Second derivative of the loss by the score; of the squared hinge at its kink that of the right.
double Curvature(Loss loss, double score, double y) {
  if (loss == Loss::kSquaredHinge) return y * score < 1 ? 2 : 0;
  const double e = std::exp(-std::abs(score));
  return e / ((1 + e) * (1 + e));
}

// What one pass over the rows is to sum: for each problem that is not done a value or a product.
class Pass {
 public:
  Pass(const std::vector<TrustRegion>& problems, const DistributedNewtonOptions& options,
       const Vector& classes, Index features)
      : problems_(problems), options_(options), classes_(classes), features_(features) {
    Index points = 0, values = 0;
    for (const TrustRegion& problem : problems) {
      const bool product = problem.need() == TrustRegion::Need::kProduct;
      points += problem.need() == TrustRegion::Need::kNothing ? 0 : product ? 2 : 1;
      values += problem.need() == TrustRegion::Need::kValue ? 1 : 0;
    }
    // A product needs the scores of w besides those of its own vector.
    points_.resize(features_ + (options.bias >= 0 ? 1 : 0), points);
    Index column = 0;
    for (const TrustRegion& problem : problems) {
      if (problem.need() == TrustRegion::Need::kNothing) continue;
      if (problem.need() == TrustRegion::Need::kProduct) points_.col(column++) = problem.w();
      points_.col(column++) = problem.point();
      active_.push_back(&problem);
    }
    sums_ = Eigen::MatrixXd::Zero(points_.rows(), static_cast<Index>(active_.size()));
    diagonals_ = Eigen::MatrixXd::Zero(points_.rows(), values);
    losses_ = Vector::Zero(values);
  }

  void Add(const Matrix& z, const Vector& y) {
    Eigen::MatrixXd scores = z * points_.topRows(features_);
    const bool has_bias = points_.rows() > features_;
    if (has_bias) scores.rowwise() += options_.bias * points_.row(features_);
    Eigen::MatrixXd slopes(z.rows(), sums_.cols()), curvatures(z.rows(), losses_.size());
    Index score = 0, value = 0;
    for (Index a = 0; a < sums_.cols(); ++a) {
      const double label = classes_[active_[static_cast<std::size_t>(a)] - problems_.data()];
      const bool product =
          active_[static_cast<std::size_t>(a)]->need() == TrustRegion::Need::kProduct;
      for (Index i = 0; i < z.rows(); ++i) {
        const double sign = y[i] == label ? 1 : -1, f = scores(i, score);
        if (product) {
          slopes(i, a) = Curvature(options_.loss, f, sign) * scores(i, score + 1);
          continue;
        }
        losses_[value] += LossValue(options_.loss, f, sign);
        slopes(i, a) = LossSlope(options_.loss, f, sign);
        curvatures(i, value) = Curvature(options_.loss, f, sign);
      }
      score += product ? 2 : 1;
      value += product ? 0 : 1;
    }
    sums_.topRows(features_).noalias() += z.transpose() * slopes;
    if (has_bias) sums_.row(features_) += options_.bias * slopes.colwise().sum();
    if (value == 0) return;
    diagonals_.topRows(features_).noalias() += z.cwiseAbs2().transpose() * curvatures;
    if (has_bias)
      diagonals_.row(features_) += options_.bias * options_.bias * curvatures.colwise().sum();
  }

  // Adds up what all ranks have.
  void Sum(Communicator& communicator) {
    std::vector<double> packed;
    for (const Eigen::MatrixXd* each : {&sums_, &diagonals_})
      packed.insert(packed.end(), each->data(), each->data() + each->size());
    packed.insert(packed.end(), losses_.begin(), losses_.end());
    communicator.Sum(packed);
    const double* from = packed.data();
    for (Eigen::MatrixXd* each : {&sums_, &diagonals_}) {
      std::copy_n(from, each->size(), each->data());
      from += each->size();
    }
    std::copy_n(from, losses_.size(), losses_.data());
  }

  // Gives each problem what it needed, the regulariser's part added.
  void Answer(std::vector<TrustRegion>& problems) const {
    Index value = 0;
    for (Index a = 0; a < sums_.cols(); ++a) {
      TrustRegion& problem = problems[static_cast<std::size_t>(
          active_[static_cast<std::size_t>(a)] - problems_.data())];
      const Vector sum = problem.point() + options_.cost * sums_.col(a);
      if (problem.need() == TrustRegion::Need::kProduct) {
        problem.GiveProduct(sum);
        continue;
      }
      const double f = 0.5 * problem.point().squaredNorm() + options_.cost * losses_[value];
      problem.GiveValue(f, sum, (1 + options_.cost * diagonals_.col(value).array()).matrix());
      ++value;
    }
  }

 private:
  const std::vector<TrustRegion>& problems_;
  const DistributedNewtonOptions& options_;
  const Vector& classes_;
  Index features_;
  std::vector<const TrustRegion*> active_{};
  Eigen::MatrixXd points_{}, sums_{}, diagonals_{};  // a column for each
  Vector losses_{};
};

std::vector<TrustRegion> MakeProblems(const DistributedNewtonOptions& options,
                                      const DataSummary& summary, const Vector& classes,
                                      Index size) {
  std::vector<TrustRegion> problems;
  for (Index k = 0; k < (classes.size() == 2 ? 1 : classes.size()); ++k) {
    const auto at = std::find(summary.labels.begin(), summary.labels.end(), classes[k]);
    const Index positive =
        summary.label_rows[static_cast<std::size_t>(at - summary.labels.begin())];
    const Index fewer = std::max<Index>(1, std::min(positive, summary.rows - positive));
    problems.emplace_back(size, TrustRegionOptions{.eps = options.eps * static_cast<double>(fewer) /
                                                          static_cast<double>(summary.rows),
                                                   .max_iterations = options.max_iterations});
  }
  return problems;
}

// Passes until no problem needs one.
void Solve(const DistributedTraining& training, const DistributedNewtonOptions& options,
           const Vector& classes, std::vector<TrustRegion>& problems, DistributedReport& report) {
  const auto is_done = [](const TrustRegion& p) { return p.need() == TrustRegion::Need::kNothing; };
  while (!std::all_of(problems.begin(), problems.end(), is_done)) {
    Pass pass(problems, options, classes, training.map.output_dim());
    training.communicator.Together([&] {
      report.feature_seconds += ForEachFeatures(
          training.rows, training.map, [&](const Matrix& z, const Vector& y) { pass.Add(z, y); });
    });
    pass.Sum(training.communicator);
    pass.Answer(problems);
    ++report.passes;
  }
}

}  // namespace

DistributedFit DistributedNewton::Fit(const DistributedTraining& training) const {
  MERCER_CHECK(!training.map.is_complex());
  const double sent = training.communicator.bytes_sent();
  const double seconds = training.communicator.seconds();
  DistributedFit fit;
  const Vector classes = ClassesOf(kName, training.summary);
  const Index features = training.map.output_dim();
  const Index scores = classes.size() == 2 ? 1 : classes.size();
  training.communicator.Together([&] {
    CheckFitsInMemory("learner 'newton' with " + std::to_string(features) + " features",
                      EstimatedBytes(0, features, scores));
  });
  std::vector<TrustRegion> problems =
      MakeProblems(options_, training.summary, classes, features + (options_.bias >= 0 ? 1 : 0));
  MERCER_CHECK(static_cast<Index>(problems.size()) == scores);
  Solve(training, options_, classes, problems, fit.report);
  fit.weights.labels = classes;
  fit.weights.bias = std::max(options_.bias, 0.0);
  fit.weights.weights.resize(features, scores);
  fit.weights.bias_weights = Eigen::RowVectorXd::Zero(scores);
  for (Index k = 0; k < scores; ++k) {
    const TrustRegion& problem = problems[static_cast<std::size_t>(k)];
    fit.weights.weights.col(k) = problem.w().head(features);
    if (options_.bias >= 0) fit.weights.bias_weights[k] = problem.w()[features];
    fit.report.objective += problem.objective();
    fit.report.iterations += problem.iterations();
    if (!problem.converged()) {
      fit.report.warnings = {std::string(kName) + ": stopped after " +
                             std::to_string(problem.iterations()) +
                             " Newton steps before the tolerance was reached"};
    }
  }
  fit.report.bytes_sent = training.communicator.bytes_sent() - sent;
  fit.report.sum_seconds = training.communicator.seconds() - seconds;
  return fit;
}

double DistributedNewton::EstimatedBytes(Index, Index columns, Index scores) const {
  // Nine vectors of each problem, and twice what a pass sums.
  return 8 * 16 * static_cast<double>(columns) * static_cast<double>(scores);
}

DistributedLearnerEntry DistributedNewtonEntry() {
  DistributedLearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM with squared hinge loss, or logistic regression, 1/2 |w|^2 + C sum of losses, by "
      "a trust region Newton method with sums over ranks";
  entry.citation = "Zhuang et al. 2015";
  entry.params = {LossSpec({"squared_hinge", "logistic"}),
                  CostSpec("C of 1/2 |w|^2 + C sum of losses"),
                  EpsSpec("stopping tolerance, as LIBLINEAR's", 0.01),
                  {.name = "bias",
                   .help = "value of a last, regularised feature; below 0: none",
                   .default_value = -1.0,
                   .min = -1},
                  {.name = "max_iterations",
                   .kind = ParamKind::kInteger,
                   .help = "maximum number of Newton steps; reaching it is a warning",
                   .default_value = 1000,
                   .min = 1,
                   .max = 1e9}};
  entry.make = [](const Params& params) -> std::unique_ptr<DistributedLearner> {
    return std::make_unique<DistributedNewton>(
        DistributedNewtonOptions{.loss = ParseLoss(params.Get("loss").AsText()),
                                 .cost = params.Get("cost").AsNumber(),
                                 .eps = params.Get("eps").AsNumber(),
                                 .bias = params.Get("bias").AsNumber(),
                                 .max_iterations = params.Get("max_iterations").AsInteger()});
  };
  return entry;
}

}  // namespace mercer
