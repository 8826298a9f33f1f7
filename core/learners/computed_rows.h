#ifndef MERCER_CORE_LEARNERS_COMPUTED_ROWS_H_
#define MERCER_CORE_LEARNERS_COMPUTED_ROWS_H_

#include <optional>

#include "core/base/examples.h"

namespace mercer {

/// Rows that are computed when they are asked for, for learners that never hold all of them, or
/// hold them in a form of their own. Read by one thread at a time.
class ComputedRows : public RowSource {
 public:
  bool is_sparse() const override { return false; }
  bool computes() const final { return !all_; }
  void Rows(Index begin, Index count, MatrixRef out) const final;
  /// Throws InvalidInput where a dense buffer does not fit in memory.
  HeldRows Range(Index begin, Index count, Examples& buffer) const final;
  const Examples& All() const final;
  double seconds() const final { return seconds_; }

 protected:
  /// Rows [begin, begin + count) into `out`, count × cols(). Not called where is_sparse().
  virtual void Compute(Index begin, Index count, MatrixRef out) const = 0;

  /// The same rows stored sparse and compressed, count × cols(). Called where is_sparse().
  virtual SparseMatrix ComputeSparse(Index begin, Index count) const;

  /// All rows, for All().
  virtual Examples ComputeAll() const;

 private:
  mutable double seconds_ = 0;
  mutable std::optional<Examples> all_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_COMPUTED_ROWS_H_
