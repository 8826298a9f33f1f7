#include "core/learners/kernel/kernel_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// A row of a sparse matrix.
struct Stored {
  std::span<const Index> columns;
  const double* values;
};

Stored StoredRow(const SparseMatrix& x, Index i) {
  MERCER_CHECK(x.isCompressed());
  const Index begin = x.outerIndexPtr()[i], end = x.outerIndexPtr()[i + 1];
  return {{x.innerIndexPtr() + begin, static_cast<std::size_t>(end - begin)}, x.valuePtr() + begin};
}

double SquaredNorm(std::span<const Index> columns, const double* values) {
  double sum = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) sum += values[k] * values[k];
  return sum;
}

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

constexpr std::size_t kAlignment = std::size_t{1} << 21;  // large pages

double Stride(double n) { return n + 127; }

}  // namespace

PairValues::PairValues(const char* learner, const Kernel& kernel)
    : by_products_(dynamic_cast<const PairForm*>(&kernel)),
      by_inner_product_(dynamic_cast<const InnerProductForm*>(&kernel)) {
  if (by_products_ != nullptr || by_inner_product_ != nullptr) return;
  throw InvalidInput("learner '" + std::string(learner) + "' has kernel " + kernel.Describe() +
                     "; expected one whose value a single pair of rows tells by its products or "
                     "inner product, as anova, all_subsets, gaussian or polynomial");
}

double PairValues::Value(std::span<const Index> columns, const double* values,
                         std::span<const Index> other_columns, const double* other_values,
                         std::vector<double>& products) const {
  products.clear();
  for (std::size_t k = 0, l = 0; k < columns.size() && l < other_columns.size();) {
    if (columns[k] == other_columns[l]) {
      products.push_back(values[k++] * other_values[l++]);
    } else if (columns[k] < other_columns[l]) {
      ++k;
    } else {
      ++l;
    }
  }
  if (by_products_ != nullptr) return by_products_->FromProducts(products);
  double value = 0;
  for (const double product : products) value += product;
  const double other_squared = SquaredNorm(other_columns, other_values);
  by_inner_product_->FromInnerProducts(SquaredNorm(columns, values), &other_squared, &value, 1);
  return value;
}

void PairValues::Row(const Examples& z, Index i, const Examples& rows, double* out) const {
  const Stored row = StoredRow(z.sparse(), i);
  std::vector<double> products;
  products.reserve(row.columns.size());
  for (Index p = 0; p < rows.rows(); ++p) {
    const Stored other = StoredRow(rows.sparse(), p);
    out[p] = Value(row.columns, row.values, other.columns, other.values, products);
  }
}

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

void RowCache::FreeMemory::operator()(float* memory) const { std::free(memory); }

double RowCache::Bytes(double n, double bytes) {
  const double row = 4 * Stride(n);
  return std::max(2 * row, std::min(bytes, row * n)) + 64 * n;
}

RowCache::RowCache(KernelRows rows, Index n, double bytes)
    : rows_(std::move(rows)), slot_of_(static_cast<std::size_t>(n), -1) {
  const double taken = Bytes(static_cast<double>(n), bytes) - 64 * static_cast<double>(n);
  CheckFitsInMemory("the cache of kernel rows", taken);
  values_ = static_cast<Index>(taken / sizeof(float));
  const std::size_t size = (static_cast<std::size_t>(values_) * sizeof(float) + kAlignment - 1) /
                           kAlignment * kAlignment;
  memory_.reset(static_cast<float*>(std::aligned_alloc(kAlignment, size)));
  if (memory_ == nullptr) throw std::bad_alloc();
  RequestLargePages(memory_.get(), size);
}

void RowCache::CountSlots() {
  slots_ = std::max<Index>(2, values_ / std::max<Index>(1, rows_.stride()));
  slots_ = std::min(slots_, std::max<Index>(2, static_cast<Index>(slot_of_.size())));
}

void RowCache::Choose(std::span<const Index> numbers) {
  std::fill(slot_of_.begin(), slot_of_.end(), -1);
  held_.clear();
  order_.clear();
  place_.clear();
  rows_.Choose(numbers);
  CountSlots();
}

void RowCache::Keep(std::span<const Index> numbers, std::span<const Index> positions) {
  const Index old_stride = rows_.stride();
  rows_.Choose(numbers);
  // Rows become shorter and move to the front, so each may be written over what went before it.
  for (std::size_t slot = 0; slot < held_.size(); ++slot) {
    const float* from = memory_.get() + static_cast<Index>(slot) * old_stride;
    float* to = At(static_cast<Index>(slot));
    for (std::size_t p = 0; p < positions.size(); ++p) to[p] = from[positions[p]];
    std::fill(to + positions.size(), to + rows_.stride(), 0.0F);
  }
  CountSlots();
}

const float* RowCache::Row(Index number) {
  Index& slot = slot_of_[static_cast<std::size_t>(number)];
  if (slot >= 0) {
    order_.splice(order_.begin(), order_, place_[static_cast<std::size_t>(slot)]);
    return At(slot);
  }
  if (static_cast<Index>(held_.size()) < slots_) {
    slot = static_cast<Index>(held_.size());
    held_.push_back(number);
    order_.push_front(slot);
    place_.push_back(order_.begin());
  } else {
    slot = order_.back();
    order_.splice(order_.begin(), order_, place_[static_cast<std::size_t>(slot)]);
    slot_of_[static_cast<std::size_t>(held_[static_cast<std::size_t>(slot)])] = -1;
    held_[static_cast<std::size_t>(slot)] = number;
  }
  rows_.Row(number, At(slot));
  ++computed_;
  return At(slot);
}

}  // namespace mercer
