#ifndef MERCER_TESTS_CORE_DATA_FORMATS_FORMAT_SUPPORT_H_
#define MERCER_TESTS_CORE_DATA_FORMATS_FORMAT_SUPPORT_H_

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/formats/data_format.h"
#include "tests/support/error_message.h"

namespace mercer::testing {

inline Matrix Rows(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix x(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const double value : row) x(i, j++) = value;
    ++i;
  }
  return x;
}

inline Matrix Dense(const DataTable& table) { return ToDense(table.x).dense(); }

inline std::vector<double> Labels(const DataTable& table) {
  return {table.y.begin(), table.y.end()};
}

/// One file "f".
inline DataTable ReadText(const std::string& format, const std::string& text,
                          const Params& params = {}) {
  return ReadTable(format, {{"", "f", text}}, params, 0);
}

inline std::string FaultOfText(const std::string& format, const std::string& text,
                               const Params& params = {}) {
  return FaultOf([&] { ReadText(format, text, params); });
}

/// A fault of a text: how it is read, and what is said.
struct BadText {
  std::string name;
  Params params;
  std::string text;
  std::string message;
};

inline void PrintTo(const BadText& bad, std::ostream* out) { *out << bad.name; }

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_DATA_FORMATS_FORMAT_SUPPORT_H_
