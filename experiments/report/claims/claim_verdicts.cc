#include "experiments/report/claims/claim_verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "experiments/report/claims/missing_cells.h"

namespace mercer {
namespace {

using Kind = ClaimTest::Kind;

struct Number {
  double value = 0, standard_error = 0;
};

/// The cases of one test.
class TestJudge {
 public:
  TestJudge(const ClaimTest& test, const Summary& summary) : test_(test), summary_(summary) {
    std::set<CellKey> without_data;
    if (!IsOfPaper()) without_data = CellsWithoutData(summary, test.metric);
    for (const SummaryRow& row : summary.rows) {
      if (row.metric != test.metric) continue;
      without_data.erase(row.cell);
      Add(row);
    }
    for (const CellKey& cell : without_data) empty_rows_.push_back({cell, test.metric});
    for (const SummaryRow& row : empty_rows_) Add(row);
  }

  ClaimCases Cases() {
    switch (test_.kind) {
      case Kind::kLess:
      case Kind::kGreater:
      case Kind::kClose:
        Compare(test_.cells[0], test_.cells[1]);
        break;
      case Kind::kOrder:
        for (std::size_t i = 0; i + 1 < test_.cells.size(); ++i)
          Compare(test_.cells[i], test_.cells[i + 1]);
        break;
      case Kind::kSlope:
        Slopes();
        break;
      case Kind::kValue:
        for (const SummaryRow* row : Taken(test_.cells[0]))
          AddBounded(Name(*row), ValueOf(*row), {row});
        break;
    }
    return std::move(found_);
  }

 private:
  bool IsOfPaper() const { return test_.statistic == ClaimTest::Statistic::kReported; }

  // Takes a row of the metric, of our numbers without those of substitute data.
  void Add(const SummaryRow& row) {
    if (!test_.where.Takes(row.cell)) return;
    if (IsOfPaper() ? row.reported.has_value() : summary_.Substitutes(row.cell.dataset).empty()) {
      rows_.push_back(&row);
    } else if (!IsOfPaper()) {
      found_.substitute = row.cell.dataset;
    }
  }

  std::vector<const SummaryRow*> Taken(const CellSelector& cells) const {
    std::vector<const SummaryRow*> taken;
    for (const SummaryRow* row : rows_)
      if (cells.Takes(row->cell)) taken.push_back(row);
    return taken;
  }

  // Absent where there are no data. The standard error of a standard deviation is that of normal
  // values, s/√(2(n − 1)).
  std::optional<Number> ValueOf(const SummaryRow& row) const {
    const Measured& measured = row.measured;
    switch (test_.statistic) {
      case ClaimTest::Statistic::kReported:
        if (!row.reported) return std::nullopt;
        return Number{row.reported->value, 0};
      case ClaimTest::Statistic::kMean:
        if (measured.n == 0) return std::nullopt;
        return Number{measured.mean, measured.standard_error.value_or(0)};
      case ClaimTest::Statistic::kStd:
        break;
    }
    if (measured.n == 0 || !measured.std) return std::nullopt;
    return Number{*measured.std,
                  *measured.std / std::sqrt(2 * static_cast<double>(measured.n - 1))};
  }

  // Of the right side; absent where its metric has no value there.
  std::optional<double> FactorOf(const SummaryRow& right) const {
    if (test_.factor_metric.empty()) return test_.factor;
    const SummaryRow* row = summary_.Find(right.cell, test_.factor_metric);
    const std::optional<Number> value = row == nullptr ? std::nullopt : ValueOf(*row);
    if (!value) return std::nullopt;
    return test_.factor * value->value;
  }

  static std::string Name(const SummaryRow& row) {
    const CellKey& cell = row.cell;
    std::string name = cell.dataset + " " + cell.kernel + " " + cell.method;
    if (cell.num_random_features > 0) name += " D=" + std::to_string(cell.num_random_features);
    return name;
  }

  static std::string Shown(const Number& number) {
    std::string text = ShortNumber(number.value);
    if (number.standard_error > 0) text += "±" + ShortNumber(number.standard_error);
    return text;
  }

  static bool Pairs(const CellSelector& left, const CellSelector& right, const CellKey& a,
                    const CellKey& b) {
    const auto free = [&](const char* key) {
      return left.Values(key).empty() && right.Values(key).empty();
    };
    const bool same_size = a.num_random_features == b.num_random_features ||
                           a.num_random_features == 0 || b.num_random_features == 0;
    return (!free("dataset") || a.dataset == b.dataset) &&
           (!free("kernel") || a.kernel == b.kernel) && (!free("method") || a.method == b.method) &&
           (!free("D") || same_size);
  }

  void Compare(const CellSelector& left, const CellSelector& right) {
    const auto others = Taken(right);
    for (const SummaryRow* a : Taken(left))
      for (const SummaryRow* b : others)
        if (a != b && Pairs(left, right, a->cell, b->cell)) AddPair(*a, *b);
  }

  void AddPair(const SummaryRow& a, const SummaryRow& b) {
    const std::optional<Number> left = ValueOf(a), right = ValueOf(b);
    if (!left || !right) return AddMissing(Name(left ? b : a));
    const std::optional<double> known = FactorOf(b);
    // The paper need not print every number of a cell.
    if (!known && IsOfPaper()) return;
    if (!known) return AddMissing(Name(b));
    const double factor = *known;
    const double difference = factor * right->value - left->value;
    double margin = difference;
    if (test_.kind == Kind::kGreater) margin = -difference;
    if (test_.kind == Kind::kClose)
      margin = test_.tolerance * std::abs(factor * right->value) - std::abs(difference);
    const double error = std::hypot(left->standard_error, factor * right->standard_error);
    std::string text = Name(a) + " " + Shown(*left) + ", " + Name(b) + " " + Shown(*right);
    if (!test_.factor_metric.empty()) text += " × " + ShortNumber(factor);
    found_.cases.push_back(
        {text, margin, error, test_.kind == Kind::kClose ? margin >= 0 : margin > 0});
    NoteFlags({&a, &b});
  }

  void AddMissing(const std::string& name) { found_.cases.push_back({name, 0, 0, false, true}); }

  // Of the case added last.
  void NoteFlags(const std::vector<const SummaryRow*>& rows) {
    if (IsOfPaper()) return;
    ClaimCase& one = found_.cases.back();
    one.is_exact = true;
    for (const SummaryRow* row : rows) {
      one.invalid_times = one.invalid_times || row->invalid_times > 0;
      one.unsolved = one.unsolved || row->unsolved;
      one.is_exact = one.is_exact && !row->has_spread;
    }
  }

  void AddBounded(const std::string& name, const std::optional<Number>& number,
                  const std::vector<const SummaryRow*>& rows) {
    if (!number) return AddMissing(name);
    const double margin = std::min(number->value - test_.least, test_.most - number->value);
    found_.cases.push_back(
        {name + " " + Shown(*number), margin, number->standard_error, margin >= 0});
    NoteFlags(rows);
  }

  void Slopes() {
    std::map<CellKey, std::vector<const SummaryRow*>> groups;
    for (const SummaryRow* row : Taken(test_.cells[0])) {
      CellKey key = row->cell;
      key.num_random_features = 0;
      groups[key].push_back(row);
    }
    for (const auto& [key, rows] : groups) {
      SummaryRow named;
      named.cell = key;
      AddBounded(Name(named) + ": slope", SlopeOf(rows), rows);
    }
  }

  // Least squares through (log D, log value), with the standard error of its residuals.
  std::optional<Number> SlopeOf(const std::vector<const SummaryRow*>& rows) const {
    std::vector<std::pair<double, double>> points;
    for (const SummaryRow* row : rows) {
      const std::optional<Number> value = ValueOf(*row);
      if (!value || value->value <= 0 || row->cell.num_random_features == 0) return std::nullopt;
      points.emplace_back(std::log(static_cast<double>(row->cell.num_random_features)),
                          std::log(value->value));
    }
    const auto count = static_cast<double>(points.size());
    if (count < 3) return std::nullopt;
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
    for (const auto& [x, y] : points) {
      mean_x += x / count;
      mean_y += y / count;
    }
    for (const auto& [x, y] : points) {
      xx += (x - mean_x) * (x - mean_x);
      xy += (x - mean_x) * (y - mean_y);
      yy += (y - mean_y) * (y - mean_y);
    }
    const double slope = xy / xx;
    const double residual = std::max(0.0, yy - slope * xy);
    return Number{slope, std::sqrt(residual / (count - 2) / xx)};
  }

  const ClaimTest& test_;
  const Summary& summary_;
  std::vector<SummaryRow> empty_rows_;  // of cells without data that have no row of the metric
  std::vector<const SummaryRow*> rows_;
  ClaimCases found_;
};

// False by more than two standard errors. That of single draws is not known.
bool IsClearlyFalse(const ClaimCase& one) {
  const bool is_known = one.standard_error > 0 || one.is_exact;
  return !one.holds && is_known && std::abs(one.margin) > 2 * one.standard_error;
}

std::string CaseText(const ClaimCase& one) {
  if (one.standard_error <= 0) return one.text;
  return one.text + " (" + ShortNumber(std::abs(one.margin) / one.standard_error) +
         " standard errors)";
}

std::ptrdiff_t Count(const std::vector<ClaimCase>& cases, bool (*is_one)(const ClaimCase&)) {
  return std::count_if(cases.begin(), cases.end(), is_one);
}

// How many cases with data a test is true of, and the closest or worst one.
std::string CountsText(const std::vector<ClaimCase>& cases) {
  const auto worst =
      std::min_element(cases.begin(), cases.end(),
                       [](const ClaimCase& a, const ClaimCase& b) { return a.margin < b.margin; });
  if (cases.size() == 1) return CaseText(*worst);
  const auto held = Count(cases, [](const ClaimCase& one) { return one.holds; });
  std::string text = std::to_string(held) + " of " + std::to_string(cases.size());
  // One repetition has no standard error.
  const bool known = std::all_of(cases.begin(), cases.end(),
                                 [](const ClaimCase& one) { return one.standard_error > 0; });
  if (held < static_cast<std::ptrdiff_t>(cases.size()) && known) {
    text += " (of the others " + std::to_string(Count(cases, IsClearlyFalse)) +
            " by more than two standard errors)";
  }
  return text + (worst->holds ? ", closest: " : ", worst: ") + CaseText(*worst);
}

// What speaks against the cases: " (…, cases: 2)"; without the number where there is one case.
std::string Remark(const std::string& what, std::ptrdiff_t count, std::size_t of) {
  if (count == 0) return "";
  return " (" + what + (of == 1 ? ")" : ", cases: " + std::to_string(count) + ")");
}

// A case without data, or of unsolved trials, counts neither for the test nor against it. Beside
// cases without data, only those that are clearly false count against it.
ClaimVerdict VerdictOf(const std::vector<ClaimCase>& cases, double share) {
  constexpr double kRounding = 1e-9;  // 0.28 · 25 is a little more than 7
  const auto needed = share * static_cast<double>(cases.size()) * (1 - kRounding);
  const auto held = Count(cases, [](const ClaimCase& one) { return one.holds && !one.unsolved; });
  if (static_cast<double>(held) >= needed) return ClaimVerdict::kHolds;
  const bool is_complete = Count(cases, [](const ClaimCase& one) { return one.missing; }) == 0;
  const auto failed = std::count_if(cases.begin(), cases.end(), [&](const ClaimCase& one) {
    return !one.unsolved && (is_complete ? !one.holds : IsClearlyFalse(one));
  });
  return static_cast<double>(std::ssize(cases) - failed) < needed ? ClaimVerdict::kFails
                                                                  : ClaimVerdict::kUntold;
}

JudgedClaim JudgeTest(const ClaimTest& test, const std::map<std::string, const Summary*>& tables) {
  const auto table = tables.find(test.table);
  if (table == tables.end()) return {ClaimVerdict::kUntold, "no results of " + test.table};
  ClaimCases found = CasesOf(test, *table->second);
  std::vector<ClaimCase>& cases = found.cases;
  if (cases.empty() && !found.substitute.empty()) {
    return {ClaimVerdict::kUntold,
            "only substitute data in " + test.table + " (" + found.substitute + ")"};
  }
  if (cases.empty()) return {ClaimVerdict::kUntold, "no cells of " + test.table + " to tell by"};
  const ClaimVerdict verdict = VerdictOf(cases, test.share);
  const auto missing = std::stable_partition(cases.begin(), cases.end(),
                                             [](const ClaimCase& one) { return !one.missing; });
  const auto num_missing = cases.end() - missing;
  const std::size_t of = cases.size();
  if (verdict == ClaimVerdict::kUntold && num_missing > 0)
    return {verdict, "no data of " + missing->text};
  cases.erase(missing, cases.end());
  std::string why = CountsText(cases);
  why += Remark("other work ran beside the trials timed",
                Count(cases, [](const ClaimCase& one) { return one.invalid_times; }), cases.size());
  why += Remark("trials not solved",
                Count(cases, [](const ClaimCase& one) { return one.unsolved; }), cases.size());
  why += Remark("no data", num_missing, of);
  if (!found.substitute.empty()) why += " (without substitute data: " + found.substitute + ")";
  return {verdict, why};
}

}  // namespace

std::string ShortNumber(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value);
  return buffer;
}

ClaimCases CasesOf(const ClaimTest& test, const Summary& summary) {
  return TestJudge(test, summary).Cases();
}

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
