#include "experiments/run/trial/map_measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/examples.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/computed_rows.h"
#include "core/learners/gaussian_process/class_posterior.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/metrics/class_probabilities.h"
#include "core/metrics/gram_error.h"
#include "core/metrics/gram_theory.h"
#include "core/metrics/projection_bound.h"
#include "core/sequences/box_discrepancy.h"
#include "experiments/config/trial/metric_registry.h"

namespace mercer {
namespace {

constexpr Index kHashedRows = 64;

// Over the non-zeros that each row has: the operations need not be linear in them.
double MeanOperations(const FeatureMap& map, const Examples& x) {
  std::map<Index, Index> rows_with;  // so many non-zeros
  for (Index i = 0; i < x.rows(); ++i) {
    Index nonzeros = 0;
    ForEachNonZero(x, i, [&](Index, double) { ++nonzeros; });
    ++rows_with[nonzeros];
  }
  double sum = 0;
  for (const auto& [nonzeros, rows] : rows_with)
    sum += static_cast<double>(rows) * map.OperationsPerRow(static_cast<double>(nonzeros));
  return x.rows() == 0 ? 0 : sum / static_cast<double>(x.rows());
}

std::string FeaturesHash(const Examples& z) {
  Sha256 hash;
  const Index rows = std::min(kHashedRows, z.rows());
  if (z.is_sparse()) {
    const SparseMatrix& features = z.sparse();
    const Index stored = features.outerIndexPtr()[rows];
    hash.Update(features.outerIndexPtr(), static_cast<std::size_t>(rows + 1) * sizeof(Index));
    hash.Update(features.innerIndexPtr(), static_cast<std::size_t>(stored) * sizeof(Index));
    hash.Update(features.valuePtr(), static_cast<std::size_t>(stored) * sizeof(double));
  } else {
    hash.Update(z.dense().data(), static_cast<std::size_t>(rows * z.cols()) * sizeof(double));
  }
  return hash.Hex().substr(0, 16);
}

// Of the first repetition alone: the variances cost as much for each D, and no draw changes them.
void SetGramTheory(const Trial& trial, const Machinery& machinery, const Examples& rows,
                   double kernel_norm, ResultRecord& record) {
  const FeatureMapSpec& spec = *machinery.map_spec;
  const MapTraits traits = spec.Traits(MapRegistry().Get(trial.cell.map->name).traits);
  if (trial.repetition != 0 || !traits.HasGramTheory()) return;
  const Index D = trial.cell.num_random_features;
  const PairError error_of = [&](const Vector& x, const Vector& y) {
    return spec.MeanSquaredError(*machinery.kernel, x, y, D);
  };
  const GramSpec& gram = trial.cell.gram;
  const std::optional<GramTheory> theory =
      gram.sampled > 0
          ? ExpectedSampledGramError(error_of, rows, gram.sampled, kernel_norm, trial.seeds.split)
          : ExpectedGramError(error_of, rows, ParseGramPairs(gram.pairs), kernel_norm,
                              trial.seeds.split);
  if (!theory) return;
  record.Set(column::kGramRelFrobeniusTheory, theory->relative_frobenius);
  record.Set(column::kGramTheoryStderr, theory->standard_error);
  record.Set(column::kGramTheoryPairs, static_cast<double>(theory->pairs));
}

void SetGramError(const Trial& trial, const Machinery& machinery, const Examples& rows,
                  const FeatureRows& features, int threads, ResultRecord& record) {
  const GramSpec& gram = trial.cell.gram;
  const GramError error = gram.sampled > 0
                              ? MeasureSampledGramError(*machinery.kernel, rows, features,
                                                        gram.sampled, trial.seeds.split, threads)
                              : MeasureGramError(*machinery.kernel, rows, features,
                                                 ParseGramPairs(gram.pairs), threads);
  if (trial.cell.Measures("gram_rel_spectral")) {
    record.Set(column::kGramRelSpectral,
               MeasureSpectralError(*machinery.kernel, rows, features, threads));
  }
  record.Set(column::kGramPairs, static_cast<double>(error.pairs));
  // Relative to a kernel that is 0 on all pairs there is none: a fault of a trial that is measured
  // by it.
  const bool has_relative = std::isfinite(error.relative_frobenius);
  if (has_relative || trial.cell.Measures("gram_rel_frobenius"))
    record.Set(column::kGramRelFrobenius, error.relative_frobenius);
  record.Set(column::kGramMeanAbs, error.mean_absolute);
  record.Set(column::kGramMaxAbs, error.max_absolute);
  if (trial.cell.Measures("gram_mean_abs_nonzero"))
    record.Set(column::kGramMeanAbsNonzero, error.mean_absolute_nonzero);
  if (trial.cell.Measures("gram_mean_sq")) record.Set(column::kGramMeanSq, error.mean_squared);
  if (trial.cell.Measures("gram_max_sq")) record.Set(column::kGramMaxSq, error.max_squared);
  if (has_relative) SetGramTheory(trial, machinery, rows, error.kernel_norm, record);
}

/// Of the box of differences that the training rows span, times a scale; columns that are constant
/// take no part. The discrepancy is normalised, so they need none.
void SetBoxDiscrepancy(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                       const Examples& train_x, ResultRecord& record) {
  const auto* fourier = dynamic_cast<const DenseFourierMap*>(&map);
  const auto* gaussian = dynamic_cast<const GaussianKernel*>(machinery.kernel.get());
  MERCER_CHECK(fourier != nullptr && gaussian != nullptr);
  const Vector ranges = ColumnRanges(train_x) * trial.cell.box.scale;
  std::vector<Index> varying;
  for (Index j = 0; j < ranges.size(); ++j)
    if (ranges[j] > 0) varying.push_back(j);
  if (varying.empty()) throw InvalidInput("box discrepancy: every column is constant");
  const BoxDiscrepancy discrepancy(ranges(varying), gaussian->sigma());
  const Matrix frequencies = fourier->Frequencies()(Eigen::all, varying);
  record.Set(column::kBoxDiscrepancy, discrepancy.Squared(frequencies));
  if (trial.cell.Measures("box_discrepancy_expected"))
    record.Set(column::kBoxDiscrepancyExpected,
               discrepancy.MonteCarloExpectation(frequencies.rows()));
}

// As the map stores them.
std::unique_ptr<RowSource> MapRows(const FeatureMap& map, const Examples& rows, int threads,
                                   PhaseTimes& times) {
  return Timed(&PhaseSeconds::transform_train, times, [&]() -> std::unique_ptr<RowSource> {
    if (map.storage() == FeatureStorage::kFloat32)
      return std::make_unique<FloatMatrixRows>(map.TransformFloats(rows, threads));
    return std::make_unique<Examples>(map.Transform(rows, threads));
  });
}

Vector SquaredNorms(const RowSource& x, Index block_rows) {
  if (!x.computes()) return x.All().SquaredNorms();
  Vector norms(x.rows());
  for (Index begin = 0; begin < x.rows(); begin += block_rows) {
    Examples buffer;
    const Index count = std::min(block_rows, x.rows() - begin);
    norms.segment(begin, count) = x.Range(begin, count, buffer).held->SquaredNorms();
  }
  return norms;
}

bool HasTwoClasses(const Vector& y) {
  const double low = y.minCoeff(), high = y.maxCoeff();
  return low < high && (y.array() == low || y.array() == high).all();
}

// As many as the exact process takes, whose time goes with their cube.
constexpr Index kMostProcessRows = 5000;

struct LabelledPart {
  Examples x;
  Vector y;
};

// Stream 0 draws the rows of a Gram error.
LabelledPart SomeRows(const Trial& trial, std::uint64_t stream_index, const Examples& x,
                      const Vector& y) {
  if (x.rows() <= kMostProcessRows) return {x, y};
  RandomStream stream(trial.seeds.split, StreamPurpose::kGramRows, stream_index);
  std::vector<Index> numbers = RandomPermutation(stream, x.rows());
  numbers.resize(static_cast<std::size_t>(kMostProcessRows));
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

bool WantsGramError(const Cell& cell) {
  const auto measures = [&cell](MeasuredOn on) {
    return std::any_of(cell.metrics.begin(), cell.metrics.end(), [on](const std::string& name) {
      return MetricRegistry().Get(name).measured_on == on;
    });
  };
  return cell.target.error > 0 || measures(MeasuredOn::kGram) ||
         (!cell.learner && !measures(MeasuredOn::kFrequencies));
}

Index NumGramRows(const Cell& cell, Index n) {
  return cell.gram.rows > 0 ? std::min(cell.gram.rows, n) : n;
}

Examples GramRows(const Trial& trial, const Examples& part) {
  const Index wanted = NumGramRows(trial.cell, part.rows());
  if (wanted == 0)
    throw InvalidInput("gram: data set '" + trial.cell.dataset.name + "' has no test rows; " +
                       "expected a part 'train', or a split that leaves test rows");
  if (wanted == part.rows()) return part;
  RandomStream stream(trial.seeds.split, StreamPurpose::kGramRows, 0);
  std::vector<Index> numbers = RandomPermutation(stream, part.rows());
  numbers.resize(static_cast<std::size_t>(wanted));
  std::sort(numbers.begin(), numbers.end());
  return part.Select(numbers);
}

void DescribeMap(const FeatureMap& map, const Examples& rows, const RowSource& features,
                 ResultRecord& record) {
  record.Set(column::kOutputDim, static_cast<double>(map.output_dim()));
  record.Set(column::kMapBytes, static_cast<double>(map.bytes()));
  record.Set(column::kOpsPerRow, MeanOperations(map, rows));
  if (const std::optional<FactorCounts> factors = map.factors()) {
    record.Set(column::kExpectedFactors, factors->expected);
    record.Set(column::kFactorsPerFeature, factors->mean);
  }
  Examples buffer;
  const HeldRows first = features.Range(0, std::min(kHashedRows, features.rows()), buffer);
  record.Set(column::kFeaturesHash, FeaturesHash(*first.held));
}

void MeasureMap(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                const Parts& parts, int threads, PhaseTimes& times, ResultRecord& record) {
  const Cell& cell = trial.cell;
  if (cell.Measures("box_discrepancy") || cell.Measures("box_discrepancy_expected"))
    SetBoxDiscrepancy(trial, machinery, map, parts.train_x, record);
  if (!WantsGramError(cell)) return;
  const Examples rows = GramRows(trial, GramPart(cell, parts.train_x, parts.test_x));
  const std::unique_ptr<RowSource> z = MapRows(map, rows, threads, times);
  if (!cell.learner) DescribeMap(map, rows, *z, record);
  const FeatureRows features = z->is_float()
                                   ? FeatureRows(*z->Floats(), map.is_complex(), map.offset())
                                   : FeatureRows(z->All().dense(), map.is_complex(), map.offset());
  SetGramError(trial, machinery, rows, features, threads, record);
}

void TransformGramRows(const Trial& trial, const FeatureMap& map, const Parts& parts, int threads,
                       PhaseTimes& times) {
  if (!WantsGramError(trial.cell)) return;
  MapRows(map, GramRows(trial, GramPart(trial.cell, parts.train_x, parts.test_x)), threads, times);
}

void MeasureProjectionBound(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                            const Parts& parts, const RowSource& features, ResultRecord& record) {
  const MapTraits traits = machinery.map_spec->Traits(MapRegistry().Get(map.name()).traits);
  if (!trial.cell.Measures("projection_bound") || !traits.projection ||
      !HasTwoClasses(parts.train_y))
    return;
  const auto hinge = machinery.learner->Hinge(parts.train_x.rows());
  if (!hinge) return;
  const double row_bytes = FeatureBytesPerRow(trial, machinery, parts.train_x);
  const Vector norms = SquaredNorms(features, FeatureBlockRows(row_bytes));
  const double bound =
      ProjectionLossBound(machinery.kernel->Diagonal(parts.train_x), norms, hinge->lambda);
  record.Set(column::kProjectionBound, hinge->scale * bound);
}

bool WantsDivergence(const Cell& cell) {
  return cell.map && cell.learner && cell.Measures("test_kl") &&
         LearnerRegistry().Get(cell.learner->name).has_posterior;
}

Index NumDivergenceRows(Index rows) { return std::min(rows, kMostProcessRows); }

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
  const LabelledPart train = SomeRows(trial, 1, parts.train_x, parts.train_y);
  const LabelledPart test = SomeRows(trial, 2, parts.test_x, parts.test_y);
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
