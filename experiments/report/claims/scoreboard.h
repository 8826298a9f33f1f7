#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_SCOREBOARD_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_SCOREBOARD_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// How many cells came out how.
struct CellCounts {
  int exact = 0, agrees = 0, better = 0, worse = 0, unsolved = 0, untold = 0;

  CellCounts& operator+=(const CellCounts& other);
  /// One after the other, as the scoreboard's columns have them.
  std::vector<std::string> Texts() const;
  /// "1 exact, 3 agree, 0 better, 1 worse, 0 unsolved, 2 cannot be told".
  std::string Sentence() const;
};

/// The headings of CellCounts::Texts.
std::vector<std::string> CellCountNames();

/// The cells that the paper reports, but for times, speed-ups and counts.
CellCounts CountCells(const Summary& summary);

/// How many claims came out how.
struct ClaimCounts {
  int holds = 0, fails = 0, untold = 0;

  /// "3 hold, 1 do not hold, 0 cannot be told".
  std::string Sentence() const;
  /// "3 of 4", of those that can be told, and " (2 cannot be told)"; "–" where there is no claim.
  std::string Share() const;
};

/// A row per claim: text, source with the quotation, "paper" or "mercer", verdict, why. The
/// sentences that are not the authors' are counted apart.
struct ClaimTable {
  Table table;
  ClaimCounts of_paper{}, ours{};
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

/// The cells of all its tables.
CellCounts CountCells(const PaperResults& paper);

/// The papers of a folder of results, in their order; papers without results and `scratch` are left
/// out. Throws InvalidInput where there is no such folder.
std::vector<std::filesystem::path> PaperFolders(const std::filesystem::path& results);

/// Throws as LoadSummary does, and for a faulty claims.json.
PaperResults LoadPaper(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_SCOREBOARD_H_
