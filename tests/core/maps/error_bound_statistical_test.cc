// The papers' bounds on every registered map that has one.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/maps/map_cases.h"

namespace mercer::testing {
namespace {

constexpr double kDelta = 0.05;

class BoundedMap : public ::testing::TestWithParam<MapCase> {};

std::vector<MapCase> CasesWithBound() {
  std::vector<MapCase> cases;
  for (const MapCase& map_case : AllMapCases()) {
    const auto bound = map_case.NewSpec()->Bound(*map_case.NewKernel(), {.l1 = 0.6, .l2 = 0.5});
    if (bound) cases.push_back(map_case);
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Registry, BoundedMap, ::testing::ValuesIn(CasesWithBound()),
                         [](const auto& test) { return test.param.Name(); });

class BoundedSingleFeatures : public ::testing::TestWithParam<MapCase> {};

std::vector<MapCase> CasesWithSingleFeatures() {
  std::vector<MapCase> cases = CasesWithBound();
  std::erase_if(cases, [](const MapCase& map_case) {
    return map_case.NewSpec()->single_features() == SingleFeatures::kDependent;
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Registry, BoundedSingleFeatures,
                         ::testing::ValuesIn(CasesWithSingleFeatures()),
                         [](const auto& test) { return test.param.Name(); });

// A pair may break its bound in a share δ of the draws. In 400 draws that is 20; more than 45 has a
// probability of 1e-7 where the share is exactly δ.
TEST_P(BoundedMap, ErrorsBreakTheBoundInAtMostAShareDeltaOfTheDraws) {
  constexpr Index kFeatures = 30;  // even: cos and sin interleave
  constexpr std::uint64_t kDraws = 400;
  const Examples x = RowsInBall(5, 4, 0.5, 0.8, 3);
  const auto kernel = GetParam().NewKernel();
  const auto bound = GetParam().NewSpec()->Bound(*kernel, RadiiOf(x)).value();
  const double epsilon = bound.Epsilon(kFeatures, kDelta);
  const Matrix exact = Gram(*kernel, x, x);
  Vector largest(kDraws);
  const auto beyond_uniform = [&](double uniform) {
    return (largest.array() > uniform + 1e-12).count();
  };
  Eigen::MatrixXi broken = Eigen::MatrixXi::Zero(5, 5);
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const Matrix z = GetParam().Draw(x, kFeatures, seed)->Transform(x);
    const Matrix error = (z * z.transpose() - exact).cwiseAbs();
    largest[static_cast<Index>(seed)] = error.maxCoeff();
    broken += (error.array() > epsilon + 1e-12).cast<int>().matrix();
  }
  EXPECT_LE(broken.maxCoeff(), 45);
  if (const auto uniform = bound.UniformEpsilon(kFeatures, kDelta)) {
    EXPECT_LE(beyond_uniform(*uniform), 45);
  }
  if (bound.scale > 0) {
    EXPECT_GE(bound.NumRandomFeatures(epsilon, kDelta), kFeatures * 0.99);
  }
}

// What maps of maps build on.
TEST_P(BoundedSingleFeatures, NoProductOfThemExceedsItsBound) {
  const auto spec = GetParam().NewSpec();
  constexpr Index kFeatures = 20000;
  const Examples x = RowsInBall(5, 4, 0.5, 0.8, 3);
  const auto bound = spec->Bound(*GetParam().NewKernel(), RadiiOf(x)).value();
  const auto map = GetParam().Draw(x, kFeatures, 8);
  const Matrix z = map->Transform(x) * std::sqrt(static_cast<double>(kFeatures));
  double largest = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    if (!map->is_complex()) {
      largest = std::max(largest, z.row(i).cwiseAbs2().maxCoeff());
      continue;
    }
    for (Index j = 0; j < kFeatures; ++j)
      largest = std::max(largest, z.row(i).segment(2 * j, 2).squaredNorm());
  }
  EXPECT_LE(largest, bound.product_sup * (1 + 1e-12));
}

}  // namespace
}  // namespace mercer::testing
