#include "experiments/catalogue/describe_file.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/data_table.h"
#include "core/data/files/guess_format.h"
#include "core/data/formats/data_format.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/npy_reader.h"
#include "core/data/rows/labelled_rows.h"
#include "experiments/catalogue/describe.h"

namespace mercer {
namespace {

const ParamSpec* SpecOf(const DataFormat& format, const std::string& name) {
  for (const ParamSpec& spec : format.params)
    if (spec.name == name) return &spec;
  return nullptr;
}

// What to try one after the other: as asked, then with missing values taken as such. The first that
// can be read stands.
std::vector<Params> WaysToRead(const DataFormat& format, const Params& given) {
  std::vector<Params> ways{given};
  if (SpecOf(format, "missing") == nullptr || given.Find("missing") != nullptr) return ways;
  const bool signs =
      SpecOf(format, "missing_values") != nullptr && given.Find("missing_values") == nullptr;
  for (const bool with_signs : {false, true}) {
    if (with_signs && !signs) break;
    for (const char* rule : {"keep", "category"}) {
      ways.push_back(given);
      ways.back().Set("missing", rule);
      if (with_signs)
        ways.back().Set("missing_values",
                        ParamValue::List{"", "?", "NaN", "nan", "NA", "N/A", "null", "NULL"});
    }
  }
  return ways;
}

DataTable ReadAnyWay(const std::string& path, const DataFormat& format,
                     const std::vector<DataFile>& files, NamedParams* read) {
  std::optional<InvalidInput> first;
  for (const Params& params : WaysToRead(format, read->params)) {
    try {
      DataTable table = ReadTable(format.name, files, params, 0);
      read->params = params;
      return table;
    } catch (const InvalidInput& fault) {
      if (!first) first = fault;
    }
  }
  if (!first) throw InvalidInput(path + " cannot be read");
  throw InvalidInput(*first);
}

std::string Per(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g %%", 100 * share);
  return text;
}

double MissingShare(const Examples& x, Index missing) {
  return static_cast<double>(missing) /
         (static_cast<double>(x.rows()) * static_cast<double>(x.cols()));
}

}  // namespace

FileFacts ReadFileFacts(const std::string& path, const NamedParams& format) {
  FileFacts facts{path, format};
  const DataFormat& entry =
      format.name.empty() ? FormatOfFile(path) : DataFormatRegistry().Get(format.name);
  facts.format.name = entry.name;
  std::vector<DataFile> files{{entry.roles.front().name, path, ReadDataFile(path)}};
  const std::string labels = path + ".labels";
  std::error_code ignored;
  facts.has_labels = entry.name != "npy" || std::filesystem::exists(labels, ignored);
  if (SpecOf(entry, "header") != nullptr && facts.format.params.Find("header") == nullptr &&
      facts.format.params.Find("columns") == nullptr &&
      FirstLineNamesColumns(files.front().bytes, true))
    facts.format.params.Set("header", true);
  facts.data.name = path;
  facts.data.sha256 = Sha256Hex(files.front().bytes);
  if (!facts.has_labels) {
    facts.data.x = ReadNpyRows(files.front().bytes, path);
    return facts;
  }
  if (entry.name == "npy") files.push_back({"labels", labels, ReadDataFile(labels)});
  DataTable table = ReadAnyWay(path, entry, files, &facts.format);
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    if (table.columns[j].values.empty()) continue;
    const std::string& name = table.columns[j].name;
    facts.names.push_back(name.empty() ? std::to_string(j + 1) : name);
  }
  const ParamValue* label = facts.format.params.Find("label");
  facts.has_labels = label == nullptr || !label->is_text() || label->AsText() != "none";
  facts.data.x = std::move(table.x);
  facts.data.y = std::move(table.y);
  facts.data.class_names = std::move(table.class_names);
  return facts;
}

std::string DescribeFileText(const FileFacts& facts) {
  const Examples& x = facts.data.x;
  const Index missing = MissingValues(x);
  std::string text =
      facts.path + "\n" + DescribedLine("format", facts.format.Canonical()) +
      DescribedLine("rows", std::to_string(x.rows())) +
      DescribedLine("columns",
                    std::to_string(x.cols()) +
                        (facts.names.empty() ? "" : ", of names: " + Join(facts.names, ", ")));
  text += facts.has_labels ? LabelsLine(SummariseLabels({}, &facts.data))
                           : DescribedLine("labels", "none");
  text += DescribedLine("non-zeros",
                        Per(Density(x)) + ", stored " + (x.is_sparse() ? "sparse" : "dense"));
  text += DescribedLine(
      "missing values",
      missing == 0 ? "none" : std::to_string(missing) + " (" + Per(MissingShare(x, missing)) + ")");
  return text + DescribedLine("sha256", facts.data.sha256 + " (of the contents)");
}

std::string DescribeFileJson(const FileFacts& facts) {
  const Examples& x = facts.data.x;
  nlohmann::ordered_json json;
  json["path"] = facts.path;
  json["format"] = facts.format.name;
  if (!facts.format.params.empty()) json["format_params"] = facts.format.params.Canonical();
  json["rows"] = x.rows();
  json["columns"] = x.cols();
  json["columns_of_names"] = nlohmann::ordered_json::array();
  for (const std::string& name : facts.names) json["columns_of_names"].push_back(NameForJson(name));
  if (facts.has_labels) AddLabels(SummariseLabels({}, &facts.data), &json);
  json["density"] = Density(x);
  json["stored"] = x.is_sparse() ? "sparse" : "dense";
  json["missing_values"] = MissingValues(x);
  json["sha256"] = facts.data.sha256;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mercer
