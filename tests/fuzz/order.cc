#include <string>

#include "experiments/run/sweep/worker_executor.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

// What a worker reads on its standard input, and the record that it begins with.
MERCER_FUZZ(input) {
  const ReadOrderResult read = ReadOrder(std::string(input));
  MERCER_CHECK(read.settings.threads >= 1 && read.settings.memory_limit_bytes >= 0);
  WorkerSettings workers;
  workers.data_dir = read.data_dir;
  const std::string written = WriteOrder(read.order, read.settings, workers);
  const ReadOrderResult again = ReadOrder(written);
  MERCER_CHECK(again.data_dir == read.data_dir);
  MERCER_CHECK(WriteOrder(again.order, again.settings, workers) == written);
  const ResultRecord record = StartRecord(read.order.trial, read.settings);
  CheckAccepted(record);
  ApplyTuned(read.order.trial, read.order.tuned.values, 100);
}
