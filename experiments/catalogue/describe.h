#ifndef MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/data/dataset.h"
#include "experiments/catalogue/dataset_folder.h"
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

/// Class name (or label) → rows, in the order of the labels.
std::vector<std::pair<std::string, Index>> CountClasses(const Dataset& data);

/// The labels of a regression.
struct LabelValues {
  Index distinct = 0;
  double min = 0, mean = 0, max = 0;
};

/// What the labels of a data set are.
struct LabelSummary {
  enum class Kind { kUnknown, kClasses, kValues };
  Kind kind = Kind::kUnknown;
  std::vector<std::pair<std::string, Index>> classes{};  // name → rows; empty for values
  std::optional<LabelValues> values{};                   // where the rows are here
};

/// Classes or values as the manifest says; where it does not, names are classes, and numbers are
/// where a learner of classes would take them: whole, and not next to as many as rows. `data` is
/// null where the rows are not here: the classes are then the manifest's.
LabelSummary SummariseLabels(const Manifest& manifest, const Dataset* data);

/// "  classes        2 (1 30, 2 40)\n", or of values "  labels  …"; "" where nothing is known.
std::string LabelsLine(const LabelSummary& labels);

/// The same as keys of a JSON object.
void AddLabels(const LabelSummary& labels, nlohmann::ordered_json* json);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_
