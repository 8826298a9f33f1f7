#ifndef MERCER_CORE_MAPS_ITEMSET_KERNEL_VECTORS_H_
#define MERCER_CORE_MAPS_ITEMSET_KERNEL_VECTORS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The law of a coordinate of a random vector: mean 0, variance 1, symmetric (Atarashi et al. 2019,
/// section 3). Uniform is on [−√3, √3); Laplace has scale 1/√2.
enum class VectorLaw { kRademacher, kGaussian, kUniform, kLaplace };

/// The names used in a config: "rademacher", "gaussian", "uniform", "laplace", in the order of
/// VectorLaw.
const std::vector<std::string>& VectorLawNames();

/// E[w_j⁴]: 1, 3, 9/5, 6.
double FourthMoment(VectorLaw law);

/// Draws vector `index`, d values at w, w + stride, …, from stream (seed, kMap, index), one
/// coordinate after another. Rademacher: coordinate k is +1 if bit k mod 32 of word ⌊k/32⌋ is set,
/// else −1. Gaussian: RandomStream::Gaussian. Uniform: √3·(2u − 1). Laplace: u, then a word whose
/// lowest bit gives the sign: −log(1 − u)/√2 if it is set, else log(1 − u)/√2. This layout is part
/// of every result and never changes.
void DrawKernelVector(VectorLaw law, std::uint64_t seed, std::uint64_t index, Index d, double* w,
                      Index stride = 1);

/// Vectors 0 … D − 1 of a map, packed in panels of vectors side by side.
template <class Real>
class KernelVectorsOf {
 public:
  /// Vectors [begin, begin + size): value j of vector begin + c is weights[j·width + c]; it is 0
  /// for c ≥ size.
  struct Panel {
    const Real* weights = nullptr;
    Index begin = 0;
    Index size = 0;
    Index width = 0;
  };

  /// Makes panels of `panel` vectors; the width of the last one is a multiple of `multiple`, which
  /// divides `panel`. Throws InvalidInput if they do not fit in memory, before allocating it.
  KernelVectorsOf(VectorLaw law, std::uint64_t seed, Index d, Index D, Index panel, Index multiple);

  Index input_dim() const { return input_dim_; }
  Index size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(values_.size()) * sizeof(Real); }

  Index num_panels() const { return (size_ + panel_ - 1) / panel_; }
  Panel panel(Index p) const;

  /// The largest absolute value of a coordinate, but at least 1.
  double LargestCoordinate() const {
    return std::max(1.0, static_cast<double>(values_.cwiseAbs().maxCoeff()));
  }

  /// The same vectors with every coordinate raised to a power ≥ 1.
  KernelVectorsOf Power(int power) const;

 private:
  Index input_dim_;
  Index size_;
  Index panel_;
  Index multiple_;
  Eigen::VectorX<Real> values_;
};

using KernelVectors = KernelVectorsOf<double>;

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ITEMSET_KERNEL_VECTORS_H_
