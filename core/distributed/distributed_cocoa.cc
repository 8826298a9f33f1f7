#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/distributed/distributed_learner.h"
#include "core/learners/learner_entry.h"
#include "core/learners/linear/dual_descent.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

struct DistributedCocoaOptions {
  double cost = 1;         // C > 0
  double gap = 1e-4;       // > 0: stops where the duality gap is at most this part of the objective
  double bias = -1;        // ≥ 0: value of a last, regularised feature
  Index local_passes = 5;  // ≥ 1, over each block of rows while its features are at hand
  Index max_rounds = 1000;  // ≥ 1
};

/// min over w of 1/2 |w|² + C Σ max(0, 1 − y_i <w, z_i>) by CoCoA+ (Ma, Smith, Jaggi, Jordan,
/// Richtárik & Takáč 2015; steps added, σ' = the number of ranks that have rows): in a round each
/// rank ascends the dual of its own rows by coordinates (dual_descent.h), block after block as
/// their features are computed, its steps seen σ' times as long as they are, and the steps of all
/// ranks are added. The gap to the dual is measured in the same pass, at the w that the round began
/// with, which is what is returned once the gap is small: its objective is then within `gap` of the
/// least, relative.
///
/// The way there depends on the number of ranks: more ranks take shorter steps and more rounds, and
/// the results agree to the gap only. A rank holds one α for each of its rows and each of the K
/// binary problems besides O(D K), and sends (D + 1) K + 2 numbers in a round, ⌈log2 ranks⌉ times.
class DistributedCocoa : public DistributedLearner {
 public:
  explicit DistributedCocoa(const DistributedCocoaOptions& options) : options_(options) {}

  DistributedFit Fit(const DistributedTraining& training) const override;
  double EstimatedBytes(Index rows, Index columns, Index scores) const override;

 private:
  DistributedCocoaOptions options_;
};

const char* const kName = "cocoa";

std::vector<signed char> SignsOf(const Vector& y, double label) {
  std::vector<signed char> signs;
  for (const double each : y) signs.push_back(each == label ? 1 : -1);
  return signs;
}

// The rounds of one fit, on one rank.
class Rounds {
 public:
  Rounds(const DistributedTraining& training, const DistributedCocoaOptions& options,
         const Vector& classes)
      : training_(training),
        options_(options),
        classes_(classes),
        features_(training.map.output_dim()),
        scores_(classes.size() == 2 ? 1 : classes.size()),
        sigma_(static_cast<int>(std::count_if(training.summary.rank_rows.begin(),
                                              training.summary.rank_rows.end(),
                                              [](Index rows) { return rows > 0; }))),
        w_(Eigen::MatrixXd::Zero(features_ + 1, scores_)),
        alpha_(Eigen::MatrixXd::Zero(
            training.summary.rank_rows[static_cast<std::size_t>(training.communicator.rank())],
            scores_)) {}

  // One round; measures the gap at its beginning. Where that is small enough, or the round is the
  // last one, w stays as it was measured.
  void Go(DistributedReport& report) {
    const Index round = report.iterations++;
    const double alpha_sum = alpha_.sum();
    Eigen::MatrixXd u = w_;
    double loss = 0;
    training_.communicator.Together([&] {
      Index row = 0;
      report.feature_seconds +=
          ForEachFeatures(training_.rows, training_.map, [&](const Matrix& z, const Vector& y) {
            for (Index k = 0; k < scores_; ++k) {
              const std::vector<signed char> signs = SignsOf(y, classes_[k]);
              loss += Hinge(z, signs, k);
              Ascend(z, signs, Seed(round, k, row), alpha_.col(k).segment(row, z.rows()), u.col(k));
            }
            row += z.rows();
          });
      MERCER_CHECK(row == alpha_.rows());
    });
    std::vector<double> sums(static_cast<std::size_t>(u.size() + 2));
    Eigen::Map<Eigen::MatrixXd>(sums.data(), u.rows(), u.cols()) = (u - w_) / sigma_;
    sums[sums.size() - 2] = loss;
    sums[sums.size() - 1] = alpha_sum;
    training_.communicator.Sum(sums);
    const double regulariser = 0.5 * w_.squaredNorm();
    report.objective = regulariser + options_.cost * sums[sums.size() - 2];
    report.dual_objective = sums[sums.size() - 1] - regulariser;
    ++report.passes;
    converged_ = report.objective - *report.dual_objective <= options_.gap * report.objective;
    if (!converged_ && report.iterations < options_.max_rounds)
      w_ += Eigen::Map<const Eigen::MatrixXd>(sums.data(), u.rows(), u.cols());
  }

  const Eigen::MatrixXd& w() const { return w_; }
  bool converged() const { return converged_; }

 private:
  // Of the order within one block: another one for each round, class, rank and block.
  std::uint64_t Seed(Index round, Index k, Index row) const {
    return DeriveSeed(training_.seed,
                      {static_cast<std::uint64_t>(round), static_cast<std::uint64_t>(k),
                       static_cast<std::uint64_t>(training_.communicator.rank()),
                       static_cast<std::uint64_t>(row)});
  }

  double Hinge(const Matrix& z, const std::vector<signed char>& signs, Index k) const {
    Vector scores = z * w_.col(k).head(features_);
    scores.array() += std::max(options_.bias, 0.0) * w_(features_, k);
    double loss = 0;
    for (Index i = 0; i < scores.size(); ++i)
      loss += std::max(0.0, 1 - signs[static_cast<std::size_t>(i)] * scores[i]);
    return loss;
  }

  // Moves the α of a block and what the rank sees of w, u.
  void Ascend(const Matrix& z, const std::vector<signed char>& signs, std::uint64_t seed,
              Eigen::Ref<Vector> alpha, Eigen::Ref<Vector> u) const {
    const DualStart start{.w = u.head(features_),
                          .bias_weight = u[features_],
                          .alpha = alpha,
                          .scale = static_cast<double>(sigma_)};
    DualDescentOptions descent{.power = 1,
                               .cost = options_.cost,
                               .eps = 1e-12,
                               .bias = options_.bias,
                               .max_passes = options_.local_passes,
                               .seed = seed};
    descent.start = &start;
    const DualSolution solution =
        DescendDual(DenseRows<double>{z.data(), z.rows(), features_, features_}, signs, descent);
    alpha = solution.alpha;
    u.head(features_) = solution.w;
    u[features_] = solution.bias_weight;
  }

  const DistributedTraining& training_;
  const DistributedCocoaOptions& options_;
  const Vector& classes_;
  Index features_, scores_;
  int sigma_;              // σ', the ranks that have rows
  Eigen::MatrixXd w_;      // features + 1 (the bias) × scores
  Eigen::MatrixXd alpha_;  // rows of the rank × scores
  bool converged_ = false;
};

}  // namespace

DistributedFit DistributedCocoa::Fit(const DistributedTraining& training) const {
  MERCER_CHECK(!training.map.is_complex());
  const double sent = training.communicator.bytes_sent();
  const double seconds = training.communicator.seconds();
  DistributedFit fit;
  const Vector classes = ClassesOf(kName, training.summary);
  const Index features = training.map.output_dim();
  const auto rows =
      training.summary.rank_rows[static_cast<std::size_t>(training.communicator.rank())];
  training.communicator.Together([&] {
    CheckFitsInMemory("learner 'cocoa' with " + std::to_string(rows) + " rows on a rank",
                      EstimatedBytes(rows, features, classes.size() == 2 ? 1 : classes.size()));
  });
  Rounds rounds(training, options_, classes);
  while (!rounds.converged() && fit.report.iterations < options_.max_rounds) rounds.Go(fit.report);
  if (!rounds.converged()) {
    fit.report.warnings = {std::string(kName) + ": reached the limit of " +
                           std::to_string(options_.max_rounds) + " rounds before the gap"};
  }
  fit.weights.labels = classes;
  fit.weights.bias = std::max(options_.bias, 0.0);
  fit.weights.weights = rounds.w().topRows(features);
  fit.weights.bias_weights = rounds.w().row(features);
  fit.report.bytes_sent = training.communicator.bytes_sent() - sent;
  fit.report.sum_seconds = training.communicator.seconds() - seconds;
  return fit;
}

double DistributedCocoa::EstimatedBytes(Index rows, Index columns, Index scores) const {
  return 8 * (static_cast<double>(rows) + 4 * static_cast<double>(columns)) *
         static_cast<double>(scores);
}

DistributedLearnerEntry DistributedCocoaEntry() {
  DistributedLearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM with hinge loss, 1/2 |w|^2 + C sum of losses, by rounds of dual coordinate "
      "ascent on each rank, whose steps are added; results depend on the number of ranks";
  entry.citation = "Ma et al. 2015";
  entry.params = {CostSpec("C of 1/2 |w|^2 + C sum of losses"),
                  EpsSpec("relative duality gap to stop at", 1e-4),
                  {.name = "bias",
                   .help = "value of a last, regularised feature; below 0: none",
                   .default_value = -1.0,
                   .min = -1},
                  {.name = "local_passes",
                   .kind = ParamKind::kInteger,
                   .help = "passes over each block of rows in a round",
                   .default_value = 5,
                   .min = 1,
                   .max = 1e6},
                  {.name = "max_rounds",
                   .kind = ParamKind::kInteger,
                   .help = "maximum number of rounds; reaching it is a warning",
                   .default_value = 1000,
                   .min = 1,
                   .max = 1e9}};
  entry.make = [](const Params& params) -> std::unique_ptr<DistributedLearner> {
    return std::make_unique<DistributedCocoa>(
        DistributedCocoaOptions{.cost = params.Get("cost").AsNumber(),
                                .gap = params.Get("eps").AsNumber(),
                                .bias = params.Get("bias").AsNumber(),
                                .local_passes = params.Get("local_passes").AsInteger(),
                                .max_rounds = params.Get("max_rounds").AsInteger()});
  };
  return entry;
}

}  // namespace mercer
