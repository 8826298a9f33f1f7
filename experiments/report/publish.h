#ifndef MERCER_EXPERIMENTS_REPORT_PUBLISH_H_
#define MERCER_EXPERIMENTS_REPORT_PUBLISH_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mercer {

/// What a published folder holds.
struct Published {
  std::size_t trials = 0, of = 0;               // of the config
  std::vector<std::string> runs{};              // that made a record that is kept, oldest first
  std::vector<std::string> without_passport{};  // of these; their times cannot be normalised
  std::vector<std::string> without_log{};       // of these: older programs kept none
};

/// Makes the folder that is committed, results/<experiment>, of a finished one: trials.csv with the
/// records of the config's trials, the contexts of the runs that made them, and summary.csv and
/// report.md of these. What was published there is replaced as one step.
///
/// `from` is a working folder, or one that MergeFolders made of published ones. Throws InvalidInput
/// with the reason, and changes nothing, where
/// - a trial of the config has no record or a stale one, unless `partial`: then partial.json, and
///   by it every report of the folder, says how many of how many trials are there;
/// - a record is damaged or has a status that is none;
/// - a run of a kept record has no context, one that is damaged or of another experiment, no commit
///   of 40 hex digits, or is of a program built from a tree with changes;
/// - two records were made with other data of one data set, or, where `from` has no identities that
///   tell, by runs with other configs;
/// - `to` is not results/<experiment>, is a working folder, or holds anything else.
Published Publish(const std::filesystem::path& from, const std::filesystem::path& to,
                  bool partial = false);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PUBLISH_H_
