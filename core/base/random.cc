#include "core/base/random.h"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/base/error.h"

namespace mercer {

RandomStream::RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t index)
    : counter_{0, static_cast<std::uint32_t>(purpose), static_cast<std::uint32_t>(index),
               static_cast<std::uint32_t>(index >> 32)},
      key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {}

void RandomStream::Refill() {
  const r123::Philox4x32::ctr_type counter = {{counter_[0], counter_[1], counter_[2], counter_[3]}};
  const r123::Philox4x32::key_type key = {{key_[0], key_[1]}};
  const auto words = r123::Philox4x32()(counter, key);
  for (std::size_t i = 0; i < 4; ++i) block_[i] = words[i];
  ++counter_[0];
  MERCER_CHECK(counter_[0] != 0);
  used_ = 0;
}

std::uint32_t RandomStream::Bits32() {
  if (used_ == 4) Refill();
  return block_[static_cast<std::size_t>(used_++)];
}

std::uint64_t RandomStream::Bits64() {
  const std::uint64_t low = Bits32();
  return low | (static_cast<std::uint64_t>(Bits32()) << 32);
}

double RandomStream::Uniform() { return static_cast<double>(Bits64() >> 11) * 0x1.0p-53; }

std::uint64_t RandomStream::Below(std::uint64_t bound) {
  MERCER_CHECK(bound >= 1);
  // Words below 2^64 mod bound would favour small results: they are drawn again.
  const std::uint64_t threshold = (0 - bound) % bound;
  std::uint64_t word = Bits64();
  while (word < threshold) word = Bits64();
  return word % bound;
}

double RandomStream::Gaussian() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log1p(-Uniform()));
  const double angle = 2.0 * std::numbers::pi * Uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::uint64_t DeriveSeed(std::uint64_t seed, std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t derived = seed;
  for (const std::uint64_t number : numbers)
    derived = RandomStream(derived, StreamPurpose::kSeed, number).Bits64();
  return derived;
}

std::vector<Index> RandomPermutation(RandomStream& stream, Index n) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.Below(i)]);
  return order;
}

}  // namespace mercer
