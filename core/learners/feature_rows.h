#ifndef MERCER_CORE_LEARNERS_FEATURE_ROWS_H_
#define MERCER_CORE_LEARNERS_FEATURE_ROWS_H_

#include <functional>
#include <memory>
#include <string>

#include "core/learners/learner.h"

namespace mercer {

/// Columns of what is learned on: the features where there are some, else the rows.
Index FeatureColumns(const TrainingSet& train);

/// Throws InvalidInput, naming the learner, the row (the first of the block is number `begin`) and
/// the feature, where a value is not finite or is beyond ±largest.
void CheckFeatureBlock(const std::string& learner, Index begin, const ConstMatrixRef& rows,
                       double largest);

/// The same for the stored values of sparse rows, of any finite size.
void CheckFeatureBlock(const std::string& learner, Index begin, const SparseMatrix& rows);

/// Calls body(begin, rows) for the features of training rows [begin, begin + rows.rows()), block
/// after block of about 8 MiB, each checked. Throws InvalidInput, naming the learner and the row,
/// where a value is not finite. Returns the seconds spent in computing features.
double ForEachFeatureBlock(const std::string& learner, const TrainingSet& train,
                           const std::function<void(Index begin, const Matrix& rows)>& body);

/// All features in memory, row-major n × D, as double or float: the matrix of train.x itself where
/// Real is double and it is dense, else a copy. Throws InvalidInput, naming the learner and the
/// row, where a value is beyond the range of Real, or, unless it is one of a dense train.x (which
/// CheckClassification has looked through), not finite, and where the copy does not fit in memory.
template <class Real>
class StoredFeatures {
 public:
  StoredFeatures(const std::string& learner, const TrainingSet& train);

  const Real* data() const { return data_; }
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  double seconds() const { return seconds_; }  // spent in computing features

 private:
  // Rows begin … of the copy.
  void Copy(const std::string& learner, Index begin, const Matrix& rows);

  std::unique_ptr<Real[]> copy_;
  const Real* data_ = nullptr;
  Index rows_ = 0, cols_ = 0;
  double seconds_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FEATURE_ROWS_H_
