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

/// The law P(l = n) = a_n of the number of factors of a node's random feature (Daniely et al. 2017,
/// Algorithm 1). With max_degree = N the whole mass Σ_{n ≥ N} a_n is put on N, as the authors' code
/// does with N = 10. Without it degrees end at 2^20, beyond which there is at most 1e-10 of relu's
/// mass. Immutable.
class DegreeLaw {
 public:
  /// The activation must outlive this object. max_degree ≥ 1.
  DegreeLaw(const ConjugateActivation& activation, std::optional<Index> max_degree);

  /// Draws a degree from the stream's next uniform number, by inversion. O(log n) in nearly all
  /// cases.
  Index Sample(RandomStream& stream) const;

  /// The generating function E tˡ; infinite if the series diverges. If t exceeds 1 by rounding it
  /// is clipped to 1.
  double Generating(double t) const;

  /// The largest degree; -1 if there is none.
  Index MaxDegree() const { return max_degree_.value_or(activation_.MaxDegree()); }

  /// The probability that was moved to max_degree: Σ a_n over n > max_degree; 0 if nothing is
  /// truncated.
  double MovedProbability() const;

  /// The mean degree E l. Infinite for step without max_degree.
  double Mean() const;

 private:
  const ConjugateActivation& activation_;
  std::optional<Index> max_degree_;  // set if it truncates the law
  std::vector<double> cumulative_;   // P(l ≤ n)
};

/// One factor ψ_v(ω, ·) of a feature: an input v of the skeleton and its ω, which is a number or a
/// vector.
struct BaseFactor {
  Index input = 0;
  std::uint32_t omega = 0;
  std::vector<double> vector{};
};

/// Algorithm 1 of Daniely et al. (2017) on a skeleton: the law of a random feature and its exact
/// properties. Immutable. The skeleton must outlive it.
class SkeletonLaw {
 public:
  SkeletonLaw(const Skeleton& skeleton, std::optional<Index> max_degree);

  /// Draws the factors of one feature, none for the constant 1, from the stream's next words.
  /// `rows` determines the number of columns. O(factors).
  std::vector<BaseFactor> Draw(const SkeletonRows& rows, RandomStream& stream) const;

  /// C(S), the expected number of factors (equation 11); infinite if an activation's slope is.
  double ExpectedFactors() const;

  /// The expected number of factors at each input.
  std::vector<double> ExpectedAtInputs() const;

  /// The probability of a feature without factors.
  double ConstantProbability() const;

  /// sup |ψ| over ω and the rows: the largest product of the base spaces' norms. Infinite if a norm
  /// is above 1 below a node with unbounded degrees. input_dim (0 if unknown) is the dimension of
  /// inputs that take all columns of a row.
  double FeatureNorm(Index input_dim) const;

  /// A bound, for all rows, on the error of the mean due to max_degree: a truncated node
  /// contributes twice the probability that was moved, and passes on the error of its inputs times
  /// its slope. 0 if nothing is truncated.
  double BiasBound() const;

  /// The moments of a whole feature, computed through the graph from those of the inputs, which are
  /// listed by input. Each moment is multiplicative, so that it passes through the generating
  /// functions as the kernel does.
  FeatureMoments Moments(const std::vector<FeatureMoments>& inputs) const;

 private:
  const DegreeLaw& LawOf(const SkeletonNode& node) const;
  template <class Leaf>
  double Mean(const Leaf& leaf) const;

  const Skeleton& skeleton_;
  std::vector<std::shared_ptr<const DegreeLaw>> laws_;  // for each node; null at inputs
};

/// The moments of the skeleton's inputs for two rows, listed by input, for SkeletonLaw::Moments.
/// Throws InvalidInput for rows outside the skeleton's domain. O(d).
std::vector<FeatureMoments> InputMoments(const Skeleton& skeleton, const Vector& x,
                                         const Vector& y);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_SKELETON_LAW_H_
