#include "experiments/report/claims/claim_verdicts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/text.h"
#include "experiments/report/claims/claim_cases.h"

namespace mercer {
namespace {

bool IsClearlyFalse(const ClaimCase& one) {
  return !one.holds && std::abs(one.margin) > 2 * one.standard_error;
}

std::string Told(const ClaimCase& one) {
  if (one.standard_error <= 0) return one.text;
  return one.text + " (" + ShortNumber(std::abs(one.margin) / one.standard_error) +
         " standard errors)";
}

std::ptrdiff_t Count(const std::vector<ClaimCase>& cases, bool (*is_one)(const ClaimCase&)) {
  return std::count_if(cases.begin(), cases.end(), is_one);
}

// How many cases a test is true of, and the closest or worst one.
std::string CountsText(const std::vector<ClaimCase>& cases) {
  const auto worst =
      std::min_element(cases.begin(), cases.end(),
                       [](const ClaimCase& a, const ClaimCase& b) { return a.margin < b.margin; });
  if (cases.size() == 1) return Told(*worst);
  const auto held = Count(cases, [](const ClaimCase& one) { return one.holds; });
  std::string text = std::to_string(held) + " of " + std::to_string(cases.size());
  // One repetition has no standard error.
  const bool known = std::all_of(cases.begin(), cases.end(),
                                 [](const ClaimCase& one) { return one.standard_error > 0; });
  if (held < static_cast<std::ptrdiff_t>(cases.size()) && known) {
    text += " (of the others " + std::to_string(Count(cases, IsClearlyFalse)) +
            " by more than two standard errors)";
  }
  return text + (worst->holds ? ", closest: " : ", worst: ") + Told(*worst);
}

// What speaks against the cases: " (…, cases: 2)"; without the number where there is one case.
std::string Remark(const std::string& what, std::ptrdiff_t count, std::size_t of) {
  if (count == 0) return "";
  return " (" + what + (of == 1 ? ")" : ", cases: " + std::to_string(count) + ")");
}

// A case of unsolved trials counts neither for the test nor against it.
ClaimVerdict VerdictOf(const std::vector<ClaimCase>& cases, double share) {
  const auto needed = share * static_cast<double>(cases.size());
  const auto held = Count(cases, [](const ClaimCase& one) { return one.holds && !one.unsolved; });
  const auto unsolved = Count(cases, [](const ClaimCase& one) { return one.unsolved; });
  if (static_cast<double>(held) >= needed) return ClaimVerdict::kHolds;
  return static_cast<double>(held + unsolved) < needed ? ClaimVerdict::kFails
                                                       : ClaimVerdict::kUntold;
}

JudgedClaim JudgeTest(const ClaimTest& test, const std::map<std::string, const Summary*>& tables) {
  const auto table = tables.find(test.table);
  if (table == tables.end()) return {ClaimVerdict::kUntold, "no results of " + test.table};
  const ClaimCases found = CasesOf(test, *table->second);
  const std::vector<ClaimCase>& cases = found.cases;
  if (cases.empty() && !found.substitute.empty()) {
    return {ClaimVerdict::kUntold,
            "only substitute data in " + test.table + " (" + found.substitute + ")"};
  }
  if (cases.empty()) return {ClaimVerdict::kUntold, "no cells of " + test.table + " to tell by"};
  const auto missing =
      std::find_if(cases.begin(), cases.end(), [](const ClaimCase& one) { return one.missing; });
  if (missing != cases.end()) return {ClaimVerdict::kUntold, "no data of " + missing->text};
  std::string why = CountsText(cases);
  why += Remark("other work ran beside the trials timed",
                Count(cases, [](const ClaimCase& one) { return one.invalid_times; }), cases.size());
  why += Remark("trials not solved",
                Count(cases, [](const ClaimCase& one) { return one.unsolved; }), cases.size());
  if (!found.substitute.empty()) why += " (without substitute data: " + found.substitute + ")";
  return {VerdictOf(cases, test.share), why};
}

}  // namespace

std::string_view ClaimVerdictText(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::kHolds:
      return "holds";
    case ClaimVerdict::kFails:
      return "does not hold";
    case ClaimVerdict::kUntold:
      break;
  }
  return "cannot be told";
}

JudgedClaim Judge(const PaperClaim& claim, const std::map<std::string, const Summary*>& tables) {
  if (claim.tests.empty()) return {ClaimVerdict::kUntold, claim.why};
  JudgedClaim judged{ClaimVerdict::kHolds, ""};
  std::vector<std::string> reasons;
  for (const ClaimTest& test : claim.tests) {
    const JudgedClaim one = JudgeTest(test, tables);
    const bool worse =
        one.verdict == ClaimVerdict::kFails ||
        (one.verdict == ClaimVerdict::kUntold && judged.verdict == ClaimVerdict::kHolds);
    if (worse) judged.verdict = one.verdict;
    reasons.push_back(one.why);
  }
  judged.why = Join(reasons, "; ");
  return judged;
}

}  // namespace mercer
