#include "core/learners/feature_rows.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// A block of features takes about this much.
constexpr double kBlockBytes = 8.0 * (1 << 20);

}  // namespace

Index FeatureColumns(const TrainingSet& train) {
  return train.features != nullptr ? train.features->cols() : train.x.cols();
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
  copy_ = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(rows_ * cols_));
  data_ = copy_.get();
  const auto step = std::max<Index>(
      1, static_cast<Index>(kBlockBytes / (8.0 * static_cast<double>(std::max<Index>(1, cols_)))));
  for (Index begin = 0; begin < rows_; begin += step) {
    const Index count = std::min(step, rows_ - begin);
    Matrix block(count, cols_);
    const Stopwatch watch;
    if (train.features != nullptr) {
      train.features->Rows(begin, count, block);
      seconds_ += watch.Seconds();
    } else {
      block = train.x.DenseRows(begin, count);
    }
    for (Index i = 0; i < count; ++i) {
      Real* row = copy_.get() + (begin + i) * cols_;
      for (Index j = 0; j < cols_; ++j) row[j] = static_cast<Real>(block(i, j));
      for (Index j = 0; j < cols_; ++j) {
        if (std::isfinite(row[j])) continue;
        throw InvalidInput("learner '" + learner + "': feature " + std::to_string(j) +
                           " of training row " + std::to_string(begin + i) + " is " +
                           FormatNumber(block(i, j)) + "; expected a finite " +
                           (sizeof(Real) == 4 ? "float" : "number"));
      }
    }
  }
}

template class StoredFeatures<double>;
template class StoredFeatures<float>;

}  // namespace mercer
