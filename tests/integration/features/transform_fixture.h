#ifndef MERCER_TESTS_INTEGRATION_FEATURES_TRANSFORM_FIXTURE_H_
#define MERCER_TESTS_INTEGRATION_FEATURES_TRANSFORM_FIXTURE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/text.h"
#include "tests/support/files.h"

namespace mercer::testing {

inline constexpr char kDraw[] =
    "--kernel polynomial,degree=2,offset=1 --map random_maclaurin --D 64 ";

/// LIBSVM text of n rows of 5 values within the unit ball; the last index is in the last row only.
inline std::string Rows(int n) {
  RandomStream stream(3, StreamPurpose::kTest, 0);
  std::string text;
  for (int i = 0; i < n; ++i) {
    text += i % 2 == 0 ? "1" : "-1";
    for (int j = 1; j <= 4; ++j)
      if (stream.Below(3) != 0)
        text += " " + std::to_string(j) + ":" + FormatNumber(stream.Uniform() - 0.5);
    text += i + 1 == n ? " 5:0.25\n" : "\n";
  }
  return text;
}

inline std::vector<std::vector<double>> ReadCsv(const std::string& text) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream values(line);
    for (std::string value; std::getline(values, value, ',');)
      rows.back().push_back(std::stod(value));
  }
  return rows;
}

/// `mercer transform` on files of a temporary folder.
class Transform : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  CommandResult Run(const std::string& arguments) const {
    return RunMercer("transform " + arguments);
  }
  CommandResult Draw(const std::string& in, const std::string& out,
                     const std::string& more = "--seed 7") const {
    return Run(kDraw + more + " " + Path(in) + " " + Path(out));
  }

  TemporaryFolder folder_;
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_FEATURES_TRANSFORM_FIXTURE_H_
