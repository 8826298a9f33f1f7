#include "core/kernels/inner_product_form.h"

#include <algorithm>
#include <array>

namespace mercer {

void InnerProductForm::FromFloatInnerProducts(float x_squared, const float* y_squared,
                                              float* values, Index n) const {
  constexpr Index kPiece = 512;  // doubles that stay in the first-level cache
  std::array<double, kPiece> norms, piece;
  for (Index begin = 0; begin < n; begin += kPiece) {
    const Index count = std::min(kPiece, n - begin);
    std::copy_n(y_squared + begin, count, norms.data());
    std::copy_n(values + begin, count, piece.data());
    FromInnerProducts(static_cast<double>(x_squared), norms.data(), piece.data(), count);
    for (Index i = 0; i < count; ++i)
      values[begin + i] = static_cast<float>(piece[static_cast<std::size_t>(i)]);
  }
}

}  // namespace mercer
