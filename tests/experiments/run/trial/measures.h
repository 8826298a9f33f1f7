#ifndef MERCER_TESTS_EXPERIMENTS_RUN_TRIAL_MEASURES_H_
#define MERCER_TESTS_EXPERIMENTS_RUN_TRIAL_MEASURES_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/experiments/run/small_experiment.h"

namespace mercer::testing {

/// SmallConfig in one repetition, with one kernel, one method and these metrics.
inline Json OneMethod(const char* kernel, const char* method,
                      const std::vector<std::string>& metrics) {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["kernels"] = {Json::parse(kernel)};
  config["methods"] = {Json::parse(method)};
  config["metrics"] = metrics;
  return config;
}

inline constexpr char kGaussian[] = R"({"name": "gaussian", "sigma": 0.5})";

/// A number that the record must have.
inline double Number(const ResultRecord& row, const char* column) {
  const auto value = row.Number(column);
  EXPECT_TRUE(value.has_value()) << column;
  return value.value_or(-1);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_RUN_TRIAL_MEASURES_H_
