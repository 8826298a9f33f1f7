#ifndef MERCER_CORE_DATA_FILES_GUESS_FORMAT_H_
#define MERCER_CORE_DATA_FILES_GUESS_FORMAT_H_

#include <string>
#include <string_view>

#include "core/data/formats/data_format.h"

namespace mercer {

/// Guesses the format of a file from its first lines: .npy from its magic bytes, ARFF from a first
/// line that begins with '@', LIBSVM from lines "label index:value …", CSV from lines that all have
/// the same number (two or more) of fields separated by commas, semicolons or tabs, or of numbers
/// separated by blanks. nullptr if none of these fits. `text` is the unpacked beginning of the
/// file; `whole` says whether it is the whole file, otherwise the last line may be incomplete and
/// is ignored. O(size of the text).
const DataFormat* FormatOfText(std::string_view text, bool whole);

/// Whether the first line of a text in CSV names the columns: none of its fields is a number or
/// empty, and a column has numbers in most of the next 20 lines. Parameters as of FormatOfText.
bool FirstLineNamesColumns(std::string_view text, bool whole);

/// FormatOfText of the first 64 KiB of a file, which may be packed. Throws InvalidInput if it
/// cannot be read.
const DataFormat* FormatOfContents(const std::string& path);

/// The format according to the file's name (FormatOfName) or else to its first lines. Throws
/// InvalidInput, naming `path` and the known formats, if neither gives one or the file cannot be
/// read.
const DataFormat& FormatOfFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FILES_GUESS_FORMAT_H_
