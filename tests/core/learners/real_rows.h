#ifndef MERCER_TESTS_CORE_LEARNERS_REAL_ROWS_H_
#define MERCER_TESTS_CORE_LEARNERS_REAL_ROWS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/formats/libsvm_reader.h"
#include "tests/support/files.h"

namespace mercer::testing {

/// Files below the folder with real data, in LIBSVM's format.
struct RealFiles {
  std::string train;
  std::string test;
  Index columns;
};

inline const RealFiles kA9a{"adult/a9a", "adult/a9a.t", 123};
inline const RealFiles kIjcnn1{"ijcnn1/ijcnn1.bz2", "ijcnn1/ijcnn1.t.bz2", 22};

/// What keeps a test from reading them, for GTEST_SKIP; "" for nothing.
inline std::string Missing(const RealFiles& files) {
  const std::filesystem::path folder = RealDataDir();
  if (folder.empty()) return "MERCER_TEST_DATA names no folder with real data";
  for (const std::string& file : {files.train, files.test})
    if (!std::filesystem::exists(folder / file)) return "no " + file + " there";
  return "";
}

/// 20,000 training rows, spread over the file, and all test rows.
struct RealRows {
  Examples x;
  Vector y;
  LabelledRows test;

  explicit RealRows(const RealFiles& files) {
    constexpr Index kTrainingRows = 20000;
    const LibsvmReadOptions read{.input_dim = files.columns};
    const LabelledRows all = ReadLibsvm((RealDataDir() / files.train).string(), read);
    test = ReadLibsvm((RealDataDir() / files.test).string(), read);
    std::vector<Index> numbers;
    for (Index i = 0; i < kTrainingRows; ++i) numbers.push_back(i * all.x.rows() / kTrainingRows);
    x = all.x.Select(numbers);
    y = all.y(numbers);
  }
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_REAL_ROWS_H_
