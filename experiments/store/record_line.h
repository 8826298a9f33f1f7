#ifndef MERCER_EXPERIMENTS_STORE_RECORD_LINE_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_LINE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/store/record.h"

namespace mercer {

/// What a finished trial leaves: identity text and record, with its trace where it has one.
struct RecordLine {
  std::string identity;
  ResultRecord record;
  std::uint64_t checksum = 0;  // of the text that it was read from
};

/// A JSON object on a line, its line end included: schema, identity, the columns that the record
/// has, its trace, and a checksum of all. Of another `copy` the text, and so the checksum, is
/// another one: for a trial that ended twice in the same way.
std::string WriteRecordLine(const RecordLine& line, int copy = 1);

/// Reads a record from JSON of any layout. Nothing where the text is damaged (no JSON, half a line,
/// a value changed by hand), or where it says of a trial that it ended well what CheckNumbers
/// refuses. Throws InvalidInput that names the path where it is whole and of another schema
/// version.
std::optional<RecordLine> ReadRecordLine(std::string_view text, const std::filesystem::path& path);

/// Reads the very form in which WriteRecordLine writes, some ten times as fast as any JSON is read:
/// what ReadRecordLine returns. Nothing for every other text, which may still be a record's.
std::optional<RecordLine> ScanRecordLine(std::string_view text);

/// That a line of records counts no more.
struct Aside {
  std::string trial;     // whose record it is; "" for a line that is damaged
  std::string run;       // that wrote the line
  std::uint64_t of = 0;  // checksum of the line
  std::string why;       // one of the below

  /// An ok record that no longer answers its trial, which has none until it runs again.
  static constexpr const char* kStale = "stale";
  /// A record that another one of the same trial follows.
  static constexpr const char* kReplaced = "replaced";
  /// A record that was not ok and no longer answers its trial, which runs again by itself.
  static constexpr const char* kFailed = "failed";
  /// Damage that a run has told.
  static constexpr const char* kDamaged = "damaged";
};

/// Written and read as records are.
std::string WriteAsideLine(const Aside& aside);
std::optional<Aside> ReadAsideLine(std::string_view text, const std::filesystem::path& path);

/// What a file of records had at some time: by it a file that was cut or changed is known. Empty
/// lines do not count.
struct LineTally {
  std::size_t lines = 0;
  std::uint64_t checksum = 0;  // the sum of those of the lines, whose order does not matter

  /// A line without its end.
  void Add(std::string_view line);
  /// Whole lines.
  void AddAll(std::string_view lines);

  bool operator==(const LineTally&) const = default;
};

/// The number of the 16 hexadecimal digits of a checksum; nothing where they are none.
std::optional<std::uint64_t> ChecksumOfDigits(std::string_view digits);
std::string DigitsOf(std::uint64_t checksum);

/// The checksum of bytes that have none in them: the first 64 bits of their SHA-256.
std::uint64_t ChecksumOfBytes(std::string_view bytes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_LINE_H_
