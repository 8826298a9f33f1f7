#include "experiments/catalogue/take_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/formats/decompress.h"
#include "experiments/catalogue/fetch/pending_file.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 1 << 20;

// sha256 of the unpacked contents; "" where they are damaged or longer than `max_bytes`.
std::string ContentSha256(const fs::path& path, std::uint64_t max_bytes) {
  try {
    DataFileStream stream(path.string());
    Sha256 hash;
    std::vector<char> block(kBlock);
    std::uint64_t size = 0;
    while (const std::size_t got = stream.Read(block.data(), block.size())) {
      size += got;
      if (size > max_bytes) return "";
      hash.Update(block.data(), got);
    }
    return hash.Hex();
  } catch (const InvalidInput&) {
    return "";
  }
}

}  // namespace

FileMatch MatchFile(const ManifestFile& file, const fs::path& path) {
  FileMatch match;
  match.sha256 = Sha256OfFile(path.string());
  if (match.sha256 == file.sha256 || file.sha256.empty()) {
    match.kind = FileMatch::Kind::kExact;
  } else if (!file.content_sha256.empty()) {
    if (ContentSha256(path, kMaxDataFileBytes) == file.content_sha256)
      match.kind = FileMatch::Kind::kVariant;
  } else if (ContentSha256(path, file.bytes) == file.sha256) {
    match.kind = FileMatch::Kind::kPacked;
  }
  return match;
}

void CopyMatched(const fs::path& from, const FileMatch& match, const ManifestFile& file,
                 const fs::path& to) {
  MERCER_CHECK(match.kind != FileMatch::Kind::kNone);
  PendingFile pending(to);
  Sha256 hash;
  std::vector<char> block(kBlock);
  const bool unpack = match.kind == FileMatch::Kind::kPacked;
  if (unpack) {
    DataFileStream stream(from.string());
    while (const std::size_t got = stream.Read(block.data(), block.size())) {
      hash.Update(block.data(), got);
      pending.Write(block.data(), got);
    }
  } else {
    std::ifstream in(from, std::ios::binary);
    if (!in) throw InvalidInput(from.string() + " cannot be read: " + std::strerror(errno));
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
      const auto count = static_cast<std::size_t>(in.gcount());
      hash.Update(block.data(), count);
      pending.Write(block.data(), count);
    }
    if (in.bad()) throw InvalidInput(from.string() + " cannot be read: " + std::strerror(errno));
  }
  if (hash.Hex() != (unpack ? file.sha256 : match.sha256))
    throw InvalidInput(from.string() + " changed while it was copied; nothing was copied");
  pending.Publish();
}

std::string MismatchText(const ManifestFile& file, const FileMatch& match, const fs::path& path) {
  return path.string() + " has sha256 " + match.sha256 + "; expected " + file.sha256;
}

}  // namespace mercer
