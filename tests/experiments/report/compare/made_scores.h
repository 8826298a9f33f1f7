#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_COMPARE_MADE_SCORES_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_COMPARE_MADE_SCORES_H_

#include <string>
#include <vector>

#include "core/base/text.h"
#include "experiments/report/compare/scores.h"
#include "tests/experiments/report/made_results.h"

namespace mercer::testing {

/// A finished trial of a repetition whose split is drawn: 60 rows train, 40 test.
inline ResultRecord MadeTrial(const std::string& dataset, const std::string& method, int repetition,
                              double accuracy, const Fields& changes = {}) {
  const std::string number = std::to_string(repetition);
  Fields fields = {{"dataset", dataset},         {"method", method},
                   {"repetition", number},       {"label_seed", "3"},
                   {"split_seed", "8" + number}, {"map_seed", "7" + number},
                   {"split", "0.6 of the rows"}, {"accuracy", FormatNumber(accuracy)}};
  fields.insert(fields.end(), changes.begin(), changes.end());
  return MadeRecord(fields);
}

/// Trials of one method on one data set, a repetition for each accuracy.
inline std::vector<ResultRecord> MadeTrials(const std::string& dataset, const std::string& method,
                                            const std::vector<double>& accuracies,
                                            const Fields& changes = {}) {
  std::vector<ResultRecord> trials;
  for (std::size_t i = 0; i < accuracies.size(); ++i)
    trials.push_back(MadeTrial(dataset, method, static_cast<int>(i), accuracies[i], changes));
  return trials;
}

inline ResultFolder Folder(const std::vector<std::vector<ResultRecord>>& parts,
                           const std::string& path = "") {
  std::vector<ResultRecord> records;
  for (const auto& part : parts) records.insert(records.end(), part.begin(), part.end());
  ResultFolder folder = MadeResults(std::move(records), "");
  folder.path = path;
  return folder;
}

inline Scores ScoresOfOne(const std::vector<std::vector<ResultRecord>>& parts,
                          const ScoreOptions& options = {}) {
  std::vector<ResultFolder> folders;
  folders.push_back(Folder(parts, "results/made"));
  return ScoresOf(std::move(folders), options);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_COMPARE_MADE_SCORES_H_
