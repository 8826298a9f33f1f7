#include "experiments/report/scoreboard.h"

#include <algorithm>

#include "core/base/error.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/report/claim_verdicts.h"
#include "experiments/report/load_summary.h"
#include "experiments/report/paper_claims.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

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

ClaimTable EmptyClaimTable(const std::string& title) {
  ClaimTable claims;
  claims.table.title = title;
  claims.table.columns = {
      {"", "claim", true}, {"", "source", true}, {"", "", true}, {"", "why", true}};
  return claims;
}

void Add(const PaperClaim& claim, const std::map<std::string, const Summary*>& tables,
         ClaimTable& claims) {
  const JudgedClaim judged = Judge(claim, tables);
  claims.table.rows.push_back(
      {"", {claim.text, claim.source, std::string(ClaimVerdictText(judged.verdict)), judged.why}});
  claims.counts.good += judged.verdict == ClaimVerdict::kHolds;
  claims.counts.bad += judged.verdict == ClaimVerdict::kFails;
  claims.counts.untold += judged.verdict == ClaimVerdict::kUntold;
}

std::vector<fs::path> FoldersOf(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace

std::string VerdictCounts::Text(const std::string& is_good, const std::string& is_bad) const {
  return std::to_string(good) + " " + is_good + ", " + std::to_string(bad) + " " + is_bad + ", " +
         std::to_string(untold) + " cannot be told";
}

std::string VerdictCounts::Share() const {
  if (good + bad == 0) return "–";
  return std::to_string(good) + " of " + std::to_string(good + bad);
}

VerdictCounts CountCells(const Summary& summary) {
  VerdictCounts counts;
  for (const SummaryRow& row : summary.rows) {
    if (!row.band) continue;
    counts.good += row.verdict == Verdict::kInside;
    counts.bad += row.verdict == Verdict::kOutside;
    counts.untold += row.verdict == Verdict::kUntold;
  }
  return counts;
}

ClaimTable ClaimsOfTable(const Summary& summary) {
  const std::string table = TableOf(summary.experiment);
  ClaimTable claims = EmptyClaimTable("Claims");
  for (const PaperClaim& claim : ClaimsOf(summary.provenance.citekey))
    if (IsAbout(claim, table)) Add(claim, {{table, &summary}}, claims);
  return claims;
}

std::vector<fs::path> PaperFolders(const fs::path& results) {
  if (!fs::is_directory(results))
    throw InvalidInput(results.string() + " is no folder; expected one of results by citekey");
  std::vector<fs::path> papers;
  for (const fs::path& folder : FoldersOf(results))
    if (folder.filename() != "scratch" && !FoldersOf(folder).empty()) papers.push_back(folder);
  return papers;
}

PaperResults LoadPaper(const fs::path& folder) {
  PaperResults paper;
  paper.citekey = folder.filename().string();
  for (const fs::path& table : FoldersOf(folder))
    paper.tables.emplace(table.filename().string(), LoadSummary(table));
  std::map<std::string, const Summary*> tables;
  for (const auto& [name, summary] : paper.tables) tables[name] = &summary;
  paper.claims = EmptyClaimTable("Claims of " + paper.citekey);
  for (const PaperClaim& claim : ClaimsOf(paper.citekey)) Add(claim, tables, paper.claims);
  return paper;
}

}  // namespace mercer
