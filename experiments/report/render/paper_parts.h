#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_PAPER_PARTS_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_PAPER_PARTS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/claims/scoreboard.h"
#include "experiments/report/render/thumbnail.h"
#include "experiments/report/summary/paper_notes.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

// The parts of the index and of a paper's page, as HTML.

/// The number of cells reported by a paper with each outcome.
struct SiteCounts {
  int agree = 0;  // includes exact ones
  int better = 0, worse = 0;
  int untold = 0;  // the runs cannot decide, or no problem was solved
  int absent = 0;  // not in any of our runs

  SiteCounts& operator+=(const SiteCounts& other);
  int Sum() const { return agree + better + worse + untold + absent; }
};

/// Counts the same cells as CountCells.
SiteCounts CountForSite(const Summary& summary);

/// A paper with everything that its card and its page show.
struct PaperView {
  const PaperResults* results = nullptr;
  PaperNotes notes{};
  SiteCounts cells{};                             // cells of the tables that the scoreboard counts
  std::map<std::string, Thumbnail> thumbnails{};  // by table; only of those that are sweeps

  std::string Name() const;   // "Kar and Karnick 2012", or the citekey
  std::string Title() const;  // the title of the paper, or Name()
};

/// `results` must outlive it.
PaperView ViewOf(const PaperResults& results);

/// A line with authors, title and venue, with a link if there is one; "" if nothing is known.
std::string PaperLine(const PaperNotes& notes);

/// Authors and venue, with a link if there is one; "" if nothing is known.
std::string Byline(const PaperNotes& notes);

/// A bar and a list of counts, or a sentence if the paper reports no number.
std::string CountsHtml(const SiteCounts& counts);

/// "Claims: 6 hold, 1 does not hold, 2 cannot be told", counting the paper's claims and ours
/// together.
std::string ClaimsSentence(const ClaimTable& claims);

/// A list of claims as plain sentences, each with its verdict. Source, quotation and the deciding
/// cases are collapsed. Every item has its verdict as data-state: holds, fails or untestable.
std::string ClaimsHtml(const ClaimTable& claims);

/// The filter states of a card, separated by spaces: agree, better, worse, untold, absent, holds,
/// fails, untestable.
std::string StatesOf(const PaperView& paper);

/// A list of the tables that have a figure, each as a thumbnail linked to its page. `folder` is
/// "kar2012/" or "".
std::string ThumbnailList(const PaperView& paper, const std::string& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAPER_PARTS_H_
