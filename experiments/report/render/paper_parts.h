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

// What the index and a paper's page are made of, as HTML.

/// How many of the cells that a paper reports came out how.
struct SiteCounts {
  int agree = 0;  // exact ones among them
  int better = 0, worse = 0;
  int untold = 0;  // the runs leave it open, or no problem was solved
  int absent = 0;  // no run of ours has them

  SiteCounts& operator+=(const SiteCounts& other);
  int Sum() const { return agree + better + worse + untold + absent; }
};

/// The cells that CountCells counts.
SiteCounts CountForSite(const Summary& summary);

/// A paper with all that its card and its page show.
struct PaperView {
  const PaperResults* results = nullptr;
  PaperNotes notes{};
  SiteCounts cells{};                             // of the tables that the scoreboard counts
  std::map<std::string, Thumbnail> thumbnails{};  // by table; of those that are sweeps

  std::string Name() const;   // "Kar and Karnick 2012", or the citekey
  std::string Title() const;  // of the paper, or its name
};

/// `results` must outlive it.
PaperView ViewOf(const PaperResults& results);

/// A line with authors, title and venue, linked where there is a link; "" where nothing is known.
std::string PaperLine(const PaperNotes& notes);

/// Authors and venue, linked where there is a link; "" where nothing is known.
std::string Byline(const PaperNotes& notes);

/// A bar and a list of counts; a sentence where the paper reports no number.
std::string CountsHtml(const SiteCounts& counts);

/// "Claims: 6 hold, 1 does not hold, 2 cannot be told", the paper's and ours together.
std::string ClaimsSentence(const ClaimTable& claims);

/// A list of claims as plain sentences, each with its verdict; source, quotation and the cases that
/// decide are folded away. Every item has its verdict as data-state: holds, fails or untestable.
std::string ClaimsHtml(const ClaimTable& claims);

/// What a card is filtered by, separated by spaces: agree, better, worse, untold, absent, holds,
/// fails, untestable.
std::string StatesOf(const PaperView& paper);

/// A list of the tables that have a figure, each a thumbnail that leads to its page; `folder` is
/// "kar2012/" or "".
std::string ThumbnailList(const PaperView& paper, const std::string& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAPER_PARTS_H_
