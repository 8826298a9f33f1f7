#ifndef MERCER_CORE_MAPS_SKELETON_SKELETON_LAW_H_
#define MERCER_CORE_MAPS_SKELETON_SKELETON_LAW_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/skeleton/conjugate_activation.h"
#include "core/kernels/skeleton/skeleton.h"

namespace mercer {

/// The law P(l = n) = a_n of the number of factors that a node's random feature has (Daniely et al.
/// 2017, Algorithm 1). With max_degree = N all of Σ_{n ≥ N} a_n is put on N, as the authors' code
/// does with N = 10. Without it degrees end at 2^20, beyond which no more than 1e-10 of relu's mass
/// lies. Immutable.
class DegreeLaw {
 public:
  /// The activation must outlive this object. max_degree ≥ 1.
  DegreeLaw(const ConjugateActivation& activation, std::optional<Index> max_degree);

  /// From the stream's next uniform number, by inversion. O(log n) in nearly all cases.
  Index Sample(RandomStream& stream) const;

  /// E tˡ; infinite where the series diverges. t may be beyond 1 by rounding, which is cut off.
  double Generating(double t) const;

  /// The largest degree, -1 where there is none.
  Index MaxDegree() const { return max_degree_.value_or(activation_.MaxDegree()); }

  /// Σ a_n over n > max_degree, the probability that was put on it; 0 where nothing is cut off.
  double MovedProbability() const;

  /// E l. Infinite for step without max_degree.
  double Mean() const;

 private:
  const ConjugateActivation& activation_;
  std::optional<Index> max_degree_;  // where it cuts something off
  std::vector<double> cumulative_;   // P(l ≤ n)
};

/// One factor ψ_v(ω, ·) of a feature: an input of the skeleton and its ω, a number or a vector.
struct BaseFactor {
  Index input = 0;
  std::uint32_t omega = 0;
  std::vector<double> vector{};
};

/// Algorithm 1 of Daniely et al. (2017) on a skeleton: the law of a random feature, and what can be
/// said of it exactly. Immutable. The skeleton must outlive it.
class SkeletonLaw {
 public:
  SkeletonLaw(const Skeleton& skeleton, std::optional<Index> max_degree);

  /// The factors of one feature, none for the constant 1, from the stream's next words. rows has
  /// the number of columns. O(factors).
  std::vector<BaseFactor> Draw(const SkeletonRows& rows, RandomStream& stream) const;

  /// C(S): the expected number of factors (equation 11); infinite where an activation's slope is.
  double ExpectedFactors() const;

  /// Expected factors at each input.
  std::vector<double> ExpectedAtInputs() const;

  /// The probability of a feature without factors.
  double ConstantProbability() const;

  /// sup |ψ| over ω and the rows: the largest product of the base spaces' norms. Infinite where one
  /// is above 1 below a node whose degrees have no end. input_dim, 0 where it is not known, is the
  /// size of inputs that take all columns of a row.
  double FeatureNorm(Index input_dim) const;

  /// The error of the mean that max_degree makes, at most, whatever the rows: a node whose degrees
  /// are cut moves by twice the probability that was moved, and passes on its inputs' error times
  /// its slope. 0 where nothing is cut.
  double BiasBound() const;

  /// The moments of a whole feature: those of the inputs (leaf), by input, through the graph. Each
  /// is multiplicative, so it goes through the generating functions as the kernel does.
  FeatureMoments Moments(const std::vector<FeatureMoments>& inputs) const;

 private:
  const DegreeLaw& LawOf(const SkeletonNode& node) const;
  template <class Leaf>
  double Mean(const Leaf& leaf) const;

  const Skeleton& skeleton_;
  std::vector<std::shared_ptr<const DegreeLaw>> laws_;  // by node; null at inputs
};

/// Moments of the skeleton's inputs for two rows, by input, as SkeletonLaw::Moments takes them.
/// Throws InvalidInput for rows outside the skeleton's domain. O(d).
std::vector<FeatureMoments> InputMoments(const Skeleton& skeleton, const Vector& x,
                                         const Vector& y);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_SKELETON_LAW_H_
