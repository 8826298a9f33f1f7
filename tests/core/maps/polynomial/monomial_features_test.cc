#include "core/maps/polynomial/monomial_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/profile.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Message;
using testing::RowsInBall;

std::unique_ptr<FeatureMap> Taylor(const Kernel& kernel, int degree, Index d) {
  return MakeMapSpec("taylor", {{"degree", degree}})->Draw({kernel, d, 1, 1, nullptr});
}

std::unique_ptr<Kernel> Gaussian(double squared_sigma) {
  return MakeKernel("gaussian", {{"sigma", std::sqrt(squared_sigma)}});
}

Matrix GoldenPair() {
  Matrix pair(2, 3);
  pair << .3, .1, -.4, .2, .5, .7;
  return pair;
}

// Made by an independent program.
TEST(Taylor, GoldenValues) {
  const auto kernel = Gaussian(0.7);
  const std::vector<std::pair<int, Index>> sizes = {{2, 10}, {6, 84}, {14, 680}};
  const std::vector<double> expected = {0.37424259165455226, 0.3731725844384636,
                                        0.3731725798741368};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto map = Taylor(*kernel, sizes[i].first, 3);
    const Matrix z = map->Transform(Examples(GoldenPair()));
    EXPECT_EQ(z.cols(), sizes[i].second);
    EXPECT_NEAR(z.row(0).dot(z.row(1)), expected[i], 1e-15);
  }
  EXPECT_NEAR(Gram(*kernel, Examples(GoldenPair()), Examples(GoldenPair()))(0, 1),
              0.3731725798741369, 1e-15);
}

// e(x) e(y) Σ_{k ≤ r} t^k/(k! σ^{2k}), and its bound against the kernel, on random sparse rows.
TEST(Taylor, IsTheCutSeriesOfTheKernel) {
  constexpr Index kDim = 12;
  constexpr double kSquare = 0.7;
  const Examples x = RowsInBall(15, kDim, 1, 0.4, 5);
  const Vector norms = x.SquaredNorms();
  for (const bool gaussian : {true, false}) {
    const auto kernel =
        gaussian ? Gaussian(kSquare) : MakeKernel("exponential", {{"sigma", std::sqrt(kSquare)}});
    const Matrix exact = Gram(*kernel, x, x);
    Matrix below = Matrix::Zero(15, 15);
    for (int degree = 1; degree <= 5; ++degree) {
      const auto map = Taylor(*kernel, degree, kDim);
      const SparseMatrix z = map->TransformSparse(ToSparse(x));
      const Matrix estimate = Matrix(z) * Matrix(z).transpose();
      for (Index i = 0; i < 15; ++i) {
        const Index nonzeros = static_cast<Index>((x.dense().row(i).array() != 0).count());
        ASSERT_EQ(z.outerIndexPtr()[i + 1] - z.outerIndexPtr()[i],
                  static_cast<Index>(Binomial(nonzeros + degree, degree)));
        for (Index j = 0; j < 15; ++j) {
          const double t = x.dense().row(i).dot(x.dense().row(j)) / kSquare;
          double series = 0, term = 1;
          for (int k = 0; k <= degree; term *= t / ++k) series += term;
          const double decay = gaussian ? std::exp(-(norms[i] + norms[j]) / (2 * kSquare)) : 1;
          ASSERT_NEAR(estimate(i, j), decay * series, 1e-12);
          if (!gaussian) continue;
          const double bound = std::pow(std::sqrt(norms[i] * norms[j]) / kSquare, degree + 1) /
                               std::exp(LogFactorial(degree + 1));
          ASSERT_LE(std::abs(estimate(i, j) - exact(i, j)), bound + 1e-14);
        }
        // An orthogonal projection: the diagonal rises to that of the kernel.
        ASSERT_GE(estimate(i, i), below(i, i) - 1e-15);
        ASSERT_LE(estimate(i, i), exact(i, i) + 1e-14);
      }
      below = estimate;
    }
  }
}

std::vector<std::vector<Index>> Exponents(Index d, Index degree) {
  std::vector<std::vector<Index>> all = {std::vector<Index>(static_cast<std::size_t>(d), 0)};
  std::vector<std::vector<Index>> found;
  for (Index j = 0; j < d; ++j) {
    std::vector<std::vector<Index>> next;
    for (const std::vector<Index>& e : all) {
      for (Index power = 0; power <= degree; ++power) {
        next.push_back(e);
        next.back()[static_cast<std::size_t>(j)] = power;
      }
    }
    all = next;
  }
  for (const std::vector<Index>& e : all) {
    Index sum = 0;
    for (const Index power : e) sum += power;
    if (sum <= degree) found.push_back(e);
  }
  return found;
}

// Each multi-index has the column of the documented rank: every α once, its own value there.
TEST(MonomialFeatures, EveryMonomialStandsInItsColumn) {
  for (const Index d : {1, 2, 4}) {
    for (const Index degree : {1, 2, 3, 5}) {
      Matrix row(1, d);
      for (Index j = 0; j < d; ++j) row(0, j) = 0.3 + 0.41 * static_cast<double>(j);
      const MonomialFeatures features("test", d,
                                      std::vector<double>(static_cast<std::size_t>(degree + 1), 1));
      std::vector<Index> all(static_cast<std::size_t>(d));
      for (Index j = 0; j < d; ++j) all[static_cast<std::size_t>(j)] = j;
      std::vector<double> values(static_cast<std::size_t>(features.size()));
      std::vector<Index> columns(values.size());
      features.Evaluate({all, row.data()}, 2, columns.data(), values.data());
      std::map<Index, double> expected;
      for (const std::vector<Index>& exponents : Exponents(d, degree)) {
        double value = 2;
        Index t = 0, rank = 0;
        for (Index j = 0; j < d; ++j) {
          const Index power = exponents[static_cast<std::size_t>(j)];
          value *= std::pow(row(0, j), power) / std::exp(LogFactorial(power) / 2);
          for (Index i = 0; i < power; ++i, ++t)
            rank += j == 0 ? 0 : static_cast<Index>(Binomial(j + t, t + 1));
        }
        for (Index k = 0; k < t; ++k) rank += static_cast<Index>(Binomial(d + k - 1, k));
        ASSERT_TRUE(expected.emplace(rank, value).second) << "two monomials in column " << rank;
      }
      ASSERT_EQ(features.size(), static_cast<Index>(expected.size()));
      for (std::size_t e = 0; e < columns.size(); ++e) {
        ASSERT_EQ(columns[e], static_cast<Index>(e));
        ASSERT_NEAR(values[e], expected.at(columns[e]), 1e-13 * (1 + values[e]));
      }
    }
  }
}

TEST(Monomials, AreTheKernelExactly) {
  const Examples x = RowsInBall(14, 6, 1.4, 0.6, 5);
  const std::vector<std::pair<std::string, Params>> kernels = {
      {"linear", {}},
      {"polynomial", {{"degree", 4}, {"offset", 0.6}, {"scale", 1.7}}},
      {"polynomial", {{"degree", 3}, {"offset", 0}}},
      {"homogeneous_polynomial", {{"degree", 5}}},
      {"vovk", {{"degree", 4}}}};
  for (const auto& [name, params] : kernels) {
    const auto kernel = MakeKernel(name, params);
    const auto map = MakeMapSpec("monomials", {})->Draw({*kernel, 6, 1, 1, nullptr});
    const Matrix z = map->Transform(x), exact = Gram(*kernel, x, x);
    EXPECT_LE((z * z.transpose() - exact).cwiseAbs().maxCoeff(),
              1e-13 * exact.cwiseAbs().maxCoeff())
        << kernel->Describe();
    EXPECT_EQ(Matrix(map->TransformSparse(ToSparse(x), 2)), z);
  }
  const auto quadratic = MakeKernel("homogeneous_polynomial", {{"degree", 2}});
  EXPECT_EQ(MakeMapSpec("monomials", {})->OutputDim(*quadratic, 6, 1), 21);
}

// The linear part of a kernel is what H0/1 takes exactly.
TEST(Monomials, OfDegreeOneAreTheExactColumnsOfH01) {
  const Examples x = RowsInBall(14, 6, 0.8, 0.6, 5);
  for (const auto& [name, params] :
       std::vector<std::pair<std::string, Params>>{{"polynomial", {{"degree", 10}, {"offset", 1}}},
                                                   {"exponential", {{"sigma", 0.7}}},
                                                   {"vovk_infinite", {}}}) {
    const auto kernel = MakeKernel(name, params);
    const auto linear = MakeMapSpec("monomials", {{"max_degree", 1}});
    const Matrix z = linear->Draw({*kernel, 6, 0, 1, nullptr})->Transform(x);
    const auto h01 = MakeMapSpec("random_maclaurin", {{"h01", true}});
    const Matrix both = h01->Draw({*kernel, 6, 3, 1, nullptr})->Transform(x);
    ASSERT_EQ(z.cols(), 7);
    EXPECT_LE((z - both.leftCols(7)).cwiseAbs().maxCoeff(), 1e-14) << name;
    EXPECT_EQ(linear->OutputDim(*kernel, 6, 0), 7);
    EXPECT_FALSE(linear->Traits(MapRegistry().Get("monomials").traits).unbiased);
  }
}

// What is left out is at most the bias, and a row with itself of the largest norm has it.
TEST(Monomials, UpToADegreeLeaveOutTheTail) {
  Matrix rows(2, 3);
  rows << 0.6, 0, 0.3, -0.1, 0.2, 0.5;
  const double t = rows.row(0).squaredNorm();
  const auto kernel = MakeKernel("exponential", {{"sigma", 1.0}});
  for (const Index degree : {0, 1, 3}) {
    const auto spec = MakeMapSpec("monomials", {{"max_degree", degree}});
    const Matrix z = spec->Draw({*kernel, 3, 0, 1, nullptr})->Transform(Examples(rows));
    const Matrix error = Gram(*kernel, Examples(rows), Examples(rows)) - z * z.transpose();
    const double bias = spec->Bound(*kernel, {.l1 = 1, .l2 = std::sqrt(t)})->bias;
    EXPECT_LE(error.cwiseAbs().maxCoeff(), bias * (1 + 1e-12));
    EXPECT_NEAR(error(0, 0) / bias, 1, 1e-12) << degree;
  }
  const auto tenth = MakeKernel("homogeneous_polynomial", {{"degree", 10}});
  EXPECT_THAT(Message([&] {
                MakeMapSpec("monomials", {{"max_degree", 1}})->CheckKernel(*tenth);
              }),
              HasSubstr("a term up to max_degree = 1"));
}

// Many columns and few values: ranks near 10^18, no work for what is absent.
TEST(Taylor, TakesRowsOfManyColumns) {
  constexpr Index kDim = 1000000;
  SparseMatrix rows(2, kDim);
  for (const Index j : {0, 17, 400000, 999999}) rows.insert(0, j) = 0.25;
  rows.insert(1, 999999) = 0.5;
  rows.makeCompressed();
  const auto kernel = Gaussian(1);
  const auto map = Taylor(*kernel, 3, kDim);
  EXPECT_EQ(map->output_dim(), 166667666668500001);
  const SparseMatrix z = map->TransformSparse(Examples(rows));
  EXPECT_EQ(z.nonZeros(), 35 + 4);
  EXPECT_EQ(z.innerIndexPtr()[34], map->output_dim() - 1);
  EXPECT_EQ(z.innerIndexPtr()[38], map->output_dim() - 1);
  const double t = 0.125;
  EXPECT_NEAR(z.row(0).dot(z.row(1)), std::exp(-0.25) * (1 + t + t * t / 2 + t * t * t / 6), 1e-15);
}

TEST(Taylor, SaysWhatIsWrong) {
  const auto kernel = Gaussian(1);
  const auto laplacian = MakeKernel("laplacian", {{"sigma", 1.0}});
  EXPECT_THAT(Message([&] { Taylor(*laplacian, 2, 5); }),
              AllOf(HasSubstr("map 'taylor' does not fit kernel laplacian"),
                    HasSubstr("exponential, gaussian")));
  EXPECT_THAT(Message([&] { Taylor(*kernel, 9, 12300); }),
              AllOf(HasSubstr("degree 9 for input dimension 12300 has 1.78"),
                    HasSubstr("e+31 dimensions"), HasSubstr("bytes")));
  EXPECT_THAT(Message([&] { Taylor(*kernel, 4, 3000)->Transform(RowsInBall(3, 3000, 1, 1, 1)); }),
              AllOf(HasSubstr("map 'taylor', 3386263131251 columns for 3 rows"),
                    HasSubstr("(81270315150024 bytes) of memory")));
  const auto vovk = MakeKernel("vovk_infinite", {});
  EXPECT_THAT(Message([&] { MakeMapSpec("monomials", {})->CheckKernel(*vovk); }),
              AllOf(HasSubstr("finitely many terms"), HasSubstr("polynomial")));
  Matrix row = Matrix::Constant(1, 3, 1e200);
  const auto exponential = MakeKernel("exponential", {{"sigma", 1.0}});
  const auto map = Taylor(*exponential, 3, 3);
  EXPECT_THAT(Message([&] { map->TransformSparse(ToSparse(Examples(row))); }),
              AllOf(HasSubstr("map 'taylor': feature 4 of row 0 is inf")));
}

}  // namespace
}  // namespace mercer
