#include "benchmarks/made_rows.h"

#include <cmath>

#include "core/base/random.h"

namespace mercer {

Examples MadeRows(Index n, Index d, double density) {
  RandomStream stream(1, StreamPurpose::kTest, 0);
  Matrix x(n, d);
  const double scale = 1 / std::sqrt(density * static_cast<double>(d));
  for (Index i = 0; i < x.size(); ++i) {
    const bool kept = density == 1 || stream.Uniform() < density;
    x.data()[i] = kept ? scale * stream.Gaussian() : 0.0;
  }
  return density == 1 ? Examples(x) : ToSparse(Examples(x));
}

Examples MadeSparseRows(Index n, Index d, Index nonzeros) {
  RandomStream stream(1, StreamPurpose::kTest, 0);
  SparseMatrix x(n, d);
  x.reserve(Eigen::VectorXi::Constant(n, static_cast<int>(nonzeros)));
  const Index width = d / nonzeros;
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < nonzeros; ++k) {
      const auto within = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(width)));
      x.insert(i, k * width + within) = 1 / std::sqrt(static_cast<double>(nonzeros));
    }
  }
  x.makeCompressed();
  return x;
}

}  // namespace mercer
