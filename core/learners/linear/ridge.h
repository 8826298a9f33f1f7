#ifndef MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_
#define MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_

#include <memory>
#include <span>
#include <string>

#include "core/base/types.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// The sums of a least-squares problem, ZᴴZ and ZᴴY, block of rows after block of rows. Scalar is
/// double, or std::complex<double> for features whose columns 2j and 2j + 1 are the real and the
/// imaginary part of feature j. Only the lower half of ZᴴZ is meant: what stands above the diagonal
/// is not to be used. O(D²) memory.
template <class Scalar>
class NormalEquations {
 public:
  /// For `columns` columns of Z and `targets` of Y. Throws InvalidInput that names the learner
  /// where the sums do not fit in memory, before any is taken.
  NormalEquations(std::string learner, Index columns, Index targets);

  /// Adds rows (n × columns) and their targets (n × K). The same bits for any number of threads.
  /// O(n D (D + K)).
  void Add(const Matrix& rows, const Matrix& y, int threads);

  /// D rows of D values of ZᴴZ, row i meant up to its value i, and D rows of K of ZᴴY: for sums
  /// that go on elsewhere.
  Index features() const { return products_.rows(); }
  std::span<Scalar> ProductsRow(Index i);
  std::span<Scalar> Targets();

  /// Real weights, columns × K, of w = (ZᴴZ + λn I)⁻¹ ZᴴY: those whose inner products with a row's
  /// columns are Re <z, w>. Destroys ZᴴZ. Throws InvalidInput where λn is lost in the rounding.
  /// O(D³ + D² K).
  Matrix Solve(double lambda, Index n);

 private:
  using Sums = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  std::string learner_;
  Sums products_;  // D × D
  Sums targets_;   // D × K
};

struct RidgeOptions {
  double lambda = 1e-3;  // > 0
  Target target = Target::kValues;
};

/// Ridge regression on features (Yang et al. 2014, section 5): w = (ZᴴZ + λ n I)⁻¹ Zᴴ y, the
/// minimum of |Zw − y|² + λ n |w|². Complex features have complex weights, and the prediction is
/// the real part of <z, w>. Classes: one regression on ±1 for each (one alone of two), the largest
/// score wins. ZᴴZ is summed by blocks of rows: O(D²) memory, O(n D² + D³) time; the same bits for
/// any number of threads. Throws InvalidInput where λ n is lost in the rounding of ZᴴZ.
class RidgeLearner : public Learner {
 public:
  explicit RidgeLearner(const RidgeOptions& options) : options_(options) {}

  Target target() const override { return options_.target; }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  RidgeOptions options_;
};

LearnerEntry RidgeEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_
