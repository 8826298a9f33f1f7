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

/// The features of rows, n × output_dim(), for learners that request them block by block: sparse if
/// the map's output is sparse. Map and rows must outlive this object.
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

/// A drawn map, and the input of a trial's learner: the map's features, or without a map the rows.
struct MappedParts {
  std::unique_ptr<FeatureMap> map{};         // nullptr without one
  std::unique_ptr<SharedFeatures> shared{};  // set if the features are taken from those of the
                                             // largest D
  std::shared_ptr<const RowSource> train_rows{};

  /// The features of x, or x itself. This object and x must outlive the result. `part` is the name
  /// of x among shared features.
  std::shared_ptr<const RowSource> RowsOf(const std::string& part, const Examples& x,
                                          int threads) const;
};

/// The bytes of the map of a D curve's largest D and of a block of its features, which a trial that
/// shares features may have to compute; 0 if it shares none.
double SharingBytes(const Trial& trial, const Machinery& machinery, const Examples& train_x);

/// Draws the map, and transforms the training rows unless the learner streams. The features that
/// the trials of a D curve share in the folder `prepared` are used if the trial may share them and
/// they are dense and stored; with the folder "" nothing is shared. `data_sha256` is that of the
/// data set. train_x must outlive the result.
MappedParts MapTraining(const Trial& trial, const Machinery& machinery, const Examples& train_x,
                        int threads, PhaseTimes& times, const std::filesystem::path& prepared = {},
                        const std::string& data_sha256 = "");

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MAPPED_ROWS_H_
