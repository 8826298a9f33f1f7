#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_SCOREBOARD_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_SCOREBOARD_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// The number of cells with each verdict.
struct CellCounts {
  int exact = 0, agrees = 0, better = 0, worse = 0, unsolved = 0, untold = 0;

  CellCounts& operator+=(const CellCounts& other);
  /// The counts as texts, in the order of the scoreboard's columns.
  std::vector<std::string> Texts() const;
  /// A sentence such as "1 exact, 3 agree, 0 better, 1 worse, 0 unsolved, 2 cannot be told".
  std::string Sentence() const;
};

/// The headings of CellCounts::Texts.
std::vector<std::string> CellCountNames();

/// Counts the cells that the paper reports, without times, speed-ups and counts.
CellCounts CountCells(const Summary& summary);

/// The number of claims with each verdict.
struct ClaimCounts {
  int holds = 0, fails = 0, untold = 0;

  bool IsEmpty() const { return holds + fails + untold == 0; }
  /// A sentence such as "3 hold, 1 do not hold, 0 cannot be told".
  std::string Sentence() const;
  /// The share of decided claims that hold, "3 of 4", followed by " (2 cannot be told)" if some are
  /// not; "–" if there is no claim.
  std::string Share() const;
};

/// A table with a row per claim: text, source with the quotation, "paper" or "mercer", verdict,
/// reason. Claims that are not the authors' are counted separately.
struct ClaimTable {
  Table table;
  ClaimCounts of_paper{}, ours{};
};

/// The claims of the paper that can be decided from this table alone. Throws InvalidInput for an
/// invalid claims.json.
ClaimTable ClaimsOfTable(const Summary& summary);

/// The results of a paper, <results>/<citekey>/<table>/.
struct PaperResults {
  std::string citekey;
  std::map<std::string, Summary> tables{};  // by folder
  ClaimTable claims{};                      // claims of the whole paper
};

/// Counts the cells of all tables of a paper.
CellCounts CountCells(const PaperResults& paper);

/// Whether some table is of a paper; configs of our own have nothing to be compared with.
bool IsOfPaper(const PaperResults& results);

/// The folders of the papers in a folder of results, in their order, without papers that have no
/// results and without `scratch`. Throws InvalidInput if there is no such folder.
std::vector<std::filesystem::path> PaperFolders(const std::filesystem::path& results);

/// The folders in a folder, such as those of a paper's tables, in their order, without hidden ones,
/// such as those that `mercer publish` is making.
std::vector<std::filesystem::path> VisibleFolders(const std::filesystem::path& folder);

/// Loads a paper's results. Throws as LoadSummary does, and for an invalid claims.json.
PaperResults LoadPaper(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_SCOREBOARD_H_
