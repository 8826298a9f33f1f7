#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_VERDICT_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_VERDICT_H_

#include <optional>
#include <string_view>

namespace mercer {

/// How a number of ours stands to the paper's (docs/verdicts.md).
enum class Verdict {
  kNotReported,  // the paper gives no number
  kExact,        // of a cell where nothing is drawn: equal to the printed digits
  kAgrees,       // equivalent: they differ by no more than the margin, whatever the runs leave open
  kBetter,       // they differ, and ours is the better one
  kWorse,        // they differ, and the paper's is the better one
  kUnsolved,     // a trial of ours stopped too far from its optimum
  kUntold,  // the runs leave it open; no data, substitute data, a parameter fitted to this number
  kNone,    // times, speed-ups and counts are not judged
};

/// "exact", "agrees", "better", "worse", "unsolved", "cannot be told", "no verdict", "" where the
/// paper reports nothing.
std::string_view VerdictText(Verdict verdict);

/// What tables put behind a number of ours: "≡", "✓", "+", "✗", "◦", "?", or "".
std::string_view VerdictMark(Verdict verdict);

/// What the width of a band comes from.
enum class BandKind {
  kPrintedDigits,  // nothing is drawn: the digits that the paper prints
  kOnePerCent,     // nothing is drawn, and the digits differ
  kPaperStd,       // the standard deviation that the paper prints, and ours
  kOurStd,         // ours for both
  kFixed,          // the margin: nothing is known of the spread
  kSimulated,      // two means of as many draws of ours
  kPointSets,      // the means of single generated point sets of ours
};

/// "printed digits", "1 per cent", "paper's std", "our std", "fixed", "simulated", "point sets".
std::string_view BandKindText(BandKind kind);

/// The numbers of a paper that the runs cannot tell from ours.
struct Band {
  BandKind kind = BandKind::kFixed;
  double low = 0, high = 0;
};

/// `band` and `margin`, the difference up to which two numbers count as equal, are absent where
/// nothing was compared.
struct Judgement {
  Verdict verdict = Verdict::kNotReported;
  std::optional<Band> band{};
  std::optional<double> margin{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_VERDICT_H_
