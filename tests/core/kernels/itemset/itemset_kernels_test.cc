#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/itemset/anova.h"
#include "core/kernels/itemset/anova_power_sums.h"
#include "core/kernels/itemset/itemset.h"
#include "tests/core/kernels/cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Itemsets;
using testing::Message;
using testing::RowsInBall;

Vector Column(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

// All subsets of {0, …, d − 1} of the size given, or of every size for −1.
std::vector<std::vector<Index>> Subsets(Index d, Index size) {
  std::vector<std::vector<Index>> subsets;
  for (Index bits = 0; bits < (Index{1} << d); ++bits) {
    std::vector<Index> subset;
    for (Index j = 0; j < d; ++j)
      if (((bits >> j) & 1) != 0) subset.push_back(j);
    if (size < 0 || static_cast<Index>(subset.size()) == size) subsets.push_back(subset);
  }
  return subsets;
}

double BruteForce(const std::vector<std::vector<Index>>& itemsets, const Vector& x,
                  const Vector& y) {
  double sum = 0;
  for (const std::vector<Index>& itemset : itemsets) {
    double product = 1;
    for (const Index j : itemset) product *= x[j] * y[j];
    sum += product;
  }
  return sum;
}

// Recursion (12) of the paper, by power sums of the products x_j y_j, with the sign that its matrix
// form (13) lost.
double ByPowerSums(Index order, const Vector& x, const Vector& y) {
  const Vector products = x.cwiseProduct(y);
  std::vector<double> k = {1};
  for (Index m = 1; m <= order; ++m) {
    double sum = 0;
    Vector power = Vector::Ones(x.size());
    for (Index t = 1; t <= m; ++t) {
      power = power.cwiseProduct(products);
      sum += (t % 2 == 1 ? 1 : -1) * k[static_cast<std::size_t>(m - t)] * power.sum();
    }
    k.push_back(sum / static_cast<double>(m));
  }
  return k.back();
}

double Value(const Kernel& kernel, const Vector& x, const Vector& y) {
  return Gram(kernel, Examples(Matrix(x.transpose())), Examples(Matrix(y.transpose())))(0, 0);
}

const Vector kX = Column({.3, .1, .4, .2});
const Vector kY = Column({.2, .5, .1, .2});

TEST(AnovaKernel, GoldenValues) {
  EXPECT_NEAR(Value(AnovaKernel(2), kX, kY), 0.0134, 1e-16);
  EXPECT_NEAR(Value(AnovaKernel(3), kX, kY), 0.000416, 1e-17);
  EXPECT_NEAR(Value(AllSubsetsKernel(), Column({.3, .1, -.4}), Column({.2, .5, .7})), 0.80136,
              1e-15);
}

TEST(AnovaKernel, CountsTheRecursion) {
  EXPECT_EQ(AnovaKernel(3).OperationsPerValue(10), 3 * 3 * 10);
}

TEST(AnovaKernel, RecursionIsBruteForceAndPowerSums) {
  const Matrix rows = 2 * RowsInBall(12, 7, 3);
  for (Index order = 1; order <= 8; ++order) {
    const Matrix gram = Gram(AnovaKernel(order), rows, rows);
    const auto itemsets = Subsets(7, order);
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index j = 0; j < rows.rows(); ++j) {
        const Vector x = rows.row(i), y = rows.row(j);
        ASSERT_NEAR(gram(i, j), BruteForce(itemsets, x, y), 1e-14) << order;
        ASSERT_NEAR(gram(i, j), ByPowerSums(order, x, y), 1e-12) << order;
      }
    }
  }
}

TEST(PowerSumAnovaKernel, HasTheValuesOfTheRecursion) {
  const Matrix rows = 2 * RowsInBall(40, 7, 3);
  for (const Index order : {2, 3}) {
    const PowerSumAnovaKernel kernel(order);
    const Matrix gram = Gram(kernel, rows, rows), expected = Gram(AnovaKernel(order), rows, rows);
    EXPECT_LT((gram - expected).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_NE(gram, expected);
    EXPECT_EQ(Gram(*kernel.Clone(), rows, rows), expected) << "what a map keeps";
  }
}

TEST(PowerSumAnovaKernel, IsAnovaWithItsFormula) {
  const auto described = [](Index order, const std::string& formula) {
    return MakeKernel("anova", {{"order", order}, {"formula", formula}})->Describe();
  };
  EXPECT_EQ(described(2, "power_sums"), "anova(formula=power_sums,order=2)");
  EXPECT_EQ(described(3, "recursion"), AnovaKernel(3).Describe());
  EXPECT_EQ(Message([&] { described(4, "power_sums"); }),
            "kernel 'anova': formula is power_sums and order is 4; expected order 2 or 3");
}

// Rows of seven and ten ones, each divided by its sum, that have 0 to 3 columns in common. The
// values are those of numpy in double precision, (S1**2 - D2)/2 and S1**3 - 3.*D2*S1 + 2.*D3
// over 6.
TEST(PowerSumAnovaKernel, LeavesTheRoundingErrorsOfTheAuthorsProgram) {
  Matrix x = Matrix::Zero(1, 20), y = Matrix::Zero(4, 20);
  x.leftCols(7).setConstant(1.0 / 7);
  for (Index common = 0; common < 4; ++common)
    y.row(common).segment(7 - common, 10).setConstant(1.0 / 10);
  constexpr double kSecond[] = {0.0, -2.710505431213761e-20, 0.00020408163265306115,
                                0.0006122448979591836};
  constexpr double kThird[] = {0.0, -2.8234431575143343e-22, -1.4117215787571673e-21,
                               2.9154518950437293e-06};
  const Matrix second = Gram(PowerSumAnovaKernel(2), x, y);
  const Matrix third = Gram(PowerSumAnovaKernel(3), x, y);
  for (Index c = 0; c < 4; ++c) {
    EXPECT_EQ(second(0, c), kSecond[c]) << c;
    EXPECT_EQ(third(0, c), kThird[c]) << c;
  }
}

TEST(AnovaKernel, IsZeroWhereTheOrderExceedsTheColumns) {
  EXPECT_EQ(Value(AnovaKernel(5), kX, kY), 0);
  EXPECT_EQ(AnovaKernel(50).Diagonal(RowsInBall(40, 6, 1)), Vector::Zero(40));
}

TEST(AllSubsetsKernel, IsTheSumOverEveryOrder) {
  const Vector x = Column({.5, -.2, .4, .3, 1.5}), y = Column({.1, .6, .35, -.2, .7});
  double sum = 1;
  for (Index order = 1; order <= 5; ++order) sum += Value(AnovaKernel(order), x, y);
  EXPECT_NEAR(Value(AllSubsetsKernel(), x, y), sum, 1e-14);
  EXPECT_NEAR(BruteForce(Subsets(5, -1), x, y), sum, 1e-14);
}

TEST(ListedItemsetKernel, IsTheSumOverItsItemsets) {
  const std::vector<std::vector<Index>> itemsets = {{}, {3, 1}, {0, 2, 4}, {4}};
  const Vector x = Column({.5, -.2, .4, .3, 1.5}), y = Column({.1, .6, .35, -.2, .7});
  EXPECT_NEAR(Value(ListedItemsetKernel(itemsets), x, y), BruteForce(itemsets, x, y), 1e-15);
  EXPECT_NEAR(Value(ListedItemsetKernel(Subsets(5, 2)), x, y), Value(AnovaKernel(2), x, y), 1e-15);
}

// E[(k(w,x) k(w,y))²] over all tuples of values of a law with three atoms, −a, 0 and a of
// probability 1/(2μ), 1 − 1/μ, 1/(2μ): mean 0, variance 1, third moment 0, fourth moment μ = a².
double EnumeratedMoment(const Kernel& kernel, const Vector& x, const Vector& y, double fourth) {
  const Index d = x.size(), cases = static_cast<Index>(std::pow(3, d));
  Matrix w(cases, d);
  Vector probability = Vector::Ones(cases);
  for (Index i = 0; i < cases; ++i) {
    Index rest = i;
    for (Index j = 0; j < d; ++j, rest /= 3) {
      w(i, j) = static_cast<double>(rest % 3 - 1) * std::sqrt(fourth);
      probability[i] *= rest % 3 == 1 ? 1 - 1 / fourth : 0.5 / fourth;
    }
  }
  Matrix pair(2, d);
  pair << x.transpose(), y.transpose();
  const Matrix z = Gram(kernel, Examples(w), Examples(pair));
  return (z.col(0).array().square() * z.col(1).array().square() * probability.array()).sum();
}

TEST(ItemsetKernel, SecondMomentIsThatOfEveryVector) {
  const Vector x = Column({.5, -.2, .4, .3, -.9}), y = Column({.1, .6, .35, -.2, .5});
  for (const double fourth : {1.0, 1.8, 3.0, 6.0}) {
    for (const Index order : {1, 2, 3, 4, 5}) {
      const AnovaKernel kernel(order);
      EXPECT_NEAR(kernel.SecondMoment(x, y, fourth) / EnumeratedMoment(kernel, x, y, fourth), 1,
                  1e-12)
          << order << " " << fourth;
      const ListedItemsetKernel listed(Subsets(5, order));
      EXPECT_NEAR(listed.SecondMoment(x, y, fourth) / kernel.SecondMoment(x, y, fourth), 1, 1e-12);
    }
    const ListedItemsetKernel listed({{}, {0}, {1, 3}, {0, 1, 3}, {2, 4}, {0, 4}});

    const AllSubsetsKernel all;
    for (const ItemsetKernel* kernel :
         {static_cast<const ItemsetKernel*>(&listed), static_cast<const ItemsetKernel*>(&all)}) {
      EXPECT_NEAR(kernel->SecondMoment(x, y, fourth) / EnumeratedMoment(*kernel, x, y, fourth), 1,
                  1e-12)
          << kernel->Describe() << " " << fourth;
    }
  }
}

TEST(AnovaKernel, TheMomentOfTwoRowsIsThatOfFour) {
  const Matrix rows = RowsInBall(12, 9, 4);
  for (const Index order : {1, 2, 3, 4, 5, 7, 9, 11}) {
    for (const double fourth : {1.0, 1.8, 3.0, 6.0}) {
      for (Index i = 0; i + 1 < rows.rows(); i += 2) {
        Vector x = rows.row(i).transpose(), y = rows.row(i + 1).transpose();
        x[2] = y[2] = x[4] = y[5] = 0;  // columns of neither, and of one
        const Vector x_size = x.cwiseAbs(), y_size = y.cwiseAbs();
        const double size =
            AnovaProductMoment(order, x_size, x_size, y_size, y_size, fourth);  // nothing cancels
        EXPECT_NEAR(AnovaSquareMoment(order, x, y, fourth),
                    AnovaProductMoment(order, x, x, y, y, fourth), 1e-13 * size)
            << order;
        EXPECT_TRUE(size > 0 || order > 1);
        EXPECT_TRUE(size == 0 || order < 9);
        EXPECT_NEAR(AnovaSquareMoment(order, x, x, fourth),
                    AnovaProductMoment(order, x, x, x, x, fourth),
                    1e-13 * AnovaProductMoment(order, x_size, x_size, x_size, x_size, fourth));
      }
    }
  }
}

TEST(ItemsetKernel, GoldenVariances) {
  const auto variance = [](const ItemsetKernel& kernel, const Vector& x, const Vector& y,
                           double fourth) {
    return kernel.SecondMoment(x, y, fourth) - std::pow(Value(kernel, x, y), 2);
  };
  const std::vector<double> fourths = {1, 1.8, 3, 6};
  const std::vector<double> pairs = {0.00172533, 0.0023293252, 0.00330991, 0.00615298};
  const std::vector<double> triples = {5.89344e-7, 2.412246272e-6, 7.488032e-6, 3.5268224e-5};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(variance(AnovaKernel(2), kX, kY, fourths[i]) / pairs[i], 1, 1e-9);
    EXPECT_NEAR(variance(AnovaKernel(3), kX, kY, fourths[i]) / triples[i], 1, 1e-9);
  }
  EXPECT_NEAR(variance(AllSubsetsKernel(), Column({.3, .1, -.4}), Column({.2, .5, .7}), 1),
              0.5800308264, 1e-10);
}

// The mean over all sign vectors is the kernel for any family.
TEST(ItemsetKernel, MeanOverAllSignsIsTheKernel) {
  const Vector x = Column({.5, -.2, .4, .3, -.9}), y = Column({.1, .6, .35, -.2, .5});
  Matrix signs(32, 5), pair(2, 5);
  for (Index i = 0; i < 32; ++i)
    for (Index j = 0; j < 5; ++j) signs(i, j) = ((i >> j) & 1) != 0 ? 1 : -1;
  pair << x.transpose(), y.transpose();
  RandomStream stream(5, StreamPurpose::kTest, 0);
  for (int family = 0; family < 20; ++family) {
    std::vector<std::vector<Index>> itemsets;
    for (const std::vector<Index>& itemset : Subsets(5, -1))
      if (itemsets.empty() || stream.Below(2) == 0) itemsets.push_back(itemset);
    const ListedItemsetKernel kernel(itemsets);
    const Matrix z = Gram(kernel, Examples(signs), Examples(pair));
    EXPECT_NEAR(z.col(0).dot(z.col(1)) / 32, Value(kernel, x, y), 1e-12);
  }
}

TEST(ListedItemsetKernel, PairsBeyondMemoryAreRefused) {
  std::vector<std::vector<Index>> singles;
  for (Index j = 0; j < 300000; ++j) singles.push_back({j});
  const ListedItemsetKernel kernel(std::move(singles));
  const Vector x = Vector::Ones(300000);
  EXPECT_THAT(Message([&] { kernel.SecondMoment(x, x, 1); }),
              HasSubstr("the second moment of 300000 itemsets needs"));
}

// Sparse rows take next to nothing themselves; 32 of them side by side take 256 bytes a column.
TEST(ItemsetKernel, RowsBeyondMemoryAreRefused) {
  const Examples x = SparseMatrix(2, Index{1} << 50);
  const AnovaKernel kernel(2);
  Matrix out(2, 2);
  const char* expected = "of rows with 1125899906842624 columns, 32 rows at a time, needs";
  EXPECT_THAT(Message([&] { kernel.GramRows(x, 0, 2, x, out); }), HasSubstr(expected));
  EXPECT_THAT(Message([&] { kernel.Diagonal(x); }), HasSubstr(expected));
}

TEST(ItemsetKernel, SaysWhatIsWrong) {
  const auto make = [](const std::vector<std::vector<int>>& itemsets) {
    return Message([&] { MakeKernel("itemset", {{"itemsets", Itemsets(itemsets)}}); });
  };
  EXPECT_THAT(make({}), HasSubstr("itemsets is empty"));
  EXPECT_THAT(make({{0}, {1, -2}}), HasSubstr("itemsets[1] holds -2"));
  EXPECT_THAT(make({{1, 0, 1}}), HasSubstr("itemsets[0] holds column 1 twice"));
  EXPECT_THAT(make({{0, 1}, {2}, {1, 0}}), HasSubstr("itemsets[2] is in the list twice"));
  EXPECT_THAT(Message([] {
                MakeKernel("itemset", {{"itemsets", ParamValue(ParamValue::List{1, 2})}});
              }),
              AllOf(HasSubstr("itemsets[0] is 1"), HasSubstr("expected a list")));
  EXPECT_THAT(Message([] {
                ParamValue::List inner{ParamValue("a")};
                MakeKernel("itemset", {{"itemsets", ParamValue::List{ParamValue(inner)}}});
              }),
              HasSubstr("itemsets[0] holds a"));
  const ListedItemsetKernel kernel({{0}, {2, 9}});
  EXPECT_THAT(Message([&] { kernel.Diagonal(RowsInBall(3, 5, 1)); }),
              AllOf(HasSubstr("itemsets[1] holds column 9"), HasSubstr("below 5")));
  EXPECT_EQ(kernel.Describe(), "itemset(itemsets=[[0],[2,9]])");
}

TEST(ItemsetKernel, NamesTheRowsOfAnOverflow) {
  Matrix x = Matrix::Constant(3, 40, 1e-6);
  x.row(2).setConstant(1e10);
  EXPECT_THAT(Message([&] { Gram(AllSubsetsKernel(), x, x); }),
              AllOf(HasSubstr("all_subsets() of row 2 and row 2 is inf"), HasSubstr("scale")));
  EXPECT_THAT(Message([&] { AllSubsetsKernel().Diagonal(x); }), HasSubstr("row 2 and row 2"));
  EXPECT_THAT(Message([&] { Gram(AnovaKernel(2), x, RowsInBall(2, 39, 1)); }),
              HasSubstr("expected the same number"));
}

}  // namespace
}  // namespace mercer
