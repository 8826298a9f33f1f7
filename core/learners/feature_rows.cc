#include "core/learners/feature_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"
#include "core/linalg/dot_axpy.h"
#include "core/linalg/memory.h"

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

Index FeatureColumns(const TrainingSet& train) {
  return train.features != nullptr ? train.features->cols() : train.x.cols();
}

double ForEachFeatureBlock(const std::string& learner, const TrainingSet& train,
                           const std::function<void(Index, const Matrix&)>& body) {
  const Index n = train.x.rows(), columns = FeatureColumns(train);
  const double row_bytes = 8.0 * static_cast<double>(std::max<Index>(1, columns));
  const Index step = std::max<Index>(1, static_cast<Index>(kBlockBytes / row_bytes));
  double seconds = 0;
  Matrix rows;
  for (Index begin = 0; begin < n; begin += step) {
    const Index count = std::min(step, n - begin);
    if (train.features != nullptr) {
      const Stopwatch watch;
      rows.resize(count, columns);
      train.features->Rows(begin, count, rows);
      seconds += watch.Seconds();
    } else {
      rows = train.x.DenseRows(begin, count);
    }
    CheckFeatureBlock(learner, begin, rows, std::numeric_limits<double>::max());
    body(begin, rows);
  }
  return seconds;
}

template <class Real>
StoredFeatures<Real>::StoredFeatures(const std::string& learner, const TrainingSet& train)
    : rows_(train.x.rows()), cols_(FeatureColumns(train)) {
  if constexpr (std::is_same_v<Real, double>) {
    if (train.features == nullptr && !train.x.is_sparse()) {
      data_ = train.x.dense().data();
      return;
    }
  }
  const auto values = static_cast<double>(rows_) * static_cast<double>(cols_);
  CheckFitsInMemory("the features that learner '" + learner + "' stores", sizeof(Real) * values);
  const auto count = static_cast<std::size_t>(rows_ * cols_);
  copy_ = std::make_unique_for_overwrite<Real[]>(count);
  RequestLargePages(copy_.get(), count * sizeof(Real));
  data_ = copy_.get();
  if (train.features == nullptr && !train.x.is_sparse()) {
    Copy(learner, 0, train.x.dense());
    return;
  }
  seconds_ = ForEachFeatureBlock(
      learner, train, [&](Index begin, const Matrix& rows) { Copy(learner, begin, rows); });
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

RowBlocks::RowBlocks(std::string learner, const TrainingSet& train)
    : learner_(std::move(learner)),
      x_(train.features == nullptr ? &train.x : nullptr),
      source_(train.features),
      seed_(train.seed),
      rows_(train.x.rows()),
      cols_(FeatureColumns(train)),
      step_(StepOf(rows_, cols_)),
      blocks_((rows_ + step_ - 1) / step_) {
  MERCER_CHECK(source_ == nullptr || source_->rows() == rows_);
}

RowBlocks::RowBlocks(std::string learner, const RowSource& source, std::uint64_t seed)
    : learner_(std::move(learner)),
      source_(&source),
      seed_(seed),
      rows_(source.rows()),
      cols_(source.cols()),
      step_(StepOf(rows_, cols_)),
      blocks_((rows_ + step_ - 1) / step_) {}

double RowBlocks::BlockBytes(Index n, Index columns) {
  return 8.0 * static_cast<double>(StepOf(n, columns)) * static_cast<double>(columns);
}

Index RowBlocks::Count(Index block) const { return std::min(step_, rows_ - block * step_); }

void RowBlocks::Load(Index block) {
  if (source_ == nullptr || loaded_ == block) return;
  const Stopwatch watch;
  loaded_ = -1;
  if (source_->is_sparse()) {
    sparse_ = source_->SparseRows(block * step_, Count(block));
    source_seconds_ += watch.Seconds();
    CheckFeatureBlock(learner_, block * step_, sparse_);
    loaded_ = block;
    return;
  }
  if (buffer_.size() == 0) buffer_ = NewMatrix("a block of features", step_, cols_);
  const Index count = Count(block);
  source_->Rows(block * step_, count, buffer_.topRows(count));
  source_seconds_ += watch.Seconds();
  CheckFeatureBlock(learner_, block * step_, buffer_.topRows(count),
                    std::numeric_limits<double>::max());
  loaded_ = block;
}

RowView RowBlocks::Row(Index i) const {
  if (source_ != nullptr) {
    const Index local = i - loaded_ * step_;
    if (source_->is_sparse()) return StoredRow(sparse_, local);
    return {buffer_.row(local).data(), nullptr, cols_};
  }
  if (x_->is_sparse()) return StoredRow(x_->sparse(), i);
  return {x_->dense().row(i).data(), nullptr, cols_};
}

}  // namespace mercer
