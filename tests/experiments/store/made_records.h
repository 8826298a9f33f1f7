#ifndef MERCER_TESTS_EXPERIMENTS_STORE_MADE_RECORDS_H_
#define MERCER_TESTS_EXPERIMENTS_STORE_MADE_RECORDS_H_

#include <gtest/gtest.h>

#include <string>

#include "core/base/text.h"
#include "experiments/store/record.h"

namespace mercer::testing {

/// The run that stores of tests write as.
inline constexpr const char* kRun = "20260101T000000Z-000000";

inline ResultRecord MakeRecord(const std::string& id, const std::string& run_id = kRun) {
  ResultRecord record;
  record.SetText("schema", "1");
  record.SetText("run_id", run_id);
  record.SetText("trial_id", id);
  record.SetText("experiment", "test/small");
  record.SetText("message", "a \"quoted\", long\nmessage with ünïcode");
  record.SetText("accuracy", FormatNumber(0.1));
  record.SetText("status", "ok");
  return record;
}

inline void ExpectSame(const ResultRecord& a, const ResultRecord& b) {
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) EXPECT_EQ(a.Text(i), b.Text(i));
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_STORE_MADE_RECORDS_H_
