#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_RECORDS_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_RECORDS_H_

#include <string>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "tests/experiments/report/made_results.h"

namespace mercer::testing {

const CellKey kExact{"alpha", "polynomial", "exact", 0};
const CellKey kRm{"alpha", "polynomial", "rm", 10};

// A trial of kExact.
inline ResultRecord Exact(const std::string& repetition, const Fields& changes) {
  return Changed(MadeRecord({{"method", "exact"}, {"repetition", repetition}}), changes);
}

// A trial of kRm.
inline ResultRecord Rm(const std::string& repetition, const Fields& changes) {
  return Changed(
      MadeRecord(
          {{"method", "rm"}, {"map", "random_maclaurin"}, {"D", "10"}, {"repetition", repetition}}),
      changes);
}

// The verdict on a trial of kRm beside a line of reported.csv.
inline Verdict VerdictOfAccuracy(const std::string& measured, const std::string& reported_line) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", measured}})}, reported_line), {});
  return summary.Find(kRm, "accuracy")->judgement.verdict;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_RECORDS_H_
