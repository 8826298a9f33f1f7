#ifndef MERCER_CORE_LEARNERS_ROW_SOURCE_H_
#define MERCER_CORE_LEARNERS_ROW_SOURCE_H_

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
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_ROW_SOURCE_H_
