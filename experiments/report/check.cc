#include "experiments/report/check.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/report/claim_verdicts.h"
#include "experiments/report/layout.h"
#include "experiments/report/load_summary.h"
#include "experiments/report/paper_claims.h"
#include "experiments/report/table.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// How many cells, or claims, came out how.
struct Counts {
  int good = 0, bad = 0, untold = 0;

  std::string Text(const std::string& is_good, const std::string& is_bad) const {
    return std::to_string(good) + " " + is_good + ", " + std::to_string(bad) + " " + is_bad + ", " +
           std::to_string(untold) + " cannot be told";
  }
};

Counts CountCells(const Summary& summary) {
  Counts counts;
  for (const SummaryRow& row : summary.rows) {
    if (!row.band) continue;
    counts.good += row.verdict == Verdict::kInside;
    counts.bad += row.verdict == Verdict::kOutside;
    counts.untold += row.verdict == Verdict::kUntold;
  }
  return counts;
}

// "figure2" of the experiment "yang2014/figure2".
std::string TableOf(const std::string& experiment) {
  return experiment.substr(experiment.rfind('/') + 1);
}

std::vector<PaperClaim> ClaimsOf(const std::string& citekey) {
  if (citekey.empty()) return {};
  const fs::path path = ShareDir() / "configs" / citekey / "claims.json";
  return fs::exists(path) ? ReadPaperClaims(path) : std::vector<PaperClaim>();
}

bool IsAbout(const PaperClaim& claim, const std::string& table) {
  return !claim.tests.empty() &&
         std::all_of(claim.tests.begin(), claim.tests.end(),
                     [&](const ClaimTest& test) { return test.table == table; });
}

/// A row per claim.
class ClaimTable {
 public:
  explicit ClaimTable(const std::string& title) {
    table_.title = title;
    table_.columns = {{"", "claim", true}, {"", "source", true}, {"", "", true}, {"", "why", true}};
  }

  void Add(const PaperClaim& claim, const std::map<std::string, const Summary*>& tables) {
    const JudgedClaim judged = Judge(claim, tables);
    table_.rows.push_back(
        {"",
         {claim.text, claim.source, std::string(ClaimVerdictText(judged.verdict)), judged.why}});
    counts_.good += judged.verdict == ClaimVerdict::kHolds;
    counts_.bad += judged.verdict == ClaimVerdict::kFails;
    counts_.untold += judged.verdict == ClaimVerdict::kUntold;
  }

  const Table& table() const { return table_; }
  const Counts& counts() const { return counts_; }

 private:
  Table table_;
  Counts counts_;
};

std::string Render(const Document& document, const std::string& format) {
  if (format == "text") return RenderText(document);
  if (format == "markdown") return RenderMarkdown(document);
  const std::vector<std::string> known = {"text", "markdown"};
  throw InvalidInput(UnknownName("check format", format, known));
}

std::vector<fs::path> FoldersOf(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

/// The scoreboard's rows of one paper, and its claims.
void AddPaper(const fs::path& folder, Table* scoreboard, Document* document, CheckResult* result) {
  std::map<std::string, Summary> summaries;
  for (const fs::path& table : FoldersOf(folder))
    summaries.emplace(table.filename().string(), LoadSummary(table));
  if (summaries.empty()) return;
  const std::string citekey = folder.filename().string();
  scoreboard->rows.push_back({citekey});
  for (const auto& [name, summary] : summaries) {
    const Counts cells = CountCells(summary);
    result->inside += cells.good;
    result->outside += cells.bad;
    result->untold += cells.untold;
    scoreboard->rows.push_back(
        {"",
         {name, summary.provenance.location, std::to_string(summary.trials),
          std::to_string(cells.good) + " of " + std::to_string(cells.good + cells.bad),
          std::to_string(cells.untold)}});
  }
  ClaimTable claims("Claims of " + citekey);
  std::map<std::string, const Summary*> tables;
  for (const auto& [name, summary] : summaries) tables[name] = &summary;
  for (const PaperClaim& claim : ClaimsOf(citekey)) claims.Add(claim, tables);
  const Counts& counts = claims.counts();
  if (claims.table().rows.empty()) return;
  scoreboard->rows.push_back(
      {"",
       {"claims", "", "",
        std::to_string(counts.good) + " of " + std::to_string(counts.good + counts.bad) + " hold",
        std::to_string(counts.untold)}});
  document->tables.push_back(claims.table());
}

}  // namespace

CheckResult Check(const fs::path& folder, const std::string& format) {
  const Summary summary = LoadSummary(folder);
  const Counts cells = CountCells(summary);
  Document document;
  document.title = summary.experiment;
  document.caption = Caption(summary);
  document.tables.push_back(VerdictTable(summary));
  document.notes.push_back(cells.Text("inside", "outside") + ".");
  const std::string table = TableOf(summary.experiment);
  ClaimTable claims("Claims");
  for (const PaperClaim& claim : ClaimsOf(summary.provenance.citekey))
    if (IsAbout(claim, table)) claims.Add(claim, {{table, &summary}});
  if (!claims.table().rows.empty()) {
    document.tables.push_back(claims.table());
    document.notes.push_back("Claims: " + claims.counts().Text("hold", "do not hold") + ".");
  }
  return {Render(document, format), cells.good, cells.bad, cells.untold};
}

CheckResult CheckAll(const fs::path& results, const std::string& format) {
  if (!fs::is_directory(results))
    throw InvalidInput(results.string() + " is no folder; expected one of results by citekey");
  Document document;
  document.title = "Scoreboard";
  Table scoreboard;
  scoreboard.title = "Cells inside their band and claims that hold";
  scoreboard.columns = {{"", "results", true},
                        {"", "in the paper", true},
                        {"", "trials"},
                        {"", "inside"},
                        {"", "cannot be told"}};
  document.tables.emplace_back();
  CheckResult result;
  for (const fs::path& paper : FoldersOf(results))
    if (paper.filename() != "scratch") AddPaper(paper, &scoreboard, &document, &result);
  document.tables.front() = std::move(scoreboard);
  result.text = Render(document, format);
  return result;
}

}  // namespace mercer
