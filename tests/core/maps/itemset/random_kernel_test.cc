#include "core/maps/itemset/random_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/itemset/anova.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Message;
using testing::RowsInBall;

constexpr std::uint64_t kSeed = 2019;

struct NamedKernel {
  std::string name;
  Params params;
};

// Orders by power sums and by the recursion, products, and a list.
std::vector<NamedKernel> Kernels() {
  std::vector<NamedKernel> kernels = {{"all_subsets", {}},
                                      {"itemset", testing::KernelParams("itemset")}};
  for (const int order : {1, 2, 3, 4, 5, 9}) kernels.push_back({"anova", {{"order", order}}});
  return kernels;
}

Matrix Features(const NamedKernel& kernel, const std::string& law, const Examples& x, Index D) {
  const auto made = MakeKernel(kernel.name, kernel.params);
  return MakeMapSpec("random_kernel", {{"distribution", law}})
      ->Draw({*made, x.cols(), D, kSeed, nullptr})
      ->Transform(x);
}

Matrix Vectors(VectorLaw law, Index d, Index D) {
  Matrix w(D, d);
  for (Index i = 0; i < D; ++i)
    DrawKernelVector(law, kSeed, static_cast<std::uint64_t>(i), d, w.row(i).data());
  return w;
}

// Every column of z is the kernel of the rows and a vector of the documented stream; 77 features
// are several panels, the last one not full.
TEST(RandomKernel, EveryFeatureIsTheKernelOfItsVector) {
  constexpr Index kDim = 37, kFeatures = 77;
  for (const double density : {1.0, 0.2}) {
    const Examples x = Matrix(3 * RowsInBall(26, kDim, 1, density, 3));
    for (std::size_t law = 0; law < VectorLawNames().size(); ++law) {
      const Matrix w = Vectors(static_cast<VectorLaw>(law), kDim, kFeatures);
      for (const NamedKernel& kernel : Kernels()) {
        const auto made = MakeKernel(kernel.name, kernel.params);
        const Matrix expected = Gram(*made, x, Examples(w)) / std::sqrt(double{kFeatures});
        const Matrix z = Features(kernel, VectorLawNames()[law], x, kFeatures);
        const double largest = expected.cwiseAbs().maxCoeff();
        ASSERT_GT(largest, 0);
        EXPECT_LE((z - expected).cwiseAbs().maxCoeff(), 1e-13 * largest)
            << made->Describe() << " " << VectorLawNames()[law] << " " << density;
      }
    }
  }
}

TEST(RandomKernel, VectorsFollowTheDocumentedStream) {
  constexpr Index kDim = 40;
  for (const std::uint64_t i : {0, 7}) {
    const Index row = static_cast<Index>(i);
    RandomStream bits(kSeed, StreamPurpose::kMap, i), uniform(kSeed, StreamPurpose::kMap, i),
        gaussian(kSeed, StreamPurpose::kMap, i), laplace(kSeed, StreamPurpose::kMap, i);
    const std::uint32_t words[2] = {bits.Bits32(), bits.Bits32()};
    Matrix drawn[4];
    for (std::size_t law = 0; law < 4; ++law)
      drawn[law] = Vectors(static_cast<VectorLaw>(law), kDim, 8);
    for (Index k = 0; k < kDim; ++k) {
      EXPECT_EQ(drawn[0](row, k), ((words[k / 32] >> (k % 32)) & 1U) != 0 ? 1 : -1);
      EXPECT_EQ(drawn[2](row, k), std::numbers::sqrt3 * (2 * uniform.Uniform() - 1));
      EXPECT_EQ(drawn[1](row, k), gaussian.Gaussian());
      const double size = -std::log1p(-laplace.Uniform()) / std::numbers::sqrt2;
      EXPECT_EQ(drawn[3](row, k), (laplace.Bits32() & 1U) != 0 ? size : -size);
    }
  }
}

// Means of w^t over 400,000 coordinates within five standard errors, which the law's moment of
// order 2t gives: Gaussian 1, 3, 15, 105; uniform 3^t/(2t + 1); Laplace (2t)!/2^t. False-alarm rate
// 6e-7 each.
TEST(RandomKernel, LawsHaveTheirMoments) {
  const std::vector<std::vector<double>> even = {
      {1, 1, 1, 1}, {1, 3, 15, 105}, {1, 9.0 / 5, 27.0 / 7, 9}, {1, 6, 90, 2520}};
  for (std::size_t law = 0; law < even.size(); ++law) {
    const Matrix w = Vectors(static_cast<VectorLaw>(law), 200, 2000);
    for (int t = 1; t <= 4; ++t) {
      double sum = 0;
      for (const double value : w.reshaped()) sum += std::pow(value, t);
      const double mean = t % 2 == 1 ? 0 : even[law][static_cast<std::size_t>(t / 2 - 1)];
      const double square = even[law][static_cast<std::size_t>(t - 1)];
      const double error = std::sqrt((square - mean * mean) / static_cast<double>(w.size()));
      EXPECT_NEAR(sum / static_cast<double>(w.size()), mean, 5 * error + 1e-15) << law << " " << t;
    }
    EXPECT_EQ(FourthMoment(static_cast<VectorLaw>(law)), even[law][1]);
  }
}

// The plain product and the vectors of order m of a sign law, all 2^d of them, without the map: its
// variance is that of the enumeration (the kernels' tests); here that the map reports it.
TEST(RandomKernel, VarianceIsThatOfTheLaw) {
  Vector x(4), y(4);
  x << .3, .1, .4, .2;
  y << .2, .5, .1, .2;
  const std::vector<std::string> laws = {"rademacher", "uniform", "gaussian", "laplace"};
  const std::vector<double> expected = {0.00172533, 0.0023293252, 0.00330991, 0.00615298};
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const auto spec = MakeMapSpec("random_kernel", {{"distribution", laws[i]}});
    EXPECT_NEAR(*spec->FeatureVariance(AnovaKernel(2), x, y) / expected[i], 1, 1e-9);
  }
}

// On L1-normalised binary rows with 7 non-zeros and an overlap of 2 the standard deviations of
// order 2 stand as 1 : 1.053 : 1.129 : 1.309 (uniform, Gaussian, Laplace), near Table 1(a)'s.
TEST(RandomKernel, RademacherHasTheLeastVariance) {
  Vector x = Vector::Zero(12), y = Vector::Zero(12);
  x.head(7).setConstant(1.0 / 7);
  y.tail(7).setConstant(1.0 / 7);
  const auto deviation = [&](const char* law) {
    const auto spec = MakeMapSpec("random_kernel", {{"distribution", law}});
    return std::sqrt(*spec->FeatureVariance(AnovaKernel(2), x, y));
  };
  const double least = deviation("rademacher");
  EXPECT_NEAR(deviation("uniform") / least, 1.053, 5e-4);
  EXPECT_NEAR(deviation("gaussian") / least, 1.129, 5e-4);
  EXPECT_NEAR(deviation("laplace") / least, 1.309, 5e-4);
}

// Section 5: a linear model on the features is the factorization machine f(x) = Σ_s λ_s K(p_s, x)
// with P fixed to the map's vectors. Both are trained here, the machine by its own formulas (order
// 2: Σ_{j<k} Σ_s λ_s p_sj p_sk x_j x_k; all subsets: Σ_s λ_s Π_j (1 + p_sj x_j)), by least squares
// with the penalty on λ that the weights' one becomes.
TEST(RandomKernel, LinearModelIsAFactorizationMachineWithFixedVectors) {
  constexpr Index kDim = 9, kFeatures = 30, kRows = 60;
  constexpr double kPenalty = 0.01;
  const Matrix x = RowsInBall(kRows, kDim, 1.5, 1, 8), fresh = RowsInBall(20, kDim, 1.5, 1, 9);
  Vector labels(kRows);
  for (Index i = 0; i < kRows; ++i) labels[i] = x(i, 0) * x(i, 1) > 0 ? 1 : -1;
  const Matrix p = Vectors(VectorLaw::kRademacher, kDim, kFeatures);
  for (const bool subsets : {false, true}) {
    const NamedKernel kernel =
        subsets ? NamedKernel{"all_subsets", {}} : NamedKernel{"anova", {{"order", 2}}};
    const auto machine = [&](const Matrix& rows) {
      Matrix terms = Matrix::Constant(rows.rows(), kFeatures, subsets ? 1 : 0);
      for (Index i = 0; i < rows.rows(); ++i) {
        for (Index s = 0; s < kFeatures; ++s) {
          for (Index j = 0; j < kDim; ++j) {
            if (subsets) terms(i, s) *= 1 + p(s, j) * rows(i, j);
            for (Index k = j + 1; k < kDim && !subsets; ++k)
              terms(i, s) += p(s, j) * p(s, k) * rows(i, j) * rows(i, k);
          }
        }
      }
      return terms;
    };
    const auto ridge = [&](const Matrix& columns, double penalty) {
      const Matrix identity = Matrix::Identity(kFeatures, kFeatures);
      const Matrix normal = columns.transpose() * columns + penalty * identity;
      return Vector(normal.ldlt().solve(columns.transpose() * labels));
    };
    // λ = u/√D, so a penalty β|u|² on the weights is βD|λ|².
    const Vector weights = ridge(Features(kernel, "rademacher", Examples(x), kFeatures), kPenalty);
    const Vector lambda = ridge(machine(x), kPenalty * double{kFeatures});
    EXPECT_LE((weights / std::sqrt(double{kFeatures}) - lambda).norm(), 1e-9 * lambda.norm());
    const Vector linear = Features(kernel, "rademacher", Examples(fresh), kFeatures) * weights;
    const Vector factorized = machine(fresh) * lambda;
    ASSERT_GT(factorized.norm(), 0.1);
    EXPECT_LE((linear - factorized).norm(), 1e-9 * factorized.norm());
  }
}

TEST(RandomKernel, SaysWhatIsWrong) {
  const auto spec = MakeMapSpec("random_kernel", {});
  const auto polynomial = MakeKernel("polynomial", {{"degree", 2}, {"offset", 1}});
  EXPECT_THAT(Message([&] { spec->CheckKernel(*polynomial); }),
              AllOf(HasSubstr("random_kernel"), HasSubstr("polynomial(degree=2"),
                    HasSubstr("an itemset kernel: anova, all_subsets, itemset")));
  const auto itemset = MakeKernel("itemset", testing::KernelParams("itemset"));
  EXPECT_THAT(Message([&] {
                spec->Draw({*itemset, 2, 5, 1, nullptr});
              }),
              AllOf(HasSubstr("column 2"), HasSubstr("below 2")));
  EXPECT_THAT(Message([&] {
                MakeMapSpec("random_kernel", {{"distribution", "cauchy"}});
              }),
              HasSubstr("rademacher"));
  EXPECT_THAT(Message([&] {
                spec->Draw({AnovaKernel(2), 1 << 20, 1 << 30, 1, nullptr});
              }),
              HasSubstr("drawing map 'random_kernel' with D = 1073741824 for input dimension "
                        "1048576 needs"));
  const auto map =
      MakeMapSpec("random_kernel", {})->Draw({*MakeKernel("all_subsets", {}), 60, 9, 1, nullptr});
  Matrix x = Matrix::Constant(40, 60, 0.1);
  x.row(31).setConstant(1e9);
  EXPECT_THAT(Message([&] { map->Transform(Examples(x)); }),
              AllOf(HasSubstr("random_kernel"), HasSubstr("row 31")));
}

}  // namespace
}  // namespace mercer
