#ifndef MERCER_CORE_DATA_PARSED_CACHE_H_
#define MERCER_CORE_DATA_PARSED_CACHE_H_

#include <functional>
#include <optional>
#include <string>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// Version of the cache files. It is raised whenever a reader gives different rows for the same
/// text or the layout of the cache files changes; files of another version are not read.
inline constexpr int kParsedVersion = 1;

/// The contents of a cache file for one text.
struct ParsedRows {
  LabelledRows rows;
  std::string names{};  // text that goes with the rows, such as the names of their columns
};

/// Returns exactly what WriteParsed wrote to the file under the same key; empty if there is no such
/// file, or if it is damaged, truncated, of another key, version or byte order, or has inconsistent
/// sizes. Never throws because of the contents; memory is at most proportional to the file size.
/// `key` is any text that describes what the rows were made from (sha256 of the text read, the
/// reader, its options); the version is added to it. O(file size), without parsing: the file is
/// mapped and copied once.
std::optional<ParsedRows> ReadParsed(const std::string& path, const std::string& key);

/// Replaces the contents of the file atomically: writes under another name, syncs to disk and
/// renames. Concurrent writers do not disturb each other. Creates the folder if its parent exists.
/// Returns false and leaves nothing behind if writing is not possible (no write permission, a full
/// disk), since a cache is never necessary.
bool WriteParsed(const std::string& path, const std::string& key, const ParsedRows& parsed);

/// The contents of the cache file under the key if there are any; otherwise the result of `parse`,
/// which is then written to the file.
ParsedRows ParsedOnce(const std::string& path, const std::string& key,
                      const std::function<ParsedRows()>& parse);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_PARSED_CACHE_H_
