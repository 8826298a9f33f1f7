#ifndef MERCER_TESTS_EXPERIMENTS_CONFIG_CONFIG_SUPPORT_H_
#define MERCER_TESTS_EXPERIMENTS_CONFIG_CONFIG_SUPPORT_H_

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/config.h"
#include "experiments/config/trial/trial.h"

namespace mercer::testing {

using Json = nlohmann::json;
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The catalogue of the shipped manifests; no data is read.
inline const Catalogue& TestCatalogue() {
  static const Catalogue catalogue("no-such-data-folder");
  return catalogue;
}

/// A sound config: nursery, (1 + t)^10, exact and rm with D = 100 and 500, two repetitions: 6
/// trials.
inline Json SoundConfig() {
  return Json::parse(R"({
    "experiment": "test/sound", "seed": 7, "repetitions": 2,
    "datasets": [{"name": "nursery", "encode": "integer", "labels": "random_halves",
                  "split": {"train_fraction": 0.6, "max_train": 20000},
                  "preprocess": ["minmax", "max_norm"]}],
    "kernels": [{"name": "polynomial", "degree": 10, "offset": 1}],
    "methods": [
      {"id": "exact", "learner": {"name": "libsvm", "cost": 1}},
      {"id": "rm", "map": {"name": "random_maclaurin"}, "D": [100, 500],
       "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}],
    "metrics": ["accuracy"]})");
}

/// SoundConfig whose exact machine is tuned, for rm too: two tuning trials more.
inline Json TunedConfig() {
  Json config = SoundConfig();
  config["tuning"] = {{{"method", "exact"},
                       {"grid", {{"learner.cost", {0.1, 1, 10}}}},
                       {"by", {{"validation_fraction", 0.25}, {"max_rows", 4000}}},
                       {"share_with", {"rm"}}}};
  return config;
}

/// "where: message" of every fault; empty where the config is sound.
inline std::vector<std::string> FaultsOfText(const std::string& text,
                                             const Settings& settings = {}) {
  const ConfigResult result = ParseConfig(text, "folder/config.json", TestCatalogue(), settings);
  EXPECT_EQ(result.experiment.has_value(), result.faults.empty());
  std::vector<std::string> faults;
  for (const JsonFault& fault : result.faults) {
    faults.push_back(fault.where + ": " + fault.message);
  }
  return faults;
}

inline std::vector<std::string> FaultsOf(const Json& config, const Settings& settings = {}) {
  return FaultsOfText(config.dump(), settings);
}

/// The experiment of a config that is expected to be sound.
inline Experiment Sound(const Json& config, const Settings& settings = {}) {
  ConfigResult result = ParseConfig(config.dump(), "folder/config.json", TestCatalogue(), settings);
  EXPECT_TRUE(result.experiment.has_value()) << FormatFaults("config", result.faults);
  return result.experiment.value_or(Experiment{});
}

inline std::vector<std::string> IdsOf(const std::vector<Trial>& trials) {
  std::vector<std::string> ids;
  for (const Trial& trial : trials) ids.push_back(trial.id);
  return ids;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_CONFIG_CONFIG_SUPPORT_H_
