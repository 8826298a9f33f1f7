#ifndef MERCER_CORE_DISTRIBUTED_DATA_SUMMARY_H_
#define MERCER_CORE_DISTRIBUTED_DATA_SUMMARY_H_

#include <vector>

#include "core/distributed/communicator.h"
#include "core/distributed/rows/row_stream.h"

namespace mercer {

/// What one pass over the rows of all ranks tells, the same on every rank.
struct DataSummary {
  Index rows = 0;                   // n, of all ranks
  std::vector<Index> rank_rows{};   // of each rank
  Index input_dim = 0;              // d, the largest index that any rank's rows name
  bool has_classes = false;         // labels are those of kMostClasses classes or fewer
  Vector labels{};                  // with classes: the union, ascending
  std::vector<Index> label_rows{};  // with classes: rows of each label, of all ranks

  /// The number of the rank's first row, counted over all ranks.
  Index FirstRow(int rank) const;
};

/// More different labels than these are the values of a regression.
inline constexpr Index kMostClasses = 1000;

/// Reads this rank's rows once. With input_dim > 0 the rows have as many columns; 0 finds them out.
/// Leaves the stream rewound to the columns found. Throws InvalidInput, naming the rank where there
/// are several, for what the stream refuses, and where all ranks have no row or no column.
DataSummary Summarise(RowStream& rows, Communicator& communicator, Index input_dim = 0);

/// The labels of a classification, two with the larger first, else ascending, as BinaryProblems
/// orders them: score k speaks for label k, and of two there is one score. Throws InvalidInput that
/// names the learner where there is one class only or the labels are no classes.
Vector ClassesOf(const std::string& learner, const DataSummary& summary);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DATA_SUMMARY_H_
