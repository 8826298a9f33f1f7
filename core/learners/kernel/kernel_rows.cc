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
#include "core/base/parallel.h"
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
    ApplyForm(form, SquaredNorm<Real>(x, i), products.squared_norms(), values.data(), kProbes);
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

constexpr Index kStep = 128;       // values of a row are a multiple of it
constexpr Index kGramRows = 1024;  // whose Gram values are made together, a multiple of kStep

// The alignment of a large cache (large pages) and of a smaller one (cache lines), for which
// clearing a large page takes longer than filling it.
constexpr std::size_t kLargePage = std::size_t{1} << 21, kLine = 64;
constexpr std::size_t kLargePagesFrom = 4 * kLargePage;

double Stride(double n) { return n + kStep - 1; }

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
    : kernel_(kernel),
      form_(dynamic_cast<const InnerProductForm*>(&kernel)),
      x_(x),
      arithmetic_(arithmetic),
      scale_(scale),
      grain_(arithmetic == KernelArithmetic::kGram || arithmetic == KernelArithmetic::kPairs
                 ? kGramRows
                 : kStep) {
  // Floats are chosen where nothing is near the ends of their range.
  MERCER_CHECK(arithmetic != KernelArithmetic::kFloats || scale == 1);
  if (arithmetic == KernelArithmetic::kPairs) pairs_.emplace("", kernel);
}

void KernelRows::Choose(std::span<const Index> numbers) {
  chosen_ = static_cast<Index>(numbers.size());
  stride_ = (chosen_ + kStep - 1) / kStep * kStep;
  rows_ = std::vector<Examples>();  // the old ones go before the new ones come
  if (arithmetic_ == KernelArithmetic::kFloats) {
    rows_ = RowProducts<float>(x_, numbers);
  } else if (arithmetic_ == KernelArithmetic::kDoubles) {
    rows_ = RowProducts<double>(x_, numbers);
  } else {
    std::vector<Examples> blocks;
    for (std::size_t begin = 0; begin < numbers.size(); begin += kGramRows)
      blocks.push_back(x_.Select(
          numbers.subspan(begin, std::min<std::size_t>(kGramRows, numbers.size() - begin))));
    rows_ = std::move(blocks);
  }
}

template <class Real>
void KernelRows::PartFromProducts(const RowProducts<Real>& products, std::vector<Real>& scratch,
                                  Index number, Index begin, Index end, Real* out) const {
  products.RowPart(x_, number, begin, std::min(end, products.stride()), scratch, out);
  ApplyForm(*form_, SquaredNorm<Real>(x_, number), products.squared_norms() + begin, out + begin,
            std::min(end, chosen_) - begin);
}

void KernelRows::GramPart(Index number, Index begin, Index end, double* out) const {
  const auto& blocks = std::get<std::vector<Examples>>(rows_);
  for (Index p = begin; p < std::min(end, chosen_); p += kGramRows) {
    const Examples& block = blocks[static_cast<std::size_t>(p / kGramRows)];
    if (pairs_) {
      pairs_->Row(x_, number, block, out + p);
    } else {
      kernel_.GramRows(x_, number, 1, block, Eigen::Map<Matrix>(out + p, 1, block.rows()));
    }
  }
}

void KernelRows::Part(Index number, Index begin, Index end, Scratch& scratch, float* out) const {
  MERCER_CHECK(begin % grain_ == 0 && (end % grain_ == 0 || end == stride_));
  const Index used = std::max(begin, std::min(end, chosen_));
  std::fill(out + used, out + end, 0.0F);
  if (used == begin) return;
  if (arithmetic_ == KernelArithmetic::kFloats) {
    PartFromProducts(std::get<RowProducts<float>>(rows_), scratch.float_row, number, begin, end,
                     out);
    std::fill(out + used, out + end, 0.0F);
    return;
  }
  scratch.values.resize(static_cast<std::size_t>(stride_));
  if (arithmetic_ == KernelArithmetic::kDoubles) {
    PartFromProducts(std::get<RowProducts<double>>(rows_), scratch.row, number, begin, end,
                     scratch.values.data());
  } else {
    GramPart(number, begin, end, scratch.values.data());
  }
  const double factor = 1 / scale_;
  for (Index p = begin; p < used; ++p)
    out[p] = static_cast<float>(factor * scratch.values[static_cast<std::size_t>(p)]);
}

double KernelRows::Bytes(double n, double d, double stored) {
  return std::max(RowProducts<double>::Bytes(n, d, stored), 16 * stored + 8 * n) + 32 * n + 16 * d;
}

void RowCache::FreeMemory::operator()(float* memory) const { std::free(memory); }

double RowCache::Bytes(double n, double bytes) {
  const double row = 4 * Stride(n);
  return std::max(2 * row, std::min(bytes, row * n)) + 64 * n;
}

RowCache::RowCache(KernelRows rows, Index n, double bytes, int threads)
    : rows_(std::move(rows)), threads_(threads), slot_of_(static_cast<std::size_t>(n), -1) {
  const double taken = Bytes(static_cast<double>(n), bytes) - 64 * static_cast<double>(n);
  CheckFitsInMemory("the cache of kernel rows", taken);
  values_ = static_cast<Index>(taken / sizeof(float));
  const std::size_t wanted = static_cast<std::size_t>(values_) * sizeof(float);
  const std::size_t alignment = wanted < kLargePagesFrom ? kLine : kLargePage;
  const std::size_t size = (wanted + alignment - 1) / alignment * alignment;
  memory_.reset(static_cast<float*>(std::aligned_alloc(alignment, size)));
  if (memory_ == nullptr) throw std::bad_alloc();
  if (alignment == kLargePage) RequestLargePages(memory_.get(), size);
}

Index RowCache::SlotsOf(Index slot_stride) const {
  const Index slots = std::max<Index>(2, values_ / std::max<Index>(1, slot_stride));
  return std::min(slots, std::max<Index>(2, static_cast<Index>(slot_of_.size())));
}

void RowCache::Choose(std::span<const Index> numbers) {
  std::fill(slot_of_.begin(), slot_of_.end(), -1);
  held_.clear();
  order_.clear();
  place_.clear();
  rows_.Choose(numbers);
  slot_stride_ = rows_.stride();
}

// Rows become shorter, and stay where they are while the memory has room for many more.
void RowCache::Keep(std::span<const Index> numbers, std::span<const Index> positions) {
  constexpr Index kSlots = 16;
  rows_.Choose(numbers);
  std::vector<bool> is_kept(slot_of_.size());
  for (const Index number : numbers) is_kept[static_cast<std::size_t>(number)] = true;
  for (std::size_t slot = 0; slot < held_.size(); ++slot) {
    if (held_[slot] < 0 || is_kept[static_cast<std::size_t>(held_[slot])]) continue;
    slot_of_[static_cast<std::size_t>(held_[slot])] = -1;
    held_[slot] = -1;
    order_.splice(order_.end(), order_, place_[slot]);
  }
  ParallelFor(static_cast<Index>(held_.size()), kSlots, threads_, [&](Index begin, Index end) {
    for (Index slot = begin; slot < end; ++slot) {
      if (held_[static_cast<std::size_t>(slot)] < 0) continue;
      float* values = At(slot);
      for (std::size_t p = 0; p < positions.size(); ++p) values[p] = values[positions[p]];
      std::fill(values + positions.size(), values + rows_.stride(), 0.0F);
    }
  });
  const bool has_free = !held_.empty() && held_[static_cast<std::size_t>(order_.back())] < 0;
  if (!has_free && 2 * static_cast<Index>(held_.size()) > SlotsOf(slot_stride_)) CloseUp();
}

// Moves the rows to the front, each over what went before it.
void RowCache::CloseUp() {
  const Index old_stride = slot_stride_;
  slot_stride_ = rows_.stride();
  for (Index slot = 1; slot < static_cast<Index>(held_.size()); ++slot)
    std::copy_n(memory_.get() + slot * old_stride, slot_stride_, At(slot));
}

// One that holds none, or a new one, or that of the row used longest ago; it becomes the first.
Index RowCache::TakeSlot() {
  const bool has_free = !held_.empty() && held_[static_cast<std::size_t>(order_.back())] < 0;
  const auto held = static_cast<Index>(held_.size());
  if (!has_free && held < SlotsOf(slot_stride_)) {
    held_.push_back(-1);
    order_.push_front(held);
    place_.push_back(order_.begin());
    if (threads_ > 1) Clear((held + 1) * slot_stride_);
    return held;
  }
  const Index slot = order_.back();
  order_.splice(order_.begin(), order_, place_[static_cast<std::size_t>(slot)]);
  const Index number = held_[static_cast<std::size_t>(slot)];
  if (number >= 0) slot_of_[static_cast<std::size_t>(number)] = -1;
  return slot;
}

// Has the system clear fresh memory up to `end`, and some more, by all threads at once: it does so
// when a page is first written to, and who then writes to the same page would wait.
void RowCache::Clear(Index end) {
  constexpr auto kPage = static_cast<Index>(kLargePage / sizeof(float));
  constexpr Index kPages = 8;
  if (end <= cleared_) return;
  const Index begin = cleared_;
  cleared_ = std::min(values_, (end + kPage - 1) / kPage * kPage + kPages * kPage);
  ParallelFor(cleared_ - begin, kPage, threads_, [&](Index first, Index last) {
    constexpr auto kSmallPage = Index{4096 / sizeof(float)};
    for (Index k = first; k < last; k += kSmallPage)
      memory_[static_cast<std::size_t>(begin + k)] = 0;
  });
}

RowCache::Row RowCache::Find(Index number) {
  const Index found = slot_of_[static_cast<std::size_t>(number)];
  if (found >= 0) {
    order_.splice(order_.begin(), order_, place_[static_cast<std::size_t>(found)]);
    return {number, At(found), false};
  }
  const Index slot = TakeSlot();
  held_[static_cast<std::size_t>(slot)] = number;
  slot_of_[static_cast<std::size_t>(number)] = slot;
  return {number, At(slot), true};
}

}  // namespace mercer
