#ifndef MERCER_TESTS_FUZZ_RECORDS_H_
#define MERCER_TESTS_FUZZ_RECORDS_H_

#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "experiments/store/record.h"

namespace mercer {

/// Of a record that a reader accepted: whatever says that it ended well has numbers.
inline void CheckAccepted(const ResultRecord& record) {
  if (!record.IsOk()) return;
  for (const ColumnInfo& info : kRecordColumns) {
    const std::optional<double> number = record.Number(info.name);
    MERCER_CHECK(!number || std::isfinite(*number));
  }
}

inline void CheckSame(const ResultRecord& a, const ResultRecord& b) {
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) MERCER_CHECK(a.Text(i) == b.Text(i));
}

}  // namespace mercer

#endif  // MERCER_TESTS_FUZZ_RECORDS_H_
