#ifndef MERCER_TESTS_CORE_DATA_STORAGE_NAMES_H_
#define MERCER_TESTS_CORE_DATA_STORAGE_NAMES_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// For tests with a Storage as parameter: gtest prints it by name.
inline void PrintTo(Storage storage, std::ostream* out) {
  *out << (storage == Storage::kDense    ? "Dense"
           : storage == Storage::kSparse ? "Sparse"
                                         : "ByDensity");
}

namespace testing {

inline std::string StorageName(const ::testing::TestParamInfo<Storage>& test) {
  return ::testing::PrintToString(test.param);
}

}  // namespace testing
}  // namespace mercer

#endif  // MERCER_TESTS_CORE_DATA_STORAGE_NAMES_H_
