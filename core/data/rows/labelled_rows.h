#ifndef MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_
#define MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_

#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// The contents of one file as read.
struct LabelledRows {
  Examples x;  // n × d
  Vector y;    // n labels: the number read, or the code of a class name
};

enum class Storage { kByDensity, kDense, kSparse };

/// Storage::kByDensity stores rows sparse if the fraction of non-zero values is below this.
inline constexpr double kSparseBelowDensity = 0.25;

/// The largest number of values in one dense matrix (2 GiB). Larger requests are rejected before
/// memory is allocated.
inline constexpr Index kMaxDenseValues = Index{1} << 28;

/// Whether n·d values would exceed kMaxDenseValues; never overflows. n, d ≥ 0.
bool TooLargeForDense(Index n, Index d);

/// The number of NaN values, which are missing values that the reader was asked to keep. O(stored
/// values).
Index MissingValues(const Examples& x);

/// The fraction of non-zero values among n·d; 0 for an empty matrix. O(stored values).
double Density(const Examples& x);

/// The same rows in the given storage. kDense throws InvalidInput if n·d is above kMaxDenseValues.
/// O(stored values), O(n·d) if the result is dense.
Examples Stored(Examples x, Storage storage);

/// Stacks the rows of all pieces, in order; every piece has the same d. The result is dense if all
/// pieces are dense, sparse otherwise. At least one piece. O(stored values).
LabelledRows Pool(std::vector<LabelledRows> pieces);

/// Collects labelled rows of d values one by one, dense or sparse.
class RowStore {
 public:
  /// Dense rows are stored in one matrix of `most_rows` rows from the start; the operating system
  /// provides memory only for those that are set. Throws InvalidInput, naming `path`, if most_rows
  /// · d is above kMaxDenseValues.
  RowStore(const std::string& path, Index most_rows, Index d, bool sparse);

  /// Sets a value of the current row, in increasing order of columns. Zeros may be left out.
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

#endif  // MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_
