#include "experiments/report/publish.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/json/parse_json.h"
#include "experiments/report/report.h"
#include "experiments/store/disk/files.h"
#include "experiments/store/disk/run_log.h"
#include "experiments/store/passport.h"
#include "experiments/store/read_results.h"
#include "experiments/store/record_files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Quoted(const fs::path& path) { return "'" + path.string() + "'"; }

[[noreturn]] void Refuse(const std::string& reason) { throw InvalidInput("publish: " + reason); }

/// What there is to publish.
struct Source {
  bool working = false;
  std::vector<ResultRecord> records{};            // of the config's trials, in grid order
  std::vector<std::string> identities{};          // of each; none where not working
  std::size_t of = 0, stale = 0;                  // trials of the config; of these, stale ones
  std::map<std::string, OrderedJson> contexts{};  // of the runs that made the records
  std::map<std::string, std::string> texts{};
};

void ReadWorking(const fs::path& from, Source& source) {
  RecordFiles files(from);
  files.ReadAll();
  for (const Damage& damage : files.Damages()) {
    if (damage.kind != Damage::Kind::kTail)
      Refuse(damage.Text() + " in " + Quoted(from) + "; mercer run runs its trials again");
  }
  const auto text = ReadText(from / "grid.json");
  const auto grid = text ? ReadGridText(*text, from / "grid.json") : std::nullopt;
  if (!grid) Refuse("grid.json of " + Quoted(from) + " is absent or damaged; mercer run makes it");
  const RecordLog& log = files.log();
  source.of = grid->trials.size();
  for (const std::string& id : grid->trials) {
    source.stale += log.stale().contains(id) ? 1U : 0U;
    if (!log.records().contains(id)) continue;
    source.records.push_back(log.records().at(id));
    source.identities.push_back(log.identities().at(id));
  }
}

void ReadCommitted(const fs::path& from, Source& source) {
  source.records = ReadResults(from).records;  // a damaged row is named by its line
  if (const std::vector<std::string> changed = CheckHashes(from); !changed.empty())
    Refuse(Quoted(from) + " is not as it was published: " + Join(changed, "; "));
  source.of = source.records.size();
  if (const auto text = ReadText(from / kPartialName)) {
    const auto partial = ReadPartialText(*text);
    if (!partial) Refuse(std::string(kPartialName) + " of " + Quoted(from) + " is damaged");
    source.of = std::max(source.of, partial->of);
  }
}

void ReadRuns(const fs::path& from, Source& source) {
  std::vector<std::string> ignored;
  std::map<std::string, std::string> texts;
  for (RunContext& context : ReadContexts(from, ignored))
    texts[context.run_id] = std::move(context.json);
  for (const ResultRecord& record : source.records) {
    const std::string& run = record.Get(column::kRunId);
    const auto text = texts.find(run);
    if (text == texts.end())
      Refuse("trial " + record.Get(column::kTrialId) + " is of run '" + run + "', but context/" +
             run + ".json of " + Quoted(from) + " is absent or damaged");
    if (source.texts.emplace(*text).second)
      source.contexts[run] = RequireJson(text->second, "context/" + run + ".json");
  }
}

void RequireAll(const fs::path& from, const Source& source, bool partial) {
  if (source.records.empty()) Refuse(Quoted(from) + " holds no record of its config's trials");
  if (partial || source.records.size() == source.of) return;
  const std::string stale =
      source.stale > 0 ? " (" + std::to_string(source.stale) + " are stale)" : "";
  Refuse(Quoted(from) + " holds " + std::to_string(source.records.size()) + " of the " +
         std::to_string(source.of) + " trials of its config" + stale +
         "; expected all of them, or --partial");
}

// A run without its data skips every trial.
void RequireAnOkTrial(const fs::path& from, const Source& source) {
  for (const ResultRecord& record : source.records)
    if (record.IsOk()) return;
  const ResultRecord& first = source.records.front();
  Refuse(Quoted(from) + " holds no trial that is ok; its first, " + first.Get(column::kTrialId) +
         ", is " + first.Status() + ": " + first.Get(column::kMessage));
}

bool IsCommit(const std::string& text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void RequireCleanRuns(const Source& source) {
  const std::string& experiment = source.records.front().Get(column::kExperiment);
  for (const ResultRecord& record : source.records) {
    if (record.Get(column::kExperiment) != experiment)
      Refuse("records of the experiments '" + experiment + "' and '" +
             record.Get(column::kExperiment) + "'; expected one");
  }
  for (const auto& [run, context] : source.contexts) {
    const std::string what = "run '" + run + "' (context/" + run + ".json)";
    if (TextOf(context, "run_id") != run) Refuse(what + " says that it is another run");
    if (TextOf(context, "experiment") != experiment)
      Refuse(what + " is of the experiment '" + TextOf(context, "experiment") +
             "', its records of '" + experiment + "'");
    if (!IsCommit(TextOf(context, "commit")))
      Refuse(what + " names no commit; expected a program built in a git repository");
    const OrderedJson* dirty = Member(context, "dirty");
    if (dirty == nullptr || !dirty->is_boolean() || dirty->get<bool>())
      Refuse(what +
             " is of a program built from a tree with changes; commit them, build, and run "
             "its trials again");
  }
}

/// "run 'a'"; "runs 'a', 'b', 'c' and 2 more".
std::string RunsText(const std::vector<std::string>& runs) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(kNamed, runs.size()); ++i)
    named.push_back("'" + runs[i] + "'");
  const std::string rest =
      runs.size() > kNamed ? " and " + std::to_string(runs.size() - kNamed) + " more" : "";
  return (runs.size() == 1 ? "run " : "runs ") + Join(named, ", ") + rest;
}

/// Rows of one table are measured by one program.
void RequireOneCommit(const fs::path& from, const Source& source) {
  std::map<std::string, std::vector<std::string>> runs;  // by commit
  for (const auto& [run, context] : source.contexts) runs[TextOf(context, "commit")].push_back(run);
  if (runs.size() == 1) return;
  constexpr std::size_t kShownDigits = 12;
  std::vector<std::string> made;
  for (const auto& [commit, by] : runs)
    made.push_back("commit " + commit.substr(0, kShownDigits) + " (" + RunsText(by) + ")");
  Refuse("records of " + Quoted(from) +
         " were made by programs of different commits: " + Join(made, ", ") +
         "; expected one: build one commit and run all trials with it into a new folder (mercer "
         "run --out)");
}

/// The line of an identity that begins so, without that; "" where there is none.
std::string After(const std::string& identity, const std::string& begin) {
  const std::size_t at = ("\n" + identity).find("\n" + begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return identity.substr(from, identity.find('\n', from) - from);
}

/// What names the data of a trial: a generated set's seed too, while data that are read are the
/// same for every repetition.
std::string DataOf(const std::string& identity) {
  const std::string dataset = After(identity, "dataset=");
  const std::string data = dataset.substr(0, dataset.find(";labels="));
  const bool generated = data.substr(0, data.find(";parts=")).find('@') != std::string::npos;
  return generated ? data + "\n" + After(identity, "repetition=") : data;
}

void RequireOneData(const Source& source) {
  std::map<std::string, std::size_t> first;  // by what names the data
  for (std::size_t i = 0; i < source.identities.size(); ++i) {
    const std::string& identity = source.identities[i];
    const std::string hash = After(identity, "dataset_sha256=");
    if (hash.empty()) continue;
    const std::size_t other = first.emplace(DataOf(identity), i).first->second;
    if (After(source.identities[other], "dataset_sha256=") == hash) continue;
    Refuse(
        "trials " + source.records[other].Get(column::kTrialId) + " and " +
        source.records[i].Get(column::kTrialId) + " were made with different data of data set '" +
        source.records[i].Get(column::kDataset) + "'; mercer run --retry stale makes them again");
  }
}

/// A tuned trial ran with the values that its tuning trial has chosen.
void RequireTheTunedValues(const Source& source) {
  std::map<std::string, std::string> chosen;  // by tuning trial
  for (const ResultRecord& record : source.records)
    chosen[record.Get(column::kTrialId)] = record.Get(column::kTunedParams);
  for (std::size_t i = 0; i < source.identities.size(); ++i) {
    const std::string by = After(source.identities[i], "tuned_by=");
    const std::string values = After(source.identities[i], "tuned=");
    const auto tuning = chosen.find(by);
    if (tuning == chosen.end() || tuning->second == values) continue;
    Refuse("trial " + source.records[i].Get(column::kTrialId) + " ran with '" + values +
           "', but its tuning trial " + by + " chose '" + tuning->second +
           "'; mercer run --retry stale makes it again");
  }
}

void RequireOneConfig(const Source& source) {
  if (source.working) return;  // what a trial is of is in its identity, and so in its id
  const auto& [first, context] = *source.contexts.begin();
  for (const auto& [run, other] : source.contexts) {
    if (TextOf(other, "config_text") != TextOf(context, "config_text"))
      Refuse("runs '" + first + "' and '" + run +
             "' had different configs, and a published folder does not tell which trials are of "
             "which; expected working folders, or runs of one config");
  }
}

void RequireItsPlace(const fs::path& from, const fs::path& to, const std::string& experiment) {
  const fs::path expected = fs::path("results") / experiment;
  fs::path end, rest = fs::absolute(to).lexically_normal();
  if (!rest.has_filename()) rest = rest.parent_path();
  for (auto part = expected.begin(); part != expected.end(); ++part) {
    end = end.empty() ? rest.filename() : rest.filename() / end;
    rest = rest.parent_path();
  }
  if (end != expected)
    Refuse("the folder to make is " + Quoted(to) + "; expected " + expected.string() +
           ", by the name of the experiment");
  std::error_code ignored;
  if (fs::equivalent(from, to, ignored)) Refuse(Quoted(to) + " is both folders");
  if (!fs::exists(fs::symlink_status(to, ignored))) return;
  if (!fs::is_directory(fs::symlink_status(to, ignored)))
    Refuse(Quoted(to) + " is no folder; expected a published one, or none");
  const std::set<std::string> published = {"trials.csv", "summary.csv", "report.md",
                                           "context",    "log",         kPartialName};
  for (const auto& entry : fs::directory_iterator(to)) {
    const std::string name = entry.path().filename().string();
    // Pictures that a report was written with go with it.
    const bool is_picture = name.starts_with("report-") && name.ends_with(".svg");
    if (!published.contains(name) && !is_picture)
      Refuse(Quoted(to) + " holds '" + name + "'; expected what was published, and nothing else");
  }
}

/// Neither a part of a sweep nor a machine without the data takes the place of trials that ran.
void RequireNoLoss(const fs::path& from, const fs::path& to, const Source& source) {
  if (!fs::exists(to / "trials.csv")) return;
  std::map<std::string, std::string> statuses;
  for (const ResultRecord& record : source.records)
    statuses[record.Get(column::kTrialId)] = record.Status();
  const bool is_part = source.records.size() < source.of;
  for (const ResultRecord& record : ReadResults(to).records) {
    if (!record.IsOk()) continue;
    const auto ours = statuses.find(record.Get(column::kTrialId));
    const bool is_lost = ours == statuses.end() ? is_part : ours->second == "skipped";
    if (is_lost)
      Refuse(Quoted(to) + " holds trial " + record.Get(column::kTrialId) + ", which in " +
             Quoted(from) + " has not run; merge the two, or remove the published folder first");
  }
}

/// The context and the log of each run.
void WriteRuns(const fs::path& from, const Source& source, const fs::path& to,
               Published& published) {
  fs::create_directories(to / "context");
  for (const auto& [run, text] : source.texts) {
    WriteFileAtomically(to / "context" / (run + ".json"), text);
    published.runs.push_back(run);
    if (!PassportOfContext(text)) published.without_passport.push_back(run);
    const std::optional<std::string> log = PackedRunLog(from, run);
    if (!log) {
      published.without_log.push_back(run);
      continue;
    }
    fs::create_directories(to / "log");
    WriteFileAtomically(PackedRunLogPath(to, run), *log);
  }
}

}  // namespace

Published Publish(const fs::path& from, const fs::path& to, bool partial) {
  Source source;
  source.working = IsWorkingFolder(from);
  if (source.working) {
    ReadWorking(from, source);
  } else {
    ReadCommitted(from, source);
  }
  RequireAll(from, source, partial);
  RequireAnOkTrial(from, source);
  ReadRuns(from, source);
  RequireCleanRuns(source);
  RequireOneCommit(from, source);
  RequireOneData(source);
  RequireTheTunedValues(source);
  RequireOneConfig(source);
  RequireItsPlace(from, to, source.records.front().Get(column::kExperiment));
  RequireNoLoss(from, to, source);

  PendingFolder folder("publish", to);
  Published published{source.records.size(), source.of, {}, {}, {}};
  WriteRuns(from, source, folder.path(), published);
  if (published.trials < published.of)
    WriteFileAtomically(folder.path() / kPartialName,
                        WritePartialText({published.trials, published.of}));
  WriteFileAtomically(folder.path() / "trials.csv", RecordsToCsv(source.records));
  WriteSummary(folder.path());
  folder.Replace();
  WriteHashes(to);
  return published;
}

}  // namespace mercer
