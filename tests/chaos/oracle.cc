#include "tests/chaos/oracle.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/base/error.h"
#include "experiments/store/record_files.h"
#include "experiments/store/store.h"

namespace mercer::chaos {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The metric of a line of summary.csv; its fields before it have no commas.
std::string MetricOf(const std::string& line) {
  std::istringstream in(line);
  std::string field;
  for (int i = 0; i < 6; ++i) std::getline(in, field, ',');
  return field;
}

bool IsTime(const std::string& metric) {
  return metric.ends_with("_s") || metric.find("speedup") != metric.npos ||
         metric == "peak_rss_mib" || metric == "page_faults" || metric == "context_switches" ||
         metric == "cpu_mhz";
}

std::vector<std::string> CellsOf(const std::string& csv) {
  std::vector<std::string> cells;
  for (const std::string& line : Lines(csv))
    if (!IsTime(MetricOf(line))) cells.push_back(line);
  return cells;
}

/// Behind the caption, which says on what machine and how long.
std::string VerdictsOf(const std::string& text) {
  const std::size_t begin = text.find("cell by cell");
  return begin == text.npos ? text : text.substr(begin);
}

/// The lines of what a command wrote that tell of something that is not as it should be.
std::set<std::string> TellingLines(const Ended& ended) {
  std::set<std::string> telling;
  for (const std::string& line : Lines(ended.output + "\n" + ended.errors)) {
    for (const char* words :
         {"damaged", "missing", "left out", "stale", "are here", "gone", "published", "no trial",
          "ended well", "failed: ", "cannot be", "half a line"}) {
      if (line.find(words) != line.npos) telling.insert(line);
    }
  }
  return telling;
}

/// Rows of trials.csv without the columns in which two runs may differ.
std::vector<std::string> RowsOf(const fs::path& out) {
  std::vector<std::string> rows;
  const std::string path = (out / "trials.csv").string();
  for (const ResultRecord& record : ParseRecordsCsv(ReadBytes(path), path)) {
    std::string& row = rows.emplace_back();
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
      if (!IsTimeColumn(i))
        row += std::string(kRecordColumns[i].name) + "=" + record.Text(i) + "\n";
    }
  }
  return rows;
}

std::string FirstDifference(const std::vector<std::string>& found,
                            const std::vector<std::string>& expected, const std::string& what) {
  if (found.size() != expected.size()) {
    return what + ": " + std::to_string(found.size()) + " rows; expected " +
           std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<std::string> one = Lines(found[i]), other = Lines(expected[i]);
    for (std::size_t k = 0; k < std::max(one.size(), other.size()); ++k) {
      const std::string a = k < one.size() ? one[k] : "", b = k < other.size() ? other[k] : "";
      if (a != b) return what + ", row " + std::to_string(i) + ": " + a + " in place of " + b;
    }
  }
  return "";
}

/// What lies in a folder that no run is at.
std::string LeftoversOf(const fs::path& out) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(out, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") && name != ".claims") return entry.path().string() + " is left";
  }
  return "";
}

/// The first path of the folder that stands in quotes in a message; "" for none.
std::string NamedPath(const std::string& message, const fs::path& folder) {
  const std::size_t begin = message.find("'" + folder.string() + "/");
  if (begin == message.npos) return "";
  return message.substr(begin + 1, message.find('\'', begin + 1) - begin - 1);
}

}  // namespace

std::string CrashOf(const Ended& ended, const std::string& command) {
  if (ended.hung) return command + " did not end";
  const std::string end = command + " ended with " + std::to_string(ended.exit_code) + ": " +
                          ended.errors.substr(0, 600);
  if (ended.exit_code > 2) return end;
  for (const std::string& line : Lines(ended.errors)) {
    if (!line.starts_with("mercer: ")) continue;  // a worker's last lines may hold anything
    for (const char* words :
         {"json.exception", "filesystem error", "basic_string", "std::", "vector::"})
      if (line.find(words) != line.npos) return end;
  }
  if (ended.exit_code != 0 && ended.errors.empty() && ended.output.empty())
    return command + " ended with " + std::to_string(ended.exit_code) + " and said nothing";
  return "";
}

std::map<std::string, std::string> OkRecords(const fs::path& out) {
  std::map<std::string, std::string> ok;
  RecordFiles files(out);
  try {
    files.ReadAll();
  } catch (const InvalidInput&) {
    return ok;
  }
  for (const auto& [id, record] : files.log().records())
    if (record.IsOk()) ok[id] = WriteRecordLine({files.log().identities().at(id), record});
  return ok;
}

Oracle::Oracle(const Bench& bench, fs::path undisturbed) : undisturbed_(std::move(undisturbed)) {
  const std::string folder = undisturbed_.string();
  const Ended report = bench.Mercer({"report", folder, "--format", "csv"});
  const Ended check = bench.Mercer({"check", folder});
  usual_ = TellingLines(report);
  usual_.merge(TellingLines(check));
  if (report.exit_code != 0 || check.exit_code != 0)
    throw std::runtime_error("the undisturbed folder is not sound: " + report.errors +
                             check.errors + check.output);
  numbers_ = {CellsOf(report.output), VerdictsOf(check.output)};
  rows_ = RowsOf(undisturbed_);
  if (rows_.empty() || numbers_.cells.size() < 2)
    throw std::runtime_error("the undisturbed folder is empty");
}

/// A problem that a reader can act on has a file's or a folder's name in it.
bool Oracle::Tells(const Ended& ended) const {
  if (ended.exit_code != 0) return (ended.errors + ended.output).find('/') != std::string::npos;
  for (const std::string& line : TellingLines(ended))
    if (!usual_.contains(line)) return true;
  return false;
}

std::string Oracle::JudgeReading(const Bench& bench, const fs::path& folder) const {
  const Ended csv = bench.Mercer({"report", folder.string(), "--format", "csv"});
  const Ended check = bench.Mercer({"check", folder.string()});
  const Ended text = bench.Mercer({"report", folder.string()});
  const Ended diff = bench.Mercer({"diff", undisturbed_.string(), folder.string()});
  for (const auto& [ended, command] :
       {std::pair(&csv, "report --format csv"), std::pair(&check, "check"),
        std::pair(&text, "report"), std::pair(&diff, "diff")}) {
    if (std::string crash = CrashOf(*ended, command); !crash.empty()) return crash;
  }
  if (!Tells(csv)) {
    std::string fault =
        FirstDifference(CellsOf(csv.output), numbers_.cells, "report says in silence");
    if (!fault.empty()) return fault;
  }
  if (!Tells(check) && VerdictsOf(check.output) != numbers_.verdicts)
    return "check says in silence:\n" + check.output;
  return "";
}

std::string Oracle::JudgeEnd(const Bench& bench, std::vector<std::string>& told) const {
  constexpr int kTries = 8;
  Ended end = bench.Run({"--dry-run"});
  if (std::string crash = CrashOf(end, "run --dry-run"); !crash.empty()) return crash;
  for (int i = 0; i < kTries; ++i) {
    end = bench.Run({"--retry", "failed,timeout,out_of_memory,stale"});
    if (std::string crash = CrashOf(end, "run"); !crash.empty()) return crash;
    if (end.exit_code == 0) break;
    const std::string named = NamedPath(end.errors, bench.out());
    told.push_back("run told: " + end.errors.substr(0, 300) +
                   (named.empty() ? "" : " → removed " + named));
    std::error_code ignored;
    if (!named.empty()) fs::remove_all(named, ignored);
  }
  if (end.exit_code != 0) return "no run ended well: " + end.errors;
  std::string fault;
  try {
    fault = FirstDifference(RowsOf(bench.out()), rows_, "after the run, in silence");
  } catch (const InvalidInput& error) {
    fault = error.what();
  }
  if (fault.empty()) fault = LeftoversOf(bench.out());
  return fault.empty() ? JudgeReading(bench, bench.out()) : fault;
}

}  // namespace mercer::chaos
