// Adaptive sequences in the box of real rows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>

#include "core/base/quantiles.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/sequences/adaptive.h"
#include "tests/core/sequences/point_set_support.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

struct Scaling {
  std::string name;
  double sigma;  // as the papers' results are matched best with this scaling
  bool standardised;
};

void PrintTo(const Scaling& scaling, std::ostream* out) { *out << scaling.name; }

class AdaptiveOnCpu : public ::testing::TestWithParam<Scaling> {};

INSTANTIATE_TEST_SUITE_P(Scalings, AdaptiveOnCpu,
                         ::testing::Values(Scaling{"minmax", 2, false},
                                           Scaling{"standardised", 15, true}),
                         [](const auto& test) { return test.param.name; });

// The box of Yang et al. 2014, section 4: |u_j| ≤ sup |x_j − z_j| over the rows, scaled to [0, 1]
// or to variance 1.
Vector BoxOf(const Matrix& x, bool standardised) {
  Vector box(x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    const double range = x.col(j).maxCoeff() - x.col(j).minCoeff();
    const double deviation = std::sqrt((x.col(j).array() - x.col(j).mean()).square().mean());
    box[j] = range / (standardised ? deviation : range);
  }
  return box;
}

TEST_P(AdaptiveOnCpu, TheDiscrepancyFallsAtEveryStepAndEndsBelowHaltons) {
  const std::filesystem::path file = testing::RealDataDir() / "cpu" / "cpu.train.libsvm";
  if (testing::RealDataDir().empty())
    GTEST_SKIP() << "MERCER_TEST_DATA names no folder with real data";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no cpu/cpu.train.libsvm there";
  constexpr Index kPoints = 100;
  const Examples rows = ReadLibsvm(file.string(), {}).x;
  ASSERT_EQ(rows.rows(), 6554);
  ASSERT_EQ(rows.cols(), 21);
  const BoxDiscrepancy discrepancy(BoxOf(rows.DenseRows(0, rows.rows()), GetParam().standardised),
                                   GetParam().sigma);
  const Matrix halton =
      PointsOf("halton", {{"preset", "yang2014"}}, 21, kPoints).unaryExpr(&NormalQuantile) /
      GetParam().sigma;
  const AdaptiveResult result = MinimiseBoxDiscrepancy(discrepancy, halton, 100);
  const auto& history = result.squared_discrepancy;
  for (std::size_t i = 1; i < history.size(); ++i) EXPECT_LT(history[i], history[i - 1]) << i;
  const double ended = discrepancy.Squared(result.frequencies);
  std::printf(
      "D^2 at s = 100, %s, sigma %g: Monte Carlo %.6f, Halton %.6f, adaptive %.6f after "
      "%zu steps\n",
      GetParam().name.c_str(), GetParam().sigma, discrepancy.MonteCarloExpectation(kPoints),
      discrepancy.Squared(halton), ended, history.size() - 1);
  EXPECT_GT(history.size(), 20U);
  EXPECT_LT(ended, 0.8 * discrepancy.Squared(halton));
  EXPECT_LT(ended, discrepancy.MonteCarloExpectation(kPoints));
}

}  // namespace
}  // namespace mercer
