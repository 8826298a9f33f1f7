#include "experiments/report/verdicts/judge_cell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mercer {
namespace {

ReportedValue Paper(double value, int digits, std::optional<double> std = std::nullopt,
                    std::int64_t runs = 0, const std::string& how_read = "printed") {
  ReportedValue reported;
  reported.value = value;
  reported.digits = digits;
  reported.std = std;
  reported.runs = runs;
  reported.how_read = how_read;
  return reported;
}

std::vector<DrawnValue> Values(const std::vector<double>& numbers) {
  std::vector<DrawnValue> values;
  for (const double number : numbers) values.push_back({number, std::nullopt});
  return values;
}

// Five values with this mean and standard deviation.
std::vector<DrawnValue> Five(double mean, double std) {
  return Values({mean - std, mean + std, mean, mean - std, mean + std});
}

Verdict Drawn(std::string_view metric, const ReportedValue& paper,
              const std::vector<DrawnValue>& values) {
  return JudgeCell(metric, paper, values, false).verdict;
}

Verdict Deterministic(std::string_view metric, const ReportedValue& paper, double ours) {
  return JudgeCell(metric, paper, Values({ours}), true).verdict;
}

TEST(JudgeCell, WithoutDrawsThePrintedDigitsMakeItExact) {
  EXPECT_EQ(Deterministic("relative_error", Paper(0.0339, 3), 0.033949), Verdict::kExact);
  EXPECT_EQ(Deterministic("relative_error", Paper(0.0339, 3), 0.033851), Verdict::kExact);
  EXPECT_EQ(Deterministic("relative_error", Paper(0.0339, 3), 0.033951), Verdict::kAgrees);
  const ReportedValue digitised = Paper(0.0339, 3, std::nullopt, 0, "digitised");
  EXPECT_EQ(Deterministic("relative_error", digitised, 0.033951), Verdict::kExact);
  EXPECT_EQ(Deterministic("relative_error", digitised, 0.034049), Verdict::kExact);
  EXPECT_EQ(Deterministic("relative_error", digitised, 0.034051), Verdict::kAgrees);
  const Judgement exact = JudgeCell("relative_error", Paper(0.0339, 3), Values({0.0339}), true);
  EXPECT_EQ(exact.band->kind, BandKind::kPrintedDigits);
  EXPECT_NEAR(exact.band->high - exact.band->low, 1e-4, 1e-12);
}

TEST(JudgeCell, WithoutDrawsOnePerCentAgrees) {
  EXPECT_EQ(Deterministic("box_discrepancy", Paper(0.002, 4), 0.0020199), Verdict::kAgrees);
  EXPECT_EQ(Deterministic("box_discrepancy", Paper(0.002, 4), 0.0020201), Verdict::kWorse);
  EXPECT_EQ(Deterministic("box_discrepancy", Paper(0.002, 4), 0.0019799), Verdict::kBetter);
  // An accuracy has its fixed band.
  EXPECT_EQ(Deterministic("accuracy", Paper(0.9, 3), 0.891), Verdict::kAgrees);
  EXPECT_EQ(Deterministic("accuracy", Paper(0.9, 3), 0.889), Verdict::kWorse);
}

// A spread that the paper prints says that it drew something, whatever we did.
TEST(JudgeCell, ASpreadOfThePaperIsOfDraws) {
  const auto values = Values({0.0366, 0.0366, 0.0366});
  const Judgement drawn = JudgeCell("relative_error", Paper(0.0374, 3, 0.001, 10), values, true);
  EXPECT_EQ(drawn.band->kind, BandKind::kPaperStd);
  EXPECT_EQ(JudgeCell("relative_error", Paper(0.0374, 3, 0., 10), values, true).band->kind,
            BandKind::kOnePerCent);
}

double HalfWidthOf(const Judgement& judged) { return (judged.band->high - judged.band->low) / 2; }

// Student's quantiles from a table.
TEST(JudgeCell, APrintedStdIsComparedByTheStandardErrorOfTheDifference) {
  // √(0.01²/10 + 0.002²/5) with 10.35 degrees of freedom.
  const Judgement judged =
      JudgeCell("relative_error", Paper(0.5, 3, 0.01, 10), Five(0.5, 0.002), false);
  EXPECT_EQ(judged.band->kind, BandKind::kPaperStd);
  EXPECT_NEAR(HalfWidthOf(judged), 2.218007 * std::sqrt(1e-5 + 8e-7) + 5e-4, 1e-7);
  // Equal spreads and runs: 8 degrees of freedom. An accuracy with a std has no fixed band.
  const Judgement equal = JudgeCell("accuracy", Paper(0.9, 3, 0.002, 5), Five(0.9, 0.002), false);
  EXPECT_NEAR(HalfWidthOf(equal), 2.306004 * 0.002 * std::sqrt(0.4) + 5e-4, 1e-8);
  // The paper does not say of how many runs: as many as ours.
  const Judgement unsaid = JudgeCell("accuracy", Paper(0.9, 3, 0.002), Five(0.9, 0.002), false);
  EXPECT_NEAR(HalfWidthOf(unsaid), HalfWidthOf(equal), 1e-12);
  // One run of ours has no spread: the paper's.
  const Judgement one = JudgeCell("accuracy", Paper(0.9, 3, 0.002, 10), Values({0.9}), false);
  EXPECT_NEAR(HalfWidthOf(one), 2.262157 * 0.002 * std::sqrt(0.1 + 1) + 5e-4, 1e-8);
  // Nor have two, which may lie close together by chance: t of one degree of freedom is 12.7.
  for (const double apart : {1e-6, 0.004}) {
    const Judgement two =
        JudgeCell("accuracy", Paper(0.9, 3, 0.002, 10), Values({0.9 - apart, 0.9 + apart}), false);
    EXPECT_NEAR(HalfWidthOf(two), 2.262157 * 0.002 * std::sqrt(0.1 + 0.5) + 5e-4, 1e-8);
  }
}

// The paper's number and ours are means of ten runs with the same spread: t of 18 degrees of
// freedom is 2.100922, and the runs leave 2.100922·std·√(1/5) + 0.0005 open.
Verdict OfTenRuns(double paper, double ours, double std) {
  std::vector<DrawnValue> values;
  // Ten values with this mean and standard deviation.
  const double off = std * std::sqrt(0.9);
  for (int i = 0; i < 10; ++i) values.push_back({ours + (i % 2 == 0 ? off : -off), std::nullopt});
  return Drawn("accuracy", Paper(paper, 3, std, 10), values);
}

TEST(JudgeCell, AgreesIsEquivalenceWithinThePoint) {
  // 0.0047 + 0.0005 open: a difference of 0.004 is below 0.01 whatever it is, 0.006 may be above.
  EXPECT_EQ(OfTenRuns(0.904, 0.9, 0.005), Verdict::kAgrees);
  EXPECT_EQ(OfTenRuns(0.896, 0.9, 0.005), Verdict::kAgrees);
  EXPECT_EQ(OfTenRuns(0.906, 0.9, 0.005), Verdict::kWorse);
  EXPECT_EQ(OfTenRuns(0.894, 0.9, 0.005), Verdict::kBetter);
  // 0.0094 + 0.0005 open: 0.004 may be 0.014, or nothing.
  EXPECT_EQ(OfTenRuns(0.904, 0.9, 0.01), Verdict::kUntold);
  EXPECT_EQ(OfTenRuns(0.9, 0.9, 0.01), Verdict::kAgrees);
  EXPECT_EQ(OfTenRuns(0.9, 0.9, 0.0104), Verdict::kUntold);
  EXPECT_EQ(OfTenRuns(0.92, 0.9, 0.01), Verdict::kWorse);
  // What is measured to a tenth of a point differs by half a point, and that is no matter.
  EXPECT_EQ(OfTenRuns(0.905, 0.9, 0.0005), Verdict::kAgrees);
}

TEST(JudgeCell, FewRunsOfThePaperLeaveItOpen) {
  EXPECT_EQ(Drawn("accuracy", Paper(0.95, 3, 0.03, 100), Five(0.9, 0.001)), Verdict::kWorse);
  EXPECT_EQ(Drawn("accuracy", Paper(0.95, 3, 0.03, 2), Five(0.93, 0.001)), Verdict::kUntold);
  EXPECT_EQ(Drawn("accuracy", Paper(0.95, 3, 0.03, 2), Five(0.95, 0.001)), Verdict::kUntold);
}

// The margin of an error is 20 per cent of the paper's.
TEST(JudgeCell, ErrorsAreEquivalentWithinAFifth) {
  EXPECT_EQ(Drawn("relative_error", Paper(0.1, 3), Five(0.11, 0.001)), Verdict::kAgrees);
  EXPECT_EQ(Drawn("relative_error", Paper(0.1, 3), Five(0.11, 0.01)), Verdict::kUntold);
  EXPECT_EQ(Drawn("relative_error", Paper(0.1, 3), Five(0.13, 0.01)), Verdict::kWorse);
  EXPECT_EQ(Drawn("relative_error", Paper(0.1, 3), Five(0.07, 0.01)), Verdict::kBetter);
  EXPECT_EQ(Drawn("gram_mean_abs", Paper(0.1, 3, std::nullopt, 5), Five(0.11, 0.001)),
            Verdict::kAgrees);
  const Judgement judged = JudgeCell("rmse", Paper(2, 3), Five(2.2, 0.01), false);
  EXPECT_NEAR(*judged.margin, 0.4, 1e-12);
}

// Two perfect runs of a map whose accuracy varies by 8 points are a point apart more often than
// not.
TEST(JudgeCell, AccuraciesWithoutAPrintedStdTakeOurs) {
  const ReportedValue paper = Paper(0.745, 3, std::nullopt, 5);
  const Judgement vary = JudgeCell("accuracy", paper, Five(0.79, 0.08), false);
  EXPECT_EQ(vary.verdict, Verdict::kUntold);
  EXPECT_EQ(vary.band->kind, BandKind::kOurStd);
  EXPECT_NEAR(HalfWidthOf(vary), 2.776445 * 0.08 * std::sqrt(0.4) + 5e-4, 1e-7);
  const Judgement steady = JudgeCell("accuracy", paper, Five(0.79, 0.002), false);
  EXPECT_EQ(steady.verdict, Verdict::kBetter);
  EXPECT_EQ(steady.band->kind, BandKind::kOurStd);
  EXPECT_EQ(JudgeCell("accuracy", paper, Five(0.748, 0.002), false).verdict, Verdict::kAgrees);
  EXPECT_NEAR(*steady.margin, 0.01, 1e-12);
  // Two draws have no spread to speak of, and a draw once for all repetitions has none.
  EXPECT_EQ(JudgeCell("accuracy", paper, Values({0.75, 0.95}), false).band->kind, BandKind::kFixed);
  EXPECT_EQ(JudgeCell("accuracy", paper, Five(0.79, 0), false).band->kind, BandKind::kFixed);
}

TEST(JudgeCell, ErrorsWithoutAPrintedStdTakeOurs) {
  const Judgement judged =
      JudgeCell("relative_error", Paper(0.5, 3, std::nullopt, 10), Five(0.5, 0.002), false);
  EXPECT_EQ(judged.band->kind, BandKind::kOurStd);
  EXPECT_NEAR(HalfWidthOf(judged), 2.776445 * 0.002 * std::sqrt(0.1 + 0.2) + 5e-4, 1e-8);
  const Judgement unsaid = JudgeCell("relative_error", Paper(0.5, 3), Five(0.5, 0.002), false);
  EXPECT_NEAR(HalfWidthOf(unsaid), 2.776445 * 0.002 * std::sqrt(0.4) + 5e-4, 1e-8);
}

TEST(JudgeCell, OneRunIsTooFewToAgreeAndTellsWhatIsBeyondTheMargin) {
  const auto error = [](double paper, double ours) {
    return Drawn("error_rate", Paper(paper, 3), Values({ours}));
  };
  EXPECT_EQ(error(0.0570, 0.0669), Verdict::kUntold);
  EXPECT_EQ(error(0.0570, 0.0671), Verdict::kWorse);
  EXPECT_EQ(error(0.0570, 0.0469), Verdict::kBetter);
  EXPECT_EQ(error(0.0500, 0.0600), Verdict::kUntold);
  EXPECT_EQ(error(0.0450, 0.0540), Verdict::kUntold);
  EXPECT_EQ(error(0.0450, 0.0542), Verdict::kWorse);  // less than a point
  EXPECT_EQ(error(0.0200, 0.0240), Verdict::kUntold);
  EXPECT_EQ(error(0.0200, 0.0241), Verdict::kWorse);
  EXPECT_EQ(error(0.0200, 0.0159), Verdict::kBetter);
  EXPECT_EQ(error(0.0057, 0.0101), Verdict::kWorse);  // MNIST with σ² read in two units
  // 98.2 per cent right are 1.8 wrong.
  const auto accuracy = [](double paper, double ours) {
    return JudgeCell("accuracy", Paper(paper, 3), Values({ours}), false).verdict;
  };
  EXPECT_EQ(accuracy(0.982, 0.9779), Verdict::kUntold);  // 0.36 and half a digit, 0.05
  EXPECT_EQ(accuracy(0.982, 0.9778), Verdict::kWorse);
  EXPECT_EQ(accuracy(0.982, 0.9862), Verdict::kBetter);
  EXPECT_EQ(accuracy(0.9, 0.8901), Verdict::kUntold);
  EXPECT_EQ(accuracy(0.9, 0.8899), Verdict::kWorse);
  EXPECT_EQ(accuracy(0.9, 0.9101), Verdict::kBetter);
}

// Decimal fractions: 0.939 − 0.929 is a little more than 0.01 in doubles.
TEST(JudgeCell, ExactlyOnePointIsWithinTheMarginBothWays) {
  for (int thousandths = 20; thousandths <= 949; ++thousandths) {
    const double a = thousandths / 1000.0, b = (thousandths - 10) / 1000.0;
    EXPECT_EQ(Drawn("accuracy", Paper(a, 3), Values({b})), Verdict::kUntold) << a;
    EXPECT_EQ(Drawn("accuracy", Paper(b, 3), Values({a})), Verdict::kUntold) << a;
  }
}

TEST(JudgeCell, GramErrorsHaveASimulatedBand) {
  const std::vector<double> numbers = {1, 2, 3, 4, 10};
  const ReportedValue paper = Paper(6.5, 2, std::nullopt, 7);
  const Judgement judged = JudgeCell("gram_mean_abs", paper, Values(numbers), false);
  EXPECT_EQ(judged.band->kind, BandKind::kSimulated);
  const double distance = LogRatioOfMeans(numbers, 7, 5);
  EXPECT_NEAR(judged.band->low, 4 * std::exp(-distance) - 0.05, 1e-12);
  EXPECT_NEAR(judged.band->high, 4 * std::exp(distance) + 0.05, 1e-12);
  EXPECT_EQ(judged.verdict, Verdict::kUntold);
  EXPECT_EQ(Drawn("gram_mean_abs", Paper(4, 2), Five(4.1, 0.1)), Verdict::kAgrees);
  EXPECT_EQ(Drawn("box_discrepancy", Paper(40, 2), Values(numbers)), Verdict::kBetter);
  EXPECT_EQ(Drawn("box_discrepancy", Paper(0.1, 2), Values(numbers)), Verdict::kWorse);
  // The paper does not say of how many runs: as many as ours.
  EXPECT_NEAR(JudgeCell("gram_mean_abs", Paper(6.5, 2), Values(numbers), false).band->high,
              4 * std::exp(LogRatioOfMeans(numbers, 5, 5)) + 0.05, 1e-12);
}

TEST(JudgeCell, FewDrawsAndSuchThatDoNotVaryHaveAFixedBand) {
  for (const std::vector<double>& numbers :
       {std::vector<double>{1.1}, std::vector<double>{1, 1.2}, std::vector<double>{1.1, 1.1, 1.1},
        std::vector<double>{1.1, 1.1 * (1 + 1e-15), 1.1}}) {
    const Judgement judged = JudgeCell("gram_mean_abs", Paper(1, 3), Values(numbers), false);
    EXPECT_EQ(judged.band->kind, BandKind::kFixed);
    EXPECT_NEAR(HalfWidthOf(judged), 0.2, 1e-12);
  }
  EXPECT_EQ(Drawn("gram_mean_abs", Paper(1, 3), Values({1.19})), Verdict::kUntold);
  EXPECT_EQ(Drawn("gram_mean_abs", Paper(1, 3), Values({1.21})), Verdict::kWorse);
}

// Two trials of each set; the paper has one set.
std::vector<DrawnValue> OfSets(int sets) {
  std::vector<DrawnValue> values;
  for (int set = 0; set < sets; ++set)
    for (const double off : {-0.5, 0.5}) values.push_back({10.0 + set + off, std::int64_t{set}});
  return values;
}

TEST(JudgeCell, PointSetsGiveTheRangeOfTheirMeans) {
  // Means 10, 11, …, 50: the central 95 per cent are 11 to 49.
  const Judgement judged = JudgeCell("gram_mean_abs", Paper(48.8, 3), OfSets(41), false);
  EXPECT_EQ(judged.band->kind, BandKind::kPointSets);
  EXPECT_NEAR(judged.band->low, 11 - 0.05, 1e-12);
  EXPECT_NEAR(judged.band->high, 49 + 0.05, 1e-12);
  EXPECT_EQ(judged.verdict, Verdict::kUntold);
  EXPECT_EQ(Drawn("gram_mean_abs", Paper(49.2, 3), OfSets(41)), Verdict::kBetter);
  EXPECT_EQ(Drawn("gram_mean_abs", Paper(10.8, 3), OfSets(41)), Verdict::kWorse);
  EXPECT_EQ(JudgeCell("gram_mean_abs", Paper(12, 3), OfSets(5), false).band->kind,
            BandKind::kPointSets);
  EXPECT_EQ(JudgeCell("gram_mean_abs", Paper(12, 3), OfSets(4), false).band->kind,
            BandKind::kSimulated);
}

TEST(JudgeCell, TheOrderOfTheRecordsChangesNothing) {
  for (std::vector<DrawnValue> values :
       {Values({0.1, 0.7, 0.30000000000000004, 0.9, 0.2}), OfSets(7)}) {
    const Judgement first = JudgeCell("gram_mean_abs", Paper(0.5, 2), values, false);
    std::reverse(values.begin(), values.end());
    std::swap(values[0], values[2]);
    const Judgement other = JudgeCell("gram_mean_abs", Paper(0.5, 2), values, false);
    EXPECT_EQ(first.verdict, other.verdict);
    EXPECT_EQ(first.band->low, other.band->low);
    EXPECT_EQ(first.band->high, other.band->high);
  }
}

}  // namespace
}  // namespace mercer
