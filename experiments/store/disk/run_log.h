#ifndef MERCER_EXPERIMENTS_STORE_DISK_RUN_LOG_H_
#define MERCER_EXPERIMENTS_STORE_DISK_RUN_LOG_H_

#include <filesystem>
#include <optional>
#include <string>

namespace mercer {

/// Where a run writes its events (JsonLog) in a working folder: log/<run-id>.jsonl.
std::filesystem::path RunLogPath(const std::filesystem::path& folder, const std::string& run_id);

/// End of the names of logs in published folders.
inline constexpr const char* kPackedLogSuffix = ".jsonl.gz";

/// The same log in a published folder, packed by gzip: log/<run-id>.jsonl.gz.
std::filesystem::path PackedRunLogPath(const std::filesystem::path& folder,
                                       const std::string& run_id);

/// The bytes of a run's packed log, whether the folder has it packed or not. Equal logs give equal
/// bytes. Nothing where the folder has no log of the run that can be read.
std::optional<std::string> PackedRunLog(const std::filesystem::path& folder,
                                        const std::string& run_id);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_RUN_LOG_H_
