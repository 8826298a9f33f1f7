#ifndef MERCER_CORE_DATA_ROWS_ROW_STORE_H_
#define MERCER_CORE_DATA_ROWS_ROW_STORE_H_

#include <string>
#include <vector>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// Takes labelled rows of d values one after the other, dense or sparse.
class RowStore {
 public:
  /// Dense rows lie in one matrix from the start, of at most `most_rows`; a machine gives memory
  /// only to those that come. Throws InvalidInput, naming `path`, where most_rows · d is beyond
  /// kMaxDenseValues.
  RowStore(const std::string& path, Index most_rows, Index d, bool sparse);

  /// A value of the current row; columns increase. Zeros may be left out.
  void Set(Index column, double value);
  void EndRow(double label);

  Index rows() const { return static_cast<Index>(labels_.size()); }
  LabelledRows Build();

 private:
  Index d_;
  bool is_sparse_;
  Matrix dense_;
  std::vector<Index> row_ends_{0};
  std::vector<Index> columns_;
  std::vector<double> values_;
  std::vector<double> labels_;
  bool row_begun_ = false;
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_ROW_STORE_H_
