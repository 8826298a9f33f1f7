#ifndef MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_
#define MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_

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

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_LABELLED_ROWS_H_
