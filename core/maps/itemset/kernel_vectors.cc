#include "core/maps/itemset/kernel_vectors.h"

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

double Coordinate(VectorLaw law, RandomStream& stream) {
  if (law == VectorLaw::kGaussian) return stream.Gaussian();
  const double uniform = stream.Uniform();
  if (law == VectorLaw::kUniform) return std::numbers::sqrt3 * (2 * uniform - 1);
  const double size = -std::log1p(-uniform) / std::numbers::sqrt2;
  return (stream.Bits32() & 1U) != 0 ? size : -size;
}

}  // namespace

const std::vector<std::string>& VectorLawNames() {
  static const std::vector<std::string> names = {"rademacher", "gaussian", "uniform", "laplace"};
  return names;
}

double FourthMoment(VectorLaw law) {
  switch (law) {
    case VectorLaw::kRademacher:
      return 1;
    case VectorLaw::kGaussian:
      return 3;
    case VectorLaw::kUniform:
      return 1.8;
    case VectorLaw::kLaplace:
      return 6;
  }
  MERCER_CHECK(false);
  return 0;
}

void DrawKernelVector(VectorLaw law, std::uint64_t seed, std::uint64_t index, Index d, double* w,
                      Index stride) {
  RandomStream stream(seed, StreamPurpose::kMap, index);
  std::uint32_t bits = 0;
  for (Index k = 0; k < d; ++k, bits >>= 1) {
    if (law != VectorLaw::kRademacher) {
      w[k * stride] = Coordinate(law, stream);
      continue;
    }
    if (k % 32 == 0) bits = stream.Bits32();
    w[k * stride] = (bits & 1U) != 0 ? 1 : -1;
  }
}

template <class Real>
KernelVectorsOf<Real>::KernelVectorsOf(VectorLaw law, std::uint64_t seed, Index d, Index D,
                                       Index panel, Index multiple)
    : input_dim_(d), size_(D), panel_(panel), multiple_(multiple) {
  MERCER_CHECK(D >= 1 && panel % multiple == 0);
  CheckFitsInMemory(
      "drawing " + std::to_string(D) + " random vectors of " + std::to_string(d) + " values",
      sizeof(Real) * static_cast<double>(d) * static_cast<double>(D + multiple));
  const Index last = num_panels() - 1;
  values_ = Eigen::VectorX<Real>::Zero((last * panel_ + this->panel(last).width) * d);
  Vector vector(d);
  for (Index i = 0; i < D; ++i) {
    const Index p = i / panel_, width = this->panel(p).width;
    DrawKernelVector(law, seed, static_cast<std::uint64_t>(i), d, vector.data());
    Real* to = values_.data() + p * panel_ * d + i % panel_;
    for (Index k = 0; k < d; ++k) to[k * width] = static_cast<Real>(vector[k]);
  }
}

template <class Real>
typename KernelVectorsOf<Real>::Panel KernelVectorsOf<Real>::panel(Index p) const {
  const Index begin = p * panel_, size = std::min(panel_, size_ - begin);
  return {values_.data() + begin * input_dim_, begin, size,
          (size + multiple_ - 1) / multiple_ * multiple_};
}

template <class Real>
KernelVectorsOf<Real> KernelVectorsOf<Real>::Power(int power) const {
  MERCER_CHECK(power >= 1);
  KernelVectorsOf raised = *this;
  for (int i = 1; i < power; ++i) raised.values_.array() *= values_.array();
  return raised;
}

template class KernelVectorsOf<double>;
template class KernelVectorsOf<float>;

}  // namespace mercer
