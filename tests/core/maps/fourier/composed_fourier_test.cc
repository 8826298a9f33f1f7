// composed_maclaurin and its kin on Fourier features of the Gaussian kernel, real and complex, with
// the kernel and the maps written out here.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/random.h"
#include "core/kernels/combined/composed.h"
#include "core/kernels/combined/sum_product.h"
#include "core/kernels/dot_product/exponential.h"
#include "core/maps/combined/sum_product_features.h"
#include "core/maps/maclaurin/composed_maclaurin.h"

namespace mercer {
namespace {

// exp(−|x − y|² / 2).
class Gaussian : public Kernel {
 public:
  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override {
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < y.rows(); ++j)
        out(i, j) = std::exp(-0.5 * (x.dense().row(begin + i) - y.dense().row(j)).squaredNorm());
  }
  Vector Diagonal(const Examples& x) const override { return Vector::Ones(x.rows()); }
  std::string Describe() const override { return "gaussian"; }
};

// sqrt(2/D) cos(<w, x> + b), or exp(i <w, x>) / sqrt(D).
class Fourier : public FeatureMap {
 public:
  Fourier(const DrawContext& context, bool is_complex)
      : complex_(is_complex),
        frequencies_(context.input_dim, context.num_random_features),
        offsets_(context.num_random_features) {
    for (Index i = 0; i < offsets_.size(); ++i) {
      RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
      for (Index j = 0; j < context.input_dim; ++j) frequencies_(j, i) = stream.Gaussian();
      offsets_[i] = 2 * std::numbers::pi * stream.Uniform();
    }
  }
  std::string name() const override { return "fourier"; }
  Index input_dim() const override { return frequencies_.rows(); }
  Index num_random_features() const override { return offsets_.size(); }
  Index output_dim() const override { return (complex_ ? 2 : 1) * offsets_.size(); }
  std::size_t bytes() const override { return 1; }
  bool is_complex() const override { return complex_; }
  double OperationsPerRow(double) const override { return 1; }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const Matrix angles = x.dense().middleRows(begin, count) * frequencies_;
    const auto D = static_cast<double>(offsets_.size());
    for (Index r = 0; r < count; ++r) {
      for (Index i = 0; i < offsets_.size(); ++i) {
        if (complex_) {
          out(r, 2 * i) = std::cos(angles(r, i)) / std::sqrt(D);
          out(r, 2 * i + 1) = std::sin(angles(r, i)) / std::sqrt(D);
        } else {
          out(r, i) = std::sqrt(2 / D) * std::cos(angles(r, i) + offsets_[i]);
        }
      }
    }
  }

 private:
  bool complex_;
  Matrix frequencies_;
  Vector offsets_;
};

class FourierSpec : public FeatureMapSpec {
 public:
  explicit FourierSpec(bool is_complex) : complex_(is_complex) {}
  void CheckKernel(const Kernel&) const override {}
  SingleFeatures single_features() const override {
    return complex_ ? SingleFeatures::kComplex : SingleFeatures::kReal;
  }
  Index OutputDim(const Kernel&, Index, Index D) const override { return D; }
  double DrawnBytes(const Kernel&, Index, Index) const override { return 1; }
  // (2 cos a cos b)² with a and b random has the mean 1 + κ(2δ)/2.
  std::optional<double> FeatureVariance(const Kernel&, const Vector& x,
                                        const Vector& y) const override {
    const double squared = (x - y).squaredNorm();
    return 1 + 0.5 * std::exp(-2 * squared) - std::exp(-squared);
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override {
    return std::make_unique<Fourier>(context, complex_);
  }

 private:
  bool complex_;
};

SinglePart Part(bool is_complex) { return {"fourier", std::make_unique<FourierSpec>(is_complex)}; }

SingleParts Parts(bool first, bool second) {
  SingleParts parts;
  parts.push_back(Part(first));
  parts.push_back(Part(second));
  return parts;
}

Matrix Rows() { return (Matrix(2, 3) << .3, .1, -.4, .2, .5, .7).finished(); }

constexpr Index kFeatures = 200000;

// Re Σ z_i(x) z_i(y)*: with complex features in pairs of columns this is the dot product of rows.
double Estimate(const FeatureMapSpec& spec, const Kernel& kernel) {
  const auto map = spec.Draw({kernel, 3, kFeatures, 5, nullptr});
  const Matrix z = map->Transform(Rows());
  EXPECT_EQ(map->is_complex(), z.cols() == 2 * kFeatures);
  return z.row(0).dot(z.row(1));
}

const double kInner = std::exp(-0.5 * (Rows().row(0) - Rows().row(1)).squaredNorm());
const auto kOuter = std::make_shared<ExponentialKernel>(1.0);
const auto kGaussian = std::make_shared<Gaussian>();

// exp of the Gaussian kernel, Kar & Karnick's example; false alarms 6e-7, fixed seed.
TEST(ComposedFourier, ExpOfTheGaussianKernelFromRealFeatures) {
  const ComposedKernel kernel(kOuter, kGaussian);
  const ComposedMaclaurinSpec spec(Part(false), 2);
  const Vector x = Rows().row(0).transpose(), y = Rows().row(1).transpose();
  // Σ 2^(n+1)/n!² Mⁿ − k², summed here.
  const double moment = 1 + 0.5 * std::pow(kInner, 4);
  double square = 0, term = 2;
  for (int n = 0; n < 60; ++n) {
    square += term;
    term *= 2 * moment / ((n + 1.0) * (n + 1.0));
  }
  const double value = std::exp(kInner), variance = square - value * value;
  EXPECT_NEAR(spec.FeatureVariance(kernel, x, y).value(), variance, 1e-12 * variance);
  EXPECT_LT(5 * std::sqrt(variance / kFeatures), 0.03 * value);
  EXPECT_NEAR(Estimate(spec, kernel), value, 5 * std::sqrt(variance / kFeatures));
}

// |W| = 1, so that the variance of the real part is below Σ 2^(n+1)/n!² = 8.51.
TEST(ComposedFourier, ExpOfTheGaussianKernelFromComplexFeatures) {
  const ComposedKernel kernel(kOuter, kGaussian);
  const ComposedMaclaurinSpec spec(Part(true), 2);
  EXPECT_EQ(spec.single_features(), SingleFeatures::kComplex);
  EXPECT_NEAR(Estimate(spec, kernel), std::exp(kInner), 5 * std::sqrt(8.51 / kFeatures));
}

TEST(ComposedFourier, ProductsAndSumsOfRealAndComplexFeatures) {
  const ProductKernel product({kGaussian, kGaussian});
  const SumKernel sum({kGaussian, kGaussian}, {0.5, 2});
  // |z z'| ≤ 2 for a real feature, 1 for a complex one: squares of one estimate below 16 and 25.
  for (const bool first : {false, true}) {
    for (const bool second : {false, true}) {
      EXPECT_NEAR(Estimate(ProductFeaturesSpec(Parts(first, second)), product), kInner * kInner,
                  5 * std::sqrt(16.0 / kFeatures));
      EXPECT_NEAR(Estimate(SumFeaturesSpec(Parts(first, second)), sum), 2.5 * kInner,
                  5 * std::sqrt(25.0 / kFeatures));
    }
  }
}

}  // namespace
}  // namespace mercer
