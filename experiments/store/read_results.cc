#include "experiments/store/read_results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/json/parse_json.h"
#include "experiments/store/csv.h"
#include "experiments/store/disk/files.h"
#include "experiments/store/disk/run_log.h"
#include "experiments/store/record_files.h"
#include "experiments/store/record_line.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Columns() {
  std::vector<std::string> names;
  for (const ColumnInfo& column : kRecordColumns) names.emplace_back(column.name);
  return names;
}

[[noreturn]] void WrongSchema(const std::string& path, const std::string& found) {
  throw InvalidInput("'" + path + "' has schema version " + Cut(found) +
                     ", this program reads version " + std::to_string(kRecordSchema));
}

// The places of a header's columns. Those that were added later may be absent: they are empty then.
std::vector<std::size_t> PlacesOf(const std::vector<std::string>& header, const std::string& path) {
  std::vector<std::size_t> places;
  for (const std::string& name : header) {
    const std::optional<std::size_t> place = FindColumn(name);
    if (!place || (!places.empty() && *place <= places.back()))
      throw InvalidInput(path + ":1: column " + Quoted(name) + " is unknown or out of order");
    places.push_back(*place);
  }
  return places;
}

std::string OnlySomeText(std::size_t trials, std::size_t of) {
  return "only " + std::to_string(trials) + " of the " + std::to_string(of) +
         " trials of the config are here";
}

/// In the order of the grid; records of no trial of the grid are left out.
std::vector<ResultRecord> InGridOrder(const GridFile& grid,
                                      std::map<std::string, ResultRecord> records,
                                      const std::set<std::string>& stale_trials,
                                      const std::vector<Damage>& half_lines,
                                      ResultFolder& results) {
  std::vector<std::string>& problems = results.problems;
  std::vector<ResultRecord> ordered;
  std::size_t stale = 0;
  for (const std::string& id : grid.trials) {
    const auto it = records.find(id);
    stale += it == records.end() && stale_trials.contains(id);
    if (it == records.end()) continue;
    ordered.push_back(std::move(it->second));
    records.erase(it);
  }
  if (grid.trials.empty()) {
    problems.push_back("no trial of any config is here, and no grid.json: mercer run fills it");
  }
  if (const std::size_t here = ordered.size() + stale; here < grid.trials.size()) {
    // Half a line is what a kill costs, and costs nothing once its trial has run again.
    for (const Damage& half : half_lines) problems.push_back(half.LeftOutText());
    problems.push_back(OnlySomeText(here, grid.trials.size()));
  }
  results.missing_trials = grid.trials.size() - ordered.size();
  if (stale > 0) {
    problems.push_back(std::to_string(stale) +
                       " trials are stale, since their data, seeds or code changed, and are left "
                       "out; mercer run --retry stale runs them again");
  }
  if (!records.empty()) {
    problems.push_back(std::to_string(records.size()) +
                       " records belong to no trial of the config as it is now (it or the code "
                       "changed) and are left out");
  }
  return ordered;
}

std::vector<ResultRecord> ReadWorking(const fs::path& folder, ResultFolder& results) {
  RecordFiles files(folder);
  files.ReadAll();
  const GridFile grid =
      files.grid() ? *files.grid() : ReadGrid(folder, !files.log().records().empty());
  std::vector<Damage> half_lines;
  for (const Damage& damage : files.Damages()) {
    if (damage.kind == Damage::Kind::kTail) {
      half_lines.push_back(damage);
      continue;
    }
    results.problems.push_back(damage.LeftOutText());
    results.damaged = true;
  }
  const std::set<std::string> stale = files.log().stale();
  return InGridOrder(grid, files.log().TakeRecords(), stale, half_lines, results);
}

// By "<table>/<file>".
using Hashes = std::map<std::string, std::string>;

Hashes HashesOf(const fs::path& folder) {
  std::vector<fs::path> files = {"trials.csv", kPartialName};
  for (const fs::path& file : FilesEndingIn(folder / "context", ".json"))
    files.push_back(fs::path("context") / file.filename());
  for (const fs::path& file : FilesEndingIn(folder / "log", kPackedLogSuffix))
    files.push_back(fs::path("log") / file.filename());
  Hashes hashes;
  for (const fs::path& file : files) {
    if (const auto text = ReadText(folder / file, kMostTextBytes))
      hashes[(folder.filename() / file).generic_string()] = Sha256Hex(*text);
  }
  return hashes;
}

// Lines that are none of sha256sum's are of no file.
Hashes ReadHashes(const fs::path& path) {
  constexpr std::size_t kDigits = 64;
  Hashes hashes;
  const std::string text = ReadText(path).value_or("");
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.size() > kDigits + 2) hashes[line.substr(kDigits + 2)] = line.substr(0, kDigits);
    begin = end + 1;
  }
  return hashes;
}

bool IsOfTable(const std::string& name, const fs::path& folder) {
  return name.starts_with(folder.filename().string() + "/");
}

// "results/kar2012/table1a/" and "." have a name of their own too.
fs::path Named(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

/// A sentence for each run of a record whose context is not there.
std::vector<std::string> MissingContexts(const fs::path& folder,
                                         const std::vector<ResultRecord>& records) {
  std::set<std::string> there;
  for (const fs::path& file : FilesEndingIn(folder / "context", ".json"))
    there.insert(file.stem().string());
  std::map<std::string, std::size_t> missing;
  for (const ResultRecord& record : records) {
    const std::string& run = record.Get(column::kRunId);
    if (!run.empty() && !there.contains(run)) ++missing[run];
  }
  std::vector<std::string> problems;
  for (const auto& [run, count] : missing) {
    problems.push_back("context/" + run + ".json is missing: what " + std::to_string(count) +
                       (count == 1 ? " record was" : " records were") +
                       " made with, and the paper's numbers, are not known");
  }
  return problems;
}

}  // namespace

std::string RecordsToCsv(const std::vector<ResultRecord>& records) {
  std::string text = CsvLine(Columns());
  for (const ResultRecord& record : records) {
    std::vector<std::string> fields;
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) fields.push_back(record.Text(i));
    text += CsvLine(fields);
  }
  return text;
}

std::vector<ResultRecord> ParseRecordsCsv(const std::string& text, const std::string& path) {
  const std::vector<CsvRow> rows = ParseCsv(text, path);
  if (rows.empty() || rows.front().fields.front() != "schema")
    throw InvalidInput(path + ":1: expected a header that begins with 'schema'");
  const std::vector<std::string>& header = rows.front().fields;
  std::vector<std::size_t> places;
  std::vector<ResultRecord> records;
  std::map<std::string, std::size_t> lines;  // by trial
  constexpr std::size_t kLongestId = 200;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& [line, fields] = rows[i];
    if (fields.front() != std::to_string(kRecordSchema)) WrongSchema(path, fields.front());
    if (i == 1) places = PlacesOf(header, path);
    if (fields.size() != header.size()) {
      throw InvalidInput(path + ":" + std::to_string(line) + ": " + std::to_string(fields.size()) +
                         " fields; expected " + std::to_string(header.size()));
    }
    ResultRecord record;
    try {
      for (std::size_t c = 0; c < places.size(); ++c) record.SetText(places[c], fields[c]);
      CheckNumbers(record);
    } catch (const InvalidInput& fault) {
      throw InvalidInput(path + ":" + std::to_string(line) + ": " + fault.what());
    }
    const auto [first, is_new] = lines.emplace(record.Get(column::kTrialId), line);
    if (!is_new && !first->first.empty()) {
      throw InvalidInput(path + ":" + std::to_string(line) + ": trial " +
                         Cut(first->first, kLongestId) + " has a row already, line " +
                         std::to_string(first->second) + "; expected one for each trial");
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<RunContext> ReadContexts(const fs::path& folder, std::vector<std::string>& problems) {
  std::vector<RunContext> contexts;
  for (const fs::path& file : FilesEndingIn(folder / "context", ".json")) {
    const auto text = ReadText(file);
    if (text && IsWholeContext(*text, file.stem().string())) {
      contexts.push_back({file.stem().string(), *text});
    } else {
      problems.push_back("context/" + file.filename().string() + " is damaged and left out");
    }
  }
  return contexts;
}

GridFile ReadGrid(const fs::path& folder, bool has_records) {
  const fs::path path = folder / "grid.json";
  const auto text = ReadText(path);
  if (!text && !has_records) return {};
  if (const auto grid = text ? ReadGridText(*text, path) : std::nullopt) return *grid;
  throw InvalidInput("'" + path.string() + "' is " + (text ? "damaged" : "missing") +
                     ", and which records belong to the config is not known; the command that "
                     "filled the folder (mercer run CONFIG --out " +
                     folder.string() + ") writes it again, and runs no finished trial");
}

bool IsWorkingFolder(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw InvalidInput("no results folder '" + folder.string() +
                       "': expected one that mercer run made");
  // Without trials/ it has lost its records; a committed folder has no grid.
  if (fs::is_directory(folder / "trials") || fs::exists(folder / "grid.json")) return true;
  if (fs::exists(folder / "trials.csv")) return false;
  throw InvalidInput("folder '" + folder.string() +
                     "' holds no results: expected trials/ or trials.csv");
}

ResultFolder ReadResults(const fs::path& folder) {
  ResultFolder results;
  results.path = folder;
  const bool is_working = IsWorkingFolder(folder);
  if (is_working) {
    results.records = ReadWorking(folder, results);
  } else {
    const fs::path csv = folder / "trials.csv";
    const auto text = ReadText(csv, kMostTextBytes);
    if (!text) throw InvalidInput("'" + csv.string() + "' cannot be read");
    results.records = ParseRecordsCsv(*text, csv.string());
    if (const auto of = ReadText(folder / kPartialName)) {
      const std::optional<Partial> partial = ReadPartialText(*of);
      results.damaged = !partial;
      if (partial && partial->trials < partial->of)
        results.missing_trials = partial->of - partial->trials;
      results.problems.push_back(partial ? OnlySomeText(partial->trials, partial->of)
                                         : std::string(kPartialName) + " is damaged");
    }
    for (std::string& problem : CheckHashes(folder)) {
      results.problems.push_back(std::move(problem));
      results.damaged = true;
    }
  }
  const std::size_t before = results.problems.size();
  // In a committed folder SHA256SUMS shows missing contexts.
  if (is_working) {
    for (std::string& problem : MissingContexts(folder, results.records))
      results.problems.push_back(std::move(problem));
  }
  results.contexts = ReadContexts(folder, results.problems);
  results.damaged = results.damaged || results.problems.size() > before;
  return results;
}

void RewriteTrialsCsv(const fs::path& folder) {
  WriteFileAtomically(folder / "trials.csv", RecordsToCsv(ReadResults(folder).records));
}

void WriteHashes(const fs::path& given) {
  const fs::path folder = Named(given), path = folder.parent_path() / kHashesName;
  Hashes hashes = ReadHashes(path);
  std::erase_if(hashes, [&](const auto& hash) { return IsOfTable(hash.first, folder); });
  hashes.merge(HashesOf(folder));
  std::string text;
  for (const auto& [name, hash] : hashes) text += hash + "  " + name + "\n";
  WriteFileAtomically(path, text);
}

std::vector<std::string> CheckHashes(const fs::path& given) {
  const fs::path folder = Named(given), path = folder.parent_path() / kHashesName;
  const bool is_being_made = folder.filename().string().starts_with(kTemporaryPrefix);
  if (is_being_made || !fs::exists(path)) return {};
  Hashes here = HashesOf(folder);
  std::vector<std::string> problems;
  for (const auto& [name, hash] : ReadHashes(path)) {
    if (!IsOfTable(name, folder)) continue;
    const auto found = here.find(name);
    if (found == here.end()) {
      problems.push_back(name + " was published and is missing");
    } else if (found->second != hash) {
      problems.push_back(name + " is not as it was published");
    }
    here.erase(name);
  }
  for (const auto& [name, hash] : here)
    problems.push_back(name + " was not published with the others: " + kHashesName +
                       " does not have it");
  return problems;
}

std::string WritePartialText(const Partial& partial) {
  const OrderedJson json = {{"trials", partial.trials}, {"of", partial.of}};
  return json.dump() + "\n";
}

std::optional<Partial> ReadPartialText(const std::string& text) {
  const OrderedJson json = ParseJson(text).value_or(OrderedJson());
  const OrderedJson* trials = Member(json, "trials");
  const OrderedJson* of = Member(json, "of");
  for (const OrderedJson* number : {trials, of})
    if (number == nullptr || !number->is_number_unsigned()) return std::nullopt;
  return Partial{trials->get<std::size_t>(), of->get<std::size_t>()};
}

}  // namespace mercer
