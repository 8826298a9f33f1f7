#include "experiments/report/compare/scores.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/compare/selection.h"

namespace mercer {
namespace {

// Whether a row step has no seed of its own and draws other rows in each repetition.
bool AreRowsRedrawn(const ResultRecord& trial) {
  const std::vector<std::string> steps = RowStepsOf(trial);
  return std::any_of(steps.begin(), steps.end(), [](const std::string& step) {
    return step.find("seed=") == std::string::npos;
  });
}

// The texts are those of SplitSpec::Canonical().
bool IsSplitRedrawn(const std::string& split) {
  return split.ends_with(" folds") || split.find(" of the rows") != std::string::npos;
}

Redrawn RedrawnBy(const CellTrials& cell, const ResultRecord& trial, std::string_view metric,
                  const GramDraws& gram) {
  if (GeneratorRegistry().Find(cell.dataset.name) != nullptr) return Redrawn::kSets;
  if (IsSplitRedrawn(trial.Get(column::kSplit)) || AreRowsRedrawn(trial))
    return FindMetric(metric)->on_test_rows ? Redrawn::kSplit : Redrawn::kRows;
  // A sample of rows or pairs is drawn by the seed of the split.
  const bool is_sample = metric.starts_with("gram_") && gram.AreSomeOf(trial);
  return is_sample ? Redrawn::kRows : Redrawn::kNothing;
}

std::string RepetitionKey(const ResultRecord& trial) {
  const auto set = trial.Get(column::kPointSet);
  const std::string number =
      set ? "set " + std::to_string(*set) : "repetition " + trial.Text(column::kRepetition);
  const std::string parts[] = {number,
                               trial.Get(column::kLabels),
                               trial.Get(column::kSplit),
                               trial.Text(column::kLabelSeed),
                               trial.Text(column::kSplitSeed),
                               trial.Text(column::kNTest)};
  return Join(parts, "\n");
}

// The mean of what trials of one point set measured.
Score MeanScore(const std::vector<Score>& scores) {
  std::vector<double> values, ratios;
  for (const Score& score : scores) {
    values.push_back(score.value);
    ratios.push_back(score.test_train_ratio);
  }
  return {Measure(values).mean, Measure(ratios).mean};
}

/// What distinguishes the methods' names.
class MethodNames {
 public:
  explicit MethodNames(const std::vector<CellTrials>& cells) {
    std::map<std::pair<std::string, std::string>, std::set<std::string>> kernels;
    std::map<std::tuple<std::string, std::string, std::string>, std::set<std::int64_t>> sizes;
    for (const CellTrials& cell : cells) {
      const CellKey& key = cell.key;
      auto& of_method = kernels[{key.dataset, key.method}];
      of_method.insert(key.kernel);
      if (of_method.size() > 1) has_kernels_ = true;
      auto& of_kernel = sizes[{key.dataset, key.method, key.kernel}];
      of_kernel.insert(key.num_random_features);
      if (of_kernel.size() > 1) with_sizes_.insert(key.method);
    }
  }

  std::string Of(const CellKey& key) const {
    std::string name = key.method;
    if (has_kernels_) name += " " + key.kernel;
    if (with_sizes_.contains(key.method) && key.num_random_features > 0)
      name += " D=" + std::to_string(key.num_random_features);
    return name;
  }

 private:
  bool has_kernels_ = false;
  std::set<std::string> with_sizes_;
};

/// Methods with some of their data sets, for a note.
class CellList {
 public:
  void Add(const std::string& method, const std::string& dataset) {
    auto& all = datasets_[method];
    if (std::find(all.begin(), all.end(), dataset) == all.end()) all.push_back(dataset);
  }

  bool empty() const { return datasets_.empty(); }

  std::string Text() const {
    std::vector<std::string> texts;
    for (const auto& [method, datasets] : datasets_)
      texts.push_back(method + " (" + Join(datasets, ", ") + ")");
    return Join(texts, "; ");
  }

 private:
  std::map<std::string, std::vector<std::string>> datasets_;
};

class ScoreReader {
 public:
  ScoreReader(std::vector<ResultFolder> folders, const ScoreOptions& options) {
    std::size_t number = 0;
    for (ResultFolder& folder : folders) {
      provenances_.push_back(ReadProvenance(folder.contexts));
      paths_.push_back(folder.path.string());
      for (const std::string& problem : folder.problems) scores_.notes.push_back(problem);
      scores_.damaged = scores_.damaged || folder.damaged;
      std::move(folder.records.begin(), folder.records.end(), std::back_inserter(records_));
      folder_of_.resize(records_.size(), number++);
    }
    cells_ = SelectCells(GroupByCell(records_), options.only);
    if (cells_.empty())
      throw InvalidInput("compare: " + Join(paths_, " and ") + ": no trial; expected some");
    scores_.metric = SelectMetric(options.metric, cells_);
  }

  Scores Read() {
    const MethodNames names(cells_);
    for (const CellTrials& cell : cells_) AddCell(cell, PlaceOf(names.Of(cell.key)));
    for (DatasetScores& dataset : scores_.datasets) dataset.methods.resize(scores_.methods.size());
    LeaveOutEmptyDatasets();
    NoteMeanings();
    NoteCells();
    NoteInvalidTimes();
    return std::move(scores_);
  }

 private:
  std::size_t PlaceOf(const std::string& name) {
    const auto at = std::find(scores_.methods.begin(), scores_.methods.end(), name);
    const auto place = static_cast<std::size_t>(at - scores_.methods.begin());
    if (at == scores_.methods.end()) scores_.methods.push_back(name);
    return place;
  }

  DatasetScores& DatasetOf(const CellTrials& cell) {
    for (DatasetScores& known : scores_.datasets)
      if (known.label == cell.key.dataset) return known;
    scores_.datasets.push_back({cell.key.dataset, cell.dataset.name});
    return scores_.datasets.back();
  }

  std::size_t FolderOf(const ResultRecord& trial) const {
    return folder_of_[static_cast<std::size_t>(&trial - records_.data())];
  }

  void AddCell(const CellTrials& cell, std::size_t method) {
    DatasetScores& dataset = DatasetOf(cell);
    if (dataset.methods.size() <= method) dataset.methods.resize(method + 1);
    std::map<std::string, std::vector<Score>> all;
    std::map<std::string, std::size_t> folders;
    for (const ResultRecord* trial : cell.finished) {
      const auto value = ValueOf(*trial, scores_.metric, provenances_[FolderOf(*trial)]);
      if (!value) continue;
      const std::string key = RepetitionKey(*trial);
      const std::size_t first = folders.emplace(key, FolderOf(*trial)).first->second;
      if (first != FolderOf(*trial)) RefuseTwice(cell, *trial, first);
      const double n_train = trial->Number(column::kNTrain).value_or(0);
      const double n_test = trial->Number(column::kNTest).value_or(0);
      all[key].push_back({*value, n_train > 0 ? n_test / n_train : 0});
      dataset.redrawn = std::max(dataset.redrawn, RedrawnBy(cell, *trial, scores_.metric,
                                                            provenances_[FolderOf(*trial)].gram));
      if (trial->Get(column::kPointSet)) dataset.of_point_sets = true;
      Note(*trial, scores_.methods[method], dataset.label);
    }
    for (const auto& [key, scores] : all) dataset.methods[method].emplace(key, MeanScore(scores));
  }

  [[noreturn]] void RefuseTwice(const CellTrials& cell, const ResultRecord& trial,
                                std::size_t first) const {
    throw InvalidInput("compare: repetition " + trial.Text(column::kRepetition) + " of " +
                       cell.key.method + " on " + cell.key.dataset + " is in " + paths_[first] +
                       " and in " + paths_[FolderOf(trial)] +
                       "; expected folders of different trials");
  }

  void Note(const ResultRecord& trial, const std::string& method, const std::string& dataset) {
    const std::string& map = trial.Get(column::kMap);
    const std::string& learner = trial.Get(column::kLearner);
    meanings_[method].insert((map.empty() ? "no map" : map) + " with " +
                             (learner.empty() ? "no learner" : learner));
    if (IsMachineTime(FindMetric(scores_.metric)->kind)) {
      if (trial.Get(column::kTimingValid) == false) ++invalid_times_;
      return;
    }
    if (!FindMetric(scores_.metric)->of_learner) return;
    if (HasLargeGap(trial)) unsolved_.Add(method, dataset);
    if (IsTunedOnTest(trial)) tuned_on_test_.Add(method, dataset);
  }

  void NoteOnce(const std::string& note) {
    auto& notes = scores_.notes;
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }

  void LeaveOutEmptyDatasets() {
    std::vector<std::string> empty;
    std::erase_if(scores_.datasets, [&](const DatasetScores& dataset) {
      const bool is_empty = std::all_of(dataset.methods.begin(), dataset.methods.end(),
                                        [](const auto& scores) { return scores.empty(); });
      if (is_empty) empty.push_back(dataset.label);
      return is_empty;
    });
    if (scores_.datasets.empty()) {
      throw InvalidInput("compare: no finished trial of " + Join(paths_, " and ") +
                         " has a number for " + scores_.metric +
                         "; expected --metric with one that was measured");
    }
    if (!empty.empty()) {
      NoteOnce("Left out because no trial there has the metric: " + Join(empty, ", ") + ".");
    }
  }

  // One name for several things would be a comparison of neither.
  void NoteMeanings() {
    for (const auto& [method, meanings] : meanings_) {
      if (meanings.size() < 2) continue;
      const std::vector<std::string> texts(meanings.begin(), meanings.end());
      NoteOnce(method + " is not the same everywhere: " + Join(texts, "; ") + ".");
    }
  }

  void NoteCells() {
    if (!unsolved_.empty()) {
      NoteOnce(
          "A trial stopped with a duality gap above 1 per cent, so its result is not that of the "
          "optimum: " +
          unsolved_.Text() + ".");
    }
    if (!tuned_on_test_.empty()) {
      NoteOnce("Parameters were chosen on the test rows, which favours the method: " +
               tuned_on_test_.Text() + ".");
    }
  }

  void NoteInvalidTimes() {
    if (invalid_times_ == 0) return;
    NoteOnce("Other processes ran during " + std::to_string(invalid_times_) +
             (invalid_times_ == 1 ? " trial" : " trials") + ", whose times are not valid.");
  }

  std::vector<ResultRecord> records_;
  std::vector<std::size_t> folder_of_;  // by record
  std::vector<Provenance> provenances_;
  std::vector<std::string> paths_;
  std::vector<CellTrials> cells_;
  std::map<std::string, std::set<std::string>> meanings_;  // map and learner by method
  CellList unsolved_, tuned_on_test_;
  std::int64_t invalid_times_ = 0;
  Scores scores_;
};

}  // namespace

Scores ScoresOf(std::vector<ResultFolder> folders, const ScoreOptions& options) {
  return ScoreReader(std::move(folders), options).Read();
}

}  // namespace mercer
