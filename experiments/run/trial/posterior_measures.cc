#include "experiments/run/trial/posterior_measures.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/gaussian_process/class_posterior.h"
#include "core/metrics/class_probabilities.h"

namespace mercer {
namespace {

// As many as the exact process takes, whose time goes with their cube.
constexpr Index kMostRows = 5000;

struct Rows {
  Examples x;
  Vector y;
};

// Stream 0 draws the rows of a Gram error.
Rows SomeRows(const Trial& trial, std::uint64_t stream_index, const Examples& x, const Vector& y) {
  if (x.rows() <= kMostRows) return {x, y};
  RandomStream stream(trial.seeds.split, StreamPurpose::kGramRows, stream_index);
  std::vector<Index> numbers = RandomPermutation(stream, x.rows());
  numbers.resize(static_cast<std::size_t>(kMostRows));
  std::sort(numbers.begin(), numbers.end());
  return {x.Select(numbers), y(numbers)};
}

ClassPosterior PosteriorOf(const Learner& learner, const TrainingSet& train, const Examples& test) {
  const std::unique_ptr<Model> model = learner.Fit(train);
  const auto* const process = dynamic_cast<const PosteriorModel*>(model.get());
  MERCER_CHECK(process != nullptr);
  return process->Posterior(test, train.threads);
}

}  // namespace

bool WantsDivergence(const Cell& cell) {
  return cell.map && cell.learner && cell.Measures("test_kl") &&
         LearnerRegistry().Get(cell.learner->name).has_posterior;
}

Index NumDivergenceRows(Index rows) { return std::min(rows, kMostRows); }

std::unique_ptr<Learner> ExactProcess(const Params& learner_params) {
  return MakeLearner("kernel_gp_classifier",
                     {{"alpha", learner_params.Get("alpha")}, {"draws", 1}});
}

double DivergenceBytes(const Cell& cell, const ProblemSize& rows, Index width) {
  if (!WantsDivergence(cell)) return 0;
  const Params params = LearnerRegistry().ResolveParams(cell.learner->name, cell.learner->params);
  ProblemSize exact = rows, features = rows;
  exact.n = features.n = NumDivergenceRows(rows.n);
  exact.m = features.m = NumDivergenceRows(rows.m);
  exact.stored *= static_cast<double>(exact.n) / std::max(1.0, rows.rows());
  features.columns = width;
  features.stored = static_cast<double>(exact.n) * static_cast<double>(width);
  // The rows and their features beside the larger of the processes.
  const double held =
      16 * exact.stored + 8 * static_cast<double>(width) * static_cast<double>(exact.n + exact.m);
  return held + std::max(ExactProcess(params)->EstimatedBytes(exact),
                         MakeLearner(cell.learner->name, params)->EstimatedBytes(features));
}

void MeasureDivergence(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                       const Parts& parts, int threads, ResultRecord& record) {
  if (!WantsDivergence(trial.cell)) return;
  const Rows train = SomeRows(trial, 1, parts.train_x, parts.train_y);
  const Rows test = SomeRows(trial, 2, parts.test_x, parts.test_y);
  const ClassPosterior approximate = [&] {
    const Examples features = map.Transform(train.x, threads);
    return PosteriorOf(*machinery.learner,
                       {.x = features,
                        .y = train.y,
                        .seed = trial.seeds.learner,
                        .threads = threads,
                        .complex_features = map.is_complex()},
                       map.Transform(test.x, threads));
  }();
  const ClassPosterior exact = PosteriorOf(*ExactProcess(machinery.learner_params),
                                           {.x = train.x,
                                            .y = train.y,
                                            .kernel = machinery.kernel.get(),
                                            .seed = trial.seeds.learner,
                                            .threads = threads},
                                           test.x);
  record.Set(column::kTestKl, NormalDivergence(approximate.means, approximate.variances,
                                               exact.means, exact.variances));
}

}  // namespace mercer
