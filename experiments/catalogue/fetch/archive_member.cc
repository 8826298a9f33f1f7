#include "experiments/catalogue/fetch/archive_member.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/catalogue/fetch/pending_file.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

// A member that is not wanted is unpacked all the same where a tar is packed as a whole.
constexpr std::uint64_t kMaxContents = std::uint64_t{16} << 30;

[[noreturn]] void FailReading(const fs::path& path, archive* reader) {
  const char* reason = archive_error_string(reader);
  throw InvalidInput(path.string() + " cannot be unpacked (" +
                     (reason != nullptr ? reason : "cut short") +
                     "); expected a whole zip or tar archive, or a gzip, bzip2 or xz file");
}

Archive Open(const fs::path& path, bool single_file) {
  constexpr std::size_t kBlock = 1 << 16;
  Archive reader(archive_read_new(), archive_read_free);
  MERCER_CHECK(reader != nullptr);
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  if (single_file) {
    archive_read_support_format_raw(reader.get());
  } else {
    archive_read_support_format_zip(reader.get());
    archive_read_support_format_tar(reader.get());
  }
  if (archive_read_open_filename(reader.get(), path.c_str(), kBlock) != ARCHIVE_OK)
    FailReading(path, reader.get());
  return reader;
}

// One pass over one archive.
class Pass {
 public:
  Pass(const fs::path& path, const std::vector<WantedMember>& wanted)
      : path_(path), wanted_(wanted), pending_(wanted.size()) {}

  void Run() {
    const bool single_file = wanted_.size() == 1 && wanted_[0].member.empty();
    const Archive reader = Open(path_, single_file);
    archive_entry* entry = nullptr;
    for (int header = 0;
         (header = archive_read_next_header(reader.get(), &entry)) != ARCHIVE_EOF;) {
      if (header != ARCHIVE_OK && header != ARCHIVE_WARN) FailReading(path_, reader.get());
      if (single_file) {
        Unpack(reader.get(), 0);
      } else {
        Visit(reader.get(), entry);
      }
    }
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (pending_[i] == nullptr) Fail("has no member " + Quoted(wanted_[i].member));
    }
    for (const auto& file : pending_) file->Publish();
  }

 private:
  [[noreturn]] void Fail(const std::string& fault) const {
    throw InvalidInput(path_.string() + " " + fault);
  }

  void Visit(archive* reader, archive_entry* entry) {
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) return;  // in letters that this machine cannot write: not wanted
    std::string_view member = name;
    // "tar -C folder ." writes these.
    if (member.starts_with("./")) member.remove_prefix(2);
    if (member.ends_with('/')) member.remove_suffix(1);
    if (!member.empty() && member != "." && !IsSafeMember(member))
      Fail("has a member " + Quoted(name) + ", which would leave the folder");
    CheckContents(entry);
    const auto found = std::find_if(wanted_.begin(), wanted_.end(),
                                    [&](const WantedMember& w) { return w.member == member; });
    if (found == wanted_.end()) return;
    const bool link = archive_entry_hardlink(entry) != nullptr;
    if (link || archive_entry_filetype(entry) != AE_IFREG)
      Fail("has a link or a folder in the place of " + Quoted(name) + "; expected a file");
    if (archive_entry_size_is_set(entry) != 0)
      CheckSize(*found, static_cast<std::uint64_t>(archive_entry_size(entry)));
    Unpack(reader, static_cast<std::size_t>(found - wanted_.begin()));
  }

  void CheckContents(archive_entry* entry) {
    const la_int64_t size = archive_entry_size(entry);
    if (size < 0 || (contents_ += static_cast<std::uint64_t>(size)) > kMaxContents)
      Fail("unpacks to more than " + std::to_string(kMaxContents) +
           " bytes, the most expected here");
  }

  void CheckSize(const WantedMember& member, std::uint64_t size) const {
    if (size > member.bytes)
      Fail("unpacks to more than the " + std::to_string(member.bytes) + " bytes expected of " +
           Name(member));
  }

  void Unpack(archive* reader, std::size_t i) {
    const WantedMember& member = wanted_[i];
    if (pending_[i] != nullptr) Fail("has the member " + Quoted(member.member) + " twice");
    auto file = std::make_unique<PendingFile>(member.target);
    Sha256 hash;
    std::uint64_t size = 0;
    std::vector<char> block(1 << 18);
    for (;;) {
      const la_ssize_t got = archive_read_data(reader, block.data(), block.size());
      if (got == 0) break;
      if (got < 0) FailReading(path_, reader);
      size += static_cast<std::uint64_t>(got);
      CheckSize(member, size);
      hash.Update(block.data(), static_cast<std::size_t>(got));
      file->Write(block.data(), static_cast<std::size_t>(got));
    }
    const std::string sha256 = hash.Hex();
    if (sha256 != member.sha256)
      Fail("holds " + Name(member) + " with sha256 " + sha256 + "; expected " + member.sha256);
    pending_[i] = std::move(file);
  }

  static std::string Name(const WantedMember& member) {
    return member.member.empty() ? member.target.filename().string() : member.member;
  }

  const fs::path& path_;
  const std::vector<WantedMember>& wanted_;
  std::vector<std::unique_ptr<PendingFile>> pending_;
  std::uint64_t contents_ = 0;
};

}  // namespace

bool IsSafeMember(std::string_view member) {
  if (member.empty()) return false;
  const auto hostile = [](char c) {
    return c == '\\' || static_cast<unsigned char>(c) < ' ' || c == 127;
  };
  if (std::any_of(member.begin(), member.end(), hostile)) return false;
  for (std::size_t begin = 0; begin <= member.size();) {
    const std::size_t end = std::min(member.find('/', begin), member.size());
    const std::string_view name = member.substr(begin, end - begin);
    if (name.empty() || name == "." || name == "..") return false;
    begin = end + 1;
  }
  return true;
}

void ExtractMembers(const fs::path& archive, const std::vector<WantedMember>& wanted) {
  Pass(archive, wanted).Run();
}

}  // namespace mercer
