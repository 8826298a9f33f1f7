#include "core/learners/kernel/row_cache.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/linalg/memory.h"

namespace mercer {
namespace {

constexpr std::size_t kAlignment = std::size_t{1} << 21;  // large pages

double Stride(double n) { return n + 127; }

}  // namespace

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
