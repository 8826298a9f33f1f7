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

/// Makes a ZIP archive that holds, for each results folder, <experiment>/config.json (the text of
/// its newest run), reported.csv, NOTES.md of its paper where there is one, trials.csv, context/,
/// summary.csv and report.md; and ARTIFACT.md (AppendixText), ro-crate-metadata.json (CrateText)
/// and SHA256SUMS, a line for every other file. Equal results make equal bytes. Throws InvalidInput
/// for a folder without results, a damaged one, one without a context, two of one experiment, and
/// where the archive cannot be written.
Bundled MakeBundle(const std::vector<std::filesystem::path>& folders,
                   const std::filesystem::path& output);

/// Unpacks a bundle into `to`, an empty folder, and returns the results folders in it. Throws
/// InvalidInput, naming the file, where one is damaged, absent, or other than SHA256SUMS says.
std::vector<std::filesystem::path> OpenBundle(const std::filesystem::path& archive,
                                              const std::filesystem::path& to);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_BUNDLE_BUNDLE_H_
