#include "experiments/cluster/agreement.h"

#include <set>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/config/only.h"
#include "experiments/json/parse_json.h"
#include "experiments/run/sweep/context.h"
#include "experiments/run/trial/trial_data.h"

namespace mercer {
namespace {

/// The trials of one experiment that were asked for.
std::vector<Trial> Asked(const Experiment& experiment, const RunOptions& options) {
  const std::vector<Trial>& grid = experiment.trials;
  const auto shards = AssignShards(grid, options.shard.count);
  std::vector<Trial> asked = FilterTrials(grid, options.only);
  std::erase_if(asked,
                [&](const Trial& trial) { return shards.at(trial.id) != options.shard.index; });
  return asked;
}

/// "" where the data are not there.
std::string HashOf(const Trial& trial, TrialDataCache& cache) {
  try {
    return cache.Hash(trial);
  } catch (const DataMissing&) {
    return "";
  }
}

std::string Shown(const std::string& value) {
  return value.empty() ? "nothing" : "'" + value + "'";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> FactsOf(const std::vector<Experiment>& experiments,
                                                         const Catalogue& catalogue,
                                                         const RunOptions& options,
                                                         const std::string& program_version) {
  std::vector<std::pair<std::string, std::string>> facts = CodeFacts(program_version);
  facts.emplace_back(
      "limits of a trial (--timeout, --memory)",
      FormatNumber(options.timeout_seconds) + " s, " + FormatNumber(options.memory_gib) + " GiB");
  TrialDataCache cache(catalogue);
  for (const Experiment& experiment : experiments) {
    const std::vector<Trial> asked = Asked(experiment, options);
    std::string trials;
    for (const Trial& trial : asked) trials += trial.id + "\n" + trial.Identity() + "\n";
    std::string text = experiment.config_text;
    for (const auto& [path, value] : options.settings) text += "\n" + path + "=" + value;
    facts.emplace_back("config of '" + experiment.name + "' (sha256 of its text)", Sha256Hex(text));
    facts.emplace_back("trials of '" + experiment.name + "' (sha256)", Sha256Hex(trials));
    std::set<std::pair<std::string, std::string>> seen;
    for (const Trial& trial : asked) {
      const std::string name = trial.cell.dataset.Label();
      const std::string hash = HashOf(trial, cache);
      if (seen.insert({name, hash}).second) facts.emplace_back("data of '" + name + "'", hash);
    }
  }
  return facts;
}

std::string WriteStatement(const RankStatement& statement) {
  return OrderedJson{{"fault", statement.fault},
                     {"facts", statement.facts},
                     {"node", statement.node},
                     {"cores", statement.cores},
                     {"jobs", statement.jobs}}
      .dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

RankStatement ReadStatement(const std::string& text) {
  try {
    const OrderedJson json = RequireJson(text, "its statement");
    RankStatement statement;
    json.at("fault").get_to(statement.fault);
    json.at("facts").get_to(statement.facts);
    json.at("node").get_to(statement.node);
    json.at("cores").get_to(statement.cores);
    json.at("jobs").get_to(statement.jobs);
    return statement;
  } catch (const std::exception& error) {
    throw InvalidInput("a rank of another program is in this run (" + std::string(error.what()) +
                       "); expected mercer run on every rank");
  }
}

std::string Disagreement(const std::vector<RankStatement>& ranks) {
  const RankStatement& first = ranks.at(0);
  if (!first.fault.empty()) return first.fault;
  for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
    const std::string who = "rank " + std::to_string(rank);
    const RankStatement& other = ranks[rank];
    if (!other.fault.empty()) return who + " cannot work: " + other.fault;
    for (std::size_t i = 0; i < std::max(first.facts.size(), other.facts.size()); ++i) {
      const std::pair<std::string, std::string> none;
      const auto& ours = i < first.facts.size() ? first.facts[i] : none;
      const auto& theirs = i < other.facts.size() ? other.facts[i] : none;
      if (ours == theirs) continue;
      const std::string& what = ours.first.empty() ? theirs.first : ours.first;
      const bool same_thing = ours.first == theirs.first;
      return who + " differs from rank 0 in the " + what + ": " +
             Shown(same_thing ? theirs.second : theirs.first) + " there, " +
             Shown(same_thing ? ours.second : ours.first) +
             " on rank 0; expected the same on every rank";
    }
  }
  return "";
}

MachineShare ShareOf(const std::vector<RankStatement>& ranks, std::size_t rank) {
  MachineShare share;
  const RankStatement& own = ranks.at(rank);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i].node != own.node) continue;
    share.trials += ranks[i].jobs;
    if (ranks[i].cores != own.cores) continue;
    if (i < rank) share.first += ranks[i].jobs;
    share.on_cores += ranks[i].jobs;
  }
  return share;
}

}  // namespace mercer
