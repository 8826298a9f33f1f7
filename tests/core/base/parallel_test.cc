#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
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
        // The thread that throws may wait for a core: the others must not be done before.
        if (begin > 5) std::this_thread::sleep_for(std::chrono::microseconds(100));
        ++done;
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "piece 5");
    }
    EXPECT_LT(done, 100000 - 1);
  }
}

TEST(ThreadTeam, TakesEachPieceOnceInEveryRound) {
  for (const int threads : {1, 2, 3, 7}) {
    ThreadTeam team(threads);
    ASSERT_EQ(team.threads(), threads);
    // What one round writes the next one's threads read: no atomics needed.
    std::vector<int> calls(ThreadTeam::kPieces);
    std::vector<int> expected(ThreadTeam::kPieces);
    for (int round = 0; round < 1000; ++round) {
      const int pieces = 1 + round % ThreadTeam::kPieces;
      team.Run(pieces, [&](int piece) { ++calls[static_cast<std::size_t>(piece)]; });
      for (int piece = 0; piece < pieces; ++piece) ++expected[static_cast<std::size_t>(piece)];
      ASSERT_EQ(calls, expected) << threads << " " << round;
    }
  }
}

TEST(ThreadTeam, AloneIsTheCallingThread) {
  const auto caller = std::this_thread::get_id();
  ThreadTeam(1).Run(20, [&](int) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(ThreadTeam, UsesItsThreadsAlsoAfterASleep) {
  ThreadTeam team(2);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::atomic<int> inside{0};
    // Each piece waits for the other: one thread alone would never come back.
    team.Run(2, [&](int) {
      ++inside;
      while (inside < 2) std::this_thread::yield();
    });
    EXPECT_EQ(inside, 2);
  }
}

TEST(ThreadTeam, NobodyWaitsForAThreadThatIsElsewhere) {
  ThreadTeam team(2);
  std::atomic<int> done{0};
  // The calling thread takes the piece of one that is kept by another, which waits for it.
  team.Run(3, [&](int) {
    const int mine = ++done;
    while (mine == 1 && done < 3) std::this_thread::yield();
  });
  EXPECT_EQ(done, 3);
}

TEST(ThreadTeam, TheFirstExceptionComesBackAndTheTeamGoesOn) {
  for (const int threads : {1, 3}) {
    ThreadTeam team(threads);
    for (int thrower = 0; thrower < 4; ++thrower) {
      try {
        team.Run(4, [&](int piece) {
          if (piece == thrower) throw std::runtime_error("piece " + std::to_string(piece));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), "piece " + std::to_string(thrower));
      }
      std::atomic<int> calls{0};
      team.Run(4, [&](int) { ++calls; });
      EXPECT_EQ(calls, 4);
    }
  }
}

TEST(ThreadTeamDeathTest, NeedsAThreadAndPieces) {
  EXPECT_DEATH(ThreadTeam(0), "threads >= 1");
  ThreadTeam team(1);
  for (const int pieces : {0, ThreadTeam::kPieces + 1})
    EXPECT_DEATH(team.Run(pieces, [](int) {}), "pieces");
}

TEST(ParallelForDeathTest, NeedsAThreadAndAGrain) {
  const auto nothing = [](Index, Index) {};
  EXPECT_DEATH(ParallelFor(1, 0, 1, nothing), "grain >= 1");
  EXPECT_DEATH(ParallelFor(1, 1, 0, nothing), "threads >= 1");
}

}  // namespace
}  // namespace mercer
