#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_SHARED_FEATURES_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_SHARED_FEATURES_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/learners/computed_rows.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// The features of one D curve in a folder: those of the map with the largest D, computed once. A
/// trial with a smaller D takes their first columns. In z for the largest D' the exact columns come
/// first, then those of its random features; the columns of the first D of these times √(D'/D)
/// equal z for D up to rounding (MapTraits::has_prefix). Files hold blocks of rows and columns, so
/// that a trial reads at most twice what it uses. A damaged or missing file is computed again.
class SharedFeatures {
 public:
  /// `key` contains everything that the features of the largest map depend on, including the rows.
  /// `map` is drawn for the trial's own D, D ≤ largest; it must have dense features and outlive
  /// this object. `draw_largest` is called if features are missing.
  SharedFeatures(std::filesystem::path folder, std::string key, const FeatureMap& map,
                 Index largest, std::function<std::unique_ptr<FeatureMap>()> draw_largest);

  /// The number of rows of a block; one block is in memory at a time.
  Index BlockRows() const { return block_rows_; }

  /// z for D of rows [begin, begin + count) of x, count × map.output_dim(). The range must be a
  /// whole block or the last one, so begin is a multiple of BlockRows(). `part` distinguishes x
  /// from other rows with the same key. Computes the features of the trial's own map if the disk
  /// has no space for shared ones. Throws as FeatureMap::Transform does.
  Matrix Block(const std::string& part, const Examples& x, Index begin, Index count, int threads);

  Index output_dim() const { return map_.output_dim(); }

 private:
  bool Read(const std::string& block, MatrixRef out) const;
  void Write(const std::string& block, const Matrix& features) const;
  std::string PathOf(const std::string& block, Index first) const;
  void Scale(MatrixRef features) const;

  std::filesystem::path folder_;
  std::string key_;
  const FeatureMap& map_;
  Index largest_ = 0;
  std::function<std::unique_ptr<FeatureMap>()> draw_largest_;
  std::unique_ptr<FeatureMap> largest_map_;
  Index width_ = 1, exact_ = 0;  // columns per random feature; number of exact columns
  Index block_rows_ = 0;
};

/// The shared features of rows, n × output_dim(). Requested blocks must begin at a multiple of
/// BlockRows(). Features and rows must outlive this object.
class SharedRows : public ComputedRows {
 public:
  SharedRows(SharedFeatures& features, std::string part, const Examples& x, int threads)
      : features_(features), part_(std::move(part)), x_(x), threads_(threads) {}

  Index rows() const override { return x_.rows(); }
  Index cols() const override { return features_.output_dim(); }

 private:
  void Compute(Index begin, Index count, MatrixRef out) const override;

  SharedFeatures& features_;
  std::string part_;
  const Examples& x_;
  int threads_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_SHARED_FEATURES_H_
