#include "experiments/run/trial/machinery.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

// A block of features takes about this much; a multiple of the maps' own blocks of rows.
constexpr double kBlockBytes = 128.0 * (1 << 20);
constexpr Index kBlockMultiple = 1536;
// So many rows of a map with very many features would take far more: then fewer.
constexpr double kMostBlockBytes = 1024.0 * (1 << 20);

}  // namespace

Index FeatureBlockRows(double bytes_per_row) {
  const auto rows_of = [&](double bytes) {
    return static_cast<Index>(std::min(bytes / std::max(bytes_per_row, 1.0), 1e9));
  };
  const Index most = std::max<Index>(rows_of(kMostBlockBytes), 1);
  const Index rows = rows_of(kBlockBytes) / kBlockMultiple * kBlockMultiple;
  return std::min(most, std::max(kBlockMultiple, rows));
}

const char* NameOf(Phase phase) {
  if (phase == &PhaseSeconds::draw) return "draw";
  if (phase == &PhaseSeconds::transform_train) return "transform_train";
  if (phase == &PhaseSeconds::fit) return "fit";
  if (phase == &PhaseSeconds::transform_test) return "transform_test";
  MERCER_CHECK(phase == &PhaseSeconds::predict);
  return "predict";
}

Machinery MakeMachinery(const Trial& trial, const Examples& train_x) {
  const Cell& cell = trial.cell;
  Machinery made;
  Bandwidth used;
  const Params kernel_params =
      ResolveBandwidth(cell.kernel.params, train_x, trial.seeds.split, &used);
  if (used.sampled_rows > 0) made.bandwidth = used;
  made.kernel_params = KernelRegistry().ResolveParams(cell.kernel.name, kernel_params);
  made.kernel = MakeKernel(cell.kernel.name, kernel_params);
  if (cell.map) {
    made.map_params = MapRegistry().ResolveParams(cell.map->name, cell.map->params);
    made.map_spec = MakeMapSpec(cell.map->name, cell.map->params);
  }
  if (cell.learner) {
    made.learner_params = LearnerRegistry().ResolveParams(cell.learner->name, cell.learner->params);
    made.learner = MakeLearner(cell.learner->name, cell.learner->params);
    const LearnerEntry& entry = LearnerRegistry().Get(cell.learner->name);
    made.kernel_machine = entry.kernel_machine || (entry.kernel_without_map && !cell.map);
    made.streams = StreamsFeatures(cell);
  }
  return made;
}

bool StreamsFeatures(const Cell& cell) {
  return cell.map && cell.learner && LearnerRegistry().Get(cell.learner->name).streams;
}

Examples Features(const FeatureMap& map, const Examples& x, int threads) {
  if (map.has_sparse_output(x)) return map.TransformSparse(x, threads);
  return map.Transform(x, threads);
}

std::unique_ptr<FeatureMap> DrawMap(const Trial& trial, const Machinery& machinery,
                                    const Examples& train_x, PhaseTimes& times) {
  if (!machinery.map_spec) return nullptr;
  const MapTraits traits =
      machinery.map_spec->Traits(MapRegistry().Get(trial.cell.map->name).traits);
  const DrawContext context{*machinery.kernel, train_x.cols(), trial.cell.num_random_features,
                            trial.seeds.map, traits.data_dependent ? &train_x : nullptr};
  return Timed(&PhaseSeconds::draw, times, [&] { return machinery.map_spec->Draw(context); });
}

FeatureSize SizeOfFeatures(const Trial& trial, const Machinery& machinery, const Examples& x) {
  const FeatureMapSpec& map = *machinery.map_spec;
  FeatureSize size{
      .columns = map.OutputDim(*machinery.kernel, x.cols(), trial.cell.num_random_features),
      .taken = {.rows = static_cast<double>(x.rows())}};
  if (const auto sparse = map.SparseOutputValues(*machinery.kernel, x)) {
    size.stored = *sparse;
    size.taken.bytes = 16 * *sparse + 8 * static_cast<double>(x.rows() + 1);
  } else {
    size.stored = static_cast<double>(x.rows()) * static_cast<double>(size.columns);
    size.taken.bytes = 8 * size.stored;
  }
  return size;
}

double FeatureBytesPerRow(const Trial& trial, const Machinery& machinery, const Examples& x) {
  return SizeOfFeatures(trial, machinery, x).taken.PerRow();
}

}  // namespace mercer
