#include "experiments/run/trial/pipeline.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/learners/class_labels.h"
#include "core/learners/gaussian_process/class_posterior.h"
#include "core/metrics/class_probabilities.h"
#include "core/metrics/classification.h"
#include "core/metrics/regression.h"
#include "experiments/run/trial/trial_memory.h"

namespace mercer {
namespace {

// Without a map all rows are one block.
Index TestBlockRows(const Trial& trial, const Machinery& machinery, const MappedParts& mapped,
                    const Examples& x) {
  if (mapped.shared != nullptr) return mapped.shared->BlockRows();
  if (mapped.map == nullptr) return std::max<Index>(1, x.rows());
  return FeatureBlockRows(FeatureBytesPerRow(trial, machinery, x));
}

struct Predictions {
  Vector labels;
  std::optional<double> log_losses{};  // their sum, of a posterior's probabilities
};

Predictions PredictRows(const Model& model, const RowSource& x, const Vector& y, Index step,
                        int threads, PhaseTimes& times) {
  const auto* const process = dynamic_cast<const PosteriorModel*>(&model);
  Predictions predicted{Vector(x.rows())};
  if (process != nullptr) predicted.log_losses = 0;
  for (Index begin = 0; begin < x.rows(); begin += step) {
    const Index count = std::min(step, x.rows() - begin);
    Examples buffer;
    const auto read = [&] { return x.Range(begin, count, buffer); };
    const HeldRows rows = x.computes() ? Timed(&PhaseSeconds::transform_test, times, read) : read();
    MERCER_CHECK(rows.first == 0 && rows.held->rows() == count);
    predicted.labels.segment(begin, count) = Timed(&PhaseSeconds::predict, times, [&]() -> Vector {
      if (process == nullptr) return model.Predict(*rows.held, threads);
      const Matrix probabilities =
          process->Probabilities(process->Posterior(*rows.held, threads), threads);
      *predicted.log_losses +=
          SumOfLogLosses(probabilities, process->labels(), y.segment(begin, count));
      return process->LabelsOf(probabilities);
    });
  }
  return predicted;
}

}  // namespace

double EstimateBytes(const Trial& trial, const Machinery& machinery, const Parts& parts,
                     double held) {
  const auto rows_of = [](const Examples& x) {
    return RowBytes{static_cast<double>(x.rows()), static_cast<double>(x.Bytes())};
  };
  TrialSizes sizes{.train = rows_of(parts.train_x),
                   .test = rows_of(parts.test_x),
                   .d = static_cast<double>(parts.train_x.cols()),
                   .stored = static_cast<double>(parts.train_x.StoredValues())};
  if (machinery.map_spec) {
    const FeatureSize train = SizeOfFeatures(trial, machinery, parts.train_x);
    const FeatureSize test = SizeOfFeatures(trial, machinery, parts.test_x);
    sizes.features = {static_cast<double>(train.columns), train.stored, train.taken, test.taken,
                      machinery.map_spec->DrawnBytes(*machinery.kernel, parts.train_x.cols(),
                                                     trial.cell.num_random_features)};
  }
  if (machinery.learner && machinery.learner->target() == Target::kClasses)
    sizes.classes = CountLabels(parts.train_y);
  return held + TrialBytes(trial.cell, sizes, machinery.learner.get(),
                           machinery.kernel_machine ? machinery.kernel.get() : nullptr);
}

Scored FitAndScore(const Trial& trial, const Machinery& machinery, const MappedParts& mapped,
                   const Parts& parts, int threads, PhaseTimes& times) {
  const RowSource& rows = *mapped.train_rows;
  const TrainingSet training{.x = rows,
                             .y = parts.train_y,
                             .kernel = machinery.kernel_machine ? machinery.kernel.get() : nullptr,
                             .seed = trial.seeds.learner,
                             .threads = threads,
                             .max_seconds = trial.max_seconds,
                             .complex_features = mapped.map != nullptr && mapped.map->is_complex()};
  const double computed_before = rows.seconds();
  double exchanged = 0;
  const ExternalUse external_before = UsedByExternalPrograms();
  const std::unique_ptr<Model> model =
      Timed(&PhaseSeconds::fit, times, [&] { return machinery.learner->Fit(training); });
  // A learner that is a program computes no rows, so that what programs did is the map's. Its
  // exchange of files is in neither phase.
  if (machinery.streams) {
    const ExternalUse external = UsedByExternalPrograms();
    exchanged = external.exchange_s - external_before.exchange_s;
    const double told = external.told_s - external_before.told_s;
    times.program.transform_train += told;
    times.program.fit -= told;
  }
  const double computing = std::max(0.0, rows.seconds() - computed_before - exchanged);
  times.transform_train += computing;
  times.fit = std::max(0.0, times.fit - computing);  // rounding may leave less than nothing
  Scored scored;
  scored.report = model->report();
  if (machinery.learner->target() == Target::kClasses) {
    const std::string warning =
        ManyClassesWarning(CountLabels(parts.train_y), parts.train_y.size());
    if (!warning.empty()) scored.report.warnings.push_back(warning);
  }
  const auto [predicted, log_losses] =
      PredictRows(*model, *mapped.RowsOf("test", parts.test_x, threads), parts.test_y,
                  TestBlockRows(trial, machinery, mapped, parts.test_x), threads, times);
  if (!predicted.allFinite())
    throw InvalidInput("learner '" + trial.cell.learner->name +
                       "' predicted a value that is not finite");
  if (machinery.learner->target() == Target::kClasses) {
    scored.accuracy = Accuracy(predicted, parts.test_y);
    if (log_losses) scored.mnll = *log_losses / static_cast<double>(parts.test_y.size());
  } else {
    scored.relative_error = RelativeError(predicted, parts.test_y);
    scored.rmse = Rmse(predicted, parts.test_y);
    scored.error_norm = ErrorNorm(predicted, parts.test_y);
  }
  return scored;
}

}  // namespace mercer
