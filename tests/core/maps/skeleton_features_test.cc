#include "core/maps/skeleton_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <map>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/skeleton_law.h"
#include "tests/core/kernels/skeletons.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MixedSkeleton;
using testing::NewSkeleton;
using testing::Nodes;
using testing::Scaled;
using testing::UnitRows;

// Layers of relu over one space.
Params ReluLayers(Params input, int depth) {
  input.Set("type", "input");
  Nodes nodes{input};
  for (int i = 0; i < depth; ++i)
    nodes.push_back(Params{{"type", "fully_connected"}, {"activation", "relu"}});
  return {{"nodes", nodes}};
}

Params AngleInput() { return {{"space", "angle"}, {"scale", 1}}; }

std::unique_ptr<FeatureMap> DrawMap(const Params& skeleton, const Params& map, Index d, Index D,
                                    std::uint64_t seed = 3) {
  const auto kernel = NewSkeleton(skeleton);
  return MakeMapSpec("skeleton_features", map)->Draw({*kernel, d, D, seed, nullptr});
}

std::optional<double> Variance(const Params& skeleton, const Params& map, const Vector& x,
                               const Vector& y) {
  return MakeMapSpec("skeleton_features", map)->FeatureVariance(*NewSkeleton(skeleton), x, y);
}

double ConstantProbability(const Params& skeleton) {
  const auto kernel = NewSkeleton(skeleton);
  return SkeletonLaw(kernel->skeleton(), {}).ConstantProbability();
}

TEST(SkeletonLaw, GoldenConstantProbabilities) {
  const double golden[] = {0.31831, 0.49373, 0.60483, 0.68095};
  for (int depth = 1; depth <= 4; ++depth)
    EXPECT_NEAR(ConstantProbability(ReluLayers(AngleInput(), depth)), golden[depth - 1], 5e-6);
}

// C(S) = 1 for relu and exponential(1) at any depth; else the slopes multiply along the layers, and
// average over unequal depths.
TEST(SkeletonLaw, ExpectedFactors) {
  const auto expected = [](const Params& params) {
    const auto kernel = NewSkeleton(params);
    return SkeletonLaw(kernel->skeleton(), {}).ExpectedFactors();
  };
  for (int depth = 1; depth <= 5; ++depth)
    EXPECT_NEAR(expected(ReluLayers(AngleInput(), depth)), 1, 1e-14);
  const double deep = 0.81 * (0.75 * 1 + 0.25 * 1), cosine = 1.21 * std::tanh(1.21);
  EXPECT_NEAR(expected(MixedSkeleton()), cosine * (1 + deep + 1) / 3, 1e-14);
}

// [zᵏ] of the composed generating functions, with the coefficients cut at 10 as the authors' code
// has them; chi-square of 1e5 draws, 8 degrees of freedom: 40 is passed with probability 3e-6.
TEST(SkeletonLaw, NumberOfFactorsFollowsItsLaw) {
  const double two[] = {0.4937, 0.3016, 0.1380, 0.0292, 0.0160, 0.0051, 0.0051, 0.0022};
  const double three[] = {0.6048, 0.2004, 0.1083, 0.0358, 0.0193, 0.0085, 0.0065, 0.0037};
  constexpr int kDraws = 100000;
  for (const int depth : {2, 3}) {
    const auto kernel = NewSkeleton(ReluLayers(AngleInput(), depth));
    const SkeletonLaw law(kernel->skeleton(), 10);
    const SkeletonRows rows(kernel->skeleton(), 4);
    double counts[9] = {}, mean = 0;
    for (int i = 0; i < kDraws; ++i) {
      RandomStream stream(7, StreamPurpose::kTest, static_cast<std::uint64_t>(i));
      const std::size_t size = law.Draw(rows, stream).size();
      ++counts[std::min<std::size_t>(size, 8)];
      mean += static_cast<double>(size) / kDraws;
    }
    double chi_square = 0, rest = 1;
    for (std::size_t k = 0; k <= 8; ++k) {
      const double p = k == 8 ? rest : depth == 2 ? two[k] : three[k];
      rest -= p;
      chi_square += (counts[k] - kDraws * p) * (counts[k] - kDraws * p) / (kDraws * p);
    }
    EXPECT_LT(chi_square, 40) << depth;
    EXPECT_NEAR(mean, law.ExpectedFactors(), 0.05);
  }
}

// A node of weight 0 is never drawn; five standard errors for the others.
TEST(SkeletonLaw, NodesAreDrawnByTheirWeights) {
  const auto input = [](const char* name, const char* space) {
    return Params{{"name", name}, {"type", "input"}, {"space", space}, {"scale", 1}};
  };
  const Params node = {{"type", "node"},
                       {"of", Nodes{"a", "b", "c"}},
                       {"weights", Nodes{0.85, 0, 0.15}},
                       {"activation", "identity"}};
  const auto kernel = NewSkeleton(
      {{"nodes", Nodes{input("a", "angle"), input("b", "gaussian"), input("c", "angle"), node}}});
  const SkeletonLaw law(kernel->skeleton(), {});
  const SkeletonRows rows(kernel->skeleton(), 2);
  constexpr int kDraws = 20000;
  double counts[3] = {};
  for (int i = 0; i < kDraws; ++i) {
    RandomStream stream(8, StreamPurpose::kTest, static_cast<std::uint64_t>(i));
    const std::vector<BaseFactor> factors = law.Draw(rows, stream);
    ASSERT_EQ(factors.size(), 1U);
    ++counts[factors[0].input];
  }
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[0], 0.85 * kDraws, 5 * std::sqrt(0.85 * 0.15 * kDraws));
  const std::vector<double> expected = law.ExpectedAtInputs();
  EXPECT_NEAR(expected[0], 0.85, 1e-15);
  EXPECT_EQ(expected[1], 0);
}

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

// Every feature, one by one: hermite has few degrees, so that a feature of a two-layer
// skeleton over a small finite space is one of finitely many; their mean and variance are exact.
struct Weighted {
  double probability;
  std::complex<double> at_x, at_y;
};

using Features = std::vector<Weighted>;

Features PowerSum(const Features& base, const std::vector<double>& degrees) {
  Features all, power = {{1, 1, 1}};
  for (const double& a : degrees) {
    for (const Weighted& f : power)
      if (a > 0) all.push_back({a * f.probability, f.at_x, f.at_y});
    if (&a == &degrees.back()) break;
    Features next;
    for (const Weighted& f : power)
      for (const Weighted& g : base)
        next.push_back({f.probability * g.probability, f.at_x * g.at_x, f.at_y * g.at_y});
    power = std::move(next);
  }
  return all;
}

Features Mixture(const std::vector<std::pair<double, Features>>& parts) {
  Features all;
  for (const auto& [weight, features] : parts)
    for (Weighted f : features) {
      f.probability *= weight;
      all.push_back(f);
    }
  return all;
}

TEST(SkeletonFeatures, EnumerationGivesKernelAndVariance) {
  const std::vector<double> degrees = {0.36, 0.2304, 0.4096}, other = {0.2, 0, 0.8};
  const Params hermite = {{"name", "hermite"}, {"coefficients", Nodes{0.6, 0.48, -0.64}}};
  const Params square = {{"name", "hermite"},
                         {"coefficients", Nodes{std::sqrt(0.2), 0, std::sqrt(0.8)}}};
  const Params circle = {
      {"name", "c"}, {"type", "input"}, {"space", "circle"}, {"columns", Nodes{0, 1}}};
  const Params sphere = {
      {"name", "s"}, {"type", "input"}, {"space", "sphere"}, {"columns", Nodes{2, 3, 4}}};
  const Params shared = {
      {"name", "h"}, {"type", "node"}, {"of", Nodes{"c", "s"}}, {"activation", square}};
  const Params out = {{"type", "node"},
                      {"of", Nodes{"h", "c"}},
                      {"weights", Nodes{0.3, 0.7}},
                      {"activation", hermite}};
  const Params skeleton = {{"nodes", Nodes{circle, sphere, shared, out}}};
  Matrix rows(2, 5);
  rows << UnitRows(2, 2, 11), UnitRows(2, 3, 12);
  const Vector x = rows.row(0).transpose(), y = rows.row(1).transpose();

  Features on_circle, on_sphere;
  for (const double b : {1.0, -1.0}) {
    const auto at = [b](const Vector& v, Index i, Index j, double scale) {
      return scale * std::complex<double>(v[i], b * v[j]);
    };
    on_circle.push_back({0.5, at(x, 0, 1, 1), at(y, 0, 1, 1)});
    for (Index j = 0; j < 3; ++j) {
      const Index next = 2 + (j + 1) % 3;
      on_sphere.push_back(
          {1.0 / 6, at(x, 2 + j, next, std::sqrt(1.5)), at(y, 2 + j, next, std::sqrt(1.5))});
    }
  }
  const Features hidden = PowerSum(Mixture({{0.5, on_circle}, {0.5, on_sphere}}), other);
  const Features all = PowerSum(Mixture({{0.3, hidden}, {0.7, on_circle}}), degrees);
  double total = 0, mean = 0, square_mean = 0, real_square = 0;
  for (const Weighted& f : all) {
    const double product = (f.at_x * std::conj(f.at_y)).real();
    total += f.probability;
    mean += f.probability * product;
    square_mean += f.probability * product * product;
    const double re = 2 * f.at_x.real() * f.at_y.real(), im = 2 * f.at_x.imag() * f.at_y.imag();
    real_square += f.probability * (re * re + im * im) / 2;
  }
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_NEAR(mean, Gram(*NewSkeleton(skeleton), rows, rows)(0, 1), 1e-12);
  EXPECT_NEAR(*Variance(skeleton, {}, x, y), square_mean - mean * mean, 1e-12);
  EXPECT_NEAR(*Variance(skeleton, {{"variant", "real"}}, x, y), real_square - mean * mean, 1e-12);
  // Without the constant features, whose products are 1 (and 2 or 0 for a part).
  const double p = ConstantProbability(skeleton);
  const auto stratified = [&](double square_of, double of_constant) {
    const double rest = (mean - p) / (1 - p), rest_square = (square_of - p * of_constant) / (1 - p);
    return (1 - p) * (1 - p) * (rest_square - rest * rest);
  };
  EXPECT_NEAR(*Variance(skeleton, {{"duplicates", "stratify"}}, x, y), stratified(square_mean, 1),
              1e-12);
  EXPECT_NEAR(*Variance(skeleton, {{"duplicates", "stratify"}, {"variant", "real"}}, x, y),
              stratified(real_square, 2), 1e-12);
}

// The same inner products to rounding, from fewer columns.
TEST(SkeletonFeatures, MergedIsTheAverageOverAllDraws) {
  const Matrix x = UnitRows(12, 4, 13);
  for (const char* variant : {"complex", "real"}) {
    const Params skeleton = ReluLayers(AngleInput(), 2);
    const Matrix raw = DrawMap(skeleton, {{"variant", variant}}, 4, 5000)->Transform(Examples(x));
    const Matrix merged =
        DrawMap(skeleton, {{"variant", variant}, {"duplicates", "merge"}}, 4, 5000)
            ->Transform(Examples(x));
    EXPECT_LT(merged.cols(), raw.cols() / 4);
    EXPECT_LE((raw * raw.transpose() - merged * merged.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(SkeletonFeatures, ABudgetOfStoredFeaturesIsFilledOrExhausted) {
  const Params map = {{"duplicates", "merge"}, {"budget", "stored"}};
  const auto many = DrawMap(ReluLayers(AngleInput(), 1), map, 6, 300);
  EXPECT_EQ(many->output_dim(), 600);
  // x and the constant: there are no more.
  const Params hermite = {{"name", "hermite"}, {"coefficients", Nodes{0.6, 0.8}}};
  const Params skeleton = {
      {"nodes", Nodes{Params{{"type", "input"}, {"space", "binary"}},
                      Params{{"type", "fully_connected"}, {"activation", hermite}}}}};
  const auto few = DrawMap(skeleton, map, 1, 50);
  EXPECT_EQ(few->output_dim(), 2);
  EXPECT_FALSE(few->is_complex());
}

TEST(SkeletonFeatures, ComplexWhereASpaceIs) {
  EXPECT_TRUE(DrawMap(MixedSkeleton(), {}, 3, 10)->is_complex());
  EXPECT_EQ(DrawMap(MixedSkeleton(), {}, 3, 10)->output_dim(), 20);
  EXPECT_FALSE(DrawMap(MixedSkeleton(), {{"variant", "real"}}, 3, 10)->is_complex());
  EXPECT_FALSE(DrawMap(ReluLayers({{"space", "binary"}}, 1), {}, 3, 10)->is_complex());
  EXPECT_EQ(DrawMap(MixedSkeleton(), {{"duplicates", "stratify"}}, 3, 10)->output_dim(), 22);
}

// Zeros are what a logarithm would fail on.
TEST(SkeletonFeatures, ZerosAreExact) {
  const Params input = {{"space", "sphere"}, {"scheme", "coordinate"}};
  Matrix x = Matrix::Zero(2, 3);
  x(0, 1) = 1;
  x(1, 2) = -1;
  const Matrix z = DrawMap(ReluLayers(input, 1), {}, 3, 2000)->Transform(Examples(x));
  EXPECT_TRUE(z.allFinite());
  EXPECT_GT((z.array() == 0).count(), 1000);
}

// Over a sphere a feature can exceed 1, and the second moment leaves the disc of relu's series.
TEST(SkeletonFeatures, VarianceMayBeInfinite) {
  const Vector x = Vector::Constant(3, std::sqrt(1.0 / 3));
  Vector y = Vector::Zero(3);
  y[0] = 1;
  const Params input = {{"space", "sphere"}};
  EXPECT_TRUE(std::isfinite(*Variance(ReluLayers(input, 1), {}, x, x)));
  EXPECT_TRUE(std::isinf(*Variance(ReluLayers(input, 1), {}, y, y)));
  EXPECT_TRUE(std::isfinite(*Variance(ReluLayers(input, 1), {{"max_degree", 10}}, y, y)));
  EXPECT_FALSE(
      Variance(ReluLayers(AngleInput(), 1), {{"duplicates", "merge"}, {"budget", "stored"}}, x, y)
          .has_value());
}

std::string Message(const Params& skeleton, const Params& map, const Matrix& x) {
  try {
    DrawMap(skeleton, map, x.cols(), 50)->Transform(Examples(x));
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(SkeletonFeatures, Errors) {
  const Matrix x = Matrix::Ones(2, 3);
  const Params step = {{"type", "fully_connected"}, {"activation", "step"}};
  const Params input = {{"type", "input"}, {"space", "angle"}, {"scale", 1}};
  EXPECT_THAT(Message({{"nodes", Nodes{input, step}}}, {}, x),
              HasSubstr("expected max_degree with it"));
  EXPECT_EQ(Message({{"nodes", Nodes{input, step}}}, {{"max_degree", 9}}, x), "nothing was thrown");
  EXPECT_THAT(Message(MixedSkeleton(), {{"budget", "stored"}}, x),
              HasSubstr("expected draws, or duplicates=merge"));
  EXPECT_THAT(Message(ReluLayers({{"space", "sphere"}}, 1), {}, x),
              HasSubstr("row 0 does not fit the input of 3 columns"));
  const Params constant = {{"name", "hermite"}, {"coefficients", Nodes{1}}};
  const Params only = {{"type", "fully_connected"}, {"activation", constant}};
  EXPECT_THAT(Message({{"nodes", Nodes{input, only}}}, {{"duplicates", "stratify"}}, x),
              HasSubstr("constant with probability 1"));
  Nodes deep{input};
  for (int i = 0; i < 6; ++i)
    deep.push_back(Params{{"type", "fully_connected"}, {"activation", Scaled("exponential", 100)}});
  EXPECT_THAT(Message({{"nodes", deep}}, {}, x), HasSubstr("of memory"));
  const auto spec = MakeMapSpec("skeleton_features", {});
  EXPECT_THROW(spec->CheckKernel(*MakeKernel("linear", {})), InvalidInput);
}

}  // namespace
}  // namespace mercer
