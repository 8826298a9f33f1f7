#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

Matrix Features(const char* kernel, const Params& params, const Matrix& x) {
  const auto of = MakeKernel(kernel, {});
  return MakeMapSpec("additive_features", params)
      ->Draw({*of, x.cols(), 0, 1, nullptr})
      ->Transform(x);
}

// scikit-learn 1.2.1: AdditiveChi2Sampler(sample_steps, sample_interval) of (1/2, 2, 0, 1/1000).
TEST(AdditiveFeatures, AreThoseOfScikitLearn) {
  struct Golden {
    Params params;
    std::vector<double> features;
  };
  Matrix x(1, 4);
  x << 0.5, 2, 0, 1e-3;
  const std::vector<Golden> cases = {
      {{{"steps", 1}}, {0.6324555320336759, 1.2649110640673518, 0, 0.0282842712474619}},
      {{},
       {0.5, 0.4198531997384275, -0.15163013664373412, 1.0, 0.839706399476855, 0.30326027328746824,
        0, 0, 0, 0.022360679774997897, -0.018997838293302722, 0.006133429344168536}},
      {{{"steps", 3}},
       {0.4472135954999579,
        0.4414132354490078,
        -0.1256212943219956,
        0.2157109297144059,
        -0.13359807856895708,
        0.8944271909999159,
        0.8828264708980156,
        0.2512425886439912,
        0.4314218594288118,
        0.26719615713791417,
        0,
        0,
        0,
        0,
        0,
        0.02,
        -0.01907179288095349,
        -0.007584156138912286,
        0.008248432920966447,
        0.007792474442656721}},
      {{{"steps", 4}, {"interval", 0.3}},
       {0.3872983346207417, 0.440824589285868, -0.09301140529341781, 0.2729729035009252,
        -0.12055845095473385, 0.15265603183542592, -0.1098681714604312}}};
  for (const Golden& golden : cases) {
    const Matrix z = Features("additive_chi2", golden.params, x);
    for (std::size_t j = 0; j < golden.features.size(); ++j)
      EXPECT_NEAR(z(0, static_cast<Index>(j)), golden.features[j], 1e-15) << j;
  }
  const Matrix z = Features("intersection", {}, x);
  EXPECT_NEAR(z(0, 0), 0.3989422804014327, 1e-15);
  EXPECT_NEAR(z(0, 1), 0.37522201205589634, 1e-15);
  EXPECT_NEAR(z(0, 2), -0.1355115668886613, 1e-15);
}

// Of many points close together: the tail of the spectrum is what is left out.
TEST(AdditiveFeatures, TendToTheKernelAlsoOfNegativeNumbers) {
  const Matrix x = RowsInBall(7, 5, 1, 0.7, 3);
  struct Limit {
    const char* kernel;
    double bound;
  };
  for (const Limit& limit : {Limit{"additive_chi2", 1e-8}, Limit{"intersection", 0.03}}) {
    const Matrix z = Features(limit.kernel, {{"steps", 500}, {"interval", 0.05}}, x);
    const Matrix exact = Gram(*MakeKernel(limit.kernel, {}), x, x);
    EXPECT_LE((z * z.transpose() - exact).cwiseAbs().maxCoeff(), limit.bound) << limit.kernel;
  }
}

TEST(AdditiveFeatures, ManyStepsNeedAnInterval) {
  EXPECT_THAT(Message([] {
                MakeMapSpec("additive_features", {{"steps", 4}});
              }),
              HasSubstr("expected an interval"));
}

}  // namespace
}  // namespace mercer::testing
