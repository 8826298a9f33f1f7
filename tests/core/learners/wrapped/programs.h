#ifndef MERCER_TESTS_CORE_LEARNERS_WRAPPED_PROGRAMS_H_
#define MERCER_TESTS_CORE_LEARNERS_WRAPPED_PROGRAMS_H_

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "tests/support/files.h"

namespace mercer::testing {

/// Whether the shell finds the program.
inline bool HasProgram(const std::string& name) {
  return RunCommand("command -v " + name).exit_code == 0;
}

/// What a program of LIBSVM or LIBLINEAR printed; fails the test where it did not end well.
inline std::string Output(const std::string& command) {
  const CommandResult result = RunCommand(command);
  EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.out << result.err;
  return result.out;
}

/// The numbers of a file of predictions.
inline Vector ReadLabels(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<double> values;
  for (double value = 0; in >> value;) values.push_back(value);
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// Every number that stands after the key in the text.
inline std::vector<double> NumbersAfter(const std::string& text, const std::string& key) {
  std::vector<double> numbers;
  for (auto at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    numbers.push_back(std::strtod(text.c_str() + at + key.size(), nullptr));
  }
  return numbers;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_WRAPPED_PROGRAMS_H_
