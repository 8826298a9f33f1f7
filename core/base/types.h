#ifndef MERCER_CORE_BASE_TYPES_H_
#define MERCER_CORE_BASE_TYPES_H_

// Matrix types of the whole library: double, row-major, one example per row. Comments give the
// shape of each argument, as n × d (n examples, input dimension d) or n × D (D random features).
// Features may be stored as floats.

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstddef>
#include <cstdint>

namespace mercer {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// n × d in compressed row storage; column indices of a row are strictly increasing.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, Index>;

/// A block of rows or columns of a Matrix, without a copy.
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using ConstMatrixRef = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// Features of four bytes each, row-major, and a block of them.
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using FloatMatrixRef = Eigen::Ref<FloatMatrix, 0, Eigen::OuterStride<>>;

}  // namespace mercer

#endif  // MERCER_CORE_BASE_TYPES_H_
