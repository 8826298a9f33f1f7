#include "core/maps/sketch/polynomial_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/linalg/walsh_hadamard.h"
#include "tests/core/maps/map_cases.h"
#include "tests/core/maps/sketch/drawn_sketches.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::AllFactors;
using testing::Complex;
using testing::ComplexMatrix;
using testing::ComplexVector;
using ::testing::HasSubstr;
using testing::RowsInBall;
using testing::State;

Vector VectorOf(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

struct Law {
  std::string projection, field;

  Params params() const { return {{"projection", projection}, {"field", field}}; }
  bool is_complex() const { return field != "real"; }
  bool is_srht() const { return projection == "srht" || projection == "srht_joint"; }
  std::unique_ptr<FeatureMapSpec> NewSpec() const {
    return MakeMapSpec("polynomial_sketch", params());
  }
};

std::ostream& operator<<(std::ostream& out, const Law& law) {
  return out << law.projection << "_" << law.field;
}

std::vector<Law> AllLaws() {
  std::vector<Law> laws;
  for (const char* projection : {"rademacher", "gaussian", "srht", "srht_joint"})
    for (const char* field : {"real", "complex", "complex_to_real"})
      laws.push_back({projection, field});
  return laws;
}

class SketchOf : public ::testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(Laws, SketchOf, ::testing::ValuesIn(AllLaws()), [](const auto& test) {
  return test.param.projection + "_" + test.param.field;
});

// D such that blocks of rows are whole, cut and shorter than one; the degrees; both kernels; dense
// and sparse.
TEST_P(SketchOf, IsTheProductOfItsDocumentedProjections) {
  const Law law = GetParam();
  constexpr std::uint64_t kSeed = 5;
  for (const Index d : {1, 3, 11, 16}) {
    const Examples x = RowsInBall(11, d, 1.5, d == 1 ? 1 : 0.6, 2);
    for (const Index D : {2, 6, 16, 38, 100}) {
      for (const int degree : {1, 2, 3, 5}) {
        for (const double offset : {0.0, 0.7}) {
          const double scale = offset == 0 ? 1 : 1.3;
          const auto kernel =
              offset == 0 ? MakeKernel("homogeneous_polynomial", {{"degree", degree}})
                          : MakeKernel("polynomial",
                                       {{"degree", degree}, {"offset", offset}, {"scale", scale}});
          const Index first = offset == 0 ? 0 : 1;
          const Index n = law.is_srht() ? NextPowerOfTwo(d + first) : d + first;
          const Index rows = law.field == "complex_to_real" ? D / 2 : D;
          const std::vector<ComplexMatrix> factors =
              testing::DrawnFactors(law.projection, law.is_complex(), n, rows, degree, kSeed);
          const auto map = law.NewSpec()->Draw({*kernel, d, D, kSeed, nullptr});
          ASSERT_EQ(map->output_dim(), law.field == "complex" ? 2 * D : D);
          ASSERT_EQ(map->is_complex(), law.field == "complex");
          const Matrix z = map->Transform(x), sparse = map->Transform(ToSparse(x));
          for (Index i = 0; i < x.rows(); ++i) {
            ComplexVector row = ComplexVector::Zero(n);
            if (first == 1) row[0] = std::sqrt(offset);
            row.segment(first, d) =
                (std::sqrt(scale) * x.dense().row(i).transpose()).cast<Complex>();
            ComplexVector product =
                ComplexVector::Constant(rows, 1 / std::sqrt(static_cast<double>(rows)));
            for (const ComplexMatrix& w : factors) product.array() *= (w * row).array();
            const double bound = 1e-13 * std::pow(2 * row.norm() + 1, degree);
            for (Index l = 0; l < rows; ++l) {
              const Index column = law.is_complex() ? 2 * l : l;
              ASSERT_NEAR(z(i, column), product[l].real(), bound) << d << " " << D << " " << degree;
              ASSERT_NEAR(sparse(i, column), product[l].real(), bound);
              if (!law.is_complex()) continue;
              ASSERT_NEAR(z(i, column + 1), product[l].imag(), bound);
              ASSERT_NEAR(sparse(i, column + 1), product[l].imag(), bound);
            }
          }
        }
      }
    }
  }
}

struct Moments {
  Complex mean = 0;
  double absolute = 0;  // variance of the complex estimate
  double real = 0;      // of its real part
};

// The estimate of `factors` independent factors over everything that they can be.
Moments Enumerate(const std::vector<State>& states, Index degree, const Vector& x,
                  const Vector& y) {
  std::vector<ComplexVector> products;  // <w, x><w, y>* of each row
  for (const State& state : states)
    products.push_back(
        ((state.w * x.cast<Complex>()).array() * (state.w * y.cast<Complex>()).array().conjugate())
            .matrix());
  const Index rows = products.front().size();
  // Of millions of terms.
  std::complex<long double> mean = 0;
  long double square = 0, absolute = 0;
  std::vector<std::size_t> chosen(static_cast<std::size_t>(degree), 0);
  while (true) {
    ComplexVector product = ComplexVector::Constant(rows, 1.0 / static_cast<double>(rows));
    double probability = 1;
    for (const std::size_t state : chosen) {
      product.array() *= products[state].array();
      probability *= states[state].probability;
    }
    const Complex estimate = product.sum();
    const std::complex<long double> precise = estimate;
    mean += static_cast<long double>(probability) * precise;
    absolute += probability * std::norm(precise);
    square += probability * precise.real() * precise.real();
    std::size_t digit = 0;
    while (digit < chosen.size() && ++chosen[digit] == states.size()) chosen[digit++] = 0;
    if (digit == chosen.size()) break;
  }
  return {static_cast<Complex>(mean), static_cast<double>(absolute - std::norm(mean)),
          static_cast<double>(square - std::norm(mean))};
}

struct SmallCase {
  Law law;
  int degree;
  Index rows;
};

std::vector<SmallCase> SmallCases() {
  std::vector<SmallCase> cases;
  for (const Law& law : AllLaws()) {
    for (const int degree : {1, 2, 3}) {
      for (const Index rows : {1, 2, 3}) {
        const double states =
            static_cast<double>(AllFactors(law.projection, law.is_complex(), 2, rows).size());
        if (std::pow(states, degree) < 3e5) cases.push_back({law, degree, rows});
      }
    }
  }
  return cases;
}

// Everything that a sketch of two columns can be, for every law, degrees 1 to 3 and up to three
// rows.
TEST(PolynomialSketch, EnumerationGivesKernelAndVariance) {
  const Vector x = VectorOf({1, 2}), y = VectorOf({3, 1});
  for (const SmallCase& c : SmallCases()) {
    const std::string what = c.law.projection + " " + c.law.field + ", degree " +
                             std::to_string(c.degree) + ", rows " + std::to_string(c.rows);
    const Moments moments =
        Enumerate(AllFactors(c.law.projection, c.law.is_complex(), 2, c.rows), c.degree, x, y);
    const double k = std::pow(5, c.degree);
    EXPECT_NEAR(std::abs(moments.mean - k) / k, 0, 1e-13) << what;
    const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", c.degree}});
    const Index D = c.law.field == "complex_to_real" ? 2 * c.rows : c.rows;
    const auto spec = c.law.NewSpec();
    const double largest = std::max(moments.absolute, k * k);
    EXPECT_NEAR(*spec->EstimateVariance(*kernel, x, y, D), moments.real, 1e-12 * largest) << what;
    const double error = c.law.field == "complex" ? moments.absolute : moments.real;
    EXPECT_NEAR(*spec->MeanSquaredError(*kernel, x, y, D), error, 1e-12 * largest) << what;
  }
}

// The same with the coordinate of the offset, d' = 4 of 3, and another scale.
TEST(PolynomialSketch, EnumerationOfThePolynomialKernel) {
  const Vector x = VectorOf({0.5, -1}), y = VectorOf({2, 0.25});
  const double offset = 0.7, scale = 1.3;
  const auto modified = [&](const Vector& v, Index n) {
    Vector row = Vector::Zero(n);
    row[0] = std::sqrt(offset);
    row.segment(1, 2) = std::sqrt(scale) * v;
    return row;
  };
  const auto kernel =
      MakeKernel("polynomial", {{"degree", 2}, {"offset", offset}, {"scale", scale}});
  for (const Law& law : AllLaws()) {
    const Index n = law.is_srht() ? 4 : 3;
    for (const Index rows : {1, 2}) {
      const std::vector<State> states = AllFactors(law.projection, law.is_complex(), n, rows);
      if (states.size() > 1100) continue;
      const Moments moments = Enumerate(states, 2, modified(x, n), modified(y, n));
      EXPECT_NEAR(std::abs(moments.mean - KernelValue(*kernel, x, y)), 0, 1e-13);
      const Index D = law.field == "complex_to_real" ? 2 * rows : rows;
      EXPECT_NEAR(*law.NewSpec()->EstimateVariance(*kernel, x, y, D) / moments.real, 1, 1e-12)
          << law.projection << " " << law.field << " " << rows;
    }
  }
}

struct Golden {
  Law law;
  int degree;
  Index D;
  double variance;  // of the real part
  double absolute;  // E|error|², where it is known
};

// Made by an independent program, by enumeration.
TEST(PolynomialSketch, VariancesAreTheGoldenOnes) {
  const Law real{"rademacher", "real"}, turns{"rademacher", "complex"},
      pairs{"rademacher", "complex_to_real"}, normal{"gaussian", "real"},
      complex_normal{"gaussian", "complex"}, blocks{"srht", "real"},
      complex_blocks{"srht", "complex"}, paired_blocks{"srht", "complex_to_real"},
      joint{"srht_joint", "real"}, complex_joint{"srht_joint", "complex"},
      paired_joint{"srht_joint", "complex_to_real"};
  const std::vector<Golden> small = {
      {real, 1, 1, 49, 49},
      {real, 2, 1, 4851, 4851},
      {real, 3, 1, 389599, 389599},
      {turns, 1, 1, (37 + 12) / 2.0, 37},
      {turns, 2, 1, (3219 + 744) / 2.0, 3219},
      {turns, 3, 1, (222703 + 35028) / 2.0, 222703},
      {pairs, 1, 2, 24.5, 24.5},
      {pairs, 2, 2, 1981.5, 1981.5},
      {pairs, 3, 2, 128865.5, 128865.5},
      {normal, 1, 1, 75, 75},
      {normal, 2, 1, 9375, 9375},
      {normal, 3, 1, 984375, 984375},
      {complex_normal, 2, 1, 3437.5, 5000},
      {{"gaussian", "complex_to_real"}, 2, 2, 3437.5, 3437.5},
      {blocks, 2, 1, 4851, 4851},
      {blocks, 2, 2, 2401, 2401},
      {blocks, 2, 3, 14455 / 9.0, 14455 / 9.0},
      {blocks, 2, 4, 1200.5, 1200.5},
      {blocks, 3, 2, 180075, 180075},
      {complex_blocks, 2, 2, 756.5, 1369},
      {paired_blocks, 2, 4, 756.5, 756.5},
      {paired_joint, 2, 6, (763.2962962962963 + 125.33333333333333) / 2, 444.3148148148148},
      {joint, 2, 3, 33761 / 27.0, 33761 / 27.0},
  };
  for (const Golden& golden : small) {
    const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", golden.degree}});
    const Vector x = VectorOf({1, 2}), y = VectorOf({3, 1});
    const auto spec = golden.law.NewSpec();
    const std::string what = golden.law.projection + " " + golden.law.field + " " +
                             std::to_string(golden.degree) + " " + std::to_string(golden.D);
    EXPECT_NEAR(*spec->EstimateVariance(*kernel, x, y, golden.D) / golden.variance, 1, 1e-13)
        << what;
    EXPECT_NEAR(*spec->MeanSquaredError(*kernel, x, y, golden.D) / golden.absolute, 1, 1e-13)
        << what;
  }
  // Known to nine or ten digits.
  const std::vector<Golden> rounded = {
      {blocks, 3, 3, 123322.1111, 123322.1111},    {complex_blocks, 2, 3, 556.38889, 966.11111},
      {paired_blocks, 2, 6, 556.38889, 556.38889}, {complex_joint, 2, 3, 444.31481, 763.29630},
      {joint, 3, 3, 119883.642, 119883.642},       {complex_joint, 3, 3, NAN, 65172.5309},
  };
  for (const Golden& golden : rounded) {
    const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", golden.degree}});
    const Vector x = VectorOf({1, 2}), y = VectorOf({3, 1});
    const auto spec = golden.law.NewSpec();
    if (!std::isnan(golden.variance)) {
      EXPECT_NEAR(*spec->EstimateVariance(*kernel, x, y, golden.D) / golden.variance, 1, 2e-8);
    }
    EXPECT_NEAR(*spec->MeanSquaredError(*kernel, x, y, golden.D) / golden.absolute, 1, 2e-8);
  }
  const std::vector<Golden> of_four = {
      {blocks, 2, 4, 289 / 3.0, 289 / 3.0},
      {joint, 2, 4, 289 / 3.0, 289 / 3.0},
      {blocks, 2, 3, 151.740741, 151.740741},
      {complex_blocks, 3, 4, (2009.22222 + 158.22222) / 2, 2009.22222},
      {paired_blocks, 3, 8, (2009.22222 + 158.22222) / 2, (2009.22222 + 158.22222) / 2},
  };
  for (const Golden& golden : of_four) {
    const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", golden.degree}});
    const Vector x = VectorOf({1, 0, 2, 1}), y = VectorOf({1, 1, 1, 0});
    const auto spec = golden.law.NewSpec();
    EXPECT_NEAR(*spec->EstimateVariance(*kernel, x, y, golden.D) / golden.variance, 1, 1e-8);
    EXPECT_NEAR(*spec->MeanSquaredError(*kernel, x, y, golden.D) / golden.absolute, 1, 1e-8);
  }
}

// Walsh-Hadamard blocks sketch a degree of 1 without error where they are whole.
TEST(PolynomialSketch, WholeBlocksAreExactAtDegreeOne) {
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 1}});
  const Matrix x = RowsInBall(5, 8, 1, 1, 3);
  for (const char* field : {"real", "complex"}) {
    const Law law{"srht", field};
    const Matrix z = law.NewSpec()->Draw({*kernel, 8, 24, 9, nullptr})->Transform(x);
    EXPECT_LE((z * z.transpose() - x * x.transpose()).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_NEAR(*law.NewSpec()->EstimateVariance(*kernel, x.row(0), x.row(1), 24), 0, 1e-16);
  }
}

// FeatureVariance is D·EstimateVariance: at once for whole blocks, in the limit for joint ones.
TEST_P(SketchOf, FeatureVarianceIsTheLimit) {
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 0.5}});
  const Matrix x = RowsInBall(2, 6, 1, 1, 3);
  const Vector a = x.row(0), b = x.row(1);
  const auto spec = GetParam().NewSpec();
  const double limit = *spec->FeatureVariance(*kernel, a, b);
  const Index D = Index{8} << 24;
  const double bound = GetParam().projection == "srht_joint" ? 1e-6 : 1e-12;
  EXPECT_NEAR(static_cast<double>(D) * *spec->EstimateVariance(*kernel, a, b, D) / limit, 1, bound);
}

// D is no multiple of d'.
TEST_P(SketchOf, SampleVarianceIsTheFormula) {
  const Matrix x = RowsInBall(2, 5, 1, 1, 7);
  for (const int degree : {1, 2}) {
    const auto kernel = MakeKernel("polynomial", {{"degree", degree}, {"offset", 0.5}});
    const auto spec = GetParam().NewSpec();
    testing::ExpectSampleVariance(*spec, *kernel, x, 22, 0.4);
  }
}

// Complex to real against real at equal D (Wacker, Ohana & Filippone 2023, Theorem 3.5 and 3.4):
// with Gaussian vectors 2500/D less for the pair, with Rademacher ones 888/D.
TEST(PolynomialSketch, ComplexToRealHasLessVariance) {
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  const Vector x = VectorOf({1, 2}), y = VectorOf({3, 1});
  const auto gain = [&](const char* projection) {
    const auto variance = [&](const char* field) {
      return *Law{projection, field}.NewSpec()->EstimateVariance(*kernel, x, y, 10);
    };
    return 10 * (variance("real") - variance("complex_to_real"));
  };
  EXPECT_NEAR(gain("gaussian"), 2500, 1e-9);
  EXPECT_NEAR(gain("rademacher"), 888, 1e-9);
}

TEST(PolynomialSketch, SaysWhatItCannotTake) {
  const Law pairs{"srht", "complex_to_real"};
  const auto exponential = MakeKernel("exponential", {{"sigma", 1.0}});
  EXPECT_THAT(testing::Message([&] { pairs.NewSpec()->CheckKernel(*exponential); }),
              HasSubstr("expected a polynomial kernel: polynomial, homogeneous_polynomial"));
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  const char* const odd =
      "map 'polynomial_sketch': D is 7; expected an even number with field complex_to_real";
  EXPECT_THAT(testing::Message([&] {
                pairs.NewSpec()->Draw({*kernel, 3, 7, 1, nullptr});
              }),
              HasSubstr(odd));
  EXPECT_THAT(testing::Message([&] { pairs.NewSpec()->OutputDim(*kernel, 3, 7); }), HasSubstr(odd));
}

}  // namespace
}  // namespace mercer
