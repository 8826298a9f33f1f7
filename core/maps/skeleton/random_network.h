#ifndef MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_H_
#define MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"

namespace mercer {

/// The last layer of a random network with a skeleton's shape (Daniely, Frostig & Singer 2016), the
/// baseline of Daniely et al. (2017). Node by node from the inputs, whose kernel is an inner
/// product c·<u, v> of encoded values,
///
///   z_v(x) = √c·u(x) at an input, else s_v(W_v·(√p_u z_u(x))_{u → v}) / √r_v,   z = z_output,
///
/// with independent standard normal weights W_v, the shares p_u of v's mean (1/|in(v)| where they
/// are equal), the activation s_v, normalised to E s_v(N)² = 1, and r_v replicas: D at the output,
/// r = inner_replication·D, rounded and at least 1, at every other internal node. The nodes of a
/// convolution share W_v, as in the program of Daniely et al.; the limit is the same.
///
/// Unbiased where every node with a non-linear activation sees inputs alone. Else biased: what a
/// node sees has a random covariance, off by about 1/√r, and its mean does not pass through the
/// activation: E<z(x), z(y)> − k(x, y) is of the order of 1/r. <z(x), z(y)> → k(x, y) for D, r → ∞.
/// The variance is known where the output sees inputs alone. The exponential activation has heavy
/// tails: E s(N)⁴ is exp(4s²).
///
/// With unit_norm z(x)/|z(x)|, as the authors' program compares them: biased too.
///
/// Transform costs O(Σ_v r_v·Σ_u r_u) per row, whatever its zeros; Draw O(weights).
class RandomNetworkSpec : public FeatureMapSpec {
 public:
  RandomNetworkSpec(double inner_replication, bool unit_norm)
      : inner_replication_(inner_replication), unit_norm_(unit_norm) {}

  /// Throws also for a skeleton that is an input alone, and for an input whose base space is no
  /// inner product; it names those that are.
  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// E[s(a)²s(b)²] − k² of the output's activation s where it sees inputs alone, for a, b of unit
  /// variance and the inputs' mean kernel as covariance (ConjugateActivation::SquareValue). Empty
  /// for deeper skeletons, with unit_norm, and for erf.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// Throws InvalidInput for more weights than fit in memory.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  double inner_replication_;
  bool unit_norm_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_H_
