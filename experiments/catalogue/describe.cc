#include "experiments/catalogue/describe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"
#include "core/learners/class_labels.h"

namespace mercer {
namespace {

// A longer list of classes tells nothing.
constexpr std::size_t kMaxClassesShown = 100;

struct Norms {
  double min = 0, mean = 0, max = 0;
};

// Of the rows that have all their values; none where no row has.
std::optional<Norms> NormsOf(const Dataset& data) {
  std::vector<double> norms;
  for (const double square : data.x.SquaredNorms())
    if (!std::isnan(square)) norms.push_back(std::sqrt(square));
  if (norms.empty()) return std::nullopt;
  const auto all = Eigen::Map<const Vector>(norms.data(), static_cast<Index>(norms.size()));
  return Norms{all.minCoeff(), all.mean(), all.maxCoeff()};
}

std::string Short(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

std::string ClassesLine(const LabelSummary& labels) {
  std::vector<std::string> shown;
  if (labels.classes.size() <= kMaxClassesShown)
    for (const auto& [name, count] : labels.classes)
      shown.push_back(name + " " + std::to_string(count));
  return DescribedLine("classes", std::to_string(labels.classes.size()) +
                                      (shown.empty() ? "" : " (" + Join(shown, ", ") + ")"));
}

std::string ValuesLine(const LabelSummary& labels) {
  if (!labels.values) return DescribedLine("labels", "values to predict");
  const LabelValues& values = *labels.values;
  return DescribedLine("labels", "values to predict, " + std::to_string(values.distinct) +
                                     " different, min " + FormatNumber(values.min) + ", mean " +
                                     Short(values.mean) + ", max " + FormatNumber(values.max));
}

using Kind = LabelSummary::Kind;

Kind KindOf(const Manifest& manifest, const Dataset* data) {
  if (manifest.target == "values") return Kind::kValues;
  if (manifest.target == "classes") return Kind::kClasses;
  if (data == nullptr || data->y.size() == 0) return Kind::kUnknown;
  if (!data->class_names.empty()) return Kind::kClasses;
  const auto is_whole = [](double label) { return std::floor(label) == label; };
  const bool whole = std::all_of(data->y.begin(), data->y.end(), is_whole);
  const bool many = !ManyClassesWarning(CountLabels(data->y), data->y.size()).empty();
  return whole && !many ? Kind::kClasses : Kind::kValues;
}

}  // namespace

std::string NameForJson(const std::string& name) { return IsUtf8(name) ? name : Printable(name); }

std::string DescribedLine(const std::string& key, const std::string& text) {
  constexpr std::size_t kWidth = 15;
  return "  " + key + std::string(kWidth - std::min(kWidth, key.size()), ' ') + Printable(text) +
         "\n";
}

std::string LabelsLine(const LabelSummary& labels) {
  switch (labels.kind) {
    case LabelSummary::Kind::kClasses:
      return ClassesLine(labels);
    case LabelSummary::Kind::kValues:
      return ValuesLine(labels);
    case LabelSummary::Kind::kUnknown:
      break;
  }
  return "";
}

void AddLabels(const LabelSummary& labels, nlohmann::ordered_json* json) {
  if (labels.kind == LabelSummary::Kind::kUnknown) return;
  const bool classes = labels.kind == LabelSummary::Kind::kClasses;
  (*json)["target"] = classes ? "classes" : "values";
  for (const auto& [name, count] : labels.classes) (*json)["classes"][NameForJson(name)] = count;
  if (labels.values) {
    (*json)["labels"] = {{"distinct", labels.values->distinct},
                         {"min", labels.values->min},
                         {"mean", labels.values->mean},
                         {"max", labels.values->max}};
  }
}

std::string DescribeText(const Manifest& manifest, const DataOnDisk& disk) {
  const Dataset* data = disk.data;
  std::string text = manifest.name + ": " + manifest.title + "\n";
  if (!manifest.substitutes.empty()) text += DescribedLine("stands in for", manifest.substitutes);
  text += DescribedLine("rows", std::to_string(data != nullptr ? data->x.rows() : manifest.Rows()));
  text += DescribedLine("dimension", std::to_string(manifest.input_dim));
  for (const ManifestFile& file : manifest.files) {
    const std::string known =
        file.sha256.empty() ? ""
                            : ", " + std::to_string(file.bytes) + " bytes, sha256 " + file.sha256;
    text += DescribedLine(
        "part", file.part + ": " + file.file + ", " + std::to_string(file.rows) + " rows" + known);
  }
  if (!disk.parts.empty())
    text += DescribedLine("here", "only the parts " + Join(disk.parts, ", "));
  text += LabelsLine(SummariseLabels(manifest, data));
  if (data != nullptr) {
    const std::optional<Norms> norms = NormsOf(*data);
    const Index missing = MissingValues(data->x);
    text += DescribedLine("non-zeros", Short(100 * Density(data->x)) + " %, stored " +
                                           (data->x.is_sparse() ? "sparse" : "dense"));
    if (missing > 0) text += DescribedLine("missing values", std::to_string(missing));
    if (norms) {
      text += DescribedLine("row norms", "min " + Short(norms->min) + ", mean " +
                                             Short(norms->mean) + ", max " + Short(norms->max));
    }
    text += DescribedLine("sha256", data->sha256 + " (of the contents)");
  }
  text += DescribedLine("licence", manifest.licence);
  if (!manifest.licensed.empty()) text += DescribedLine("to get it", manifest.licensed);
  text += DescribedLine("citation", manifest.citation);
  if (!manifest.note.empty()) text += DescribedLine("note", manifest.note);
  for (const HistoryEntry& entry : disk.history)
    text += DescribedLine("history",
                          entry.file + ": " + entry.how + " " + entry.time + " from " + entry.from);
  return text + DescribedLine("where", disk.where);
}

std::string DescribeJson(const Manifest& manifest, const DataOnDisk& disk) {
  const Dataset* data = disk.data;
  nlohmann::ordered_json json;
  json["name"] = manifest.name;
  json["title"] = manifest.title;
  if (!manifest.substitutes.empty()) json["substitutes"] = manifest.substitutes;
  json["present"] = data != nullptr && disk.parts.empty();
  if (!disk.parts.empty()) json["present_parts"] = disk.parts;
  json["where"] = disk.where;
  json["rows"] = data != nullptr ? data->x.rows() : manifest.Rows();
  json["input_dim"] = manifest.input_dim;
  AddLabels(SummariseLabels(manifest, data), &json);
  if (data != nullptr) {
    const std::optional<Norms> norms = NormsOf(*data);
    json["part_rows"] = data->part_rows;
    json["density"] = Density(data->x);
    json["stored"] = data->x.is_sparse() ? "sparse" : "dense";
    json["missing_values"] = MissingValues(data->x);
    if (norms)
      json["row_norms"] = {{"min", norms->min}, {"mean", norms->mean}, {"max", norms->max}};
    json["sha256"] = data->sha256;
  }
  for (const ManifestFile& file : manifest.files) {
    json["files"].push_back({{"part", file.part},
                             {"file", file.file},
                             {"rows", file.rows},
                             {"bytes", file.bytes},
                             {"sha256", file.sha256}});
  }
  json["licence"] = manifest.licence;
  json["citation"] = manifest.citation;
  if (!manifest.note.empty()) json["note"] = manifest.note;
  for (const HistoryEntry& entry : disk.history) {
    json["history"].push_back({{"file", entry.file},
                               {"how", entry.how},
                               {"from", entry.from},
                               {"time", entry.time},
                               {"sha256", entry.sha256}});
  }
  // A path may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

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
