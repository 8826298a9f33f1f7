#ifndef MERCER_CORE_DISTRIBUTED_ROWS_ROW_STREAM_H_
#define MERCER_CORE_DISTRIBUTED_ROWS_ROW_STREAM_H_

#include <optional>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// The rows of one rank, read block by block from the first to the last, as often as requested;
/// only one block is held. The rows of all ranks in rank order are the rows of the data set in
/// order.
class RowStream {
 public:
  virtual ~RowStream() = default;

  /// Goes back to the first row. From now on blocks have input_dim columns; with 0, as many as
  /// their rows name.
  virtual void Rewind(Index input_dim) = 0;

  /// The next block of rows with their labels, no value at the end; a block may be empty. Every
  /// pass gives the same rows. Throws InvalidInput, naming the file and the position in it.
  virtual std::optional<LabelledRows> Next() = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_ROW_STREAM_H_
