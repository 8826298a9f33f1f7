#ifndef MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_H_
#define MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"

namespace mercer {

/// The last layer of a random network with the shape of a skeleton (Daniely, Frostig & Singer
/// 2016), the baseline of Daniely et al. (2017). It is computed node by node from the inputs, whose
/// kernel must be an inner product c·<u, v> of encoded values:
///
///   z_v(x) = √c·u(x) at an input, else s_v(W_v·(√p_u z_u(x))_{u → v}) / √r_v,   z = z_output,
///
/// with independent standard normal weights W_v, the proportions p_u of the inputs u in v's mean
/// (1/|in(v)| if they are equal), and the activation s_v, normalised to E s_v(N)² = 1. r_v is the
/// number of replicas: D at the output, and r = inner_replication·D, rounded and at least 1, at
/// every other internal node. The nodes of a convolution share W_v, as in the program of Daniely et
/// al.; the limit is the same.
///
/// Unbiased if every node with a non-linear activation has only inputs below it. Otherwise it is
/// biased: the values below such a node have a random covariance with a deviation of about 1/√r,
/// and its mean does not pass through the activation, so that E<z(x), z(y)> − k(x, y) is of order
/// 1/r. <z(x), z(y)> → k(x, y) for D, r → ∞. The variance is known if the output has only inputs
/// below it. The exponential activation has heavy tails: E s(N)⁴ is exp(4s²).
///
/// With unit_norm the features are z(x)/|z(x)|, as in the comparison by the authors' program; this
/// is biased too.
///
/// Transform costs O(Σ_v r_v·Σ_u r_u) per row, regardless of zeros; Draw costs O(weights).
class RandomNetworkSpec : public FeatureMapSpec {
 public:
  RandomNetworkSpec(double inner_replication, bool unit_norm)
      : inner_replication_(inner_replication), unit_norm_(unit_norm) {}

  /// Throws also for a skeleton that is a single input, and for an input whose base space is not an
  /// inner product; the message names the base spaces that are.
  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// E[s(a)²s(b)²] − k² for the output's activation s if the output has only inputs below it, where
  /// a and b have unit variance and the mean kernel of the inputs as covariance
  /// (ConjugateActivation::SquareValue). Empty for deeper skeletons, with unit_norm, and for erf.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// Throws InvalidInput if the weights and the neurons of a block of rows do not fit in memory.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  double inner_replication_;
  bool unit_norm_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_RANDOM_NETWORK_H_
