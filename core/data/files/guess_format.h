#ifndef MERCER_CORE_DATA_FILES_GUESS_FORMAT_H_
#define MERCER_CORE_DATA_FILES_GUESS_FORMAT_H_

#include <string>
#include <string_view>

#include "core/data/formats/data_format.h"

namespace mercer {

/// The format that the first lines of a file show: .npy by its magic bytes, ARFF by a first line
/// that begins with '@', LIBSVM by lines "label index:value …", CSV by lines that all have the same
/// number (two or more) of fields between commas, semicolons or tabs, or of numbers between blanks.
/// nullptr where they show none of these. `text`: unpacked bytes from the beginning of the file;
/// `whole` where they end with it, else the last line may be cut and is not looked at. O(size of
/// the text).
const DataFormat* FormatOfText(std::string_view text, bool whole);

/// FormatOfText of the first 64 KiB of a file, which may be packed. Throws InvalidInput where it
/// cannot be read.
const DataFormat* FormatOfContents(const std::string& path);

/// The format that the file's name shows (FormatOfName), else its first lines. Throws InvalidInput,
/// naming `path` and the formats there are, where neither does, and where it cannot be read.
const DataFormat& FormatOfFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FILES_GUESS_FORMAT_H_
