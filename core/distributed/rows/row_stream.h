#ifndef MERCER_CORE_DISTRIBUTED_ROWS_ROW_STREAM_H_
#define MERCER_CORE_DISTRIBUTED_ROWS_ROW_STREAM_H_

#include <optional>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// The rows of one rank, block after block, from the first to the last as often as asked: nothing
/// is held but a block. The ranks' rows one behind the other are those of the data set in order.
class RowStream {
 public:
  virtual ~RowStream() = default;

  /// To the first row again. Blocks have input_dim columns from now on; with 0 as many as their
  /// rows name.
  virtual void Rewind(Index input_dim) = 0;

  /// The next rows with their labels, none at the end; a block may be empty. The same rows at each
  /// pass. Throws InvalidInput that names the file and the place.
  virtual std::optional<LabelledRows> Next() = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_ROW_STREAM_H_
