#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace mercer {
namespace {

using Pieces = std::vector<std::pair<Index, Index>>;

Pieces PiecesOf(Index n, Index grain, int threads) {
  std::mutex mutex;
  Pieces pieces;
  ParallelFor(n, grain, threads, [&](Index begin, Index end) {
    const std::lock_guard<std::mutex> lock(mutex);
    pieces.emplace_back(begin, end);
  });
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

TEST(ParallelFor, EveryIndexOnceForAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3, 8, 50}) {
    std::vector<std::atomic<int>> hits(1003);
    ParallelFor(1003, 10, threads, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) ++hits[static_cast<std::size_t>(i)];
    });
    for (const auto& hit : hits) ASSERT_EQ(hit, 1) << threads;
  }
}

TEST(ParallelFor, PiecesDoNotDependOnThreads) {
  const Pieces expected = {{0, 4}, {4, 8}, {8, 10}};
  EXPECT_EQ(PiecesOf(10, 4, 1), expected);
  EXPECT_EQ(PiecesOf(10, 4, 2), expected);
  EXPECT_EQ(PiecesOf(10, 4, 7), expected);
  EXPECT_EQ(PiecesOf(3, 100, 2), (Pieces{{0, 3}}));
}

TEST(ParallelFor, NothingToDo) { EXPECT_TRUE(PiecesOf(0, 4, 2).empty()); }

TEST(ParallelFor, OneThreadIsTheCallingOne) {
  const auto caller = std::this_thread::get_id();
  ParallelFor(20, 1, 1, [&](Index, Index) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(ParallelFor, UsesSeveralThreads) {
  std::atomic<int> inside{0};
  // Each piece waits for the other: one thread alone would never come back.
  ParallelFor(2, 1, 2, [&](Index, Index) {
    ++inside;
    while (inside < 2) std::this_thread::yield();
  });
  EXPECT_EQ(inside, 2);
}

TEST(ParallelFor, TheFirstExceptionComesBackAndTheRestIsLeftUndone) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> done{0};
    try {
      ParallelFor(100000, 1, threads, [&](Index begin, Index) {
        if (begin == 5) throw std::runtime_error("piece 5");
        ++done;
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "piece 5");
    }
    EXPECT_LT(done, 100000 - 1);
  }
}

TEST(ParallelForDeathTest, NeedsAThreadAndAGrain) {
  const auto nothing = [](Index, Index) {};
  EXPECT_DEATH(ParallelFor(1, 0, 1, nothing), "grain >= 1");
  EXPECT_DEATH(ParallelFor(1, 1, 0, nothing), "threads >= 1");
}

}  // namespace
}  // namespace mercer
