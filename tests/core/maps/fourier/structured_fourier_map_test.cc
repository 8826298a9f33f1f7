// Fastfood and sorf: angles by their definitions at every size, and rows that go through the
// transform side by side.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/random_signs.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::Message;
using testing::RowsInBall;

constexpr std::uint64_t kSeed = 3;
constexpr double kSigma = 0.5;

struct Structured {
  std::string map;
  Params params;
};

const std::vector<Structured> kMaps = {{"fastfood", {}},
                                       {"orthogonal_fourier", {{"structure", "sorf"}}}};

std::unique_ptr<FeatureMap> DrawMap(const Structured& structured, const char* variant, Index d,
                                    Index D) {
  Params params = structured.params;
  params.Set("variant", variant);
  const auto kernel = MakeKernel("gaussian", {{"sigma", kSigma}});
  return MakeMapSpec(structured.map, params)->Draw({*kernel, d, D, kSeed, nullptr});
}

void SlowHadamard(Vector& v) {
  for (Index h = 1; h < v.size(); h *= 2) {
    for (Index i = 0; i < v.size(); ++i) {
      if ((i & h) != 0) continue;
      const double sum = v[i] + v[i + h];
      v[i + h] = v[i] - v[i + h];
      v[i] = sum;
    }
  }
}

// <w_j, x> for the p frequencies of a block, from the documented streams.
Vector BlockAngles(const Structured& structured, Index block, const Vector& x) {
  const Index p = NextPowerOfTwo(x.size());
  RandomStream stream(kSeed, StreamPurpose::kMap,
                      (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(block));
  Vector v = Vector::Zero(p), signs(p);
  v.head(x.size()) = x;
  const double root = std::sqrt(static_cast<double>(p));
  if (structured.map == "orthogonal_fourier") {
    Vector factors[3] = {Vector(p), Vector(p), Vector(p)};
    for (Vector& factor : factors) DrawSigns(stream, p, factor.data());
    for (const Vector& factor : factors) {
      v.array() *= factor.array();
      SlowHadamard(v);
    }
    return v / (kSigma * root * root);
  }
  DrawSigns(stream, p, signs.data());
  v.array() *= signs.array();
  SlowHadamard(v);
  const std::vector<Index> order = RandomPermutation(stream, p);
  Vector gaussians(p), permuted(p);
  for (Index i = 0; i < p; ++i) {
    gaussians[i] = stream.Gaussian();
    permuted[i] = gaussians[i] * v[order[static_cast<std::size_t>(i)]];
  }
  SlowHadamard(permuted);
  for (Index i = 0; i < p; ++i) {
    double squared = 0;
    for (Index k = 0; k < p; ++k) squared += std::pow(stream.Gaussian(), 2);
    permuted[i] *= std::sqrt(squared) / (root * gaussians.norm() * kSigma);
  }
  return permuted;
}

TEST(StructuredFourierMap, IsTheCosinesOfItsAnglesAtEverySize) {
  for (const Structured& structured : kMaps) {
    for (const Index d : {1, 2, 3, 4, 5, 8, 16, 17, 33, 100, 128, 250, 300, 600, 1030}) {
      const Index p = NextPowerOfTwo(d), D = p + p / 2 + 3;
      const Matrix x = RowsInBall(d > 256 ? 1 : 3, d, 1.5, 1, 3);
      const Matrix z = DrawMap(structured, "cos_offset", d, D)->Transform(x);
      for (Index i = 0; i < x.rows(); ++i) {
        const Index blocks = (D + p - 1) / p;
        Vector angles(blocks * p);
        for (Index block = 0; block < blocks; ++block)
          angles.segment(block * p, p) = BlockAngles(structured, block, x.row(i).transpose());
        for (Index j = 0; j < D; ++j) {
          RandomStream stream(kSeed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
          const double b = 2 * std::numbers::pi * stream.Uniform();
          ASSERT_NEAR(z(i, j) * std::sqrt(static_cast<double>(D) / 2), std::cos(angles[j] + b),
                      1e-12)
              << structured.map << ", d = " << d << ", feature " << j;
        }
      }
    }
  }
}

// Any number of rows, also one that does not fill the lanes, dense and sparse.
TEST(StructuredFourierMap, ARowAloneHasTheBitsItHasAmongOthers) {
  for (const Structured& structured : kMaps) {
    for (const char* variant : {"cos_offset", "cos_sin", "complex"}) {
      for (const Index d : {1, 3, 7, 22, 64, 300}) {
        const Matrix x = RowsInBall(21, d, 1.5, 0.6, 4);
        const auto map = DrawMap(structured, variant, d, 600);
        const Matrix z = map->Transform(Examples(x));
        for (Index count = 1; count <= x.rows(); ++count) {
          const Index begin = x.rows() - count;
          Matrix part(count, z.cols());
          map->TransformRows(Examples(x), begin, count, part);
          ASSERT_EQ(part, z.bottomRows(count)) << structured.map << ", d = " << d;
        }
        ASSERT_EQ(map->Transform(ToSparse(Examples(x))), z) << structured.map << ", d = " << d;
      }
    }
  }
}

TEST(StructuredFourierMap, RefusesRowsWithoutFiniteFeaturesAndNoOthers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Matrix x = RowsInBall(19, 30, 1, 1, 3);
  for (const Structured& structured : kMaps) {
    const auto map = DrawMap(structured, "cos_offset", 30, 100);
    for (const double bad : {std::nan(""), kInfinity, -kInfinity, 3e306}) {
      for (const Index row : {0, 7, 8, 18}) {
        Matrix with_bad = x;
        with_bad.row(row).setConstant(bad);
        EXPECT_THAT(Message([&] { map->Transform(Examples(with_bad)); }),
                    ::testing::HasSubstr("of row " + std::to_string(row) + " is"));
      }
    }
    // Beyond the norm up to which features are not looked at.
    Matrix large = x;
    large(8, 0) = 1e289;
    const Matrix z = map->Transform(Examples(large));
    EXPECT_TRUE(z.allFinite());
    large(8, 0) = x(8, 0);
    EXPECT_EQ(map->Transform(Examples(large)).row(9), z.row(9));
  }
}

}  // namespace
}  // namespace mercer
