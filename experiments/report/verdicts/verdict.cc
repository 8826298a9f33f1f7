#include "experiments/report/verdicts/verdict.h"

namespace mercer {

std::string_view VerdictText(Verdict verdict) {
  switch (verdict) {
    case Verdict::kExact:
      return "exact";
    case Verdict::kAgrees:
      return "agrees";
    case Verdict::kBetter:
      return "better";
    case Verdict::kWorse:
      return "worse";
    case Verdict::kUnsolved:
      return "unsolved";
    case Verdict::kUntold:
      return "cannot be told";
    case Verdict::kNone:
      return "no verdict";
    case Verdict::kNotReported:
      break;
  }
  return "";
}

std::string_view VerdictMark(Verdict verdict) {
  switch (verdict) {
    case Verdict::kExact:
      return "≡";
    case Verdict::kAgrees:
      return "✓";
    case Verdict::kBetter:
      return "+";
    case Verdict::kWorse:
      return "✗";
    case Verdict::kUnsolved:
      return "◦";
    case Verdict::kUntold:
      return "?";
    case Verdict::kNone:
    case Verdict::kNotReported:
      break;
  }
  return "";
}

std::string_view BandKindText(BandKind kind) {
  switch (kind) {
    case BandKind::kPrintedDigits:
      return "printed digits";
    case BandKind::kOnePerCent:
      return "1 per cent";
    case BandKind::kPaperStd:
      return "paper's std";
    case BandKind::kOurStd:
      return "our std";
    case BandKind::kSimulated:
      return "simulated";
    case BandKind::kPointSets:
      return "point sets";
    case BandKind::kFixed:
      break;
  }
  return "fixed";
}

}  // namespace mercer
