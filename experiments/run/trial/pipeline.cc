#include "experiments/run/trial/pipeline.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/class_labels.h"
#include "core/maps/builtin_maps.h"
#include "core/metrics/classification.h"
#include "core/metrics/regression.h"
#include "experiments/run/trial/map_measures.h"
#include "experiments/run/trial/mapped_rows.h"
#include "experiments/run/trial/shared_features.h"

namespace mercer {
namespace {

// A block of features takes about this much; a multiple of the maps' own blocks of rows.
constexpr double kBlockBytes = 128.0 * (1 << 20);
constexpr Index kBlockMultiple = 1536;
// So many rows of a map with very many features would take far more: then fewer.
constexpr double kMostBlockBytes = 1024.0 * (1 << 20);

// What the features of some rows take.
struct FeatureSize {
  Index columns = 0;
  double stored = 0;  // values
  RowBytes taken{};
};

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

Vector PredictMapped(const FeatureMap& map, const Model& model, const Examples& x,
                     double bytes_per_row, int threads, PhaseTimes& times, SharedFeatures* shared) {
  Vector predicted(x.rows());
  const Index step = shared != nullptr ? shared->BlockRows() : FeatureBlockRows(bytes_per_row);
  for (Index begin = 0; begin < x.rows(); begin += step) {
    const Index count = std::min(step, x.rows() - begin);
    const Examples features = Timed(times.transform_test, times, [&] {
      return shared != nullptr ? Examples(shared->Block("test", x, begin, count, threads))
                               : Features(map, x.SelectRange(begin, count), threads);
    });
    predicted.segment(begin, count) =
        Timed(times.predict, times, [&] { return model.Predict(features, threads); });
  }
  return predicted;
}

}  // namespace

double FeatureBytesPerRow(const Trial& trial, const Machinery& machinery, const Examples& x) {
  return SizeOfFeatures(trial, machinery, x).taken.PerRow();
}

Index FeatureBlockRows(double bytes_per_row) {
  const auto rows_of = [&](double bytes) {
    return static_cast<Index>(std::min(bytes / std::max(bytes_per_row, 1.0), 1e9));
  };
  const Index most = std::max<Index>(rows_of(kMostBlockBytes), 1);
  const Index rows = rows_of(kBlockBytes) / kBlockMultiple * kBlockMultiple;
  return std::min(most, std::max(kBlockMultiple, rows));
}

const char* PhaseTimes::NameOf(const double& phase) const {
  if (&phase == &draw) return "draw";
  if (&phase == &transform_train) return "transform_train";
  if (&phase == &fit) return "fit";
  if (&phase == &transform_test) return "transform_test";
  MERCER_CHECK(&phase == &predict);
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
    made.kernel_machine = LearnerRegistry().Get(cell.learner->name).kernel_machine;
    made.streams = StreamsFeatures(cell);
  }
  return made;
}

bool StreamsFeatures(const Cell& cell) {
  return cell.map && cell.learner && LearnerRegistry().Get(cell.learner->name).streams;
}

double FeatureBytes(const Cell& cell, double columns, RowBytes train, RowBytes test) {
  const double row = test.PerRow();
  double bytes = std::min(test.rows, static_cast<double>(FeatureBlockRows(row))) * row;
  if (cell.learner && !StreamsFeatures(cell)) bytes += train.bytes;
  if (WantsGramError(cell))
    bytes += 8 * columns * static_cast<double>(NumGramRows(cell, static_cast<Index>(train.rows)));
  return bytes;
}

double EstimateBytes(const Trial& trial, const Machinery& machinery, const Parts& parts) {
  const Index n = parts.train_x.rows(), m = parts.test_x.rows(), d = parts.train_x.cols();
  double bytes = static_cast<double>(parts.train_x.Bytes() + parts.test_x.Bytes());
  Index columns = d;
  auto stored = static_cast<double>(parts.train_x.StoredValues());
  if (machinery.map_spec) {
    const FeatureSize train = SizeOfFeatures(trial, machinery, parts.train_x);
    const FeatureSize test = SizeOfFeatures(trial, machinery, parts.test_x);
    columns = train.columns;
    stored = train.stored;
    bytes += FeatureBytes(trial.cell, static_cast<double>(columns), train.taken, test.taken) +
             machinery.map_spec->DrawnBytes(*machinery.kernel, d, trial.cell.num_random_features);
  }
  if (machinery.learner) {
    const bool classes = machinery.learner->target() == Target::kClasses;
    bytes += machinery.learner->EstimatedBytes(
        {.n = n,
         .columns = columns,
         .stored = stored,
         .m = m,
         .classes = classes ? CountLabels(parts.train_y) : 2,
         .kernel = machinery.kernel_machine ? machinery.kernel.get() : nullptr});
  }
  return bytes;
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
  return Timed(times.draw, times, [&] { return machinery.map_spec->Draw(context); });
}

Scored FitAndScore(const Trial& trial, const Machinery& machinery, const FeatureMap* map,
                   const Examples& features, const Parts& parts, int threads, PhaseTimes& times,
                   SharedFeatures* shared) {
  std::optional<MappedRows> streamed;
  if (machinery.streams) streamed.emplace(*map, parts.train_x, threads);
  const TrainingSet training{.x = machinery.streams ? parts.train_x : features,
                             .y = parts.train_y,
                             .kernel = machinery.kernel_machine ? machinery.kernel.get() : nullptr,
                             .seed = trial.seeds.learner,
                             .threads = threads,
                             .features = streamed ? &*streamed : nullptr,
                             .max_seconds = trial.max_seconds,
                             .complex_features = map != nullptr && map->is_complex()};
  const std::unique_ptr<Model> model =
      Timed(times.fit, times, [&] { return machinery.learner->Fit(training); });
  Scored scored;
  scored.report = model->report();
  times.transform_train += scored.report.feature_seconds;
  times.fit -= scored.report.feature_seconds;
  const Vector predicted =
      map != nullptr
          ? PredictMapped(*map, *model, parts.test_x,
                          FeatureBytesPerRow(trial, machinery, parts.test_x), threads, times,
                          shared)
          : Timed(times.predict, times, [&] { return model->Predict(parts.test_x, threads); });
  if (!predicted.allFinite())
    throw InvalidInput("learner '" + trial.cell.learner->name +
                       "' predicted a value that is not finite");
  if (machinery.learner->target() == Target::kClasses) {
    scored.accuracy = Accuracy(predicted, parts.test_y);
  } else {
    scored.relative_error = RelativeError(predicted, parts.test_y);
    scored.rmse = Rmse(predicted, parts.test_y);
    scored.error_norm = ErrorNorm(predicted, parts.test_y);
  }
  return scored;
}

}  // namespace mercer
