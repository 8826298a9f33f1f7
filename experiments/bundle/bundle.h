#ifndef MERCER_EXPERIMENTS_BUNDLE_BUNDLE_H_
#define MERCER_EXPERIMENTS_BUNDLE_BUNDLE_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace mercer {

struct Bundled {
  std::size_t files = 0, trials = 0;
};

/// Makes a ZIP archive. For each results folder it contains <experiment>/config.json (the text of
/// the newest run), reported.csv, NOTES.md of its paper if there is one, trials.csv, partial.json
/// if trials of its config are missing, context/, summary.csv and report.md. It also contains
/// ARTIFACT.md (AppendixText), ro-crate-metadata.json (CrateText) and SHA256SUMS, with a line for
/// every other file. Equal results give equal bytes. Throws InvalidInput for a folder without
/// results, a damaged one, one without a context, and two of one experiment, and if the archive
/// cannot be written.
Bundled MakeBundle(const std::vector<std::filesystem::path>& folders,
                   const std::filesystem::path& output);

/// Extracts a bundle into `to`, an empty folder, and returns the results folders in it. Throws
/// InvalidInput, naming the file, if one is damaged or missing, or differs from SHA256SUMS.
std::vector<std::filesystem::path> OpenBundle(const std::filesystem::path& archive,
                                              const std::filesystem::path& to);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_BUNDLE_BUNDLE_H_
