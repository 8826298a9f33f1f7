// Newton's method on the primal squared hinge loss with the full Hessian (Keerthi and DeCoste
// 2005), or with the Gram matrix of the rows inside the margin where these are fewer than features.
// Where the first steps from zero do not suffice it follows a path of growing costs.

#include "core/learners/linear/dense_newton.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/learners/class_labels.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kName = "dense_newton";

using RowMap = Eigen::Map<const Matrix>;

/// One binary problem. Vectors of weights have the bias feature's last where there is one.
class Newton {
 public:
  Newton(const RowMap& z, const std::vector<signed char>& signs, const DenseNewtonOptions& options)
      : z_(z),
        options_(options),
        y_(z.rows()),
        w_(Vector::Zero(Columns())),
        scores_(Vector::Zero(z.rows())) {
    for (Index i = 0; i < z.rows(); ++i) y_[i] = signs[static_cast<std::size_t>(i)];
  }

  void Run() {
    constexpr Index kFirstSteps = 20;
    constexpr double kPathGap = 0.1;
    Descend(options_.cost, options_.gap, std::min(kFirstSteps, options_.max_steps));
    if (Converged() || at_rounding_) return;
    const Vector first = w_;
    const double reached = primal_;
    const int tens = PathLength();
    if (tens > 0) w_.setZero(), scores_.setZero();
    for (int k = tens; k > 0; --k)
      Descend(options_.cost * std::pow(10, -k), kPathGap, options_.max_steps);
    Descend(options_.cost, options_.gap, options_.max_steps);
    if (primal_ <= reached) return;
    w_ = first;  // the limit of steps cut the path off
    scores_ = Times(w_);
    Look();
  }

  bool Converged() const { return GapBound() <= options_.gap * primal_; }
  /// The objective stopped falling before the gap was reached.
  bool at_rounding() const { return at_rounding_; }
  double primal() const { return primal_; }
  double dual() const { return primal_ - GapBound(); }
  Index steps() const { return steps_; }
  Index inside() const { return static_cast<Index>(active_.size()); }
  const Vector& w() const { return w_; }

 private:
  bool HasBias() const { return options_.bias >= 0; }
  Index Columns() const { return z_.cols() + (HasBias() ? 1 : 0); }
  double GapBound() const { return 0.5 * gradient_.squaredNorm(); }

  // Z w.
  Vector Times(const Vector& w) const {
    Vector scores = z_ * w.head(z_.cols());
    if (HasBias()) scores.array() += options_.bias * w[z_.cols()];
    return scores;
  }

  // Steps at a cost until the gap is reached, `most` steps were made in all, or rounding errors
  // keep the objective from falling.
  void Descend(double cost, double gap, Index most) {
    constexpr int kIdleSteps = 3;
    cost_ = cost;
    Look();
    int idle = 0;
    while (GapBound() > gap * primal_ && steps_ < most && idle < kIdleSteps) {
      const double before = primal_;
      const Vector step = Step();
      const Vector scores = Times(step);
      const double length = SearchAlong(step, scores);
      w_ += length * step;
      scores_ += length * scores;
      ++steps_;
      Look();
      idle = primal_ < before * (1 - 1e-15) ? 0 : idle + 1;
    }
    at_rounding_ = idle == kIdleSteps && GapBound() > gap * primal_;
  }

  // By how many powers of ten the path begins below C: where the loss of a mean row bends the
  // objective no more than the norm does, so that few steps from zero suffice.
  int PathLength() const {
    const double squared = z_.squaredNorm() / static_cast<double>(z_.rows());
    return static_cast<int>(std::ceil(std::log10(std::max(1.0, 2 * options_.cost * squared))));
  }

  // Rows inside the margin, objective and gradient at w.
  void Look() {
    active_.clear();
    Vector pull = Vector::Zero(z_.rows());  // 2C y max(0, 1 − y f)
    double loss = 0;
    for (Index i = 0; i < z_.rows(); ++i) {
      const double margin = 1 - y_[i] * scores_[i];
      if (margin <= 0) continue;
      active_.push_back(i);
      loss += margin * margin;
      pull[i] = 2 * cost_ * y_[i] * margin;
    }
    primal_ = 0.5 * w_.squaredNorm() + cost_ * loss;
    gradient_ = w_;
    gradient_.head(z_.cols()) -= z_.transpose() * pull;
    if (HasBias()) gradient_[z_.cols()] -= options_.bias * pull.sum();
  }

  // Rows inside the margin, with the bias feature, from the `begin`-th.
  Matrix Inside(Index begin, Index count) const {
    Matrix rows(count, Columns());
    for (Index k = 0; k < count; ++k) {
      rows.row(k).head(z_.cols()) = z_.row(active_[static_cast<std::size_t>(begin + k)]);
      if (HasBias()) rows(k, z_.cols()) = options_.bias;
    }
    return rows;
  }

  // To the minimum for the rows inside the margin, w = Z_Aᵀ (I/(2C) + Z_A Z_Aᵀ)⁻¹ y_A: by the
  // smaller of the two systems.
  Vector Step() const {
    if (inside() >= Columns()) return -Hessian().llt().solve(gradient_);
    const Matrix rows = Inside(0, inside());
    Matrix gram = Matrix::Identity(inside(), inside()) / (2 * cost_);
    gram.selfadjointView<Eigen::Lower>().rankUpdate(rows);
    const Eigen::LLT<Eigen::Ref<Matrix>, Eigen::Lower> factor(gram);
    Vector signs(inside());
    for (Index k = 0; k < inside(); ++k) signs[k] = y_[active_[static_cast<std::size_t>(k)]];
    return rows.transpose() * factor.solve(signs) - w_;
  }

  // I + 2C Z_AᵀZ_A, its lower half.
  Matrix Hessian() const {
    constexpr Index kBlock = 512;
    Matrix hessian = Matrix::Identity(Columns(), Columns());
    for (Index begin = 0; begin < inside(); begin += kBlock) {
      const Matrix rows = Inside(begin, std::min(kBlock, inside() - begin));
      hessian.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose(), 2 * cost_);
    }
    return hessian.selfadjointView<Eigen::Lower>();
  }

  // The minimum of t → P(w + t step), whose derivative is increasing and linear between the t at
  // which a row enters or leaves the margin: Newton's steps kept inside a bracket.
  double SearchAlong(const Vector& step, const Vector& scores) const {
    constexpr int kMostTries = 100;
    const double along = w_.dot(step), squared = step.squaredNorm();
    double low = 0, high = 0, t = 1;
    for (int tries = 0; tries < kMostTries; ++tries) {
      double slope = along + t * squared, curvature = squared;
      for (Index i = 0; i < z_.rows(); ++i) {
        const double margin = 1 - y_[i] * (scores_[i] + t * scores[i]);
        if (margin <= 0) continue;
        slope -= 2 * cost_ * y_[i] * scores[i] * margin;
        curvature += 2 * cost_ * scores[i] * scores[i];
      }
      (slope < 0 ? low : high) = t;
      double next = t - slope / curvature;
      if (next <= low) next = high > 0 ? 0.5 * (low + high) : 2 * low;
      if (high > 0 && next >= high) next = 0.5 * (low + high);
      if (std::abs(next - t) <= 1e-14 * t) return next;
      t = next;
    }
    return t;
  }

  const RowMap& z_;
  const DenseNewtonOptions& options_;
  Vector y_, w_, scores_, gradient_{};
  std::vector<Index> active_{};
  double primal_ = 0, cost_ = 0;
  Index steps_ = 0;
  bool at_rounding_ = false;
};

}  // namespace

std::unique_ptr<Model> DenseNewtonLearner::Fit(const TrainingSet& train) const {
  CheckClassification(kName, train);
  const StoredFeatures<double> stored(kName, train.x);
  const RowMap z(stored.data(), stored.rows(), stored.cols());
  const auto side = static_cast<double>(std::min(z.rows(), z.cols() + 1));
  CheckFitsInMemory("learner '" + std::string(kName) + "' with " + std::to_string(z.rows()) +
                        " rows of " + std::to_string(z.cols()) + " features",
                    24 * side * side);  // the smaller system, its copy and its factor
  const BinaryProblems problems(train.y);
  FitReport report{.iterations = 0, .support_vectors = 0};
  LinearWeights weights;
  weights.labels = problems.labels();
  weights.weights.resize(z.cols(), problems.count());
  weights.bias_weights = Eigen::RowVectorXd::Zero(problems.count());
  weights.bias = std::max(options_.bias, 0.0);
  const double reported = ObjectiveScale(options_.mean, options_.cost, z.rows());
  for (Index k = 0; k < problems.count(); ++k) {
    const std::vector<signed char>& signs = problems.Signs(k);
    Newton newton(z, signs, options_);
    newton.Run();
    weights.weights.col(k) = newton.w().head(z.cols());
    if (options_.bias >= 0) weights.bias_weights[k] = newton.w()[z.cols()];
    report.iterations += newton.steps();
    report.support_vectors += newton.inside();
    report.primal_objective = report.primal_objective.value_or(0) + reported * newton.primal();
    report.dual_objective = report.dual_objective.value_or(0) + reported * newton.dual();
    if (newton.Converged()) continue;
    report.warnings = {newton.at_rounding()
                           ? std::string(kName) + ": rounding errors keep the duality gap above " +
                                 "the gap that was asked for"
                           : std::string(kName) + ": reached the limit of " +
                                 std::to_string(options_.max_steps) + " steps"};
  }
  return std::make_unique<LinearModel>(kName, std::move(weights), std::move(report));
}

double DenseNewtonLearner::EstimatedBytes(const ProblemSize& size) const {
  const double width = size.width() + 1;
  return 8 * size.rows() * size.width() + 24 * width * width + 48 * size.rows() + 8 * 512 * width +
         8 * size.binary_problems() * width + ScoreBytes(size) + size.predicted_bytes();
}

LearnerEntry DenseNewtonEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM on dense features, 1/2 |w|^2 + C sum of squared hinge losses, by Newton's method "
      "with the full Hessian; several classes one against the rest";
  entry.citation = "Keerthi and DeCoste 2005";
  entry.params = {
      CostSpec("C of 1/2 |w|^2 + C sum of losses"),
      {.name = "gap",
       .help = "duality gap to reach, as a share of the objective",
       .default_value = 1e-6,
       .min = 1e-15,
       .max = 1},
      ObjectiveSpec(),
      {.name = "bias",
       .help = "value of a last, regularised feature; below 0: none",
       .default_value = -1.0,
       .min = -1},
      {.name = "max_steps",
       .kind = ParamKind::kInteger,
       .help = "maximum number of Newton steps for each class; reaching it is a warning",
       .default_value = 100,
       .min = 1,
       .max = 1e9}};
  entry.streams = true;
  entry.version = 2;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<DenseNewtonLearner>(
        DenseNewtonOptions{.cost = params.Get("cost").AsNumber(),
                           .gap = params.Get("gap").AsNumber(),
                           .bias = params.Get("bias").AsNumber(),
                           .max_steps = params.Get("max_steps").AsInteger(),
                           .mean = ParseMeanObjective(params)});
  };
  return entry;
}

}  // namespace mercer
