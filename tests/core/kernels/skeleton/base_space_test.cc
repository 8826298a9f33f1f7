// The random features of the base spaces and their moments.

#include "core/kernels/skeleton/base_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <map>

#include "tests/core/kernels/skeleton/skeletons.h"

namespace mercer {
namespace {

using testing::AngleInput;
using testing::NewSkeleton;
using testing::Nodes;
using testing::UnitRows;

struct SpaceCase {
  Params input;
  Matrix rows;
};

std::vector<SpaceCase> Spaces() {
  Matrix circle(3, 4), binary(3, 3), categories(3, 4);
  const double angles[] = {0.3, 2.1, -0.8, 1.9, 4.0, -2.2};
  for (Index i = 0; i < 6; ++i) {
    circle(i / 2, i % 2 * 2) = std::cos(angles[i]);
    circle(i / 2, i % 2 * 2 + 1) = std::sin(angles[i]);
  }
  binary << 1, -1, 1, 1, 1, -1, -1, 1, 1;
  categories << 0, 1, 3, 2, 0, 3, 1, 2, 2, 1, 3, 0;
  const Nodes matrix{Nodes{2, 1, 0}, Nodes{1, 1, 0.5}, Nodes{0, 0.5, 0.5}};  // of rank 2
  const auto sphere = [](const char* scheme) {
    return Params{{"space", "sphere"}, {"scheme", scheme}};
  };
  return {{{{"space", "binary"}}, binary},
          {{{"space", "circle"}}, circle},
          {AngleInput(), UnitRows(3, 3, 1)},
          {{{"space", "categories"}, {"size", 4}}, categories},
          {sphere("pairs"), UnitRows(3, 5, 3)},
          {sphere("coordinate"), UnitRows(3, 5, 4)},
          {sphere("uniform"), UnitRows(3, 3, 5)},
          {sphere("signs"), UnitRows(3, 4, 6)},
          {{{"space", "gaussian"}, {"scale", 0.9}}, UnitRows(3, 3, 7)},
          {{{"space", "mahalanobis"}, {"matrix", matrix}}, UnitRows(3, 3, 8)}};
}

TEST(BaseSpaces, AnInnerProductIsTheKernel) {
  int inner_products = 0;
  for (const SpaceCase& c : Spaces()) {
    Params input = c.input;
    input.Set("type", "input");
    const auto kernel = NewSkeleton({{"nodes", Nodes{input}}});
    const SkeletonRows rows(kernel->skeleton(), c.rows.cols());
    const Matrix u = rows.Encode(c.rows, 0, 3);
    const double scale = rows.space(0).InnerProductScale(u.cols());
    const std::string name = c.input.Get("space").AsText();
    const bool expected =
        name == "binary" || name == "circle" || name == "angle" || name == "sphere";
    EXPECT_EQ(scale > 0, expected) << name;
    if (!expected) continue;
    const Matrix gram = Gram(*kernel, c.rows, c.rows);
    EXPECT_LE((scale * (u * u.transpose()) - gram).cwiseAbs().maxCoeff(), 1e-14) << name;
    ++inner_products;
  }
  EXPECT_EQ(inner_products, 7);
}

// Six standard errors of each mean, seed fixed; the finite spaces are enumerated below.
TEST(BaseSpaces, MomentsAreTheMeansOverTheFeatures) {
  for (const SpaceCase& c : Spaces()) {
    Params input = c.input;
    input.Set("type", "input");
    const auto kernel = NewSkeleton({{"nodes", Nodes{input}}});
    const SkeletonRows rows(kernel->skeleton(), c.rows.cols());
    const BaseSpace& space = rows.space(0);
    const Matrix u = rows.Encode(c.rows, 0, 3);
    const Matrix gram = Gram(*kernel, c.rows, c.rows);
    const bool vectors = space.has_vectors();
    const int draws = vectors ? 400000 : 60000;
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 3; ++j) {
        Vector sums = Vector::Zero(4), squares = Vector::Zero(4);
        std::vector<double> vector(static_cast<std::size_t>(u.cols()));
        RandomStream stream(9, StreamPurpose::kTest, 1);
        for (int k = 0; k < draws; ++k) {
          const std::uint32_t omega = space.Draw(stream, u.cols(), vector.data());
          const Eigen::Map<const Vector> w(vector.data(), u.cols());
          const auto feature = [&](Index row) {
            return vectors ? space.FeatureOf(w.dot(u.row(row).transpose()))
                           : space.Feature(omega, u.row(row).data(), u.cols());
          };
          const std::complex<double> p = feature(i), q = feature(j), f = p * std::conj(q);
          const Vector values =
              Eigen::Vector4d(f.real(), std::norm(f), (f * f).real(), (p * q * p * q).real());
          sums += values;
          squares += values.cwiseAbs2();
        }
        sums /= draws;
        squares /= draws;
        const FeatureMoments m = space.Moments(u.row(i).data(), u.row(j).data(), u.cols());
        const double expected[] = {m.kernel, m.absolute, m.square, m.crossed};
        EXPECT_NEAR(m.kernel, gram(i, j), 1e-13);
        for (Index k = 0; k < 4; ++k) {
          const double error = std::sqrt(std::max(0.0, squares[k] - sums[k] * sums[k]) / draws);
          EXPECT_NEAR(sums[k], expected[k], 6 * error + 1e-12)
              << c.input.Canonical() << " moment " << k << " of " << i << ", " << j;
        }
      }
    }
  }
}

// The finite spaces: ω by ω.
TEST(BaseSpaces, EnumerationGivesTheMoments) {
  const std::map<std::string, std::uint32_t> counts = {{"binary", 3}, {"circle", 4},
                                                       {"angle", 6},  {"categories", 16},
                                                       {"pairs", 10}, {"coordinate", 5}};
  int enumerated = 0;
  for (const SpaceCase& c : Spaces()) {
    Params input = c.input;
    input.Set("type", "input");
    const auto kernel = NewSkeleton({{"nodes", Nodes{input}}});
    const SkeletonRows rows(kernel->skeleton(), c.rows.cols());
    if (rows.space(0).has_vectors()) continue;
    ++enumerated;
    const ParamValue* scheme = c.input.Find("scheme");
    const auto count =
        counts.at(scheme != nullptr ? scheme->AsText() : c.input.Get("space").AsText());
    const Matrix u = rows.Encode(c.rows, 0, 3);
    for (Index j = 0; j < 3; ++j) {
      Vector sums = Vector::Zero(4);
      for (std::uint32_t omega = 0; omega < count; ++omega) {
        const auto p = rows.space(0).Feature(omega, u.row(0).data(), u.cols());
        const auto q = rows.space(0).Feature(omega, u.row(j).data(), u.cols());
        const auto f = p * std::conj(q);
        sums += Eigen::Vector4d(f.real(), std::norm(f), (f * f).real(), (p * q * p * q).real());
      }
      const FeatureMoments m = rows.space(0).Moments(u.row(0).data(), u.row(j).data(), u.cols());
      const Eigen::Vector4d expected(m.kernel, m.absolute, m.square, m.crossed);
      EXPECT_LE((sums / count - expected).cwiseAbs().maxCoeff(), 1e-13) << c.input.Canonical();
    }
  }
  EXPECT_EQ(enumerated, 6);
}

}  // namespace
}  // namespace mercer
