#include "experiments/config/listing.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/data/generators.h"
#include "core/data/rows/label_rules.h"
#include "core/data/rows/row_steps.h"
#include "core/data/steps/builtin_steps.h"
#include "core/distributed/distributed_learner.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fitting_kernels.h"
#include "core/sequences/builtin_sequences.h"
#include "experiments/config/check/schema_keys.h"
#include "experiments/config/trial/metric_registry.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

OrderedJson ToJson(const ParamValue& value) {
  if (value.is_bool()) return value.AsBool();
  if (value.is_integer()) return value.AsInteger();
  if (value.is_number()) return value.AsNumber();
  if (value.is_text()) return value.AsText();
  return value.Canonical();
}

OrderedJson Describe(const RegistryInfo& info) {
  OrderedJson entry = {{"name", info.name}, {"summary", info.summary}};
  if (!info.citation.empty()) entry["citation"] = info.citation;
  entry["version"] = info.version;
  entry["parameters"] = OrderedJson::array();
  for (const ParamSpec& spec : info.params) {
    OrderedJson param = {{"name", spec.name}, {"rule", spec.Rule()}, {"help", spec.help}};
    if (spec.default_value) {
      param["default"] = ToJson(*spec.default_value);
    } else {
      param["required"] = !spec.optional;
    }
    entry["parameters"].push_back(std::move(param));
  }
  return entry;
}

OrderedJson Traits(const MapTraits& traits) {
  return {{"unbiased", traits.unbiased},
          {"deterministic", traits.deterministic},
          {"data_dependent", traits.data_dependent},
          {"projection", traits.projection},
          {"has_prefix", traits.has_prefix}};
}

template <class Entry>
OrderedJson DescribeAll(const Registry<Entry>& registry) {
  OrderedJson list = OrderedJson::array();
  for (const Entry& entry : registry.entries()) list.push_back(Describe(entry));
  return list;
}

OrderedJson Maps() {
  OrderedJson list = OrderedJson::array();
  for (const MapEntry& entry : MapRegistry().entries()) {
    list.push_back(Describe(entry));
    list.back()["traits"] = Traits(entry.traits);
    list.back()["kernels"] = KernelsFitting(entry);
  }
  return list;
}

OrderedJson Sequences() {
  OrderedJson list = OrderedJson::array();
  for (const SequenceEntry& entry : SequenceRegistry().entries()) {
    list.push_back(Describe(entry));
    if (entry.max_dim >= 0) list.back()["max_dim"] = entry.max_dim;
    list.back()["traits"] = {{"randomised", entry.traits.randomised},
                             {"extensible", entry.traits.extensible},
                             {"interior", entry.traits.interior}};
  }
  return list;
}

OrderedJson Learners() {
  OrderedJson list = OrderedJson::array();
  for (const LearnerEntry& entry : LearnerRegistry().entries()) {
    list.push_back(Describe(entry));
    list.back()["kernel_machine"] = entry.kernel_machine;
  }
  return list;
}

OrderedJson Metrics() {
  OrderedJson list = OrderedJson::array();
  for (const MetricEntry& entry : MetricRegistry().entries()) {
    list.push_back({{"name", entry.name}, {"summary", entry.summary}, {"column", entry.column}});
  }
  return list;
}

OrderedJson Datasets(const Catalogue& catalogue) {
  OrderedJson list = OrderedJson::array();
  for (const Manifest& manifest : catalogue.manifests()) {
    OrderedJson entry = {{"name", manifest.name},           {"summary", manifest.title},
                         {"citation", manifest.citation},   {"rows", manifest.Rows()},
                         {"input_dim", manifest.input_dim}, {"parts", manifest.Parts()}};
    if (!manifest.substitutes.empty()) entry["substitutes"] = manifest.substitutes;
    list.push_back(std::move(entry));
  }
  return list;
}

OrderedJson Configs() {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path root = ShareDir() / "configs";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  OrderedJson list = OrderedJson::array();
  for (const std::filesystem::path& path : paths) {
    const std::optional<std::string> text = TryReadRegularFile(path);
    const OrderedJson config =
        (text ? ParseJson(*text, Comments::kIgnored) : std::nullopt).value_or(OrderedJson());
    const std::string name = TextOf(config, "experiment");
    if (name.empty()) continue;  // the schema, claims
    const OrderedJson* paper = Member(config, "paper");
    std::string summary = TextOf(config, "description");
    if (summary.empty() && paper != nullptr) {
      summary = TextOf(*paper, "citekey") + ", " + TextOf(*paper, "location");
    }
    list.push_back(
        {{"name", name},
         {"summary", summary},
         {"path",
          (std::filesystem::path("configs") / path.lexically_relative(root)).generic_string()}});
  }
  return list;
}

OrderedJson Keys() {
  return ConfigKeys(ShareDir() / "configs" / "schema" / "experiment.schema.json");
}

struct Topic {
  const char* name;
  OrderedJson (*entries)(const Catalogue& catalogue);
};

const Topic kTopics[] = {
    {"kernels", [](const Catalogue&) { return DescribeAll(KernelRegistry()); }},
    {"maps", [](const Catalogue&) { return Maps(); }},
    {"learners", [](const Catalogue&) { return Learners(); }},
    {"distributed_learners",
     [](const Catalogue&) { return DescribeAll(DistributedLearnerRegistry()); }},
    {"sequences", [](const Catalogue&) { return Sequences(); }},
    {"datasets", Datasets},
    {"formats", [](const Catalogue&) { return DescribeAll(DataFormatRegistry()); }},
    {"generators", [](const Catalogue&) { return DescribeAll(GeneratorRegistry()); }},
    {"labels", [](const Catalogue&) { return DescribeAll(LabelRuleRegistry()); }},
    {"rows", [](const Catalogue&) { return DescribeAll(RowStepRegistry()); }},
    {"preprocess", [](const Catalogue&) { return DescribeAll(PreprocessRegistry()); }},
    {"metrics", [](const Catalogue&) { return Metrics(); }},
    {"configs", [](const Catalogue&) { return Configs(); }},
    {"keys", [](const Catalogue&) { return Keys(); }},
};

OrderedJson EntriesOf(const std::string& topic, const Catalogue& catalogue) {
  for (const Topic& known : kTopics) {
    if (topic == known.name) return known.entries(catalogue);
  }
  throw InvalidInput(UnknownName("list", topic, ListTopics()));
}

std::string InWords(const OrderedJson& value) {
  if (value.is_number_float()) return FormatNumber(value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string ParameterLine(const OrderedJson& param) {
  std::string line = "    " + InWords(param["name"]) + ": " + InWords(param["rule"]);
  if (param.contains("default")) {
    line += "; default " + InWords(param["default"]);
  } else {
    line += param["required"].get<bool>() ? "; required" : "; optional";
  }
  return line + " (" + InWords(param["help"]) + ")\n";
}

// "traits: unbiased, has_prefix": the names of those that hold.
std::string TraitsLine(const OrderedJson& traits) {
  std::vector<std::string> held;
  for (const auto& [name, holds] : traits.items()) {
    if (holds.get<bool>()) held.push_back(name);
  }
  return "    traits: " + (held.empty() ? "none" : Join(held, ", ")) + "\n";
}

// A cell of a table of Markdown, in which a bar would end it.
std::string Cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\\');
  return " " + text + (text.empty() ? "|" : " |");
}

// {"name": "gaussian", "sigma": 2}: with a blank behind each comma and colon.
std::string OnOneLine(const OrderedJson& value) {
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> items;
  for (const auto& [key, item] : value.items()) {
    const std::string name = value.is_object() ? OrderedJson(key).dump() + ": " : "";
    items.push_back(name + OnOneLine(item));
  }
  const std::string inner = Join(items, ", ");
  return value.is_object() ? "{" + inner + "}" : "[" + inner + "]";
}

std::string ParameterRow(const OrderedJson& param, bool has_examples) {
  std::string fallback = "required";
  if (const OrderedJson* value = Member(param, "default")) {
    fallback = InWords(*value);
  } else if (!param["required"].get<bool>()) {
    fallback = "optional";
  }
  std::string row = "|" + Cell("`" + InWords(param["name"]) + "`") + Cell(InWords(param["rule"])) +
                    Cell(fallback) + Cell(InWords(param["help"]));
  if (!has_examples) return row + "\n";
  const OrderedJson* example = Member(param, "example");
  return row +
         Cell(example == nullptr ? ""
                                 : "`" + param["name"].dump() + ": " + OnOneLine(*example) + "`") +
         "\n";
}

std::string ParameterTable(const OrderedJson& params) {
  const bool has_examples = std::any_of(params.begin(), params.end(), [](const OrderedJson& param) {
    return param.contains("example");
  });
  std::string table = has_examples ? "\n| key | value | default | meaning | example |\n"
                                     "|---|---|---|---|---|\n"
                                   : "\n| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const OrderedJson& param : params) table += ParameterRow(param, has_examples);
  return table;
}

}  // namespace

std::vector<std::string> ListTopics() {
  std::vector<std::string> names;
  for (const Topic& topic : kTopics) names.emplace_back(topic.name);
  return names;
}

std::string ListAsText(const std::string& topic, const Catalogue& catalogue) {
  std::string text;
  for (const OrderedJson& entry : EntriesOf(topic, catalogue)) {
    text += InWords(entry["name"]) + "\n";
    for (const auto& [key, value] : entry.items()) {
      if (key == "name" || key == "version") continue;
      if (key == "parameters") {
        for (const OrderedJson& param : value) text += ParameterLine(param);
      } else if (key == "summary") {
        text += "    " + InWords(value) + "\n";
      } else if (key == "traits") {
        text += TraitsLine(value);
      } else if (key == "parts" || key == "kernels") {
        text += "    " + key + ": " + Join(value.get<std::vector<std::string>>(), ", ") + "\n";
      } else {
        text += "    " + key + ": " + InWords(value) + "\n";
      }
    }
  }
  return text;
}

std::string ListAsMarkdown(const std::string& topic, const Catalogue& catalogue) {
  std::string text;
  for (const OrderedJson& entry : EntriesOf(topic, catalogue)) {
    text += (text.empty() ? "## `" : "\n## `") + InWords(entry["name"]) + "`\n";
    const std::string summary = InWords(entry["summary"]);
    if (!summary.empty()) text += "\n" + summary + "\n";
    const OrderedJson* params = Member(entry, "parameters");
    if (params != nullptr && !params->empty()) text += ParameterTable(*params);
  }
  return text;
}

std::string ListAsJson(const std::string& topic, const Catalogue& catalogue) {
  return EntriesOf(topic, catalogue).dump(2) + "\n";
}

}  // namespace mercer
