#include "python/bindings/array_rows.h"

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

template <class Real>
using Strided =
    Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
               Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;
template <class Real>
using Rowwise =
    Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
               Eigen::Unaligned, Eigen::OuterStride<>>;

[[noreturn]] void Refuse(const std::string& what) {
  throw InvalidInput(
      "rows are " + what +
      "; expected an array of two dimensions, or a CSR matrix, of float64 or float32");
}

bool HasFloats(const py::array& values) {
  if (py::isinstance<py::array_t<float>>(values)) return true;
  if (!py::isinstance<py::array_t<double>>(values))
    Refuse("of type " + std::string(py::str(values.dtype())));
  return false;
}

// A step in bytes as one in values.
Index StepOf(py::ssize_t bytes, const py::array& values) {
  if (bytes % values.itemsize() != 0) Refuse("not aligned to their values");
  return bytes / values.itemsize();
}

}  // namespace

ArrayRows::ArrayRows(const py::object& rows) : keeps_(rows) {
  if (py::isinstance<py::tuple>(rows)) {
    TakeSparse(rows.cast<py::tuple>());
  } else if (py::isinstance<py::array>(rows)) {
    TakeDense(rows.cast<py::array>());
  } else {
    Refuse("a " + std::string(py::str(py::type::of(rows).attr("__name__"))));
  }
}

void ArrayRows::TakeDense(const py::array& array) {
  if (array.ndim() != 2) Refuse("an array of " + std::to_string(array.ndim()) + " dimensions");
  is_float_ = HasFloats(array);
  n_ = array.shape(0);
  d_ = array.shape(1);
  row_stride_ = StepOf(array.strides(0), array);
  column_stride_ = StepOf(array.strides(1), array);
  values_ = array.data();
  if (reinterpret_cast<std::uintptr_t>(values_) % static_cast<std::uintptr_t>(array.itemsize()) !=
      0)
    Refuse("not aligned to their values");
}

template <class Int>
void ArrayRows::TakeIndices(const py::array& starts, const py::array& columns, Index stored) {
  const auto* from = static_cast<const Int*>(starts.data());
  const auto* at = static_cast<const Int*>(columns.data());
  const bool whole = from[0] == 0 && from[n_] == stored;
  bool ordered = whole;
  for (Index i = 0; ordered && i < n_; ++i) {
    ordered = from[i] <= from[i + 1] && from[i + 1] <= stored;
    for (Index k = from[i]; ordered && k < from[i + 1]; ++k)
      ordered = at[k] >= 0 && at[k] < d_ && (k == from[i] || at[k - 1] < at[k]);
  }
  if (!ordered)
    Refuse("a CSR matrix whose columns do not ascend in each row, or are not all there");
  starts_ = from;
  columns_ = at;
}

void ArrayRows::TakeSparse(const py::tuple& parts) {
  if (parts.size() != 4) Refuse("a tuple of " + std::to_string(parts.size()) + " items");
  const auto starts = parts[0].cast<py::array>(), columns = parts[1].cast<py::array>(),
             values = parts[2].cast<py::array>();
  for (const py::array& part : {starts, columns, values}) {
    if (part.ndim() != 1 || (part.flags() & py::array::c_style) == 0)
      Refuse("a CSR matrix whose parts are not plain arrays");
  }
  sparse_ = true;
  is_float_ = HasFloats(values);
  n_ = starts.size() - 1;
  d_ = parts[3].cast<Index>();
  if (n_ < 0 || columns.size() != values.size()) Refuse("a CSR matrix whose parts do not fit");
  values_ = values.data();
  wide_ = py::isinstance<py::array_t<std::int64_t>>(starts);
  const auto fits = [this](const py::array& part) {
    return wide_ ? py::isinstance<py::array_t<std::int64_t>>(part)
                 : py::isinstance<py::array_t<std::int32_t>>(part);
  };
  if (!fits(starts) || !fits(columns)) Refuse("a CSR matrix with indices of other types");
  if (wide_) {
    TakeIndices<std::int64_t>(starts, columns, values.size());
  } else {
    TakeIndices<std::int32_t>(starts, columns, values.size());
  }
}

Index ArrayRows::Start(Index row) const {
  return wide_ ? static_cast<const std::int64_t*>(starts_)[row]
               : static_cast<const std::int32_t*>(starts_)[row];
}

Index ArrayRows::Column(Index place) const {
  return wide_ ? static_cast<const std::int64_t*>(columns_)[place]
               : static_cast<const std::int32_t*>(columns_)[place];
}

double ArrayRows::Value(Index place) const {
  return is_float_ ? static_cast<double>(static_cast<const float*>(values_)[place])
                   : static_cast<const double*>(values_)[place];
}

template <class Real, class Out>
void ArrayRows::CopyDense(Index begin, Index count, Out& out) const {
  using To = typename Out::Scalar;
  const Real* from = static_cast<const Real*>(values_) + begin * row_stride_;
  if (column_stride_ == 1) {
    out = Rowwise<Real>(from, count, d_, Eigen::OuterStride<>(row_stride_)).template cast<To>();
  } else {
    out = Strided<Real>(from, count, d_, {row_stride_, column_stride_}).template cast<To>();
  }
}

void ArrayRows::Rows(Index begin, Index count, MatrixRef out) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= n_);
  if (sparse_) {
    out.setZero();
    for (Index i = 0; i < count; ++i) {
      for (Index k = Start(begin + i); k < Start(begin + i + 1); ++k) out(i, Column(k)) = Value(k);
    }
  } else if (is_float_) {
    CopyDense<float>(begin, count, out);
  } else {
    CopyDense<double>(begin, count, out);
  }
}

void ArrayRows::FloatRows(Index begin, Index count, FloatMatrixRef out) const {
  MERCER_CHECK(is_float() && begin >= 0 && count >= 0 && begin + count <= n_);
  CopyDense<float>(begin, count, out);
}

Examples ArrayRows::SparseRange(Index begin, Index count) const {
  SparseMatrix rows(count, d_);
  const Index first = Start(begin), stored = Start(begin + count) - first;
  rows.resizeNonZeros(stored);
  for (Index i = 0; i <= count; ++i) rows.outerIndexPtr()[i] = Start(begin + i) - first;
  for (Index k = 0; k < stored; ++k) {
    rows.innerIndexPtr()[k] = Column(first + k);
    rows.valuePtr()[k] = Value(first + k);
  }
  return Examples(std::move(rows));
}

HeldRows ArrayRows::Range(Index begin, Index count, Examples& buffer) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= n_);
  if (sparse_) {
    buffer = SparseRange(begin, count);
  } else {
    if (buffer.is_sparse() || buffer.rows() != count || buffer.cols() != d_)
      buffer = Examples(Matrix(count, d_));
    Rows(begin, count, buffer.dense());
  }
  return {&buffer, 0};
}

const Examples& ArrayRows::All() const {
  std::call_once(made_, [this] { Range(0, n_, all_); });
  return all_;
}

py::array ToArray(const Matrix& matrix) {
  return py::array_t<double>({matrix.rows(), matrix.cols()}, matrix.data());
}

py::array ToArray(const Vector& vector) {
  return py::array_t<double>(vector.size(), vector.data());
}

py::object ToArrays(const Examples& rows) {
  if (!rows.is_sparse()) return ToArray(rows.dense());
  SparseMatrix copy;
  const SparseMatrix* sparse = &rows.sparse();
  if (!sparse->isCompressed()) {
    copy = *sparse;
    copy.makeCompressed();
    sparse = &copy;
  }
  const Index stored = sparse->nonZeros();
  return py::make_tuple(py::array_t<std::int64_t>(sparse->rows() + 1, sparse->outerIndexPtr()),
                        py::array_t<std::int64_t>(stored, sparse->innerIndexPtr()),
                        py::array_t<double>(stored, sparse->valuePtr()), sparse->cols());
}

}  // namespace mercer::python
