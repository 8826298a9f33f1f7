#include "experiments/report/cells/provenance.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace mercer {
namespace {

using Json = nlohmann::json;

Json Parse(const std::string& text, const std::string& what) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false, /*ignore_comments=*/true);
  if (json.is_discarded() || !json.is_object()) {
    throw InvalidInput(what + " is no JSON object");
  }
  return json;
}

std::string Text(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::vector<std::string> Texts(const Json& object, const char* key) {
  std::vector<std::string> out;
  const auto it = object.find(key);
  if (it == object.end() || !it->is_array()) return out;
  for (const Json& item : *it) {
    if (item.is_string()) out.push_back(item.get<std::string>());
  }
  return out;
}

std::vector<std::string> Names(const Json& object, const char* list, const char* key) {
  std::vector<std::string> out;
  const auto it = object.find(list);
  if (it == object.end() || !it->is_array()) return out;
  for (const Json& item : *it) {
    if (item.is_object()) out.push_back(Text(item, key));
  }
  return out;
}

// A method's map is its name alone or an object with parameters.
std::map<std::string, std::string> MapNames(const Json& config) {
  std::map<std::string, std::string> out;
  const auto methods = config.find("methods");
  if (methods == config.end() || !methods->is_array()) return out;
  for (const Json& method : *methods) {
    if (!method.is_object() || !method.contains("map")) continue;
    const Json& map = method["map"];
    const std::string name = map.is_object() ? Text(map, "name") : Text(method, "map");
    if (!name.empty()) out[Text(method, "id")] = name;
  }
  return out;
}

std::vector<FittedCells> FittedOf(const Json& paper) {
  std::vector<FittedCells> out;
  const auto list = paper.find("fitted");
  if (list == paper.end() || !list->is_array()) return out;
  for (const Json& cells : *list) {
    if (!cells.is_object()) continue;
    const auto size = cells.find("D");
    const bool has_size = size != cells.end() && size->is_number_integer();
    out.push_back(
        {Text(cells, "method"), Text(cells, "dataset"), has_size ? size->get<std::int64_t>() : 0});
  }
  return out;
}

// A split is "official" or an object; that of given rows draws nothing.
bool IsSplitDrawn(const Json& dataset) {
  const auto split = dataset.find("split");
  if (split == dataset.end() || *split == "official") return false;
  return !split->is_object() || !split->contains("train_rows");
}

bool AreHalvesDrawn(const Json& labels) {
  if (labels.is_array()) return std::any_of(labels.begin(), labels.end(), AreHalvesDrawn);
  if (labels.is_string()) return labels == "random_halves";
  return labels.is_object() && Text(labels, "name") == "random_halves" &&
         !labels.contains("halves");
}

// A data set may stand in the list several times.
std::map<std::string, bool> DrawnData(const Json& config) {
  std::map<std::string, bool> out;
  const auto datasets = config.find("datasets");
  if (datasets == config.end() || !datasets->is_array()) return out;
  for (const Json& dataset : *datasets) {
    if (!dataset.is_object()) continue;
    const auto labels = dataset.find("labels");
    bool& is_drawn = out[Text(dataset, "name")];
    is_drawn =
        is_drawn || IsSplitDrawn(dataset) || (labels != dataset.end() && AreHalvesDrawn(*labels));
  }
  return out;
}

GramDraws GramDrawsOf(const Json& config) {
  GramDraws out;
  const auto gram = config.find("gram");
  if (gram == config.end() || !gram->is_object()) return out;
  const auto number = [&](const char* key) -> std::int64_t {
    const auto it = gram->find(key);
    return it != gram->end() && it->is_number_integer() ? it->get<std::int64_t>() : 0;
  };
  out.rows = number("rows");
  out.sampled = number("sampled") > 0;
  return out;
}

void ReadConfigText(const Json& config, Provenance& provenance) {
  if (const auto paper = config.find("paper"); paper != config.end() && paper->is_object()) {
    provenance.citekey = Text(*paper, "citekey");
    provenance.location = Text(*paper, "location");
    provenance.fitted = FittedOf(*paper);
    provenance.is_scored = paper->value("scored", Json(true)) != Json(false);
  }
  provenance.deviations = Texts(config, "deviations");
  provenance.is_data_drawn = DrawnData(config);
  provenance.gram = GramDrawsOf(config);
  provenance.datasets = Names(config, "datasets", "name");
  provenance.kernels = Names(config, "kernels", "name");
  provenance.methods = Names(config, "methods", "id");
  provenance.maps = MapNames(config);
  const auto protocol = config.find("protocol");
  if (protocol == config.end() || !protocol->is_object()) return;
  const auto train = Texts(*protocol, "train_time");
  const auto test = Texts(*protocol, "test_time");
  if (!train.empty()) provenance.train_time_phases = train;
  if (!test.empty()) provenance.test_time_phases = test;
}

// One line for people; keys that a context lacks are left out.
std::string Machine(const Json& context) {
  std::string line;
  const auto add = [&](const std::string& text) {
    if (text.empty()) return;
    if (!line.empty()) line += ", ";
    line += text;
  };
  add(Text(context, "cpu"));
  if (const std::string commit = Text(context, "commit"); !commit.empty()) {
    const auto dirty = context.find("dirty");
    const bool is_dirty = dirty != context.end() && dirty->is_boolean() && dirty->get<bool>();
    add("commit " + commit.substr(0, 12) + (is_dirty ? " with changes" : ""));
  }
  add(Text(context, "compiler"));
  return line;
}

void ReadRun(const RunContext& run, const Json& context, Provenance& provenance) {
  const auto blas = context.find("blas");
  const bool has_blas = blas != context.end() && blas->is_object();
  provenance.runs.push_back({run.run_id, Text(context, "started"), Machine(context),
                             has_blas ? Text(*blas, "description") : ""});
  const auto hashes = context.find("dataset_sha256");
  if (hashes == context.end() || !hashes->is_object()) return;
  for (const auto& [name, hash] : hashes->items())
    if (hash.is_string()) provenance.dataset_hashes[name] = hash.get<std::string>();
}

}  // namespace

Provenance ReadProvenance(const std::vector<RunContext>& contexts) {
  Provenance provenance;
  for (const RunContext& run : contexts) {
    const Json context = Parse(run.json, "context/" + run.run_id + ".json");
    ReadRun(run, context, provenance);
    const std::string& machine = provenance.runs.back().machine;
    auto& machines = provenance.machines;
    if (!machine.empty() &&
        std::find(machines.begin(), machines.end(), machine) == machines.end()) {
      machines.push_back(machine);
    }
    if (&run != &contexts.back()) continue;
    provenance.config_file = Text(context, "config_file");
    if (const auto settings = context.find("settings");
        settings != context.end() && settings->is_object())
      provenance.settings = Texts(*settings, "set");
    if (const std::string config = Text(context, "config_text"); !config.empty()) {
      provenance.config_text = config;
      ReadConfigText(Parse(config, "the config in context/" + run.run_id + ".json"), provenance);
    }
    const std::string reported = Text(context, "reported_csv");
    if (reported.empty()) continue;
    provenance.reported =
        ParseReported(reported, "reported_csv in context/" + run.run_id + ".json");
  }
  return provenance;
}

}  // namespace mercer
