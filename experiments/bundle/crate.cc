#include "experiments/bundle/crate.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/base/sha256.h"
#include "experiments/json/parse_json.h"
#include "experiments/store/disk/run_log.h"

namespace mercer {
namespace {

constexpr const char* kProfile = "https://w3id.org/ro/wfrun/process/0.5";

OrderedJson Reference(const std::string& id) { return {{"@id", id}}; }

std::string EncodingOf(const std::string& name) {
  const auto ends = [&](const char* suffix) { return name.ends_with(suffix); };
  if (ends(".csv")) return "text/csv";
  if (ends(".json")) return "application/json";
  if (ends(".md")) return "text/markdown";
  if (ends(kPackedLogSuffix)) return "application/gzip";
  return "text/plain";
}

OrderedJson FileEntity(const std::string& name, const std::string& text) {
  return {{"@id", name},
          {"@type", "File"},
          {"name", name.substr(name.rfind('/') + 1)},
          {"encodingFormat", EncodingOf(name)},
          {"contentSize", std::to_string(text.size())},
          {"sha256", Sha256Hex(text)}};
}

std::string ProgramId(const std::string& commit) { return "#mercer-" + commit; }

/// Adds the action of a run, and the program that it ran where that is new.
void AddRun(const RunContext& context, const BundledFolder& folder, const FileTexts& files,
            std::set<std::string>& commits, OrderedJson& graph, OrderedJson& actions) {
  const OrderedJson json = ParseJson(context.json).value_or(OrderedJson::object());
  const std::string commit = TextOf(json, "commit");
  if (commits.insert(commit).second) {
    graph.push_back({{"@id", ProgramId(commit)},
                     {"@type", "SoftwareApplication"},
                     {"name", "Mercer"},
                     {"description", "reruns the experiments of the random-feature papers"},
                     {"softwareVersion", commit}});
  }
  const std::string id = "#run-" + context.run_id;
  OrderedJson objects = OrderedJson::array(), results = OrderedJson::array();
  for (const auto& [name, text] : files) {
    if (!name.starts_with(folder.path + "/")) continue;
    const std::string rest = name.substr(folder.path.size() + 1);
    if (rest == "config.json") objects.push_back(Reference(name));
    if (rest == "trials.csv" || rest == "context/" + context.run_id + ".json" ||
        rest == "log/" + context.run_id + kPackedLogSuffix)
      results.push_back(Reference(name));
  }
  OrderedJson action = {{"@id", id},
                        {"@type", "CreateAction"},
                        {"name", "mercer run of " + TextOf(json, "experiment")},
                        {"instrument", Reference(ProgramId(commit))},
                        {"object", objects},
                        {"result", results}};
  if (const std::string started = TextOf(json, "started"); !started.empty())
    action["startTime"] = started;
  if (const std::string ended = TextOf(json, "ended"); !ended.empty()) action["endTime"] = ended;
  graph.push_back(action);
  actions.push_back(Reference(id));
}

}  // namespace

std::string CrateText(const std::vector<BundledFolder>& folders, const FileTexts& files) {
  OrderedJson parts = OrderedJson::array(), actions = OrderedJson::array();
  OrderedJson entities = OrderedJson::array(), runs = OrderedJson::array();
  std::string last, names;
  std::set<std::string> commits;
  for (const auto& [name, text] : files) {
    parts.push_back(Reference(name));
    entities.push_back(FileEntity(name, text));
  }
  for (const BundledFolder& folder : folders) {
    names += (names.empty() ? "" : ", ") + folder.path;
    for (const RunContext& context : folder.results->contexts) {
      AddRun(context, folder, files, commits, runs, actions);
      const auto json = ParseJson(context.json);
      if (json) last = std::max({last, TextOf(*json, "started"), TextOf(*json, "ended")});
    }
  }
  OrderedJson graph = OrderedJson::array();
  graph.push_back({{"@id", "ro-crate-metadata.json"},
                   {"@type", "CreativeWork"},
                   {"conformsTo", Reference("https://w3id.org/ro/crate/1.1")},
                   {"about", Reference("./")}});
  graph.push_back({{"@id", "./"},
                   {"@type", "Dataset"},
                   {"conformsTo", Reference(kProfile)},
                   {"name", "Results of " + names},
                   {"description",
                    "Records of experiments on random features, with the configs, the papers' "
                    "numbers, the contexts of the runs and reports; made by mercer bundle."},
                   {"datePublished", last},
                   {"license", Reference("https://spdx.org/licenses/BSD-3-Clause")},
                   {"hasPart", parts},
                   {"mentions", actions}});
  graph.push_back({{"@id", kProfile},
                   {"@type", "CreativeWork"},
                   {"name", "Process Run Crate"},
                   {"version", "0.5"}});
  graph.push_back({{"@id", "https://spdx.org/licenses/BSD-3-Clause"},
                   {"@type", "CreativeWork"},
                   {"name", "BSD 3-Clause License"}});
  for (OrderedJson& entity : entities) graph.push_back(std::move(entity));
  for (OrderedJson& run : runs) graph.push_back(std::move(run));
  const OrderedJson crate = {
      {"@context", OrderedJson::array({"https://w3id.org/ro/crate/1.1/context",
                                       {{"sha256", "https://schema.org/sha256"}}})},
      {"@graph", graph}};
  return crate.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace mercer
