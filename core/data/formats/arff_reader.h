#ifndef MERCER_CORE_DATA_FORMATS_ARFF_READER_H_
#define MERCER_CORE_DATA_FORMATS_ARFF_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/data/formats/csv_reader.h"
#include "core/data/formats/data_format.h"

namespace mercer {

struct ArffOptions {
  LabelColumn label{};
  std::vector<std::string> ignore{};  // names of attributes left out
  MissingRule missing = MissingRule::kError;
};

/// Reads Weka's ARFF: @relation, @attribute (numeric, real, integer, or {a, 'b c'} for names),
/// @data, then one row per line, "1, 'b c', ?" or sparse "{3 5, 7 a}" (positions from 0; what is
/// not named is 0, or the attribute's first name). Comments begin with %, keywords in any case,
/// names in single or double quotes (\ before a quote or \), ? is a missing value. Codes are the
/// order of the declaration. Rows are stored sparse where one is written so. Throws InvalidInput
/// with `path`, line and column for what does not fit, a string, date or relational attribute that
/// is not ignored among it; with `path` as ParseCsv does. Memory: 8 bytes for each value besides
/// the text. O(size of the text).
DataTable ParseArff(std::string_view text, const std::string& path, const ArffOptions& options);

/// "arff".
DataFormat ArffFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_ARFF_READER_H_
