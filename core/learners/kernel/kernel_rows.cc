#include "core/learners/kernel/kernel_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr Index kProbes = 8;
constexpr double kLargestError = 1e-5;
constexpr double kObjectiveError = 1e-6;  // of the dual objective, relative

template <class Real>
void ApplyForm(const InnerProductForm& form, Real squared, const RowProducts<Real>& products,
               Real* values, Index n) {
  if constexpr (sizeof(Real) == sizeof(float)) {
    form.FromFloatInnerProducts(squared, products.squared_norms(), values, n);
  } else {
    form.FromInnerProducts(squared, products.squared_norms(), values, n);
  }
}

// Whether values from inner products of Reals are accurate enough for the rows probed; exact(p, i)
// is that of probe p and row i.
template <class Real>
bool IsAccurate(const Kernel& kernel, const Examples& x, const Vector& diagonal,
                std::span<const Index> probes, const Matrix& exact, double cost) {
  if (!(x.SquaredNorms().maxCoeff() < static_cast<double>(std::numeric_limits<Real>::max()) / 8))
    return false;
  const auto& form = dynamic_cast<const InnerProductForm&>(kernel);
  const RowProducts<Real> products(x, probes);
  std::vector<Real> values(static_cast<std::size_t>(products.stride())), scratch;
  double squares = 0, diagonal_squares = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    products.Row(x, i, scratch, values.data());
    ApplyForm(form, SquaredNorm<Real>(x, i), products, values.data(), kProbes);
    for (Index p = 0; p < kProbes; ++p) {
      const Index probe = probes[static_cast<std::size_t>(p)];
      const double error = static_cast<double>(values[static_cast<std::size_t>(p)]) - exact(p, i);
      if (!(std::abs(error) <= kLargestError * std::sqrt(diagonal[i] * diagonal[probe])))
        return false;
      (probe == i ? diagonal_squares : squares) += error * error;
    }
  }
  const double mean = std::max(squares / static_cast<double>(kProbes * x.rows()),
                               diagonal_squares / static_cast<double>(kProbes));
  // Independent errors e of kernel values change the dual objective by Σ e_ij β_i β_j / 2, whose
  // standard deviation is e Σ β²/√2 ≤ e C Σ|β|/√2, and the objective is at least Σ|β|/2. Twice
  // that.
  return 2 * std::numbers::sqrt2 * std::sqrt(mean) * cost <= kObjectiveError;
}

}  // namespace

double KernelScale(const Vector& diagonal) {
  const double largest = diagonal.maxCoeff();
  return largest == 0 || (largest > 1e-15 && largest < 1e18) ? 1 : largest;
}

KernelArithmetic ChooseArithmetic(const Kernel& kernel, const Examples& x, const Vector& diagonal,
                                  double cost) {
  if (dynamic_cast<const InnerProductForm*>(&kernel) == nullptr) return KernelArithmetic::kGram;
  std::vector<Index> probes(kProbes);
  for (Index p = 0; p < kProbes; ++p) probes[static_cast<std::size_t>(p)] = p * x.rows() / kProbes;
  Matrix exact(kProbes, x.rows());
  for (Index p = 0; p < kProbes; ++p)
    kernel.GramRows(x, probes[static_cast<std::size_t>(p)], 1, x, exact.middleRows(p, 1));
  if (KernelScale(diagonal) == 1 && IsAccurate<float>(kernel, x, diagonal, probes, exact, cost))
    return KernelArithmetic::kFloats;
  if (IsAccurate<double>(kernel, x, diagonal, probes, exact, cost))
    return KernelArithmetic::kDoubles;
  return KernelArithmetic::kGram;
}

KernelRows::KernelRows(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic,
                       double scale)
    : kernel_(kernel), x_(x), arithmetic_(arithmetic), scale_(scale) {
  // Floats are chosen where nothing is near the ends of their range.
  MERCER_CHECK(arithmetic != KernelArithmetic::kFloats || scale == 1);
  if (arithmetic == KernelArithmetic::kPairs) pairs_.emplace("", kernel);
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
void KernelRows::RowFromProducts(const RowProducts<Real>& products, std::vector<Real>& scratch,
                                 Index number, Real* out) const {
  products.Row(x_, number, scratch, out);
  ApplyForm(dynamic_cast<const InnerProductForm&>(kernel_), SquaredNorm<Real>(x_, number), products,
            out, chosen_);
}

void KernelRows::Row(Index number, float* out) {
  if (arithmetic_ == KernelArithmetic::kFloats) {
    const auto& products = std::get<RowProducts<float>>(rows_);
    RowFromProducts(products, float_scratch_, number, out);
    std::fill(out + chosen_, out + stride_, 0.0F);
    return;
  }
  if (arithmetic_ == KernelArithmetic::kDoubles) {
    RowFromProducts(std::get<RowProducts<double>>(rows_), scratch_, number, values_.data());
  } else if (pairs_) {
    pairs_->Row(x_, number, std::get<Examples>(rows_), values_.data());
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
