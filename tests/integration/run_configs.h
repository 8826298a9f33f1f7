#ifndef MERCER_TESTS_INTEGRATION_RUN_CONFIGS_H_
#define MERCER_TESTS_INTEGRATION_RUN_CONFIGS_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/files.h"

namespace mercer::testing {

using Json = nlohmann::ordered_json;

/// Nursery, (1 + t)^4: exact, rm and h01, twice; every trial takes a few hundredths of a second.
inline Json QuickConfig() {
  return Json::parse(R"({
    "experiment": "test/quick", "seed": 11, "repetitions": 2,
    "datasets": [{"name": "nursery", "encode": "integer", "labels": "random_halves",
                  "split": {"train_fraction": 0.5, "max_train": 400},
                  "preprocess": ["minmax", "max_norm"]}],
    "kernels": [{"name": "polynomial", "degree": 4, "offset": 1}],
    "methods": [
      {"id": "exact", "learner": {"name": "libsvm", "cost": 1}},
      {"id": "rm", "map": {"name": "random_maclaurin"}, "D": [50],
       "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}},
      {"id": "h01", "map": {"name": "random_maclaurin", "h01": true}, "D": [20],
       "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}],
    "metrics": ["accuracy"]})");
}

/// A folder with a config, empty data and a place for results.
class Bench {
 public:
  explicit Bench(const Json& config) : Bench(config.dump(1)) {}
  explicit Bench(const std::string& text) { WriteFile(config(), text); }

  std::string config() const { return (folder_ / "config.json").string(); }
  std::string out() const { return (folder_ / "out").string(); }
  std::string data() const { return (folder_ / "data").string(); }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  CommandResult Run(const std::string& options = "") const {
    return RunMercer("run " + config() + " --out " + out() + " --data " + data() + " " + options);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_RUN_CONFIGS_H_
