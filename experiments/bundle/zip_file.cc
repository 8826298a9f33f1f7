#include "experiments/bundle/zip_file.h"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstdint>
#include <ctime>
#include <memory>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/fetch/archive_member.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// 2000-01-01: the time of a file is no part of what it says.
constexpr std::time_t kDate = 946684800;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;
using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

std::string Quoted(const fs::path& path) { return "'" + path.string() + "'"; }

std::string ErrorOf(archive* of) {
  const char* text = archive_error_string(of);
  return text == nullptr ? "unknown error" : Cut(text, 200);
}

ssize_t Append(archive*, void* to, const void* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<ssize_t>(size);
}

}  // namespace

void WriteZip(const fs::path& path, const FileTexts& files) {
  std::string bytes;
  const Writer writer(archive_write_new(), &archive_write_free);
  const auto check = [&](int status) {
    if (status != ARCHIVE_OK)
      throw InvalidInput("cannot write " + Quoted(path) + ": " + ErrorOf(writer.get()));
  };
  check(archive_write_set_format_zip(writer.get()));
  check(archive_write_set_bytes_in_last_block(writer.get(), 1));
  check(archive_write_open(writer.get(), &bytes, nullptr, &Append, nullptr));
  for (const auto& [name, text] : files) {
    const Entry entry(archive_entry_new(), &archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    archive_entry_set_mtime(entry.get(), kDate, 0);
    check(archive_write_header(writer.get(), entry.get()));
    if (archive_write_data(writer.get(), text.data(), text.size()) !=
        static_cast<la_ssize_t>(text.size()))
      check(ARCHIVE_FATAL);
  }
  check(archive_write_close(writer.get()));
  try {
    WriteFileAtomically(path, bytes);
  } catch (const std::exception& error) {
    throw InvalidInput("cannot write " + Quoted(path) + ": " + error.what());
  }
}

FileTexts ReadZip(const fs::path& path) {
  const Reader reader(archive_read_new(), &archive_read_free);
  archive_read_support_format_zip(reader.get());
  const auto fail = [&](const std::string& what) {
    throw InvalidInput(Quoted(path) + ": " + what);
  };
  std::error_code error;
  if (!fs::is_regular_file(path, error)) fail("no such file");
  if (archive_read_open_filename(reader.get(), path.c_str(), 1 << 16) != ARCHIVE_OK)
    fail("no ZIP archive: " + ErrorOf(reader.get()));
  FileTexts files;
  std::uint64_t total = 0;
  std::string last;
  for (archive_entry* entry = nullptr;;) {
    const int status = archive_read_next_header(reader.get(), &entry);
    if (status == ARCHIVE_EOF) break;
    if (status != ARCHIVE_OK) {
      fail((last.empty() ? "no ZIP archive, or damaged in its list of files or at its first file: "
                         : "damaged at the file after '" + last + "': ") +
           ErrorOf(reader.get()));
    }
    const char* given = archive_entry_pathname(entry);
    const std::string name = given == nullptr ? "" : given;
    if (!IsSafeMember(name)) fail("it holds the path " + mercer::Quoted(name));
    if (archive_entry_filetype(entry) != AE_IFREG)
      fail("'" + name + "' is no regular file; expected files alone");
    if (archive_entry_mtime(entry) != kDate)
      fail("'" + name + "' has another date than a bundle's files have: the archive was changed");
    const auto [place, is_new] = files.emplace(name, "");
    if (!is_new) fail("'" + name + "' is in it twice");
    last = name;
    std::array<char, 1 << 16> block;
    for (;;) {
      const la_ssize_t got = archive_read_data(reader.get(), block.data(), block.size());
      if (got == 0) break;
      if (got < 0) fail("'" + name + "' is damaged: " + ErrorOf(reader.get()));
      total += static_cast<std::uint64_t>(got);
      if (total > kMostBytes) fail("its files are more than 4 GiB");
      place->second.append(block.data(), static_cast<std::size_t>(got));
    }
  }
  if (files.empty()) fail("no ZIP archive, or an empty one");
  return files;
}

}  // namespace mercer
