#include "experiments/doctor/diagnosis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/doctor/render.h"

namespace mercer {
namespace {

// A map whose features are multiplied by a factor: what the doctor must see.
class ScaledMap : public FeatureMap {
 public:
  ScaledMap(std::unique_ptr<FeatureMap> map, double factor)
      : map_(std::move(map)), factor_(factor) {}
  std::string name() const override { return "scaled"; }
  Index input_dim() const override { return map_->input_dim(); }
  Index num_random_features() const override { return map_->num_random_features(); }
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
};

class ScaledSpec : public FeatureMapSpec {
 public:
  explicit ScaledSpec(double factor)
      : spec_(MakeMapSpec("random_maclaurin", {})), factor_(factor) {}
  void CheckKernel(const Kernel& kernel) const override { spec_->CheckKernel(kernel); }
  Index OutputDim(const Kernel& k, Index d, Index D) const override {
    return spec_->OutputDim(k, d, D);
  }
  double DrawnBytes(const Kernel& k, Index d, Index D) const override {
    return spec_->DrawnBytes(k, d, D);
  }
  std::optional<double> FeatureVariance(const Kernel& k, const Vector& x,
                                        const Vector& y) const override {
    return spec_->FeatureVariance(k, x, y);
  }
  std::optional<ErrorBound> Bound(const Kernel& k, const RowRadii& r) const override {
    return spec_->Bound(k, r);
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override {
    return std::make_unique<ScaledMap>(spec_->Draw(context), factor_);
  }

 private:
  std::unique_ptr<FeatureMapSpec> spec_;
  double factor_;
};

Diagnosis Examine(double factor) {
  Matrix x(4, 3);
  x << .5, .2, -.3, .4, .3, .2, -.1, .5, .3, .45, -.2, .35;
  const Examples rows(x);
  const auto kernel = MakeKernel("exponential", {{"sigma", 1.0}});
  return Diagnose({"scaled", ScaledSpec(factor), {.unbiased = true}, *kernel, rows, rows}, {});
}

TEST(Diagnose, ARightMapIsRight) {
  const Diagnosis d = Examine(1);
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
    const Diagnosis d = Examine(factor);
    EXPECT_FALSE(d.faults.empty()) << factor;
    EXPECT_EQ(Verdict(d), "wrong") << factor;
  }
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
  EXPECT_THROW(Diagnose({"scaled", ScaledSpec(1), {.unbiased = true}, *kernel, rows, rows}, {}),
               InvalidInput);
}

TEST(DiagnosisJson, HasWhatTheTextHas) {
  const Diagnosis d = Examine(1);
  const auto json = nlohmann::json::parse(DiagnosisJson({d}));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["verdict"], "right");
  EXPECT_DOUBLE_EQ(json[0]["bias_z"].get<double>(), *d.bias_z);
  EXPECT_DOUBLE_EQ(json[0]["bound"]["epsilon"].get<double>(), d.bound_epsilon);
  EXPECT_NE(DiagnosisText(d).find("verdict               right\n"), std::string::npos);
}

}  // namespace
}  // namespace mercer
