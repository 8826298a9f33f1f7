#include "core/maps/maclaurin/optimal_maclaurin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "core/base/random.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/maclaurin/order_sketch.h"
#include "core/maps/random_signs.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/maclaurin/optimal_laws.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::AllLaws;
using ::testing::ElementsAre;
using testing::FourPoints;
using ::testing::HasSubstr;
using testing::kHalfCubed;
using testing::kHalfSeventh;
using testing::Message;
using testing::NameOf;
using testing::ParamsOf;
using testing::RowsInBall;
using testing::TheKernel;

using Field = MaclaurinField;
using Projection = MaclaurinProjection;
using Complex = std::complex<double>;

const Vector kX = FourPoints().dense().row(1).transpose();
const Vector kY = FourPoints().dense().row(2).transpose();

Vector Signs(RandomStream& stream, Index d) {
  Vector signs(d);
  DrawSigns(stream, d, signs.data());
  return signs;
}

double Hadamard(Index i, Index j) {
  return __builtin_popcountll(static_cast<unsigned long long>(i & j)) % 2 == 0 ? 1 : -1;
}

// i to the power of two bits each of the stream's next words.
Eigen::VectorXcd QuarterTurns(RandomStream& stream, Index n) {
  constexpr Complex kTurns[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  Eigen::VectorXcd turns(n);
  std::uint32_t word = 0;
  for (Index k = 0; k < n; ++k) {
    if (k % 16 == 0) word = stream.Bits32();
    turns[k] = kTurns[(word >> (2 * (k % 16))) & 3U];
  }
  return turns;
}

// The documented draws, one feature after another: u and v of each factor for every feature, or
// the diagonal and the rows of each factor of a block.
std::vector<std::vector<Eigen::VectorXcd>> VectorsOf(const SketchedOrder& order,
                                                     const OptimalLaw& law, Index d, Index first,
                                                     std::uint64_t seed) {
  const bool complex = law.field != Field::kReal;
  const Complex i(0, 1);
  std::vector<std::vector<Eigen::VectorXcd>> all;
  const auto draw = [&](RandomStream& stream) -> Eigen::VectorXcd {
    const Vector u = Signs(stream, d);
    if (!complex) return u.cast<Complex>();
    return (u.cast<Complex>() + i * Signs(stream, d).cast<Complex>()) / std::sqrt(2.0);
  };
  if (law.projection == Projection::kRademacher) {
    for (Index k = 0; k < order.count; ++k) {
      RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(first + k));
      // Real features leave out the two words that an order would take.
      if (!complex) stream.Bits64();
      all.emplace_back();
      for (Index j = 0; j < order.order; ++j) all.back().push_back(draw(stream));
    }
    return all;
  }
  Index p = 1;
  while (p < d) p *= 2;
  for (Index done = 0; done < order.count; done += p) {
    const Index count = std::min(p, order.count - done);
    const std::size_t start = all.size();
    all.resize(start + static_cast<std::size_t>(count));
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(first + done / p));
    for (Index j = 0; j < order.order; ++j) {
      const Eigen::VectorXcd diagonal =
          complex ? QuarterTurns(stream, p) : Eigen::VectorXcd(Signs(stream, p).cast<Complex>());
      const std::vector<Index> rows = RandomPermutation(stream, p);
      for (Index k = 0; k < count; ++k) {
        Eigen::VectorXcd w = diagonal.head(d);
        for (Index c = 0; c < d; ++c) w[c] *= Hadamard(rows[static_cast<std::size_t>(k)], c);
        all[start + static_cast<std::size_t>(k)].push_back(w);
      }
    }
  }
  return all;
}

TEST(OrderSketch, EveryFeatureIsTheFormulaOnItsStream) {
  constexpr Index kDim = 37;
  const Examples x = RowsInBall(21, kDim, 1, .7, 3);
  const std::vector<SketchedOrder> orders = {{1, 70, .5}, {3, 150, 2}, {4, 3, .25}};
  for (const OptimalLaw& law : AllLaws()) {
    const Index each = law.field == Field::kReal ? 1 : 2;
    const auto sketch = DrawOrderSketch(orders, law, kDim, 2024);
    Matrix z(x.rows(), each * 223), of_sparse = z;
    sketch->Evaluate(x, 0, z);
    sketch->Evaluate(ToSparse(x), 0, of_sparse);
    EXPECT_LE((z - of_sparse).cwiseAbs().maxCoeff(), 1e-12);
    Index column = 0, first = 0;
    for (const SketchedOrder& order : orders) {
      for (const auto& vectors : VectorsOf(order, law, kDim, first, 2024)) {
        Eigen::VectorXcd expected = Eigen::VectorXcd::Constant(x.rows(), order.weight);
        for (const Eigen::VectorXcd& w : vectors)
          expected = expected.cwiseProduct(x.dense().cast<Complex>() * w);
        ASSERT_LE((z.col(column) - expected.real()).cwiseAbs().maxCoeff(), 1e-12)
            << NameOf(law) << " column " << column;
        if (each == 2) {
          ASSERT_LE((z.col(column + 1) - expected.imag()).cwiseAbs().maxCoeff(), 1e-12)
              << NameOf(law) << " column " << column;
        }
        column += each;
      }
      first += order.count;
    }
  }
}

std::unique_ptr<FeatureMap> Draw(const Kernel& kernel, const Params& params, Index D,
                                 std::uint64_t seed, const Examples& train) {
  return MakeMapSpec("random_maclaurin", params)->Draw({kernel, train.cols(), D, seed, &train});
}

// The mean of an estimate over many draws is the series cut where the counts end, and its variance
// VarianceOfCounts: each within five standard errors (false-alarm rate 6e-7 each, fixed seeds).
TEST(OptimalMaclaurin, MeanAndVarianceAreThoseOfTheCounts) {
  constexpr int kDraws = 4000;
  const Examples train = FourPoints();
  Matrix two(2, 4);
  two.row(0) = kX.transpose();
  two.row(1) = kY.transpose();
  const Examples pair(two);
  for (const OptimalLaw& law : AllLaws()) {
    const TheKernel exponential("exponential", {{"sigma", 1.0}});
    const auto gaussian = MakeKernel("gaussian", {{"sigma", 1}});
    for (const Kernel* kernel :
         std::initializer_list<const Kernel*>{&exponential.any(), gaussian.get()}) {
      constexpr Index kFeatures = 25;
      const OrderCounts counts =
          OptimalMaclaurinSpec(law).CountsFor({*kernel, 4, kFeatures, 1, &train});
      const double g = kernel == gaussian.get() ? std::exp(-1.0) : 1;
      double mean = 1, a = 1;
      for (const Index n : counts.orders) {
        a /= static_cast<double>(n);
        mean += a * std::pow(kX.dot(kY), n);
      }
      mean *= g;
      double sum = 0, squares = 0, fourth = 0;
      for (int seed = 0; seed < kDraws; ++seed) {
        const Matrix z =
            Draw(*kernel, ParamsOf(law), kFeatures, static_cast<std::uint64_t>(seed), train)
                ->Transform(pair);
        double error = z.row(0).dot(z.row(1)) - mean, square = error * error;
        if (law.field == Field::kComplex) {
          double imaginary = 0;
          for (Index c = 0; c < z.cols(); c += 2)
            imaginary += z(0, c + 1) * z(1, c) - z(0, c) * z(1, c + 1);
          square += imaginary * imaginary;
        }
        sum += error, squares += square, fourth += square * square;
      }
      const double variance =
          VarianceOfCounts(MaclaurinSeries("test", *kernel), law, counts, kX, kY);
      EXPECT_LE(std::abs(sum / kDraws), 5 * std::sqrt(variance / kDraws)) << NameOf(law);
      const double of_squares = std::sqrt((fourth / kDraws - variance * variance) / kDraws);
      EXPECT_LE(std::abs(squares / kDraws - variance), 5 * of_squares) << NameOf(law);
      EXPECT_LT(of_squares, .05 * variance) << "the bound would pass a wrong weight";
      EXPECT_LT(5 * std::sqrt(variance / kDraws), .03 * mean);
    }
  }
}

TEST(OptimalMaclaurin, ColumnsAreTheConstantAndTheSketch) {
  const TheKernel kernel("polynomial", kHalfSeventh);
  const Examples train = RowsInBall(50, 6, 1, 1, 4), x = RowsInBall(9, 6, 1, 1, 5);
  const auto real = Draw(kernel.any(), ParamsOf(AllLaws()[0]), 20, 3, train);
  EXPECT_EQ(real->output_dim(), 20);
  EXPECT_FALSE(real->is_complex());
  EXPECT_LE((real->Transform(x).col(0).array() - std::pow(.5, 3.5)).abs().maxCoeff(), 1e-15);

  const auto complex = Draw(kernel.any(), ParamsOf(AllLaws()[2]), 20, 3, train);
  EXPECT_EQ(complex->output_dim(), 40);
  EXPECT_TRUE(complex->is_complex());
  const Matrix z = complex->Transform(x);
  EXPECT_LE((z.col(0).array() - std::pow(.5, 3.5)).abs().maxCoeff(), 1e-15);
  EXPECT_TRUE(z.col(1).isZero(0));

  // 19 columns are 9 complex features and one left over.
  const auto mixed = Draw(kernel.any(), ParamsOf(AllLaws()[4]), 20, 3, train);
  EXPECT_EQ(mixed->output_dim(), 20);
  EXPECT_FALSE(mixed->is_complex());
  EXPECT_TRUE(mixed->Transform(x).col(19).isZero(0));
  EXPECT_FALSE(mixed->Transform(x).col(18).isZero(0));
  const Matrix odd = Draw(kernel.any(), ParamsOf(AllLaws()[4]), 19, 3, train)->Transform(x);
  EXPECT_EQ(odd, mixed->Transform(x).leftCols(19));

  EXPECT_LE((Draw(kernel.any(), ParamsOf(AllLaws()[0]), 1, 3, train)->Transform(x).array() -
             std::pow(.5, 3.5))
                .abs()
                .maxCoeff(),
            1e-15);
}

TEST(OptimalMaclaurin, AHomogeneousKernelHasOneOrderAndNoConstant) {
  const TheKernel kernel("homogeneous_polynomial", {{"degree", 3}});
  const Examples train = RowsInBall(50, 6, 1, 1, 4);
  const OptimalMaclaurinSpec spec(AllLaws()[0]);
  const OrderCounts counts = spec.CountsFor({kernel.any(), 6, 20, 1, &train});
  EXPECT_THAT(counts.orders, ElementsAre(3));
  EXPECT_THAT(counts.counts, ElementsAre(20));
  EXPECT_EQ(counts.squared_bias, 0);
}

TEST(OptimalMaclaurin, OfTheGaussianKernelItIsThatOfTheExponentialTimesG) {
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 1.5}});
  const TheKernel exponential("exponential", {{"sigma", 1.5}});
  const Examples x = RowsInBall(9, 6, 2, 1, 5);
  // Rows of one length: the same weights for all pairs, and so the same counts.
  Matrix rows = RowsInBall(40, 6, 1, 1, 4);
  rows.rowwise().normalize();
  const Examples train(rows);
  for (const OptimalLaw& law : AllLaws()) {
    const Matrix z = Draw(*gaussian, ParamsOf(law), 40, 3, train)->Transform(x);
    const Matrix e = Draw(exponential.any(), ParamsOf(law), 40, 3, train)->Transform(x);
    for (Index i = 0; i < x.rows(); ++i) {
      const double g = std::exp(-x.dense().row(i).squaredNorm() / (2 * 1.5 * 1.5));
      EXPECT_LE((z.row(i) - g * e.row(i)).cwiseAbs().maxCoeff(), 1e-14) << NameOf(law);
    }
  }
}

TEST(OptimalMaclaurin, LooksAtNoMoreThan5000Rows) {
  const TheKernel kernel("polynomial", kHalfCubed);
  const Examples train = RowsInBall(5400, 3, 1, 1, 4);
  const OptimalMaclaurinSpec spec(AllLaws()[0]);
  const auto score = [&](std::uint64_t seed) {
    const OrderCounts counts = spec.CountsFor({kernel.any(), 3, 64, seed, &train});
    return counts.variance + counts.squared_bias;
  };
  EXPECT_EQ(score(1), score(1));
  EXPECT_NE(score(1), score(2));
  const Examples fewer = train.SelectRange(0, 5000);
  EXPECT_EQ(spec.CountsFor({kernel.any(), 3, 64, 1, &fewer}).variance,
            spec.CountsFor({kernel.any(), 3, 64, 2, &fewer}).variance);
}

TEST(OptimalMaclaurin, SaysWhatItTook) {
  const TheKernel kernel("polynomial", kHalfCubed);
  EXPECT_EQ(Draw(kernel.any(), ParamsOf(AllLaws()[3]), 32, 3, FourPoints())->note(),
            "D = 32 is a constant, 4 of order 1, 19 of order 2, 8 of order 3");
}

TEST(OptimalMaclaurin, RefusesWhatItCannotDo) {
  const auto fault = [](const Params& params) {
    return Message([&] { MakeMapSpec("random_maclaurin", params); });
  };
  EXPECT_THAT(fault({{"law", "optimal"}, {"h01", true}}), HasSubstr("expected neither h01"));
  EXPECT_THAT(fault({{"law", "optimal"}, {"measure", 3}}), HasSubstr("measure"));
  EXPECT_THAT(fault({{"law", "optimal"}, {"constants", "merge"}}), HasSubstr("constants"));
  EXPECT_THAT(fault({{"law", "optimal"}, {"constants", "exact"}}), HasSubstr("constants"));
  EXPECT_THAT(fault({{"law", "optimal"}, {"max_order", 0}}), HasSubstr("expected at least 1"));
  EXPECT_THAT(fault({{"law", "optimal"}, {"max_order", 3}, {"min_order", 4}}),
              HasSubstr("max_order is 3; expected at least 4, which is min_order"));
  EXPECT_THAT(fault({{"field", "complex"}}),
              HasSubstr("field is complex, which only law=optimal takes"));
  EXPECT_THAT(fault({{"projection", "srht"}}), HasSubstr("which only law=optimal takes"));
  EXPECT_THAT(fault({{"min_order", 2}, {"h01", true}}), HasSubstr("which only law=optimal takes"));
  // These are the defaults of every law.
  MakeMapSpec("random_maclaurin", {{"field", "real"}, {"projection", "rademacher"}});
  MakeMapSpec("random_maclaurin", {{"law", "optimal"}, {"max_order", 1}});

  const TheKernel kernel("polynomial", kHalfCubed);
  const Params optimal{{"law", "optimal"}};
  const auto of_rows = [&](const Kernel& of, const Examples& train) {
    return Message([&] { Draw(of, optimal, 10, 1, train); });
  };
  EXPECT_THAT(of_rows(kernel.any(), FourPoints().SelectRange(0, 1)),
              HasSubstr("there are 1; expected at least 2 training rows"));
  EXPECT_THAT(of_rows(*MakeKernel("laplacian", {{"sigma", 1}}), FourPoints()),
              HasSubstr("expected a dot product kernel or the Gaussian kernel: linear"));
  EXPECT_THAT(of_rows(*MakeKernel("vovk_infinite", {}), FourPoints()), HasSubstr("row 0"));
  const Examples huge(Matrix(1e200 * FourPoints().dense()));
  EXPECT_THAT(of_rows(kernel.any(), huge), HasSubstr("finite"));
}

}  // namespace
}  // namespace mercer
