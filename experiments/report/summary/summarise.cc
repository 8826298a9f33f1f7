#include "experiments/report/summary/summarise.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/normalise.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/notes.h"
#include "experiments/report/summary/shipped_config.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/summary/tuned.h"
#include "experiments/report/verdicts/drawn.h"
#include "experiments/report/verdicts/judge_cell.h"

namespace mercer {
namespace {

/// Joins cells with the paper's numbers.
class Summariser {
 public:
  Summariser(std::vector<CellTrials> cells, const std::map<std::string, std::string>& substitutes,
             Summary& summary)
      : cells_(std::move(cells)), substitutes_(substitutes), summary_(summary) {
    for (const CellTrials& cell : cells_) {
      const DataAndKernel key{cell.key.dataset, cell.key.kernel};
      if (!cell.has_map) without_map_[key].push_back(&cell);
      if (cell.kernel_machine) kernel_machines_[key].push_back(&cell);
    }
  }

  void Run() {
    for (const CellTrials& cell : cells_) {
      NoteDataset(cell);
      NoteMethod(cell);
      if (summary_.main_metric.empty()) summary_.main_metric = cell.main_metric;
      for (const Metric& metric : ReportMetrics()) {
        AddRow(cell, std::string(metric.name));
        AddFurtherSpeedups(cell, metric);
      }
      NoteRepetitions(cell);
    }
    summary_.tuned = TunedChoicesOf(cells_, summary_.provenance);
    AddReportedButNeverRun();
  }

 private:
  using DataAndKernel = std::pair<std::string, std::string>;
  using CellsOf = std::map<DataAndKernel, std::vector<const CellTrials*>>;

  static const std::vector<const CellTrials*>& SameDataAndKernel(const CellsOf& cells,
                                                                 const CellTrials& cell) {
    static const std::vector<const CellTrials*> none;
    const auto it = cells.find({cell.key.dataset, cell.key.kernel});
    return it == cells.end() ? none : it->second;
  }

  std::string SubstituteFor(const CellTrials& cell) const {
    const auto it = substitutes_.find(cell.dataset.name);
    return it == substitutes_.end() ? "" : it->second;
  }

  void NoteDataset(const CellTrials& cell) {
    auto& all = summary_.datasets;
    auto it = std::find_if(all.begin(), all.end(), [&](const DatasetFacts& facts) {
      return facts.label == cell.key.dataset;
    });
    if (it == all.end()) {
      all.push_back({cell.key.dataset, SubstituteFor(cell)});
      it = all.end() - 1;
    }
    for (const ResultRecord* record : cell.trials) {
      if (it->n_train.empty()) it->n_train = record->Text(column::kNTrain);
      if (it->n_test.empty()) it->n_test = record->Text(column::kNTest);
      if (it->input_dim.empty()) it->input_dim = record->Text(column::kInputDim);
    }
    for (const ResultRecord* record : cell.finished) NoteMessage(*record, *it);
  }

  void NoteMethod(const CellTrials& cell) {
    const auto with = [](const std::string& name, const std::string& parameters) {
      return parameters.empty() ? name : name + "(" + parameters + ")";
    };
    const ResultRecord& first = *cell.trials.front();
    summary_.methods[cell.key] = {
        with(first.Get(column::kMap), first.Get(column::kMapParams)),
        with(first.Get(column::kLearner), first.Get(column::kLearnerParams))};
  }

  // A cell may hold several trials of a repetition: where D is not known, because its data are not
  // there, all those that would have another one.
  void NoteRepetitions(const CellTrials& cell) {
    std::set<std::string> distinct;
    for (const ResultRecord* record : cell.trials)
      distinct.insert(record->Text(column::kRepetition));
    const auto count = static_cast<std::int64_t>(distinct.size());
    summary_.repetitions = std::max(summary_.repetitions, count);
    if (cell.finished.empty()) return;
    std::int64_t& fewest = summary_.fewest_repetitions;
    fewest = fewest == 0 ? count : std::min(fewest, count);
    for (const std::string& what : DrawnOf(cell, summary_.provenance)) {
      auto& drawn = summary_.drawn;
      if (std::find(drawn.begin(), drawn.end(), what) == drawn.end()) drawn.push_back(what);
    }
  }

  // A message holds parts of one trial beside those of its data.
  void NoteMessage(const ResultRecord& record, DatasetFacts& facts) {
    const std::vector<std::string> parts = SplitParts(record.Get(column::kMessage));
    const auto [known, is_first] = common_.emplace(facts.label, parts);
    if (!is_first) {
      std::erase_if(known->second, [&](const std::string& part) {
        return std::find(parts.begin(), parts.end(), part) == parts.end();
      });
    }
    facts.said = Join(known->second, "; ");
  }

  /// Whether the cell's data are those of the paper's number, or stand in for them.
  static bool HasDataOf(const ReportedValue& reported, const CellTrials& cell,
                        const std::string& substitute) {
    const std::string& name = reported.dataset.name;
    return (name == cell.dataset.name || name == substitute) &&
           cell.dataset.HasParamsOf(reported.dataset);
  }

  std::optional<ReportedValue> Reported(const CellTrials& cell, std::string_view metric) const {
    const std::string substitute = SubstituteFor(cell);
    for (const ReportedValue& reported : summary_.provenance.reported) {
      if (HasDataOf(reported, cell, substitute) &&
          (reported.kernel == cell.kernel || reported.kernel == cell.key.kernel) &&
          (reported.method == cell.method || reported.method == cell.key.method) &&
          reported.num_random_features == cell.key.num_random_features &&
          reported.metric == metric) {
        return reported;
      }
    }
    return std::nullopt;
  }

  Measured MeasureCell(const CellTrials& cell, std::string_view metric) const {
    if (FindMetric(metric)->kind == MetricKind::kSpeedup) return MeasureSpeedup(cell, metric);
    std::vector<double> values;
    for (const DrawnValue& one : DrawnValues(cell, metric)) values.push_back(one.value);
    return Measure(values);
  }

  std::vector<DrawnValue> DrawnValues(const CellTrials& cell, std::string_view metric) const {
    std::vector<DrawnValue> values;
    for (const ResultRecord* record : cell.finished) {
      const auto value = ValueOf(*record, metric, summary_.provenance);
      const auto set = record->Get(column::kPointSet);
      if (!value) continue;
      values.push_back({*value, std::nullopt});
      if (set) values.back().point_set = static_cast<std::int64_t>(*set);
    }
    return values;
  }

  // Of the first repetition that recorded it; each repetition has rows of its own where they are
  // drawn.
  std::optional<Theory> TheoryOf(const CellTrials& cell, std::string_view metric) const {
    if (metric != "gram_rel_frobenius") return std::nullopt;
    for (const ResultRecord* record : cell.finished) {
      const auto value = record->Get(column::kGramRelFrobeniusTheory);
      if (!value) continue;
      std::vector<double> measured;
      for (const DrawnValue& one : DrawnValues(cell, metric)) measured.push_back(one.value);
      return CompareWithTheory(*value, record->Get(column::kGramTheoryStderr).value_or(0), measured,
                               AreGramRowsDrawn(cell, summary_.provenance));
    }
    return std::nullopt;
  }

  // The other method of a name, or the first one without a map where the name is "", on the same
  // data set and kernel.
  const CellTrials* Baseline(const CellTrials& cell, std::string_view method) const {
    const auto& others = SameDataAndKernel(without_map_, cell);
    const auto it = std::find_if(others.begin(), others.end(), [&](const CellTrials* other) {
      return method.empty() || other->key.method == method;
    });
    return it == others.end() || *it == &cell ? nullptr : *it;
  }

  Measured MeasureSpeedup(const CellTrials& cell, std::string_view metric) const {
    const CellTrials* baseline = Baseline(cell, BaselineOf(metric));
    if (baseline == nullptr) return {};
    const Metric* time = FindMetric(metric.starts_with("train") ? "train_s" : "test_s");
    MERCER_CHECK(time != nullptr);
    const Measured slow = MeasureCell(*baseline, time->name);
    const Measured fast = MeasureCell(cell, time->name);
    if (slow.n == 0 || fast.n == 0 || fast.mean <= 0) return {};
    return {std::min(slow.n, fast.n), slow.mean / fast.mean, std::nullopt, std::nullopt};
  }

  // Features are also held against each further kernel machine, so that they are not credited with
  // what a faster exact machine gives.
  void AddFurtherSpeedups(const CellTrials& cell, const Metric& metric) {
    if (metric.kind != MetricKind::kSpeedup || !cell.has_map) return;
    const CellTrials* first = Baseline(cell, "");
    for (const CellTrials* other : SameDataAndKernel(kernel_machines_, cell)) {
      if (other != first) AddRow(cell, std::string(metric.name) + ":" + other->key.method);
    }
  }

  void AddRow(const CellTrials& cell, const std::string& metric) {
    SummaryRow row{cell.key, metric, MeasureCell(cell, metric), Reported(cell, metric)};
    const bool is_main = cell.main_metric == metric;
    if (row.measured.n == 0 && !row.reported && !is_main) return;
    const MetricKind kind = FindMetric(metric)->kind;
    row.unsolved = FindMetric(metric)->of_learner && IsUnsolved(cell);
    row.judgement = Judge(cell, row);
    row.theory = TheoryOf(cell, metric);
    row.has_map = cell.has_map;
    row.has_spread = HasSpread(cell, metric);
    row.at_grid_end =
        row.measured.n > 0 &&
        std::any_of(cell.finished.begin(), cell.finished.end(), [&](const ResultRecord* one) {
          return IsAtGridEnd(*one, summary_.provenance);
        });
    row.tuned_on_test =
        row.measured.n > 0 && std::any_of(cell.finished.begin(), cell.finished.end(),
                                          [](const auto* one) { return IsTunedOnTest(*one); });
    if (IsMachineTime(kind) && row.measured.n > 0) {
      row.invalid_times = InvalidTimes(cell);
      // A ratio is no better than either of its times.
      if (kind == MetricKind::kSpeedup)
        row.invalid_times += InvalidTimes(*Baseline(cell, BaselineOf(metric)));
    }
    summary_.rows.push_back(std::move(row));
  }

  static std::int64_t InvalidTimes(const CellTrials& cell) {
    return std::count_if(cell.finished.begin(), cell.finished.end(),
                         [](const auto* one) { return one->Get(column::kTimingValid) == false; });
  }

  bool HasSpread(const CellTrials& cell, const std::string& metric) const {
    const MetricKind kind = FindMetric(metric)->kind;
    if (IsMachineTime(kind)) return true;
    std::vector<double> values;
    for (const DrawnValue& one : DrawnValues(cell, metric)) values.push_back(one.value);
    return !values.empty() && !IsSameInEveryRepetition(cell, summary_.provenance, values);
  }

  static bool IsUnsolved(const CellTrials& cell) {
    return std::any_of(cell.finished.begin(), cell.finished.end(),
                       [](const ResultRecord* record) { return HasLargeGap(*record); });
  }

  // Whether the paper's number chose a parameter of this cell.
  bool IsFitted(const CellTrials& cell) const {
    const auto& all = summary_.provenance.fitted;
    return std::any_of(all.begin(), all.end(), [&](const FittedCells& fitted) {
      return (fitted.method.empty() || fitted.method == cell.method) &&
             (fitted.dataset.empty() || fitted.dataset == cell.dataset.name) &&
             (fitted.num_random_features == 0 ||
              fitted.num_random_features == cell.key.num_random_features);
    });
  }

  Judgement Judge(const CellTrials& cell, SummaryRow& row) const {
    if (!row.reported) return {};
    if (row.measured.n > 0) row.difference = row.measured.mean - row.reported->value;
    if (!IsJudged(FindMetric(row.metric)->kind)) return {Verdict::kNone};
    if (row.measured.n == 0 || !SubstituteFor(cell).empty() || IsFitted(cell))
      return {Verdict::kUntold};
    if (row.unsolved) return {Verdict::kUnsolved};
    const std::vector<DrawnValue> drawn = DrawnValues(cell, row.metric);
    std::vector<double> values;
    for (const DrawnValue& one : drawn) values.push_back(one.value);
    return JudgeCell(row.metric, *row.reported, drawn,
                     IsDeterministic(cell, row.metric, summary_.provenance, values));
  }

  // What the config asks for and the paper reports, but no record tells of: an unfinished run, or
  // data that are neither there nor stood in for.
  void AddReportedButNeverRun() {
    const auto listed = [](const std::vector<std::string>& names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    const Provenance& asked = summary_.provenance;
    for (const ReportedValue& reported : asked.reported) {
      const bool has_trials = std::any_of(cells_.begin(), cells_.end(), [&](const auto& cell) {
        return HasDataOf(reported, cell, SubstituteFor(cell)) && cell.kernel == reported.kernel &&
               cell.method == reported.method &&
               cell.key.num_random_features == reported.num_random_features;
      });
      if (has_trials || !listed(asked.datasets, reported.dataset.name) ||
          !listed(asked.kernels, reported.kernel) || !listed(asked.methods, reported.method)) {
        continue;
      }
      SummaryRow row{
          {reported.dataset.Text(), reported.kernel, reported.method, reported.num_random_features},
          reported.metric,
          {},
          reported};
      row.has_map = asked.maps.contains(reported.method);
      const bool is_judged = IsJudged(FindMetric(reported.metric)->kind);
      row.judgement.verdict = is_judged ? Verdict::kUntold : Verdict::kNone;
      summary_.rows.push_back(std::move(row));
    }
  }

  const std::vector<CellTrials> cells_;
  CellsOf without_map_, kernel_machines_;                     // in the order of cells_
  std::map<std::string, std::vector<std::string>> common_{};  // parts of messages, by data set
  const std::map<std::string, std::string>& substitutes_;
  Summary& summary_;
};

}  // namespace

Summary Summarise(const ResultFolder& results,
                  const std::map<std::string, std::string>& substitutes) {
  Summary summary;
  summary.provenance = ReadProvenance(results.contexts);
  summary.problems = results.problems;
  summary.damaged = results.damaged;
  summary.missing_trials = results.missing_trials;
  summary.substitutes = substitutes;
  if (!results.records.empty())
    summary.experiment = results.records.front().Get(column::kExperiment);
  Summariser(GroupByCell(results.records), substitutes, summary).Run();

  TakeNotes(results.records, summary);
  summary.names = DisplayNamesOf(summary.provenance.config_text);
  std::vector<std::string> methods, datasets;
  const auto add = [](const std::string& name, std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const SummaryRow& row : summary.rows) {
    add(row.cell.method, methods);
    add(row.cell.dataset, datasets);
  }
  summary.names.SetShown(methods);
  summary.names.SetShownDatasets(datasets);
  return summary;
}

Summary LoadSummary(const std::filesystem::path& folder, const ReportOptions& options) {
  ResultFolder results = ReadResults(folder);
  if (options.normalise) NormaliseTimes(results);
  std::map<std::string, std::string> substitutes;
  // Where data lie does not matter here: only the manifests are read.
  const Catalogue catalogue{std::filesystem::path()};
  for (const Manifest& manifest : catalogue.manifests()) {
    if (!manifest.substitutes.empty()) substitutes[manifest.name] = manifest.substitutes;
  }
  Summary summary = Summarise(results, substitutes);
  summary.normalised = options.normalise;
  AddFromShippedConfig(summary);
  for (const Manifest& manifest : catalogue.manifests())
    AddDisplayOfManifest(TryReadRegularFile(manifest.path).value_or(""), summary.names);
  return summary;
}

}  // namespace mercer
