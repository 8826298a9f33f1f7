#ifndef MERCER_CORE_DISTRIBUTED_DATA_SUMMARY_H_
#define MERCER_CORE_DISTRIBUTED_DATA_SUMMARY_H_

#include <vector>

#include "core/distributed/communicator.h"
#include "core/distributed/rows/row_stream.h"

namespace mercer {

/// Summary of the data from one pass over the rows of all ranks; the same on every rank.
struct DataSummary {
  Index rows = 0;                   // n, over all ranks
  std::vector<Index> rank_rows{};   // of each rank
  Index input_dim = 0;              // d, the largest index in any rank's rows
  bool has_classes = false;         // at most kMostClasses labels, and not TooManyForClasses
  Vector labels{};                  // with classes: the union, ascending
  std::vector<Index> label_rows{};  // with classes: rows of each label, over all ranks

  /// The number of the rank's first row, counted over all ranks.
  Index FirstRow(int rank) const;
};

/// Reads this rank's rows once. The rows have input_dim columns if that is > 0; otherwise their
/// number is determined. Leaves the stream rewound, with that number of columns. Throws
/// InvalidInput, naming the rank if there are several, for everything that the stream rejects, and
/// if all ranks together have no rows or no columns.
DataSummary Summarise(RowStream& rows, Communicator& communicator, Index input_dim = 0);

/// The class labels in the order of BinaryProblems: the larger first if there are two, ascending
/// otherwise. Score k is the score for label k; two labels have a single score. Throws
/// InvalidInput, naming the learner, if there is only one class or the labels are not classes.
Vector ClassesOf(const std::string& learner, const DataSummary& summary);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DATA_SUMMARY_H_
