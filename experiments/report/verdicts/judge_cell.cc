#include "experiments/report/verdicts/judge_cell.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "core/base/error.h"
#include "experiments/report/cells/report_metrics.h"

namespace mercer {
namespace {

// Numbers come from decimal text: 0.0375 lies half way between two of three digits but for the last
// bits, and is then taken to be either; 0.989 and 0.999 are 0.01 apart but for them.
constexpr double kRounding = 1e-9;

bool IsDigitised(const ReportedValue& reported) { return reported.how_read == "digitised"; }

// The standard fixes this generator's numbers to the last bit.
using Generator = std::mt19937_64;
constexpr Generator::result_type kSeed = 20141121;
constexpr int kPairs = 10000;
constexpr double kShare = 0.95;

// Linear between the order statistics at 0 and n − 1 (type 7 of Hyndman and Fan 1996).
double QuantileOfSorted(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// A sum of more draws than this has as good as a normal distribution.
constexpr std::int64_t kMostSummed = 10000;

/// The sum of `count` draws from the values; of more than kMostSummed a sum with the same mean and
/// variance.
double SumOfDraws(const std::vector<double>& values, std::int64_t count, Generator& draw) {
  const std::int64_t summed = std::min(count, kMostSummed);
  double sum = 0;
  for (std::int64_t i = 0; i < summed; ++i) sum += values[draw() % values.size()];
  if (summed == count) return sum;
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  const auto all = static_cast<double>(count), some = static_cast<double>(summed);
  return all * mean + std::sqrt(all / some) * (sum - some * mean);
}

constexpr double kUpperTail = 0.975;
constexpr double kOnePerCent = 0.01;
constexpr double kPoint = 0.01;
constexpr double kLowErrorRate = 0.05;
constexpr double kErrorShare = 0.2;
constexpr std::size_t kFewestDraws = 3;
constexpr std::size_t kFewestPointSets = 5;

/// A mean of runs.
struct MeanOfRuns {
  double std = 0, runs = 1;
  double std_runs = 1;  // those that the standard deviation was computed from; 1: not known

  double Variance() const { return std * std / runs; }
};

// Rows or halves that are drawn once for all repetitions leave rounding alone between them.
bool AreDifferent(const std::vector<double>& sorted) {
  return sorted.back() - sorted.front() > kRounding * std::abs(sorted.back());
}

/// Half the width of the 95 per cent interval of the difference of two means: Student's law with
/// the degrees of freedom of Welch and Satterthwaite, v² / Σ v_i²/(n_i − 1).
double HalfWidth(const MeanOfRuns& a, const MeanOfRuns& b) {
  const double variance = a.Variance() + b.Variance();
  if (variance == 0) return 0;
  double squares = 0;
  for (const MeanOfRuns* one : {&a, &b}) {
    if (one->std_runs > 1) squares += one->Variance() * one->Variance() / (one->std_runs - 1);
  }
  const double quantile =
      squares > 0 ? boost::math::quantile(boost::math::students_t(variance * variance / squares),
                                          kUpperTail)
                  : boost::math::quantile(boost::math::normal(), kUpperTail);
  return quantile * std::sqrt(variance);
}

/// Finds the band of one cell.
class BandOfCell {
 public:
  BandOfCell(std::string_view metric, const ReportedValue& reported,
             const std::vector<DrawnValue>& values)
      : metric_(metric),
        is_share_(FindMetric(metric)->kind == MetricKind::kShare),
        reported_(reported),
        drawn_(values) {
    for (const DrawnValue& drawn : values) values_.push_back(drawn.value);
    // In their order, so that the same values have the same mean to the last bit.
    std::sort(values_.begin(), values_.end());
    ours_ = Measure(values_);
  }

  Band Deterministic() const {
    if (HasThePrintedDigits(ours_.mean, reported_))
      return Around(BandKind::kPrintedDigits, PrecisionOf(reported_));
    if (is_share_) return WithinMargin();
    const double one_per_cent = kOnePerCent * std::abs(reported_.value);
    return Around(BandKind::kOnePerCent, std::max(one_per_cent, PrecisionOf(reported_)));
  }

  // What the runs leave open; none where nothing is known of the spread.
  std::optional<Band> Open() const {
    if (reported_.std) return ByPaperStd();
    if (IsOfKernel(metric_)) {
      const std::vector<double> sets = MeansOfPointSets();
      if (sets.size() >= kFewestPointSets) return OfPointSets(sets);
    }
    if (values_.size() < kFewestDraws || !AreDifferent(values_)) return std::nullopt;
    return IsOfKernel(metric_) && values_.front() > 0 ? Simulated() : ByOurStd();
  }

  // The difference up to which two numbers count as equal.
  double Margin() const {
    if (!is_share_) return kErrorShare * std::abs(reported_.value);
    const double error_rate = IsHigherBetter(metric_) ? 1 - reported_.value : reported_.value;
    const bool is_low = error_rate < kLowErrorRate * (1 - kRounding);
    // 20 per cent of a small rate can be below the precision of its printed digit, which is added.
    // Rounded once, so that programs with and without such an instruction print the same.
    return is_low ? std::fma(kErrorShare, error_rate, PrecisionOf(reported_)) : kPoint;
  }

  Band WithinMargin() const { return Around(BandKind::kFixed, Margin()); }

 private:
  Band Around(BandKind kind, double half_width) const {
    return {kind, ours_.mean - half_width, ours_.mean + half_width};
  }

  double Runs() const { return static_cast<double>(reported_.runs > 0 ? reported_.runs : ours_.n); }

  Band ByPaperStd() const {
    if (values_.size() < kFewestDraws) return ByOneStd(BandKind::kPaperStd, *reported_.std, Runs());
    const auto n = static_cast<double>(ours_.n);
    const MeanOfRuns paper{*reported_.std, Runs(), Runs()}, ours{*ours_.std, n, n};
    return Around(BandKind::kPaperStd, HalfWidth(paper, ours) + PrecisionOf(reported_));
  }

  Band ByOurStd() const {
    return ByOneStd(BandKind::kOurStd, *ours_.std, static_cast<double>(ours_.n));
  }

  // One standard deviation stands for both means: its degrees of freedom count once.
  Band ByOneStd(BandKind kind, double std, double std_runs) const {
    const MeanOfRuns both{std, 1 / (1 / Runs() + 1 / static_cast<double>(ours_.n)), std_runs};
    return Around(kind, HalfWidth(both, {}) + PrecisionOf(reported_));
  }

  Band Simulated() const {
    const double distance = LogRatioOfMeans(values_, static_cast<std::int64_t>(Runs()), ours_.n);
    const double precision = PrecisionOf(reported_);
    return {BandKind::kSimulated, ours_.mean * std::exp(-distance) - precision,
            ours_.mean * std::exp(distance) + precision};
  }

  std::vector<double> MeansOfPointSets() const {
    std::map<std::int64_t, std::vector<double>> sets;
    for (const DrawnValue& drawn : drawn_)
      if (drawn.point_set) sets[*drawn.point_set].push_back(drawn.value);
    std::vector<double> means;
    for (auto& [set, values] : sets) {
      std::sort(values.begin(), values.end());
      means.push_back(Measure(values).mean);
    }
    return means;
  }

  Band OfPointSets(const std::vector<double>& means) const {
    const CentralRange range = CentralRangeOf(means);
    const double precision = PrecisionOf(reported_);
    return {BandKind::kPointSets, range.low - precision, range.high + precision};
  }

  const std::string_view metric_;
  const bool is_share_;
  const ReportedValue& reported_;
  const std::vector<DrawnValue>& drawn_;
  std::vector<double> values_;
  Measured ours_;
};

}  // namespace

double LastDigit(const ReportedValue& reported) {
  if (reported.value == 0) return 0;
  // The exponent as decimal rounding gives it: log10 of 1000 may be a little less than 3.
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*e", reported.digits - 1, std::abs(reported.value));
  const int exponent = std::atoi(std::strchr(text.data(), 'e') + 1);
  return std::pow(10.0, exponent - reported.digits + 1);
}

double PrecisionOf(const ReportedValue& reported) {
  return (IsDigitised(reported) ? 1 : 0.5) * LastDigit(reported);
}

bool HasThePrintedDigits(double measured, const ReportedValue& reported) {
  const double unit = LastDigit(reported);
  if (unit == 0) return measured == reported.value;
  const double most = IsDigitised(reported) ? 1.5 : 0.5;
  return std::abs(measured - std::round(reported.value / unit) * unit) <= (most + kRounding) * unit;
}

double LogRatioOfMeans(std::span<const double> values, std::int64_t paper_runs,
                       std::int64_t own_runs) {
  MERCER_CHECK(values.size() >= 2 && paper_runs >= 1 && own_runs >= 1);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  MERCER_CHECK(sorted.front() > 0);
  Generator draw(kSeed);
  const double counts = static_cast<double>(own_runs) / static_cast<double>(paper_runs);
  std::vector<double> distances(kPairs);
  for (double& distance : distances) {
    const double papers = SumOfDraws(sorted, paper_runs, draw);
    const double ours = SumOfDraws(sorted, own_runs, draw);
    distance = std::abs(std::log(papers / ours * counts));
  }
  std::sort(distances.begin(), distances.end());
  return QuantileOfSorted(distances, kShare);
}

CentralRange CentralRangeOf(std::span<const double> values) {
  MERCER_CHECK(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  constexpr double kTail = (1 - kShare) / 2;
  return {QuantileOfSorted(sorted, kTail), QuantileOfSorted(sorted, 1 - kTail)};
}

Judgement JudgeCell(std::string_view metric, const ReportedValue& reported,
                    const std::vector<DrawnValue>& values, bool deterministic) {
  MERCER_CHECK(!values.empty() && FindMetric(metric) != nullptr &&
               IsJudged(FindMetric(metric)->kind));
  const BandOfCell cell(metric, reported, values);
  const double slack = kRounding * std::abs(reported.value), margin = cell.Margin();
  const bool is_higher_better = IsHigherBetter(metric);
  const auto differs = [&](const Band& band) {
    const bool ours_is_higher = reported.value < band.low;
    return ours_is_higher == is_higher_better ? Verdict::kBetter : Verdict::kWorse;
  };
  const auto holds = [&](const Band& band) {
    return reported.value >= band.low - slack && reported.value <= band.high + slack;
  };
  if (deterministic && reported.std.value_or(0) == 0) {
    const Band band = cell.Deterministic();
    if (band.kind == BandKind::kPrintedDigits) return {Verdict::kExact, band, margin};
    return {holds(band) ? Verdict::kAgrees : differs(band), band, margin};
  }
  const std::optional<Band> open = cell.Open();
  if (!open) {
    const Band band = cell.WithinMargin();
    return {holds(band) ? Verdict::kUntold : differs(band), band, margin};
  }
  const bool is_equivalent = reported.value - open->high >= -margin - slack &&
                             reported.value - open->low <= margin + slack;
  if (is_equivalent) return {Verdict::kAgrees, *open, margin};
  return {holds(*open) ? Verdict::kUntold : differs(*open), *open, margin};
}

}  // namespace mercer
