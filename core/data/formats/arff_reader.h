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
  std::vector<std::string> ignore{};  // names of attributes to leave out
  MissingRule missing = MissingRule::kError;
};

/// Reads Weka's ARFF: @relation, @attribute (numeric, real, integer, or {a, 'b c'} for names),
/// @data, then one row per line, "1, 'b c', ?" or sparse "{3 5, 7 a}" (positions from 0; a value
/// not listed is 0, or the attribute's first name). Comments begin with %, keywords may be in any
/// case, names may be in single or double quotes (with \ before a quote or \), and ? is a missing
/// value. Codes follow the order of the declaration. Rows are stored sparse if any row is written
/// sparse. Throws InvalidInput with `path`, line and column for text that does not fit, including a
/// relational attribute, and a string or date attribute that is not ignored; with `path` alone as
/// ParseCsv does. Memory: 8 bytes per value besides the text. O(size of the text).
DataTable ParseArff(std::string_view text, const std::string& path, const ArffOptions& options);

/// The format "arff".
DataFormat ArffFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_ARFF_READER_H_
