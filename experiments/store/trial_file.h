#ifndef MERCER_EXPERIMENTS_STORE_TRIAL_FILE_H_
#define MERCER_EXPERIMENTS_STORE_TRIAL_FILE_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/store/record.h"
#include "experiments/store/trial_scan.h"

namespace mercer {

/// A JSON object on a line, its line end included: schema, identity, the columns that the record
/// has, its trace, and a checksum of all. Of another `copy` the text, and so the checksum, is
/// another one: for a trial that ended twice in the same way.
std::string WriteTrialText(const TrialFile& trial, int copy = 1);

/// Of a text in any layout. Nothing where it is damaged (no JSON, half a line, a value changed by
/// hand), or where it says of a trial that it ended well what CheckNumbers refuses. Throws
/// InvalidInput that names the path where it is whole and of another schema version.
std::optional<TrialFile> ReadTrialText(std::string_view text, const std::filesystem::path& path);

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
  /// No record: told once.
  static constexpr const char* kDamaged = "damaged";
};

/// The same forms as those of a trial.
std::string WriteAsideText(const Aside& aside);
std::optional<Aside> ReadAsideText(std::string_view text, const std::filesystem::path& path);

/// context/<run-id>.json: the text of an object with a checksum of all as its first member, and the
/// run's id.
std::string WriteContextText(const std::string& json, const std::string& run_id);
/// Whether the text is that of the run as it was written; of one without a checksum, as they were
/// once written and as published ones may be, whether it is an object.
bool IsWholeContext(const std::string& text, const std::string& run_id);

/// grid.json: the experiment and its trials in grid order, known before the first of them has run.
struct GridFile {
  std::string experiment;
  std::vector<std::string> trials;
};
std::string WriteGridText(const GridFile& grid);
/// Nothing where the text is damaged or something else than a grid, or its trials are no list of
/// names, each once.
std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_TRIAL_FILE_H_
