#include "experiments/store/merge.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/store/disk/files.h"
#include "experiments/store/disk/run_log.h"
#include "experiments/store/read_results.h"
#include "experiments/store/record_files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string Quoted(const fs::path& path) { return "'" + path.string() + "'"; }

/// All of one folder.
struct Source {
  fs::path path;
  bool working = false;
  std::vector<std::string> order;            // of its trials, as in its tables
  std::map<std::string, RecordLine> trials;  // those that are there; identities of working ones
  std::vector<RunContext> contexts;
};

/// Ids in the order in which they are first added.
class OrderedIds {
 public:
  void Add(const std::string& id) {
    if (seen_.insert(id).second) ids_.push_back(id);
  }
  const std::vector<std::string>& ids() const { return ids_; }

 private:
  std::vector<std::string> ids_;
  std::set<std::string> seen_;
};

Source ReadSource(const fs::path& folder, std::vector<std::string>& problems) {
  Source source{folder, IsWorkingFolder(folder), {}, {}, {}};
  std::vector<std::string> found;
  source.contexts = ReadContexts(folder, found);
  if (source.working) {
    RecordFiles files(folder);
    files.ReadAll();
    const RecordLog& log = files.log();
    for (const auto& [id, record] : log.records())
      source.trials[id] = {log.identities().at(id), record, log.checksums().at(id)};
    source.order = ReadGrid(folder, !source.trials.empty()).trials;
    for (const Damage& damage : files.Damages()) found.push_back(damage.LeftOutText());
  } else {
    if (const auto changed = CheckHashes(folder); !changed.empty())
      throw InvalidInput("merge: " + Quoted(folder) +
                         " is not as it was published: " + Join(changed, "; "));
    ResultFolder results = ReadResults(folder);
    for (ResultRecord& record : results.records) {
      const std::string id = record.Get(column::kTrialId);
      source.order.push_back(id);
      source.trials[id].record = std::move(record);
    }
  }
  for (const std::string& problem : found) problems.push_back(folder.string() + ": " + problem);
  return source;
}

void RequireOneExperiment(const std::vector<Source>& sources) {
  const std::string* name = nullptr;
  const Source* named_by = nullptr;
  for (const Source& source : sources) {
    for (const auto& [id, trial] : source.trials) {
      const std::string& other = trial.record.Get(column::kExperiment);
      if (name == nullptr) {
        name = &other;
        named_by = &source;
      }
      if (*name == other) continue;
      throw InvalidInput("merge: " + Quoted(source.path) + " holds experiment '" + other +
                         "', but " + Quoted(named_by->path) + " holds '" + *name +
                         "'; expected folders of one experiment");
    }
  }
}

void RequireOneKind(const std::vector<Source>& sources) {
  for (const Source& source : sources) {
    if (source.working == sources.front().working) continue;
    const Source& committed = source.working ? sources.front() : source;
    throw InvalidInput("merge: " + Quoted(committed.path) +
                       " is a committed folder (trials.csv without trials/), whose records lack "
                       "what they were computed from; expected working folders only, or committed "
                       "ones only");
  }
}

void RequireFree(const fs::path& out) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(out, ignored))) return;
  if (fs::is_directory(out, ignored) && fs::is_empty(out, ignored)) return;
  throw InvalidInput("merge: " + Quoted(out) + " exists; expected a new or an empty folder");
}

bool SameFolder(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

/// The smaller, the better.
int Rank(const ResultRecord& record) {
  if (record.IsOk()) return 0;
  return record.Get(column::kStatus) == TrialStatus::kSkipped ? 2 : 1;
}

/// Whether two rows of a trial differ in a column by no more than the rounding of two instruction
/// sets; false where they were not made with two.
bool IsRounding(std::size_t place, const ResultRecord& a, const ResultRecord& b) {
  const std::string &with_a = a.Get(column::kInstructionSet),
                    &with_b = b.Get(column::kInstructionSet);
  if (with_a.empty() || with_b.empty() || with_a == with_b) return false;
  // Rows of a map are padded to registers; solvers stop a step earlier or later.
  for (const std::uint8_t free : {column::kFeaturesHash.place, column::kMapBytes.place,
                                  column::kIterations.place, column::kSupportVectors.place})
    if (place == free) return true;
  if (kRecordColumns[place].kind != ColumnKind::kNumber) return false;
  const std::string_view name = kRecordColumns[place].name;
  const std::optional<double> x = a.Number(name), y = b.Number(name);
  constexpr double kTolerance = 1e-6;  // MergeFolders promises it
  return x && y && std::abs(*x - *y) <= kTolerance * std::max(std::abs(*x), std::abs(*y));
}

/// Chooses the record of each trial.
class Merger {
 public:
  Merger(const std::vector<Source>& sources, const Source* preferred, MergeResult& result)
      : sources_(sources), preferred_(preferred), result_(result) {}

  /// The folder whose record of the trial is taken.
  const Source* Choose(const std::string& id) {
    std::vector<const Source*> best;
    std::size_t have = 0;
    for (const Source& source : sources_) {
      const auto it = source.trials.find(id);
      if (it == source.trials.end()) continue;
      ++have;
      const int rank = Rank(it->second.record);
      if (!best.empty() && rank < RankOf(*best.front(), id)) best.clear();
      if (best.empty() || rank == RankOf(*best.front(), id)) best.push_back(&source);
    }
    if (best.empty()) return nullptr;
    ++result_.trials;
    if (have > 1) ++result_.shared;
    if (std::find(best.begin(), best.end(), preferred_) != best.end()) return preferred_;
    for (const Source* other : best) {
      if (other != best.front()) Compare(id, *best.front(), *other);
    }
    return best.front();
  }

 private:
  static int RankOf(const Source& source, const std::string& id) {
    return Rank(source.trials.at(id).record);
  }

  void Compare(const std::string& id, const Source& a, const Source& b) {
    const RecordLine &of_a = a.trials.at(id), &of_b = b.trials.at(id);
    if (Rank(of_a.record) == 2) return;  // neither has run
    const auto add = [&](std::string_view column, const std::string& in_a,
                         const std::string& in_b) {
      if (in_a == in_b) return;
      result_.conflicts.push_back({id, std::string(column), {a.path, b.path}, {in_a, in_b}});
    };
    add("identity", of_a.identity, of_b.identity);
    if (Rank(of_a.record) > 0) return;
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
      if (!IsTimeOf(of_a.record, i) && !IsRounding(i, of_a.record, of_b.record))
        add(kRecordColumns[i].name, of_a.record.Text(i), of_b.record.Text(i));
    }
  }

  const std::vector<Source>& sources_;
  const Source* preferred_;
  MergeResult& result_;
};

/// By run id. A run writes its context when it begins and, with more in it, when it ends.
std::map<std::string, std::string> JoinContexts(const std::vector<Source>& sources) {
  std::map<std::string, std::string> joined;
  for (const Source& source : sources) {
    for (const RunContext& context : source.contexts) {
      std::string& json = joined[context.run_id];
      if (context.json.size() > json.size()) json = context.json;
    }
  }
  return joined;
}

/// Of a run's logs the longest: a folder may have been copied while the run was at it.
void CopyRunLog(const std::vector<Source>& sources, const std::string& run, const fs::path& to) {
  const auto path_in = sources.front().working ? RunLogPath : PackedRunLogPath;
  std::string longest;
  for (const Source& source : sources) {
    const auto log = ReadText(path_in(source.path, run), kMostTextBytes);
    if (log && log->size() > longest.size()) longest = *log;
  }
  if (longest.empty()) return;
  fs::create_directories(to / "log");
  WriteFileAtomically(path_in(to, run), longest);
}

using Chosen = std::vector<std::pair<std::string, const Source*>>;  // grid order

/// As they stand in the folders: a record of a newer program has more than this one reads.
/// Returns what the files of the new folder have.
std::map<std::string, LineTally> CopyTrials(const std::vector<Source>& sources,
                                            const Chosen& chosen, const PendingFolder& folder) {
  fs::create_directories(folder.path() / "trials");
  std::map<std::string, std::string> texts;  // by run
  for (const Source& source : sources) {
    std::map<std::string, std::set<std::uint64_t>> wanted;  // by run
    for (const auto& [id, from] : chosen) {
      const RecordLine& trial = from->trials.at(id);
      if (from == &source) wanted[trial.record.Get(column::kRunId)].insert(trial.checksum);
    }
    for (auto& [run, checksums] : wanted) {
      const fs::path path = RecordsPath(source.path, run);
      ForEachLine(path, [&, &run = run, &checksums = checksums](std::string_view line) {
        const std::optional<RecordLine> trial = ReadRecordLine(line, path);
        if (trial && checksums.erase(trial->checksum) > 0) texts[run].append(line) += '\n';
      });
    }
  }
  std::map<std::string, LineTally> tallies;
  for (const auto& [run, text] : texts) {
    WriteFileAtomically(RecordsPath(folder.path(), run), text);
    tallies[run].AddAll(text);
  }
  return tallies;
}

/// How many trials the config of partly published folders has; 0 where one folder has them all.
std::size_t TrialsOfTheConfig(const std::vector<Source>& sources) {
  std::size_t of = 0;
  for (const Source& source : sources) {
    const auto text = ReadText(source.path / kPartialName);
    const auto partial = text ? ReadPartialText(*text) : std::nullopt;
    if (!partial) return 0;
    of = std::max(of, partial->of);
  }
  return of;
}

void WriteMerged(const std::vector<Source>& sources, const std::vector<std::string>& grid,
                 const Chosen& chosen, const fs::path& out) {
  PendingFolder folder("merge", out);
  std::vector<ResultRecord> records;
  const std::set<std::string> listed(grid.begin(), grid.end());
  for (const auto& [id, source] : chosen) {
    if (listed.contains(id)) records.push_back(source->trials.at(id).record);
  }
  if (sources.front().working) {
    const auto tallies = CopyTrials(sources, chosen, folder);
    if (!chosen.empty()) {  // of no trial of the grid, maybe
      const auto& [id, source] = chosen.front();
      const std::string& experiment = source->trials.at(id).record.Get(column::kExperiment);
      WriteFileAtomically(folder.path() / "grid.json", WriteGridText({experiment, grid, tallies}));
    }
  }
  fs::create_directories(folder.path() / "context");
  for (const auto& [run_id, json] : JoinContexts(sources)) {
    WriteFileAtomically(folder.path() / "context" / (run_id + ".json"), json);
    CopyRunLog(sources, run_id, folder.path());
    const fs::path records_path = RecordsPath(folder.path(), run_id);
    if (sources.front().working && !fs::exists(records_path)) WriteFileAtomically(records_path, "");
  }
  WriteFileAtomically(folder.path() / "trials.csv", RecordsToCsv(records));
  if (const std::size_t of = TrialsOfTheConfig(sources); of > records.size())
    WriteFileAtomically(folder.path() / kPartialName, WritePartialText({records.size(), of}));
  folder.Commit();
}

}  // namespace

MergeResult MergeFolders(const std::vector<fs::path>& folders, const fs::path& out,
                         const std::optional<fs::path>& prefer) {
  if (folders.size() < 2) {
    throw InvalidInput("merge: " + std::to_string(folders.size()) +
                       " results folders given; expected two or more");
  }
  RequireFree(out);
  MergeResult result;
  std::vector<Source> sources;
  for (const fs::path& folder : folders) {
    for (const Source& earlier : sources) {
      if (SameFolder(earlier.path, folder))
        throw InvalidInput("merge: " + Quoted(folder) + " is given twice; expected each once");
    }
    sources.push_back(ReadSource(folder, result.problems));
  }
  RequireOneKind(sources);
  RequireOneExperiment(sources);
  const Source* preferred = nullptr;
  for (const Source& source : sources) {
    if (prefer && SameFolder(source.path, *prefer)) preferred = &source;
  }
  if (prefer && preferred == nullptr)
    throw InvalidInput("merge: --prefer is " + Quoted(*prefer) +
                       "; expected one of the folders to merge");

  OrderedIds grid, all;
  for (const Source& source : sources) {
    for (const std::string& id : source.order) grid.Add(id);
  }
  for (const std::string& id : grid.ids()) all.Add(id);
  for (const Source& source : sources) {
    for (const auto& [id, trial] : source.trials) all.Add(id);
  }
  Merger merger(sources, preferred, result);
  Chosen chosen;
  for (const std::string& id : all.ids()) {
    if (const Source* source = merger.Choose(id)) chosen.emplace_back(id, source);
  }
  if (result.conflicts.empty()) WriteMerged(sources, grid.ids(), chosen, out);
  return result;
}

}  // namespace mercer
