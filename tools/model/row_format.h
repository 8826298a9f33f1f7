#ifndef MERCER_TOOLS_MODEL_ROW_FORMAT_H_
#define MERCER_TOOLS_MODEL_ROW_FORMAT_H_

#include <string>

#include "core/data/files/row_file.h"

namespace mercer {

/// Parses the value of the option --format, "csv,header=true,label=price": a format and its
/// parameters. "" leaves both to be derived from the file name. Throws InvalidInput, naming the
/// option.
RowFileOptions RowFormatOf(const std::string& option, const std::string& text);

}  // namespace mercer

#endif  // MERCER_TOOLS_MODEL_ROW_FORMAT_H_
