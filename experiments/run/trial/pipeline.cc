#include "experiments/run/trial/pipeline.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/class_labels.h"
#include "core/metrics/classification.h"
#include "core/metrics/regression.h"
#include "experiments/run/trial/map_measures.h"
#include "experiments/run/trial/shared_features.h"

namespace mercer {
namespace {

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

// Pieces of a fixed size: a row's features do not depend on its piece.
constexpr Index kPiece = 96;

}  // namespace

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

MappedRows::MappedRows(const FeatureMap& map, const Examples& x, int threads)
    : map_(map), x_(x), threads_(threads), sparse_(map.has_sparse_output(x)) {}

void MappedRows::Rows(Index begin, Index count, MatrixRef out) const {
  ParallelFor(count, kPiece, threads_, [&](Index first, Index last) {
    map_.TransformRows(x_, begin + first, last - first, out.middleRows(first, last - first));
  });
}

SparseMatrix MappedRows::SparseRows(Index begin, Index count) const {
  return map_.TransformSparse(x_.SelectRange(begin, count), threads_);
}

}  // namespace mercer
