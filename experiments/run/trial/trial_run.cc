#include "experiments/run/trial/trial_run.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <optional>

#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/identity.h"
#include "experiments/config/trial/metric_registry.h"
#include "experiments/external/external_params.h"
#include "experiments/external/external_use.h"
#include "experiments/run/machine/process_memory.h"
#include "experiments/run/machine/system_facts.h"
#include "experiments/run/trial/map_measures.h"
#include "experiments/run/trial/pipeline.h"
#include "experiments/run/trial/timing.h"

namespace mercer {
namespace {

constexpr const char* kLost = "lost: ";

std::string CodeVersion(const Cell& cell) {
  const auto entry = [](const RegistryInfo& info) {
    return info.name + "=" + std::to_string(info.version);
  };
  std::vector<std::string> parts;
  parts.push_back(entry(KernelRegistry().Get(cell.kernel.name)));
  if (cell.map) parts.push_back(entry(MapRegistry().Get(cell.map->name)));
  if (cell.learner) parts.push_back(entry(LearnerRegistry().Get(cell.learner->name)));
  return Join(parts, ";");
}

/// Joined with those that are there by "; ", as the report splits them.
void AddWarnings(std::vector<std::string> warnings, ResultRecord& record) {
  const std::string before = record.Get(column::kWarnings);
  if (!before.empty()) warnings.insert(warnings.begin(), before);
  record.Set(column::kWarnings, Join(warnings, "; "));
}

void AddMessage(const std::string& text, ResultRecord& record) {
  const std::string message = record.Get(column::kMessage);
  record.Set(column::kMessage, message + (message.empty() ? "" : "; ") + text);
}

void SetFit(const Scored& scored, ResultRecord& record) {
  if (scored.accuracy) {
    record.Set(column::kAccuracy, *scored.accuracy);
    record.Set(column::kErrorRate, 1 - *scored.accuracy);
  }
  if (scored.relative_error) record.Set(column::kRelativeError, *scored.relative_error);
  if (scored.rmse) record.Set(column::kRmse, *scored.rmse);
  if (scored.mnll) record.Set(column::kMnll, *scored.mnll);
  const FitReport& report = scored.report;
  if (report.iterations >= 0)
    record.Set(column::kIterations, static_cast<double>(report.iterations));
  if (report.support_vectors >= 0)
    record.Set(column::kSupportVectors, static_cast<double>(report.support_vectors));
  if (report.primal_objective) record.Set(column::kPrimalObjective, *report.primal_objective);
  if (report.dual_objective) record.Set(column::kDualObjective, *report.dual_objective);
  if (report.out_of_time) AddMessage("stopped by it", record);
  ResultRecord::Trace trace;
  for (const TracePoint& point : report.trace) trace.emplace_back(point.seconds, point.objective);
  record.set_trace(std::move(trace));
  AddWarnings(report.warnings, record);
}

/// The first listed metric that was measured; what the method can measure else.
void SetMainMetric(const Cell& cell, ResultRecord& record) {
  std::vector<std::string> columns;
  for (const std::string& name : cell.metrics) columns.push_back(MetricRegistry().Get(name).column);
  for (const char* column : {"accuracy", "relative_error", "gram_rel_frobenius", "box_discrepancy"})
    columns.push_back(column);
  for (const std::string& column : columns) {
    const auto value = record.Number(column);
    if (!value) continue;
    if (!std::isfinite(*value))
      throw InvalidInput("metric '" + column + "' is " + record.Text(column) +
                         "; expected a finite number");
    record.Set(column::kMetric, column);
    record.Set(column::kValue, *value);
    return;
  }
}

/// Relative to a kernel that is 0 on all pairs an error is infinite or undefined.
void DropErrorsRelativeToZero(ResultRecord& record) {
  for (const column::Number error : {column::kGramRelFrobenius, column::kGramRelSpectral}) {
    if (std::isfinite(record.Get(error).value_or(0))) continue;
    record.SetText(error.place, "");
    AddMessage(
        "no " + std::string(kRecordColumns[error.place].name) + ": the kernel is 0 on all pairs",
        record);
  }
}

void Measure(const Trial& trial, const TrialSettings& settings, const TrialData& data,
             ResultRecord& record) {
  const Cell& cell = trial.cell;
  const Machinery machinery = MakeMachinery(trial, data.train_x);
  DescribeMachinery(trial, machinery, data, record);
  const Parts parts{data.train_x, data.train_y, data.test_x, data.test_y};
  const double bytes = EstimateBytes(trial, machinery, parts);
  RequireMemory(bytes, settings.memory_limit_bytes);
  // A trial of a small D fits where the largest map of its curve may not.
  const bool has_room =
      settings.memory_limit_bytes == 0 ||
      bytes + SharingBytes(trial, machinery, data.train_x) <= settings.memory_limit_bytes;

  const bool sharing = trial.shared_features > 0;
  settings.ReportPhase("warm-up");
  if (!sharing) WarmUp(trial, machinery, parts, settings.threads);

  const double external_before = UsedByExternalPrograms().cpu_s;
  const MachineWatch watch;
  std::vector<PhaseTimes> repetitions;
  // A budget ends the fit at another place each time, and its time is known.
  const int repeat = trial.max_seconds > 0 || sharing ? 1 : trial.timing_repeat;
  for (int i = 1; i < repeat; ++i)
    repetitions.push_back(TimePhases(trial, machinery, parts, settings.threads));
  PhaseTimes times;
  times.on_phase = settings.on_phase;
  const MappedParts mapped = MapTraining(trial, machinery, data.train_x, settings.threads, times,
                                         has_room ? settings.prepared : "", data.sha256);
  const FeatureMap* const map = mapped.map.get();
  if (map != nullptr && !map->note().empty())
    AddWarnings({map->name() + ": " + map->note()}, record);
  if (map != nullptr && cell.learner) DescribeMap(*map, data.train_x, *mapped.train_rows, record);
  if (cell.learner) {
    SetFit(FitAndScore(trial, machinery, mapped, parts, settings.threads, times), record);
  } else if (map != nullptr) {
    MeasureMap(trial, machinery, *map, parts, settings.threads, times, record);
  }
  settings.ReportPhase("measures");
  repetitions.push_back(times);
  SetTimes(repetitions, watch.Use(UsedByExternalPrograms().cpu_s - external_before),
           settings.threads, mapped.shared != nullptr, cell, record);
  if (map != nullptr && cell.learner) {
    MeasureProjectionBound(trial, machinery, *map, parts, *mapped.train_rows, record);
    PhaseTimes untimed;
    MeasureMap(trial, machinery, *map, parts, settings.threads, untimed, record);
    MeasureDivergence(trial, machinery, *map, parts, settings.threads, record);
  }
  SetMainMetric(cell, record);
  DropErrorsRelativeToZero(record);  // none is the main metric
  if (const std::string versions = ExternalVersions(); !versions.empty())
    AddMessage(kExternalVersions + versions, record);
}

bool TunesMap(const TunedValues& values) {
  return std::any_of(values.begin(), values.end(),
                     [](const auto& value) { return !value.first.starts_with("learner."); });
}

}  // namespace

Trial ApplyTuned(Trial trial, const TunedValues& values, Index rows) {
  PutTuned(values, rows, trial.cell);
  return trial;
}

ResultRecord StartRecord(const Trial& trial, const TrialSettings& settings) {
  const Cell& cell = trial.cell;
  ResultRecord record;
  record.Set(column::kSchema, kRecordSchema);
  record.Set(column::kRunId, settings.run_id);
  record.Set(column::kTrialId, trial.id);
  record.Set(column::kExperiment, trial.experiment);
  record.Set(column::kDataset, cell.dataset.Label());
  const auto variant = VariantOf(cell.dataset);
  for (std::size_t i = 0; i < variant.size(); ++i) record.Set(kVariantColumns[i], variant[i]);
  record.Set(column::kKernel, cell.kernel.name);
  record.Set(column::kKernelParams, cell.kernel.params.Canonical());
  record.Set(column::kMethod, cell.method);
  if (cell.map) {
    record.Set(column::kMap, cell.map->name);
    record.Set(column::kMapParams, WithoutPlace(cell.map->params).Canonical());
    if (cell.num_random_features > 0)
      record.Set(column::kD, static_cast<double>(cell.num_random_features));
    if (cell.target.error > 0) {
      record.Set(column::kTargetError, cell.target.error);
      record.Set(column::kDFrom, cell.target.from);
    }
  }
  if (cell.learner) {
    record.Set(column::kLearner, cell.learner->name);
    record.Set(column::kLearnerParams, WithoutPlace(cell.learner->params).Canonical());
    record.Set(column::kLearnerSeed, trial.seeds.learner);
  }
  record.Set(column::kRepetition, trial.repetition);
  if (const auto point_set = cell.dataset.PointSet(trial.repetition))
    record.Set(column::kPointSet, *point_set);
  record.Set(column::kLabelSeed, trial.seeds.label);
  record.Set(column::kSplitSeed, trial.seeds.split);
  if (cell.map) record.Set(column::kMapSeed, trial.seeds.map);
  record.Set(column::kThreads, settings.threads);
  record.Set(column::kTimingValid, true);
  record.Set(column::kCodeVersion, CodeVersion(cell));
  record.Set(column::kInstructionSet, InstructionSet());
  return record;
}

void DescribeMachinery(const Trial& trial, const Machinery& machinery, const TrialData& data,
                       ResultRecord& record) {
  std::string kernel_params = machinery.kernel_params.Canonical();
  if (machinery.bandwidth)
    kernel_params += ",sigma_rows=" + std::to_string(machinery.bandwidth->sampled_rows);
  record.Set(column::kKernelParams, kernel_params);
  if (trial.cell.map)
    record.Set(column::kMapParams, WithoutPlace(machinery.map_params).Canonical());
  if (trial.cell.learner)
    record.Set(column::kLearnerParams, WithoutPlace(machinery.learner_params).Canonical());
  record.Set(column::kNTrain, data.train_x.rows());
  record.Set(column::kNTest, data.test_x.rows());
  record.Set(column::kInputDim, data.train_x.cols());
  std::vector<std::string> messages;
  if (!data.labels_description.empty()) messages.push_back("labels: " + data.labels_description);
  if (!data.preprocess_description.empty())
    messages.push_back("preprocess: " + data.preprocess_description);
  if (trial.max_seconds > 0) {
    messages.push_back("budget: " + FormatNumber(trial.max_seconds) +
                       " s, the training time of trial " + trial.timed_by);
  }
  if (!messages.empty()) record.Set(column::kMessage, Join(messages, "; "));
}

void RunGuarded(ResultRecord& record, const std::function<void()>& work) {
  const auto end = [&](TrialStatus status, const std::string& message) {
    record.Set(column::kStatus, status);
    record.Set(column::kMessage, message);
  };
  try {
    work();
    record.Set(column::kStatus, TrialStatus::kOk);
    CheckNumbers(record);
  } catch (const DataMissing& missing) {
    end(TrialStatus::kSkipped, missing.what());
  } catch (const TooLarge& large) {
    end(TrialStatus::kSkipped, large.what());
  } catch (const std::bad_alloc&) {
    end(TrialStatus::kOutOfMemory, "the system gave no more memory");
  } catch (const std::exception& error) {
    end(TrialStatus::kFailed, error.what());
  }
}

ResultRecord RunTrial(const Trial& trial, const TunedFrom& tuned, const TrialSettings& settings,
                      TrialDataCache& cache) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set(column::kTunedParams, FormatTuned(tuned.values));
  record.Set(column::kTunedOn, tuned.on);
  RunGuarded(record, [&] {
    ResetPeakMemory();
    SetExternalThreads(settings.threads);
    ForgetExternalVersions();
    settings.ReportPhase("data");
    const std::shared_ptr<const TrialData> data = cache.Get(trial);
    Trial tuned_trial = ApplyTuned(trial, tuned.values, data->train_x.rows());
    // Each D has a map of its own where tuning chose more than the learner's parameters.
    if (TunesMap(tuned.values)) tuned_trial.shared_features = 0;
    Measure(tuned_trial, settings, *data, record);
    if (const auto peak = PeakMemoryMib())
      record.Set(column::kPeakRssMib, std::round(*peak * 10) / 10);
  });
  return record;
}

ResultRecord LostRecord(const Trial& trial, const TrialSettings& settings, const std::string& how) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set(column::kStatus, TrialStatus::kFailed);
  record.Set(column::kMessage, kLost + how);
  return record;
}

bool WasLost(const ResultRecord& record) {
  return record.Get(column::kStatus) == TrialStatus::kFailed &&
         record.Get(column::kMessage).starts_with(kLost);
}

}  // namespace mercer
