#ifndef MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "experiments/catalogue/history.h"
#include "experiments/catalogue/manifest.h"

namespace mercer {

/// What is on this machine of a data set.
struct DataOnDisk {
  const Dataset* data = nullptr;     // the parts that are here; null where none is
  std::vector<std::string> parts{};  // their names; empty: all
  std::string where{};               // the folder, or how to get what is absent
  std::vector<HistoryEntry> history{};
};

/// What `mercer data info` prints of a data set: title, shape, classes and counts (of values
/// to predict: how many differ, range and mean), sparsity, norms of the rows, sha256, parts, origin
/// and history. Where its files are not here: what the manifest promises.
std::string DescribeText(const Manifest& manifest, const DataOnDisk& disk);

/// The same as one JSON object.
std::string DescribeJson(const Manifest& manifest, const DataOnDisk& disk);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_
