#include "core/learners/kernel/sdca.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/learners/computed_rows.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/loss.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

class Ascent {
 public:
  Ascent(RowBlocks& rows, const Vector& y, const BinaryProblems& problems,
         const AscentOptions& options)
      : rows_(rows),
        y_(y),
        problems_(problems),
        options_(options),
        scale_(1 / (options.lambda * static_cast<double>(rows.rows()))),
        norms_(Vector::Constant(rows.rows(), -1)),
        w_(NewMatrix("the weights of an ascent", problems.count(), rows.cols())),
        alpha_(Matrix::Zero(rows.rows(), problems.count())) {
    w_.setZero();
    if (!options.average) return;
    late_w_ = w_;
    late_alpha_ = alpha_;
  }

  AscentSolution Solve() {
    AscentSolution solution;
    double seconds = 0;
    for (Index epoch = 0; epoch < options_.epochs; ++epoch) {
      const Stopwatch watch;
      averaging_ = options_.average && epoch >= options_.epochs / 2;
      Epoch(epoch);
      seconds += watch.Seconds();
      solution.epochs = epoch + 1;
      const bool last = solution.epochs == options_.epochs;
      const bool measure = options_.gap > 0 && schedule_.IsDue(solution.epochs);
      if (!options_.trace && !measure && !last) continue;
      Evaluate(last, &solution);
      if (options_.trace) solution.trace.push_back({seconds, solution.primal});
      if (options_.gap == 0 || (!measure && !last)) continue;
      schedule_.Measured(solution.epochs);
      solution.within_gap =
          solution.primal - solution.dual <= options_.gap * std::abs(solution.primal);
      if (solution.within_gap) break;
    }
    return solution;
  }

 private:
  void Epoch(Index epoch) {
    rows_.Epoch(epoch, [&](Index i, const RowView& row) {
      if (norms_[i] < 0) norms_[i] = options_.gram ? row.values[i] : row.SquaredNorm();
      for (Index k = 0; k < w_.rows(); ++k) Step(i, k, row);
      if (averaging_) averaged_ += 1;
    });
  }

  void Step(Index i, Index k, const RowView& row) {
    const double sign = SignOf(y_, problems_, i, k);
    const double margin = sign * row.Dot(w_.row(k).data());
    const double old = alpha_(i, k);
    const double best = BestDualVariable(options_.power, old, margin, norms_[i] * scale_);
    if (best != old) {
      alpha_(i, k) = best;
      Add((best - old) * sign * scale_, i, row, w_.row(k).data());
      // Iterates before this step lack the change: the mean is the last less their share of it.
      if (averaging_) {
        late_alpha_(i, k) += averaged_ * (best - old);
        Add(averaged_ * (best - old) * sign * scale_, i, row, late_w_.row(k).data());
      }
    }
    if (options_.after_step) options_.after_step(k, i, best);
  }

  void Add(double step, Index i, const RowView& row, double* w) const {
    if (options_.gram) {
      w[i] += step;
    } else {
      row.AddTo(step, w);
    }
  }

  // The result so far, with its objectives. One pass.
  void Evaluate(bool last, AscentSolution* solution) {
    if (last) {
      solution->weights = std::move(w_);
    } else {
      solution->weights = w_;
    }
    solution->alpha = alpha_;
    if (averaged_ > 0) {
      solution->weights -= late_w_ / averaged_;
      solution->alpha -= late_alpha_ / averaged_;
    }
    const Matrix& w = solution->weights;
    const Loss hinge = options_.power == 1 ? Loss::kHinge : Loss::kSquaredHinge;
    double loss = 0, norm = options_.gram ? 0 : w.squaredNorm();
    ForEachScore(rows_, w, [&](Index i, Index k, double score) {
      loss += LossValue(hinge, score, SignOf(y_, problems_, i, k));
      if (options_.gram) norm += w(k, i) * score;
    });
    const auto n = static_cast<double>(rows_.rows());
    double gain = solution->alpha.sum();
    if (options_.power == 2) gain -= solution->alpha.squaredNorm() / 4;
    solution->primal = options_.lambda / 2 * norm + loss / n;
    solution->dual = gain / n - options_.lambda / 2 * norm;
  }

  RowBlocks& rows_;
  const Vector& y_;
  const BinaryProblems& problems_;
  const AscentOptions& options_;
  const double scale_;  // 1/(λn)
  Vector norms_;        // |z_i|²; −1 until row i is first seen
  Matrix w_, alpha_;
  Matrix late_w_{}, late_alpha_{};
  bool averaging_ = false;
  double averaged_ = 0;  // iterates in the mean so far
  GapSchedule schedule_{};
};

const char* const kName = "sdca";
const char* const kKernelName = "kernel_sdca";

// Rows of Gram values that one thread makes at a time.
constexpr Index kGramRows = 64;

class GramRowSource : public ComputedRows {
 public:
  explicit GramRowSource(const TrainingSet& train) : train_(train) {}

  Index rows() const override { return train_.x.rows(); }
  Index cols() const override { return train_.x.rows(); }

 private:
  void Compute(Index begin, Index count, MatrixRef out) const override {
    const Examples& x = train_.x.All();
    ParallelFor(count, kGramRows, train_.threads, [&](Index from, Index to) {
      train_.kernel->GramRows(x, begin + from, to - from, x, out.middleRows(from, to - from));
    });
  }

  const TrainingSet& train_;
};

AscentOptions OptionsFor(const SdcaOptions& options, Index n, bool gram) {
  return {.power = options.power,
          .lambda = options.strength.Lambda(n),
          .epochs = options.epochs,
          .gap = options.gap,
          .average = options.average,
          .trace = options.trace,
          .gram = gram};
}

FitReport ReportOf(const std::string& learner, const SdcaOptions& options,
                   AscentSolution& solution) {
  FitReport report{.iterations = solution.epochs};
  if (options.gap > 0 && !solution.within_gap) {
    report.warnings = {learner + ": reached the limit of " + std::to_string(options.epochs) +
                       " epochs above the gap asked for"};
  }
  report.support_vectors = (solution.alpha.array() > 0).rowwise().any().count();
  report.primal_objective = solution.primal;
  report.dual_objective = solution.dual;
  report.trace = std::move(solution.trace);
  return report;
}

LinearWeights WeightsOf(const BinaryProblems& problems, Matrix weights) {
  LinearWeights scores;
  scores.labels = problems.labels();
  scores.weights = std::move(weights);
  scores.bias_weights = Eigen::RowVectorXd::Zero(problems.count());
  return scores;
}

SdcaOptions ParseOptions(const std::string& learner, const Params& params) {
  return {.strength = ParseStrength(learner, params),
          .power = ParseLoss(params.Get("loss").AsText()) == Loss::kHinge ? 1 : 2,
          .epochs = params.Get("epochs").AsInteger(),
          .gap = ParseGap(params),
          .average = params.Get("average").AsBool(),
          .trace = params.Get("trace").AsBool()};
}

std::vector<ParamSpec> Specs() {
  std::vector<ParamSpec> specs = StrengthSpecs();
  specs.push_back(LossSpec({"hinge", "squared_hinge"}));
  specs.push_back(EpochsSpec());
  specs.push_back(GapSpec());
  specs.push_back({.name = "average",
                   .kind = ParamKind::kBool,
                   .help =
                       "whether the result is the mean of the iterates of the later half of the "
                       "epochs",
                   .default_value = false});
  specs.push_back(TraceSpec());
  return specs;
}

}  // namespace

double BestDualVariable(int power, double alpha, double margin, double curvature) {
  if (power == 2) return std::max(0.0, alpha + (1 - alpha / 2 - margin) / (0.5 + curvature));
  return std::clamp(alpha + (1 - margin) / curvature, 0.0, 1.0);
}

AscentSolution AscendDual(RowBlocks& rows, const Vector& y, const BinaryProblems& problems,
                          const AscentOptions& options) {
  MERCER_CHECK(y.size() == rows.rows() && (options.power == 1 || options.power == 2) &&
               options.epochs >= 1 && (!options.gram || rows.cols() == rows.rows()));
  return Ascent(rows, y, problems, options).Solve();
}

std::unique_ptr<Model> SdcaLearner::Fit(const TrainingSet& train) const {
  CheckClassification(kName, train);
  const BinaryProblems problems(train.y);
  RowBlocks rows(kName, train.x, train.seed);
  AscentSolution solution =
      AscendDual(rows, train.y, problems, OptionsFor(options_, train.x.rows(), false));
  FitReport report = ReportOf(kName, options_, solution);
  Matrix weights =
      NewMatrix("the weights of learner 'sdca'", solution.weights.cols(), solution.weights.rows());
  weights = solution.weights.transpose();
  return std::make_unique<LinearModel>(kName, WeightsOf(problems, std::move(weights)),
                                       std::move(report));
}

double SdcaLearner::EstimatedBytes(const ProblemSize& size) const {
  const double problems = size.binary_problems();
  return RowBlocks::BlockBytes(size.n, size.columns) + 48 * size.width() * problems +
         (24 + 32 * problems) * size.rows() + ScoreBytes(size) + size.predicted_bytes();
}

std::unique_ptr<Model> KernelSdcaLearner::Fit(const TrainingSet& train) const {
  MERCER_CHECK(train.kernel != nullptr);
  CheckClassification(kKernelName, train);
  const Examples& x = train.x.All();
  train.kernel->Diagonal(x);  // names the row that the kernel refuses
  const BinaryProblems problems(train.y);
  const GramRowSource source(train);
  RowBlocks rows(kKernelName, source, train.seed);
  AscentSolution solution =
      AscendDual(rows, train.y, problems, OptionsFor(options_, x.rows(), true));
  FitReport report = ReportOf(kKernelName, options_, solution);
  std::vector<Index> support;
  for (Index i = 0; i < x.rows(); ++i) {
    if ((solution.alpha.row(i).array() != 0).any()) support.push_back(i);
  }
  Matrix coefficients(static_cast<Index>(support.size()), problems.count());
  for (Index s = 0; s < coefficients.rows(); ++s)
    coefficients.row(s) = solution.weights.col(support[static_cast<std::size_t>(s)]).transpose();
  return std::make_unique<KernelExpansion>(kKernelName, *train.kernel, x.Select(support),
                                           WeightsOf(problems, std::move(coefficients)),
                                           std::move(report));
}

double KernelSdcaLearner::EstimatedBytes(const ProblemSize& size) const {
  return RowBlocks::BlockBytes(size.n, size.n) + KernelExpansion::BlockBytes(size.n) +
         16 * size.stored + (50 + 100 * size.binary_problems()) * size.rows() + ScoreBytes(size) +
         size.predicted_bytes();
}

LearnerEntry SdcaEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM, (lambda/2) |w|^2 + mean (squared) hinge loss, by stochastic dual coordinate "
      "ascent on features computed on the fly; several classes one against the rest";
  entry.citation = "Shalev-Shwartz & Zhang 2013";
  entry.params = Specs();
  entry.streams = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<SdcaLearner>(ParseOptions(kName, params));
  };
  return entry;
}

LearnerEntry KernelSdcaEntry() {
  LearnerEntry entry;
  entry.name = kKernelName;
  entry.summary =
      "kernel SVM without offset, (lambda/2) |f|^2 + mean (squared) hinge loss, by stochastic dual "
      "coordinate ascent on kernel rows computed on the fly; several classes one against the rest";
  entry.citation = "Shalev-Shwartz & Zhang 2013; the baseline of cotter2011";
  entry.params = Specs();
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<KernelSdcaLearner>(ParseOptions(kKernelName, params));
  };
  return entry;
}

}  // namespace mercer
