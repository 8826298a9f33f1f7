#ifndef MERCER_TESTS_FUZZ_DATA_TABLES_H_
#define MERCER_TESTS_FUZZ_DATA_TABLES_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/data/data_table.h"
#include "core/data/formats/data_format.h"
#include "tests/fuzz/fuzz.h"

namespace mercer {

/// Reads a part of the format as a config would, and looks at what comes out.
inline void ReadAnyTable(const std::string& format, std::vector<DataFile> files,
                         const Params& params) {
  const DataTable table = ReadTable(format, std::move(files), params, 0);
  MERCER_CHECK(table.y.size() == table.x.rows());
  MERCER_CHECK(table.columns.empty() || static_cast<Index>(table.columns.size()) == table.x.cols());
}

/// What a byte of options says of a label column and missing values, for formats of named columns.
inline Params ColumnOptions(unsigned options) {
  const char* const missing[] = {"error", "category", "drop_rows", "keep"};
  const char* const label[] = {"last", "first", "none", "2"};
  return {{"missing", missing[options & 3]}, {"label", label[options >> 2 & 3]}};
}

/// Takes what comes before the next zero byte off the input; all of it where there is none.
inline std::string TakeText(std::string_view* input) {
  const std::size_t end = std::min(input->find('\0'), input->size());
  const std::string text(input->substr(0, end));
  input->remove_prefix(std::min(end + 1, input->size()));
  return text;
}

}  // namespace mercer

#endif  // MERCER_TESTS_FUZZ_DATA_TABLES_H_
