#include "core/maps/polynomial/tensor_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::RowsInBall;

Vector Pair(double a, double b) {
  Vector v(2);
  v << a, b;
  return v;
}

struct Table {
  std::vector<Index> buckets;
  std::vector<double> signs;
};

// The count sketches of the documented streams; the constant's place is the first of each.
std::vector<Table> Tables(std::uint64_t seed, Index degree, Index d, Index D) {
  std::vector<Table> tables(static_cast<std::size_t>(degree));
  for (std::size_t i = 0; i < tables.size(); ++i) {
    RandomStream stream(seed, StreamPurpose::kMap, i);
    for (Index j = 0; j <= d; ++j) {
      tables[i].signs.push_back((stream.Bits32() & 1U) != 0 ? 1 : -1);
      tables[i].buckets.push_back(static_cast<Index>(stream.Below(static_cast<std::uint64_t>(D))));
    }
  }
  return tables;
}

// Circular convolution of the sketches, term by term.
Vector Convolution(const std::vector<Table>& tables, const Vector& x, Index D) {
  Vector z = Vector::Zero(D);
  z[0] = 1;
  for (const Table& table : tables) {
    Vector sketch = Vector::Zero(D), next = Vector::Zero(D);
    for (Index j = 0; j < x.size(); ++j) {
      const auto place = static_cast<std::size_t>(j);
      sketch[table.buckets[place]] += table.signs[place] * x[j];
    }
    for (Index a = 0; a < D; ++a)
      for (Index b = 0; b < D; ++b) next[(a + b) % D] += z[a] * sketch[b];
    z = next;
  }
  return z;
}

// Degrees 1 to 6, several lengths, primes among them, both kernels, dense and sparse. Rows of 60
// values go by transforms, shorter ones mostly without.
class TensorSketchOfRows : public ::testing::TestWithParam<Index> {};
INSTANTIATE_TEST_SUITE_P(Dims, TensorSketchOfRows, ::testing::Values(2, 11, 60));

TEST_P(TensorSketchOfRows, IsTheConvolutionOfItsCountSketches) {
  const Index kDim = GetParam();
  constexpr std::uint64_t kSeed = 5;
  const Examples x = RowsInBall(7, kDim, 1.5, 0.6, 2);
  for (const Index D : {1, 2, 5, 16, 30, 101, 256}) {
    for (const int degree : {1, 2, 3, 4, 5, 6}) {
      const std::vector<Table> tables = Tables(kSeed, degree, kDim, D);
      for (const bool homogeneous : {false, true}) {
        const auto kernel =
            homogeneous
                ? MakeKernel("homogeneous_polynomial", {{"degree", degree}})
                : MakeKernel("polynomial", {{"degree", degree}, {"offset", 0.7}, {"scale", 1.3}});
        const auto map = MakeMapSpec("tensor_sketch", {})->Draw({*kernel, kDim, D, kSeed, nullptr});
        const Matrix z = map->Transform(x), sparse = map->Transform(ToSparse(x));
        for (Index i = 0; i < x.rows(); ++i) {
          Vector row(kDim + 1);
          row[0] = homogeneous ? 0 : std::sqrt(0.7);
          row.tail(kDim) = (homogeneous ? 1 : std::sqrt(1.3)) * x.dense().row(i).transpose();
          const Vector expected = Convolution(tables, row, D);
          const double bound = 1e-13 * std::pow(row.norm() + 1, degree) * 10;
          ASSERT_LE((z.row(i).transpose() - expected).cwiseAbs().maxCoeff(), bound)
              << D << " " << degree;
          ASSERT_LE((sparse.row(i).transpose() - expected).cwiseAbs().maxCoeff(), bound);
        }
      }
    }
  }
}

// Every pair of tables: the mean is the kernel, the variance the formula; and a known value,
// made by an independent program, for D = 3.
TEST(TensorSketch, EnumerationGivesKernelAndVariance) {
  const Vector x = Pair(.6, -.2), y = Pair(.3, .5);
  const TensorSketchSpec spec;
  for (const Index D : {2, 3, 4}) {
    for (const int degree : {1, 2}) {
      const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", degree}});
      std::vector<Table> all;
      for (Index h = 0; h < D * D; ++h)
        for (int s = 0; s < 4; ++s)
          all.push_back({{h % D, h / D}, {s % 2 == 0 ? 1.0 : -1.0, s / 2 == 0 ? 1.0 : -1.0}});
      double mean = 0, square = 0, count = 0;
      for (const Table& a : all) {
        for (const Table& b : all) {
          if (degree == 1 && &b != &all.front()) break;
          const std::vector<Table> tables = degree == 1 ? std::vector{a} : std::vector{a, b};
          const double k = Convolution(tables, x, D).dot(Convolution(tables, y, D));
          mean += k, square += k * k, ++count;
        }
      }
      mean /= count;
      EXPECT_NEAR(mean, std::pow(x.dot(y), degree), 1e-15);
      const double variance = square / count - mean * mean;
      EXPECT_NEAR(*spec.EstimateVariance(*kernel, x, y, D) / variance, 1, 1e-12) << D;
      if (D == 3 && degree == 2) {
        EXPECT_NEAR(variance, 0.00284928, 1e-15);
      }
    }
  }
}

TEST(TensorSketch, VarianceTendsToItsLimit) {
  const Vector x = Pair(.6, -.2), y = Pair(.3, .5);
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 0.5}});
  const TensorSketchSpec spec;
  const double limit = *spec.FeatureVariance(*kernel, x, y);
  EXPECT_NEAR(1e7 * *spec.EstimateVariance(*kernel, x, y, 10000000) / limit, 1, 1e-6);
}

// The sample variance over 4,000 seeds within five of its standard errors, which the sample's
// fourth moment gives; false-alarm rate about 6e-7 each, seeds fixed.
TEST(TensorSketch, SampleVarianceIsTheFormula) {
  const Matrix x = RowsInBall(2, 5, 1, 1, 7);
  for (const int degree : {2, 3}) {
    const auto kernel = MakeKernel("polynomial", {{"degree", degree}, {"offset", 0.5}});
    constexpr Index kSeeds = 4000, kFeatures = 32;
    Eigen::ArrayXd estimates(kSeeds);
    for (Index s = 0; s < kSeeds; ++s) {
      const Matrix z = TensorSketchSpec()
                           .Draw({*kernel, 5, kFeatures, static_cast<std::uint64_t>(s), nullptr})
                           ->Transform(x);
      estimates[s] = z.row(0).dot(z.row(1));
    }
    const Eigen::ArrayXd centred = estimates - estimates.mean();
    const double sample = centred.square().mean();
    const double band =
        5 * std::sqrt((centred.square().square().mean() - sample * sample) / double{kSeeds});
    const Vector a = x.row(0), b = x.row(1);
    const double expected = *TensorSketchSpec().EstimateVariance(*kernel, a, b, kFeatures);
    EXPECT_NEAR(sample, expected, band);
    EXPECT_LT(band, 0.5 * expected);
  }
}

TEST(TensorSketch, SaysWhichKernelsFit) {
  const auto kernel = MakeKernel("exponential", {{"sigma", 1.0}});
  EXPECT_THAT(testing::Message([&] { TensorSketchSpec().CheckKernel(*kernel); }),
              HasSubstr("expected a polynomial kernel: polynomial, "
                        "homogeneous_polynomial"));
}

}  // namespace
}  // namespace mercer
