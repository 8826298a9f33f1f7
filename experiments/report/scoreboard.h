#ifndef MERCER_EXPERIMENTS_REPORT_SCOREBOARD_H_
#define MERCER_EXPERIMENTS_REPORT_SCOREBOARD_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary.h"
#include "experiments/report/table.h"

namespace mercer {

/// How many cells, or claims, came out how.
struct VerdictCounts {
  int good = 0, bad = 0, untold = 0;

  /// "3 inside, 1 outside, 0 cannot be told".
  std::string Text(const std::string& is_good, const std::string& is_bad) const;
  /// "3 of 4", of those that can be told; "–" where there are none.
  std::string Share() const;
};

/// The cells that the paper reports with a band.
VerdictCounts CountCells(const Summary& summary);

/// A row per claim: text, source, verdict, why.
struct ClaimTable {
  Table table;
  VerdictCounts counts{};
};

/// The claims of its paper that this table alone can tell. Throws InvalidInput for a faulty
/// claims.json.
ClaimTable ClaimsOfTable(const Summary& summary);

/// A paper's results, <results>/<citekey>/<table>/.
struct PaperResults {
  std::string citekey;
  std::map<std::string, Summary> tables{};  // by folder
  ClaimTable claims{};                      // of the whole paper
};

/// The papers of a folder of results, in their order; papers without results and `scratch` are left
/// out. Throws InvalidInput where there is no such folder.
std::vector<std::filesystem::path> PaperFolders(const std::filesystem::path& results);

/// Throws as LoadSummary does, and for a faulty claims.json.
PaperResults LoadPaper(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SCOREBOARD_H_
