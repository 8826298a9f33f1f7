#ifndef MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_
#define MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_

#include <memory>
#include <span>
#include <string>

#include "core/base/types.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// The sums ZᴴZ and ZᴴY of a least-squares problem, accumulated block by block of rows. Scalar is
/// double, or std::complex<double> for features whose columns 2j and 2j + 1 are the real and the
/// imaginary part of feature j. Only the lower triangle of ZᴴZ is valid; entries above the diagonal
/// must not be used. O(D²) memory.
template <class Scalar>
class NormalEquations {
 public:
  /// For Z with `columns` columns and Y with `targets` columns. Throws InvalidInput, naming the
  /// learner, if the sums do not fit in memory, before any is allocated.
  NormalEquations(std::string learner, Index columns, Index targets);

  /// Adds rows (n × columns) and their targets (n × K). Bit-identical for any number of threads.
  /// O(n D (D + K)).
  void Add(const Matrix& rows, const Matrix& y, int threads);

  /// Access to the sums, so that they can be continued elsewhere: D rows of D values of ZᴴZ, of
  /// which row i is valid up to its value i, and D rows of K values of ZᴴY.
  Index features() const { return products_.rows(); }
  std::span<Scalar> ProductsRow(Index i);
  std::span<Scalar> Targets();

  /// Solves w = (ZᴴZ + λn I)⁻¹ ZᴴY. Returns real weights, columns × K, whose inner products with a
  /// row's columns are Re <z, w>. Destroys ZᴴZ. Throws InvalidInput if λn is lost in the rounding
  /// of ZᴴZ. O(D³ + D² K).
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
/// the real part of <z, w>. For classification there is one regression on ±1 for each class (a
/// single one for two classes), and the largest score wins. ZᴴZ is summed over blocks of rows:
/// O(D²) memory, O(n D² + D³) time. The result is bit-identical for any number of threads. Throws
/// InvalidInput if λ n is lost in the rounding of ZᴴZ.
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
