// Cholesky factors by columns of blocks, left-looking: each block is written once per product of
// all columns to its left, so that the threads share little memory traffic.

#include "core/learners/kernel_ridge/cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/parallel.h"

namespace mercer {
namespace {

constexpr Index kColumns = 256, kRows = 128;  // of a block

bool FactorDiagonal(Eigen::Ref<Matrix> block) {
  return Eigen::LLT<Eigen::Ref<Matrix>, Eigen::Lower>(block).info() == Eigen::Success;
}

bool FactorByBlocks(Matrix& a, int threads) {
  const Index n = a.rows();
  for (Index j = 0; j < n; j += kColumns) {
    const Index columns = std::min(kColumns, n - j), end = j + columns;
    const auto own = a.block(j, 0, columns, j);
    ParallelFor(n - j, kRows, threads, [&](Index from, Index to) {
      a.block(j + from, j, to - from, columns).noalias() -=
          a.block(j + from, 0, to - from, j) * own.transpose();
    });
    const auto diagonal = a.block(j, j, columns, columns);
    if (!FactorDiagonal(diagonal)) return false;
    ParallelFor(n - end, kRows, threads, [&](Index from, Index to) {
      auto rows = a.block(end + from, j, to - from, columns);
      diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
    });
  }
  return true;
}

}  // namespace

bool FactorByCholesky(Matrix& a, int threads) {
  MERCER_CHECK(a.rows() == a.cols());
  return threads == 1 ? FactorDiagonal(a) : FactorByBlocks(a, threads);
}

void SolveByCholesky(const Matrix& factor, Matrix& b) {
  MERCER_CHECK(factor.rows() == b.rows());
  factor.triangularView<Eigen::Lower>().solveInPlace(b);
  factor.triangularView<Eigen::Lower>().adjoint().solveInPlace(b);
}

}  // namespace mercer
