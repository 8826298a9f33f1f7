#include "experiments/report/cells/provenance.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "experiments/json/parse_json.h"
#include "experiments/report/cells/dataset_name.h"

namespace mercer {
namespace {

OrderedJson Parse(const std::string& text, const std::string& what) {
  OrderedJson json = ParseJson(text, Comments::kIgnored).value_or(OrderedJson());
  if (!json.is_object()) throw InvalidInput(what + " is no JSON object");
  return json;
}

template <class NameOf>
std::vector<std::string> Names(const OrderedJson& object, const char* list, const NameOf& name_of) {
  std::vector<std::string> out;
  const OrderedJson* items = Member(object, list);
  if (items == nullptr || !items->is_array()) return out;
  for (const OrderedJson& item : *items) {
    if (item.is_object()) out.push_back(name_of(item));
  }
  return out;
}

// A method's map is its name alone or an object with parameters.
std::map<std::string, std::string> MapNames(const OrderedJson& config) {
  std::map<std::string, std::string> out;
  const OrderedJson* methods = Member(config, "methods");
  if (methods == nullptr || !methods->is_array()) return out;
  for (const OrderedJson& method : *methods) {
    const OrderedJson* map = Member(method, "map");
    const bool is_object = map != nullptr && map->is_object();
    const std::string name = is_object ? TextOf(*map, "name") : TextOf(method, "map");
    if (!name.empty()) out[TextOf(method, "id")] = name;
  }
  return out;
}

std::vector<FittedCells> FittedOf(const OrderedJson& paper) {
  std::vector<FittedCells> out;
  const OrderedJson* list = Member(paper, "fitted");
  if (list == nullptr || !list->is_array()) return out;
  for (const OrderedJson& cells : *list) {
    if (!cells.is_object()) continue;
    const OrderedJson* size = Member(cells, "D");
    const bool has_size = size != nullptr && size->is_number_integer();
    out.push_back({TextOf(cells, "method"), TextOf(cells, "dataset"),
                   has_size ? size->get<std::int64_t>() : 0});
  }
  return out;
}

// A split is "official" or an object; that of given rows draws nothing.
bool IsSplitDrawn(const OrderedJson& dataset) {
  const OrderedJson* split = Member(dataset, "split");
  if (split == nullptr || *split == "official") return false;
  return !split->is_object() || !split->contains("train_rows");
}

bool AreHalvesDrawn(const OrderedJson& labels) {
  if (labels.is_array()) return std::any_of(labels.begin(), labels.end(), AreHalvesDrawn);
  if (labels.is_string()) return labels == "random_halves";
  return labels.is_object() && TextOf(labels, "name") == "random_halves" &&
         !labels.contains("halves");
}

// A data set may stand in the list several times.
std::map<std::string, bool> DrawnData(const OrderedJson& config) {
  std::map<std::string, bool> out;
  const OrderedJson* datasets = Member(config, "datasets");
  if (datasets == nullptr || !datasets->is_array()) return out;
  for (const OrderedJson& dataset : *datasets) {
    if (!dataset.is_object()) continue;
    const OrderedJson* labels = Member(dataset, "labels");
    bool& is_drawn = out[NameOfDataset(dataset)];
    is_drawn = is_drawn || IsSplitDrawn(dataset) || (labels != nullptr && AreHalvesDrawn(*labels));
  }
  return out;
}

GramDraws GramDrawsOf(const OrderedJson& config) {
  GramDraws out;
  const OrderedJson* gram = Member(config, "gram");
  if (gram == nullptr) return out;
  const auto number = [&](const char* key) -> std::int64_t {
    const OrderedJson* value = Member(*gram, key);
    return value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : 0;
  };
  out.rows = number("rows");
  out.sampled = number("sampled") > 0;
  const OrderedJson* part = Member(*gram, "part");
  out.on_test = part != nullptr && *part == "test";
  return out;
}

// An item is a key, or an object with the key and what it concerns.
std::vector<std::string> DeviationKeys(const OrderedJson& config) {
  std::vector<std::string> keys;
  const OrderedJson* list = Member(config, "deviations");
  if (list == nullptr || !list->is_array()) return keys;
  for (const OrderedJson& item : *list) {
    if (item.is_string()) keys.push_back(item.get<std::string>());
    if (item.is_object()) keys.push_back(TextOf(item, "key"));
  }
  return keys;
}

std::map<std::string, DeviationScope> ScopesOf(const OrderedJson& config) {
  std::map<std::string, DeviationScope> out;
  const OrderedJson* list = Member(config, "deviations");
  if (list == nullptr || !list->is_array()) return out;
  for (const OrderedJson& item : *list) {
    if (!item.is_object()) continue;
    out[TextOf(item, "key")] = {TextsOf(item, "datasets"), TextsOf(item, "kernels"),
                                TextsOf(item, "methods")};
  }
  return out;
}

std::map<std::string, TuningGrid> GridsOf(const OrderedJson& config) {
  std::map<std::string, TuningGrid> out;
  const OrderedJson* list = Member(config, "tuning");
  if (list == nullptr || !list->is_array()) return out;
  for (const OrderedJson& tuning : *list) {
    const OrderedJson* grid = tuning.is_object() ? Member(tuning, "grid") : nullptr;
    if (grid == nullptr || !grid->is_object()) continue;
    TuningGrid numbers;
    for (const auto& [path, values] : grid->items()) {
      if (!values.is_array()) continue;
      for (const OrderedJson& value : values)
        if (value.is_number()) numbers[path].push_back(value.get<double>());
    }
    out[TextOf(tuning, "method")] = numbers;
    for (const std::string& method : TextsOf(tuning, "share_with")) out[method] = numbers;
  }
  return out;
}

void ReadConfigText(const OrderedJson& config, Provenance& provenance) {
  if (const OrderedJson* paper = Member(config, "paper"); paper != nullptr && paper->is_object()) {
    provenance.citekey = TextOf(*paper, "citekey");
    provenance.location = TextOf(*paper, "location");
    provenance.fitted = FittedOf(*paper);
    provenance.is_scored = paper->value("scored", OrderedJson(true)) != OrderedJson(false);
  }
  provenance.deviations = DeviationKeys(config);
  provenance.deviation_scopes = ScopesOf(config);
  provenance.grids = GridsOf(config);
  provenance.is_data_drawn = DrawnData(config);
  provenance.gram = GramDrawsOf(config);
  provenance.datasets = Names(config, "datasets", NameOfDataset);
  const auto text_of = [](const char* key) {
    return [key](const OrderedJson& item) { return TextOf(item, key); };
  };
  provenance.kernels = Names(config, "kernels", text_of("name"));
  provenance.methods = Names(config, "methods", text_of("id"));
  provenance.maps = MapNames(config);
  const OrderedJson* protocol = Member(config, "protocol");
  if (protocol == nullptr) return;
  const auto train = TextsOf(*protocol, "train_time");
  const auto test = TextsOf(*protocol, "test_time");
  if (!train.empty()) provenance.train_time_phases = train;
  if (!test.empty()) provenance.test_time_phases = test;
}

// One line for people; keys that a context lacks are left out.
std::string Machine(const OrderedJson& context) {
  std::string line;
  const auto add = [&](const std::string& text) {
    if (text.empty()) return;
    if (!line.empty()) line += ", ";
    line += text;
  };
  add(TextOf(context, "cpu"));
  if (const std::string commit = TextOf(context, "commit"); !commit.empty()) {
    const OrderedJson* dirty = Member(context, "dirty");
    const bool is_dirty = dirty != nullptr && dirty->is_boolean() && dirty->get<bool>();
    add("commit " + commit.substr(0, 12) + (is_dirty ? " with changes" : ""));
  }
  add(TextOf(context, "compiler"));
  return line;
}

void ReadRun(const RunContext& run, const OrderedJson& context, Provenance& provenance) {
  const OrderedJson* blas = Member(context, "blas");
  provenance.runs.push_back({run.run_id, TextOf(context, "started"), TextOf(context, "cpu"),
                             Machine(context),
                             blas != nullptr ? TextOf(*blas, "description") : ""});
  const OrderedJson* hashes = Member(context, "dataset_sha256");
  if (hashes == nullptr || !hashes->is_object()) return;
  for (const auto& [name, hash] : hashes->items())
    if (hash.is_string()) provenance.dataset_hashes[name] = hash.get<std::string>();
}

}  // namespace

bool GramDraws::AreSomeOf(const ResultRecord& trial) const {
  const auto of_part = trial.Number(on_test ? column::kNTest : column::kNTrain);
  return sampled || (rows > 0 && static_cast<double>(rows) < of_part.value_or(HUGE_VAL));
}

std::map<std::string, DeviationScope> DeviationScopesOf(const std::string& config_text) {
  const OrderedJson config = ParseJson(config_text, Comments::kIgnored).value_or(OrderedJson());
  return config.is_object() ? ScopesOf(config) : std::map<std::string, DeviationScope>{};
}

Provenance ReadProvenance(const std::vector<RunContext>& contexts) {
  Provenance provenance;
  for (const RunContext& run : contexts) {
    const OrderedJson context = Parse(run.json, "context/" + run.run_id + ".json");
    ReadRun(run, context, provenance);
    const std::string& machine = provenance.runs.back().machine;
    auto& machines = provenance.machines;
    if (!machine.empty() &&
        std::find(machines.begin(), machines.end(), machine) == machines.end()) {
      machines.push_back(machine);
    }
    if (&run != &contexts.back()) continue;
    provenance.config_file = TextOf(context, "config_file");
    if (const OrderedJson* settings = Member(context, "settings"))
      provenance.settings = TextsOf(*settings, "set");
    if (const std::string config = TextOf(context, "config_text"); !config.empty()) {
      provenance.config_text = config;
      ReadConfigText(Parse(config, "the config in context/" + run.run_id + ".json"), provenance);
    }
    const std::string reported = TextOf(context, "reported_csv");
    if (reported.empty()) continue;
    provenance.reported =
        ParseReported(reported, "reported_csv in context/" + run.run_id + ".json");
  }
  return provenance;
}

}  // namespace mercer
