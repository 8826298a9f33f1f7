#include "tests/fuzz/data/tables.h"

// Two bytes of options, then the text.
MERCER_FUZZ(input) {
  const char* const separators[] = {"comma", "semicolon", "tab", "blanks"};
  Params params = ColumnOptions(TakeByte(&input));
  const unsigned options = TakeByte(&input);
  params.Set("separator", separators[options & 3]);
  params.Set("header", (options & 4) != 0);
  params.Set("trim", (options & 8) == 0);
  params.Set("final_dot", (options & 16) != 0);
  if ((options & 32) != 0) params.Set("comment", "|");
  ReadAnyTable("csv", {{"", "f", std::string(input)}}, params);
}
