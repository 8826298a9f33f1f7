#include "experiments/doctor/diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/doctor/render.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// What is wrong with a map: its features, its theory, or neither.
struct Lies {
  double features = 1;  // they are multiplied by this
  Index used = 0;       // so many random features are drawn, whatever D is; 0: D
  bool no_variance = false;
  double variance = 1;  // the exact one is multiplied by this
  double bound = 1;     // the scale of the bound for one pair
  double uniform = 1;   // that of the bound for all pairs
};

// A map whose features are multiplied by a factor, and which says that there are D of them.
class ScaledMap : public FeatureMap {
 public:
  ScaledMap(std::unique_ptr<FeatureMap> map, double factor, Index num_random_features)
      : map_(std::move(map)), factor_(factor), num_random_features_(num_random_features) {}
  std::string name() const override { return "scaled"; }
  Index input_dim() const override { return map_->input_dim(); }
  Index num_random_features() const override { return num_random_features_; }
  Index output_dim() const override { return map_->output_dim(); }
  std::size_t bytes() const override { return map_->bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return map_->OperationsPerRow(nonzeros);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    map_->TransformRows(x, begin, count, out);
    out *= factor_;
  }

 private:
  std::unique_ptr<FeatureMap> map_;
  double factor_;
  Index num_random_features_;
};

// Random Maclaurin features with these lies.
class LyingSpec : public FeatureMapSpec {
 public:
  explicit LyingSpec(const Lies& lies) : spec_(MakeMapSpec("random_maclaurin", {})), lies_(lies) {}
  void CheckKernel(const Kernel& kernel) const override { spec_->CheckKernel(kernel); }
  Index OutputDim(const Kernel& k, Index d, Index D) const override {
    return spec_->OutputDim(k, d, D);
  }
  double DrawnBytes(const Kernel& k, Index d, Index D) const override {
    return spec_->DrawnBytes(k, d, D);
  }
  std::optional<double> FeatureVariance(const Kernel& k, const Vector& x,
                                        const Vector& y) const override {
    if (lies_.no_variance) return std::nullopt;
    return lies_.variance * *spec_->FeatureVariance(k, x, y);
  }
  std::optional<ErrorBound> Bound(const Kernel& k, const RowRadii& r) const override {
    std::optional<ErrorBound> bound = spec_->Bound(k, r);
    bound->scale *= lies_.bound;
    bound->uniform->scale *= lies_.uniform;
    return bound;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override {
    DrawContext used = context;
    if (lies_.used > 0) used.num_random_features = lies_.used;
    return std::make_unique<ScaledMap>(spec_->Draw(used), lies_.features,
                                       context.num_random_features);
  }

 private:
  std::unique_ptr<FeatureMapSpec> spec_;
  Lies lies_;
};

Diagnosis Examine(const Lies& lies, Index draws = 100) {
  Matrix x(4, 3);
  x << .5, .2, -.3, .4, .3, .2, -.1, .5, .3, .45, -.2, .35;
  const Examples rows(x);
  const auto kernel = MakeKernel("exponential", {{"sigma", 1.0}});
  return Diagnose({"scaled", LyingSpec(lies), {.unbiased = true}, *kernel, rows, rows},
                  {.draws = draws});
}

TEST(Diagnose, ARightMapIsRight) {
  const Diagnosis d = Examine({});
  EXPECT_TRUE(d.faults.empty()) << DiagnosisText(d);
  EXPECT_EQ(Verdict(d), "right");
  ASSERT_TRUE(d.bias_z && d.exact_variance && d.slope && d.bound);
  EXPECT_NEAR(*d.slope, -0.5, 0.1);
  EXPECT_NEAR(d.measured_variance / *d.exact_variance, 1, 0.15);
  EXPECT_EQ(d.pairs, 10);
  EXPECT_GT(d.features_per_second, 0);
  ASSERT_EQ(d.errors.size(), 3U);
  EXPECT_EQ(d.errors[1].num_random_features, 256);
  // What the bound grants is what D = bound_features would grant.
  EXPECT_NEAR(d.bound->Epsilon(static_cast<Index>(d.bound_features), 0.05), d.errors[1].rms, 1e-4);
  EXPECT_EQ(d.bound_violations, 0);
}

TEST(Diagnose, WrongScalesAreSeen) {
  for (const double factor : {0.0, 0.5, std::sqrt(0.5), 1.05, 2.0}) {
    const Diagnosis d = Examine({.features = factor});
    EXPECT_FALSE(d.faults.empty()) << factor;
    EXPECT_EQ(Verdict(d), "wrong") << factor;
  }
}

// Each is found by one check alone, since the rest of the map is right.
TEST(Diagnose, WrongTheoryIsSeen) {
  const auto only_fault = [](const Lies& lies, Index draws = 100) {
    const Diagnosis d = Examine(lies, draws);
    EXPECT_EQ(Verdict(d), "wrong");
    return d.faults.size() == 1 ? d.faults[0] : DiagnosisText(d);
  };
  EXPECT_THAT(only_fault({.variance = 4}, 1000), StartsWith("its variance is "));
  EXPECT_THAT(only_fault({.variance = 0.5}, 1000), StartsWith("its variance is "));
  EXPECT_THAT(only_fault({.bound = 0.001}), HasSubstr(", the bound of kar2012, section 4, in a "));
  EXPECT_THAT(only_fault({.uniform = 0.0001}), HasSubstr(", the bound for all pairs of kar2012"));
  // The variance of 64 features at every D.
  EXPECT_THAT(only_fault({.used = 64, .no_variance = true}, 400),
              AllOf(StartsWith("its error falls as D^"), HasSubstr(" and not as D^-0.5")));
}

TEST(Diagnose, RoundingToFloatsIsNoFault) {
  Matrix x(4, 3);
  x << .5, .2, -.3, .4, .3, .2, -.1, .5, .3, .45, -.2, .35;
  const Examples rows(x);
  const auto kernel = MakeKernel("polynomial", {{"degree", 2}, {"offset", 1}});
  for (const char* map : {"monomials", "random_maclaurin", "tensor_sketch"}) {
    const auto spec = MakeMapSpec(map, {{"storage", "float32"}});
    const Diagnosis d = Diagnose(
        {map, *spec, spec->Traits(MapRegistry().Get(map).traits), *kernel, rows, rows}, {});
    EXPECT_TRUE(d.faults.empty()) << DiagnosisText(d);
  }
}

TEST(Diagnose, AnInfiniteVarianceIsShownAndNotJudged) {
  const Examples rows(Matrix(Matrix::Constant(2, 3, 0.5)));
  const auto kernel = MakeKernel("vovk_infinite", {});
  const auto spec = MakeMapSpec("random_maclaurin", {});
  const Diagnosis d =
      Diagnose({"random_maclaurin", *spec, {.unbiased = true}, *kernel, rows, rows}, {});
  EXPECT_TRUE(d.infinite_variance);
  EXPECT_EQ(Verdict(d), "shown");
}

// Rows in the unit ball, of which few draws can miss the errors that count: whatever is found then,
// a right map is not called wrong.
TEST(Diagnose, RightMapsOfHeavyTailsAreNotCalledWrong) {
  struct Pair {
    const char* kernel;
    Params kernel_params;
    const char* map;
    Params map_params;
  };
  const std::vector<Pair> pairs = {
      {"polynomial", {{"degree", 10}, {"offset", 1}}, "random_maclaurin", {}},
      {"polynomial", {{"degree", 10}, {"offset", 1}}, "random_maclaurin", {{"h01", true}}},
      {"exponential", {{"sigma", 0.5}}, "random_maclaurin", {}},
      {"exponential", {{"sigma", 0.7}}, "random_maclaurin", {}},
      {"anova", {{"order", 5}}, "random_kernel", {{"distribution", "gaussian"}}},
      {"anova", {{"order", 4}}, "random_kernel", {{"distribution", "laplace"}}},
  };
  RandomStream stream(3, StreamPurpose::kTest, 0);
  Matrix x(20, 10);
  for (double& value : x.reshaped()) value = stream.Gaussian();
  for (Index i = 0; i < 20; ++i) x.row(i) *= std::pow(stream.Uniform(), 0.1) / x.row(i).norm();
  const Examples rows(x);
  for (const Pair& pair : pairs) {
    const auto kernel = MakeKernel(pair.kernel, pair.kernel_params);
    const auto spec = MakeMapSpec(pair.map, pair.map_params);
    const MapTraits traits = spec->Traits(MapRegistry().Get(pair.map).traits);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Diagnosis d = Diagnose({pair.map, *spec, traits, *kernel, rows, rows}, {.seed = seed});
      EXPECT_NE(Verdict(d), "wrong")
          << pair.map << " on " << kernel->Describe() << ", seed " << seed << ": " << d.faults[0];
    }
  }
}

TEST(Diagnose, RefusesOneRow) {
  const Examples rows(Matrix::Ones(1, 3));
  const auto kernel = MakeKernel("exponential", {{"sigma", 1.0}});
  EXPECT_THROW(Diagnose({"scaled", LyingSpec({}), {.unbiased = true}, *kernel, rows, rows}, {}),
               InvalidInput);
}

TEST(DiagnosisJson, HasWhatTheTextHas) {
  const Diagnosis d = Examine({});
  const auto json = nlohmann::json::parse(DiagnosisJson({d}));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["verdict"], "right");
  EXPECT_DOUBLE_EQ(json[0]["bias_z"].get<double>(), *d.bias_z);
  EXPECT_DOUBLE_EQ(json[0]["bound"]["epsilon"].get<double>(), d.bound_epsilon);
  EXPECT_NE(DiagnosisText(d).find("verdict               right\n"), std::string::npos);
}

}  // namespace
}  // namespace mercer
