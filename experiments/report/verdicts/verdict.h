#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_VERDICT_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_VERDICT_H_

#include <optional>
#include <string_view>

namespace mercer {

/// How a number of ours compares with the paper's (docs/verdicts.md).
enum class Verdict {
  kNotReported,  // the paper gives no number
  kExact,        // for a cell where nothing is drawn: equal to the printed digits
  kAgrees,       // equivalent: they differ by no more than the margin, even with the uncertainty of
                 // the runs
  kBetter,       // they differ, and ours is better
  kWorse,        // they differ, and the paper's is better
  kUnsolved,     // a trial of ours stopped too far from its optimum
  kUntold,       // the runs cannot decide; no data, substitute data, or a parameter fitted to this
                 // number
  kNone,         // times, speed-ups and counts are not judged
};

/// The text of a verdict: "exact", "agrees", "better", "worse", "unsolved", "cannot be told", "no
/// verdict"; "" if the paper reports nothing.
std::string_view VerdictText(Verdict verdict);

/// The mark that tables show after a number of ours: "≡", "✓", "+", "✗", "◦", "?", or "".
std::string_view VerdictMark(Verdict verdict);

/// The origin of a band's width.
enum class BandKind {
  kPrintedDigits,  // nothing is drawn: the digits that the paper prints
  kOnePerCent,     // nothing is drawn, and the digits differ
  kPaperStd,       // the standard deviation that the paper prints, and ours
  kOurStd,         // our standard deviation for both
  kFixed,          // the margin: the spread is unknown
  kSimulated,      // simulated means of our draws
  kPointSets,      // the means of our individual generated point sets
};

/// "printed digits", "1 per cent", "paper's std", "our std", "fixed", "simulated", "point sets".
std::string_view BandKindText(BandKind kind);

/// The range of paper values that the runs cannot distinguish from ours.
struct Band {
  BandKind kind = BandKind::kFixed;
  double low = 0, high = 0;
};

/// A verdict with its basis. `margin` is the difference up to which two numbers count as equal.
/// `band` and `margin` are absent if nothing was compared.
struct Judgement {
  Verdict verdict = Verdict::kNotReported;
  std::optional<Band> band{};
  std::optional<double> margin{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_VERDICT_H_
