#include "core/learners/kernel_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr Index kProbes = 8;
constexpr double kTolerance = 1e-6;

// Whether scaled values from inner products of Reals are within the tolerance for the rows probed.
template <class Real>
bool IsAccurate(const Kernel& kernel, const Examples& x, const Vector& diagonal,
                std::span<const Index> probes, const Matrix& exact) {
  const auto& form = dynamic_cast<const InnerProductForm&>(kernel);
  if (!(x.SquaredNorms().maxCoeff() < static_cast<double>(std::numeric_limits<Real>::max()) / 8))
    return false;
  const RowProducts<Real> products(x, probes);
  std::vector<Real> values(static_cast<std::size_t>(products.stride())), scratch;
  Vector row(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    products.Row(x, i, scratch, values.data());
    Real squared = 0;
    ForEachNonZero(x, i, [&](Index, double value) {
      const auto real = static_cast<Real>(value);
      squared += real * real;
    });
    if constexpr (sizeof(Real) == sizeof(float)) {
      form.FromFloatInnerProducts(squared, products.squared_norms(), values.data(), kProbes);
    } else {
      form.FromInnerProducts(squared, products.squared_norms(), values.data(), kProbes);
    }
    for (Index p = 0; p < kProbes; ++p) {
      const double bound =
          std::sqrt(diagonal[i] * diagonal[probes[static_cast<std::size_t>(p)]]) * kTolerance;
      const double error = static_cast<double>(values[static_cast<std::size_t>(p)]) - exact(p, i);
      if (!(std::abs(error) <= bound)) return false;
    }
  }
  return true;
}

}  // namespace

double KernelScale(const Vector& diagonal) {
  const double largest = diagonal.maxCoeff();
  return largest == 0 || (largest > 1e-15 && largest < 1e18) ? 1 : largest;
}

KernelArithmetic ChooseArithmetic(const Kernel& kernel, const Examples& x, const Vector& diagonal) {
  if (dynamic_cast<const InnerProductForm*>(&kernel) == nullptr) return KernelArithmetic::kGram;
  std::vector<Index> probes(kProbes);
  for (Index p = 0; p < kProbes; ++p) probes[static_cast<std::size_t>(p)] = p * x.rows() / kProbes;
  Matrix exact(kProbes, x.rows());
  for (Index p = 0; p < kProbes; ++p)
    kernel.GramRows(x, probes[static_cast<std::size_t>(p)], 1, x, exact.middleRows(p, 1));
  if (KernelScale(diagonal) == 1 && IsAccurate<float>(kernel, x, diagonal, probes, exact))
    return KernelArithmetic::kFloats;
  if (IsAccurate<double>(kernel, x, diagonal, probes, exact)) return KernelArithmetic::kDoubles;
  return KernelArithmetic::kGram;
}

KernelRows::KernelRows(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic,
                       double scale)
    : kernel_(kernel), x_(x), arithmetic_(arithmetic), scale_(scale) {
  // Floats are chosen where nothing is near the ends of their range.
  MERCER_CHECK(arithmetic != KernelArithmetic::kFloats || scale == 1);
}

void KernelRows::Choose(std::span<const Index> numbers) {
  chosen_ = static_cast<Index>(numbers.size());
  stride_ = (chosen_ + 127) / 128 * 128;
  rows_ = Examples();  // the old ones go before the new ones come
  if (arithmetic_ == KernelArithmetic::kFloats) {
    rows_ = RowProducts<float>(x_, numbers);
  } else if (arithmetic_ == KernelArithmetic::kDoubles) {
    rows_ = RowProducts<double>(x_, numbers);
  } else {
    rows_ = x_.Select(numbers);
  }
  values_.resize(static_cast<std::size_t>(arithmetic_ == KernelArithmetic::kFloats ? 0 : stride_));
}

template <class Real>
void KernelRows::RowFromProducts(const RowProducts<Real>& products, Index number, Real* out) {
  const auto& form = dynamic_cast<const InnerProductForm&>(kernel_);
  Real squared = 0;
  ForEachNonZero(x_, number, [&](Index, double value) {
    const auto real = static_cast<Real>(value);
    squared += real * real;
  });
  if constexpr (sizeof(Real) == sizeof(float)) {
    products.Row(x_, number, float_scratch_, out);
    form.FromFloatInnerProducts(squared, products.squared_norms(), out, chosen_);
  } else {
    products.Row(x_, number, scratch_, out);
    form.FromInnerProducts(squared, products.squared_norms(), out, chosen_);
  }
}

void KernelRows::Row(Index number, float* out) {
  if (arithmetic_ == KernelArithmetic::kFloats) {
    const auto& products = std::get<RowProducts<float>>(rows_);
    RowFromProducts(products, number, out);
    std::fill(out + chosen_, out + stride_, 0.0F);
    return;
  }
  if (arithmetic_ == KernelArithmetic::kDoubles) {
    RowFromProducts(std::get<RowProducts<double>>(rows_), number, values_.data());
  } else {
    kernel_.GramRows(x_, number, 1, std::get<Examples>(rows_),
                     Eigen::Map<Matrix>(values_.data(), 1, chosen_));
  }
  const double factor = 1 / scale_;
  for (Index p = 0; p < chosen_; ++p)
    out[p] = static_cast<float>(factor * values_[static_cast<std::size_t>(p)]);
  std::fill(out + chosen_, out + stride_, 0.0F);
}

double KernelRows::Bytes(double n, double d, double stored) {
  return std::max(RowProducts<double>::Bytes(n, d, stored), 16 * stored + 8 * n) + 32 * n + 16 * d;
}

}  // namespace mercer
