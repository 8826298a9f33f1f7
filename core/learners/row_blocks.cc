#include "core/learners/row_blocks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/learners/feature_rows.h"
#include "core/linalg/dot_axpy.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

constexpr double kBlockBytes = 16.0 * (1 << 20);

Index StepOf(Index n, Index columns) {
  const double row_bytes = 8.0 * static_cast<double>(std::max<Index>(1, columns));
  return std::clamp<Index>(static_cast<Index>(kBlockBytes / row_bytes), 1, std::max<Index>(1, n));
}

RowView StoredRow(const SparseMatrix& x, Index i) {
  MERCER_CHECK(x.isCompressed());
  const Index begin = x.outerIndexPtr()[i];
  return {x.valuePtr() + begin, x.innerIndexPtr() + begin, x.outerIndexPtr()[i + 1] - begin};
}

}  // namespace

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
