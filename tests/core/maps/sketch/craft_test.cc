#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/core/maps/map_cases.h"
#include "tests/core/maps/sketch/drawn_sketches.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::AllFactors;
using testing::ComplexMatrix;
using testing::ComplexVector;
using ::testing::HasSubstr;
using testing::Named;
using testing::RowsInBall;
using testing::State;

Vector Pair(double a, double b) {
  Vector v(2);
  v << a, b;
  return v;
}

// Real features of R rows: the rows, or two columns of each complex one.
Vector Columns(const ComplexVector& rows, bool is_complex) {
  const double weight = 1 / std::sqrt(static_cast<double>(rows.size()));
  if (!is_complex) return weight * rows.real();
  Vector columns(2 * rows.size());
  for (Index l = 0; l < rows.size(); ++l) {
    columns[2 * l] = weight * rows[l].real();
    columns[2 * l + 1] = weight * rows[l].imag();
  }
  return columns;
}

struct Step {
  double weight = 0;
  std::vector<Matrix> states;  // equally likely
};

Step StepTo(Index D, Index E) {
  std::vector<Index> all;
  for (Index i = 0; i < E; ++i) all.push_back(i);
  Step step{1 / std::sqrt(static_cast<double>(D)), {}};
  for (const State& state : testing::HadamardStates(E, false, all, D))
    step.states.emplace_back(state.w.real());
  return step;
}

struct Moments {
  double mean = 0, variance = 0;
};

// Everything that a sketch by two factors and the second step can be.
Moments Enumerate(const std::vector<State>& factors, bool is_complex, Index degree,
                  const Step& step, const Vector& x, const Vector& y) {
  std::vector<ComplexVector> of_x, of_y;
  for (const State& state : factors) {
    of_x.emplace_back(state.w * x.cast<testing::Complex>());
    of_y.emplace_back(state.w * y.cast<testing::Complex>());
  }
  double mean = 0, square = 0;
  const auto add = [&](const ComplexVector& u, const ComplexVector& v, double probability) {
    const Vector a = Columns(u, is_complex), b = Columns(v, is_complex);
    double sum = 0, squares = 0;
    for (const Matrix& rows : step.states) {
      double k = 0;
      for (Index l = 0; l < rows.rows(); ++l) {
        double to_a = 0, to_b = 0;
        for (Index i = 0; i < rows.cols(); ++i)
          to_a += rows(l, i) * a[i], to_b += rows(l, i) * b[i];
        k += to_a * to_b;
      }
      k *= step.weight * step.weight;
      sum += k, squares += k * k;
    }
    const auto count = static_cast<double>(step.states.size());
    mean += probability * sum / count;
    square += probability * squares / count;
  };
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (degree == 1) add(of_x[i], of_y[i], factors[i].probability);
    for (std::size_t j = 0; j < factors.size() && degree == 2; ++j) {
      add(of_x[i].cwiseProduct(of_x[j]), of_y[i].cwiseProduct(of_y[j]),
          factors[i].probability * factors[j].probability);
    }
  }
  return {mean, square - mean * mean};
}

struct SmallCase {
  std::string projection;
  bool is_complex;
  Index degree, up, D;
};

TEST(Craft, EnumerationGivesKernelAndVariance) {
  const Vector x = Pair(1, 2), y = Pair(3, 1);
  const std::vector<SmallCase> cases = {
      {"rademacher", false, 2, 2, 1}, {"rademacher", false, 1, 4, 3},
      {"rademacher", true, 2, 2, 2},  {"rademacher", true, 1, 4, 2},
      {"gaussian", false, 1, 4, 2},   {"gaussian", true, 2, 2, 1},
      {"srht", false, 2, 4, 2},       {"srht", true, 2, 4, 1},
      {"srht_joint", false, 2, 4, 3}, {"srht_joint", true, 2, 4, 2},
      {"srht", false, 1, 4, 2},
  };
  for (const SmallCase& c : cases) {
    const std::string what = c.projection + " " + std::to_string(c.is_complex) + ", degree " +
                             std::to_string(c.degree) + ", " + std::to_string(c.up) + " to " +
                             std::to_string(c.D);
    const Index rows = c.is_complex ? c.up / 2 : c.up;
    const Moments moments = Enumerate(AllFactors(c.projection, c.is_complex, 2, rows), c.is_complex,
                                      c.degree, StepTo(c.D, c.up), x, y);
    const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", c.degree}});
    const auto spec = MakeMapSpec("craft", {{"projection", c.projection},
                                            {"field", c.is_complex ? "complex_to_real" : "real"},
                                            {"up", c.up}});
    EXPECT_NEAR(moments.mean / KernelValue(*kernel, x, y), 1, 1e-13) << what;
    EXPECT_NEAR(*spec->EstimateVariance(*kernel, x, y, c.D) / moments.variance, 1, 1e-12) << what;
  }
}

// Made by an independent program, by enumeration.
TEST(Craft, VarianceIsTheGoldenOne) {
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  const auto spec =
      MakeMapSpec("craft", {{"projection", "rademacher"}, {"field", "real"}, {"up", 4}});
  EXPECT_NEAR(*spec->EstimateVariance(*kernel, Pair(1, 2), Pair(3, 1), 2), 1994, 1e-9);
}

// The second step of documented streams, whole blocks and a cut one, on the columns of the sketch.
TEST(Craft, IsSignedRowsOfWalshHadamardOfItsSketch) {
  constexpr Index kUp = 16, kFeatures = 37;
  constexpr std::uint64_t kSeed = 11;
  const Examples x = RowsInBall(13, 5, 1.2, 0.7, 2);
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 0.5}});
  for (const std::string projection : {"rademacher", "srht", "srht_joint", "count_sketch"}) {
    const bool sketches = projection == "count_sketch";
    const auto map = MakeMapSpec("craft", {{"projection", projection}, {"up", kUp}})
                         ->Draw({*kernel, 5, kFeatures, kSeed, nullptr});
    const ParamValue of_sketch =
        sketches ? Named("tensor_sketch")
                 : Named("polynomial_sketch",
                         {{"projection", projection}, {"field", "complex_to_real"}});
    const Matrix u = MakeMapSpec(of_sketch)
                         ->Draw({*kernel, 5, kUp, DeriveSeed(kSeed, {1}), nullptr})
                         ->Transform(x);
    const std::vector<ComplexMatrix> rows =
        testing::DrawnFactors("srht", false, kUp, kFeatures, 1, DeriveSeed(kSeed, {2}));
    const Matrix expected = u * rows[0].real().transpose() / std::sqrt(double{kFeatures});
    EXPECT_LE((map->Transform(x) - expected).cwiseAbs().maxCoeff(), 1e-13) << projection;
    EXPECT_LE((map->Transform(ToSparse(x)) - expected).cwiseAbs().maxCoeff(), 1e-13) << projection;
  }
}

// Where D = E the second step is a rotation, and nothing is lost.
TEST(Craft, AsManyRowsAsColumnsLoseNothing) {
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  const Vector x = Pair(1, 2), y = Pair(3, 1);
  const auto craft = MakeMapSpec("craft", {{"projection", "srht"}, {"field", "real"}, {"up", 8}});
  const auto sketch = MakeMapSpec("polynomial_sketch", {{"projection", "srht"}});
  const double of_sketch = *sketch->EstimateVariance(*kernel, x, y, 8);
  EXPECT_NEAR(*craft->EstimateVariance(*kernel, x, y, 8) / of_sketch, 1, 1e-13);
  EXPECT_GT(*craft->EstimateVariance(*kernel, x, y, 7), 1.01 * of_sketch);
}

// The sample variance over 3,000 seeds within five of its standard errors, which the sample's
// fourth moment gives; false-alarm rate about 6e-7 each, seeds fixed.
TEST(Craft, SampleVarianceIsTheFormula) {
  constexpr Index kSeeds = 3000, kFeatures = 24;
  const Matrix x = RowsInBall(2, 5, 1, 1, 7);
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 0.5}});
  for (const char* projection : {"gaussian", "srht", "srht_joint"}) {
    const auto spec = MakeMapSpec("craft", {{"projection", projection}, {"up", 64}});
    Eigen::ArrayXd estimates(kSeeds);
    for (Index s = 0; s < kSeeds; ++s) {
      const auto seed = static_cast<std::uint64_t>(s);
      const Matrix z = spec->Draw({*kernel, 5, kFeatures, seed, nullptr})->Transform(x);
      estimates[s] = z.row(0).dot(z.row(1));
    }
    const double k = KernelValue(*kernel, x.row(0), x.row(1));
    const Eigen::ArrayXd errors = (estimates - k).square();
    const double sample = errors.mean();
    const double band = 5 * std::sqrt((errors.square().mean() - sample * sample) / double{kSeeds});
    const double expected = *spec->EstimateVariance(*kernel, x.row(0), x.row(1), kFeatures);
    EXPECT_NEAR(sample, expected, band) << projection;
    EXPECT_LT(band, 0.4 * expected);
  }
}

TEST(Craft, SaysWhatItCannotTake) {
  const auto make = [](const Params& params) {
    return testing::Message([&] { MakeMapSpec("craft", params); });
  };
  EXPECT_THAT(make({{"up", 48}}), HasSubstr("up is 48; expected a power of two"));
  EXPECT_THAT(make({{"projection", "count_sketch"}, {"field", "complex_to_real"}}),
              HasSubstr("which has no complex vectors; expected field real, or none"));
  const auto kernel = MakeKernel("exponential", {{"sigma", 1.0}});
  EXPECT_THAT(testing::Message([&] { MakeMapSpec("craft", {})->CheckKernel(*kernel); }),
              HasSubstr("expected a polynomial kernel: polynomial, homogeneous_polynomial"));
}

}  // namespace
}  // namespace mercer
