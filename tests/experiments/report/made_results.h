#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_MADE_RESULTS_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_MADE_RESULTS_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/store/store.h"
#include "tests/support/files.h"

// Results made by hand: every verdict can be brought about without running anything.

namespace mercer::testing {

using Fields = std::vector<std::pair<std::string, std::string>>;

/// The record with `changes` laid over it.
inline ResultRecord Changed(ResultRecord record, const Fields& changes) {
  for (const auto& [column, value] : changes) record.SetText(column, value);
  return record;
}

/// A finished trial of a method with a map, with `changes` laid over it.
inline ResultRecord MadeRecord(const Fields& changes) {
  const Fields base = {
      {"schema", "1"},        {"run_id", "r1"},         {"experiment", "made/table"},
      {"dataset", "alpha"},   {"kernel", "polynomial"}, {"kernel_params", "degree=2"},
      {"preprocess", "none"}, {"metric", "accuracy"},   {"learner", "linear"},
      {"repetition", "0"},    {"status", "ok"},         {"timing_valid", "true"},
      {"n_train", "60"},      {"n_test", "40"},         {"input_dim", "8"}};
  ResultRecord record = Changed(Changed({}, base), changes);
  if (record.IsOk() && record.Text("value").empty() && FindColumn(record.Text("metric")))
    record.SetText("value", record.Text(record.Text("metric")));
  return record;
}

inline const char* kReportedHeader =
    "location,dataset,kernel,method,D,metric,value,std,unit,digits,how_read,note\n";

inline nlohmann::json MadeConfig() {
  return {{"experiment", "made/table"},
          {"paper", {{"citekey", "made2000"}, {"location", "table 1"}}},
          {"datasets", {{{"name", "alpha"}}, {{"name", "beta"}}}},
          {"kernels", {{{"name", "polynomial"}}}},
          {"methods", {{{"id", "exact"}}, {{"id", "rm"}}}},
          {"deviations", {"cost-fixed-1", "bias-1"}}};
}

inline RunContext MadeContext(const nlohmann::json& config, const std::string& reported_lines) {
  const nlohmann::json context = {{"run_id", "r1"},
                                  {"config_text", config.dump()},
                                  {"reported_csv", kReportedHeader + reported_lines}};
  return {"r1", context.dump()};
}

inline ResultFolder MadeResults(std::vector<ResultRecord> records,
                                const std::string& reported_lines,
                                const nlohmann::json& config = MadeConfig()) {
  return {"", std::move(records), {MadeContext(config, reported_lines)}, {}};
}

/// Writes them as a committed results folder: trials.csv and context/.
inline void WriteResults(const std::filesystem::path& folder, const ResultFolder& results) {
  WriteFile(folder / "trials.csv", RecordsToCsv(results.records));
  for (const RunContext& context : results.contexts) {
    WriteFile(folder / "context" / (context.run_id + ".json"), context.json);
  }
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_MADE_RESULTS_H_
