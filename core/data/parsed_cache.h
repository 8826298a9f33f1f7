#ifndef MERCER_CORE_DATA_PARSED_CACHE_H_
#define MERCER_CORE_DATA_PARSED_CACHE_H_

#include <functional>
#include <optional>
#include <string>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// Raised whenever a reader gives other rows for a text than it did, or the layout of the cache
/// files changes: files of another version are not read.
inline constexpr int kParsedVersion = 1;

/// What a cache file keeps of a text.
struct ParsedRows {
  LabelledRows rows;
  std::string names{};  // any text that goes with the rows, such as the names of their columns
};

/// What WriteParsed put into the file under the same key, every bit of it; none where there is no
/// such file, or where it is damaged, cut short, of another key, version or byte order, or claims
/// sizes other than its own. Throws nothing for any content; memory is at most proportional to the
/// file. `key`: any text that says what the rows were made from (sha256 of the text read, the
/// reader, its options); the version is added here. O(file), without parsing: the file is mapped,
/// and copied once.
std::optional<ParsedRows> ReadParsed(const std::string& path, const std::string& key);

/// Writes the rows to the file in place of what it held, as one step for whoever reads it: under
/// another name, forced to the disk, renamed; writers at the same time do not disturb each other.
/// The folder is made where its parent exists. False, and nothing is left behind, where that is not
/// possible (a folder that may not be written, a full disk): a cache is never needed.
bool WriteParsed(const std::string& path, const std::string& key, const ParsedRows& parsed);

/// What the cache file holds under the key, else what `parse` returns, which is then written to it.
ParsedRows ParsedOnce(const std::string& path, const std::string& key,
                      const std::function<ParsedRows()>& parse);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_PARSED_CACHE_H_
