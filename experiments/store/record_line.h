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

/// The result of a finished trial: identity text and record, with its trace if it has one.
struct RecordLine {
  std::string identity;
  ResultRecord record;
  std::uint64_t checksum = 0;  // of the text that it was read from
};

/// A JSON object on one line, with a line end: schema, identity, the columns that the record has,
/// its trace, and a checksum of everything. Another `copy` gives another text, and so another
/// checksum, for a trial that ended twice in the same way.
std::string WriteRecordLine(const RecordLine& line, int copy = 1);

/// Reads a record from JSON of any layout. nullopt if the text is damaged (not JSON, incomplete, or
/// a value was changed by hand), or if it says that a trial ended well but CheckNumbers refuses it.
/// Throws InvalidInput, naming the path, if it is intact but has another schema version.
std::optional<RecordLine> ReadRecordLine(std::string_view text, const std::filesystem::path& path);

/// Reads exactly the form that WriteRecordLine writes, about ten times as fast as general JSON.
/// Returns the same as ReadRecordLine; nullopt for any other text, which may still be a record.
std::optional<RecordLine> ScanRecordLine(std::string_view text);

/// An entry saying that a line of records no longer counts.
struct DiscardLine {
  std::string trial;     // the trial of the record; "" for a damaged line
  std::string run;       // the run that wrote the line
  std::uint64_t of = 0;  // checksum of the line
  std::string why;       // one of the constants below

  /// An ok record that no longer matches its trial; the trial has no record until it runs again.
  static constexpr const char* kStale = "stale";
  /// A record that is followed by another one of the same trial.
  static constexpr const char* kReplaced = "replaced";
  /// A record that was not ok and no longer matches its trial, which runs again in any case.
  static constexpr const char* kFailed = "failed";
  /// Damage that a run has already reported.
  static constexpr const char* kDamaged = "damaged";
};

/// Written and read as records are.
std::string WriteDiscardLine(const DiscardLine& discarded);
std::optional<DiscardLine> ReadDiscardLine(std::string_view text,
                                           const std::filesystem::path& path);

/// The state of a file of records at some time, used to detect that it was cut or changed. Empty
/// lines do not count.
struct LineTally {
  std::size_t lines = 0;
  std::uint64_t checksum = 0;  // the sum of the checksums of the lines, independent of their order

  /// Adds a line without its line end.
  void Add(std::string_view line);
  /// Adds complete lines.
  void AddAll(std::string_view lines);

  bool operator==(const LineTally&) const = default;
};

/// The number written as the 16 hexadecimal digits of a checksum; nullopt if they are not such
/// digits.
std::optional<std::uint64_t> ChecksumOfDigits(std::string_view digits);
std::string DigitsOf(std::uint64_t checksum);

/// The checksum of bytes that contain no checksum: the first 64 bits of their SHA-256.
std::uint64_t ChecksumOfBytes(std::string_view bytes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_LINE_H_
