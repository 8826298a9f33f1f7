#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_ARCHIVE_MEMBER_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_ARCHIVE_MEMBER_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mercer {

/// True for a relative path that stays in its folder: not empty, no part that is empty, "." or
/// "..", no backslash, no control character.
bool IsSafeMember(std::string_view member);

/// A file to take out of an archive.
struct WantedMember {
  std::string member;  // its path in the archive; "": the archive is that one file, packed
  std::filesystem::path target;
  std::uint64_t bytes = 0;  // its size
  std::string sha256;
};

/// Unpacks the wanted members of a zip or tar archive (tar: also packed with gzip, bzip2 or xz), or
/// a single packed file, in one pass. All targets appear, whole and with the right sha256, or none.
/// Nothing else of the archive is written. Throws InvalidInput, naming the archive, where it is
/// damaged, lacks a member, holds a member whose path would leave the folder, holds a link or a
/// folder in a wanted one's place, or where size or sha256 of a wanted one is wrong; it stops as
/// soon as more than `bytes` are unpacked. Members whose sizes sum to more than 16 GiB are refused.
/// O(archive's contents) time, memory for one block.
void ExtractMembers(const std::filesystem::path& archive, const std::vector<WantedMember>& wanted);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_ARCHIVE_MEMBER_H_
