#ifndef MERCER_CORE_LEARNERS_COMPUTED_ROWS_H_
#define MERCER_CORE_LEARNERS_COMPUTED_ROWS_H_

#include <optional>
#include <utility>

#include "core/base/examples.h"

namespace mercer {

/// Rows that are computed on request, for learners that never hold all of them or that hold them in
/// a form of their own. To be used by one thread at a time.
class ComputedRows : public RowSource {
 public:
  bool is_sparse() const override { return false; }
  bool computes() const final { return !all_; }
  void Rows(Index begin, Index count, MatrixRef out) const final;
  /// Throws InvalidInput if a dense buffer does not fit in memory.
  HeldRows Range(Index begin, Index count, Examples& buffer) const final;
  const Examples& All() const final;
  void FloatRows(Index begin, Index count, FloatMatrixRef out) const final;
  double seconds() const final { return seconds_; }

 protected:
  /// Computes rows [begin, begin + count) into `out`, count × cols(). Not called if is_sparse().
  virtual void Compute(Index begin, Index count, MatrixRef out) const = 0;

  /// The same rows as floats. Called only if is_float().
  virtual void ComputeFloats(Index begin, Index count, FloatMatrixRef out) const;

  /// The same rows stored sparse and compressed, count × cols(). Called only if is_sparse().
  virtual SparseMatrix ComputeSparse(Index begin, Index count) const;

  /// Computes all rows, for All().
  virtual Examples ComputeAll() const;

 private:
  mutable double seconds_ = 0;
  mutable std::optional<Examples> all_{};
};

/// Features held in memory as floats, for all learners: those that cannot use floats get doubles,
/// block by block.
class FloatMatrixRows : public ComputedRows {
 public:
  explicit FloatMatrixRows(FloatMatrix z) : z_(std::move(z)) {}

  Index rows() const override { return z_.rows(); }
  Index cols() const override { return z_.cols(); }
  bool is_float() const override { return true; }
  const FloatMatrix* Floats() const override { return &z_; }

 private:
  void Compute(Index begin, Index count, MatrixRef out) const override;
  void ComputeFloats(Index begin, Index count, FloatMatrixRef out) const override;

  FloatMatrix z_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_COMPUTED_ROWS_H_
