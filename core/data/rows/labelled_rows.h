#ifndef MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_
#define MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_

#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// What a reader makes of one file.
struct LabelledRows {
  Examples x;  // n × d
  Vector y;    // n labels: the number read, or the code of a class name
};

enum class Storage { kByDensity, kDense, kSparse };

/// Rows with a smaller part of non-zero values than this are stored sparse by Storage::kByDensity.
inline constexpr double kSparseBelowDensity = 0.25;

/// The most values that one dense matrix may hold (2 GiB): a request beyond is refused before
/// memory is taken.
inline constexpr Index kMaxDenseValues = Index{1} << 28;

/// True where n·d values would exceed kMaxDenseValues; never overflows. n, d ≥ 0.
bool TooLargeForDense(Index n, Index d);

/// How many values are NaN: missing, of a reader told to keep them so. O(stored values).
Index MissingValues(const Examples& x);

/// Non-zero values over n·d; 0 for an empty matrix. O(stored values).
double Density(const Examples& x);

/// The same rows in the storage asked for. kDense throws InvalidInput where n·d is beyond
/// kMaxDenseValues. O(stored values), O(n·d) when the result is dense.
Examples Stored(Examples x, Storage storage);

/// The rows of all pieces one below the other, in order; every piece has the same d. Dense where
/// all pieces are dense, else sparse. At least one piece. O(stored values).
LabelledRows Pool(std::vector<LabelledRows> pieces);

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

#endif  // MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_
