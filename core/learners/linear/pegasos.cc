#include "core/learners/linear/pegasos.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/loss.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

const char* const kName = "pegasos";

// One binary problem. After t steps w = (scale / (λt)) v, so that the shrinking of w in each step
// costs nothing.
struct Iterate {
  double scale = 1;  // the product of the projections so far
  double norm = 0;   // |scale · v|²
  double sum = 0;    // of the coefficients that v has had in the average
};

class Descent {
 public:
  Descent(RowBlocks& rows, const Vector& y, const BinaryProblems& problems, double lambda,
          const PegasosOptions& options)
      : rows_(rows),
        y_(y),
        problems_(problems),
        lambda_(lambda),
        options_(options),
        iterates_(static_cast<std::size_t>(problems.count())),
        v_(Matrix::Zero(problems.count(), rows.cols())) {
    if (options.average != Averaging::kNone) late_ = v_;
  }

  void Epoch(Index epoch) {
    rows_.Epoch(epoch, [&](Index i, const RowView& row) {
      const double norm = options_.project ? row.SquaredNorm() : 0;
      for (Index k = 0; k < v_.rows(); ++k) Step(k, SignOf(y_, problems_, i, k), row, norm);
      steps_ += 1;
    });
    // What rounding the steps have gathered goes.
    for (Index k = 0; options_.project && k < v_.rows(); ++k)
      At(k).norm = At(k).scale * At(k).scale * v_.row(k).squaredNorm();
  }

  // K × D.
  Matrix Weights() const {
    Matrix w = v_;
    for (Index k = 0; k < w.rows(); ++k) {
      const Iterate& at = iterates_[static_cast<std::size_t>(k)];
      switch (options_.average) {
        case Averaging::kNone:
          w.row(k) *= at.scale / (lambda_ * steps_);
          break;
        case Averaging::kUniform:
          w.row(k) = (at.sum * v_.row(k) - late_.row(k)) / steps_;
          break;
        case Averaging::kWeighted:
          w.row(k) = (at.sum * v_.row(k) - late_.row(k)) / (steps_ * (steps_ + 1) / 2);
          break;
      }
    }
    return w;
  }

  double Objective(const Matrix& w) const {
    double loss = 0;
    ForEachScore(rows_, w, [&](Index i, Index k, double score) {
      loss += LossValue(Loss::kHinge, score, SignOf(y_, problems_, i, k));
    });
    return lambda_ / 2 * w.squaredNorm() + loss / static_cast<double>(rows_.rows());
  }

 private:
  Iterate& At(Index k) { return iterates_[static_cast<std::size_t>(k)]; }

  void Step(Index k, double sign, const RowView& row, double row_norm) {
    Iterate& at = At(k);
    double* const v = v_.row(k).data();
    const double product = at.scale * row.Dot(v);  // λ times the steps so far times the score
    if (sign * product < lambda_ * steps_ || steps_ == 0) {
      row.AddTo(sign / at.scale, v);
      at.norm += 2 * sign * product + row_norm;
      if (options_.average != Averaging::kNone)
        row.AddTo(at.sum * sign / at.scale, late_.row(k).data());
    }
    const double t = steps_ + 1;
    if (options_.project) Project(at, lambda_ * t * t);
    const double weight = options_.average == Averaging::kWeighted ? t : 1;
    at.sum += weight * at.scale / (lambda_ * t);
  }

  // |w|² ≤ 1/λ is |scale · v|² ≤ λt².
  static void Project(Iterate& at, double limit) {
    if (at.norm <= limit) return;
    at.scale *= std::sqrt(limit / at.norm);
    at.norm = limit;
  }

  RowBlocks& rows_;
  const Vector& y_;
  const BinaryProblems& problems_;
  const double lambda_;
  const PegasosOptions& options_;
  std::vector<Iterate> iterates_;
  Matrix v_;       // K × D
  Matrix late_{};  // Σ of each addition to v times the coefficients before it
  double steps_ = 0;
};

}  // namespace

std::unique_ptr<Model> PegasosLearner::Fit(const TrainingSet& train) const {
  CheckClassification(kName, train);
  const BinaryProblems problems(train.y);
  RowBlocks rows(kName, train.x, train.seed);
  FitReport report{.iterations = options_.epochs};
  Descent descent(rows, train.y, problems, options_.strength.Lambda(train.x.rows()), options_);
  double seconds = 0;
  for (Index epoch = 0; epoch < options_.epochs; ++epoch) {
    const Stopwatch watch;
    descent.Epoch(epoch);
    seconds += watch.Seconds();
    if (options_.trace) report.trace.push_back({seconds, descent.Objective(descent.Weights())});
  }
  const Matrix w = descent.Weights();
  report.primal_objective = options_.trace ? report.trace.back().objective : descent.Objective(w);
  LinearWeights weights;
  weights.labels = problems.labels();
  weights.weights = w.transpose();
  weights.bias_weights = Eigen::RowVectorXd::Zero(problems.count());
  return std::make_unique<LinearModel>(kName, std::move(weights), std::move(report));
}

double PegasosLearner::EstimatedBytes(const ProblemSize& size) const {
  return RowBlocks::BlockBytes(size.n, size.columns) + 48 * size.width() * size.binary_problems() +
         16 * size.rows() + ScoreBytes(size) + size.predicted_bytes();
}

LearnerEntry PegasosEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM, (lambda/2) |w|^2 + mean hinge loss, by stochastic subgradient steps on features "
      "computed on the fly; several classes one against the rest";
  entry.citation = "Shalev-Shwartz et al. 2011, Figure 1";
  entry.params = StrengthSpecs();
  entry.params.push_back(EpochsSpec());
  entry.params.push_back({.name = "average",
                          .kind = ParamKind::kText,
                          .help =
                              "none: the last iterate; uniform: the mean of all; weighted: with "
                              "weights 1, 2, 3, ...",
                          .default_value = "none",
                          .choices = {"none", "uniform", "weighted"}});
  entry.params.push_back(
      {.name = "project",
       .kind = ParamKind::kBool,
       .help = "whether each iterate is projected onto the ball of radius 1/sqrt(lambda)",
       .default_value = false});
  entry.params.push_back(TraceSpec());
  entry.streams = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    const std::string& average = params.Get("average").AsText();
    return std::make_unique<PegasosLearner>(
        PegasosOptions{.strength = ParseStrength(kName, params),
                       .epochs = params.Get("epochs").AsInteger(),
                       .average = average == "none"      ? Averaging::kNone
                                  : average == "uniform" ? Averaging::kUniform
                                                         : Averaging::kWeighted,
                       .project = params.Get("project").AsBool(),
                       .trace = params.Get("trace").AsBool()});
  };
  return entry;
}

}  // namespace mercer
