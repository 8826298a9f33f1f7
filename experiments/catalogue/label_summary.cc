#include "experiments/catalogue/label_summary.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/learners/class_labels.h"

namespace mercer {
namespace {

using Kind = LabelSummary::Kind;

Kind KindOf(const Manifest& manifest, const Dataset* data) {
  if (manifest.target == "values") return Kind::kValues;
  if (manifest.target == "classes") return Kind::kClasses;
  if (data == nullptr || data->y.size() == 0) return Kind::kUnknown;
  if (!data->class_names.empty()) return Kind::kClasses;
  const auto is_whole = [](double label) { return std::floor(label) == label; };
  const bool whole = std::all_of(data->y.begin(), data->y.end(), is_whole);
  const bool many = TooManyForClasses(CountLabels(data->y), data->y.size());
  return whole && !many ? Kind::kClasses : Kind::kValues;
}

}  // namespace

std::vector<std::pair<std::string, Index>> CountClasses(const Dataset& data) {
  std::map<double, Index> counts;
  for (const double label : data.y) ++counts[label];
  std::vector<std::pair<std::string, Index>> classes;
  for (const auto& [label, count] : counts) {
    const auto code = static_cast<std::size_t>(std::max(label, 0.0));
    classes.emplace_back(
        code < data.class_names.size() ? data.class_names[code] : FormatNumber(label), count);
  }
  return classes;
}

LabelSummary SummariseLabels(const Manifest& manifest, const Dataset* data) {
  LabelSummary labels;
  labels.kind = KindOf(manifest, data);
  if (labels.kind == Kind::kClasses) {
    labels.classes.assign(manifest.class_counts.begin(), manifest.class_counts.end());
    if (data != nullptr) labels.classes = CountClasses(*data);
  } else if (labels.kind == Kind::kValues && data != nullptr && data->y.size() > 0) {
    labels.values = {CountLabels(data->y), data->y.minCoeff(), data->y.mean(), data->y.maxCoeff()};
  }
  return labels;
}

}  // namespace mercer
