#ifndef MERCER_EXPERIMENTS_STORE_TRIAL_SCAN_H_
#define MERCER_EXPERIMENTS_STORE_TRIAL_SCAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/store/record.h"

namespace mercer {

/// What a finished trial leaves: identity text and record, with its trace where it has one.
struct TrialFile {
  std::string identity;
  ResultRecord record;
  std::uint64_t checksum = 0;  // of the text that it was read from
};

/// The trial of a text in the very form in which WriteTrialText writes it, read some ten times as
/// fast as any JSON is: what ReadTrialText returns. Nothing for every other text, which may still
/// be a trial's.
std::optional<TrialFile> ScanTrialText(std::string_view text);

/// Length of `,"checksum":"0123456789abcdef"}`.
inline constexpr std::size_t kChecksumTail = 31;

/// The checksum in which an object without white space ends; nothing where that is not the right
/// one, or the text ends in something else.
std::optional<std::uint64_t> ChecksumAtEnd(std::string_view text);

/// The number of the 16 hexadecimal digits of a checksum; nothing where they are none.
std::optional<std::uint64_t> ChecksumOfDigits(std::string_view digits);

/// The checksum of bytes that have none in them: the first 64 bits of their SHA-256.
std::uint64_t ChecksumOfBytes(std::string_view bytes);

/// Whether CheckNumbers lets pass what is said of a trial that ended well: records of older
/// versions may hold what it refuses.
bool AreNumbersSound(const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_TRIAL_SCAN_H_
