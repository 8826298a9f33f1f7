#ifndef MERCER_CORE_MAPS_SKELETON_LAW_H_
#define MERCER_CORE_MAPS_SKELETON_LAW_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/skeleton.h"
#include "core/maps/degree_law.h"

namespace mercer {

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

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_LAW_H_
