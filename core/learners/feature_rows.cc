#include "core/learners/feature_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/linalg/dot_axpy.h"
#include "core/linalg/memory.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

// A block of features takes about this much.
constexpr double kBlockBytes = 8.0 * (1 << 20);

void CheckFeature(const std::string& learner, Index row, Index feature, double value,
                  double largest) {
  if (std::abs(value) <= largest) return;
  throw InvalidInput("learner '" + learner + "': feature " + std::to_string(feature) +
                     " of training row " + std::to_string(row) + " is " + FormatNumber(value) +
                     "; expected a finite number of at most " + FormatNumber(largest));
}

// False where a value is not finite as a float. One pass, as the rows come from memory.
bool Convert(const double* from, Index count, float* to) {
  constexpr std::uint32_t kExponent = 0x7F800000;  // all ones in what is infinite or no number
  std::uint32_t largest = 0;
  for (Index j = 0; j < count; ++j) {
    to[j] = static_cast<float>(from[j]);
    largest = std::max(largest, std::bit_cast<std::uint32_t>(to[j]) & kExponent);
  }
  return largest < kExponent;
}

void CheckRoom(const std::string& learner, std::size_t value_bytes, Index rows, Index cols) {
  CheckFitsInMemory(
      "the features that learner '" + learner + "' stores",
      static_cast<double>(value_bytes) * static_cast<double>(rows) * static_cast<double>(cols));
}

bool Convert(const double* from, Index count, double* to) {
  std::copy_n(from, count, to);
  return true;
}

constexpr double kEpochBlockBytes = 16.0 * (1 << 20);

Index StepOf(Index n, Index columns) {
  const double row_bytes = 8.0 * static_cast<double>(std::max<Index>(1, columns));
  return std::clamp<Index>(static_cast<Index>(kEpochBlockBytes / row_bytes), 1,
                           std::max<Index>(1, n));
}

RowView StoredRow(const SparseMatrix& x, Index i) {
  MERCER_CHECK(x.isCompressed());
  const Index begin = x.outerIndexPtr()[i];
  return {x.valuePtr() + begin, x.innerIndexPtr() + begin, x.outerIndexPtr()[i + 1] - begin};
}

}  // namespace

void CheckFeatureBlock(const std::string& learner, Index begin, const ConstMatrixRef& rows,
                       double largest) {
  if (rows.array().abs().maxCoeff<Eigen::PropagateNaN>() <= largest) return;
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j)
      CheckFeature(learner, begin + i, j, rows(i, j), largest);
  }
}

void CheckFeatureBlock(const std::string& learner, Index begin, const SparseMatrix& rows) {
  const Eigen::Map<const Vector> values(rows.valuePtr(), rows.nonZeros());
  if (values.allFinite()) return;
  for (Index i = 0; i < rows.rows(); ++i) {
    for (SparseMatrix::InnerIterator it(rows, i); it; ++it)
      CheckFeature(learner, begin + i, it.col(), it.value(), std::numeric_limits<double>::max());
  }
}

void ForEachFeatureBlock(const std::string& learner, const RowSource& x,
                         const std::function<void(Index, const Matrix&)>& body) {
  const Index n = x.rows(), columns = x.cols();
  const double row_bytes = 8.0 * static_cast<double>(std::max<Index>(1, columns));
  const Index step = std::max<Index>(1, static_cast<Index>(kBlockBytes / row_bytes));
  Matrix rows;
  for (Index begin = 0; begin < n; begin += step) {
    const Index count = std::min(step, n - begin);
    rows.resize(count, columns);
    x.Rows(begin, count, rows);
    CheckFeatureBlock(learner, begin, rows, std::numeric_limits<double>::max());
    body(begin, rows);
  }
}

template <class Real>
StoredFeatures<Real>::StoredFeatures(const std::string& learner, const RowSource& x)
    : rows_(x.rows()), cols_(x.cols()) {
  if constexpr (std::is_same_v<Real, float>) {
    if (x.is_float()) {
      TakeFloats(learner, x);
      return;
    }
  } else {
    if (!x.is_sparse()) {
      if (x.computes()) CheckRoom(learner, sizeof(Real), rows_, cols_);
      const HeldRows all = x.Range(0, rows_, buffer_);
      if (x.computes()) {
        CheckFeatureBlock(learner, 0, all.held->dense(), std::numeric_limits<double>::max());
      }
      data_ = all.held->dense().data();
      return;
    }
  }
  NewCopy(learner);
  const auto copy = [&](Index begin, const Matrix& rows) { Copy(learner, begin, rows); };
  if (x.computes() || x.is_sparse()) {
    ForEachFeatureBlock(learner, x, copy);
  } else {
    copy(0, x.All().dense());
  }
}

template <class Real>
Real* StoredFeatures<Real>::NewCopy(const std::string& learner) {
  CheckRoom(learner, sizeof(Real), rows_, cols_);
  const auto count = static_cast<std::size_t>(rows_ * cols_);
  copy_ = std::make_unique_for_overwrite<Real[]>(count);
  RequestLargePages(copy_.get(), count * sizeof(Real));
  data_ = copy_.get();
  return copy_.get();
}

template <>
void StoredFeatures<float>::TakeFloats(const std::string& learner, const RowSource& x) {
  if (const FloatMatrix* held = x.Floats()) {
    data_ = held->data();
  } else {
    x.FloatRows(0, rows_, Eigen::Map<FloatMatrix>(NewCopy(learner), rows_, cols_));
  }
  for (Index i = 0; i < rows_; ++i) {
    const Eigen::Map<const Eigen::RowVectorXf> row(data_ + i * cols_, cols_);
    if (AllFinite(row.data(), cols_)) continue;
    CheckFeatureBlock(learner, i, row.cast<double>(), std::numeric_limits<float>::max());
  }
}

template <class Real>
void StoredFeatures<Real>::Copy(const std::string& learner, Index begin, const Matrix& rows) {
  for (Index i = 0; i < rows.rows(); ++i) {
    if (Convert(rows.row(i).data(), cols_, copy_.get() + (begin + i) * cols_)) continue;
    CheckFeatureBlock(learner, begin + i, rows.row(i), std::numeric_limits<float>::max());
  }
}

template class StoredFeatures<double>;
template class StoredFeatures<float>;

double RowView::Dot(const double* w) const {
  if (columns == nullptr) return mercer::Dot(values, w, count);
  double sum = 0;
  for (Index j = 0; j < count; ++j) sum += values[j] * w[columns[j]];
  return sum;
}

void RowView::AddTo(double scale, double* w) const {
  if (columns == nullptr) return Axpy(scale, values, w, count);
  for (Index j = 0; j < count; ++j) w[columns[j]] += scale * values[j];
}

double RowView::SquaredNorm() const { return mercer::Dot(values, values, count); }

RowBlocks::RowBlocks(std::string learner, const RowSource& x, std::uint64_t seed)
    : learner_(std::move(learner)),
      x_(x),
      seed_(seed),
      rows_(x.rows()),
      cols_(x.cols()),
      step_(StepOf(rows_, cols_)),
      blocks_((rows_ + step_ - 1) / step_) {}

double RowBlocks::BlockBytes(Index n, Index columns) {
  return 8.0 * static_cast<double>(StepOf(n, columns)) * static_cast<double>(columns);
}

Index RowBlocks::Count(Index block) const { return std::min(step_, rows_ - block * step_); }

void RowBlocks::Load(Index block) {
  if (loaded_ == block) return;
  loaded_ = -1;
  const Index begin = block * step_, count = Count(block);
  held_ = x_.Range(begin, count, buffer_);
  // Rows in memory are checked once, before training.
  if (x_.computes()) {
    if (held_.held->is_sparse()) {
      CheckFeatureBlock(learner_, begin, held_.held->sparse());
    } else {
      CheckFeatureBlock(learner_, begin, held_.held->dense().middleRows(held_.first, count),
                        std::numeric_limits<double>::max());
    }
  }
  loaded_ = block;
}

RowView RowBlocks::Row(Index i) const {
  const Index held = held_.first + i - loaded_ * step_;
  if (held_.held->is_sparse()) return StoredRow(held_.held->sparse(), held);
  return {held_.held->dense().row(held).data(), nullptr, cols_};
}

}  // namespace mercer
