#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace mercer {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Philox 4x32-10 from its definition (Salmon et al. 2011, section 3.3).
Words Philox(Words counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = 0xD2511F53ULL * counter[0];
    const std::uint64_t b = 0xCD9E8D57ULL * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

TEST(Philox, KnownAnswers) {
  // The vectors published with Random123.
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(Philox({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, FirstWordsOfTheZeroStreamAreTheKnownAnswer) {
  RandomStream stream(0, static_cast<StreamPurpose>(0), 0);
  for (const std::uint32_t word : {0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}) {
    EXPECT_EQ(stream.Bits32(), word);
  }
}

TEST(RandomStream, IsPhiloxOfSeedPurposeAndIndex) {
  const std::uint64_t seed = 0x0123456789abcdefULL;
  const std::uint64_t index = 0xfedcba9876543210ULL;
  RandomStream stream(seed, StreamPurpose::kMap, index);
  for (std::uint32_t block = 0; block < 5; ++block) {
    for (const std::uint32_t word :
         Philox({block, 3, 0x76543210U, 0xfedcba98U}, {0x89abcdefU, 0x01234567U})) {
      EXPECT_EQ(stream.Bits32(), word);
    }
  }
}

TEST(RandomStream, WiderNumbersAreMadeOfItsWords) {
  RandomStream words(3, StreamPurpose::kTest, 5);
  RandomStream wide(3, StreamPurpose::kTest, 5);
  RandomStream uniform(3, StreamPurpose::kTest, 5);
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t low = words.Bits32();
    const std::uint64_t bits = low | static_cast<std::uint64_t>(words.Bits32()) << 32;
    EXPECT_EQ(wide.Bits64(), bits);
    EXPECT_EQ(uniform.Uniform(), static_cast<double>(bits >> 11) / 9007199254740992.0);
  }
}

TEST(RandomStream, StreamsDifferInEveryPartOfTheirKey) {
  const auto first = [](std::uint64_t seed, StreamPurpose purpose, std::uint64_t index) {
    return RandomStream(seed, purpose, index).Bits64();
  };
  const std::uint64_t high = 1ULL << 32;
  const std::set<std::uint64_t> all = {
      first(1, StreamPurpose::kMap, 1),        first(2, StreamPurpose::kMap, 1),
      first(1 + high, StreamPurpose::kMap, 1), first(1, StreamPurpose::kSplit, 1),
      first(1, StreamPurpose::kMap, 2),        first(1, StreamPurpose::kMap, 1 + high)};
  EXPECT_EQ(all.size(), 6U);
}

TEST(RandomStream, BelowStaysBelow) {
  RandomStream stream(9, StreamPurpose::kTest, 0);
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 1000ULL, 1ULL << 63, ~0ULL}) {
    for (int i = 0; i < 200; ++i) EXPECT_LT(stream.Below(bound), bound);
  }
}

TEST(RandomStreamDeathTest, BelowNeedsARange) {
  RandomStream stream(9, StreamPurpose::kTest, 0);
  EXPECT_DEATH(stream.Below(0), "bound >= 1");
}

TEST(DeriveSeed, DependsOnEveryNumberAndTheirOrder) {
  const std::set<std::uint64_t> all = {1,
                                       DeriveSeed(1, {1}),
                                       DeriveSeed(1, {2}),
                                       DeriveSeed(2, {1}),
                                       DeriveSeed(1, {1, 2}),
                                       DeriveSeed(1, {2, 1}),
                                       DeriveSeed(1, {1, 1}),
                                       DeriveSeed(1, {0})};
  EXPECT_EQ(all.size(), 8U);
  EXPECT_EQ(DeriveSeed(1, {}), 1U);
  EXPECT_EQ(DeriveSeed(5, {6, 7}), DeriveSeed(5, {6, 7}));
}

TEST(RandomPermutation, HoldsEveryNumberOnce) {
  RandomStream stream(10, StreamPurpose::kTest, 0);
  std::vector<Index> order = RandomPermutation(stream, 1000);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (Index i = 0; i < 1000; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  EXPECT_TRUE(RandomPermutation(stream, 0).empty());
}

}  // namespace
}  // namespace mercer
