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

/// A file to extract from an archive.
struct WantedMember {
  std::string member;  // its path in the archive; "": the archive is that one file, compressed
  std::filesystem::path target;
  std::uint64_t bytes = 0;  // its size
  std::string sha256;
};

/// Extracts the wanted members of a zip or tar archive (tar: also compressed with gzip, bzip2 or
/// xz), or a single compressed file, in one pass. Either all targets appear, complete and with the
/// right sha256, or none. Nothing else of the archive is written. Throws InvalidInput, naming the
/// archive, if it is damaged, lacks a member, contains a member whose path would leave the folder,
/// has a link or a folder in place of a wanted member, or if the size or sha256 of a wanted member
/// is wrong. It stops as soon as more than `bytes` are extracted. Members whose sizes sum to more
/// than 16 GiB are refused. O(archive's contents) time, memory for one block.
void ExtractMembers(const std::filesystem::path& archive, const std::vector<WantedMember>& wanted);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_ARCHIVE_MEMBER_H_
