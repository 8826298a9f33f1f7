#include "experiments/store/read_results.h"

#include <map>
#include <optional>
#include <set>

#include "core/base/error.h"
#include "experiments/json/parse_json.h"
#include "experiments/store/csv.h"
#include "experiments/store/files.h"
#include "experiments/store/index.h"
#include "experiments/store/trial_file.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Columns() {
  std::vector<std::string> names;
  for (const ColumnInfo& column : kRecordColumns) names.emplace_back(column.name);
  return names;
}

[[noreturn]] void WrongSchema(const std::string& path, const std::string& found) {
  throw InvalidInput("'" + path + "' has schema version " + found +
                     ", this program reads version " + std::to_string(kRecordSchema));
}

// The places of a header's columns. Those that were added later may be absent: they are empty then.
std::vector<std::size_t> PlacesOf(const std::vector<std::string>& header, const std::string& path) {
  std::vector<std::size_t> places;
  for (const std::string& name : header) {
    const std::optional<std::size_t> place = FindColumn(name);
    if (!place || (!places.empty() && *place <= places.back()))
      throw InvalidInput(path + ":1: column '" + name + "' is unknown or out of order");
    places.push_back(*place);
  }
  return places;
}

std::map<std::string, ResultRecord> ReadTrials(const fs::path& folder,
                                               std::vector<std::string>& problems) {
  std::map<std::string, ResultRecord> records;
  TrialsOnDisk found = ReadTrialFiles(folder);
  for (TrialOnDisk& trial : found.trials)
    records.emplace_hint(records.end(), std::move(trial.id), std::move(trial.file.record));
  for (const std::string& name : found.damaged)
    problems.push_back("trials/" + name + " is damaged and left out");
  return records;
}

/// Grid order where grid.json says it, by name else; records of no trial of the grid are left out.
std::vector<ResultRecord> InGridOrder(const fs::path& folder,
                                      std::map<std::string, ResultRecord> records,
                                      std::vector<std::string>& problems) {
  std::vector<ResultRecord> ordered;
  const auto text = ReadText(folder / "grid.json");
  const auto grid = text ? ReadGridText(*text, folder / "grid.json") : std::nullopt;
  if (grid) {
    std::set<std::string> kept_behind;
    for (const fs::path& file : FilesEndingIn(folder / "stale", ".json"))
      kept_behind.insert(file.stem().string());
    std::size_t stale = 0;
    for (const std::string& id : grid->trials) {
      const auto it = records.find(id);
      stale += it == records.end() && kept_behind.contains(id);
      if (it == records.end()) continue;
      ordered.push_back(std::move(it->second));
      records.erase(it);
    }
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
  for (auto& [id, record] : records) ordered.push_back(std::move(record));
  return ordered;
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
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& [line, fields] = rows[i];
    if (fields.front() != std::to_string(kRecordSchema)) WrongSchema(path, fields.front());
    if (i == 1) places = PlacesOf(header, path);
    if (fields.size() != header.size()) {
      throw InvalidInput(path + ":" + std::to_string(line) + ": " + std::to_string(fields.size()) +
                         " fields, expected " + std::to_string(header.size()));
    }
    ResultRecord record;
    try {
      for (std::size_t c = 0; c < places.size(); ++c) record.SetText(places[c], fields[c]);
    } catch (const InvalidInput& fault) {
      throw InvalidInput(path + ":" + std::to_string(line) + ": " + fault.what());
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<RunContext> ReadContexts(const fs::path& folder, std::vector<std::string>& problems) {
  std::vector<RunContext> contexts;
  for (const fs::path& file : FilesEndingIn(folder / "context", ".json")) {
    const auto text = ReadText(file);
    if (text && ParseJson(*text)) {
      contexts.push_back({file.stem().string(), *text});
    } else {
      problems.push_back("context/" + file.filename().string() + " is damaged and left out");
    }
  }
  return contexts;
}

bool IsWorkingFolder(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw InvalidInput("no results folder '" + folder.string() +
                       "': expected one that mercer run made");
  if (fs::is_directory(folder / "trials")) return true;
  if (fs::exists(folder / "trials.csv")) return false;
  throw InvalidInput("folder '" + folder.string() +
                     "' holds no results: expected trials/ or trials.csv");
}

ResultFolder ReadResults(const fs::path& folder) {
  ResultFolder results;
  results.path = folder;
  if (IsWorkingFolder(folder)) {
    results.records = InGridOrder(folder, ReadTrials(folder, results.problems), results.problems);
  } else {
    const fs::path csv = folder / "trials.csv";
    const auto text = ReadText(csv, kMostTextBytes);
    if (!text) throw InvalidInput("'" + csv.string() + "' cannot be read");
    results.records = ParseRecordsCsv(*text, csv.string());
    if (const auto of = ReadText(folder / kPartialName)) {
      const std::optional<Partial> partial = ReadPartialText(*of);
      results.problems.push_back(partial ? "only " + std::to_string(partial->trials) + " of the " +
                                               std::to_string(partial->of) +
                                               " trials of the config are here"
                                         : std::string(kPartialName) + " is damaged");
    }
  }
  results.contexts = ReadContexts(folder, results.problems);
  return results;
}

void RewriteTrialsCsv(const fs::path& folder) {
  WriteFileAtomically(folder / "trials.csv", RecordsToCsv(ReadResults(folder).records));
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
