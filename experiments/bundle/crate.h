#ifndef MERCER_EXPERIMENTS_BUNDLE_CRATE_H_
#define MERCER_EXPERIMENTS_BUNDLE_CRATE_H_

#include <string>
#include <vector>

#include "experiments/bundle/zip_file.h"
#include "experiments/store/store.h"

namespace mercer {

/// A results folder in a bundle: its path there and its contents.
struct BundledFolder {
  std::string path;
  const ResultFolder* results = nullptr;
};

/// The text of ro-crate-metadata.json: an RO-Crate 1.1 of all files, with the profile Process Run
/// Crate 0.5 (https://w3id.org/ro/wfrun/process/0.5). It has an action for each run, with the
/// program and its commit as instrument, the config as object and the records as result.
std::string CrateText(const std::vector<BundledFolder>& folders, const FileTexts& files);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_BUNDLE_CRATE_H_
