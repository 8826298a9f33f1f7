#ifndef MERCER_EXPERIMENTS_REPORT_PUBLISH_H_
#define MERCER_EXPERIMENTS_REPORT_PUBLISH_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mercer {

/// The contents of a published folder.
struct Published {
  std::size_t trials = 0, of = 0;               // trials published, of how many in the config
  std::vector<std::string> runs{};              // the runs of the published records, oldest first
  std::vector<std::string> without_passport{};  // runs without a passport, whose times cannot be
                                                // normalised
  std::vector<std::string> without_log{};       // runs without a log; older programs kept none
};

/// Makes the folder that is committed, results/<experiment>, from a finished results folder:
/// trials.csv with the records of the config's trials, the contexts of the runs that made them, and
/// summary.csv and report.md made from these. An already published folder is replaced in one step.
///
/// `from` is a working folder, or one that MergeFolders made from published ones. Throws
/// InvalidInput with the reason, and changes nothing, if
/// - a trial of the config has no record or a stale one, unless `partial` is set: then
///   partial.json, and through it every report of the folder, says how many of how many trials are
///   published;
/// - no trial is ok: a run without its data skips every trial;
/// - a record is damaged or has an unknown status;
/// - the run of a published record has no context, a damaged one, or one of another experiment; has
///   no commit of 40 hex digits; or used a program built from a tree with changes;
/// - two runs of published records used programs of different commits;
/// - two records were made with different data of one data set, or, if `from` has no identities to
///   show this, by runs with different configs;
/// - a trial ran with other values than its tuning trial chose;
/// - an ok trial of the published folder would be lost;
/// - a published `from` is not as it was published, by its hashes;
/// - `to` is not results/<experiment>, is a working folder, or contains anything else.
///
/// If only the hashes of the new folder cannot be written, it throws after the folder was replaced;
/// the same call then writes them.
Published Publish(const std::filesystem::path& from, const std::filesystem::path& to,
                  bool partial = false);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PUBLISH_H_
