#include "tests/fuzz/data/tables.h"

// A byte of options, then the text.
MERCER_FUZZ(input) {
  const Params params = ColumnOptions(TakeByte(&input));
  ReadAnyTable("arff", {{"", "f", std::string(input)}}, params);
}
