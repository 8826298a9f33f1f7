#ifndef MERCER_CORE_LEARNERS_ROW_BLOCKS_H_
#define MERCER_CORE_LEARNERS_ROW_BLOCKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/learners/learner.h"

namespace mercer {

/// One row of what is learned on: every value, or the stored ones of a sparse row.
struct RowView {
  const double* values = nullptr;
  const Index* columns = nullptr;  // of the values; nullptr: all, in order
  Index count = 0;

  double Dot(const double* w) const;          // <z, w>
  void AddTo(double scale, double* w) const;  // w += scale · z
  double SquaredNorm() const;                 // |z|²
};

/// The training rows for solvers that visit them one by one, epoch after epoch. Rows of a RowSource
/// are computed by blocks of about 16 MiB (as many rows of a sparse one as if they were dense) each
/// time they are asked for and never kept: memory does not grow with n. An epoch visits the blocks
/// in random order, and the rows of each in random order within it: the order is the same for
/// computed and for stored rows, dense or sparse, but rows of different blocks do not mix, so rows
/// sorted by label should be shuffled beforehand.
class RowBlocks {
 public:
  /// The rows of train.features, or train.x where there are none. The training set must outlive
  /// this.
  RowBlocks(std::string learner, const TrainingSet& train);

  /// The rows of `source`, which must outlive this.
  RowBlocks(std::string learner, const RowSource& source, std::uint64_t seed);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  double source_seconds() const { return source_seconds_; }  // spent in computing rows

  /// visit(i, row) once for each row, in the random order of the epoch, a function of the seed, the
  /// epoch and the shape. Throws InvalidInput, naming learner and row, where a value is not finite.
  template <class Visit>
  void Epoch(Index epoch, const Visit& visit) {
    RandomStream random(seed_, StreamPurpose::kLearner, static_cast<std::uint64_t>(epoch));
    for (const Index block : RandomPermutation(random, blocks_)) {
      const Index begin = block * step_;
      Load(block);
      for (const Index i : RandomPermutation(random, Count(block)))
        visit(begin + i, Row(begin + i));
    }
  }

  /// The same from the first row to the last.
  template <class Visit>
  void InOrder(const Visit& visit) {
    for (Index block = 0; block < blocks_; ++block) {
      const Index begin = block * step_, end = begin + Count(block);
      Load(block);
      for (Index i = begin; i < end; ++i) visit(i, Row(i));
    }
  }

  /// Bytes that a block takes.
  static double BlockBytes(Index n, Index columns);

 private:
  Index Count(Index block) const;
  void Load(Index block);
  RowView Row(Index i) const;

  std::string learner_;
  const Examples* x_ = nullptr;
  const RowSource* source_ = nullptr;
  std::uint64_t seed_;
  Index rows_, cols_, step_, blocks_;
  Matrix buffer_{};
  SparseMatrix sparse_{};  // in place of the buffer where the source is sparse
  Index loaded_ = -1;      // the block in the buffer
  double source_seconds_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_ROW_BLOCKS_H_
