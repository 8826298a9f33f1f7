#ifndef MERCER_CORE_LEARNERS_ROW_SOURCE_H_
#define MERCER_CORE_LEARNERS_ROW_SOURCE_H_

#include "core/base/error.h"
#include "core/base/types.h"

namespace mercer {

/// Rows that are computed when they are asked for, as the features of a drawn map are: for learners
/// that never hold all of them, or hold them in a form of their own.
class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual Index rows() const = 0;
  virtual Index cols() const = 0;

  /// Rows [begin, begin + count) into `out`, count × cols(). The same bits at every call.
  virtual void Rows(Index begin, Index count, MatrixRef out) const = 0;

  /// Whether most values are 0, so that SparseRows may be asked for.
  virtual bool is_sparse() const { return false; }

  /// The same rows stored sparse and compressed, count × cols(). Aborts where is_sparse() is false.
  virtual SparseMatrix SparseRows(Index /*begin*/, Index count) const {
    MERCER_CHECK(is_sparse());
    return {count, cols()};
  }
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_ROW_SOURCE_H_
