#ifndef MERCER_PYTHON_BINDINGS_ARRAY_ROWS_H_
#define MERCER_PYTHON_BINDINGS_ARRAY_ROWS_H_

#include <pybind11/numpy.h>

#include <memory>
#include <mutex>
#include <optional>

#include "core/base/examples.h"

namespace mercer::python {

/// The rows of a NumPy array or a CSR matrix, read in place block by block: doubles or floats, with
/// any strides. Only All() copies the whole array. Created and destroyed with the GIL held; reading
/// needs no GIL.
class ArrayRows final : public RowSource {
 public:
  /// Takes an n × d array of float64 or float32, or a tuple (indptr, indices, data, d) of a CSR
  /// matrix with ascending columns in each row, whose two index arrays are both int32 or both
  /// int64. Throws InvalidInput for anything else.
  explicit ArrayRows(const pybind11::object& rows);

  Index rows() const override { return n_; }
  Index cols() const override { return d_; }
  bool is_sparse() const override { return sparse_; }
  bool computes() const override { return true; }
  void Rows(Index begin, Index count, MatrixRef out) const override;
  HeldRows Range(Index begin, Index count, Examples& buffer) const override;
  bool is_float() const override { return is_float_ && !sparse_; }
  void FloatRows(Index begin, Index count, FloatMatrixRef out) const override;
  const Examples& All() const override;

 private:
  template <class Real, class Out>
  void CopyDense(Index begin, Index count, Out& out) const;
  template <class Int>
  void TakeIndices(const pybind11::array& starts, const pybind11::array& columns, Index stored);
  Index Start(Index row) const;
  Index Column(Index place) const;
  double Value(Index place) const;
  Examples SparseRange(Index begin, Index count) const;
  void TakeDense(const pybind11::array& array);
  void TakeSparse(const pybind11::tuple& parts);

  pybind11::object keeps_;  // the object that owns the memory
  Index n_ = 0, d_ = 0;
  bool sparse_ = false, is_float_ = false, wide_ = false;  // wide: 8-byte indices
  const void* values_ = nullptr;
  Index row_stride_ = 0, column_stride_ = 0;  // of dense values, in elements
  const void* starts_ = nullptr;
  const void* columns_ = nullptr;
  mutable std::once_flag made_{};
  mutable Examples all_{};
};

/// A copy of a matrix or a vector.
pybind11::array ToArray(const Matrix& matrix);
pybind11::array ToArray(const Vector& vector);

/// The rows as arrays that ArrayRows can read, for pickling.
pybind11::object ToArrays(const Examples& rows);

}  // namespace mercer::python

#endif  // MERCER_PYTHON_BINDINGS_ARRAY_ROWS_H_
