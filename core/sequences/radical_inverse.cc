#include "core/sequences/radical_inverse.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace mercer {

std::vector<std::uint32_t> ReverseRadixPermutation(std::uint32_t base) {
  MERCER_CHECK(base >= 2);
  int bits = 0;
  while ((std::uint64_t{1} << bits) < base) ++bits;
  std::vector<std::uint32_t> permutation;
  permutation.reserve(base);
  for (std::uint32_t i = 0; i < (std::uint32_t{1} << bits); ++i) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed = (reversed << 1) | ((i >> bit) & 1);
    if (reversed < base) permutation.push_back(reversed);
  }
  return permutation;
}

RadicalInverse::RadicalInverse(std::uint32_t base, std::vector<std::uint32_t> permutation)
    : base_(base), size_(base) {
  MERCER_CHECK(base >= 2 && (permutation.empty() || permutation.size() == base));
  MERCER_CHECK(permutation.empty() || permutation[0] == 0);
  constexpr std::uint32_t kMaxTable = 4096;
  while (size_ <= kMaxTable / base) size_ *= base;
  if (size_ == base) {
    reversed_ = std::move(permutation);
    return;
  }
  reversed_.resize(size_);
  for (std::uint32_t n = 0; n < size_; ++n) {
    std::uint32_t value = 0;
    for (std::uint32_t rest = n, place = 1; place < size_; rest /= base, place *= base)
      value = value * base + (permutation.empty() ? rest % base : permutation[rest % base]);
    reversed_[n] = value;
  }
}

double RadicalInverse::Combine(std::uint64_t low, double upper) const {
  const auto digits = static_cast<double>(reversed_.empty() ? low : reversed_[low]);
  return std::min((digits + upper) / static_cast<double>(size_), 1 - 0x1.0p-53);
}

double RadicalInverse::operator()(std::uint64_t n) const {
  return Combine(n % size_, Upper(n / size_));
}

void RadicalInverse::Fill(std::uint64_t begin, std::uint64_t stride, Index count,
                          double* values) const {
  std::uint64_t low = begin % size_, high = begin / size_;
  const std::uint64_t low_step = stride % size_, high_step = stride / size_;
  double upper = Upper(high);
  for (Index i = 0; i < count; ++i) {
    values[i] = Combine(low, upper);
    low += low_step;
    std::uint64_t step = high_step;
    if (low >= size_) {
      low -= size_;
      ++step;
    }
    if (step == 0) continue;
    high += step;
    upper = Upper(high);
  }
}

}  // namespace mercer
