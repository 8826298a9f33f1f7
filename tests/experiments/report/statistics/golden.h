#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_STATISTICS_GOLDEN_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_STATISTICS_GOLDEN_H_

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/files.h"

namespace mercer::testing {

/// A part of what scipy computes (tests/golden/statistics/make.py).
inline nlohmann::json GoldenStatistics(const std::string& part) {
  return nlohmann::json::parse(ReadFile(SourceDir() / "tests/golden/statistics/statistics.json"))
      .at(part);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_STATISTICS_GOLDEN_H_
