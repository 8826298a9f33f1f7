#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "experiments/report/cells/reported.h"
#include "tests/support/files.h"

// What configs/kar2012/reported.csv must hold.

namespace mercer {
namespace {

class Kar2012Reported : public ::testing::Test {
 protected:
  const std::vector<ReportedValue> all_ = ParseReported(
      testing::ReadFile(testing::SourceDir() / "configs/kar2012/reported.csv"), "reported.csv");

  const ReportedValue* Find(const std::string& location, const std::string& dataset,
                            const std::string& method, const std::string& metric) const {
    for (const ReportedValue& value : all_) {
      if (value.location == location && value.dataset.Text() == dataset && value.method == method &&
          value.metric == metric) {
        return &value;
      }
    }
    return nullptr;
  }
};

constexpr const char* kDatasets[] = {"nursery", "spambase", "cod-rna",
                                     "adult",   "ijcnn1",   "covertype"};

TEST_F(Kar2012Reported, EachLocationHasAllItsRows) {
  std::map<std::string, int> rows;
  for (const ReportedValue& value : all_) ++rows[value.location];
  const std::map<std::string, int> expected = {
      {"table 1a", 77},
      {"table 1b", 78},
      {"figure 1a", 40},
      {"figure 1b", 54},
      {"figure 1c", 18},
      {"figure 2 accuracy", 71},
      {"figure 2 train time", 72},
      {"figure 2 test time", 72},
  };
  EXPECT_EQ(rows, expected);
}

TEST_F(Kar2012Reported, TableOneHasEveryCell) {
  for (const std::string location : {"table 1a", "table 1b"}) {
    for (const std::string dataset : kDatasets) {
      for (const std::string method : {"exact", "rm", "h01"}) {
        for (const std::string metric : {"accuracy", "train_s", "test_s"}) {
          const ReportedValue* value = Find(location, dataset, method, metric);
          ASSERT_NE(value, nullptr) << location << dataset << method << metric;
          EXPECT_EQ(value->num_random_features == 0, method == "exact");
          EXPECT_EQ(value->kernel, location == "table 1a" ? "polynomial" : "exponential");
          if (metric == "accuracy") {
            EXPECT_GT(value->value, 0.75);
          }
        }
      }
    }
  }
}

TEST_F(Kar2012Reported, SomeNumbersAsPrinted) {
  EXPECT_DOUBLE_EQ(Find("table 1a", "nursery", "exact", "accuracy")->value, 0.999);
  EXPECT_DOUBLE_EQ(Find("table 1a", "covertype", "exact", "test_s")->value, 1653.9);
  EXPECT_DOUBLE_EQ(Find("table 1b", "nursery", "h01", "accuracy")->value, 0.9796);
  EXPECT_EQ(Find("table 1b", "nursery", "h01", "accuracy")->digits, 4);
  EXPECT_EQ(Find("table 1b", "ijcnn1", "rm", "accuracy")->num_random_features, 1000);
}

// The quotients of the printed times lie between the extremes that their rounding allows.
TEST_F(Kar2012Reported, SpeedupsAgreeWithThePrintedTimesButForTwo) {
  const auto half_digit = [](const ReportedValue& value) {
    const double places = std::floor(std::log10(value.value)) + 1 - value.digits;
    return 0.5 * std::pow(10.0, places);
  };
  std::vector<std::string> wrong;
  int speedups = 0;
  for (const ReportedValue& value : all_) {
    if (value.unit != "ratio") continue;
    ++speedups;
    const std::string time = value.metric == "train_speedup" ? "train_s" : "test_s";
    const ReportedValue& exact = *Find(value.location, value.dataset.Text(), "exact", time);
    const ReportedValue& fast = *Find(value.location, value.dataset.Text(), value.method, time);
    const double unit = 2 * half_digit(value);  // some quotients are cut, not rounded
    const double low = (exact.value - half_digit(exact)) / (fast.value + half_digit(fast)) - unit;
    const double high = (exact.value + half_digit(exact)) / (fast.value - half_digit(fast)) + unit;
    const bool agrees = value.value >= low && value.value <= high;
    EXPECT_EQ(agrees, value.note.find("does not agree") == std::string::npos)
        << value.location << " " << value.dataset.Text() << " " << value.value;
    if (!agrees) wrong.push_back(value.dataset.name + " " + value.method + " " + value.metric);
  }
  EXPECT_EQ(speedups, 47);  // 6 data sets × 2 methods × 2 times × 2 tables, one not printed
  EXPECT_EQ(wrong,
            (std::vector<std::string>{"spambase h01 test_speedup", "covertype rm test_speedup"}));
}

TEST_F(Kar2012Reported, CurvesOfFigureOneFall) {
  std::map<std::tuple<std::string, std::string, std::string>, std::pair<double, double>> ends;
  for (const ReportedValue& value : all_) {
    if (value.metric != "gram_mean_abs") continue;
    auto& [first, last] = ends[{value.location, value.dataset.Text(), value.method}];
    if (value.num_random_features <= 20 && first == 0) first = value.value;
    if (value.num_random_features == 5000) last = value.value;
  }
  EXPECT_EQ(ends.size(), 5U + 6U + 2U);
  for (const auto& [curve, pair] : ends) EXPECT_GT(pair.first, pair.second);
}

}  // namespace
}  // namespace mercer
