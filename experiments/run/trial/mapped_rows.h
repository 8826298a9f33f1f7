#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_

#include <filesystem>
#include <memory>
#include <string>

#include "core/learners/computed_rows.h"
#include "core/maps/feature_map.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/run/trial/shared_features.h"

namespace mercer {

/// The features of rows, n × output_dim(), for learners that ask for them block by block: sparse
/// where the map gives them so. Map and rows must outlive this.
class MappedRows : public ComputedRows {
 public:
  MappedRows(const FeatureMap& map, const Examples& x, int threads);

  Index rows() const override { return x_.rows(); }
  Index cols() const override { return map_.output_dim(); }
  bool is_sparse() const override { return sparse_; }
  bool is_float() const override { return !sparse_ && map_.storage() == FeatureStorage::kFloat32; }

 private:
  template <class Out>
  void Transform(Index begin, Index count, Out& out) const;
  void Compute(Index begin, Index count, MatrixRef out) const override;
  void ComputeFloats(Index begin, Index count, FloatMatrixRef out) const override;
  SparseMatrix ComputeSparse(Index begin, Index count) const override;
  Examples ComputeAll() const override { return Features(map_, x_, threads_); }

  const FeatureMap& map_;
  const Examples& x_;
  int threads_;
  bool sparse_;
};

/// A drawn map, and what the learner of a trial reads: its features, or without a map the rows.
struct MappedParts {
  std::unique_ptr<FeatureMap> map{};         // nullptr without one
  std::unique_ptr<SharedFeatures> shared{};  // where the features come from those of the
                                             // largest D
  std::shared_ptr<const RowSource> train_rows{};

  /// The features of x, or x itself, which must outlive them. `part` names x among shared features.
  std::shared_ptr<const RowSource> RowsOf(const std::string& part, const Examples& x,
                                          int threads) const;
};

/// Draws the map, and transforms the training rows where the learner does not stream: by what the
/// trials of its D curve share in `prepared`, where the trial may share and the features are dense
/// and kept. "" for a folder shares nothing. `data_sha256` is that of the data set. train_x must
/// outlive the result.
MappedParts MapTraining(const Trial& trial, const Machinery& machinery, const Examples& train_x,
                        int threads, PhaseTimes& times, const std::filesystem::path& prepared = {},
                        const std::string& data_sha256 = "");

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_
