#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_

#include <optional>

#include "core/base/examples.h"
#include "core/learners/row_source.h"
#include "core/maps/feature_map.h"
#include "experiments/run/trial/machinery.h"

namespace mercer {

class SharedFeatures;

/// At most so many bytes of features are held at one time: those of the training rows where they
/// are stored, of one block of test rows, and of the rows of the Gram error, which are dense with
/// `columns` columns.
double FeatureBytes(const Cell& cell, double columns, RowBytes train, RowBytes test);

/// Bytes that fitting and predicting will take for these parts, the data's own among them; told
/// before any of it is taken.
double EstimateBytes(const Trial& trial, const Machinery& machinery, const Parts& parts);

/// How well the test rows are predicted: as classes or as values.
struct Scored {
  std::optional<double> accuracy{};
  std::optional<double> relative_error{}, rmse{};
  double error_norm = 0;  // |ŷ − y|₂ of values, 0 of classes
  FitReport report{};
};

/// Fits on `features` (the map's, or the training rows themselves; not looked at where the learner
/// streams the map's) and predicts the test rows, mapped block by block, so that no more than one
/// block of test features is ever held. Test features come from `shared` where that is given.
Scored FitAndScore(const Trial& trial, const Machinery& machinery, const FeatureMap* map,
                   const Examples& features, const Parts& parts, int threads, PhaseTimes& times,
                   SharedFeatures* shared = nullptr);

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

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_PIPELINE_H_
