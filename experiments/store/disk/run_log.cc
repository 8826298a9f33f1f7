#include "experiments/store/disk/run_log.h"

#include <zlib.h>

#include <cstdint>

#include "core/base/error.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// zlib counts in 32 bits; a log has less than a kilobyte for each trial.
constexpr std::uint64_t kMostLogBytes = std::uint64_t{1} << 31;

/// One member of gzip, without a name or a time.
std::string Gzip(std::string text) {
  constexpr int kGzipOnly = MAX_WBITS + 16, kMemory = 8;
  z_stream stream{};
  MERCER_CHECK(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipOnly, kMemory,
                            Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  MERCER_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

fs::path RunLogPath(const fs::path& folder, const std::string& run_id) {
  return folder / "log" / (run_id + ".jsonl");
}

fs::path PackedRunLogPath(const fs::path& folder, const std::string& run_id) {
  return folder / "log" / (run_id + kPackedLogSuffix);
}

std::optional<std::string> PackedRunLog(const fs::path& folder, const std::string& run_id) {
  if (std::optional<std::string> text = ReadText(RunLogPath(folder, run_id), kMostLogBytes))
    return Gzip(*std::move(text));
  return ReadText(PackedRunLogPath(folder, run_id), kMostLogBytes);
}

}  // namespace mercer
