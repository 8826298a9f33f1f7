#include "core/data/csv_reader.h"
#include "tests/fuzz/fuzz.h"

// The first byte: the number of columns, 128 for a label that comes first, and 64 for two columns
// of names, one of them the label.
MERCER_FUZZ(input) {
  const unsigned options = TakeByte(&input);
  CsvFormat format;
  format.label_first = (options & 128) != 0;
  format.attributes.resize(1 + (options & 7));
  if ((options & 64) != 0) {
    format.attributes.front().values = {"x", "y"};
    format.label.values = {"no", "yes"};
  }
  const LabelledRows rows = ParseCsv(input, "f", format);
  MERCER_CHECK(rows.y.size() == rows.x.rows());
}
