#include <string>
#include <vector>

#include "experiments/store/store.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

MERCER_FUZZ(input) {
  const std::vector<ResultRecord> read = ParseRecordsCsv(std::string(input), "trials.csv");
  const std::string written = RecordsToCsv(read);
  const std::vector<ResultRecord> again = ParseRecordsCsv(written, "trials.csv");
  MERCER_CHECK(again.size() == read.size() && RecordsToCsv(again) == written);
  for (std::size_t i = 0; i < read.size(); ++i) {
    CheckAccepted(read[i]);
    CheckSame(again[i], read[i]);
  }
}
