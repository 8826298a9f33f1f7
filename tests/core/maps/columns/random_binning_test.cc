#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// One number is in the bin of another as often as exp(−|x − y|/sigma): the mean over 200,000 grids
// within five standard errors, in one dimension and as a product in three; and its variance, for
// several buckets, within five standard errors of that of a variable of fourth moment at most 1.
TEST(RandomBinning, MeanAndVarianceAreThoseOfSharedBins) {
  constexpr Index kGrids = 200000;
  const auto kernel = MakeKernel("laplacian", {{"sigma", 1.5}});
  Matrix x(2, 3);
  x << 0.3, -1, 0.2, 1.1, -0.8, 0.2;
  const double k = std::exp(-(0.8 + 0.2) / 1.5);
  for (const Index buckets : {1, 2, 7}) {
    const auto spec = MakeMapSpec("random_binning", {{"buckets", buckets}});
    const Vector a = x.row(0).transpose(), b = x.row(1).transpose();
    const double variance = *spec->FeatureVariance(*kernel, a, b);
    EXPECT_NEAR(variance, k - k * k + (1 - k) / static_cast<double>(buckets), 1e-15);
    const Matrix z = spec->Draw({*kernel, 3, kGrids, 5, nullptr})->Transform(x);
    ASSERT_EQ(z.cols(), buckets * kGrids);
    Eigen::ArrayXd products(kGrids);
    for (Index i = 0; i < kGrids; ++i) {
      const auto grid = z.middleCols(i * buckets, buckets) * std::sqrt(double{kGrids});
      EXPECT_NEAR(grid.row(0).cwiseAbs().sum(), 1, 1e-12);
      products[i] = grid.row(0).dot(grid.row(1));
    }
    EXPECT_NEAR(products.mean(), k, 5 * std::sqrt(variance / kGrids)) << buckets;
    EXPECT_NEAR((products - products.mean()).square().mean(), variance, 5 / std::sqrt(kGrids));
  }
}

// Columns that change places, and numbers that do, are other bins.
TEST(RandomBinning, HashesTellColumnsApart) {
  constexpr Index kGrids = 100000;
  const auto kernel = MakeKernel("laplacian", {{"sigma", 0.001}});
  Matrix x(4, 2);
  x << 1, 2, 2, 1, -1, -2, 2, 2;
  const Matrix z =
      MakeMapSpec("random_binning", {})->Draw({*kernel, 2, kGrids, 9, nullptr})->Transform(x);
  const Matrix products = z * z.transpose();
  EXPECT_LE((products - Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 5 / std::sqrt(kGrids));
}

TEST(RandomBinning, RefusesMoreColumnsThanCanBeCounted) {
  const auto kernel = MakeKernel("laplacian", {{"sigma", 1}});
  const auto spec = MakeMapSpec("random_binning", {{"buckets", 65536}});
  EXPECT_EQ(spec->OutputDim(*kernel, 2, Index{1} << 44), Index{1} << 60);
  EXPECT_THAT(Message([&] { spec->OutputDim(*kernel, 2, Index{1} << 48); }),
              HasSubstr("expected at most 17592186044416"));
}

TEST(RandomBinning, ANumberThatIsNotFiniteNamesTheRow) {
  const auto kernel = MakeKernel("laplacian", {{"sigma", 1}});
  const auto map = MakeMapSpec("random_binning", {})->Draw({*kernel, 3, 20, 9, nullptr});
  Matrix x = RowsInBall(7, 3, 1, 1, 4);
  x(5, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THAT(Message([&] { map->Transform(x); }),
              AllOf(HasSubstr("'random_binning'"), HasSubstr("of row 5")));
  x(5, 1) = 1e300;  // a number of bins beyond the integers
  EXPECT_EQ(map->Transform(x).cwiseAbs().minCoeff(), 1 / std::sqrt(20.0));
}

}  // namespace
}  // namespace mercer::testing
