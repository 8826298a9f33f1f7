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

/// The part of a data set that is on this machine.
struct DataOnDisk {
  const Dataset* data = nullptr;     // the parts present; null if there are none
  std::vector<std::string> parts{};  // their names; empty: all
  std::string where{};               // the folder, or how to get what is missing
  std::vector<HistoryEntry> history{};
};

/// The text that `mercer data info` prints for a data set: title, shape, classes and counts (for
/// values to predict: number of distinct values, range and mean), sparsity, norms of the rows,
/// sha256, parts, origin and history. If its files are missing: what the manifest states.
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

/// A summary of a data set's labels.
struct LabelSummary {
  enum class Kind { kUnknown, kClasses, kValues };
  Kind kind = Kind::kUnknown;
  std::vector<std::pair<std::string, Index>> classes{};  // name → rows; empty for values
  std::optional<LabelValues> values{};                   // set if the rows are present
};

/// Classes or values, as the manifest says. If it does not, names are classes; numbers are classes
/// if a classifier would accept them: whole numbers, and not almost as many as rows. `data` is null
/// if the rows are missing: the classes are then the manifest's.
LabelSummary SummariseLabels(const Manifest& manifest, const Dataset* data);

/// A name from a file as JSON shows it: bytes that are not UTF-8 are written as \xNN, so that
/// different names stay different.
std::string NameForJson(const std::string& name);

/// A line of a description, safe for a terminal: "  rows           12960\n".
std::string DescribedLine(const std::string& key, const std::string& text);

/// The line for labels: "  classes        2 (1 30, 2 40)\n", or for values "  labels  …"; "" if
/// nothing is known.
std::string LabelsLine(const LabelSummary& labels);

/// Adds the same to a JSON object.
void AddLabels(const LabelSummary& labels, nlohmann::ordered_json* json);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_
