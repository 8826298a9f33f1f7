#include "experiments/report/claims/scoreboard.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/report/claims/claim_verdicts.h"
#include "experiments/report/claims/paper_claims.h"
#include "experiments/report/summary/summarise.h"

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
  claims.table.columns = {{"", "claim", true},
                          {"", "source", true},
                          {"", "by", true},
                          {"", "", true},
                          {"", "why", true}};
  return claims;
}

void Add(const PaperClaim& claim, const std::map<std::string, const Summary*>& tables,
         ClaimTable& claims) {
  const JudgedClaim judged = Judge(claim, tables);
  const std::string quote = claim.quote.empty() ? "" : ": “" + claim.quote + "”";
  claims.table.rows.push_back(
      {"",
       {claim.text, claim.source + quote, claim.is_ours ? "mercer" : "paper",
        std::string(ClaimVerdictText(judged.verdict)), judged.why}});
  ClaimCounts& counts = claim.is_ours ? claims.ours : claims.of_paper;
  counts.holds += judged.verdict == ClaimVerdict::kHolds;
  counts.fails += judged.verdict == ClaimVerdict::kFails;
  counts.untold += judged.verdict == ClaimVerdict::kUntold;
}

}  // namespace

CellCounts& CellCounts::operator+=(const CellCounts& other) {
  exact += other.exact;
  agrees += other.agrees;
  better += other.better;
  worse += other.worse;
  unsolved += other.unsolved;
  untold += other.untold;
  return *this;
}

std::vector<std::string> CellCounts::Texts() const {
  std::vector<std::string> texts;
  for (const int count : {exact, agrees, better, worse, unsolved, untold})
    texts.push_back(std::to_string(count));
  return texts;
}

std::string CellCounts::Sentence() const {
  const std::vector<std::string> counts = Texts();
  const char* words[] = {"exact", "agree", "better", "worse", "unsolved", "cannot be told"};
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < counts.size(); ++i) parts.push_back(counts[i] + " " + words[i]);
  return Join(parts, ", ");
}

std::vector<std::string> CellCountNames() {
  return {"exact", "agrees", "better", "worse", "unsolved", "cannot be told"};
}

CellCounts CountCells(const Summary& summary) {
  CellCounts counts;
  for (const SummaryRow& row : summary.rows) {
    const Verdict verdict = row.judgement.verdict;
    counts.exact += verdict == Verdict::kExact;
    counts.agrees += verdict == Verdict::kAgrees;
    counts.better += verdict == Verdict::kBetter;
    counts.worse += verdict == Verdict::kWorse;
    counts.unsolved += verdict == Verdict::kUnsolved;
    counts.untold += verdict == Verdict::kUntold;
  }
  return counts;
}

CellCounts CountCells(const PaperResults& paper) {
  CellCounts counts;
  for (const auto& [name, summary] : paper.tables)
    if (summary.provenance.is_scored) counts += CountCells(summary);
  return counts;
}

bool IsOfPaper(const PaperResults& results) {
  return std::any_of(results.tables.begin(), results.tables.end(),
                     [](const auto& table) { return !table.second.provenance.citekey.empty(); });
}

std::string ClaimCounts::Sentence() const {
  return std::to_string(holds) + " hold, " + std::to_string(fails) + " do not hold, " +
         std::to_string(untold) + " cannot be told";
}

std::string ClaimCounts::Share() const {
  if (IsEmpty()) return "–";
  std::string text = std::to_string(holds) + " of " + std::to_string(holds + fails);
  if (untold > 0) text += " (" + std::to_string(untold) + " cannot be told)";
  return text;
}

ClaimTable ClaimsOfTable(const Summary& summary) {
  const std::string table = TableOf(summary.experiment);
  ClaimTable claims = EmptyClaimTable("Claims");
  for (const PaperClaim& claim : ClaimsOf(summary.provenance.citekey))
    if (IsAbout(claim, table)) Add(claim, {{table, &summary}}, claims);
  return claims;
}

std::vector<fs::path> VisibleFolders(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const bool is_hidden = entry.path().filename().string().starts_with('.');
    if (entry.is_directory() && !is_hidden) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::vector<fs::path> PaperFolders(const fs::path& results) {
  if (!fs::is_directory(results))
    throw InvalidInput(results.string() + " is no folder; expected one of results by citekey");
  std::vector<fs::path> papers;
  for (const fs::path& folder : VisibleFolders(results))
    if (folder.filename() != "scratch" && !VisibleFolders(folder).empty()) papers.push_back(folder);
  return papers;
}

PaperResults LoadPaper(const fs::path& folder) {
  PaperResults paper;
  paper.citekey = folder.filename().string();
  for (const fs::path& table : VisibleFolders(folder))
    paper.tables.emplace(table.filename().string(), LoadSummary(table));
  std::map<std::string, const Summary*> tables;
  for (const auto& [name, summary] : paper.tables) tables[name] = &summary;
  paper.claims = EmptyClaimTable("Claims of " + paper.citekey);
  for (const PaperClaim& claim : ClaimsOf(paper.citekey)) Add(claim, tables, paper.claims);
  return paper;
}

}  // namespace mercer
