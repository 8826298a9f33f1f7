// What holds for every kernel of the registry.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <set>

#include "tests/core/kernels/cases.h"

namespace mercer {
namespace {

using testing::KernelCase;
using testing::KernelCases;
using testing::RowsInBall;

double MaxAbs(const Matrix& m) { return m.cwiseAbs().maxCoeff(); }

TEST(KernelProperties, CasesCoverTheRegistry) {
  std::set<std::string> tested;
  for (const KernelCase& c : KernelCases()) tested.insert(c.name);
  for (const std::string& name : KernelRegistry().Names()) {
    EXPECT_TRUE(tested.count(name))
        << name << ": its parameters have no examples and no case in cases.h";
  }
}

TEST(KernelProperties, EveryEntryIsDocumented) {
  for (const KernelEntry& entry : KernelRegistry().entries()) {
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    EXPECT_GE(entry.version, 1) << entry.name;
    for (const ParamSpec& spec : entry.params) EXPECT_FALSE(spec.help.empty()) << entry.name;
  }
}

class KernelProperty : public ::testing::TestWithParam<KernelCase> {
 protected:
  std::unique_ptr<Kernel> kernel_ = MakeKernel(GetParam().name, GetParam().params);
};

TEST_P(KernelProperty, GramIsSymmetricAndPositiveSemidefinite) {
  const Matrix x = RowsInBall(40, 6, 1);
  const Matrix gram = Gram(*kernel_, x, x);
  ASSERT_EQ(gram.rows(), 40);
  ASSERT_EQ(gram.cols(), 40);
  EXPECT_LE(MaxAbs(gram - gram.transpose()), 1e-14 * MaxAbs(gram));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
  EXPECT_GE(solver.eigenvalues().minCoeff(), -1e-13 * solver.eigenvalues().maxCoeff());
  EXPECT_GT(solver.eigenvalues().maxCoeff(), 0);
}

TEST_P(KernelProperty, DiagonalIsThatOfTheGramMatrix) {
  const Matrix x = RowsInBall(40, 6, 2);
  const Vector expected = Gram(*kernel_, x, x).diagonal();
  EXPECT_LE((kernel_->Diagonal(x) - expected).cwiseAbs().maxCoeff(),
            1e-13 * expected.cwiseAbs().maxCoeff());
  EXPECT_LE((kernel_->Diagonal(ToSparse(x)) - expected).cwiseAbs().maxCoeff(),
            1e-13 * expected.cwiseAbs().maxCoeff());
}

TEST_P(KernelProperty, SparseAndDenseRowsGiveTheSame) {
  const Examples x = RowsInBall(33, 9, 3);
  const Examples y = RowsInBall(21, 9, 4);
  const Matrix expected = Gram(*kernel_, x, y);
  const double bound = 1e-13 * MaxAbs(expected);
  EXPECT_LE(MaxAbs(Gram(*kernel_, ToSparse(x), y) - expected), bound);
  EXPECT_LE(MaxAbs(Gram(*kernel_, x, ToSparse(y)) - expected), bound);
  EXPECT_LE(MaxAbs(Gram(*kernel_, ToSparse(x), ToSparse(y)) - expected), bound);
}

TEST_P(KernelProperty, ThreadsDoNotChangeABit) {
  const Examples x = RowsInBall(700, 6, 5);
  const Examples y = RowsInBall(130, 6, 6);
  EXPECT_EQ(Gram(*kernel_, x, y, 1), Gram(*kernel_, x, y, 2));
  EXPECT_EQ(Gram(*kernel_, ToSparse(x), y, 1), Gram(*kernel_, ToSparse(x), y, 3));
}

TEST_P(KernelProperty, GramRowsAreTheRowsOfTheGramMatrix) {
  const Examples x = RowsInBall(50, 6, 7);
  const Examples y = RowsInBall(20, 6, 8);
  const Matrix expected = Gram(*kernel_, x, y);
  // Into the middle of a wider matrix: rows of the block are not adjacent in memory.
  Matrix wide = Matrix::Constant(12, 30, -5);
  kernel_->GramRows(x, 17, 10, y, wide.block(1, 4, 10, 20));
  EXPECT_LE(MaxAbs(wide.block(1, 4, 10, 20) - expected.middleRows(17, 10)),
            1e-14 * MaxAbs(expected));
  EXPECT_EQ(wide.leftCols(4), Matrix::Constant(12, 4, -5));
  EXPECT_EQ(wide.rightCols(6), Matrix::Constant(12, 6, -5));
  EXPECT_EQ(wide.row(11), Matrix::Constant(1, 30, -5));
}

class DotProductProperty : public ::testing::TestWithParam<KernelCase> {
 protected:
  std::unique_ptr<Kernel> made_ = MakeKernel(GetParam().name, GetParam().params);
  const DotProductKernel& kernel_ = dynamic_cast<const DotProductKernel&>(*made_);
};

TEST_P(DotProductProperty, GramIsTheProfileOfTheInnerProduct) {
  const Matrix x = RowsInBall(30, 6, 9);
  const Matrix y = RowsInBall(17, 6, 10);
  const Matrix gram = Gram(kernel_, x, y);
  for (Index i = 0; i < 30; ++i) {
    for (Index j = 0; j < 17; ++j) {
      const double expected = kernel_.Profile(x.row(i).dot(y.row(j)));
      EXPECT_NEAR(gram(i, j), expected, 2e-14 * (1 + std::abs(expected)));
    }
  }
}

TEST_P(DotProductProperty, ProfileIsTheSumOfItsSeries) {
  // 0.9^400 is below 1e-18, and the entire functions are done far earlier.
  const Index last = kernel_.MaxOrder() >= 0 ? kernel_.MaxOrder() : 400;
  for (const double t : {-0.9, -0.5, -0.17, 0.0, 0.25, 0.7, 0.9}) {
    double sum = 0;
    double absolute = 0;
    for (Index n = 0; n <= last; ++n) {
      const double term = kernel_.MaclaurinCoefficient(n) * std::pow(t, static_cast<double>(n));
      sum += term;
      absolute += std::abs(term);
    }
    EXPECT_NEAR(kernel_.Profile(t), sum, 1e-14 * (1 + absolute)) << "t = " << t;
  }
}

TEST_P(DotProductProperty, LogCoefficientsAreTheLogarithms) {
  for (Index n = 0; n <= 60; ++n) {
    const double a = kernel_.MaclaurinCoefficient(n);
    const double log_a = kernel_.LogMaclaurinCoefficient(n);
    ASSERT_GE(a, 0) << n;
    if (a == 0) {
      EXPECT_EQ(log_a, -std::numeric_limits<double>::infinity()) << n;
    } else {
      EXPECT_NEAR(log_a, std::log(a), 1e-13 * (1 + std::abs(log_a))) << n;
    }
    const bool beyond = kernel_.MaxOrder() >= 0 && n > kernel_.MaxOrder();
    EXPECT_TRUE(!beyond || a == 0) << n;
  }
  EXPECT_TRUE(kernel_.MaxOrder() < 0 || kernel_.MaclaurinCoefficient(kernel_.MaxOrder()) > 0);
}

TEST_P(KernelProperty, DescribesItself) {
  EXPECT_EQ(kernel_->Describe().rfind(GetParam().name, 0), 0U) << kernel_->Describe();
}

std::string NameOf(const ::testing::TestParamInfo<KernelCase>& c) {
  return c.param.name + "_" + std::to_string(c.index);
}

std::vector<KernelCase> DotProductCases() {
  std::vector<KernelCase> cases;
  for (const KernelCase& c : KernelCases())
    if (dynamic_cast<const DotProductKernel*>(MakeKernel(c.name, c.params).get()) != nullptr)
      cases.push_back(c);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, KernelProperty, ::testing::ValuesIn(KernelCases()), NameOf);
INSTANTIATE_TEST_SUITE_P(All, DotProductProperty, ::testing::ValuesIn(DotProductCases()), NameOf);

}  // namespace
}  // namespace mercer
