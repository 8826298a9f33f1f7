#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_

#include "core/base/examples.h"
#include "core/learners/row_source.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// The features of rows, n × output_dim(), for learners that ask for them block by block: sparse
/// where the map gives them so. Map and rows must outlive this.
class MappedRows : public RowSource {
 public:
  MappedRows(const FeatureMap& map, const Examples& x, int threads);

  Index rows() const override { return x_.rows(); }
  Index cols() const override { return map_.output_dim(); }
  void Rows(Index begin, Index count, MatrixRef out) const override;
  bool is_sparse() const override { return sparse_; }
  SparseMatrix SparseRows(Index begin, Index count) const override;

 private:
  const FeatureMap& map_;
  const Examples& x_;
  int threads_;
  bool sparse_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_
