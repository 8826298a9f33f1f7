#include "experiments/config/config.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "experiments/config/check/dimension_checks.h"
#include "experiments/config/check/figure_checks.h"
#include "experiments/config/check/method_checks.h"
#include "experiments/config/check/schema_check.h"
#include "experiments/config/read/hide_folders.h"
#include "experiments/config/read/read_datasets.h"
#include "experiments/config/read/read_methods.h"
#include "experiments/config/read/read_named.h"
#include "experiments/config/read/read_tuning.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/config/trial/metric_registry.h"
#include "experiments/config/trial/trial.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

template <class Number>
void SetNumber(const Json& object, const char* key, Number& target) {
  const Json* value = Member(object, key);
  if (value != nullptr && value->is_number()) target = value->get<Number>();
}

const Json& ObjectAt(const Json& config, const char* key) {
  static const Json empty = Json::object();
  const Json* value = Member(config, key);
  return value != nullptr && value->is_object() ? *value : empty;
}

void ReadHead(const Json& config, Experiment& experiment) {
  experiment.name = TextOf(config, "experiment");
  if (config.contains("seed") && config["seed"].is_number_unsigned()) {
    experiment.seed = config["seed"].get<std::uint64_t>();
  } else {
    SetNumber(config, "seed", experiment.seed);
  }
  SetNumber(config, "repetitions", experiment.repetitions);
  const Json& protocol = ObjectAt(config, "protocol");
  if (protocol.contains("train_time"))
    experiment.train_time_phases = TextsOf(protocol, "train_time");
  if (protocol.contains("test_time")) experiment.test_time_phases = TextsOf(protocol, "test_time");
  const Json& limits = ObjectAt(config, "limits");
  SetNumber(limits, "seconds", experiment.limit_seconds);
  SetNumber(limits, "memory_gib", experiment.limit_memory_gib);
  SetNumber(ObjectAt(config, "timing"), "repeat", experiment.timing_repeat);
  const Json* share_map = Member(config, "share_map");
  experiment.share_map = share_map != nullptr && share_map->is_boolean() && share_map->get<bool>();
  const Json& gram = ObjectAt(config, "gram");
  SetNumber(gram, "rows", experiment.gram.rows);
  SetNumber(gram, "sampled", experiment.gram.sampled);
  if (gram.contains("pairs")) experiment.gram.pairs = TextOf(gram, "pairs");
  experiment.gram.on_test = TextOf(gram, "part") == "test";
  SetNumber(ObjectAt(config, "box_discrepancy"), "scale", experiment.box.scale);
}

// The names of what a config has, with those that come with its data sets.
struct ConfigNames {
  std::vector<std::string> datasets, kernels, methods;
};

void AddName(const std::string& name, std::vector<std::string>& names) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(name);
}

// An empty name is none, or the schema check has said so; without known names their own fault is.
void CheckName(const char* what, const std::string& name, const std::vector<std::string>& known,
               const std::string& where, Faults& faults) {
  if (name.empty() || known.empty()) return;
  if (std::find(known.begin(), known.end(), name) == known.end())
    faults.Add(where, UnknownName(what, name, known));
}

// A deviation is a key, or an object with the key and the names of what it concerns.
void ReadDeviations(const Json& config, const ConfigNames& names, Experiment& experiment,
                    Faults& faults) {
  const Json* list = Member(config, "deviations");
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
    const Json& item = (*list)[i];
    const std::string key = item.is_string() ? item.get<std::string>() : TextOf(item, "key");
    if (!key.empty()) experiment.deviations.push_back(key);
    const auto check = [&](const char* scope, const char* what,
                           const std::vector<std::string>& known) {
      const std::vector<std::string> named = TextsOf(item, scope);
      for (std::size_t j = 0; j < named.size(); ++j)
        CheckName(what, named[j], known, Child(Child(Child("/deviations", i), scope), j), faults);
    };
    check("datasets", "data set", names.datasets);
    check("kernels", "kernel", names.kernels);
    check("methods", "method", names.methods);
  }
}

void ReadPaper(const Json& config, Experiment& experiment, Faults& faults) {
  if (!config.contains("paper")) return;
  const Json& node = ObjectAt(config, "paper");
  PaperSpec paper;
  paper.citekey = TextOf(node, "citekey");
  paper.location = TextOf(node, "location");
  paper.reported_file = TextOf(node, "reported");
  paper.claims_file = TextOf(node, "claims");
  const auto require = [&](const char* key, const std::string& file) {
    const auto folder = std::filesystem::path(experiment.config_path).parent_path();
    std::error_code ignored;
    if (file.empty() || std::filesystem::is_regular_file(folder / file, ignored)) return;
    faults.Add(Child("/paper", key), std::string(key) + " is '" + file + "', and '" +
                                         (folder / file).string() +
                                         "' is no file; expected a file beside the config");
  };
  require("reported", paper.reported_file);
  require("claims", paper.claims_file);
  experiment.paper = std::move(paper);
}

void ReadMetrics(const Json& config, Experiment& experiment, Faults& faults) {
  experiment.metrics = TextsOf(config, "metrics");
  const Json* list = Member(config, "metrics");
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
    if (!(*list)[i].is_string()) continue;
    const std::string name = (*list)[i].get<std::string>();
    if (name.empty() || MetricRegistry().Find(name) != nullptr) continue;
    faults.Add(Child("/metrics", i), UnknownName("metric", name, MetricRegistry().Names()));
  }
}

// Reads the kernels; returns the names as the config gives them, known or not, so that a
// restriction to a misspelt kernel is not said twice.
std::vector<std::string> ReadKernels(const Json& config, Experiment& experiment, Faults& faults) {
  std::vector<std::string> names;
  const Json* list = Member(config, "kernels");
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
    const Json& node = (*list)[i];
    const std::string where = Child("/kernels", i);
    const std::string name = node.is_string() ? node.get<std::string>() : TextOf(node, "name");
    AddName(name, names);
    for (NamedParams& kernel : ReadNamed(KernelRegistry(), node, "", Place(where), true, faults)) {
      if (CanMakeKernel(kernel, where, faults)) experiment.kernels.push_back(std::move(kernel));
    }
  }
  return names;
}

// A method may be restricted to a kernel that a data set alone has; a file may have given a data
// set its name.
void AddNamesOf(const std::vector<ReadDataset>& datasets, ConfigNames& names) {
  bool all_have_names = true;
  for (const ReadDataset& dataset : datasets) {
    all_have_names = all_have_names && !dataset.spec.name.empty();
    AddName(dataset.spec.name, names.datasets);
    for (const NamedParams& kernel : dataset.spec.own_kernels) AddName(kernel.name, names.kernels);
  }
  if (!all_have_names) names.datasets.clear();  // it is not known what the others are called
}

void CheckOverrideIds(const Json& config, const std::vector<std::string>& ids, Faults& faults) {
  const Json* list = Member(config, "datasets");
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
    const Json* overrides = Member((*list)[i], "override");
    if (overrides == nullptr || !overrides->is_object()) continue;
    for (const auto& [id, unused] : overrides->items()) {
      if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
      faults.Add(Child(Child(Child("/datasets", i), "override"), id),
                 UnknownName("method", id, ids));
    }
  }
}

// A misspelt name would give a fitted cell a verdict.
void CheckFittedCells(const Json& config, const ConfigNames& names, Faults& faults) {
  const Json* fitted = Member(ObjectAt(config, "paper"), "fitted");
  for (std::size_t i = 0; fitted != nullptr && fitted->is_array() && i < fitted->size(); ++i) {
    const auto check = [&](const char* key, const char* what,
                           const std::vector<std::string>& known) {
      CheckName(what, TextOf((*fitted)[i], key), known, Child(Child("/paper/fitted", i), key),
                faults);
    };
    check("method", "method", names.methods);
    check("dataset", "data set", names.datasets);
  }
}

double CountTrials(const Experiment& experiment) {
  double counts = 0;
  for (std::size_t i = 0; i < experiment.methods.size(); ++i) {
    const auto kernels =
        static_cast<double>(KernelsOf(experiment.datasets[i], experiment.kernels).size());
    for (const MethodSpec& method : experiment.methods[i]) {
      counts += kernels * std::max(1.0, static_cast<double>(method.num_random_features.size()));
    }
  }
  return counts * experiment.repetitions;
}

// Makes the trials. Two equal grid points would be one trial; none at all is a slip in the
// restrictions.
void CheckTrials(Experiment& experiment, const Catalogue& catalogue, Faults& faults) {
  constexpr double kMostTrials = 1e6;
  if (CountTrials(experiment) > kMostTrials) {
    faults.Add("", "the grid has up to " + FormatNumber(CountTrials(experiment)) +
                       " trials; expected at most " + FormatNumber(kMostTrials));
    return;
  }
  experiment.trials = ExpandTrials(experiment);
  const std::vector<Trial>& trials = experiment.trials;
  if (trials.empty()) {
    faults.Add("",
               "the config has no trial: its kernels restrictions leave nothing; expected at "
               "least one data set, kernel and method together");
  }
  std::set<std::string> ids;
  for (const Trial& trial : trials) {
    if (ids.insert(trial.id).second) continue;
    faults.Add("", "data set '" + trial.cell.dataset.Label() + "', kernel '" +
                       trial.cell.kernel.Canonical() + "', method '" + trial.cell.method +
                       "' occurs twice in the grid; expected each combination once");
  }
  CheckDimensions(trials, catalogue, faults);
}

void ReadGrid(const Json& config, const Catalogue& catalogue, const ConfigSchema& schema,
              OwnFiles files, Experiment& experiment, Faults& faults) {
  ReadMetrics(config, experiment, faults);
  ConfigNames names;
  names.kernels = ReadKernels(config, experiment, faults);
  names.methods = ReadMethodIds(config, faults);
  CheckOverrideIds(config, names.methods, faults);
  const std::vector<ReadDataset> datasets =
      ReadDatasets(config, experiment.config_path, catalogue, schema.KeysOf("dataset"),
                   names.kernels, files == OwnFiles::kRead, faults);
  AddNamesOf(datasets, names);
  ReadDeviations(config, names, experiment, faults);
  CheckFittedCells(config, names, faults);
  const MethodContext context{config,
                              schema,
                              experiment.kernels,
                              names.kernels,
                              experiment.metrics,
                              std::filesystem::absolute(experiment.config_path).parent_path()};
  for (const ReadDataset& dataset : datasets) {
    if (experiment.gram.on_test && !dataset.spec.split)
      faults.Add(Child("/datasets", dataset.entry),
                 "data set '" + dataset.spec.name +
                     "' has no split, but gram.part is 'test'; expected split");
    experiment.datasets.push_back(dataset.spec);
    experiment.methods.push_back(ReadMethods(context, &dataset, faults));
  }
  if (datasets.empty()) ReadMethods(context, nullptr, faults);
  experiment.tuning = ReadTuning(config, experiment, names.methods, catalogue, faults);
  CheckBudgets(config, experiment, names.methods, faults);
  CheckFigureParameters(config, faults);
  if (faults.empty()) CheckSharing(experiment, faults);
}

std::optional<std::size_t> ParseIndex(const std::string& text) {
  std::size_t index = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), index);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return index;
}

// Puts a value at a dotted path ("methods.0.learner.cost"): numbers index lists, missing keys are
// made. The value is read as JSON, else as text; a key that it has twice is an error.
void ApplySetting(Json& document, const std::string& path, const std::string& value,
                  Faults& faults) {
  const std::string where = "--set " + path;
  Json* node = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = path.find('.', begin);
    if (end == std::string::npos) end = path.size();
    std::string key = path.substr(begin, end - begin);
    if (node->is_array()) {
      const std::optional<std::size_t> index = ParseIndex(key);
      if (!index || *index >= node->size()) {
        faults.Add(where, "'" + key + "' is no index of a list of " + std::to_string(node->size()) +
                              "; expected a whole number below that, counting from 0");
        return;
      }
      node = &(*node)[*index];
    } else if (node->is_object() || node->is_null()) {
      // A key may itself hold dots ("learner.cost" of a tuning grid).
      if (node->contains(path.substr(begin))) {
        key = path.substr(begin);
        end = path.size();
      }
      if (key.empty()) {
        faults.Add(where, "the path has an empty key; expected keys joined by dots");
        return;
      }
      node = &(*node)[key];
    } else {
      faults.Add(where, "'" + key + "' is looked for in " + Show(*node) +
                            ", which is neither an object nor a list");
      return;
    }
    begin = end + 1;
  }
  Faults of_value;
  std::optional<Json> parsed = ParseConfigJson(value, of_value);
  if (parsed)
    for (JsonFault& fault : of_value.Take()) faults.Add(where + fault.where, fault.message);
  *node = parsed ? std::move(*parsed) : Json(value);
}

}  // namespace

ConfigResult ParseConfig(const std::string& text, const std::string& path,
                         const Catalogue& catalogue,
                         const std::vector<std::pair<std::string, std::string>>& settings,
                         OwnFiles files) {
  Faults faults;
  std::optional<Json> config = ParseConfigJson(text, faults);
  if (!config) return {std::nullopt, faults.Take()};
  for (const auto& [key, value] : settings) ApplySetting(*config, key, value, faults);
  const ConfigSchema schema(ShareDir() / "configs" / "schema" / "experiment.schema.json");
  schema.Check(*config, faults);
  if (!config->is_object()) return {std::nullopt, faults.Take()};

  Experiment experiment;
  experiment.config_path = path;
  Json shown = *config;
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  const bool as_written = !HideFolders(folder, &shown) && settings.empty();
  // A value of --set may hold bytes that are no UTF-8.
  experiment.config_text =
      as_written ? text : shown.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  ReadHead(*config, experiment);
  ReadPaper(*config, experiment, faults);
  ReadGrid(*config, catalogue, schema, files, experiment, faults);
  if (faults.empty()) CheckTrials(experiment, catalogue, faults);
  if (!faults.empty()) return {std::nullopt, faults.Take()};
  return {std::move(experiment), {}};
}

ConfigResult ReadConfig(const std::string& path, const Catalogue& catalogue,
                        const std::vector<std::pair<std::string, std::string>>& settings,
                        OwnFiles files) {
  std::error_code ignored;
  // The shipped configs have their names from any folder.
  const std::filesystem::path shipped = ShareDir() / path;
  const bool is_here = std::filesystem::exists(path, ignored);
  const std::string found =
      !is_here && std::filesystem::exists(shipped, ignored) ? shipped.string() : path;
  const std::optional<std::string> text = TryReadRegularFile(found);
  if (!text) return {std::nullopt, {{"", "'" + path + "' cannot be read; expected a JSON file"}}};
  return ParseConfig(*text, found, catalogue, settings, files);
}

Experiment RequireConfig(const std::string& path, const Catalogue& catalogue,
                         const std::vector<std::pair<std::string, std::string>>& settings) {
  ConfigResult result = ReadConfig(path, catalogue, settings);
  if (!result.experiment) throw InvalidInput(FormatFaults(path, result.faults));
  return std::move(*result.experiment);
}

}  // namespace mercer
