// Features in float32: which rows are computed in floats, and what does not fit in one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::unique_ptr<FeatureMap> Draw(const ParamValue& map, const ParamValue& kernel, Index d) {
  return MakeMapSpec(map)->Draw({*MakeKernel(kernel), d, 200, 1, nullptr});
}

bool IsRounded(const FeatureMap& map, const Examples& x) {
  return map.TransformFloats(x) == map.Transform(x).cast<float>();
}

TEST(FloatFeatures, DenseMapsComputeThemInFloats) {
  const Examples x = RowsInBall(30, 22, 1, 1, 4);
  const ParamValue gaussian = Named("gaussian", {{"sigma", 1}});
  for (const char* variant : {"cos_offset", "cos_sin", "complex"}) {
    EXPECT_FALSE(IsRounded(*Draw(Named("random_fourier", {{"variant", variant}}), gaussian, 22), x))
        << variant;
  }
  EXPECT_FALSE(IsRounded(*Draw("quasi_fourier", gaussian, 22), x));
  for (const int order : {1, 2, 3, 4, 5}) {
    EXPECT_FALSE(IsRounded(*Draw("random_kernel", Named("anova", {{"order", order}}), 22), x))
        << order;
  }
  EXPECT_FALSE(IsRounded(*Draw("random_kernel", "all_subsets", 22), x));
  EXPECT_TRUE(IsRounded(*Draw("fastfood", gaussian, 22), x));
}

// Where floats would lose the accuracy.
TEST(FloatFeatures, OtherRowsAreComputedInDoublesAndRounded) {
  const ParamValue gaussian = Named("gaussian", {{"sigma", 1}});
  EXPECT_TRUE(IsRounded(*Draw("random_fourier", gaussian, 22), RowsInBall(30, 22, 1e4, 1, 4)));
  // One value that is nearly all of the row.
  Matrix x = RowsInBall(30, 22, 1e-4, 1, 4);
  x.col(3).setConstant(1);
  EXPECT_TRUE(IsRounded(*Draw("random_kernel", Named("anova", {{"order", 2}}), 22), x));
  // Products of ten signs' sums are one feature or none of two hundred.
  EXPECT_TRUE(
      IsRounded(*Draw("random_maclaurin", Named("polynomial", {{"degree", 10}, {"offset", 1}}), 22),
                RowsInBall(30, 22, 30, 1, 4)));
}

TEST(FloatFeatures, AValueThatNoFloatHoldsNamesMapAndRow) {
  Matrix x = RowsInBall(50, 3, 1, 1, 4);
  x.row(37) *= 1e12;
  const ParamValue quartic = Named("homogeneous_polynomial", {{"degree", 4}});
  for (const char* name : {"random_maclaurin", "tensor_sketch", "monomials"}) {
    const auto map = Draw(name, quartic, 3);
    EXPECT_TRUE(map->Transform(x).allFinite());
    EXPECT_THAT(
        Message([&] { map->TransformFloats(x, 2); }),
        AllOf(HasSubstr("map '" + std::string(name) + "': feature "), HasSubstr(" of row 37 is "),
              HasSubstr("expected at most 3.4e38 in size with storage float32")));
    const auto stored = Draw(Named(name, {{"storage", "float32"}}), quartic, 3);
    EXPECT_THAT(Message([&] { stored->Transform(x); }), HasSubstr(" of row 37 is "));
    if (!stored->has_sparse_output(ToSparse(x))) continue;
    EXPECT_THAT(Message([&] { stored->TransformSparse(ToSparse(x)); }),
                HasSubstr(" of row 37 is "));
  }
}

// Rows of both kinds in one block; the map refuses a row before it has features.
TEST(FloatFeatures, ARowOutsideTheDomainIsNamedAmongOthersThatFit) {
  Matrix x = RowsInBall(50, 3, 0.5, 1, 4);
  const auto map = Draw("random_maclaurin", "vovk_infinite", 3);
  EXPECT_FALSE(IsRounded(*map, x));
  x.row(31) *= 1e-12;
  x.row(37) *= 100;
  EXPECT_THAT(Message([&] { map->TransformFloats(x); }), HasSubstr(": row 37 has norm "));
  EXPECT_THAT(Message([&] { map->TransformFloats(ToSparse(x), 2); }),
              HasSubstr(": row 37 has norm "));
}

TEST(FloatFeatures, AnotherStorageIsTold) {
  EXPECT_THAT(Message([&] {
                MakeMapSpec("fastfood", {{"storage", "float16"}});
              }),
              AllOf(HasSubstr("storage"), HasSubstr("expected one of float64, float32")));
}

}  // namespace
}  // namespace mercer::testing
