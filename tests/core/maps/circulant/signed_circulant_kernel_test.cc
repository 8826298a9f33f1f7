#include "core/maps/circulant/signed_circulant_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/itemset/anova.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::AllSigns;
using ::testing::HasSubstr;
using testing::RowsInBall;

constexpr std::uint64_t kSeed = 11;

std::unique_ptr<FeatureMap> DrawMap(const char* signs, Index order, Index d, Index D) {
  const AnovaKernel kernel(order);
  return MakeMapSpec("signed_circulant_kernel", {{"signs", signs}})
      ->Draw({kernel, d, D, kSeed, nullptr});
}

Matrix SignedCirculant(CirculantSigns signs, const Vector& w, const Vector& sigma) {
  const Index d = w.size();
  Matrix p(d, d);
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j)
      p(i, j) = w[(i - j + d) % d] * sigma[signs == CirculantSigns::kRows ? i : j];
  }
  return p;
}

// The rows of the blocks, from the documented streams.
Matrix Rows(CirculantSigns signs, Index d, Index D) {
  const Index blocks = (D + d - 1) / d;
  Matrix rows(blocks * d, d);
  for (Index t = 0; t < blocks; ++t) {
    RandomStream stream(kSeed, StreamPurpose::kMap, static_cast<std::uint64_t>(t));
    Vector vectors[2] = {Vector(d), Vector(d)};
    for (Vector& vector : vectors) {
      std::uint32_t bits = 0;
      for (Index k = 0; k < d; ++k) {
        if (k % 32 == 0) bits = stream.Bits32();
        vector[k] = ((bits >> (k % 32)) & 1U) != 0 ? 1 : -1;
      }
    }
    rows.middleRows(t * d, d) = SignedCirculant(signs, vectors[0], vectors[1]);
  }
  return rows.topRows(D);
}

// Orders 1 to 6 (of which a library took Σx² for every even power), lengths with primes and powers
// of two, D below d, a multiple of d, and cut.
TEST(SignedCirculantKernel, IsTheKernelOfTheRowsOfItsMatrices) {
  for (const Index d : {1, 2, 7, 8, 13, 16, 32, 48, 64, 78, 128}) {
    const Examples x = RowsInBall(9, d, 2, 0.7, 3);
    for (const Index D : {Index{5}, 3 * d, Index{200}}) {
      for (const Index order : {1, 2, 3, 4, 5, 6}) {
        for (const bool columns : {false, true}) {
          const auto map = DrawMap(columns ? "columns" : "rows", order, d, D);
          const Matrix z = map->Transform(x);
          const Matrix rows =
              Rows(columns ? CirculantSigns::kColumns : CirculantSigns::kRows, d, D);
          const Matrix expected =
              Gram(AnovaKernel(order), x, rows) / std::sqrt(static_cast<double>(D));
          // The identities' terms are of the size of Π_{t ≤ m} (|x|₁ + t)/m!, whatever their sum.
          const double size = std::pow(2 * std::sqrt(static_cast<double>(d)) + 1, order);
          ASSERT_LE((z - expected).cwiseAbs().maxCoeff(), 1e-15 * size + 1e-14)
              << d << " " << D << " " << order << " " << columns;
          ASSERT_LE((z - map->Transform(ToSparse(x))).cwiseAbs().maxCoeff(), 1e-15 * size);
        }
      }
    }
  }
}

TEST(SignedCirculantKernel, IsTheKernelOfItsRowsInManyDimensions) {
  for (const Index d : {256, 512, 1024, 2048}) {
    const Index D = d + d / 2 + 3;
    const Examples x = RowsInBall(2, d, 2, 1, 3);
    for (const bool columns : {false, true}) {
      const Matrix z = DrawMap(columns ? "columns" : "rows", 2, d, D)->Transform(x);
      const Matrix rows = Rows(columns ? CirculantSigns::kColumns : CirculantSigns::kRows, d, D);
      const Matrix expected = Gram(AnovaKernel(2), x, rows) / std::sqrt(static_cast<double>(D));
      ASSERT_LE((z - expected).cwiseAbs().maxCoeff(), 1e-15 * static_cast<double>(d)) << d;
    }
  }
}

// Any number of rows, dense and sparse, powers of two and others.
TEST(SignedCirculantKernel, ARowAloneHasTheBitsItHasAmongOthers) {
  for (const Index d : {13, 16, 64, 512}) {
    const Matrix x = RowsInBall(19, d, 2, 0.7, 3);
    for (const Index order : {1, 2, 3, 5}) {
      for (const char* signs : {"rows", "columns"}) {
        const auto map = DrawMap(signs, order, d, 150);
        const Matrix z = map->Transform(Examples(x));
        for (Index count = 1; count <= x.rows(); ++count) {
          const Index begin = x.rows() - count;
          Matrix wide = Matrix::Constant(count, 157, -5);
          map->TransformRows(Examples(x), begin, count, wide.middleCols(4, 150));
          ASSERT_EQ(wide.middleCols(4, 150), z.bottomRows(count)) << d << " " << order;
          ASSERT_TRUE((wide.leftCols(4).array() == -5).all() &&
                      (wide.rightCols(3).array() == -5).all());
        }
        ASSERT_EQ(map->Transform(ToSparse(Examples(x))), z) << d << " " << order;
      }
    }
  }
}

TEST(SignedCirculantKernel, RefusesRowsWithoutFiniteFeatures) {
  for (const Index d : {13, 64}) {
    const auto map = DrawMap("columns", 3, d, 100);
    for (const double bad : {std::nan(""), HUGE_VAL, 1e200}) {
      for (const Index row : {0, 7, 8, 18}) {
        Matrix x = RowsInBall(19, d, 2, 0.7, 3);
        x(row, 5) = bad;
        EXPECT_THAT(testing::Message([&] { map->Transform(Examples(x)); }),
                    HasSubstr("of row " + std::to_string(row) + " is"));
      }
    }
  }
}

TEST(SignedCirculantKernel, SaysThatTheLastBlockIsCut) {
  EXPECT_EQ(DrawMap("rows", 2, 10, 30)->note(), "");
  EXPECT_EQ(DrawMap("rows", 2, 10, 34)->note(),
            "D = 34 is not a multiple of d = 10: the last circulant block gives 4 of its 10 "
            "features");
}

// Without signs: the rows of circ(w) alone, with the w of the same seed. The Gram matrix has the
// bits that it has with signs on the rows.
TEST(SignedCirculantKernel, WithoutSignsHasTheGramMatrixOfSignsOnTheRows) {
  for (const Index d : {13, 64}) {
    const Examples x = RowsInBall(6, d, 2, 0.7, 3);
    for (const Index order : {2, 3}) {
      const Matrix none = DrawMap("none", order, d, 3 * d)->Transform(x);
      const Matrix rows = DrawMap("rows", order, d, 3 * d)->Transform(x);
      ASSERT_EQ(none * none.transpose(), rows * rows.transpose());
      ASSERT_EQ(none == rows, order == 2) << "an odd power keeps the signs";
      Matrix vectors = Rows(CirculantSigns::kRows, d, 3 * d);
      for (Index i = 0; i < vectors.rows(); ++i) {
        // Row i of circ(w) begins with w_i, so the first row of a block tells its signs.
        const Index first = i / d * d;
        const Vector shifted = vectors.row(i), w = vectors.row(first);
        const double sign = shifted[i % d] * w[0];  // both are w_0 times a sign
        vectors.row(i) *= sign;
      }
      const Matrix expected =
          Gram(AnovaKernel(order), x, vectors) / std::sqrt(static_cast<double>(3 * d));
      for (Index block = 0; block < 3; ++block) {
        const auto own = none.middleCols(block * d, d), to = expected.middleCols(block * d, d);
        // A whole block may have the other sign of order 3: that of its first row.
        EXPECT_LE(std::min((own - to).cwiseAbs().maxCoeff(), (own + to).cwiseAbs().maxCoeff()),
                  1e-10);
      }
    }
  }
}

// The paper's signs cancel in every Gram matrix, for odd orders as for even ones.
TEST(SignedCirculantKernel, RowSignsAreANoOp) {
  const Matrix x = RowsInBall(6, 7, 1, 1, 3);
  for (const Index order : {2, 3}) {
    Matrix rows = Rows(CirculantSigns::kRows, 7, 21);
    const Matrix with = Gram(AnovaKernel(order), Examples(x), Examples(rows));
    for (Index i = 0; i < 21; ++i) rows.row(i) *= rows(i, 0);
    const Matrix without = Gram(AnovaKernel(order), Examples(x), Examples(rows));
    EXPECT_LE((with * with.transpose() - without * without.transpose()).cwiseAbs().maxCoeff(),
              1e-14);
  }
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

// <z(x), z(y)> of the first `size` rows of one block, over all w and σ.
Moments Enumerate(CirculantSigns signs, Index order, const Vector& x, const Vector& y, Index size) {
  Matrix pair(2, x.size());
  pair << x.transpose(), y.transpose();
  double sum = 0, square = 0, count = 0;
  for (const Vector& w : AllSigns(x.size())) {
    for (const Vector& sigma : AllSigns(x.size())) {
      const Matrix rows = SignedCirculant(signs, w, sigma).topRows(size);
      const Matrix z = Gram(AnovaKernel(order), Examples(pair), Examples(rows));
      const double value = z.row(0).dot(z.row(1)) / static_cast<double>(size);
      sum += value, square += value * value, ++count;
      if (signs == CirculantSigns::kRows) break;  // σ does not matter
    }
  }
  return {sum / count, square / count - std::pow(sum / count, 2)};
}

TEST(SignedCirculantKernel, EnumerationGivesKernelAndVariance) {
  for (const Index d : {3, 4, 5, 6}) {
    const Matrix points = RowsInBall(2, d, 1, 1, 4);
    const Vector x = points.row(0), y = points.row(1);
    for (const Index order : {1, 2, 3}) {
      const double kernel = Gram(AnovaKernel(order), Examples(points), Examples(points))(0, 1);
      const double rounding = 1e-14 * kernel * kernel;  // order d has one monomial: no variance
      for (const CirculantSigns signs : {CirculantSigns::kRows, CirculantSigns::kColumns}) {
        for (const Index size : {d, d - 1}) {
          const Moments moments = Enumerate(signs, order, x, y, size);
          EXPECT_NEAR(moments.mean, kernel, 1e-15);
          EXPECT_NEAR(CirculantVariance(signs, order, x, y, size), moments.variance,
                      1e-9 * moments.variance + rounding)
              << d << " " << order << " " << size;
        }
        const double block = Enumerate(signs, order, x, y, d).variance;
        const double rest = Enumerate(signs, order, x, y, 2).variance;
        const double cut = (2 * d * d * block + 4 * rest) / std::pow(2 * d + 2, 2);
        EXPECT_NEAR(CirculantVariance(signs, order, x, y, 2 * d + 2), cut, 1e-9 * cut + rounding);
      }
    }
  }
}

// Made by an independent program: one block, the golden pair of the ANOVA kernel.
TEST(SignedCirculantKernel, GoldenVariances) {
  Vector x(4), y(4);
  x << .3, .1, .4, .2;
  y << .2, .5, .1, .2;
  const auto variance = [&](CirculantSigns signs, Index order) {
    return CirculantVariance(signs, order, x, y, 4);
  };
  EXPECT_NEAR(variance(CirculantSigns::kRows, 2), 0.001640455, 1e-9);
  EXPECT_NEAR(variance(CirculantSigns::kRows, 3), 5.36076e-7, 1e-12);
  EXPECT_NEAR(variance(CirculantSigns::kColumns, 2), 9.83355e-4, 1e-9);
  EXPECT_NEAR(variance(CirculantSigns::kColumns, 3), 1.80172e-7, 1e-12);
}

// d prime > 2m, and d = 5, m = 3: the rows of a block are independent as far as the variance sees.
TEST(SignedCirculantKernel, ColumnSignsGiveTheVarianceOfIndependentVectors) {
  for (const Index d : {5, 7}) {
    const Matrix points = RowsInBall(2, d, 1, 1, 4);
    const Vector x = points.row(0), y = points.row(1);
    for (const Index order : {2, 3}) {
      const auto kernel = AnovaKernel(order);
      const double independent = *MakeMapSpec("random_kernel", {})->FeatureVariance(kernel, x, y);
      const auto spec = MakeMapSpec("signed_circulant_kernel", {{"signs", "columns"}});
      EXPECT_NEAR(*spec->FeatureVariance(kernel, x, y) / independent, 1, 1e-10) << d << order;
    }
  }
}

TEST(SignedCirculantKernel, FitsTheAnovaKernelOnly) {
  EXPECT_THAT(testing::Message([&] {
                MakeMapSpec("signed_circulant_kernel", {})->CheckKernel(AllSubsetsKernel());
              }),
              AllOf(HasSubstr("all_subsets()"), HasSubstr("the ANOVA kernel: anova")));
}

// Beyond order 8 power sums lose too many digits; up to it the features are those of the recursion.
TEST(SignedCirculantKernel, RefusesOrdersWherePowerSumsLoseTheirDigits) {
  const auto spec = MakeMapSpec("signed_circulant_kernel", {});
  spec->CheckKernel(*MakeKernel("anova", {{"order", 8}}));
  EXPECT_THROW(spec->CheckKernel(*MakeKernel("anova", {{"order", 9}})), InvalidInput);
}

}  // namespace
}  // namespace mercer
