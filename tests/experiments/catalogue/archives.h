#ifndef MERCER_TESTS_EXPERIMENTS_CATALOGUE_ARCHIVES_H_
#define MERCER_TESTS_EXPERIMENTS_CATALOGUE_ARCHIVES_H_

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <vector>

#include "core/base/error.h"

namespace mercer::testing {

/// A member of an archive that a test makes: a file, or a link where `link` is not empty.
struct Member {
  std::string name;
  std::string bytes{};
  std::string link{};
};

/// The bytes of an archive: format "zip", "tar" or "raw" (one member), filter "", "gzip", "bzip2"
/// or "xz".
inline std::string MakeArchive(const std::string& format, const std::string& filter,
                               const std::vector<Member>& members) {
  std::size_t room = 1 << 16;
  for (const Member& member : members) room += member.bytes.size() + 4096;
  std::string bytes(room, '\0');
  std::size_t used = 0;
  archive* writer = archive_write_new();
  MERCER_CHECK(archive_write_set_format_by_name(
                   writer, format == "tar" ? "paxr" : format.c_str()) == ARCHIVE_OK);
  if (!filter.empty())
    MERCER_CHECK(archive_write_add_filter_by_name(writer, filter.c_str()) == ARCHIVE_OK);
  MERCER_CHECK(archive_write_open_memory(writer, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
  for (const Member& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_filetype(entry, member.link.empty() ? AE_IFREG : AE_IFLNK);
    if (!member.link.empty()) archive_entry_set_symlink(entry, member.link.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
    MERCER_CHECK(archive_write_header(writer, entry) == ARCHIVE_OK);
    archive_write_data(writer, member.bytes.data(), member.bytes.size());
    archive_entry_free(entry);
  }
  MERCER_CHECK(archive_write_close(writer) == ARCHIVE_OK);
  archive_write_free(writer);
  bytes.resize(used);
  return bytes;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_CATALOGUE_ARCHIVES_H_
