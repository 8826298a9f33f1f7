#include <algorithm>
#include <complex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/distributed/distributed_learner.h"
#include "core/learners/class_labels.h"
#include "core/learners/linear/ridge.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

/// Ridge regression as RidgeLearner does it (core/learners/linear/ridge.h), w = (ZᴴZ + λ n I)⁻¹ ZᴴY
/// with n the rows of all ranks, complex features too. Each rank sums ZᴴZ and ZᴴY over its own rows
/// in one pass; one reduction adds those of all, D(D + 1)/2 + DK numbers, and every rank solves.
/// The sums are the same for any number of ranks up to rounding, about 1e-15 of their norm. The
/// objective is |Zw − Y|² + λ n |w|². O(D²) memory and O(n_r D² + D³) time on a rank of n_r rows.
class DistributedRidge : public DistributedLearner {
 public:
  explicit DistributedRidge(const RidgeOptions& options) : options_(options) {}

  DistributedFit Fit(const DistributedTraining& training) const override;
  double EstimatedBytes(Index rows, Index columns, Index scores) const override;

 private:
  RidgeOptions options_;
};

const char* const kName = "ridge";

// Few labels, all whole numbers, are mostly classes.
void WarnOfClasses(const DataSummary& summary, DistributedReport& report) {
  const Vector& labels = summary.labels;
  if (!summary.has_classes || labels.size() < 2 || labels.size() > kFewClasses) return;
  if ((labels.array() != labels.array().floor()).any()) return;
  report.warnings.push_back("learner 'ridge' predicts values, and the labels are " +
                            std::to_string(labels.size()) +
                            " whole numbers; target=classes predicts classes");
}

// Values of a triangle that are sent at a time.
constexpr std::size_t kPacked = std::size_t{1} << 17;

// The labels themselves, or ±1 for each score of classes.
Matrix TargetsOf(const Vector& y, const Vector& classes) {
  if (classes.size() == 0) return y;
  Matrix targets(y.size(), classes.size() == 2 ? 1 : classes.size());
  for (Index k = 0; k < targets.cols(); ++k)
    targets.col(k) = (y.array() == classes[k]).select(Vector::Ones(y.size()), -1.0);
  return targets;
}

// The lower half of ZᴴZ, row after row in pieces: half of what the matrix has.
template <class Scalar>
void SumLowerHalf(NormalEquations<Scalar>& equations, Communicator& communicator) {
  constexpr auto kDoubles = static_cast<Index>(sizeof(Scalar) / sizeof(double));
  std::vector<double> packed;
  const Index d = equations.features();
  for (Index begin = 0, end = 0; begin < d; begin = end) {
    packed.clear();
    for (end = begin; end < d && (end == begin || packed.size() < kPacked); ++end) {
      const auto* row = reinterpret_cast<const double*>(equations.ProductsRow(end).data());
      packed.insert(packed.end(), row, row + kDoubles * (end + 1));
    }
    communicator.Sum(packed);
    const double* from = packed.data();
    for (Index i = begin; i < end; ++i) {
      auto* row = reinterpret_cast<double*>(equations.ProductsRow(i).data());
      std::copy_n(from, kDoubles * (i + 1), row);
      from += kDoubles * (i + 1);
    }
  }
}

// Real columns of features as real weights have them: column 2j + 1 of complex ones is turned.
template <class Scalar>
double TargetProduct(NormalEquations<Scalar>& equations, const Matrix& weights) {
  const auto targets = equations.Targets();
  const Index scores = weights.cols();
  double sum = 0;
  for (Index i = 0; i < equations.features(); ++i) {
    for (Index k = 0; k < scores; ++k) {
      const Scalar b = targets[static_cast<std::size_t>(i * scores + k)];
      if constexpr (std::is_same_v<Scalar, double>) {
        sum += b * weights(i, k);
      } else {
        sum += b.real() * weights(2 * i, k) - b.imag() * weights(2 * i + 1, k);
      }
    }
  }
  return sum;
}

template <class Scalar>
Matrix Solve(const DistributedTraining& training, const Vector& classes, double lambda,
             DistributedReport& report) {
  const Index scores = classes.size() > 2 ? classes.size() : 1;
  std::optional<NormalEquations<Scalar>> sums;
  training.communicator.Together([&] { sums.emplace(kName, training.map.output_dim(), scores); });
  NormalEquations<Scalar>& equations = *sums;
  double squares = 0;  // |Y|²
  training.communicator.Together([&] {
    report.feature_seconds =
        ForEachFeatures(training.rows, training.map, [&](const Matrix& z, const Vector& y) {
          const Matrix targets = TargetsOf(y, classes);
          squares += targets.squaredNorm();
          equations.Add(z, targets, 1);
        });
  });
  SumLowerHalf(equations, training.communicator);
  const auto targets = equations.Targets();
  training.communicator.Sum({reinterpret_cast<double*>(targets.data()),
                             targets.size() * (sizeof(Scalar) / sizeof(double))});
  training.communicator.Sum({&squares, 1});
  Matrix weights;
  training.communicator.Together([&] { weights = equations.Solve(lambda, training.summary.rows); });
  // At the minimum (ZᴴZ + λnI)w = ZᴴY, so that the objective is |Y|² − Re <ZᴴY, w>; rounding may
  // leave less than 0.
  report.objective = std::max(squares - TargetProduct(equations, weights), 0.0);
  return weights;
}

}  // namespace

DistributedFit DistributedRidge::Fit(const DistributedTraining& training) const {
  const double sent = training.communicator.bytes_sent();
  const double seconds = training.communicator.seconds();
  DistributedFit fit;
  if (options_.target == Target::kClasses) fit.weights.labels = ClassesOf(kName, training.summary);
  const auto solve = training.map.is_complex() ? Solve<std::complex<double>> : Solve<double>;
  fit.weights.weights = solve(training, fit.weights.labels, options_.lambda, fit.report);
  if (options_.target == Target::kValues) WarnOfClasses(training.summary, fit.report);
  fit.weights.bias_weights = Eigen::RowVectorXd::Zero(fit.weights.weights.cols());
  fit.report.iterations = fit.report.passes = 1;
  fit.report.bytes_sent = training.communicator.bytes_sent() - sent;
  fit.report.sum_seconds = training.communicator.seconds() - seconds;
  return fit;
}

double DistributedRidge::EstimatedBytes(Index, Index columns, Index scores) const {
  const auto d = static_cast<double>(columns);
  return 8 * d * d + 32 * d * static_cast<double>(scores);
}

DistributedLearnerEntry DistributedRidgeEntry() {
  DistributedLearnerEntry entry;
  entry.name = kName;
  entry.summary =
      "ridge regression on real or complex features, w = (Z'Z + lambda n I)^-1 Z'y, with sums over "
      "ranks";
  entry.citation = "yang2014, section 5";
  entry.params = {LambdaSpec("lambda of |Zw - y|^2 + lambda n |w|^2"), TargetSpec()};
  entry.takes_complex = true;
  entry.make = [](const Params& params) -> std::unique_ptr<DistributedLearner> {
    return std::make_unique<DistributedRidge>(RidgeOptions{
        .lambda = params.Get("lambda").AsNumber(), .target = ParseTarget(params.Get("target"))});
  };
  return entry;
}

}  // namespace mercer
