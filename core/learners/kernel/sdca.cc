#include "core/learners/kernel/sdca.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/kernel/sdca_ascent.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/loss.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kName = "sdca";
const char* const kKernelName = "kernel_sdca";

// Rows of Gram values that one thread makes at a time.
constexpr Index kGramRows = 64;

class GramRowSource : public RowSource {
 public:
  explicit GramRowSource(const TrainingSet& train) : train_(train) {}

  Index rows() const override { return train_.x.rows(); }
  Index cols() const override { return train_.x.rows(); }
  void Rows(Index begin, Index count, MatrixRef out) const override {
    ParallelFor(count, kGramRows, train_.threads, [&](Index from, Index to) {
      train_.kernel->GramRows(train_.x, begin + from, to - from, train_.x,
                              out.middleRows(from, to - from));
    });
  }

 private:
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

}  // namespace

std::unique_ptr<Model> SdcaLearner::Fit(const TrainingSet& train) const {
  CheckClassification(kName, train);
  const BinaryProblems problems(train.y);
  RowBlocks rows(kName, train);
  AscentSolution solution =
      AscendDual(rows, train.y, problems, OptionsFor(options_, train.x.rows(), false));
  FitReport report = ReportOf(kName, options_, solution);
  report.feature_seconds = rows.source_seconds();
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
  train.kernel->Diagonal(train.x);  // names the row that the kernel refuses
  const BinaryProblems problems(train.y);
  const GramRowSource source(train);
  RowBlocks rows(kKernelName, source, train.seed);
  AscentSolution solution =
      AscendDual(rows, train.y, problems, OptionsFor(options_, train.x.rows(), true));
  // Kernel rows are no features: making them is part of fitting.
  FitReport report = ReportOf(kKernelName, options_, solution);
  std::vector<Index> support;
  for (Index i = 0; i < train.x.rows(); ++i) {
    if ((solution.alpha.row(i).array() != 0).any()) support.push_back(i);
  }
  Matrix coefficients(static_cast<Index>(support.size()), problems.count());
  for (Index s = 0; s < coefficients.rows(); ++s)
    coefficients.row(s) = solution.weights.col(support[static_cast<std::size_t>(s)]).transpose();
  return std::make_unique<KernelExpansion>(kKernelName, *train.kernel, train.x.Select(support),
                                           WeightsOf(problems, std::move(coefficients)),
                                           std::move(report));
}

double KernelSdcaLearner::EstimatedBytes(const ProblemSize& size) const {
  return RowBlocks::BlockBytes(size.n, size.n) + KernelExpansion::BlockBytes(size.n) +
         16 * size.stored + (50 + 100 * size.binary_problems()) * size.rows() + ScoreBytes(size) +
         size.predicted_bytes();
}

namespace {

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

LearnerEntry SdcaEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "linear SVM, (lambda/2) |w|^2 + mean (squared) hinge loss, by stochastic dual coordinate "
      "ascent on features computed on the fly; several classes by one against the rest";
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
      "coordinate ascent on kernel rows computed on the fly";
  entry.citation = "Shalev-Shwartz & Zhang 2013; the baseline of cotter2011";
  entry.params = Specs();
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<KernelSdcaLearner>(ParseOptions(kKernelName, params));
  };
  return entry;
}

}  // namespace mercer
