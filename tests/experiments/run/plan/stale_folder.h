#ifndef MERCER_TESTS_EXPERIMENTS_RUN_PLAN_STALE_FOLDER_H_
#define MERCER_TESTS_EXPERIMENTS_RUN_PLAN_STALE_FOLDER_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer::testing {

using Ids = std::set<std::string>;

/// Points of a grid inside a circle or not; `moved` puts one of them elsewhere.
inline std::string Circle(int moved) {
  std::string text = "x,y,side\n";
  for (int i = 0; i < 200; ++i) {
    const double x = (i % 17) / 8. - 1 + (i == 3 ? 0.01 * moved : 0), y = (i % 23) / 11. - 1;
    text += std::to_string(x) + "," + std::to_string(y) + "," + (x * x + y * y < 0.6 ? "1" : "-1") +
            "\n";
  }
  return text;
}

/// Two files, a and b; of each in one repetition: exact with its tuning trial, rm that shares the
/// tuned cost, a machine limited by exact's time, and a machine of its own.
class StaleFolder {
 public:
  StaleFolder() {
    Write("a", 0);
    Write("b", 0);
  }

  void Write(const std::string& data, int moved) const {
    WriteFile(files_ / (data + ".csv"), Circle(moved));
  }

  Json Config() const {
    Json config = Json::parse(R"({
      "experiment": "test/stale", "seed": 7, "repetitions": 1, "datasets": [],
      "kernels": [{"name": "gaussian", "sigma": 1}],
      "methods": [
        {"id": "exact", "learner": {"name": "libsvm", "cost": 1}},
        {"id": "rff", "map": {"name": "random_fourier"}, "D": [20],
         "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}},
        {"id": "fm", "learner": {"name": "factorization_machine", "beta": 0.01, "rank": 2},
         "budget": {"fit_time_of": "exact"}},
        {"id": "plain", "map": {"name": "random_fourier"}, "D": [10],
         "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}],
      "metrics": ["accuracy"],
      "tuning": [{"method": "exact", "grid": {"learner.cost": [0.1, 1, 10]},
                  "by": {"validation_fraction": 0.3}, "share_with": ["rff"]}]})");
    for (const char* data : {"a", "b"}) {
      config["datasets"].push_back(
          {{"path", (files_ / (std::string(data) + ".csv")).string()},
           {"header", true},
           {"label", "side"},
           {"split", {{"train_fraction", 0.6}}},
           {"preprocess", Json::parse(R"([{"name": "minmax", "low": -1}, "max_norm"])")}});
    }
    return config;
  }

  RunSummary Run(const Json& config, const RunOptions& options = {}) {
    return run_.Run(config, options);
  }
  RunSummary Run(const RunOptions& options = {}) { return run_.Run(Config(), options); }
  SmallRun& small() { return run_; }
  std::vector<ResultRecord> Rows() const { return run_.Rows(); }

  /// In trials.csv, as a report of the folder reads them.
  Ids Shown() const {
    const auto table = Column(Rows(), "trial_id");
    const auto reported = Column(ReadResults(run_.out()).records, "trial_id");
    EXPECT_EQ(table, reported);
    return {table.begin(), table.end()};
  }

  /// Trials of a data set; of all for "".
  Ids Of(const std::string& data) const {
    Ids ids;
    for (const ResultRecord& row : ReadResults(run_.out()).records)
      if (data.empty() || row.Text("dataset") == data) ids.insert(row.Text("trial_id"));
    return ids;
  }

  std::string Id(const std::string& data, const std::string& method, bool tuning = false) const {
    for (const ResultRecord& row : Rows()) {
      const bool tunes = row.Text("metric") == "tuning";
      if (row.Text("dataset") == data && row.Text("method") == method && tunes == tuning)
        return row.Text("trial_id");
    }
    ADD_FAILURE() << "no row of " << data << " " << method;
    return "";
  }

  /// Changes a record and the identity it was made with.
  template <class Change>
  void Rewrite(const std::string& id, Change change) const {
    ChangeRecord(run_.out(), id, change);
  }

  void MakeOfOtherData(const std::string& id) const {
    Rewrite(id, [](ResultRecord&, std::string& identity) {
      identity.replace(identity.find("dataset_sha256=") + 15, 4, "0000");
    });
  }

  const std::filesystem::path out() const { return run_.out(); }

 private:
  TemporaryFolder files_;
  SmallRun run_;
};

inline RunOptions Retry(const std::string& status) {
  RunOptions options;
  options.retry = {status};
  return options;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_RUN_PLAN_STALE_FOLDER_H_
